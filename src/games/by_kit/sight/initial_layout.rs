//! The initial layout of the table, for exports to other programs: what is where and how many pieces there are, but not
//! which. Also the part of the players' actions that a table without rules can perform.

use crate::games::Setup;
use crate::games::by_kit::KitGame;
use crate::games::by_kit::language::code::{
    ActionCode, Keys, Node, NodeId, Op, Setting, Type, What, ZoneDecl,
};
use crate::games::by_kit::language::facts::NONE;
use crate::games::by_kit::language::map_state::Shape;
use crate::games::by_kit::language::sheet::{See, ZoneKind};
use crate::games::by_kit::rules::position::Position;
use crate::kit::Kit;
use crate::referee::journal::Secrets;
use crate::referee::{Choices, Game, Turn};

/// The most zones or counters in an exported layout.
const MAX_ITEMS: usize = 24;
/// The most moves of chance before the first decision.
const MOVES: usize = 5_000;
/// How deep effects within actions are followed.
const DEEPEST: usize = 4;

/// What is on the table, except the zones of a map's places.
#[derive(Debug, Default)]
pub struct InitialLayout {
    /// Shared zones first, then those of each player.
    pub heaps: Vec<Heap>,
    pub maps: Vec<MapLayout>,
    /// What each player was dealt: the deck, the number of pieces, and the destination.
    pub dealt: Vec<(String, usize, At)>,
    /// Shared counters, and one of each player's counters for as many players as can play.
    pub counters: Vec<Counter>,
    /// Dice without stickers of their own: their number, and the words on their faces.
    pub dice: Vec<(u8, Vec<String>)>,
    /// The players' actions in the kit's words, each with the steps that a table without rules can perform.
    pub actions: Vec<(String, Vec<TableStep>)>,
}

/// A zone.
#[derive(Debug)]
pub struct Heap {
    pub title: String,
    /// The deck whose pieces are in it; `None` if it is empty.
    pub deck: Option<String>,
    /// Whether it is a deck's initial pile.
    pub supply: bool,
    /// Its pieces from the bottom up, as runs: how many, and whether they are face up.
    pub lies: Vec<(usize, bool)>,
    /// The deck whose empty pile is refilled from here.
    pub refills: Option<String>,
    /// Whether each player has one and alone sees its contents.
    pub secret: bool,
}

#[derive(Debug)]
pub struct Counter {
    pub title: String,
    pub start: i32,
}

/// A map.
#[derive(Debug)]
pub struct MapLayout {
    pub title: String,
    /// The deck of its tiles.
    pub deck: Option<String>,
    pub shape: Shape,
}

/// The location of pieces.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum At {
    /// A deck's pile.
    Supply(String),
    /// One of the heaps, by index.
    Heap(usize),
    /// The hand of the acting player.
    Hand,
}

/// A step that a table without rules can perform.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TableStep {
    /// Moves this many pieces from the top, or all of them.
    Move {
        count: Option<i32>,
        from: At,
        to: At,
    },
    /// Moves pieces until there are this many.
    Fill {
        until: i32,
        from: At,
        to: At,
    },
    Shuffle(At),
    /// Rolls one of the dice without stickers, or all dice of a deck.
    Roll(usize),
    RollDeck(String),
    /// Sets a counter, or adds to it.
    Set(usize, i32),
    Count(usize, i32),
}

impl InitialLayout {
    /// Whether the rules draw from this deck's pile.
    pub fn draws_from(&self, deck: &str) -> bool {
        self.heaps
            .iter()
            .any(|heap| heap.supply && heap.deck.as_deref() == Some(deck))
    }

    /// The layout of a kit that has its own playable rules, set up for two players if two can play.
    pub fn of(kit: &Kit) -> Option<InitialLayout> {
        if !crate::games::by_kit::has_rules(kit) {
            return None;
        }
        let count = 2.clamp(*kit.players.start(), *kit.players.end());
        let setup = Setup {
            secrets: Secrets::Referee,
            ..Setup::of_count(count)
        };
        let game = KitGame::new(kit, &setup).ok()?;
        let mut p = game.start();
        let mut choices = Choices::default();
        for _ in 0..MOVES {
            if !matches!(game.turn(&p), Turn::Chance(_)) {
                break;
            }
            game.moves(&p, &mut choices);
            let first = choices.iter().next()?.mv;
            game.apply(&mut p, first, &mut |_| {});
        }
        Some(game.begun(&p, *kit.players.end()))
    }
}

