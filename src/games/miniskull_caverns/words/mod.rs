//! The game in words: questions, options and the set-up.

pub(super) mod names;
mod prompting;
mod stakes;
pub(super) mod story;

use super::Caverns;
use super::data::card::{Action, Adjustment, Control, Orientation, Tactic};
use super::rules::event::Event;
use super::rules::moves::{Exert, Gain, Move, Payment};
use super::rules::position::{End, MAX_DAMAGE, MAX_STRENGTH, Position, Step};
use super::rules::refusal::Refusal;
use crate::games::english::{capital, counted, listed};
use crate::games::shared::event::Events as _;
use crate::games::shared::narrator::Narrator;
use crate::referee::odds::needed;
use crate::referee::{
    Figure, Game, Happened, Pointing, Refused, Scene, Screen, Seat, Setup, Stake, Telling, Turn, Visibility, Words,
};

impl Words for Caverns {
    fn id(&self, mv: Move) -> String {
        self.move_id(mv)
    }

    fn parse(&self, id: &str) -> Option<Move> {
        self.parse_move(id)
    }

    fn question(&self, p: &Position) -> String {
        let question = self.ask(p);
        let name = format!("{}, ", self.name(0u8));
        match question.strip_prefix(&name).filter(|_| Setup::is_nameless(&self.players)) {
            Some(rest) => capital(rest),
            None => question,
        }
    }

    fn option(&self, p: &Position, mv: Move) -> String {
        let text = self.option_text(p, mv);
        if self.is_fatal(p, mv) { format!("{text}, your last: you are lost") } else { text }
    }

    fn telling(&self, p: &Position, event: Event) -> Telling {
        self.lexicon.telling(event.report(self, p))
    }

    fn stake(&self, _p: &Position, event: Event) -> Option<Stake> {
        self.stake_of(event)
    }

    fn refused(&self, p: &Position, refusal: Refusal) -> Refused {
        self.lexicon.refused(refusal.report(self, p))
    }

    fn board(&self, p: &Position, seat: Option<Seat>, width: usize) -> Screen {
        self.draw(&self.view(p, seat), width)
    }

    fn scene(&self, p: &Position, seat: Option<Seat>) -> Scene {
        self.scene_of(&self.view(p, seat))
    }

    fn pointing(&self, p: &Position, mv: Move, seat: Option<Seat>) -> Pointing {
        self.pointed(p, mv, seat)
    }

    fn figure(&self, p: &Position, seat: Seat) -> Figure {
        self.figured(p, seat)
    }

    fn describe(&self, p: &Position, seat: Option<Seat>) -> Vec<String> {
        self.describe_view(&self.view(p, seat))
    }

