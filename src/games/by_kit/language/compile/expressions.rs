//! Compiles phrases to typed nodes.

use std::rc::Rc;

use super::{Bound, Compiler, GivenSet, MEANT, Names, Typed, Where, not_defined, together};
use crate::games::by_kit::language::code::*;
use crate::games::by_kit::language::facts::{FieldType, NONE, WORDS};
use crate::games::by_kit::language::phrase::{Form, Join, Origin, Phrase};
use crate::games::by_kit::language::sheet::{See, ZoneKind};
use crate::kit::Problem;
use crate::kit::problem::nearest;

/// How deep values may refer to values.
const DEEPEST_VALUES: usize = 12;
/// How deep expressions may be nested, with the values in them written out.
const DEEPEST: usize = 300;

impl Type {
    /// The type in plain words.
    pub(super) fn name(&self, program: &Program) -> String {
        match self {
            Type::Number => "a number".into(),
            Type::Flag => "yes or no".into(),
            Type::Word(_) => "a word".into(),
            Type::Value => "a number or a word".into(),
            Type::Player => "a player".into(),
            Type::Piece(..) => "a piece".into(),
            Type::Place(map) => {
                format!(
                    "a place of {}",
                    program.zones[usize::from(program.maps[usize::from(*map)].zone)].name
                )
            }
            Type::Zone(_) => "a zone".into(),
            Type::Dice(_) => "dice".into(),
            Type::Area(_) => "an area or side".into(),
            Type::Way => "a direction".into(),
            Type::Set(of) => format!("a set ({} each)", of.name(program)),
            Type::None => "none".into(),
        }
    }

    /// Whether a value of one type may be used where the other is expected.
    pub(super) fn fits(&self, other: &Type) -> bool {
        match (self, other) {
            (Type::None, _) | (_, Type::None) => true,
            (Type::Word(_), Type::Word(_))
            | (Type::Piece(..), Type::Piece(..))
            | (Type::Zone(_), Type::Zone(_)) => true,
            (Type::Value, Type::Word(_) | Type::Number)
            | (Type::Word(_) | Type::Number, Type::Value) => true,
            (a, b) => a == b,
        }
    }
}

