//! The evaluation of the sensible bot: the expected situation of its hero at the end of the round, for each choice.

use std::sync::LazyLock;

use crate::games::miniskull_caverns::data::card::{
    Action, Adjustment, Control, Orientation, Panel,
};
use crate::games::miniskull_caverns::data::map::{SPACES, Space};
use crate::games::miniskull_caverns::rules::moves::{Exert, Gain, Move, Path};
use crate::games::miniskull_caverns::rules::position::{Blow, MAX_STRENGTH};
use crate::games::miniskull_caverns::sight::view::View;

/// The value of a step nearer to the goal.
const STEP: f64 = 1.6;
/// The value of a Gem.
const GEM: f64 = 10.0;
/// How many steps farther away a rival's Gem counts than one in a cavern.
const RIVAL: f64 = 3.0;
/// The cost of a point of noise, which wakes monsters.
const NOISE: f64 = 0.22;
/// The value of a point of Strength that Tiny loses.
const TINY: f64 = 2.2;
/// The value of being where a rival who carries Gems can be robbed.
const ROBBERY: f64 = 2.0;
/// The value of hiding next to rivals while carrying Gems.
const SAFETY: f64 = 1.2;
/// The value of being on Tiny's space with the Gems.
const CENTRE: f64 = 5.0;
/// The cost of the last countdown die falling; Tiny may still fall first.
const LAST: f64 = 20.0;
/// The chance to win an even fight.
const EVEN: f64 = 15.0 / 36.0;

/// What a hero cares about.
struct Temper {
    /// The value of Strength 0 to 6.
    worth: [f64; 7],
    /// R91-R96: the same by Strength and noise, before a possible encounter with Disturbed Monsters.
    horde: [[f64; 7]; 7],
    /// The Strength that is never spent on monsters and Tiny.
    reserve: u8,
    /// Alone: the value of raising a countdown die, which increases as turns run out; it is only `leisure` while `enough` turns
    /// remain.
    time: f64,
    enough: f64,
    leisure: f64,
}

static WITH_RIVALS: LazyLock<Temper> =
    LazyLock::new(|| Temper::new([-9.0, -2.0, 0.0, 1.5, 2.6, 3.3, 3.7], 2, [0.0, 1.0, 0.0]));

/// Alone, where Strength 0 loses. Chosen so that lone heroes win, and die of either cause, as often as in section 3.7 of the rules.
static SENSIBLE: LazyLock<Temper> =
    LazyLock::new(|| Temper::new([-99.0, -12.0, -2.5, 0.0, 1.6, 2.6, 3.0], 3, [6.0, 8.0, 0.8]));

/// Alone, with as much rest as the countdown dice allow. Found by trial, in 500 games each.
static PATIENT: LazyLock<Temper> = LazyLock::new(|| {
    Temper::new(
        [-99.0, -14.0, -6.0, -2.0, 1.5, 4.0, 5.5],
        4,
        [12.0, 12.0, 2.4],
    )
});

impl Temper {
    fn new(worth: [f64; 7], reserve: u8, [time, enough, leisure]: [f64; 3]) -> Temper {
        let horde = |strength: usize, noise: usize| {
            let calm = (6 - noise) as f64 * worth[strength];
            let monsters = (1..=noise).flat_map(|monster| (1..=6).map(move |roll| (monster, roll)));
            let after = monsters.map(|(monster, roll)| {
                worth[strength.saturating_sub(monster.saturating_sub(roll).min(2))]
            });
            (calm + after.sum::<f64>() / 6.0) / 6.0
        };
        let horde =
            std::array::from_fn(|strength| std::array::from_fn(|noise| horde(strength, noise)));
        Temper {
            worth,
            horde,
            reserve,
            time,
            enough,
            leisure,
        }
    }
}

/// The evaluation of a view for the hero who is asked.
pub(super) struct Evaluation<'v, 'p> {
    view: &'v View<'p>,
    seat: u8,
    temper: &'static Temper,
}

/// The expected state of a hero later in the round.
#[derive(Clone, Copy)]
struct Fate {
    at: Space,
    strength: u8,
    gems: u8,
}

impl<'v, 'p> Evaluation<'v, 'p> {
    /// `patient` matters only alone.
    pub fn new(view: &'v View<'p>, patient: bool) -> Evaluation<'v, 'p> {
        let temper = match (view.is_solo(), patient) {
            (false, _) => &*WITH_RIVALS,
            (true, false) => &*SENSIBLE,
            (true, true) => &*PATIENT,
        };
        Evaluation {
            view,
            seat: view.asked().unwrap_or_default(),
            temper,
        }
    }

