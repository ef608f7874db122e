//! Compiles the parsed rules: resolves names, checks types, and turns effects into operations.
//!
//! * `things`: zones, counters, dice, maps. `expressions`: phrases to nodes. `effects`: statements to operations.
//!   `together`: what is done in secret.

mod effects;
mod expressions;
mod things;
mod together;

pub use things::is_plain;

use std::collections::{BTreeMap, HashMap};
use std::rc::Rc;
use std::sync::Arc;

use crate::games::by_kit::language::code::*;
use crate::games::by_kit::language::facts::{Facts, NONE};
use crate::games::by_kit::language::lex::{Source, tokens};
use crate::games::by_kit::language::map_state::MapDecl;
use crate::games::by_kit::language::phrase::{Form, Origin, Parser, Phrase};
use crate::games::by_kit::language::sheet::{Action, After, Sheet};
use crate::games::by_kit::language::statement::{Block, Effect};
use crate::kit::problem::nearest;
use crate::kit::{Problem, Problems, SourceSpan};
use crate::referee::intern::keep;

/// A compiled expression: its node and its type.
pub type Typed = (NodeId, Type);

/// Words of the language, which cannot be used as names.
pub const RESERVED: [&str; 40] = [
    "and",
    "or",
    "not",
    "in",
    "is",
    "empty",
    "to",
    "where",
    "count",
    "sum",
    "any",
    "all",
    "none",
    "most",
    "least",
    "max",
    "min",
    "if",
    "distinct",
    "values",
    "tops",
    "yes",
    "no",
    "true",
    "false",
    "it",
    "players",
    "others",
    "player",
    "active",
    "left",
    "right",
    "up",
    "top",
    "bottom",
    "with",
    "from",
    "otherwise",
    "each",
    "number",
];

/// Those of them that mean something by themselves.
const MEANT: [&str; 13] = [
    "players", "others", "player", "active", "left", "right", "yes", "no", "true", "false", "none",
    "it", "number",
];

/// The meaning of a name within a block.
#[derive(Clone, Debug)]
struct Bound {
    name: String,
    node: Where,
    ty: Type,
    /// Whether it was named by `let`, and can be changed.
    is_let: bool,
    /// Whether it came from what somebody hides.
    is_hidden: bool,
}

impl Bound {
    fn new(name: &str, node: Where, ty: Type) -> Bound {
        Bound {
            name: name.to_owned(),
            node,
            ty,
            is_let: false,
            is_hidden: false,
        }
    }
}

#[derive(Clone, Debug)]
enum Where {
    Local(u16),
    Temp(u8),
    /// A set named by `let`.
    Kept(u16),
    /// A set given to a `[value]`, which is compiled again wherever it is named, since sets are never stored.
    Set(Rc<GivenSet>),
}

/// A set given to a `[value]`, with the meanings of names where it was given.
#[derive(Debug)]
struct GivenSet {
    phrase: Phrase,
    names: Names,
}

/// What names mean at some place.
#[derive(Clone, Debug, Default)]
struct Names {
    scope: Vec<Bound>,
    /// The meanings of `it`, the innermost last.
    its: Vec<(u8, Type)>,
    /// The `[value]`s being expanded, the innermost last.
    values: Vec<usize>,
}

pub struct Compiler<'s> {
    sheet: &'s Sheet,
    seats: u16,
    out: Program,
    problems: Problems,
    names: Names,
    temp: u8,
    /// How deep expressions and values are nested at the moment.
    depth: usize,
    /// Whether the limit of nodes was exceeded, after which nothing more is reported.
    is_spent: bool,
    /// Whether the code in progress belongs to an offer, which may read only what the chooser sees.
    offered: bool,
    /// Who is asked there, if that is not the player whose turn it is.
    asked: Option<NodeId>,
    /// Whether it has read what only the chooser sees or may have been shown.
    private: bool,
    /// Whether it has read what only the chooser sees.
    alone: bool,
    /// Whether it has read what anybody hides.
    hidden: bool,
    /// Hidden dice that everybody has been shown since they were rolled.
    revealed: Vec<u8>,
    /// The loops that a statement is in, the innermost last.
    loops: Vec<LoopCode>,
    /// By zone declaration, the decks whose pieces may be there.
    decks: Vec<u64>,
    /// Zones of several declarations that stand in one list, so that a name may mean any of them.
    listed_zones: Vec<Vec<u8>>,
    /// Calls of effects not compiled yet: the operation and the effect.
    calls: Vec<(u16, usize)>,
    turn_calls: Vec<u16>,
    /// By effect: its entry point and its parameters.
    effects: Vec<Option<EffectCode>>,
    /// Which effects call which, to find those that call themselves.
    called: Vec<Vec<usize>>,
    inside: Option<usize>,
    /// Whether the code in progress is that of an effect, which can be ended.
    in_effect: bool,
    /// What says the sentences of the code in progress.
    speaker: Speaker,
    actions: HashMap<String, u16>,
    /// Whether the code in progress is run by all players in secret.
    together: bool,
    apart: together::Apart<'s>,
    /// Whether the set of a pick is being compiled: a condition on its pieces applies to the one that a move names.
    in_pick: bool,
    /// The names of picks that could not be compiled.
    faulty_picks: Vec<String>,
    /// Whether a score is being compiled, which may read only what is revealed first.
    in_score: bool,
    /// Whether the sentence in hand may list sets.
    lists: bool,
    /// Whether a sentence is in hand, in which any text may be said.
    speaks: bool,
}

