//! `paperkeep scale`: what the length of a printed ruler says about print settings.

use clap::ValueEnum;

use super::paper::length;
use super::stdio::say;
use super::{Error, region};
use crate::kit::{Deck, Files, Kit, Make, Um};
use crate::press::printer::scale::{PAPERS, PRINTER, Paper, READING, RULERS, TRUE, explain};

/// Find out from a printed ruler which print setting was wrong
#[derive(clap::Args)]
pub struct Args {
    /// The length of the ruler on the sheet, mm; both rulers, the 100 mm one first, reveal more
    #[arg(required = true, num_args = 1..=2, value_name = "MM", value_parser = |text: &str| length(text, 10, 500))]
    measured: Vec<Um>,
    /// Which ruler it was, if you measured only one
    #[arg(long, value_name = "RULER", default_value = "100")]
    ruler: Ruler,
    /// The edge of your plain dice, if you printed with --die
    #[arg(long, value_name = "MM", value_parser = |text: &str| length(text, 8, 25))]
    die: Option<Um>,
    /// The paper that the sheet was made for: a4 or letter [default: that of your region]
    #[arg(long, default_value = region::paper(), hide_default_value = true, value_name = "PAPER")]
    paper: MadeFor,
}

/// The rulers of every sheet: 100 mm lies across the page, 4 in along its left edge.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Ruler {
    #[value(name = "100", alias = "100mm")]
    Mm100,
    #[value(name = "4in", alias = "4")]
    In4,
}

impl Ruler {
    fn length(self) -> Um {
        match self {
            Ruler::Mm100 => RULERS[0],
            Ruler::In4 => RULERS[1],
        }
    }
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
    let ratio = |measured: Um, ruler: Ruler| measured.mm() / ruler.length().mm();
    match args.measured[..] {
        [across, down] => {
            if args.ruler != Ruler::Mm100 {
                return Err(Error::Usage(
                    "--ruler is for one measurement; of two the 100 mm ruler comes first".into(),
                ));
            }
            let (across, down) = (ratio(across, Ruler::Mm100), ratio(down, Ruler::In4));
            if (across - down).abs() <= READING * 1.5 {
                one(args.paper, Ruler::Mm100, (across + down) / 2.0);
            } else {
                two(across, down);
            }
            fits(args.die, across, down);
        }
        [measured, ..] => {
            let ratio = ratio(measured, args.ruler);
            one(args.paper, args.ruler, ratio);
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
fn one(made_for: MadeFor, ruler: Ruler, ratio: f64) {
    let off = (ratio - 1.0).abs();
    if off <= TRUE {
        say!(
            "{}: true to scale, as exactly as a ruler can tell",
            percent(ratio)
        );
        return;
    }
    say!("The sheet came out at {}.", percent(ratio));
    let causes = explain(made_for.paper(), ruler.length(), ratio);
    if causes.is_empty() && off <= PRINTER {
        say!(
            "That comes from the printer itself, not from a print setting: paperkeep calibrate corrects it."
        );
        return;
    }
    for (at, cause) in causes.iter().take(3).enumerate() {
        let introduction = if at == 0 { "Most likely" } else { "Or" };
        let (least, most) = (percent(*cause.ratio.start()), percent(*cause.ratio.end()));
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

/// Whether the die labels of the shipped games fit their dice at this scale, or those for plain dice of one's own.
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
            "Die labels of {}: {label} mm became {wide:.2} x {high:.2} mm; {}.",
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
