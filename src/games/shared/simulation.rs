//! What a simulation needs of a game, written as the tables that they are. Both macros stand within `impl Bots`.

/// Lists the bots by name, the best first.
///
/// ```text
/// bots! { "sensible" => SensibleBot::default(), "random" => RandomBot }
/// ```
macro_rules! bots {
    ($($name:literal => $bot:expr),* $(,)?) => {
        const NAMES: &'static [&'static str] = &[$($name),*];

        fn bot(&self, name: &str) -> Option<Box<dyn $crate::referee::Bot<Self>>> {
            match name {
                $($name => Some(Box::new($bot)),)*
                _ => None,
            }
        }
    };
}
pub(in crate::games) use bots;

/// Lists what is counted, each in a few words, with the events that count as one of it, or as so many. "turns" comes first. The kinds
/// of events are counted as well.
///
/// ```text
/// counts! { with (self, p);
///     "turns": Event::TurnBegan { .. },
///     "gold brought out": Event::Scored { gold, .. } => gold.into(),
/// }
/// ```
macro_rules! counts {
    (
        with ($game:ident, $p:ident);
        $($name:literal : $event:pat $(=> $count:expr)?),* $(,)?
    ) => {
        const COUNTS: &'static [&'static str] = &[$($name),*];

        #[allow(unused_variables, reason = "few counts depend on the position")]
        fn count(&$game, $p: &Self::Position, event: &Self::Event, each: &mut dyn FnMut(&'static str, u32)) {
            $(if let $event = *event {
                each($name, $crate::games::shared::simulation::how_many!($($count)?));
            })*
        }

        fn labels(&self) -> Vec<&'static str> {
            use $crate::games::shared::event::Declares;
            Self::Event::DECLARED.kinds.iter().map(|kind| kind.name).collect()
        }

        fn label(&self, position: &Self::Position, event: &Self::Event) -> Option<(&'static str, $crate::referee::RuleId)> {
            use $crate::games::shared::event::Events;
            Some(event.label(self, position))
        }
    };
}
pub(in crate::games) use counts;

/// Once, if nothing else is said.
macro_rules! how_many {
    () => {
        1
    };
    ($count:expr) => {
        $count
    };
}
pub(in crate::games) use how_many;
