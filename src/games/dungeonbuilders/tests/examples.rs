//! The worked examples in section 10 of the rules' dossier: how `examples.toml` is read.

use super::scene::{Scene, floating, tile};
use crate::games::dungeonbuilders::Builders;
use crate::games::tests::examples::{self, Examples, number, options, step, yes};
use crate::referee::journal::Secrets;

#[test]
fn worked_examples() {
    examples::run::<Builders>(include_str!("examples.toml"), 16);
}

impl Examples for Builders {
    fn begin(words: &[&str]) -> Scene {
        let (mut options, words) = options(words);
        let all = options.len();
        options.retain(|option| *option != ("secrets", "referee"));
        let secrets = if options.len() < all {
            Secrets::Referee
        } else {
            Secrets::Table
        };
        Scene::with(number(words[0]), &options, secrets)
    }

    fn arrange(mut scene: Scene, verb: &str, words: &[&str]) -> Scene {
        match (verb, words) {
            ("row", tiles) => scene.row(&tiles.join(" ")),
            ("lay", [tile, x, y]) => scene.lay(tile, number(x), number(y)),
            ("float", tiles) => scene.float(&tiles.join(" ")),
            ("coins", [tile, coins @ ..]) => scene.coins(tile, &coins.join(" ")),
            ("powers", powers) => scene.powers(
                &powers
                    .iter()
                    .map(|power| number::<u8>(power))
                    .collect::<Vec<_>>(),
            ),
            ("gold", gold) => scene.gold(
                &gold
                    .iter()
                    .map(|gold| number::<u16>(gold))
                    .collect::<Vec<_>>(),
            ),
            ("turn", [player]) => scene.turn(number(player)),
            ("explore", [player]) => scene.explore(number(player)),
            // The tied players, and who placed the last tile.
            ("auction", [players @ .., placer]) => scene.auction(
                &players
                    .iter()
                    .map(|player| number::<u8>(player))
                    .collect::<Vec<_>>(),
                number(placer),
            ),
            _ => panic!("no such arrangement"),
        };
        scene
    }

    fn read(scene: &Scene, name: &str, words: &[&str]) -> String {
        let p = &scene.p;
        match (name, words) {
            ("step", []) => step(p.step),
            ("round", []) => p.round.to_string(),
            ("gold", []) => scene
                .own_gold()
                .iter()
                .map(u16::to_string)
                .collect::<Vec<_>>()
                .join(" "),
            ("hero-power", []) => p.hero_power().to_string(),
            ("dungeon", []) => scene.dungeon().len().to_string(),
            ("floating", []) => floating(&p.layout)
                .iter()
                .map(|tile| tile.to_string())
                .collect::<Vec<_>>()
                .join(" "),
            ("coins", [on]) => p.coins_on(tile(on)).count().to_string(),
            ("cell", [of]) => p.layout.place(tile(of)).map_or(String::new(), |place| {
                format!("{},{}", place.cell.0, place.cell.1)
            }),
            ("may", [id]) => yes(scene.ids().iter().any(|each| each == id)),
            _ => panic!("no such figure"),
        }
    }
}
