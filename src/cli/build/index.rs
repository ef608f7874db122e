//! The page to choose from when a build prints in every way.

use crate::games::english::counted;
use crate::kit::{Ink, Um};
use crate::lab::page::escaped;
use crate::press::paper::written;

/// One way in which a kit was printed.
pub struct Way {
    pub kit: String,
    pub paper: String,
    pub ink: Ink,
    /// The edge of plain dice, if not those of the kit.
    pub die: Option<Um>,
    pub pages: usize,
    /// What each file is, and its path from the page.
    pub files: Vec<(&'static str, String)>,
}

const HEAD: &str = r#"<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Ready to print</title>
<style>
body { font: 16px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 60rem; padding: 0 1rem; }
table { border-collapse: collapse; width: 100%; }
th, td { border-bottom: 1px solid #bbb; padding: .4rem .6rem; text-align: left; vertical-align: top; }
a { white-space: nowrap; }
</style>
<h1>Ready to print</h1>
<p>Choose your paper and ink. Print at 100 %, not "fit to page", and measure the ruler in the margin before you cut. The guide says what to
print on what, how to cut, and what else you need.</p>
"#;

/// The page.
pub fn page(ways: &[Way]) -> String {
    let mut page = HEAD.to_owned();
    let mut kits: Vec<&str> = ways.iter().map(|way| way.kit.as_str()).collect();
    kits.dedup();
    for kit in kits {
        let of_kit: Vec<&Way> = ways.iter().filter(|way| way.kit == kit).collect();
        page += &format!("<h2>{}</h2>\n{}", escaped(kit), table(&of_kit));
    }
    page
}

/// A row for each paper and die, a column for each ink.
fn table(ways: &[&Way]) -> String {
    let has_dice = ways.iter().any(|way| way.die.is_some());
    let mut rows: Vec<(&str, Option<Um>)> = Vec::new();
    let mut inks: Vec<Ink> = Vec::new();
    for way in ways {
        if !rows.contains(&(way.paper.as_str(), way.die)) {
            rows.push((&way.paper, way.die));
        }
        if !inks.contains(&way.ink) {
            inks.push(way.ink);
        }
    }
    let mut table = "<table>\n<tr><th>Paper</th>".to_owned();
    if has_dice {
        table += "<th>Dice</th>";
    }
    for ink in &inks {
        table += &format!("<th>{}</th>", name(*ink));
    }
    table += "</tr>\n";
    for (paper, die) in rows {
        table += &format!("<tr><th>{}</th>", escaped(&written(paper)));
        if has_dice {
            let words = die.map_or("as usual".to_owned(), |die| format!("plain, {die} mm"));
            table += &format!("<td>{words}</td>");
        }
        for ink in &inks {
            let way = ways
                .iter()
                .find(|way| (way.paper.as_str(), way.die, way.ink) == (paper, die, *ink));
            table += &format!("<td>{}</td>", way.map_or(String::new(), |way| links(way)));
        }
        table += "</tr>\n";
    }
    table + "</table>\n"
}

fn links(way: &Way) -> String {
    let link = |(what, path): &(&str, String)| {
        let what = match *what {
            "sheets" => counted(way.pages, "page"),
            other => other.to_owned(),
        };
        format!("<a href=\"{}\">{what}</a>", escaped(path))
    };
    way.files.iter().map(link).collect::<Vec<_>>().join(", ")
}

fn name(ink: Ink) -> &'static str {
    match ink {
        Ink::Color => "Colour",
        Ink::Mono => "Black and white",
        Ink::Lean => "Little ink",
    }
}
