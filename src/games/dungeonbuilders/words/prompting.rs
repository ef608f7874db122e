//! How the game asks at a prompt: an action is asked for together with the tile's cell and what joins it, and a hero's step
//! together with the coins that he meets.

use crate::games::dungeonbuilders::Builders;
use crate::games::dungeonbuilders::data::layout::{Cell, Layout, Set, beside};
use crate::games::dungeonbuilders::data::tile::Tile;
use crate::games::dungeonbuilders::rules::event::Event;
use crate::games::dungeonbuilders::rules::moves::Move;
use crate::games::dungeonbuilders::rules::position::{POTION, Position, SWORD, Step, UNHARMED};
use crate::games::english::counted;
use crate::games::shared::narrator::Narrator;
use crate::games::side::Side;
use crate::referee::{Game, Heading, Manner, News, Prompting, Seat, Short, Turn, When};

impl Prompting for Builders {
    fn manner(&self, p: &Position, _by_hand: &[bool]) -> Manner<Move> {
        let stroll = if p.step == Step::Walk { self.stroll(p) } else { None };
        let usual = match p.step {
            Step::Walk => match stroll {
                Some(tile) => Some((Move::Go(tile), "go on".into())),
                None => self.judge(p, Move::Leave).is_ok().then(|| (Move::Leave, "leave".into())),
            },
            Step::JoinMore => self.judge(p, Move::Stop).is_ok().then(|| (Move::Stop, "no more".into())),
            Step::Thirst => Some((Move::Keep, "fight".into())),
            Step::Succeed => Some((Move::No, "no".into())),
            Step::LootSword | Step::LootPotion => Some((Move::Yes, "yes".into())),
            _ => None,
        };
        Manner {
            lead: Some(self.lead(p)),
            shown: matches!(self.turn(p), Turn::Player(_)),
            usual,
            when: if stroll.is_some() || self.has_done_all(p) { When::Idle } else { When::Open },
            batch: match p.step {
                // R10: the actions of several players in turn order are asked for as one.
                Step::Act | Step::Draw | Step::Lay | Step::Join | Step::JoinMore | Step::Coin => {
                    Some(u64::from(p.round) << 8)
                }
                // A step, and the coins met there.
                Step::Walk => Some((u64::from(p.round) << 8) | (33 + p.hero.visited.len() as u64)),
                Step::Order | Step::Reveal | Step::Thirst | Step::Combat => {
                    Some((u64::from(p.round) << 8) | (32 + p.hero.visited.len() as u64))
                }
                Step::Kind | Step::Bid => Some((u64::from(p.round) << 8) | 16),
                _ => None,
            },
            joint: false,
            silent: false,
        }
    }

    fn short(&self, p: &Position, mv: Move) -> Option<Short> {
        let coins = |tile: Tile| match p.coins_on(tile).count() {
            0 => String::new(),
            count => format!(" {}", counted(count as u32, "coin")),
        };
        let value = |value: u8| match value {
            POTION => "potion".to_owned(),
            SWORD => "sword".to_owned(),
            value => value.to_string(),
        };
        let text = match mv {
            Move::Starter(seat) => self.name(seat).to_owned(),
            Move::TakeTile => "tile".to_owned(),
            Move::PlaceCoin(tile) => format!("coin {tile}"),
            Move::PowerUp => "power".to_owned(),
            Move::Rebuild => {
                return Some(Short {
                    text: "rebuild".into(),
                    danger: Some("Lay the whole dungeon anew?".into()),
                    ..Short::default()
                });
            }
            Move::LeaveAsIs => "leave".to_owned(),
            Move::Draw(tile) => tile.to_string(),
            Move::Lay(cell) => self.place_short(&p.layout, p.tile, cell),
            Move::Join { anchor, side, quarters } => self.join_short(p, anchor, side, quarters),
            Move::Stop => "no more".to_owned(),
            Move::Coin(number) | Move::Shown(number) => value(number),
            Move::Monster => "monster".to_owned(),
            Move::Lift(tile) => format!("lift {tile}"),
            Move::LiftAll => "lift all".to_owned(),
            Move::Put(tile, cell) => format!("{tile} {}", self.place_short(&p.layout, Some(tile), cell)),
            Move::Star => "star".to_owned(),
            Move::Done => "done".to_owned(),
            Move::Withdraw => "back".to_owned(),
            Move::ToEnter => "enter".to_owned(),
            Move::ToStayOut => "stay".to_owned(),
            Move::Bid(gold) => gold.to_string(),
            Move::Go(tile) => format!("{tile}{}", coins(tile)),
            Move::Leave => "leave".to_owned(),
            Move::Drink(suit) => match self.unharmed(p, &[mv]).filter(|_| p.step == Step::Thirst) {
                Some(needed) => format!("drink {}: {needed}", suit.name()),
                None => format!("drink {}", suit.name()),
            },
            Move::Keep if p.step == Step::Deathbed => {
                return Some(Short {
                    text: "die".into(),
                    danger: Some("Die, with a potion in hand?".into()),
                    ..Short::default()
                });
            }
            Move::Keep => "fight".to_owned(),
            Move::Turn(at) => {
                let coin = p.coins[p.hero.at.index()].get(usize::from(at)).copied().flatten();
                let open = coin.filter(|coin| coin.open).and_then(|coin| coin.value);
                let name = self.name(coin.map_or(0, |coin| coin.seat));
                open.map_or(name.to_owned(), |value| format!("{name} {}", self.coin_text(value)))
            }
            Move::Roll(roll) => roll.to_string(),
            Move::Yes => "yes".to_owned(),
            Move::No => "no".to_owned(),
        };
        Some(text.into())
    }

