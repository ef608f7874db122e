//! Rulings: where the people at the table decide otherwise than the rules, and the state follows.

use super::{Game, Outcome, Refused};

/// How a game's table may be edited by agreement, in terms of pieces: this token there, three hearts.
///
/// An edit moves pieces and never makes or loses any; the game's invariants judge what comes of it. What is promised:
///
/// * A correction's words come back as the correction, from any position it could be made in.
/// * After a refusal the position is what it was.
/// * After a correction the game goes on: somebody has a legal move, or the game is over.
/// * Where hands are hidden, whether a correction is refused does not tell what is in them.
pub trait Corrections: Game {
    /// One edit.
    type Correction: Copy + Eq + std::fmt::Debug + Send;

    /// How corrections are said, each with what it does: `("hearts KNIGHT N", "set a knight's hearts")`.
    fn correction_forms(&self) -> &'static [(&'static str, &'static str)];

    /// Its stable words, which the journal keeps.
    fn correction(&self, correction: Self::Correction) -> String;

    /// Understands words; the error says in one sentence, without its full stop, what is wrong with them.
    fn parse_correction(&self, position: &Self::Position, words: &str) -> Result<Self::Correction, String>;

    /// Makes the edit, and tells what followed from it beyond the edit itself.
    fn correct(
        &self,
        position: &mut Self::Position,
        correction: Self::Correction,
        tell: &mut impl FnMut(Self::Event),
    ) -> Result<(), Refused>;

    /// What was changed, in one sentence without its full stop: "Ann has 3 hearts". `position` is the one after it.
    fn corrected(&self, position: &Self::Position, correction: Self::Correction) -> String;

    /// Corrections that could be meant, for completion; some may be refused.
    fn corrections(&self, position: &Self::Position) -> Vec<Self::Correction>;

    /// What the rules still ask for when the table agrees to end the game: the position then waits for that, and the game is over
    /// once it is told. Where they ask for nothing nothing changes.
    fn conclude(&self, position: &mut Self::Position, tell: &mut impl FnMut(Self::Event)) -> Result<(), Refused> {
        let _ = (position, tell);
        Ok(())
    }

    /// The outcome if the table ends the game here: scored as it stands.
    fn standing(&self, position: &Self::Position) -> Outcome;
}
