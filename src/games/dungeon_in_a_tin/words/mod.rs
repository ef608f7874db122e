//! The game in words: questions, options, refusals and the set-up.

mod breath;
pub(super) mod names;
pub(super) mod nouns;
mod stakes;
pub(super) mod story;
pub(super) mod whereabouts;

use super::data::Mark;
use super::data::piece::{Kind, SPECIALS, Tokens};
use super::rules::event::Event;
use super::rules::moves::Move;
use super::rules::position::{EXPERIENCE_FOR_LEVEL, NONE, Position, Step};
use super::rules::refusal::Refusal;
use super::sight::board::counted;
use super::{Dungeon, FIGHT_DECK};
use crate::games::shared::event::Events as _;
use crate::games::shared::narrator::{Narrator, Seats};
use crate::games::side::{Side, Sides};
use crate::referee::{
    Figure, Game, Happened, Hush, NOT_NOW, Pointing, Refused, Scene, Screen, Seat, Source, Stake, Telling, Words,
};

impl Words for Dungeon {
    fn id(&self, mv: Move) -> String {
        self.move_id(mv)
    }

    fn parse(&self, id: &str) -> Option<Move> {
        self.parse_move(id)
    }

    fn question(&self, p: &Position) -> String {
        let seat = p.actor();
        let room = || self.room_name(p, p.entered.first().copied().unwrap_or(0));
        match p.step {
            Step::Deal if self.options.face_down => "Deal two fight cards face down to each player. Done?".to_owned(),
            Step::Show(_) => {
                let seat = p.shows().unwrap_or(seat);
                let left = counted(p.players[seat].hand.hidden(), "card");
                format!("{} discards a hand of {left}: which?", self.players[seat])
            }
            Step::Deal => format!("Which fight card is dealt to {}?", self.whom(seat)),
            Step::Order => format!("What does {} roll for the turn order?", self.players[seat]),
            Step::Refresh => format!("Which fight card {} draw?", self.do_does(seat)),
            Step::Reveal => format!("Which fight card {} draw to fight with?", self.do_does(seat)),
            Step::Tile => "Which tile is next on the stack?".to_owned(),
            Step::Monster => format!("What does the {} die show, in the {}?", p.coming.colour().name(), room()),
            Step::Chest => format!("Which treasure is drawn for the {}?", room()),
            Step::Loot => "Which treasure did the monster have?".to_owned(),
            Step::Attack => format!("How does {} attack?", self.the_monster(p.monsters[usize::from(p.fight.die)].monster)),
            Step::Combat => format!("What {} roll? Wins on {}.", self.do_does(seat), self.winning(p, &[])),
            Step::SwapFirst | Step::SwapAfter => self.ask(seat, "swap ten experience for a level?"),
            Step::LastHeart => self.ask(seat, "the last heart is lost: swap ten experience for a level to live?"),
            Step::Free { .. } if !p.is_safe(seat) => self.ask(seat, "fight or flee?"),
            Step::Free { .. } => self.ask(seat, "what now?"),
            Step::Treasure => match self.buying(p) {
                Some((gold, prices)) => self
                    .ask(seat, &format!("take, put down or buy anything? The purse holds {gold} gold. Prices: {prices}.")),
                None => self.ask(seat, "take or put down anything?"),
            },
            Step::Basket => {
                let items = self.tokens_text(p.basket);
                self.ask(seat, &format!("{items} for {} gold: pay with what?", self.data.price(p.basket)))
            }
            Step::Potion => self.ask(seat, "drink a potion?"),
            Step::Declare if !p.is_safe(seat) => self.ask(seat, "fight or flee?"),
            Step::Declare => self.ask(seat, "where to?"),
            Step::Rotate => self.ask(seat, &format!("how do you lay the {}? Its arrow points ...", self.tile_name(p.tile))),
            Step::Choose => self.ask(seat, "which monster first?"),
            Step::Card => {
                let attack = p.fight.attack.map_or("", |attack| attack.name());
                self.ask(seat, &format!("which card against {attack}?"))
            }
            Step::Bomb => self.ask(seat, &format!("add a bomb? Wins on {} without.", self.winning(p, &[Move::NoBomb]))),
            Step::Over => "The game is over.".to_owned(),
        }
    }

