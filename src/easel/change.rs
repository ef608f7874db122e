//! Changes to a template that leave everything else in it as it was.

use std::collections::BTreeSet;
use std::fmt::Write;
use std::ops::Range;

use serde::Deserialize;

use super::scan::{Kind, Node, Template};

/// What somebody does by pointing. `at` is where an element begins in the template.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "lowercase", deny_unknown_fields)]
pub enum Act {
    /// From one box to another, in mm from the corner of the piece; `matrix` is that of what the element is in.
    Place {
        at: usize,
        matrix: [f64; 6],
        from: [f64; 4],
        to: [f64; 4],
    },
    /// An attribute or an argument; without a value it is left out.
    Set {
        at: usize,
        name: String,
        to: Option<String>,
    },
    Delete {
        at: usize,
    },
    /// Among those beside it.
    Order {
        at: usize,
        to: Towards,
    },
    Copy {
        at: usize,
    },
    /// It is shown only if this expression is true.
    When {
        at: usize,
        to: Option<String>,
    },
    /// As many of it as the expression says, each so far from the last.
    Repeat {
        at: usize,
        count: String,
        by: [f64; 2],
    },
    /// On top of everything.
    Add {
        markup: String,
    },
    /// One after the other, as one.
    All(Vec<Act>),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Towards {
    Up,
    Down,
    Back,
    /// In front of everything on the face, also of what is in other groups.
    Top,
}

/// What becomes of a template, where the element begins in it, and what was done, in a sentence.
#[derive(Debug, PartialEq)]
pub struct Changed {
    pub text: String,
    pub at: usize,
    pub told: String,
}

/// The template after an act.
///
/// # Errors
///
/// The element is not there any more, or cannot be changed like this.
pub fn changed(text: &str, act: &Act) -> Result<Changed, String> {
    let template = Template::of(text);
    let face = Face {
        text,
        template: &template,
    };
    let node = |at: usize| {
        let found = template.at(at);
        found.ok_or_else(|| "the face has changed since it was shown: look at it again".to_owned())
    };
    match act {
        Act::Place {
            at,
            matrix,
            from,
            to,
        } => face.place(node(*at)?, matrix, from, to),
        Act::Set { at, name, to } => face.set(node(*at)?, name, to.as_deref()),
        Act::Delete { at } => Ok(face.delete(node(*at)?)),
        Act::Order { at, to } => face.order(node(*at)?, *to),
        Act::Copy { at } => Ok(face.copy(node(*at)?)),
        Act::When { at, to } => face.when(node(*at)?, to.as_deref()),
        Act::Repeat { at, count, by } => face.repeat(node(*at)?, count, *by),
        Act::Add { markup } => face.add(markup),
        Act::All(acts) => all(text, acts),
    }
}

/// The template after several acts. What is told is the first of them, or what was done to several things.
fn all(text: &str, acts: &[Act]) -> Result<Changed, String> {
    let (first, rest) = acts.split_first().ok_or("there is nothing to do")?;
    let mut after = changed(text, first)?;
    for act in rest {
        let next = changed(&after.text, act)?;
        after = Changed {
            told: after.told,
            ..next
        };
    }
    if let Some(told) = told_of_several(acts) {
        after.told = told;
    }
    Ok(after)
}

/// What was done to several things, if it was the same; `None` if it was done to one.
fn told_of_several(acts: &[Act]) -> Option<String> {
    let place = |act: &Act| match act {
        Act::Place { at, .. }
        | Act::Set { at, .. }
        | Act::Delete { at }
        | Act::Order { at, .. }
        | Act::Copy { at }
        | Act::When { at, .. }
        | Act::Repeat { at, .. } => Some(*at),
        Act::Add { .. } | Act::All(_) => None,
    };
    let places: Option<BTreeSet<usize>> = acts.iter().map(place).collect();
    let count = places.filter(|places| places.len() > 1)?.len();
    let is_each = |kind: fn(&Act) -> bool| acts.iter().all(kind);
    let done = if is_each(|act| matches!(act, Act::Place { .. })) {
        "moved"
    } else if is_each(|act| matches!(act, Act::Delete { .. })) {
        "deleted"
    } else if is_each(|act| matches!(act, Act::Copy { .. })) {
        "copied"
    } else {
        "changed"
    };
    Some(format!("{count} things were {done}"))
}

struct Face<'t> {
    text: &'t str,
    template: &'t Template,
}

