//! The worked examples in section 10 of the rules' dossier: how `examples.toml` is read.

use super::scene::{Scene, at, crawl};
use crate::games::dungeon_crawl::Crawl;
use crate::games::dungeon_crawl::data::piece::{Code, Suit, Values};
use crate::games::dungeon_crawl::rules::position::Step;
use crate::games::tests::examples::{self, Examples, number, options, pair, seat, step};

#[test]
fn worked_examples() {
    examples::run::<Crawl>(include_str!("examples.toml"), 18);
}

impl Examples for Crawl {
    fn begin(words: &[&str]) -> Scene {
        let (options, words) = options(words);
        let [players, rest @ ..] = words.as_slice() else {
            panic!("players")
        };
        let tiles: Vec<(i8, i8)> = rest.iter().skip(1).map(|tile| pair(tile)).collect();
        match rest {
            [] => Scene::begin(crawl(number(players), &options)),
            [turn, ..] => Scene::with(number(players), number(turn), &tiles, &options),
        }
    }

    fn arrange(mut scene: Scene, verb: &str, words: &[&str]) -> Scene {
        match (verb, words) {
            ("phase", [step, first, acting]) => {
                scene.phase(phase(step), number(first), number(acting))
            }
            ("step", [step]) => scene.p.step = phase(step),
            ("coin", [square, value]) => scene.coin(square, number(value)),
            ("stack", [square, coins @ ..]) => scene.stack(square, &coins.join(" ")),
            ("player", [player, square, coins @ ..]) => {
                scene.player(number(player), square, &coins.join(" "))
            }
            ("hurt", [player, coins @ ..]) => scene.hurt(number(player), &coins.join(" ")),
            _ => panic!("no such arrangement"),
        }
        scene
    }

    fn read(scene: &Scene, name: &str, words: &[&str]) -> String {
        let p = &scene.p;
        match (name, words) {
            ("step", []) => step(p.step),
            ("seat", []) => scene.seat().to_string(),
            ("first", []) => (p.first + 1).to_string(),
            ("tiles", []) => p
                .map
                .tiles()
                .iter()
                .map(|(x, y)| format!("{x},{y}"))
                .collect::<Vec<_>>()
                .join(" "),
            ("last-tile", []) => p
                .map
                .tiles()
                .last()
                .map_or(String::new(), |(x, y)| format!("{x},{y}")),
            ("coins", []) => scene.coins(),
            ("discards", []) => scene.discards(),
            ("stacks", []) => p.stacks.len().to_string(),
            ("found", []) => p.found().to_string(),
            ("stack", [square]) => {
                let stack = p
                    .stacks
                    .iter()
                    .find(|stack| stack.at == at(square))
                    .expect("a stack");
                coins([
                    (Suit::Crowns, stack.treasure),
                    (Suit::Arms, stack.equipment),
                ])
            }
            ("pawn", [player]) => scene.pawn(number(player)),
            ("treasure", [player]) => scene
                .treasure(number(player))
                .iter()
                .map(u8::to_string)
                .collect::<Vec<_>>()
                .join(" "),
            ("equipment", [player]) => scene.equipment(number(player)).to_string(),
            ("applied", [player]) => p.players[seat(player)].applied.len().to_string(),
            ("hurt", [player]) => p.players[seat(player)].hurt().to_string(),
            ("experience", [player]) => {
                let experience = p.players[seat(player)].experience;
                coins([(Suit::Suns, experience[0]), (Suit::Moons, experience[1])])
            }
            _ => panic!("no such figure"),
        }
    }
}

fn phase(word: &str) -> Step {
    match word {
        "Tile" => Step::Tile,
        "Pawn" => Step::Pawn,
        "Enter" => Step::Enter,
        _ => panic!("no such step"),
    }
}

/// "S1 S5 M2".
fn coins(values: [(Suit, Values); 2]) -> String {
    let codes = |(suit, values): (Suit, Values)| {
        values
            .iter()
            .map(move |value| Code { suit, value }.to_string())
    };
    values
        .into_iter()
        .flat_map(codes)
        .collect::<Vec<String>>()
        .join(" ")
}
