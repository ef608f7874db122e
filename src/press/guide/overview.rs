//! The first page: a picture of every sheet, how to print it, what is on it, and what else the table needs.

use super::flow::{Flow, HEADS, TextStyle};
use super::inventory::{Leaf, LeafKind};
use super::{GAP, SIDE, scaled};
use crate::face::TextLine;
use crate::kit::{Need, Point, Problems, Um};
use crate::press::order::Prints;
use crate::press::sheet::{Placed, Role, Sheet, Sides, Stroke};

/// The most sheets pictured individually; with more, only the first two of a series of similar ones are.
const MAX_PICTURES: usize = 12;

/// The space beside two pictures for letters, and below each for page numbers, in mm.
const BESIDE: f64 = 9.0;
const BELOW: f64 = 12.5;

/// The radius of a letter, and its distance from the edge of its picture, in mm.
const COIN: f64 = 2.5;
const OFF: f64 = 1.2;

/// How far the line from a letter reaches into a piece, in mm.
const INSIDE: f64 = 1.2;

/// The most of a sheet's width that its picture takes.
const SHARE: f64 = 0.36;

/// The least width of pictures that are stacked, in mm, before they are scaled.
const LEAST: f64 = 40.0;

/// The most pictures that what follows stands beside.
const STACKED: usize = 2;

/// The least width of a list beside the pictures, in mm.
const NARROW: f64 = 60.0;

/// The most lines drawn in a picture.
const MANY_LINES: usize = 1_000;

/// The arrangement of pictures: how many per row, their width in mm, and whether the list is beside them.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Grid {
    columns: usize,
    width: f64,
    beside: bool,
}

/// An entry of a list: a letter, a title, and details.
struct Entry {
    letter: String,
    name: String,
    words: String,
}

/// The columns for a list's entries: starting at `x`, with this number and width.
struct Columns {
    x: f64,
    width: f64,
    count: usize,
}

