//! The rules as plain text, for fingerprints: what they say, however they are laid out, and however the program runs them.
//!
//! Sentences for people, comments and layout do not count. Whoever changes what a form means gives it other words here, so that
//! games begun with the old meaning are not continued with the new one.

use std::fmt::{Display, Write};

use crate::games::by_kit::language::phrase::{Form, Join, Phrase};
use crate::games::by_kit::language::sheet::{
    After, Each, Grid, Is, MapText, Sheet, Thing, ZoneText,
};
use crate::games::by_kit::language::statement::{
    Block, Change, Effect, Pieces, Placement, Repeat, Turned,
};

/// The rules of a sheet as text.
pub fn of(sheet: &Sheet) -> String {
    let mut writer = Writer::default();
    for thing in &sheet.things {
        writer.thing(thing);
    }
    writer.named("free", sheet.free);
    writer.block_of("setup", &sheet.setup);
    for (name, block) in [("round", &sheet.round), ("turn", &sheet.turn)] {
        if let Some(block) = block {
            writer.block_of(name, block);
        }
    }
    for action in &sheet.actions {
        writer.named("action", &action.name);
        for (name, set) in &action.picks {
            writer.named(&format!("pick {name} in"), Said(set));
        }
        for need in &action.needs {
            writer.named("need", Said(&need.that));
        }
        if action.last {
            writer.line("last");
        }
        writer.block_of("do", &action.does);
    }
    for effect in &sheet.effects {
        writer.block_of(heading("effect", &effect.name, &effect.of), &effect.is);
    }
    for value in &sheet.values {
        writer.named(&heading("value", &value.name, &value.of), Said(&value.is));
    }
    for when in &sheet.whens {
        writer.block_of(
            format_args!("when it becomes true that {}", Said(&when.that)),
            &when.does,
        );
    }
    writer.end(sheet);
    writer.text
}

fn heading(what: &str, name: &str, of: &[String]) -> String {
    format!("{what} {name}({})", of.join(", "))
}

/// An expression as text.
struct Said<'p>(&'p Phrase);

/// Expressions as text, separated by commas.
struct Listed<'p>(&'p [Phrase]);

impl Display for Listed<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        for (at, phrase) in self.0.iter().enumerate() {
            let comma = if at > 0 { ", " } else { "" };
            write!(f, "{comma}{}", Said(phrase))?;
        }
        Ok(())
    }
}

impl Display for Said<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match &self.0.is {
            Form::Number(number) => write!(f, "{number}"),
            Form::Quoted(text) => write!(f, "{text:?}"),
            Form::Name(name) => write!(f, "{name}"),
            Form::Of(base, name) => write!(f, "{}.{name}", Said(base)),
            Form::Call(base, given) => write!(f, "{}({})", Said(base), Listed(given)),
            Form::Join(join, a, b) => write!(f, "({} {} {})", Said(a), sign(*join), Said(b)),
            Form::Not(inner) => write!(f, "(not {})", Said(inner)),
            Form::Minus(inner) => write!(f, "(-{})", Said(inner)),
            Form::Empty(inner) => write!(f, "({} is empty)", Said(inner)),
            Form::List(list) => write!(f, "[{}]", Listed(list)),
            Form::Where(set, condition) => write!(f, "({} where {})", Said(set), Said(condition)),
            Form::By(set, key) => write!(f, "({} by {})", Said(set), Said(key)),
        }
    }
}

fn sign(join: Join) -> &'static str {
    match join {
        Join::Or => "or",
        Join::And => "and",
        Join::Equal => "=",
        Join::Unequal => "!=",
        Join::Less => "<",
        Join::AtMost => "<=",
        Join::More => ">",
        Join::AtLeast => ">=",
        Join::In => "in",
        Join::To => "to",
        Join::Plus => "+",
        Join::Minus => "-",
        Join::Times => "*",
        Join::Over => "/",
        Join::Modulo => "%",
    }
}

