//! The inputs: a file of an otherwise valid kit, or a journal.
//!
//! `binary`: archives, workbooks and fonts. `played`: rules and catalogues. `printed`: pages of a PDF, printers, parts of a
//! simulation. `protocol`: lines of the protocol, played. `repeated`: inputs that become
//! excessive only when repeated many thousand times.

mod binary;
mod played;
mod printed;
mod protocol;
mod repeated;

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use paperkeep::face::{Reader, Templates};
use paperkeep::kit::archive::Archive;
use paperkeep::kit::{Files, Ink, Kit};
use paperkeep::press::drawn::DrawnPieces;
use paperkeep::referee::journal;

pub struct Target {
    pub name: &'static str,
    /// Valid files to begin with.
    pub seeds: fn() -> Vec<Vec<u8>>,
    /// Reads a file; returns whether it is valid.
    pub read: fn(&[u8]) -> bool,
}

pub const TARGETS: [Target; 16] = [
    Target {
        name: "manifest",
        seeds: || files(&["kit.toml"]),
        read: |input| open("kit.toml", input).is_some(),
    },
    Target {
        name: "rows",
        seeds: || files(&["rows.toml"]),
        read: |input| open("rows.toml", input).is_some(),
    },
    Target {
        name: "tables",
        seeds: || files(&["cards.csv"]),
        read: |input| open("cards.csv", input).is_some(),
    },
    Target {
        name: "templates",
        seeds: || files(&["card.svg", "tile.svg"]),
        read: drawn,
    },
    Target {
        name: "journals",
        seeds: journals,
        read: recorded,
    },
    Target {
        name: "archives",
        seeds: binary::archives,
        read: binary::unpacked,
    },
    Target {
        name: "workbooks",
        seeds: binary::workbooks,
        read: binary::booked,
    },
    Target {
        name: "attributes",
        seeds: repeated::wide,
        read: repeated::attributes,
    },
    Target {
        name: "depth",
        seeds: repeated::nested,
        read: repeated::deep,
    },
    Target {
        name: "fonts",
        seeds: binary::fonts,
        read: binary::set,
    },
    Target {
        name: "rules",
        seeds: played::rules,
        read: played::played,
    },
    Target {
        name: "catalogues",
        seeds: played::catalogues,
        read: played::translated,
    },
    Target {
        name: "pages",
        seeds: printed::pages,
        read: printed::drawn,
    },
    Target {
        name: "printers",
        seeds: printed::printers,
        read: printed::printer,
    },
    Target {
        name: "parts",
        seeds: printed::parts,
        read: printed::part,
    },
    Target {
        name: "protocol",
        seeds: protocol::talks,
        read: protocol::talked,
    },
];

const MANIFEST: &str = r##"
id = "fuzz"
title = "Fuzz"
subtitle = "All that a manifest may say"
designers = ["Nobody"]
year = 2026
licence = "CC0"
language = "en"
dpi = 150
players = { min = 1, max = 4 }
copy_grounds = ["ink", "paper"]

[palette]
ink = { color = "#1C1814", mono = "#000000", lean = "#2A2A2A" }
paper = { color = "#F4E8CC", mono = "#FFFFFF" }

[themes.night]
paper = { color = "#101820", mono = "#FFFFFF" }

[[need]]
count = 2
name = "dice"
use = "luck"

[[deck]]
name = "tiles"
title = "Tiles"
rows = ["rows.toml", "cards.csv"]
front = "card.svg"
back = "tile.svg"
size = [29.33, 25.4]
bleed = 1.5
safe = 1
shape = { hex = "flat" }
make = "cards"
turn = false
stock = "board"

[deck.fields]
name = { type = "text" }
kind = { type = "text", one_of = ["sun", "leaf"] }
exits = { type = "list", one_of = ["N", "E", "S", "W"] }
power = { type = "integer", min = 0, max = 9 }
rare = { type = "flag" }
"##;

const ROWS: &str = "[[tiles]]\ncode = \"T1\"\ncount = 2\nname = \"Old \\\"Well\\\"\"\nkind = \"sun\"\nexits = [\"N\", \"S\"]\npower = 3\nrare = true\n\n[[tiles]]\ncodes = [\"T2\", \"T3\"]\nname = \"\"\nkind = \"leaf\"\nexits = []\npower = 0\nrare = false\n";

const TABLE: &str = "code,count,name,kind,exits,power,rare\nC1,3,\"Lamp, lit\",sun,N E,4,yes\nC2,,Rope,leaf,,0,no\n";

