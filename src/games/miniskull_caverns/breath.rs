//! How the game is asked at a prompt.

use super::Caverns;
use crate::referee::Prompting;

impl Prompting for Caverns {}
