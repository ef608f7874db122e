//! What the language says, each in a few lines: hexes, named places, layers, teams, `together`, `may`, `reroll`, who sees what.

use super::super::KitGame;
use super::super::position::{Position, UNKNOWN};
use crate::games::{Setup, SetupError};
use crate::kit::{Files, Kit};
use crate::referee::journal::Secrets;
use crate::referee::{Choices, Game, Turn, Verdict, Words};

/// A game of one deck called `cards`, with these rows and rules.
fn opened(rows: &str, play: &str, players: u32, secrets: Secrets) -> Result<KitGame, SetupError> {
    let folder = tempfile::tempdir().expect("a folder");
    let write = |name: &str, text: &str| std::fs::write(folder.path().join(name), text).expect("a file");
    let header = rows.lines().next().unwrap_or_default();
    let first: Vec<&str> = rows.lines().nth(1).unwrap_or_default().split(',').collect();
    let fields: String = header
        .split(',')
        .zip(first)
        .filter(|(name, _)| !["code", "count"].contains(name))
        .map(|(name, value)| {
            let kind = if value.parse::<i32>().is_ok() { "integer" } else { "text" };
            format!("{name} = {{ type = \"{kind}\" }}\n")
        })
        .collect();
    write(
        "kit.toml",
        &format!(
            "id = \"small\"\ntitle = \"Small\"\ndesigners = [\"Nobody\"]\nlicence = \"For tests.\"\nplayers = {{ min = 1, max = 4 }}\n\
         [[deck]]\nname = \"cards\"\nrows = \"cards.csv\"\ncount = \"count\"\nfront = \"card.svg\"\nback = \"card.svg\"\n\
         make = \"cards\"\nsize = [40, 40]\n[deck.fields]\n{fields}"
        ),
    );
    write("cards.csv", rows);
    write("card.svg", "<svg/>");
    write("play.toml", play);
    let kit = Kit::open(Files::Folder(folder.path().to_owned())).unwrap_or_else(|problems| panic!("{problems}"));
    KitGame::new(&kit, &Setup { secrets, ..Setup::of_count(players) })
}

fn game(rows: &str, play: &str, players: u32) -> KitGame {
    opened(rows, play, players, Secrets::Referee).unwrap_or_else(|why| panic!("{why}"))
}

/// What is said against rules.
fn refused(rows: &str, play: &str) -> String {
    match opened(rows, play, 2, Secrets::Referee) {
        Ok(_) => panic!("these rules were taken:\n{play}"),
        Err(why) => why.to_string(),
    }
}

fn listed(game: &KitGame, p: &Position) -> Vec<String> {
    let mut choices = Choices::default();
    game.moves(p, &mut choices);
    choices.iter().map(|choice| game.id(choice.mv)).collect()
}

fn does(game: &KitGame, p: &mut Position, id: &str) {
    let mv = game.parse(id).unwrap_or_else(|| panic!("no move {id}: there is {:?}", listed(game, p)));
    game.play(p, mv, &mut |_| {}).unwrap_or_else(|_| panic!("{id} is refused: there is {:?}", listed(game, p)));
}

const TWO: &str = "code,count,level,word\nA,2,1,low\nB,2,2,high\n";

/// A road leaves each tile by one side. Beside the road of the first, one turn of the second fits; beside each of its five other
/// sides, five do.
#[test]
fn sides_of_hexes_meet_in_every_turn() {
    let rows = "code,count,s1,s2,s3,s4,s5,s6\nX,2,road,field,field,field,field,field\n";
    for grid in ["flat", "pointy"] {
        let play = format!(
            "[table]\nbag = \"bag of cards\"\ndrawn = \"row of 1\"\n\
             land = {{ is = \"map of cards\", grid = \"{grid}\", sides = [\"s1\", \"s2\", \"s3\", \"s4\", \"s5\", \"s6\"] }}\n\
             [flow]\nsetup = \"draw 1 from bag to drawn; place drawn.top at land.origin\"\n\
             turn = \"draw 1 from bag to drawn; choose lay\"\n\
             [action.lay]\npick = [\"place in land.free\", \"t in land.turns(drawn.top)\"]\n\
             need = \"land.fits(drawn.top, place, t)\"\ndo = \"place drawn.top at place turned t\"\n[end]\nwhen = \"bag is empty\"\n"
        );
        let game = game(rows, &play, 1);
        let mut p = game.start();
        does(&game, &mut p, "is:X");
        does(&game, &mut p, "is:X");
        let all = listed(&game, &p);
        assert_eq!(all.len(), 26, "{grid}: {all:?}");
        let beside = if grid == "flat" { "lay:0,-1:3" } else { "lay:1,-1:3" };
        let place = beside.trim_end_matches('3');
        assert_eq!(all.iter().filter(|id| id.starts_with(place)).collect::<Vec<_>>(), [beside], "{grid}");
    }
}