impl Compiler<'_> {
    fn wrong(&self, origin: &Origin, expected: &str, found: &Type) -> Problem {
        let problem = origin.problem(format!(
            "expected {expected}, found {}",
            found.name(&self.out)
        ));
        let problem = problem.label(format!("expected {expected}"));
        match (expected, found) {
            ("a number", Type::Set(of)) if **of == Type::Number => problem.help(
                "`sum(Z)` adds up what several dice show, `count(Z)` says how many there are",
            ),
            ("a number", Type::Zone(_) | Type::Set(_)) => {
                problem.help("`count(Z)` says how many there are, `sum(Z, field)` adds up")
            }
            ("yes or no", Type::Zone(_) | Type::Set(_)) => {
                problem.help("`Z is empty`, `Z is not empty`, `any(Z where ..)`")
            }
            ("yes or no", Type::Number) => problem.help("compare it: `x > 0`"),
            ("a zone", Type::Number) => problem.help("`Z is empty`, or `count(Z) = 0`"),
            ("a piece", Type::Set(_)) => problem.help("`all of` takes all that there are"),
            _ if self.names.its.len() > 1
                && origin.source.text.get(origin.span.clone()) == Some("it") =>
            {
                problem
                    .help("`it` is the innermost: a `[value]` with `of` gives the outer one a name")
            }
            _ => problem,
        }
    }

    /// Compiles an expression of this type.
    pub(super) fn of_type(&mut self, phrase: &Phrase, ty: &Type) -> Result<NodeId, Problem> {
        let (node, found) = self.phrase(phrase)?;
        if found.fits(ty) {
            return Ok(node);
        }
        Err(self.wrong(&phrase.origin, &ty.name(&self.out), &found))
    }

    pub(super) fn count_of(&mut self, phrase: &Phrase) -> Result<NodeId, Problem> {
        let (node, ty) = self.phrase(phrase)?;
        match ty {
            Type::Number | Type::Value => Ok(node),
            // A single die counts as what it shows.
            Type::Dice(of) if matches!(self.out.dice[usize::from(of)].ty, Type::Number) => {
                Ok(self.node(Node::Die(node)))
            }
            Type::Flag => Ok(node),
            ty => Err(self.wrong(&phrase.origin, "a number", &ty)),
        }
    }

    pub(super) fn flag(&mut self, phrase: &Phrase) -> Result<NodeId, Problem> {
        let (node, ty) = self.phrase(phrase)?;
        match ty {
            Type::Flag => Ok(node),
            ty => Err(self.wrong(&phrase.origin, "yes or no", &ty)),
        }
    }

    pub(super) fn zone(&mut self, phrase: &Phrase) -> Result<(NodeId, u8), Problem> {
        let (node, ty) = self.phrase(phrase)?;
        match ty {
            Type::Zone(zone) => Ok((node, zone)),
            ty => Err(self.wrong(&phrase.origin, "a zone", &ty)),
        }
    }

    /// Compiles a piece: its node, the decks it may belong to, and whether the acting player sees it.
    pub(super) fn piece(&mut self, phrase: &Phrase) -> Result<(NodeId, u64, Seen), Problem> {
        let (node, ty) = self.phrase(phrase)?;
        match ty {
            Type::Piece(decks, seen) => Ok((node, decks, seen)),
            ty => {
                let problem = self.wrong(&phrase.origin, "a piece", &ty);
                Err(if matches!(ty, Type::Zone(_)) {
                    problem.help("say `top of Z`, `all of Z`, or `Z.top`")
                } else {
                    problem
                })
            }
        }
    }

    /// Compiles a set with a name for its members, which its own condition may use: `n in 1 to 7 where n != from`.
    pub(super) fn named_set(&mut self, name: &str, phrase: &Phrase) -> Result<Typed, Problem> {
        let origin = &phrase.origin;
        match &phrase.is {
            Form::Where(set, condition) => {
                let (set, ty) = self.set(set)?;
                let (temp, condition) =
                    self.with_named(name, &ty, origin, |this| this.flag(condition))?;
                Ok((self.node(Node::Where(set, temp, condition)), ty))
            }
            Form::By(set, key) => {
                let (set, ty) = self.named_set(name, set)?;
                let (temp, key) = self.with_named(name, &ty, origin, |this| this.count_of(key))?;
                Ok((self.node(Node::Sorted(set, temp, key)), ty))
            }
            _ => self.set(phrase),
        }
    }

    /// Compiles something about each member of a set, which has a name besides `it`.
    pub(super) fn with_named<T>(
        &mut self,
        name: &str,
        ty: &Type,
        origin: &Origin,
        read: impl FnOnce(&mut Self) -> Result<T, Problem>,
    ) -> Result<(u8, T), Problem> {
        self.with_it(ty, origin, |this| {
            let temp = this.names.its.last().map_or(0, |(temp, _)| *temp);
            this.names
                .scope
                .push(Bound::new(name, Where::Temp(temp), ty.clone()));
            let read = read(this);
            this.names.scope.pop();
            read
        })
    }

    /// Compiles a set: its node, and the type of its members.
    pub(super) fn set(&mut self, phrase: &Phrase) -> Result<Typed, Problem> {
        let (node, ty) = self.phrase(phrase)?;
        self.as_set(node, ty, &phrase.origin)
    }

    pub(super) fn as_set(
        &mut self,
        node: NodeId,
        ty: Type,
        origin: &Origin,
    ) -> Result<Typed, Problem> {
        match ty {
            Type::Set(of) => Ok((node, *of)),
            Type::Zone(zone) => {
                let seen = self.seen(zone, node);
                let decks = self.decks[usize::from(zone)];
                // What is hidden and counts must be revealed before scoring.
                if self.in_score
                    && matches!(seen, Seen::Alone | Seen::Kept | Seen::No)
                    && !self.out.end.reveal.contains(&zone)
                {
                    self.out.end.reveal.push(zone);
                }
                Ok((self.node(Node::Pieces(node)), Type::Piece(decks, seen)))
            }
            Type::Dice(of) => Ok((
                self.node(Node::Faces(node)),
                self.out.dice[usize::from(of)].ty.clone(),
            )),
            ty => Err(self.wrong(origin, "a set", &ty)),
        }
    }

    /// Whether the chooser sees the contents of a zone.
    pub(super) fn seen(&self, zone: u8, node: NodeId) -> Seen {
        let own = match &self.out.nodes[node as usize] {
            Node::Zone(cell) => cell.seat.is_some_and(|seat| self.is_the_chooser(seat)),
            _ => false,
        };
        let zone = &self.out.zones[usize::from(zone)];
        match (zone.see, zone.own) {
            (See::All, _) => Seen::Yes,
            (See::Top | See::Faces, _) => Seen::Perhaps,
            (See::Nobody, _) => Seen::No,
            (See::Owner, true) if own => Seen::Alone,
            (See::Owner, _) => Seen::Kept,
            (See::Others, true) if own => Seen::No,
            (See::Others, _) => Seen::Alone,
        }
    }

    /// Whether a seat is that of whoever chooses here: who is asked, or whose turn it is.
    fn is_the_chooser(&self, seat: NodeId) -> bool {
        let of = |node: NodeId| &self.out.nodes[node as usize];
        let Some(asked) = self.asked else {
            return matches!(of(seat), Node::Seat);
        };
        match (of(seat), of(asked)) {
            (Node::Seat, Node::Seat) => true,
            (Node::Var(one), Node::Var(other)) => {
                let is_plain = |address: &Address| address.seat.is_none() && address.key.is_none();
                one.of == other.of && is_plain(one) && is_plain(other)
            }
            (Node::Local(one), Node::Local(other)) => one == other,
            (Node::Temp(one), Node::Temp(other)) => one == other,
            _ => false,
        }
    }

    pub(super) fn phrase(&mut self, phrase: &Phrase) -> Result<Typed, Problem> {
        let origin = &phrase.origin;
        if self.out.nodes.len() > MAX_NODES {
            return Err(self.spent(origin));
        }
        if self.depth > DEEPEST {
            return Err(origin.problem("sets and values are nested too deep"));
        }
        self.depth += 1;
        let read = self.form(&phrase.is, origin);
        self.depth -= 1;
        read
    }

    fn form(&mut self, form: &Form, origin: &Origin) -> Result<Typed, Problem> {
        match form {
            Form::Number(number) => Ok((self.number(*number), Type::Number)),
            Form::Quoted(text) => self.quoted(text, origin),
            Form::Name(name) => self.name(name, origin),
            Form::Of(base, name) => self.of(base, name, origin),
            Form::Call(base, arguments) => self.call(base, arguments, origin),
            Form::Join(join, a, b) => self.join(*join, a, b, origin),
            Form::Not(inner) => {
                let inner = self.flag(inner)?;
                Ok((self.node(Node::Not(inner)), Type::Flag))
            }
            Form::Minus(inner) => {
                let inner = self.count_of(inner)?;
                Ok((self.node(Node::Minus(inner)), Type::Number))
            }
            Form::Empty(inner) => {
                let (node, ty) = self.phrase(inner)?;
                if let Type::Word(_)
                | Type::Piece(..)
                | Type::Place(_)
                | Type::Player
                | Type::Area(_)
                | Type::Value = ty
                {
                    let none = self.number(NONE);
                    return Ok((self.node(Node::Join(Join::Equal, node, none)), Type::Flag));
                }
                // The number of pieces somewhere is not a secret: nothing is read from the pieces.
                let (set, _) = self.as_set(node, ty, &inner.origin)?;
                Ok((self.node(Node::Empty(set)), Type::Flag))
            }
            Form::List(entries) => self.list(entries, origin),
            Form::By(set, key) => {
                let (set, ty) = self.set(set)?;
                let (temp, key) = self.with_it(&ty, origin, |this| this.count_of(key))?;
                Ok((
                    self.node(Node::Sorted(set, temp, key)),
                    Type::Set(ty.into()),
                ))
            }
            Form::Where(set, condition) => {
                let (set, ty) = self.set(set)?;
                let (temp, condition) = self.with_it(&ty, origin, |this| this.flag(condition))?;
                Ok((
                    self.node(Node::Where(set, temp, condition)),
                    Type::Set(ty.into()),
                ))
            }
        }
    }

    /// Compiles something about each member of a set, which is called `it`.
    pub(super) fn with_it<T>(
        &mut self,
        ty: &Type,
        origin: &Origin,
        read: impl FnOnce(&mut Self) -> Result<T, Problem>,
    ) -> Result<(u8, T), Problem> {
        let temp = self.new_temp(origin)?;
        self.names.its.push((temp, ty.clone()));
        let read = read(self);
        self.names.its.pop();
        self.temp -= 1;
        Ok((temp, read?))
    }

    fn word_of(&mut self, text: &str) -> NodeId {
        let word = self.out.facts.word(text);
        self.number(word)
    }

    /// A value of some row; or, in a sentence, any words.
    fn quoted(&mut self, text: &str, origin: &Origin) -> Result<Typed, Problem> {
        match self.out.facts.find_word(text) {
            Some(word) => Ok((self.number(word), Type::Word(None))),
            None if self.speaks => Ok((self.word_of(text), Type::Word(None))),
            None => {
                let words = self.out.facts.words.iter().map(String::as_str);
                let near = nearest(text, words).map(|near| format!("did you mean \"{near}\"?"));
                let problem = origin
                    .problem(format!("no row has the value \"{text}\""))
                    .label("no such value");
                Err(match near {
                    Some(near) => problem.help(near),
                    None => problem,
                })
            }
        }
    }

    fn list(&mut self, entries: &[Phrase], origin: &Origin) -> Result<Typed, Problem> {
        let mut nodes = Vec::new();
        let mut of = Type::None;
        let mut zones = Vec::new();
        for entry in entries {
            let (node, ty) = self.phrase(entry)?;
            if let Type::Zone(zone) = ty {
                zones.push(zone);
            }
            of = match (&of, &ty) {
                (Type::None, _) => ty,
                (Type::Piece(a, s), Type::Piece(b, t)) => Type::Piece(a | b, worse(*s, *t)),
                (Type::Word(_), Type::Word(_)) => Type::Word(None),
                (Type::Number, Type::Word(_)) | (Type::Word(_), Type::Number) => Type::Value,
                (of, ty) if ty.fits(of) => of.clone(),
                _ => return Err(self.wrong(&entry.origin, &of.name(&self.out), &ty)),
            };
            nodes.push(node);
        }
        if nodes.is_empty() {
            return Err(origin.problem("the list is empty"));
        }
        if zones.len() > 1 {
            self.listed_zones.push(zones);
        }
        Ok((self.node(Node::List(nodes.into())), Type::Set(of.into())))
    }

    fn join(
        &mut self,
        join: Join,
        a: &Phrase,
        b: &Phrase,
        origin: &Origin,
    ) -> Result<Typed, Problem> {
        match join {
            Join::And | Join::Or => {
                let (a, b) = (self.flag(a)?, self.flag(b)?);
                Ok((self.node(Node::Join(join, a, b)), Type::Flag))
            }
            Join::To => {
                let (a, b) = (self.count_of(a)?, self.count_of(b)?);
                Ok((self.node(Node::Range(a, b)), Type::Set(Type::Number.into())))
            }
            Join::In => {
                let (node, ty) = self.phrase(a)?;
                let (set, of) = self.set(b)?;
                if !ty.fits(&of) {
                    return Err(self.wrong(&a.origin, &of.name(&self.out), &ty));
                }
                let temp = self.new_temp(origin)?;
                let it = self.node(Node::Temp(temp));
                let same = match &of {
                    Type::Area(map) => self.same_area(*map, it, node, origin),
                    _ => Ok(self.node(Node::Join(Join::Equal, it, node))),
                };
                self.temp -= 1;
                let same = same?;
                let found = self.node(Node::Where(set, temp, same));
                Ok((self.node(Node::Any(found)), Type::Flag))
            }
            Join::Plus | Join::Minus | Join::Times | Join::Over | Join::Modulo => {
                if join == Join::Plus {
                    let ((x, xt), (y, yt)) = (self.phrase(a)?, self.phrase(b)?);
                    if is_set(&xt) && is_set(&yt) {
                        return self.union((x, xt), (y, yt), a, b);
                    }
                }
                let (a, b) = (self.count_of(a)?, self.count_of(b)?);
                Ok((self.node(Node::Join(join, a, b)), Type::Number))
            }
            Join::Less | Join::AtMost | Join::More | Join::AtLeast => {
                let (a, b) = (self.count_of(a)?, self.count_of(b)?);
                Ok((self.node(Node::Join(join, a, b)), Type::Flag))
            }
            Join::Equal | Join::Unequal => self.equal(join, a, b),
        }
    }

    fn union(
        &mut self,
        (x, xt): Typed,
        (y, yt): Typed,
        a: &Phrase,
        b: &Phrase,
    ) -> Result<Typed, Problem> {
        let ((x, xt), (y, yt)) = (
            self.as_set(x, xt, &a.origin)?,
            self.as_set(y, yt, &b.origin)?,
        );
        let of = match (xt, yt) {
            (Type::Piece(a, s), Type::Piece(b, t)) => Type::Piece(a | b, worse(s, t)),
            (Type::Word(a), Type::Word(b)) => Type::Word(a.filter(|a| b == Some(*a))),
            (
                Type::Word(_) | Type::Number | Type::Value,
                Type::Word(_) | Type::Number | Type::Value,
            ) => Type::Value,
            (xt, yt) if xt.fits(&yt) => xt,
            (xt, yt) => return Err(self.wrong(&b.origin, &xt.name(&self.out), &yt)),
        };
        Ok((self.node(Node::Union(x, y)), Type::Set(of.into())))
    }

    fn equal(&mut self, join: Join, a: &Phrase, b: &Phrase) -> Result<Typed, Problem> {
        let ((mut x, mut xt), (mut y, mut yt)) = (self.phrase(a)?, self.phrase(b)?);
        for (node, ty) in [(&mut x, &mut xt), (&mut y, &mut yt)] {
            if let Type::Dice(of) = ty {
                let face = self.out.dice[usize::from(*of)].ty.clone();
                *node = self.node(Node::Die(*node));
                *ty = face;
            }
        }
        if !xt.fits(&yt) {
            return Err(self.wrong(&b.origin, &xt.name(&self.out), &yt));
        }
        if let (Type::Area(map), Type::Area(_)) = (&xt, &yt) {
            let same = self.same_area(*map, x, y, &a.origin)?;
            return Ok(match join {
                Join::Equal => (same, Type::Flag),
                _ => (self.node(Node::Not(same)), Type::Flag),
            });
        }
        for (value, of, origin) in [(y, &xt, &b.origin), (x, &yt, &a.origin)] {
            let (Type::Word(Some(column)), Node::Number(word)) =
                (of, &self.out.nodes[value as usize])
            else {
                continue;
            };
            let column = usize::from(*column);
            let word = *word;
            let values = self.out.facts.values(column);
            if word < WORDS || values.contains(&word) {
                continue;
            }
            let said = self.out.facts.text(word).unwrap_or_default().to_owned();
            let problem = origin.problem(format!(
                "no row has `{said}` as its {}",
                self.out.facts.columns[column].name
            ));
            let all: Vec<&str> = values
                .iter()
                .filter_map(|value| self.out.facts.text(*value))
                .take(12)
                .collect();
            return Err(problem
                .label("no such value")
                .help(format!("there is {}", all.join(", "))));
        }
        Ok((self.node(Node::Join(join, x, y)), Type::Flag))
    }

    /// Compiles a single word.
    fn name(&mut self, name: &str, origin: &Origin) -> Result<Typed, Problem> {
        if let Some(bound) = self
            .names
            .scope
            .iter()
            .rev()
            .find(|bound| bound.name == name)
            .cloned()
        {
            return self.bound(&bound, origin);
        }
        let it = self.names.its.last().cloned();
        match (name, &it) {
            ("it", Some((temp, ty))) => return Ok((self.node(Node::Temp(*temp)), ty.clone())),
            (_, Some((temp, Type::Piece(decks, seen)))) => {
                if name == "up" {
                    let it = self.node(Node::Temp(*temp));
                    return Ok((self.node(Node::Up(it)), Type::Flag));
                }
                if self.out.facts.find_column(name).is_some() {
                    if self.is_thing(name) {
                        return Err(self.ambiguous(name, origin));
                    }
                    let it = self.node(Node::Temp(*temp));
                    return self.field(it, *decks, *seen, name, origin);
                }
                if name == "row" && !self.is_thing(name) {
                    let it = self.node(Node::Temp(*temp));
                    return self.row(it, *seen, origin);
                }
            }
            (_, Some((temp, Type::Player))) if self.is_own(name) => {
                let seat = self.node(Node::Temp(*temp));
                if let Some(found) = self.thing(name, Some(seat), None, origin)? {
                    return Ok(found);
                }
            }
            _ => {}
        }
        match name {
            "yes" | "true" => return Ok((self.number(1), Type::Flag)),
            "no" | "false" => return Ok((self.number(0), Type::Flag)),
            "none" => return Ok(self.none()),
            "player" => return Ok((self.node(Node::Seat), Type::Player)),
            "active" => return Ok((self.node(Node::Active), Type::Player)),
            "players" => return Ok((self.node(Node::Players), Type::Set(Type::Player.into()))),
            "others" => return Ok((self.node(Node::Others), Type::Set(Type::Player.into()))),
            "left" | "right" => {
                let seat = self.node(Node::Seat);
                return Ok((
                    self.node(Node::Beside(if name == "left" { 1 } else { -1 }, seat)),
                    Type::Player,
                ));
            }
            _ => {}
        }
        if let Some(constant) = self.sheet.constants.get(name) {
            return self.form(&constant.form(), origin);
        }
        if let Some((node, ty)) = self.thing(name, None, None, origin)? {
            if matches!(ty, Type::Word(_)) && self.out.facts.find_word(name).is_some() {
                let problem = origin
                    .problem(format!(
                        "`{name}` may be the word or the value of that name"
                    ))
                    .label("means two things");
                return Err(problem.help(format!(
                    "a value is put in quotes, \"{name}\"; give the word another name"
                )));
            }
            return Ok((node, ty));
        }
        if let Some(at) = self
            .sheet
            .values
            .iter()
            .position(|value| value.name == name)
        {
            return self.value(at, &[], origin);
        }
        if let Some(word) = self.out.facts.find_word(name) {
            return Ok((self.number(word), Type::Word(None)));
        }
        Err(self.unknown(name, origin))
    }

    fn bound(&mut self, bound: &Bound, origin: &Origin) -> Result<Typed, Problem> {
        self.hidden |= bound.is_hidden;
        if bound.is_hidden && self.offered {
            let what = format!("`{}`, which comes from what somebody hides", bound.name);
            return Err(hidden(origin, &what));
        }
        let node = match &bound.node {
            Where::Local(local) => Node::Local(*local),
            Where::Temp(temp) => Node::Temp(*temp),
            Where::Kept(set) => Node::Kept(*set),
            Where::Set(given) => {
                return self.among(given.names.clone(), |this| this.phrase(&given.phrase));
            }
        };
        Ok((self.node(node), bound.ty.clone()))
    }

    /// Compiles something where names have other meanings.
    fn among<T>(&mut self, names: Names, read: impl FnOnce(&mut Self) -> T) -> T {
        let outer = std::mem::replace(&mut self.names, names);
        let read = read(self);
        self.names = outer;
        read
    }

    fn unknown(&self, name: &str, origin: &Origin) -> Problem {
        let things = self.sheet.things.iter().map(|thing| thing.name.as_str());
        let values = self.sheet.values.iter().map(|value| value.name.as_str());
        let bound = self.names.scope.iter().map(|bound| bound.name.as_str());
        let columns = self
            .out
            .facts
            .columns
            .iter()
            .map(|column| column.name.as_str());
        let words = self.out.facts.words.iter().map(String::as_str);
        let known = things
            .chain(values)
            .chain(bound)
            .chain(MEANT)
            .chain(columns)
            .chain(words)
            // It may be a name elsewhere.
            .filter(|known| *known != name);
        let problem = origin.problem(not_defined(name)).label("unknown");
        match nearest(name, known) {
            Some(like) => problem.help(format!("did you mean `{like}`?")),
            None if self.out.facts.find_column(name).is_some() => {
                problem.help(format!("`{name}` is a field: say whose, `card.{name}`, or `it.{name}`"))
            }
            None => problem.help("a name is declared in [table], [player] or [value], or is a value that some row has"),
        }
    }

    /// Whether something on the table, or a `[value]`, has this name.
    fn is_thing(&self, name: &str) -> bool {
        let mut things = self.sheet.things.iter().map(|thing| &thing.name);
        let mut values = self.sheet.values.iter().map(|value| &value.name);
        things.any(|known| known == name) || values.any(|known| known == name)
    }

    fn ambiguous(&self, name: &str, origin: &Origin) -> Problem {
        origin
            .problem(format!(
                "`{name}` may be the field or the thing of that name"
            ))
            .label("means two things")
            .help(format!(
                "`it.{name}` is the field; for the thing, use a [value] of another name"
            ))
    }

    /// The place of a piece's kind in the rows of its deck.
    fn row(&mut self, piece: NodeId, seen: Seen, origin: &Origin) -> Result<Typed, Problem> {
        self.reads(seen, "row", origin)?;
        Ok((self.node(Node::Row(piece)), Type::Number))
    }

    /// Notes that a piece is looked at, and refuses that where the one who chooses cannot see it.
    pub(super) fn reads(&mut self, seen: Seen, what: &str, origin: &Origin) -> Result<(), Problem> {
        self.hidden |= matches!(seen, Seen::No | Seen::Kept | Seen::Alone);
        if !self.offered {
            return Ok(());
        }
        match seen {
            Seen::No | Seen::Kept => {
                return Err(hidden(
                    origin,
                    &format!("`{what}` of a piece that the one who chooses cannot see"),
                ));
            }
            Seen::Alone => (self.private, self.alone) = (true, true),
            // The piece may be one that only this player was shown.
            Seen::Yes | Seen::Perhaps => self.private |= self.apart.shows,
        }
        Ok(())
    }

    fn is_own(&self, name: &str) -> bool {
        self.sheet
            .things
            .iter()
            .any(|thing| thing.own && thing.name == name)
    }

    /// Compiles something of `[table]` or `[player]`, with its owner and key if given.
    pub(super) fn thing(
        &mut self,
        name: &str,
        seat: Option<NodeId>,
        key: Option<&Phrase>,
        origin: &Origin,
    ) -> Result<Option<Typed>, Problem> {
        let others = seat.is_some_and(|seat| !matches!(self.out.nodes[seat as usize], Node::Seat));
        // Nobody can touch meanwhile what everybody sees, and what nobody sets there stays as it is.
        let is_seen = |zone: &ZoneDecl| zone.name == name && zone.see == See::All;
        let is_kept = |var: &VarDecl| var.name == name && !self.apart.set.contains(&name);
        let open = self.out.zones.iter().any(is_seen) || self.out.vars.iter().any(is_kept);
        if others && self.together && self.is_own(name) && !open {
            return Err(together::problem(origin, "looking at what another has"));
        }
        if let Some(at) = self.out.zones.iter().position(|zone| zone.name == name) {
            return self.zone_at(at, seat, key).map(Some);
        }
        if let Some(at) = self.out.vars.iter().position(|var| var.name == name) {
            return self.variable_at(at, seat, key, origin).map(Some);
        }
        if let Some(at) = self.out.dice.iter().position(|dice| dice.name == name) {
            return self.dice_at(at, seat, origin).map(Some);
        }
        Ok(None)
    }

    fn zone_at(
        &mut self,
        at: usize,
        seat: Option<NodeId>,
        key: Option<&Phrase>,
    ) -> Result<Typed, Problem> {
        let zone = self.out.zones[at].clone();
        let ty = Type::Zone(at as u8);
        let mut address = Address {
            of: at as u16,
            base: zone.base,
            seat: self.whose(zone.own, seat),
            stride: zone.each.count(),
            key: None,
        };
        match (&zone.each, key) {
            (Keys::One, Some(key)) if zone.kind == ZoneKind::Map => {
                let problem = key
                    .origin
                    .problem(format!("`{}` is a map, not a function", zone.name));
                Err(problem.help("the tile at a place `p` is `p.tile`"))
            }
            (Keys::One, Some(key)) => Err(only_one(&zone.name, key)),
            (Keys::One, None) => Ok((self.node(Node::Zone(address.into())), ty)),
            (keys, Some(key)) => {
                address.key = Some(self.key(keys, key)?);
                Ok((self.node(Node::Zone(address.into())), ty))
            }
            (keys, None) => {
                let zones = self.node(Node::Zones(address.into(), keys.count()));
                Ok((zones, Type::Set(ty.into())))
            }
        }
    }

    fn variable_at(
        &mut self,
        at: usize,
        seat: Option<NodeId>,
        key: Option<&Phrase>,
        origin: &Origin,
    ) -> Result<Typed, Problem> {
        let var = self.out.vars[at].clone();
        let seat = self.whose(var.own, seat);
        let key = match (&var.each, key) {
            (Keys::One, Some(key)) => return Err(only_one(&var.name, key)),
            (Keys::One, None) => None,
            (keys, Some(key)) => Some(self.key(keys, key)?),
            (_, None) => {
                let name = &var.name;
                let problem =
                    origin.problem(format!("there are several `{name}`: one for each value"));
                return Err(problem.help(format!("say which: `{name}(..)`")));
            }
        };
        let address = Address {
            of: at as u16,
            base: var.base,
            seat,
            stride: var.each.count(),
            key,
        };
        Ok((self.node(Node::Var(address.into())), var.ty))
    }

    fn dice_at(
        &mut self,
        at: usize,
        seat: Option<NodeId>,
        origin: &Origin,
    ) -> Result<Typed, Problem> {
        let dice = self.out.dice[at].clone();
        let seat = self.whose(dice.own, seat);
        self.hidden |= dice.see != See::All && !self.revealed.contains(&(at as u8));
        if self.offered && dice.see != See::All {
            let are_own =
                seat.is_some_and(|seat| matches!(self.out.nodes[seat as usize], Node::Seat));
            if !are_own {
                let what = format!("`{}`, dice that the one who chooses cannot see", dice.name);
                return Err(hidden(origin, &what));
            }
            self.private = true;
            self.alone = true;
        }
        let address = Address {
            of: at as u16,
            base: dice.base,
            seat,
            stride: u16::from(dice.count),
            key: None,
        };
        Ok((self.node(Node::Dice(address.into())), Type::Dice(at as u8)))
    }

    fn whose(&mut self, own: bool, seat: Option<NodeId>) -> Option<NodeId> {
        own.then(|| seat.unwrap_or_else(|| self.node(Node::Seat)))
    }

    fn key(&mut self, keys: &Keys, phrase: &Phrase) -> Result<(Key, NodeId), Problem> {
        Ok(match keys {
            Keys::One => return Err(phrase.origin.problem("there is only one of it")),
            Keys::Number(count) => (Key::Number(*count), self.count_of(phrase)?),
            Keys::Of(values, column) => {
                let ty = match column {
                    Some(column)
                        if self.out.facts.columns[usize::from(*column)].is == FieldType::Number =>
                    {
                        Type::Number
                    }
                    column => Type::Word(*column),
                };
                (Key::Of(values.clone()), self.of_type(phrase, &ty)?)
            }
            Keys::Places(map, _) => (Key::Place(*map), self.of_type(phrase, &Type::Place(*map))?),
            Keys::Sides(map, _, sides) => {
                (Key::Side(*sides), self.of_type(phrase, &Type::Area(*map))?)
            }
        })
    }

    /// Compiles a field of a piece.
    fn field(
        &mut self,
        piece: NodeId,
        decks: u64,
        seen: Seen,
        name: &str,
        origin: &Origin,
    ) -> Result<Typed, Problem> {
        let Some(at) = self.out.facts.find_column(name) else {
            let known = self
                .out
                .facts
                .columns
                .iter()
                .map(|column| column.name.as_str())
                .chain(["up", "mark"]);
            let problem = origin
                .problem(format!("no row has a field `{name}`"))
                .label("no such field");
            return Err(match nearest(name, known.clone()) {
                Some(like) => problem.help(format!("did you mean `{like}`?")),
                None => problem.help(format!(
                    "there is {}",
                    known.take(12).collect::<Vec<_>>().join(", ")
                )),
            });
        };
        let column = &self.out.facts.columns[at];
        let missing = decks & !column.decks;
        if missing != 0 {
            let deck = &self.out.facts.decks[missing.trailing_zeros() as usize].name;
            let problem = origin
                .problem(format!("not every piece of `{deck}` has a field `{name}`"))
                .label("may be missing");
            return Err(problem.help(format!(
                "give every row of `{deck}` one, or look only at pieces that have it"
            )));
        }
        let is = column.type_in(decks);
        if is == FieldType::Mixed {
            let facts = &self.out.facts;
            let mut words = column.values.iter().filter_map(|value| facts.text(*value));
            let uncounted = words.find(|word| word.parse::<f64>().is_ok());
            return Err(match uncounted {
                Some(number) => origin
                    .problem(format!(
                        "`{name}` is {number} in a row, with which rules do not count"
                    ))
                    .help("they count with whole numbers up to 1,000,000: say 5 tenths, not 0.5"),
                None => origin.problem(format!(
                    "`{name}` is a number in some rows and a word in others"
                )),
            });
        }
        let named = self.in_pick
            || !matches!(self.out.nodes[piece as usize], Node::Temp(_))
            || self.names.its.is_empty();
        if matches!(seen, Seen::Alone | Seen::Kept) && !named && !self.in_score {
            self.out.believes.get_or_insert_with(|| origin.clone());
        }
        self.reads(seen, name, origin)?;
        let ty = match is {
            FieldType::Number => Type::Number,
            FieldType::Flag => Type::Flag,
            FieldType::Word | FieldType::Mixed => Type::Word(Some(at as u16)),
            FieldType::Words => {
                return Ok((
                    self.node(Node::FieldWords(at as u16, piece)),
                    Type::Set(Type::Word(Some(at as u16)).into()),
                ));
            }
        };
        Ok((self.node(Node::Field(at as u16, piece)), ty))
    }

    /// Compiles `a.b`.
    fn of(&mut self, base: &Phrase, name: &str, origin: &Origin) -> Result<Typed, Problem> {
        let (node, ty) = self.phrase(base)?;
        match ty {
            Type::Piece(..) if name == "up" => Ok((self.node(Node::Up(node)), Type::Flag)),
            Type::Piece(..) if name == "mark" => Ok((self.node(Node::Mark(node)), Type::Value)),
            Type::Piece(_, seen) if name == "row" && self.out.facts.find_column(name).is_none() => {
                self.row(node, seen, origin)
            }
            Type::Piece(decks, seen) => self.field(node, decks, seen, name, origin),
            Type::Player => self.of_player(node, name, origin),
            Type::Zone(zone) => self.of_zone(node, zone, name, origin),
            Type::Dice(of) => self.of_dice(node, of, name, origin),
            Type::Place(map) if name == "tile" => {
                let decks = self.decks[usize::from(self.out.maps[usize::from(map)].zone)];
                Ok((
                    self.node(Node::TileAt(map, node)),
                    Type::Piece(decks, Seen::Yes),
                ))
            }
            Type::Area(map) => self.of_area(node, map, name, origin),
            ty => Err(origin.problem(format!("{} has no `{name}`", ty.name(&self.out)))),
        }
    }

    fn of_player(&mut self, node: NodeId, name: &str, origin: &Origin) -> Result<Typed, Problem> {
        match name {
            "left" => Ok((self.node(Node::Beside(1, node)), Type::Player)),
            "right" => Ok((self.node(Node::Beside(-1, node)), Type::Player)),
            "number" => Ok((self.node(Node::PlayerNumber(node)), Type::Number)),
            _ if self.is_own(name) => match self.thing(name, Some(node), None, origin)? {
                Some(found) => Ok(found),
                None => Err(self.unknown(name, origin)),
            },
            _ => Err(self.unknown(name, origin)),
        }
    }

    fn of_zone(
        &mut self,
        node: NodeId,
        zone: u8,
        name: &str,
        origin: &Origin,
    ) -> Result<Typed, Problem> {
        let map = self.out.zones[usize::from(zone)].map;
        let decks = self.decks[usize::from(zone)];
        match (name, map) {
            ("origin", Some(map)) => Ok((self.node(Node::Origin(map)), Type::Place(map))),
            ("free", Some(map)) => {
                let places = Type::Set(Type::Place(map).into());
                Ok((self.node(Node::Free(map)), places))
            }
            ("places", Some(map)) => {
                let places = Type::Set(Type::Place(map).into());
                Ok((self.node(Node::Laid(map)), places))
            }
            ("top", _) => {
                let seen = self.seen(zone, node);
                let is_open = self.out.zones[usize::from(zone)].see == See::Top;
                let seen = if is_open { Seen::Yes } else { seen };
                Ok((self.node(Node::Top(node)), Type::Piece(decks, seen)))
            }
            ("bottom", _) => {
                let seen = self.seen(zone, node);
                Ok((self.node(Node::Bottom(node)), Type::Piece(decks, seen)))
            }
            _ => {
                // Places of a grid are not names.
                let place = map.and_then(|map| {
                    let shape = &self.out.maps[usize::from(map)].shape;
                    Some((map, shape.parse(name)?))
                });
                if let Some((map, place)) = place {
                    return Ok((self.number(place), Type::Place(map)));
                }
                let problem = origin.problem(format!("a zone has no `{name}`"));
                Err(match self.out.facts.find_column(name) {
                    Some(_) => problem.help(format!(
                        "`{name}` is a field of the pieces there: `Z.top.{name}`, `sum(Z, {name})`, `any(Z where {name} = ..)`"
                    )),
                    None => problem.help(
                        "a zone has `top` and `bottom`; a map `origin`, `free`, `places` and the places it names",
                    ),
                })
            }
        }
    }

    fn of_dice(
        &mut self,
        node: NodeId,
        of: u8,
        name: &str,
        origin: &Origin,
    ) -> Result<Typed, Problem> {
        let face = self.out.dice[usize::from(of)].ty.clone();
        match (name, face) {
            ("sum", Type::Number) => Ok((self.node(Node::DiceSum(node)), Type::Number)),
            ("least", Type::Number) => Ok((self.node(Node::DiceLeast(node)), Type::Number)),
            ("most", Type::Number) => Ok((self.node(Node::DiceMost(node)), Type::Number)),
            ("face", face) => Ok((self.node(Node::Die(node)), face)),
            _ => Err(origin
                .problem(format!("dice have no `{name}`"))
                .help("they have `sum`, `least`, `most` and `face`")),
        }
    }

    fn of_area(
        &mut self,
        node: NodeId,
        map: u8,
        name: &str,
        origin: &Origin,
    ) -> Result<Typed, Problem> {
        let (is, ty) = match name {
            "kind" => (Node::AreaKind(map, node), Type::Word(None)),
            "tiles" => (Node::AreaTiles(map, node), Type::Number),
            "open" => (Node::AreaOpen(map, node), Type::Number),
            "places" => (
                Node::AreaPlaces(map, node),
                Type::Set(Type::Place(map).into()),
            ),
            "sides" => (
                Node::AreaSides(map, node),
                Type::Set(Type::Area(map).into()),
            ),
            "place" => (Node::SidePlace(map, node), Type::Place(map)),
            "across" => (Node::Across(map, node), Type::Area(map)),
            _ => {
                return Err(origin.problem(format!("an area has no `{name}`")).help(
                    "it has `kind`, `tiles`, `open`, `places`, `sides` and `sum(field)`; a side, `place` and `across`",
                ));
            }
        };
        Ok((self.node(is), ty))
    }

    fn call(
        &mut self,
        base: &Phrase,
        arguments: &[Phrase],
        origin: &Origin,
    ) -> Result<Typed, Problem> {
        match &base.is {
            Form::Name(name) => {
                // Later words of the language give way to older kits' names.
                let is_newer = ["first", "last", "only", "abs"].contains(&name.as_str());
                if !(is_newer && self.is_thing(name))
                    && let Some(found) = self.built_in(name, arguments, origin)?
                {
                    return Ok(found);
                }
                if let Some(at) = self
                    .sheet
                    .values
                    .iter()
                    .position(|value| value.name == *name)
                {
                    return self.value(at, arguments, origin);
                }
                let [key] = arguments else {
                    return Err(self.unknown(name, &base.origin));
                };
                match self.thing(name, None, Some(key), origin)? {
                    Some(found) => Ok(found),
                    None => Err(self.unknown(name, &base.origin)),
                }
            }
            Form::Of(of, name) => {
                let (node, ty) = self.phrase(of)?;
                match ty {
                    Type::Zone(zone) if self.out.zones[usize::from(zone)].map.is_some() => {
                        let map = self.out.zones[usize::from(zone)].map.unwrap_or_default();
                        self.of_map(map, name, arguments, origin)
                    }
                    Type::Player => {
                        let [key] = arguments else {
                            return Err(self.unknown(name, origin));
                        };
                        match self.thing(name, Some(node), Some(key), origin)? {
                            Some(found) => Ok(found),
                            None => Err(self.unknown(name, origin)),
                        }
                    }
                    Type::Area(map) if name == "sum" => {
                        let [
                            Phrase {
                                is: Form::Name(field),
                                ..
                            },
                        ] = arguments
                        else {
                            return Err(
                                origin.problem("an area sums up a field: `area.sum(field)`")
                            );
                        };
                        match self.out.facts.find_column(field) {
                            Some(column) => Ok((
                                self.node(Node::AreaSum(map, column as u16, node)),
                                Type::Number,
                            )),
                            None => Err(origin.problem(format!("no row has a field `{field}`"))),
                        }
                    }
                    ty => {
                        Err(origin.problem(format!("{} has no `{name}(..)`", ty.name(&self.out))))
                    }
                }
            }
            _ => Err(origin.problem("this cannot be called")),
        }
    }

    /// Compiles a question about a map.
    fn of_map(
        &mut self,
        map: u8,
        name: &str,
        arguments: &[Phrase],
        origin: &Origin,
    ) -> Result<Typed, Problem> {
        let place = Type::Place(map);
        let places = Type::Set(place.clone().into());
        let node = match (name, arguments) {
            ("near", [p]) => Node::Near(map, self.of_type(p, &place)?),
            ("ways", [p]) => Node::Ways(map, self.of_type(p, &place)?),
            ("doors", [p]) => Node::Doors(map, self.of_type(p, &place)?),
            ("reach", [p, n]) => Node::Reach(map, self.of_type(p, &place)?, self.count_of(n)?),
            ("turns", [tile]) => {
                let (tile, ..) = self.piece(tile)?;
                return Ok((
                    self.node(Node::Turns(map, tile)),
                    Type::Set(Type::Number.into()),
                ));
            }
            ("fits", [tile, p, t]) => {
                let nodes = [
                    self.piece(tile)?.0,
                    self.of_type(p, &place)?,
                    self.count_of(t)?,
                ];
                return Ok((self.node(Node::Fits(map, nodes)), Type::Flag));
            }
            ("leads", [tile, p, t, from]) => {
                let nodes = [
                    self.piece(tile)?.0,
                    self.of_type(p, &place)?,
                    self.count_of(t)?,
                    self.of_type(from, &place)?,
                ];
                return Ok((self.node(Node::Leads(map, nodes)), Type::Flag));
            }
            ("areas" | "sides", [p]) => {
                let p = self.of_type(p, &place)?;
                let node = match name {
                    "areas" => Node::Areas(map, p),
                    _ => Node::Sides(map, p),
                };
                return Ok((self.node(node), Type::Set(Type::Area(map).into())));
            }
            ("side", [p, q]) => {
                let node = Node::SideTo(map, self.of_type(p, &place)?, self.of_type(q, &place)?);
                return Ok((self.node(node), Type::Area(map)));
            }
            ("named", [word]) => {
                let node = self.place_named(map, word)?;
                return Ok((node, place));
            }
            ("way", [p, q]) => {
                // The words are known to whatever is compared with it.
                for way in self.out.maps[usize::from(map)].shape.ways() {
                    self.out.facts.word(way);
                }
                let node = Node::WayTo(map, self.of_type(p, &place)?, self.of_type(q, &place)?);
                return Ok((self.node(node), Type::Word(None)));
            }
            ("reach", [p, n, step]) => {
                let (from, to) = (self.of_type(p, &place)?, self.count_of(n)?);
                let step = Some(self.step(map, step)?);
                Node::Walked(
                    Walk {
                        map,
                        from,
                        to,
                        step,
                    }
                    .into(),
                )
            }
            ("distance", [p, goals, steps @ ..]) if steps.len() < 2 => {
                let from = self.of_type(p, &place)?;
                let to = self.goals(map, goals)?;
                let step = steps.first().map(|step| self.step(map, step)).transpose()?;
                let walk = Walk {
                    map,
                    from,
                    to,
                    step,
                };
                return Ok((self.node(Node::Distance(walk.into())), Type::Number));
            }
            _ => {
                let problem = origin.problem(format!(
                    "a map has no `{name}` with so many values in brackets: {}",
                    arguments.len()
                ));
                return Err(problem.help(
                    "near(p), ways(p), doors(p), reach(p, n), distance(p, q), turns(tile), fits(tile, p, t), leads(tile, p, t, from), areas(p), sides(p), side(p, q), way(p, q), named(word)",
                ));
            }
        };
        Ok((self.node(node), places))
    }

    /// Compiles the place that a field of a piece names: a choice among the field's values, each of which names one.
    fn place_named(&mut self, map: u8, word: &Phrase) -> Result<NodeId, Problem> {
        let (said, ty) = self.phrase(word)?;
        let Type::Word(Some(column)) = ty else {
            return Err(self.wrong(&word.origin, "a field whose words name places", &ty));
        };
        // A piece without a word there names none.
        let mut chosen = self.number(NONE);
        for value in self.out.facts.values(usize::from(column)) {
            let name = self.out.facts.text(value).unwrap_or_default().to_owned();
            let Some(place) = self.out.maps[usize::from(map)].shape.parse(&name) else {
                let problem = word.origin.problem(format!("no place is called `{name}`"));
                return Err(problem.help("each word of the field must name a place of the map"));
            };
            let (place, value) = (self.number(place), self.number(value));
            let is_it = self.node(Node::Join(Join::Equal, said, value));
            chosen = self.node(Node::Choose(is_it, place, chosen));
        }
        Ok(chosen)
    }

    /// Compiles where a walk goes: a place, or a set of them.
    fn goals(&mut self, map: u8, goals: &Phrase) -> Result<NodeId, Problem> {
        let (node, ty) = self.phrase(goals)?;
        let place = Type::Place(map);
        match ty {
            Type::Set(of) if of.fits(&place) => Ok(node),
            ty if ty.fits(&place) => Ok(self.node(Node::List([node].into()))),
            ty => Err(self.wrong(&goals.origin, &place.name(&self.out), &ty)),
        }
    }

    /// Compiles the condition on a step of a walk: the name of a `[value]` of two places.
    fn step(&mut self, map: u8, step: &Phrase) -> Result<(u8, u8, NodeId), Problem> {
        let sheet = self.sheet;
        let values = sheet.values.iter();
        let of_two = values.filter(|value| value.of.len() == 2);
        let named = match &step.is {
            Form::Name(name) => of_two.clone().find(|value| value.name == *name),
            _ => None,
        };
        let Some(value) = named else {
            let problem = step
                .origin
                .problem("a walk needs the name of a [value] of two places: from where a step leads, and to where");
            let like = match &step.is {
                Form::Name(name) => nearest(name, of_two.map(|value| value.name.as_str())),
                _ => None,
            };
            return Err(problem.help(match like {
                Some(like) => format!("did you mean `{like}`?"),
                None => "[value.climb] of = [\"from\", \"to\"], is = \"from.tile.height = to.tile.height\"".to_owned(),
            }));
        };
        let at = sheet
            .values
            .iter()
            .position(|known| known.name == value.name);
        let from = self.new_temp(&step.origin)?;
        let to = self.new_temp(&step.origin)?;
        let place = |name: &String, temp| Bound::new(name, Where::Temp(temp), Type::Place(map));
        let mut values = self.names.values.clone();
        values.extend(at);
        let names = Names {
            scope: vec![place(&value.of[0], from), place(&value.of[1], to)],
            its: Vec::new(),
            values,
        };
        let holds = self.among(names, |this| this.flag(&value.is));
        self.temp -= 2;
        Ok((from, to, holds?))
    }

    /// Whether two areas are the same, by whichever of their sides they are known.
    fn same_area(
        &mut self,
        map: u8,
        a: NodeId,
        b: NodeId,
        origin: &Origin,
    ) -> Result<NodeId, Problem> {
        let temp = self.new_temp(origin)?;
        self.temp -= 1;
        let it = self.node(Node::Temp(temp));
        let is_it = self.node(Node::Join(Join::Equal, it, b));
        let sides = self.node(Node::AreaSides(map, a));
        let found = self.node(Node::Where(sides, temp, is_it));
        Ok(self.node(Node::Any(found)))
    }

    /// Compiles a `[value]` with its arguments.
    fn value(
        &mut self,
        at: usize,
        arguments: &[Phrase],
        origin: &Origin,
    ) -> Result<Typed, Problem> {
        let value = &self.sheet.values[at];
        if value.of.len() != arguments.len() {
            return Err(origin.problem(format!(
                "`{}` takes {} in brackets, but gets {}",
                value.name,
                value.of.len(),
                arguments.len()
            )));
        }
        let inside = &self.names.values;
        if inside.contains(&at) || inside.len() > DEEPEST_VALUES {
            return Err(origin.problem(format!("`{}` uses itself", value.name)));
        }
        let first = self.temp;
        let expanded = self.expanded(at, arguments, origin);
        self.temp = first;
        expanded
    }

    /// Writes out a `[value]`. Each argument is kept in a temporary while the later ones and the body are evaluated, so these
    /// use only temporaries after it.
    fn expanded(
        &mut self,
        at: usize,
        arguments: &[Phrase],
        origin: &Origin,
    ) -> Result<Typed, Problem> {
        let value = &self.sheet.values[at];
        let (mut scope, mut kept) = (Vec::new(), Vec::new());
        for (name, argument) in value.of.iter().zip(arguments) {
            let (node, ty) = self.phrase(argument)?;
            let place = match ty {
                Type::Set(_) => Where::Set(Rc::new(GivenSet {
                    phrase: argument.clone(),
                    names: self.names.clone(),
                })),
                _ => {
                    let temp = self.new_temp(origin)?;
                    kept.push((temp, node));
                    Where::Temp(temp)
                }
            };
            scope.push(Bound::new(name, place, ty));
        }
        let mut values = self.names.values.clone();
        values.push(at);
        let names = Names {
            scope,
            its: Vec::new(),
            values,
        };
        let (body, ty) = self.among(names, |this| this.phrase(&value.is))?;
        let node = kept.into_iter().rev().fold(body, |body, (temp, node)| {
            self.node(Node::Let(temp, node, body))
        });
        Ok((node, ty))
    }

    /// Compiles `count`, `sum` and other built-in functions; `None` if it is none of them.
    fn built_in(
        &mut self,
        name: &str,
        arguments: &[Phrase],
        origin: &Origin,
    ) -> Result<Option<Typed>, Problem> {
        let node = match (name, arguments) {
            ("count", [set]) => {
                let (set, _) = self.set(set)?;
                (Node::Count(set), Type::Number)
            }
            ("any", [set]) => {
                let (set, _) = self.set(set)?;
                (Node::Any(set), Type::Flag)
            }
            ("none", [set]) => {
                let (set, _) = self.set(set)?;
                (Node::Empty(set), Type::Flag)
            }
            (
                "all",
                [
                    Phrase {
                        is: Form::Where(set, condition),
                        ..
                    },
                ],
            ) => {
                let (set, ty) = self.set(set)?;
                let (temp, condition) = self.with_it(&ty, origin, |this| this.flag(condition))?;
                (Node::All(set, temp, condition), Type::Flag)
            }
            ("all", _) => return Err(origin.problem("`all` needs a condition: all(SET where ..)")),
            ("sum" | "most" | "least" | "distinct", [set, each]) => {
                self.of_each(name, set, each, origin)?
            }
            ("sum", [dice]) => (self.sum_of_numbers(dice, origin)?, Type::Number),
            ("max" | "min", [a, b]) => (self.extreme(name == "max", a, b, origin)?, Type::Number),
            ("abs", [number]) => (Node::Absolute(self.count_of(number)?), Type::Number),
            ("first" | "last" | "only", [set]) => {
                let (set, ty) = self.set(set)?;
                match name {
                    "first" => (Node::First(set), ty),
                    "last" => (Node::Last(set), ty),
                    _ => (Node::Only(set), ty),
                }
            }
            ("if", [condition, a, b]) => self.either(condition, a, b)?,
            (
                "values",
                [
                    Phrase {
                        is: Form::Name(field),
                        ..
                    },
                ],
            ) => self.values_of_field(field, origin)?,
            ("tops", [zones]) => {
                let (set, ty) = self.set(zones)?;
                let Type::Zone(zone) = ty else {
                    return Err(self.wrong(&zones.origin, "zones", &ty));
                };
                let decks = self.decks[usize::from(zone)];
                (
                    Node::Tops(set),
                    Type::Set(Type::Piece(decks, Seen::Perhaps).into()),
                )
            }
            (
                "count" | "any" | "none" | "sum" | "most" | "least" | "max" | "min" | "if"
                | "values" | "tops" | "distinct" | "abs",
                _,
            ) => {
                let problem = origin.problem(format!(
                    "`{name}` does not take {} in brackets",
                    arguments.len()
                ));
                return Err(problem
                    .help("count(SET), sum(SET, e), any(SET), all(SET where c), most(SET, e), max(a, b), max(SET, e), if(c, a, b)"));
            }
            _ => return Ok(None),
        };
        Ok(Some((self.node(node.0), node.1)))
    }

    /// Compiles `sum(SET, e)` and its like, which ask the same of each member.
    fn of_each(
        &mut self,
        name: &str,
        set: &Phrase,
        each: &Phrase,
        origin: &Origin,
    ) -> Result<(Node, Type), Problem> {
        let (set, ty) = self.set(set)?;
        let (temp, (each, _)) = self.with_it(&ty, origin, |this| match name {
            "distinct" => this.phrase(each),
            _ => this.count_of(each).map(|node| (node, Type::Number)),
        })?;
        Ok(match name {
            "sum" => (Node::Sum(set, temp, each), Type::Number),
            "most" => (Node::Most(set, temp, each), ty),
            "least" => (Node::Least(set, temp, each), ty),
            _ => (Node::Distinct(set, temp, each), Type::Number),
        })
    }

    /// Compiles `sum(SET)` of dice and other numbers.
    fn sum_of_numbers(&mut self, numbers: &Phrase, origin: &Origin) -> Result<Node, Problem> {
        let (set, ty) = self.set(numbers)?;
        if ty != Type::Number {
            return Err(self.wrong(&numbers.origin, "a set of numbers", &ty));
        }
        let temp = self.new_temp(origin)?;
        self.temp -= 1;
        let it = self.node(Node::Temp(temp));
        Ok(Node::Sum(set, temp, it))
    }

    /// Compiles `if(c, a, b)`.
    fn either(
        &mut self,
        condition: &Phrase,
        a: &Phrase,
        b: &Phrase,
    ) -> Result<(Node, Type), Problem> {
        let condition = self.flag(condition)?;
        let (x, x_type) = self.phrase(a)?;
        let (y, y_type) = self.phrase(b)?;
        if !x_type.fits(&y_type) {
            if let (Type::Dice(_), Type::Dice(_)) = (&x_type, &y_type) {
                let problem = b
                    .origin
                    .problem("these are other dice, and dice stay what they are");
                return Err(problem
                    .label("other dice")
                    .help("choose what they show: `if(n = 1, red.sum, blue.sum)`"));
            }
            return Err(self.wrong(&b.origin, &x_type.name(&self.out), &y_type));
        }
        let ty = if x_type == Type::None { y_type } else { x_type };
        Ok((Node::Choose(condition, x, y), ty))
    }

    /// Compiles `values(field)`: all that any row has there.
    fn values_of_field(&mut self, field: &str, origin: &Origin) -> Result<(Node, Type), Problem> {
        let Some(column) = self.out.facts.find_column(field) else {
            return Err(origin
                .problem(format!("no row has a field `{field}`"))
                .label("no such field"));
        };
        let ty = if self.out.facts.columns[column].is == FieldType::Number {
            Type::Number
        } else {
            Type::Word(Some(column as u16))
        };
        let values = self.out.facts.values(column);
        Ok((Node::Words(values.into()), Type::Set(ty.into())))
    }

    /// Compiles `max(a, b)`, the greater of two numbers, or `max(SET, e)`, the greatest about any member.
    fn extreme(
        &mut self,
        is_most: bool,
        a: &Phrase,
        b: &Phrase,
        origin: &Origin,
    ) -> Result<Node, Problem> {
        let nodes = self.out.nodes.len();
        let (node, ty) = self.phrase(a)?;
        if is_set(&ty) {
            let (set, ty) = self.as_set(node, ty, &a.origin)?;
            let (temp, each) = self.with_it(&ty, origin, |this| this.count_of(b))?;
            return Ok(if is_most {
                Node::Highest(set, temp, each)
            } else {
                Node::Lowest(set, temp, each)
            });
        }
        self.out.nodes.truncate(nodes);
        let (a, b) = (self.count_of(a)?, self.count_of(b)?);
        Ok(if is_most {
            Node::Greater(a, b)
        } else {
            Node::Smaller(a, b)
        })
    }

    /// Whether a zone holds the tiles of a map.
    pub(super) fn is_map(&self, zone: u8) -> bool {
        self.out.zones[usize::from(zone)].kind == ZoneKind::Map
    }
}

/// An offer must not depend on what is hidden.
fn hidden(origin: &Origin, what: &str) -> Problem {
    let help =
        "what players may do must follow from what they see: `reveal` it first, or decide in `do`";
    origin.problem(what).label("hidden").help(help)
}

fn is_set(ty: &Type) -> bool {
    matches!(ty, Type::Set(_) | Type::Zone(_) | Type::Dice(_))
}

pub(super) fn worse(a: Seen, b: Seen) -> Seen {
    match (a, b) {
        (Seen::No, _) | (_, Seen::No) => Seen::No,
        (Seen::Kept, _) | (_, Seen::Kept) => Seen::Kept,
        (Seen::Alone, _) | (_, Seen::Alone) => Seen::Alone,
        (Seen::Perhaps, _) | (_, Seen::Perhaps) => Seen::Perhaps,
        _ => Seen::Yes,
    }
}

/// A key was given to what has none.
fn only_one(name: &str, key: &Phrase) -> Problem {
    let problem = key.origin.problem(format!(
        "there is only one `{name}`, not one for each value"
    ));
    problem.help(format!(
        "leave the brackets out, or declare it with `each`: `{name} = {{ each = .. }}`"
    ))
}
