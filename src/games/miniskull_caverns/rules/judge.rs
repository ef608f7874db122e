//! Judges which moves are legal.

use super::moves::{Exert, Gain, Move, Path, Payment};
use super::position::{Horde, MAX_MONSTER, Position, Step};
use super::refusal::Refusal;
use crate::games::miniskull_caverns::Caverns;
use crate::games::miniskull_caverns::data::card::{Action, Adjustment, Control, Tactic};
use crate::games::miniskull_caverns::data::map::{SPACES, Space};

impl Caverns {
    /// Whether a move is legal now.
    pub(crate) fn verdict(&self, p: &Position, mv: Move) -> Result<u32, Refusal> {
        let must = |holds: bool, refusal: Refusal| if holds { Ok(1) } else { Err(refusal) };
        match (p.step, mv) {
            (Step::Over, _) => Err(Refusal::GameOver),
            (step, Move::Roll(roll)) if is_roll(step) => {
                must((1..=6).contains(&roll), Refusal::BadRoll)
            }
            (Step::Start, Move::Start(at)) => {
                must(self.map.starts.contains(&at), Refusal::NotAStart { at })?;
                must(
                    p.standing_on(at).next().is_none(),
                    Refusal::StartTaken { at },
                )
            }
            (Step::First, Move::First(seat)) => {
                must(seat < p.seats, Refusal::BadTarget { plays: false })
            }
            (Step::Place, Move::Place(_, exert)) => {
                must(
                    exert == Exert::No || p.hero(p.acting).strength > 0,
                    Refusal::NoStrength,
                )?;
                match exert {
                    Exert::No => Ok(1),
                    Exert::Yes => must(
                        !self.options.exert_at_once,
                        Refusal::AdjustmentRequired { later: false },
                    ),
                    Exert::For(_) => must(
                        self.options.exert_at_once,
                        Refusal::AdjustmentRequired { later: true },
                    ),
                }
            }
            (Step::Adjust, Move::Adjust(_)) => Ok(1),
            (Step::Adjust, _) => Err(Refusal::AdjustmentRequired { later: false }),
            (_, Move::Adjust(_)) => Err(Refusal::NoneExerted),
            (Step::Action, mv) => self.judge_action(p, mv),
            (Step::Attack, Move::Peace) => Ok(1),
            (Step::Attack, Move::Attack(target, next)) => {
                let at = self.can_ambush(p, target)?;
                let Some(next) = next else { return Ok(1) };
                must(next != target, Refusal::BadTarget { plays: true })?;
                must(self.can_ambush(p, next)? == at, Refusal::TargetsApart)
            }
            // R62, A18: asked if both are possible, unless a correction removed one.
            (Step::AmbushLoss(ambush), Move::Pay(payment)) => {
                let victim = p.hero(ambush.target);
                let has = match payment {
                    Payment::Strength => victim.strength,
                    Payment::Gem => victim.gems,
                };
                must(
                    has > 0,
                    Refusal::CannotPay {
                        seat: ambush.target,
                    },
                )
            }
            (_, Move::Spend(points)) => {
                let most = self.most_to_spend(p).ok_or(Refusal::NotNow)?;
                must(points <= most, Refusal::SpendOutOfRange { most })
            }
            (Step::Again(_), Move::Again(_)) => Ok(1),
            (Step::Target, Move::Fight(seat)) => must(
                seat < p.seats && self.meet(p, p.acting, seat),
                Refusal::BadTarget { plays: true },
            ),
            (Step::AttackTactic { .. } | Step::DefenceTactic { .. }, Move::Tactic(_)) => Ok(1),
            (Step::Help, Move::Help(_)) => Ok(1),
            (Step::Clock, Move::Clock(die)) if die < 2 => {
                let refusal = if p.clock[usize::from(die)] == 0 {
                    Refusal::DieDiscarded
                } else {
                    Refusal::DieAtSix
                };
                must(self.can_move_clock(p, die), refusal)
            }
            _ => Err(Refusal::NotNow),
        }
    }

