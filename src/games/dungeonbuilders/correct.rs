//! Sets up the table as people describe it. A coin that is value down keeps its value wherever it is moved.

use super::Builders;
use super::data::layout::{Cell, Grid, Layout, Obstacle, Set};
use super::data::tile::{TILES, Tile, Tiles};
use super::rules::event::Event;
use super::rules::position::{
    Auction, Coin, MAX_COINS, MAX_POWER, MAX_SEATS, POTION, Position, Purse, Remains, SWORD, Step,
    Trail,
};
use super::sight::places::{TAKEN, parse_at, player_id, remains_id, word_at};
use crate::games::piecepack::{Suit, VALUES, value};
use crate::games::shared::described::{demand, named, player_called};
use crate::games::shared::narrator::Narrator;
use crate::games::side::Side;
use crate::referee::corrections::{Described, Ending};
use crate::referee::edits::EditContext;
use crate::referee::journal::Secrets;
use crate::referee::message::{Message, message};
use crate::referee::snapshot::{Place, Snapshot, Viewer};
use crate::referee::{Outcome, Verdict};

impl EditContext for Builders {
    fn tile_place(&self, tile: &str) -> Option<Place> {
        self.fresh_tile(tile)
    }

    fn beside(&self, at: &str, side: &str) -> Option<String> {
        let (set, cell) = parse_at(at)?;
        Some(word_at(
            set,
            super::data::layout::beside(cell, Side::parse(side)?),
        ))
    }
}

impl Described for Builders {
    const FORMS: &'static [(&'static str, &'static str)] = &[
        (
            "S3 east of C2",
            "a tile is laid or lies elsewhere; back to the pile: S3 away; S3 at 2e 1n",
        ),
        (
            "coin S from C2 to S3",
            "a coin that lies value down, by its suit; back to the hand: to Ann",
        ),
        (
            "coin C2 to discards",
            "a coin that was seen; also to a tile, the hero or a player",
        ),
        ("gold Ann 5", "how much gold a player has; power Ann 2"),
        (
            "hero to S3",
            "the hero in the dungeon, to a tile with nothing left to settle",
        ),
        (
            "go Bob",
            "who builds; starter Ann, round 2, placer Bob, who laid the last tile",
        ),
    ];

    fn snapshot(&self, p: &Position, viewer: Viewer) -> Snapshot {
        self.describe_table(p, viewer)
    }

    fn arrange(&self, p: &mut Position, to: &Snapshot, whole: bool) -> Result<(), Message> {
        demand(whole || p.step != Step::Start, "first say who begins")?;
        let layout = self.lay_tiles(to)?;
        let fixed = matches!(
            p.step,
            Step::Lay | Step::Join | Step::JoinMore | Step::Rebuild
        ) && !whole;
        demand(
            !fixed || layout == p.layout,
            "a tile is being placed: finish that first",
        )?;
        if !fixed {
            p.layout = layout;
            p.drawn = p.layout.tiles();
        }
        self.lay_coins(p, to, whole)?;
        self.lay_players(p, to, whole)?;
        self.lay_hero(p, to)?;
        self.lay_moment(p, to, whole)
    }

    fn under_way(&self, p: &Position) -> Option<&'static str> {
        match p.step {
            Step::Act => None,
            Step::Over => Some("the game is over"),
            Step::Start => Some("nobody has begun"),
            Step::Bid | Step::Kind => Some("an auction is under way"),
            step if step.explores() => Some("a hero is in the dungeon"),
            _ => Some("an action is under way"),
        }
    }

    fn go_on(&self, _p: &mut Position, _tell: &mut impl FnMut(Event)) {}
}

impl Ending for Builders {
    fn standing(&self, p: &Position) -> Outcome {
        let gold = &p.gold[..self.players.len()];
        let most = gold.iter().max().copied().unwrap_or_default();
        // A34: all players with the most gold win.
        let verdict = |own: u16| {
            if own == most {
                Verdict::Win
            } else {
                Verdict::Loss
            }
        };
        Outcome {
            verdicts: gold.iter().map(|own| verdict(*own)).collect(),
            ranking: self.ranking(p),
            scores: gold.iter().map(|own| Some(i32::from(*own))).collect(),
            is_scored: false,
        }
    }
}

/// Whether the dungeon is still being built and thus must not contain a path.
fn builds(step: Step) -> bool {
    matches!(
        step,
        Step::Act | Step::Draw | Step::Lay | Step::Coin | Step::Offer
    )
}

/// A tile and its cell in its set.
type Laid = (Tile, Cell);

/// The coins of a tile, by their places.
type Coins = [Option<Coin>; MAX_COINS];

