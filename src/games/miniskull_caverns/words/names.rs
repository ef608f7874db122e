//! Converts moves to their stable names, and back.

use crate::games::miniskull_caverns::Caverns;
use crate::games::miniskull_caverns::data::card::{Adjustment, Control, Tactic};
use crate::games::miniskull_caverns::data::map::Space;
use crate::games::miniskull_caverns::rules::moves::{Exert, Gain, Move, Path, Payment};

impl Caverns {
    pub(super) fn move_id(&self, mv: Move) -> String {
        let name = |space: Space| self.map.name(space);
        let hero = |seat: u8| self.data.heroes.get(usize::from(seat)).map_or("nobody", String::as_str);
        let yes = |yes: bool| if yes { "yes" } else { "no" };
        match mv {
            Move::Start(at) => format!("start:{}", name(at)),
            Move::First(seat) => format!("first:{}", hero(seat)),
            Move::Place(control, Exert::No) => format!("place:{}", control.id()),
            Move::Place(control, Exert::Yes) => format!("place:{}+", control.id()),
            Move::Place(control, Exert::For(what)) => format!("place:{}+{}", control.id(), what.id()),
            Move::Adjust(what) => format!("adjust:{}", what.id()),
            Move::Rest => "rest".to_owned(),
            Move::Stay => "stay".to_owned(),
            Move::Go(to) => format!("go:{}", name(to)),
            Move::Pass(path) => {
                format!("pass:{}", path.spaces().iter().map(|space| name(*space)).collect::<Vec<_>>().join("-"))
            }
            Move::Hide(Gain::All) => "hide".to_owned(),
            Move::Hide(Gain::Strength) => "hide:strength".to_owned(),
            Move::Hide(Gain::Clock) => "hide:clock".to_owned(),
            Move::Heal => "heal".to_owned(),
            Move::Search => "search".to_owned(),
            Move::Wait => "clock".to_owned(),
            Move::Attack(seat, None) => format!("attack:{}", hero(seat)),
            Move::Attack(seat, Some(next)) => format!("attack:{}+{}", hero(seat), hero(next)),
            Move::Peace => "attack:none".to_owned(),
            Move::Pay(Payment::Strength) => "lose:strength".to_owned(),
            Move::Pay(Payment::Gem) => "lose:gem".to_owned(),
            Move::Spend(points) => format!("spend:{points}"),
            Move::Again(again) => format!("again:{}", yes(again)),
            Move::Fight(seat) => format!("fight:{}", hero(seat)),
            Move::Tactic(tactic) => format!("tactic:{}", tactic.name()),
            Move::Help(help) => format!("help:{}", yes(help)),
            Move::Clock(die) => format!("die:{}", u16::from(die) + 1),
            Move::Roll(roll) => format!("roll:{roll}"),
        }
    }

    pub(super) fn parse_move(&self, id: &str) -> Option<Move> {
        let id = id.trim().to_ascii_lowercase();
        let simple = [Move::Rest, Move::Stay, Move::Hide(Gain::All), Move::Heal, Move::Search, Move::Wait];
        if let Some(mv) = simple.into_iter().find(|mv| self.move_id(*mv) == id) {
            return Some(mv);
        }
        let (verb, word) = id.split_once(':')?;
        let yes = || match word {
            "yes" => Some(true),
            "no" => Some(false),
            _ => None,
        };
        match verb {
            "start" => self.map.parse(word).map(Move::Start),
            "first" => self.hero_named(word).map(Move::First),
            "place" => parse_place(word),
            "adjust" => Adjustment::parse(word).map(Move::Adjust),
            "go" => self.map.parse(word).map(Move::Go),
            "pass" => self.parse_path(word),
            "hide" => match word {
                "strength" => Some(Move::Hide(Gain::Strength)),
                "clock" => Some(Move::Hide(Gain::Clock)),
                _ => None,
            },
            "attack" if word == "none" => Some(Move::Peace),
            "attack" => match word.split_once('+') {
                None => Some(Move::Attack(self.hero_named(word)?, None)),
                Some((seat, next)) => Some(Move::Attack(self.hero_named(seat)?, Some(self.hero_named(next)?))),
            },
            "lose" => match word {
                "strength" => Some(Move::Pay(Payment::Strength)),
                "gem" => Some(Move::Pay(Payment::Gem)),
                _ => None,
            },
            "spend" => word.parse().ok().map(Move::Spend),
            "again" => yes().map(Move::Again),
            "fight" => self.hero_named(word).map(Move::Fight),
            "tactic" => Tactic::ALL.into_iter().find(|tactic| tactic.name() == word).map(Move::Tactic),
            "help" => yes().map(Move::Help),
            "die" => word.parse::<u8>().ok()?.checked_sub(1).map(Move::Clock),
            "roll" => word.parse().ok().map(Move::Roll),
            _ => None,
        }
    }

    /// Finds a hero by its colour or by its player's name.
    pub(crate) fn hero_named(&self, word: &str) -> Option<u8> {
        let colour = self.data.heroes.iter().position(|hero| hero.eq_ignore_ascii_case(word));
        let player = || self.players.iter().position(|player| player.eq_ignore_ascii_case(word));
        colour.or_else(player).map(|seat| seat as u8)
    }

    /// Parses a path by the spaces entered: "g2-c2".
    fn parse_path(&self, word: &str) -> Option<Move> {
        let spaces: Option<Vec<Space>> = word.split('-').map(|word| self.map.parse(word)).collect();
        Path::new(&spaces?).map(Move::Pass)
    }
}

/// Parses "rotate1", "rotate1+" or "rotate1+forward".
fn parse_place(word: &str) -> Option<Move> {
    let (name, exert) = match word.split_once('+') {
        None => (word, Exert::No),
        Some((name, "")) => (name, Exert::Yes),
        Some((name, what)) => (name, Exert::For(Adjustment::parse(what)?)),
    };
    let control = Control::ALL.into_iter().find(|control| control.id() == name)?;
    Some(Move::Place(control, exert))
}