    fn judge_action(&self, p: &Position, mv: Move) -> Result<u32, Refusal> {
        let action = self.panel(p, p.acting).action;
        let on_gem = p.underfoot(p.acting) > 0;
        match (action, mv) {
            (_, Move::Rest) | (Action::Heal, Move::Heal) => Ok(1),
            (Action::Hide, Move::Hide(gain)) => {
                let chosen = gain != Gain::All;
                let right = chosen == (p.is_solo() && !self.options.hide_gives_both);
                if right {
                    Ok(1)
                } else {
                    Err(Refusal::ChooseStrengthOrClock)
                }
            }
            (Action::Search, Move::Search) => {
                if on_gem {
                    Ok(1)
                } else {
                    Err(Refusal::NoGemHere)
                }
            }
            (Action::Search, Move::Go(_) | Move::Stay | Move::Pass(_))
                if on_gem && !self.options.search_may_move =>
            {
                Err(Refusal::MustSearchHere)
            }
            (Action::SurpriseAttack, Move::Wait)
                if p.is_solo() && self.options.surprise_or_clock =>
            {
                Ok(1)
            }
            (Action::Search | Action::SurpriseAttack, Move::Stay) => Err(Refusal::MustMoveOne {
                search: action == Action::Search,
            }),
            (Action::Search | Action::SurpriseAttack, Move::Go(to)) => self.judge_way(p, to, 1),
            (Action::Search | Action::SurpriseAttack, Move::Pass(path)) => Err(Refusal::TooFar {
                to: *path.spaces().last().unwrap_or(&self.map.centre),
            }),
            (Action::Creep | Action::Walk | Action::Run, Move::Stay) => Ok(1),
            (Action::Creep | Action::Walk | Action::Run, Move::Go(to)) => {
                self.judge_way(p, to, action.reach().unwrap_or_default())
            }
            (Action::Creep | Action::Walk | Action::Run, Move::Pass(path)) => {
                self.judge_path(p, path, action.reach().unwrap_or_default())
            }
            (
                _,
                Move::Go(_)
                | Move::Pass(_)
                | Move::Stay
                | Move::Hide(_)
                | Move::Heal
                | Move::Search
                | Move::Wait,
            ) => Err(Refusal::NotYourAction),
            _ => Err(Refusal::NotNow),
        }
    }

    /// R36, R44-R47: judges a free move: whether there is a path with this many steps that costs nothing.
    fn judge_way(&self, p: &Position, to: Space, reach: usize) -> Result<u32, Refusal> {
        let Some(from) = p.hero(p.acting).at else {
            return Err(Refusal::NotNow);
        };
        if from == to {
            return Err(match self.panel(p, p.acting).action {
                action @ (Action::Search | Action::SurpriseAttack) => Refusal::MustMoveOne {
                    search: action == Action::Search,
                },
                _ => Refusal::StandsThere { at: to },
            });
        }
        if self.free_ways(p, from, reach)[to.index()] {
            return Ok(1);
        }
        let steps = usize::from(self.map.steps(from, to));
        Err(match steps {
            _ if reach == 1 => Refusal::Wall { from, to },
            steps if steps > reach => Refusal::TooFar { to },
            _ => Refusal::PassageCosts {
                at: to,
                payable: true,
            },
        })
    }

    /// R46-R48: judges a path that passes poorer heroes: whether there is enough Strength to pay.
    fn judge_path(&self, p: &Position, path: Path, reach: usize) -> Result<u32, Refusal> {
        let Some(mut from) = p.hero(p.acting).at else {
            return Err(Refusal::NotNow);
        };
        let to = *path.spaces().last().unwrap_or(&from);
        for next in path.spaces() {
            if !self.map.are_adjacent(from, *next) {
                return Err(Refusal::Wall { from, to: *next });
            }
            from = *next;
        }
        if path.spaces().len() > reach {
            return Err(Refusal::TooFar { to });
        }
        let mut tried = self.about_to_move(p);
        match self.walk(&mut tried, path.spaces(), &mut |_| {})? {
            0 => Err(Refusal::WayIsFree { to }),
            _ => Ok(1),
        }
    }

    /// The position after a run has been paid for (R35, W9).
    fn about_to_move(&self, p: &Position) -> Position {
        let mut after = *p;
        self.pay_for_running(&mut after, &mut |_| {});
        after
    }

    /// The spaces within reach without payment, on paths that avoid poorer heroes (R45-R47).
    pub(crate) fn free_ways(&self, p: &Position, from: Space, reach: usize) -> [bool; SPACES] {
        let after = self.about_to_move(p);
        let mut reached = [false; SPACES];
        reached[from.index()] = true;
        let mut edge = vec![from];
        for step in 0..reach {
            let mut next = Vec::new();
            for space in edge
                .into_iter()
                .filter(|space| step == 0 || !self.costs(&after, *space))
            {
                for beside in self.map.neighbours(space) {
                    if !std::mem::replace(&mut reached[beside.index()], true) {
                        next.push(beside);
                    }
                }
            }
            edge = next;
        }
        reached[from.index()] = false;
        reached
    }

    /// Whether passing this space costs the acting hero Strength (R46).
    fn costs(&self, p: &Position, space: Space) -> bool {
        let gems = p.hero(p.acting).gems;
        p.standing_on(space)
            .any(|other| other != p.acting && p.hero(other).gems < gems)
    }

    /// R59, R60, R64: the space of a hero who may be attacked.
    pub(crate) fn can_ambush(&self, p: &Position, seat: u8) -> Result<Space, Refusal> {
        if seat >= p.seats || seat == p.acting {
            return Err(Refusal::BadTarget { plays: true });
        }
        let (Some(own), Some(at)) = (p.hero(p.acting).at, p.hero(seat).at) else {
            return Err(Refusal::BadTarget { plays: true });
        };
        if own != at && !self.map.are_adjacent(own, at) {
            return Err(Refusal::TargetOutOfReach { seat });
        }
        if p.hero(seat).hidden {
            return Err(Refusal::TargetHidden { seat });
        }
        Ok(at)
    }