/// A part that may be missing: a word, and an expression after it.
fn perhaps(word: &str, phrase: Option<&Phrase>) -> String {
    phrase.map_or(String::new(), |phrase| format!(" {word} {}", Said(phrase)))
}

fn pieces(what: &Pieces) -> String {
    match what {
        Pieces::One(piece) => Said(piece).to_string(),
        Pieces::Top(None, zone) => format!("top of {}", Said(zone)),
        Pieces::Top(Some(count), zone) => format!("top {} of {}", Said(count), Said(zone)),
        Pieces::All(set) => format!("all of {}", Said(set)),
        Pieces::Random(count, zone) => format!("{} at random of {}", Said(count), Said(zone)),
        Pieces::Above(piece) => format!("{} and above", Said(piece)),
        Pieces::Sought(set) => format!("one of {}", Said(set)),
    }
}

fn face(up: Option<bool>) -> &'static str {
    match up {
        None => "",
        Some(true) => " face up",
        Some(false) => " face down",
    }
}

#[derive(Default)]
struct Writer {
    text: String,
    depth: usize,
}

impl Writer {
    fn line(&mut self, text: impl Display) {
        let indent = " ".repeat(self.depth);
        let _ = writeln!(self.text, "{indent}{text}");
    }

    fn named(&mut self, name: &str, is: impl Display) {
        self.line(format_args!("{name} {is}"));
    }

    fn block_of(&mut self, heading: impl Display, block: &Block) {
        self.line(format_args!("{heading}:"));
        self.depth += 1;
        for statement in block {
            self.effect(&statement.is);
        }
        self.depth -= 1;
    }

    fn thing(&mut self, thing: &Thing) {
        let owner = if thing.own { "each player's" } else { "the" };
        let name = &thing.name;
        if thing.anew {
            self.line(format_args!("every turn begins with a new {name}"));
        }
        match &thing.is {
            Is::Counter {
                start,
                least,
                most,
                each,
            } => {
                let each = each.as_ref().map_or(String::new(), each_of);
                self.line(format_args!(
                    "{owner} {name} counts from {start} within {least} to {most}{each}"
                ));
            }
            Is::Flag(flag, each) => {
                let each = each.as_ref().map_or(String::new(), each_of);
                self.line(format_args!("{owner} {name} is {flag}{each}"));
            }
            Is::OneOf(words, each) => {
                let each = each.as_ref().map_or(String::new(), each_of);
                let words: Vec<&str> = words.iter().map(|(word, _)| word.as_str()).collect();
                self.line(format_args!("{owner} {name} is one of {words:?}{each}"));
            }
            Is::Player => self.line(format_args!("{owner} {name} is a player")),
            Is::Figure(map) => self.line(format_args!("{owner} {name} stands on {map}")),
            Is::Dice {
                count,
                sides,
                deck,
                row,
                see,
            } => {
                let row = row.as_ref().map(|(code, _)| code);
                self.line(format_args!(
                    "{owner} {name} are {count} dice of {sides} {deck:?} {row:?}, seen by {see:?}"
                ));
            }
            Is::Zone(zone) => {
                let heading = format!("{owner} {name} holds pieces");
                self.line(heading);
                self.depth += 1;
                self.zone(zone);
                self.depth -= 1;
            }
        }
    }

    fn zone(&mut self, zone: &ZoneText) {
        let ZoneText {
            kind,
            deck,
            condition,
            see,
            most,
            refill,
            layers,
            each,
            ordered,
            map,
        } = zone;
        let each = each.as_ref().map_or(String::new(), each_of);
        self.line(format_args!("{kind:?} seen by {see:?}{each}"));
        if let Some((deck, _)) = deck {
            self.named("of", deck);
        }
        if let Some(condition) = condition {
            self.named("where", Said(condition));
        }
        if let Some(most) = most {
            self.named("at most", most);
        }
        if let Some((from, but_top)) = refill {
            let but_top = if *but_top { " but top" } else { "" };
            self.line(format_args!("refilled from {}{but_top}", Said(from)));
        }
        for layer in layers {
            self.named("layer", Said(layer));
        }
        if *ordered {
            self.line("ordered");
        }
        if let Some(map) = map {
            self.map(map);
        }
    }

