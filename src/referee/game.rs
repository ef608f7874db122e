//! The contract between a game's rules and everything that runs them.

use std::hash::Hash;

use serde::Serialize;

use super::{Choices, Message, Outcome, Seat};

/// A physical thing that chance comes from: this die, that deck. An index into [`Game::sources`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Source(pub u8);

/// What a [`Source`] is called.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SourceInfo {
    /// Its own name: "attack die".
    pub name: &'static str,
    /// The word that hands it over to the table, as in `--physical dice`: "dice", "tiles", "cards" or "tokens".
    pub group: &'static str,
}

/// A rule's number in the game's rules: "R12", "A3".
pub type RuleId = &'static str;

/// Who makes the next move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turn {
    /// A player decides.
    Player(Seat),
    /// Chance decides, through this source.
    Chance(Source),
    /// Only the people can see it: they report a fact from this source.
    Table(Source),
    /// Nobody: the game has ended.
    Over,
}

/// The rules of one game, over its kit's data, options and number of players.
///
/// A pure state machine: it never rolls, draws, prints or reads a clock. Decisions, results of chance and facts reported by the
/// table are all moves. Every game keeps these promises, which the conformance tests check:
///
/// * [`moves`](Self::moves) lists exactly the moves that [`play`](Self::play) accepts, each once, in an order that depends only on
///   the position; it is empty exactly when the [`turn`](Self::turn) is [`Turn::Over`].
/// * After a refusal the position is unchanged.
/// * Nothing is shuffled ahead: a deck is a multiset with known ends, and the weights of a chance turn are exact.
/// * Nothing allocates once warmed up: buffers and the position's own vectors are reused.
pub trait Game: Send + Sync + 'static {
    /// The complete state at one moment, as plain data.
    type Position: Clone + Eq + Hash + std::fmt::Debug + Send + Sync;
    /// Anything that leads from one position to the next: a small enum.
    type Move: Copy + Eq + std::fmt::Debug + Send;
    /// Something that happened, with the numbers needed to tell it.
    type Event: Copy + std::fmt::Debug;
    /// Why a move is not legal.
    type Refusal: Copy + Eq + std::fmt::Debug;
    /// What one seat may see, given to front ends and bots: a type of its own, never the position with parts blanked out.
    type View<'p>: Serialize;

    /// The number of seats.
    fn seats(&self) -> usize;

    /// Puts what the referee says itself into the language of the table.
    fn in_words(&self, message: &Message) -> String {
        message.to_string()
    }

    /// The sources of chance and of facts that the table reports.
    fn sources(&self) -> &[SourceInfo];

    /// The position after the set-up, before the first move.
    fn start(&self) -> Self::Position;

    /// Who moves next.
    fn turn(&self, position: &Self::Position) -> Turn;

    /// Every move that could be legal now, each once, in listing order; [`judge`](Self::judge) decides about each.
    fn candidates(&self, position: &Self::Position, each: &mut impl FnMut(Self::Move));

    /// How many of the equally likely cases lead to a legal move (1 for a decision), or why it is not legal.
    fn judge(&self, position: &Self::Position, mv: Self::Move) -> Result<u32, Self::Refusal>;

    /// Makes a move that was judged legal and reports what happened, in order.
    fn apply(
        &self,
        position: &mut Self::Position,
        mv: Self::Move,
        tell: &mut impl FnMut(Self::Event),
    );

    /// Replaces `choices` with the legal moves. A game may override this with a faster way to the same list.
    fn moves(&self, position: &Self::Position, choices: &mut Choices<Self::Move>) {
        self.judged(position, choices);
    }

    /// Replaces `choices` with the candidates that are judged legal.
    fn judged(&self, position: &Self::Position, choices: &mut Choices<Self::Move>) {
        choices.clear();
        self.candidates(position, &mut |mv| {
            if let Ok(weight) = self.judge(position, mv) {
                choices.weigh(mv, weight);
            }
        });
    }

    /// Just the legal moves.
    fn legal(&self, position: &Self::Position) -> Vec<Self::Move> {
        let mut choices = Choices::default();
        self.moves(position, &mut choices);
        choices.iter().map(|choice| choice.mv).collect()
    }

    /// Makes a move and reports what happened, in order; or says why not and changes nothing.
    fn play(
        &self,
        position: &mut Self::Position,
        mv: Self::Move,
        tell: &mut impl FnMut(Self::Event),
    ) -> Result<(), Self::Refusal> {
        self.judge(position, mv)?;
        self.apply(position, mv, tell);
        Ok(())
    }

    /// The move that continues the game where the table settles chance and keeps the result secret from the referee. It is never
    /// listed; only a session makes it.
    fn untold(&self, position: &Self::Position) -> Option<Self::Move> {
        let _ = position;
        None
    }

    /// A decision that makes no difference: a session makes this one without asking anybody.
    fn idle(&self, position: &Self::Position) -> Option<Self::Move> {
        let _ = position;
        None
    }

    /// Whether a legal decision shows something that was hidden, as a roll or a draw does.
    fn reveals(&self, position: &Self::Position, mv: Self::Move) -> bool {
        let _ = (position, mv);
        false
    }

    /// The end, once the turn is [`Turn::Over`].
    fn outcome(&self, position: &Self::Position) -> Option<Outcome>;

    /// Every position that is possible as far as `seat` knows (with `None`: as far as everybody knows), each with the number of
    /// equally likely cases it stands for, until `each` returns false. What others hide may be left open, if chance or the table
    /// settles it once it matters. Two positions that differ only in what the seat cannot see give the same list in the same order.
    /// An empty list means that the game cannot say, and nobody is told odds.
    fn known(
        &self,
        position: &Self::Position,
        seat: Option<Seat>,
        each: &mut dyn FnMut(Self::Position, u32) -> bool,
    ) {
        let _ = seat;
        each(position.clone(), 1);
    }

    /// The same for a player who remembers everything that was seen from the seat, where the table itself helps nobody to remember:
    /// for bots. By default, there is nothing to remember.
    fn remembered(
        &self,
        position: &Self::Position,
        seat: Option<Seat>,
        each: &mut dyn FnMut(Self::Position, u32) -> bool,
    ) {
        self.known(position, seat, each);
    }

    /// The same as a list for trials: everything that is possible if that is at most `most` positions, otherwise some of it. A game
    /// that can draw from more than it can list draws `draws` positions at random, each with one case.
    fn worlds(
        &self,
        position: &Self::Position,
        seat: Option<Seat>,
        most: usize,
        draws: usize,
    ) -> Worlds<Self::Position> {
        let _ = draws;
        listed(most, |each| self.remembered(position, seat, each))
    }

    /// The same for odds: what others hide may be left open where chance settles it once it matters.
    fn left_open(
        &self,
        position: &Self::Position,
        seat: Option<Seat>,
        most: usize,
        draws: usize,
    ) -> Worlds<Self::Position> {
        let _ = draws;
        listed(most, |each| self.known(position, seat, each))
    }

    /// The same where they do not [allow for everything](Self::knows_all) that can be known, from all that the seat saw since they last
    /// did: at most `limits.0` positions, or otherwise `limits.1` drawn at random. `None` if that cannot be said.
    fn retraced(
        &self,
        position: &Self::Position,
        seat: Option<Seat>,
        limits: (usize, usize),
    ) -> Option<Worlds<Self::Position>> {
        let _ = (position, seat, limits);
        None
    }

    /// Whether some of the differences between the [`known`](Self::known) positions are choices of people that others hide, which
    /// count as equally likely.
    fn guesses(&self, position: &Self::Position, seat: Option<Seat>) -> bool {
        let _ = (position, seat);
        false
    }

    /// Whether whoever is asked in a position that is only possible chooses at the same time as whoever is asked in the first one, and
    /// unseen by them: odds then count what they may choose as equally likely.
    fn chooses_unseen(&self, asking: &Self::Position, position: &Self::Position) -> bool {
        let _ = (asking, position);
        false
    }

    /// Whether the positions that are possible for a seat, or for everybody, allow for everything that can be known. Where it is false,
    /// people may know more: what a refusal said, or what they hold in hands that the referee does not see.
    fn knows_all(&self, position: &Self::Position, seat: Option<Seat>) -> bool {
        let _ = (position, seat);
        true
    }

    /// The same position with pieces of one kind that no rule tells apart, and a move as it is made there: for odds, where there are too
    /// many cases otherwise. `None` if there are no such pieces.
    fn with_alike(
        &self,
        position: &Self::Position,
        mv: Self::Move,
    ) -> Option<(Self::Position, Self::Move)> {
        let _ = (position, mv);
        None
    }

    /// The positions that are possible for a seat, where what others hide is dealt in some places only, and left open elsewhere.
    fn partly_dealt(
        &self,
        position: &Self::Position,
        seat: Option<Seat>,
        places: &[u16],
        limits: (usize, usize),
    ) -> Worlds<Self::Position> {
        let _ = places;
        self.left_open(position, seat, limits.0, limits.1)
    }

    /// Where the rules have read what nobody knows, in a position that is not [sound](Self::is_sound) for that.
    fn unknown_in(&self, position: &Self::Position) -> Option<u16> {
        let _ = position;
        None
    }

    /// Puts into one order what makes no difference: for odds, so that positions that come to the same are equal.
    fn settle(&self, position: &mut Self::Position) {
        let _ = position;
    }

    /// How many results of chance follow one another, beginning with the one that is next, of which only matters which ones come: they are
    /// drawn without replacement from the cases of the next one, and one may come again as often as it has cases.
    fn drawn_at_once(&self, position: &Self::Position) -> usize {
        let _ = position;
        1
    }

    /// Leaves open what others than `seat` will roll unseen, in a position that is only possible, until the rules read it: then it is not
    /// [sound](Self::is_sound). With `own`, also what that seat will roll, unless outcomes tell it. By default nothing is left open.
    fn leave_rolls_open(&self, position: &mut Self::Position, seat: Option<Seat>, own: bool) {
        let _ = (position, seat, own);
    }

    /// Leaves open what others than `seat` have rolled unseen, in the same way.
    fn leave_rolled_open(&self, position: &mut Self::Position, seat: Option<Seat>) {
        let _ = (position, seat);
    }

    /// About how much memory a position takes, in bytes.
    fn bytes(&self, position: &Self::Position) -> usize {
        let _ = position;
        2 * size_of::<Self::Position>()
    }

    /// Whether the rules have only read what is settled. It fails only in a position where something was left open.
    fn is_sound(&self, position: &Self::Position) -> bool {
        let _ = position;
        true
    }

    /// What `seat` sees; with `None`, what everybody sees.
    fn view<'p>(&'p self, position: &'p Self::Position, seat: Option<Seat>) -> Self::View<'p>;
}

