//! The module's components: a map with named areas, piles, the zones and counters of the kit's own rules, dice to roll, and a hand
//! for each player.

use super::buttons::{buttons, is_hand, shuffle_key};
use super::decks::{PileNames, open_zones};
use super::markup::{element, name, sequence};
use super::names::{self, ENGINE, MAT, VERSION, blank, key, picture};
use super::piece::{self, piece};
use super::zones::{Dots, Zone, grid, regions, zoned};
use crate::export::dice::{Die, dice};
use crate::export::rows::rows;
use crate::export::{DrawnKit, Piece, Set};
use crate::face::template::escape;
use crate::games::by_kit::language::map_state::Shape as Ground;
use crate::games::by_kit::sight::initial_layout::{Counter, Heap, InitialLayout, MapLayout};
use crate::kit::{Shape, Size};

/// The gap between piles, and the height of a line below one, in pixels.
const GAP: f64 = 24.0;
const LINE: f64 = 28.0;
/// The width of a map without a mat, and the height of the part that is free to play on, in pixels.
const WIDTH: f64 = 1600.0;
const FREE: f64 = 1100.0;
/// The colour of the table.
const GROUND: &str = "62,74,66";
const BOARD: &str = "Table";
/// The size of a counter's label.
const COUNTER: (f64, f64) = (180.0, 60.0);

/// The tree of components.
pub fn module(drawn_kit: &DrawnKit<'_>, sets: &[&Set<'_>], dpi: u32) -> String {
    let kit = drawn_kit.kit;
    let initial = InitialLayout::of(kit).unwrap_or_default();
    let mut table = TableModule {
        drawn_kit,
        dpi,
        pieces: 0,
        decks: PileNames::of(sets, &initial),
        initial: &initial,
    };
    let (map, first) = table.map(sets);
    let sides: Vec<String> = (1..=*kit.players.end())
        .map(|player| format!("Player {player}"))
        .collect();
    let entries: String = sides
        .iter()
        .map(|side| element("entry", &[], side))
        .collect();
    let mut inside = element("VASSAL.build.module.BasicCommandEncoder", &[], "")
        + &element("VASSAL.build.module.Documentation", &[], "")
        + &element("VASSAL.build.module.Chatter", &[], "")
        + &element("VASSAL.build.module.KeyNamer", &[], "")
        + &element(
            "VASSAL.build.module.PlayerRoster",
            &[("buttonText", "Sides"), ("buttonToolTip", "Choose a side")],
            &entries,
        )
        + &element(
            "VASSAL.build.module.GlobalOptions",
            &[
                ("autoReport", "Always"),
                ("nonOwnerUnmaskable", "Use Preferences Setting"),
                ("playerIdFormat", "$playerName$"),
            ],
            "",
        )
        + &map
        + &first;
    if sets.iter().any(|set| set.lies_face_down()) || !initial.dealt.is_empty() {
        inside += &sides.iter().map(|side| hand(side)).collect::<String>();
    }
    for set in sets.iter().filter(|set| set.is_dice()) {
        inside += &roll(set);
    }
    for (count, faces) in &initial.dice {
        inside += &plain_roll(*count, faces);
    }
    let next = (table.pieces + 1).to_string();
    let attributes = [
        ("ModuleOther1", ""),
        ("ModuleOther2", ""),
        ("VassalVersion", ENGINE),
        ("description", &drawn_kit.attribution()),
        ("name", &kit.title),
        ("nextPieceSlotId", &next),
        ("version", VERSION),
    ];
    let tree = element("VASSAL.build.GameModule", &attributes, &inside);
    format!("<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"no\"?>\n{tree}")
}

/// An item on the map.
enum MapItem<'t> {
    Set(&'t Set<'t>),
    /// A zone of the kit's own rules, and its number.
    Zone(usize, &'t Heap),
    Counter(&'t Counter),
}

/// A pile, and the pieces in it.
struct Pile<'p> {
    name: &'p str,
    middle: (f64, f64),
    size: (f64, f64),
    hides: bool,
    /// The key that shuffles it, if a button does.
    shuffled_by: &'p str,
    /// The pile that all of it can be returned to.
    back_to: Option<&'p str>,
    pieces: &'p str,
}

