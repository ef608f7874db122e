//! The plots, by plotters, which draws whole pixels in fixed colours. They are therefore drawn ten times as large as shown, and
//! each colour becomes a class that the page's style colours.

use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};

use crate::lab::report::{FEWEST, Report, SeatReport, Tally};

/// How many pixels are drawn for each one shown.
const FINE: u32 = 10;

/// Placeholders: the colour that is drawn, and the class it becomes.
const INK: RGBColor = RGBColor(1, 1, 1);
const PALE: RGBColor = RGBColor(2, 2, 2);
const RULE: RGBColor = RGBColor(3, 3, 3);
const WON: RGBColor = RGBColor(4, 4, 4);
const LOST: RGBColor = RGBColor(5, 5, 5);
const CLASSES: [(&str, &str); 5] = [
    ("#010101", "ink"),
    ("#020202", "pale"),
    ("#030303", "rule"),
    ("#040404", "won"),
    ("#050505", "lost"),
];

/// The most bars of a histogram; the last one collects the rest. Few games have no more bars than the root of their number.
const BARS: u32 = 60;

/// What a chart shows: games by length, shares by length, or shares by seat, of which there are only whole ones.
#[derive(Clone, Copy, PartialEq)]
enum Axes {
    Games,
    Shares,
    Seats,
}

/// A plot of a given width, to draw on.
pub struct Plot {
    width: u32,
    height: u32,
    svg: String,
}

type Drawn = Result<String, Box<dyn std::error::Error>>;

/// The plot for a wide screen, and the one for a phone.
pub fn twice(alt: &str, draw: impl Fn(Plot) -> Drawn) -> Result<String, String> {
    let one = |width, height, class: &str| -> Result<String, String> {
        let svg = draw(Plot {
            width,
            height,
            svg: String::new(),
        })
        .map_err(|error| error.to_string())?;
        let mut svg = svg.replacen(
            "<svg ",
            &format!("<svg class=\"{class}\" role=\"img\" aria-label=\"{alt}\" "),
            1,
        );
        svg = svg.replacen(
            &format!("width=\"{}\" height=\"{}\" ", width * FINE, height * FINE),
            "",
            1,
        );
        for (colour, name) in CLASSES {
            svg = svg.replace(
                &format!("fill=\"{colour}\""),
                &format!("class=\"f-{name}\""),
            );
            svg = svg.replace(
                &format!("stroke=\"{colour}\""),
                &format!("class=\"s-{name}\""),
            );
        }
        Ok(svg + "\n")
    };
    Ok(one(816, 300, "desktop")? + &one(344, 240, "phone")?)
}

fn text(size: u32, colour: RGBColor) -> TextStyle<'static> {
    ("sans-serif", size * FINE).into_font().color(&colour)
}

impl Plot {
    /// A chart with its axes, filled by `inner`.
    fn chart(
        mut self,
        (x, y): (std::ops::Range<f64>, std::ops::Range<f64>),
        (below, axes): (&str, Axes),
        inner: impl FnOnce(&mut Chart<'_, '_>) -> Result<(), Box<dyn std::error::Error>>,
    ) -> Drawn {
        {
            let area =
                SVGBackend::with_string(&mut self.svg, (self.width * FINE, self.height * FINE))
                    .into_drawing_area();
            let mut chart = ChartBuilder::on(&area)
                .margin(6 * FINE)
                .margin_right(14 * FINE)
                .x_label_area_size(42 * FINE)
                .y_label_area_size(48 * FINE)
                .build_cartesian_2d(x, y)?;
            let labels = if self.width < 500 { 5 } else { 10 };
            chart
                .configure_mesh()
                .disable_x_mesh()
                .light_line_style(TRANSPARENT)
                .bold_line_style(RULE.stroke_width(FINE))
                .axis_style(PALE.stroke_width(FINE))
                .set_all_tick_mark_size(5 * FINE)
                .label_style(text(13, INK))
                .axis_desc_style(text(13, PALE))
                .x_desc(below)
                .x_labels(labels)
                .y_labels(5)
                .x_label_formatter(&|value| match axes {
                    Axes::Seats if value.fract() != 0.0 => String::new(),
                    _ => format!("{value:.0}"),
                })
                .y_label_formatter(&|value| {
                    if axes != Axes::Games {
                        format!("{:.0} %", 100.0 * value)
                    } else {
                        format!("{value:.0}")
                    }
                })
                .draw()?;
            inner(&mut chart)?;
            area.present()?;
        }
        Ok(self.svg)
    }

