//! The game in words: questions, options, refusals, the set-up.

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
use super::rules::noun::{Card, Exits, Monster, Token};
use super::rules::position::{EXPERIENCE_FOR_LEVEL, NONE, Position, Step};
use super::rules::refusal::Refusal;
use super::{Dungeon, FIGHT_DECK};
use crate::games::shared::event::Events as _;
use crate::games::shared::fact::Fact;
use crate::games::shared::lexicon::say;
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
        let room = || self.room_noun(p, p.entered.first().copied().unwrap_or(0));
        let player = || self.player_noun(seat);
        let asked = |question: String| self.ask(seat, &question);
        match p.step {
            Step::Deal if self.options.face_down => say!(self, "Deal two fight cards face down to each player. Done?"),
            Step::Show(_) => {
                let seat = p.shows().unwrap_or(seat);
                let left = self.plain_cards_text(u32::from(p.players[seat].hand.hidden()));
                say!(self, "{player} discards a hand of {cards}: which?", player = self.players[seat].as_str(), cards = left)
            }
            Step::Deal => say!(self, "Which fight card is dealt to {player.subject}?", player = player()),
            Step::Order => say!(self, "What does {player} roll for the turn order?", player = player()),
            Step::Refresh if self.is_alone() => say!(self, "Which fight card do you draw?"),
            Step::Refresh => say!(self, "Which fight card does {player} draw?", player = player()),
            Step::Reveal if self.is_alone() => say!(self, "Which fight card do you draw to fight with?"),
            Step::Reveal => say!(self, "Which fight card does {player} draw to fight with?", player = player()),
            Step::Tile => say!(self, "Which tile is next on the stack?"),
            Step::Monster => {
                let colour = Fact::Word(p.coming.colour().name());
                say!(self, "What does the {colour} die show, in the {room}?", colour = colour, room = room())
            }
            Step::Chest => say!(self, "Which treasure is drawn for the {room}?", room = room()),
            Step::Loot => say!(self, "Which treasure did the monster have?"),
            Step::Attack => {
                let monster = Monster(p.monsters[usize::from(p.fight.die)].monster).several(1);
                say!(self, "How does {monster.the} attack?", monster = monster)
            }
            Step::Combat if self.is_alone() => {
                say!(self, "What do you roll? Wins on {needed}.", needed = self.winning(p, &[]))
            }
            Step::Combat => {
                say!(self, "What does {player} roll? Wins on {needed}.", player = player(), needed = self.winning(p, &[]))
            }
            Step::SwapFirst | Step::SwapAfter => asked(say!(self, "swap ten experience for a level?")),
            Step::LastHeart => asked(say!(self, "the last heart is lost: swap ten experience for a level to live?")),
            Step::Free { .. } if !p.is_safe(seat) => asked(say!(self, "fight or flee?")),
            Step::Free { .. } => asked(say!(self, "what now?")),
            Step::Treasure => match self.buying(p) {
                Some((gold, prices)) => {
                    let text = "take, put down or buy anything? The purse holds {gold} gold. Prices: {prices}.";
                    asked(say!(self, text, gold = gold, prices = prices))
                }
                None => asked(say!(self, "take or put down anything?")),
            },
            Step::Basket => {
                let items = self.tokens_text(p.basket);
                let price = self.data.price(p.basket);
                asked(say!(self, "{items} for {price} gold: pay with what?", items = items, price = price))
            }
            Step::Potion => asked(say!(self, "drink a potion?")),
            Step::Declare if !p.is_safe(seat) => asked(say!(self, "fight or flee?")),
            Step::Declare => asked(say!(self, "where to?")),
            Step::Rotate => {
                asked(say!(self, "how do you lay the {room}? Its arrow points ...", room = self.tile_noun(p.tile)))
            }
            Step::Choose => asked(say!(self, "which monster first?")),
            Step::Card => {
                let attack = Fact::Word(p.fight.attack.map_or("", |attack| attack.name()));
                asked(say!(self, "which card against {attack}?", attack = attack))
            }
            Step::Bomb => {
                let needed = self.winning(p, &[Move::NoBomb]);
                asked(say!(self, "add a bomb? Wins on {needed} without.", needed = needed))
            }
            Step::Over => say!(self, "The game is over."),
        }
    }

    fn option(&self, p: &Position, mv: Move) -> String {
        let seat = p.actor();
        let player = &p.players[seat];
        match mv {
            Move::Draw(card) | Move::Card(card) if p.step == Step::Card => {
                let needed = self.winning(p, &[mv, Move::NoBomb]);
                say!(self, "play {card}: wins on {needed}", card = Card(card).noun(self), needed = needed)
            }
            Move::Draw(card) | Move::Card(card) | Move::Show(card) => self.card_text(card),
            Move::Dealt => say!(self, "the cards are dealt"),
            Move::Roll(number) => number.to_string(),
            Move::Tile(tile) => self.data.tile(tile).name.clone(),
            Move::Face(face) => match (face.0 & 1 != 0, face.0 & 2 != 0) {
                (false, false) => say!(self, "plain"),
                (true, false) => say!(self, "horns"),
                (false, true) => say!(self, "a chest"),
                (true, true) => say!(self, "horns and a chest"),
            },
            Move::Treasure(kind) => self.token_text(kind),
            Move::Attack(attack) => self.attack_word(attack),
            Move::Take(kind) => {
                let (token, count) = (Token(kind).several(self, 1), p.room(player.room).floor.of(kind));
                match count {
                    0 | 1 => say!(self, "take {token}", token = token),
                    _ => say!(self, "take {token} ({count} there)", token = token, count = count),
                }
            }
            // A19
            Move::Drop(Kind::ROPE) if self.data.tile(p.room(player.room).tile).chasm => {
                say!(self, "put down a rope: it bridges the chasm, and stays for good")
            }
            Move::Drop(kind) => say!(self, "put down {token}", token = Token(kind).several(self, 1)),
            Move::Buy(kind) => {
                let (token, price) = (Token(kind).several(self, 1), self.data.token(kind).price);
                match p.step {
                    Step::Basket => say!(self, "also buy {token} for {price} gold", token = token, price = price),
                    _ => say!(self, "buy {token} for {price} gold", token = token, price = price),
                }
            }
            Move::Pay(coins) => {
                let paid = self.data.gold(coins.into());
                let over = paid - self.data.price(p.basket).min(paid);
                let coins = self.coin_words(coins).join(" + ");
                match over {
                    0 => say!(self, "pay {coins}: {paid} gold", coins = coins, paid = paid),
                    _ => say!(self, "pay {coins}: {paid} gold, {over} of it lost", coins = coins, paid = paid, over = over),
                }
            }
            Move::Cancel => say!(self, "buy nothing after all"),
            Move::Pass if p.step == Step::Potion => say!(self, "do not drink"),
            Move::Pass => say!(self, "done here"),
            Move::Drink => {
                let (hearts, all) = (player.hearts, self.data.hearts);
                let drink = match hearts == all {
                    true => say!(self, "drink a potion, though no heart is missing"),
                    false => say!(self, "drink a potion: {hearts} to {all} hearts", hearts = hearts, all = all),
                };
                // R23
                match p.step {
                    Step::Potion => drink,
                    _ => drink + &say!(self, "; no more taking, putting down or buying after it"),
                }
            }
            Move::Unlock(side) => say!(self, "unlock the {side} door with a key", side = Fact::Word(side.name())),
            Move::UnlockBeyond(side) => {
                say!(self, "unlock the door beyond the {side} exit with a key", side = Fact::Word(side.name()))
            }
            Move::Go(side) => self.way(p, seat, side),
            Move::Stay if p.is_safe(seat) => say!(self, "stay here"),
            Move::Stay => say!(self, "stay and fight"),
            Move::Leave => say!(self, "leave the dungeon for good, without the maiden"),
            Move::Lay(arrow) => self.lying(p, arrow),
            Move::Fight(monster, fought) => {
                let (monster, players) = (Monster(monster).several(1), || self.lexicon.names(&self.names(Seats(fought))));
                match fought {
                    0 => say!(self, "fight {monster}", monster = monster),
                    _ => say!(self, "fight {monster}, which has beaten {players}", monster = monster, players = players()),
                }
            }
            Move::Deck => say!(self, "draw a card from the deck instead"),
            Move::Bomb => say!(self, "add a bomb: wins on {needed}", needed = self.winning(p, &[mv])),
            Move::NoBomb => say!(self, "keep the bomb: wins on {needed}", needed = self.winning(p, &[mv])),
            Move::Swap => {
                let (text, cost) = ("swap {cost} experience for level {level} and full hearts", EXPERIENCE_FOR_LEVEL);
                say!(self, text, cost = cost, level = player.level + 1)
            }
            Move::Keep if p.step == Step::LastHeart => say!(self, "keep the experience and die"),
            Move::Keep => say!(self, "keep the experience for now"),
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
        hidden.then(|| say!(self, "a fight card"))
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
        let count = |mark| -> usize {
            self.data.tiles.iter().filter(|tile| tile.mark == mark).map(|tile| usize::from(tile.copies) * sets).sum()
        };
        let named = |tile| self.tile_noun(tile);
        let (stairs, last) = (|| named(self.data.start), || named(self.data.last));
        let mut steps = Vec::new();
        if sets > 1 {
            let text = "Put {sets} sets together. Of every set but the first, the {stairs}, the {last} and the maiden stay in the tin (R20).";
            steps.push(say!(self, text, sets = sets as u32, stairs = stairs(), last = last()));
        }
        steps.push(
            say!(self, "Lay the {stairs} on the table, its printed north up.", stairs = stairs())
                + " "
                + &match sets {
                    1 => say!(self, "Put the knight on it (R2, R12)."),
                    _ => say!(self, "Put all knights on it (R2, R12)."),
                },
        );
        let text = "Build the tile stack face down: the {last} at the bottom, the {b} shuffled B tiles on it, the {a} shuffled A tiles on top (R3).";
        steps.push(say!(self, text, last = last(), b = count(Mark::B) as u32, a = count(Mark::A) as u32));
        let text = "Put a Heart Marker on heart {hearts} of each status card, and a Level Token under it (R4, R5).";
        steps.push(say!(self, text, hearts = self.data.hearts));
        steps.push(match self.options.open_hands {
            true => say!(self, "Shuffle the fight cards into a face-down deck and deal two to each player (R7, R11)."),
            false => {
                let text = "Shuffle the fight cards into a face-down deck and deal two to each player, for its owner's eyes alone (R7, R11).";
                say!(self, text)
            }
        });
        let text = "Keep the maiden aside. All other treasure goes into the tin: that is the treasure pool (R8).";
        steps.push(say!(self, text));
        if sets == 1 {
            steps.push(say!(self, "Take one potion out of the tin and put it on an item slot (R9)."));
        }
        steps.push(say!(self, "Leave space for two discard piles: fight cards, and treasure (R7, R8)."));
        steps
    }
}