/// Positions that are possible as far as somebody knows, each with the number of equally likely cases that it stands for.
#[derive(Clone, Debug)]
pub struct Worlds<P> {
    pub list: Vec<(P, u32)>,
    /// Whether there are no others.
    pub all: bool,
}

/// The first `most` of some positions.
fn listed<P>(most: usize, list: impl FnOnce(&mut dyn FnMut(P, u32) -> bool)) -> Worlds<P> {
    let mut worlds = Worlds {
        list: Vec::new(),
        all: true,
    };
    list(&mut |world, cases| {
        worlds.all = worlds.list.len() < most;
        if worlds.all {
            worlds.list.push((world, cases));
        }
        worlds.all
    });
    worlds
}

/// The reason for a refusal that only says that something else is being asked, in English.
pub const NOT_NOW: &str = "that is not what is asked for now";

/// A refusal in words.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Refused {
    /// One sentence for people.
    pub reason: String,
    /// The rule it would break; `None` if the words name no move at all.
    pub rule: Option<RuleId>,
    /// A stable name for programs: "not_in_hand".
    pub code: &'static str,
}

impl From<Refused> for String {
    fn from(refused: Refused) -> String {
        refused.reason
    }
}

impl Refused {
    /// Whether it only says that something else is asked. Each game has its own code for that, and each kit its own words.
    pub fn is_untimely(&self) -> bool {
        ["wrong_step", "out_of_turn", "wrong_kind", "not_now"].contains(&self.code)
    }

    /// For a correction: the table may agree on much, but not on this.
    pub fn correction(reason: impl Into<String>, rule: Option<RuleId>) -> Refused {
        Refused {
            reason: reason.into(),
            rule,
            code: "no_such_correction",
        }
    }
}
