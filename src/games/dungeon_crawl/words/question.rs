//! What is asked.

use super::super::Crawl;
use super::super::rules::noun::{Coin, Compass, Corner, Loot, Square};
use super::super::rules::position::{DEADLY, Position, Step};
use crate::games::dungeon_crawl::data::piece::{Suit, Values};
use crate::games::shared::noun::{Flag, Number, Player, Rolls, Side};
use crate::games::shared::phrase::phrases;
use crate::games::side;

phrases! {
    /// A question: as one sentence, and in `[leads]` without its answers and its question mark. It is the turn of `player`.
    pub enum Question of Crawl, in "questions";

    Start { player: Player } = "start";
    /// An example; the compass may be `drawn` (A3).
    Compass { player: Player, compass: Compass, drawn: Flag } = "compass";
    Tile { player: Player } = "tile";
    /// Places along an edge are counted `from` a side.
    Site { player: Player, side: Side, from: Side } = "site";
    /// On the `first` tile it is the last coin (R13).
    Coin { player: Player, corner: Corner, first: Flag } = "coin";
    Pawn { player: Player, owner: Player } = "pawn";
    Move { player: Player, space: Option<Square> } = "move";
    Suit { value: Number } = "suit";
    Experience { player: Player, coin: Coin } = "experience";
    Hazard { player: Player, coin: Coin, rolls: Rolls } = "hazard";
    Apply { player: Player, damage: Number, deadly: Flag } = "apply";
    Attack { player: Player } = "attack";
    AttackSpend { player: Player, target: Player } = "attack_spend";
    /// The attacker has `spent` this much equipment.
    DefendSpend { player: Player, target: Player, spent: Number } = "defend_spend";
    AttackRoll { player: Player, spent: Number } = "attack_roll";
    /// The defender has `spent` this much; the attacker has a `total`.
    DefendRoll { player: Player, target: Player, spent: Number, total: Number } = "defend_roll";
    Spoils { player: Player, target: Player } = "spoils";
    Steal { player: Player, target: Player } = "steal";
    /// The `loot` is known already.
    ShowDead { player: Player, loot: Loot } = "show_dead";
    ShowEnd { player: Player, loot: Loot } = "show_end";
    Enter { player: Player } = "enter";
    Over = "over";
}

impl Crawl {
    pub(super) fn asked(&self, p: &Position) -> Question {
        let (player, target) = (Player(p.acting), Player(p.fight.target));
        let coin = Coin(p.hazard.coin());
        let [attacked, defended] = p.fight.spent.map(Number::of);
        let shown = Loot(p.worlds.certain(p.showing), Values::default());
        match p.step {
            Step::Start => Question::Start { player },
            Step::Compass => {
                Question::Compass { player, compass: Compass(Suit::ALL), drawn: Flag(self.options.random_compass) }
            }
            Step::Tile => Question::Tile { player },
            Step::Site => {
                let side = p.points_to(p.tile);
                Question::Site { player, side: Side(side), from: Side(along_from(side)) }
            }
            Step::Coin => {
                let corner = Corner(self.options.corners[p.actor()]);
                Question::Coin { player, corner, first: Flag(p.bare == 0) }
            }
            Step::Pawn => Question::Pawn { player, owner: Player(p.left_of(p.acting, 1)) },
            Step::Move => Question::Move { player, space: p.players[p.actor()].pawn.map(Square) },
            Step::Suit => Question::Suit { value: Number::of(p.underfoot().unwrap_or_default()) },
            Step::Experience => Question::Experience { player, coin },
            Step::Hazard => Question::Hazard { player, coin, rolls: self.beating(p, &[]) },
            Step::Apply => {
                let hurt = p.players[p.actor()].hurt();
                Question::Apply { player, damage: Number::of(hurt), deadly: Flag(hurt >= DEADLY) }
            }
            Step::Attack => Question::Attack { player },
            Step::AttackSpend => Question::AttackSpend { player, target },
            Step::DefendSpend => Question::DefendSpend { player, target, spent: attacked },
            Step::AttackRoll => Question::AttackRoll { player, spent: attacked },
            Step::DefendRoll => {
                let total = Number::of(p.fight.roll + p.fight.spent[0]);
                Question::DefendRoll { player, target, spent: defended, total }
            }
            Step::Spoils => Question::Spoils { player, target },
            Step::Steal => Question::Steal { player, target },
            Step::ShowDead => Question::ShowDead { player: Player(p.showing), loot: shown },
            Step::ShowEnd => Question::ShowEnd { player: Player(p.showing), loot: shown },
            Step::Enter => Question::Enter { player },
            Step::Over => Question::Over,
        }
    }
}

/// The side from which the tiles along an edge are counted.
pub(super) fn along_from(edge: side::Side) -> side::Side {
    use side::Side::{North, South, West};
    if matches!(edge, North | South) { West } else { South }
}