/// A coin in words: its owner, and its value if given.
type Named = (u8, Option<u8>);

impl Builders {
    fn lay_tiles(&self, to: &Snapshot) -> Result<Layout, Message> {
        let mut sets: Vec<(Option<Tile>, Vec<Laid>)> = vec![(None, Vec::new())];
        for place in to.places.iter().filter(|place| place.tile) {
            let tile = named(
                "no tile is called `{word}`",
                &place.id,
                Tile::parse(&place.id),
            )?;
            let (set, cell) = place.read("at", parse_at)?;
            match sets.iter_mut().find(|(own, _)| *own == set) {
                Some((_, tiles)) => tiles.push((tile, cell)),
                None => sets.push((set, vec![(tile, cell)])),
            }
        }
        let mut layout = Layout::default();
        for (set, tiles) in &sets {
            match set {
                None => tiles
                    .iter()
                    .for_each(|(tile, cell)| layout.lay(*tile, *cell)),
                Some(_) => layout.float(tiles),
            }
        }
        std::iter::once(Set::DUNGEON)
            .chain(layout.floating())
            .try_for_each(|set| self.sound(&layout, set))?;
        Ok(layout)
    }

    /// R15-R20: checks the positions of a set's tiles.
    fn sound(&self, layout: &Layout, set: Set) -> Result<(), Message> {
        let cells: Vec<(Tile, Cell)> = layout.of(set).collect();
        for (tile, cell) in &cells {
            if let Some((other, _)) = cells
                .iter()
                .find(|(other, own)| other != tile && own == cell)
            {
                let with = [
                    ("tile", tile.to_string().into()),
                    ("other", other.to_string().into()),
                ];
                return Err(message("{tile} and {other} would lie on each other", with));
            }
            let mut rest = Grid::new(layout, set, *cell, self.options.touching);
            rest.clear(*cell);
            if rest.closes_square(*cell) {
                return Err(message(
                    "{tile} would close a square",
                    [("tile", tile.to_string().into())],
                ));
            }
            match rest.allows(*tile, *cell) {
                Err(Obstacle::Mismatch(other)) => {
                    let with = [
                        ("tile", tile.to_string().into()),
                        ("other", other.to_string().into()),
                    ];
                    return Err(message("{tile} does not fit beside {other}", with));
                }
                Err(_) if cells.len() > 1 => {
                    return Err(message(
                        "{tile} would be connected to nothing",
                        [("tile", tile.to_string().into())],
                    ));
                }
                _ => {}
            }
        }
        let mut reached = Tiles::from_iter(cells.first().map(|(tile, _)| *tile));
        for _ in &cells {
            for (tile, _) in &cells {
                if layout.connected(*tile).any(|near| reached.has(near)) {
                    reached.add(*tile);
                }
            }
        }
        demand(
            reached.len() == cells.len(),
            "a set of tiles would be in pieces",
        )
    }

    fn coin_of(&self, word: &str) -> Result<Named, Message> {
        let no_coin = || message("no coin is called `{word}`", [("word", word.into())]);
        let code = word.strip_prefix("coin.").ok_or_else(no_coin)?;
        let suit = code
            .chars()
            .next()
            .and_then(Suit::of_letter)
            .ok_or_else(no_coin)?;
        let seat = self.seat_of(suit).ok_or_else(no_coin)?;
        let number = code.get(1..).filter(|digits| !digits.is_empty());
        Ok((
            seat,
            number
                .map(|digits| value(digits).ok_or_else(no_coin))
                .transpose()?,
        ))
    }

    fn coins_of(&self, words: &[String]) -> Result<Vec<Named>, Message> {
        words.iter().map(|word| self.coin_of(word)).collect()
    }

