//! Where the named places of a map are drawn: in a grid, with linked places near each other.

/// With more places than this they stay in their order.
const MOST: usize = 60;
/// How often all pairs of cells are compared.
const ROUNDS: usize = 12;
/// Up to this many places, grids of several widths are tried, each from several arrangements.
const FEW: usize = 12;
const STARTS: u64 = 8;
/// What it costs that a link passes through another place, and that two links cross.
const THROUGH: i32 = 40;
const CROSSING: i32 = 30;
/// Half the size of a place, relative to the distance between places.
const HALF: (f64, f64) = (0.4, 0.38);

/// The column and row of each place, in a grid that is wider than high.
pub fn cells(links: &[Vec<u16>]) -> Vec<(i32, i32)> {
    let count = links.len();
    if (3..=FEW).contains(&count) {
        return best(&both_ways(links));
    }
    let columns = ((count as f64 * 1.5).sqrt().ceil() as usize).max(1);
    let rows = count.div_ceil(columns);
    // Rows run to and fro, so that a track stays in one piece.
    let cell = |at: usize| {
        let row = at / columns;
        let column = at % columns;
        let column = if row.is_multiple_of(2) {
            column
        } else {
            columns - 1 - column
        };
        (column as i32, row as i32)
    };
    let mut places: Vec<Option<usize>> = (0..columns * rows)
        .map(|at| (at < count).then_some(at))
        .collect();
    let mut at: Vec<(i32, i32)> = (0..count).map(cell).collect();
    if count > MOST {
        return at;
    }
    let neighbours = both_ways(links);
    for _ in 0..ROUNDS {
        let mut is_better = false;
        for one in 0..places.len() {
            for other in one + 1..places.len() {
                let moved = [(places[one], cell(other)), (places[other], cell(one))];
                let before = length(&moved, &neighbours, &at);
                put(&moved, &mut at);
                if length(&moved, &neighbours, &at) < before {
                    places.swap(one, other);
                    is_better = true;
                } else {
                    put(
                        &[(places[one], cell(one)), (places[other], cell(other))],
                        &mut at,
                    );
                }
            }
        }
        if !is_better {
            break;
        }
    }
    at
}

/// The best arrangement of a few places, of all that are found from several starts.
fn best(neighbours: &[Vec<usize>]) -> Vec<(i32, i32)> {
    let count = neighbours.len();
    let widest = ((count as f64 * 1.5).sqrt().ceil() as usize).max(2);
    let mut best: Option<(i32, Vec<(i32, i32)>)> = None;
    for columns in [widest, widest - 1] {
        let rows = count.div_ceil(columns);
        let all: Vec<(i32, i32)> = (0..columns * rows)
            .map(|at| ((at % columns) as i32, (at / columns) as i32))
            .collect();
        for start in 0..STARTS {
            let mut cells = all.clone();
            shuffle(&mut cells, start);
            let cost = improve(&mut cells, count, neighbours);
            if best.as_ref().is_none_or(|(least, _)| cost < *least) {
                cells.truncate(count);
                best = Some((cost, cells));
            }
        }
    }
    best.map(|(_, cells)| cells).unwrap_or_default()
}

/// Mixes cells, always in the same way; with 0 they stay in their order.
fn shuffle(cells: &mut [(i32, i32)], start: u64) {
    let mut state = start;
    for at in (1..cells.len()).rev().filter(|_| start > 0) {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        cells.swap(at, (state >> 33) as usize % (at + 1));
    }
}

/// Swaps cells, of which the first `count` have places, until that no longer helps; returns the cost.
fn improve(cells: &mut [(i32, i32)], count: usize, neighbours: &[Vec<usize>]) -> i32 {
    let mut least = cost(&cells[..count], neighbours);
    for _ in 0..ROUNDS {
        let before = least;
        for one in 0..count {
            for other in one + 1..cells.len() {
                cells.swap(one, other);
                let now = cost(&cells[..count], neighbours);
                if now < least {
                    least = now;
                } else {
                    cells.swap(one, other);
                }
            }
        }
        if least == before {
            break;
        }
    }
    least
}

/// Long links, links through other places, and crossings.
fn cost(at: &[(i32, i32)], neighbours: &[Vec<usize>]) -> i32 {
    let links: Vec<(usize, usize)> = neighbours
        .iter()
        .enumerate()
        .flat_map(|(one, all)| all.iter().map(move |other| (one, *other)))
        .filter(|(one, other)| one < other)
        .collect();
    let mut sum = 0;
    for (number, (one, other)) in links.iter().enumerate() {
        let (a, b) = (at[*one], at[*other]);
        sum += 2 * ((a.0 - b.0).pow(2) + (a.1 - b.1).pow(2));
        let through = (0..at.len())
            .filter(|place| place != one && place != other)
            .filter(|place| passes(a, b, at[*place]));
        sum += THROUGH * through.count() as i32;
        let crossings = links[..number].iter().filter(|(c, d)| {
            ![c, d].iter().any(|end| *end == one || *end == other) && cross(a, b, at[*c], at[*d])
        });
        sum += CROSSING * crossings.count() as i32;
    }
    sum
}

