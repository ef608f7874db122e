//! How the game is asked at a prompt.

use super::super::Deep;
use crate::referee::Prompting;

impl Prompting for Deep {}
