//! Computes what a printer does from measured distances, by least squares.

use super::profile::{Distortion, Profile};
use super::targets::{Edge, INSET, Span, Target, targets};
use crate::kit::{Point, Side, Size, Um};

/// The largest possible offset of a side edge or the top edge; with more, the cross would leave the page.
const FAR: Um = Um(INSET.0 / 2);

/// Scales beyond this come from a print setting rather than the printer.
const STRETCH: f64 = 0.03;

/// The result of a fit.
#[derive(Clone, Debug, PartialEq)]
pub struct Fit {
    pub profile: Profile,
    /// The largest difference between a measurement and the profile's prediction, in mm, and the number of the measurement.
    pub worst: Option<(f64, usize)>,
}

/// Finds the profile that explains the measurements best; a skipped one is `None`.
///
/// Whatever was not measured is assumed to be correct: a scale without its length, a rotation without both ends of an edge,
/// an offset without a distance from its edge.
///
/// # Errors
///
/// Names a measurement that no printer can produce at 100 %: a misreading, or a page that was scaled.
pub fn fit(paper: Size, measured: &[Option<Um>]) -> Result<Fit, String> {
    let all = targets(paper);
    for (target, measured) in all.iter().zip(measured) {
        let (Some(measured), nominal) = (measured, target.nominal(paper)) else {
            continue;
        };
        let allowed = match target.span {
            Span::Edge(..) => FAR,
            Span::Across(..) | Span::Down(..) => Um::from_mm(nominal.mm() * STRETCH),
        };
        if (*measured - nominal).0.abs() > allowed.0 {
            return Err(format!(
                "measurement {} is {measured} mm where {nominal} mm were printed; measure it again, and if it stands, the page \
                was not printed at 100 % (`paperkeep scale` tells more)",
                target.number
            ));
        }
    }
    let mut worst: Option<(f64, usize)> = None;
    let mut side = |side: Side| {
        let known: Vec<(Target, f64)> = all
            .iter()
            .zip(measured)
            .filter(|(target, _)| target.side == side)
            .filter_map(|(target, measured)| Some((*target, (*measured)?.mm())))
            .collect();
        let distortion = one_side(paper, &known);
        for (target, measured) in &known {
            let off = (measured - predicted(target, &distortion, paper)).abs();
            if worst.is_none_or(|(before, _)| off > before) {
                worst = Some((off, target.number));
            }
        }
        distortion
    };
    let (front, back) = (side(Side::Front), side(Side::Back));
    Ok(Fit {
        profile: Profile {
            front,
            back,
            ..Profile::exact(paper)
        },
        worst,
    })
}

/// The length of a target on a page with this distortion, in mm.
pub fn predicted(target: &Target, distortion: &Distortion, paper: Size) -> f64 {
    let on_paper = |at: Point| distortion.affine(paper).apply([at.x.mm(), at.y.mm()]);
    match target.span {
        Span::Edge(Edge::Left, cross) => on_paper(cross)[0],
        Span::Edge(Edge::Right, cross) => paper.w.mm() - on_paper(cross)[0],
        Span::Edge(Edge::Top, cross) => on_paper(cross)[1],
        Span::Across(from, to) | Span::Down(from, to) => {
            let ([x, y], [x2, y2]) = (on_paper(from), on_paper(to));
            (x2 - x).hypot(y2 - y)
        }
    }
}

/// The number of unknowns: offset right and down, rotation, scale across and down.
const UNKNOWNS: usize = 5;

fn numbers(of: &Distortion) -> [f64; UNKNOWNS] {
    [
        of.offset[0],
        of.offset[1],
        of.rotation,
        of.scale[0],
        of.scale[1],
    ]
}

fn distortion([right, down, rotation, across, height]: [f64; UNKNOWNS]) -> Distortion {
    Distortion {
        offset: [right, down],
        rotation,
        scale: [across, height],
    }
}

/// Gauss-Newton iteration; since the page is nearly correct, a few steps converge.
fn one_side(paper: Size, known: &[(Target, f64)]) -> Distortion {
    let count = |wanted: &dyn Fn(&Span) -> bool| {
        known
            .iter()
            .filter(|(target, _)| wanted(&target.span))
            .count()
    };
    let from_side = count(&|span| matches!(span, Span::Edge(Edge::Left | Edge::Right, _)));
    let from_top = count(&|span| matches!(span, Span::Edge(Edge::Top, _)));
    let free = [
        from_side > 0,
        from_top > 0,
        from_side > 1 || from_top > 1,
        count(&|span| matches!(span, Span::Across(..))) > 0,
        count(&|span| matches!(span, Span::Down(..))) > 0,
    ];
    let free: Vec<usize> = (0..UNKNOWNS).filter(|unknown| free[*unknown]).collect();
    let mut found = numbers(&Distortion::NONE);
    for _ in 0..8 {
        let mut equations = vec![vec![0.0; free.len() + 1]; free.len()];
        for (target, measured) in known {
            let at = |numbers| predicted(target, &distortion(numbers), paper);
            let slopes: Vec<f64> = free
                .iter()
                .map(|unknown| {
                    let (mut less, mut more) = (found, found);
                    less[*unknown] -= 1e-5;
                    more[*unknown] += 1e-5;
                    (at(more) - at(less)) / 2e-5
                })
                .collect();
            let off = measured - at(found);
            for (row, slope) in equations.iter_mut().zip(&slopes) {
                for (cell, other) in row.iter_mut().zip(slopes.iter().chain([&off])) {
                    *cell += slope * other;
                }
            }
        }
        for (unknown, step) in free.iter().zip(solved(equations)) {
            found[*unknown] += step;
        }
    }
    distortion(found)
}

