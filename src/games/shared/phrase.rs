//! Phrases, declared once: questions, answers, the table in words. As with events, the sentences themselves belong to the kit;
//! see [`Lexicon`](super::lexicon::Lexicon).

use super::event::Declares;
use super::fact::Fact;
use crate::referee::Game;

/// A sentence not yet put into words.
#[derive(PartialEq, Eq, Hash)]
pub struct Phrase {
    /// "questions".
    pub section: &'static str,
    pub kind: &'static str,
    /// By the names that sentences use.
    pub facts: Vec<(&'static str, Fact)>,
}

/// The phrases declared by `phrases!`.
pub trait Phrases<G: Game + 'static>: Declares<G> {
    fn phrase(&self, game: &G, p: &G::Position) -> Phrase;
}

/// Declares the sentences of one section of `words.toml`, each with its key and its particulars.
///
/// ```text
/// phrases! { pub enum Question of Dungeon, in "questions";
///     Combat { player: Player, rolls: Rolls } = "combat";
/// }
/// ```
macro_rules! phrases {
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
