//! Phrases, declared once: questions, answers, the table in words. As with events, the sentences themselves belong to the kit;
//! see [`Lexicon`](super::lexicon::Lexicon).

use super::fact::Fact;
use crate::referee::Game;

/// A sentence not yet put into words.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Phrase {
    /// "questions".
    pub section: &'static str,
    pub kind: &'static str,
    /// By the names that sentences use.
    pub facts: Vec<(&'static str, Fact)>,
}

/// What can be said with a sentence of the kit.
pub trait Phrases<G: Game + 'static> {
    fn phrase(&self, game: &G, p: &G::Position) -> Phrase;
}

impl<G: Game + 'static> Phrases<G> for Phrase {
    fn phrase(&self, _: &G, _: &G::Position) -> Phrase {
        self.clone()
    }
}

/// Declares the sentences of one section of `words.toml`, each with its key and its particulars. There are two forms:
///
/// Sentences that are used in many places are the variants of an enum.
///
/// ```text
/// phrases! { pub enum Label of Dungeon, in "board";
///     Level { level: Number, experience: Number } = "level";
/// }
/// ```
///
/// Sentences that follow from one decision, such as the step of the game or a move, are declared as that decision: each with its
/// condition and its particulars. `Question::of(game, p)` chooses one. Particulars that are lists or options are given as a whole.
///
/// ```text
/// phrases! { pub struct Question of Dungeon, in "questions", with (game, p);
///     match p.step;
///     Step::Combat => "combat" { player: Player(p.acting), rolls: Rolls(game.winning(p)) };
///     Step::Tile if p.is_safe() => let from = p.room(); "tile" { room: Room(from), exits: Vec<Exit>(game.exits(p, from)) };
/// }
/// ```
macro_rules! phrases {
    (
        $(#[$about:meta])* pub struct $Name:ident of $Game:ty, in $section:literal,
        with ($game:ident, $p:ident $(, $more:ident : $More:ty)*);
        $(let $known:pat = $given:expr;)*
        match $decision:expr;
        $(
            $(#[$doc:meta])*
            $case:pat $(if $guard:expr)? => $(let $local:pat = $value:expr;)* $kind:literal
            $({ $($name:ident : $Noun:ident $(<$Of:ident>)? ( $($told:expr),* )),* $(,)? })? ;
        )*
    ) => {
        $(#[$about])*
        pub struct $Name;

        impl $crate::games::shared::event::Declares<$Game> for $Name {
            const DECLARED: $crate::games::shared::event::Declared<$Game> = {
                use $crate::games::shared::event;
                let kinds = &[$(event::Kind {
                    name: $kind,
                    slots: &[$($(event::Slot {
                        name: stringify!($name),
                        told: false,
                        shapes: <$Noun $(<$Of>)? as event::Particular<$Game>>::shapes,
                    }),*)?],
                },)*];
                event::Declared { section: $section, kinds }
            };
        }

        impl $Name {
            #[allow(clippy::useless_conversion, reason = "numbers of every width become one")]
            pub fn of(
                $game: &$Game,
                $p: &<$Game as $crate::referee::Game>::Position
                $(, $more: $More)*
            ) -> $crate::games::shared::phrase::Phrase {
                $(let $known = $given;)*
                let (kind, facts) = match $decision {
                    $($case $(if $guard)? => {
                        $(let $local = $value;)*
                        ($kind, vec![$($((
                            stringify!($name),
                            $crate::games::shared::event::Particular::<$Game>::tell(
                                &$crate::games::shared::phrase::particular!($Noun $(<$Of>)? ($($told),*)), $game, $p,
                            ).fact,
                        )),*)?])
                    })*
                };
                $crate::games::shared::phrase::Phrase { section: $section, kind, facts }
            }
        }
    };
    (
        $(#[$about:meta])* pub enum $Name:ident of $Game:ty, in $section:literal;
        $(
            $(#[$doc:meta])*
            $Variant:ident $({ $($name:ident : $Noun:ty),* $(,)? })? = $kind:literal;
        )*
    ) => {
        $(#[$about])*
        pub enum $Name {
            $($(#[$doc])* $Variant $({ $($name: $Noun),* })?,)*
        }

        impl $crate::games::shared::event::Declares<$Game> for $Name {
            const DECLARED: $crate::games::shared::event::Declared<$Game> = {
                use $crate::games::shared::event;
                let kinds = &[$(event::Kind {
                    name: $kind,
                    slots: &[$($(event::Slot {
                        name: stringify!($name), told: false, shapes: <$Noun as event::Particular<$Game>>::shapes,
                    }),*)?],
                },)*];
                event::Declared { section: $section, kinds }
            };
        }

        impl $crate::games::shared::phrase::Phrases<$Game> for $Name {
            #[allow(unused_variables, reason = "some sections have no particulars")]
            fn phrase(
                &self,
                game: &$Game,
                p: &<$Game as $crate::referee::Game>::Position,
            ) -> $crate::games::shared::phrase::Phrase {
                let (kind, facts) = match self {
                    $($Name::$Variant $({ $($name),* })? => ($kind, vec![$($((
                        stringify!($name),
                        $crate::games::shared::event::Particular::tell($name, game, p).fact,
                    )),*)?]),)*
                };
                $crate::games::shared::phrase::Phrase { section: $section, kind, facts }
            }
        }
    };
}
pub(in crate::games) use phrases;

/// A particular from its contents.
macro_rules! particular {
    ($Noun:ident ( $($told:expr),* )) => { $Noun($($told.into()),*) };
    ($Noun:ident <$Of:ident> ( $told:expr )) => {{
        let whole: $Noun<$Of> = $told;
        whole
    }};
}
pub(in crate::games) use particular;
