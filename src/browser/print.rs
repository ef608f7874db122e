//! Prints a kit into memory: the same bytes as `paperkeep build` writes.

use serde::Deserialize;

use crate::face::Templates;
use crate::kit::{CLASSIC, Ink, Kit, Problem, Problems};
use crate::press::paper::Paper;
use crate::press::sheet::{Job, PrintError};
use crate::press::write::{pdf, png, svg};
use crate::press::{Layout, Order, Press, Printed, Scheme};

/// What to print; left out, it is as on the command line.
#[derive(Clone, Debug, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Wish {
    pub paper: String,
    pub ink: String,
    pub layout: String,
    pub theme: String,
    pub format: Vec<String>,
    pub copies: usize,
    pub dpi: u32,
    pub rules: bool,
    pub paper_dice: bool,
}

impl Default for Wish {
    fn default() -> Wish {
        Wish {
            paper: "a4".into(),
            ink: "color".into(),
            layout: Scheme::default().name().into(),
            theme: CLASSIC.into(),
            format: vec!["pdf".into()],
            copies: 1,
            dpi: 150,
            rules: false,
            paper_dice: false,
        }
    }
}

/// The most sets that are printed at once, and the finest picture, in dots per inch.
const MAX_COPIES: usize = 99;
const MAX_DPI: u32 = 600;

/// A print.
pub struct Prints {
    /// Names and contents.
    pub files: Vec<(String, Vec<u8>)>,
    /// The number of sheets and pieces, and how much of the paper is used.
    pub summary: String,
    pub warnings: Vec<String>,
}

/// Prints a kit.
///
/// # Errors
///
/// What is wrong with the kit, or with the wish.
pub fn print(kit: &Kit, wish: &Wish) -> Result<Prints, Problems> {
    let wrong = |message: String| Problems::from(Problem::new(kit.place(), message));
    let paper: Paper = wish.paper.parse().map_err(wrong)?;
    let ink = Ink::ALL.into_iter().find(|ink| ink.name() == wish.ink);
    let ink = ink.ok_or_else(|| wrong(format!("there is no ink `{}`", wish.ink)))?;
    let schemes = Scheme::ALL.into_iter();
    let scheme = schemes.clone().find(|scheme| scheme.name() == wish.layout);
    let scheme = scheme.ok_or_else(|| wrong(format!("there is no layout `{}`", wish.layout)))?;
    let kit = kit.themed(&wish.theme)?;
    let order = Order {
        copies: wish.copies.clamp(1, MAX_COPIES),
        layout: Layout {
            scheme,
            ..Layout::default()
        },
        paper_dice: wish.paper_dice,
        rules: wish.rules,
        ..Order::new(paper.size, paper.name, ink)
    };
    let mut press = Press::marking();
    let drawn = press.draw(&kit, ink, order.copies)?;
    // Page templates note what they cannot fit.
    let templates = Templates::marking(&kit, ink);
    let printed = press.lay_out_drawn(&kit, &order, &templates, &drawn.drawn_pieces)?;
    let files = files(&kit, wish, &order, &printed);
    let files = files.map_err(|error| Problems::from(error.in_kit(&kit)))?;
    let unfit = drawn.templates.marked();
    let warnings = unfit.into_iter().map(|problem| problem.message);
    Ok(Prints {
        files,
        summary: printed.summary,
        warnings: warnings.chain(printed.warnings).collect(),
    })
}

/// The files of a print, named as `paperkeep build` names them.
fn files(
    kit: &Kit,
    wish: &Wish,
    order: &Order,
    printed: &Printed,
) -> Result<Vec<(String, Vec<u8>)>, PrintError> {
    let theme = match kit.theme.as_str() {
        CLASSIC => String::new(),
        theme => format!("-{theme}"),
    };
    let language = match kit.files.language() {
        Some(_) => format!("-{}", kit.language),
        None => String::new(),
    };
    let (id, paper) = (&kit.id, &order.paper_name);
    let stem = format!("{id}{theme}{language}-{paper}-{}", order.ink.name());
    let wants = |format: &str| wish.format.iter().any(|wanted| wanted == format);
    let mut files = Vec::new();
    if wants("pdf") {
        let rules = printed.rules.iter();
        let rules = rules.flat_map(|rules| {
            [
                (&rules.pages, "-rules"),
                (&rules.booklet, "-booklet"),
                (&rules.reference, "-reference"),
            ]
        });
        let jobs: Vec<(&Job, &str)> = [(&printed.sheets, "")]
            .into_iter()
            .chain(printed.guide.iter().map(|guide| (guide, "-guide")))
            .chain(rules)
            .collect();
        // Fonts and art that several of them use are written alike.
        let writer = pdf::Writer::default();
        for (job, suffix) in jobs {
            files.push((format!("{stem}{suffix}.pdf"), writer.bytes(job)?));
        }
    }
    let sheets = printed.sheets.sheets.iter().enumerate();
    for (index, _) in sheets.filter(|(_, sheet)| !sheet.is_empty()) {
        if !wants("svg") && !wants("png") {
            break;
        }
        let drawn = svg::write(&printed.sheets, index)?;
        let name = format!("{stem}-{:02}", index + 1);
        if wants("png") {
            let picture = png::render(&drawn, wish.dpi.clamp(36, MAX_DPI))?;
            files.push((format!("{name}.png"), picture));
        }
        if wants("svg") {
            files.push((format!("{name}.svg"), drawn.into_bytes()));
        }
    }
    Ok(files)
}
