//! Corrections: the people at the table overrule the rules, and the state follows.

use super::edits::{self, EditContext, EditError};
use super::entering;
use super::message::{Message, message};
use super::snapshot::{Snapshot, Viewer};
use super::{Choices, Game, Outcome, Refused, Turn};

/// What is still under way, in a few words, so that the table cannot be written down yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct UnderWay(pub &'static str);

/// How a game's table may be edited by agreement, in terms of pieces: this token there, three hearts.
///
/// An edit moves pieces and never creates or loses any; the game's invariants decide whether the outcome is acceptable. The
/// promises:
///
/// * A correction's words parse back to that correction, in any position it could be made in.
/// * After a refusal the position is what it was.
/// * After a correction the game goes on: somebody has a legal move, or the game is over.
/// * Where hands are hidden, a refusal never reveals what is in them.
///
/// A game that describes its table ([`Described`]) gets all of this from the description.
pub trait Corrections: Ending {
    /// One edit.
    type Correction: Clone + Eq + std::fmt::Debug + Send;

    /// The forms of corrections, each with what it does: `("hearts KNIGHT N", "set a knight's hearts")`.
    fn correction_forms(&self) -> &'static [(&'static str, &'static str)];

    /// Its stable wording, as the journal keeps it.
    fn correction(&self, correction: &Self::Correction) -> String;

    /// Parses a correction; words that name none are refused.
    fn parse_correction(
        &self,
        position: &Self::Position,
        words: &str,
    ) -> Result<Self::Correction, Refused>;

    /// Makes the edit, and reports what followed from it beyond the edit itself.
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

    /// Why pieces cannot be corrected at the moment, in a sentence without its full stop; `None` where they can.
    fn cannot_correct(&self, position: &Self::Position) -> Option<&'static str> {
        let _ = position;
        None
    }

    /// Corrections that would move a tile elsewhere on the map; some may be refused. There are too many of them to offer.
    fn tile_moves(&self, position: &Self::Position) -> Vec<Self::Correction> {
        let _ = position;
        Vec::new()
    }

    /// The table, as far as the referee knows it, in lines from which the game can be entered again; the error says what is still
    /// under way and prevents that. `None` for a game that cannot be entered.
    fn table_lines(&self, position: &Self::Position) -> Option<Result<Vec<String>, UnderWay>> {
        let _ = position;
        None
    }

    /// The set-up in the same lines, as a form to fill in; empty for a game that cannot be entered.
    fn blank_lines(&self) -> Vec<String> {
        Vec::new()
    }
}

/// How a game ends where the table agrees to end it.
pub trait Ending: Game {
    /// Prepares an agreed end. If the rules still need to know something, the position then waits for it and the game is over once
    /// it is told; otherwise nothing changes.
    fn conclude(
        &self,
        position: &mut Self::Position,
        tell: &mut impl FnMut(Self::Event),
    ) -> Result<(), Refused> {
        let _ = (position, tell);
        Ok(())
    }

    /// The outcome if the table ends the game here, scored as it stands.
    fn standing(&self, position: &Self::Position) -> Outcome;
}

/// A game that can say what lies where, and can be set to such a description. Audits, corrections and entering a game follow from
/// that.
pub trait Described: Ending + EditContext {
    /// The forms of corrections to its pieces, each with what it does.
    const FORMS: &'static [(&'static str, &'static str)];

    /// What lies where, as a viewer sees it.
    fn snapshot(&self, position: &Self::Position, viewer: Viewer) -> Snapshot;

    /// Sets the table as described. `to` is the [`Viewer::Everybody`] snapshot with changes; what it does not show stays as it is.
    /// With `whole`, the position is that of the set-up, `to` describes all of it, and the game starts from there. The error says
    /// what is impossible, in one sentence without its full stop.
    fn arrange(
        &self,
        position: &mut Self::Position,
        to: &Snapshot,
        whole: bool,
    ) -> Result<(), Message>;

    /// Why a snapshot cannot fully describe the position: "a fight is under way"; `None` between turns.
    fn under_way(&self, position: &Self::Position) -> Option<&'static str>;

    /// The last die rolled for something that is still unsettled.
    fn rolled(&self, position: &Self::Position) -> Option<u8> {
        let _ = position;
        None
    }

    /// Continues where a correction left nothing to decide.
    fn go_on(&self, position: &mut Self::Position, tell: &mut impl FnMut(Self::Event)) {
        let _ = (position, tell);
    }

    /// The first thing that is impossible, and the rule it would break.
    fn broken(&self, position: &Self::Position) -> Option<Refused> {
        let _ = position;
        None
    }

    /// The current form of words found in journals of earlier versions; `None` if there is none.
    fn reworded(&self, table: &Snapshot, words: &str) -> Option<String> {
        let _ = (table, words);
        None
    }

    /// A change that no description shows, such as to a card that was reported wrongly and that nobody can see any more.
    fn unseen(
        &self,
        position: &mut Self::Position,
        words: &str,
    ) -> Option<Result<Message, Message>> {
        let _ = (position, words);
        None
    }
}

/// A correction in words.
#[derive(Clone, Debug)]
pub struct Correction {
    words: String,
    /// The sentence for the change, once the table has been consulted.
    said: String,
}

