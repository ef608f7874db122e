//! Parses the expressions of `play.toml`: counts, comparisons and searches.

use std::ops::Range;
use std::sync::Arc;

use crate::games::by_kit::language::facts::NONE;
use crate::games::by_kit::language::lex::{Lexeme, Source, Token};
use crate::kit::Problem;

/// The deepest nesting of expressions.
const DEEPEST: usize = 24;

/// The most parts of an expression, where each entry of a list is counted on its own; whatever reads `1 + 1 + 1...` descends
/// it recursively.
const MAX_PARTS: usize = 500;

/// Where something is written.
#[derive(Clone, Debug)]
pub struct Origin {
    pub source: Arc<Source>,
    pub span: Range<usize>,
}

impl Origin {
    pub fn problem(&self, message: impl Into<String>) -> Problem {
        self.source.problem(self.span.clone(), message)
    }
}

#[derive(Clone, Debug)]
pub struct Phrase {
    pub is: Form,
    pub origin: Origin,
}

#[derive(Clone, Debug)]
pub enum Form {
    Number(i32),
    /// A quoted text, which is always a value of a field.
    Quoted(String),
    Name(String),
    /// `card.suit`.
    Of(Box<Phrase>, String),
    /// `count(hand)`, `land.fits(tile, p, t)`, `column(3)`.
    Call(Box<Phrase>, Vec<Phrase>),
    Join(Join, Box<Phrase>, Box<Phrase>),
    Not(Box<Phrase>),
    Minus(Box<Phrase>),
    Empty(Box<Phrase>),
    List(Vec<Phrase>),
    /// `hand where suit = led`.
    Where(Box<Phrase>, Box<Phrase>),
    /// `hand by rank`: the same set in this order.
    By(Box<Phrase>, Box<Phrase>),
}

/// A binary operator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Join {
    Or,
    And,
    Equal,
    Unequal,
    Less,
    AtMost,
    More,
    AtLeast,
    In,
    To,
    Plus,
    Minus,
    Times,
    Over,
    Modulo,
}

impl Join {
    /// Whether two values compare so, and `None` if it compares nothing. What is missing is neither less nor greater.
    pub fn compared(self, one: i32, other: i32) -> Option<bool> {
        let are_there = one != NONE && other != NONE;
        Some(match self {
            Join::Equal => one == other,
            Join::Unequal => one != other,
            Join::Less => are_there && one < other,
            Join::AtMost => are_there && one <= other,
            Join::More => are_there && one > other,
            Join::AtLeast => are_there && one >= other,
            _ => return None,
        })
    }

    /// What arithmetic with two numbers comes to, and `None` if that is no number that a game counts with: something is
    /// divided by 0, or it is too large.
    pub fn reckoned(self, one: i32, other: i32) -> Option<i32> {
        let found = match self {
            Join::Plus => one.checked_add(other),
            Join::Minus => one.checked_sub(other),
            Join::Times => one.checked_mul(other),
            Join::Over => one.checked_div_euclid(other),
            Join::Modulo => one.checked_rem_euclid(other),
            _ => None,
        };
        found.filter(|found| *found != NONE)
    }

    /// The operator of a token, and its precedence.
    fn of(token: &Token) -> Option<(Join, u8)> {
        Some(match &token.is {
            Lexeme::Word(word) => match word.as_str() {
                "or" => (Join::Or, 1),
                "and" => (Join::And, 2),
                "in" => (Join::In, 4),
                "to" => (Join::To, 5),
                _ => return None,
            },
            Lexeme::Sign(sign) => match *sign {
                "=" => (Join::Equal, 4),
                "!=" => (Join::Unequal, 4),
                "<" => (Join::Less, 4),
                "<=" => (Join::AtMost, 4),
                ">" => (Join::More, 4),
                ">=" => (Join::AtLeast, 4),
                "+" => (Join::Plus, 6),
                "-" => (Join::Minus, 6),
                "*" => (Join::Times, 7),
                "/" => (Join::Over, 7),
                "%" => (Join::Modulo, 7),
                _ => return None,
            },
            _ => return None,
        })
    }
}

/// A parser over a list of tokens.
pub struct Parser<'t> {
    pub source: &'t Arc<Source>,
    pub tokens: &'t [Token],
    pub at: usize,
    depth: usize,
    parts: usize,
    /// Words that end an expression, such as "with" or "at".
    stops: &'static [&'static str],
}

