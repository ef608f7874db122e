//! How the game is asked at a prompt.

use super::super::Dungeon;
use crate::referee::Prompting;

impl Prompting for Dungeon {}
