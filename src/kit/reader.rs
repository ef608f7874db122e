//! TOML read with every mistake remembered.