impl<'a> Flow<'a, '_> {
    pub(super) fn overview(&mut self) -> Result<(), Problems> {
        let sheets = self.sources.sheets;
        let (shown, more) = shown(&self.inventory.leaves);
        let Some(first) = sheets.first() else {
            return Ok(());
        };
        let intro = &self.sources.kit.guide.intro;
        if !intro.is_empty() {
            self.paragraph(intro)?;
            self.y += 1.0;
        }
        let title = self.say("The sheets", &[]);
        self.bookmark(&*title);
        self.block(Role::Heading(2));
        let top = self.y;
        self.write(&title, TextStyle::Heading, 5.0, SIDE, top, self.width())?;
        self.y += 8.4;
        let how = self.how_to_print();
        self.paragraph(&how)?;

        let aspect = first.size.h.mm() / first.size.w.mm();
        let mut grid = self.grid(shown.len(), aspect, first.size.w.mm() * SHARE);
        grid.width *= self.zoom;
        let used = grid.columns as f64 * (grid.width + BESIDE);
        let left = if grid.beside {
            self.paper.w.mm() - SIDE - used
        } else {
            SIDE + (self.width() - used) / 2.0
        };
        let (top, high) = (self.y, grid.width * aspect);
        for (index, leaf) in shown.iter().enumerate() {
            let x = left + BESIDE / 2.0 + (index % grid.columns) as f64 * (grid.width + BESIDE);
            let y = top + (index / grid.columns) as f64 * (high + BELOW);
            let leaf = &self.inventory.leaves[*leaf];
            let (pages, how) = match more[index] {
                Some((count, last)) => {
                    let how = self.say(
                        "{way}, {count} sheets",
                        &[("way", &self.say(kind(leaf), &[])), ("count", &count)],
                    );
                    (self.say_pages(true, [leaf.pages[0], last]), how)
                }
                None => (self.say_pages(true, leaf.pages), self.say(kind(leaf), &[])),
            };
            let sheet = &sheets[leaf.pages[0]];
            let products: Vec<usize> = leaf.products.iter().copied().collect();
            let titles = products
                .iter()
                .map(|product| &*self.inventory.products[*product].title);
            let titles = titles.collect::<Vec<_>>().join(", ");
            self.block(Role::Figure(format!("{pages}: {titles}")));
            self.picture(sheet, &products, x, y, grid.width)?;
            self.block(Role::Paragraph);
            self.centred(
                &pages,
                TextStyle::Strong,
                3.3,
                x,
                y + high + 2.2,
                grid.width,
            )?;
            self.centred(&how, TextStyle::Body, 3.1, x, y + high + 6.4, grid.width)?;
        }
        let rows = shown.len().div_ceil(grid.columns);
        let bottom = top + rows as f64 * (high + BELOW);

        let page = self.pages.len();
        let mut columns = if grid.beside {
            Columns {
                x: SIDE,
                width: self.width() - used - 4.0,
                count: 1,
            }
        } else {
            Columns {
                x: SIDE,
                width: self.width(),
                count: 2,
            }
        };
        self.y = if grid.beside { top } else { bottom + 1.0 };
        self.lists(&mut columns)?;
        if self.pages.len() > page {
            return Ok(());
        }
        if grid.beside {
            self.set_beside(columns.width, bottom);
        }
        self.y = self.y.max(if grid.beside { top } else { bottom });
        Ok(())
    }

    /// What is on the sheets, and what is needed besides.
    fn lists(&mut self, columns: &mut Columns) -> Result<(), Problems> {
        let products = self.inventory.products.iter().enumerate();
        let products = products.map(|(index, product)| Entry {
            letter: if self.is_single() {
                String::new()
            } else {
                letter(index)
            },
            name: product.title.clone(),
            words: product.detail.clone(),
        });
        let products: Vec<Entry> = products.collect();
        let title = self.say("What is on the sheets", &[]);
        self.list(&title, &products, columns)?;
        let needs = self.needs().map(|need| Entry {
            letter: String::new(),
            name: format!("{} {}", need.count, need.name),
            words: need.used_for.clone(),
        });
        let needs: Vec<Entry> = needs.collect();
        if !needs.is_empty() {
            self.y += GAP / 2.0;
            let title = self.say("Also on the table", &[]);
            self.list(&title, &needs, columns)?;
        }
        Ok(())
    }

    /// Whether there is nothing to tell apart with letters.
    fn is_single(&self) -> bool {
        self.inventory.products.len() == 1
    }

    /// What the table needs for the printed pieces.
    fn needs(&self) -> impl Iterator<Item = &Need> {
        self.sources
            .kit
            .needs
            .iter()
            .filter(|need| need.about.concerns(&self.inventory.printed))
    }

    /// Adds which pages to print on both sides of the paper, and which on one.
    fn how_to_print(&self) -> String {
        let leaves = &self.inventory.leaves;
        let blank = leaves
            .iter()
            .any(|leaf| leaf.kind != LeafKind::BothSides && leaf.pages[0] != leaf.pages[1]);
        let mut words = match self.sources.order.layout.prints {
            Prints::Fronts => self.say("These are the fronts alone.", &[]),
            Prints::Backs => self.say("These are the backs alone.", &[]),
            Prints::Outlines => self.say("These are the outlines alone.", &[]),
            Prints::Both => self.say_sides(leaves),
        };
        if blank {
            let whole = "Blank pages are the backs of sheets with one side: set the printer to both sides, and the whole file prints at once.";
            words = words + " " + &self.say(whole, &[]);
        }
        if self.sources.order.copies > 1 {
            let sets = "There are {count} sets; numbers below are those of one.";
            words = words + " " + &self.say(sets, &[("count", &self.sources.order.copies)]);
        }
        words
    }

    /// Which pages have two sides, in a sentence.
    fn say_sides(&self, leaves: &[Leaf]) -> String {
        let both = leaves
            .iter()
            .filter(|leaf| leaf.kind == LeafKind::BothSides)
            .count();
        let runs: Vec<&[Leaf]> = leaves
            .chunk_by(|one, two| {
                (one.kind == LeafKind::BothSides) == (two.kind == LeafKind::BothSides)
            })
            .collect();
        if both == leaves.len() {
            return self.say("Print on both sides of the paper.", &[]);
        }
        if both == 0 {
            return self.say("Print on one side of the paper.", &[]);
        }
        if runs.len() > 6 {
            return self.say(
                "The note below each sheet says whether both of its sides are printed.",
                &[],
            );
        }
        let run = |run: &&[Leaf]| {
            let range = || self.say_pages(false, [run[0].pages[0], run[run.len() - 1].pages[1]]);
            if run[0].kind == LeafKind::BothSides {
                return self.say("{pages} on both sides of the paper", &[("pages", &range())]);
            }
            // Backs that are blank are left out where there are few pages.
            let fronts: Vec<String> = run
                .iter()
                .map(|leaf| (leaf.pages[0] + 1).to_string())
                .collect();
            let pages = match fronts.split_last() {
                Some((last, before)) if (1..5).contains(&before.len()) => self.say(
                    "pages {first} and {last}",
                    &[("first", &before.join(", ")), ("last", last)],
                ),
                _ => range(),
            };
            self.say("{pages} on one side", &[("pages", &pages)])
        };
        self.say(
            "Print {pages}.",
            &[(
                "pages",
                &runs.iter().map(run).collect::<Vec<_>>().join(", "),
            )],
        )
    }

    /// "Page 5", "Pages 1 and 2", "Pages 1 to 8"; `alone` if not within a sentence.
    fn say_pages(&self, alone: bool, [first, last]: [usize; 2]) -> String {
        let words = match (last - first, alone) {
            (0, true) => "Page {first}",
            (0, false) => "page {first}",
            (1, true) => "Pages {first} and {last}",
            (1, false) => "pages {first} and {last}",
            (_, true) => "Pages {first} to {last}",
            (_, false) => "pages {first} to {last}",
        };
        self.say(words, &[("first", &(first + 1)), ("last", &(last + 1))])
    }

    /// The grid with the largest pictures up to a width of `most`, with the list beside or below them.
    fn grid(&self, count: usize, aspect: f64, most: f64) -> Grid {
        let (width, height) = (self.width(), self.bottom() - self.y);
        // Pictures must leave room for a list below them.
        let entries = [self.inventory.products.len(), self.needs().count()];
        let list: f64 = entries
            .iter()
            .map(|count| {
                if *count > 0 {
                    11.0 + count.div_ceil(2) as f64 * 12.5
                } else {
                    0.0
                }
            })
            .sum();
        let above = if list < height * 0.5 {
            height - list
        } else {
            height
        };
        let fit = |columns: usize, beside: bool| {
            let rows = count.div_ceil(columns) as f64;
            let (w, h) = if beside {
                (width - NARROW - 4.0, height)
            } else {
                (width, above)
            };
            let wide = w / columns as f64 - BESIDE;
            Grid {
                columns,
                width: wide.min((h / rows - BELOW) / aspect).min(most),
                beside,
            }
        };
        let forced = self.columns.filter(|columns| *columns <= count);
        let forced = forced.filter(|_| count <= STACKED);
        if let Some(grid) = forced.map(|columns| fit(columns, true))
            && grid.width >= LEAST
        {
            return grid;
        }
        let grids =
            (1..=count.clamp(1, 6)).flat_map(|columns| [fit(columns, true), fit(columns, false)]);
        grids.fold(fit(1, true), |best, grid| {
            if grid.width > best.width + 0.5 {
                grid
            } else {
                best
            }
        })
    }

    /// Draws a small picture of a sheet, with letters at its sides that identify the products on it.
    fn picture(
        &mut self,
        sheet: &'a Sheet,
        products: &[usize],
        left: f64,
        top: f64,
        wide: f64,
    ) -> Result<(), Problems> {
        let scale = wide / sheet.size.w.mm();
        let map = scaled(sheet.size, scale);
        let (ink, ground) = (self.ink("ink"), self.ink("bone"));
        self.page().art += &format!(
            r#"<rect x="{left:.3}" y="{top:.3}" width="{}" height="{}" fill="{ground}" stroke="{ink}" stroke-width="0.28"/>"#,
            map.w, map.h
        );
        let there = |point: Point| {
            Point::new(
                Um::from_mm(left + point.x.mm() * scale),
                Um::from_mm(top + point.y.mm() * scale),
            )
        };
        for placed in &sheet.placed {
            let size = scaled(placed.size, scale);
            let clip = placed
                .outline
                .iter()
                .map(|outline| outline.map(there))
                .collect();
            let placed = Placed {
                at: there(placed.at),
                size,
                bleed: Sides::default(),
                clip,
                ..placed.clone()
            };
            self.add_placed(placed);
        }
        // Pieces with other than straight cuts, such as nets, show their outlines.
        let lines = || sheet.lines.iter().chain(&sheet.folds);
        if lines().count() <= MANY_LINES {
            let path: String = lines()
                .map(|Stroke { from, to }| {
                    let [from, to] = [from, to].map(|point| there(*point));
                    format!("M{} {}L{} {}", from.x, from.y, to.x, to.y)
                })
                .collect();
            if !path.is_empty() {
                self.page().badges += &format!(
                    r#"<path d="{path}" fill="none" stroke="{ink}" stroke-width="0.15"/>"#
                );
            }
        }
        if self.is_single() {
            return Ok(());
        }
        self.letters(sheet, products, left, top, wide)
    }

    /// Draws the letters of the products on a pictured sheet: each on the nearer side, level with one of its pieces if there is
    /// room, and connected to that piece if there are several products.
    fn letters(
        &mut self,
        sheet: &Sheet,
        products: &[usize],
        left: f64,
        top: f64,
        wide: f64,
    ) -> Result<(), Problems> {
        let scale = wide / sheet.size.w.mm();
        let high = sheet.size.h.mm() * scale;
        let boxes = sheet.placed.iter().map(|placed| {
            let product = self.inventory.product(self.sources, &placed.code);
            let Point { x, y } = placed.at;
            let ends = [x, y, x + placed.size.w, y + placed.size.h];
            (product, ends.map(|end| end.mm() * scale))
        });
        let boxes: Vec<(Option<usize>, [f64; 4])> = boxes.collect();
        // For each side, the letters and the positions of their pieces.
        let mut sides: [Vec<(usize, (f64, f64))>; 2] = Default::default();
        for &product in products {
            if let Some((side, to)) = pointed_at(product, &boxes, wide) {
                sides[side].push((product, to));
            }
        }
        for (side, mut letters) in sides.into_iter().enumerate() {
            letters.sort_by(|one, two| one.1.1.total_cmp(&two.1.1));
            let x = if side == 0 {
                left - OFF
            } else {
                left + wide + OFF
            };
            let wanted: Vec<f64> = letters.iter().map(|(_, (_, y))| *y).collect();
            let radius = COIN.min(high / letters.len().max(1) as f64 / 2.2);
            let levels = apart(&wanted, 2.2 * radius, high - radius);
            let out = if side == 0 { -OFF } else { wide + OFF };
            let ends: Vec<(f64, f64)> = letters.iter().map(|(_, to)| *to).collect();
            let order = uncrossed(out, &levels, &ends);
            for (level, y) in order.into_iter().zip(levels) {
                let (product, to) = letters[level];
                if products.len() > 1 {
                    self.pointer((x, top + y), (left + to.0, top + to.1));
                }
                self.coin(&letter(product), x, top + y, radius)?;
            }
        }
        Ok(())
    }

    /// Draws a line from a letter to what it names, visible on any background.
    fn pointer(&mut self, from: (f64, f64), to: (f64, f64)) {
        let (ink, ground) = (self.ink("ink"), self.ink("bone"));
        let path = format!("M{:.3} {:.3}L{:.3} {:.3}", from.0, from.1, to.0, to.1);
        self.page().badges += &format!(
            r#"<path d="{path}" fill="none" stroke="{ground}" stroke-width="0.9"/><circle cx="{0:.3}" cy="{1:.3}" r="0.85" fill="{ground}"/><path d="{path}" fill="none" stroke="{ink}" stroke-width="0.28"/><circle cx="{0:.3}" cy="{1:.3}" r="0.5" fill="{ink}"/>"#,
            to.0, to.1
        );
    }

    /// Adds a heading and its entries, one below the other; on the next page, the columns use the full width.
    fn list(
        &mut self,
        title: &str,
        entries: &[Entry],
        columns: &mut Columns,
    ) -> Result<(), Problems> {
        let (_, more) = self.headline(title, HEADS, columns.x, columns.width)?;
        self.make_room(9.0 + 12.0 + more, columns);
        self.block(Role::Heading(2));
        let y = self.y;
        let (lines, more) = self.headline(title, HEADS, columns.x, columns.width)?;
        self.add_texts(lines.into_iter().map(|line| TextLine {
            y: line.y + y,
            ..line
        }));
        self.y += 8.4 + more;
        let mut rest = entries;
        while !rest.is_empty() {
            let air = 6.0;
            let width = |columns: &Columns| (columns.width + air) / columns.count as f64 - air;
            let indent = |entry: &Entry| if entry.letter.is_empty() { 0.0 } else { 8.0 };
            let mut lowest = 0.0_f64;
            for entry in rest.iter().take(columns.count) {
                let inner = width(columns) - indent(entry);
                let (_, name) = self.set(&entry.name, TextStyle::Strong, 3.8, 0.0, 0.0, inner)?;
                let (_, words) = self.set(&entry.words, TextStyle::Body, 3.3, 0.0, 0.0, inner)?;
                lowest = lowest.max(name + words);
            }
            let narrower = columns.count;
            self.make_room(lowest, columns);
            if columns.count != narrower {
                continue;
            }
            let (row, others) = rest.split_at(columns.count.min(rest.len()));
            let y = self.y;
            for (index, entry) in row.iter().enumerate() {
                let x = columns.x + index as f64 * (width(columns) + air);
                let (indent, inner) = (indent(entry), width(columns) - indent(entry));
                if !entry.letter.is_empty() {
                    self.block(Role::Label);
                    self.coin(&entry.letter, x + COIN, y + 2.7, COIN)?;
                }
                self.block(Role::Item);
                let below =
                    self.write(&entry.name, TextStyle::Strong, 3.8, x + indent, y, inner)?;
                self.write(
                    &entry.words,
                    TextStyle::Body,
                    3.3,
                    x + indent,
                    y + below,
                    inner,
                )?;
            }
            self.y += lowest + 2.0;
            rest = others;
        }
        Ok(())
    }

    /// Makes sure that this height is free; a new page has two columns.
    fn make_room(&mut self, height: f64, columns: &mut Columns) {
        let page = self.pages.len();
        self.room(height);
        if self.pages.len() > page {
            *columns = Columns {
                x: SIDE,
                width: self.width(),
                count: 2,
            };
        }
    }
}

