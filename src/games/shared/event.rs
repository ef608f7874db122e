//! Events, each declared once: what the rules report, the rule's number and the particulars. Their sentences belong to a
//! kit, see [`Lexicon`](super::lexicon::Lexicon).

use serde_json::{Map, Value as Json};

use super::fact::Fact;
use crate::referee::{Game, RuleId};

/// A particular of an event, for programs and for sentences.
pub trait Particular<G: Game + ?Sized> {
    /// Describes it; `p` is the position after the move that caused the event.
    fn tell(&self, game: &G, p: &G::Position) -> Told;

    /// One specimen of every form it can take.
    fn specimens(game: &G) -> Vec<Self>
    where
        Self: Sized;

    /// The facts of all specimens, for testing sentences before a game starts.
    fn shapes(game: &G, p: &G::Position) -> Vec<Fact>
    where
        Self: Sized,
    {
        Self::specimens(game)
            .iter()
            .map(|specimen| specimen.tell(game, p).fact)
            .collect()
    }
}

/// A particular as data and as a fact.
pub struct Told {
    /// For programs; `None` leaves it out, because the reader may not know it.
    pub data: Option<Json>,
    /// For sentences.
    pub fact: Fact,
}

impl Told {
    pub fn new(data: impl Into<Json>, fact: impl Into<Fact>) -> Told {
        Told {
            data: Some(data.into()),
            fact: fact.into(),
        }
    }

    /// A particular for sentences alone.
    pub fn aside(fact: Fact) -> Told {
        Told { data: None, fact }
    }

    /// A particular that nobody may know.
    pub fn hidden() -> Told {
        Told::aside(Fact::None)
    }
}

/// The declaration of a particular.
pub struct Slot<G: Game + ?Sized> {
    pub name: &'static str,
    /// Whether sentences must mention it; programs receive it in any case.
    pub told: bool,
    pub shapes: fn(&G, &G::Position) -> Vec<Fact>,
}

/// The declaration of a sentence: of a kind of event, a question, an answer.
pub struct Kind<G: Game + ?Sized + 'static> {
    pub name: &'static str,
    pub slots: &'static [Slot<G>],
}

/// The contents of an event, before it is put into words.
pub struct Report {
    pub kind: &'static str,
    pub rule: RuleId,
    /// For programs: an object.
    pub data: Json,
    /// For sentences, by name.
    pub facts: Vec<(&'static str, Fact)>,
}

/// A particular of one event, with its name.
pub type Named<'a, G> = (&'static str, &'a dyn Particular<G>);

impl Report {
    /// Builds a report; the particulars in `aside` are for the sentence alone.
    pub fn new<G: Game>(
        (kind, rule): (&'static str, RuleId),
        (game, p): (&G, &G::Position),
        told: &[Named<'_, G>],
        aside: &[Named<'_, G>],
    ) -> Report {
        let mut report = Report {
            kind,
            rule,
            data: Json::Null,
            facts: Vec::with_capacity(told.len() + aside.len()),
        };
        let mut data = Map::new();
        for (name, particular) in told {
            let told = particular.tell(game, p);
            data.extend(told.data.map(|data| ((*name).to_owned(), data)));
            report.facts.push((name, told.fact));
        }
        report.facts.extend(
            aside
                .iter()
                .map(|(name, particular)| (*name, particular.tell(game, p).fact)),
        );
        report.data = Json::Object(data);
        report
    }
}

/// The sentences of one section of `words.toml`.
pub struct Declared<G: Game + ?Sized + 'static> {
    /// "events", "questions".
    pub section: &'static str,
    pub kinds: &'static [Kind<G>],
}

/// What `events!` and `phrases!` declare.
pub trait Declares<G: Game + 'static> {
    const DECLARED: Declared<G>;
}

/// The events declared by `events!`.
pub trait Events<G: Game + 'static>: Declares<G> {
    /// The contents of this event; `p` is the position after the move that caused it.
    fn report(self, game: &G, p: &G::Position) -> Report;