impl Face<'_> {
    /// The text with some of its ranges replaced.
    fn with(&self, mut edits: Vec<(Range<usize>, String)>, at: usize, told: String) -> Changed {
        edits.sort_by_key(|(range, _)| (range.start, range.end));
        let mut text = String::with_capacity(self.text.len() + 64);
        let mut done = 0;
        for (range, new) in edits {
            text += &self.text[done..range.start];
            text += &new;
            done = range.end;
        }
        text += &self.text[done..];
        Changed { text, at, told }
    }

    fn value(&self, node: &Node, name: &str) -> Option<&str> {
        let setting = node.settings.iter().find(|setting| setting.name == name)?;
        Some(&self.text[setting.value.clone()])
    }

    /// What replaces a setting's value, or adds it.
    fn setting(&self, node: &Node, name: &str, to: &str) -> (Range<usize>, String) {
        let known = node.settings.iter().find(|setting| setting.name == name);
        if let Some(setting) = known {
            return (setting.value.clone(), to.to_owned());
        }
        let end = match node.kind {
            Kind::Element => node.range.start + 1 + node.name.len(),
            _ => node.settings_end,
        };
        let new = match node.kind {
            Kind::Element => format!(" {name}=\"{to}\""),
            _ => format!(", {name}={to}"),
        };
        (end..end, new)
    }

    // ---------- where it is ----------

    fn place(
        &self,
        node: &Node,
        matrix: &[f64; 6],
        from: &[f64; 4],
        to: &[f64; 4],
    ) -> Result<Changed, String> {
        let numbers = matrix.iter().chain(from).chain(to);
        if !numbers
            .clone()
            .all(|number| number.is_finite() && number.abs() < 1e6)
        {
            return Err("it cannot be placed there".to_owned());
        }
        let is_sized = (from[2] - to[2]).abs() > 1e-4 || (from[3] - to[3]).abs() > 1e-4;
        let move_of = Move::of(matrix, from, to, is_sized)?;
        let told = format!(
            "{} was {}",
            self.named(node),
            if is_sized { "sized" } else { "moved" }
        );
        let edits = match node.kind {
            Kind::Text | Kind::Picture => self.placed_call(node, &move_of)?,
            Kind::Inserted => return Ok(self.wrapped(node, &move_of, told)),
            Kind::Element => {
                let by_attributes = self.placed_attributes(node, &move_of);
                by_attributes.unwrap_or_else(|| vec![self.placed_by_transform(node, &move_of)])
            }
        };
        Ok(self.with(edits, node.range.start, told))
    }

    fn placed_call(&self, node: &Node, by: &Move) -> Result<Vec<(Range<usize>, String)>, String> {
        let mut edits = Vec::new();
        let steps = [
            ("x", by.dx()),
            ("y", by.dy()),
            ("w", by.dw()),
            ("h", by.dh()),
        ];
        for (name, step) in steps.into_iter().filter(|(_, step)| step.abs() > 1e-6) {
            let value = self.value(node, name);
            let value =
                value.ok_or_else(|| format!("its `{name}` is not written where it is called"))?;
            edits.push(self.setting(node, name, &shifted(value, step)));
        }
        Ok(edits)
    }

    /// What moves an element by the numbers that it has; `None` if it has others.
    fn placed_attributes(&self, node: &Node, by: &Move) -> Option<Vec<(Range<usize>, String)>> {
        if self.value(node, "transform").is_some() {
            return None;
        }
        let number = |name: &str| match self.value(node, name) {
            None => Some(0.0),
            Some(words) => words.trim().parse::<f64>().ok(),
        };
        let x = |at: f64| by.x(at);
        let y = |at: f64| by.y(at);
        let mut new: Vec<(&str, f64)> = Vec::new();
        match &*node.name {
            "rect" | "image" | "use" => {
                new.extend([("x", x(number("x")?)), ("y", y(number("y")?))]);
                if by.is_sized {
                    if node.name == "use" {
                        return None;
                    }
                    new.push(("width", number("width")? * by.sx));
                    new.push(("height", number("height")? * by.sy));
                }
            }
            "circle" | "ellipse" => {
                new.extend([("cx", x(number("cx")?)), ("cy", y(number("cy")?))]);
                match (&*node.name, by.is_sized) {
                    (_, false) => {}
                    ("circle", _) => new.push(("r", number("r")? * by.sx.min(by.sy))),
                    _ => new.extend([("rx", number("rx")? * by.sx), ("ry", number("ry")? * by.sy)]),
                }
            }
            "line" => {
                new.extend([("x1", x(number("x1")?)), ("x2", x(number("x2")?))]);
                new.extend([("y1", y(number("y1")?)), ("y2", y(number("y2")?))]);
            }
            "text" if !by.is_sized && !self.text[node.range.clone()].contains("<tspan") => {
                new.extend([("x", x(number("x")?)), ("y", y(number("y")?))]);
            }
            _ => return None,
        }
        let is_other =
            |(name, to): &(&str, f64)| number(name).is_none_or(|was| (was - to).abs() > 5e-4);
        let new = new.into_iter().filter(is_other);
        Some(
            new.map(|(name, to)| self.setting(node, name, &plain(to)))
                .collect(),
        )
    }

    /// The same for any element: what is at the start of its transform grows by this move.
    fn placed_by_transform(&self, node: &Node, by: &Move) -> (Range<usize>, String) {
        let before = self.value(node, "transform").unwrap_or_default();
        let (own, rest) = leading(before);
        let moved = [
            by.sx * own[0] + by.tx,
            by.sy * own[1] + by.ty,
            by.sx * own[2],
            by.sy * own[3],
        ];
        let mut transform = transform_of(moved);
        if !rest.is_empty() {
            let _ = write!(transform, " {rest}");
        }
        self.setting(node, "transform", transform.trim())
    }

    /// In a group that moves it; if it is in such a group already, that moves farther.
    fn wrapped(&self, node: &Node, by: &Move, told: String) -> Changed {
        if let Some((group, own)) = self.wrapper(node) {
            let further = [
                own[0] + own[2] * by.tx,
                own[1] + own[3] * by.ty,
                own[2] * by.sx,
                own[3] * by.sy,
            ];
            let edit = self.setting(group, "transform", &transform_of(further));
            return self.with(vec![edit], group.range.start, told);
        }
        let transform = transform_of([by.tx, by.ty, by.sx, by.sy]);
        let open = format!("<g transform=\"{transform}\">");
        let edits = vec![
            (node.range.start..node.range.start, open),
            (node.range.end..node.range.end, "</g>".to_owned()),
        ];
        self.with(edits, node.range.start, told)
    }

    /// The group that only moves this node, and how far and how much larger it makes it.
    fn wrapper(&self, node: &Node) -> Option<(&Node, [f64; 4])> {
        let group = &self.template.nodes[node.parent?];
        let inner = group.settings_end + 1..group.range.end - "</g>".len();
        let is_alone = self.text.get(inner)?.trim() == &self.text[node.range.clone()];
        let (own, rest) = leading(self.value(group, "transform")?);
        (is_alone && group.settings.len() == 1 && rest.is_empty()).then_some((group, own))
    }

    // ---------- what it is ----------

    fn set(&self, node: &Node, name: &str, to: Option<&str>) -> Result<Changed, String> {
        let what = match name {
            "0" => "what it shows",
            name => name,
        };
        let told = format!("{}: {what} was changed", self.named(node));
        let start = node.range.start;
        let is_name = |letter: char| letter.is_ascii_alphanumeric() || "-_:".contains(letter);
        if name.is_empty() || !name.chars().all(is_name) || node.kind == Kind::Inserted {
            return Err(format!("it has no `{name}`"));
        }
        if let Some(to) = to {
            check_value(node.kind, to)?;
            let edit = self.in_style(node, name, to);
            let edit = edit.unwrap_or_else(|| self.setting(node, name, to));
            return Ok(self.with(vec![edit], start, told));
        }
        let Some(setting) = node.settings.iter().find(|setting| setting.name == name) else {
            return Ok(self.with(Vec::new(), start, told));
        };
        // With its name, its quotes and what is before it.
        let before = &self.text[..setting.value.start];
        let (from, to) = match node.kind {
            Kind::Element => (
                before.trim_end_matches(['"', '\'']).rfind(name),
                setting.value.end + 1,
            ),
            _ => (before.rfind(','), setting.value.end),
        };
        let from = from
            .filter(|from| *from > start)
            .ok_or("it cannot be left out")?;
        let from = match node.kind {
            Kind::Element => self.text[..from].trim_end().len(),
            _ => from,
        };
        Ok(self.with(vec![(from..to, String::new())], start, told))
    }

    /// A property that the element has in its style, as drawing programs write it.
    fn in_style(&self, node: &Node, name: &str, to: &str) -> Option<(Range<usize>, String)> {
        let style = node
            .settings
            .iter()
            .find(|setting| setting.name == "style")?;
        let words = &self.text[style.value.clone()];
        let mut at = style.value.start;
        for part in words.split(';') {
            if let Some((key, value)) = part.split_once(':')
                && key.trim() == name
            {
                let start = at + key.len() + 1;
                return Some((start..start + value.len(), to.to_owned()));
            }
            at += part.len() + 1;
        }
        None
    }

    fn when(&self, node: &Node, to: Option<&str>) -> Result<Changed, String> {
        let told = format!("when {} is shown", self.named(node));
        let block = self.template.condition(self.text, node);
        let Some(to) = to.map(str::trim).filter(|to| !to.is_empty()) else {
            let Some(block) = block else {
                return Ok(self.with(Vec::new(), node.range.start, told));
            };
            let own = self.text[node.range.clone()].to_owned();
            return Ok(self.with(vec![(block.range.clone(), own)], block.range.start, told));
        };
        check_expression(to)?;
        if let Some(block) = block {
            let longer = to.len() as isize - block.rest.len() as isize;
            let at = node.range.start.saturating_add_signed(longer);
            return Ok(self.with(vec![(block.rest.clone(), to.to_owned())], at, told));
        }
        let open = format!("{{% if {to} %}}");
        let at = node.range.start + open.len();
        let edits = vec![
            (node.range.start..node.range.start, open),
            (node.range.end..node.range.end, "{% endif %}".to_owned()),
        ];
        Ok(self.with(edits, at, told))
    }

    fn repeat(&self, node: &Node, count: &str, by: [f64; 2]) -> Result<Changed, String> {
        check_expression(count)?;
        if !by.iter().all(|step| step.is_finite() && step.abs() < 1e4) {
            return Err("so far apart it cannot be repeated".to_owned());
        }
        let step = |by: f64| format!("{{{{ ({} * nth)|mm }}}}", plain(by));
        let open = format!(
            "{{% for nth in range(({count})|int) %}}<g transform=\"translate({} {})\">",
            step(by[0]),
            step(by[1])
        );
        let told = format!("{} was repeated", self.named(node));
        let at = node.range.start + open.len();
        let edits = vec![
            (node.range.start..node.range.start, open),
            (
                node.range.end..node.range.end,
                "</g>{% endfor %}".to_owned(),
            ),
        ];
        Ok(self.with(edits, at, told))
    }

    // ---------- all of it ----------

    fn delete(&self, node: &Node) -> Changed {
        let unit = self.template.unit(self.text, node);
        let line = self.line_of(&unit);
        let told = format!("{} was deleted", self.named(node));
        self.with(vec![(line, String::new())], unit.start, told)
    }

    fn copy(&self, node: &Node) -> Changed {
        let unit = self.template.unit(self.text, node);
        let at = unit.end + 1 + (node.range.start - unit.start);
        let copy = format!("\n{}", &self.text[unit.clone()]);
        let told = format!("{} was copied", self.named(node));
        self.with(vec![(unit.end..unit.end, copy)], at, told)
    }

    fn order(&self, node: &Node, to: Towards) -> Result<Changed, String> {
        let own = self.template.unit(self.text, node);
        let outer = |node: &Node| {
            let alone = self.template.condition(self.text, node);
            (node.parent, alone.map_or(node.block, |block| block.outer))
        };
        let beside = |other: &&Node| outer(other) == outer(node);
        let nodes = self.template.nodes.iter().filter(beside);
        let units: Vec<Range<usize>> = nodes
            .map(|node| self.template.unit(self.text, node))
            .collect();
        let at = units.iter().position(|unit| *unit == own).unwrap_or(0);
        let last = units.len().saturating_sub(1);
        if to == Towards::Top && outer(node) != (None, None) {
            return self.to_the_top(node);
        }
        let target = match to {
            Towards::Top => last,
            Towards::Up => (at + 1).min(last),
            Towards::Down => at.saturating_sub(1),
            Towards::Back => 0,
        };
        if target == at {
            return Err("it is there already".to_owned());
        }
        let way = if target > at { "up" } else { "down" };
        let told = format!("{} was put further {way}", self.named(node));
        // Everything between keeps its places: only the units change them.
        let mut order: Vec<usize> = (0..units.len()).collect();
        order.remove(at);
        order.insert(target, at);
        let mut edits = Vec::new();
        let mut start = node.range.start;
        // How much longer and shorter what is before a place became.
        let mut more = 0;
        let mut less = 0;
        for (place, unit) in units.iter().zip(&order) {
            let new = &self.text[units[*unit].clone()];
            if *unit == at {
                start = place.start + (node.range.start - own.start) + more - less;
            }
            if units[*unit] != *place {
                more += new.len();
                less += place.len();
                edits.push((place.clone(), new.to_owned()));
            }
        }
        Ok(self.with(edits, start, told))
    }

    /// Takes an element out of its groups and statements, and puts it with all of these in front of everything.
    fn to_the_top(&self, node: &Node) -> Result<Changed, String> {
        let end = self
            .template
            .end
            .ok_or("this template has no `<svg>` to draw in")?;
        let unit = self.template.unit(self.text, node);
        // Its groups and statements, from the outside, each with what opens and what closes it.
        let mut around: Vec<(usize, String, &str)> = Vec::new();
        let mut group = node.parent;
        while let Some(at) = group {
            let own = &self.template.nodes[at];
            let open = &self.text[own.range.start..=own.settings_end];
            let id = self.value(own, "id").map(|id| format!(" id=\"{id}\""));
            let open = id.map_or(open.to_owned(), |id| open.replacen(&id, "", 1));
            around.push((own.range.start, open, "</g>"));
            group = own.parent;
        }
        let mut block = node.block;
        while let Some(at) = block {
            let own = &self.template.blocks[at];
            if !own.branches.is_empty() {
                return Err(
                    "it is in one branch of a condition: change the file under Files".to_owned(),
                );
            }
            // The condition of this alone comes along with it.
            if own.range.start < unit.start {
                let open = self.text[own.range.start..own.inner.start].to_owned();
                let close = &self.text[own.inner.end..own.range.end];
                around.push((own.range.start, open, close));
            }
            block = own.outer;
        }
        around.sort_by_key(|(start, ..)| *start);
        let opens: String = around.iter().map(|(_, open, _)| open.as_str()).collect();
        let closes: String = around.iter().rev().map(|(.., close)| *close).collect();
        let line = self.line_of(&unit);
        let place = self.text[..end].rfind('\n').map_or(end, |at| at + 1);
        let is_blank = self.text[place..end].trim().is_empty();
        let place = if is_blank && place >= line.end {
            place
        } else {
            end
        };
        let at = place - line.len() + opens.len() + (node.range.start - unit.start);
        let moved = format!("{opens}{}{closes}\n", &self.text[unit]);
        let told = format!("{} was brought to the front", self.named(node));
        let edits = vec![(line, String::new()), (place..place, moved)];
        Ok(self.with(edits, at, told))
    }

    fn add(&self, markup: &str) -> Result<Changed, String> {
        let end = self
            .template
            .end
            .ok_or("this template has no `<svg>` to draw in")?;
        let line = self.text[..end].rfind('\n').map_or(end, |at| at + 1);
        let place = if self.text[line..end].trim().is_empty() {
            line
        } else {
            end
        };
        let inner = Template::of(&format!("<svg>{markup}</svg>"));
        if inner.nodes.is_empty() {
            return Err("there is nothing to add".to_owned());
        }
        let lead = inner.nodes[0].range.start - "<svg>".len();
        let told = "something was added".to_owned();
        Ok(self.with(
            vec![(place..place, format!("{markup}\n"))],
            place + lead,
            told,
        ))
    }

    /// The range, with its whole line if nothing else is in it.
    fn line_of(&self, range: &Range<usize>) -> Range<usize> {
        let start = self.text[..range.start].rfind('\n').map_or(0, |at| at + 1);
        let end = self.text[range.end..]
            .find('\n')
            .map(|at| range.end + at + 1);
        let is_alone = |end: usize| {
            self.text[start..range.start].trim().is_empty()
                && self.text[range.end..end].trim().is_empty()
        };
        match end {
            Some(end) if is_alone(end) => start..end,
            _ => range.clone(),
        }
    }

    fn named(&self, node: &Node) -> String {
        match node.kind {
            Kind::Text => format!("text {}", self.value(node, "0").unwrap_or_default()),
            Kind::Picture => "picture".to_owned(),
            Kind::Inserted => "insertion".to_owned(),
            Kind::Element => node.name.clone(),
        }
    }
}

