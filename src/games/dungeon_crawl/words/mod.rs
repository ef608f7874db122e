//! The game in words: questions, options, refusals and the set-up.

pub(super) mod names;
mod prompting;
mod stakes;
pub(super) mod story;

use super::Crawl;
use super::data::map::{Cell, Square};
use super::data::piece::{Role, Suit, VALUES, Values};
use super::rules::event::Event;
use super::rules::moves::{Move, Spoils, site_number};
use super::rules::noun::{Compass, Loot, Offset};
use super::rules::position::{DEADLY, Position, Step};
use super::rules::refusal::Refusal;
use crate::games::english::{capital, counted, listed};
use crate::games::shared::event::Events as _;
use crate::games::shared::narrator::Narrator;
use crate::referee::odds::needed;
use crate::referee::{
    Figure, Game, Happened, NOT_NOW, Pointing, Refused, Scene, Screen, Seat, Stake, Telling, Visibility, Words,
};

impl Words for Crawl {
    fn id(&self, mv: Move) -> String {
        self.move_id(mv)
    }

    fn parse(&self, id: &str) -> Option<Move> {
        self.parse_move(id)
    }

    fn question(&self, p: &Position) -> String {
        let actor = self.name(p.acting);
        let target = self.name(p.fight.target);
        match p.step {
            Step::Start => format!("What does {actor} roll to see who begins?"),
            Step::Compass if self.options.random_compass => "Which pawns point north, east, south and west?".to_owned(),
            Step::Compass => format!(
                "{actor}, which pawns point north, east, south and west? {} is {}.",
                suits_text(Suit::ALL),
                self.compass_text(Suit::ALL)
            ),
            Step::Tile => format!("Which tile does {actor} turn over?"),
            Step::Site => {
                let side = p.points_to(p.tile).name();
                format!("{actor}, where beyond the {side} edge does the tile go?")
            }
            // R13
            Step::Coin if p.bare == 0 => {
                format!("{actor}, take the pawns off the first tile: a coin of which value in {}?", self.corner_text(p))
            }
            Step::Coin => format!("{actor}, a coin of which value in {}?", self.corner_text(p)),
            Step::Pawn => {
                let owner = p.left_of(p.acting, 1);
                format!("{actor}, where does {}'s pawn go in?", self.name(owner))
            }
            Step::Move => format!("{actor}, where to?"),
            Step::Suit => {
                let value = p.underfoot().unwrap_or_default();
                format!("Which suit does the coin of {value} show?")
            }
            Step::Experience => format!(
                "{actor}, spend how much {} experience against the {} of {}?",
                p.hazard.suit.role(),
                p.hazard.suit.role(),
                p.hazard.value
            ),
            Step::Hazard => format!(
                "What does {actor} roll against the {} of {}? {}.",
                p.hazard.suit.role(),
                p.hazard.value,
                capital(&self.beating(p, &[]))
            ),
            Step::Apply => {
                let hurt = p.players[p.actor()].hurt();
                let deadly = if hurt >= DEADLY { ", which is deadly" } else { "" };
                format!("{actor} has {} of damage{deadly}: apply how much equipment?", counted(hurt, "point"))
            }
            Step::Attack => format!("{actor}, attack?"),
            Step::AttackSpend => format!("{actor}, spend how much equipment to attack {target}?"),
            Step::DefendSpend => {
                let added = if p.fight.spent[0] == 0 { "nothing".to_owned() } else { p.fight.spent[0].to_string() };
                format!("{target}, {actor} attacks and adds {added}: spend how much equipment to defend?")
            }
            Step::AttackRoll => format!("What does {actor} roll to attack?{}", added(p.fight.spent[0])),
            Step::DefendRoll => {
                let total = p.fight.roll + p.fight.spent[0];
                format!("{actor} has {total}. What does {target} roll to defend?{}", added(p.fight.spent[1]))
            }
            Step::Spoils => format!("{actor}, take what from {target}?"),
            Step::Steal => format!("Which of {target}'s treasures does {actor} draw, unseen by the others?"),
            Step::ShowDead => format!("{} is dead. Which treasure lies there{}?", self.name(p.showing), self.beside(p)),
            Step::ShowEnd => format!("{} turns up all treasure. Which is among it{}?", self.name(p.showing), self.beside(p)),
            Step::Enter => format!("{actor}, come back where?"),
            Step::Over => "The game is over.".to_owned(),
        }
    }

