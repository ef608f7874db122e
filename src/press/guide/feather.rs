//! Spreads the contents of pages that end early because the next block does not fit.

use super::flow::Flow;
use super::page::{Page, Seam};
use crate::kit::{Point, Um};
use crate::press::sheet::Placed;

/// The most that one share of the free space may be, in mm, so that gaps look alike on all pages.
const MAX_SHARE: f64 = 3.0;

impl Flow<'_, '_> {
    /// Allows space to be added between the contents of the page so far and what follows.
    pub(super) fn seam(&mut self, share: f64) {
        // The pictures beside a column do not move with it.
        if self.beside.is_some() {
            return;
        }
        let page = self.page();
        let seam = page.end(share);
        if seam.texts > 0 {
            page.seams.push(seam);
        }
    }

    /// Spreads the contents of full pages down to their foot, or near it.
    pub(super) fn feather(&mut self) {
        let bottom = self.bottom();
        for page in self.pages.iter_mut().filter(|page| page.full) {
            let shares: f64 = page.seams.iter().map(|seam| seam.share).sum();
            let free = (bottom - page.lowest()).max(0.0);
            if shares > 0.0 {
                page.part((free / shares).min(MAX_SHARE));
            }
        }
    }
}

impl Page {
    /// The bottom of the lowest text or face, in mm from the top.
    pub(super) fn lowest(&self) -> f64 {
        let pieces = self
            .placed
            .iter()
            .map(|placed| placed.at.y.mm() + placed.size.h.mm());
        self.texts
            .iter()
            .map(|line| line.y)
            .chain(pieces)
            .fold(0.0, f64::max)
    }

    /// A seam behind everything that is on the page so far.
    pub(super) fn end(&self, share: f64) -> Seam {
        Seam {
            share,
            art: self.art.len(),
            texts: self.texts.len(),
            placed: self.placed.len(),
            badges: self.badges.len(),
            letters: self.letters.len(),
        }
    }

    /// Moves everything after each seam down by the shares so far.
    fn part(&mut self, share: f64) {
        let seams = std::mem::take(&mut self.seams);
        let mut down = 0.0;
        let moves = seams.into_iter().map(|seam| {
            down += seam.share * share;
            (seam, down)
        });
        let moves: Vec<(Seam, f64)> = moves.collect();
        self.lower(&moves);
    }

    /// Moves what is between each seam and the next one down by this much.
    pub(super) fn lower(&mut self, moves: &[(Seam, f64)]) {
        let (art, badges) = (
            std::mem::take(&mut self.art),
            std::mem::take(&mut self.badges),
        );
        let first = moves.first().map(|(seam, _)| seam);
        self.art += &art[..first.map_or(art.len(), |seam| seam.art)];
        self.badges += &badges[..first.map_or(badges.len(), |seam| seam.badges)];
        for (index, (seam, down)) in moves.iter().enumerate() {
            let next = moves.get(index + 1).map(|(next, _)| next);
            let texts = next.map_or(self.texts.len(), |next| next.texts);
            let letters = next.map_or(self.letters.len(), |next| next.letters);
            let placed = next.map_or(self.placed.len(), |next| next.placed);
            self.texts[seam.texts..texts]
                .iter_mut()
                .chain(&mut self.letters[seam.letters..letters])
                .for_each(|line| line.y += down);
            self.placed[seam.placed..placed]
                .iter_mut()
                .for_each(|placed| lower(placed, Um::from_mm(*down)));
            let moved = |all: &str, from: usize, to: Option<usize>| match &all
                [from..to.unwrap_or(all.len())]
            {
                "" => String::new(),
                elements => format!(r#"<g transform="translate(0 {down:.3})">{elements}</g>"#),
            };
            self.art += &moved(&art, seam.art, next.map(|next| next.art));
            self.badges += &moved(&badges, seam.badges, next.map(|next| next.badges));
        }
    }
}

fn lower(placed: &mut Placed, by: Um) {
    placed.at.y += by;
    placed.clip = placed
        .clip
        .iter()
        .map(|outline| outline.map(|point| Point::new(point.x, point.y + by)))
        .collect();
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_follows_a_seam_moves_down_by_all_shares_before_it() {
        let seam = |share, art| Seam {
            share,
            art,
            texts: 0,
            placed: 0,
            badges: 0,
            letters: 0,
        };
        let mut page = Page {
            art: "<a/><b/><c/>".into(),
            seams: vec![seam(3.0, 4), seam(1.0, 8)],
            ..Page::default()
        };
        let size = crate::kit::Size::new(Um(10_000), Um(10_000));
        page.placed = vec![Placed {
            at: Point::new(Um(5_000), Um(7_000)),
            size,
            ..Placed::default()
        }];
        assert_eq!(page.lowest(), 17.0);
        page.part(2.0);
        assert_eq!(
            page.art,
            r#"<a/><g transform="translate(0 6.000)"><b/></g><g transform="translate(0 8.000)"><c/></g>"#
        );
        assert_eq!((page.lowest(), page.badges), (25.0, String::new()));
    }
}
