//! Judges which moves are legal.

use super::moves::{Move, Spoils, compasses};
use super::position::{Position, Step};
use super::refusal::Refusal;
use crate::games::dungeon_crawl::Crawl;
use crate::games::dungeon_crawl::data::map::{Cell, DIRECTIONS, Square};
use crate::games::dungeon_crawl::data::piece::{Code, Suit, VALUES};

/// One case, if it is legal.
fn must(holds: bool, refusal: Refusal) -> Result<u32, Refusal> {
    if holds { Ok(1) } else { Err(refusal) }
}

fn judge_tile(p: &Position, tile: Code) -> Result<u32, Refusal> {
    must(usize::from(tile.value) < VALUES, Refusal::BadTile)?;
    must(
        !p.tiles_seen[tile.suit as usize].has(tile.value),
        Refusal::TileSeen { tile },
    )
}

fn judge_spoils(p: &Position, seat: u8, spoils: Spoils) -> Result<u32, Refusal> {
    let victim = &p.players[usize::from(seat)];
    match spoils {
        Spoils::Treasure => must(
            victim.treasures > 0,
            Refusal::NothingOfThatKind {
                seat,
                treasure: true,
            },
        ),
        Spoils::Equipment => must(
            !victim.equipment.is_empty(),
            Refusal::NothingOfThatKind {
                seat,
                treasure: false,
            },
        ),
        Spoils::Nothing => Ok(1),
    }
}

impl Crawl {
    fn judge_attack(&self, p: &Position, seat: usize) -> Result<u32, Refusal> {
        must(seat != p.actor(), Refusal::AttackSelf)?;
        must(
            seat < p.players.len() && self.is_target(p, seat),
            Refusal::NotAdjacent,
        )
    }

    /// The number of equally likely cases that lead to a move (1 for decisions and facts), or why it is illegal.
    pub(crate) fn verdict(&self, p: &Position, mv: Move) -> Result<u32, Refusal> {
        let player = &p.players[p.actor()];
        let has_equipment = |seat: u8, points: u8| {
            must(
                points <= p.players[usize::from(seat)].equipment.len(),
                Refusal::NotEnoughEquipment { seat },
            )
        };
        let shows = |seat: u8, value: u8| {
            must(
                p.worlds.open(seat).has(value),
                Refusal::NotHeld {
                    seat,
                    value,
                    shown: true,
                },
            )
        };
        match (p.step, mv) {
            (Step::Over, _) => Err(Refusal::GameOver),
            (
                Step::Start { .. }
                | Step::Hazard { .. }
                | Step::AttackRoll(_)
                | Step::DefendRoll { .. },
                Move::Roll(roll),
            ) => must(usize::from(roll) < VALUES, Refusal::BadDie),
            (Step::Compass, Move::Compass(compass)) => must(
                Suit::ALL.iter().all(|suit| compass.contains(suit)),
                Refusal::BadCompass,
            ),
            (Step::Tile, Move::Tile(tile)) => judge_tile(p, tile),
            (Step::Site(suit), Move::Site(along)) => {
                let side = p.points_to(suit);
                must(
                    p.map.beyond(side, along).is_some(),
                    Refusal::BadSite { side },
                )
            }
            (Step::Coin { .. }, Move::Coin(value)) => must(
                p.pile
                    .get(usize::from(value))
                    .is_some_and(|count| *count > 0),
                Refusal::NoSuchCoin { value },
            ),
            (Step::Pawn, Move::Pawn(at)) | (Step::Enter, Move::Enter(at)) => {
                must(p.is_entrance(at), Refusal::NotAnEntrance { at })
            }
            // R38
            (Step::Enter, Move::Wait) => Ok(1),
            (Step::Move, Move::Go(to)) => self.judge_way(p, to),
            (Step::Suit, Move::Suit(suit)) => {
                let coin = Code {
                    suit,
                    value: p.underfoot().unwrap_or_default(),
                };
                must(
                    !p.revealed[suit as usize].has(coin.value),
                    Refusal::CoinSeen { coin },
                )
            }
            (Step::Experience(Code { suit, .. }), Move::Spend(points)) => must(
                points <= player.experience[suit as usize].len(),
                Refusal::NotEnoughExperience { suit },
            ),
            (Step::Apply { damage }, Move::Apply(points)) => {
                has_equipment(p.acting, points)?;
                // A15
                must(points <= damage, Refusal::MoreThanDamage { damage })
            }
            (Step::Attack, Move::Peace) => Ok(1),
            (Step::Attack, Move::Attack(seat)) => self.judge_attack(p, usize::from(seat)),
            (Step::AttackSpend { .. }, Move::Spend(points)) => has_equipment(p.acting, points),
            (Step::DefendSpend { target, .. }, Move::Spend(points)) => {
                has_equipment(target, points)
            }
            // A14
            (Step::Spoils { victim }, Move::Spoils(spoils)) => judge_spoils(p, victim, spoils),
            (Step::Steal { victim: seat }, Move::Steal(value)) => must(
                p.worlds.possible(seat).has(value),
                Refusal::NotHeld {
                    seat,
                    value,
                    shown: false,
                },
            ),
            (Step::ShowDead, Move::Show(value)) => shows(p.acting, value),
            (Step::ShowEnd { seat }, Move::Show(value)) => shows(seat, value),
            _ => Err(Refusal::NotNow),
        }
    }