/// A move and its size in the coordinates of what an element is in.
#[derive(Debug)]
struct Move {
    from: [f64; 4],
    is_sized: bool,
    tx: f64,
    ty: f64,
    sx: f64,
    sy: f64,
}

impl Move {
    fn of(
        matrix: &[f64; 6],
        from: &[f64; 4],
        to: &[f64; 4],
        is_sized: bool,
    ) -> Result<Move, String> {
        let [a, b, c, d, e, f] = *matrix;
        let area = a * d - b * c;
        if area.abs() < 1e-9 {
            return Err("it is in a group without any size".to_owned());
        }
        if !is_sized {
            let (x, y) = (to[0] - from[0], to[1] - from[1]);
            let tx = (d * x - c * y) / area;
            let ty = (a * y - b * x) / area;
            return Ok(Move {
                from: *from,
                is_sized,
                tx,
                ty,
                sx: 1.0,
                sy: 1.0,
            });
        }
        if b.abs() > 1e-9 || c.abs() > 1e-9 {
            return Err("it is in a turned group: it can be moved, but not sized".to_owned());
        }
        let local = |boxed: &[f64; 4]| {
            let (x, y) = ((boxed[0] - e) / a, (boxed[1] - f) / d);
            let (w, h) = (boxed[2] / a, boxed[3] / d);
            [x.min(x + w), y.min(y + h), w.abs(), h.abs()]
        };
        let (from, to) = (local(from), local(to));
        let ratio = |from: f64, to: f64| if from > 1e-6 { to / from } else { 1.0 };
        let (sx, sy) = (ratio(from[2], to[2]), ratio(from[3], to[3]));
        if sx < 1e-3 || sy < 1e-3 {
            return Err("it would have no size".to_owned());
        }
        Ok(Move {
            is_sized,
            tx: to[0] - from[0] * sx,
            ty: to[1] - from[1] * sy,
            sx,
            sy,
            from,
        })
    }