impl Dungeon {
    /// What the purse holds and what things cost, where something can be bought now (R33).
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
            Some(there) => say!(self, "to the {room}", room = self.room_noun(p, there)),
            None => say!(self, "into the dark"),
        };
        let text = if !p.is_safe(seat) {
            "flee {side} {to}"
        } else if self.data.tile(room.tile).chasm && room.bridges == 0 && player.entrance != Some(side) {
            "leave the rope across the chasm and go {side} {to}"
        } else {
            "go {side} {to}"
        };
        say!(self, text, side = Fact::Word(side.name()), to = to)
    }

    /// How the new tile would lie, as an option; A46 is pointed out.
    fn lying(&self, p: &Position, arrow: Side) -> String {
        let tile = self.data.tile(p.tile);
        let (exits, locked) = (tile.exits.turned(arrow.quarters()), tile.locked.turned(arrow.quarters()));
        let (from, heading) = self.way_of(p);
        let exit_noun = Exits(exits, locked).noun();
        let mut text = say!(self, "arrow {arrow}: {exits}", arrow = Fact::Word(arrow.name()), exits = exit_noun);
        if locked.has(heading.opposite()) {
            text += &say!(self, "; its lock is on your side: you cannot enter without a key");
        }
        if self.shuts_in(p, from, heading, (exits, locked)) {
            text += &say!(self, "; this leaves no open way on without a key");
        }
        text
    }

    /// Whether no open exit to an empty cell could be reached from the stairs any more with the tile like this (A46).
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
        // Rooms that can be walked to from the stairs through open doors.
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

    /// Why not, in one sentence without its full stop.
    fn reason(&self, p: &Position, refusal: Refusal) -> String {
        use Refusal::*;
        let seat = p.actor();
        let token = |kind: Kind| Token(kind).several(self, 1);
        let purse: Tokens = p.players[seat].carried.coins();
        match refusal {
            NotNow => NOT_NOW.to_owned(),
            StepOver => {
                say!(self, "taking, buying and drinking are over for this turn: they come before unlocking and moving")
            }
            Monsters => say!(self, "there are monsters in the room: fight them, or flee"),
            NotOnFloor(kind) => say!(self, "{token} does not lie here", token = token(kind)),
            NoSlot => say!(self, "no item slot is free"),
            OwnDrop(kind) => {
                say!(self, "{token} was put down by the same player just now; others may take it", token = token(kind))
            }
            NotCarried(kind) => say!(self, "{token} is not carried", token = token(kind)),
            NotOnStairs => say!(self, "only the stairs are a place to buy"),
            NotForSale(kind) => say!(self, "{token} is not for sale", token = token(kind)),
            NoSlotToBuy => say!(self, "no item slot is left for it"),
            NotAvailable(kind) => {
                say!(self, "{token} is neither in the discarded treasure nor in the pool", token = token(kind))
            }
            TooDear(kind) => {
                let price = self.data.price(p.basket) + self.data.token(kind).price;
                say!(
                    self,
                    "that would cost {price} gold, and the purse holds {gold}",
                    price = price,
                    gold = self.data.gold(purse)
                )
            }
            NotYourCoins => say!(self, "those coins are not in the purse"),
            TooLittle => say!(self, "the price is {price} gold", price = self.data.price(p.basket)),
            NotExact => say!(
                self,
                "the purse can make {price} gold exactly, so that must be paid",
                price = self.data.price(p.basket)
            ),
            TooMuch => say!(self, "a coin of that could be left out"),
            NoPotion => say!(self, "no potion is carried"),
            NoKey => say!(self, "no key is carried"),
            NoLock(side) => say!(self, "the {side} side of this room has no lock", side = Fact::Word(side.name())),
            NoLockBeyond(side) => say!(self, "there is no lock beyond the {side} exit", side = Fact::Word(side.name())),
            NoExit(side) => say!(self, "the room has no {side} exit", side = Fact::Word(side.name())),
            Locked(side) => say!(self, "the {side} exit is locked: a key opens it", side = Fact::Word(side.name())),
            LockedBeyond(side) => {
                say!(self, "the way {side} is locked on the far side: a key opens it", side = Fact::Word(side.name()))
            }
            Wall(side) => say!(self, "the {side} exit faces a wall", side = Fact::Word(side.name())),
            Blocked(side) => say!(
                self,
                "the {side} exit is blocked for good: no tile is left that fits there",
                side = Fact::Word(side.name())
            ),
            OnlyBack(_) => match p.players[seat].entrance {
                Some(back) => {
                    say!(self, "with monsters in the room, the only way out is back {side}", side = Fact::Word(back.name()))
                }
                None => say!(self, "with monsters in the room there is no way out"),
            },
            Chasm => say!(self, "the chasm has no bridge: a rope makes one"),
            LeaveElsewhere => say!(self, "the dungeon can be left only from the stairs"),
            DoesNotMeet => say!(self, "turned like that, the tile has no exit to enter by"),
            SameTurn => say!(self, "turned like that, the path could turn the same way twice running"),
            LiesTheSame(arrow) => {
                say!(self, "the tile lies the same with its arrow {side}: choose that", side = Fact::Word(arrow.name()))
            }
            NoSuchMonster => say!(self, "no such monster is left to fight here this turn"),
            NotInHand => say!(self, "that card is not in the hand"),
            CannotHold(card) => self.why_not_held(p, p.shows().unwrap_or(seat), card),
            CardLies => say!(self, "a card lies on the table already, and must be used"),
            CardFirst => say!(self, "the card comes first: a bomb is added once it lies open"),
            NoBomb => say!(self, "no bomb is carried"),
            NotTenExperience => {
                let (text, cost) = ("a level costs {cost} experience, and there is {experience}", EXPERIENCE_FOR_LEVEL);
                say!(self, text, cost = cost, experience = p.players[seat].experience)
            }
            TopLevel => say!(self, "there is no higher level"),
            NotInDeck => say!(self, "that card is not in the fight deck: it is in a hand, on the table, or discarded"),
            NotFresh(card) => self.why_not_in_deck(p, card),
            NotInStack => say!(self, "that tile cannot be the next of the stack"),
            NotOnDie => say!(self, "the die has no such face"),
            NotInPool => say!(self, "no such token is in the pool"),
        }
    }
}
