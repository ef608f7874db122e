//! How the game asks at a prompt: a tile is asked for together with its position and coin, and a whole turn together with
//! its attack and dice.

use crate::games::dungeon_crawl::Crawl;
use crate::games::dungeon_crawl::data::map::{Cell, Square};
use crate::games::dungeon_crawl::data::piece::Role;
use crate::games::dungeon_crawl::rules::event::Event;
use crate::games::dungeon_crawl::rules::moves::{Move, Spoils, site_number};
use crate::games::dungeon_crawl::rules::noun::Offset;
use crate::games::dungeon_crawl::rules::position::{DEADLY, Position, Step, TREASURES};
use crate::games::english::ordinal;
use crate::games::shared::narrator::Narrator;
use crate::games::side::Side;
use crate::referee::odds::chance;
use crate::referee::{Game, Heading, Manner, News, Prompting, Seat, Short, Turn, When};

impl Prompting for Crawl {
    fn manner(&self, p: &Position, _by_hand: &[bool]) -> Manner<Move> {
        let usual = match p.step {
            Step::Attack => Some((Move::Peace, "nobody".into())),
            Step::Experience | Step::AttackSpend | Step::DefendSpend => Some((Move::Spend(0), "0".into())),
            Step::Spoils => self.only_spoils(p).map(|spoils| (Move::Spoils(spoils), "take".into())),
            // Section 7: thief and victim keep it to themselves.
            Step::Steal if self.judge(p, Move::StealUnseen).is_ok() => Some((Move::StealUnseen, "unseen".into())),
            _ => None,
        };
        let idle = match p.step {
            Step::Attack => !self.has_prey(p),
            Step::AttackSpend | Step::Spoils | Step::Steal => usual.is_some(),
            _ => false,
        };
        Manner {
            lead: Some(self.lead(p)),
            // R6: the orders of four suits need not be listed.
            shown: matches!(self.turn(p), Turn::Player(_)) && p.step != Step::Compass,
            usual,
            when: match p.step {
                Step::Move => When::Always,
                _ if idle => When::Idle,
                _ => When::Open,
            },
            batch: match p.step {
                Step::Start => Some(0),
                Step::Tile | Step::Site | Step::Coin => Some(1 + u64::from(p.acting)),
                Step::Compass | Step::Pawn | Step::ShowDead | Step::ShowEnd | Step::Over => None,
                _ => Some(u64::from(p.turn) << 4),
            },
            joint: p.step == Step::Start,
            silent: false,
        }
    }

    fn short(&self, p: &Position, mv: Move) -> Option<Short> {
        let text = match mv {
            Move::Roll(roll) => roll.to_string(),
            Move::Compass(suits) => suits.iter().map(|suit| suit.name()).collect::<Vec<&str>>().join(" "),
            Move::Tile(tile) => tile.to_string(),
            Move::Site(along) => site_number(along).to_string(),
            Move::Coin(value) => value.to_string(),
            Move::Pawn(at) | Move::Enter(at) => at.to_string(),
            Move::Wait => "wait".to_owned(),
            Move::Go(to) => return Some(self.way_short(p, to)),
            Move::Suit(suit) => suit.name().to_owned(),
            Move::Spend(points) if p.step == Step::Experience => format!("{points}: {}", self.beating(p, &[mv])),
            // Typed with a plus, since a plain number is read as the next die.
            Move::Spend(points) if p.step == Step::AttackSpend => format!("+{points}"),
            Move::Spend(points) => format!("{points}{}", self.fighting(p, &[mv], false)),
            Move::Apply(points) => points.to_string(),
            // R34: a defender with equipment decides first.
            Move::Attack(seat) if p.players[usize::from(seat)].equipment.is_empty() => {
                format!("{}{}", self.name(seat), self.fighting(p, &[mv, Move::Spend(0)], true))
            }
            Move::Attack(seat) => self.name(seat).to_owned(),
            Move::Peace => "nobody".to_owned(),
            Move::Spoils(spoils) => match spoils {
                Spoils::Treasure => "treasure".to_owned(),
                Spoils::Equipment => "equipment".to_owned(),
                Spoils::Nothing => "nothing".to_owned(),
            },
            Move::Steal(value) | Move::Show(value) => value.to_string(),
            Move::StealUnseen => "unseen".to_owned(),
        };
        Some(text.into())
    }

