//! Events declared once: what a rule did, under which number, with which particulars. Their sentences are a kit's own, see
//! [`Lexicon`](super::lexicon::Lexicon).

use serde_json::{Map, Value as Json};

use super::fact::Fact;
use crate::referee::{Game, RuleId};

/// A particular of an event: for programs and for sentences.
pub trait Particular<G: Game + ?Sized> {
    /// `p` is the position after the move that the event came from.
    fn tell(&self, game: &G, p: &G::Position) -> Told;

    /// One of every shape it may have.
    fn specimens(game: &G) -> Vec<Self>
    where
        Self: Sized;

    /// The facts of these, to try the sentences with before anybody plays.
    fn shapes(game: &G, p: &G::Position) -> Vec<Fact>
    where
        Self: Sized,
    {
        Self::specimens(game).iter().map(|specimen| specimen.tell(game, p).fact).collect()
    }
}

/// What a particular tells.
pub struct Told {
    /// For programs. `None` leaves it out: whoever reads may not know it.
    pub data: Option<Json>,
    /// For sentences.
    pub fact: Fact,
}

impl Told {
    pub fn new(data: impl Into<Json>, fact: impl Into<Fact>) -> Told {
        Told { data: Some(data.into()), fact: fact.into() }
    }

    /// To nobody.
    pub fn hidden() -> Told {
        Told { data: None, fact: Fact::None }
    }
}

/// A particular as it is declared.
pub struct Slot<G: Game + ?Sized> {
    pub name: &'static str,
    /// Whether a sentence must tell it: programs are told of it.
    pub told: bool,
    pub shapes: fn(&G, &G::Position) -> Vec<Fact>,
}

/// A kind of event as it is declared.
pub struct Kind<G: Game + ?Sized + 'static> {
    pub name: &'static str,
    pub slots: &'static [Slot<G>],
}

/// What an event tells, not yet in words.
pub struct Report {
    pub kind: &'static str,
    pub rule: RuleId,
    /// For programs, an object.
    pub data: Json,
    /// For sentences, by the names that these use.
    pub facts: Vec<(&'static str, Fact)>,
}

/// A particular of one event, by its name.
pub type Named<'a, G> = (&'static str, &'a dyn Particular<G>);

impl Report {
    /// Of these particulars; those `aside` are for the sentence alone.
    pub fn new<G: Game>(
        (kind, rule): (&'static str, RuleId),
        (game, p): (&G, &G::Position),
        told: &[Named<'_, G>],
        aside: &[Named<'_, G>],
    ) -> Report {
        let mut report = Report { kind, rule, data: Json::Null, facts: Vec::with_capacity(told.len() + aside.len()) };
        let mut data = Map::new();
        for (name, particular) in told {
            let told = particular.tell(game, p);
            data.extend(told.data.map(|data| ((*name).to_owned(), data)));
            report.facts.push((name, told.fact));
        }
        report.facts.extend(aside.iter().map(|(name, particular)| (*name, particular.tell(game, p).fact)));
        report.data = Json::Object(data);
        report
    }
}

/// Events that are declared by `events!`.
pub trait Events<G: Game + 'static> {
    /// All kinds.
    const KINDS: &'static [Kind<G>];

    /// What this one tells. `p` is the position after the move it came from.
    fn report(self, game: &G, p: &G::Position) -> Report;

    /// Its kind and its rule alone, which costs next to nothing.
    fn label(self, game: &G, p: &G::Position) -> (&'static str, RuleId);
}

/// Declares what can happen in a game: each event with what the rules hand over, its kind and its rule, the particulars that
/// programs and sentences are told, and after `+` those for the sentence alone.
///
/// ```text
/// events! { pub enum Event of Dungeon with (game, p);
///     /// From the floor.
///     Took { seat: u8, kind: Kind } = "treasure_taken", "R28" => { player: Player(seat), token: Token(kind) };
/// }
/// ```
macro_rules! events {
    (
        $(#[$about:meta])* pub enum $Event:ident of $Game:ty, with ($game:ident, $p:ident);
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

        impl $crate::games::shared::event::Events<$Game> for $Event {
            const KINDS: &'static [$crate::games::shared::event::Kind<$Game>] = {
                use $crate::games::shared::event::{Kind as Declared, Particular, Slot};
                &[$(Declared {
                    name: $kind,
                    slots: &[
                        $(Slot {
                            name: stringify!($name), told: true, shapes: <$Noun as Particular<$Game>>::shapes,
                        },)*
                        $($(Slot {
                            name: stringify!($aside), told: false, shapes: <$Aside as Particular<$Game>>::shapes,
                        },)*)?
                    ],
                },)*]
            };

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
