//! The battery, and the invariants of section 9, under random play.

use std::collections::HashSet;

use super::super::Dungeon;
use super::super::moves::{Coins, Move};
use super::super::piece::{Attack, COIN_KINDS, Colour, Face, KINDS, Kind, Monster};
use super::super::position::{EXPERIENCE_FOR_LEVEL, Fate, MAX_LEVEL, NONE, Position, Step};
use super::super::side::{Bend, Side};
use super::scene::dungeon;
use crate::referee::battery;

/// Every move that can be written, payments of up to two coins.
fn universe(game: &Dungeon) -> Vec<Move> {
    let mut all = vec![
        Move::Cancel,
        Move::Pass,
        Move::Drink,
        Move::Stay,
        Move::Leave,
        Move::Deck,
        Move::Bomb,
        Move::NoBomb,
        Move::Swap,
        Move::Keep,
    ];
    for card in 0..game.data.cards.len() as u8 {
        all.extend([Move::Draw(card), Move::Card(card)]);
    }
    all.extend((0..=7).map(Move::Roll));
    all.extend((0..game.data.tiles.len() as u8).map(Move::Tile));
    all.extend(Face::ALL.map(Move::Face));
    all.extend(Attack::ALL.map(Move::Attack));
    for kind in (0..9).map(Kind) {
        all.extend([Move::Treasure(kind), Move::Take(kind), Move::Drop(kind), Move::Buy(kind)]);
    }
    for side in Side::ALL {
        all.extend([Move::Unlock(side), Move::UnlockBeyond(side), Move::Go(side)]);
    }
    all.extend(Side::ALL.map(Move::Lay));
    for monster in Monster::ALL {
        all.extend((0..1 << game.players.len()).map(|fought| Move::Fight(monster, fought)));
    }
    for (a, b) in (0..4).flat_map(|a| (0..4).map(move |b| (a, b))) {
        let mut coins = [0; COIN_KINDS];
        coins[a] += 1;
        all.push(Move::Pay(Coins(coins)));
        coins[b] += 1;
        all.push(Move::Pay(Coins(coins)));
    }
    all
}

/// Section 9 at one position. `before` is the position looked at before in the same game, or any.
fn invariants(game: &Dungeon, before: &Position, p: &Position) {
    let sets = game.players.len() as u32;
    let data = &game.data;
    // 1: every token is somewhere.
    let mut tokens = [0u32; KINDS];
    let piles = p.players.iter().map(|player| player.carried).chain(p.rooms.iter().map(|room| room.floor));
    for pile in piles.chain([p.pool, p.spent_tokens]) {
        pile.each().for_each(|kind| tokens[kind.index()] += 1);
    }
    tokens[Kind::BOMB.index()] += u32::from(p.fight.bomb);
    tokens[Kind::ROPE.index()] += p.rooms.iter().map(|room| u32::from(room.bridges)).sum::<u32>();
    // 14: the maiden is aside, somewhere, or home.
    let met = p.rooms.iter().any(|room| room.tile == data.last && room.visited);
    let waits = p.coming.maiden || !met;
    assert_eq!(tokens[Kind::MAIDEN.index()] + u32::from(waits) + u32::from(p.rescued), 1, "{p:?}");
    for kind in (0..KINDS).filter(|kind| *kind != Kind::MAIDEN.index()) {
        assert_eq!(tokens[kind], u32::from(data.tokens[kind].count) * sets, "{}: {p:?}", data.tokens[kind].word);
    }
    // 2, 12: every card is somewhere.
    let mut cards: Vec<u32> = p.deck.iter().zip(&p.spent_cards).map(|(deck, spent)| u32::from(deck + spent)).collect();
    assert!(cards.iter().sum::<u32>() + 1 >= 7 * sets);
    let in_hands = p.players.iter().flat_map(|player| player.hand.cards());
    in_hands.chain([&p.fight.card]).filter(|card| **card != NONE).for_each(|card| cards[usize::from(*card)] += 1);
    assert!(cards.iter().zip(&data.cards).all(|(count, card)| *count == u32::from(card.copies) * sets), "{p:?}");
    // 3
    for colour in Colour::ALL {
        assert!(p.dice_out(colour) as u32 <= u32::from(data.dice[colour as usize].count) * sets);
    }
    // 4
    let mut tiles: Vec<u32> = p.stack.a.iter().zip(&p.stack.b).map(|(a, b)| u32::from(a + b)).collect();
    tiles[usize::from(data.last)] += u32::from(p.stack.last);
    let placed = p.rooms.iter().map(|room| room.tile).chain([p.tile]).chain(p.stack.known.iter().copied());
    placed.filter(|tile| *tile != NONE).for_each(|tile| tiles[usize::from(tile)] += 1);
    for (tile, count) in tiles.iter().enumerate() {
        let single = tile == usize::from(data.start) || tile == usize::from(data.last);
        assert_eq!(*count, if single { 1 } else { u32::from(data.tiles[tile].copies) * sets });
    }
    for player in &p.players {
        // 5, 6
        assert!(player.hearts <= data.hearts && (player.hearts == 0) == (player.fate == Fate::Dead));
        assert!((1..=MAX_LEVEL).contains(&player.level) && player.experience <= EXPERIENCE_FOR_LEVEL);
        assert!(player.carried.specials() <= data.slots && player.hand.len() <= player.level + 1);
        // 10
        assert!(player.fate != Fate::InDungeon || p.room(player.room).visited || p.entered.contains(&player.room));
    }
    assert!(!p.has_monsters(0));
    rooms(p);
    // 9
    if p.stack.last && p.step != Step::Rotate && p.step != Step::Tile {
        let open = |at: u8| {
            p.room(at).exits.iter().any(|side| p.room(at).beyond[side as usize] == NONE && !p.room(at).blocked.has(side))
        };
        assert!((0..p.rooms.len() as u8).any(open), "{p:?}");
    }
    // 11, 13
    if before.turn <= p.turn && before.rooms.len() <= p.rooms.len() {
        for (old, new) in
            before.rooms.iter().zip(&p.rooms).filter(|(old, new)| (old.tile, old.x, old.y) == (new.tile, new.x, new.y))
        {
            assert!(new.locked.iter().all(|side| old.locked.has(side) && new.exits.has(side)));
            assert!(old.blocked.iter().all(|side| new.blocked.has(side)) && new.bridges >= old.bridges);
        }
    }
}

