//! Judges which moves are legal.

use super::moves::Move;
use super::position::{DIE, Phase, Position, Step};
use super::refusal::Refusal;
use crate::games::deep_dark_dungeon::Deep;
use crate::games::deep_dark_dungeon::data::hex::Way;
use crate::games::deep_dark_dungeon::data::options::AttackCost;
use crate::games::deep_dark_dungeon::data::set::Set;

impl Deep {
    /// The number of equally likely cases that lead to a move, or why it is illegal. All results of chance are equally likely
    /// (section 5), so it is always 1.
    pub(crate) fn verdict(&self, p: &Position, mv: Move) -> Result<u32, Refusal> {
        let must = |holds: bool, refusal: Refusal| if holds { Ok(1) } else { Err(refusal) };
        match (p.step, mv) {
            (Step::Over, _) => Err(Refusal::GameOver),
            (Step::Tile, Move::Tile(tile)) => must(p.stock.has(tile), Refusal::NotInStock { tile }),
            (Step::Place(_), Move::Place(way)) => must(
                p.space(p.centre()).towards(way).is_none(),
                Refusal::SpaceTaken { way },
            ),
            (Step::Card { .. }, Move::Card(card)) => {
                must(p.deck.has(card), Refusal::NotInDeck { card })
            }
            (Step::OwnDie(_) | Step::FoeDie { .. }, Move::Roll(roll)) => {
                must((1..=DIE).contains(&roll), Refusal::BadRoll)
            }
            (Step::Steal(_) | Step::Lose(_), Move::Steal(card)) => {
                must(self.stealable(p).has(card), Refusal::NotCarried { card })
            }
            (Step::Keep(_), Move::Discard(card)) => {
                must(p.me().carried.has(card), Refusal::NotCarried { card })
            }
            (Step::Slide, Move::Slide(way)) => must(
                self.slides(p, p.here()).any(|lowest| lowest == way),
                Refusal::NotLowest,
            ),
            (Step::Brace(_), Move::Face) => Ok(1),
            (Step::Act, Move::Step(way)) => self.judge_step(p, way).map(|_| 1),
            (Step::Act, Move::Attack(seat)) => self.judge_attack(p, seat),
            (Step::Act, Move::Scramble(way)) => {
                // R25
                must(!self.has_acted(p), Refusal::NoActionsLeft)?;
                must(
                    p.space(p.here()).towards(way).is_some(),
                    Refusal::NoTile { way },
                )?;
                must(
                    self.options.may_scramble && self.is_stranded(p),
                    Refusal::NotStranded,
                )
            }
            // R16, R26
            (Step::Act, Move::End) => must(
                self.has_acted(p) || self.options.may_stay || !self.can_step(p),
                Refusal::MustAct,
            ),
            // R51
            (
                Step::Act
                | Step::Place(_)
                | Step::Keep(_)
                | Step::Slide
                | Step::Brace(_)
                | Step::OwnDie(_)
                | Step::FoeDie { .. },
                Move::Drink,
            ) if p.phase != Phase::Setup => {
                must(
                    !p.me().carried.and(self.data.potions).is_empty(),
                    Refusal::NoPotion,
                )?;
                must(p.me().hurt, Refusal::NotHurt)?;
                must(
                    !matches!(p.step, Step::OwnDie(_) | Step::FoeDie { .. }),
                    Refusal::WrongKind,
                )
            }
            _ => Err(Refusal::WrongKind),
        }
    }

    /// The destination of a step, or why it is illegal (R15-R20).
    pub(crate) fn judge_step(&self, p: &Position, way: Way) -> Result<u8, Refusal> {
        let me = p.me();
        let from = p.here();
        if p.used >= self.units(me) {
            return Err(Refusal::NoActionsLeft);
        }
        let to = p.space(from).towards(way).ok_or(Refusal::NoTile { way })?;
        if !self.may_climb(p, me, from, to) {
            return Err(Refusal::TooSteep { way });
        }
        if to == p.origin && !self.options.may_stay {
            return Err(Refusal::WouldNotMove);
        }
        Ok(to)
    }

