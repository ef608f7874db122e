//! How a game ended, by the players' names.

use std::sync::Arc;

use serde::Serialize;
use serde_json::{Map, Value};

use crate::kit::Language;
use crate::kit::language::say;
use crate::referee::{Outcome, Seat, Setup, Verdict};

/// An outcome in the form of the protocol.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Ending {
    /// Alone: "win", "loss" or "draw". For several players: "ranked" if there is a ranking, otherwise "win" if anybody won, "draw"
    /// if nobody won or lost, "loss" if all lost.
    pub result: &'static str,
    pub winners: Vec<String>,
    /// Best first, with players of equal rank together.
    pub ranking: Vec<Vec<String>>,
    /// The scores by name, for players who have one.
    pub scores: Map<String, Value>,
    /// Whether somebody lost, which people do not call a draw, although nobody won.
    #[serde(skip)]
    is_lost: bool,
    /// Whether nobody could win or lose.
    #[serde(skip)]
    is_scored: bool,
}

impl Ending {
    pub fn new(outcome: &Outcome, players: &[String]) -> Ending {
        let name = |seat: Seat| {
            players
                .get(usize::from(seat))
                .cloned()
                .unwrap_or_else(|| format!("player {}", seat + 1))
        };
        let all = |verdict: Verdict| outcome.verdicts.iter().all(|own| *own == verdict);
        let result = match outcome.verdicts.as_slice() {
            _ if outcome.verdicts.len() > 1 && !outcome.ranking.is_empty() => "ranked",
            verdicts if verdicts.contains(&Verdict::Win) => "win",
            _ if all(Verdict::Loss) => "loss",
            _ => "draw",
        };
        let seats = || (0..).zip(&outcome.verdicts);
        Ending {
            result,
            winners: seats()
                .filter(|(_, verdict)| **verdict == Verdict::Win)
                .map(|(seat, _)| name(seat))
                .collect(),
            ranking: outcome
                .ranking
                .iter()
                .map(|rank| rank.iter().map(|seat| name(*seat)).collect())
                .collect(),
            scores: (0..)
                .zip(&outcome.scores)
                .filter_map(|(seat, score)| Some((name(seat), (*score)?.into())))
                .collect(),
            is_lost: outcome.verdicts.contains(&Verdict::Loss),
            is_scored: outcome.is_scored,
        }
    }

    /// How it would end, in one sentence: "Ann wins; Ann 12, Bob 3."
    pub fn standing(&self, players: &[String], language: Option<&Arc<Language>>) -> String {
        let tell =
            |text: &str, names: &[String]| say(language, text, &[("names", &and(names, language))]);
        let verdict = match (self.result, self.winners.as_slice(), players) {
            ("draw", _, [_]) => String::new(),
            ("draw", ..) if !self.is_lost => tell("a draw", &[]),
            (_, [], [_]) => tell("lost", &[]),
            (_, [_], [_]) => tell("won", &[]),
            (_, [], _) => tell("nobody wins", &[]),
            (_, winners @ [_], _) => tell("{names} wins", winners),
            (_, winners, _) => tell("{names} win", winners),
        };
        let scores: Vec<String> = match (self.scores.len(), players) {
            (1, [player]) => vec![say(
                language,
                "score {score}",
                &[("score", &self.scores[player])],
            )],
            _ => self
                .scores
                .iter()
                .map(|(name, score)| format!("{name} {score}"))
                .collect(),
        };
        let parts: Vec<String> = [verdict, scores.join(", ")]
            .into_iter()
            .filter(|part| !part.is_empty())
            .collect();
        format!("{}.", parts.join("; "))
    }

    /// The outcome in sentences.
    pub fn sentences(&self, players: &[String], language: Option<&Arc<Language>>) -> Vec<String> {
        let nameless = Setup::is_nameless(players);
        let tell =
            |text: &str, names: &[String]| say(language, text, &[("names", &and(names, language))]);
        let mut sentences = Vec::new();
        let verdict = match (self.result, self.winners.as_slice(), players) {
            ("draw", _, [_]) => tell("Neither won nor lost.", &[]),
            ("draw", ..) if !self.is_lost => tell("It is a draw.", &[]),
            (_, [], [_]) if nameless => tell("You have lost.", &[]),
            (_, [_], [_]) if nameless => tell("You have won.", &[]),
            (_, [], [_]) => tell("{names} has lost.", players),
            (_, [], _) => tell("Nobody has won.", &[]),
            (_, winners @ [_], _) => tell("{names} has won.", winners),
            (_, winners, _) => tell("{names} have won.", winners),
        };
        sentences.extend((!self.is_scored).then_some(verdict));
        // The scores in their order say who is second, too.
        let mut scored: Vec<&String> = self
            .ranking
            .iter()
            .flatten()
            .filter(|name| self.scores.contains_key(*name))
            .collect();
        if scored.is_empty() || scored.len() < self.scores.len() {
            sentences.extend(self.places(players, language));
            scored = self.scores.keys().collect();
        } else if let Some(first) = self
            .ranking
            .first()
            .filter(|first| first.len() < self.winners.len())
        {
            sentences.push(tell(
                if first.len() == 1 {
                    "{names} comes first."
                } else {
                    "{names} come first."
                },
                first,
            ));
        }
        let scores: Vec<String> = scored
            .into_iter()
            .map(|name| format!("{name} {}", self.scores[name]))
            .collect();
        match (scores.as_slice(), players) {
            ([], _) => {}
            ([_], [player]) => sentences.push(say(
                language,
                "Score: {score}.",
                &[("score", &self.scores[player])],
            )),
            _ => sentences.push(say(
                language,
                "Scores: {scores}.",
                &[("scores", &scores.join(", "))],
            )),
        }
        sentences
    }
}

