//! The table as a snapshot: everything face up.

use crate::games::miniskull_caverns::Caverns;
use crate::games::miniskull_caverns::data::GEMS;
use crate::games::miniskull_caverns::data::card::Orientation;
use crate::games::miniskull_caverns::data::map::Space;
use crate::games::miniskull_caverns::rules::position::{MAX_CLOCK, MAX_STRENGTH, Position, Step};
use crate::games::shared::described::player;
use crate::referee::snapshot::{Piece, Place, Snapshot};

/// Ids of places that no player's place may have.
pub(crate) const TAKEN: &[&str] = &["table", "gem"];

impl Caverns {
    pub(crate) fn describe_table(&self, p: &Position) -> Snapshot {
        let ids: Vec<String> = (0..p.seats).map(|seat| self.hero_id(seat)).collect();
        let id = |seat: u8| ids.get(usize::from(seat)).cloned().unwrap_or_default();
        let mut table = Place::new("table")
            .article()
            .fact("round", p.round)
            .fact("first", id(p.first))
            .choices(&ids);
        table = table
            .fact("go", id(p.acting))
            .choices(&ids)
            .fact("tiny", p.tiny)
            .choices(1..=self.data.tiny);
        let acts = p.step == Step::Action;
        table = table
            .fact("noise", p.noise)
            .maybe("phase", if acts { "actions" } else { "" });
        if p.is_solo() {
            table = table
                .fact("clock1", p.clock[0])
                .choices(0..=MAX_CLOCK)
                .fact("clock2", p.clock[1])
                .choices(0..=MAX_CLOCK);
        }
        let mut places = vec![table];
        places.extend((0..p.seats).map(|seat| self.hero_place(p, seat)));
        let gems = |count: u8| std::iter::repeat_n("gem", usize::from(count));
        let space = |space: Space| {
            Place::new(self.map.name(space)).slot("gems", &["gem"], gems(p.lying[space.index()]))
        };
        places.extend(Space::ALL.into_iter().map(space));
        Snapshot {
            pieces: vec![Piece::new("gem", "gem").count(GEMS)],
            places,
        }
    }

    /// The id of a hero's place.
    pub(crate) fn hero_id(&self, seat: u8) -> String {
        player(&self.players, usize::from(seat), TAKEN).id
    }

    fn hero_place(&self, p: &Position, seat: u8) -> Place {
        let hero = p.hero(seat);
        let place = player(&self.players, usize::from(seat), TAKEN)
            .also([self.data.heroes[usize::from(seat)].clone()]);
        let at = hero.at.map_or(String::new(), |at| self.map.name(at));
        // R69: the hero who arrived last attacks.
        let from = hero
            .from
            .filter(|from| p.step == Step::Action && hero.at != Some(*from));
        place
            .fact("at", at)
            .choices(Space::ALL.map(|space| self.map.name(space)))
            .maybe(
                "from",
                from.map_or(String::new(), |from| self.map.name(from)),
            )
            .fact("strength", hero.strength)
            .choices(0..=MAX_STRENGTH)
            .fact("card", hero.orientation.code())
            .choices(Orientation::all().map(Orientation::code))
            .flag("hidden", hero.hidden)
            .flag("done", hero.done)
            .slot(
                "gems",
                &["gem"],
                std::iter::repeat_n("gem", usize::from(hero.gems)),
            )
    }
}
