//! What should lie where, so that a bumped table can be laid out again.

use super::board::{counted, place};
use super::view::{View, items};
use crate::games::dungeon_in_a_tin::Dungeon;
use crate::games::dungeon_in_a_tin::data::piece::{Colour, Tokens};
use crate::games::dungeon_in_a_tin::rules::position::{Fate, NONE};
use crate::games::english::listed;

impl Dungeon {
    pub(crate) fn audit_view(&self, view: &View<'_>) -> Vec<String> {
        let rooms = (0..view.rooms().len() as u8).map(|at| self.audit_room(view, at));
        let knights = (0..self.players.len()).map(|seat| self.audit_knight(view, seat));
        rooms.chain(knights).chain(self.audit_piles(view)).collect()
    }

    /// A tile: where, how it is turned, and what lies on it.
    fn audit_room(&self, view: &View<'_>, at: u8) -> String {
        let room = &view.rooms()[usize::from(at)];
        let tile = self.data.tile(room.tile);
        let turned = format!("arrow {}", room.arrow.name());
        let exits: Vec<&str> = room.exits.iter().map(|side| side.name()).collect();
        let mut lies = Vec::new();
        let locks: Vec<&str> = room.locked.iter().map(|side| side.name()).collect();
        if !locks.is_empty() {
            lies.push(format!("a lock marker {}", listed(&locks)));
        }
        lies.extend(view.monsters_in(at).map(|die| self.monster_text(die.monster)));
        lies.extend((0..room.bridges).map(|_| "a rope across the chasm".to_owned()));
        lies.extend(room.floor.each().map(|kind| self.token_text(kind)));
        let inside = |seat: &usize| view.knight(*seat).fate == Fate::InDungeon && view.knight(*seat).room == at;
        lies.extend((0..self.players.len()).filter(inside).map(|seat| format!("the knight of {}", self.players[seat])));
        let alike = view.rooms()[..usize::from(at)].iter().filter(|other| other.tile == room.tile).count();
        let number = if alike == 0 { String::new() } else { format!(".{}", alike + 1) };
        let lies = if lies.is_empty() { "nothing".to_owned() } else { listed(&lies) };
        let exits = if exits.is_empty() { "no exits".to_owned() } else { format!("exits {}", listed(&exits)) };
        format!("{}{number} {}, {}: {turned}, {exits}; on it {lies}.", self.tile_code(room.tile), tile.name, place(room))
    }

    fn audit_knight(&self, view: &View<'_>, seat: usize) -> String {
        let (name, knight) = (&self.players[seat], view.knight(seat));
        let purse: Vec<String> = knight.carried.coins().each().map(|kind| self.token_text(kind)).collect();
        let slots: Vec<String> = items(knight.carried).each().map(|kind| self.token_text(kind)).collect();
        let nothing = |words: &[String]| if words.is_empty() { "nothing".to_owned() } else { listed(words) };
        let fate = match knight.fate {
            Fate::InDungeon => "",
            Fate::Dead => " (dead)",
            Fate::Left => " (left)",
            Fate::Home => " (home)",
        };
        let hand = match knight.hand {
            Some(hand) if !hand.is_empty() => {
                listed(&hand.cards().iter().map(|card| self.card_code(*card)).collect::<Vec<_>>())
            }
            Some(_) => "no cards".to_owned(),
            None => counted(u32::from(knight.cards), "card"),
        };
        format!(
            "{name}{fate}: heart marker on {}, level {}, {}; slots: {}; purse: {}; hand: {hand}.",
            knight.hearts,
            knight.level,
            counted(u32::from(knight.experience), "experience token"),
            nothing(&slots),
            nothing(&purse)
        )
    }

    fn audit_piles(&self, view: &View<'_>) -> Vec<String> {
        let stack = view.stack();
        let known: Vec<&str> = stack.known.iter().map(|tile| self.tile_code(*tile)).collect();
        let top = if known.is_empty() { String::new() } else { format!("known on top {}, then ", listed(&known)) };
        let hidden = |layer: &[u8]| layer.iter().map(|count| u32::from(*count)).sum::<u32>();
        let last =
            if stack.last { format!(", then {} at the bottom", self.tile_code(self.data.last)) } else { String::new() };
        let cards: u32 = view.spent_cards().iter().map(|count| u32::from(*count)).sum();
        let spent = (0u8..).zip(view.spent_cards()).filter(|(_, count)| **count > 0);
        let spent: Vec<String> = spent.map(|(card, count)| times(*count, self.card_code(card))).collect();
        let out = |colour| view.monsters().iter().filter(|die| die.monster.colour() == colour).count() as u32;
        let left = |colour: Colour| {
            let all = u32::from(self.data.dice[colour as usize].count) * self.players.len() as u32;
            format!("{} {}", all.saturating_sub(out(colour)), colour.name())
        };
        let mut piles = vec![
            format!("Tile stack: {top}{} A, {} B{last}.", hidden(&stack.a), hidden(&stack.b)),
            format!("Fight deck: {}.", counted(view.deck_size(), "card")),
            format!("Discarded cards: {cards}{}.", in_brackets(&spent)),
            format!("Treasure pool: {}.", self.pile(view.pool())),
            format!("Discarded treasure: {}.", self.pile(view.spent_tokens())),
            format!("Monster dice left: {} and {}.", left(Colour::Yellow), left(Colour::Red)),
        ];
        if let Some(die) = view.monsters().get(usize::from(view.fight().die)) {
            let fight = view.fight();
            let card = if fight.card == NONE { String::new() } else { format!(", with {}", self.card_code(fight.card)) };
            let bomb = if fight.bomb { " and a bomb" } else { "" };
            piles.push(format!("Being fought: {}{card}{bomb}.", self.monster_text(die.monster)));
        }
        piles
    }

    /// "7: 4 potions, a rope and 2 coins of 5".
    fn pile(&self, tokens: Tokens) -> String {
        match tokens.total() {
            0 => "nothing".to_owned(),
            total => format!("{total}: {}", self.tokens_text(tokens)),
        }
    }
}

fn times(count: u8, word: &str) -> String {
    if count == 1 { word.to_owned() } else { format!("{count} {word}") }
}

fn in_brackets(words: &[String]) -> String {
    if words.is_empty() { String::new() } else { format!(" ({})", words.join(", ")) }
}