impl KitGame {
    fn begun(&self, p: &Position, most_players: u32) -> InitialLayout {
        let mut begin = InitialLayout::default();
        let mut at = vec![None; self.zone_at.len()];
        self.shared(p, &mut begin, &mut at);
        self.own(p, most_players, &mut begin, &mut at);
        let shared = self.counters(most_players, &mut begin);
        for dice in self.program.dice.iter().filter(|dice| dice.deck.is_none()) {
            let faces = dice.faces.iter().map(|face| self.plain(*face)).collect();
            begin.dice.push((dice.count, faces));
        }
        for map in &self.program.maps {
            let decl = &self.program.zones[usize::from(map.zone)];
            let deck = decl
                .deck
                .map(|deck| self.program.facts.decks[usize::from(deck)].name.clone());
            begin.maps.push(MapLayout {
                title: decl.title.clone(),
                deck,
                shape: map.shape.clone(),
            });
        }
        for action in self.program.actions.iter().filter(|action| !action.free) {
            let mut steps = Vec::new();
            self.steps(
                action.entry,
                &Layout {
                    at: &at,
                    counters: &shared,
                },
                DEEPEST,
                &mut steps,
            );
            if !steps.is_empty() {
                begin.actions.push((self.action_title(action), steps));
            }
        }
        begin.actions.truncate(MAX_ITEMS);
        begin
    }

    fn deck_of(&self, piece: u16) -> String {
        self.program.facts.decks[usize::from(self.piece_decks[usize::from(piece)])]
            .name
            .clone()
    }

    /// Collects the shared zones, except those of maps.
    fn shared(&self, p: &Position, begin: &mut InitialLayout, at: &mut [Option<At>]) {
        for (zone, of) in self.zone_at.iter().enumerate() {
            let decl = &self.program.zones[usize::from(of.decl)];
            if decl.own
                || decl.kind == ZoneKind::Map
                || decl.each.on_map().is_some()
                || begin.heaps.len() >= MAX_ITEMS
            {
                continue;
            }
            let pieces = &p.zones[zone];
            let mut lies: Vec<(usize, bool)> = Vec::new();
            for piece in pieces {
                let up = self.is_up(p, *piece);
                match lies.last_mut() {
                    Some((count, same)) if *same == up => *count += 1,
                    _ => lies.push((1, up)),
                }
            }
            let supply = matches!(decl.kind, ZoneKind::Pile | ZoneKind::Bag) && decl.deck.is_some();
            let title = self
                .zone_title(p, zone as u16)
                .trim_start_matches("the ")
                .to_owned();
            let deck = pieces.first().map(|piece| self.deck_of(*piece));
            at[zone] = Some(match decl.deck.filter(|_| supply) {
                Some(deck) => At::Supply(self.program.facts.decks[usize::from(deck)].name.clone()),
                None => At::Heap(begin.heaps.len()),
            });
            let refills = self.refilled(zone as u16);
            begin.heaps.push(Heap {
                title,
                deck,
                supply,
                lies,
                refills,
                secret: false,
            });
        }
    }

