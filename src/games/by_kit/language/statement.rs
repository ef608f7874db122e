//! Parses the statements of `play.toml`: one effect per line, with blocks indented or after a colon.

use std::ops::Range;
use std::sync::Arc;

use crate::games::by_kit::language::lex::{Lexeme, Source, Token, tokens};
use crate::games::by_kit::language::phrase::{Form, Origin, Parser, Phrase};
use crate::kit::Problem;

/// The deepest nesting of blocks.
const DEEPEST: usize = 12;

#[derive(Clone, Debug)]
pub struct Statement {
    pub is: Effect,
    pub origin: Origin,
}

pub type Block = Vec<Statement>;

/// What each player does `together`, who are all meant anyway: `together: each player: choose keep`.
fn of_each_player(mut block: Block) -> Block {
    if let [
        Statement {
            is:
                Effect::EachPlayer {
                    from: None,
                    condition: None,
                    block: inner,
                },
            ..
        },
    ] = block.as_mut_slice()
    {
        return std::mem::take(inner);
    }
    block
}

/// What a statement does.
#[derive(Clone, Debug)]
pub enum Effect {
    /// Names a value for the rest of the block.
    Let {
        name: String,
        value: Phrase,
    },
    Set {
        target: Phrase,
        by: Change,
        value: Phrase,
    },
    Move {
        what: Pieces,
        to: Phrase,
        placement: Placement,
    },
    Draw {
        count: Phrase,
        from: Option<Phrase>,
        to: Phrase,
    },
    Deal {
        count: Phrase,
        from: Option<Phrase>,
        to: Phrase,
    },
    Fill {
        zone: Phrase,
        to: Phrase,
        from: Phrase,
    },
    Shuffle {
        zone: Phrase,
        into: Option<Phrase>,
    },
    Place {
        tile: Phrase,
        place: Phrase,
        turned: Option<Phrase>,
        /// Whether it lies face up; `None` for the map's default.
        up: Option<bool>,
    },
    Turn {
        way: Turned,
        what: Pieces,
    },
    Reveal {
        what: Pieces,
        to: Option<Phrase>,
    },
    Roll {
        dice: Phrase,
        count: Option<Phrase>,
    },
    Reroll {
        dice: Phrase,
    },
    Choose {
        /// Its name, by which it has words of its own.
        name: Option<String>,
        actions: Vec<(String, Origin)>,
        may: bool,
    },
    Ask {
        who: Option<Phrase>,
        name: String,
        set: Option<Phrase>,
        or_none: bool,
    },
    /// Chance picks a member of a set.
    Random {
        name: String,
        set: Phrase,
        weight: Option<Phrase>,
    },
    If {
        branches: Vec<(Phrase, Block)>,
        otherwise: Block,
    },
    Each {
        name: String,
        set: Phrase,
        block: Block,
    },
    EachPlayer {
        from: Option<Phrase>,
        condition: Option<Phrase>,
        block: Block,
    },
    Repeat {
        how: Repeat,
        block: Block,
    },
    Together {
        block: Block,
    },
    Mark {
        what: Pieces,
        with: Phrase,
    },
    Do {
        what: Phrase,
        with: Option<Phrase>,
    },
    /// A sentence for everybody, and the rule that it goes by.
    Say {
        text: Source,
        rule: Option<(String, Origin)>,
    },
    /// What is done without a report.
    Quietly {
        block: Block,
    },
    End {
        what: String,
    },
    /// The player wins: the game ends, or only they leave it.
    Win {
        leaves: bool,
    },
    Lose {
        leaves: bool,
    },
}

impl Effect {
    /// Its inner blocks.
    pub fn blocks(&self) -> Vec<&Block> {
        match self {
            Effect::If {
                branches,
                otherwise,
            } => branches
                .iter()
                .map(|(_, block)| block)
                .chain([otherwise])
                .collect(),
            Effect::Each { block, .. }
            | Effect::EachPlayer { block, .. }
            | Effect::Repeat { block, .. }
            | Effect::Together { block }
            | Effect::Quietly { block } => vec![block],
            _ => Vec::new(),
        }
    }

    /// The same, to be changed.
    pub fn blocks_mut(&mut self) -> Vec<&mut Block> {
        match self {
            Effect::If {
                branches,
                otherwise,
            } => branches
                .iter_mut()
                .map(|(_, block)| block)
                .chain([otherwise])
                .collect(),
            Effect::Each { block, .. }
            | Effect::EachPlayer { block, .. }
            | Effect::Repeat { block, .. }
            | Effect::Together { block }
            | Effect::Quietly { block } => vec![block],
            _ => Vec::new(),
        }
    }