impl Ending {
    /// Who comes second, third and so on, if that says more than who has won.
    fn places(&self, players: &[String], language: Option<&Arc<Language>>) -> Vec<String> {
        let first = self.ranking.first();
        let is_told = first.is_some_and(|first| *first == self.winners) && self.ranking.len() <= 2;
        if players.len() < 2 || is_told {
            return Vec::new();
        }
        let is_won = |place: &usize| *place > 1 || first != Some(&self.winners);
        let places = (1..).zip(&self.ranking).filter(|(place, _)| is_won(place));
        let told = places.map(|(place, rank)| {
            let text = match (place, rank.len()) {
                (1, 1) => "{names} comes first.",
                (1, _) => "{names} come first.",
                (2, 1) => "{names} comes second.",
                (2, _) => "{names} come second.",
                (3, 1) => "{names} comes third.",
                (3, _) => "{names} come third.",
                _ => "Place {place}: {names}.",
            };
            let names = and(rank, language);
            say(language, text, &[("names", &names), ("place", &place)])
        });
        told.collect()
    }
}

/// "Ann, Bob and Cy".
fn and(names: &[String], language: Option<&Arc<Language>>) -> String {
    match names {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., last] => say(
            language,
            "{first} and {last}",
            &[("first", &first.join(", ")), ("last", last)],
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Verdict::{Draw, Loss, Win};

    fn ending(
        verdicts: &[Verdict],
        ranking: &[&[Seat]],
        scores: &[Option<i32>],
    ) -> (&'static str, String) {
        let players: Vec<String> = ["Ann", "Bob", "Cy"][..verdicts.len()]
            .iter()
            .map(|name| name.to_string())
            .collect();
        let ranking = ranking.iter().map(|rank| rank.to_vec()).collect();
        let ending = Ending::new(
            &Outcome {
                verdicts: verdicts.to_vec(),
                ranking,
                scores: scores.to_vec(),
                is_scored: false,
            },
            &players,
        );
        (ending.result, ending.sentences(&players, None).join(" "))
    }

    #[test]
    fn a_game_that_could_end_here_is_told_in_a_sentence() {
        let standing = |verdicts: &[Verdict], scores: &[Option<i32>]| {
            let players: Vec<String> = ["Ann", "Bob"][..verdicts.len()]
                .iter()
                .map(|name| name.to_string())
                .collect();
            let outcome = Outcome {
                verdicts: verdicts.to_vec(),
                ranking: vec![],
                scores: scores.to_vec(),
                is_scored: false,
            };
            Ending::new(&outcome, &players).standing(&players, None)
        };
        assert_eq!(standing(&[Draw], &[Some(3)]), "score 3.");
        assert_eq!(standing(&[Loss], &[None]), "lost.");
        assert_eq!(
            standing(&[Win, Loss], &[Some(12), Some(3)]),
            "Ann wins; Ann 12, Bob 3."
        );
        assert_eq!(
            standing(&[Win, Win], &[Some(3), Some(3)]),
            "Ann and Bob win; Ann 3, Bob 3."
        );
        assert_eq!(standing(&[Draw, Draw], &[]), "a draw.");
    }

    /// Whoever leaves a game that can be won has neither won nor lost it; where points alone count, they say it all.
    #[test]
    fn a_score_alone_is_no_draw() {
        let players = ["Ann".to_owned()];
        let told = |is_scored: bool| {
            let outcome = Outcome {
                verdicts: vec![Draw],
                ranking: vec![],
                scores: vec![Some(3)],
                is_scored,
            };
            let ending = Ending::new(&outcome, &players);
            ending.sentences(&players, None).join(" ")
        };
        assert_eq!(told(false), "Neither won nor lost. Score: 3.");
        assert_eq!(told(true), "Score: 3.");
    }

    #[test]
    fn results_of_one_player_and_of_several() {
        assert_eq!(
            ending(&[Win], &[], &[Some(37)]),
            ("win", "Ann has won. Score: 37.".into())
        );
        assert_eq!(
            ending(&[Loss], &[&[0]], &[None]),
            ("loss", "Ann has lost.".into())
        );
        assert_eq!(
            ending(&[Draw], &[], &[]),
            ("draw", "Neither won nor lost.".into())
        );
        assert_eq!(
            ending(&[Draw, Loss], &[], &[]),
            ("draw", "Nobody has won.".into())
        );
        assert_eq!(
            ending(&[Loss, Win], &[], &[Some(1), Some(2)]),
            ("win", "Bob has won. Scores: Ann 1, Bob 2.".into())
        );
        assert_eq!(
            ending(&[Loss, Loss], &[], &[]),
            ("loss", "Nobody has won.".into())
        );
        assert_eq!(
            ending(&[Draw, Draw], &[], &[]),
            ("draw", "It is a draw.".into())
        );
        assert_eq!(
            ending(&[Loss, Win], &[&[1], &[0]], &[Some(1), Some(2)]),
            ("ranked", "Bob has won. Scores: Bob 2, Ann 1.".into())
        );
        assert_eq!(
            ending(&[Win, Win], &[&[1], &[0]], &[Some(1), Some(2)]),
            (
                "ranked",
                "Ann and Bob have won. Bob comes first. Scores: Bob 2, Ann 1.".into()
            )
        );
        assert_eq!(
            ending(&[Win, Win, Loss], &[&[1], &[0, 2]], &[]),
            (
                "ranked",
                "Ann and Bob have won. Bob comes first. Ann and Cy come second.".into()
            )
        );
    }
}
