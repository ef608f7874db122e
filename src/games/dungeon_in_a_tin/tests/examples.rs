//! The worked examples in section 10 of the rules' dossier: how `examples.toml` is read.

use super::scene::{Scene, dungeon};
use crate::games::dungeon_in_a_tin::Dungeon;
use crate::games::dungeon_in_a_tin::data::piece::Colour;
use crate::games::dungeon_in_a_tin::rules::position::{Fate, Position};
use crate::games::side::Side;
use crate::games::tests::examples::{self, Examples, number, pair, seat, step, yes};
use crate::referee::{Game, Turn};

#[test]
fn worked_examples() {
    examples::run::<Dungeon>(include_str!("examples.toml"), 16);
}

impl Examples for Dungeon {
    fn begin(hands: &[&str]) -> Scene {
        let mut scene = Scene::begin(dungeon(hands.len(), &[]));
        for card in hands.iter().flat_map(|hand| hand.split(',')) {
            scene.play(&format!("draw:{card}"));
        }
        scene
    }

    fn arrange(mut scene: Scene, verb: &str, words: &[&str]) -> Scene {
        match (verb, words) {
            ("lay", [tile, quarters, cell, from]) => {
                scene.lay(tile, number(quarters), pair(cell), side(from));
            }
            ("stand", [player, cell, entrance]) => {
                let room = room(&scene, cell);
                scene.stand(seat(player), room, side(entrance));
            }
            ("give", [player, tokens @ ..]) => scene.give(seat(player), &tokens.join(" ")),
            ("discard", [player, token]) => {
                let kind = scene.kinds(token)[0];
                scene.p.players[seat(player)].carried.remove(kind);
                scene.p.spent_tokens.add(kind);
            }
            ("monster", [cell, die @ ..]) => {
                let room = room(&scene, cell);
                scene.monster(room, &die.join(" "));
            }
            ("hearts", [player, hearts]) => scene.p.players[seat(player)].hearts = number(hearts),
            ("experience", [player, tokens]) => {
                scene.p.players[seat(player)].experience = number(tokens)
            }
            ("dead", [player]) => {
                scene.p.players[seat(player)].fate = Fate::Dead;
                scene.p.players[seat(player)].hearts = 0;
            }
            ("first", [player]) => scene.first(seat(player)),
            ("declare", [player, way]) => scene.p.players[seat(player)].declared = Some(side(way)),
            // No tile marked A is left in the stack.
            ("without-a", []) => scene.p.stack.a.fill(0),
            // As if nobody had turned yet.
            ("forget", []) => scene
                .p
                .rooms
                .iter_mut()
                .for_each(|room| room.bend = Default::default()),
            ("fight", []) => scene.fight(),
            _ => panic!("no such arrangement"),
        }
        scene
    }

    fn read(scene: &Scene, name: &str, words: &[&str]) -> String {
        let p = &scene.p;
        match (name, words) {
            ("pool", []) => scene.words(p.pool),
            ("tokens", []) => p.pool.total().to_string(),
            ("discarded", []) => scene.words(p.spent_tokens),
            ("stack", []) => p.stack.len().to_string(),
            ("known", []) => p
                .stack
                .known
                .iter()
                .map(|tile| scene.game.data.tile(*tile).codes[0].as_str())
                .collect(),
            ("deck", []) => p.deck.iter().sum::<u8>().to_string(),
            ("turn", []) => p.turn.to_string(),
            ("first", []) => (p.first + 1).to_string(),
            ("rescued", []) => yes(p.rescued),
            ("step", []) => step(p.step),
            ("source", []) => match scene.game.turn(p) {
                Turn::Chance(source) => scene.game.sources()[usize::from(source.0)].name.to_owned(),
                turn => format!("{turn:?}"),
            },
            ("modifier", []) => scene.game.modifier(p).to_string(),
            ("dice", [colour]) => {
                let colour = Colour::ALL
                    .into_iter()
                    .find(|each| each.name() == *colour)
                    .expect("a colour");
                p.dice_out(colour).to_string()
            }
            ("spent", [card]) => scene.spent_card(card).to_string(),
            ("carried", [player]) => scene.carried(seat(player)),
            ("hand", [player]) => scene.hand(seat(player)),
            ("hearts", [player]) => p.players[seat(player)].hearts.to_string(),
            ("level", [player]) => p.players[seat(player)].level.to_string(),
            ("experience", [player]) => p.players[seat(player)].experience.to_string(),
            ("fate", [player]) => format!("{:?}", p.players[seat(player)].fate),
            ("at", [player]) => format!(
                "{},{}",
                p.room_of(seat(player)).x,
                p.room_of(seat(player)).y
            ),
            ("monsters", [cell]) => scene.monsters(room(scene, cell)),
            ("floor", [cell]) => scene.floor(room(scene, cell)),
            ("exits", [cell]) => scene.exits(room(scene, cell)),
            ("locked", [cell]) => p
                .room(room(scene, cell))
                .locked
                .iter()
                .map(Side::letter)
                .collect(),
            ("arrow", [cell]) => p.room(room(scene, cell)).arrow.letter().to_owned(),
            ("visited", [cell]) => yes(p.room(room(scene, cell)).visited),
            ("bridges", [cell]) => p.room(room(scene, cell)).bridges.to_string(),
            // How the tile may be laid, by where its arrow points.
            ("arrows", [tile]) => {
                let p = Position {
                    tile: Some(scene.tile(tile)),
                    ..p.clone()
                };
                scene.game.arrows(&p).map(Side::letter).collect()
            }
            _ => panic!("no such figure"),
        }
    }
}

fn side(word: &str) -> Side {
    Side::parse(word).expect("a side")
}

fn room(scene: &Scene, cell: &str) -> u8 {
    let (x, y) = pair(cell);
    scene.p.room_at(x, y).expect("a room")
}