    /// Visits its own expressions, but not those of its inner blocks.
    pub fn phrases_mut(&mut self, see: &mut dyn FnMut(&mut Phrase)) {
        match self {
            Effect::Let { value, .. } => see(value),
            Effect::Set { target, value, .. } => {
                see(target);
                see(value);
            }
            Effect::Move { what, to, .. } => {
                what.phrases_mut(see);
                see(to);
            }
            Effect::Draw { count, from, to } | Effect::Deal { count, from, to } => {
                see(count);
                from.iter_mut().for_each(&mut *see);
                see(to);
            }
            Effect::Fill { zone, to, from } => [zone, to, from].into_iter().for_each(see),
            Effect::Shuffle { zone, into } => {
                see(zone);
                into.iter_mut().for_each(see);
            }
            Effect::Place {
                tile,
                place,
                turned,
                ..
            } => {
                see(tile);
                see(place);
                turned.iter_mut().for_each(see);
            }
            Effect::Turn { what, .. } => what.phrases_mut(see),
            Effect::Reveal { what, to } => {
                what.phrases_mut(see);
                to.iter_mut().for_each(see);
            }
            Effect::Roll { dice, count } => {
                see(dice);
                count.iter_mut().for_each(see);
            }
            Effect::Reroll { dice } => see(dice),
            Effect::Ask { who, set, .. } => who.iter_mut().chain(set).for_each(see),
            Effect::Random { set, weight, .. } => {
                see(set);
                weight.iter_mut().for_each(see);
            }
            Effect::If { branches, .. } => {
                branches
                    .iter_mut()
                    .for_each(|(condition, _)| see(condition));
            }
            Effect::Each { set, .. } => see(set),
            Effect::EachPlayer {
                from, condition, ..
            } => from.iter_mut().chain(condition).for_each(see),
            Effect::Repeat { how, .. } => match how {
                Repeat::Times(phrase) | Repeat::While(phrase) | Repeat::Until(phrase) => {
                    see(phrase)
                }
                Repeat::Always => {}
            },
            Effect::Mark { what, with } => {
                what.phrases_mut(see);
                see(with);
            }
            Effect::Do { what, with } => {
                see(what);
                with.iter_mut().for_each(see);
            }
            Effect::Choose { .. }
            | Effect::Together { .. }
            | Effect::Say { .. }
            | Effect::Quietly { .. }
            | Effect::End { .. }
            | Effect::Win { .. }
            | Effect::Lose { .. } => {}
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Change {
    To,
    More,
    Less,
}

/// How a piece is turned in place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Turned {
    Up,
    Down,
    /// By one side, clockwise.
    Round,
}

#[derive(Clone, Debug)]
pub enum Repeat {
    Times(Phrase),
    While(Phrase),
    Until(Phrase),
    Always,
}

/// Which pieces an effect applies to.
#[derive(Clone, Debug)]
pub enum Pieces {
    One(Phrase),
    /// This many from the top, or one.
    Top(Option<Phrase>, Phrase),
    All(Phrase),
    Random(Phrase, Phrase),
    /// A piece and those on top of it.
    Above(Phrase),
    /// A piece sought by name.
    Sought(Phrase),
}

impl Pieces {
    fn phrases_mut(&mut self, see: &mut dyn FnMut(&mut Phrase)) {
        match self {
            Pieces::One(phrase)
            | Pieces::All(phrase)
            | Pieces::Above(phrase)
            | Pieces::Sought(phrase) => see(phrase),
            Pieces::Top(count, zone) => {
                count.iter_mut().for_each(&mut *see);
                see(zone);
            }
            Pieces::Random(count, zone) => {
                see(count);
                see(zone);
            }
        }
    }
}

/// How pieces are placed at their destination.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Placement {
    /// Face up or down; `None` for the zone's default.
    pub up: Option<bool>,
    pub bottom: bool,
    pub reversed: bool,
}

/// A line as tokens, with its indentation.
struct SourceLine {
    indent: usize,
    source: Arc<Source>,
    tokens: Vec<Token>,
}

/// Parses the statements of several texts, each of one or more lines.
pub fn block(sources: &[Source], problems: &mut Vec<Problem>) -> Block {
    let mut lines = Vec::new();
    for source in sources {
        let source = Arc::new(source.clone());
        let mut start = 0;
        for text in source.text.split_inclusive('\n') {
            let span = start..start + text.trim_end().len();
            start += text.len();
            match tokens(&source, span.clone()) {
                Ok(tokens) if tokens.is_empty() => {}
                Ok(tokens) => {
                    let indent = text.len() - text.trim_start().len();
                    lines.push(SourceLine {
                        indent,
                        source: source.clone(),
                        tokens,
                    });
                }
                Err(problem) => problems.push(problem),
            }
        }
    }
    let mut reader = Reader {
        lines: &lines,
        at: 0,
        depth: 0,
        problems,
    };
    let indent = lines.first().map_or(0, |line| line.indent);
    let mut block = reader.block(indent);
    while let Some(line) = lines.get(reader.at) {
        let message = "this line is indented differently from those before it";
        let problem = line
            .source
            .problem(line.tokens[0].span.clone(), message)
            .label("begins here");
        reader
            .problems
            .push(problem.help("lines of one block begin in one column"));
        let more = reader.block(line.indent);
        block.extend(more);
    }
    block
}

struct Reader<'l, 'p> {
    lines: &'l [SourceLine],
    at: usize,
    depth: usize,
    problems: &'p mut Vec<Problem>,
}

impl Reader<'_, '_> {
    /// Parses the lines with at least this indentation.
    fn block(&mut self, indent: usize) -> Block {
        let mut block = Block::new();
        self.depth += 1;
        while let Some(line) = self.lines.get(self.at).filter(|line| line.indent == indent) {
            self.at += 1;
            if self.depth > DEEPEST {
                let span = line.tokens[0].span.clone();
                let problem = line.source.problem(span, "blocks are nested too deep");
                self.problems
                    .push(problem.help("give the inner ones a name: [effect.NAME]"));
                continue;
            }
            let mut parser = Parser::new(&line.source, &line.tokens);
            if let Err(problem) = self.line(&mut parser, indent, &mut block) {
                self.problems.push(problem);
                // After a faulty line, its block is skipped without further errors.
                while self
                    .lines
                    .get(self.at)
                    .is_some_and(|line| line.indent > indent)
                {
                    self.at += 1;
                }
            }
        }
        self.depth -= 1;
        block
    }

