//! How the game asks at a prompt: all Controls, a hero's action with its dice, and the raises of a monster are each asked
//! for as one.

use crate::games::english::{capital, counted};
use crate::games::miniskull_caverns::Caverns;
use crate::games::miniskull_caverns::data::GEMS;
use crate::games::miniskull_caverns::data::card::{Adjustment, Control, Flip};
use crate::games::miniskull_caverns::data::map::Space;
use crate::games::miniskull_caverns::rules::event::Event;
use crate::games::miniskull_caverns::rules::moves::{Exert, Gain, Move, Payment};
use crate::games::miniskull_caverns::rules::position::{MAX_DAMAGE, MAX_MONSTER, Position, Step};
use crate::games::shared::narrator::Narrator;
use crate::referee::odds::chance;
use crate::referee::{Game, Heading, Manner, News, Prompting, Seat, Setup, Short, Turn, When};

impl Prompting for Caverns {
    fn manner(&self, p: &Position, _by_hand: &[bool]) -> Manner<Move> {
        let usual = match p.step {
            Step::Raise | Step::HordeSpend => Some((Move::Spend(0), "nobody".into())),
            Step::Help => Some((Move::Help(false), "nobody".into())),
            Step::Attack => Some((Move::Peace, "nobody".into())),
            _ => None,
        };
        // R94, R96: Strength spent plus Strength lost is never less than what is lost without spending.
        let idle = p.step == Step::HordeSpend || p.step == Step::Raise && !self.raise_matters(p);
        Manner {
            lead: Some(self.lead(p)),
            shown: matches!(self.turn(p), Turn::Player(_)) && !matches!(p.step, Step::Raise) && !self.places_openly(p),
            usual,
            when: if idle { When::Idle } else { When::Open },
            batch: batch(p),
            // The question for the first Control covers all of them.
            joint: p.step == Step::Adjust || p.step == Step::AttackTactic && !self.keeps_secrets(),
            silent: matches!(p.step, Step::Raise | Step::Help),
        }
    }

    fn short(&self, p: &Position, mv: Move) -> Option<Short> {
        let seat = p.acting;
        let orientation = p.hero(seat).orientation;
        let text = match mv {
            Move::Start(at) | Move::Go(at) => self.space_short(p, at),
            Move::First(seat) | Move::Fight(seat) | Move::Attack(seat, None) => self.name(seat).to_owned(),
            Move::Attack(seat, Some(next)) => format!("{} then {}", self.name(seat), self.name(next)),
            Move::Place(control, exert) if self.places_openly(p) => control_short(control, exert),
            Move::Place(control, exert) => {
                let action = self.side_text(seat, self.data.actions[usize::from(seat)].after(orientation, control));
                format!("{} {}", control_short(control, exert), action.replace(", noise", ""))
            }
            Move::Adjust(what) => {
                format!("{} {}", turn_short(what), self.side_text(seat, orientation.adjusted(what)).replace(", noise", ""))
            }
            Move::Rest => "rest".to_owned(),
            Move::Stay => "stay".to_owned(),
            Move::Pass(path) => {
                let way: Vec<String> = path.spaces().iter().map(|space| self.map.name(*space)).collect();
                format!("{} paying Strength", way.join("-"))
            }
            Move::Hide(Gain::Strength) => "hide strength".to_owned(),
            Move::Hide(Gain::Clock) => "hide clock".to_owned(),
            Move::Hide(Gain::All) => "hide".to_owned(),
            Move::Heal => "heal".to_owned(),
            Move::Search => format!("search ({})", self.finding(p, &[mv])),
            Move::Wait => "clock".to_owned(),
            Move::Peace => "nobody".to_owned(),
            Move::Pay(Payment::Strength) => {
                counted(p.hero(p.fight.target).strength.min(2), "Strength").replace("Strengths", "Strength")
            }
            Move::Pay(Payment::Gem) => "gem".to_owned(),
            Move::Spend(points) if p.step == Step::Raise => format!("+{points} on {}", self.name(seat)),
            Move::Spend(points) if p.step == Step::HordeSpend => format!("+{points}"),
            Move::Spend(points) => self.spending(p, points),
            Move::Again(true) => format!("again ({})", self.finding(p, &[mv])),
            Move::Again(false) | Move::Help(false) => "no".to_owned(),
            Move::Help(true) => format!("help{}", self.hitting(p, &[mv])),
            Move::Tactic(tactic) => tactic.name().to_owned(),
            Move::Clock(die) => ["first", "second"][usize::from(die % 2)].to_owned(),
            Move::Roll(roll) => roll.to_string(),
        };
        let danger =
            self.is_fatal(p, mv).then(|| "That is your last Strength, and you are lost. Do it all the same?".into());
        Some(Short { text, danger, ..Short::default() })
    }

