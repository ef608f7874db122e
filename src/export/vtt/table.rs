//! Everything that the rules of a kit lay out: zones as holders, counters, plain dice, and the actions that VirtualTabletop's
//! routines can perform.
//!
//! The setup is a routine too, "Set up", since it draws at random. Routines follow the project's wiki
//! (<https://github.com/ArnoldSmith86/virtualtabletop/wiki/Functions>).

use serde_json::{Value, json};

use super::layout::{BUTTON, DIE, Dots, EDGE, GAP, LETTER, ROOM, WORDS, dots, snaps};
use crate::export::Set;
use crate::export::dice::dice;
use crate::games::by_kit::language::map_state::Shape;
use crate::games::by_kit::sight::initial_layout::{At, Counter, Heap, InitialLayout, TableStep};
use crate::games::english::capital;

/// A number of pieces that means all: `MOVE` takes what is there.
const ALL: usize = 999;
/// The most buttons in a column.
const COLUMN: usize = 4;
/// The most named places.
const MAX_PLACES: usize = 24;

/// A kit's initial table, and the exported decks.
pub struct RoomTable<'s, 'k> {
    pub initial: &'s InitialLayout,
    pub sets: &'s [&'s Set<'k>],
    /// The decks whose pieces lie face down in a holder, to be drawn.
    pub supplies: Vec<&'s Set<'k>>,
}

