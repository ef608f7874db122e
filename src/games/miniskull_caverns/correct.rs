//! Sets up the table as people describe it. Cards that are face down stay as they are.

use super::Caverns;
use super::data::card::Orientation;
use super::data::map::Space;
use super::rules::event::Event;
use super::rules::position::{Position, Step};
use super::sight::places::TAKEN;
use crate::games::shared::described::{demand, player_called};
use crate::referee::corrections::{Described, Ending};
use crate::referee::edits::EditContext;
use crate::referee::message::Message;
use crate::referee::snapshot::{Place, Snapshot, Viewer};
use crate::referee::{Outcome, Refused, Verdict};

impl EditContext for Caverns {
    fn tile_place(&self, _tile: &str) -> Option<Place> {
        None
    }

    fn beside(&self, _cell: &str, _side: &str) -> Option<String> {
        None
    }
}

impl Described for Caverns {
    const FORMS: &'static [(&'static str, &'static str)] = &[
        (
            "red to c4",
            "a hero's pawn: by its colour or its player's name",
        ),
        ("gem from c4 to red", "one Gem, of a space or a hero"),
        ("strength red 3", "a hero's Strength die; also tiny 5"),
        (
            "red card FT",
            "how an Action card lies: FT is front, top edge up; BL is back, left edge up",
        ),
        (
            "first red",
            "who holds the First Player token; go red, who acts now; round 4",
        ),
        (
            "red hidden",
            "hidden to the end of the round; or red hidden no; done, who has fought Tiny or met its monster",
        ),
        ("clock1 3", "alone: a countdown die; also clock2"),
        (
            "from red d3",
            "where a hero stood when the round began; noise 4, while actions are chosen",
        ),
    ];

    fn snapshot(&self, p: &Position, _viewer: Viewer) -> Snapshot {
        self.describe_table(p)
    }

    fn arrange(&self, p: &mut Position, to: &Snapshot, whole: bool) -> Result<(), Message> {
        demand(whole || p.round > 0, "place the heroes first")?;
        let Some(table) = to.place("table") else {
            return Ok(());
        };
        let seat = |key: &str| {
            player_called(&self.players, TAKEN, table.get(key), |word| {
                self.hero_named(word)
            })
        };
        let (first, go) = (seat("first")?, seat("go")?);
        let acts = !table.get("phase").is_empty();
        demand(
            whole || acts == (p.step == Step::Action),
            "the phase follows from play: `undo` goes back",
        )?;
        let begun = if whole { !acts } else { begins(p) };
        p.tiny = table.number("tiny")?;
        demand(p.tiny > 0, "without Strength Tiny would be defeated")?;
        if p.is_solo() {
            p.clock = [table.number("clock1")?, table.number("clock2")?];
        }
        let round = table.number::<u32>("round")?.max(u32::from(whole));
        demand(round > 0, "rounds count from 1")?;
        p.round = round;
        if !begun {
            p.noise = table.number("noise")?;
        }
        for seat in 0..p.seats {
            let Some(place) = to.place(&self.hero_id(seat)) else {
                continue;
            };
            let at = place.read("at", |word| self.map.parse(word))?;
            let came = match place.get("from") {
                "" => None,
                _ => Some(place.read("from", |word| self.map.parse(word))?),
            };
            let orientation = place.read("card", Orientation::parse)?;
            let strength = place.number("strength")?;
            let hidden = place.holds("hidden")?;
            let done = place.holds("done")?;
            let hero = p.hero_mut(seat);
            if begun || whole || came.is_some() {
                hero.from = came.or(Some(at));
            }
            hero.at = Some(at);
            hero.strength = strength;
            hero.orientation = orientation;
            hero.hidden = hidden;
            hero.done = done;
            hero.gems = place.pieces("gems").len() as u8;
        }
        for space in Space::ALL {
            p.lying[space.index()] = to
                .place(&self.map.name(space))
                .map_or(0, |place| place.pieces("gems").len() as u8);
        }
        if whole {
            p.step = if acts { Step::Action } else { Step::Place };
            p.noise = if acts { p.noise } else { 0 };
        }
        let (moved, passed) = (first != p.first, go != p.acting);
        p.first = first;
        match begun {
            true if moved || whole => p.acting = p.in_turn().next_back().unwrap_or_default(),
            true => demand(
                !passed,
                "the last in turn order places first: say who is first",
            )?,
            false if passed || whole => {
                demand(
                    p.step == Step::Action,
                    "whose go it is can be said while actions are chosen",
                )?;
                p.acting = go;
            }
            false => {}
        }
        Ok(())
    }

    fn under_way(&self, p: &Position) -> Option<&'static str> {
        match p.step {
            Step::Over => Some("the game is over"),
            Step::Start | Step::First => Some("the heroes are placed"),
            Step::Action => None,
            _ if begins(p) => None,
            _ => Some("a round is under way"),
        }
    }

    fn go_on(&self, p: &mut Position, tell: &mut impl FnMut(Event)) {
        // R51: where there is no Gem, nobody searches.
        if searches(p) && p.underfoot(p.acting) == 0 {
            self.next_action(p, tell);
        }
    }

    fn rolled(&self, p: &Position) -> Option<u8> {
        p.step.blow().map(|blow| blow.roll).or(p.step.against())
    }

    fn broken(&self, p: &Position) -> Option<Refused> {
        Caverns::broken(self, p)
    }

    fn reworded(&self, _table: &Snapshot, words: &str) -> Option<String> {
        let words: Vec<&str> = words.split_whitespace().collect();
        match words.as_slice() {
            ["clock", die, left] => Some(format!("clock{die} {left}")),
            ["turn", hero, "to", side] => Some(format!("{hero} card {side}")),
            _ => None,
        }
    }
}

impl Ending for Caverns {
    /// The result before Tiny falls: nobody has won; alone, that is a loss.
    fn standing(&self, p: &Position) -> Outcome {
        let verdict = if p.is_solo() {
            Verdict::Loss
        } else {
            Verdict::Draw
        };
        let seats = self.players.len();
        Outcome {
            verdicts: vec![verdict; seats],
            ranking: Vec::new(),
            scores: vec![None; seats],
            is_scored: false,
        }
    }
}

/// Whether the acting hero is searching.
fn searches(p: &Position) -> bool {
    matches!(
        p.step,
        Step::Search
            | Step::SearchAgain
            | Step::Monster(_)
            | Step::MonsterSpend(_)
            | Step::Again(_)
    )
}

/// Whether a round has just begun, with no Control placed yet.
fn begins(p: &Position) -> bool {
    p.step == Step::Place && p.playing().iter().all(|hero| hero.placed.is_none())
}