    /// Parses the statements on one line, and the blocks that belong to them.
    fn line(
        &mut self,
        parser: &mut Parser<'_>,
        indent: usize,
        block: &mut Block,
    ) -> Result<(), Problem> {
        loop {
            let from = parser.at;
            let statement = self
                .statement(parser, indent, block)
                .map_err(|problem| hinted(problem, parser, from))?;
            let origin = parser.origin(from);
            block.extend(statement.map(|is| Statement { is, origin }));
            if parser.is_done() {
                return Ok(());
            }
            if !parser.sign(";") {
                return Err(hinted(
                    parser.expected("`;` or the end of the line"),
                    parser,
                    from,
                ));
            }
            if parser.is_done() {
                return Ok(());
            }
        }
    }

    /// Parses the body after a header: the rest of the line, or the indented block below.
    fn body(&mut self, parser: &mut Parser<'_>, indent: usize) -> Result<Block, Problem> {
        let colon = parser.sign(":");
        if !parser.is_done() {
            if !colon {
                return Err(parser.expected("`:` and what is to be done"));
            }
            let mut block = Block::new();
            if self.depth >= DEEPEST {
                return Err(parser
                    .source
                    .problem(parser.span(), "blocks are nested too deep"));
            }
            self.depth += 1;
            let read = self.line(parser, indent, &mut block);
            self.depth -= 1;
            return read.map(|()| block);
        }
        match self.lines.get(self.at).filter(|line| line.indent > indent) {
            Some(line) => Ok(self.block(line.indent)),
            None => Err(parser.expected("a block: after `:`, or indented under this line")),
        }
    }