/// What says sentences: "effect.fall", and the rule that they go by if they name none.
#[derive(Clone, Debug, Default)]
struct Speaker {
    key: String,
    rule: Option<&'static str>,
    /// How many it has said.
    said: usize,
}

/// What a block is in that it may have to be left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum LoopKind {
    /// It walks a set or the players.
    Each,
    Repeat,
    /// Not a loop, but nothing in it is reported.
    Quiet,
}

/// A loop being compiled.
#[derive(Clone, Debug)]
struct LoopCode {
    kind: LoopKind,
    /// The jumps to its end.
    ends: Vec<u16>,
}

#[derive(Clone, Debug)]
struct EffectCode {
    entry: Option<u16>,
    parameters: Vec<(u16, Type)>,
}

/// The most picks of an action.
const MAX_PICKS: usize = 4;

/// The most combinations of that many picks: four of a deck of thirty pieces.
const MAX_COMBINATIONS: u64 = 1_000_000;

/// Compiles the rules for this number of players. All problems are returned together.
pub fn compile(sheet: &Sheet, facts: &Facts, seats: usize) -> Result<Program, Problems> {
    let mut decks = Vec::new();
    // The effects determine which pieces may come where, and that determines what may be asked of them.
    for _ in 0..4 {
        let (_, found) = Compiler::new(sheet, facts.clone(), seats, decks.clone()).run();
        if found == decks {
            break;
        }
        decks = found;
    }
    Compiler::new(sheet, facts.clone(), seats, decks).run().0
}

/// Where pieces come from the first of some zones that are listed together, they may come from the others as well.
fn with_those_listed(mut decks: Vec<u64>, listed: &[Vec<u8>]) -> Vec<u64> {
    for zones in listed {
        let of = |zone: &u8| decks[usize::from(*zone)];
        let first = zones.first().map_or(0, of);
        let all = zones.iter().map(of).fold(0, |all, own| all | own);
        let others = (0..).zip(&mut decks).filter(|(at, _)| !zones.contains(at));
        for (_, own) in others.filter(|(_, own)| first != 0 && **own & first == first) {
            *own |= all;
        }
    }
    decks
}

/// What is said of a name that nothing has.
fn not_defined(name: &str) -> String {
    format!("`{name}` is not defined")
}

impl<'s> Compiler<'s> {
    fn new(sheet: &'s Sheet, mut facts: Facts, seats: usize, decks: Vec<u64>) -> Self {
        for word in sheet.options.words() {
            facts.word(&word);
        }
        let out = Program {
            facts,
            nodes: vec![Node::Number(0)],
            ops: Vec::new(),
            origins: Vec::new(),
            zones: Vec::new(),
            decks: Vec::new(),
            vars: Vec::new(),
            dice: Vec::new(),
            maps: Vec::new(),
            actions: Vec::new(),
            choices: Vec::new(),
            questions: Vec::new(),
            lots: Vec::new(),
            choice_words: BTreeMap::new(),
            question_words: BTreeMap::new(),
            question_rules: BTreeMap::new(),
            secret: Vec::new(),
            anew: Vec::new(),
            leaves: Vec::new(),
            whens: Vec::new(),
            is_ever_quiet: false,
            show: ShowCode::default(),
            counts: Vec::new(),
            said: Vec::new(),
            end: EndCode::default(),
            worth: None,
            once: 0,
            turn: 0,
            over: 0,
            rounds: sheet.round.is_some(),
            locals: 0,
            kept: 0,
            zone_count: 0,
            var_count: 0,
            die_count: 0,
            hexes: None,
            believes: None,
        };
        Compiler {
            sheet,
            seats: seats as u16,
            out,
            problems: Problems::default(),
            names: Names::default(),
            temp: 0,
            depth: 0,
            is_spent: false,
            offered: false,
            asked: None,
            revealed: Vec::new(),
            private: false,
            alone: false,
            hidden: false,
            loops: Vec::new(),
            decks,
            listed_zones: Vec::new(),
            calls: Vec::new(),
            turn_calls: Vec::new(),
            effects: vec![None; sheet.effects.len()],
            called: vec![Vec::new(); sheet.effects.len()],
            inside: None,
            in_effect: false,
            speaker: Speaker::default(),
            actions: HashMap::new(),
            together: false,
            apart: together::Apart::of(sheet),
            in_pick: false,
            faulty_picks: Vec::new(),
            in_score: false,
            lists: false,
            speaks: false,
        }
    }

