//! A greedy Explorer (section 3.6 of the rules' dossier).

use rand::Rng;

use super::Deep;
use super::moves::Move;
use super::view::View;
use crate::referee::{Bot, Choices};

#[derive(Clone, Copy, Debug)]
pub struct GreedyBot;

impl Bot<Deep> for GreedyBot {
    fn choose(&mut self, _view: &View<'_>, _choices: &Choices<Move>, _luck: &mut dyn Rng) -> usize {
        0
    }
}