/// The leaves to picture and, for one that represents others as well, their number and their last page.
fn shown(leaves: &[Leaf]) -> (Vec<usize>, Vec<Option<(usize, usize)>>) {
    if leaves.len() <= MAX_PICTURES {
        return ((0..leaves.len()).collect(), vec![None; leaves.len()]);
    }
    let (mut shown, mut more) = (Vec::new(), Vec::new());
    let mut start = 0;
    for alike in leaves.chunk_by(Leaf::is_like) {
        let two = alike.len().min(2);
        shown.extend(start..start + two);
        more.extend((1..two).map(|_| None));
        more.push((alike.len() > 2).then(|| (alike.len() - 1, alike[alike.len() - 1].pages[1])));
        start += alike.len();
    }
    shown.truncate(MAX_PICTURES);
    more.truncate(MAX_PICTURES);
    (shown, more)
}

/// How a leaf is to be printed.
fn kind(leaf: &Leaf) -> &'static str {
    match leaf.kind {
        LeafKind::BothSides => "both sides",
        LeafKind::Folded => "one side, folded",
        LeafKind::OneSide if leaf.pages[0] == leaf.pages[1] => "one side",
        LeafKind::OneSide => "one side, back blank",
    }
}

/// The side of a picture that a product's letter belongs on, and where its line ends: just inside one of its pieces, with as few
/// pieces of other products on the way as possible, and near the edge.
fn pointed_at(
    product: usize,
    boxes: &[(Option<usize>, [f64; 4])],
    wide: f64,
) -> Option<(usize, (f64, f64))> {
    let own = boxes.iter().filter(|(of, _)| *of == Some(product));
    let ends = own.flat_map(|(_, [left, top, right, bottom])| {
        let y = (top + bottom) / 2.0;
        let inside = (right - left).min(2.0 * INSIDE) / 2.0;
        [(0, left + inside, y), (1, right - inside, y)]
    });
    let crossed = |side: usize, x: f64, y: f64| {
        let is_between = |left: f64, right: f64| match side {
            0 => right < x,
            _ => left > x,
        };
        let others = boxes.iter().filter(|(of, [left, top, right, bottom])| {
            *of != Some(product) && *top < y && y < *bottom && is_between(*left, *right)
        });
        others.count()
    };
    let far = |side: usize, x: f64| if side == 0 { x } else { wide - x };
    let cost = |(side, x, y): (usize, f64, f64)| (crossed(side, x, y), far(side, x), y);
    let best = ends.min_by(|one, two| {
        let ((crossed, far, y), other) = (cost(*one), cost(*two));
        let is_nearer = far.total_cmp(&other.1).then(y.total_cmp(&other.2));
        crossed.cmp(&other.0).then(is_nearer)
    });
    best.map(|(side, x, y)| (side, (x, y)))
}

