//! What a seat sees, as data for programs.

use serde::{Serialize, Serializer};
use serde_json::{Map, Value, json};

use crate::games::by_kit::KitGame;
use crate::games::by_kit::language::code::{Keys, Type};
use crate::games::by_kit::language::facts::{NONE, UNSET};
use crate::games::by_kit::language::sheet::See;
use crate::games::by_kit::rules::observe::group;
use crate::games::by_kit::rules::position::*;
use crate::referee::Seat;

/// What a seat sees, or with `None` what everybody sees; serialized on demand.
#[derive(Clone, Copy)]
pub struct View<'p> {
    pub(crate) game: &'p KitGame,
    pub(crate) position: &'p Position,
    pub(crate) seat: Option<Seat>,
}

impl KitGame {
    /// The kind of a piece, if the viewer sees it.
    pub(crate) fn sight(&self, p: &Position, piece: u16, seat: Option<Seat>) -> Option<u16> {
        let seers = self.seers(p, piece);
        let sees = match seat {
            Some(seat) => seers >> seat & 1 == 1,
            None => seers == self.everybody(),
        };
        let kind = p.pieces[usize::from(piece)].kind;
        (kind != UNKNOWN && sees).then_some(kind)
    }

    /// The position if everybody saw what any of the players sees.
    pub(crate) fn shown_to_all(&self, p: &Position, seats: Seat) -> Position {
        let mut open = p.clone();
        for (piece, at) in (0..).zip(&mut open.pieces) {
            if (0..seats).any(|seat| self.sight(p, piece, Some(seat)).is_some()) {
                at.shown = self.everybody();
            }
        }
        // Dice that somebody rolled are seen by whoever hides them.
        for (shown, face) in open.dice_shown.iter_mut().zip(&p.dice) {
            if *face > 0 {
                *shown = self.everybody();
            }
        }
        open
    }

    /// What the dice of a declaration show, if the viewer sees them.
    pub(crate) fn shown_dice(
        &self,
        p: &Position,
        of: usize,
        seat: u8,
        looks: Option<Seat>,
    ) -> Vec<i32> {
        let faces = &self.program.dice[of].faces;
        let up = self.faces_up(p, of, seat, looks);
        up.into_iter().flatten().map(|face| faces[face]).collect()
    }

    /// For each die of a declaration, the index of the face that is up, if it was rolled and the viewer sees it.
    pub(crate) fn faces_up(
        &self,
        p: &Position,
        of: usize,
        seat: u8,
        looks: Option<Seat>,
    ) -> Vec<Option<usize>> {
        let decl = &self.program.dice[of];
        let own = decl.own && decl.see == See::Owner && looks == Some(seat);
        let dice = group(decl, seat);
        let shown = |die: usize| match looks {
            Some(looks) => p.dice_shown[die] >> looks & 1 == 1,
            None => p.dice_shown[die] == self.everybody(),
        };
        let is_hidden = decl.see != See::All && !own && !dice.clone().all(shown);
        let faces = p.dice[dice].iter();
        faces
            .map(|face| usize::from(*face).checked_sub(1).filter(|_| !is_hidden))
            .collect()
    }

    /// Whether a player sets this counter while all choose in secret: others do not see it before all have chosen.
    pub(crate) fn is_chosen_in_secret(
        &self,
        p: &Position,
        var: usize,
        owner: Seat,
        looks: Option<Seat>,
    ) -> bool {
        p.together && Some(owner) != looks && self.program.secret.contains(&(var as u16))
    }

    /// A value as data; what is hidden while all choose in secret is shown to nobody.
    fn value_of(&self, p: &Position, ty: &Type, value: i32) -> Value {
        match ty {
            _ if value == NONE => Value::Null,
            Type::Player if value == UNSET => Value::Null,
            Type::Number => json!(value),
            Type::Flag => json!(value == 1),
            _ => json!(self.say(p, ty, value, UNKNOWN)),
        }
    }

