//! The promises of the inks, for every shipped kit.

use paperkeep::face::{Reader, Templates};
use paperkeep::kit::{Files, Ink, Kit, Size, Um};
use paperkeep::press::inspect::coverage::coverage;
use paperkeep::press::inspect::hue::{Seen, distinguished_by_hue};
use paperkeep::press::write::svg;
use paperkeep::press::{Order, print};

/// The ink coverage of a kit's label sheets.
fn covered(kit: &Kit, ink: Ink) -> f64 {
    let paper = Size::new(Um(210_000), Um(297_000));
    let job = print(kit, &Order::new(paper, "a4", ink))
        .unwrap_or_else(|problems| panic!("{problems}"))
        .sheets;
    (0..job.sheets.len())
        .map(|sheet| coverage(&svg::write(&job, sheet).unwrap()).unwrap())
        .sum()
}

#[test]
fn lean_takes_a_quarter_of_the_ink_of_color() {
    for id in Files::shipped_ids() {
        let kit = Kit::find(id).unwrap();
        let (color, lean) = (covered(&kit, Ink::Color), covered(&kit, Ink::Lean));
        assert!(
            lean <= color * 0.25,
            "{id}: {:.1} % of {:.1} %",
            lean * 100.0,
            color * 100.0
        );
    }
}

#[test]
fn nothing_differs_only_in_hue() {
    let mut reader = Reader::new();
    for id in Files::shipped_ids() {
        let kit = Kit::find(id).unwrap();
        for ink in Ink::ALL {
            let problems = distinguished_by_hue(
                &kit,
                &Templates::new(&kit, ink),
                &mut reader,
                &mut Seen::default(),
            );
            assert!(
                problems.is_empty(),
                "{}",
                paperkeep::kit::Problems::from(problems)
            );
        }
    }
}
