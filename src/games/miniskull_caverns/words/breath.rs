//! How the game is asked at a prompt.

use super::super::Caverns;
use crate::referee::Prompting;

impl Prompting for Caverns {}