    fn news(&self, p: &Position, event: Event) -> News {
        match event {
            Event::RoundBegan { .. } | Event::TileDrawn { .. } | Event::FitsNowhere { .. } => News::Silent,
            Event::AuctionOpened { .. } | Event::Unharmed { .. } | Event::RoundEnded { .. } => News::Silent,
            Event::CoinTurned { by, value, .. } => News::fact(format!("{}'s coin", self.name(by)), self.coin_text(value)),
            Event::Fought { roll, power, sword, strength, result, .. } => {
                let sword = if sword { "+1" } else { "" };
                let unharmed = if result >= UNHARMED { ": unharmed" } else { "" };
                News::Brief(format!("{roll}+{power}{sword}-{strength}={result}{unharmed}."))
            }
            Event::Hurt { seat, damage, power } => {
                News::Brief(format!("{} loses {damage} power: {power} left.", self.name(seat)))
            }
            Event::PoweredUp { seat, power } => News::fact(self.name(seat), format!("power {power}")),
            Event::TileLaid { seat, tile, cell } => {
                News::fact(self.name(seat), format!("{tile} at {}", self.place_short(&p.layout, Some(tile), cell)))
            }
            Event::LeftApart { seat, tile } => News::fact(self.name(seat), format!("{tile} apart")),
            Event::Joined { seat, tile, set, count } => {
                let set = match count {
                    1 => set.0.to_string(),
                    _ => format!("the {count} tiles of {}", set.0),
                };
                News::fact(self.name(seat), format!("{set} to {tile}"))
            }
            Event::CoinPlaced { seat, tile, value: None } => News::fact(self.name(seat), format!("coin on {tile}")),
            Event::BidMade { seat, gold } => News::fact(self.name(seat), format!("bids {gold}")),
            Event::Went { seat, tile } => News::fact(self.name(seat), tile.to_string()),
            _ => News::Full,
        }
    }

    fn heading(&self, p: &Position) -> Option<Heading> {
        let part = match p.step {
            Step::Over | Step::Start => return None,
            Step::Kind | Step::Bid => "the auction".to_owned(),
            Step::Walk
            | Step::Order
            | Step::Reveal
            | Step::Thirst
            | Step::Combat
            | Step::Deathbed
            | Step::Succeed
            | Step::LootSword
            | Step::LootPotion => format!("{} explores", self.name(p.hero.seat)),
            _ => format!("building, {} first", self.name(p.starter)),
        };
        (p.round > 0).then(|| Heading { round: p.round, text: format!("Round {} · {part}", p.round) })
    }

    fn holding(&self, p: &Position, seat: Seat, eyes: Option<Seat>) -> Option<String> {
        Some(self.player_parts(&self.view(p, eyes), seat)[1..].join(", "))
    }

    fn summary(&self, p: &Position) -> Option<String> {
        let gold = (0..self.players.len()).map(|seat| format!("{} {}", self.players[seat], p.gold[seat]));
        let gold = gold.collect::<Vec<String>>().join("   ");
        Some(format!("Gold: {gold}   of {}", self.options.goal))
    }

    fn table_version(&self, p: &Position) -> u64 {
        u64::from(p.round) << 16 | p.layout.of(Set::DUNGEON).count() as u64
    }
}