    fn x(&self, at: f64) -> f64 {
        at * self.sx + self.tx
    }

    fn y(&self, at: f64) -> f64 {
        at * self.sy + self.ty
    }

    /// How much the left edge and the others change.
    fn dx(&self) -> f64 {
        if self.is_sized {
            self.x(self.from[0]) - self.from[0]
        } else {
            self.tx
        }
    }

    fn dy(&self) -> f64 {
        if self.is_sized {
            self.y(self.from[1]) - self.from[1]
        } else {
            self.ty
        }
    }

    fn dw(&self) -> f64 {
        self.from[2] * (self.sx - 1.0)
    }

    fn dh(&self) -> f64 {
        self.from[3] * (self.sy - 1.0)
    }
}

/// What a transform begins with, as x, y and two scales, and the rest of it.
fn leading(transform: &str) -> ([f64; 4], &str) {
    let mut own = [0.0, 0.0, 1.0, 1.0];
    let mut rest = transform.trim();
    for (name, first) in [("translate(", 0), ("scale(", 2)] {
        let Some((inside, after)) = rest
            .strip_prefix(name)
            .and_then(|rest| rest.split_once(')'))
        else {
            continue;
        };
        let numbers = inside.split([' ', ',']).filter(|part| !part.is_empty());
        let numbers: Option<Vec<f64>> = numbers.map(|part| part.parse().ok()).collect();
        let Some(numbers) = numbers.filter(|numbers| (1..=2).contains(&numbers.len())) else {
            break;
        };
        own[first] = numbers[0];
        own[first + 1] = *numbers
            .get(1)
            .unwrap_or(if first == 0 { &0.0 } else { &numbers[0] });
        rest = after.trim_start();
    }
    (own, rest)
}