    /// Returns the program and, by zone, the decks that were found to come there.
    fn run(mut self) -> (Result<Program, Problems>, Vec<u64>) {
        self.things();
        self.one_meaning();
        if self.problems.0.is_empty() {
            self.program();
        }
        self.recursion();
        if self.out.ops.len() > MAX_OPS {
            let place = self.sheet.turn_origin.as_ref().map_or_else(
                || SourceSpan::file(&*self.sheet.file),
                |origin| origin.source.whole(),
            );
            self.problems.push(Problem::new(
                place,
                format!("the rules are too long: more than {MAX_OPS} effects"),
            ));
        }
        let Compiler {
            problems,
            mut out,
            decks,
            listed_zones,
            ..
        } = self;
        out.decks = with_those_listed(decks.clone(), &listed_zones);
        out.keep_once();
        (problems.or(out), decks)
    }

    fn node(&mut self, node: Node) -> NodeId {
        self.out.nodes.push(node);
        (self.out.nodes.len() - 1) as NodeId
    }

    fn number(&mut self, number: i32) -> NodeId {
        self.node(Node::Number(number))
    }

    fn told(&mut self, problem: Problem) {
        // Once too much was written out, every later line fails for the same reason; and so does whatever uses a faulty pick.
        let follows = self
            .faulty_picks
            .iter()
            .any(|name| problem.message == not_defined(name));
        if !self.is_spent && !follows {
            self.problems.push(problem);
        }
    }

    /// Reports once that the rules are too long, at the expression that goes beyond the limit.
    fn spent(&mut self, origin: &Origin) -> Problem {
        let problem = origin
            .problem(format!(
                "written out in full, the rules have more than {MAX_NODES} parts"
            ))
            .label("too long from here on")
            .help(
                "each use of a `[value]` writes it out again: keep what it comes to in a counter",
            );
        self.told(problem.clone());
        self.is_spent = true;
        problem
    }

    /// Allocates a temporary for a variable of an expression.
    fn new_temp(&mut self, origin: &Origin) -> Result<u8, Problem> {
        if usize::from(self.temp) >= MAX_TEMPS {
            return Err(origin.problem("sets and values are nested too deep"));
        }
        self.temp += 1;
        Ok(self.temp - 1)
    }

    fn new_local(&mut self) -> u16 {
        self.out.locals += 1;
        self.out.locals - 1
    }