    fn option(&self, p: &Position, mv: Move) -> String {
        let seat = p.actor();
        let player = &p.players[seat];
        match mv {
            Move::Draw(card) | Move::Card(card) if p.step == Step::Card => {
                format!("play {}: wins on {}", self.card_text(card), self.winning(p, &[mv, Move::NoBomb]))
            }
            Move::Draw(card) | Move::Card(card) | Move::Show(card) => self.card_text(card),
            Move::Dealt => "the cards are dealt".to_owned(),
            Move::Roll(number) => number.to_string(),
            Move::Tile(tile) => self.data.tile(tile).name.clone(),
            Move::Face(face) => match (face.0 & 1 != 0, face.0 & 2 != 0) {
                (false, false) => "plain".to_owned(),
                (true, false) => "horns".to_owned(),
                (false, true) => "a chest".to_owned(),
                (true, true) => "horns and a chest".to_owned(),
            },
            Move::Treasure(kind) => self.token_text(kind),
            Move::Attack(attack) => attack.name().to_owned(),
            Move::Take(kind) => {
                let count = p.room(player.room).floor.of(kind);
                let of = if count > 1 { format!(" ({count} there)") } else { String::new() };
                format!("take {}{of}", self.token_text(kind))
            }
            // A19
            Move::Drop(Kind::ROPE) if self.data.tile(p.room(player.room).tile).chasm => {
                "put down a rope: it bridges the chasm, and stays for good".to_owned()
            }
            Move::Drop(kind) => format!("put down {}", self.token_text(kind)),
            Move::Buy(kind) => {
                let also = if p.step == Step::Basket { "also " } else { "" };
                format!("{also}buy {} for {} gold", self.token_text(kind), self.data.token(kind).price)
            }
            Move::Pay(coins) => {
                let paid = self.data.gold(coins.into());
                let over = paid - self.data.price(p.basket).min(paid);
                let lost = if over > 0 { format!(", {over} of it lost") } else { String::new() };
                format!("pay {}: {paid} gold{lost}", self.coin_words(coins).join(" + "))
            }
            Move::Cancel => "buy nothing after all".to_owned(),
            Move::Pass if p.step == Step::Potion => "do not drink".to_owned(),
            Move::Pass => "done here".to_owned(),
            Move::Drink => {
                let effect = match player.hearts {
                    hearts if hearts == self.data.hearts => ", though no heart is missing".to_owned(),
                    hearts => format!(": {hearts} to {} hearts", self.data.hearts),
                };
                // R23
                let ends = if p.step == Step::Potion { "" } else { "; no more taking, putting down or buying after it" };
                format!("drink a potion{effect}{ends}")
            }
            Move::Unlock(side) => format!("unlock the {} door with a key", side.name()),
            Move::UnlockBeyond(side) => format!("unlock the door beyond the {} exit with a key", side.name()),
            Move::Go(side) => self.way(p, seat, side),
            Move::Stay if p.is_safe(seat) => "stay here".to_owned(),
            Move::Stay => "stay and fight".to_owned(),
            Move::Leave => "leave the dungeon for good, without the maiden".to_owned(),
            Move::Lay(arrow) => self.lying(p, arrow),
            Move::Fight(monster, fought) => {
                let beaten = || format!(", which has beaten {}", self.all(Seats(fought)));
                let after = if fought == 0 { String::new() } else { beaten() };
                format!("fight {}{after}", self.monster_text(monster))
            }
            Move::Deck => "draw a card from the deck instead".to_owned(),
            Move::Bomb => format!("add a bomb: wins on {}", self.winning(p, &[mv])),
            Move::NoBomb => format!("keep the bomb: wins on {}", self.winning(p, &[mv])),
            Move::Swap => format!("swap {EXPERIENCE_FOR_LEVEL} experience for level {} and full hearts", player.level + 1),
            Move::Keep if p.step == Step::LastHeart => "keep the experience and die".to_owned(),
            Move::Keep => "keep the experience for now".to_owned(),
        }
    }

    fn telling(&self, p: &Position, event: Event) -> Telling {
        self.lexicon.telling(event.report(self, p))
    }

    fn stake(&self, p: &Position, event: Event) -> Option<Stake> {
        self.stake_of(p, event)
    }

    fn refused(&self, p: &Position, refusal: Refusal) -> Refused {
        Refused { reason: self.reason(p, refusal), rule: Some(refusal.rule(p.step)), code: refusal.code() }
    }

