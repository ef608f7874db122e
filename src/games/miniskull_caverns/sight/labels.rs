//! Short words at things on the table: in the drawing, in the picture, beside players.

use super::view::{Standing, View};
use crate::games::miniskull_caverns::Caverns;
use crate::games::miniskull_caverns::rules::noun::{Control, Side, Space, Tactic, Turn};
use crate::games::miniskull_caverns::rules::position::Position;
use crate::games::shared::noun::{Flag, Number, Player};
use crate::games::shared::phrase::phrases;

phrases! {
    /// A label.
    pub enum Label of Caverns, in "board";

    /// Before what is told of a player.
    Called { player: Player } = "called";
    /// Over a round, with who is first.
    Round { round: Number, first: Option<Player> } = "round";
    /// A hero at the end of a round, in one line with the others.
    Summary { player: Player, strength: Number, gems: Number } = "summary";
    Holding { space: Option<Space>, hidden: Flag, strength: Number, gems: Number, side: Side } = "holding";
    Standing { strength: Number, gems: Number, hidden: Flag } = "standing";
    NotPlaced = "not_placed";
    Strength { strength: Number } = "strength";
    Gems { gems: Number } = "gems";
    First = "first";
    Hidden = "hidden";
    /// A Control before a hero, if the viewer knows it.
    Control { control: Option<Control>, upright: Flag, exerted: Flag } = "control";
    Side { side: Side } = "side";
    Turn { turn: Turn } = "turn";
    TinyLeft { tiny: Number, of: Number } = "tiny_left";
    TinyDefeated = "tiny_defeated";
    Needed { gems: Number } = "needed";
    Noise { noise: Number } = "noise";
    Clock { first: Number, second: Number, rises: Flag } = "clock";
    RoundNumber { round: Number } = "round_number";
    Tactic { player: Player, tactic: Option<Tactic>, upright: Flag } = "tactic";
    /// The signs of the map.
    Tiny = "tiny";
    Gem = "gem";
    Way = "way";
}

impl Caverns {
    pub(crate) fn labelled(&self, p: &Position, label: Label) -> String {
        self.lexicon.say(self, p, &label)
    }
}

impl Standing {
    pub(crate) fn label(&self) -> Label {
        let strength = Number::of(self.strength);
        let gems = Number::of(self.gems);
        Label::Standing {
            strength,
            gems,
            hidden: Flag(self.hidden),
        }
    }
}

impl View<'_> {
    /// What counts for all: Tiny, the noise, the time.
    pub(crate) fn counts(&self) -> Vec<String> {
        let game = self.game();
        let mut labels = vec![
            Label::TinyLeft {
                tiny: Number::of(self.tiny()),
                of: Number::of(game.data().tiny),
            },
            Label::Needed {
                gems: Number::of(game.required()),
            },
        ];
        if self.noise() > 0 {
            labels.push(Label::Noise {
                noise: Number::of(self.noise()),
            });
        }
        if self.is_solo() {
            let [first, second] = self.clock().map(Number::of);
            labels.push(Label::Clock {
                first,
                second,
                rises: Flag(self.rises()),
            });
        }
        if self.round() > 0 {
            labels.push(Label::RoundNumber {
                round: Number::of(self.round()),
            });
        }
        labels.iter().map(|label| self.say(label)).collect()
    }

    /// The Tactics on the table: each with its owner, what the viewer knows of it, and whether it lies upright.
    pub(crate) fn tactics(&self) -> impl Iterator<Item = (Player, Option<Tactic>, Flag)> + '_ {
        let owners = [Some(self.acting()), self.step().target()];
        owners.into_iter().flatten().filter_map(|owner| {
            let card = self.tactic(owner)?;
            Some((Player(owner), card.shown.map(Tactic), Flag(card.upright)))
        })
    }
}
