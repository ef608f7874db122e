//! What should lie where, for a table that was bumped: coin by coin, as far as everybody has seen them.

use super::board::lying;
use super::view::View;
use crate::games::dungeon_crawl::Crawl;
use crate::games::dungeon_crawl::data::piece::{Suit, VALUES};
use crate::games::dungeon_crawl::rules::noun::codes;
use crate::games::english::{capital, counted, listed};

impl Crawl {
    pub(crate) fn checklist(&self, view: &View<'_>) -> Vec<String> {
        let mut list = self.describe_floor(view);
        for value in 0..VALUES as u8 {
            let lie = lying(view, value);
            if !lie.is_empty() {
                list.push(format!(
                    "A coin of {value}, value up, on {}{}.",
                    if lie.len() > 1 { "each of " } else { "" },
                    listed(&lie)
                ));
            }
        }
        for stack in view.stacks() {
            let coins = [codes(Suit::Crowns, stack.treasure), codes(Suit::Arms, stack.equipment)].concat();
            list.push(format!("Value up, together on {}: {}.", stack.at, listed(&coins)));
        }
        list.extend((0..self.players.len()).map(|seat| self.check_player(view, seat)));
        let discards: Vec<String> =
            Suit::ALL.into_iter().flat_map(|suit| codes(suit, view.discards()[suit as usize])).collect();
        if !discards.is_empty() {
            list.push(format!("Out of the game: {}.", listed(&discards)));
        }
        list.push(format!("{}.", capital(&self.table_parts(view).join("; "))));
        list
    }

    /// The pawn of a player, and the coins before that player.
    fn check_player(&self, view: &View<'_>, seat: usize) -> String {
        let (name, suit, player) = (&self.players[seat], self.suit(seat).name(), view.player(seat));
        let pawn = player.pawn.map_or("is out of the dungeon".to_owned(), |pawn| format!("stands on {pawn}"));
        let [traps, monsters] = [Suit::Suns, Suit::Moons];
        let mut up = [codes(Suit::Arms, player.equipment), codes(traps, player.experience[0])].concat();
        up.extend(codes(monsters, player.experience[1]));
        match view.treasure(seat) {
            Some(treasure) if !treasure.is_empty() => up.extend(codes(Suit::Crowns, treasure)),
            _ if player.treasures > 0 => up.push(counted(player.treasures, "treasure")),
            _ => {}
        }
        let hurt = [codes(traps, player.damage[0]), codes(monsters, player.damage[1])].concat();
        let applied = codes(Suit::Arms, player.applied);
        let mut told = format!("The pawn of {suit} {pawn}. Before {name}");
        if up.is_empty() && hurt.is_empty() {
            return told + " lies nothing.";
        }
        let mut parts = Vec::new();
        if !up.is_empty() {
            parts.push(format!("suit up {}", listed(&up)));
        }
        if !hurt.is_empty() {
            let with = if applied.is_empty() { String::new() } else { format!(", with {} put to it", listed(&applied)) };
            parts.push(format!("value up, as damage, {}{with}", listed(&hurt)));
        }
        told += &format!(": {}.", parts.join("; "));
        told
    }
}