fn transform_of([x, y, sx, sy]: [f64; 4]) -> String {
    let mut words = format!("translate({} {})", plain(x), plain(y));
    let (sx, sy) = (finer(sx), finer(sy));
    if sx != "1" || sy != "1" {
        let both = if sx == sy { sx } else { format!("{sx} {sy}") };
        let _ = write!(words, " scale({both})");
    }
    words
}

/// A length with at most three decimals.
fn plain(number: f64) -> String {
    let text = format!("{number:.3}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" {
        "0".to_owned()
    } else {
        text.to_owned()
    }
}

/// A scale, with five.
fn finer(number: f64) -> String {
    format!("{number:.5}")
        .trim_end_matches('0')
        .trim_end_matches('.')
        .to_owned()
}

/// An expression that is greater by this.
fn shifted(expression: &str, by: f64) -> String {
    if let Ok(number) = expression.trim().parse::<f64>() {
        return plain(number + by);
    }
    let is_word = |letter: char| letter.is_alphanumeric() || letter == '_';
    let loose = ["if", "else", "and", "or", "not", "in", "is"];
    let has_loose = expression
        .split(|letter| !is_word(letter))
        .any(|word| loose.contains(&word));
    if has_loose || expression.contains(['<', '>', '=', '~']) {
        let sign = if by < 0.0 { '-' } else { '+' };
        return match expression
            .strip_prefix('(')
            .and_then(|rest| rest.rsplit_once(") "))
        {
            // It was shifted before.
            Some((inner, tail)) if number_after_sign(tail).is_some() => {
                let sum = number_after_sign(tail).unwrap_or_default() + by;
                format!("({inner}){}", signed(sum))
            }
            _ => format!("({expression}) {sign} {}", plain(by.abs())),
        };
    }
    let split = expression.rmatch_indices([' ']).find_map(|(at, _)| {
        let tail = &expression[at + 1..];
        number_after_sign(tail).map(|number| (at, number))
    });
    match split {
        Some((at, number)) => format!("{}{}", &expression[..at], signed(number + by)),
        None => format!("{expression}{}", signed(by)),
    }
}

/// "- 6.5" as -6.5
fn number_after_sign(tail: &str) -> Option<f64> {
    let (sign, digits) = tail.split_at_checked(2)?;
    let number: f64 = digits.parse().ok().filter(|number: &f64| *number >= 0.0)?;
    match sign {
        "+ " => Some(number),
        "- " => Some(-number),
        _ => None,
    }
}

fn signed(number: f64) -> String {
    match plain(number.abs()).as_str() {
        "0" => String::new(),
        text if number < 0.0 => format!(" - {text}"),
        text => format!(" + {text}"),
    }
}

/// Whether something may be written as an attribute's value or an argument.
fn check_value(kind: Kind, value: &str) -> Result<(), String> {
    match kind {
        Kind::Element => {
            let inside = |part: &'_ str| usize::from(part.contains("}}"));
            let parts = value.split("{{");
            let mut outside = parts.flat_map(|part| part.split("}}").skip(inside(part)));
            if outside.any(|part| part.contains(['"', '<', '&'])) {
                return Err("it may not contain quotes, `<` or `&`".to_owned());
            }
            if value.matches("{{").count() != value.matches("}}").count() || value.contains("{%") {
                return Err("a placeholder in it is not closed".to_owned());
            }
            Ok(())
        }
        _ => check_expression(value),
    }
}

/// Whether something is a whole expression: with it, the tag that it is in does not end.
fn check_expression(expression: &str) -> Result<(), String> {
    let mut depth = 0_i32;
    let mut quote = None;
    let mut before = ' ';
    for letter in expression.chars() {
        match (quote, letter) {
            (Some(open), _) if open == letter && before != '\\' => quote = None,
            (Some(_), _) => {}
            (None, '"' | '\'') => quote = Some(letter),
            (None, '(' | '[') => depth += 1,
            (None, ')' | ']') => depth -= 1,
            (None, '{' | '}' | '%') => return Err("braces and `%` have no place in it".to_owned()),
            _ => {}
        }
        if depth < 0 {
            break;
        }
        before = letter;
    }
    if depth != 0 || quote.is_some() || expression.trim().is_empty() {
        return Err("a quote or a bracket in it is not closed".to_owned());
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    const CARD: &str = "<svg viewBox=\"0 0 63 88\">\n<g transform=\"translate(10 10) scale(2)\">\n\
        <rect x=\"1\" y=\"2\" width=\"3\" height=\"4\" fill=\"{{ c.ink }}\"/>\n<path d=\"M0 0h1\"/>\n</g>\n\
        {% if flavour %}<circle cx=\"5\" cy=\"5\" r=\"2\"/>{% endif %}\n\
        {{ text(name, x=cx - 6, y=2, w=20 if a else 10, h=5, size=3, font=\"Cinzel\") }}\n\
        {{ court.king(c) }}\n</svg>\n";
    const IDENTITY: [f64; 6] = [1.0, 0.0, 0.0, 1.0, 0.0, 0.0];
    const DOUBLE: [f64; 6] = [2.0, 0.0, 0.0, 2.0, 10.0, 10.0];

    fn at(words: &str) -> usize {
        CARD.find(words).unwrap()
    }

    /// What an act replaces, where nothing else changes.
    fn replaced(act: Act, old: &str, new: &str) {
        let after = changed(CARD, &act).unwrap();
        assert_eq!(after.text, CARD.replacen(old, new, 1), "{act:?}");
        let again = Template::of(&after.text);
        assert!(again.at(after.at).is_some(), "{act:?} at {}", after.at);
    }

    #[test]
    fn what_is_in_a_group_comes_to_the_front_of_all() {
        let top = |text: &str, words: &str| {
            let (at, to) = (text.find(words).unwrap(), Towards::Top);
            changed(text, &Act::Order { at, to })
        };
        let after = top(CARD, "<path").unwrap();
        let path = "<path d=\"M0 0h1\"/>";
        let moved = format!("<g transform=\"translate(10 10) scale(2)\">{path}</g>\n</svg>");
        let wanted = CARD.replacen(&format!("{path}\n"), "", 1);
        assert_eq!(after.text, wanted.replacen("</svg>", &moved, 1));
        assert!(after.text[after.at..].starts_with("<path"));
        // In a condition with others it stays under that condition; in one branch of two it cannot be told which.
        let both = "<svg>\n{% if a %}\n<rect/>\n<path/>\n{% endif %}\n<image/>\n</svg>";
        let after = top(both, "<rect").unwrap();
        let wanted = "<svg>\n{% if a %}\n<path/>\n{% endif %}\n<image/>\n{% if a %}<rect/>{% endif %}\n</svg>";
        assert_eq!(after.text, wanted);
        assert!(after.text[after.at..].starts_with("<rect"));
        let branches = both.replace("<path/>", "{% else %}<path/>");
        assert!(top(&branches, "<rect").unwrap_err().contains("one branch"));
    }

    #[test]
    fn a_move_changes_the_numbers_of_the_element_and_nothing_else() {
        let place = |words: &str, matrix, from, to| Act::Place {
            at: at(words),
            matrix,
            from,
            to,
        };
        let moved = |words: &str, matrix, x: f64, y: f64| {
            place(words, matrix, [0.0, 0.0, 5.0, 5.0], [x, y, 5.0, 5.0])
        };
        replaced(
            moved("<rect", DOUBLE, 3.0, -1.0),
            "x=\"1\" y=\"2\"",
            "x=\"2.5\" y=\"1.5\"",
        );
        replaced(
            moved("<path", DOUBLE, 1.0, 0.0),
            "<path ",
            "<path transform=\"translate(0.5 0)\" ",
        );
        replaced(
            moved("<g", IDENTITY, 1.0, 0.0),
            "translate(10 10)",
            "translate(11 10)",
        );
        replaced(
            moved("{{ text", IDENTITY, 1.5, 0.0),
            "x=cx - 6",
            "x=cx - 4.5",
        );
        replaced(
            moved("{{ court", IDENTITY, 0.0, 2.0),
            "{{ court.king(c) }}",
            "<g transform=\"translate(0 2)\">{{ court.king(c) }}</g>",
        );
        let sized = place(
            "{{ text",
            IDENTITY,
            [4.0, 2.0, 20.0, 5.0],
            [4.0, 2.0, 22.0, 5.0],
        );
        replaced(sized, "w=20 if a else 10", "w=(20 if a else 10) + 2");
        let sized = place(
            "<rect",
            DOUBLE,
            [12.0, 14.0, 6.0, 8.0],
            [12.0, 14.0, 12.0, 8.0],
        );
        replaced(sized, "width=\"3\"", "width=\"6\"");
        let turned = place(
            "<rect",
            [0.0, 1.0, -1.0, 0.0, 0.0, 0.0],
            [0.0; 4],
            [0.0, 0.0, 1.0, 1.0],
        );
        assert!(changed(CARD, &turned).unwrap_err().contains("turned"));
        assert_eq!(shifted("(20 if a else 10) + 2", -2.0), "(20 if a else 10)");
        // What is in a group of its own already gets no other.
        let once = changed(CARD, &moved("{{ court", IDENTITY, 0.0, 2.0)).unwrap();
        let again = Act::Place {
            at: once.text.find("{{ court").unwrap(),
            matrix: [1.0, 0.0, 0.0, 1.0, 0.0, 2.0],
            from: [0.0, 2.0, 5.0, 5.0],
            to: [3.0, 2.0, 5.0, 5.0],
        };
        let twice = changed(&once.text, &again).unwrap();
        assert_eq!(twice.text, once.text.replace("(0 2)", "(3 2)"));
        assert_eq!(twice.at, once.at);
    }

    #[test]
    fn settings_conditions_and_order() {
        let set = |words: &str, name: &str, to: Option<&str>| Act::Set {
            at: at(words),
            name: name.into(),
            to: to.map(str::to_owned),
        };
        replaced(
            set("<rect", "fill", Some("{{ c[\"sun\"] }}")),
            "{{ c.ink }}",
            "{{ c[\"sun\"] }}",
        );
        replaced(
            set("<path", "fill", Some("none")),
            "<path ",
            "<path fill=\"none\" ",
        );
        replaced(set("<rect", "fill", None), " fill=\"{{ c.ink }}\"", "");
        replaced(set("{{ text", "font", None), ", font=\"Cinzel\"", "");
        replaced(
            set("{{ text", "min", Some("2")),
            "font=\"Cinzel\")",
            "font=\"Cinzel\", min=2)",
        );
        let both = Act::All(vec![
            set("{{ text", "font", Some("\"Barlow Condensed\"")),
            set("{{ text", "weight", Some("600")),
        ]);
        replaced(
            both,
            "font=\"Cinzel\"",
            "font=\"Barlow Condensed\", weight=600",
        );
        let gone = |words: &str| Act::Delete { at: at(words) };
        let after = changed(CARD, &Act::All(vec![gone("{{ text"), gone("<rect")])).unwrap();
        assert_eq!(after.told, "2 things were deleted");
        assert!(!after.text.contains("<rect") && !after.text.contains("{{ text"));
        for (name, to) in [("fill", "\" onload=\"x"), ("fill", "a<b")] {
            assert!(changed(CARD, &set("<rect", name, Some(to))).is_err());
        }
        for to in ["1) }}", "\"open", ""] {
            assert!(
                changed(CARD, &set("{{ text", "x", Some(to))).is_err(),
                "{to}"
            );
        }
        let when = |words: &str, to: Option<&str>| Act::When {
            at: at(words),
            to: to.map(str::to_owned),
        };
        replaced(
            when("<circle", Some("cost > 3")),
            "if flavour",
            "if cost > 3",
        );
        replaced(
            when("<circle", None),
            "{% if flavour %}<circle cx=\"5\" cy=\"5\" r=\"2\"/>{% endif %}",
            "<circle cx=\"5\" cy=\"5\" r=\"2\"/>",
        );
        replaced(
            when("<path", Some("name")),
            "<path d=\"M0 0h1\"/>",
            "{% if name %}<path d=\"M0 0h1\"/>{% endif %}",
        );
        let order = Act::Order {
            at: at("<rect"),
            to: Towards::Up,
        };
        let rect = "<rect x=\"1\" y=\"2\" width=\"3\" height=\"4\" fill=\"{{ c.ink }}\"/>";
        replaced(
            order,
            &format!("{rect}\n<path d=\"M0 0h1\"/>"),
            &format!("<path d=\"M0 0h1\"/>\n{rect}"),
        );
        let after = changed(CARD, &Act::Delete { at: at("<circle") }).unwrap();
        assert_eq!(
            after.text,
            CARD.replace(
                "{% if flavour %}<circle cx=\"5\" cy=\"5\" r=\"2\"/>{% endif %}\n",
                ""
            )
        );
        replaced(
            Act::Copy { at: at("{{ court") },
            "{{ court.king(c) }}",
            "{{ court.king(c) }}\n{{ court.king(c) }}",
        );
        replaced(
            Act::Add {
                markup: "<circle r=\"1\"/>".into(),
            },
            "</svg>",
            "<circle r=\"1\"/>\n</svg>",
        );
        let repeat = Act::Repeat {
            at: at("<path"),
            count: "cost".into(),
            by: [4.0, 0.0],
        };
        replaced(
            repeat,
            "<path d=\"M0 0h1\"/>",
            "{% for nth in range((cost)|int) %}<g transform=\"translate({{ (4 * nth)|mm }} {{ (0 * nth)|mm }})\"><path d=\"M0 0h1\"/></g>{% endfor %}",
        );
        assert!(
            changed(CARD, &Act::Delete { at: 3 })
                .unwrap_err()
                .contains("has changed")
        );
    }
}