    fn statement(
        &mut self,
        parser: &mut Parser<'_>,
        indent: usize,
        before: &mut Block,
    ) -> Result<Option<Effect>, Problem> {
        if parser.word("if") {
            let condition = parser.phrase()?;
            let block = self.body(parser, indent)?;
            return Ok(Some(Effect::If {
                branches: vec![(condition, block)],
                otherwise: Block::new(),
            }));
        }
        if parser.words(&["otherwise", "if"]) {
            let condition = parser.phrase()?;
            let block = self.body(parser, indent)?;
            let Some((branches, _)) = open_condition(before) else {
                return Err(condition.origin.problem("`otherwise if` follows no `if`"));
            };
            branches.push((condition, block));
            return Ok(None);
        }
        if parser.word("otherwise") {
            let origin = parser.origin(parser.at - 1);
            let block = self.body(parser, indent)?;
            let Some((_, otherwise)) = open_condition(before) else {
                return Err(origin.problem("`otherwise` follows no `if`"));
            };
            *otherwise = block;
            return Ok(None);
        }
        if parser.words(&["each", "player"]) {
            let from = if parser.word("from") {
                Some(parser.until(&["where"])?)
            } else {
                None
            };
            let condition = phrase_after(parser, "where")?;
            let block = self.body(parser, indent)?;
            return Ok(Some(Effect::EachPlayer {
                from,
                condition,
                block,
            }));
        }
        if parser.word("each") {
            let name = parser.name("a name for each of them")?;
            if !parser.word("in") {
                return Err(parser.expected("`in` and a set"));
            }
            let set = parser.phrase()?;
            let block = self.body(parser, indent)?;
            return Ok(Some(Effect::Each { name, set, block }));
        }
        if parser.word("repeat") {
            let how = repeating(parser)?;
            let block = self.body(parser, indent)?;
            return Ok(Some(Effect::Repeat { how, block }));
        }
        if parser.word("together") {
            let block = self.body(parser, indent)?;
            return Ok(Some(Effect::Together {
                block: of_each_player(block),
            }));
        }
        if before_text(parser, "tell") {
            let origin = parser.origin(parser.at);
            parser.at += 1;
            let is = saying(parser)?;
            before.push(Statement { is, origin });
            return Ok(Some(Effect::Quietly {
                block: self.body(parser, indent)?,
            }));
        }
        let next = parser.tokens.get(parser.at + 1);
        if next.is_none_or(|token| token.is_sign(":")) && parser.word("quietly") {
            return Ok(Some(Effect::Quietly {
                block: self.body(parser, indent)?,
            }));
        }
        simple(parser).map(Some)
    }
}

/// The branches of an `if` that an `otherwise` may follow, and the block of that.
fn open_condition(before: &mut Block) -> Option<(&mut Vec<(Phrase, Block)>, &mut Block)> {
    match &mut before.last_mut()?.is {
        Effect::If {
            branches,
            otherwise,
        } if otherwise.is_empty() => Some((branches, otherwise)),
        _ => None,
    }
}

/// Parses what follows `repeat`.
fn repeating(parser: &mut Parser<'_>) -> Result<Repeat, Problem> {
    if parser.word("while") {
        return Ok(Repeat::While(parser.phrase()?));
    }
    if parser.word("until") {
        return Ok(Repeat::Until(parser.phrase()?));
    }
    if parser.is_done() || parser.peek().is_some_and(|token| token.is_sign(":")) {
        return Ok(Repeat::Always);
    }
    let times = parser.until(&["times"])?;
    need(parser, "times")?;
    Ok(Repeat::Times(times))
}

/// Whether this word and a text in quotes come next; without the text, it is a name.
fn before_text(parser: &Parser<'_>, word: &str) -> bool {
    let next = parser.tokens.get(parser.at + 1);
    parser.peek().is_some_and(|token| token.is_word(word))
        && next.is_some_and(|token| matches!(token.is, Lexeme::Quoted(_)))
}

/// Parses the rest of a `say` or `tell`: a text in quotes, and the rule that it goes by.
fn saying(parser: &mut Parser<'_>) -> Result<Effect, Problem> {
    let quoted = |parser: &Parser<'_>| match parser.peek().map(|token| &token.is) {
        Some(Lexeme::Quoted(text)) => Some(text.clone()),
        _ => None,
    };
    let Some(text) = quoted(parser) else {
        return Err(parser.expected("a sentence in quotes"));
    };
    let place = parser.source.place(parser.span());
    parser.at += 1;
    let rule = if parser.word("rule") {
        let from = parser.at;
        let rule = match quoted(parser) {
            Some(rule) => {
                parser.at += 1;
                rule
            }
            None => parser.name("the number of a rule, as R12")?,
        };
        Some((rule, parser.origin(from)))
    } else {
        None
    };
    Ok(Effect::Say {
        text: Source::new(text, place),
        rule,
    })
}

