//! Pieces on precut paper: one in the middle of each label or card.

use super::arrange::{Arrangement, TooLarge};
use super::net::{Footprint, Net};
use crate::kit::{Point, Size, Um};
use crate::press::sheet::stock::Stock;

/// How much smaller than a label or card a piece may be without needing cuts of its own.
const NEARLY: Um = Um(500);

/// The arrangements of all pieces in paper coordinates, and whether some pieces are smaller than the precut ones.
///
/// # Errors
///
/// A piece is larger, even when turned by a quarter.
pub(crate) fn stocked(nets: Vec<Net>, stock: &Stock) -> Result<(Vec<Arrangement>, bool), TooLarge> {
    let corners: Vec<Point> = stock.corners().collect();
    let mut arrangements: Vec<Arrangement> = Vec::new();
    let mut is_cut = false;
    for (index, net) in nets.into_iter().enumerate() {
        let net = fitted(net, stock)?;
        let right = stock.size.w - net.size.w;
        let below = stock.size.h - net.size.h;
        let is_alike = net.footprint
            == if stock.round {
                Footprint::Circle
            } else {
                Footprint::Box
            };
        is_cut |= !is_alike || right.max(below) > NEARLY;
        let corner = corners[index % corners.len()];
        let at = Point::new(corner.x + right.half(), corner.y + below.half());
        if index % corners.len() == 0 {
            arrangements.push(Arrangement::new());
        }
        arrangements
            .last_mut()
            .expect("a sheet was begun")
            .push((net, at));
    }
    Ok((arrangements, is_cut))
}

/// A piece in the orientation that fits: upright, or turned by a quarter.
fn fitted(net: Net, stock: &Stock) -> Result<Net, TooLarge> {
    let holds = |size: Size| match (stock.round, net.footprint) {
        (false, _) | (true, Footprint::Circle | Footprint::FlatHex | Footprint::PointyHex) => {
            size.w <= stock.size.w && size.h <= stock.size.h
        }
        (true, _) => size.w.mm().hypot(size.h.mm()) <= stock.size.w.mm(),
    };
    match (holds(net.size), holds(net.size.turned())) {
        (true, _) => Ok(net),
        (false, true) => Ok(net.turned()),
        (false, false) => Err(TooLarge {
            code: net.code.to_string(),
            size: net.size,
            area: stock.size,
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::press::sheet::Placed;

    #[test]
    fn pieces_lie_in_the_middle_of_what_is_cut_already() {
        let net = |w, h| {
            Net::face(
                Placed {
                    size: Size::new(Um(w), Um(h)),
                    ..Placed::default()
                },
                0,
                false,
            )
        };
        let stock = Stock::find("avery-c32011").unwrap();
        let (arrangements, is_cut) = stocked(vec![net(54_000, 84_800); 11], stock).unwrap();
        assert_eq!(
            (arrangements.len(), arrangements[0].len(), is_cut),
            (2, 10, false)
        );
        // Turned, with 0.1 mm on either side; the second piece is in the second column.
        assert_eq!(arrangements[0][1].0.size, Size::new(Um(84_800), Um(54_000)));
        assert_eq!(arrangements[0][1].1, Point::new(Um(110_100), Um(13_500)));
        assert!(stocked(vec![net(63_000, 50_000)], stock).unwrap().1);
        assert_eq!(
            stocked(vec![net(63_000, 88_000)], stock).unwrap_err().area,
            stock.size
        );
        // A square fits within a round sticker.
        let round = Stock::find("5293").unwrap();
        assert!(
            stocked(vec![net(29_000, 29_000)], round).is_ok()
                && stocked(vec![net(30_000, 30_000)], round).is_err()
        );
    }
}
