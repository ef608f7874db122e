//! Particulars that events of several games use; those of a single game are in its folder.

use super::event::{Particular, Told};
use super::fact::Fact;
use super::narrator::{Narrator, Seats};
use crate::games::side;
use crate::referee::odds::{Likelihood, Needed};
use crate::referee::{Game, Setup};

/// Declares particulars of one game: what each tells of its fields, which it sees by reference, and specimens of every form, or where
/// they depend on the position the `shapes` of its facts.
///
/// ```text
/// nouns! { of Caverns, with (game, p);
///     /// A space on the map, by name: "c4".
///     Space(at: map::Space) = Told::new(game.map.name(*at), game.map.name(*at)), like [Space(game.map.centre)];
/// }
/// ```
macro_rules! nouns {
    (
        of $Game:ty, with ($game:ident, $p:ident);
        $(
            $(#[$doc:meta])*
            $Name:ident ( $($field:ident : $Type:ty),* $(,)? ) = $told:expr, like $specimens:expr $(, shapes $shapes:expr)? ;
        )*
    ) => {$(
        $(#[$doc])*
        pub struct $Name($(pub $Type),*);

        #[allow(unused_variables, reason = "few particulars depend on the position")]
        impl $crate::games::shared::event::Particular<$Game> for $Name {
            fn tell(
                &self,
                $game: &$Game,
                $p: &<$Game as $crate::referee::Game>::Position,
            ) -> $crate::games::shared::event::Told {
                let $Name($($field),*) = self;
                $told
            }

            fn specimens($game: &$Game) -> Vec<$Name> {
                $specimens.into_iter().collect()
            }

            $(fn shapes($game: &$Game, $p: &<$Game as $crate::referee::Game>::Position) -> Vec<Fact> {
                $shapes
            })?
        }
    )*};
}
pub(in crate::games) use nouns;

/// A player by seat, with the facts `name`, `alone` and `nameless`.
pub struct Player(pub u8);

impl<G: Game + Narrator> Particular<G> for Player {
    fn tell(&self, game: &G, _: &G::Position) -> Told {
        let name = game.name(self.0);
        Told::new(
            name,
            player(name, game.is_alone(), Setup::is_nameless(game.players())),
        )
    }

    fn specimens(_: &G) -> Vec<Player> {
        vec![Player(0)]
    }

    fn shapes(_: &G, _: &G::Position) -> Vec<Fact> {
        vec![
            player("Ann", true, false),
            player("Ben", false, false),
            player("Player", true, true),
        ]
    }
}

fn player(name: &str, alone: bool, nameless: bool) -> Fact {
    Fact::noun(
        "player",
        [
            ("name", name.into()),
            ("alone", alone.into()),
            ("nameless", nameless.into()),
        ],
    )
}

/// A set of players, one bit each; a list of names in sentences.
pub struct Players(pub u8);

impl<G: Game + Narrator> Particular<G> for Players {
    fn tell(&self, game: &G, _: &G::Position) -> Told {
        let names = game.names(Seats(self.0));
        Told::new(
            names.clone(),
            names.into_iter().map(Fact::from).collect::<Vec<Fact>>(),
        )
    }

    fn specimens(_: &G) -> Vec<Players> {
        vec![Players(0b11)]
    }
}

/// Something that may be absent.
impl<G: Game, N: Particular<G>> Particular<G> for Option<N> {
    fn tell(&self, game: &G, p: &G::Position) -> Told {
        self.as_ref()
            .map_or_else(Told::hidden, |noun| noun.tell(game, p))
    }

    fn specimens(game: &G) -> Vec<Option<N>> {
        N::specimens(game)
            .into_iter()
            .map(Some)
            .chain([None])
            .collect()
    }
}

/// A list.
impl<G: Game, N: Particular<G>> Particular<G> for Vec<N> {
    fn tell(&self, game: &G, p: &G::Position) -> Told {
        let (mut data, mut facts) = (Vec::new(), Vec::new());
        for told in self.iter().map(|noun| noun.tell(game, p)) {
            data.extend(told.data);
            facts.push(told.fact);
        }
        Told::new(data, facts)
    }

    fn specimens(game: &G) -> Vec<Vec<N>> {
        vec![
            N::specimens(game),
            N::specimens(game).into_iter().take(1).collect(),
            Vec::new(),
        ]
    }
}

/// Text as it is printed or typed: a name, a word of a kit.
pub struct Text(pub String);

impl<G: Game> Particular<G> for Text {
    fn tell(&self, _: &G, _: &G::Position) -> Told {
        Told::new(self.0.as_str(), self.0.as_str())
    }

    fn specimens(_: &G) -> Vec<Text> {
        vec![Text("text".to_owned())]
    }
}

/// A number.
pub struct Number(pub i64);

impl Number {
    pub fn of(number: impl Into<i64>) -> Number {
        Number(number.into())
    }
}

impl<G: Game> Particular<G> for Number {
    fn tell(&self, _: &G, _: &G::Position) -> Told {
        Told::new(self.0, self.0)
    }

    fn specimens(_: &G) -> Vec<Number> {
        [-1, 0, 1, 2, 6].map(Number).into()
    }
}

/// What a die must show: the `good` faces, whether `any` face will do, and the `least` good one if every higher one is good too.
/// Nothing if no die follows.
pub struct Rolls(pub Option<Needed>);

impl<G: Game> Particular<G> for Rolls {
    fn tell(&self, _: &G, _: &G::Position) -> Told {
        let Some(Needed { good, faces }) = &self.0 else {
            return Told::new("", "");
        };
        let least = good
            .first()
            .filter(|_| good.len() > 1 && faces.ends_with(good))
            .map_or(Fact::None, |least| (*least).into());
        let list = good
            .iter()
            .map(|face| (*face).into())
            .collect::<Vec<Fact>>();
        let noun = Fact::noun(
            "rolls",
            [
                ("good", list.into()),
                ("any", (good == faces).into()),
                ("least", least),
            ],
        );
        Told::new(good.clone(), noun)
    }

    fn specimens(_: &G) -> Vec<Rolls> {
        let good: [&[u8]; 5] = [&[], &[1, 2, 3, 4, 5, 6], &[6], &[3, 4, 5, 6], &[2, 4]];
        good.map(|good| {
            Rolls(Some(Needed {
                good: good.to_vec(),
                faces: (1..=6).collect(),
            }))
        })
        .into()
    }
}

/// How likely something is: `cases` in `of`, as counted on two dice where that is exact.
pub struct Chance(pub Option<Likelihood>);

impl<G: Game> Particular<G> for Chance {
    fn tell(&self, _: &G, _: &G::Position) -> Told {
        let Some(Likelihood::Exact { cases, of }) = self.0 else {
            return Told::hidden();
        };
        let (cases, of) = if 36 % of == 0 {
            (cases * 36 / of, 36)
        } else {
            (cases, of)
        };
        let number = |number: u128| Fact::Number(i64::try_from(number).unwrap_or(i64::MAX));
        Told::new(
            format!("{cases}/{of}"),
            Fact::noun("chance", [("cases", number(cases)), ("of", number(of))]),
        )
    }

    fn specimens(_: &G) -> Vec<Chance> {
        vec![Chance(Some(Likelihood::exact(5, 12))), Chance(None)]
    }
}

/// Two numbers; a list in sentences.
pub struct Pair(pub i64, pub i64);

impl<G: Game> Particular<G> for Pair {
    fn tell(&self, _: &G, _: &G::Position) -> Told {
        Told::new(
            vec![self.0, self.1],
            vec![Fact::Number(self.0), Fact::Number(self.1)],
        )
    }

    fn specimens(_: &G) -> Vec<Pair> {
        vec![Pair(3, 5)]
    }
}

/// A yes or no.
pub struct Flag(pub bool);

impl<G: Game> Particular<G> for Flag {
    fn tell(&self, _: &G, _: &G::Position) -> Told {
        Told::new(self.0, self.0)
    }

    fn specimens(_: &G) -> Vec<Flag> {
        vec![Flag(true), Flag(false)]
    }
}

/// A side of the table.
pub struct Side(pub side::Side);

impl<G: Game> Particular<G> for Side {
    fn tell(&self, _: &G, _: &G::Position) -> Told {
        Told::new(self.0.name(), Fact::Word(self.0.name()))
    }

    fn specimens(_: &G) -> Vec<Side> {
        side::Side::ALL.map(Side).into()
    }
}

/// A side of the table as its letter: "n".
pub struct Letter(pub side::Side);

impl<G: Game> Particular<G> for Letter {
    fn tell(&self, _: &G, _: &G::Position) -> Told {
        Told::new(self.0.letter(), Fact::Word(self.0.letter()))
    }

    fn specimens(_: &G) -> Vec<Letter> {
        side::Side::ALL.map(Letter).into()
    }
}

/// Sides of the table; a list in sentences.
pub struct Sides(pub side::Sides);

impl<G: Game> Particular<G> for Sides {
    fn tell(&self, _: &G, _: &G::Position) -> Told {
        let names = || self.0.iter().map(side::Side::name);
        Told::new(
            names().collect::<Vec<_>>(),
            names().map(Fact::Word).collect::<Vec<_>>(),
        )
    }

    fn specimens(_: &G) -> Vec<Sides> {
        [0, 1, 15].map(|sides| Sides(side::Sides(sides))).into()
    }
}
