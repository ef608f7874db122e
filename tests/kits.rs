//! The shipped kits are sound; broken ones say exactly what is wrong, all of it.

use paperkeep::kit::{Files, Kit};

#[test]
fn every_shipped_kit_opens() {
    for id in Files::shipped_ids() {
        let kit = Kit::find(id).unwrap_or_else(|problems| panic!("{problems}"));
        assert_eq!(kit.id, id);
    }
}

#[test]
fn dungeon_in_a_tin_prints_92_pieces_a_set() {
    let kit = Kit::find("dungeon-in-a-tin").unwrap();
    let counts: Vec<_> = kit.decks.iter().map(|deck| (deck.name.as_str(), deck.pieces().len())).collect();
    assert_eq!(counts, [("tiles", 12), ("fight_cards", 12), ("tokens", 30), ("status_cards", 1), ("dice", 37)]);
}
