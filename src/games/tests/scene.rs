//! A game in progress, driven by the names of moves. Each game adds how its positions are described in words.

use crate::referee::{Choices, Game, Seat, Turn, Words};

pub struct Scene<G: Game> {
    pub game: G,
    pub p: G::Position,
    /// What the last call of [`play`](Self::play) told.
    pub told: Vec<G::Event>,
}

impl<G: Words> Scene<G> {
    /// The start of a game.
    pub fn begin(game: G) -> Scene<G> {
        Scene {
            p: game.start(),
            game,
            told: Vec::new(),
        }
    }

    /// Makes moves, each of which must be legal.
    pub fn play(&mut self, ids: &str) -> &mut Scene<G> {
        self.told.clear();
        for id in ids.split_whitespace() {
            let mv = self
                .game
                .parse(id)
                .unwrap_or_else(|| panic!("`{id}` is not a move"));
            let mut tell = |event| self.told.push(event);
            if self.game.untold(&self.p) == Some(mv) {
                self.game.apply(&mut self.p, mv, &mut tell);
            } else if let Err(refusal) = self.game.play(&mut self.p, mv, &mut tell) {
                panic!(
                    "`{id}`: {} ({:?})",
                    self.game.refused(&self.p, refusal).reason,
                    self.p
                );
            }
        }
        self
    }

    /// Tries an illegal move, which changes nothing; returns the code of the refusal and the rule.
    pub fn refuse(&mut self, id: &str) -> (&'static str, &'static str) {
        let mv = self
            .game
            .parse(id)
            .unwrap_or_else(|| panic!("`{id}` is not a move"));
        let before = self.p.clone();
        let Err(refusal) = self.game.play(&mut self.p, mv, &mut |_| {}) else {
            panic!("`{id}` is legal")
        };
        assert_eq!(self.p, before, "a refusal changes nothing");
        let refused = self.game.refused(&self.p, refusal);
        assert!(
            !refused.reason.is_empty(),
            "`{id}` is refused without a reason"
        );
        (
            refused.code,
            refused
                .rule
                .unwrap_or_else(|| panic!("`{id}` is refused without a rule")),
        )
    }

    /// The names of the legal moves, in order.
    pub fn ids(&self) -> Vec<String> {
        let mut choices = Choices::default();
        self.game.moves(&self.p, &mut choices);
        choices
            .iter()
            .map(|choice| self.game.id(choice.mv))
            .collect()
    }

    /// The same without their verbs: "c4" for "go:c4".
    pub fn names(&self) -> Vec<String> {
        let tail = |id: String| {
            id.split_once(':')
                .map_or(id.clone(), |(_, tail)| tail.to_owned())
        };
        self.ids().into_iter().map(tail).collect()
    }

    /// The player to answer, counted from 1; `None` while chance decides, and after the end.
    pub fn asked(&self) -> Option<u8> {
        match self.game.turn(&self.p) {
            Turn::Player(seat) => Some(seat + 1),
            _ => None,
        }
    }

    pub fn is_over(&self) -> bool {
        self.game.turn(&self.p) == Turn::Over
    }

    pub fn was_told(&self, wanted: impl Fn(&G::Event) -> bool) -> bool {
        self.told.iter().any(wanted)
    }

    /// Everything that a seat may be shown, as one text.
    pub fn seen_by(&self, seat: Option<Seat>) -> String {
        let view = serde_json::to_string(&self.game.view(&self.p, seat)).expect("a view as JSON");
        let board = self.game.board(&self.p, seat, 80);
        format!(
            "{view}\n{board}\n{}\n{}",
            self.game.describe(&self.p, seat).join("\n"),
            self.game.question(&self.p)
        )
    }
}