    fn news(&self, p: &Position, event: Event) -> News {
        match event {
            Event::RoundBegan { .. } | Event::Placed { .. } | Event::Shown { .. } | Event::TinyFaced { .. } => News::Silent,
            Event::Turned { seat, orientation, .. } => News::fact(self.name(seat), self.side_text(seat, orientation)),
            Event::Adjusted { seat, orientation, .. } => {
                News::fact(self.name(seat), format!("turned to {}", self.side_text(seat, orientation)))
            }
            Event::Noise { total } => News::Brief(format!("Noise {total}.")),
            Event::Moved { seat, to } => News::fact(self.name(seat), self.map.name(to)),
            // The question says so.
            Event::HordeFaced { .. } if p.step == Step::Raise && self.raise_matters(p) => News::Silent,
            Event::HordeFaced { seat, roll, monster } => {
                News::Brief(format!("{} {roll} against {monster}.", self.name(seat)))
            }
            Event::HordeBeaten { .. } => News::Silent,
            Event::Searched { seat, roll, found, again } => {
                let again = if again { " again" } else { "" };
                let nothing = if found { "" } else { ", finds nothing" };
                News::fact(self.name(seat), format!("searches{again} with {roll}{nothing}"))
            }
            Event::GemsTaken { seat, count, gems } => {
                News::fact(self.name(seat), format!("takes {}, has {gems} of {GEMS}", counted(count, "Gem")))
            }
            Event::MonsterCame { seat, strength } => News::fact(self.name(seat), format!("meets a monster of {strength}")),
            Event::MonsterHit { seat, roll } => News::fact(self.name(seat), format!("rolls {roll}")),
            Event::MonsterBeaten { seat } => News::fact(self.name(seat), "beats it"),
            Event::MonsterWon { seat } => News::fact(self.name(seat), "does not beat it"),
            Event::Expended { seat, strength, .. } => News::fact(self.name(seat), format!("Strength {strength}")),
            Event::Lost { seat, points, strength, .. } => {
                News::Brief(format!("{} loses {points}: Strength {strength}.", self.name(seat)))
            }
            Event::Gained { seat, points, strength, .. } => {
                News::Brief(format!("{} gains {points}: Strength {strength}.", self.name(seat)))
            }
            Event::TacticShown { seat, tactic } => News::fact(self.name(seat), tactic.name()),
            Event::Rolled { seat, roll, rule: "R61" } => News::fact(self.name(seat), roll.to_string()),
            // The sums say so.
            Event::Rolled { rule: "R72", .. } => News::Silent,
            Event::Healed { .. } | Event::Rested { forced: false, .. } => News::Silent,
            Event::TokenPassed { .. } => News::Silent,
            _ => News::Full,
        }
    }

    fn colour(&self, seat: Seat) -> Option<&str> {
        self.data.heroes.get(usize::from(seat)).map(String::as_str)
    }

    fn heading(&self, p: &Position) -> Option<Heading> {
        let first = if p.is_solo() { String::new() } else { format!(" · {} first", self.name(p.first)) };
        (p.round > 0).then(|| Heading { round: p.round, text: format!("Round {}{first}", p.round) })
    }

    fn holding(&self, p: &Position, seat: Seat, _eyes: Option<Seat>) -> Option<String> {
        let hero = p.hero(seat);
        let at = hero.at.map_or("not placed yet".to_owned(), |at| format!("on {}", self.map.name(at)));
        let hidden = if hero.hidden { ", hidden" } else { "" };
        let gems = counted(hero.gems, "Gem");
        Some(format!("{at}{hidden}, Strength {}, {gems}; {}", hero.strength, self.side_text(seat, hero.orientation)))
    }