    fn option(&self, p: &Position, mv: Move) -> String {
        let player = &p.players[p.actor()];
        match mv {
            Move::Roll(roll) => roll.to_string(),
            Move::Compass(compass) => suits_text(compass),
            Move::Tile(tile) => format!("{tile} ({})", tile.suit.name()),
            Move::Site(along) => format!("{}: {}", site_number(along), self.site_text(p, along)),
            Move::Coin(value) => value.to_string(),
            Move::Pawn(at) | Move::Enter(at) => at.to_string(),
            Move::Wait => "stay out for now".to_owned(),
            Move::Go(to) => self.way_text(p, to),
            Move::Suit(suit) => format!("{}: {}", suit.name(), article(suit)),
            Move::Spend(0) => "0: spend nothing".to_owned(),
            Move::Spend(points) if p.step == Step::Experience => {
                format!("{points}: {}", self.beating(p, &[mv]))
            }
            Move::Spend(points) => format!("{points}: spend {points}"),
            Move::Apply(points) => {
                let left = player.hurt().saturating_sub(points);
                let fate = if left >= DEADLY { ", and die" } else { "" };
                format!("{points}: {} of damage left{fate}", counted(left, "point"))
            }
            Move::Attack(seat) => {
                let Some(target) = p.players.get(usize::from(seat)) else { return "attack".to_owned() };
                format!("attack {} ({})", self.name(seat), spoils_text(target.treasures, target.equipment.len()))
            }
            Move::Peace => "attack nobody".to_owned(),
            Move::Spoils(Spoils::Treasure) => "a treasure, drawn unseen".to_owned(),
            Move::Spoils(Spoils::Equipment) => "a point of equipment".to_owned(),
            Move::Spoils(Spoils::Nothing) => "nothing".to_owned(),
            Move::Steal(value) => format!("the treasure of {value}"),
            Move::StealUnseen => "one that only the two of them saw".to_owned(),
            Move::Show(value) => format!("the treasure of {value}"),
        }
    }

    fn telling(&self, p: &Position, event: Event) -> Telling {
        self.lexicon.telling(event.report(self, p))
    }

    fn stake(&self, _p: &Position, event: Event) -> Option<Stake> {
        self.stake_of(event)
    }

    fn refused(&self, p: &Position, refusal: Refusal) -> Refused {
        Refused { reason: self.reason(p, refusal), rule: Some(refusal.rule()), code: refusal.code() }
    }

    fn board(&self, p: &Position, seat: Option<Seat>, width: usize) -> Screen {
        self.draw(&self.view(p, seat), width)
    }

    fn near(&self, p: &Position, seat: Option<Seat>, width: usize) -> Screen {
        self.draw_near(&self.view(p, seat), width)
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

    fn audit(&self, p: &Position, seat: Option<Seat>) -> Vec<String> {
        self.describe_table(p, seat.into()).lines()
    }

    fn visibility(&self, p: &Position) -> Visibility {
        match p.step {
            // Section 7: the answers list the victim's treasure.
            Step::Steal => Visibility { seat: Some(p.acting), unlisted: true },
            _ => Visibility::default(),
        }
    }

    fn outside(&self, _position: &Position, mv: Move) -> Option<String> {
        matches!(mv, Move::Steal(_) | Move::StealUnseen).then(|| "a treasure".to_owned())
    }

    fn setup(&self) -> Vec<String> {
        let each = |what: &dyn Fn(usize) -> &'static str| -> String {
            let seats: Vec<String> =
                (0..self.players.len()).map(|seat| format!("{} {}", self.players[seat], what(seat))).collect();
            listed(&seats)
        };
        vec![
            "Shuffle the 24 tiles, backs up, into one stack (R1).".to_owned(),
            "Mix the 24 coins, values up, in a pile. Nobody looks at their suits (R2).".to_owned(),
            format!(
                "Sit clockwise and take a die, and later the pawn, of your suit: {} (R3). All four pawns stand by.",
                each(&|seat| self.suit(seat).name())
            ),
            format!(
                "Agree which way is north. Your coins go in your own corner of a tile: {} (R12).",
                each(&|seat| self.options.corners[seat].name())
            ),
            "When somebody is first, that player lays one tile, back up and unseen, in the middle (R5).".to_owned(),
        ]
    }
}