struct TableModule<'s, 'k> {
    drawn_kit: &'s DrawnKit<'k>,
    dpi: u32,
    /// The number of pieces so far: each gets the next number.
    pieces: usize,
    decks: PileNames,
    initial: &'s InitialLayout,
}

impl TableModule<'_, '_> {
    fn dots(&self, mm: f64) -> f64 {
        (mm * f64::from(self.dpi) / 25.4).round()
    }

    fn size(&self, set: &Set<'_>) -> Dots {
        self.size_in_dots(set.deck.size)
    }

    fn size_in_dots(&self, size: Size) -> Dots {
        (self.dots(size.w.mm()), self.dots(size.h.mm()))
    }

    /// The map: its board, which is the mat if there is one, and everything on it; and the commands that start a new game.
    fn map(&mut self, sets: &[&Set<'_>]) -> (String, String) {
        let initial = self.initial;
        let places = open_zones(initial).map(|(number, heap)| MapItem::Zone(number, heap));
        let things: Vec<MapItem<'_>> = sets
            .iter()
            .map(|set| MapItem::Set(set))
            .chain(places)
            .chain(initial.counters.iter().map(MapItem::Counter))
            .collect();
        let default_size = sets
            .iter()
            .find(|set| !set.is_dice())
            .map_or(COUNTER, |set| self.size(set));
        let cell = |thing: &MapItem<'_>| match thing {
            MapItem::Set(set) => self.cell(set),
            MapItem::Zone(_, heap) => {
                pile_cell(self.piece_size(heap, sets, default_size), &heap.title)
            }
            MapItem::Counter(_) => COUNTER,
        };
        let cells: Vec<Dots> = things.iter().map(cell).collect();
        let mat = self.drawn_kit.mat.as_ref();
        let placed = |thing: &MapItem<'_>| match thing {
            MapItem::Set(set) => mat.and_then(|mat| mat.place(&set.deck.name)),
            _ => None,
        };
        // Everything without a place on the mat lies in rows above it, beyond its edge.
        let loose: Vec<Dots> = things
            .iter()
            .zip(&cells)
            .filter(|(thing, _)| placed(thing).is_none())
            .map(|(_, cell)| *cell)
            .collect();
        let board = mat.map(|mat| self.size_in_dots(mat.drawing.size));
        let wide = loose
            .iter()
            .map(|(w, _)| w + GAP * 2.0)
            .fold(board.map_or(WIDTH, |(w, _)| w), f64::max);
        let corners = rows(&loose, wide - GAP * 2.0, GAP);
        let deep = corners
            .iter()
            .zip(&loose)
            .map(|((_, y), (_, h))| y + h + GAP * 2.0)
            .fold(0.0, f64::max);
        let edge = if mat.is_some() { deep } else { 0.0 };
        let mut zones: Vec<Zone> = sets
            .iter()
            .filter_map(|set| self.place_on_mat(set))
            .collect();
        zones.extend(sets.iter().filter_map(|set| self.grid_on_mat(set)));
        let free = if mat.is_some() {
            ((0.0, 0.0), board.unwrap_or_default())
        } else {
            ((0.0, deep), (wide, FREE))
        };
        zones.extend(self.grounds(sets, default_size, free));
        let board = board.unwrap_or((wide, deep + FREE));
        zones.push(Zone {
            name: BOARD.into(),
            at: (0.0, 0.0),
            size: board,
            grid: String::new(),
        });
        let mut inside = picker(board, mat.is_some(), &zones);
        let mut corners = corners.into_iter();
        for (thing, (w, _)) in things.iter().zip(&cells) {
            let high = match thing {
                MapItem::Set(set) => self.size(set).1,
                MapItem::Zone(_, heap) => self.piece_size(heap, sets, default_size).1,
                MapItem::Counter(_) => 0.0,
            };
            let middle = match placed(thing) {
                Some((x, y)) => (self.dots(x), self.dots(y)),
                None => corners.next().map_or((0.0, 0.0), |(x, y)| {
                    (GAP + x + w / 2.0, GAP + y + high / 2.0 - edge)
                }),
            };
            inside += &match thing {
                MapItem::Set(set) if set.is_dice() => self.dice(set, middle),
                MapItem::Set(set) => self.pile(set, middle),
                MapItem::Zone(number, heap) => self.place(
                    *number,
                    heap,
                    middle,
                    self.piece_size(heap, sets, default_size),
                ),
                MapItem::Counter(counter) => self.counter(counter, middle),
            };
        }
        let (above, first) = buttons(sets, &self.decks, initial);
        inside += &above;
        inside += MAP_COMPONENTS;
        (map_element(edge, &inside), first)
    }

    /// The size of the pieces of a zone, or this default.
    fn piece_size(&self, heap: &Heap, sets: &[&Set<'_>], default: Dots) -> Dots {
        let deck = heap.deck.as_ref().or(heap.refills.as_ref());
        sets.iter()
            .find(|set| deck == Some(&set.deck.name))
            .map_or(default, |set| self.size(set))
    }

    /// The part of the mat around a deck's pile.
    fn place_on_mat(&self, set: &Set<'_>) -> Option<Zone> {
        let (x, y) = self.drawn_kit.mat.as_ref()?.place(&set.deck.name)?;
        let ((x, y), (w, h)) = ((self.dots(x), self.dots(y)), self.size(set));
        let at = (x - w / 2.0 - GAP / 2.0, y - h / 2.0 - GAP / 2.0);
        Some(Zone {
            name: self.decks.of_set(set).to_owned(),
            at,
            size: (w + GAP, h + GAP),
            grid: String::new(),
        })
    }

    /// The part of the mat where pieces of a deck are laid edge to edge.
    fn grid_on_mat(&self, set: &Set<'_>) -> Option<Zone> {
        let (ground, area) = self.drawn_kit.mat.as_ref()?.grid(set.deck)?;
        let dots = |mm: f64| mm * f64::from(self.dpi) / 25.4;
        let tile = (dots(set.deck.size.w.mm()), dots(set.deck.size.h.mm()));
        let at = (dots(area.x), dots(area.y));
        let (size, grid) = grid(&ground, tile, at, (dots(area.w), dots(area.h)), false);
        Some(Zone {
            name: BOARD.into(),
            at,
            size,
            grid,
        })
    }

    /// The maps of the kit's own rules, side by side in the free part of the table: squares or hexes of the size of their tiles, or
    /// named places.
    fn grounds(
        &self,
        sets: &[&Set<'_>],
        default_size: Dots,
        (at, area): (Dots, Dots),
    ) -> Vec<Zone> {
        let maps: Vec<(&MapLayout, Dots)> = self
            .initial
            .maps
            .iter()
            .filter_map(|map| Some((map, self.tile(map, sets, default_size)?)))
            .collect();
        let width = area.0 / maps.len().max(1) as f64;
        let zone = |(number, (map, tile)): (usize, &(&MapLayout, Dots))| {
            let at = (at.0 + width * number as f64, at.1);
            let (size, grid) = match &map.shape {
                Ground::Places(names, _) => {
                    let cells = vec![(tile.0 + GAP * 2.0, tile.1 + GAP * 2.0); names.len()];
                    let corners = rows(&cells, width - GAP * 2.0, GAP);
                    let middle = |(x, y): Dots| {
                        (
                            at.0 + GAP + x + cells[0].0 / 2.0,
                            at.1 + GAP + y + cells[0].1 / 2.0,
                        )
                    };
                    let points: Vec<(&str, Dots)> = names
                        .iter()
                        .map(String::as_str)
                        .zip(corners.into_iter().map(middle))
                        .collect();
                    let deep = points
                        .iter()
                        .map(|(_, (_, y))| y - at.1 + cells[0].1 / 2.0 + GAP)
                        .fold(0.0, f64::max);
                    ((width, deep), regions(&points))
                }
                shape => grid(shape, *tile, at, (width, area.1), true),
            };
            Zone {
                name: map.title.clone(),
                at,
                size,
                grid,
            }
        };
        maps.iter().enumerate().map(zone).collect()
    }

    /// The size of a map's tiles, if they are in one of these sets; a named place has the default size.
    fn tile(&self, map: &MapLayout, sets: &[&Set<'_>], default_size: Dots) -> Option<Dots> {
        match map.shape {
            Ground::Places(..) => Some(default_size),
            _ => sets
                .iter()
                .find(|set| map.deck.as_ref() == Some(&set.deck.name))
                .map(|set| self.size(set)),
        }
    }

    /// The space that a deck takes up: its pile and the line below it, or its dice side by side.
    fn cell(&self, set: &Set<'_>) -> (f64, f64) {
        let (w, h) = self.size(set);
        if set.is_dice() {
            ((w + GAP) * dice(set).len() as f64 - GAP, h)
        } else {
            pile_cell((w, h), &set.deck.title)
        }
    }

    /// The pile of a deck.
    fn pile(&mut self, set: &Set<'_>, middle: (f64, f64)) -> String {
        let deck = self.decks.of_set(set).to_owned();
        let mut pieces = String::new();
        for piece in &set.pieces {
            for _ in 0..piece.count {
                pieces += &self.card(set, piece, &deck);
            }
        }
        let size = self.size(set);
        let shuffled_by = key(&shuffle_key(set));
        let pile = Pile {
            name: &deck,
            middle,
            size,
            hides: set.lies_face_down(),
            shuffled_by: &shuffled_by,
            back_to: None,
            pieces: &pieces,
        };
        self.draw_pile(&pile)
    }

    /// A zone of the kit's own rules: an empty pile, face down if pieces start there face down. If a deck is refilled from it, all
    /// its pieces can be returned to that deck's pile.
    fn place(&mut self, number: usize, heap: &Heap, middle: Dots, size: Dots) -> String {
        let title = self.decks.of_heap(number).unwrap_or_default().to_owned();
        let back_to = heap
            .refills
            .as_ref()
            .and_then(|deck| self.decks.of_sets.get(deck))
            .cloned();
        let hides = heap.lies.iter().any(|(_, up)| !up);
        let pile = Pile {
            name: &title,
            middle,
            size,
            hides,
            shuffled_by: "",
            back_to: back_to.as_deref(),
            pieces: "",
        };
        self.draw_pile(&pile)
    }

    /// A counter: its name and its value, which its menu changes.
    fn counter(&mut self, counter: &Counter, middle: (f64, f64)) -> String {
        let title = name(&counter.title);
        let definition = self.numbered(
            &[piece::counted(&title), piece::counts(counter.start)],
            "",
            &title,
        );
        stack(
            &title,
            middle,
            &slot("VASSAL.build.widget.PieceSlot", &definition, (0.0, 0.0)),
        )
    }

    fn draw_pile(&mut self, pile: &Pile<'_>) -> String {
        let Pile {
            name: deck,
            middle,
            size: (w, h),
            hides,
            shuffled_by,
            back_to,
            pieces,
        } = *pile;
        let [width, height, x, y] = [w, h, middle.0, middle.1].map(|dots| dots.round().to_string());
        let shuffled = format!("$playerName$ shuffles {deck}");
        let to = back_to.unwrap_or_default();
        let back = format!("Return all to {to}");
        let sent = format!("$playerName$ returns all of {deck} to {to}");
        let attributes = [
            ("name", deck),
            ("owningBoard", BOARD),
            ("x", &x),
            ("y", &y),
            ("width", &width),
            ("height", &height),
            ("allowMultiple", "true"),
            ("allowSelect", if hides { "false" } else { "true" }),
            ("selectDisplayProperty", "$pieceName$"),
            ("faceDown", if hides { "Always" } else { "Never" }),
            ("drawFaceUp", "false"),
            ("shuffle", "Via right-click Menu"),
            ("shuffleCommand", "Shuffle"),
            ("shuffleFormat", &shuffled),
            ("shuffleHotkey", shuffled_by),
            ("reversible", "false"),
            ("draw", "true"),
            ("color", "160,160,150"),
            ("maxStack", "8"),
            ("hotkeyOnEmpty", "false"),
            (
                "reshufflable",
                if back_to.is_some() { "true" } else { "false" },
            ),
            (
                "reshuffleCommand",
                if back_to.is_some() { &back } else { "" },
            ),
            (
                "reshuffleMessage",
                if back_to.is_some() { &sent } else { "" },
            ),
            ("reshuffleTarget", to),
            ("canSave", "false"),
            ("expressionCounting", "false"),
        ];
        let pile = element("VASSAL.build.module.map.DrawPile", &attributes, pieces);
        pile + &self.label(deck, (middle.0, middle.1 + h / 2.0 + LINE))
    }

    /// A label with the name of a pile and the number of its pieces.
    fn label(&mut self, deck: &str, middle: (f64, f64)) -> String {
        let words = format!("{deck}: ${deck}_numPieces$");
        let definition = self.numbered(&[piece::stays(), piece::label(&words)], "", deck);
        stack(
            &format!("{deck}, label"),
            middle,
            &slot("VASSAL.build.widget.PieceSlot", &definition, (0.0, 0.0)),
        )
    }

    fn card(&mut self, set: &Set<'_>, card: &Piece<'_>, deck: &str) -> String {
        let steps = if matches!(set.deck.shape, Shape::FlatHex | Shape::PointyHex) {
            6
        } else {
            4
        };
        let front = picture(&card.front.stem);
        let mut traits = vec![
            piece::returns(deck),
            piece::turns(steps),
            piece::belongs(&set.stem),
        ];
        traits.extend(self.destinations(set));
        traits.extend(self.ground(Some(set)));
        let back = card
            .back
            .as_ref()
            .map_or_else(|| blank(set), |back| picture(&back.stem));
        if set.lies_face_down() {
            traits.push(piece::hides(&back, deck));
        } else if card.back.is_some() {
            traits.push(piece::flips(&front, &back));
        }
        let definition = self.numbered(&traits, &front, &name(card.name()));
        slot("VASSAL.build.widget.CardSlot", &definition, self.size(set))
    }

    /// Where the rules send pieces of a deck: to the zones for such pieces, and to hands.
    fn destinations(&self, set: &Set<'_>) -> Vec<piece::Trait> {
        let deck = Some(&set.deck.name);
        let own = open_zones(self.initial)
            .filter(|(_, heap)| heap.deck.as_ref().or(heap.refills.as_ref()) == deck);
        let dealt = self
            .initial
            .dealt
            .iter()
            .any(|(of, _, to)| *of == set.deck.name && is_hand(to, self.initial));
        let goes =
            own.filter_map(|(number, _)| Some(piece::goes(number, self.decks.of_heap(number)?)));
        goes.chain(dealt.then(piece::is_dealt)).collect()
    }

    /// How a piece lies on maps of squares or hexes, if there are any: their tiles lie below everything, other pieces anywhere.
    fn ground(&self, set: Option<&Set<'_>>) -> Option<piece::Trait> {
        let maps = self
            .initial
            .maps
            .iter()
            .filter(|map| !matches!(map.shape, Ground::Places(..)));
        let grids = self.drawn_kit.mat.iter().flat_map(|mat| &mat.grids);
        let mut tiles = maps
            .filter_map(|map| map.deck.as_ref())
            .chain(grids.map(|grid| &grid.name))
            .peekable();
        tiles.peek()?;
        let is_tile = set.is_some_and(|set| tiles.any(|deck| *deck == set.deck.name));
        Some(if is_tile {
            piece::lies_on_map()
        } else {
            piece::lies_anywhere()
        })
    }

    /// Dice side by side, each showing its last printed side until it is rolled.
    fn dice(&mut self, set: &Set<'_>, middle: (f64, f64)) -> String {
        let ((wide, _), (w, h)) = (self.cell(set), self.size(set));
        let mut xml = String::new();
        for (number, die) in dice(set).iter().enumerate() {
            let sides = sides(set, die);
            let pictures: Vec<&str> = sides.iter().map(|(_, picture)| picture.as_str()).collect();
            let traits: Vec<_> = self
                .ground(None)
                .into_iter()
                .chain([piece::rolls(&pictures, die.initial_side() + 1)])
                .collect();
            let definition = self.numbered(&traits, "", &name(die.name()));
            let x = middle.0 - wide / 2.0 + w / 2.0 + (w + GAP) * number as f64;
            let slot = slot("VASSAL.build.widget.PieceSlot", &definition, (w, h));
            xml += &stack(
                &format!("{}, {}", name(die.name()), die.code),
                (x, middle.1),
                &slot,
            );
        }
        xml
    }

    fn numbered(&mut self, traits: &[piece::Trait], picture: &str, name: &str) -> Definition {
        self.pieces += 1;
        Definition {
            number: self.pieces,
            name: name.to_owned(),
            text: piece(traits, picture, name, self.pieces),
        }
    }
}

/// The space that a pile of this size takes up, with the line below it.
fn pile_cell((w, h): (f64, f64), title: &str) -> (f64, f64) {
    (
        w.max(title.chars().count() as f64 * 9.0 + 60.0),
        h + LINE * 2.0,
    )
}

/// A piece as the module file stores it.
struct Definition {
    number: usize,
    name: String,
    text: String,
}

fn slot(class: &str, definition: &Definition, (w, h): (f64, f64)) -> String {
    let [number, width, height] = [definition.number.to_string(), w.to_string(), h.to_string()];
    let attributes = [
        ("entryName", definition.name.as_str()),
        ("gpid", &number),
        ("height", &height),
        ("width", &width),
    ];
    element(class, &attributes, &escape(&definition.text))
}

/// A stack of pieces at its place at the start of the game.
fn stack(called: &str, middle: (f64, f64), slot: &str) -> String {
    let [x, y] = [middle.0, middle.1].map(|dots| dots.round().to_string());
    let attributes = [
        ("name", called),
        ("owningBoard", BOARD),
        ("useGridLocation", "false"),
        ("x", &x),
        ("y", &y),
    ];
    element("VASSAL.build.module.map.SetupStack", &attributes, slot)
}

/// The faces of a die: the words and the picture of each.
fn sides(set: &Set<'_>, die: &Die<'_, '_>) -> Vec<(String, String)> {
    let side = |(at, side): (usize, &Option<&Piece<'_>>)| match side {
        Some(piece) => (
            name(piece.row.faces().nth(at).unwrap_or_default()),
            picture(&piece.front.stem),
        ),
        None => ("blank".to_owned(), blank(set)),
    };
    die.sides.iter().enumerate().map(side).collect()
}

/// A button that rolls all dice of a deck and shows their faces.
fn roll(set: &Set<'_>) -> String {
    let dice = dice(set);
    let die = |die: &Die<'_, '_>| special_die(&name(die.name()), &sides(set, die));
    let inside: String = dice.iter().map(die).collect();
    let title = if dice.len() == 1 {
        name(dice[0].name())
    } else {
        "all dice".to_owned()
    };
    roller(&format!("Roll {title}"), dice.len(), &inside)
}

/// The same for dice without pictures.
fn plain_roll(count: u8, faces: &[String]) -> String {
    let sides: Vec<(String, String)> = faces
        .iter()
        .map(|face| (name(face), String::new()))
        .collect();
    let inside = special_die("Die", &sides).repeat(usize::from(count));
    let title = if count == 1 {
        "Roll the die".to_owned()
    } else {
        format!("Roll {count} dice")
    };
    roller(&title, usize::from(count), &inside)
}

fn special_die(called: &str, sides: &[(String, String)]) -> String {
    let face = |(text, picture): &(String, String)| {
        let value = text.parse::<i32>().unwrap_or(0).to_string();
        let attributes = [
            ("icon", picture.as_str()),
            ("text", text),
            ("value", &value),
        ];
        element("VASSAL.build.module.SpecialDieFace", &attributes, "")
    };
    let faces: String = sides.iter().map(face).collect();
    element(
        "VASSAL.build.module.SpecialDie",
        &[("format", "$name$: $result$"), ("name", called)],
        &faces,
    )
}

fn roller(title: &str, count: usize, inside: &str) -> String {
    let results: Vec<String> = (1..=count).map(|die| format!("$result{die}$")).collect();
    let format = format!("$playerName$ rolls {}", results.join(", "));
    let pictures = if inside.contains("icon=\"\"") {
        "false"
    } else {
        "true"
    };
    let attributes = [
        ("name", title),
        ("text", title),
        ("tooltip", title),
        ("resultChatter", "true"),
        ("format", &format),
        ("resultWindow", pictures),
        ("windowTitleResultFormat", "$name$"),
        ("resultButton", "false"),
        ("backgroundColor", GROUND),
    ];
    element("VASSAL.build.module.SpecialDiceButton", &attributes, inside)
}

/// The hand of one side, which no other side sees.
fn hand(side: &str) -> String {
    let title = names::hand(side);
    let attributes = [
        ("side", sequence(',', &[side])),
        ("visible", "false".into()),
        ("mapName", title.clone()),
        ("launch", "true".into()),
        ("buttonName", title.clone()),
        ("tooltip", title),
        ("backgroundcolor", GROUND.into()),
        ("color", "255,220,120".into()),
        ("thickness", "3".into()),
        ("edgeHeight", "0".into()),
        ("edgeWidth", "0".into()),
        ("markMoved", "Never".into()),
        ("moveToFormat", "$pieceName$ moves to $mapName$".into()),
        ("changeFormat", "$message$".into()),
    ];
    let attributes: Vec<(&str, &str)> = attributes
        .iter()
        .map(|(key, value)| (*key, value.as_str()))
        .collect();
    element(
        "VASSAL.build.module.PlayerHand",
        &attributes,
        &(picker((900.0, 300.0), false, &[]) + MAP_COMPONENTS),
    )
}

/// The only board of a map, a picture or plain. A point belongs to the first zone that contains it.
fn picker((w, h): Dots, mat: bool, zones: &[Zone]) -> String {
    let [width, height] = [w, h].map(|dots| dots.round().to_string());
    let looks = if mat {
        vec![("image", MAT)]
    } else {
        vec![
            ("color", GROUND),
            ("height", height.as_str()),
            ("width", width.as_str()),
        ]
    };
    let attributes = [looks, vec![("name", BOARD), ("reversible", "false")]].concat();
    let inside = if zones.is_empty() {
        String::new()
    } else {
        zoned(zones)
    };
    let board = element(
        "VASSAL.build.module.map.boardPicker.Board",
        &attributes,
        &inside,
    );
    element(
        "VASSAL.build.module.map.BoardPicker",
        &[("title", "Choose Boards")],
        &board,
    )
}

/// The components that every map needs to move, stack and inspect pieces.
const MAP_COMPONENTS: &str = r#"<VASSAL.build.module.map.StackMetrics bottom="40,0" down="37,0" disabled="false" exSepX="14" exSepY="18" top="38,0" unexSepX="6" unexSepY="6" up="39,0"/>
<VASSAL.build.module.map.ForwardToKeyBuffer/>
<VASSAL.build.module.map.Scroller useArrows="Never"/>
<VASSAL.build.module.map.ForwardToChatter/>
<VASSAL.build.module.map.MenuDisplayer/>
<VASSAL.build.module.map.MapCenterer/>
<VASSAL.build.module.map.StackExpander/>
<VASSAL.build.module.map.PieceMover/>
<VASSAL.build.module.map.KeyBufferer/>
<VASSAL.build.module.map.SelectionHighlighters/>
<VASSAL.build.module.map.HighlightLastMoved color="255,220,120" enabled="true" thickness="2"/>
<VASSAL.build.module.map.CounterDetailViewer delay="700" display="from top-most layer only" showDeck="true" showDeckDepth="1" showDeckMasked="true" showgraph="true" showtext="true" summaryReportFormat="" version="4" zoomlevel="1.0"/>
<VASSAL.build.module.map.Zoomer zoomLevels="0.25,0.35,0.5,0.7,1.0,1.4,2.0" zoomStart="4"/>
"#;

/// The map with all that is on it, in a margin of this many dots above and below.
fn map_element(edge: f64, inside: &str) -> String {
    let edge = edge.round().to_string();
    let attributes = [
        ("allowMultiple", "false"),
        ("backgroundcolor", GROUND),
        ("color", "255,220,120"),
        ("thickness", "3"),
        ("edgeHeight", &edge),
        ("edgeWidth", "0"),
        ("launch", "false"),
        ("mapName", BOARD),
        ("markMoved", "Never"),
        ("moveWithinFormat", "$pieceName$ moves to $location$"),
        ("moveToFormat", "$pieceName$ moves to $location$"),
        ("changeFormat", "$message$"),
    ];
    element("VASSAL.build.module.Map", &attributes, inside)
}