    /// Judges a character's move; returns the first obstacle on the way.
    fn judge_way(&self, p: &Position, to: Square) -> Result<u32, Refusal> {
        let from = p.players[p.actor()].pawn.ok_or(Refusal::NotNow)?;
        let dx = i16::from(to.x) - i16::from(from.x);
        let dy = i16::from(to.y) - i16::from(from.y);
        // R19, A9
        if (dx, dy) == (0, 0) {
            return Err(Refusal::MustMove);
        }
        // R20
        if dx != 0 && dy != 0 && dx.abs() != dy.abs() {
            return Err(Refusal::NotALine { to });
        }
        // R21
        if p.map.cell(to) == Cell::Void {
            return Err(Refusal::NoFloor { to });
        }
        let step = (dx.signum() as i8, dy.signum() as i8);
        let mut at = from;
        while at != to {
            let Some(next) = at.step(step) else {
                return Err(Refusal::NoFloor { to });
            };
            if p.map.cell(next) == Cell::Void {
                return Err(Refusal::Gap {
                    at: next,
                    squeezed: false,
                });
            }
            // A11
            if !self.options.gap_open && p.map.squeezes(at, step) {
                return Err(Refusal::Gap {
                    at: next,
                    squeezed: true,
                });
            }
            // R23
            if let Some(seat) = p.pawn_at(next) {
                return Err(if next == to {
                    Refusal::Occupied { seat }
                } else {
                    Refusal::PassesCharacter { seat }
                });
            }
            // R22
            if next != to && p.map.cell(next) != Cell::Floor {
                return Err(Refusal::PassesCoin { at: next });
            }
            at = next;
        }
        Ok(1)
    }

    /// Visits every space that can be reached in a line over floor, up to the first character, coin or stack (R20-R23).
    pub(in super::super) fn ways(&self, p: &Position, from: Square, each: &mut impl FnMut(Square)) {
        for step in DIRECTIONS {
            let mut at = from;
            while let Some(next) = self.next_on(p, at, step) {
                each(next);
                if p.map.cell(next) != Cell::Floor {
                    break;
                }
                at = next;
            }
        }
    }

    /// Whether there is any way from a space.
    pub(super) fn has_way(&self, p: &Position, from: Square) -> bool {
        DIRECTIONS
            .into_iter()
            .any(|step| self.next_on(p, from, step).is_some())
    }

    /// The next space in this direction, if nothing blocks the way.
    fn next_on(&self, p: &Position, at: Square, step: (i8, i8)) -> Option<Square> {
        let next = at.step(step)?;
        let squeezed = !self.options.gap_open && p.map.squeezes(at, step);
        (p.map.cell(next) != Cell::Void && !squeezed && p.pawn_at(next).is_none()).then_some(next)
    }

    /// R34: whether a player's character is adjacent to the one whose turn it is.
    pub(super) fn is_target(&self, p: &Position, seat: usize) -> bool {
        seat != p.actor() && p.is_beside(p.actor(), seat, self.options.corners_touch)
    }

    /// Lists every move that could be legal in this step, in order.
    pub(crate) fn list(&self, p: &Position, each: &mut impl FnMut(Move)) {
        let player = &p.players[p.actor()];
        match p.step {
            Step::Start { .. }
            | Step::Hazard { .. }
            | Step::AttackRoll(_)
            | Step::DefendRoll { .. } => {
                (0..VALUES as u8).map(Move::Roll).for_each(each);
            }
            Step::Compass => compasses().map(Move::Compass).for_each(each),
            Step::Tile => {
                let tile =
                    |suit| (0..VALUES as u8).map(move |value| Move::Tile(Code { suit, value }));
                Suit::ALL.into_iter().flat_map(tile).for_each(each);
            }
            Step::Site(suit) => (0..p.map.length(p.points_to(suit)))
                .map(Move::Site)
                .for_each(each),
            Step::Coin { .. } => (0..VALUES as u8).map(Move::Coin).for_each(each),
            Step::Pawn => p.entrances().map(Move::Pawn).for_each(each),
            Step::Enter => {
                p.entrances().map(Move::Enter).for_each(&mut *each);
                each(Move::Wait);
            }
            Step::Move => {
                if let Some(from) = player.pawn {
                    self.ways(p, from, &mut |to| each(Move::Go(to)));
                }
            }
            Step::Suit => Suit::ALL.map(Move::Suit).into_iter().for_each(each),
            Step::Experience(_) | Step::AttackSpend { .. } | Step::DefendSpend { .. } => {
                (0..=VALUES as u8).map(Move::Spend).for_each(each);
            }
            Step::Apply { .. } => (0..=VALUES as u8).map(Move::Apply).for_each(each),
            Step::Attack => {
                (0..p.players.len() as u8)
                    .map(Move::Attack)
                    .for_each(&mut *each);
                each(Move::Peace);
            }
            Step::Spoils { .. } => Spoils::ALL.map(Move::Spoils).into_iter().for_each(each),
            Step::Steal { .. } => (0..VALUES as u8).map(Move::Steal).for_each(each),
            Step::ShowDead | Step::ShowEnd { .. } => {
                (0..VALUES as u8).map(Move::Show).for_each(each)
            }
            Step::Over => {}
        }
    }
}