/// 7 and 8: the map is a tree of tiles that meet exit to exit, and no path turns the same way twice running.
fn rooms(p: &Position) {
    let mut cells = HashSet::new();
    for (at, room) in p.rooms.iter().enumerate() {
        assert!(cells.insert((room.x, room.y)), "two tiles on a cell");
        let Some(entrance) = room.entrance else {
            assert_eq!(at, 0);
            continue;
        };
        let before = p.meets(at as u8, entrance).expect("a room it was placed from");
        assert!(usize::from(before) < at);
        assert_eq!(room.bend, p.room(before).bend_towards(entrance.opposite()));
        let heading = entrance.opposite();
        for side in room.exits.iter().filter(|side| *side != entrance) {
            let turn = Bend::None.then(heading, side);
            assert!(turn == Bend::None || turn != room.bend, "the same turn twice: {p:?}");
            if let Some(next) = p.meets(at as u8, side) {
                assert_eq!(p.room(next).entrance, Some(side.opposite()), "a loop: {p:?}");
            }
        }
    }
}

/// Holds the game to its promises; the steps that came up.
fn hold(players: usize, options: &[(&str, &str)], games: u64) -> HashSet<String> {
    let game = dungeon(players, options);
    let universe = universe(&game);
    let mut before = crate::referee::Game::start(&game);
    let mut steps = HashSet::new();
    battery::hold(&game, &universe, games, 2000, |p| {
        invariants(&game, &before, p);
        before.clone_from(p);
        steps.insert(format!("{:?}", p.step));
    });
    steps
}

#[test]
fn one_player_keeps_every_promise() {
    let steps = hold(1, &[], 24);
    let rare = ["SwapFirst", "LastHeart"];
    let several = ["Order", "Treasure", "Potion", "Declare"];
    for step in STEPS.iter().filter(|step| !several.contains(step) && !rare.contains(step)) {
        assert!(steps.contains(*step), "{step} never came up");
    }
}

#[test]
fn two_players_keep_every_promise() {
    let steps = hold(2, &[], 8);
    let rare = ["SwapFirst", "LastHeart"];
    for step in STEPS.iter().filter(|step| !rare.contains(step)) {
        assert!(steps.contains(*step), "{step} never came up");
    }
}

#[test]
fn every_promise_is_kept_under_other_rulings() {
    let options = [
        ("reentry_monsters", "top_up"),
        ("dry_pool", "refill"),
        ("spent_on_loss", "false"),
        ("dead_coins", "floor"),
        ("score", "with_items"),
        ("open_hands", "false"),
    ];
    hold(1, &options, 12);
    hold(3, &options, 4);
}

/// All steps of the rules.
const STEPS: [&str; 24] = [
    "Deal",
    "Order",
    "SwapFirst",
    "Refresh",
    "Free { late: false }",
    "Free { late: true }",
    "Treasure",
    "Basket",
    "Potion",
    "Declare",
    "Tile",
    "Rotate",
    "Monster",
    "Chest",
    "Choose",
    "Attack",
    "Card",
    "Reveal",
    "Bomb",
    "Combat",
    "LastHeart",
    "Loot",
    "SwapAfter",
    "Over",
];