    /// Collects the zones of each player: the first hidden hand becomes every player's hand, other hidden zones one heap
    /// that shows each player only their own pieces, and open zones one heap for each player.
    fn own(
        &self,
        p: &Position,
        most_players: u32,
        begin: &mut InitialLayout,
        at: &mut [Option<At>],
    ) {
        let mut hand = false;
        let mine = self
            .zone_at
            .iter()
            .enumerate()
            .filter(|(_, of)| of.seat == 0);
        for (zone, of) in mine {
            let decl: &ZoneDecl = &self.program.zones[usize::from(of.decl)];
            if !decl.own || decl.each.on_map().is_some() {
                continue;
            }
            let secret = decl.see == See::Owner;
            let count = if secret { 1 } else { most_players as usize };
            let place = if secret && !hand {
                hand = true;
                At::Hand
            } else if begin.heaps.len() + count <= MAX_ITEMS {
                let key = if decl.each == Keys::One {
                    String::new()
                } else {
                    format!(" {}", of.key + 1)
                };
                let first = At::Heap(begin.heaps.len());
                begin.heaps.extend((1..=count).map(|player| Heap {
                    title: if secret || count == 1 {
                        format!("{}{key}", decl.title)
                    } else {
                        format!("{}{key}, player {player}", decl.title)
                    },
                    deck: None,
                    supply: false,
                    lies: Vec::new(),
                    refills: None,
                    secret,
                }));
                first
            } else {
                continue;
            };
            if let Some(first) = p.zones[zone].first().filter(|_| secret) {
                begin
                    .dealt
                    .push((self.deck_of(*first), p.zones[zone].len(), place.clone()));
            }
            // Only the players know whose open zone is meant.
            at[zone] = Some(place).filter(|_| secret || most_players == 1);
        }
    }

    /// Adds the counters; returns, by variable, the index of its counter if it is shared.
    fn counters(&self, most_players: u32, begin: &mut InitialLayout) -> Vec<Option<usize>> {
        let mut shared = vec![None; self.program.vars.len()];
        for (at, var) in self.program.vars.iter().enumerate() {
            if var.ty != Type::Number || var.each != Keys::One || var.title.is_empty() {
                continue;
            }
            let start = if var.start == NONE { 0 } else { var.start };
            if var.own && most_players > 1 {
                begin
                    .counters
                    .extend((1..=most_players).map(|player| Counter {
                        title: format!("{} {player}", var.title),
                        start,
                    }))
            } else {
                shared[at] = Some(begin.counters.len()).filter(|counter| *counter < MAX_ITEMS);
                begin.counters.push(Counter {
                    title: var.title.clone(),
                    start,
                });
            }
        }
        begin.counters.truncate(MAX_ITEMS);
        shared
    }

    /// The deck whose pile is refilled from this zone.
    fn refilled(&self, zone: u16) -> Option<String> {
        let from = |node: u32| matches!(&self.program.nodes[node as usize], Node::Zone(address) if address.base == zone && address.key.is_none());
        let pile = self
            .program
            .zones
            .iter()
            .find(|decl| !decl.own && decl.refill.is_some_and(|(node, _)| from(node)))?;
        pile.deck
            .map(|deck| self.program.facts.decks[usize::from(deck)].name.clone())
    }

    /// An action as it is offered, if its wording does not depend on the card.
    fn action_title(&self, action: &ActionCode) -> String {
        let mut title = String::new();
        for part in &action.words.0 {
            match part {
                crate::games::by_kit::language::code::Part::Text(text) => title += text,
                crate::games::by_kit::language::code::Part::Value(..) => {
                    return action.name.replace('_', " ");
                }
            }
        }
        title
    }