impl PartialEq for Correction {
    fn eq(&self, other: &Correction) -> bool {
        self.words == other.words
    }
}

impl Eq for Correction {}

/// Starts a correction that sets the whole table; the lines of [`entering`] follow.
pub const ENTER: &str = "table\n";

impl<G: Described> Corrections for G {
    type Correction = Correction;

    fn correction_forms(&self) -> &'static [(&'static str, &'static str)] {
        G::FORMS
    }

    fn correction(&self, correction: &Correction) -> String {
        correction.words.clone()
    }

    fn parse_correction(&self, position: &G::Position, words: &str) -> Result<Correction, Refused> {
        let correction = |said: String| Correction {
            words: words.trim().to_owned(),
            said,
        };
        if words.starts_with(ENTER) {
            return Ok(correction(
                self.in_words(&message("the table is set up as described", [])),
            ));
        }
        if let Some(done) = self.unseen(&mut position.clone(), words) {
            return Ok(correction(
                done.map(|done| self.in_words(&done)).unwrap_or_default(),
            ));
        }
        match amended(self, position, words) {
            Ok((_, mut changes)) => {
                changes.extend(dice(self, position, &correction(String::new())));
                let changes: Vec<String> =
                    changes.iter().map(|change| self.in_words(change)).collect();
                Ok(correction(changes.join("; ")))
            }
            Err(EditError::Refused(_)) => Ok(correction(String::new())),
            Err(EditError::Unknown(reason)) => {
                Err(Refused::correction(self.in_words(&reason), None))
            }
        }
    }

    fn correct(
        &self,
        position: &mut G::Position,
        correction: &Correction,
        tell: &mut impl FnMut(G::Event),
    ) -> Result<(), Refused> {
        let objected = |reason: Message| Refused::correction(self.in_words(&reason), None);
        let mut after = position.clone();
        if let Some(lines) = correction.words.strip_prefix(ENTER) {
            after = self.start();
            let table = entering::read(&self.snapshot(&after, Viewer::Referee), self, lines)
                .map_err(objected)?;
            self.arrange(&mut after, &table, true).map_err(objected)?;
        } else if let Some(done) = self.unseen(&mut after, &correction.words) {
            done.map_err(objected)?;
        } else {
            let (table, _) = amended(self, &after, &correction.words)
                .map_err(|fault| objected(fault.reason()))?;
            self.arrange(&mut after, &table, false).map_err(objected)?;
        }
        if let Some(broken) = self.broken(&after) {
            return Err(broken);
        }
        let mut told = Vec::new();
        self.go_on(&mut after, &mut |event| told.push(event));
        let mut choices = Choices::default();
        self.moves(&after, &mut choices);
        if choices.is_empty() && self.turn(&after) != Turn::Over {
            return Err(objected(message(
                "the game could not continue from there: answer the current question first, then correct",
                [],
            )));
        }
        *position = after;
        told.into_iter().for_each(tell);
        Ok(())
    }

    fn corrected(&self, _position: &G::Position, correction: &Correction) -> String {
        correction.said.clone()
    }

    fn corrections(&self, position: &G::Position) -> Vec<Correction> {
        let table = self.snapshot(position, Viewer::Everybody);
        edits::likely(&table)
            .into_iter()
            .map(|words| Correction {
                words,
                said: String::new(),
            })
            .collect()
    }

    fn tile_moves(&self, position: &G::Position) -> Vec<Correction> {
        let table = self.snapshot(position, Viewer::Everybody);
        edits::tile_moves(&table, self)
            .into_iter()
            .map(|words| Correction {
                words,
                said: String::new(),
            })
            .collect()
    }

    fn table_lines(&self, position: &G::Position) -> Option<Result<Vec<String>, UnderWay>> {
        Some(match self.under_way(position) {
            Some(reason) => Err(UnderWay(reason)),
            None => Ok(self.snapshot(position, Viewer::Referee).lines()),
        })
    }

    fn blank_lines(&self) -> Vec<String> {
        self.snapshot(&self.start(), Viewer::Referee).form().lines()
    }
}

/// What a correction means for a die already rolled.
fn dice<G: Described>(
    game: &G,
    position: &G::Position,
    correction: &Correction,
) -> Option<Message> {
    let rolled = game.rolled(position)?;
    let mut after = position.clone();
    game.correct(&mut after, correction, &mut |_| {}).ok()?;
    let stands = game.rolled(&after) == Some(rolled);
    let text = if stands {
        "the {rolled} that was rolled stands"
    } else {
        "the {rolled} that was rolled no longer counts"
    };
    Some(message(text, [("rolled", rolled.into())]))
}

/// A position's table after a correction, and what the correction says was changed.
fn amended<G: Described>(
    game: &G,
    position: &G::Position,
    words: &str,
) -> Result<(Snapshot, Vec<Message>), EditError> {
    let mut table = game.snapshot(position, Viewer::Everybody);
    let reworded = game.reworded(&table, words);
    let changes = edits::amend(&mut table, game, reworded.as_deref().unwrap_or(words))?;
    Ok((table, changes))
}