    /// Refuses a name with two meanings, one of which would silently be misread. Fields and values in rows may share the name of a
    /// thing, since they can be written out: `it.level`, `"exit"`.
    fn one_meaning(&mut self) {
        let mut known: Vec<(String, &'static str)> = RESERVED
            .iter()
            .map(|word| ((*word).to_owned(), "a word of the language"))
            .collect();
        let sheet = self.sheet;
        let options = sheet.options.all.iter();
        known.extend(options.map(|option| (option.name.clone(), "an option")));
        let things = sheet
            .things
            .iter()
            .map(|thing| (&thing.name, &thing.origin));
        let values = sheet
            .values
            .iter()
            .map(|value| (&value.name, &value.origin));
        for (name, origin) in things.chain(values) {
            if let Some((_, what)) = known.iter().find(|(other, _)| other == name) {
                let problem = origin
                    .problem(format!("`{name}` is {what} too"))
                    .label("means two things");
                self.problems
                    .push(problem.help("call it something else: nothing may mean two things"));
            }
            known.push((name.clone(), "the name of something else"));
        }
    }

    fn program(&mut self) {
        let sheet = self.sheet;
        for (at, action) in sheet.actions.iter().enumerate() {
            self.actions.insert(action.name.clone(), at as u16);
        }
        for action in &sheet.actions {
            let code = self.action(action);
            self.out.actions.push(code);
        }
        self.speak("setup", None);
        self.flow(&sheet.setup);
        let again = self.here();
        let origin = self.anywhere();
        let round = self.op(Op::Call(0, FrameKind::Round), &origin);
        self.op(Op::Jump(again), &origin);
        self.out.ops[usize::from(round)] = Op::Call(self.here(), FrameKind::Round);
        match &sheet.round {
            Some(block) => {
                self.speak("round", None);
                self.flow(block);
            }
            None => self.usual_round(),
        }
        self.op(Op::Return, &origin);
        let turn = self.here();
        self.out.turn = turn;
        match &sheet.turn {
            Some(block) => {
                self.speak("turn", None);
                self.flow(block);
            }
            None if sheet.round.is_some() => {}
            None => self.free_turn(),
        }
        self.op(Op::Return, &origin);
        for at in std::mem::take(&mut self.turn_calls) {
            self.out.ops[usize::from(at)] = Op::Call(turn, FrameKind::Turn);
        }
        for (at, action) in sheet.actions.iter().enumerate() {
            let entry = self.here();
            let picks: Vec<(String, Type)> = self.out.actions[at]
                .picks
                .iter()
                .map(|pick| (pick.name.clone(), pick.ty.clone()))
                .collect();
            let local = self.out.actions[at].local;
            for (number, (name, ty)) in picks.into_iter().enumerate() {
                let node = Where::Local(local + number as u16);
                self.names.scope.push(Bound::new(&name, node, ty));
            }
            self.together = self.apart.actions.contains(&action.name.as_str());
            self.speak(&format!("action.{}", action.name), action.rule.as_ref());
            self.revealed.clear();
            self.body(&action.does);
            self.together = false;
            self.names.scope.clear();
            self.op(Op::Return, &origin);
            self.out.actions[at].entry = entry;
        }
        for when in &sheet.whens {
            self.temp = 0;
            match self.flag(&when.that) {
                Ok(that) => {
                    let entry = self.here();
                    self.out.whens.push(WhenCode { that, entry });
                }
                Err(problem) => self.told(problem),
            }
            self.in_effect = true;
            self.speak(&format!("when.{}", when.name), None);
            self.revealed.clear();
            self.body(&when.does);
            self.in_effect = false;
            self.names.scope.clear();
            self.op(Op::Return, &when.origin);
        }
        self.pending_effects();
        self.end();
        self.show();
        self.counts();
        self.wins();
        self.bots();
        if !sheet.show.story.is_empty() {
            self.out.show.story = Some(self.told_by(&sheet.show.story));
        }
    }

    /// Compiles a block of `[flow]`. Operations that reset something to a constant each time are not worth reporting.
    fn flow(&mut self, block: &Block) {
        let first = self.here();
        self.revealed.clear();
        self.body(block);
        let mut always: Vec<&Origin> = Vec::new();
        always_set(block, &mut always);
        for at in first..self.here() {
            let Op::Set {
                by: Setting::To,
                value,
                ..
            } = self.out.ops[usize::from(at)]
            else {
                continue;
            };
            let origin = &self.out.origins[usize::from(at)];
            let is_same = matches!(self.out.nodes[value as usize], Node::Number(_));
            if is_same && always.iter().any(|own| own.span == origin.span) {
                self.out.anew.push(at);
            }
        }
    }

    /// The default round: each player takes a turn.
    fn usual_round(&mut self) {
        let origin = self.anywhere();
        self.op(Op::EachPlayer(None), &origin);
        let next = self.op(Op::Next(None, 0), &origin);
        let call = self.op(Op::Call(0, FrameKind::Turn), &origin);
        self.turn_calls.push(call);
        self.op(Op::Jump(next), &origin);
        self.out.ops[usize::from(next)] = Op::Next(None, self.here());
    }

    /// The default turn: any action, until the player is done.
    fn free_turn(&mut self) {
        let origin = self.anywhere();
        if self.out.actions.is_empty() {
            let problem =
                origin.problem("nothing happens: there is no turn, no round and no action");
            self.problems.push(
                problem.help("say what a turn is: [flow] turn = \"choose ..\", or free = true"),
            );
            return;
        }
        let again = self.here();
        let actions = (0..self.out.actions.len() as u16).collect();
        self.choice(actions, false, None, &origin);
        self.op(Op::Jump(again), &origin);
    }

    fn anywhere(&self) -> Origin {
        let empty = || Origin {
            source: Arc::new(Source::new(
                String::new(),
                SourceSpan::file(&*self.sheet.file),
            )),
            span: 0..0,
        };
        let first = self.sheet.things.first().map(|thing| thing.origin.clone());
        self.sheet
            .turn_origin
            .clone()
            .or(first)
            .unwrap_or_else(empty)
    }

    fn action(&mut self, action: &'s Action) -> ActionCode {
        let local = self.out.locals;
        self.together = self.apart.actions.contains(&action.name.as_str());
        self.offered = true;
        self.private = false;
        self.temp = 0;
        let mut picks = Vec::new();
        if action.picks.len() > MAX_PICKS {
            let problem = action
                .origin
                .problem(format!("action `{}` has more than four picks", action.name));
            self.told(problem.help("pick the rest with `ask`, once the action is chosen"));
        }
        for (name, set) in action.picks.iter().take(MAX_PICKS) {
            match self.pick(name, set) {
                Ok(pick) => {
                    // If the players keep the secrets, a move reveals one card of a hand, but not whether several of them go
                    // together.
                    let is_hidden = |pick: &Picked| matches!(pick.ty, Type::Piece(_, Seen::Alone));
                    if is_hidden(&pick) && picks.iter().any(is_hidden) {
                        self.out.believes.get_or_insert_with(|| set.origin.clone());
                    }
                    picks.push(pick);
                }
                Err(problem) => {
                    self.told(problem);
                    self.faulty_picks.push(name.clone());
                }
            }
        }
        self.refuse_wide(action, &picks);
        let mut needs = Vec::new();
        for need in &action.needs {
            // A condition that needs fewer picks is tested before the remaining picks are searched.
            let depth = (0..=picks.len()).find(|known| {
                !mentions(
                    &need.that,
                    action.picks.iter().skip(*known).map(|(name, _)| name),
                )
            });
            let that = self.flag(&need.that);
            let reason = need.reason.as_ref().map(|text| self.saying(text));
            match that {
                Ok(that) => {
                    let rule = need.rule.as_ref().map(|(rule, _)| keep(rule));
                    let picks = depth.unwrap_or(picks.len()) as u8;
                    needs.push(NeedCode {
                        that,
                        picks,
                        reason,
                        rule,
                    });
                }
                Err(problem) => self.told(problem),
            }
        }
        let words = match &action.words {
            Some(text) if action.tell.is_none() => self.heard(text),
            // What is only offered may also list sets.
            Some(text) => self.described(text),
            None => {
                let mut parts = vec![Part::Text(
                    self.translated(&action.name.replace('_', " "), &action.origin),
                )];
                for pick in &picks {
                    let node = self.node(Node::Temp(pick.temp));
                    parts.push(Part::Text(" ".into()));
                    parts.push(Part::Value(node, pick.ty.clone()));
                }
                Saying(parts)
            }
        };
        let tell = action.tell.as_ref().map(|text| self.heard(text));
        let short = action.short.as_ref().map(|text| self.saying(text));
        let short = short.map(Saying::in_letters);
        let worth = self.worth_of(&action.name);
        self.out.locals += picks.len() as u16;
        let private = self.private;
        self.names.scope.clear();
        self.offered = false;
        self.together = false;
        self.temp = 0;
        ActionCode {
            name: action.name.clone(),
            words,
            tell,
            short,
            wins: Vec::new(),
            fails: Vec::new(),
            worth,
            picks,
            needs,
            last: action.last,
            free: action.free,
            entry: 0,
            local,
            rule: action.rule.as_ref().map(|(rule, _)| keep(rule)),
            private,
            origin: action.origin.clone(),
        }
    }

    /// Refuses as many picks as there may be, of so many pieces that nobody could read or play through all combinations.
    fn refuse_wide(&mut self, action: &Action, picks: &[Picked]) {
        let pieces = |pick: &Picked| match pick.ty {
            Type::Piece(decks, _) => self.out.facts.pieces_of(decks),
            _ => 1,
        };
        let combinations: u64 = picks
            .iter()
            .map(pieces)
            .fold(1, |all, own| all.saturating_mul(own));
        if picks.len() < MAX_PICKS || combinations <= MAX_COMBINATIONS {
            return;
        }
        let problem = action.origin.problem(format!(
            "action `{}` has up to {combinations} combinations of four picks",
            action.name
        ));
        self.told(problem.help("pick less at once, and `ask` for the rest in `do`"));
    }

    fn pick(&mut self, name: &str, set: &Phrase) -> Result<Picked, Problem> {
        self.in_pick = true;
        let set = self.named_set(name, set);
        self.in_pick = false;
        let (set, ty) = set?;
        if let Type::Piece(_, Seen::Alone) = ty {
            self.private = true;
        }
        if matches!(ty, Type::Dice(_) | Type::Set(_)) {
            return Err(self.anywhere().problem(
                "only pieces, places, areas, players, zones, numbers and words can be picked",
            ));
        }
        let origin = self.anywhere();
        let temp = self.new_temp(&origin)?;
        self.names
            .scope
            .push(Bound::new(name, Where::Temp(temp), ty.clone()));
        Ok(Picked {
            name: name.to_owned(),
            temp,
            set,
            ty,
        })
    }

    /// A sentence for everybody, which must not contain what only one player sees.
    fn heard(&mut self, source: &Source) -> Saying {
        self.alone = false;
        let saying = self.saying(source);
        if self.alone {
            let problem = source.problem(
                0..source.text.len(),
                "everybody hears this sentence, but it says what only one player sees",
            );
            let help = "name the piece, `{card}`: it is called a card until all see it; or say in `tell` what all may hear";
            self.told(problem.label("told to all").help(help));
        }
        saying
    }

    /// A sentence in the course of play, which may read only what all see.
    fn announced(&mut self, text: &Source) -> Saying {
        let was_private = self.private;
        self.offered = true;
        let text = self.heard(text);
        self.offered = false;
        self.private = was_private;
        text
    }

    /// The kit's own words for a question of this name.
    fn asked(&mut self, name: &str) -> Option<Saying> {
        let sheet = self.sheet;
        let words = sheet.asks.get(name)?.words.as_ref()?;
        Some(self.announced(words))
    }

    /// Whatever is said from here on is said by this.
    fn speak(&mut self, key: &str, rule: Option<&(String, Origin)>) {
        self.speaker = Speaker {
            key: key.to_owned(),
            rule: rule.map(|(rule, _)| keep(rule)),
            said: 0,
        };
    }

    /// Compiles what is said of places, by map.
    fn said_of_maps(&mut self, said: &[(String, Origin, Source)]) -> BTreeMap<u8, (u8, Saying)> {
        let mut all = BTreeMap::new();
        for (name, origin, text) in said {
            let is_it = |map: &MapDecl| self.out.zones[usize::from(map.zone)].name == *name;
            let Some(map) = self.out.maps.iter().position(is_it) else {
                let problem = origin.problem(format!("there is no map `{name}`"));
                self.told(problem.help("`show` has `hide`, `player`, `setup`, `short`, and what is said of the tiles of a map, by its name"));
                continue;
            };
            let temp = self.temp;
            self.temp += 1;
            let place = Bound::new("place", Where::Temp(temp), Type::Place(map as u8));
            self.names.scope.push(place);
            let text = self.described(text);
            self.names.scope.clear();
            all.insert(map as u8, (temp, text));
        }
        all
    }

    /// Compiles what is said of the table, as far as whoever looks at it sees it.
    fn show(&mut self) {
        let sheet = self.sheet;
        let believes = self.out.believes.clone();
        let was_private = self.private;
        self.offered = true;
        self.temp = 0;
        self.out.show.player = sheet.show.player.as_ref().map(|text| self.described(text));
        self.out.show.setup = sheet
            .show
            .setup
            .iter()
            .map(|text| self.described(text))
            .collect();
        self.out.show.maps = self.said_of_maps(&sheet.show.maps);
        self.out.show.short = self.said_of_maps(&sheet.show.short);
        self.offered = false;
        self.private = was_private;
        // What is shown is not a rule.
        self.out.believes = believes;
        self.figures();
        for (name, origin) in &sheet.show.hide {
            let mut known = sheet.things.iter().map(|thing| thing.name.as_str());
            if known.clone().any(|known| known == name) {
                continue;
            }
            let problem = origin.problem(format!("nothing on the table is called `{name}`"));
            self.told(match nearest(name, &mut known) {
                Some(like) => problem.help(format!("did you mean `{like}`?")),
                None => problem.label("no such thing"),
            });
        }
    }

    /// What an action is worth to bots, by its picks.
    fn worth_of(&mut self, action: &str) -> Option<NodeId> {
        let sheet = self.sheet;
        let (_, _, worth) = sheet.bot.iter().find(|(name, ..)| name == action)?;
        // What bots read is no rule.
        let believes = self.out.believes.clone();
        let private = self.private;
        let worth = self.count_of(worth);
        (self.out.believes, self.private) = (believes, private);
        worth.map_err(|problem| self.told(problem)).ok()
    }

    /// Every action that `[bot]` values must exist.
    fn bots(&mut self) {
        for (name, origin, _) in &self.sheet.bot {
            // With other options it may not.
            if self.actions.contains_key(name) || !self.sheet.constants.is_empty() {
                continue;
            }
            let problem = origin.problem(format!("there is no action `{name}`"));
            let help = "`bot` has `worth`, and what actions are worth, by their names";
            self.told(problem.help(help));
        }
    }

    /// Finds the decks whose pieces stand for figures.
    fn figures(&mut self) {
        for (name, origin, deck) in &self.sheet.show.figures {
            let is_figure = |var: &VarDecl| var.name == *name && matches!(var.ty, Type::Place(_));
            let figure = self.out.vars.iter().position(is_figure);
            let found = self.out.facts.decks.iter().position(|of| of.name == *deck);
            match (figure, found) {
                (Some(figure), Some(deck)) => {
                    self.out.show.figures.insert(figure as u16, deck);
                }
                (None, _) => self.told(origin.problem(format!("there is no figure `{name}`"))),
                (_, None) => self.told(origin.problem(format!("there is no deck `{deck}`"))),
            }
        }
    }

    /// Finds the sentences that tell whether an action has succeeded.
    fn wins(&mut self) {
        let sheet = self.sheet;
        for action in sheet
            .actions
            .iter()
            .filter(|action| !action.wins.is_empty())
        {
            let Some(at) = self.actions.get(&action.name).copied() else {
                continue;
            };
            let wins = self.told_by(&action.wins).said;
            let place = |number: &u16| {
                let key = self.out.said[usize::from(*number)].key.rsplit_once('.');
                key.map(|(place, _)| place)
            };
            let mut fails: Vec<u16> = (0..self.out.said.len() as u16).collect();
            fails.retain(|said| {
                !wins.contains(said) && wins.iter().any(|win| place(win) == place(said))
            });
            let code = &mut self.out.actions[usize::from(at)];
            (code.wins, code.fails) = (wins, fails);
        }
    }

    /// Finds actions by their names, and sentences by their keys or by what says them: "attack", "effect.fall.1", "effect.fall".
    fn told_by(&mut self, names: &[(String, Origin)]) -> Told {
        let mut told = Told::default();
        for (what, origin) in names {
            let place = |key: &str| key.rsplit_once('.').map(|(place, _)| place == what);
            let said: Vec<u16> = (0..)
                .zip(&self.out.said)
                .filter(|(_, said)| said.key == *what || place(&said.key) == Some(true))
                .map(|(number, _)| number)
                .collect();
            let action = self.actions.get(what).copied();
            // With other options, or without sentences, it may not exist.
            let may_lack =
                !self.sheet.constants.is_empty() || what.contains('.') && self.out.said.is_empty();
            if action.is_none() && said.is_empty() && !may_lack {
                let kind = if what.contains('.') {
                    "sentence"
                } else {
                    "action"
                };
                let problem = origin.problem(format!("there is no {kind} `{what}`"));
                let known = self.actions.keys().map(String::as_str);
                let like = nearest(what, known);
                self.told(problem.help(match like {
                    Some(like) => format!("did you mean `{like}`?"),
                    None => "it is an action, or a sentence, as `effect.fall.1`: the first that [effect.fall] says".to_owned(),
                }));
            }
            told.actions.extend(action);
            told.said.extend(said);
        }
        told
    }

    /// Compiles which actions and sentences count in reports.
    fn counts(&mut self) {
        let sheet = self.sheet;
        for (name, counted) in &sheet.counts {
            let mut count = CountCode {
                name: keep(&name.replace('_', " ")),
                actions: Vec::new(),
                said: Vec::new(),
            };
            if let Some((_, origin)) = counted.first()
                && USUAL_COUNTS.contains(&count.name)
            {
                let problem = origin.problem(format!("`{name}` are counted anyway"));
                self.told(problem.help("call it something else"));
            }
            (count.actions, count.said) = {
                let told = self.told_by(counted);
                (told.actions, told.said)
            };
            self.out.counts.push(count);
        }
    }

    /// A sentence that is told when somebody asks, so that it may also list a set.
    fn described(&mut self, source: &Source) -> Saying {
        self.lists = true;
        let saying = self.saying(source);
        self.lists = false;
        saying
    }

    /// Compiles a sentence with gaps: "play {card}".
    fn saying(&mut self, source: &Source) -> Saying {
        let source = Arc::new(source.clone());
        let text = &source.text;
        let mut parts = Vec::new();
        let mut at = 0;
        while let Some(open) = text[at..].find('{') {
            let open = at + open;
            parts.push(Part::Text(crate::games::by_kit::language::facts::line(
                &text[at..open],
            )));
            let Some(close) = text[open..].find('}').map(|close| open + close) else {
                self.told(
                    source
                        .problem(open..text.len(), "`{` is not closed")
                        .help("write `{name}`"),
                );
                return Saying(parts);
            };
            let gap = tokens(&source, open + 1..close).and_then(|tokens| {
                let mut parser = Parser::new(&source, &tokens);
                let phrase = parser.phrase()?;
                if parser.is_done() {
                    Ok(phrase)
                } else {
                    Err(parser.expected("`}`"))
                }
            });
            let is_way = |phrase: &Phrase| match &phrase.is {
                Form::Call(of, _) => matches!(&of.is, Form::Of(_, name) if name == "way"),
                _ => false,
            };
            let points = gap.as_ref().is_ok_and(is_way);
            self.speaks = true;
            let said = gap.and_then(|phrase| self.phrase(&phrase));
            self.speaks = false;
            match said {
                Ok((_, ty @ Type::Set(_))) if !self.lists => {
                    let what = ty.name(&self.out);
                    let problem = source.problem(open..close + 1, format!("{what} cannot be said"));
                    let help = "say one of them, as `{first(SET)}`, or how many: `{count(SET)}`";
                    self.told(problem.help(help));
                }
                Ok((node, Type::Dice(of))) => {
                    let dice = &self.out.dice[usize::from(of)];
                    let is_one = dice.count == 1;
                    let ty = dice.ty.clone();
                    let shown = if is_one {
                        (self.node(Node::Die(node)), ty)
                    } else {
                        (self.node(Node::DiceSum(node)), Type::Number)
                    };
                    parts.push(Part::Value(shown.0, shown.1));
                }
                Ok((node, Type::Word(_))) if points => parts.push(Part::Value(node, Type::Way)),
                Ok((node, ty)) => {
                    // A list tells which cards lie there.
                    if let Type::Set(of) = &ty
                        && let Type::Piece(_, seen) = **of
                        && let Err(problem) = self.reads(seen, "the name", &self.anywhere())
                    {
                        self.told(problem);
                    }
                    parts.push(Part::Value(node, ty));
                }
                Err(problem) => self.told(problem),
            }
            at = close + 1;
        }
        parts.push(Part::Text(crate::games::by_kit::language::facts::line(
            &text[at..],
        )));
        if parts
            .iter()
            .filter(|part| matches!(part, Part::Value(..)))
            .count()
            > MAX_GAPS
            && !self.lists
        {
            self.told(source.problem(
                0..text.len(),
                format!("a sentence has at most {} gaps", MAX_GAPS),
            ));
        }
        Saying(parts)
    }

    fn end(&mut self) {
        let sheet = &self.sheet.end;
        let temp = &mut |this: &mut Self, phrase: &Option<Phrase>, flag: bool| -> Option<NodeId> {
            let phrase = phrase.as_ref()?;
            let read = if flag {
                this.flag(phrase)
            } else {
                this.count_of(phrase)
            };
            read.map_err(|problem| this.told(problem)).ok()
        };
        // Without rounds of the kit's own, a turn is all that people know of.
        let usual = if self.out.rounds {
            After::Round
        } else {
            After::Turn
        };
        let mut end = EndCode {
            low: sheet.low,
            after: sheet.after.unwrap_or(usual),
            together: sheet.together,
            ..EndCode::default()
        };
        let conditions = [&sheet.when, &sheet.win, &sheet.lose];
        let first = conditions.into_iter().flatten().next();
        end.origin = first.map(|condition| condition.origin.clone());
        end.win = temp(self, &sheet.win, true);
        end.lose = temp(self, &sheet.lose, true);
        end.when = temp(self, &sheet.when, true);
        self.in_score = true;
        end.score = temp(self, &sheet.score, false);
        end.ties = temp(self, &sheet.ties, false);
        self.in_score = false;
        // What bots read is not a rule.
        let believes = self.out.believes.clone();
        let worth = &self.sheet.worth;
        self.out.worth = temp(self, worth, false);
        self.out.believes = believes;
        end.reveal = std::mem::take(&mut self.out.end.reveal);
        for (name, origin) in &sheet.reveal {
            match self.out.zones.iter().position(|zone| zone.name == *name) {
                Some(zone) if end.reveal.contains(&(zone as u8)) => {}
                Some(zone) => end.reveal.push(zone as u8),
                None => self.told(origin.problem(format!("there is no zone `{name}`"))),
            }
        }
        self.out.over = self.here();
        let origin = self.anywhere();
        self.op(Op::Over, &origin);
        self.out.end = end;
    }

    /// Reports effects that call themselves, which would never end.
    fn recursion(&mut self) {
        for start in 0..self.called.len() {
            let mut seen = vec![false; self.called.len()];
            let mut todo = self.called[start].clone();
            while let Some(next) = todo.pop() {
                if next == start {
                    let effect = &self.sheet.effects[start];
                    let problem = effect
                        .origin
                        .problem(format!("effect `{}` calls itself", effect.name));
                    self.problems.push(problem.help("say it with `repeat`"));
                    break;
                }
                if !std::mem::replace(&mut seen[next], true) {
                    todo.extend(self.called[next].iter().copied());
                }
            }
        }
    }

    fn none(&mut self) -> Typed {
        (self.number(NONE), Type::None)
    }
}

/// Whether an expression mentions one of these names.
fn mentions<'n>(phrase: &Phrase, names: impl Iterator<Item = &'n String> + Clone) -> bool {
    use crate::games::by_kit::language::phrase::Form;
    let any = |phrases: &[&Phrase]| phrases.iter().any(|phrase| mentions(phrase, names.clone()));
    match &phrase.is {
        Form::Number(_) | Form::Quoted(_) => false,
        Form::Name(name) => names.clone().any(|known| known == name),
        Form::Of(base, _) | Form::Not(base) | Form::Minus(base) | Form::Empty(base) => any(&[base]),
        Form::Join(_, a, b) | Form::Where(a, b) | Form::By(a, b) => any(&[a, b]),
        Form::Call(base, arguments) => any(&[base]) || any(&arguments.iter().collect::<Vec<_>>()),
        Form::List(list) => any(&list.iter().collect::<Vec<_>>()),
    }
}

/// Adds where a block sets something each time that it is run, whatever else happens.
fn always_set<'b>(block: &'b Block, all: &mut Vec<&'b Origin>) {
    for statement in block {
        match &statement.is {
            Effect::Set { .. } => all.push(&statement.origin),
            Effect::Quietly { block }
            | Effect::EachPlayer {
                condition: None,
                block,
                ..
            } => always_set(block, all),
            _ => {}
        }
    }
}
