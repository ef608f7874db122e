//! The part of the contract with the referee that every game keeps in the same way. Each macro is used inside an `impl`, whose
//! other methods differ from game to game.

/// The part of [`Game`](crate::referee::Game) for which the rules have `set_up` (the start), `list` (every move that could be legal
/// now) and `make` (the effects of a legal one).
macro_rules! ruled {
    () => {
        type Position = Position;
        type Move = Move;
        type Event = Event;
        type Refusal = Refusal;
        type View<'p> = View<'p>;

        fn seats(&self) -> usize {
            self.players.len()
        }

        fn in_words(&self, message: &$crate::referee::Message) -> String {
            self.lexicon.in_words(message)
        }

        fn start(&self) -> Position {
            self.set_up()
        }

        fn candidates(&self, p: &Position, each: &mut impl FnMut(Move)) {
            self.list(p, each);
        }

        fn apply(&self, p: &mut Position, mv: Move, tell: &mut impl FnMut(Event)) {
            self.make(p, mv, tell);
        }
    };
}
pub(in crate::games) use ruled;

/// The part of [`Words`](crate::referee::Words) that follows from declared moves, events and refusals, given the phrases of a
/// question and of an answer; and from `pointed` and `figured` (on the table), `retell` (the story) and `layout` (the steps of the
/// set-up).
///
/// ```text
/// spoken! { with (self, p, mv); question Question::of(self, p); answer Answer::of(self, p, mv); }
/// ```
macro_rules! spoken {
    (with ($game:ident, $p:ident, $mv:ident); question $question:expr; answer $answer:expr;) => {
        fn id(&self, mv: Self::Move) -> String {
            $crate::games::shared::moves::Moves::id(mv, self)
        }

        fn parse(&self, id: &str) -> Option<Self::Move> {
            $crate::games::shared::moves::Moves::parse(id, self)
        }

        fn question(&$game, $p: &Self::Position) -> String {
            $game.lexicon.say($game, $p, &$question)
        }

        fn option(&$game, $p: &Self::Position, $mv: Self::Move) -> String {
            $game.lexicon.say($game, $p, &$answer)
        }

        fn telling(&self, p: &Self::Position, event: Self::Event) -> $crate::referee::Telling {
            self.lexicon.telling($crate::games::shared::event::Events::report(event, self, p))
        }

        fn refused(&self, p: &Self::Position, refusal: Self::Refusal) -> $crate::referee::Refused {
            self.lexicon.refused($crate::games::shared::event::Events::report(refusal, self, p))
        }

        fn pointing(&self, p: &Self::Position, mv: Self::Move, seat: Option<$crate::referee::Seat>) -> $crate::referee::Pointing {
            self.pointed(p, mv, seat)
        }

        fn figure(&self, p: &Self::Position, seat: $crate::referee::Seat) -> $crate::referee::Figure {
            self.figured(p, seat)
        }

        fn story(&self, past: &[$crate::referee::Happened<'_, Self>]) -> Vec<String> {
            self.retell(past)
        }

        fn setup(&self) -> Vec<String> {
            let start = $crate::referee::Game::start(self);
            self.layout().iter().map(|step| self.lexicon.say(self, &start, step)).collect()
        }
    };
}
pub(in crate::games) use spoken;

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

/// Lists what is counted, each in a few words, with the events that count as one of it, or as several. "turns" comes first. The
/// kinds of events are counted as well.
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
                each($name, $crate::games::shared::contract::how_many!($($count)?));
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

/// How much an event counts for: 1 by default.
macro_rules! how_many {
    () => {
        1
    };
    ($count:expr) => {
        $count
    };
}
pub(in crate::games) use how_many;