    fn board(&self, p: &Position, seat: Option<Seat>, width: usize) -> Screen {
        self.draw(&self.view(p, seat), seat.map_or(p.actor(), usize::from), width)
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

    fn hush(&self, p: &Position) -> Hush {
        let seat = (!matches!(p.step, Step::Reveal)).then_some(p.actor() as Seat);
        match p.step {
            _ if self.options.open_hands || self.options.face_down => Hush::default(),
            Step::Deal | Step::Refresh | Step::Reveal => Hush { seat, unlisted: true },
            Step::Card => Hush { seat, unlisted: false },
            _ => Hush::default(),
        }
    }

    fn outside(&self, p: &Position, mv: Move) -> Option<String> {
        let hidden = !self.options.open_hands && matches!((p.step, mv), (Step::Deal | Step::Refresh, Move::Draw(_)));
        hidden.then(|| "a fight card".to_owned())
    }

    fn only_by_hand(&self, source: Source) -> Option<String> {
        (source == FIGHT_DECK && self.options.face_down).then(|| {
            "with closed hands that the table keeps, the fight deck must be a real one: name `cards` among what you draw yourselves \
             (`--physical cards`), or start with `--secrets referee`, and the program keeps the hands"
                .to_owned()
        })
    }

    fn setup(&self) -> Vec<String> {
        let sets = self.players.len();
        let stairs = &self.data.tile(self.data.start).name;
        let last = &self.data.tile(self.data.last).name;
        let count = |mark| -> usize {
            self.data.tiles.iter().filter(|tile| tile.mark == mark).map(|tile| usize::from(tile.copies) * sets).sum()
        };
        let knights = if sets == 1 { "Put the knight" } else { "Put all knights" };
        let mut steps = Vec::new();
        if sets > 1 {
            steps.push(format!(
                "Put {sets} sets together. Of every set but the first, the {stairs}, the {last} and the maiden stay in the tin (R20)."
            ));
        }
        steps.push(format!("Lay the {stairs} on the table, its printed north up. {knights} on it (R2, R12)."));
        steps.push(format!(
            "Build the tile stack face down: the {last} at the bottom, the {} shuffled B tiles on it, the {} shuffled A tiles on top (R3).",
            count(Mark::B),
            count(Mark::A)
        ));
        steps.push(format!(
            "Put a Heart Marker on heart {} of each status card, and a Level Token under it (R4, R5).",
            self.data.hearts
        ));
        let closed = if self.options.open_hands { "" } else { ", for its owner's eyes alone" };
        steps.push(format!("Shuffle the fight cards into a face-down deck and deal two to each player{closed} (R7, R11)."));
        steps
            .push("Keep the maiden aside. All other treasure goes into the tin: that is the treasure pool (R8).".to_owned());
        if sets == 1 {
            steps.push("Take one potion out of the tin and put it on an item slot (R9).".to_owned());
        }
        steps.push("Leave space for two discard piles: fight cards, and treasure (R7, R8).".to_owned());
        steps
    }
}

impl Dungeon {
    /// The player's gold and the prices, if something can be bought now (R33).
    fn buying(&self, p: &Position) -> Option<(u32, String)> {
        let priced = (0..SPECIALS as u8).map(Kind).filter(|kind| self.data.token(*kind).price > 0);
        let priced: Vec<Kind> = priced.collect();
        if !priced.iter().any(|kind| self.judge(p, Move::Buy(*kind)).is_ok()) {
            return None;
        }
        let prices = priced.iter().map(|kind| format!("{} {}", self.token_text(*kind), self.data.token(*kind).price));
        Some((self.data.gold(p.players[p.actor()].carried), prices.collect::<Vec<String>>().join(", ")))
    }

    /// A way out of the room, as an option.
    fn way(&self, p: &Position, seat: usize, side: Side) -> String {
        let player = &p.players[seat];
        let room = p.room(player.room);
        let to = match p.meets(player.room, side) {
            Some(there) => format!("to the {}", self.room_name(p, there)),
            None => "into the dark".to_owned(),
        };
        let side_name = side.name();
        if !p.is_safe(seat) {
            return format!("flee {side_name} {to}");
        }
        if self.data.tile(room.tile).chasm && room.bridges == 0 && player.entrance != Some(side) {
            return format!("leave the rope across the chasm and go {side_name} {to}");
        }
        format!("go {side_name} {to}")
    }

    /// An orientation of the new tile, as an option, with a warning for A46.
    fn lying(&self, p: &Position, arrow: Side) -> String {
        let tile = self.data.tile(p.tile);
        let (exits, locked) = (tile.exits.turned(arrow.quarters()), tile.locked.turned(arrow.quarters()));
        let (from, heading) = self.way_of(p);
        let mut text = format!("arrow {}: {}", arrow.name(), self.exits_text(exits, locked));
        if locked.has(heading.opposite()) {
            text += "; its lock is on your side: you cannot enter without a key";
        }
        if self.shuts_in(p, from, heading, (exits, locked)) {
            text += "; this leaves no open way on without a key";
        }
        text
    }