impl Crawl {
    /// "Suns north, Moons east, Crowns south, Arms west".
    pub(crate) fn compass_text(&self, compass: [Suit; 4]) -> String {
        self.lexicon.joined(&Compass(compass).list())
    }

    /// Coins in a sentence: "the treasures of 3 and 5 and 2 points of equipment".
    pub(super) fn loot_told(&self, treasure: Values, equipment: Values) -> String {
        self.lexicon.text(&Loot(treasure, equipment).noun())
    }

    /// "beaten by 3 or more" (R27)
    pub(super) fn beating(&self, p: &Position, moves: &[Move]) -> String {
        let face = |mv| if let Move::Roll(face) = mv { Some(face) } else { None };
        let beaten = |event: &Event| matches!(event, Event::Beaten { .. });
        needed(self, p, moves, face, beaten).map_or(String::new(), |needed| format!("beaten by {needed}"))
    }

    /// What is already known of the treasure being turned up.
    fn beside(&self, p: &Position) -> String {
        let certain = p.worlds.certain(p.showing);
        if certain.is_empty() { String::new() } else { format!(", beside {}", self.loot_told(certain, Values::default())) }
    }

    /// A position beyond the edge, as an option.
    fn site_text(&self, p: &Position, along: u8) -> String {
        let side = p.points_to(p.tile);
        let from_the_side = |number: u16| format!("tile {number} from the {}", prompting::along_from(side).name());
        let edge = format!("{} of {}", side.name(), from_the_side(site_number(along)));
        match p.map.beyond(side, along).zip(p.map.tiles().last()) {
            Some(((x, y), (last_x, last_y))) => {
                let (east, north) = (i16::from(x) - i16::from(*last_x), i16::from(y) - i16::from(*last_y));
                let offset = Offset { east, north, is_second: p.map.tiles().len() == 1 };
                format!("{edge}, {}", self.lexicon.text(&offset.noun()))
            }
            None => edge,
        }
    }

    /// A destination, as an option.
    fn way_text(&self, p: &Position, to: Square) -> String {
        match p.map.cell(to) {
            Cell::Coin(value) => format!("{to}, turn the coin of {value}"),
            Cell::Stack => {
                let coins = p.stack_at(to).map_or(0, |stack| stack.treasure.len() + stack.equipment.len());
                format!("{to}, take the {coins} coins there")
            }
            Cell::Floor | Cell::Void => {
                let diagonally = self.options.corners_touch;
                let beside = (0..p.players.len() as u8).filter(|seat| {
                    let pawn = p.players[usize::from(*seat)].pawn;
                    *seat != p.acting && pawn.is_some_and(|pawn| pawn.touches(to, diagonally))
                });
                let names: Vec<&str> = beside.map(|seat| self.name(seat)).collect();
                if names.is_empty() { to.to_string() } else { format!("{to}, beside {}", listed(&names)) }
            }
        }
    }