    fn story(&self, past: &[Happened<'_, Self>]) -> Vec<String> {
        self.retell(past)
    }

    fn audit(&self, p: &Position, _seat: Option<Seat>) -> Vec<String> {
        self.describe_table(p).lines()
    }

    fn visibility(&self, p: &Position) -> Visibility {
        match p.step {
            _ if !self.keeps_secrets() => Visibility::default(),
            // R20
            Step::Place => Visibility { seat: Some(p.acting), unlisted: false },
            // R72
            Step::AttackTactic => Visibility { seat: Some(p.fight.attacker), unlisted: false },
            Step::DefenceTactic => Visibility { seat: Some(p.fight.target), unlisted: false },
            _ => Visibility::default(),
        }
    }

    fn outside(&self, p: &Position, mv: Move) -> Option<String> {
        match (p.step, mv) {
            _ if !self.keeps_secrets() => None,
            (Step::Place, Move::Place(..)) => Some("a Control card, face down".to_owned()),
            (Step::AttackTactic | Step::DefenceTactic, Move::Tactic(_)) => Some("a Tactic, face down".to_owned()),
            _ => None,
        }
    }

    fn setup(&self) -> Vec<String> {
        let map = &self.map;
        let side = if map.back { "backs" } else { "fronts" };
        let names = |spaces: &[super::data::map::Space]| {
            listed(&spaces.iter().map(|space| map.name(*space)).collect::<Vec<String>>())
        };
        let heroes: Vec<String> = (0..self.players.len() as u8).map(|seat| self.hero_text(seat)).collect();
        let mut steps = vec![
            format!(
                "Lay the map cards with their {side} up, {} left of {}: the {} Tiny is whole, on {} ({}, R2).",
                map.cards[0],
                map.cards[1],
                map.tiny,
                map.name(map.centre),
                map.name
            ),
            format!("Put one Gem on each of {} (R6).", names(&map.gems)),
            format!("Take the cards, pawn and Strength die of your colour: {} (R4).", listed(&heroes)),
            format!("Set each Strength die to {} (R5).", self.set_up().heroes[0].strength),
            "Lay your Action card before you, front up, Walk at the top (R9).".to_owned(),
            format!("Lay Tiny's card aside with {} at the top, and the battle die beside it (R7).", self.data.tiny),
        ];
        if self.players.len() == 1 {
            let [first, second] = self.set_up().clock;
            steps.push(format!("Two more dice count down: set them to {first} and {second} (R112)."));
        }
        steps.push(format!("Pawns start on {} (R8).", names(&map.starts)));
        if self.players.len() > 1 {
            steps.push("Choose a first player, who takes the token (R9).".to_owned());
        }
        steps
    }
}

impl Caverns {
    /// A move in a few words, without its cost to a lone hero.
    fn option_text(&self, p: &Position, mv: Move) -> String {
        let seat = p.acting;
        let hero = p.hero(seat);
        match mv {
            Move::Start(at) | Move::Go(at) => self.space_text(p, at),
            Move::First(seat) => self.hero_text(seat),
            Move::Place(control, exert) => {
                let after = self.data.actions[usize::from(seat)].after(hero.orientation, control);
                let control = control.name();
                match exert {
                    Exert::No => format!("{control}: {}", self.side_text(seat, after)),
                    Exert::Yes => {
                        let card = &self.data.actions[usize::from(seat)];
                        let sides = Adjustment::ALL.map(|what| card.panel(after.adjusted(what)).action.title());
                        format!("{control}+: with 1 Strength {}", either(&sides))
                    }
                    Exert::For(what) => {
                        let side = self.side_text(seat, after.adjusted(what));
                        format!("{control}+ {}: {side}, for 1 Strength", what.name())
                    }
                }
            }
            Move::Adjust(what) => format!("{}: {}", what.name(), self.side_text(seat, hero.orientation.adjusted(what))),
            Move::Rest if hero.strength == MAX_STRENGTH => "rest".to_owned(),
            Move::Rest => "rest for 1 Strength".to_owned(),
            Move::Stay if self.panel(p, seat).action == Action::Run => "stay, and pay 1 Strength all the same".to_owned(),
            Move::Stay => "stay".to_owned(),
            Move::Pass(path) => {
                let way: Vec<String> = path.spaces().iter().map(|space| self.map.name(*space)).collect();
                format!("{}, paying Strength to pass", way.join(" "))
            }
            Move::Hide(Gain::Strength) => "hide for 1 Strength".to_owned(),
            Move::Hide(Gain::Clock) => "hide to turn a countdown die up".to_owned(),
            Move::Hide(Gain::All) if p.is_solo() => "hide for 1 Strength and a countdown die up".to_owned(),
            Move::Hide(Gain::All) => "hide for 1 Strength: nobody can attack you".to_owned(),
            Move::Heal => "heal 2 Strength".to_owned(),
            Move::Search => format!("search: {}", self.finding(p, &[mv])),
            Move::Wait => "turn a countdown die up instead of moving".to_owned(),
            Move::Attack(target, None) => format!("attack {}", self.foe_text(p, target)),
            Move::Attack(target, Some(next)) => {
                format!("attack {}, then {}", self.foe_text(p, target), self.foe_text(p, next))
            }
            Move::Peace => "attack nobody".to_owned(),
            Move::Pay(Payment::Strength) => format!("{} Strength", p.hero(p.fight.target).strength.min(2)),
            Move::Pay(Payment::Gem) => format!("a Gem, to {}", self.name(seat)),
            Move::Spend(points) if p.step == Step::Raise => {
                format!("+{points} on {}: {}", self.name(p.acting), self.comes_to(p, points))
            }
            Move::Spend(points) => self.spending(p, points),
            Move::Again(true) => format!("search again: {}", self.finding(p, &[mv])),
            Move::Again(false) => "leave it".to_owned(),
            Move::Fight(target) => format!("fight {}", self.foe_text(p, target)),
            Move::Tactic(tactic) => tactic_text(tactic).to_owned(),
            Move::Help(true) => "fight Tiny".to_owned(),
            Move::Help(false) => "keep out of it".to_owned(),
            Move::Clock(die) => {
                let left = p.clock.get(usize::from(die)).copied().unwrap_or_default();
                let to = if p.rises { left + 1 } else { left.saturating_sub(1) };
                let which = ["first", "second"][usize::from(die % 2)];
                format!("{}: the {which} die, from {left} to {to}", u16::from(die) + 1)
            }
            Move::Roll(roll) => roll.to_string(),
        }
    }