impl<'t> Parser<'t> {
    pub fn new(source: &'t Arc<Source>, tokens: &'t [Token]) -> Parser<'t> {
        Parser {
            source,
            tokens,
            at: 0,
            depth: 0,
            parts: 0,
            stops: &[],
        }
    }

    pub fn peek(&self) -> Option<&'t Token> {
        self.tokens.get(self.at)
    }

    pub fn is_done(&self) -> bool {
        self.at >= self.tokens.len()
    }

    /// Consumes this word, if it is next.
    pub fn word(&mut self, word: &str) -> bool {
        let is = self.peek().is_some_and(|token| token.is_word(word));
        self.at += usize::from(is);
        is
    }

    /// Consumes these words, if they are next.
    pub fn words(&mut self, words: &[&str]) -> bool {
        let is = words
            .iter()
            .zip(self.at..)
            .all(|(word, at)| self.tokens.get(at).is_some_and(|token| token.is_word(word)));
        self.at += if is { words.len() } else { 0 };
        is
    }

    /// Consumes this symbol, if it is next.
    pub fn sign(&mut self, sign: &str) -> bool {
        let is = self.peek().is_some_and(|token| token.is_sign(sign));
        self.at += usize::from(is);
        is
    }

    /// The range of the next token, or the end of the last one.
    pub fn span(&self) -> Range<usize> {
        let end = self.tokens.last().map_or(0, |token| token.span.end);
        self.peek().map_or(end..end, |token| token.span.clone())
    }

    pub fn origin(&self, from: usize) -> Origin {
        let start = self
            .tokens
            .get(from)
            .map_or_else(|| self.span().start, |token| token.span.start);
        let end = self
            .at
            .checked_sub(1)
            .and_then(|at| self.tokens.get(at))
            .map_or(start, |token| token.span.end);
        Origin {
            source: self.source.clone(),
            span: start..end.max(start),
        }
    }

    pub fn expected(&self, what: &str) -> Problem {
        let found = match self.peek() {
            Some(token) => format!("`{}`", &self.source.text[token.span.clone()]),
            None => "the end".into(),
        };
        self.source
            .problem(self.span(), format!("expected {what}, found {found}"))
            .label(format!("expected {what}"))
    }

    /// Parses a name.
    pub fn name(&mut self, what: &str) -> Result<String, Problem> {
        match self.peek() {
            Some(Token {
                is: Lexeme::Word(word),
                ..
            }) => {
                self.at += 1;
                Ok(word.clone())
            }
            _ => Err(self.expected(what)),
        }
    }

    /// Parses the name of a deck, which may have hyphens.
    pub fn deck(&mut self, what: &str) -> Result<String, Problem> {
        let mut name = self.name(what)?;
        while let [hyphen, next, ..] = &self.tokens[self.at.min(self.tokens.len())..] {
            let end = self.tokens[self.at - 1].span.end;
            let is_close = hyphen.span.start == end && next.span.start == hyphen.span.end;
            let more = match &next.is {
                Lexeme::Word(word) => word.clone(),
                Lexeme::Number(number) => number.to_string(),
                Lexeme::Quoted(_) | Lexeme::Sign(_) => break,
            };
            if !hyphen.is_sign("-") || !is_close {
                break;
            }
            name = format!("{name}-{more}");
            self.at += 2;
        }
        Ok(name)
    }

    /// Parses an expression that ends before one of these words.
    pub fn until(&mut self, stops: &'static [&'static str]) -> Result<Phrase, Problem> {
        let outer = std::mem::replace(&mut self.stops, stops);
        let phrase = self.phrase();
        self.stops = outer;
        phrase
    }

    /// Parses an expression, including its `where` and its `by` if it has them.
    pub fn phrase(&mut self) -> Result<Phrase, Problem> {
        let from = self.at;
        let mut set = self.joined(0)?;
        if !self.is_stop() && self.word("where") {
            let condition = self.joined(0)?;
            set = Phrase {
                is: Form::Where(set.into(), condition.into()),
                origin: self.origin(from),
            };
        }
        if !self.is_stop() && self.word("by") {
            let key = self.joined(0)?;
            set = Phrase {
                is: Form::By(set.into(), key.into()),
                origin: self.origin(from),
            };
        }
        Ok(set)
    }

    fn is_stop(&self) -> bool {
        self.peek()
            .is_some_and(|token| self.stops.iter().any(|stop| token.is_word(stop)))
    }

    /// Counts another part.
    fn goes_on(&mut self) -> Result<(), Problem> {
        self.parts += 1;
        if self.parts > MAX_PARTS {
            return Err(self
                .source
                .problem(
                    self.span(),
                    format!("the expression has more than {MAX_PARTS} parts"),
                )
                .help("give parts a name: [value.NAME]"));
        }
        Ok(())
    }

    fn joined(&mut self, least: u8) -> Result<Phrase, Problem> {
        self.depth += 1;
        if self.depth > DEEPEST {
            return Err(self
                .source
                .problem(self.span(), "expressions are nested too deep")
                .help("give parts a name: [value.NAME]"));
        }
        let from = self.at;
        let mut left = self.unary()?;
        loop {
            if !self.is_stop() && self.word("is") {
                self.goes_on()?;
                let not = self.word("not");
                if !self.word("empty") {
                    return Err(self.expected("`empty` or `not empty`"));
                }
                left = Phrase {
                    is: Form::Empty(left.into()),
                    origin: self.origin(from),
                };
                if not {
                    left = Phrase {
                        is: Form::Not(left.into()),
                        origin: self.origin(from),
                    };
                }
                continue;
            }
            let Some((join, binds)) = self.peek().filter(|_| !self.is_stop()).and_then(Join::of)
            else {
                break;
            };
            if binds <= least {
                break;
            }
            self.at += 1;
            self.goes_on()?;
            let right = self.joined(binds)?;
            left = Phrase {
                is: Form::Join(join, left.into(), right.into()),
                origin: self.origin(from),
            };
        }
        self.depth -= 1;
        Ok(left)
    }

    fn unary(&mut self) -> Result<Phrase, Problem> {
        let from = self.at;
        if self.word("not") {
            let what = self.joined(3)?;
            return Ok(Phrase {
                is: Form::Not(what.into()),
                origin: self.origin(from),
            });
        }
        if self.sign("-") {
            let what = self.joined(7)?;
            return Ok(Phrase {
                is: Form::Minus(what.into()),
                origin: self.origin(from),
            });
        }
        let mut phrase = self.atom()?;
        loop {
            self.goes_on()?;
            if self.sign(".") {
                let name = self.name("a name after the dot")?;
                phrase = Phrase {
                    is: Form::Of(phrase.into(), name),
                    origin: self.origin(from),
                };
            } else if self.sign("(") {
                let outer = std::mem::take(&mut self.stops);
                let arguments = self.list(")")?;
                self.stops = outer;
                phrase = Phrase {
                    is: Form::Call(phrase.into(), arguments),
                    origin: self.origin(from),
                };
            } else {
                return Ok(phrase);
            }
        }
    }

    fn atom(&mut self) -> Result<Phrase, Problem> {
        let from = self.at;
        let Some(token) = self.peek().filter(|_| !self.is_stop()) else {
            return Err(self.expected("an expression"));
        };
        let is = match &token.is {
            Lexeme::Number(number) => {
                self.at += 1;
                Form::Number(*number)
            }
            Lexeme::Quoted(text) => {
                self.at += 1;
                Form::Quoted(text.clone())
            }
            Lexeme::Word(word) => {
                self.at += 1;
                Form::Name(word.clone())
            }
            Lexeme::Sign("(") => {
                self.at += 1;
                let outer = std::mem::take(&mut self.stops);
                let inner = self.phrase()?;
                self.stops = outer;
                if !self.sign(")") {
                    return Err(self.expected("`)`"));
                }
                return Ok(inner);
            }
            Lexeme::Sign("[") => {
                self.at += 1;
                let outer = std::mem::take(&mut self.stops);
                let list = self.list("]")?;
                self.stops = outer;
                Form::List(list)
            }
            Lexeme::Sign("=") if from > 0 && self.tokens[from - 1].is_sign("=") => {
                return Err(self
                    .expected("an expression")
                    .help("a single `=` is enough"));
            }
            Lexeme::Sign(_) => return Err(self.expected("an expression")),
        };
        Ok(Phrase {
            is,
            origin: self.origin(from),
        })
    }

    /// Parses expressions separated by commas, up to a closing symbol.
    fn list(&mut self, end: &str) -> Result<Vec<Phrase>, Problem> {
        let mut list = Vec::new();
        if self.sign(end) {
            return Ok(list);
        }
        loop {
            let before = self.parts;
            list.push(self.phrase()?);
            self.parts = before;
            if self.sign(end) {
                return Ok(list);
            }
            if !self.sign(",") {
                return Err(self.expected(&format!("`,` or `{end}`")));
            }
        }
    }
}