/// Collects the names of the questions of a block and of its inner blocks.
pub fn question_names<'b>(block: &'b Block, names: &mut Vec<&'b str>) {
    for statement in block {
        match &statement.is {
            Effect::Ask { name, .. }
            | Effect::Choose {
                name: Some(name), ..
            } => names.push(name),
            is => is
                .blocks()
                .into_iter()
                .for_each(|inner| question_names(inner, names)),
        }
    }
}

/// Whether a block, or a block in it, rolls or turns the dice of this name.
pub fn rolls(block: &Block, name: &str) -> bool {
    let is_named = |dice: &Phrase| matches!(&dice.is, Form::Name(known) if known == name);
    block.iter().any(|statement| match &statement.is {
        Effect::Roll { dice, .. } | Effect::Reroll { dice } => is_named(dice),
        Effect::Turn { what, .. } | Effect::Reveal { what, .. } => {
            matches!(what, Pieces::One(dice) if is_named(dice))
        }
        is => is.blocks().into_iter().any(|inner| rolls(inner, name)),
    })
}

/// The number of a rule, and where it is cited.
pub type Cited = (String, Origin);

/// Visits the sentences of a block and of its inner blocks.
pub fn sentences(block: &mut Block, see: &mut dyn FnMut(&mut Source, Option<&Cited>)) {
    for statement in block {
        if let Effect::Say { text, rule } = &mut statement.is {
            see(text, rule.as_ref());
        }
        for inner in statement.is.blocks_mut() {
            sentences(inner, see);
        }
    }
}

/// Removes the sentences of a block, which are not part of the rules.
pub fn unsaid(block: &mut Block) {
    block.retain(|statement| !matches!(statement.is, Effect::Say { .. }));
    for statement in block {
        statement.is.blocks_mut().into_iter().for_each(unsaid);
    }
}

/// The forms of effects, by their first word.
const FORMS: [(&str, &str); 22] = [
    (
        "move",
        "`move card to Z`, `move top 2 of Z to Z`, `move all of Z to Z`",
    ),
    (
        "draw",
        "`draw 2 from Z to Z`; `draw 1 to hand` where there is one pile",
    ),
    (
        "deal",
        "`deal 5 to each hand`, `deal 5 from Z to each hand`",
    ),
    ("fill", "`fill Z to 4 from Z`"),
    ("shuffle", "`shuffle Z`, `shuffle Z into Z`"),
    ("place", "`place TILE at PLACE turned T face down`"),
    (
        "turn",
        "`turn up card`, `turn down card`, `turn round tile`",
    ),
    ("roll", "`roll DICE`, `roll 3 DICE`, `roll COUNTER DICE`"),
    ("reroll", "`reroll DICE where it < 3`"),
    (
        "choose",
        "actions are separated by commas: `choose play, draw`, or with a name `choose move: play, draw`",
    ),
    ("may", "actions are separated by commas: `may play, draw`"),
    ("ask", "`ask x in SET where ..`, `ask who: x in SET`"),
    ("random", "`random x in SET`, `random x in SET weight e`"),
    ("mark", "`mark card with red`"),
    ("let", "`let x = e`, for the rest of the block"),
    ("say", "`say \"{player} is lost.\" rule R12`"),
    ("tell", "`tell \"{player} is lost.\": ..`"),
    ("do", "`do NAME`, `do NAME with e`, `do NAME with [e, e]`"),
    (
        "end",
        "`end action`, `end turn`, `end round`, `end game`, `end effect`, `end each`, `end repeat`",
    ),
    ("if", "`if x > 0: ..`, or the block indented under it"),
    ("each", "`each x in SET: ..`, `each player: ..`"),
    (
        "repeat",
        "`repeat 3 times: ..`, `repeat while c: ..`, `repeat: ..`",
    ),
];

/// Adds the form of the effect to a problem that has no hint of its own.
fn hinted(problem: Problem, parser: &Parser<'_>, from: usize) -> Problem {
    let first = parser.tokens.get(from).map(|token| &token.is);
    let form = FORMS
        .iter()
        .find(|(word, _)| matches!(first, Some(Lexeme::Word(first)) if first == word));
    match (&problem.help, form) {
        (None, Some((_, form))) => problem.help(*form),
        _ => problem,
    }
}

/// The expression after a word, if the word follows.
fn phrase_after(parser: &mut Parser<'_>, word: &str) -> Result<Option<Phrase>, Problem> {
    if parser.word(word) {
        parser.phrase().map(Some)
    } else {
        Ok(None)
    }
}

fn turning(parser: &mut Parser<'_>, way: Turned) -> Result<Effect, Problem> {
    Ok(Effect::Turn {
        way,
        what: pieces(parser, &[])?,
    })
}

