//! Positions for tests, described in words.

use crate::games::Setup;
use crate::games::miniskull_caverns::data::card::Orientation;
use crate::games::miniskull_caverns::data::map::Space;
use crate::games::miniskull_caverns::rules::event::Event;
use crate::games::miniskull_caverns::rules::position::{Position, Step};
use crate::games::miniskull_caverns::{Caverns, ID};
use crate::kit::{Files, Kit};
use crate::referee::journal::Secrets;
use crate::referee::{Choices, Game, Seat, Turn, Words};

pub fn shipped() -> Kit {
    Kit::open(Files::shipped(ID).expect("a shipped kit")).expect("a good kit")
}

pub fn setup(players: usize, secrets: Secrets, options: &[(&str, &str)]) -> Setup {
    Setup {
        players: ["Ann", "Bob", "Cid"][..players].iter().map(|name| (*name).to_owned()).collect(),
        secrets,
        options: options.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect(),
        ..Setup::default()
    }
}

/// The shipped game for this many players, with these options; the referee keeps secrets.
pub fn caverns(players: usize, options: &[(&str, &str)]) -> Caverns {
    Caverns::new(&shipped(), &setup(players, Secrets::Referee, options)).expect("the shipped kit")
}

/// A game in progress, driven by the names of moves. Heroes are counted from 1.
pub struct Scene {
    pub game: Caverns,
    pub p: Position,
    pub told: Vec<Event>,
}

impl Scene {
    /// Round 1, with the heroes on the first starts in order, and hero 1 first.
    pub fn new(players: usize) -> Scene {
        Scene::with(players, &[])
    }

    pub fn with(players: usize, options: &[(&str, &str)]) -> Scene {
        let game = caverns(players, options);
        let mut scene = Scene { p: game.start(), game, told: Vec::new() };
        while scene.p.step == Step::Start {
            let start = scene.options().split(' ').min().expect("a start").to_owned();
            scene.play(&format!("start:{start}"));
        }
        if players > 1 {
            scene.play("first:red");
        }
        scene.told.clear();
        scene
    }

    /// Puts a hero somewhere, as if it had been there when the round began.
    pub fn hero(&mut self, number: u8, space: &str, strength: u8, gems: u8) {
        let at = self.at(space);
        let hero = self.p.hero_mut(number - 1);
        (hero.at, hero.from, hero.strength, hero.gems) = (Some(at), Some(at), strength, gems);
    }

    /// Puts Gems on these spaces and no others: "a4", or "a4:2".
    pub fn gems(&mut self, words: &str) {
        self.p.lying = [0; 25];
        for word in words.split(' ').filter(|word| !word.is_empty()) {
            let (space, count) = word.split_once(':').unwrap_or((word, "1"));
            self.p.lying[self.at(space).index()] = count.parse().expect("a number");
        }
    }

    pub fn first(&mut self, number: u8) {
        self.p.first = number - 1;
        self.p.acting = self.p.in_turn().next_back().expect("a seat");
    }

    /// Turns the Action cards so that each hero's Rotate 0 results in these sides: "FL BT".
    pub fn sides(&mut self, words: &str) {
        for (seat, word) in words.split(' ').enumerate() {
            self.p.heroes[seat].orientation = Orientation::parse(word).expect("a side");
        }
    }

    /// Everybody places Rotate 0, in the order in which they are asked.
    pub fn keep_cards(&mut self) {
        for _ in 0..self.p.seats {
            self.play("place:rotate0");
        }
    }

    pub fn at(&self, word: &str) -> Space {
        self.game.map.parse(word).expect("a space")
    }

    /// Makes moves, each of which must be legal.
    pub fn play(&mut self, ids: &str) {
        for id in ids.split(' ') {
            let mv = self.game.parse(id).unwrap_or_else(|| panic!("`{id}` is not a move"));
            let told = &mut self.told;
            let result = self.game.play(&mut self.p, mv, &mut |event| told.push(event));
            if let Err(refusal) = result {
                panic!("`{id}` in {:?}: {}", self.p.step, self.game.refused(&self.p, refusal).reason);
            }
            if let Some(broken) = self.game.broken(&self.p) {
                panic!("after `{id}`: {}", broken.reason);
            }
        }
    }

    /// Tries an illegal move; returns the code of the refusal and the rule.
    pub fn refuse(&mut self, id: &str) -> (&'static str, &'static str) {
        let mv = self.game.parse(id).unwrap_or_else(|| panic!("`{id}` is not a move"));
        let before = self.p;
        let refusal = self.game.play(&mut self.p, mv, &mut |_| {}).expect_err("a refusal");
        assert_eq!(self.p, before, "a refusal changes nothing");
        let refused = self.game.refused(&self.p, refusal);
        (refused.code, refused.rule.expect("a rule"))
    }

    /// The legal answers without their verbs, in order.
    pub fn options(&self) -> String {
        let mut choices = Choices::default();
        self.game.moves(&self.p, &mut choices);
        let ids = choices.iter().map(|choice| self.game.id(choice.mv));
        let names = ids.map(|id| id.split_once(':').map_or(id.as_str(), |(_, tail)| tail).to_owned());
        names.collect::<Vec<String>>().join(" ")
    }

    /// The player to answer, counted from 1; 0 for nobody.
    pub fn asked(&self) -> u8 {
        match self.game.turn(&self.p) {
            Turn::Player(seat) => seat + 1,
            _ => 0,
        }
    }

    /// A hero's side, Strength, Gems and space: "FL 3 0 b2".
    pub fn of(&self, number: u8) -> String {
        let hero = self.p.hero(number - 1);
        let at = hero.at.map_or("nowhere".to_owned(), |at| self.game.map.name(at));
        format!("{} {} {} {at}", hero.orientation.code(), hero.strength, hero.gems)
    }

    /// A hero's Strength.
    pub fn strength(&self, number: u8) -> u8 {
        self.p.hero(number - 1).strength
    }

    /// The number of Gems a hero carries.
    pub fn carried(&self, number: u8) -> u8 {
        self.p.hero(number - 1).gems
    }

    pub fn lying(&self, space: &str) -> u8 {
        self.p.lying[self.at(space).index()]
    }

    /// Everything that a seat may be shown, as one text.
    pub fn seen_by(&self, seat: Option<Seat>) -> String {
        let view = serde_json::to_string(&self.game.view(&self.p, seat)).expect("a view as JSON");
        let board = self.game.board(&self.p, seat, 80);
        format!("{view}\n{board}\n{}\n{}", self.game.describe(&self.p, seat).join("\n"), self.game.question(&self.p))
    }

    pub fn was_told(&self, wanted: impl Fn(&Event) -> bool) -> bool {
        self.told.iter().any(wanted)
    }
}
