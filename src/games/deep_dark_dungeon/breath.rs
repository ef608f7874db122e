//! How the game is asked at a prompt.

use super::Deep;
use crate::referee::Prompting;

impl Prompting for Deep {}