    /// The value of a hero's situation before a round, with rivals, in the units of [`GEM`].
    pub fn situation(view: &'v View<'p>, seat: u8) -> f64 {
        let evaluation = Evaluation {
            view,
            seat,
            temper: &WITH_RIVALS,
        };
        evaluation.value(evaluation.me(), 0)
    }

    pub fn strength(&self) -> u8 {
        self.view.hero(self.seat).strength
    }

    pub fn gems(&self) -> u8 {
        self.view.hero(self.seat).gems
    }

    fn me(&self) -> Fate {
        let hero = self.view.hero(self.seat);
        Fate {
            at: hero.at.unwrap_or(self.view.map().centre),
            strength: hero.strength,
            gems: hero.gems,
        }
    }

    /// The Strength that can be spared.
    fn spare(&self) -> u8 {
        self.strength().saturating_sub(self.temper.reserve)
    }

    pub fn against_monster(&self, blow: Blow) -> u8 {
        let missing = blow.missing();
        if missing <= self.spare() { missing } else { 0 }
    }

    pub fn against_tiny(&self, blow: Blow) -> u8 {
        let left = self.view.tiny().saturating_sub(blow.excess());
        if left <= self.strength() {
            left
        } else {
            self.spare().min(left)
        }
    }

    /// Keeps both dice as long as possible.
    pub fn clock(&self) -> Move {
        let [first, second] = self.view.clock();
        Move::Clock(u8::from((first > second) == self.view.rises()))
    }

    /// The value of a choice.
    pub fn score(&self, mv: Move) -> f64 {
        let card = &self.view.game().data().actions[usize::from(self.seat)];
        match mv {
            Move::Place(control, exert) => {
                let orientation = card.after(self.view.hero(self.seat).orientation, control);
                match exert {
                    Exert::No => self.side(orientation, self.me()),
                    Exert::For(what) => {
                        self.side(orientation.adjusted(what), self.weaker(self.me(), 1))
                    }
                    Exert::Yes => {
                        let weak = self.weaker(self.me(), 1);
                        let sides =
                            Adjustment::ALL.map(|what| self.side(orientation.adjusted(what), weak));
                        sides.into_iter().fold(f64::NEG_INFINITY, f64::max)
                    }
                }
            }
            Move::Adjust(what) => self.side(
                self.view.hero(self.seat).orientation.adjusted(what),
                self.weaker(self.me(), 1),
            ),
            Move::Attack(target, next) => {
                self.robbery(target) + next.map_or(0.0, |next| self.robbery(next))
            }
            Move::Peace => 0.0,
            Move::Fight(target) => {
                f64::from(self.view.hero(target).gems) * GEM
                    - f64::from(self.view.hero(target).strength)
            }
            Move::Start(_) => 0.0,
            mv => self.action(self.view.panel(self.seat), self.me(), mv, self.view.noise()),
        }
    }

    /// The hero with less Strength; at 0 a Gem is dropped.
    fn weaker(&self, fate: Fate, points: u8) -> Fate {
        let strength = fate.strength.saturating_sub(points);
        let falls = strength == 0 && fate.strength > 0 && fate.gems > 0;
        Fate {
            strength,
            gems: fate.gems - u8::from(falls),
            ..fate
        }
    }

    fn stronger(&self, fate: Fate, points: u8) -> Fate {
        Fate {
            strength: (fate.strength + points).min(MAX_STRENGTH),
            ..fate
        }
    }

    /// The value of a side of the hero's Action card: its best use, and its noise.
    fn side(&self, orientation: Orientation, fate: Fate) -> f64 {
        if self.view.is_solo() && fate.strength == 0 {
            // R117
            return self.temper.worth[0];
        }
        let panel = self.view.game().data().actions[usize::from(self.seat)].panel(orientation);
        let uses = self.uses(panel, fate);
        let best = |noise: u8| {
            let each = uses.iter().map(|mv| self.action(panel, fate, *mv, noise));
            each.fold(f64::NEG_INFINITY, f64::max)
        };
        if self.view.is_solo() {
            return (1..=6).map(|die| best(panel.noise + die)).sum::<f64>() / 6.0;
        }
        let noise = f64::from(panel.noise) + self.others_noise();
        best(noise.round() as u8) - NOISE * f64::from(panel.noise)
    }

    /// The mean noise of the other heroes' cards, with all Controls equally likely.
    fn others_noise(&self) -> f64 {
        let data = self.view.game().data();
        let of = |seat: u8| {
            let card = &data.actions[usize::from(seat)];
            let orientation = self.view.hero(seat).orientation;
            Control::ALL
                .map(|control| f64::from(card.panel(card.after(orientation, control)).noise))
                .iter()
                .sum::<f64>()
                / 4.0
        };
        (0..self.view.seats())
            .filter(|seat| *seat != self.seat)
            .map(of)
            .sum()
    }