    /// R117: whether a decision costs a lone hero the last Strength.
    fn is_fatal(&self, p: &Position, mv: Move) -> bool {
        if !p.is_solo() || !matches!(self.turn(p), Turn::Player(_)) {
            return false;
        }
        if matches!(mv, Move::Place(_, Exert::Yes)) {
            return p.hero(p.acting).strength == 1;
        }
        let mut after = *p;
        let made = self.play(&mut after, mv, &mut |_| {});
        made.is_ok() && after.end == Some(End::NoStrength)
    }

    /// The question, with the player's name.
    fn ask(&self, p: &Position) -> String {
        let actor = self.name(p.acting);
        let target = self.name(p.fight.target);
        let whose = |seat| self.possessive(seat);
        match p.step {
            Step::Start => format!("{actor}, where do you start?"),
            Step::First => "Who is first?".to_owned(),
            Step::Place if self.keeps_secrets() || p.is_solo() => format!("{actor}, which Control?"),
            Step::Place if p.hero(p.left_of(p.acting, 1)).placed.is_none() => {
                let order: Vec<&str> = p.in_turn().rev().map(|seat| self.name(seat)).collect();
                format!(
                    "Place your Control cards face down, {}; then turn them up. What does {} card show?",
                    order.join(" then "),
                    whose(p.acting)
                )
            }
            Step::Place => format!("What does {} Control card show?", whose(p.acting)),
            Step::Adjust => format!("{actor}, what does the Strength on your Control card do?"),
            Step::Noise => format!("What does {actor} roll for noise? The card makes {}.", self.panel(p, p.acting).noise),
            Step::Action => {
                let action = self.panel(p, p.acting).action;
                match action {
                    Action::Search if p.underfoot(p.acting) == 0 => {
                        format!("{actor}, there is no Gem here to search for: where do you go instead?")
                    }
                    _ => format!("{actor}, {}: what do you do?", action.name()),
                }
            }
            Step::Attack => format!("{actor}, whom do you attack?"),
            Step::AmbushRoll => format!("What does {actor} roll to attack {target} by surprise?"),
            Step::AmbushDefence => format!("What does {target} roll in defence? {actor} has {}.", p.fight.die),
            Step::AmbushLoss => format!("{target}, {actor} has won: lose what?"),
            Step::Search => format!("What does {actor} roll to find the Gem? {}.", self.finding(p, &[])),
            Step::SearchAgain => format!("What does {actor} roll to find it after all? {}.", self.finding(p, &[])),
            Step::Monster => format!("What does {actor} roll against the monster of {}?", p.fight.die),
            Step::MonsterSpend => {
                format!("{actor}, spend how much Strength on it? {} of {} hit the monster.", p.fight.own, p.fight.die)
            }
            Step::Again => format!("{actor}, search a second time?"),
            Step::Target => format!("{actor}, which hero do you fight?"),
            Step::AttackTactic if !self.keeps_secrets() => format!(
                "Each play a Tactic face down, {actor} then {target}; then turn both up. What does {} card show?",
                whose(p.acting)
            ),
            Step::DefenceTactic if !self.keeps_secrets() => {
                format!("What does {} Tactic card show?", whose(p.fight.target))
            }
            Step::AttackTactic => format!("{actor}, which Tactic against {target}?"),
            Step::DefenceTactic => format!("{target}, which Tactic against {}?", self.name(p.fight.attacker)),
            Step::AttackRoll => format!("What does {} roll to attack?", self.name(p.fight.attacker)),
            Step::DefenceRoll => {
                format!("What does {target} roll to defend? {} rolled {}.", self.name(p.fight.attacker), p.fight.die)
            }
            Step::TinyRoll => format!("What does Tiny roll against {actor}?"),
            Step::TinyDefence => format!("What does {actor} roll against Tiny's {}?", p.fight.die),
            Step::TinySpend => {
                let hit = p.fight.own - p.fight.die;
                format!("{actor}, add how much Strength to the blow of {hit}? Tiny has {}.", p.tiny)
            }
            Step::Help => format!("{actor}, help to fight Tiny?"),
            Step::Disturbed => format!("What is rolled for Disturbed Monsters? They come on {} or less.", p.noise),
            Step::Horde => format!("What does {actor} roll against a monster of {}?", p.fight.die),
            Step::Raise => format!(
                "{}, make {} monster of {} stronger? The roll is {}.",
                self.name(p.fight.helper),
                whose(p.acting),
                p.fight.die,
                p.fight.own
            ),
            Step::HordeSpend => {
                format!("{actor}, add how much Strength to the {} against a monster of {}?", p.fight.own, p.fight.die)
            }
            Step::Clock => format!("{actor}, which countdown die goes {}?", if p.rises { "up" } else { "down" }),
            Step::Over => "The game is over.".to_owned(),
        }
    }