/// One item on it.
pub enum Laid<'s, 'k> {
    /// Its number, and a deck whose pieces have its size.
    Zone(usize, &'s Heap, &'s Set<'k>),
    /// A named place: its map and number, its name, and a deck whose pieces have its size.
    Place(usize, usize, &'s str, &'s Set<'k>),
    Counter(usize, &'s Counter),
    /// Its number, the number of dice, and what their faces show.
    Dice(usize, u8, &'s [String]),
    /// Buttons: their labels, and their routines.
    Buttons(Vec<(&'static str, String, Vec<Value>)>),
}

impl Laid<'_, '_> {
    pub fn piece(&self, scale: f64) -> Dots {
        match self {
            Laid::Zone(_, _, set) | Laid::Place(_, _, _, set) => dots(set, scale),
            Laid::Counter(..) => (DIE, DIE),
            Laid::Dice(..) => (DIE, DIE),
            Laid::Buttons(_) => BUTTON,
        }
    }

    /// The size of all of it.
    pub fn size(&self, scale: f64) -> Dots {
        let (w, h) = self.piece(scale);
        let words = |title: &str| (title.chars().count() as f64 * LETTER.0).min(WORDS);
        match self {
            Laid::Zone(_, heap, _) => {
                let button = if heap.refills.is_some() {
                    BUTTON
                } else {
                    (0.0, 0.0)
                };
                (
                    (w + EDGE * 2.0).max(words(&heap.title)).max(button.0),
                    h + EDGE * 2.0 + LETTER.1 + button.1,
                )
            }
            Laid::Place(_, _, name, _) => {
                ((w + EDGE * 2.0).max(words(name)), h + EDGE * 2.0 + LETTER.1)
            }
            Laid::Counter(_, counter) => ((w * 3.0).max(words(&counter.title)), h + LETTER.1),
            Laid::Dice(_, count, _) => ((w + GAP) * f64::from(*count) - GAP, h),
            Laid::Buttons(all) => {
                let columns = all.len().div_ceil(COLUMN);
                let rows = all.len().min(COLUMN);
                (
                    (w + GAP) * columns as f64 - GAP,
                    (h + GAP) * rows as f64 - GAP,
                )
            }
        }
    }
}

fn holder(set: &Set<'_>) -> String {
    format!("{}.holder", set.stem)
}

impl<'s, 'k> RoomTable<'s, 'k> {
    fn set(&self, deck: &str) -> Option<&'s Set<'k>> {
        self.sets.iter().copied().find(|set| set.deck.name == deck)
    }

    /// The holder that a deck's pieces are drawn from.
    fn supply(&self, deck: &str) -> Option<String> {
        self.supplies
            .iter()
            .find(|set| set.deck.name == deck)
            .map(|set| holder(set))
    }

    pub fn laid(&self) -> Vec<Laid<'s, 'k>> {
        let Some(first) = self.sets.iter().copied().find(|set| !set.is_dice()) else {
            return Vec::new();
        };
        let places = self
            .initial
            .maps
            .iter()
            .enumerate()
            .flat_map(|(map, ground)| match &ground.shape {
                Shape::Places(names, _) if names.len() <= MAX_PLACES => names
                    .iter()
                    .enumerate()
                    .map(move |place| (map, place))
                    .collect(),
                _ => Vec::new(),
            });
        let places = places.map(|(map, (number, name))| Laid::Place(map, number, name, first));
        let zones = self.zones().map(|(number, heap)| {
            let deck = heap.deck.as_ref().or(heap.refills.as_ref());
            Laid::Zone(
                number,
                heap,
                deck.and_then(|deck| self.set(deck)).unwrap_or(first),
            )
        });
        let counters = self
            .initial
            .counters
            .iter()
            .enumerate()
            .map(|(number, counter)| Laid::Counter(number, counter));
        let dice = self.initial.dice.iter().enumerate();
        let dice =
            dice.map(|(number, (count, faces))| Laid::Dice(number, *count, faces.as_slice()));
        let buttons = Some(self.buttons())
            .filter(|buttons| !buttons.is_empty())
            .map(Laid::Buttons);
        // Buttons are about as high as piles, which are before them.
        buttons
            .into_iter()
            .chain(zones)
            .chain(places)
            .chain(counters)
            .chain(dice)
            .collect()
    }

    /// Zones that are not a deck's own pile.
    fn zones(&self) -> impl Iterator<Item = (usize, &'s Heap)> + use<'s, 'k> {
        self.initial
            .heaps
            .iter()
            .enumerate()
            .filter(|(_, heap)| !heap.supply)
    }

    /// "Set up", "Deal me 5" for each deck that is dealt, and the players' actions.
    fn buttons(&self) -> Vec<(&'static str, String, Vec<Value>)> {
        let mut setup = Vec::new();
        for set in &self.supplies {
            let holder = holder(set);
            setup.push(json!({ "func": "RECALL", "holder": holder }));
            setup.push(json!({ "func": "FLIP", "holder": holder, "face": 0 }));
            setup.push(json!({ "func": "SHUFFLE", "holder": holder }));
        }
        let mut moved = 0;
        for (number, heap) in self.zones() {
            let Some(from) = heap.deck.as_ref().and_then(|deck| self.supply(deck)) else {
                continue;
            };
            for (count, up) in &heap.lies {
                let to = zone_id(number);
                let face = u8::from(*up);
                setup.push(
                    json!({ "func": "MOVE", "count": count, "from": from, "to": to, "face": face }),
                );
                moved += 1;
            }
        }
        for (number, counter) in self.initial.counters.iter().enumerate() {
            setup.push(json!({ "func": "LABEL", "label": counter_id(number), "mode": "set", "value": counter.start }));
        }
        let mut buttons = Vec::new();
        if moved > 0 || !self.initial.counters.is_empty() {
            buttons.push(("setup", "Set up".to_owned(), setup));
        }
        for (deck, count, to) in &self.initial.dealt {
            if let (Some(from), Some(to)) = (self.supply(deck), self.place(to)) {
                let deal = json!({ "func": "MOVE", "count": count, "from": from, "to": to });
                buttons.push(("deal", format!("Deal me {count}"), vec![deal]));
            }
        }
        for (title, steps) in &self.initial.actions {
            let steps: Option<Vec<Vec<Value>>> =
                steps.iter().map(|step| self.routine(step)).collect();
            if let Some(steps) = steps {
                buttons.push(("action", capital(title), steps.concat()));
            }
        }
        buttons
    }

    /// The widget where pieces are.
    fn place(&self, at: &At) -> Option<String> {
        match at {
            At::Supply(deck) => self.supply(deck),
            At::Heap(number) => Some(zone_id(*number)),
            At::Hand => Some("hand".into()),
        }
    }

    /// A step of an action as steps of a routine; `None` if it concerns a deck that is not exported.
    fn routine(&self, step: &TableStep) -> Option<Vec<Value>> {
        let click = |ids: Vec<String>| {
            let select = |(at, id): (usize, String)| {
                let mode = if at == 0 { "set" } else { "add" };
                json!({ "func": "SELECT", "property": "id", "value": id, "mode": mode })
            };
            let all = ids.into_iter().enumerate().map(select);
            all.chain([json!({ "func": "CLICK", "collection": "DEFAULT" })])
                .collect()
        };
        Some(match step {
            TableStep::Move { count, from, to } => {
                let count = count.map_or(ALL, |count| count.max(0) as usize);
                vec![
                    json!({ "func": "MOVE", "count": count, "from": self.place(from)?, "to": self.place(to)? }),
                ]
            }
            TableStep::Fill { until, from, to } => {
                vec![
                    json!({ "func": "MOVE", "fillTo": until, "from": self.place(from)?, "to": self.place(to)? }),
                ]
            }
            TableStep::Shuffle(at) => vec![json!({ "func": "SHUFFLE", "holder": self.place(at)? })],
            TableStep::Roll(number) => {
                let (count, _) = self.initial.dice.get(*number)?;
                click((0..*count).map(|die| die_id(*number, die)).collect())
            }
            TableStep::RollDeck(deck) => {
                let set = self.set(deck)?;
                click(
                    (1..=dice(set).len())
                        .map(|die| format!("{}.die{die}", set.stem))
                        .collect(),
                )
            }
            TableStep::Set(counter, value) => {
                vec![
                    json!({ "func": "LABEL", "label": counter_id(*counter), "mode": "set", "value": value }),
                ]
            }
            TableStep::Count(counter, by) => {
                let mode = if *by < 0 { "dec" } else { "inc" };
                vec![
                    json!({ "func": "LABEL", "label": counter_id(*counter), "mode": mode, "value": by.abs() }),
                ]
            }
        })
    }

    /// How a deck's pieces snap into place in the free part of the room, which begins this many pixels below the upper edge, if
    /// they are tiles of a map.
    pub fn grid(&self, deck: &str, size: Dots, top: f64) -> Option<Value> {
        let map = self
            .initial
            .maps
            .iter()
            .find(|map| map.deck.as_deref() == Some(deck))?;
        (!matches!(map.shape, Shape::Places(..))).then(|| snaps(&map.shape, size, (0.0, top), ROOM))
    }

    /// The widgets of an item.
    pub fn lay(&self, laid: &Laid<'_, '_>, scale: f64, (left, top): Dots) -> Vec<Value> {
        let (width, _) = laid.size(scale);
        let (w, h) = laid.piece(scale);
        let label = |id: String, text: &str, top: f64| {
            json!({
                "id": id, "type": "label", "x": left, "y": top, "width": width, "height": LETTER.1 - 8.0, "text": text,
            })
        };
        let button = |id: String, text: &str, (x, y): Dots, (w, h): Dots, routine: &Vec<Value>| {
            json!({
                "id": id, "type": "button", "x": x, "y": y, "width": w, "height": h, "text": text, "clickRoutine": routine,
            })
        };
        let below = top + h + EDGE * 2.0 + 4.0;
        let holder = |id: &str| {
            let x = left + ((width - w) / 2.0 - EDGE).round();
            json!({
                "id": id, "type": "holder", "x": x, "y": top, "width": w + EDGE * 2.0, "height": h + EDGE * 2.0,
                "dropTarget": { "type": "card" },
            })
        };
        match laid {
            Laid::Zone(number, heap, _) => {
                let id = zone_id(*number);
                let mut place = holder(&id);
                if heap.secret {
                    // As in the hand, each player sees only their own pieces.
                    place["childrenPerOwner"] = json!(true);
                    place["onEnter"] = json!({ "activeFace": 1 });
place["onLeave"] = json!({ "activeFace": 0 });
                }
                let mut widgets = vec![place, label(format!("{id}.label"), &heap.title, below)];
                if let Some(to) = heap.refills.as_ref().and_then(|deck| self.supply(deck)) {
                    let routine = vec![
                        json!({ "func": "MOVE", "count": ALL, "from": id, "to": to, "face": 0 }),
                        json!({ "func": "SHUFFLE", "holder": to }),
                    ];
                    let place = (left + ((width - BUTTON.0) / 2.0).round(), below + LETTER.1 - 4.0);
                    widgets.push(button(format!("{id}.back"), "Shuffle back", place, BUTTON, &routine));
                }
                widgets
            }
            Laid::Place(map, number, name, _) => {
                let id = format!("place{}.{}", map + 1, number + 1);
                vec![holder(&id), label(format!("{id}.label"), name, below)]
            }
            Laid::Counter(number, counter) => {
                let id = counter_id(*number);
                let step = |mode: &str| vec![json!({ "func": "LABEL", "label": id, "mode": mode, "value": 1 })];
                let mut count = label(id.clone(), "", top + 12.0);
                count["text"] = json!(counter.start);
count["x"] = json!(left + w);
count["width"] = json!(w);
                vec![
                    count,
                    label(format!("{id}.label"), &counter.title, top + h + 4.0),
                    button(format!("{id}.less"), "−", (left, top), (w, h), &step("dec")),
                    button(format!("{id}.more"), "+", (left + w * 2.0, top), (w, h), &step("inc")),
                ]
            }
            Laid::Dice(number, count, faces) => (0..*count)
                .map(|die| {
                    json!({
                        "id": die_id(*number, die), "type": "dice",
                        "x": left + (w + GAP) * f64::from(die), "y": top, "width": w, "height": h, "movable": true,
                        "activeFace": faces.len().saturating_sub(1), "faces": faces,
                    })
                })
                .collect(),
            Laid::Buttons(all) => {
                let place = |at: usize| {
                    let column = (at / COLUMN) as f64;
let row = (at % COLUMN) as f64;
                    (left + (BUTTON.0 + GAP) * column, top + (BUTTON.1 + GAP) * row)
                };
                let each = all.iter().enumerate();
                each.map(|(at, (id, text, routine))| button(format!("{id}{}", at + 1), text, place(at), BUTTON, routine))
                    .collect()
            }
        }
    }
}

fn zone_id(number: usize) -> String {
    format!("zone{}", number + 1)
}

/// One of the dice without stickers, from 0.
fn die_id(number: usize, die: u8) -> String {
    format!("dice{}.{}", number + 1, die + 1)
}

fn counter_id(number: usize) -> String {
    format!("counter{}", number + 1)
}