    /// A17: the most Strength that can be spent now, which is never more than needed.
    fn most_to_spend(&self, p: &Position) -> Option<u8> {
        Some(match p.step {
            Step::MonsterSpend(blow) | Step::HordeSpend(Horde { blow, .. }) => {
                p.hero(p.acting).strength.min(blow.missing())
            }
            Step::TinySpend(blow) => self.tiny_spend(p, blow),
            Step::Raise { horde, by } => p
                .hero(by)
                .strength
                .min(MAX_MONSTER.saturating_sub(horde.blow.against)),
            _ => return None,
        })
    }

    /// Lists every move that could be legal in this step, in order.
    pub(crate) fn list(&self, p: &Position, each: &mut impl FnMut(Move)) {
        match p.step {
            step if is_roll(step) => (1..=6).map(Move::Roll).for_each(each),
            Step::Start => self
                .map
                .starts
                .iter()
                .copied()
                .map(Move::Start)
                .for_each(each),
            Step::First => (0..p.seats).map(Move::First).for_each(each),
            Step::Place => {
                for control in Control::ALL {
                    each(Move::Place(control, Exert::No));
                    each(Move::Place(control, Exert::Yes));
                    Adjustment::ALL
                        .map(|what| Move::Place(control, Exert::For(what)))
                        .into_iter()
                        .for_each(&mut *each);
                }
            }
            Step::Adjust => Adjustment::ALL.map(Move::Adjust).into_iter().for_each(each),
            Step::Action => {
                self.list_ways(p, each);
                let others = [Gain::All, Gain::Strength, Gain::Clock].map(Move::Hide);
                others
                    .into_iter()
                    .chain([Move::Heal, Move::Search, Move::Wait, Move::Rest])
                    .for_each(each);
            }
            Step::Attack => {
                let seats = 0..p.seats;
                seats
                    .clone()
                    .map(|seat| Move::Attack(seat, None))
                    .for_each(&mut *each);
                for seat in seats.clone() {
                    seats
                        .clone()
                        .map(|next| Move::Attack(seat, Some(next)))
                        .for_each(&mut *each);
                }
                each(Move::Peace);
            }
            Step::AmbushLoss(_) => [Payment::Strength, Payment::Gem]
                .map(Move::Pay)
                .into_iter()
                .for_each(each),
            Step::Again(_) => [true, false].map(Move::Again).into_iter().for_each(each),
            Step::Target => (0..p.seats).map(Move::Fight).for_each(each),
            Step::AttackTactic { .. } | Step::DefenceTactic { .. } => {
                Tactic::ALL.map(Move::Tactic).into_iter().for_each(each)
            }
            Step::Help => [true, false].map(Move::Help).into_iter().for_each(each),
            Step::Clock => [0, 1].map(Move::Clock).into_iter().for_each(each),
            _ => self
                .most_to_spend(p)
                .into_iter()
                .flat_map(|most| 0..=most)
                .map(Move::Spend)
                .for_each(each),
        }
    }

    /// Lists where the acting hero may go: free moves by destination, others step by step.
    fn list_ways(&self, p: &Position, each: &mut impl FnMut(Move)) {
        let action = self.panel(p, p.acting).action;
        let Some(from) = p.hero(p.acting).at else {
            return;
        };
        let reach = match action {
            Action::Search | Action::SurpriseAttack => 1,
            _ => action.reach().unwrap_or_default(),
        };
        let free = self.free_ways(p, from, reach);
        Space::ALL
            .into_iter()
            .filter(|space| free[space.index()])
            .map(Move::Go)
            .for_each(&mut *each);
        let pays = (0..p.seats).any(|other| p.hero(other).gems < p.hero(p.acting).gems);
        if reach > 1 && pays {
            self.list_paths(
                p,
                &mut Vec::with_capacity(Path::LONGEST),
                from,
                reach,
                false,
                each,
            );
        }
        each(Move::Stay);
    }

    /// Lists every continuation of a path that passes a hero to be paid for.
    fn list_paths(
        &self,
        p: &Position,
        way: &mut Vec<Space>,
        from: Space,
        reach: usize,
        paid: bool,
        each: &mut impl FnMut(Move),
    ) {
        let pays = paid || !way.is_empty() && self.costs(p, from);
        for next in self.map.neighbours(from) {
            way.push(next);
            if let Some(path) = Path::new(way).filter(|_| pays) {
                each(Move::Pass(path));
            }
            if way.len() < reach {
                self.list_paths(p, way, next, reach, pays, each);
            }
            way.pop();
        }
    }
}

/// Whether the battle die is rolled in this step.
pub(crate) fn is_roll(step: Step) -> bool {
    matches!(
        step,
        Step::Noise
            | Step::AmbushRoll(_)
            | Step::AmbushDefence(..)
            | Step::Search
            | Step::SearchAgain
            | Step::Monster(_)
            | Step::AttackRoll(_)
            | Step::DefenceRoll(..)
            | Step::TinyRoll
            | Step::TinyDefence(_)
            | Step::Disturbed
            | Step::Horde(_)
    )
}