#[test]
fn figures_walk_between_named_places() {
    let play = "[table]\n\
        house = { is = \"map\", grid = [\"cellar\", \"hall\", \"attic\"], links = [[\"cellar\", \"hall\"], [\"hall\", \"attic\"]] }\n\
        here = { is = \"row\", each = \"house\" }\nhero = \"figure on house\"\nstock = \"pile of cards\"\n\
        [flow]\nsetup = \"hero = house.origin\"\nturn = \"choose go, leap, drop\"\n\
        [action.go]\npick = \"place in house.near(hero)\"\ndo = \"hero = place\"\n\
        [action.leap]\npick = \"place in house.reach(hero, 2) where place != hero\"\ndo = \"hero = place\"\n\
        [action.drop]\nneed = \"stock is not empty\"\ndo = \"draw 1 from stock to here(hero)\"\n\
        [end]\nwhen = \"count(here(house.origin)) > 1\"\n";
    let game = game(TWO, play, 1);
    let mut p = game.start();
    assert_eq!(listed(&game, &p), ["go:hall", "leap:hall", "leap:attic", "drop"]);
    does(&game, &mut p, "go:hall");
    assert_eq!(&listed(&game, &p)[..2], ["go:cellar", "go:attic"]);
    does(&game, &mut p, "drop");
    does(&game, &mut p, "is:A");
    assert!(game.describe(&p, None).iter().any(|line| line.contains("here at hall: A")), "{:?}", game.describe(&p, None));
}

#[test]
fn layers_come_one_after_the_other() {
    let play = "[table]\nstock = { is = \"pile of cards\", layers = [\"level = 2\", \"level = 1\"] }\nheap = \"discard\"\n\
        [flow]\nturn = \"choose flip\"\n[action.flip]\ndo = \"draw 1 from stock to heap\"\n[end]\nwhen = \"stock is empty\"\n";
    let game = game(TWO, play, 1);
    let mut p = game.start();
    for only in ["is:B", "is:B", "is:A", "is:A"] {
        does(&game, &mut p, "flip");
        assert_eq!(listed(&game, &p), [only]);
        does(&game, &mut p, only);
    }
    assert_eq!(game.turn(&p), Turn::Over);
}

/// Teams need no word of their own: whose side somebody is on is a counter, and a side's score is its sum.
#[test]
fn a_team_wins_as_one() {
    let play = "[player]\nside = 0\npoints = 0\n[table]\nturns = 0\n\
        [flow]\nsetup = \"each player: side = player.number % 2\"\nturn = \"turns += 1; choose take, leave\"\n\
        [action.take]\ndo = \"points += 3\"\n[action.leave]\ndo = \"points += 1\"\n\
        [end]\nwhen = \"turns = count(players)\"\nscore = \"sum(players where side = player.side, points)\"\n";
    let game = game(TWO, play, 4);
    let mut p = game.start();
    for id in ["take", "leave", "leave", "leave"] {
        does(&game, &mut p, id);
    }
    let outcome = game.outcome(&p).expect("an outcome");
    assert_eq!(outcome.verdicts, [Verdict::Win, Verdict::Loss, Verdict::Win, Verdict::Loss]);
    assert_eq!(outcome.scores, [Some(4), Some(2), Some(4), Some(2)]);
}

/// What is done by all in secret touches nothing that others see: not in the block, and not in what it calls.
#[test]
fn together_touches_only_what_nobody_else_sees() {
    let sheet = |does: &str| {
        format!(
            "[table]\nstock = \"pile of cards\"\nheap = \"discard\"\npot = 0\ndice = \"2d6\"\n\
             [player]\nhand = \"hand\"\nchosen = \"hand\"\nfront = \"row\"\nbid = 0\n\
             [flow]\nsetup = \"deal 1 from stock to each hand\"\nround = \"together: choose lay\"\n\
             [action.lay]\npick = \"card in hand\"\ndo = \"\"\"{does}\"\"\"\n[effect.more]\ndo = \"pot += 1\"\n[end]\nwhen = \"pot > 0\"\n"
        )
    };
    assert!(opened(TWO, &sheet("move card to chosen; bid += 2"), 2, Secrets::Referee).is_ok());
    for does in [
        "pot += 1",
        "do more",
        "move card to heap",
        "move card to front",
        "move card to left.hand",
        "move top of stock to hand",
        "draw 1 from stock to hand",
        "roll dice",
        "reveal card",
        "bid = left.bid",
        "end game",
        "ask left: x in 1 to 3",
    ] {
        let why = refused(TWO, &sheet(does));
        assert!(why.contains("`together`") || why.contains("together"), "{does}: {why}");
    }
}