    fn things(&self, p: &Position, owner: Option<u8>, looks: Option<Seat>) -> Value {
        let mut all = Map::new();
        for (index, var) in self.program.vars.iter().enumerate() {
            if var.own != owner.is_some() {
                continue;
            }
            let first = usize::from(var.base)
                + usize::from(owner.unwrap_or(0)) * usize::from(var.each.count());
            let value = |at: usize| self.value_of(p, &var.ty, p.vars[first + at]);
            let hidden =
                owner.is_some_and(|owner| self.is_chosen_in_secret(p, index, owner, looks));
            let told = match (&var.each, hidden) {
                (_, true) => Value::Null,
                (Keys::One, _) => value(0),
                (keys @ (Keys::Places(..) | Keys::Sides(..)), _) => {
                    let set = (0..keys.count())
                        .filter(|at| p.vars[first + usize::from(*at)] != var.start)
                        .filter_map(|at| Some((self.id_on_map(p, keys, at)?, value(at.into()))));
                    Value::Object(set.collect())
                }
                (keys, _) => (0..usize::from(keys.count())).map(value).collect(),
            };
            all.insert(var.name.clone(), told);
        }
        for (at, zone) in self.zone_at.iter().enumerate() {
            let decl = &self.program.zones[usize::from(zone.decl)];
            if decl.own != owner.is_some() || owner.is_some_and(|owner| owner != zone.seat) {
                continue;
            }
            let pieces = &p.zones[at];
            if pieces.is_empty() && decl.each.on_map().is_some() {
                continue;
            }
            let name = self.zone_id(at as u16);
            all.insert(name, self.contents(p, pieces, looks));
        }
        for (of, dice) in self
            .program
            .dice
            .iter()
            .enumerate()
            .filter(|(_, dice)| dice.own == owner.is_some())
        {
            let shown = self.shown_dice(p, of, owner.unwrap_or(0), looks);
            all.insert(
                dice.name.clone(),
                shown.into_iter().map(|face| self.plain(face)).collect(),
            );
        }
        Value::Object(all)
    }

    /// A place or side as programs name it: "2,-1ne".
    fn id_on_map(&self, p: &Position, keys: &Keys, key: u16) -> Option<String> {
        let (map, sides) = keys.on_map()?;
        let shape = &self.program.maps[usize::from(map)].shape;
        let (place, _) = p.maps[usize::from(map)]
            .spots
            .get(usize::from(key / sides))?;
        Some(match keys {
            Keys::Sides(..) => shape.side_name(i32::from(*place), usize::from(key % sides)),
            _ => shape.name(i32::from(*place)),
        })
    }

    fn contents(&self, p: &Position, pieces: &[u16], looks: Option<Seat>) -> Value {
        let code = |piece: &u16| {
            let at = p.pieces[usize::from(*piece)];
            let code = self
                .sight(p, *piece, looks)
                .map(|kind| self.program.facts.kinds[usize::from(kind)].code.as_str());
            match at.mark {
                NONE => json!(code),
                mark => json!({ "piece": code, "mark": self.plain(mark) }),
            }
        };
        if pieces.iter().all(|piece| {
            self.sight(p, *piece, looks).is_none() && p.pieces[usize::from(*piece)].mark == NONE
        }) {
            json!({ "count": pieces.len() })
        } else {
            pieces.iter().map(code).collect()
        }
    }
}

impl Serialize for View<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let View {
            game,
            position: p,
            seat,
        } = *self;
        let players: Vec<Value> = (0..game.seats)
            .map(|owner| json!({ "name": game.name(owner), "has": game.things(p, Some(owner), seat) }))
            .collect();
        let maps: Map<String, Value> = game
            .program
            .maps
            .iter()
            .enumerate()
            .map(|(at, map)| {
                let tiles = p.maps[at].tiles().map(|(place, tile)| {
                    let code =
                        game.sight(p, tile, seat).map(|kind| game.program.facts.kinds[usize::from(kind)].code.as_str());
                    json!({ "at": map.shape.name(place), "tile": code, "turns": p.pieces[usize::from(tile)].turns })
                });
                (game.program.zones[usize::from(map.zone)].name.clone(), tiles.collect())
            })
            .collect();
        let active = game.name(p.active);
        json!({ "active": active, "table": game.things(p, None, seat), "players": players, "maps": maps })
            .serialize(serializer)
    }
}
