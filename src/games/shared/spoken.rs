//! How a game speaks that declares its moves, events and refusals, and has a sentence for each.

/// The methods of [`Words`](crate::referee::Words) that follow from what is declared, given the phrases of a question and of an
/// answer. It stands within `impl Words`.
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
    };
}
pub(in crate::games) use spoken;