/// Parses an effect without a block.
fn simple(parser: &mut Parser<'_>) -> Result<Effect, Problem> {
    // A name may look like an effect; the next token decides.
    let begins = |parser: &Parser<'_>| {
        let next = parser.tokens.get(parser.at + 1);
        !next.is_some_and(|token| {
            ["=", "+=", "-=", "."]
                .iter()
                .any(|sign| token.is_sign(sign))
        })
    };
    let Some(Token {
        is: Lexeme::Word(word),
        ..
    }) = parser.peek().filter(|_| begins(parser))
    else {
        return change(parser);
    };
    let from = parser.at;
    parser.at += 1;
    match word.as_str() {
        "let" => letting(parser),
        "move" => moving(parser),
        "draw" | "deal" => drawing(parser, word == "draw"),
        "fill" => {
            let zone = parser.until(&["to"])?;
            need(parser, "to")?;
            let to = parser.until(&["from"])?;
            need(parser, "from")?;
            Ok(Effect::Fill {
                zone,
                to,
                from: parser.phrase()?,
            })
        }
        "shuffle" => Ok(Effect::Shuffle {
            zone: parser.until(&["into"])?,
            into: phrase_after(parser, "into")?,
        }),
        "place" => placing(parser),
        "turn" if parser.word("up") => turning(parser, Turned::Up),
        "turn" if parser.word("down") => turning(parser, Turned::Down),
        "turn" if parser.word("round") => turning(parser, Turned::Round),
        "reveal" => Ok(Effect::Reveal {
            what: pieces(parser, &["to"])?,
            to: phrase_after(parser, "to")?,
        }),
        "roll" => rolling(parser),
        "reroll" => Ok(Effect::Reroll {
            dice: parser.phrase()?,
        }),
        "choose" | "may" => choosing(parser, word == "may"),
        "ask" => asking(parser),
        "random"
            if parser
                .tokens
                .get(parser.at + 1)
                .is_some_and(|next| next.is_word("in")) =>
        {
            lot(parser)
        }
        "mark" => {
            let what = pieces(parser, &["with"])?;
            need(parser, "with")?;
            Ok(Effect::Mark {
                what,
                with: parser.phrase()?,
            })
        }
        "do" => Ok(Effect::Do {
            what: parser.until(&["with"])?,
            with: phrase_after(parser, "with")?,
        }),
        "end" => Ok(Effect::End {
            what: parser.name(
                "what ends: `action`, `turn`, `round`, `game`, `effect`, `each` or `repeat`",
            )?,
        }),
        "say" => saying(parser),
        "win" => Ok(Effect::Win {
            leaves: leaving(parser)?,
        }),
        "lose" => Ok(Effect::Lose {
            leaves: leaving(parser)?,
        }),
        _ => {
            parser.at = from;
            change(parser)
        }
    }
}

/// Parses `and leave` after `win` or `lose`, if it follows.
fn leaving(parser: &mut Parser<'_>) -> Result<bool, Problem> {
    let leaves = parser.word("and");
    if leaves && !parser.word("leave") {
        return Err(parser.expected("`leave`"));
    }
    Ok(leaves)
}

/// Parses the rest of a `let`.
fn letting(parser: &mut Parser<'_>) -> Result<Effect, Problem> {
    let name = parser.name("a name for the value")?;
    if !parser.sign("=") {
        return Err(parser.expected("`=`"));
    }
    Ok(Effect::Let {
        name,
        value: parser.phrase()?,
    })
}

/// Parses the rest of a `random`.
fn lot(parser: &mut Parser<'_>) -> Result<Effect, Problem> {
    let name = parser.name("a name for what is drawn")?;
    need(parser, "in")?;
    let set = parser.until(&["weight"])?;
    let weight = if parser.word("weight") {
        Some(parser.phrase()?)
    } else {
        None
    };
    Ok(Effect::Random { name, set, weight })
}

/// Parses the rest of a `draw` or `deal`.
fn drawing(parser: &mut Parser<'_>, is_draw: bool) -> Result<Effect, Problem> {
    let count = parser.until(&["from", "to"])?;
    let source = if parser.word("from") {
        Some(parser.until(&["to"])?)
    } else {
        None
    };
    need(parser, "to")?;
    if is_draw {
        return Ok(Effect::Draw {
            count,
            from: source,
            to: parser.phrase()?,
        });
    }
    let _ = parser.word("each");
    let to = parser.until(&["from"])?;
    let source = if parser.word("from") {
        Some(parser.phrase()?)
    } else {
        source
    };
    Ok(Effect::Deal {
        count,
        from: source,
        to,
    })
}