    fn news(&self, p: &Position, event: Event) -> News {
        match event {
            Event::TurnBegan { .. } | Event::Attacked { .. } | Event::AttackRolled { .. } => News::Silent,
            Event::PlaceTaken { .. } => News::Silent,
            Event::TileTurned { seat, tile, .. } => News::fact(self.name(seat), tile.to_string()),
            Event::TileLaid { seat, .. } => News::fact(self.name(seat), self.lying(p)),
            Event::Moved { seat, to } => News::fact(self.name(seat), to.to_string()),
            Event::StartRolled { seat, roll } => News::fact(self.name(seat), roll.to_string()),
            Event::CoinTurned { seat, coin } => News::fact(self.name(seat), coin.to_string()),
            Event::CoinLaid { seat, value, .. } => News::fact(self.name(seat), format!("coin {value}")),
            Event::Beaten { coin, roll, spent, .. } => {
                let with = against(roll, spent);
                News::Brief(format!("{with} beats the {} of {}: experience, suit up.", coin.suit.role(), coin.value))
            }
            Event::Hurt { seat, coin, roll, spent } => {
                let player = &p.players[usize::from(seat)];
                // A character killed by it no longer shows its damage.
                let hurt = if player.pawn.is_some() { player.hurt() } else { DEADLY };
                let (with, role, value) = (against(roll, spent), coin.suit.role(), coin.value);
                News::Brief(format!("{with} does not beat the {role} of {value}: value up, damage {hurt} of {DEADLY}."))
            }
            Event::TreasureFound { value, found, .. } => News::Brief(format!(
                "A treasure of {value}, the {} of {TREASURES}: all see it, then suit up.",
                ordinal(found.into())
            )),
            Event::EquipmentFound { .. } => News::Brief("A point of equipment, suit up.".to_owned()),
            // Section 7: only these two see which treasure it is.
            Event::TreasureStolen { seat, victim } if !self.is_told_thefts => {
                News::Brief(format!("{} draws a treasure of {}'s, unseen.", self.name(seat), self.name(victim)))
            }
            _ => News::Full,
        }
    }

    fn heading(&self, p: &Position) -> Option<Heading> {
        if p.turn == 0 || matches!(p.step, Step::Over | Step::ShowEnd) {
            return None;
        }
        let round = (p.turn - 1) / p.players.len() as u32 + 1;
        Some(Heading { round, text: format!("Round {round}") })
    }

    fn holding(&self, p: &Position, seat: Seat, eyes: Option<Seat>) -> Option<String> {
        Some(self.holdings_text(&self.view(p, eyes), usize::from(seat)))
    }

    fn summary(&self, p: &Position) -> Option<String> {
        let stands = p.players.iter().zip(&self.players).map(|(player, name)| format!("{name} {}", player.treasures));
        let found = p.players.iter().any(|player| player.treasures > 0);
        found.then(|| format!("Treasures: {}", stands.collect::<Vec<String>>().join("   ")))
    }

    /// While the dungeon is being built, its tiles are in front of the players, and its spaces have no names yet.
    fn table_version(&self, p: &Position) -> u64 {
        match p.step {
            // There is a choice of positions for a tile, or all tiles are laid and their spaces have names.
            Step::Site | Step::Pawn => p.map.tiles().len() as u64,
            _ if p.turn == 0 => 0,
            _ => (1 << 32) + u64::from((p.turn - 1) / p.players.len() as u32),
        }
    }
}

/// A roll and what was added: "3", "3+1=4".
fn against(roll: u8, spent: u8) -> String {
    if spent == 0 { roll.to_string() } else { format!("{roll}+{spent}={}", roll + spent) }
}

/// " +1"; empty for 0.
fn added(points: u8) -> String {
    if points == 0 { String::new() } else { format!(" +{points}") }
}

/// The side from which the tiles along an edge are counted.
pub(super) fn along_from(edge: Side) -> Side {
    if matches!(edge, Side::North | Side::South) { Side::West } else { Side::South }
}

impl Crawl {
    /// "2 tiles north and 1 tile west of the tile laid last".
    fn lying(&self, p: &Position) -> String {
        Offset::of_last(p).map_or(String::new(), |offset| self.lexicon.text(&offset.noun()))
    }

    /// "Cleo's corner, south-west" (R12); with the first tile named when it is due (R13).
    pub(super) fn corner_text(&self, p: &Position) -> String {
        let first = if p.bare == 0 { " of the first tile" } else { "" };
        format!("{}'s corner{first}, {}", self.name(p.acting), self.options.corners[p.actor()].name())
    }

