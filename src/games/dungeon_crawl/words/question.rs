//! What is asked.

use super::super::Crawl;
use super::super::rules::noun::{Coin, Compass, Corner, Loot, Square};
use super::super::rules::position::{DEADLY, Fight, Step};
use crate::games::dungeon_crawl::data::piece::{Suit, Values};
use crate::games::shared::noun::{Flag, Number, Player, Rolls, Side};
use crate::games::shared::phrase::phrases;
use crate::games::side;

phrases! {
    /// A question: as one sentence, and in `[leads]` without its answers and its question mark. It is the turn of `player`.
    pub struct Question of Crawl, in "questions", with (game, p);

    let acting = p.acting;
    match p.step;

    Step::Start { .. } => "start" { player: Player(acting) };
    /// An example; the compass may be `drawn` (A3).
    Step::Compass =>
        "compass" { player: Player(acting), compass: Compass(Suit::ALL), drawn: Flag(game.options.random_compass) };
    Step::Tile => "tile" { player: Player(acting) };
    /// Places along an edge are counted `from` a side.
    Step::Site(suit) => let side = p.points_to(suit);
        "site" { player: Player(acting), side: Side(side), from: Side(along_from(side)) };
    /// On the `first` tile it is the last coin (R13).
    Step::Coin { tile } => let corner = game.options.corners[p.actor()];
        "coin" { player: Player(acting), corner: Corner(corner), first: Flag(tile == 0) };
    Step::Pawn => "pawn" { player: Player(acting), owner: Player(p.left_of(acting, 1)) };
    Step::Move => "move" { player: Player(acting), space: Option<Square>(p.players[p.actor()].pawn.map(Square)) };
    Step::Suit => "suit" { value: Number(p.underfoot().unwrap_or_default()) };
    Step::Experience(coin) => "experience" { player: Player(acting), coin: Coin(coin) };
    Step::Hazard { coin, .. } => "hazard" { player: Player(acting), coin: Coin(coin), rolls: Rolls(game.beating(p, &[])) };
    Step::Apply { .. } => let hurt = p.players[p.actor()].hurt();
        "apply" { player: Player(acting), damage: Number(hurt), deadly: Flag(hurt >= DEADLY) };
    Step::Attack => "attack" { player: Player(acting) };
    Step::AttackSpend { target } => "attack_spend" { player: Player(acting), target: Player(target) };
    /// The attacker has `spent` this much equipment.
    Step::DefendSpend { target, spent } =>
        "defend_spend" { player: Player(acting), target: Player(target), spent: Number(spent) };
    Step::AttackRoll(fight) => "attack_roll" { player: Player(acting), spent: Number(fight.spent[0]) };
    /// The defender has `spent` this much; the attacker has a `total`.
    Step::DefendRoll { fight: Fight { target, spent: [attacked, defended] }, roll } => let total = roll + attacked;
        "defend_roll" { player: Player(acting), target: Player(target), spent: Number(defended), total: Number(total) };
    Step::Spoils { victim } => "spoils" { player: Player(acting), target: Player(victim) };
    Step::Steal { victim } => "steal" { player: Player(acting), target: Player(victim) };
    /// The `loot` is known already.
    Step::ShowDead => let known = p.worlds.certain(acting);
        "show_dead" { player: Player(acting), loot: Loot(known, Values::default()) };
    Step::ShowEnd { seat } => let known = p.worlds.certain(seat);
        "show_end" { player: Player(seat), loot: Loot(known, Values::default()) };
    Step::Enter => "enter" { player: Player(acting) };
    Step::Over => "over";
}

/// The side from which the tiles along an edge are counted.
pub(super) fn along_from(edge: side::Side) -> side::Side {
    use side::Side::{North, South, West};
    if matches!(edge, North | South) {
        West
    } else {
        South
    }
}
