//! A builder with sense.

use rand::Rng;

use super::Builders;
use super::moves::Move;
use super::view::View;
use crate::referee::bot::below;
use crate::referee::{Bot, Choices};

/// Plays by estimates.
#[derive(Clone, Copy, Debug, Default)]
pub struct SensibleBot;

impl Bot<Builders> for SensibleBot {
    fn choose(&mut self, _view: &View<'_>, choices: &Choices<Move>, luck: &mut dyn Rng) -> usize {
        below(choices.len() as u32, luck) as usize
    }
}
