//! Rulings: where the people at the table decide otherwise than the rules, and the state follows.

use super::edits::{self, Fault, Ground};
use super::entering;
use super::snapshot::{Eyes, Snapshot};
use super::{Choices, Game, Outcome, Refused, Turn};

/// How a game's table may be edited by agreement, in terms of pieces: this token there, three hearts.
///
/// An edit moves pieces and never makes or loses any; the game's invariants judge what comes of it. What is promised:
///
/// * A correction's words come back as the correction, from any position it could be made in.
/// * After a refusal the position is what it was.
/// * After a correction the game goes on: somebody has a legal move, or the game is over.
/// * Where hands are hidden, whether a correction is refused does not tell what is in them.
///
/// A game that describes its table ([`Described`]) has all this from its description.
pub trait Corrections: Ending {
    /// One edit.
    type Correction: Clone + Eq + std::fmt::Debug + Send;

    /// How corrections are said, each with what it does: `("hearts KNIGHT N", "set a knight's hearts")`.
    fn correction_forms(&self) -> &'static [(&'static str, &'static str)];

    /// Its stable words, which the journal keeps.
    fn correction(&self, correction: &Self::Correction) -> String;

    /// Understands words; the error says in one sentence, without its full stop, what is wrong with them.
    fn parse_correction(&self, position: &Self::Position, words: &str) -> Result<Self::Correction, String>;

    /// Makes the edit, and tells what followed from it beyond the edit itself.
    fn correct(
        &self,
        position: &mut Self::Position,
        correction: &Self::Correction,
        tell: &mut impl FnMut(Self::Event),
    ) -> Result<(), Refused>;

    /// What was changed, in one sentence without its full stop: "Ann has 3 hearts". `position` is the one after it.
    fn corrected(&self, position: &Self::Position, correction: &Self::Correction) -> String;

    /// Corrections that could be meant, for completion; some may be refused.
    fn corrections(&self, position: &Self::Position) -> Vec<Self::Correction>;

    /// Why no piece is put right just now, in a sentence without its full stop; `None` where they can be.
    fn pieces_wait(&self, position: &Self::Position) -> Option<&'static str> {
        let _ = position;
        None
    }

    /// Corrections by which a tile of the map would lie elsewhere on it; some may be refused. They are too many to be offered.
    fn layings(&self, position: &Self::Position) -> Vec<Self::Correction> {
        let _ = position;
        Vec::new()
    }

    /// The table in lines from which the game can be entered again, as far as the referee knows it; what keeps it from that, if
    /// something is under way. `None` of a game that cannot be entered.
    fn written(&self, position: &Self::Position) -> Option<Result<Vec<String>, String>> {
        let _ = position;
        None
    }

    /// The set-up in the same lines, to be filled in; nothing of a game that cannot be entered.
    fn unwritten(&self) -> Vec<String> {
        Vec::new()
    }
}

/// How a game ends where the table agrees to end it.
pub trait Ending: Game {
    /// What the rules still ask for when the table agrees to end the game: the position then waits for that, and the game is over
    /// once it is told. Where they ask for nothing nothing changes.
    fn conclude(&self, position: &mut Self::Position, tell: &mut impl FnMut(Self::Event)) -> Result<(), Refused> {
        let _ = (position, tell);
        Ok(())
    }

    /// The outcome if the table ends the game here: scored as it stands.
    fn standing(&self, position: &Self::Position) -> Outcome;
}

/// A game that says what lies where, and can be laid so. Audit, corrections and entering follow.
pub trait Described: Ending + Ground {
    /// How corrections of its pieces are said, each with what it does.
    const FORMS: &'static [(&'static str, &'static str)];

    /// What lies where, as somebody sees it.
    fn snapshot(&self, position: &Self::Position, eyes: Eyes) -> Snapshot;

    /// Lays the table as it is described. `to` is the [`Eyes::Everybody`] snapshot with changes: what it does not show stays. With
    /// `whole` the position is one of the set-up, `to` tells all of it, and the game begins where it is then. The error says in
    /// one sentence, without its full stop, what cannot be.
    fn arrange(&self, position: &mut Self::Position, to: &Snapshot, whole: bool) -> Result<(), String>;

    /// What keeps a position from being told by its snapshot: "a fight is under way"; `None` between turns.
    fn under_way(&self, position: &Self::Position) -> Option<&'static str>;

    /// The die last rolled for something that is not settled yet.
    fn rolled(&self, position: &Self::Position) -> Option<u8> {
        let _ = position;
        None
    }

    /// Goes on where a correction left nothing to decide.
    fn go_on(&self, position: &mut Self::Position, tell: &mut impl FnMut(Self::Event)) {
        let _ = (position, tell);
    }

    /// The first thing that cannot be so, and the rule that it would break.
    fn broken(&self, position: &Self::Position) -> Option<Refused> {
        let _ = position;
        None
    }

    /// Words that journals of earlier versions hold, in today's; `None` of others.
    fn reworded(&self, table: &Snapshot, words: &str) -> Option<String> {
        let _ = (table, words);
        None
    }