    /// Collects the steps of a block that a table without rules can perform, up to the first condition, question or choice.
    /// Counters of a single player are left to people.
    fn steps(
        &self,
        entry: u16,
        laid: &Layout<'_>,
        depth: usize,
        steps: &mut Vec<TableStep>,
    ) -> bool {
        let constant = |node: NodeId| match self.program.nodes[node as usize] {
            Node::Number(number) => Some(number),
            _ => None,
        };
        for op in &self.program.ops[usize::from(entry)..] {
            let deed = match op {
                Op::Return => return true,
                Op::Leave(_) => return false,
                // What is done quietly is done like anything else; a loop would have ended this before its own `Drop`.
                Op::Quiet | Op::Drop(_) => continue,
                Op::Call(to, crate::games::by_kit::language::code::FrameKind::Effect)
                    if depth > 0 =>
                {
                    if self.steps(*to, laid, depth - 1, steps) {
                        continue;
                    } else {
                        return false;
                    }
                }
                Op::Draw { count, from, to } => self.moved(constant(*count), *from, *to, laid),
                Op::Move {
                    what: What::Top(count, from),
                    to,
                    ..
                } => self.moved(count.map_or(Some(1), constant), *from, *to, laid),
                Op::Move {
                    what: What::All(set),
                    to,
                    ..
                } => match self.program.nodes[*set as usize] {
                    Node::Pieces(from) => {
                        let ends = self.place(from, laid).zip(self.place(*to, laid));
                        ends.map(|(from, to)| TableStep::Move {
                            count: None,
                            from,
                            to,
                        })
                    }
                    _ => None,
                },
                Op::Fill { zone, to, from } => {
                    let ends = self.place(*from, laid).zip(self.place(*zone, laid));
                    ends.zip(constant(*to))
                        .map(|((from, to), until)| TableStep::Fill { until, from, to })
                }
                Op::Shuffle(zone, None) => self.place(*zone, laid).map(TableStep::Shuffle),
                Op::Shuffle(zone, Some(into)) => {
                    let Some((from, to)) = self.place(*zone, laid).zip(self.place(*into, laid))
                    else {
                        return false;
                    };
                    steps.push(TableStep::Move {
                        count: None,
                        from,
                        to: to.clone(),
                    });
                    Some(TableStep::Shuffle(to))
                }
                Op::Roll {
                    of, count: None, ..
                } => self.rolled(usize::from(*of)),
                Op::Set { var, by, value, .. } => {
                    match (laid.counters[usize::from(*var)], constant(*value), by) {
                        (None, ..) if self.program.vars[usize::from(*var)].own => continue,
                        (Some(counter), Some(value), Setting::To) => {
                            Some(TableStep::Set(counter, value))
                        }
                        (Some(counter), Some(value), Setting::More) => {
                            Some(TableStep::Count(counter, value))
                        }
                        (Some(counter), Some(value), Setting::Less) => {
                            Some(TableStep::Count(counter, -value))
                        }
                        _ => None,
                    }
                }
                _ => None,
            };
            match deed {
                Some(deed) => steps.push(deed),
                None => return false,
            }
        }
        false
    }

    fn moved(
        &self,
        count: Option<i32>,
        from: NodeId,
        to: NodeId,
        laid: &Layout<'_>,
    ) -> Option<TableStep> {
        Some(TableStep::Move {
            count: Some(count?),
            from: self.place(from, laid)?,
            to: self.place(to, laid)?,
        })
    }

    /// The location of a zone that is always the same one or belongs to the acting player.
    fn place(&self, zone: NodeId, laid: &Layout<'_>) -> Option<At> {
        let Node::Zone(address) = &self.program.nodes[zone as usize] else {
            return None;
        };
        let own = address
            .seat
            .is_none_or(|seat| matches!(self.program.nodes[seat as usize], Node::Seat));
        let key = match &address.key {
            None => 0,
            Some((crate::games::by_kit::language::code::Key::Number(_), key)) => {
                match self.program.nodes[*key as usize] {
                    Node::Number(key) => u16::try_from(key - 1).ok()?,
                    _ => return None,
                }
            }
            Some(_) => return None,
        };
        laid.at
            .get(usize::from(address.base + key))
            .filter(|_| own)?
            .clone()
    }

    /// A roll of all dice of a kind: those without stickers by index, others by deck if they are the whole deck.
    fn rolled(&self, of: usize) -> Option<TableStep> {
        let dice = &self.program.dice[of];
        match dice.deck {
            _ if dice.own => None,
            None => Some(TableStep::Roll(
                self.program.dice[..of]
                    .iter()
                    .filter(|dice| dice.deck.is_none())
                    .count(),
            )),
            Some(deck) => {
                let deck = &self.program.facts.decks[usize::from(deck)];
                (deck.dice.len() == usize::from(dice.count))
                    .then(|| TableStep::RollDeck(deck.name.clone()))
            }
        }
    }
}

/// What was laid out, by zone and by variable.
struct Layout<'a> {
    at: &'a [Option<At>],
    counters: &'a [Option<usize>],
}