    fn judge_attack(&self, p: &Position, target: u8) -> Result<u32, Refusal> {
        let other = p
            .explorers
            .get(usize::from(target))
            .filter(|_| target != p.acting);
        let there = other
            .and_then(|other| other.at)
            .ok_or(Refusal::NoSuchExplorer)?;
        if self.options.attack_cost == AttackCost::Never {
            return Err(Refusal::NoAttacks);
        }
        if p.attacked {
            return Err(Refusal::AlreadyAttacked);
        }
        if self.options.attack_cost == AttackCost::OneSpace && p.used >= self.units(p.me()) {
            return Err(Refusal::NoActionsLeft);
        }
        if !p.space(p.here()).touches(there) {
            return Err(Refusal::NotAdjacent { target });
        }
        self.attack_modifier(p, p.here(), there)
            .map(|_| 1)
            .ok_or(Refusal::AttackTooSteep { target })
    }

    /// Whether step 1 has begun (R16).
    pub(crate) fn has_acted(&self, p: &Position) -> bool {
        p.used > 0 || p.attacked
    }

    pub(super) fn can_step(&self, p: &Position) -> bool {
        Way::ALL
            .into_iter()
            .any(|way| self.judge_step(p, way).is_ok())
    }

    pub(super) fn can_attack(&self, p: &Position) -> bool {
        (0..p.explorers.len() as u8).any(|seat| self.judge_attack(p, seat).is_ok())
    }

    /// What the winner of a fight may take (R41, R55).
    pub(super) fn stealable(&self, p: &Position) -> Set {
        match p.step {
            Step::Steal(target) => p.explorers[usize::from(target)].carried,
            _ => p.me().carried,
        }
    }

    /// Lists every legal move, in order.
    pub(crate) fn list(&self, p: &Position, each: &mut impl FnMut(Move)) {
        match p.step {
            Step::Tile => p.stock.iter().map(Move::Tile).for_each(&mut *each),
            Step::Place(_) => p
                .space(p.centre())
                .gaps()
                .map(Move::Place)
                .for_each(&mut *each),
            Step::Card { .. } => p.deck.iter().map(Move::Card).for_each(&mut *each),
            Step::OwnDie(_) | Step::FoeDie { .. } => (1..=DIE).map(Move::Roll).for_each(&mut *each),
            Step::Steal(_) | Step::Lose(_) => self
                .stealable(p)
                .iter()
                .map(Move::Steal)
                .for_each(&mut *each),
            Step::Keep(_) => p
                .me()
                .carried
                .iter()
                .map(Move::Discard)
                .for_each(&mut *each),
            Step::Slide => self
                .slides(p, p.here())
                .map(Move::Slide)
                .for_each(&mut *each),
            Step::Act => {
                let steps = Way::ALL
                    .into_iter()
                    .filter(|way| self.judge_step(p, *way).is_ok());
                steps.map(Move::Step).for_each(&mut *each);
                let targets =
                    (0..p.explorers.len() as u8).filter(|seat| self.judge_attack(p, *seat).is_ok());
                targets.map(Move::Attack).for_each(&mut *each);
                if self.options.may_scramble && !self.has_acted(p) && self.is_stranded(p) {
                    let here = p.space(p.here());
                    let neighbours = Way::ALL
                        .into_iter()
                        .filter(|way| here.towards(*way).is_some());
                    neighbours.map(Move::Scramble).for_each(&mut *each);
                }
            }
            Step::Brace(_) | Step::Over => {}
        }
        [Move::Drink, Move::Face, Move::End]
            .into_iter()
            .filter(|mv| self.verdict(p, *mv).is_ok())
            .for_each(each);
    }
}