    fn summary(&self, p: &Position) -> Option<String> {
        let stands = (0..p.seats).map(|seat| {
            let hero = p.hero(seat);
            format!("{} Strength {} Gems {}", self.name(seat), hero.strength, hero.gems)
        });
        Some(stands.collect::<Vec<String>>().join("   "))
    }

    fn table_version(&self, p: &Position) -> u64 {
        u64::from(p.round)
    }
}

/// Groups questions that people answer together: the Controls, all actions with their dice, a fight, the monsters' dice.
fn batch(p: &Position) -> Option<u64> {
    let kind = match p.step {
        Step::Place => 0,
        Step::Adjust => 3,
        Step::Noise | Step::Start | Step::First | Step::Clock | Step::Over => return None,
        Step::Action
        | Step::Attack
        | Step::AmbushRoll
        | Step::AmbushDefence
        | Step::AmbushLoss
        | Step::Search
        | Step::SearchAgain
        | Step::Monster
        | Step::MonsterSpend
        | Step::Again => 8,
        Step::Target => 16 + u64::from(p.acting),
        Step::AttackTactic | Step::DefenceTactic | Step::AttackRoll | Step::DefenceRoll => 16 + u64::from(p.fight.attacker),
        Step::TinyRoll | Step::TinyDefence | Step::TinySpend => 24 + u64::from(p.acting),
        Step::Help => 1,
        Step::Disturbed | Step::Horde | Step::HordeSpend => 2,
        // R93: after each raise the question is asked again.
        Step::Raise => 1 << 6 | u64::from(p.acting) << 4 | u64::from(p.fight.die),
    };
    Some(u64::from(p.round) << 8 | kind)
}

/// "0", "2+", "f+ccw".
fn control_short(control: Control, exert: Exert) -> String {
    let own = ["0", "1", "2", "f"][control as usize];
    match exert {
        Exert::No => own.to_owned(),
        Exert::Yes => format!("{own}+"),
        Exert::For(what) => format!("{own}+{}", turn_short(what)),
    }
}

/// "cw"
fn turn_short(what: Adjustment) -> &'static str {
    match what {
        Adjustment::Forward => "cw",
        Adjustment::Backward => "ccw",
        Adjustment::Flip(Flip::Sideways) => "side",
        Adjustment::Flip(Flip::EndOverEnd) => "end",
    }
}

impl Caverns {
    /// Whether the Controls are reported for all at once, after they are revealed.
    fn places_openly(&self, p: &Position) -> bool {
        p.step == Step::Place && !self.keeps_secrets() && !p.is_solo()
    }

    /// The chance that the acting hero wins the fight after these moves: ": wins 15 in 36".
    fn hitting(&self, p: &Position, moves: &[Move]) -> String {
        let settled = |events: &[Event], after: &Position| {
            let of = |event: &Event| match event {
                Event::AmbushWon { .. } | Event::TinyHurt { .. } => Some(true),
                Event::AmbushFailed { .. } | Event::AmbushTied { .. } | Event::TinyTied { .. } | Event::Lost { .. } => {
                    Some(false)
                }
                _ => None,
            };
            events.iter().find_map(of).or((after.step == Step::TinySpend).then_some(true))
        };
        chance(self, p, moves, settled).map_or(String::new(), |odds| format!(": wins {}", odds.on_two_dice()))
    }

    /// R93, R96: whether the acting hero would lose more if all others spent all their Strength on the monster.
    fn raise_matters(&self, p: &Position) -> bool {
        let hero = p.hero(p.acting);
        let loss = |monster: u8| monster.saturating_sub(p.fight.own).min(MAX_DAMAGE).min(hero.strength);
        let others = (0..p.seats).filter(|seat| *seat != p.acting).map(|seat| p.hero(seat).strength).sum::<u8>();
        loss(p.fight.die) != loss((p.fight.die + others).min(MAX_MONSTER.max(p.fight.die)))
    }

    /// "a2 Gem"
    fn space_short(&self, p: &Position, space: Space) -> String {
        let text = self.space_text(p, space);
        text.replace(": ", " ").replace("a Gem", "Gem").replace(',', "")
    }