    /// "t14 2" for a space with a coin of 2, "q10 beside Ann" for one next to a player with something to take.
    fn way_short(&self, p: &Position, to: Square) -> Short {
        match p.map.cell(to) {
            Cell::Coin(value) => format!("{to} {value}").into(),
            Cell::Stack => format!("{to} stack").into(),
            Cell::Floor | Cell::Void => {
                let diagonally = self.options.corners_touch;
                let beside = (0..p.players.len() as u8).filter(|seat| {
                    let player = &p.players[usize::from(*seat)];
                    let rich = player.treasures > 0 || !player.equipment.is_empty();
                    *seat != p.acting && rich && player.pawn.is_some_and(|pawn| pawn.touches(to, diagonally))
                });
                let names: Vec<&str> = beside.map(|seat| self.name(seat)).collect();
                if names.is_empty() {
                    return to.to_string().into();
                }
                let beside = format!("beside {}", names.join(" "));
                Short { text: format!("{to} {beside}"), under: Some(beside), ..Short::default() }
            }
        }
    }

    /// The chance that the attack after these moves succeeds or fails: ": wins 15 in 36".
    fn fighting(&self, p: &Position, moves: &[Move], won: bool) -> String {
        let settled = |events: &[Event], _: &Position| {
            events.iter().find_map(|event| match event {
                Event::AttackWon { .. } => Some(won),
                Event::AttackFailed { .. } => Some(!won),
                _ => None,
            })
        };
        let does = if won { "wins" } else { "holds" };
        chance(self, p, moves, settled).map_or(String::new(), |odds| format!(": {does} {}", odds.on_two_dice()))
    }

    /// Whether anybody who can be attacked has anything to take (R35).
    fn has_prey(&self, p: &Position) -> bool {
        self.legal(p).into_iter().any(|mv| match mv {
            Move::Attack(seat) => {
                let target = &p.players[usize::from(seat)];
                target.treasures > 0 || !target.equipment.is_empty()
            }
            _ => false,
        })
    }

    /// The spoils, if only one kind is possible (R35).
    fn only_spoils(&self, p: &Position) -> Option<Spoils> {
        let spoils = |mv: Move| match mv {
            Move::Spoils(spoils) if spoils != Spoils::Nothing => Some(spoils),
            _ => None,
        };
        let mut found = self.legal(p).into_iter().filter_map(spoils);
        found.next().filter(|_| found.next().is_none())
    }

    /// The question without its answers.
    fn lead(&self, p: &Position) -> String {
        let actor = self.name(p.acting);
        let target = self.name(p.fight.target);
        match p.step {
            Step::Start => format!("Who begins, {actor}"),
            Step::Compass => format!("{actor}, which suits point n, e, s, w: Suns, Moons, Crowns, Arms in your order"),
            Step::Tile => format!("{actor}'s tile and coin"),
            Step::Site => {
                let side = p.points_to(p.tile);
                format!("Beyond the {} edge, beside which tile of it, from the {}", side.name(), along_from(side).name())
            }
            Step::Coin => format!("A coin in {}", self.corner_text(p)),
            Step::Pawn => format!("{actor}, {}'s pawn goes in at", self.name(p.left_of(p.acting, 1))),
            Step::Move => match p.players[p.actor()].pawn {
                Some(at) => format!("{actor} on {at}"),
                None => actor.to_owned(),
            },
            Step::Suit => "The coin shows".to_owned(),
            Step::Experience => format!("{actor} against the {} of {}, experience", p.hazard.suit.role(), p.hazard.value),
            Step::Hazard => format!("{actor} rolls, {}", self.beating(p, &[])),
            Step::Apply => format!("{actor}, damage {}: equipment applied", p.players[p.actor()].hurt()),
            Step::Attack => format!("{actor} attacks"),
            Step::AttackSpend => format!("{actor} attacks {target}, equipment"),
            Step::DefendSpend => format!("{target} against {actor}{}, equipment spent", added(p.fight.spent[0])),
            Step::AttackRoll => format!("{actor}'s die{}", added(p.fight.spent[0])),
            Step::DefendRoll => {
                format!("{target}'s die{} against {}", added(p.fight.spent[1]), p.fight.roll + p.fight.spent[0])
            }
            Step::Spoils => format!("{actor} takes of {target}"),
            Step::Steal => format!("{actor} draws of {target}, unseen"),
            Step::ShowDead => format!("{} is dead; treasure there", self.name(p.showing)),
            Step::ShowEnd => format!("{} turns up treasure", self.name(p.showing)),
            Step::Enter => format!("{actor} comes back at"),
            Step::Over => "The game is over".to_owned(),
        }
    }
}
