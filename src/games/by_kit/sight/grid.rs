//! Where the named places of a map are drawn: in a grid, with linked places near each other.

/// With more places than this they stay in their order.
const MOST: usize = 60;
/// How often all pairs of cells are compared.
const ROUNDS: usize = 12;

/// The column and row of each place, in a grid that is wider than high.
pub fn cells(links: &[Vec<u16>]) -> Vec<(i32, i32)> {
    let count = links.len();
    let columns = ((count as f64 * 1.5).sqrt().ceil() as usize).max(1);
    let rows = count.div_ceil(columns);
    // Rows run to and fro, so that a track stays in one piece.
    let cell = |at: usize| {
        let (row, column) = (at / columns, at % columns);
        let column = if row % 2 == 0 {
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
            let (dx, dy) = (at[place].0 - at[*other].0, at[place].1 - at[*other].1);
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