    /// Places the coins on tiles and elsewhere. A coin that is value down remains the same coin, or comes from where one was
    /// taken.
    fn lay_coins(&self, p: &mut Position, to: &Snapshot, whole: bool) -> Result<(), Message> {
        let before = p.coins;
        let here = p.hero.at.index();
        let mut loose: Vec<Coin> = Vec::new();
        let mut wanted: Vec<(usize, Vec<Named>, Vec<Named>)> = Vec::new();
        for tile in Tile::all().chain([Tile::ENTRANCE]) {
            let of = |key| self.coins_of(to.pieces(&tile.to_string(), key));
            wanted.push((tile.index(), of("coins")?, of("open")?));
        }
        p.coins = [[None; MAX_COINS]; TILES + 1];
        let mut missing: Vec<(usize, Named)> = Vec::new();
        for (at, down, up) in &wanted {
            let mut old: Vec<Coin> = before[*at].into_iter().flatten().collect();
            for named in down {
                let is_same = |coin: &Coin| {
                    coin.seat == named.0
                        && !coin.open
                        && (named.1.is_none() || coin.value == named.1)
                };
                match old.iter().position(is_same) {
                    Some(found) => self.put_coin(p, *at, old.remove(found))?,
                    None => missing.push((*at, *named)),
                }
            }
            for (seat, value) in up {
                let coin = Coin {
                    seat: *seat,
                    value: *value,
                    open: true,
                    monster: false,
                };
                self.put_coin(p, *at, coin)?;
                demand(
                    value.is_some(),
                    "state the value of a coin that lies value up",
                )?;
            }
            loose.extend(old.into_iter().filter(|coin| !coin.open));
        }
        for (at, named) in missing {
            let coin = self.coin_from_elsewhere(&mut loose, named, whole)?;
            self.put_coin(p, at, coin)?;
        }
        for (now, before) in p.coins.iter_mut().zip(&before) {
            *now = in_order(*now, *before);
        }
        let settling = p.step.explores() && p.step != Step::Walk && !whole;
        demand(
            !settling || p.coins[here] == before[here],
            "the coins on the hero's tile are being settled",
        )?;
        p.purses = self.purses(p, to)?;
        Ok(())
    }

    /// A coin that was taken from another tile, or else a new one.
    fn coin_from_elsewhere(
        &self,
        loose: &mut Vec<Coin>,
        (seat, value): Named,
        whole: bool,
    ) -> Result<Coin, Message> {
        let found = loose
            .iter()
            .position(|coin| coin.seat == seat && value.is_none());
        if let Some(found) = found {
            return Ok(loose.remove(found));
        }
        if self.secrets == Secrets::Referee && !whole {
            return Err(message(
                "here the referee is told which coins are placed: `undo`, then place the coin",
                [],
            ));
        }
        Ok(Coin {
            seat,
            value,
            open: false,
            monster: self.options.open_items,
        })
    }

    /// What each player has placed, as the coins on the table and beside it show.
    fn purses(&self, p: &Position, to: &Snapshot) -> Result<[Purse; MAX_SEATS], Message> {
        let mut purses = [Purse::default(); MAX_SEATS];
        for coin in p.coins.iter().flatten().flatten() {
            let purse = &mut purses[usize::from(coin.seat)];
            purse.placed += 1;
            let known = coin.value.map_or(0, |value| 1 << value);
            demand(
                purse.gone.0 & known == 0,
                "a coin would be on the table twice",
            )?;
            purse.gone.0 |= known;
            purse.seen.0 |= if coin.open { known } else { 0 };
        }
        for (seat, value) in self.coins_of(&apart(to))? {
            let Some(value) = value else {
                return Err(message("name the value of a coin that was seen", []));
            };
            let purse = &mut purses[usize::from(seat)];
            demand(!purse.gone.has(value), "a coin would be in two places")?;
            purse.placed += 1;
            purse.gone.add(value);
            purse.seen.add(value);
        }
        demand(
            purses
                .iter()
                .all(|purse| usize::from(purse.placed) <= VALUES),
            "nobody has more than six coins",
        )?;
        Ok(purses)
    }

    fn put_coin(&self, p: &mut Position, at: usize, coin: Coin) -> Result<(), Message> {
        let free = p.coins[at].iter_mut().find(|place| place.is_none());
        *free.ok_or_else(|| {
            message(
                "a tile has room for {count} coins",
                [("count", MAX_COINS.into())],
            )
        })? = Some(coin);
        Ok(())
    }

    fn lay_players(&self, p: &mut Position, to: &Snapshot, whole: bool) -> Result<(), Message> {
        let building = whole || builds(p.step);
        for seat in 0..self.players.len() as u8 {
            let Some(place) = to.place(&player_id(&self.players, seat)) else {
                continue;
            };
            p.gold[usize::from(seat)] = place.number("gold")?;
            let power: u8 = place.number("power")?;
            let exploring = p.step.explores() && seat == p.hero.seat && !whole;
            // I3, I7
            let (least, most) = match exploring {
                true if p.step == Step::Deathbed => (0, p.hero.entry),
                true => (p.hero.entry.min(1), p.hero.entry),
                false if building => (0, MAX_POWER - 1),
                false => (0, MAX_POWER),
            };
            let same = !whole && power == p.power[usize::from(seat)];
            if !same && !(least..=most).contains(&power) {
                let with = [
                    ("player", self.name(seat).into()),
                    ("least", least.into()),
                    ("most", most.into()),
                ];
                return Err(message(
                    "{player}: power can be {least} to {most} now",
                    with,
                ));
            }
            p.power[usize::from(seat)] = power;
        }
        Ok(())
    }