    /// A change that no description shows: a card told wrong that nobody sees any more.
    fn unseen(&self, position: &mut Self::Position, words: &str) -> Option<Result<String, String>> {
        let _ = (position, words);
        None
    }
}

/// A correction in words.
#[derive(Clone, Debug)]
pub struct Correction {
    words: String,
    /// What it says was changed, once that was looked up.
    said: String,
}

impl PartialEq for Correction {
    fn eq(&self, other: &Correction) -> bool {
        self.words == other.words
    }
}

impl Eq for Correction {}

/// Begins a correction that lays the whole table; the lines of [`entering`] follow.
pub const ENTER: &str = "table\n";

impl<G: Described> Corrections for G {
    type Correction = Correction;

    fn correction_forms(&self) -> &'static [(&'static str, &'static str)] {
        G::FORMS
    }

    fn correction(&self, correction: &Correction) -> String {
        correction.words.clone()
    }

    fn parse_correction(&self, position: &G::Position, words: &str) -> Result<Correction, String> {
        let correction = |said: String| Correction { words: words.trim().to_owned(), said };
        if words.starts_with(ENTER) {
            return Ok(correction("the table is laid as it was written down".to_owned()));
        }
        if let Some(done) = self.unseen(&mut position.clone(), words) {
            return Ok(correction(done.unwrap_or_default()));
        }
        match amended(self, position, words) {
            Ok((_, mut said)) => {
                said.extend(dice(self, position, &correction(String::new())));
                Ok(correction(said.join("; ")))
            }
            Err(Fault::Refused(_)) => Ok(correction(String::new())),
            Err(Fault::Unheard(reason)) => Err(reason),
        }
    }

    fn correct(
        &self,
        position: &mut G::Position,
        correction: &Correction,
        tell: &mut impl FnMut(G::Event),
    ) -> Result<(), Refused> {
        let refused = |reason: String| Refused::correction(reason, None);
        let mut after = position.clone();
        if let Some(lines) = correction.words.strip_prefix(ENTER) {
            after = self.start();
            let table = entering::read(&self.snapshot(&after, Eyes::Referee), self, lines).map_err(refused)?;
            self.arrange(&mut after, &table, true).map_err(refused)?;
        } else if let Some(done) = self.unseen(&mut after, &correction.words) {
            done.map_err(refused)?;
        } else {
            let (table, _) = amended(self, &after, &correction.words).map_err(|fault| refused(fault.reason()))?;
            self.arrange(&mut after, &table, false).map_err(refused)?;
        }
        if let Some(broken) = self.broken(&after) {
            return Err(broken);
        }
        let mut told = Vec::new();
        self.go_on(&mut after, &mut |event| told.push(event));
        let mut choices = Choices::default();
        self.moves(&after, &mut choices);
        if choices.is_empty() && self.turn(&after) != Turn::Over {
            return Err(refused("the game could not go on from there: settle what is asked now, then correct".to_owned()));
        }
        *position = after;
        told.into_iter().for_each(tell);
        Ok(())
    }

    fn corrected(&self, _position: &G::Position, correction: &Correction) -> String {
        correction.said.clone()
    }

    fn corrections(&self, position: &G::Position) -> Vec<Correction> {
        let table = self.snapshot(position, Eyes::Everybody);
        edits::likely(&table).into_iter().map(|words| Correction { words, said: String::new() }).collect()
    }

    fn layings(&self, position: &G::Position) -> Vec<Correction> {
        let table = self.snapshot(position, Eyes::Everybody);
        edits::layings(&table, self).into_iter().map(|words| Correction { words, said: String::new() }).collect()
    }

    fn written(&self, position: &G::Position) -> Option<Result<Vec<String>, String>> {
        Some(match self.under_way(position) {
            Some(reason) => Err(reason.to_owned()),
            None => Ok(self.snapshot(position, Eyes::Referee).lines()),
        })
    }

    fn unwritten(&self) -> Vec<String> {
        self.snapshot(&self.start(), Eyes::Referee).form().lines()
    }
}

/// What a correction means for what was rolled.
fn dice<G: Described>(game: &G, position: &G::Position, correction: &Correction) -> Option<String> {
    let rolled = game.rolled(position)?;
    let mut after = position.clone();
    game.correct(&mut after, correction, &mut |_| {}).ok()?;
    let counts = if game.rolled(&after) == Some(rolled) { "stands" } else { "counts no more" };
    Some(format!("the {rolled} that was rolled {counts}"))
}

/// The table of a position after words, and what they say was changed.
fn amended<G: Described>(game: &G, position: &G::Position, words: &str) -> Result<(Snapshot, Vec<String>), Fault> {
    let mut table = game.snapshot(position, Eyes::Everybody);
    let reworded = game.reworded(&table, words);
    let said = edits::amend(&mut table, game, reworded.as_deref().unwrap_or(words))?;
    Ok((table, said))
}
