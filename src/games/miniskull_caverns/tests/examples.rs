//! The worked examples in section 10 of the rules' dossier: how `examples.toml` is read.

use std::collections::BTreeSet;

use super::scene::Scene;
use crate::games::miniskull_caverns::Caverns;
use crate::games::miniskull_caverns::data::card::{
    ActionCard, Adjustment, Control, Flip, Orientation, Tactic,
};
use crate::games::miniskull_caverns::rules::steps::{damage, values};
use crate::games::tests::examples::{self, Examples, number, options, seat, step, yes};

#[test]
fn worked_examples() {
    examples::run::<Caverns>(include_str!("examples.toml"), 20);
}

impl Examples for Caverns {
    fn begin(words: &[&str]) -> Scene {
        let (options, words) = options(words);
        Scene::with(number(words[0]), &options)
    }

    fn arrange(mut scene: Scene, verb: &str, words: &[&str]) -> Scene {
        match (verb, words) {
            ("hero", [hero, space, strength, gems]) => {
                scene.hero(number(hero), space, number(strength), number(gems))
            }
            ("strength", [hero, strength]) => {
                scene.p.heroes[seat(hero)].strength = number(strength)
            }
            ("gems", spaces) => scene.gems(&spaces.join(" ")),
            ("first", [hero]) => scene.first(number(hero)),
            ("sides", sides) => scene.sides(&sides.join(" ")),
            ("keep-cards", []) => scene.keep_cards(),
            // The hero came to this space in this round.
            ("arrived", [hero]) => scene.p.heroes[seat(hero)].from = None,
            ("tiny", [strength]) => scene.p.tiny = number(strength),
            ("clock", [one, other]) => scene.p.clock = [number(one), number(other)],
            _ => panic!("no such arrangement"),
        }
        scene
    }

    fn read(scene: &Scene, name: &str, words: &[&str]) -> String {
        let p = &scene.p;
        match (name, words) {
            ("step", []) => step(p.step),
            ("noise", []) => p.noise.to_string(),
            ("round", []) => p.round.to_string(),
            ("first", []) => (p.first + 1).to_string(),
            ("tiny", []) => p.tiny.to_string(),
            ("clock", []) => format!("{} {}", p.clock[0], p.clock[1]),
            ("hero", [hero]) => scene.of(number(hero)),
            ("strength", [hero]) => scene.strength(number(hero)).to_string(),
            ("carried", [hero]) => scene.carried(number(hero)).to_string(),
            ("lying", [space]) => scene.lying(space).to_string(),
            // Whether a way past another hero is offered.
            ("passages", []) => yes(scene.ids().iter().any(|id| id.starts_with("pass:"))),
            ("values", [one, die, other, against]) => {
                let values = values(tactic(one), tactic(other), number(die), number(against));
                format!("{} {}", values[0], values[1])
            }
            ("damage", [winner, loser, difference]) => {
                damage(tactic(winner), tactic(loser), number(difference)).to_string()
            }
            _ => card(scene, name, words),
        }
    }
}

/// What is to be read off the Action cards, which all agree in it.
fn card(scene: &Scene, name: &str, words: &[&str]) -> String {
    let [side] = words else {
        panic!("no such figure")
    };
    let side = Orientation::parse(side).expect("a side");
    let read = |card: &ActionCard| match name {
        // What is on this side, and its Noise.
        "panel" => format!(
            "{} {}",
            card.panel(side).action.title().to_lowercase(),
            card.panel(side).noise
        ),
        // The sides after Rotate 0, 1 and 2 and Flip.
        "controls" => codes(Control::ALL.map(|control| card.after(side, control))),
        // The sides after turning the card forward and back, and flipping it both ways.
        "adjusted" => codes(Adjustment::ALL.map(|adjustment| side.adjusted(adjustment))),
        "end-over-end" => codes([side.adjusted(Adjustment::Flip(Flip::EndOverEnd))]),
        // How many sides a control, adjusted or not, can lead to.
        "reached" => {
            let after = Control::ALL.map(|control| card.after(side, control));
            let reached = after.into_iter().flat_map(|after| {
                Adjustment::ALL
                    .map(|how| after.adjusted(how))
                    .into_iter()
                    .chain([after])
            });
            reached
                .map(Orientation::code)
                .collect::<BTreeSet<String>>()
                .len()
                .to_string()
        }
        _ => panic!("no such figure"),
    };
    let read: BTreeSet<String> = scene.game.data.actions.iter().map(read).collect();
    assert_eq!(read.len(), 1, "the cards differ: {read:?}");
    read.into_iter().collect()
}

fn codes(sides: impl IntoIterator<Item = Orientation>) -> String {
    sides
        .into_iter()
        .map(Orientation::code)
        .collect::<Vec<String>>()
        .join(" ")
}

fn tactic(word: &str) -> Tactic {
    Tactic::ALL
        .into_iter()
        .find(|tactic| tactic.name().eq_ignore_ascii_case(word))
        .expect("a tactic")
}