    /// The possible uses of a side.
    fn uses(&self, panel: Panel, fate: Fate) -> Vec<Move> {
        let mut uses = vec![Move::Rest];
        if fate.strength == 0 && !matches!(panel.action, Action::Hide | Action::Heal) {
            return uses;
        }
        let options = self.view.game().options();
        match panel.action {
            Action::Heal => uses.push(Move::Heal),
            Action::Hide if self.view.is_solo() && !options.hide_gives_both => {
                uses.extend([Gain::Strength, Gain::Clock].map(Move::Hide));
            }
            Action::Hide => uses.push(Move::Hide(Gain::All)),
            Action::Search if self.view.lying(fate.at) > 0 => uses.push(Move::Search),
            Action::SurpriseAttack | Action::Search => {
                uses.extend(self.view.map().neighbours(fate.at).map(Move::Go));
                if self.view.is_solo()
                    && options.surprise_or_clock
                    && panel.action == Action::SurpriseAttack
                {
                    uses.push(Move::Wait);
                }
            }
            action => {
                uses.push(Move::Stay);
                let free = self.view.free_ways(action.reach().unwrap_or_default());
                uses.extend(
                    Space::ALL
                        .into_iter()
                        .filter(|space| free[space.index()])
                        .map(Move::Go),
                );
            }
        }
        uses
    }

    /// The value of an action at this noise.
    fn action(&self, panel: Panel, fate: Fate, mv: Move, noise: u8) -> f64 {
        let fate = match panel.action {
            Action::Run if mv != Move::Rest => self.weaker(fate, 1),
            _ => fate,
        };
        let after = match mv {
            Move::Rest => self.stronger(fate, 1),
            Move::Heal => self.stronger(fate, 2),
            Move::Hide(Gain::Clock) => fate,
            Move::Hide(_) => self.stronger(fate, 1),
            Move::Go(to) => Fate { at: to, ..fate },
            Move::Pass(path) => self.passing(fate, path),
            Move::Search => return self.search(fate, noise),
            _ => fate,
        };
        let hides = matches!(mv, Move::Hide(_));
        let springs = panel.action == Action::SurpriseAttack && matches!(mv, Move::Go(_));
        let rises = match mv {
            Move::Wait | Move::Hide(Gain::Clock | Gain::All) => true,
            _ => springs && !self.view.game().options().surprise_or_clock,
        };
        let mut value = self.value(after, noise) + self.company(after, hides) + self.time(rises);
        if springs {
            let near = |seat: &u8| {
                let at = self.view.hero(*seat).at;
                *seat != self.seat
                    && at.is_some_and(|at| {
                        at == after.at || self.view.map().are_adjacent(after.at, at)
                    })
            };
            value += (0..self.view.seats())
                .filter(near)
                .map(|seat| self.robbery(seat))
                .fold(0.0, f64::max);
        }
        value
    }

    fn passing(&self, fate: Fate, path: Path) -> Fate {
        let [before @ .., to] = path.spaces() else {
            return fate;
        };
        let poorer = |space: &&Space| {
            (0..self.view.seats()).any(|seat| {
                let other = self.view.hero(seat);
                seat != self.seat && other.at == Some(**space) && other.gems < fate.gems
            })
        };
        Fate {
            at: *to,
            ..self.weaker(fate, before.iter().filter(poorer).count() as u8)
        }
    }

    /// The value of a hero's expected state at the end: Strength, Gems, distance, Tiny, monsters.
    fn value(&self, fate: Fate, noise: u8) -> f64 {
        let game = self.view.game();
        let base = |strength: u8| self.temper.worth[usize::from(strength)];
        let ready = fate.gems >= game.required();
        let mut value = GEM * f64::from(fate.gems) - STEP * self.way(fate);
        if ready && fate.at == self.view.map().centre {
            return value + CENTRE + self.meeting_tiny(fate, noise);
        }
        value += if self.view.is_solo() {
            self.after_horde(fate.strength, noise)
        } else {
            base(fate.strength)
        };
        value
    }

