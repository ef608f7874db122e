//! How the game is asked at a prompt.

use super::Builders;
use crate::referee::Prompting;

impl Prompting for Builders {}