/// Parses the rest of a `place`.
fn placing(parser: &mut Parser<'_>) -> Result<Effect, Problem> {
    let tile = parser.until(&["at"])?;
    need(parser, "at")?;
    let place = parser.until(&["turned", "face"])?;
    let turned = if parser.word("turned") {
        Some(parser.until(&["face"])?)
    } else {
        None
    };
    Ok(Effect::Place {
        tile,
        place,
        turned,
        up: face(parser),
    })
}

/// Parses the rest of a `roll`.
fn rolling(parser: &mut Parser<'_>) -> Result<Effect, Problem> {
    let first = parser.phrase()?;
    // `roll 3 dice`, `roll left_over dice`: two expressions in a row.
    let is_more = parser
        .peek()
        .is_some_and(|token| matches!(token.is, Lexeme::Word(_)));
    Ok(if is_more {
        Effect::Roll {
            dice: parser.phrase()?,
            count: Some(first),
        }
    } else {
        Effect::Roll {
            dice: first,
            count: None,
        }
    })
}

/// Parses `face up` or `face down`, if it is next.
fn face(parser: &mut Parser<'_>) -> Option<bool> {
    if parser.words(&["face", "up"]) {
        return Some(true);
    }
    parser.words(&["face", "down"]).then_some(false)
}

fn need(parser: &mut Parser<'_>, word: &str) -> Result<(), Problem> {
    if parser.word(word) {
        Ok(())
    } else {
        Err(parser.expected(&format!("`{word}`")))
    }
}

/// All first words of effects.
pub const EFFECTS: [&str; 29] = [
    "let",
    "move",
    "draw",
    "deal",
    "fill",
    "shuffle",
    "place",
    "turn",
    "reveal",
    "roll",
    "reroll",
    "choose",
    "may",
    "ask",
    "random",
    "mark",
    "do",
    "say",
    "end",
    "win",
    "lose",
    "if",
    "otherwise",
    "each",
    "repeat",
    "together",
    "tell",
    "quietly",
    "times",
];

/// Parses `x = e`, `x += e` or `x -= e`.
fn change(parser: &mut Parser<'_>) -> Result<Effect, Problem> {
    let from = parser.at;
    let first = parser.peek().and_then(|token| match &token.is {
        Lexeme::Word(word) => Some((word.clone(), token.span.clone())),
        _ => None,
    });
    let span = parser.span();
    // The target is an atom with its dots, since an expression would take the next symbol for a comparison.
    let target = target(parser)?;
    let by = match parser.peek().map(|token| &token.is) {
        Some(Lexeme::Sign("=")) => Change::To,
        Some(Lexeme::Sign("+=")) => Change::More,
        Some(Lexeme::Sign("-=")) => Change::Less,
        _ => return Err(unknown(parser, from, first, span)),
    };
    parser.at += 1;
    Ok(Effect::Set {
        target,
        by,
        value: parser.phrase()?,
    })
}

fn target(parser: &mut Parser<'_>) -> Result<Phrase, Problem> {
    let end = (parser.at..parser.tokens.len())
        .find(|at| {
            ["=", "+=", "-="]
                .iter()
                .any(|sign| parser.tokens[*at].is_sign(sign))
        })
        .unwrap_or(parser.tokens.len());
    let mut short = Parser::new(parser.source, &parser.tokens[..end]);
    short.at = parser.at;
    let phrase = short.phrase()?;
    parser.at = short.at;
    Ok(phrase)
}

fn unknown(
    parser: &Parser<'_>,
    from: usize,
    first: Option<(String, Range<usize>)>,
    span: Range<usize>,
) -> Problem {
    if parser.at > from + 1 || first.is_none() {
        let problem = parser.expected("`=`, `+=` or `-=`");
        return problem.help(
            "a line begins with what it does, as `move card to Z`; or it counts, as `x += 1`",
        );
    }
    let (word, span) = first.unwrap_or_else(|| (String::new(), span));
    let problem = parser
        .source
        .problem(span, format!("`{word}` is not an effect"))
        .label("not understood");
    problem.help(
        match crate::kit::problem::nearest(&word, EFFECTS.into_iter()) {
            Some(like) => format!("did you mean `{like}`?"),
            None => format!(
                "an effect begins with one of {}; or it counts: `x += 1`",
                EFFECTS[..21].join(", ")
            ),
        },
    )
}