/// Each of all who choose in secret sees the own question alone, and what the others chose only after it.
#[test]
fn what_is_chosen_together_is_hushed() {
    let game = super::game("rock-paper-scissors", 2);
    let mut p = game.start();
    assert_eq!(game.hush(&p).seat, Some(0));
    does(&game, &mut p, "lay:r1");
    assert_eq!(game.hush(&p).seat, Some(1));
    let seen = game.describe(&p, Some(1)).join(" ");
    assert!(!seen.contains("r1") && !listed(&game, &p).iter().any(|id| id.contains("r1")), "{seen}");
    does(&game, &mut p, "lay:s2");
    assert_eq!(p.vars[0], 1, "rock beats scissors");
}

#[test]
fn one_may_decline_where_there_is_a_choice() {
    let play = "[table]\nstock = \"pile of cards\"\nheap = \"discard\"\nturns = 0\n\
        [flow]\nturn = \"turns += 1; may flip\"\n[action.flip]\nneed = \"count(stock) > 2\"\ndo = \"draw 1 from stock to heap\"\n\
        [end]\nwhen = \"turns = 6\"\n";
    let game = game(TWO, play, 1);
    let mut p = game.start();
    assert_eq!(listed(&game, &p), ["flip", "decline"]);
    does(&game, &mut p, "decline");
    for _ in 0..2 {
        does(&game, &mut p, "flip");
        let first = listed(&game, &p)[0].clone();
        does(&game, &mut p, &first);
    }
    // Nothing is left that one may do, so that nobody is asked.
    assert_eq!(game.turn(&p), Turn::Over);
}

#[test]
fn only_low_dice_are_rolled_again() {
    let play = "[table]\ndice = \"3d6\"\n[flow]\nturn = \"roll dice; reroll dice where it < 3; choose stop\"\n\
        [action.stop]\nwords = \"stop at {dice.sum}\"\ndo = \"end game\"\n";
    let game = game(TWO, play, 1);
    let mut p = game.start();
    for id in ["shows:1", "shows:5", "shows:2"] {
        does(&game, &mut p, id);
    }
    does(&game, &mut p, "shows:6");
    does(&game, &mut p, "shows:1");
    assert_eq!(p.dice, [6, 5, 1], "the second is not rolled again, nor the others twice");
    assert_eq!(game.turn(&p), Turn::Player(0));
}

#[test]
fn the_top_of_a_pile_can_lie_open() {
    let play = "[table]\nstock = { is = \"pile of cards\", see = \"top\" }\nheap = \"discard\"\n\
        [flow]\nsetup = \"reveal stock.top\"\nturn = \"choose flip\"\n\
        [action.flip]\nwords = \"take the {stock.top}\"\ndo = \"draw 1 from stock to heap\"\n[end]\nwhen = \"stock is empty\"\n";
    let game = game(TWO, play, 1);
    let mut p = game.start();
    does(&game, &mut p, "is:B");
    assert_eq!(game.option(&p, game.parse("flip").expect("a move")), "take the B");
    does(&game, &mut p, "flip");
    assert!(matches!(game.turn(&p), Turn::Chance(_)), "the next one is turned up with it");
    does(&game, &mut p, "is:A");
    assert_eq!(game.option(&p, game.parse("flip").expect("a move")), "take the A");
}

/// What one player is shown no other sees, until the piece is shuffled.
#[test]
fn a_piece_is_shown_to_one_player() {
    let play = "[table]\nstock = \"pile of cards\"\n[player]\nhand = \"hand\"\n\
        [flow]\nturn = \"choose look, mix\"\n[action.look]\ndo = \"reveal stock.top to player\"\n[action.mix]\ndo = \"shuffle stock\"\n\
        [end]\nwhen = \"no\"\n";
    let game = game(TWO, play, 2);
    let mut p = game.start();
    does(&game, &mut p, "look");
    assert_eq!(game.hush(&p).seat, Some(0));
    does(&game, &mut p, "is:B");
    let top = *p.zones[0].last().expect("a card");
    assert_eq!(game.seers(&p, top), 1);
    does(&game, &mut p, "mix");
    assert_eq!((game.seers(&p, top), p.pieces[usize::from(top)].kind), (0, UNKNOWN));
}

/// A kit whose dice differ says which is meant.
#[test]
fn dice_that_differ_are_told_apart() {
    let game = super::game("tin-core", 1);
    let faces = |name: &str| game.program.dice.iter().find(|dice| dice.name == name).map(|dice| dice.faces.len());
    assert_eq!((faces("attack"), faces("roll_die")), (Some(6), Some(6)));
    let attack = &game.program.dice[0];
    assert_eq!(game.program.facts.text(attack.faces[0]), Some("thrust"));
}
