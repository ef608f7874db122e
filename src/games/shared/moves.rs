//! Moves, each declared once: with its parts, and with the form of its name in journals, in the protocol and at the prompt.
//!
//! A part of a move has a [`Notation`]: how it is written and read. `"put:{tile}:{cell}"` is a form with two parts.

/// How a part of a move's name is written and read in a game.
pub trait Notation<G: ?Sized> {
    type Part: Copy + PartialEq;

    /// Its word; `None` if the part is left out.
    fn write(part: Self::Part, game: &G) -> Option<String>;

    /// The part for a word in lowercase, or for none.
    fn read(word: Option<&str>, game: &G) -> Option<Self::Part>;

    /// Everything that can be written, or as many examples as matter.
    #[cfg(test)]
    fn all(game: &G) -> Vec<Self::Part>;
}

/// The moves declared by `moves!`.
pub trait Moves<G: ?Sized>: Sized {
    /// The name of this move.
    fn id(self, game: &G) -> String;

    /// The move with this name, in any case of letters.
    fn parse(id: &str, game: &G) -> Option<Self>;

    /// Every combination of the parts listed by their notations.
    #[cfg(test)]
    fn all(game: &G) -> Vec<Self>;
}

/// Declares the moves of a game: for each its parts, with their notations where the type is not its own, and the form of its name.
/// Where there are several forms, a move is written in the first that has exactly the parts that are not left out, and read in all.
///
/// ```text
/// moves! { pub enum Move of Dungeon;
///     /// Step 4: leaves through this exit (R38).
///     Go(side: Side) = "go:{side}";
///     /// Fights a monster, which the players in the mask have fought before (R66).
///     Fight(monster: Monster, fought: u8 as Seats) = "fight:{monster}" | "fight:{monster}:after{fought}";
/// }
/// ```
macro_rules! moves {
    (
        $(#[$about:meta])* pub enum $Move:ident of $Game:ty;
        $(
            $(#[$doc:meta])*
            $Variant:ident $(( $($part:ident : $Type:ty $(as $Notation:ident)?),* $(,)? ))? = $($form:literal)|+ ;
        )*
    ) => {
        $(#[$about])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum $Move {
            $($(#[$doc])* $Variant $(( $($Type),* ))?,)*
        }

        impl $crate::games::shared::moves::Moves<$Game> for $Move {
            fn id(self, game: &$Game) -> String {
                use $crate::games::shared::moves::{Notation, notation, write};
                match self {
                    $($Move::$Variant $(( $($part),* ))? => write(&[$($form),+], &[$($((
                        stringify!($part), <notation!($Type $(as $Notation)?) as Notation<$Game>>::write($part, game),
                    )),*)?]),)*
                }
            }

            #[allow(unused_variables, reason = "some moves have no parts")]
            fn parse(id: &str, game: &$Game) -> Option<$Move> {
                use $crate::games::shared::moves::{Notation, Words, notation, read};
                let id = id.trim().to_ascii_lowercase();
                $(for form in [$($form),+] {
                    let of = |words: Words<'_>| Some($Move::$Variant $(( $(
                        <notation!($Type $(as $Notation)?) as Notation<$Game>>::read(words.of(stringify!($part)), game)?
                    ),* ))?);
                    if let Some(found) = read(form, &id).and_then(of) {
                        return Some(found);
                    }
                })*
                None
            }

            #[cfg(test)]
            fn all(game: &$Game) -> Vec<$Move> {
                use $crate::games::shared::moves::{Notation, all, notation};
                let mut moves = Vec::new();
                $({
                    let parts: &[(&str, Vec<Option<String>>)] = &[$($((stringify!($part), {
                        let parts = <notation!($Type $(as $Notation)?) as Notation<$Game>>::all(game);
                        let written = |part| <notation!($Type $(as $Notation)?) as Notation<$Game>>::write(part, game);
                        parts.into_iter().map(written).collect()
                    })),*)?];
                    for id in all(&[$($form),+], parts) {
                        let found = $Move::parse(&id, game).filter(|found| matches!(found, $Move::$Variant { .. }));
                        moves.push(found.unwrap_or_else(|| panic!("`{id}` is not read as {}", stringify!($Variant))));
                    }
                })*
                moves
            }
        }
    };
}
pub(in crate::games) use moves;

