//! Positions for tests, described in words.

use crate::games::Setup;
use crate::games::miniskull_caverns::data::card::Orientation;
use crate::games::miniskull_caverns::data::map::Space;
use crate::games::miniskull_caverns::rules::position::Step;
use crate::games::miniskull_caverns::{Caverns, ID};
use crate::kit::{Files, Kit};
use crate::referee::journal::Secrets;

pub fn shipped() -> Kit {
    Kit::open(Files::shipped(ID).expect("a shipped kit")).expect("a good kit")
}

pub fn setup(players: usize, secrets: Secrets, options: &[(&str, &str)]) -> Setup {
    Setup {
        players: ["Ann", "Bob", "Cid"][..players]
            .iter()
            .map(|name| (*name).to_owned())
            .collect(),
        secrets,
        options: options
            .iter()
            .map(|(name, value)| ((*name).to_owned(), (*value).to_owned()))
            .collect(),
        ..Setup::default()
    }
}

/// The shipped game for this many players, with these options; the referee keeps secrets.
pub fn caverns(players: usize, options: &[(&str, &str)]) -> Caverns {
    Caverns::new(&shipped(), &setup(players, Secrets::Referee, options)).expect("the shipped kit")
}

/// Heroes are counted from 1.
pub type Scene = crate::games::tests::scene::Scene<Caverns>;

impl Scene {
    /// Round 1, with the heroes on the first starts in order, and hero 1 first.
    pub fn new(players: usize) -> Scene {
        Scene::with(players, &[])
    }

    pub fn with(players: usize, options: &[(&str, &str)]) -> Scene {
        let game = caverns(players, options);
        let mut scene = Scene::begin(game);
        while scene.p.step == Step::Start {
            let start = scene
                .options()
                .split(' ')
                .min()
                .expect("a start")
                .to_owned();
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

    /// The legal answers without their verbs, in order.
    pub fn options(&self) -> String {
        self.names().join(" ")
    }

    /// A hero's side, Strength, Gems and space: "FL 3 0 b2".
    pub fn of(&self, number: u8) -> String {
        let hero = self.p.hero(number - 1);
        let at = hero
            .at
            .map_or("nowhere".to_owned(), |at| self.game.map.name(at));
        format!(
            "{} {} {} {at}",
            hero.orientation.code(),
            hero.strength,
            hero.gems
        )
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
}