    /// Games by length, with the won ones in front.
    pub fn histogram(self, report: &Report, tally: &Tally) -> Drawn {
        let last = tally.percentiles.p95.max(1) + tally.percentiles.p95 / 4;
        let bars = if report.games < FEWEST {
            (report.games.isqrt() as u32).saturating_sub(1).max(1)
        } else {
            BARS
        };
        let step = (last + 1).div_ceil(bars).max(1);
        let bar = |length: u32| length.min(last) / step;
        let mut bars = vec![(0u64, 0u64); bar(last) as usize + 1];
        for (length, games) in &tally.histogram.0 {
            bars[bar(*length) as usize].0 += games;
        }
        for (length, games) in &report.lengths_won.0 {
            bars[bar(*length) as usize].1 += games;
        }
        let most = bars.iter().map(|(all, _)| *all).max().unwrap_or(1).max(1) as f64;
        let won = if report.run.figures.without_winners {
            ""
        } else {
            "; blue: won"
        };
        let below = format!("{} (the last bar: all longer games){won}", tally.name);
        let width = f64::from(last + step);
        self.chart(
            (0.0..width, 0.0..most * 1.05),
            (&below, Axes::Games),
            |chart| {
                let rectangle = |at: usize, games: u64, colour: RGBColor| {
                    let left = at as f64 * f64::from(step);
                    Rectangle::new(
                        [(left, 0.0), (left + 0.86 * f64::from(step), games as f64)],
                        colour.filled(),
                    )
                };
                chart.draw_series(
                    bars.iter()
                        .enumerate()
                        .map(|(at, (all, _))| rectangle(at, *all, LOST)),
                )?;
                chart.draw_series(
                    bars.iter()
                        .enumerate()
                        .map(|(at, (_, won))| rectangle(at, *won, WON)),
                )?;
                Ok(())
            },
        )
    }

    /// The share won, by length reached, with its interval as a band.
    pub fn reaching(self, report: &Report, tally: &Tally) -> Drawn {
        let points = &report.reaching;
        let last = points.last().map_or(1, |point| point.length.max(1));
        let below = format!("{} reached", tally.name);
        self.chart(
            (0.0..f64::from(last), 0.0..1.0),
            (&below, Axes::Shares),
            |chart| {
                for point in points {
                    let at = f64::from(point.length);
                    let line = vec![(at, point.won.low), (at, point.won.high)];
                    chart.draw_series([PathElement::new(line, PALE.stroke_width(FINE))])?;
                }
                let line: Vec<(f64, f64)> = points
                    .iter()
                    .map(|point| (f64::from(point.length), point.won.rate))
                    .collect();
                chart.draw_series([PathElement::new(line, WON.stroke_width(2 * FINE))])?;
                Ok(())
            },
        )
    }

    /// How often each player comes first, with its interval, against an equal share.
    pub fn seats(self, rows: &[SeatReport], fair: f64) -> Drawn {
        let most = rows.iter().map(|row| row.first.high).fold(fair, f64::max);
        let count = rows.len() as f64;
        self.chart(
            (0.5..count + 0.5, 0.0..most * 1.15),
            ("dashed: an equal share", Axes::Seats),
            |chart| {
                let dashes = (0..40).map(|at| 0.5 + count * f64::from(at) / 40.0);
                let dash = |from: f64| {
                    PathElement::new(
                        vec![(from, fair), (from + count / 80.0, fair)],
                        PALE.stroke_width(FINE),
                    )
                };
                chart.draw_series(dashes.map(dash))?;
                for (at, row) in (1..).map(f64::from).zip(rows) {
                    let line = vec![(at, row.first.low), (at, row.first.high)];
                    chart.draw_series([PathElement::new(line, WON.stroke_width(2 * FINE))])?;
                    chart.draw_series([Circle::new(
                        (at, row.first.rate),
                        5 * FINE,
                        WON.filled(),
                    )])?;
                    let label = format!("{:.1} %", 100.0 * row.first.rate);
                    let style = text(13, INK).pos(Pos::new(HPos::Center, VPos::Bottom));
                    chart.draw_series([Text::new(
                        label,
                        (at, row.first.high + most * 0.03),
                        style,
                    )])?;
                }
                Ok(())
            },
        )
    }
}

/// The surface that charts are drawn on.
type Chart<'a, 'b> = ChartContext<
    'a,
    SVGBackend<'b>,
    Cartesian2d<plotters::coord::types::RangedCoordf64, plotters::coord::types::RangedCoordf64>,
>;