const CARD: &str = r##"{%- macro dot(x, y, r=1) -%}<circle cx="{{ x }}" cy="{{ y|mm }}" r="{{ r }}"/>{%- endmacro -%}
<svg xmlns="http://www.w3.org/2000/svg" viewBox="{{ -bleed }} {{ -bleed }} {{ w + 2*bleed }} {{ h + 2*bleed }}">
<defs><linearGradient id="g"><stop offset="0" stop-color="{{ c.paper }}"/><stop offset="1" stop-color="#fff"/></linearGradient>
<clipPath id="k"><rect width="20" height="20"/></clipPath><symbol id="s"><path d="M0 0C1 2 3 4 5 6Z"/></symbol></defs>
<style>.thin { stroke-width: .2; fill: none }</style>
<g clip-path="url(#k)" stroke="{{ c.ink }}"><rect x="2" y="2" width="20" height="9" fill="url(#g)" class="thin"/>
<path d="M1 1h9v9a2 2 0 0 1 -4 4z" stroke-dasharray="1 2" transform="rotate(12) scale(1.1)"/><use href="#s" x="3"/></g>
{%- for side in exits if side != "W" %}{{ dot(loop.index * 3, noise(code, side) * 5, r=0.4) }}{% else %}<g/>{% endfor %}
{%- set mark = "+" * power if power > 2 else code ~ name|upper %}
{{ text(mark, x=2, y=2, w=20, h=9, size=3, min=1, font="Cinzel", weight=700, align="start", valign="top", tracking=0.1) }}
{{ text(name or "-", x=2, y=12, w=22, h=9, size=2.5, min=0.8, italic=true, leading=1.2, fill=c.ink) }}
<text x="4" y="22" font-family="Alegreya" font-size="2" text-anchor="middle">{{ kind|replace("u", "&") }}<tspan x="9" y="23">x</tspan></text>
</svg>"##;

const TILE: &str = r##"<svg xmlns="http://www.w3.org/2000/svg" viewBox="{{ -bleed }} {{ -bleed }} {{ w + 2*bleed }} {{ h + 2*bleed }}">
<pattern id="p" width="2" height="2" patternUnits="userSpaceOnUse"><path d="M0 0L2 2" stroke="#000" stroke-width=".1"/></pattern>
<mask id="m"><circle cx="9" cy="9" r="8" fill="#fff"/></mask>
<g mask="url(#m)" opacity=".8"><path d="M-2 -2H32V30H-2Z" fill="url(#p)"/></g>
{% if side == "back" and not rare %}{% include "mark.svg" %}{% endif %}
<metadata><place name="a" x="1" y="2"/></metadata>
</svg>"##;

const MARK: &str = "<g transform=\"translate(3 4)\"><ellipse rx=\"2\" ry=\"1\" fill=\"none\" stroke=\"#333\"/></g>";

fn kit() -> BTreeMap<String, Vec<u8>> {
    let files = [
        ("kit.toml", MANIFEST),
        ("rows.toml", ROWS),
        ("cards.csv", TABLE),
        ("card.svg", CARD),
        ("tile.svg", TILE),
        ("mark.svg", MARK),
    ];
    files
        .into_iter()
        .map(|(name, text)| (name.to_owned(), text.as_bytes().to_vec()))
        .collect()
}

fn files(names: &[&str]) -> Vec<Vec<u8>> {
    let kit = kit();
    names.iter().map(|name| kit[*name].clone()).collect()
}

/// The kit with one of its files replaced.
fn open(name: &str, input: &[u8]) -> Option<Kit> {
    let mut files = kit();
    files.insert(name.to_owned(), input.to_vec());
    open_all(files)
}

fn open_all(files: BTreeMap<String, Vec<u8>>) -> Option<Kit> {
    let kit = Kit::open(Files::Archive(Arc::new(Archive::of(
        "fuzz.zip".to_owned(),
        files,
    ))));
    let kit = kit
        .map_err(|problems| assert!(!problems.0.is_empty() && !problems.to_string().is_empty()))
        .ok()?;
    assert!(
        !kit.fingerprint().is_empty() && kit.decks.iter().all(|deck| !deck.pieces().is_empty())
    );
    Some(kit)
}

fn drawn(input: &[u8]) -> bool {
    let kit = open("card.svg", input).expect("its manifest and rows are sound");
    let templates = Templates::new(&kit, Ink::Color);
    DrawnPieces::draw(&kit, &templates, 1, &mut Reader::new()).is_ok()
}

fn journals() -> Vec<Vec<u8>> {
    let golden = [
        "../tests/golden/dungeon-in-a-tin.jsonl",
        "../tests/golden/dungeon-crawl.jsonl",
    ];
    golden
        .iter()
        .map(|path| std::fs::read(path).expect("run it in the folder fuzz"))
        .collect()
}

fn recorded(input: &[u8]) -> bool {
    let path = Path::new("found/journal.jsonl");
    std::fs::write(path, input).expect("room on the disk");
    journal::read(path).is_ok()
}