/// Parses the rest of a `move`.
fn moving(parser: &mut Parser<'_>) -> Result<Effect, Problem> {
    let what = pieces(parser, &["to"])?;
    need(parser, "to")?;
    let bottom = parser.words(&["bottom", "of"]);
    if !bottom {
        let _ = parser.words(&["top", "of"]);
    }
    let to = parser.until(&["face", "reversed"])?;
    let mut placement = Placement {
        bottom,
        ..Placement::default()
    };
    loop {
        if let Some(up) = face(parser) {
            placement.up = Some(up);
        } else if parser.word("reversed") {
            placement.reversed = true;
        } else {
            return Ok(Effect::Move {
                what,
                to,
                placement,
            });
        }
    }
}

/// Parses `card`, `top 3 of Z`, `all of Z where c`, `2 at random of Z`, `card and above` or `one of Z where c`.
fn pieces(parser: &mut Parser<'_>, stops: &'static [&'static str]) -> Result<Pieces, Problem> {
    if parser.words(&["top", "of"]) {
        return Ok(Pieces::Top(None, parser.until(stops)?));
    }
    if parser.peek().is_some_and(|token| token.is_word("top")) {
        parser.at += 1;
        let count = parser.until(&["of"])?;
        need(parser, "of")?;
        return Ok(Pieces::Top(Some(count), parser.until(stops)?));
    }
    if parser.words(&["all", "of"]) {
        return Ok(Pieces::All(parser.until(stops)?));
    }
    if parser.words(&["one", "of"]) {
        return Ok(Pieces::Sought(parser.until(stops)?));
    }
    let from = parser.at;
    let sought: &'static [&'static str] = &["to", "with", "at", "and"];
    let first = parser.until(sought)?;
    if parser.words(&["at", "random", "of"]) {
        return Ok(Pieces::Random(first, parser.until(stops)?));
    }
    if parser.words(&["and", "above"]) {
        return Ok(Pieces::Above(first));
    }
    parser.at = from;
    Ok(Pieces::One(parser.until(stops)?))
}

/// Parses the rest of a `choose` or `may`: the actions, after a name for the question if it has one.
fn choosing(parser: &mut Parser<'_>, may: bool) -> Result<Effect, Problem> {
    let next = parser.tokens.get(parser.at + 1);
    let name = if next.is_some_and(|token| token.is_sign(":")) {
        let name = parser.name("a name for the question")?;
        parser.at += 1;
        Some(name)
    } else {
        None
    };
    Ok(Effect::Choose {
        name,
        actions: names(parser)?,
        may,
    })
}

/// Parses the names after `choose` or `may`.
fn names(parser: &mut Parser<'_>) -> Result<Vec<(String, Origin)>, Problem> {
    let mut names = Vec::new();
    loop {
        let from = parser.at;
        names.push((parser.name("an action's name")?, parser.origin(from)));
        if !parser.sign(",") {
            return Ok(names);
        }
    }
}

/// Parses the rest of an `ask`: `x in SET`, `who: x in SET` or `x`, each with an optional `or none`.
fn asking(parser: &mut Parser<'_>) -> Result<Effect, Problem> {
    // What comes after `;` is another effect, which may have a `:` of its own.
    let all = parser.tokens;
    let stop = all[parser.at..]
        .iter()
        .position(|token| token.is_sign(";"))
        .map_or(all.len(), |at| parser.at + at);
    let who = if all[parser.at..stop].iter().any(|token| token.is_sign(":")) {
        let who = parser.phrase()?;
        if !parser.sign(":") {
            return Err(parser.expected("`:`"));
        }
        Some(who)
    } else {
        None
    };
    let name = parser.name("a name for the answer")?;
    // `or none` comes last, where a condition would swallow it.
    let mut end = stop;
    let or_none =
        end >= 2 + parser.at && all[end - 1].is_word("none") && all[end - 2].is_word("or");
    if or_none {
        end -= 2;
    }
    let mut set = None;
    if parser.word("in") {
        let mut short = Parser::new(parser.source, &all[..end]);
        short.at = parser.at;
        set = Some(short.phrase()?);
        parser.at = short.at;
    }
    if parser.at != end {
        return Err(parser.expected("`in` and a set, or the end of the line"));
    }
    parser.at = stop;
    Ok(Effect::Ask {
        who,
        name,
        set,
        or_none,
    })
}