    /// "Ann (red)"
    pub(super) fn hero_text(&self, seat: u8) -> String {
        let colour = self.data.heroes.get(usize::from(seat)).map_or("", String::as_str);
        format!("{} ({colour})", self.name(seat))
    }

    /// "Walk, noise 1"
    pub(super) fn side_text(&self, seat: u8, orientation: Orientation) -> String {
        let panel = self.data.actions[usize::from(seat)].panel(orientation);
        format!("{}, noise {}", panel.action.title(), panel.noise)
    }

    /// The effect of each Control on a hero's Action card: "Rotate 1 Search".
    pub(super) fn prospects(&self, seat: u8, orientation: Orientation) -> Vec<String> {
        let card = &self.data.actions[usize::from(seat)];
        let prospect = |control: Control| {
            let action = card.panel(card.after(orientation, control)).action;
            format!("{} {}", control.name(), action.title())
        };
        Control::ALL.map(prospect).into()
    }

    /// "found on 2, 5 or 6"
    fn finding(&self, p: &Position, moves: &[Move]) -> String {
        let face = |mv| if let Move::Roll(face) = mv { Some(face) } else { None };
        let found = |event: &Event| matches!(event, Event::Searched { found: true, .. });
        needed(self, p, moves, face, found).map_or(String::new(), |needed| format!("found on {needed}"))
    }

    /// A space with its contents.
    fn space_text(&self, p: &Position, space: super::data::map::Space) -> String {
        let mut there: Vec<String> = p.standing_on(space).map(|seat| self.name(seat).to_owned()).collect();
        match p.lying[space.index()] {
            0 => {}
            1 => there.push("a Gem".to_owned()),
            gems => there.push(format!("{gems} Gems")),
        }
        if space == self.map.centre {
            there.push("Tiny".to_owned());
        }
        let with = if there.is_empty() { String::new() } else { format!(": {}", listed(&there)) };
        format!("{}{with}", self.map.name(space))
    }

    /// "Bob, Strength 3, 1 Gem"
    fn foe_text(&self, p: &Position, seat: u8) -> String {
        if seat >= p.seats {
            return self.name(seat).to_owned();
        }
        let hero = p.hero(seat);
        format!("{}, Strength {}, {}", self.name(seat), hero.strength, counted(hero.gems, "Gem"))
    }

    /// An amount spent, and its effect.
    fn spending(&self, p: &Position, points: u8) -> String {
        format!("{points}: {}", self.comes_to(p, points))
    }

    fn comes_to(&self, p: &Position, points: u8) -> String {
        let sum = p.fight.own + points;
        match p.step {
            Step::TinySpend => {
                let left = p.tiny.saturating_sub(sum.saturating_sub(p.fight.die));
                if left == 0 { "Tiny falls".to_owned() } else { format!("Tiny has {left} left") }
            }
            Step::Raise => match (p.fight.die + points).saturating_sub(p.fight.own) {
                0 => format!("a monster of {}, beaten", p.fight.die + points),
                short => format!("a monster of {}, the hero {short} short", p.fight.die + points),
            },
            Step::MonsterSpend if sum < p.fight.die => "the monster wins".to_owned(),
            Step::MonsterSpend => "the monster is beaten".to_owned(),
            _ => match (p.fight.die.saturating_sub(sum), p.hero(p.acting).strength.saturating_sub(points)) {
                (0, _) => "beaten".to_owned(),
                (_, 0) if p.is_solo() => "not beaten".to_owned(),
                (_, 0) => "not beaten, and no Strength left".to_owned(),
                // R13: a hero cannot lose more than there is.
                (missing, left) => {
                    let more = if points > 0 { " more" } else { "" };
                    format!("lose {}{more}", missing.min(MAX_DAMAGE).min(left))
                }
            },
        }
    }
}

/// "2, 5 or 6"
fn either(words: &[impl AsRef<str>]) -> String {
    let words: Vec<&str> = words.iter().map(AsRef::as_ref).collect();
    match words.as_slice() {
        [most @ .., last] if !most.is_empty() => format!("{} or {last}", most.join(", ")),
        words => words.concat(),
    }
}

/// A Tactic and its effect (section 3.6).
fn tactic_text(tactic: Tactic) -> &'static str {
    match tactic {
        Tactic::Block => "block: take 2 damage less, keep your Gems, do no damage",
        Tactic::Parry => "parry: the other rolls 1 lower, take 1 damage less",
        Tactic::Jab => "jab: roll 1 higher",
        Tactic::Lunge => "lunge: roll 2 higher, drop a Gem if you lose to a block",
    }
}