/// Positions close to the preferred ones, which are sorted, at least `pitch` apart from each other and from the ends.
fn apart(wanted: &[f64], pitch: f64, end: f64) -> Vec<f64> {
    let mut levels: Vec<f64> = Vec::new();
    for &level in wanted {
        let least = levels.last().map_or(pitch / 2.0, |before| before + pitch);
        levels.push(level.max(least));
    }
    let mut most = end;
    for level in levels.iter_mut().rev() {
        *level = level.min(most);
        most = *level - pitch;
    }
    levels
}

/// The order of these ends in which lines from the levels beside a picture, at `x`, to them do not cross.
fn uncrossed(x: f64, levels: &[f64], ends: &[(f64, f64)]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..ends.len()).collect();
    let side = |from: (f64, f64), to: (f64, f64), of: (f64, f64)| {
        (to.0 - from.0) * (of.1 - from.1) - (to.1 - from.1) * (of.0 - from.0)
    };
    let crosses = |a: (f64, f64), b: (f64, f64), c: (f64, f64), d: (f64, f64)| {
        side(a, b, c) * side(a, b, d) < 0.0 && side(c, d, a) * side(c, d, b) < 0.0
    };
    // Each exchange shortens the lines, so this ends; the limit is for equal lengths.
    for _ in 0..ends.len() {
        let mut is_done = true;
        for one in 0..ends.len() {
            for other in one + 1..ends.len() {
                let (from, to) = ((x, levels[one]), (x, levels[other]));
                if crosses(from, ends[order[one]], to, ends[order[other]]) {
                    order.swap(one, other);
                    is_done = false;
                }
            }
        }
        if is_done {
            break;
        }
    }
    order
}

