//! Kits that the rules cannot play, and kits of other people that they can.