/// Declares notations: of a type itself, or `as` one of several for it. Each part is written as shown, and read from a word. `or`
/// gives the part that is meant where a form leaves it out.
///
/// ```text
/// notations! { of Dungeon, with game;
///     /// "F07"
///     card: u8 as Card = game.card_code(card), word => game.parse_card(word), like 0..game.data.cards.len() as u8;
///     face: Face = face.short(), word => Face::parse(word), like Face::ALL;
/// }
/// ```
macro_rules! notations {
    (
        of $Game:ty, with $game:ident;
        $(
            $(#[$doc:meta])*
            $part:ident : $Type:ty $(as $Notation:ident)? =
            $written:expr, $word:ident => $read:expr, like $all:expr $(, or $absent:expr)? ;
        )*
    ) => {$(
        $crate::games::shared::moves::named!($(#[$doc])* $($Notation)?);

        #[allow(unused_variables, reason = "few notations depend on the game")]
        impl $crate::games::shared::moves::Notation<$Game> for $crate::games::shared::moves::notation!($Type $(as $Notation)?) {
            type Part = $Type;

            fn write($part: $Type, $game: &$Game) -> Option<String> {
                $(if $part == $absent {
                    return None;
                })?
                Some($written.to_string())
            }

            fn read(word: Option<&str>, $game: &$Game) -> Option<$Type> {
                match word {
                    Some($word) => $read,
                    None => $crate::games::shared::moves::absent!($($absent)?),
                }
            }

            #[cfg(test)]
            fn all($game: &$Game) -> Vec<$Type> {
                $all.into_iter().collect()
            }
        }
    )*};
}
pub(in crate::games) use notations;

/// The notation of a part: a named one, or the type itself.
macro_rules! notation {
    ($Type:ty) => {
        $Type
    };
    ($Type:ty as $Notation:ident) => {
        $Notation
    };
}
pub(in crate::games) use notation;

/// A type for a notation with a name of its own.
macro_rules! named {
    ($(#[$doc:meta])*) => {};
    ($(#[$doc:meta])* $Notation:ident) => {
        $(#[$doc])*
        pub struct $Notation;
    };
}
pub(in crate::games) use named;

/// What a form that leaves out a part means.
macro_rules! absent {
    () => {
        None
    };
    ($absent:expr) => {
        Some($absent)
    };
}
pub(in crate::games) use absent;

/// Writes a name in the first form that has exactly these parts.
pub fn write(forms: &[&str], parts: &[(&str, Option<String>)]) -> String {
    let slots = |form: &str| form.matches('{').count();
    let written = parts.iter().filter(|(_, word)| word.is_some()).count();
    let form = forms
        .iter()
        .find(|form| slots(form) == written)
        .or(forms.first())
        .copied()
        .unwrap_or_default();
    let mut name = String::new();
    for piece in form.split('{') {
        let (slot, literal) = piece.split_once('}').unwrap_or(("", piece));
        let word = parts
            .iter()
            .find(|(part, _)| *part == slot)
            .and_then(|(_, word)| word.as_deref());
        name.push_str(word.unwrap_or_default());
        name.push_str(literal);
    }
    name
}

/// The words of a name, each with its part.
pub struct Words<'a>(Vec<(&'a str, &'a str)>);

impl<'a> Words<'a> {
    /// The word of this part; `None` if it is left out.
    pub fn of(&self, part: &str) -> Option<&'a str> {
        self.0
            .iter()
            .find(|(own, _)| *own == part)
            .map(|(_, word)| *word)
    }
}

/// Takes a name apart; `None` if it has another form.
pub fn read<'a>(form: &'a str, name: &'a str) -> Option<Words<'a>> {
    let mut pieces = form.split('{');
    let mut rest = name.strip_prefix(pieces.next()?)?;
    let mut words = Vec::new();
    for piece in pieces {
        let (part, literal) = piece.split_once('}')?;
        let end = if literal.is_empty() {
            rest.len()
        } else {
            rest.find(literal)?
        };
        words.push((part, &rest[..end]));
        rest = &rest[end + literal.len()..];
    }
    rest.is_empty().then_some(Words(words))
}

/// The names with every combination of these words.
#[cfg(test)]
pub fn all(forms: &[&str], parts: &[(&str, Vec<Option<String>>)]) -> Vec<String> {
    let mut chosen: Vec<Vec<(&str, Option<String>)>> = vec![Vec::new()];
    for (part, words) in parts {
        let with = |choice: &Vec<(_, _)>| {
            words
                .iter()
                .map(|word| [&choice[..], &[(*part, word.clone())]].concat())
                .collect()
        };
        chosen = chosen.iter().flat_map::<Vec<_>, _>(with).collect();
    }
    chosen.iter().map(|parts| write(forms, parts)).collect()
}

/// Declares numbers as their own notation.
macro_rules! numbers {
    ($($number:ty)*) => {$(
        impl<G: ?Sized> Notation<G> for $number {
            type Part = $number;

            fn write(part: $number, _: &G) -> Option<String> {
                Some(part.to_string())
            }

            fn read(word: Option<&str>, _: &G) -> Option<$number> {
                word?.parse().ok()
            }

            #[cfg(test)]
            fn all(_: &G) -> Vec<$number> {
                (0..=7).collect()
            }
        }
    )*};
}
numbers! { u8 u16 }