/// The letters that identify products in pictures and lists: A, B, C... Z, AA, AB...
fn letter(product: usize) -> String {
    let last = char::from(b'A' + (product % 26) as u8);
    let before = if product < 26 {
        String::new()
    } else {
        letter(product / 26 - 1)
    };
    format!("{before}{last}")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn leaf(pages: [usize; 2], kind: LeafKind, product: usize) -> Leaf {
        Leaf {
            pages,
            kind,
            products: [product].into(),
        }
    }

    #[test]
    fn many_sheets_that_are_alike_are_pictured_by_their_first_two() {
        let mut leaves: Vec<Leaf> = (0..1_112)
            .map(|at| leaf([2 * at, 2 * at + 1], LeafKind::BothSides, 0))
            .collect();
        leaves.push(leaf([2224, 2224], LeafKind::OneSide, 1));
        let (shown, more) = shown(&leaves);
        assert_eq!(shown, [0, 1, 1112]);
        assert_eq!(more, [None, Some((1111, 2223)), None]);
    }

    #[test]
    fn lines_to_what_letters_name_do_not_cross() {
        // The first piece is higher, but far behind the second one.
        let ends = [(20.0, 10.0), (4.0, 11.0)];
        assert_eq!(uncrossed(0.0, &[10.0, 16.0], &ends), [0, 1]);
        assert_eq!(
            uncrossed(0.0, &[4.0, 9.0], &[(4.0, 10.0), (20.0, 10.5)]),
            [1, 0]
        );
    }

    #[test]
    fn a_line_from_a_letter_crosses_no_other_pieces_if_it_can() {
        let boxes = [
            (Some(0), [10.0, 10.0, 30.0, 20.0]),
            (Some(1), [40.0, 10.0, 50.0, 20.0]),
            (Some(1), [40.0, 30.0, 50.0, 40.0]),
        ];
        assert_eq!(pointed_at(0, &boxes, 100.0), Some((0, (11.2, 15.0))));
        // The upper one is behind the other product, seen from the nearer side.
        assert_eq!(pointed_at(1, &boxes, 100.0), Some((0, (41.2, 35.0))));
        assert_eq!(pointed_at(2, &boxes, 100.0), None);
    }

    #[test]
    fn letters_do_not_cover_each_other() {
        assert_eq!(apart(&[1.0, 2.0, 30.0], 5.0, 37.5), [2.5, 7.5, 30.0]);
        assert_eq!(apart(&[39.0, 39.0, 39.0], 5.0, 37.5), [27.5, 32.5, 37.5]);
        assert_eq!(
            [0, 25, 26, 701, 702].map(letter),
            ["A", "Z", "AA", "ZZ", "AAA"]
        );
    }
}