    /// The seat of its `player`, if that is one of its particulars.
    fn player(self, game: &G, p: &G::Position) -> Option<u8>;

    /// Its kind and its rule alone, which costs next to nothing.
    fn label(self, game: &G, p: &G::Position) -> (&'static str, RuleId);
}

/// Declares the events of a game: for each its fields, its kind and rule, the particulars for programs and sentences, and
/// after `+` those for the sentence alone.
///
/// ```text
/// events! { pub enum Event of Dungeon, in "events", with (game, p);
///     /// From the floor.
///     Took { seat: u8, kind: Kind } = "treasure_taken", "R28" => { player: Player(seat), token: Token(kind) };
/// }
/// ```
macro_rules! events {
    (
        $(#[$about:meta])* pub enum $Event:ident of $Game:ty, in $section:literal, with ($game:ident, $p:ident);
        $(
            $(#[$doc:meta])*
            $Variant:ident $({ $($field:ident : $Type:ty),* $(,)? })? = $kind:literal, $rule:expr =>
            { $($name:ident : $Noun:ident ( $($value:expr),* )),* $(,)? }
            $(+ { $($aside:ident : $Aside:ident ( $($extra:expr),* )),* $(,)? })? ;
        )*
    ) => {
        $(#[$about])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum $Event {
            $($(#[$doc])* $Variant $({ $($field: $Type),* })?,)*
        }

        impl $crate::games::shared::event::Declares<$Game> for $Event {
            const DECLARED: $crate::games::shared::event::Declared<$Game> = {
                use $crate::games::shared::event::{Declared, Kind as Sentence, Particular, Slot};
                let kinds = &[$(Sentence {
                    name: $kind,
                    slots: &[
                        $(Slot {
                            name: stringify!($name), told: true, shapes: <$Noun as Particular<$Game>>::shapes,
                        },)*
                        $($(Slot {
                            name: stringify!($aside), told: false, shapes: <$Aside as Particular<$Game>>::shapes,
                        },)*)?
                    ],
                },)*];
                Declared { section: $section, kinds }
            };
        }

        impl $crate::games::shared::event::Events<$Game> for $Event {
            #[allow(unused_variables, reason = "an event may know more than it tells")]
            #[allow(clippy::useless_conversion, reason = "numbers of every width become one")]
            fn report(
                self,
                $game: &$Game,
                $p: &<$Game as $crate::referee::Game>::Position,
            ) -> $crate::games::shared::event::Report {
                use $crate::games::shared::event::Report;
                match self {
                    $($Event::$Variant $({ $($field),* })? => Report::new(
                        ($kind, $rule),
                        ($game, $p),
                        &[$((stringify!($name), &$Noun($($value.into()),*))),*],
                        &[$($((stringify!($aside), &$Aside($($extra.into()),*))),*)?],
                    ),)*
                }
            }

            #[allow(unused_variables, reason = "only players are wanted")]
            fn player(self, $game: &$Game, $p: &<$Game as $crate::referee::Game>::Position) -> Option<u8> {
                match self {
                    $($Event::$Variant $({ $($field),* })? => {
                        $crate::games::shared::event::player!($($name $Noun($($value),*);)*)
                    })*
                }
            }

            #[allow(unused_variables, reason = "few rules depend on what happened")]
            fn label(
                self,
                $game: &$Game,
                $p: &<$Game as $crate::referee::Game>::Position,
            ) -> (&'static str, $crate::referee::RuleId) {
                match self {
                    $($Event::$Variant $({ $($field),* })? => ($kind, $rule),)*
                }
            }
        }
    };
}
pub(in crate::games) use events;

/// The seat among the particulars of an event.
macro_rules! player {
    () => { None };
    (player Player($seat:expr); $($others:tt)*) => { Some($seat) };
    ($name:ident $Noun:ident($($value:expr),*); $($others:tt)*) => {
        $crate::games::shared::event::player!($($others)*)
    };
}
pub(in crate::games) use player;