/// Solves linear equations by elimination. Each row ends with its right-hand side; rows must be independent.
fn solved(mut rows: Vec<Vec<f64>>) -> Vec<f64> {
    let count = rows.len();
    for pivot in 0..count {
        let largest = (pivot..count)
            .max_by(|one, two| rows[*one][pivot].abs().total_cmp(&rows[*two][pivot].abs()));
        rows.swap(pivot, largest.unwrap_or(pivot));
        let pivot_row = rows[pivot].clone();
        for (_, row) in rows
            .iter_mut()
            .enumerate()
            .filter(|(index, _)| *index != pivot)
        {
            let times = row[pivot] / pivot_row[pivot];
            row.iter_mut()
                .zip(&pivot_row)
                .for_each(|(cell, other)| *cell -= times * other);
        }
    }
    (0..count)
        .map(|index| rows[index][count] / rows[index][index])
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const A4: Size = Size::new(Um(210_000), Um(297_000));

    fn printer() -> Profile {
        Profile {
            front: Distortion {
                offset: [0.83, -1.27],
                rotation: 0.31,
                scale: [0.9962, 1.0041],
            },
            back: Distortion {
                offset: [-1.4, 0.6],
                rotation: -0.22,
                scale: [1.0015, 0.9987],
            },
            ..Profile::exact(A4)
        }
    }

    /// The readings of a perfect ruler on that printer's page, alternately plus and minus `noise` mm.
    fn readings(profile: &Profile, noise: f64) -> Vec<Option<Um>> {
        let reading = |target: &Target| {
            let wobble = noise * f64::from((target.number * 7 % 5) as u32) / 2.0 - noise;
            predicted(target, profile.distortion(target.side), A4) + wobble
        };
        targets(A4)
            .iter()
            .map(|target| Some(Um::from_mm(reading(target))))
            .collect()
    }

    /// The largest error, in mm, if `profile` corrects what `printer` does.
    fn miss(printer: &Profile, profile: &Profile) -> f64 {
        let points = (0..=10)
            .flat_map(|x| (0..=10).map(move |y| [f64::from(x) * 21.0, f64::from(y) * 29.7]));
        let sides = [Side::Front, Side::Back];
        points
            .flat_map(|[x, y]| {
                sides.map(|side| {
                    let corrected = profile.correction(side, A4).apply([x, y]);
                    let [landed_x, landed_y] = printer.distortion(side).affine(A4).apply(corrected);
                    (landed_x - x).hypot(landed_y - y)
                })
            })
            .fold(0.0, f64::max)
    }

    #[test]
    fn a_distortion_is_recovered_within_0_02_mm() {
        let fit = fit(A4, &readings(&printer(), 0.0)).unwrap();
        assert!(
            miss(&printer(), &fit.profile) < 0.02,
            "{} mm",
            miss(&printer(), &fit.profile)
        );
        assert!(
            miss(
                &printer(),
                &Profile {
                    front: Distortion::NONE,
                    ..fit.profile
                }
            ) > 1.0,
            "the test sees a difference"
        );
        let (off, _) = fit.worst.unwrap();
        assert!(off < 0.002, "{off}");
    }

    #[test]
    fn a_ruler_read_to_a_tenth_corrects_nearly_as_well() {
        let fit = fit(A4, &readings(&printer(), 0.1)).unwrap();
        let miss = miss(&printer(), &fit.profile);
        assert!(miss < 0.3, "{miss} mm");
    }

    #[test]
    fn what_was_skipped_is_taken_to_be_right() {
        let mut measured = readings(&printer(), 0.0);
        measured.truncate(6);
        measured[1] = None;
        measured[3] = None;
        measured[5] = None;
        let profile = fit(A4, &measured).unwrap().profile;
        assert_eq!(
            (profile.back, profile.front.rotation, profile.front.scale[1]),
            (Distortion::NONE, 0.0, 1.0)
        );
        assert!((profile.front.scale[0] - 0.9962).abs() < 1e-4);
        assert_eq!(
            fit(A4, &[]).unwrap().profile.correction(Side::Front, A4),
            crate::press::sheet::Affine::IDENTITY
        );
    }

    #[test]
    fn mistakes_are_named() {
        let mut measured = readings(&printer(), 0.0);
        measured[2] = Some(Um(200_000));
        assert!(
            fit(A4, &measured)
                .unwrap_err()
                .starts_with("measurement 3 is 200 mm where 20 mm were printed")
        );
        // A small error shows as a disagreement.
        measured[2] = Some(Um(24_000));
        let (off, _) = fit(A4, &measured).unwrap().worst.unwrap();
        assert!(off > 0.5, "{off}");
    }
}