/// Whether the line between two cells passes through the place of a third one.
fn passes(a: (i32, i32), b: (i32, i32), place: (i32, i32)) -> bool {
    let from = (f64::from(a.0 - place.0), f64::from(a.1 - place.1));
    let way = (f64::from(b.0 - a.0), f64::from(b.1 - a.1));
    let (mut enters, mut leaves) = (0.0f64, 1.0f64);
    for (from, way, half) in [(from.0, way.0, HALF.0), (from.1, way.1, HALF.1)] {
        if way == 0.0 {
            if from.abs() > half {
                return false;
            }
            continue;
        }
        let ends = [(-half - from) / way, (half - from) / way];
        enters = enters.max(ends[0].min(ends[1]));
        leaves = leaves.min(ends[0].max(ends[1]));
    }
    enters < leaves
}

/// Whether two lines cross between their ends.
fn cross(a: (i32, i32), b: (i32, i32), c: (i32, i32), d: (i32, i32)) -> bool {
    let side = |p: (i32, i32), q: (i32, i32), r: (i32, i32)| {
        ((q.0 - p.0) * (r.1 - p.1) - (q.1 - p.1) * (r.0 - p.0)).signum()
    };
    side(a, b, c) * side(a, b, d) < 0 && side(c, d, a) * side(c, d, b) < 0
}

fn put(moved: &[(Option<usize>, (i32, i32)); 2], at: &mut [(i32, i32)]) {
    for (place, cell) in moved {
        if let Some(place) = place {
            at[*place] = *cell;
        }
    }
}

/// How long the links of the moved places are. Links that pass over other places count more.
fn length(
    moved: &[(Option<usize>, (i32, i32)); 2],
    neighbours: &[Vec<usize>],
    at: &[(i32, i32)],
) -> i32 {
    let mut sum = 0;
    for place in moved.iter().filter_map(|(place, _)| *place) {
        for other in &neighbours[place] {
            let dx = at[place].0 - at[*other].0;
            let dy = at[place].1 - at[*other].1;
            let is_straight = dx == 0 || dy == 0;
            let is_over = dx.abs().max(dy.abs()) > 1 && (is_straight || dx.abs() == dy.abs());
            sum += 2 * (dx * dx + dy * dy) + if is_over { 5 } else { 0 };
        }
    }
    sum
}

/// Links in both directions.
fn both_ways(links: &[Vec<u16>]) -> Vec<Vec<usize>> {
    let mut all: Vec<Vec<usize>> = vec![Vec::new(); links.len()];
    for (place, linked) in links.iter().enumerate() {
        for other in linked.iter().map(|other| usize::from(*other)) {
            if other < links.len() && other != place {
                for (one, other) in [(place, other), (other, place)] {
                    if !all[one].contains(&other) {
                        all[one].push(other);
                    }
                }
            }
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn linked_places_lie_side_by_side() {
        // A ring of eight places, listed out of order.
        let ring = [0u16, 4, 1, 5, 2, 6, 3, 7];
        let mut links = vec![Vec::new(); 8];
        for (step, place) in ring.iter().enumerate() {
            links[usize::from(*place)].push(ring[(step + 1) % 8]);
        }
        let at = cells(&links);
        let far = |one: u16, other: u16| {
            let ((x, y), (u, v)) = (at[usize::from(one)], at[usize::from(other)]);
            (x - u).abs().max((y - v).abs())
        };
        let longest = (0..8)
            .map(|step| far(ring[step], ring[(step + 1) % 8]))
            .max();
        assert!(longest <= Some(2), "{at:?}");
        let mut cells = at.clone();
        cells.sort_unstable();
        cells.dedup();
        assert_eq!(cells.len(), 8, "{at:?}");
    }

    #[test]
    fn paths_go_round_the_places_between() {
        // An island: two rings that share two places.
        let paths = [
            (0, 1),
            (0, 4),
            (1, 5),
            (4, 5),
            (5, 2),
            (2, 3),
            (3, 6),
            (6, 0),
        ];
        let mut links = vec![Vec::new(); 7];
        for (one, other) in paths {
            links[one].push(other as u16);
        }
        let at = cells(&links);
        for (number, (one, other)) in paths.iter().enumerate() {
            let (a, b) = (at[*one], at[*other]);
            let passed = |place: &usize| place != one && place != other && passes(a, b, at[*place]);
            assert!(!(0..7).any(|place| passed(&place)), "{at:?}");
            let crossed = |(c, d): &(usize, usize)| cross(a, b, at[*c], at[*d]);
            assert!(!paths[..number].iter().any(crossed), "{at:?}");
        }
    }

    #[test]
    fn a_track_runs_to_and_fro() {
        let links: Vec<Vec<u16>> = (0..20).map(|at| vec![at + 1]).collect();
        let at = cells(&links);
        let steps = at.windows(2).map(|two| {
            let [(x, y), (u, v)] = [two[0], two[1]];
            (x - u).abs() + (y - v).abs()
        });
        assert!(steps.into_iter().all(|step| step == 1), "{at:?}");
    }
}
