//! `paperkeep scale`: what the length of a printed ruler says about print settings.

use clap::ValueEnum;

use super::paper::length;
use super::stdio::say;
use super::{Error, region};
use crate::kit::{Deck, Files, Kit, Make, Um};
use crate::press::printer::scale::{PAPERS, PRINTER, Paper, RULERS, TRUE, explain, reading};

/// Find out from a printed ruler which print setting was wrong
#[derive(clap::Args)]
pub struct Args {
    /// The length of the ruler on the sheet, mm; both rulers, the one across the page first, reveal more
    #[arg(required = true, num_args = 1..=2, value_name = "MM", value_parser = |text: &str| length(text, 10, 500))]
    measured: Vec<Um>,
    /// How long the ruler says it is, "80" mm or "3in" [default: 100, and 4in for the second]
    #[arg(long, value_name = "LENGTH", value_delimiter = ',', value_parser = ruler)]
    ruler: Vec<Um>,
    /// The edge of your plain dice, if you printed with --die
    #[arg(long, value_name = "MM", value_parser = |text: &str| length(text, 8, 25))]
    die: Option<Um>,
    /// The paper that the sheet was made for: a4 or letter [default: that of your region]
    #[arg(long, default_value = region::paper(), hide_default_value = true, value_name = "PAPER")]
    paper: MadeFor,
}

/// The length that a ruler says: "100", "80mm", "4in". Few millimetres are inches.
fn ruler(text: &str) -> Result<Um, String> {
    const INCHES: f64 = 12.0;
    let (number, unit) = match text.trim_end_matches(char::is_alphabetic) {
        number if number.len() < text.len() => (number, &text[number.len()..]),
        number => (number, ""),
    };
    let length = number.trim().parse::<f64>().ok();
    let length = length.filter(|length| *length > 0.0 && *length <= 500.0);
    let mm = match (unit, length) {
        ("mm", Some(length)) => Some(length),
        ("in", Some(length)) if length <= INCHES => Some(length * 25.4),
        ("", Some(length)) if length <= INCHES => Some(length * 25.4),
        ("", Some(length)) => Some(length),
        _ => None,
    };
    let no_ruler = || "not a length on a ruler, such as 100, 80mm or 4in".to_owned();
    mm.map(Um::from_mm).ok_or_else(no_ruler)
}

#[derive(Clone, Copy, ValueEnum)]
enum MadeFor {
    A4,
    Letter,
}

impl MadeFor {
    fn paper(self) -> Paper {
        match self {
            MadeFor::A4 => PAPERS[0],
            MadeFor::Letter => PAPERS[1],
        }
    }
}

pub fn run(args: Args) -> Result<(), Error> {
    let ruler = |at: usize| args.ruler.get(at).copied().unwrap_or(RULERS[at]);
    let ratio = |measured: Um, ruler: Um| measured.mm() / ruler.mm();
    match args.measured[..] {
        [across, down] => {
            if !matches!(args.ruler.len(), 0 | 2) {
                return Err(Error::Usage(
                    "two measurements need two rulers: --ruler 100,4in, the one across the page first".into(),
                ));
            }
            let rulers = [ruler(0), ruler(1)];
            let across = ratio(across, rulers[0]);
            let down = ratio(down, rulers[1]);
            let shorter = rulers[0].min(rulers[1]);
            if (across - down).abs() <= reading(shorter) * 1.5 {
                one(args.paper, rulers[0], (across + down) / 2.0);
            } else {
                two(across, down);
            }
            fits(args.die, across, down);
        }
        [measured, ..] => {
            if args.ruler.len() > 1 {
                return Err(Error::Usage(
                    "one measurement needs one ruler: --ruler 80".into(),
                ));
            }
            let ratio = ratio(measured, ruler(0));
            one(args.paper, ruler(0), ratio);
            fits(args.die, ratio, ratio);
        }
        [] => {}
    }
    Ok(())
}

fn percent(ratio: f64) -> String {
    format!("{:.1} %", ratio * 100.0)
}

/// The same scale in both directions, as far as known.
fn one(made_for: MadeFor, ruler: Um, ratio: f64) {
    let off = (ratio - 1.0).abs();
    if off <= TRUE {
        say!(
            "{}: true to scale, as exactly as a ruler can tell",
            percent(ratio)
        );
        return;
    }
    say!("The sheet came out at {}.", percent(ratio));
    let causes = explain(made_for.paper(), ruler, ratio);
    if causes.is_empty() && off <= PRINTER {
        say!(
            "That comes from the printer itself, not from a print setting: paperkeep calibrate corrects it."
        );
        return;
    }
    for (at, cause) in causes.iter().take(3).enumerate() {
        let introduction = if at == 0 { "Most likely" } else { "Or" };
        let least = percent(*cause.ratio.start());
        let most = percent(*cause.ratio.end());
        let makes = if least == most {
            least
        } else {
            format!("{least} to {most}")
        };
        say!(
            "{introduction} {} ({makes}): {}.",
            cause.what,
            cause.instead
        );
    }
    if causes.is_empty() {
        say!(
            "No usual setting does that: look for a scale in the print dialog, and set it to 100 %."
        );
    }
    say!(
        "If nothing helps, print at {}: it comes out at 100 %.",
        percent(1.0 / ratio)
    );
}

/// Different scales across and down.
fn two(across: f64, down: f64) {
    say!(
        "The sheet came out at {} across and {} down.",
        percent(across),
        percent(down)
    );
    if (across - down).abs() <= PRINTER {
        say!(
            "No print setting stretches one direction alone: paperkeep calibrate corrects the printer."
        );
    } else {
        say!(
            "A driver that stretches pages to fill the paper does that: switch \u{201c}Fill page\u{201d} and borderless printing off, \
            print at 100 %, and measure again."
        );
    }
}

/// Whether the die stickers of the shipped games fit their dice at this scale, or those for plain dice of one's own.
fn fits(die: Option<Um>, across: f64, down: f64) {
    let kits = Files::shipped_ids()
        .into_iter()
        .filter_map(|id| Kit::find(id).ok());
    for kit in kits {
        let stickers = |deck: &&Deck| deck.make == Make::Stickers;
        let Some(deck) = kit.decks.iter().find(stickers) else {
            continue;
        };
        let label = die.map_or(deck.size.w, |die| die - deck.recess);
        let [wide, high] = [across, down].map(|ratio| label.mm() * ratio);
        say!(
            "Die stickers of {}: {label} mm became {wide:.2} x {high:.2} mm; {}.",
            kit.title,
            fit(wide.max(high) - label.mm())
        );
    }
}

/// How labels fit that came out larger by this much, mm.
fn fit(over: f64) -> String {
    if over > 0.1 {
        format!("{over:.2} mm too large for their place: they do not fit")
    } else if over < -0.1 {
        let shown = -over / 2.0;
        format!("they fit, with {shown:.2} mm of the die showing at each side")
    } else {
        "they fit".to_owned()
    }
}
