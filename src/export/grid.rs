//! Deck sheets: many cards on one picture, in rows from the top left.

use crate::kit::Size;

/// The most cards in a row, and the most rows.
pub const MAX_GRID: (usize, usize) = (10, 7);
/// The most pixels along an edge of a sheet.
pub const EDGE: u32 = 4096;

/// How a sheet is divided.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Grid {
    pub columns: usize,
    pub rows: usize,
    /// The size of one card, in pixels.
    pub cell: (u32, u32),
}

impl Grid {
    /// Divides a sheet so that this many cards of this size, or as many as fit on a sheet, are as large as possible, up to this
    /// resolution.
    pub fn of(cards: usize, card: Size, dpi: u32) -> Grid {
        let cards = cards.clamp(1, MAX_GRID.0 * MAX_GRID.1);
        let grid = |columns: usize| {
            let rows = cards.div_ceil(columns);
            let fit = |count: usize, length: f64| f64::from(EDGE) / count as f64 / length;
            let finest = f64::from(dpi) / 25.4;
            let scale = finest
                .min(fit(columns, card.w.mm()))
                .min(fit(rows, card.h.mm()));
            // The small addition absorbs rounding errors.
            let dots = |length: f64| ((length * scale + 1e-6) as u32).max(1);
            Grid {
                columns,
                rows,
                cell: (dots(card.w.mm()), dots(card.h.mm())),
            }
        };
        let grids = (1..=MAX_GRID.0)
            .map(grid)
            .filter(|grid| grid.rows <= MAX_GRID.1);
        // Prefer the largest cards, then the fewest empty cells, then the widest rows.
        let best = grids.max_by_key(|grid| {
            (
                grid.cell,
                std::cmp::Reverse(grid.columns * grid.rows),
                grid.columns,
            )
        });
        best.unwrap_or(grid(MAX_GRID.0))
    }

    /// The size of the sheet, in pixels.
    pub fn dots(self) -> (u32, u32) {
        (
            self.cell.0 * self.columns as u32,
            self.cell.1 * self.rows as u32,
        )
    }

    /// The position of a card.
    pub fn at(self, card: usize) -> (u32, u32) {
        (
            (card % self.columns) as u32 * self.cell.0,
            (card / self.columns) as u32 * self.cell.1,
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kit::Um;

    #[test]
    fn no_sheet_is_larger_than_it_may_be() {
        for size in [
            (63_500, 88_900),
            (36_000, 36_000),
            (210_000, 20_000),
            (20_000, 210_000),
            (900_000, 900_000),
        ] {
            let size = Size::new(Um(size.0), Um(size.1));
            for cards in 1..=70 {
                let grid = Grid::of(cards, size, 300);
                assert!(
                    grid.columns <= 10 && grid.rows <= 7 && grid.columns * grid.rows >= cards,
                    "{cards}: {grid:?}"
                );
                let (w, h) = grid.dots();
                assert!(w <= 4096 && h <= 4096, "{cards}: {grid:?}");
            }
        }
    }

    #[test]
    fn few_cards_are_as_fine_as_asked() {
        let poker = Size::new(Um(63_500), Um(88_900));
        assert_eq!(
            Grid::of(5, poker, 300),
            Grid {
                columns: 5,
                rows: 1,
                cell: (750, 1050)
            }
        );
        assert_eq!(Grid::of(70, poker, 300).dots(), (4090, 4011));
    }
}
