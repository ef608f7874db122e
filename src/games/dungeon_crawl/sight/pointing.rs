//! What an answer refers to on the table: spaces, positions for tiles, pawns, coins.

use super::labels::Label;
use super::picture::middle;
use crate::games::dungeon_crawl::Crawl;
use crate::games::dungeon_crawl::data::map::{Cell, Square};
use crate::games::dungeon_crawl::data::piece::{Code, Suit};
use crate::games::dungeon_crawl::rules::moves::{Move, site_number};
use crate::games::dungeon_crawl::rules::noun::Holdings;
use crate::games::dungeon_crawl::rules::position::Position;
use crate::games::piecepack::Pieces;
use crate::games::shared::noun::Player;
use crate::referee::{Figure, Game, Pointing, Seat};

impl Crawl {
    pub(crate) fn pointed(&self, p: &Position, mv: Move, _seat: Option<Seat>) -> Pointing {
        let Some(pieces) = &self.pieces else {
            return Pointing::default();
        };
        let coin = |suit: Suit, value: u8| Pointing::face(pieces.value_up(Code { suit, value }));
        if let Some(square) = mv.space() {
            let group = matches!(mv, Move::Go(_)).then(|| self.company(p, square));
            return Pointing {
                group,
                ..space(pieces, square)
            };
        }
        match mv {
            Move::Site(along) => self.site(p, pieces, along),
            Move::Tile(tile) => Pointing::face(pieces.tile(tile)),
            Move::Coin(value) => Pointing {
                places: (self.view(p, None).coin_space())
                    .map_or_else(Vec::new, |at| space(pieces, at).places),
                ..coin(Suit::Suns, value)
            },
            Move::Steal(value) | Move::Show(value) => coin(Suit::Crowns, value),
            Move::Attack(seat) => Pointing::piece(&pieces.pawn(self.suit(seat.into()))),
            Move::Roll(value) => Pointing::face(pieces.die(self.suit(p.actor()), value)),
            _ => Pointing::default(),
        }
    }

    pub(crate) fn figured(&self, p: &Position, seat: Seat) -> Figure {
        let piece = self
            .pieces
            .as_ref()
            .map(|pieces| pieces.pawn(self.suit(seat.into())));
        let holdings = Holdings(p.players[usize::from(seat)], None);
        Figure {
            piece,
            standing: self.lexicon.say(self, p, &Label::Standing { holdings }),
        }
    }

    /// What distinguishes a destination from the others: a coin to turn over, or characters next to it.
    fn company(&self, p: &Position, square: Square) -> String {
        let beside =
            |pawn: Square| pawn.x.abs_diff(square.x) <= 1 && pawn.y.abs_diff(square.y) <= 1;
        let other = (0..p.players.len())
            .find(|seat| *seat != p.actor() && p.players[*seat].pawn.is_some_and(beside));
        let label = match (p.map.cell(square), other) {
            (Cell::Coin(_), _) => Label::TurnCoin,
            (_, Some(seat)) => Label::Beside {
                player: Player(seat as u8),
            },
            (_, None) => Label::Elsewhere,
        };
        self.lexicon.say(self, p, &label)
    }

    fn site(&self, p: &Position, pieces: &Pieces, along: u8) -> Pointing {
        let view = self.view(p, None);
        let number = site_number(along);
        let site = view.sites().into_iter().find(|(own, _)| *own == number);
        site.map_or_else(Pointing::default, |(_, (x, y))| {
            let tile = pieces.tile;
            let at = ((f64::from(x) + 0.5) * tile, -(f64::from(y) + 0.5) * tile);
            Pointing {
                name: Some(number.to_string()),
                ..Pointing::place(at, (tile, tile), true)
            }
        })
    }
}

fn space(pieces: &Pieces, square: Square) -> Pointing {
    let size = pieces.tile / 2.0;
    Pointing {
        name: Some(square.to_string()),
        ..Pointing::place(middle(square, size), (size, size), false)
    }
}
