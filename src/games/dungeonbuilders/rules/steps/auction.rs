//! Decides who enters if several heroes are equally strong (R36-R42).

use super::super::event::Event;
use super::super::position::{Auction, Bid, Position, Step};
use crate::games::dungeonbuilders::Builders;

impl Builders {
    /// R36: begins an auction among these seats (one bit each).
    pub(super) fn begin_auction(&self, p: &mut Position, bidders: u8) {
        let first = self.asked_in_turn(p, bidders).next().unwrap_or_default();
        p.auction = Auction {
            bidders,
            first,
            ..Auction::default()
        };
        p.acting = first;
    }

    /// R36, V3c: the seats in order, starting with the player who placed the last tile, or after the hero who entered last.
    pub(super) fn asked_in_turn(&self, p: &Position, seats: u8) -> impl Iterator<Item = u8> {
        let from = p.placer.unwrap_or(self.next_seat(p.hero.seat));
        Position::round_from(from, self.players.len(), seats)
    }

    /// Opens the auction for entering or for staying out (R37).
    pub(super) fn open_auction(
        &self,
        p: &mut Position,
        stay_out: bool,
        tell: &mut impl FnMut(Event),
    ) {
        p.auction.stay_out = stay_out;
        tell(Event::AuctionOpened {
            seat: p.acting,
            stay_out,
        });
        p.step = Step::Bid;
    }

    /// Takes a bid (R38, R39).
    pub(super) fn bid(&self, p: &mut Position, gold: u16, tell: &mut impl FnMut(Event)) {
        tell(Event::BidMade {
            seat: p.acting,
            gold,
        });
        p.auction.bids[usize::from(p.acting)] = Bid::Gold(gold);
        for seat in Position::round_from(p.auction.first, self.players.len(), p.auction.bidders) {
            if p.auction.bids[usize::from(seat)] != Bid::None {
                continue;
            }
            if (0..=p.gold[usize::from(seat)]).all(|gold| p.auction.bids.contains(&Bid::Gold(gold)))
            {
                tell(Event::UnableToBid { seat });
                p.auction.bids[usize::from(seat)] = Bid::Unable;
                continue;
            }
            p.acting = seat;
            p.step = Step::Bid;
            return;
        }
        self.close_auction(p, tell);
    }

    fn close_auction(&self, p: &mut Position, tell: &mut impl FnMut(Event)) {
        let auction = p.auction;
        let bidders = || Position::round_from(auction.first, self.players.len(), auction.bidders);
        let gold = |seat: u8| auction.bids[usize::from(seat)].gold();
        let unable = |seat: u8| auction.bids[usize::from(seat)] == Bid::Unable;
        let winner = if auction.stay_out {
            // R41, R42: of several lowest bidders, the last who was unable to bid.
            let lowest = bidders().map(gold).min().unwrap_or_default();
            let lowest = || bidders().filter(move |seat| gold(*seat) == lowest);
            lowest()
                .filter(|seat| unable(*seat))
                .last()
                .or_else(|| lowest().next())
        } else {
            // R40, A20: of several highest bidders, the first.
            let highest = bidders().map(gold).max().unwrap_or_default();
            bidders().find(|seat| gold(*seat) == highest)
        };
        let winner = winner.unwrap_or(auction.first);
        for seat in
            bidders().filter(|seat| (*seat == winner) != auction.stay_out && gold(*seat) > 0)
        {
            p.gold[usize::from(seat)] -= gold(seat);
            tell(Event::Paid {
                seat,
                gold: gold(seat),
                stay_out: auction.stay_out,
            });
        }
        self.enter(p, winner, tell);
    }
}