    /// The reason for a refusal, as a sentence without its full stop.
    fn reason(&self, p: &Position, refusal: Refusal) -> String {
        use Refusal::*;
        match refusal {
            NotNow => NOT_NOW.to_owned(),
            GameOver => "the game is over".to_owned(),
            BadDie => "a die of the piecepack shows 0 to 5; on an ordinary die a 6 is a 0".to_owned(),
            BadCompass => "each of the four pawns points to a side of its own".to_owned(),
            BadTile => "there is no such tile".to_owned(),
            TileSeen(tile) => format!("tile {tile} was turned over before"),
            BadSite => {
                format!("no tile there touches the {} edge of the dungeon", p.points_to(p.tile).name())
            }
            NoSuchCoin(value) if usize::from(value) < VALUES => format!("no coin of {value} is left in the pile"),
            NoSuchCoin(_) => "coins have values from 0 to 5".to_owned(),
            NotAnEntrance(at) => {
                format!("{at} is not an entrance: that is an empty space on the outermost row or column of the dungeon")
            }
            MustMove => "a character must move at least one space".to_owned(),
            NotALine(to) => format!("{to} is not in a straight line from here"),
            NoFloor(to) => format!("there is no floor at {to}"),
            Gap(at) => format!("there is no floor at {at} on the way"),
            Squeeze(at) => format!("the corner before {at} is closed: no floor on either side of it"),
            PassesCharacter(seat) => format!("{} stands in the way", self.name(seat as u8)),
            Occupied(seat) => format!("{} stands there", self.name(seat as u8)),
            PassesCoin(at) => format!("a character stops at the coins on {at}"),
            CoinSeen(coin) => format!("the coin {coin} was turned over before"),
            NotEnoughExperience(suit) => {
                let have = p.players[p.actor()].experience[suit as usize].len();
                format!("{} has {have} of {} experience", self.name(p.acting), suit.role())
            }
            NotEnoughEquipment => {
                let seat = if p.step == Step::DefendSpend { p.fight.target } else { p.acting };
                let have = p.players[usize::from(seat)].equipment.len();
                format!("{} has {have} of free equipment", self.name(seat))
            }
            MoreThanDamage => {
                format!("the coin did {} of damage, and no more can be ignored", counted(p.hazard.value, "point"))
            }
            AttackSelf => "nobody attacks himself".to_owned(),
            NotAdjacent => "no such character stands beside".to_owned(),
            NoTreasure => format!("{} has no treasure", self.name(p.fight.target)),
            NoEquipment => format!("{} has no free equipment", self.name(p.fight.target)),
            NotHeld => format!("{} does not have that treasure", self.name(p.fight.target)),
            NotShown(value) => format!(
                "by what was seen so far, the treasure of {value} cannot be among what {} has, or was named already",
                self.name(p.showing)
            ),
        }
    }
}

/// What has been added to a roll.
fn added(points: u8) -> String {
    if points == 0 { String::new() } else { format!(" {points} is added.") }
}

/// "SMCA"
fn suits_text(suits: [Suit; 4]) -> String {
    suits.map(Suit::letter).iter().collect()
}

/// The role of a suit's coins, with its article.
pub(super) fn article(suit: Suit) -> &'static str {
    ["a trap", "a monster", "a treasure", "equipment"][suit as usize]
}

fn spoils_text(treasures: u8, equipment: u8) -> String {
    match (treasures, equipment) {
        (0, 0) => "who has nothing to take".to_owned(),
        _ => format!("{}, {equipment} equipment", counted(treasures, "treasure")),
    }
}

/// "1 and 4".
fn values_text(values: Values) -> String {
    listed(&values.iter().map(|value| value.to_string()).collect::<Vec<_>>())
}

/// Coins in a few words: "treasure of 3 and 5, 2 equipment".
pub(super) fn loot_text(treasure: Values, equipment: Values) -> String {
    let mut parts = Vec::new();
    if !treasure.is_empty() {
        parts.push(format!("treasure of {}", values_text(treasure)));
    }
    if !equipment.is_empty() {
        parts.push(format!("{} equipment", equipment.len()));
    }
    if parts.is_empty() { "nothing".to_owned() } else { parts.join(", ") }
}
