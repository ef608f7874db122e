//! How the game is asked at a prompt.

use super::super::Builders;
use crate::referee::Prompting;

impl Prompting for Builders {}