    fn lay_hero(&self, p: &mut Position, to: &Snapshot) -> Result<(), Message> {
        let things = |place: &Place| -> Result<(Option<u8>, u8), Message> {
            let mut sword = None;
            let mut potions = 0u8;
            for (seat, value) in self.coins_of(place.pieces("carries"))? {
                match value {
                    Some(SWORD) if sword.is_none() => sword = Some(seat),
                    Some(POTION) => potions |= 1 << seat,
                    _ => {
                        return Err(message(
                            "a hero carries at most one sword, and potions, but nothing else",
                            [],
                        ));
                    }
                }
            }
            Ok((sword, potions))
        };
        let tile = |place: &Place| place.read("at", Tile::parse);
        if let Some(place) = to.place("hero") {
            let at = tile(place)?;
            let there = p
                .layout
                .place(at)
                .is_some_and(|place| place.set == Set::DUNGEON);
            let on = || [("tile", at.to_string().into())];
            if !there {
                return Err(message("{tile} is not a tile of the dungeon", on()));
            }
            demand(
                at == p.hero.at || p.step == Step::Walk,
                "settle first what is asked now",
            )?;
            (p.hero.sword, p.hero.potions) = things(place)?;
            p.hero.at = at;
            p.hero.visited.add(at);
            let gone = p
                .hero
                .visited
                .iter()
                .filter(|tile| p.layout.place(*tile).is_none())
                .collect::<Vec<Tile>>();
            gone.into_iter()
                .for_each(|tile| p.hero.visited.remove(tile));
            let settled = p.step != Step::Walk || p.unsettled() == 0;
            if !settled {
                return Err(message("something is left to settle on {tile}", on()));
            }
        }
        for seat in 0..self.players.len() as u8 {
            let place = to
                .place(&remains_id(seat))
                .filter(|place| !place.pieces("carries").is_empty());
            let Some(place) = place else {
                p.trail.left[usize::from(seat)] = None;
                continue;
            };
            let (sword, potions) = things(place)?;
            p.trail.left[usize::from(seat)] = Some(Remains {
                at: tile(place)?,
                sword,
                potions,
            });
        }
        let loots = matches!(p.step, Step::LootSword | Step::LootPotion);
        let offered =
            p.trail.left[usize::from(p.hero.looting)].is_some_and(|left| left.at == p.hero.at);
        demand(
            !loots || offered,
            "answer the question about what lies there first",
        )
    }

    fn lay_moment(&self, p: &mut Position, to: &Snapshot, whole: bool) -> Result<(), Message> {
        let Some(table) = to.place("table") else {
            return Ok(());
        };
        let own = |word: &str| Suit::parse(word).and_then(|suit| self.seat_of(suit));
        let seat = |word: &str| player_called(&self.players, TAKEN, word, own);
        p.round = table.number("round")?;
        p.starter = seat(table.get("starter"))?;
        p.placer = Some(table.get("placer"))
            .filter(|word| !word.is_empty())
            .map(seat)
            .transpose()?;
        let go = seat(table.get("go"))?;
        demand(
            whole || go == p.acting || p.step == Step::Act,
            "whose turn it is can be changed only between actions",
        )?;
        if whole {
            p.step = Step::Act;
            p.auction = Auction::default();
            p.trail = Trail::default();
            p.round = p.round.max(1);
        }
        p.acting = go;
        demand(
            !builds(p.step) || !p.layout.has_path(),
            "with a tile of value 5 in the dungeon a hero enters it",
        )?;
        let rich = p
            .gold
            .iter()
            .any(|gold| u32::from(*gold) >= self.options.goal);
        demand(
            !(whole && rich),
            "somebody has reached the goal: the game is over",
        )
    }
}

/// The coins that are neither on a tile nor in a hand.
fn apart(to: &Snapshot) -> Vec<String> {
    let carried = to.places.iter().flat_map(|place| place.pieces("carries"));
    to.pieces("discards", "coins")
        .iter()
        .chain(carried)
        .cloned()
        .collect()
}

/// The coins of a tile, with those that stayed at their places.
fn in_order(mut coins: Coins, before: Coins) -> Coins {
    let mut ordered: Coins = [None; MAX_COINS];
    for (place, stayed) in ordered.iter_mut().zip(before) {
        let same = coins.iter_mut().find(|coin| **coin == stayed);
        *place = same.and_then(Option::take);
    }
    for coin in coins.into_iter().flatten() {
        if let Some(free) = ordered.iter_mut().find(|place| place.is_none()) {
            *free = Some(coin);
        }
    }
    ordered
}