    fn map(&mut self, map: &MapText) {
        let MapText {
            grid,
            sides,
            open,
            fit,
            walk,
            apart,
        } = map;
        match grid {
            Grid::Square => self.line("squares"),
            Grid::Flat => self.line("flat hexes"),
            Grid::Pointy => self.line("pointy hexes"),
            Grid::Places(names, links) => self.line(format_args!("{names:?} {links:?}")),
        }
        let names: Vec<&str> = sides.iter().map(|(name, _)| name.as_str()).collect();
        let field = |field: &Option<(String, _)>| field.as_ref().map(|(name, _)| name.clone());
        self.line(format_args!(
            "sides {names:?} open {:?} fit {fit:?} walk {walk:?} apart {:?}",
            field(open),
            field(apart)
        ));
    }

    fn end(&mut self, sheet: &Sheet) {
        let end = &sheet.end;
        let usual = match sheet.round {
            Some(_) => After::Round,
            None => After::Turn,
        };
        let when = match end.after.unwrap_or(usual) {
            After::Action => "ends after an action when",
            After::Turn => "ends after a turn when",
            After::Round => "ends after a round when",
        };
        for (name, phrase) in [
            ("wins when", &end.win),
            ("loses when", &end.lose),
            (when, &end.when),
            ("scores", &end.score),
            ("ties", &end.ties),
        ] {
            if let Some(phrase) = phrase {
                self.named(name, Said(phrase));
            }
        }
        for (name, _) in &end.reveal {
            self.named("reveals", name);
        }
        for (flag, word) in [(end.low, "low"), (end.together, "together")] {
            if flag {
                self.line(word);
            }
        }
    }

    fn effect(&mut self, effect: &Effect) {
        if let Some(line) = in_a_line(effect) {
            return self.line(line);
        }
        match effect {
            Effect::If {
                branches,
                otherwise,
            } => {
                // What is always done, whatever the options are.
                if branches.is_empty() {
                    otherwise
                        .iter()
                        .for_each(|statement| self.effect(&statement.is));
                    return;
                }
                for (condition, block) in branches {
                    self.block_of(format_args!("if {}", Said(condition)), block);
                }
                if !otherwise.is_empty() {
                    self.block_of("otherwise", otherwise);
                }
            }
            Effect::Each { name, set, block } => {
                self.block_of(format_args!("each {name} in {}", Said(set)), block);
            }
            Effect::EachPlayer {
                from,
                condition,
                block,
            } => {
                let from = perhaps("from", from.as_ref());
                let condition = perhaps("where, in turn,", condition.as_ref());
                self.block_of(format_args!("each player{from}{condition}"), block);
            }
            Effect::Repeat { how, block } => {
                let how = match how {
                    Repeat::Times(times) => format!(" {} times", Said(times)),
                    Repeat::While(condition) => format!(" while {}", Said(condition)),
                    Repeat::Until(condition) => format!(" until {}", Said(condition)),
                    Repeat::Always => String::new(),
                };
                self.block_of(format_args!("repeat{how}"), block);
            }
            Effect::Together { block } => self.block_of("together", block),
            Effect::Quietly { block } => {
                block
                    .iter()
                    .for_each(|statement| self.effect(&statement.is));
            }
            _ => {}
        }
    }
}

fn each_of(each: &Each) -> String {
    match each {
        Each::Number(count) => format!(" for each of {count}"),
        Each::Of(name, _) => format!(" for each {name}"),
    }
}