    /// R81-R83: the mean over all rolls, spending as much Strength as can be spared.
    fn meeting_tiny(&self, fate: Fate, noise: u8) -> f64 {
        let tiny = self.view.tiny();
        let after = |strength: u8| {
            if self.view.is_solo() {
                self.after_horde(strength, noise)
            } else {
                self.temper.worth[usize::from(strength)]
            }
        };
        let mut sum = 0.0;
        for (own, die) in (1..=6u8).flat_map(|own| (1..=6u8).map(move |die| (own, die))) {
            sum += if own > die {
                let hit = (own - die).min(tiny);
                if tiny - hit <= fate.strength {
                    10.0 * GEM
                } else {
                    let spent = fate.strength.saturating_sub(self.temper.reserve);
                    TINY * f64::from(hit + spent) + after(fate.strength - spent)
                }
            } else {
                let lost = self.weaker(fate, (die - own).min(2));
                after(lost.strength) - GEM * f64::from(fate.gems - lost.gems)
            };
        }
        sum / 36.0
    }

    /// The number of steps to the nearest goal.
    fn way(&self, fate: Fate) -> f64 {
        let map = self.view.map();
        let far = |space: Space| f64::from(map.steps(fate.at, space));
        if fate.gems >= self.view.game().required() {
            return far(map.centre);
        }
        let lying = Space::ALL
            .into_iter()
            .filter(|space| self.view.lying(*space) > 0)
            .map(far);
        let rivals = (0..self.view.seats())
            .filter(|seat| *seat != self.seat && self.view.hero(*seat).gems > 0);
        let robbed = rivals
            .filter_map(|seat| self.view.hero(seat).at)
            .map(|at| far(at) + RIVAL);
        lying.chain(robbed).fold(f64::from(SPACES as u8), f64::min)
    }

    /// R52-R57: a find, or a monster that is beaten about every other time. The consequences of a find are left to the next
    /// round.
    fn search(&self, fate: Fate, noise: u8) -> f64 {
        let chance = (1..=6)
            .filter(|die| self.view.game().finds(noise, *die))
            .count() as f64
            / 6.0;
        let found = GEM * f64::from(self.view.lying(fate.at));
        let spared = self.value(fate, noise);
        let failed = (spared + self.value(self.weaker(fate, 1), noise)) / 2.0;
        chance * (spared + found)
            + (1.0 - chance) * failed
            + self.company(fate, false)
            + self.time(false)
    }

    /// The value of a Surprise Attack on this hero.
    fn robbery(&self, seat: u8) -> f64 {
        let foe = self.view.hero(seat);
        let prize = if foe.gems > 0 { 0.8 * GEM } else { 1.0 };
        let risk = self.temper.worth[usize::from(self.strength())]
            - self.temper.worth[usize::from(self.strength().saturating_sub(1))];
        if foe.hidden {
            0.0
        } else {
            EVEN * (prize - risk)
        }
    }

    /// The value of having rivals near, to rob or to fear.
    fn company(&self, fate: Fate, hides: bool) -> f64 {
        let map = self.view.map();
        let mut value = 0.0;
        for seat in (0..self.view.seats()).filter(|seat| *seat != self.seat) {
            let foe = self.view.hero(seat);
            let Some(at) = foe.at else { continue };
            if at == fate.at && !hides && !foe.hidden {
                value += match (foe.gems > 0, fate.gems > 0) {
                    (true, false) => ROBBERY,
                    // If each waits for the other, nothing ever happens (A38).
                    (true, true) => ROBBERY / 2.0,
                    (false, true) => -ROBBERY,
                    (false, false) => 0.0,
                };
            }
            let fears =
                fate.gems > foe.gems || fate.gems > 0 && fate.strength <= self.temper.reserve;
            if hides && fears && (at == fate.at || map.are_adjacent(at, fate.at)) {
                value += SAFETY;
            }
        }
        value
    }

    /// Whether rivals have all the Gems still needed.
    pub fn must_fight(&self) -> bool {
        let bare = Space::ALL
            .into_iter()
            .all(|space| self.view.lying(space) == 0);
        bare && self.gems() < self.view.game().required()
    }

    /// Alone: the value of raising a countdown die, or of the last one falling (R113-R118).
    fn time(&self, rises: bool) -> f64 {
        if !self.view.is_solo() {
            return 0.0;
        }
        let left = self.view.clock().map(f64::from).iter().sum::<f64>();
        match rises {
            true => {
                self.temper.time * (1.0 - left / self.temper.enough).max(0.0).powi(2)
                    + self.temper.leisure
            }
            false if left <= 1.0 => -LAST,
            false => 0.0,
        }
    }

    /// Alone: the value of Strength before a possible encounter with Disturbed Monsters at this noise.
    fn after_horde(&self, strength: u8, noise: u8) -> f64 {
        self.temper.horde[usize::from(strength)][usize::from(noise.min(6))]
    }
}
