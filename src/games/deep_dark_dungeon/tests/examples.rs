//! The worked examples in section 10 of the rules' dossier: how `examples.toml` is read.

use super::scene::{EXIT_RING, PLAIN_RING, RING, Scene};
use crate::games::deep_dark_dungeon::Deep;
use crate::games::tests::examples::{self, Examples, number, seat, yes};

#[test]
fn worked_examples() {
    examples::run::<Deep>(include_str!("examples.toml"), 20);
}

impl Examples for Deep {
    fn begin(words: &[&str]) -> Scene {
        let [edition, players, board @ ..] = words else {
            panic!("an edition and players")
        };
        match board {
            [] => Scene::start(edition, number(players)),
            [ring, rest @ ..] => {
                let ring = match *ring {
                    "ring" => RING,
                    "plain-ring" => PLAIN_RING,
                    "exit-ring" => EXIT_RING,
                    tile => tile,
                };
                Scene::new(
                    edition,
                    number(players),
                    &format!("{ring} {}", rest.join(" ")),
                )
            }
        }
    }

    fn arrange(scene: Scene, verb: &str, words: &[&str]) -> Scene {
        match (verb, words) {
            ("stand", [player, space]) => scene.stand(number(player), space),
            ("hurt", [player]) => scene.hurt(number(player)),
            ("carry", [player, cards @ ..]) => scene.carry(number(player), &cards.join(" ")),
            ("stock", tiles) => scene.stock(&tiles.join(" ")),
            ("discard", cards) => scene.discard(&cards.join(" ")),
            ("deck", cards) => scene.deck(&cards.join(" ")),
            _ => panic!("no such arrangement"),
        }
    }

    fn read(scene: &Scene, name: &str, words: &[&str]) -> String {
        let p = &scene.p;
        match (name, words) {
            ("waits", []) => scene.waits(),
            ("aside", []) => p.aside.len().to_string(),
            ("stock", []) => p.stock.len().to_string(),
            ("deck", []) => p.deck.len().to_string(),
            ("discarded", []) => scene.discarded(),
            ("out", []) => scene.codes(p.out),
            ("exit", []) => scene.exit(),
            ("turn", []) => p.turn.to_string(),
            ("winners", []) => scene
                .winners()
                .iter()
                .map(u8::to_string)
                .collect::<Vec<_>>()
                .join(" "),
            ("tile", [space]) => scene.tile_at(space).to_owned(),
            ("at", [player]) => scene.at(number(player)),
            ("carries", [player]) => scene.carries(number(player)),
            ("hurt", [player]) => yes(scene.is_hurt(number(player))),
            ("webbed", [player]) => yes(p.explorers[seat(player)].webbed),
            _ => panic!("no such figure"),
        }
    }
}