    /// The question without its answers.
    fn lead(&self, p: &Position) -> String {
        let actor = match Setup::is_nameless(&self.players) {
            true => "you",
            false => self.name(p.acting),
        };
        let does = |one: &str, many: &str| match Setup::is_nameless(&self.players) {
            true => format!("you {one}"),
            false => format!("{actor} {many}"),
        };
        let (attacker, target) = (self.name(p.fight.attacker), self.name(p.fight.target));
        let text = match p.step {
            // Revealed Controls are reported in the order in which they were placed.
            Step::Place if self.places_openly(p) => {
                let untold = p.in_turn().rev().filter(|seat| p.hero(*seat).placed.is_none());
                let untold: Vec<&str> = untold.map(|seat| self.name(seat)).collect();
                match untold.as_slice() {
                    [one] => format!("What does {one}'s Control show"),
                    all if all.len() < usize::from(p.seats) => format!("What do the Controls of {} show", all.join(", ")),
                    all => format!("Place Controls: {}. Turned up, what do they show", all.join(", ")),
                }
            }
            Step::Place => format!("{actor}, Control"),
            Step::Start => format!("{} on", does("start", "starts")),
            Step::First => "Who begins".to_owned(),
            Step::Adjust => format!("The Strength on the Control, {actor}"),
            Step::Noise => "Noise die".to_owned(),
            Step::Action => actor.to_owned(),
            // R61: only the dice decide, whoever is attacked.
            Step::Attack => {
                let target = (0..p.seats).find(|seat| self.can_ambush(p, *seat).is_ok());
                let odds = target.map_or(String::new(), |seat| self.hitting(p, &[Move::Attack(seat, None)]));
                format!("{}{}", does("attack", "attacks"), odds.replace(':', ","))
            }
            Step::AmbushRoll => format!("{} against {target}", does("roll", "rolls")),
            Step::AmbushDefence => format!("{target} rolls against {}", p.fight.die),
            Step::AmbushLoss => format!("{target} loses"),
            Step::Search | Step::SearchAgain => format!("{}, {}", does("roll", "rolls"), self.finding(p, &[])),
            Step::Monster => format!("{} against the monster of {}", does("roll", "rolls"), p.fight.die),
            Step::MonsterSpend => format!("{actor}, {} of {} hit: Strength added", p.fight.own, p.fight.die),
            Step::Again => format!("{actor}, a second search"),
            Step::Target if !self.keeps_secrets() => format!("{actor} against whom, Tactics, dice"),
            Step::Target => does("fight", "fights"),
            Step::AttackTactic if !self.keeps_secrets() => {
                format!("{attacker} against {target}, Tactics turned up, {attacker}'s")
            }
            Step::DefenceTactic if !self.keeps_secrets() => {
                format!("{attacker} against {target}, Tactics turned up, {target}'s")
            }
            Step::AttackTactic => format!("{attacker} against {target}, Tactic"),
            Step::DefenceTactic => format!("{target} against {attacker}, Tactic"),
            Step::AttackRoll => format!("{attacker} rolls"),
            Step::DefenceRoll => format!("{target} rolls against {}", p.fight.die),
            Step::TinyRoll => format!("Tiny rolls against {actor}"),
            Step::TinyDefence => format!("{} against Tiny's {}", does("roll", "rolls"), p.fight.die),
            Step::TinySpend => {
                format!("{} for {}, Tiny has {}: Strength added", does("hit", "hits"), p.fight.own - p.fight.die, p.tiny)
            }
            Step::Help => "Anyone help against Tiny".to_owned(),
            Step::Disturbed => format!("Disturbed on {} or less, the die", p.noise),
            Step::Horde => format!("{} against {}", does("roll", "rolls"), p.fight.die),
            Step::Raise => {
                format!("Anyone strengthen a monster, {actor} {} against {}", p.fight.own, p.fight.die)
            }
            Step::HordeSpend => format!("{actor}, Strength added"),
            Step::Clock => format!("Countdown die {}", if p.rises { "up" } else { "down" }),
            Step::Over => "The game is over".to_owned(),
        };
        capital(&text)
    }
}
