//! What an answer refers to on the table: caverns, heroes, and sides of cards.

use super::picture::{ACTIONS, COLUMN, CONTROLS, HEROES, ROW, middle, piece};
use crate::games::miniskull_caverns::Caverns;
use crate::games::miniskull_caverns::data::card::Edge;
use crate::games::miniskull_caverns::data::map::Space;
use crate::games::miniskull_caverns::rules::moves::Move;
use crate::games::miniskull_caverns::rules::position::Position;
use crate::referee::pointing::FaceSide;
use crate::referee::scene::What;
use crate::referee::{Figure, Game as _, Pointing, Seat};

impl Caverns {
    pub(crate) fn pointed(&self, p: &Position, mv: Move, _seat: Option<Seat>) -> Pointing {
        let control = |edge: Edge| {
            let card = What::Piece(piece(
                CONTROLS,
                &self.data.controls[usize::from(p.acting)].code,
            ));
            Pointing {
                part: Some(part(edge)),
                ..Pointing::face(card)
            }
        };
        let card = &self.data.controls[usize::from(p.acting)];
        if let Some(space) = mv.space() {
            return self.cavern(space);
        }
        match mv {
            Move::First(seat) | Move::Attack(seat, _) | Move::Fight(seat) => self.hero_piece(seat),
            Move::Stay => self.hero_piece(p.acting),
            Move::Place(chosen, _) => control(card.edge(chosen)),
            Move::Tactic(chosen) => control(card.tactic_edge(chosen)),
            Move::Rest | Move::Adjust(_) | Move::Hide(_) | Move::Heal | Move::Search => {
                Pointing::piece(&What::Piece(piece(
                    ACTIONS,
                    &self.data.actions[usize::from(p.acting)].code,
                )))
            }
            _ => Pointing::default(),
        }
    }

    pub(crate) fn figured(&self, p: &Position, seat: Seat) -> Figure {
        let view = self.view(p, None);
        Figure {
            piece: self.figurine(seat),
            standing: view.say(&view.hero(seat).label()),
        }
    }

    fn figurine(&self, seat: Seat) -> Option<What> {
        let code = self.pieces.heroes.get(usize::from(seat))?.as_ref()?;
        Some(What::Piece(piece(HEROES, code)))
    }

    fn hero_piece(&self, seat: Seat) -> Pointing {
        self.figurine(seat)
            .map_or_else(Pointing::default, |what| Pointing::piece(&what))
    }

    fn cavern(&self, space: Space) -> Pointing {
        Pointing {
            name: Some(self.map.name(space)),
            ..Pointing::place(middle(space), (COLUMN, ROW), false)
        }
    }
}

fn part(edge: Edge) -> FaceSide {
    match edge {
        Edge::Top => FaceSide::Top,
        Edge::Right => FaceSide::Right,
        Edge::Bottom => FaceSide::Bottom,
        Edge::Left => FaceSide::Left,
    }
}
