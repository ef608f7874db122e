//! What is asked.

use super::super::Builders;
use super::super::data::tile;
use super::super::rules::moves::Move;
use super::super::rules::noun::{Coin, Tile, Tiles};
use super::super::rules::position::Step;
use crate::games::shared::noun::{Flag, Number, Player, Rolls};
use crate::games::shared::phrase::phrases;

phrases! {
    /// A question: as one sentence, and in `[leads]` without its answers and its question mark. It is the turn of `player`.
    pub struct Question of Builders, in "questions", with (game, p);

    let (acting, hero) = (p.acting, &p.hero);
    // The questions that use it are asked only while there is one.
    let drawn = p.tile.unwrap_or(tile::Tile::ENTRANCE);
    // The owner and the value of the coin on the hero's tile that is being settled.
    let (owner, strength) = p.turning().map_or((acting, 0), |coin| (coin.seat, coin.value.unwrap_or_default()));
    match p.step;

    Step::Start => "start";
    Step::Act => "act" { player: Player(acting) };
    Step::Draw => "draw" { player: Player(acting) };
    Step::Lay => "lay" { player: Player(acting), tile: Tile(drawn) };
    Step::Join => "join" { player: Player(acting), tile: Tile(drawn) };
    Step::JoinMore => "join_more" { player: Player(acting), tile: Tile(drawn) };
    Step::Coin => "coin" { player: Player(acting), tile: Tile(p.target) };
    Step::Offer => "offer" { player: Player(acting) };
    Step::Rebuild => "rebuild" { player: Player(acting), hand: Tiles(p.drawn.without(p.layout.tiles())) };
    Step::Kind => "kind" { player: Player(acting) };
    Step::Bid =>
        "bid" { player: Player(acting), gold: Number(p.acting_gold()), stay_out: Flag(p.auction.stay_out) };
    Step::Walk => "walk" { player: Player(acting), power: Number(p.hero_power()) };
    Step::Order => "order" { player: Player(acting), tile: Tile(hero.at) };
    Step::Reveal => "reveal" { owner: Player(owner), tile: Tile(hero.at) };
    /// The `rolls` that leave the hero unharmed by the monster.
    Step::Thirst => "thirst" {
        player: Player(acting), power: Number(p.hero_power()), sword: Flag(hero.sword.is_some()), monster: Coin(strength),
        rolls: Rolls(game.unharmed(p, &[Move::Keep])),
    };
    Step::Combat => "combat" {
        player: Player(acting), power: Number(p.hero_power()), sword: Flag(hero.sword.is_some()), monster: Coin(strength),
        rolls: Rolls(game.unharmed(p, &[])),
    };
    Step::Deathbed => "deathbed" { player: Player(acting) };
    Step::Succeed => "succeed" { player: Player(acting), dead: Player(hero.seat) };
    Step::LootSword => "loot_sword" { player: Player(acting), dead: Player(hero.looting) };
    Step::LootPotion => let placer = p.offered_potion().unwrap_or(acting);
        "loot_potion" { player: Player(acting), dead: Player(hero.looting), owner: Player(placer) };
    Step::Over => "over";
}