impl Builders {
    /// The tile to which the hero walks automatically: it has no coins, and either it is his own, which brings gold (R58),
    /// or it leads on while he may not leave yet (R46).
    fn stroll(&self, p: &Position) -> Option<Tile> {
        let must_go_on = self.judge(p, Move::Leave).is_err();
        let own = Some(self.suit(p.hero.seat));
        let leads_on = |tile: Tile| p.layout.connected(tile).any(|next| !p.hero.visited.has(next));
        let way = |mv: &Move| match mv {
            Move::Go(tile) if p.coins_on(*tile).count() == 0 => Some(*tile),
            _ => None,
        };
        let worth = |tile: &Tile| tile.suit() == own || must_go_on && leads_on(*tile);
        self.legal(p).iter().filter_map(way).find(worth)
    }

    /// Whether the hero leaves automatically: no tile ahead is his own (R58), and nothing ahead or carried was placed by his
    /// player and would earn gold (R50-R53).
    fn has_done_all(&self, p: &Position) -> bool {
        let seat = p.hero.seat;
        let own = Some(self.suit(seat));
        let pays = |tile: Tile| tile.suit() == own || p.coins_on(tile).any(|coin| coin.seat == seat);
        let ahead = |tile: Tile| !p.hero.visited.has(tile) && pays(tile);
        let potions = p.trail.left.iter().flatten().fold(p.hero.potions, |potions, left| potions | left.potions);
        p.step == Step::Walk
            && self.judge(p, Move::Leave).is_ok()
            && !p.layout.of(Set::DUNGEON).any(|(tile, _)| ahead(tile))
            && potions & 1 << seat == 0
    }

    /// "C2w": west of C2, preferring a neighbour that the tile fits.
    pub(crate) fn place_short(&self, layout: &Layout, tile: Option<Tile>, cell: Cell) -> String {
        let near = |side: Side| layout.at(Set::DUNGEON, beside(cell, side)).map(|other| (side, other));
        let fits = |(_, other): &(Side, Tile)| tile.is_none_or(|tile| tile.fits(*other));
        let found = Side::ALL.into_iter().filter_map(near).find(fits);
        found.map_or("there".to_owned(), |(side, other)| format!("{other}{}", side.opposite().letter()))
    }

    /// "S4 s", or with a second tile if that is ambiguous: "C4 n C5 w".
    fn join_short(&self, p: &Position, anchor: Tile, side: Side, quarters: u8) -> String {
        let same = |mv: &Move| matches!(mv, Move::Join { anchor: other, side: to, .. } if (*other, *to) == (anchor, side));
        let own = format!("{anchor} {}", side.letter());
        if self.legal(p).iter().filter(|mv| same(mv)).count() < 2 {
            return own;
        }
        let place = p.layout.place(anchor);
        let near = |to: Side| place.and_then(|place| p.layout.at(place.set, beside(place.cell, to)));
        let second = Side::ALL.into_iter().find_map(|to| Some((near(to)?, to.turned(quarters))));
        second.map_or(own.clone(), |(other, to)| format!("{own} {other} {}", to.letter()))
    }

    /// The question without its answers.
    fn lead(&self, p: &Position) -> String {
        let actor = self.name(p.acting);
        let tile = p.tile.map(|tile| tile.to_string()).unwrap_or_default();
        match p.step {
            Step::Start => "Who begins".to_owned(),
            Step::Act => actor.to_owned(),
            Step::Draw => format!("{actor} draws"),
            Step::Lay => format!("{actor} lays {tile}"),
            Step::Join => format!("{actor} joins to {tile}"),
            Step::JoinMore => format!("{actor} also joins to {tile}"),
            Step::Coin => format!("{actor}'s coin on {}", p.target),
            Step::Offer => format!("{actor}, the pile is empty and no 5 is in the dungeon"),
            Step::Rebuild => format!("{actor}, the dungeon lies"),
            Step::Kind => format!("{actor} opens, to enter or to stay out"),
            Step::Bid => format!("{actor} bids of {} gold", p.acting_gold()),
            Step::Walk => format!("{actor}, power {}", p.hero_power()),
            Step::Order => format!("{}, whose coin first", p.hero.at),
            Step::Reveal => {
                format!("{}, {}'s coin", p.hero.at, self.name(p.turning().map_or(0, |coin| coin.seat)))
            }
            Step::Thirst | Step::Combat => self.odds_text(p).trim_end_matches('.').to_owned(),
            Step::Deathbed => format!("{actor} is dying"),
            Step::Succeed => format!("{actor} enters after {}", self.name(p.hero.seat)),
            Step::LootSword => format!("{actor} takes the sword {} left", self.name(p.hero.looting)),
            Step::LootPotion => format!("{actor} takes a potion {} left", self.name(p.hero.looting)),
            Step::Over => "The game is over".to_owned(),
        }
    }
}