/// An effect without a block.
fn in_a_line(effect: &Effect) -> Option<String> {
    Some(match effect {
        Effect::Let { name, value } => format!("let {name} = {}", Said(value)),
        Effect::Set { target, by, value } => {
            format!("{} {} {}", Said(target), change_sign(*by), Said(value))
        }
        Effect::Move {
            what,
            to,
            placement,
        } => {
            format!("move {} to {}", pieces(what), placed(to, *placement))
        }
        Effect::Draw { count, from, to } => {
            let from = perhaps("from", from.as_ref());
            format!("draw {}{from} to {}", Said(count), Said(to))
        }
        Effect::Deal { count, from, to } => {
            let from = perhaps("from", from.as_ref());
            format!("deal {}{from} to each {}", Said(count), Said(to))
        }
        Effect::Fill { zone, to, from } => {
            format!("fill {} to {} from {}", Said(zone), Said(to), Said(from))
        }
        Effect::Shuffle { zone, into } => {
            format!("shuffle {}{}", Said(zone), perhaps("into", into.as_ref()))
        }
        Effect::Place {
            tile,
            place,
            turned,
            up,
        } => {
            let turned = perhaps("turned", turned.as_ref());
            let (tile, place) = (Said(tile), Said(place));
            format!("place {tile} at {place}{turned}{}", face(*up))
        }
        Effect::Turn { way, what } => {
            let way = match way {
                Turned::Up => "up",
                Turned::Down => "down",
                Turned::Round => "round",
            };
            format!("turn {way} {}", pieces(what))
        }
        Effect::Reveal { what, to } => {
            format!("reveal {}{}", pieces(what), perhaps("to", to.as_ref()))
        }
        Effect::Roll { dice, count } => {
            let count = count
                .as_ref()
                .map_or(String::new(), |count| format!("{} of ", Said(count)));
            format!("roll {count}{}", Said(dice))
        }
        Effect::Reroll { dice } => format!("reroll {}", Said(dice)),
        Effect::Choose { actions, may, .. } => {
            let names: Vec<&str> = actions.iter().map(|(name, _)| name.as_str()).collect();
            let verb = if *may { "may" } else { "choose" };
            format!("{verb} {}", names.join(", "))
        }
        Effect::Ask {
            who,
            name,
            set,
            or_none,
        } => {
            let who = who
                .as_ref()
                .map_or(String::new(), |who| format!("{}: ", Said(who)));
            let or_none = if *or_none { " or none" } else { "" };
            format!("ask {who}{name}{}{or_none}", perhaps("in", set.as_ref()))
        }
        Effect::Random { name, set, weight } => {
            let weight = perhaps("weight", weight.as_ref());
            format!("random {name} in {}{weight}", Said(set))
        }
        Effect::Mark { what, with } => format!("mark {} with {}", pieces(what), Said(with)),
        Effect::Do { what, with } => {
            format!("do {}{}", Said(what), perhaps("with", with.as_ref()))
        }
        Effect::End { what } => format!("end {what}"),
        Effect::Win { leaves } => format!("win{}", and_leave(*leaves)),
        Effect::Lose { leaves } => format!("lose{}", and_leave(*leaves)),
        Effect::If { .. }
        | Effect::Each { .. }
        | Effect::EachPlayer { .. }
        | Effect::Repeat { .. }
        | Effect::Together { .. }
        | Effect::Quietly { .. }
        | Effect::Say { .. } => return None,
    })
}

fn change_sign(change: Change) -> &'static str {
    match change {
        Change::To => "=",
        Change::More => "+=",
        Change::Less => "-=",
    }
}

fn placed(to: &Phrase, placement: Placement) -> String {
    let Placement {
        up,
        bottom,
        reversed,
    } = placement;
    let bottom = if bottom { "bottom of " } else { "" };
    let reversed = if reversed { " reversed" } else { "" };
    format!("{bottom}{}{}{reversed}", Said(to), face(up))
}

fn and_leave(leaves: bool) -> &'static str {
    if leaves { " and leave" } else { "" }
}