    /// Whether no open exit to an empty cell could be reached from the stairs any more if the tile is laid this way (A46).
    fn shuts_in(&self, p: &Position, from: u8, heading: Side, (exits, locked): (Sides, Sides)) -> bool {
        let (dx, dy) = heading.step();
        let cell = (p.room(from).x + dx, p.room(from).y + dy);
        let enters = !locked.has(heading.opposite());
        let goes_on = |side: Side| {
            let (dx, dy) = side.step();
            side != heading.opposite()
                && exits.has(side)
                && !locked.has(side)
                && p.room_at(cell.0 + dx, cell.1 + dy).is_none()
        };
        if enters && Side::ALL.into_iter().any(goes_on) {
            return false;
        }
        // The rooms that can be reached from the stairs through open doors.
        let mut reached = vec![false; p.rooms.len()];
        let mut queue = vec![0u8];
        while let Some(room) = queue.pop() {
            if std::mem::replace(&mut reached[usize::from(room)], true) {
                continue;
            }
            for side in p.room(room).exits.iter().filter(|side| p.lock(room, *side).is_none()) {
                let (dx, dy) = side.step();
                let beyond = (p.room(room).x + dx, p.room(room).y + dy);
                let empty = p.room(room).beyond[side as usize] == NONE && !p.room(room).blocked.has(side);
                if empty && beyond != cell {
                    return false;
                }
                queue.extend(p.meets(room, side));
            }
        }
        true
    }

    /// The reason for a refusal, as a sentence without its full stop.
    fn reason(&self, p: &Position, refusal: Refusal) -> String {
        use Refusal::*;
        let seat = p.actor();
        let token = |kind: Kind| self.token_text(kind);
        let purse: Tokens = p.players[seat].carried.coins();
        match refusal {
            NotNow => NOT_NOW.to_owned(),
            StepOver => {
                "taking, buying and drinking are over for this turn: they come before unlocking and moving".to_owned()
            }
            Monsters => "there are monsters in the room: fight them, or flee".to_owned(),
            NotOnFloor(kind) => format!("{} does not lie here", token(kind)),
            NoSlot => "no item slot is free".to_owned(),
            OwnDrop(kind) => format!("{} was put down by the same player just now; others may take it", token(kind)),
            NotCarried(kind) => format!("{} is not carried", token(kind)),
            NotOnStairs => "only the stairs are a place to buy".to_owned(),
            NotForSale(kind) => format!("{} is not for sale", token(kind)),
            NoSlotToBuy => "no item slot is left for it".to_owned(),
            NotAvailable(kind) => format!("{} is neither in the discarded treasure nor in the pool", token(kind)),
            TooDear(kind) => {
                let price = self.data.price(p.basket) + self.data.token(kind).price;
                format!("that would cost {price} gold, and the purse holds {}", self.data.gold(purse))
            }
            NotYourCoins => "those coins are not in the purse".to_owned(),
            TooLittle => format!("the price is {} gold", self.data.price(p.basket)),
            NotExact => format!("the purse can make {} gold exactly, so that must be paid", self.data.price(p.basket)),
            TooMuch => "a coin of that could be left out".to_owned(),
            NoPotion => "no potion is carried".to_owned(),
            NoKey => "no key is carried".to_owned(),
            NoLock(side) => format!("the {} side of this room has no lock", side.name()),
            NoLockBeyond(side) => format!("there is no lock beyond the {} exit", side.name()),
            NoExit(side) => format!("the room has no {} exit", side.name()),
            Locked(side) => format!("the {} exit is locked: a key opens it", side.name()),
            LockedBeyond(side) => format!("the way {} is locked on the far side: a key opens it", side.name()),
            Wall(side) => format!("the {} exit faces a wall", side.name()),
            Blocked(side) => format!("the {} exit is blocked for good: no tile is left that fits there", side.name()),
            OnlyBack(_) => match p.players[seat].entrance {
                Some(back) => format!("with monsters in the room, the only way out is back {}", back.name()),
                None => "with monsters in the room there is no way out".to_owned(),
            },
            Chasm => "the chasm has no bridge: a rope makes one".to_owned(),
            LeaveElsewhere => "the dungeon can be left only from the stairs".to_owned(),
            DoesNotMeet => "turned like that, the tile has no exit to enter by".to_owned(),
            SameTurn => "turned like that, the path could turn the same way twice running".to_owned(),
            LiesTheSame(arrow) => format!("the tile lies the same with its arrow {}: choose that", arrow.name()),
            NoSuchMonster => "no such monster is left to fight here this turn".to_owned(),
            NotInHand => "that card is not in the hand".to_owned(),
            CannotHold(card) => self.why_not_held(p, p.shows().unwrap_or(seat), card),
            CardLies => "a card lies on the table already, and must be used".to_owned(),
            CardFirst => "the card comes first: a bomb is added once it lies open".to_owned(),
            NoBomb => "no bomb is carried".to_owned(),
            NotTenExperience => {
                format!("a level costs {EXPERIENCE_FOR_LEVEL} experience, and there is {}", p.players[seat].experience)
            }
            TopLevel => "there is no higher level".to_owned(),
            NotInDeck => "that card is not in the fight deck: it is in a hand, on the table, or discarded".to_owned(),
            NotFresh(card) => self.why_not_in_deck(p, card),
            NotInStack => "that tile cannot be the next of the stack".to_owned(),
            NotOnDie => "the die has no such face".to_owned(),
            NotInPool => "no such token is in the pool".to_owned(),
        }
    }
}
