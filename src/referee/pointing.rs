//! The pieces and places on the table that an answer concerns. Pointing at one of them, on the page, on the map at the prompt or in
//! a picture, means that answer.

use super::Seat;
use super::scene::{Highlight, Piece, Region, Scene, Target, Thing, What, Zone};

/// What an answer concerns on the table. Even for several answers together, nothing here reveals what others hide.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Pointing {
    /// Pieces on the table, by their ids as in [`Scene::ids`].
    pub pieces: Vec<String>,
    /// Places on the table.
    pub places: Vec<Region>,
    /// The printed face that shows the answer, if there is one, and its clockwise quarter turns: a card to play, the side of a die,
    /// a tile as it will lie.
    pub face: Option<(What, u8)>,
    /// The side of that face, or of the piece, that the answer means.
    pub part: Option<FaceSide>,
    /// The name of its place on the map: "l9".
    pub name: Option<String>,
    /// What it has in common with other answers, where there are many: "beside Cid".
    pub group: Option<String>,
}

/// A side of a printed face, with its text upright.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FaceSide {
    Top,
    Right,
    Bottom,
    Left,
}

/// How a player is shown beside the others.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Figure {
    /// The piece that stands for the player.
    pub piece: Option<What>,
    /// What everybody knows about the player's standing, in a few words: "level 2, 5 gold".
    pub standing: String,
}

impl Pointing {
    /// What a move's name says: it concerns the pieces whose codes it contains.
    pub fn by_name(id: &str, scene: &Scene) -> Pointing {
        // "play:c7#2": the second of two that are alike.
        let plain = |word: &'_ str| word.split('#').next().unwrap_or_default().to_owned();
        let named: Vec<String> = id
            .split([':', ',', '+', '>', '@'])
            .skip(1)
            .map(plain)
            .collect();
        let is_named = |thing: &Thing| {
            thing
                .what
                .piece()
                .is_some_and(|piece| named.contains(&piece.code))
        };
        Pointing {
            pieces: scene.find(is_named),
            ..Pointing::default()
        }
    }

    /// A piece that lies on the table.
    pub fn piece(what: &What) -> Pointing {
        Pointing {
            pieces: what.piece().map(Piece::id).into_iter().collect(),
            ..Pointing::default()
        }
    }

    /// Pieces that lie on the table, by their ids.
    pub fn pieces(pieces: Vec<String>) -> Pointing {
        Pointing {
            pieces,
            ..Pointing::default()
        }
    }

    /// A printed face that says everything.
    pub fn face(what: What) -> Pointing {
        Pointing {
            face: Some((what, 0)),
            ..Pointing::default()
        }
    }

    /// The same with places in the shape of a deck's pieces.
    pub fn shaped(mut self, deck: &'static str) -> Pointing {
        self.places
            .iter_mut()
            .for_each(|place| place.deck = Some(deck));
        self
    }

    /// A place of the map.
    pub fn place(at: (f64, f64), size: (f64, f64), is_empty: bool) -> Pointing {
        Pointing {
            places: vec![Region {
                zone: Zone::Map,
                at,
                size,
                is_empty,
                deck: None,
            }],
            ..Pointing::default()
        }
    }
}

/// The most answers that are labelled with a digit each.
pub const DIGITS: usize = 9;

/// What is highlighted on a table, each piece and place once, labelled with the numbers of its answers, or with their one name
/// beyond the digits.
pub fn highlights(scene: &Scene, pointings: &[Pointing]) -> Vec<Highlight> {
    let ids = scene.ids();
    let mut highlighted: Vec<(Target, Vec<usize>)> = Vec::new();
    let mut add =
        |on: Target, answer: usize| match highlighted.iter_mut().find(|(known, _)| *known == on) {
            Some((_, answers)) => answers.push(answer),
            None => highlighted.push((on, vec![answer])),
        };
    for (answer, pointing) in pointings.iter().enumerate() {
        let things = pointing
            .pieces
            .iter()
            .filter_map(|piece| ids.iter().position(|id| id == piece));
        let places = pointing.places.iter().map(|place| Target::Region(*place));
        things
            .map(Target::Thing)
            .chain(places)
            .for_each(|on| add(on, answer));
    }
    let words = |answers: &[usize]| match answers {
        _ if pointings.len() > DIGITS => {
            let mut names: Vec<&str> = answers
                .iter()
                .filter_map(|answer| pointings[*answer].name.as_deref())
                .collect();
            names.dedup();
            if let [name] = names.as_slice() {
                (*name).to_owned()
            } else {
                String::new()
            }
        }
        [first, .., last] if answers.len() > 2 && last - first + 1 == answers.len() => {
            format!("{}–{}", first + 1, last + 1)
        }
        some => some
            .iter()
            .map(|answer| (answer + 1).to_string())
            .collect::<Vec<_>>()
            .join("/"),
    };
    highlighted
        .into_iter()
        .map(|(on, answers)| Highlight {
            words: words(&answers),
            on,
        })
        .collect()
}

impl Figure {
    /// The captions of a seat in a scene, without its name: what is written beside it.
    pub fn from_captions(scene: &Scene, seat: Seat, name: &str) -> Figure {
        let own = scene
            .things
            .iter()
            .filter(|thing| thing.zone == Zone::Seat(seat) && thing.is_caption);
        let words = own.filter_map(|thing| match &thing.what {
            What::Label { text, .. } if text != name => Some(text.as_str()),
            _ => None,
        });
        Figure {
            piece: None,
            standing: words.collect::<Vec<_>>().join(", "),
        }
    }
}
