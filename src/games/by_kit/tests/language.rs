//! The features of the language, each in a few lines: hexes, named places, layers, teams, `together`, `may`, `reroll`,
//! visibility.

use crate::games::by_kit::KitGame;
use crate::games::by_kit::examples::Tables;
use crate::games::by_kit::rules::event::Event;
use crate::games::by_kit::rules::position::{Move, Position, RuntimeErrorKind, UNKNOWN};
use crate::games::{Setup, SetupError};
use crate::kit::{Files, Kit};
use crate::referee::journal::Secrets;
use crate::referee::scene::What;
use crate::referee::{Bots, Choices, Corrections, Game, News, Prompting, Turn, Verdict, Words};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

/// A game with one deck called `cards`, with these rows and rules.
pub(super) fn opened(
    rows: &str,
    play: &str,
    players: u32,
    secrets: Secrets,
) -> Result<KitGame, SetupError> {
    with_kit(rows, play, |kit| {
        KitGame::new(
            kit,
            &Setup {
                secrets,
                ..Setup::of_count(players)
            },
        )
    })
}

pub(super) fn with_kit<T>(rows: &str, play: &str, look: impl FnOnce(&Kit) -> T) -> T {
    let folder = tempfile::tempdir().expect("a folder");
    let write =
        |name: &str, text: &str| std::fs::write(folder.path().join(name), text).expect("a file");
    let header = rows.lines().next().unwrap_or_default();
    let first: Vec<&str> = rows.lines().nth(1).unwrap_or_default().split(',').collect();
    let fields: String = header
        .split(',')
        .zip(first)
        .filter(|(name, _)| !["code", "count"].contains(name))
        .map(|(name, value)| {
            let kind = if value.parse::<i32>().is_ok() {
                "integer"
            } else {
                "text"
            };
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
    look(
        &Kit::open(Files::Folder(folder.path().to_owned()))
            .unwrap_or_else(|problems| panic!("{problems}")),
    )
}

pub(super) fn game(rows: &str, play: &str, players: u32) -> KitGame {
    opened(rows, play, players, Secrets::Referee).unwrap_or_else(|why| panic!("{why}"))
}

/// The problems found in rules.
pub(super) fn refused(rows: &str, play: &str) -> String {
    match opened(rows, play, 2, Secrets::Referee) {
        Ok(_) => panic!("these rules were taken:\n{play}"),
        Err(why) => why.to_string(),
    }
}

pub(super) fn listed(game: &KitGame, p: &Position) -> Vec<String> {
    let mut choices = Choices::default();
    game.moves(p, &mut choices);
    choices.iter().map(|choice| game.id(choice.mv)).collect()
}

pub(super) fn does(game: &KitGame, p: &mut Position, id: &str) {
    let mv = game
        .parse(id)
        .unwrap_or_else(|| panic!("no move {id}: there is {:?}", listed(game, p)));
    game.play(p, mv, &mut |_| {})
        .unwrap_or_else(|_| panic!("{id} is refused: there is {:?}", listed(game, p)));
}

pub(super) const TWO: &str = "code,count,level,word\nA,2,1,low\nB,2,2,high\n";

/// A road leaves each tile by one side. At the side of the first tile's road, one turn of the second fits; at each of the
/// five other sides, five do.
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
        let beside = if grid == "flat" {
            "lay:0,-1:3"
        } else {
            "lay:1,-1:3"
        };
        let place = beside.trim_end_matches('3');
        assert_eq!(
            all.iter()
                .filter(|id| id.starts_with(place))
                .collect::<Vec<_>>(),
            [beside],
            "{grid}"
        );
    }
}

#[test]
fn figures_walk_between_named_places() {
    let play = "[table]\n\
        house = { is = \"map\", grid = [\"cellar\", \"hall\", \"attic\"], links = [[\"cellar\", \"hall\"], [\"hall\", \"attic\"]] }\n\
        here = { is = \"row\", each = \"house\" }\nhero = \"figure on house\"\nstock = \"pile of cards\"\n\
        [flow]\nsetup = \"hero = house.origin\"\nturn = \"choose go, leap, drop, sneak\"\n\
        [action.go]\npick = \"place in house.near(hero)\"\ndo = \"hero = place\"\n\
        [action.leap]\npick = \"place in house.reach(hero, 2) where place != hero\"\ndo = \"hero = place\"\n\
        [action.sneak]\npick = \"place in house.reach(hero, 2) where place != hero and place != house.attic\"\ndo = \"hero = place\"\n\
        [action.drop]\nneed = \"stock is not empty\"\ndo = \"draw 1 from stock to here(hero)\"\n\
        [end]\nwhen = \"count(here(house.origin)) > 1\"\n";
    let game = game(TWO, play, 1);
    let mut p = game.start();
    assert_eq!(
        listed(&game, &p),
        ["go:hall", "leap:hall", "leap:attic", "drop", "sneak:hall"]
    );
    does(&game, &mut p, "go:hall");
    assert_eq!(&listed(&game, &p)[..2], ["go:cellar", "go:attic"]);
    does(&game, &mut p, "drop");
    does(&game, &mut p, "is:A");
    assert!(
        game.describe(&p, None)
            .iter()
            .any(|line| line == "At hall: hero and here A."),
        "{:?}",
        game.describe(&p, None)
    );
}

/// Each figure on a map, also a shared one, has its own colour and spot.
#[test]
fn figures_are_told_apart() {
    let play = "[table]\nhouse = { is = \"map\", grid = [\"cellar\", \"hall\"], links = [[\"cellar\", \"hall\"]] }\n\
        ghost = \"figure on house\"\ncat = \"figure on house\"\n[player]\nhero = \"figure on house\"\n\
        [flow]\nsetup = \"\"\"\nghost = house.origin; cat = house.origin\neach player: hero = house.origin\n\"\"\"\n\
        turn = \"choose go\"\n[action.go]\npick = \"place in house.near(hero)\"\ndo = \"hero = place\"\n";
    let game = game(TWO, play, 4);
    let scene = game.scene(&game.start(), None);
    let beads = scene
        .things
        .iter()
        .filter(|thing| matches!(thing.what, What::Pawn(_)));
    let (colours, spots): (Vec<_>, Vec<_>) = beads
        .map(|bead| (format!("{:?}", bead.what), format!("{:?}", bead.placement)))
        .unzip();
    let distinct = |of: &[String]| of.iter().collect::<std::collections::BTreeSet<_>>().len();
    assert_eq!(
        (distinct(&colours), distinct(&spots), colours.len()),
        (6, 6, 6),
        "{colours:?} {spots:?}"
    );
}

/// A card names a place of a map. Where its word names none, the rules are refused.
#[test]
fn a_field_names_a_place() {
    let play = |of: &str| {
        format!(
            "[table]\nhouse = {{ is = \"map\", grid = [\"start\", \"low\", \"{of}\"], links = [[\"start\", \"low\"]] }}\n\
             hero = \"figure on house\"\nstock = \"pile of cards\"\nheap = \"discard\"\n\
             [flow]\nsetup = \"hero = house.start\"\nturn = \"choose flip\"\n\
             [action.flip]\ndo = \"draw 1 from stock to heap; hero = house.named(heap.top.word)\"\n\
             [end]\nwhen = \"hero = house.low\"\n"
        )
    };
    let game = game(TWO, &play("high"), 1);
    let mut p = game.start();
    for card in ["is:B", "is:A"] {
        assert_ne!(game.turn(&p), Turn::Over);
        does(&game, &mut p, "flip");
        does(&game, &mut p, card);
    }
    assert_eq!(game.turn(&p), Turn::Over);
    let wrong = opened(TWO, &play("attic"), 1, Secrets::Referee).err();
    let said = wrong.map(|wrong| wrong.to_string()).unwrap_or_default();
    assert!(said.contains("no place is called `high`"), "{said}");
}

/// A shot into a hidden fleet is judged by the program, though nothing else asks it to keep secrets.
#[test]
fn what_the_table_could_not_play_is_kept_by_the_program() {
    let play = "[table]\nsea = \"pile of cards\"\n[player]\nfleet = \"hand\"\nhits = 0\n\
        [flow]\nsetup = \"deal 1 from sea to each fleet\"\nturn = \"choose fire\"\n\
        [action.fire]\npick = \"n in 1 to 2\"\n\
        do = \"if any(player.left.fleet where it.level = n): hits += 1\"\n[end]\nwin = \"hits >= 2\"\n";
    let keeper = with_kit(TWO, play, |kit| {
        (crate::games::by_kit::entry(kit).secrets)(kit)
    });
    assert_eq!(keeper, Secrets::Referee);
    let open = "[table]\nscore = 0\n[flow]\nturn = \"choose go\"\n[action.go]\ndo = \"score += 1\"\n[end]\nwhen = \"score > 3\"\n";
    let keeper = with_kit(TWO, open, |kit| {
        (crate::games::by_kit::entry(kit).secrets)(kit)
    });
    assert_eq!(keeper, Secrets::Table);
}

/// What nobody sets meanwhile may be looked at `together`: the living point at the living.
#[test]
fn together_looks_at_what_stays_as_it_is() {
    let play = |pick: &str| {
        format!(
            "[player]\nout = false\nfoe = \"player\"\n[flow]\nround = \"\"\"\ntogether: choose point\n\
             each player: out = true\n\"\"\"\n\
             [action.point]\npick = \"who in others where {pick}\"\ndo = \"foe = who\"\n"
        )
    };
    let game = game(TWO, &play("not who.out"), 3);
    assert_eq!(listed(&game, &game.start()).len(), 2);
    let set = opened(TWO, &play("who.foe != who"), 3, Secrets::Referee).err();
    let said = set.map(|wrong| wrong.to_string()).unwrap_or_default();
    assert!(said.contains("looking at what another has"), "{said}");
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

/// Teams need no syntax of their own: a player's side is a counter, and a side's score is a sum.
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
    assert_eq!(
        outcome.verdicts,
        [Verdict::Win, Verdict::Loss, Verdict::Win, Verdict::Loss]
    );
    assert_eq!(outcome.scores, [Some(4), Some(2), Some(4), Some(2)]);
}

/// A `together` block touches nothing that others see, and neither does anything it calls.
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
    for does in [
        "move card to chosen; bid += 2",
        "if left.front is empty: bid += 2",
    ] {
        assert!(
            opened(TWO, &sheet(does), 2, Secrets::Referee).is_ok(),
            "{does}"
        );
    }
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
        assert!(
            why.contains("`together`") || why.contains("together"),
            "{does}: {why}"
        );
    }
}

/// While all choose in secret, each sees only their own question, and the others' choices only afterwards.
#[test]
fn what_is_chosen_together_is_private() {
    let game = super::game("rock-paper-scissors", 2);
    let mut p = game.start();
    assert_eq!(game.visibility(&p).seat, Some(0));
    does(&game, &mut p, "lay:r1");
    assert_eq!(game.visibility(&p).seat, Some(1));
    let seen = game.describe(&p, Some(1)).join(" ");
    assert!(
        !seen.contains("r1") && !listed(&game, &p).iter().any(|id| id.contains("r1")),
        "{seen}"
    );
    let mut events = Vec::new();
    let last = game.parse("lay:s2").expect("a move");
    game.play(&mut p, last, &mut |event| events.push(event))
        .expect("a legal move");
    assert_eq!(p.vars[0], 1, "rock beats scissors");
    let shown = [
        News::fact("Player 1's secret", "r1"),
        News::fact("Player 2's secret", "s2"),
    ];
    let told: Vec<News> = events
        .into_iter()
        .map(|event| game.news(&p, event))
        .collect();
    assert!(shown.iter().all(|news| told.contains(news)), "{told:?}");
}

/// Cards dealt in secret become known hand by hand, with the odds that they would have had one by one.
#[test]
fn what_is_dealt_is_looked_at_hand_by_hand() {
    let play = "[table]\nstock = \"pile of cards\"\n[player]\nhand = \"hand\"\n\
        [flow]\nsetup = \"deal 2 from stock to each hand\"\nturn = \"choose stop\"\n[action.stop]\ndo = \"end game\"\n";
    let game = game(TWO, play, 2);
    let mut p = game.start();
    for (seat, left) in [(0, 2), (0, 1), (1, 2), (1, 1)] {
        let lead = game.manner(&p, &[]).lead;
        assert_eq!(
            (game.visibility(&p).seat, lead.is_some()),
            (Some(seat), left > 1),
            "{lead:?}"
        );
        let id = if seat == 0 { "is:A" } else { "is:B" };
        does(&game, &mut p, id);
    }
    assert_eq!(game.turn(&p), Turn::Player(0));
    let mut told: std::collections::BTreeMap<String, f64> = std::collections::BTreeMap::new();
    histories(&game, &game.start(), String::new(), 1.0, &mut told);
    assert!((told["AABB"] - 1.0 / 6.0).abs() < 1e-12, "{told:?}");
}

/// What is the same every turn is not reported, nor is what the kit leaves unmentioned; both are still counted.
#[test]
fn what_every_turn_begins_with_is_no_news() {
    let play = "[table]\nstock = \"pile of cards\"\npot = 3\nopen = false\nage = 0\n\
        [flow]\nturn = \"\"\"\npot = 3; age += 1\nif age = 2: open = yes\nchoose take\n\"\"\"\n[action.take]\ndo = \"pot -= 1\"\n\
        [end]\nwhen = \"age = 9\"\n[words]\nage = \"\"\n";
    let game = game(TWO, play, 1);
    let (mut p, mut news) = (game.start(), Vec::new());
    for _ in 0..2 {
        let mut events = Vec::new();
        let mv = game.parse("take").expect("a move");
        game.play(&mut p, mv, &mut |event| events.push(event))
            .expect("a legal move");
        news.extend(
            events
                .into_iter()
                .map(|event| game.news(&p, event))
                .filter(|news| matches!(news, News::Fact { .. })),
        );
    }
    assert_eq!(news, [News::fact("The table", "open")]);
    assert_eq!(
        game.describe(&p, None).join(" "),
        "The table: pot 3; open; stock: 4 face down."
    );
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
    // Nothing optional is left, so nobody is asked.
    assert_eq!(game.turn(&p), Turn::Over);
}

/// If rules compare several cards in a hidden hand, the program deals them, so that the rules can be checked.
#[test]
fn cards_that_go_together_are_kept_by_the_program() {
    let play = "[table]\nstock = \"pile of cards\"\nheap = \"discard\"\n[player]\nhand = \"hand\"\n\
        [flow]\nsetup = \"deal 3 to each hand\"\nturn = \"choose pair, stop\"\n[action.stop]\nwords = \"\"\ndo = \"end game\"\n\
        [action.pair]\npick = [\"a in hand\", \"b in hand where level = a.level and b != a\"]\ndo = \"move all of [a, b] to heap\"\n";
    let why = opened(TWO, play, 2, Secrets::Table)
        .err()
        .map(|why| why.to_string())
        .unwrap_or_default();
    assert!(why.contains("looks at cards that a player hides"), "{why}");
    let game = game(TWO, play, 1);
    let mut p = game.start();
    for id in ["is:A", "is:B", "is:A"] {
        does(&game, &mut p, id);
    }
    assert_eq!(listed(&game, &p), ["pair:A:A", "stop"]);
    assert_eq!(game.option(&p, game.parse("stop").expect("a move")), "stop");
    does(&game, &mut p, "pair:A:A");
    assert_eq!(
        game.describe(&p, None).last().map(String::as_str),
        Some("Player 1: hand: B.")
    );
}

#[test]
fn who_declines_is_not_asked_again() {
    let play = "[table]\nstock = \"pile of cards\"\nheap = \"discard\"\nturns = 0\n\
        [flow]\nturn = \"turns += 1; repeat: may flip\"\n[action.flip]\nneed = \"stock is not empty\"\n\
        do = \"draw 1 from stock to heap\"\n[end]\nwhen = \"turns = 4\"\n";
    let game = game(TWO, play, 1);
    let mut p = game.start();
    for id in [
        "decline", "flip", "is:A", "decline", "flip", "is:A", "flip", "is:B", "flip", "is:B",
    ] {
        assert_ne!(game.turn(&p), Turn::Over);
        does(&game, &mut p, id);
    }
    // With nothing left to flip, nobody is asked in the fourth turn.
    assert_eq!(game.turn(&p), Turn::Over);
}

/// A dozen numbers are offered as a range.
#[test]
fn many_numbers_are_offered_as_a_range() {
    let ends = "[action.bid]\npick = \"n in 3 to 12\"\nwords = \"bid {n}\"\ndo = \"pot = n\"\n[action.drop]\ndo = \"end game\"\n";
    for (turn, lead) in [
        ("ask pot in 0 to 20", "which number should pot be? 0 to 20"),
        ("choose bid, drop", "what now? bid 3 to 12; drop"),
    ] {
        let game = game(
            TWO,
            &format!(
                "[table]\nstock = \"pile of cards\"\npot = 0\n[flow]\nturn = \"{turn}\"\n{ends}"
            ),
            1,
        );
        let asked = game.manner(&game.start(), &[]).lead.unwrap_or_default();
        assert!(asked.ends_with(lead), "{asked}");
    }
}

/// Questions and offers have words of the kit's own, with what everybody sees, and the same moves as without them.
#[test]
fn questions_and_short_answers_are_the_kit_s() {
    let play = "[table]\nstock = \"pile of cards\"\npot = 2\n[player]\nhand = \"hand\"\n\
        [flow]\nsetup = \"draw 1 to hand\"\nturn = \"choose act: bid, drop; ask pot in 1 to 3\"\n\
        [ask.act]\nwords = \"with {pot} in the pot: what now?\"\n[ask.pot]\nwords = \"how many go in?\"\n\
        [action.bid]\npick = \"n in 1 to 2\"\nwords = \"put {n} of yours into the pot\"\nshort = \"bid {n}\"\n[action.drop]\n\
        [end]\nwhen = \"no\"\n";
    let game = game(TWO, play, 2);
    let mut p = game.start();
    does(&game, &mut p, "is:A");
    assert_eq!(game.question(&p), "Player 1, with 2 in the pot: what now?");
    let bid = game.parse("bid:2").expect("a move");
    let short = game.short(&p, bid).map(|short| short.text);
    assert_eq!(short.as_deref(), Some("bid 2"));
    assert_eq!(game.option(&p, bid), "put 2 of yours into the pot");
    does(&game, &mut p, "bid:2");
    assert_eq!(game.question(&p), "Player 1, how many go in?");

    for (old, new, said) in [
        (
            "[ask.act]",
            "[ask.acts]",
            "nothing is asked by the name of `acts`",
        ),
        ("with {pot}", "with {hand.top}", ""),
        (
            "with {pot}",
            "with {hand.top.code}",
            "everybody hears this sentence",
        ),
    ] {
        let problem = opened(TWO, &play.replace(old, new), 2, Secrets::Referee)
            .err()
            .map_or(String::new(), |error| error.to_string());
        assert!(problem.contains(said), "{problem}");
        assert_eq!(problem.is_empty(), said.is_empty(), "{problem}");
    }
}

/// Whoever stands on an area is found from each of its tiles, and one walks as the rules say.
#[test]
fn areas_know_their_sides_and_walks_their_steps() {
    let rows = "code,count,n,e,s,w,level\nA,1,road,field,road,town,1\nB,1,road,town,road,field,2\nC,1,field,road,field,road,4\n";
    let play = "[table]\nstock = \"row of cards\"\nland = { is = \"map of cards\", grid = \"square\", sides = [\"n\", \"e\", \"s\", \"w\"] }\n\
        claim = { is = \"row\", each = \"land.sides\" }\nlocked = { is = false, each = \"land.sides\" }\nchips = \"row\"\n\
        [flow]\nturn = \"choose lay, stand, ask_side, count_up\"\n\
        [action.lay]\npick = [\"card in stock\", \"place in land.free\"]\ndo = \"place card at place\"\n\
        [action.stand]\nwords = \"stand on the {area}\"\npick = [\"card in stock\", \"place in land.places\", \"area in land.areas(place) where none(it.sides where any(claim(it)))\"]\n\
        do = \"move card to claim(area); locked(area) = yes\"\n\
        [action.ask_side]\ndo = \"ask side in land.sides(land.origin) where it.across is not empty; locked(side.across) = yes\"\n\
        [action.count_up]\nwords = \"{count(land.areas(land.origin))} {land.distance(land.origin, last(land.places))} {land.distance(land.origin, last(land.places), climbs)} {count(land.reach(land.origin, 9, climbs))}\"\n\
        [value.climbs]\nof = [\"a\", \"b\"]\nis = \"abs(a.tile.level - b.tile.level) <= 1\"\n\
        [end]\nwhen = \"no\"\n";
    let game = game(rows, play, 1);
    let mut p = game.start();
    let offered = |p: &Position, of: &str| {
        let mut moves = Choices::default();
        game.moves(p, &mut moves);
        let ids = moves.iter().map(|choice| game.id(choice.mv));
        ids.filter(|id| id.starts_with(of)).collect::<Vec<_>>()
    };
    does(&game, &mut p, "lay:A:0,0");
    does(&game, &mut p, "lay:B:0,1");
    let said = |p: &Position, id: &str| game.option(p, game.parse(id).expect("a move"));
    // Walking needs no roads where the map names none.
    assert_eq!(said(&p, "count_up"), "3 1 1 2");
    assert_eq!(
        said(&p, "stand:C:0,0:0,0n"),
        "stand on the road at the start, north side"
    );
    does(&game, &mut p, "stand:C:0,0:0,0n");
    // It is one road on both tiles; fields and towns are still free.
    assert!(offered(&p, "stand").is_empty(), "no card is left");
    let state = serde_json::to_string(&game.view(&p, None)).expect("a view");
    assert!(state.contains("\"0,0n\":true"), "{state}");
    does(&game, &mut p, "ask_side");
    assert_eq!(offered(&p, "ask"), ["ask-area-0:0,0s"]);
    does(&game, &mut p, "ask-area-0:0,0s");
    let state = serde_json::to_string(&game.view(&p, None)).expect("a view");
    assert!(state.contains("\"0,1n\":true"), "{state}");

    let mut p = game.start();
    does(&game, &mut p, "lay:A:0,0");
    does(&game, &mut p, "stand:B:0,0:0,0n");
    does(&game, &mut p, "lay:C:0,1");
    // The road of A is taken, seen from A; C's is another one, and too steep to step on.
    assert_eq!(offered(&p, "stand"), Vec::<String>::new());
    assert_eq!(said(&p, "count_up"), "3 1 none 1");

    for (old, new, why) in [
        ("{area}", "{land.areas(place)}", "cannot be said"),
        (
            "land.sides\" }\nlocked",
            "sea.sides\" }\nlocked",
            "there is no map `sea`",
        ),
        ("\"a\", \"b\"", "\"a\"", "a [value] of two places"),
        (
            "places), climbs",
            "places), climb",
            "a [value] of two places",
        ),
    ] {
        assert!(play.contains(old), "{old}");
        let problem = opened(rows, &play.replace(old, new), 1, Secrets::Referee)
            .err()
            .map_or(String::new(), |error| error.to_string());
        assert!(problem.contains(why), "{problem}");
    }
}

/// The table is told in the kit's own words, to each as far as they see it, and what is hidden is nowhere.
#[test]
fn the_table_is_told_in_the_kit_s_words() {
    let play = "[table]\nstock = \"pile of cards\"\ndrawn = \"row of 1\"\nland = { is = \"map of cards\", grid = \"square\" }\npot = 2\ndie = \"d6\"\n\
        [player]\nhand = \"hand\"\nhero = \"figure on land\"\n\
        [flow]\nsetup = \"draw 2 to hand; draw 1 to drawn; place drawn.top at land.origin; draw 1 to drawn; roll die\"\nturn = \"choose bid\"\n\
        [action.bid]\ndo = \"say \\\"{player} bids.\\\"\"\n\
        [show]\nhide = [\"drawn\", \"die\"]\nplayer = \"holds {hand by rank} of {count(hand)}\"\nland = \"{place.tile} of {place.tile.rank}\"\nsetup = [\"Take {pot} coins.\"]\n\
        [count]\nbids = \"bid\"\nsaid = \"action.bid.1\"\n[end]\nwhen = \"no\"\n";
    let rows = "code,count,rank\nA,2,2\nB,2,1\n";
    let game = game(rows, play, 2);
    let mut p = game.start();
    for id in ["is:A", "is:B", "is:A", "is:B", "shows:3"] {
        does(&game, &mut p, id);
    }
    let told = |seat| game.describe(&p, seat);
    let open = [
        "At the start: A of 2.",
        "The table: pot 2.",
        "Player 1: holds 2 face down of 2.",
        "Player 2: holds nothing of 0.",
    ];
    assert_eq!(told(None), open);
    assert_eq!(told(Some(1)), open);
    assert_eq!(told(Some(0))[2], "Player 1: holds B and A of 2.");
    assert_eq!(game.setup(), ["Take 2 coins.", "Player 1 begins."]);
    let mut counted = Vec::new();
    let bid = game.parse("bid").expect("a move");
    game.clone().apply(&mut p, bid, &mut |event| {
        game.count(&game.start(), &event, &mut |name, count| {
            counted.push((name, count));
        });
    });
    for name in ["bids", "said"] {
        assert!(counted.contains(&(name, 1)), "{counted:?}");
    }
    for (old, new, why) in [
        (
            "\"drawn\", \"die\"]",
            "\"drawm\"]",
            "nothing on the table is called `drawm`",
        ),
        (
            "land = \"{place.tile} of",
            "sea = \"{place.tile} of",
            "there is no map `sea`",
        ),
        (
            "bids = \"bid\"",
            "bids = \"bit\"",
            "there is no action `bit`",
        ),
        (
            "{place.tile} of {place.tile.rank}",
            "{stock.top.rank}",
            "cannot see",
        ),
    ] {
        assert!(play.contains(old), "{old}");
        let problem = refused(rows, &play.replace(old, new));
        assert!(problem.contains(why), "{problem}");
    }
}

/// Chance picks by weight, is typed like a die, and is not asked where there is only one.
#[test]
fn lots_are_drawn_by_weight() {
    let play = "[table]\nstock = \"pile of cards\"\npot = 0\ntarget = \"player\"\n\
        [flow]\nturn = \"random n in [1, 2, 6, 7] weight if(n = 7, 0, n); pot = n; random who in others; target = who; choose stop\"\n\
        [action.stop]\n[end]\nwhen = \"no\"\n";
    let game = game(TWO, play, 2);
    let mut p = game.start();
    let Turn::Chance(source) = game.turn(&p) else {
        panic!("chance picks first");
    };
    assert_eq!(game.sources()[usize::from(source.0)].name, "lot for n");
    let mut moves = Choices::default();
    game.moves(&p, &mut moves);
    let weights: Vec<(String, u32)> = moves
        .iter()
        .map(|choice| (game.id(choice.mv), choice.weight))
        .collect();
    let expected = [("ask:1", 1), ("ask:2", 2), ("ask:6", 6)];
    assert_eq!(
        weights,
        expected.map(|(id, weight)| (id.to_owned(), weight))
    );
    assert_eq!(game.question(&p), "Which n is drawn by lot?");
    let mut told = Vec::new();
    let six = game.parse("ask:6").expect("a move");
    game.play(&mut p, six, &mut |event| told.push(event))
        .expect("a legal move");
    assert_eq!(p.vars, [6, 1]);
    let said = told.iter().map(|event| game.telling(&p, *event).text);
    let said: Vec<String> = said.filter(|text| text.contains("lot")).collect();
    assert_eq!(said, ["The lot falls on 6.", "The lot falls on Player 2."]);
    for (old, new, why) in [
        ("in others", "in stock", "cannot be drawn like this"),
        ("random n", "random pot", "already means something else"),
        ("weight if(n = 7, 0, n)", "weight", "expected"),
    ] {
        let problem = refused(TWO, &play.replace(old, new));
        assert!(problem.contains(why), "{problem}");
    }
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
    assert_eq!(
        p.dice,
        [6, 5, 1],
        "the second is not rolled again, nor the others twice"
    );
    assert_eq!(game.turn(&p), Turn::Player(0));
}

/// What a die showed is not what it shows once it is rolled again; an effect that rolls it is given the die itself.
#[test]
fn what_a_die_showed_is_kept() {
    let better = "[effect.better]\nof = \"old\"\ndo = \"roll odd; luck = max(old, odd)\"\n\
        [effect.again]\nof = \"die\"\ndo = \"roll die\"\n";
    for (does_it, luck) in [
        ("let old = odd; roll odd; luck = max(old, odd)", 6),
        ("do better with odd", 6),
        ("do again with odd; luck = odd", 2),
    ] {
        let play = format!(
            "[table]\nodd = \"d6\"\nluck = 0\n[flow]\nturn = \"roll odd; {does_it}; choose stop\"\n\
             [action.stop]\ndo = \"end game\"\n{better}"
        );
        let game = game(TWO, &play, 1);
        let mut p = game.start();
        does(&game, &mut p, "shows:6");
        does(&game, &mut p, "shows:2");
        assert_eq!(p.vars, [luck], "{does_it}");
    }
}

/// Who is asked sees their own hand, and not that of the player whose turn it is.
#[test]
fn another_player_is_asked_about_their_own_hand() {
    let play = |set: &str| {
        format!(
            "[table]\nstock = \"pile of cards\"\nrival = \"player\"\nheap = \"discard\"\n[player]\nhand = \"hand\"\n\
             [flow]\nsetup = \"shuffle stock; deal 1 to each hand; random one in players where it != player; rival = one\"\n\
             turn = \"ask rival: c in {set}; move c to heap; choose stop\"\n[action.stop]\ndo = \"end game\"\n"
        )
    };
    let game = game(TWO, &play("rival.hand where it.level > 0"), 2);
    let mut p = game.start();
    let mut luck = ChaCha8Rng::seed_from_u64(1);
    let mut choices = Choices::default();
    while let Turn::Chance(_) = game.turn(&p) {
        choices.clear();
        game.moves(&p, &mut choices);
        let choice = choices.at(crate::referee::bot::below(choices.total(), &mut luck));
        game.apply(&mut p, choice.unwrap().mv, &mut |_| {});
    }
    assert_eq!(game.turn(&p), Turn::Player(1));
    let why = refused(TWO, &play("hand where it.level > 0"));
    assert!(why.contains("cannot see"), "{why}");
}

#[test]
fn the_top_of_a_pile_can_lie_open() {
    let play = "[table]\nstock = { is = \"pile of cards\", see = \"top\" }\nheap = \"discard\"\n\
        [flow]\nsetup = \"reveal stock.top\"\nturn = \"choose flip\"\n\
        [action.flip]\nwords = \"take the {stock.top}\"\ndo = \"draw 1 from stock to heap\"\n[end]\nwhen = \"stock is empty\"\n";
    let game = game(TWO, play, 1);
    let mut p = game.start();
    does(&game, &mut p, "is:B");
    assert_eq!(
        game.option(&p, game.parse("flip").expect("a move")),
        "take the B"
    );
    does(&game, &mut p, "flip");
    assert!(
        matches!(game.turn(&p), Turn::Chance(_)),
        "the next one is turned up with it"
    );
    does(&game, &mut p, "is:A");
    assert_eq!(
        game.option(&p, game.parse("flip").expect("a move")),
        "take the A"
    );
}

/// What one player is shown stays hidden from the others until the piece is shuffled.
#[test]
fn a_piece_is_shown_to_one_player() {
    let play = "[table]\nstock = \"pile of cards\"\n[player]\nhand = \"hand\"\n\
        [flow]\nturn = \"choose look, mix\"\n[action.look]\ndo = \"reveal stock.top to player\"\n[action.mix]\ndo = \"shuffle stock\"\n\
        [end]\nwhen = \"no\"\n";
    let game = game(TWO, play, 2);
    let mut p = game.start();
    does(&game, &mut p, "look");
    assert_eq!(game.visibility(&p).seat, Some(0));
    does(&game, &mut p, "is:B");
    let top = *p.zones[0].last().expect("a card");
    assert_eq!(game.seers(&p, top), 1);
    does(&game, &mut p, "mix");
    assert_eq!(
        (game.seers(&p, top), p.pieces[usize::from(top)].kind),
        (0, UNKNOWN)
    );
}

/// A kit with different dice says which one is meant.
#[test]
fn dice_that_differ_are_told_apart() {
    let game = super::game("tin-core", 1);
    let faces = |name: &str| {
        game.program
            .dice
            .iter()
            .find(|dice| dice.name == name)
            .map(|dice| dice.faces.len())
    };
    assert_eq!((faces("attack"), faces("roll_die")), (Some(6), Some(6)));
    let attack = &game.program.dice[0];
    assert_eq!(game.program.facts.text(attack.faces[0]), Some("thrust"));
}

/// Rules that would need hidden knowledge are refused at set-up, with the place and a remedy.
#[test]
fn what_cannot_be_kept_is_refused_at_set_up() {
    let own = "[table]\nstock = \"pile of cards\"\nheap = \"discard\"\nside = \"stack\"\n\
        [player]\nhand = \"hand\"\nshown = { is = \"hand\", see = \"others\" }\ndice = { is = \"2d6\", see = \"owner\" }\n[flow]\n";
    let ends = "\n[end]\nwhen = \"stock is empty\"\n";
    let draw = "\nturn = \"choose draw\"\n[action.draw]\ndo = \"draw 1 from stock to heap\"";
    let mixed = "setup = \"move top of stock to side face down; draw 1 from stock to heap; shuffle heap into stock\"";
    let deep = "turn = \"move top of stock to side face down; draw 1 from stock to heap; shuffle heap into stock; choose wait\"\n\
        [action.wait]\ndo = \"end action\"";
    let many: String = ["code,count,level,word".into()]
        .into_iter()
        .chain((1..13).map(|at| format!("C{at},1,{at},low")))
        .collect::<Vec<String>>()
        .join("\n");
    /// The line, the message and the remedy.
    type Refused = Option<(usize, &'static str, &'static str)>;
    let cases: [(&str, &str, Secrets, &str, Refused); 11] = [
        // 1
        (
            TWO,
            "setup = \"deal 1 from stock to each hand\"\nturn = \"if any(left.hand where level = 1): end game; choose draw\"\n[action.draw]\ndo = \"draw 1 from stock to heap\"",
            Secrets::Table,
            "",
            Some((
                11,
                "looks at cards that a player hides",
                "--secrets referee",
            )),
        ),
        // 2
        (
            TWO,
            "setup = \"deal 1 from stock to each shown\"\nturn = \"choose draw\"\n[action.draw]\ndo = \"draw 1 from stock to heap\"",
            Secrets::Table,
            "",
            Some((7, "everybody but its owner sees", "--secrets referee")),
        ),
        (
            TWO,
            "setup = \"deal 1 from stock to each shown\"\nturn = \"choose draw\"\n[action.draw]\ndo = \"draw 1 from stock to heap\"",
            Secrets::Referee,
            "",
            None,
        ),
        // 3
        (
            TWO,
            &format!("{mixed}{draw}"),
            Secrets::Referee,
            "all",
            Some((
                2,
                "a table cannot tell",
                "codes of their own, or let the program deal",
            )),
        ),
        (TWO, &format!("{mixed}{draw}"), Secrets::Referee, "", None),
        (
            &many,
            &format!("{mixed}{draw}"),
            Secrets::Referee,
            "all",
            None,
        ),
        // 4
        (
            &many,
            deep,
            Secrets::Referee,
            "",
            Some((10, "more than three deep", "shuffle a pile whole")),
        ),
        // 5
        (
            TWO,
            &format!(
                "setup = \"move top of stock to side face down; move one of stock where code = B to heap\"{draw}"
            ),
            Secrets::Referee,
            "",
            Some((10, "may lie elsewhere", "before any of its pile is dealt")),
        ),
        (
            TWO,
            &format!(
                "setup = \"draw 1 from stock to heap; move one of stock where code = B to heap\"{draw}"
            ),
            Secrets::Referee,
            "",
            None,
        ),
        (
            TWO,
            &format!(
                "setup = \"deal 1 from stock to each hand; move one of stock where code = B to heap\"{draw}"
            ),
            Secrets::Table,
            "",
            Some((10, "may lie elsewhere", "--secrets referee")),
        ),
        (
            TWO,
            &format!(
                "setup = \"deal 1 from stock to each hand; move one of stock where code = B to heap\"{draw}"
            ),
            Secrets::Referee,
            "",
            None,
        ),
    ];
    for (rows, flow, secrets, physical, refusal) in cases {
        let own = if flow.contains("shown") {
            own.to_owned()
        } else {
            own.replace(
                "shown = { is = \"hand\", see = \"others\" }\n",
                "# nothing is shown to others\n",
            )
        };
        let setup = Setup {
            secrets,
            physical: vec![physical.to_owned()],
            ..Setup::of_count(2)
        };
        let found = with_kit(rows, &format!("{own}{flow}{ends}"), |kit| {
            KitGame::new(kit, &setup)
        });
        let Some((line, message, help)) = refusal else {
            assert!(
                found.is_ok(),
                "{flow}: {}",
                found.err().map_or(String::new(), |why| why.to_string())
            );
            continue;
        };
        let Err(SetupError::Kit(problems)) = found else {
            panic!("this is not refused: {flow}")
        };
        let problem = &problems.0[0];
        assert!(
            problem.message.contains(message),
            "{}: {}",
            problem.message,
            flow
        );
        assert!(
            problem
                .help
                .as_ref()
                .is_some_and(|said| said.contains(help)),
            "{:?}",
            problem.help
        );
        assert_eq!(
            problem.place.line_column().0,
            line,
            "{}\n{own}{flow}",
            problem.message
        );
        assert!(problem.place.file.ends_with("play.toml") && !problem.place.span.is_empty());
    }
}

/// An open table stops nobody: where pools are nested too deep to compute, all connected ones become one.
#[test]
fn shuffles_within_shuffles_never_lose_a_piece() {
    let game = super::open_table("piecepack", 2, Secrets::Table, &[]);
    let mut p = game.start();
    for _ in 0..6 {
        does(&game, &mut p, "draw:tiles");
        does(&game, &mut p, "draw:tiles");
        let mut choices = Choices::default();
        game.moves(&p, &mut choices);
        let shown = choices
            .iter()
            .map(|choice| game.id(choice.mv))
            .find(|id| id.starts_with("move:S"))
            .expect("a tile in hand");
        does(&game, &mut p, &shown);
        does(&game, &mut p, "ask-zone:tiles_discard");
        does(&game, &mut p, "gather_tiles");
        super::sound(&p);
    }
}

/// The number that a counter has.
pub(super) fn counted(game: &KitGame, p: &Position, name: &str, seat: usize) -> i32 {
    let decl = game.program.vars.iter().find(|var| var.name == name);
    p.vars[usize::from(decl.expect("a counter").base) + seat]
}

/// The condition of a loop over players is judged when the turn of each comes, and is about that player.
#[test]
fn each_player_is_asked_about_when_their_turn_comes() {
    let shoot = "[table]\nn = 0\n[player]\nout = false\nscore = 0\n[flow]\nround = \"\"\"\nn += 1\n\
        each player where not out: choose shoot\n\"\"\"\n[action.shoot]\n\
        pick = \"who in players where who != player and not who.out\"\ndo = \"who.out = yes; score += 1\"\n\
        [end]\nwhen = \"n = 3 or count(players where not out) = 1\"\nscore = \"score\"\n";
    let shot = game(TWO, shoot, 4);
    let mut p = shot.start();
    for id in ["shoot:Player_2", "shoot:Player_4"] {
        does(&shot, &mut p, id);
    }
    // The second and the fourth were shot before their turn, so the second round begins.
    assert_eq!((shot.turn(&p), p.rounds), (Turn::Player(0), 2));
    does(&shot, &mut p, "shoot:Player_3");
    assert_eq!(shot.turn(&p), Turn::Over);
    for about in [
        "rich(player)",
        "rich(it)",
        "it.gold > 0",
        "gold > 0",
        "player.gold > 0",
    ] {
        let play = format!(
            "[table]\nn = 0\n[player]\ngold = 0\nscore = 0\n[flow]\nround = \"\"\"\neach player: choose take\n\
             each player where {about}: score += 1\nn += 1\n\"\"\"\n[action.take]\npick = \"k in 0 to 1\"\ndo = \"gold = k\"\n\
             [value.rich]\nof = [\"who\"]\nis = \"who.gold > 0\"\n[end]\nwhen = \"n = 1\"\nscore = \"score\"\n"
        );
        let game = game(TWO, &play, 3);
        let mut p = game.start();
        for id in ["take:0", "take:1", "take:1"] {
            does(&game, &mut p, id);
        }
        let scores = game.outcome(&p).expect("the end").scores;
        assert_eq!(scores, [Some(0), Some(1), Some(1)], "{about}");
    }
}

/// `[end] when` is judged at the end of a round, or after a turn where there are no rounds, unless it says otherwise.
#[test]
fn the_end_waits_for_the_round() {
    let sheet = |flow: &str, when: &str| {
        format!(
            "[table]\nn = 0\n[flow]\n{flow}\n[action.go]\ndo = \"n += 1\"\n[end]\nwhen = {when}\n"
        )
    };
    let rounds = "round = \"each player: choose go; choose go\"";
    let turns = "round = \"each player: do turn\"\nturn = \"choose go; choose go\"";
    let plain = "\"n > 0\"";
    let after = |after: &str| format!("{{ that = \"n > 0\", after = \"{after}\" }}");
    for (flow, when, moves) in [
        (rounds, plain.to_owned(), 4),
        (rounds, after("round"), 4),
        (rounds, after("action"), 1),
        (turns, plain.to_owned(), 4),
        (turns, after("turn"), 2),
        ("turn = \"choose go; choose go\"", plain.to_owned(), 2),
    ] {
        let game = game(TWO, &sheet(flow, &when), 2);
        let mut p = game.start();
        for made in 0..moves {
            assert_ne!(game.turn(&p), Turn::Over, "{flow} {when}: {made}");
            does(&game, &mut p, "go");
        }
        assert_eq!(game.turn(&p), Turn::Over, "{flow} {when}");
    }
}

/// Whoever gives a card away knows where it is, until it may have gone elsewhere unseen.
#[test]
fn what_was_given_away_is_remembered() {
    let play = "[table]\nstock = \"pile of cards\"\nbox = \"pile\"\nheap = \"discard\"\n[player]\nhand = \"hand\"\n\
        [flow]\nsetup = \"deal 2 from stock to each hand\"\nturn = \"choose give, hide, show\"\n\
        [action.give]\npick = \"card in hand\"\ndo = \"move card to left.hand\"\n\
        [action.hide]\npick = \"card in hand\"\ndo = \"move card to box\"\n\
        [action.show]\npick = \"card in hand\"\ndo = \"move card to heap\"\n[end]\nwhen = \"no\"\n";
    let game = game("code,count\nA,1\nB,1\nC,1\nD,1\nE,1\nF,1\n", play, 3);
    let mut p = game.start();
    for id in ["is:A", "is:B", "is:C", "is:D", "is:E", "is:F"] {
        does(&game, &mut p, id);
    }
    let seers = |p: &Position, code: &str| {
        let kind = game.program.facts.find_code(code).expect("a code");
        let piece = p.pieces.iter().position(|piece| piece.kind == kind);
        game.seers(p, piece.expect("a card") as u16)
    };
    does(&game, &mut p, "give:A");
    assert_eq!(seers(&p, "A"), 0b011, "Ann gave it to Bob");
    does(&game, &mut p, "show:C");
    assert_eq!(seers(&p, "A"), 0b011, "Bob showed another");
    does(&game, &mut p, "hide:E");
    does(&game, &mut p, "hide:B");
    does(&game, &mut p, "hide:D");
    assert_eq!(seers(&p, "A"), 0b010, "Bob may have put it away");
    assert_eq!(seers(&p, "D"), 0b010, "only Bob knows what he put away");
}

/// An action is told as it happened, even if its card is hidden again by the end of the move.
#[test]
fn what_was_played_is_named_though_it_is_shuffled_away() {
    let play = "[table]\nstock = \"pile of cards\"\nwaste = \"discard\"\n[player]\nhand = \"hand\"\nscore = 0\n\
        [flow]\nsetup = \"deal 1 to each hand\"\nturn = \"choose play, keep\"\n[action.play]\nwords = \"play {card}\"\n\
        pick = \"card in hand\"\ndo = \"move card to waste; score += card.level; shuffle waste into stock\"\n\
        [action.keep]\npick = \"card in hand\"\ntell = \"{player} keeps {card}\"\n[end]\nwhen = \"score > 20\"\n";
    let game = game(TWO, play, 2);
    for (id, said) in [
        ("play:B", "Player 1 plays B."),
        ("keep:B", "Player 1 keeps a tile"),
    ] {
        let mut p = game.start();
        for deal in ["is:B", "is:A"] {
            does(&game, &mut p, deal);
        }
        let mut events = Vec::new();
        let mv = game.parse(id).expect("a move");
        game.play(&mut p, mv, &mut |event| events.push(event))
            .expect("a legal move");
        let told: Vec<String> = events
            .into_iter()
            .map(|event| game.telling(&p, event).text)
            .collect();
        assert_eq!(told.first().map(String::as_str), Some(said), "{told:?}");
    }
}

/// Rules speak in sentences of their own, with the rule that these go by, in place of what the program would report.
#[test]
fn rules_say_what_happens() {
    let play = r#"
[table]
stock = "pile of cards"
waste = "discard"
luck = 0
die = "d6"
[player]
hand = "hand"
[flow]
setup = "deal 1 to each hand"
turn = "choose play, fall, run"
[action.play]
pick = "card in hand"
do = "quietly: move card to waste"
[action.fall]
rule = "R2"
do = """
roll die
do lose with 2
say "Nothing is broken."
"""
[action.run]
do = """
repeat 3 times
  quietly
    luck += 1
    end repeat
luck += 10
say "{player} ran: {luck} points."
"""
[effect.lose]
of = "n"
rule = "R3"
do = """
tell "{player} shows {die} and loses {n}." rule R4: luck -= n
say "Luck is {luck}."
"""
[end]
when = "luck > 99"
"#;
    let game = game(TWO, play, 2);
    let mut p = game.start();
    for deal in ["is:B", "is:A"] {
        does(&game, &mut p, deal);
    }
    let told = |p: &Position, id: &str| {
        let (mut p, mut events) = (p.clone(), Vec::new());
        let mv = game.parse(id).expect("a move");
        game.play(&mut p, mv, &mut |event| events.push(event))
            .expect("a legal move");
        let telling = |event| {
            let telling = game.telling(&p, event);
            let rule = telling.rule.unwrap_or("-");
            format!("{rule} {} {}", telling.text, telling.data["sentence"])
        };
        let told: Vec<String> = events.into_iter().map(telling).collect();
        (p, told)
    };
    let (_, played) = told(&p, "play:B");
    assert_eq!(
        played[0], "- Player 1 plays B. null",
        "named though it came quietly"
    );
    assert!(
        played[1].contains("turn"),
        "the move is not reported: {played:?}"
    );
    let (rolled, _) = told(&p, "fall");
    let (_, fell) = told(&rolled, "shows:4");
    assert_eq!(
        fell[1..4],
        [
            "R4 Player 1 shows 4 and loses 2. \"effect.lose.1\"",
            "R3 Luck is -2. \"effect.lose.2\"",
            "R2 Nothing is broken. \"action.fall.1\"",
        ]
    );
    let (_, ran) = told(&p, "run");
    assert_eq!(
        ran[1..3],
        [
            "- The luck is 11. null",
            "- Player 1 ran: 11 points. \"action.run.1\"",
        ],
        "a quiet block that is left is over"
    );
}

#[test]
fn sentences_say_only_what_all_may_hear() {
    let play = |does: &str| {
        format!(
            "[table]\nstock = \"pile of cards\"\n[player]\nhand = \"hand\"\nscore = 0\n[flow]\n\
             turn = \"choose go\"\n[action.go]\ndo = \"\"\"\n{does}\n\"\"\"\n[end]\nwhen = \"score > 9\"\n"
        )
    };
    for (does, why) in [
        (
            r#"each card in hand: say "It is of level {card.level}.""#,
            "everybody hears this sentence, but it says what only one player sees",
        ),
        (
            r#"say "On top is a {stock.top.level}.""#,
            "that the one who chooses cannot see",
        ),
        (r#"say "{hand where level > 1}""#, "cannot be said"),
        (r#"say "{score""#, "is not closed"),
        ("say score", "expected a sentence in quotes"),
        (
            "quietly: choose go",
            "nothing is asked where nothing is reported",
        ),
        (r#"together: say "Hush.""#, "cannot be done `together`"),
    ] {
        let refusal = refused(TWO, &play(does));
        assert!(refusal.contains(why), "{does}: {refusal}");
    }
}

/// Sentences are not rules: games go on when these are reworded.
#[test]
fn sentences_are_no_part_of_the_rules() {
    let rules = |does: &str| {
        let play = format!(
            "[table]\nstock = \"pile of cards\"\nn = 0\n[flow]\nturn = \"choose go\"\n[action.go]\ndo = \"\"\"\n{does}\n\"\"\"\n\
             [end]\nwhen = \"n > 9\"\n"
        );
        with_kit(TWO, &play, |kit| {
            crate::games::by_kit::fingerprint(kit, &Setup::default())
        })
    };
    let plain = rules("n += 1\nif n > 3: n += 1");
    let told =
        rules("say \"One.\" rule R1\ntell \"Two.\": n += 1\nif n > 3: say \"Three.\"; n += 1");
    assert_eq!(plain, told);
    assert_ne!(plain, rules("say \"One.\"\nn += 2\nif n > 3: n += 1"));
}

/// Hidden dice can be shown, as many of a player's dice are rolled as a counter says, and tiles can lie face down.
#[test]
fn dice_and_tiles_are_uncovered() {
    let play = "[table]\nturns = 0\n[player]\nleft_over = 2\ndice = { is = \"3d6\", see = \"owner\" }\n\
        [flow]\nturn = \"\"\"\nroll left_over dice\nchoose show, whisper\n\"\"\"\n[action.show]\ndo = \"reveal dice\"\n\
        [action.whisper]\ndo = \"reveal dice to left\"\n[end]\nwhen = \"turns > 9\"\n";
    let game = game(TWO, play, 3);
    let mut p = game.start();
    does(&game, &mut p, "shows:3");
    does(&game, &mut p, "shows:5");
    assert_eq!(game.turn(&p), Turn::Player(0), "two of three are rolled");
    let sees =
        |p: &Position, seat: Option<u8>| game.describe(p, seat).join(" ").contains("dice 3 5");
    assert!(sees(&p, Some(0)) && !sees(&p, Some(1)) && !sees(&p, None));
    let mut whispered = p.clone();
    does(&game, &mut whispered, "whisper");
    assert!(sees(&whispered, Some(1)) && !sees(&whispered, Some(2)) && !sees(&whispered, None));
    let (mut events, mv) = (Vec::new(), game.parse("show").expect("a move"));
    game.play(&mut p, mv, &mut |event| events.push(event))
        .expect("a legal move");
    assert!(sees(&p, Some(2)) && sees(&p, None));
    let told: Vec<String> = events
        .into_iter()
        .map(|event| game.telling(&p, event).text)
        .collect();
    assert!(
        told.contains(&"A die of Player 1's dice shows 5.".to_owned()),
        "{told:?}"
    );
    let play = "[table]\nstock = \"pile of cards\"\nn = 0\nland = { is = \"map of cards\", grid = \"square\" }\n\
        [flow]\nsetup = \"place stock.top at land.origin face down\"\nturn = \"choose turn_it\"\n\
        [action.turn_it]\ndo = \"\"\"\nif not land.origin.tile.up: turn up land.origin.tile\nn = land.origin.tile.level\n\"\"\"\n\
        [end]\nwhen = \"n > 0\"\n";
    let game = super::language::game(TWO, play, 1);
    let mut p = game.start();
    assert_eq!(
        game.turn(&p),
        Turn::Player(0),
        "nobody knows which tile it is"
    );
    assert!(
        game.describe(&p, None)
            .join(" ")
            .contains("a tile face down")
    );
    does(&game, &mut p, "turn_it");
    does(&game, &mut p, "is:B");
    assert_eq!((counted(&game, &p, "n", 0), game.turn(&p)), (2, Turn::Over));
}

/// A counter of a place counts before anything lies there, is shown with its place, and helpers of the rules can be hidden.
#[test]
fn places_count_before_anything_lies_there() {
    let play = "[table]\nstock = \"pile of cards\"\nland = { is = \"map of cards\", grid = \"square\" }\n\
        dug = { start = 2, each = \"land\" }\nspot = \"figure on land\"\nhero = \"figure on land\"\nn = 0\n\
        [flow]\nsetup = \"hero = land.origin; spot = land.origin\"\nturn = \"choose dig\"\n\
        [action.dig]\npick = \"place in land.near(hero)\"\ndo = \"n = dug(place); dug(place) += 5\"\n[end]\nwhen = \"n > 2\"\n\
        [words]\nspot = \"\"\n";
    let game = game(TWO, play, 1);
    let mut p = game.start();
    does(&game, &mut p, "dig:1,0");
    assert_eq!(counted(&game, &p, "n", 0), 2);
    let state = serde_json::to_value(game.view(&p, None)).expect("data");
    assert_eq!(state["table"]["dug"], serde_json::json!({ "1,0": 7 }));
    let told = game.describe(&p, None).join(" ");
    assert!(told.contains("hero") && !told.contains("spot"), "{told}");
    let beads = game.scene(&p, None).things;
    let beads = beads
        .iter()
        .filter(|thing| matches!(thing.what, What::Pawn(_)));
    assert_eq!(beads.count(), 0, "nothing is laid at the origin yet");
    does(&game, &mut p, "dig:1,0");
    assert_eq!((counted(&game, &p, "n", 0), game.turn(&p)), (7, Turn::Over));
}

/// Order, extremes, names for values and sets, and leaving loops and effects, each with the counters after it.
#[test]
fn values_are_named_ordered_and_left() {
    let sheet = |does: &str| {
        format!(
            "[table]\nrow_of_cards = \"row of cards\"\nheap = \"discard\"\na = 0\nb = 0\nturns = 0\ncalled = {{ one_of = [\"twice\", \"thrice\"] }}\n\
             [player]\ngold = 0\n[flow]\nturn = \"choose go; turns += 1\"\n[action.go]\ndo = \"\"\"\n{does}\n\"\"\"\n\
             [effect.give]\nof = [\"who\", \"n\"]\ndo = \"\"\"\nif n = 0: end effect\nwho.gold += n\n\"\"\"\n\
             [effect.twice]\ndo = \"a = a * 2\"\n[effect.thrice]\ndo = \"a = a * 3\"\n\
             [end]\nwhen = \"turns > 0\"\n"
        )
    };
    // Levels of the row, from the left: 3, 1, 4, 1, 5.
    let rows = "code,count,level,word\nC,1,3,low\nA,1,1,low\nD,1,4,low\nB,1,1,high\nE,1,5,high\n";
    for (does, a, b) in [
        (
            "a = first(row_of_cards by level).level; b = last(row_of_cards by level).level",
            1,
            5,
        ),
        (
            "a = first(row_of_cards).level; b = last(row_of_cards where level < 5).row",
            3,
            4,
        ),
        // Equal ones stay in order.
        (
            "a = first(row_of_cards by level).row; b = last(row_of_cards where level = 1 by level).row",
            2,
            4,
        ),
        (
            "a = max(row_of_cards, level); b = min(row_of_cards where level > 1, level * 2)",
            5,
            6,
        ),
        ("a = max(2, 7) - min(9, 3); b = abs(3 - 9)", 4, 6),
        (
            "if only(row_of_cards where level = 5) is not empty: a = 1\nif only(row_of_cards where level = 1) is empty: b = 1",
            1,
            1,
        ),
        (
            "each c in row_of_cards by 0 - level: a = a * 10 + c.level",
            54311,
            0,
        ),
        (
            "each c in row_of_cards where c.level > 2 by 0 - c.level: a = a * 10 + c.level",
            543,
            0,
        ),
        (
            "a = least(row_of_cards, row).level; b = count(row_of_cards where row < 3)",
            3,
            2,
        ),
        (
            "let n = 3; n += 4; a = n\nif a = 7\n  let n = 9\n  b = n\na += n",
            14,
            9,
        ),
        (
            "let seen = []; each c in row_of_cards where level > 2: seen += c\na = count(seen); b = sum(seen, level)",
            3,
            12,
        ),
        (
            "let rest = row_of_cards where level < 4; rest -= first(rest); a = count(rest); b = max(rest, level)",
            2,
            1,
        ),
        (
            "let kept = row_of_cards where level > 0; move all of row_of_cards to heap; a = count(kept); b = count(row_of_cards)",
            5,
            0,
        ),
        (
            "let upper = row_of_cards.top; a = upper.level; let who = left; who.gold += 2; b = who.gold",
            5,
            2,
        ),
        (
            "each c in row_of_cards\n  if c.level = 4: end each\n  a += c.level\nb = 1",
            4,
            1,
        ),
        (
            "repeat 9 times\n  a += 1\n  each n in 1 to 3\n    if n = 2 and a = 4: end repeat\n    b += 1",
            4,
            10,
        ),
        (
            "each player\n  each n in 1 to 5\n    if n = 3: end each\n    gold += n\na = sum(players, gold)",
            6,
            0,
        ),
        (
            "do give with [left, 3]; do give with [left, 0]; a = left.gold; b = gold",
            3,
            0,
        ),
        (
            "a = 5; called = thrice; do called; called = twice; do called",
            30,
            0,
        ),
    ] {
        let game = game(rows, &sheet(does), 2);
        let mut p = game.start();
        does_all(&game, &mut p, "go");
        let found = (counted(&game, &p, "a", 0), counted(&game, &p, "b", 0));
        assert_eq!((found, p.fault), ((a, b), None), "{does}");
    }
}

fn does_all(game: &KitGame, p: &mut Position, ids: &str) {
    for id in ids.split_whitespace() {
        does(game, p, id);
    }
}

/// What begins anew with every turn is not told, and what happens as soon as something becomes true happens once.
#[test]
fn turns_begin_anew_and_changes_are_noticed() {
    let play = "[player]\nhit = { is = false, each = \"turn\" }\nhits = { start = 0, each = \"turn\" }\nhealth = 3\nfalls = 0\n\
        [flow]\nturn = \"choose strike, rest; choose strike, rest\"\n\
        [action.strike]\nneed = \"not hit\"\ndo = \"hit = yes; hits += 1; left.health -= 2\"\n\
        [action.rest]\ndo = \"health += 1\"\n\
        [when.fallen]\nthat = \"health <= 1\"\ndo = \"falls += 1\"\n[end]\nwhen = \"sum(players, falls) > 2\"\n";
    let game = game(TWO, play, 2);
    let mut p = game.start();
    let state = |p: &Position, name: &str| [0, 1].map(|seat| counted(&game, p, name, seat));
    does(&game, &mut p, "strike");
    assert_eq!((state(&p, "health"), state(&p, "falls")), ([3, 1], [0, 1]));
    assert_eq!(listed(&game, &p), ["rest"]);
    let mut events = Vec::new();
    let mv = game.parse("rest").expect("a move");
    game.play(&mut p, mv, &mut |event| events.push(event))
        .expect("a legal move");
    does_all(&game, &mut p, "rest rest");
    assert_eq!((state(&p, "hit"), state(&p, "hits")), ([0, 0], [0, 0]));
    let is_reset = |event: &Event| matches!(event, Event::Set { value: 0, .. });
    assert!(!events.iter().any(is_reset), "{events:?}");
    // The second is up to 3 again, and falls once more; as long as that lasts, it is not news.
    does_all(&game, &mut p, "strike rest");
    assert_eq!((state(&p, "health"), state(&p, "falls")), ([5, 1], [0, 2]));
    does_all(&game, &mut p, "strike rest");
    assert_eq!((state(&p, "health"), state(&p, "falls")), ([3, 2], [0, 2]));
    does_all(&game, &mut p, "strike rest");
    assert_eq!((state(&p, "health"), state(&p, "falls")), ([4, 0], [0, 3]));
    assert_eq!(game.turn(&p), Turn::Over);
}

/// Things may have the names of fields and of values in rows.
#[test]
fn things_share_names_with_fields_and_values() {
    let play = "[table]\nlevel = 4\nlow = \"row of cards\"\nn = 0\n[flow]\nturn = \"choose go\"\n\
        [action.go]\ndo = \"n = level * 100 + count(low where it.level = 1) * 10 + count(low where word = \\\"low\\\")\"\n\
        [end]\nwhen = \"n > 0\"\n";
    let game = game(TWO, play, 1);
    let mut p = game.start();
    does(&game, &mut p, "go");
    assert_eq!(counted(&game, &p, "n", 0), 422);
}

/// It says that the game is over, since nothing is asked that could be answered first.
#[test]
fn a_game_that_is_over_is_not_corrected() {
    let play = "[table]\nn = 0\n[flow]\nturn = \"choose go\"\n[action.go]\ndo = \"n += 1\"\n[end]\nwhen = \"n > 0\"\n";
    let game = game(TWO, play, 1);
    let mut p = game.start();
    assert_eq!(correct(&game, &mut p, "n 0"), Ok(()));
    does(&game, &mut p, "go");
    let refused = correct(&game, &mut p, "n 3").expect_err("it is over");
    assert!(refused.starts_with("the game is over;"), "{refused}");
}

/// A turn that is given to somebody else begins again for them, and the others follow.
#[test]
fn a_turn_is_given_to_somebody_else() {
    let own = "[player]\ngold = 0\nsilver = 0\n[flow]\n";
    let ends = "[action.dig]\ndo = \"gold += 1\"\n[effect.fill]\ndo = \"choose pan; silver += 1\"\n[action.pan]\n[end]\nwhen = \"no\"\n";
    for flow in [
        "turn = \"choose dig; do fill\"\n",
        "round = \"each player: do turn\"\nturn = \"choose dig; do fill\"\n",
        "round = \"each player: choose dig; do fill\"\n",
    ] {
        let game = game(TWO, &format!("{own}{flow}{ends}"), 3);
        let mut p = game.start();
        does(&game, &mut p, "dig");
        let turn = game
            .parse_correction(&p, "turn Player_2")
            .expect("a correction");
        game.correct(&mut p, &turn, &mut |_| {})
            .expect("a correction");
        assert_eq!(
            (game.turn(&p), listed(&game, &p)),
            (Turn::Player(1), vec!["dig".into()]),
            "{flow}"
        );
        does_all(&game, &mut p, "dig pan");
        assert_eq!(game.turn(&p), Turn::Player(2), "{flow}: Bob has one turn");
        does_all(&game, &mut p, "dig pan");
        assert_eq!(game.turn(&p), Turn::Player(0), "{flow}");
        let of = |name: &str| [0, 1, 2].map(|seat| counted(&game, &p, name, seat));
        assert_eq!((of("gold"), of("silver")), ([1, 1, 1], [0, 1, 1]), "{flow}");
    }
}

/// Options are constants: what they rule out is neither offered nor compiled, and the rules that remain are the same.
#[test]
fn options_are_folded_away() {
    let plain = "[table]\nn = 0\n[flow]\nturn = \"choose step; n += 1\"\n[action.step]\ndo = \"n += 2\"\n\
        [end]\nwhen = \"n > 9\"\n";
    let rich = "[edition.old]\n[edition.new]\n[options]\n\
        stride = { is = 2, new = 3, least = 1, most = 5, text = \"How far a step goes.\", rule = \"R1\" }\n\
        jumps = { is = false, text = \"Jumps are allowed.\" }\ncost = { one_of = [\"free\", \"one\"], new = \"one\" }\n\
        alone = { is = 0, least = 0, most = 3, when = \"count(players) = 1\", else = \"it is for a single player\" }\n\
        limit = { is = 9, hidden = true }\n\
        [table]\nn = 0\n[flow]\nturn = \"choose step, jump; if cost = free: n += 1\"\n\
        [action.step]\ndo = \"if jumps and n > 3: n += 9\\nn += stride\"\n\
        [action.jump]\nneed = \"jumps\"\ndo = \"n += 8\"\n[end]\nwhen = \"n > limit\"\n";
    let setup = |edition: Option<&str>, options: &[(&str, &str)]| Setup {
        edition: edition.map(str::to_owned),
        options: options
            .iter()
            .map(|(name, value)| ((*name).to_owned(), (*value).to_owned()))
            .collect(),
        ..Setup::of_count(2)
    };
    let print = |text: &str, setup: &Setup| {
        with_kit(TWO, text, |kit| super::super::fingerprint(kit, setup))
    };
    let usual = setup(None, &[]);
    assert_eq!(
        print(plain, &usual),
        print(rich, &usual),
        "a new option changes nothing by itself"
    );
    assert_ne!(print(plain, &usual), print(rich, &setup(Some("new"), &[])));
    for edition in ["old", "new"] {
        let follows = ["stride", "cost"].map(|name| (name, "edition"));
        assert_eq!(
            print(rich, &setup(Some(edition), &[])),
            print(rich, &setup(Some(edition), &follows)),
            "a journal names the options that follow the edition"
        );
    }
    with_kit(TWO, rich, |kit| {
        let entry = crate::games::of_kit(kit);
        assert_eq!(entry.editions, ["old", "new"]);
        let choices: Vec<String> = entry
            .options
            .iter()
            .map(|option| {
                format!(
                    "{}={} {}",
                    option.name,
                    option.values.join("|"),
                    option.help
                )
            })
            .collect();
        assert_eq!(
            choices,
            [
                "stride=edition|1-5 How far a step goes. (R1)",
                "jumps=no|yes Jumps are allowed.",
                "cost=edition|free|one cost.",
                "alone=0|0-3 alone.",
            ]
        );
        let after = |setup: &Setup, ids: &[&str]| {
            let game = KitGame::new(kit, setup).unwrap_or_else(|why| panic!("{why}"));
            let mut p = game.start();
            ids.iter().for_each(|id| does(&game, &mut p, id));
            (counted(&game, &p, "n", 0), listed(&game, &p))
        };
        let step = vec!["step".to_owned()];
        assert_eq!(after(&usual, &["step"]), (3, step.clone()));
        assert_eq!(
            after(&setup(Some("new"), &[]), &["step"]),
            (3, step.clone())
        );
        assert_eq!(
            after(&setup(Some("new"), &[("stride", "edition")]), &["step"]),
            (3, step.clone())
        );
        assert_eq!(
            after(&setup(None, &[("stride", "5"), ("cost", "one")]), &["step"]),
            (5, step)
        );
        let jumps = setup(None, &[("jumps", "yes")]);
        assert_eq!(
            after(&jumps, &["step"]),
            (3, vec!["step".to_owned(), "jump".to_owned()])
        );
        let why = KitGame::new(kit, &setup(None, &[("alone", "2")]))
            .err()
            .map(|why| why.to_string());
        assert_eq!(
            why.as_deref(),
            Some("option `alone` changes nothing here: it is for a single player")
        );
        for (wrong, message) in [
            ("stride", "option `stride` cannot be `9`"),
            ("limit", "no option `limit`"),
        ] {
            let found = crate::games::with("small", kit, &setup(None, &[(wrong, "9")]), Nothing);
            assert!(
                found.is_err_and(|why| why.to_string().contains(message)),
                "{wrong}"
            );
        }
        // Jumps are offered with one of the options.
        let (problems, warnings) = crate::games::by_kit::trial::advice(kit);
        assert!(
            problems.0.is_empty() && warnings.is_empty(),
            "{problems} {warnings:?}"
        );
    });
}

struct Nothing;

impl crate::games::Visitor for Nothing {
    type Out = ();

    fn visit<G: Words + Bots>(self, _game: G) {}
}

/// Rows that name an edition take part in it alone.
#[test]
fn rows_of_other_editions_stay_in_the_box() {
    let rows = "code,count,level,edition\nA,2,1,old\nB,3,2,new\nC,1,3,\n";
    let play = "[edition.old]\n[edition.new]\n[table]\nstock = \"pile of cards\"\nn = 0\n[flow]\nturn = \"choose go\"\n\
        [action.go]\ndo = \"n = count(stock)\"\n[end]\nwhen = \"n > 0\"\n";
    with_kit(rows, play, |kit| {
        for (edition, count) in [(None, 3), (Some("old"), 3), (Some("new"), 4)] {
            let setup = Setup {
                edition: edition.map(str::to_owned),
                ..Setup::of_count(1)
            };
            let game = KitGame::new(kit, &setup).unwrap_or_else(|why| panic!("{why}"));
            assert_eq!(game.start().pieces.len(), count, "{edition:?}");
        }
    });
}

/// Only what is declared for each of several values takes one in brackets; words may be.
#[test]
fn only_what_there_are_several_of_takes_a_key() {
    let play = |declared: &str, does: &str| {
        format!(
            "[table]\nstock = \"row of cards\"\nwon = 0\n{declared}\n[flow]\nturn = \"choose go\"\n[action.go]\ndo = \"{does}; won = 1\"\n\
             [end]\nwhen = \"won > 0\"\n"
        )
    };
    for (declared, does, names) in [
        ("score = 0", "score(3) = 2", "`score`"),
        ("heap = \"row\"", "move all of heap(2) to stock", "`heap`"),
    ] {
        let why = refused(TWO, &play(declared, does));
        assert!(
            why.contains(&format!("there is only one {names}")) && why.contains("play.toml:8"),
            "{why}"
        );
    }
    let each = "mood = { one_of = [\"glad\", \"sad\"], each = 3 }";
    let does = "mood(1) = glad; mood(3) = sad; if mood(1) = glad and mood(3) = sad: won = 5";
    let told = with_kit(TWO, &play(each, does), |kit| {
        let game = KitGame::new(kit, &Setup::of_count(1)).unwrap_or_else(|why| panic!("{why}"));
        let mut p = game.start();
        let mut told = Vec::new();
        let mv = game.legal(&p)[0];
        game.play(&mut p, mv, &mut |event| told.push(event))
            .expect("a move");
        let told = told.into_iter().map(|event| game.telling(&p, event).text);
        told.collect::<Vec<String>>()
    });
    assert!(
        told.iter().any(|text| text.contains("won is 5")),
        "{told:?}"
    );
}

/// Rules that ask nobody any more are reported as that.
#[test]
fn rounds_that_ask_nobody_are_told_of() {
    let play = "[table]\nn = 0\n[player]\nout = false\n[flow]\nround = \"each player where not out: choose leave\"\n\
        [action.leave]\ndo = \"out = yes\"\n[end]\nwhen = \"n > 0\"\n";
    let why = refused(TWO, play);
    assert!(
        why.contains("round after round passes, and nobody is asked anything")
            && why.contains("play.toml:6"),
        "{why}"
    );
    let dice = "[table]\ndie = \"d6\"\nn = 0\n[player]\nout = false\n[flow]\n\
        round = \"\"\"\nroll die\neach player where not out: choose leave\n\"\"\"\n\
        [action.leave]\ndo = \"out = yes\"\n[end]\nwhen = \"n > 0\"\n";
    let (problems, _) = with_kit(TWO, dice, crate::games::by_kit::trial::advice);
    assert!(
        problems.to_string().contains("nobody is asked anything"),
        "{problems}"
    );
}

/// Nested sets are walked only so far: a stranger's kit cannot stall an evening.
#[test]
fn what_takes_too_long_is_a_mistake_of_the_rules() {
    let rows = "code,count,level,word\nA,400,1,low\n";
    let sheet = |does: &str| {
        format!(
            "[table]\nstock = \"row of cards\"\npot = 0\n[flow]\nturn = \"choose wait\"\n[action.wait]\n{does}\n[end]\nwhen = \"pot > 3\"\n"
        )
    };
    let inner = "count(stock where count(stock where count(stock where level = 1) = 3) = 4)";
    let thousands: Vec<String> = (0..11)
        .map(|at| format!("({}001 to {}999)", at, at))
        .collect();
    let wide = "pick = [\"a in 1 to 300\", \"b in 1 to 300\"]\ndo = \"pot += 1\"";
    for (does, message, line) in [
        (format!("do = \"pot = {inner}\""), "takes too long", 7),
        (
            format!("need = \"{inner} = 0\"\ndo = \"pot += 1\""),
            "takes too long",
            5,
        ),
        (
            "do = \"repeat 100 times: move all of stock to stock; pot += 1\"".to_owned(),
            "takes too long",
            7,
        ),
        (
            "do = \"pot += count(1 to 1000 where any(1 to 1000 where it > 2000))\"".to_owned(),
            "takes too long",
            7,
        ),
        (wide.to_owned(), "more choices than anybody would read", 5),
        (
            format!("do = \"ask pot in {}\"", thousands.join(" + ")),
            "more choices than anybody would read",
            7,
        ),
    ] {
        let why = refused(rows, &sheet(&does));
        assert!(
            why.contains(message) && why.contains(&format!("play.toml:{line}")),
            "{does}: {why}"
        );
    }
}

/// Arithmetic that has no result is told by its line and counts as 0, in what is done and in what may be done; a bound of a
/// counter holds without a word.
#[test]
fn numbers_without_a_result_are_told() {
    let sheet = |start: i32, does: &str| {
        format!(
            "[table]\npot = {start}\npurse = {{ start = 0, most = 9 }}\nn = 0\n[flow]\nturn = \"choose wait, stop\"\n\
             [action.wait]\n{does}\n[action.stop]\ndo = \"n += 1\"\n[end]\nwhen = \"n > 3\"\n"
        )
    };
    let told = |start, does: &str| {
        let play = sheet(start, does);
        with_kit(TWO, &play, crate::games::by_kit::trial::advice)
            .0
            .to_string()
    };
    let many = 1_000_000;
    for (start, does, message, line) in [
        (0, "do = \"n += 6 / pot\"", "this divides by 0", 8),
        (0, "do = \"n += 6 % pot\"", "this divides by 0", 8),
        (0, "do = \"n += 6 / 0\"", "this divides by 0", 8),
        (
            0,
            "need = \"6 / pot > 2\"\ndo = \"n += 1\"",
            "this divides by 0",
            6,
        ),
        (
            many,
            "do = \"n = pot * 2000; pot += n; pot += n\"",
            "more than 2,147,483,647",
            8,
        ),
        (many, "do = \"n = pot * pot\"", "more than 2,147,483,647", 8),
    ] {
        let told = told(start, does);
        let place = format!("play.toml:{line}");
        assert!(
            told.contains(message) && told.contains(&place),
            "{does}: {told}"
        );
    }
    assert_eq!(told(many, "do = \"purse += pot; n += purse\""), "");
}

/// Values that refer to values grow with each level; the line where they become too long is named.
#[test]
fn values_are_written_out_only_so_far() {
    let mut play =
        "[table]\npot = 0\n[flow]\nturn = \"choose go\"\n[action.go]\ndo = \"pot += v0\"\n"
            .to_owned();
    for level in 0..12 {
        let next = vec![format!("v{}", level + 1); 10].join(" + ");
        play += &format!("[value.v{level}]\nis = \"{next}\"\n");
    }
    play += "[value.v12]\nis = \"pot\"\n[end]\nwhen = \"pot > 3\"\n";
    let why = refused(TWO, &play);
    assert!(
        why.contains("more than 60000 parts") && why.contains("play.toml:"),
        "{why}"
    );
    assert_eq!(why.lines().count(), 1, "{why}");
}

/// A game that only rolls is stopped, and counts as cut rather than as drawn.
#[test]
fn a_game_that_never_offers_a_choice_is_cut() {
    let sheet = "[table]\ndie = \"d6\"\n[flow]\nturn = \"roll die\"\n[end]\nwhen = \"die > 6\"\n";
    let game = game("code,count\nA,1\n", sheet, 1);
    let (mut p, mut faults) = (game.start(), Vec::new());
    while let Turn::Chance(_) = game.turn(&p) {
        game.apply(&mut p, Move::Face { of: 0, face: 1 }, &mut |event| {
            faults.extend(matches!(event, Event::RuntimeError { .. }).then_some(event));
        });
    }
    assert!(
        matches!(
            faults[..],
            [Event::RuntimeError {
                is: RuntimeErrorKind::Endless,
                ..
            }]
        ),
        "{faults:?}"
    );
    assert!(game.turn(&p) == Turn::Over && game.is_cut(&p));
}

/// The work of `check` is counted, not timed: `cargo test -- --ignored --nocapture check_counts` prints it.
#[test]
#[ignore = "plays for a while in a debug build"]
fn check_counts_what_it_plays() {
    for (name, players) in super::GAMES {
        let trial =
            crate::games::by_kit::trial::play(&super::game(name, players), 150_000, 5_000_000);
        println!(
            "{name}: {} games, {} decisions, {} moves, {} work",
            trial.games, trial.decisions, trial.moves, trial.work
        );
        assert!(trial.decisions <= 150_000 && trial.moves <= 605_000 && trial.work <= 5_300_000);
    }
}

/// Effects that no random game reaches get a warning with their place; the rest of the same block is not listed.
#[test]
fn effects_that_are_never_reached_are_warned_of() {
    let play = "[table]\nstock = \"pile of cards\"\nheap = \"discard\"\n\
        [flow]\nturn = \"choose flip\"\n[action.flip]\ndo = \"\"\"\ndraw 1 from stock to heap\nif heap.top.level = 3\n  lose\n  end turn\n\"\"\"\n\
        [effect.nobody]\ndo = \"win\"\n[end]\nwhen = \"stock is empty\"\n";
    let (problems, warnings) = with_kit(TWO, play, crate::games::by_kit::trial::advice);
    assert!(problems.0.is_empty(), "{problems}");
    let told: Vec<(usize, &str)> = warnings
        .iter()
        .map(|warning| (warning.place.line_column().0, warning.message.as_str()))
        .collect();
    assert_eq!(
        told.iter().map(|(line, _)| *line).collect::<Vec<_>>(),
        [10, 14],
        "{told:?}"
    );
    assert!(
        told.iter()
            .all(|(_, said)| said.contains("never reached in 600 random games")),
        "{told:?}"
    );
}

/// Expects a table, a line of a turn and more rules to be refused, with a place and a remedy.
fn refuses(table: &str, turn: &str, more: &str, message: &str, help: &str) {
    let text = format!(
        "[table]\nstock = \"pile of cards\"\nheap = \"discard\"\npot = 0\n{table}\n[player]\nhand = \"hand\"\n\
         [flow]\nturn = \"choose flip; {turn}\"\n[action.flip]\ndo = \"draw 1 from stock to heap\"\n{more}\n[end]\nwhen = \"stock is empty\"\n"
    );
    let problems = match opened(TWO, &text, 2, Secrets::Referee) {
        Err(SetupError::Kit(problems)) => problems,
        Err(SetupError::Wish(why)) => panic!("{why}"),
        Ok(_) => panic!("these rules were taken:\n{text}"),
    };
    let found = problems
        .0
        .iter()
        .find(|problem| problem.message.contains(message));
    let found = found.unwrap_or_else(|| panic!("{message}: {problems}"));
    assert!(
        help.is_empty() || found.help.as_ref().is_some_and(|said| said.contains(help)),
        "{message}: {:?}",
        found.help
    );
    assert!(found.place.line_column().0 > 1, "{message}");
}

/// Mistakes that can be found before play, each with its place and a remedy.
#[test]
fn rules_are_refused_for_what_can_be_known_before_play() {
    let action = |picks: &str| format!("[action.more]\npick = [{picks}]\ndo = \"pot += 1\"");
    for (table, turn, more, message, help) in [
        (
            "",
            "pott = 1",
            String::new(),
            "`pott` is not defined",
            "did you mean `pot`?",
        ),
        (
            "",
            "pot = heap",
            String::new(),
            "expected a number, found a zone",
            "",
        ),
        (
            "",
            "if heap.top.word = lo: pot = 1",
            String::new(),
            "`lo` is not defined",
            "did you mean `low`?",
        ),
        (
            "",
            "if heap.top.code = low: pot = 1",
            String::new(),
            "no row has `low` as its code",
            "there is A, B",
        ),
        (
            "",
            "repeat: pot += 1",
            String::new(),
            "this is repeated without a question",
            "say how often",
        ),
        (
            "pot_2 = \"die\"",
            "pot = 1",
            String::new(),
            "expected `of`",
            "",
        ),
        ("heap = 0", "pot = 1", String::new(), "duplicate key", ""),
        (
            "",
            "do again",
            "[effect.again]\ndo = \"do more\"\n[effect.more]\ndo = \"do again\"".into(),
            "itself",
            "",
        ),
        (
            "",
            "pot = 1",
            action(
                "\"a in 1 to 2\", \"b in 1 to 2\", \"c in 1 to 2\", \"d in 1 to 2\", \"e in 1 to 2\"",
            ),
            "more than four picks",
            "`ask`",
        ),
        (
            "",
            "pot = 1",
            action("\"card in left.hand where level = 1\""),
            "cannot see",
            "`reveal` it first",
        ),
        (
            "",
            "ask card in stock where level = 1",
            String::new(),
            "cannot see",
            "`reveal` it first",
        ),
        (
            "",
            "each player: together: pot += 1",
            String::new(),
            "together",
            "do it after the block",
        ),
    ] {
        refuses(table, turn, &more, message, help);
    }
}

/// The same of names, options, and of what begins or ends.
#[test]
fn names_and_options_are_refused_for_what_can_be_known_before_play() {
    for (table, turn, more, message, help) in [
        (
            "level = 0",
            "if any(heap where level = 1): pot = 1",
            "",
            "`level` may be the field or the thing",
            "`it.level` is the field",
        ),
        (
            "low = { one_of = \"word\" }",
            "if heap.top.word = low: pot = 1",
            "",
            "`low` may be the word or the value",
            "\"low\"",
        ),
        (
            "low = 0",
            "if heap.top.word = low: pot = 1",
            "",
            "expected a word, found a number",
            "",
        ),
        (
            "",
            "let pot = 1; let x = 1; x = low",
            "",
            "expected a number, found a word",
            "",
        ),
        (
            "",
            "each n in 1 to 3: n = 2",
            "",
            "`n` was picked or is looped over",
            "`let`",
        ),
        (
            "",
            "let n = sum(left.hand, level); ask pot in 1 to n",
            "",
            "comes from what somebody hides",
            "`reveal` it first",
        ),
        (
            "",
            "end each",
            "",
            "there is no `each` to end here",
            "same block",
        ),
        (
            "",
            "do more with 1",
            "[effect.more]\nof = [\"a\", \"b\"]\ndo = \"pot += a + b\"",
            "takes 2 in `with`, but gets 1",
            "with [e, e]",
        ),
        (
            "",
            "do more with others",
            "[effect.more]\nof = \"a\"\ndo = \"pot += 1\"",
            "a set cannot be given to an effect",
            "each x in SET",
        ),
        (
            "",
            "pot = 1",
            "[options]\nfast = 3",
            "does not say what else it may be",
            "`least` and `most`",
        ),
        (
            "",
            "pot = 1",
            "[options]\nfast = { is = 3, least = 4, most = 5 }",
            "option `fast` cannot be `3`",
            "",
        ),
    ] {
        refuses(table, turn, more, message, help);
    }
}

/// However large, deep or numerous rules are, an answer comes soon.
#[test]
fn no_rules_are_too_large_to_be_refused() {
    let sheet = |turn: &str| {
        format!(
            "[table]\npot = 0\n[flow]\nturn = '''\n{turn}\n'''\n[action.a]\ndo = \"pot += 1\"\n"
        )
    };
    let nested: String = (0..2_000)
        .map(|depth| format!("{}if pot = 0\n", " ".repeat(depth)))
        .collect();
    for turn in [
        format!("pot = {}1{}", "(".repeat(50_000), ")".repeat(50_000)),
        format!("pot = {}1", "-".repeat(50_000)),
        format!("if {} pot = 1: pot = 2", "not ".repeat(50_000)),
        format!("pot = count({}1{})", "[".repeat(50_000), "]".repeat(50_000)),
        format!("{nested}{}pot = 1", " ".repeat(2_000)),
        "if pot = 0: ".repeat(5_000) + "pot = 1",
        "pot = 1\n".repeat(20_000),
    ] {
        let why = refused(TWO, &sheet(&turn));
        assert!(!why.is_empty());
    }
    let pieces = opened(
        "code,count,level,word\nA,5000,1,low\n",
        &sheet("choose a"),
        2,
        Secrets::Referee,
    );
    assert!(pieces.is_err_and(|why| why.to_string().contains("more than 4096 pieces")));
    let many = opened(TWO, &sheet("choose a"), 17, Secrets::Referee);
    assert!(many.is_err_and(|why| why.to_string().contains("at most 16")));
}

#[test]
fn a_counter_is_given_only_what_it_holds() {
    let play = "[table]\nstock = \"pile of cards\"\nbid = { start = 0, least = 0, most = 3 }\n\
        [flow]\nturn = \"ask bid in 2 to 9; end game\"\n[end]\nscore = \"bid\"\n";
    let game = game(TWO, play, 1);
    let mut p = game.start();
    assert_eq!(listed(&game, &p), ["ask:2", "ask:3"]);
    assert!(
        game.judge(&p, game.parse("ask:4").expect("a number"))
            .is_err()
    );
    does(&game, &mut p, "ask:3");
    assert_eq!(game.outcome(&p).expect("the end").scores, [Some(3)]);
}

/// Order, empty piles, full zones, leaving and the end, as specified by the page on semantics: the moves, and the counters
/// after them.
#[test]
fn effects_happen_as_the_manual_says() {
    let ends = "[action.go]\ndo = \"\"\"\nGO\n\"\"\"\n[end]\nwhen = \"turns > 0\"\n";
    let start = "[table]\nstock = \"pile of cards\"\nheap = \"discard\"\nrow = \"row\"\na = 0\nb = 0\nturns = 0\n\
        [flow]\nsetup = \"move top 4 of stock to row\"\nturn = \"choose go; turns += 1\"\n";
    for (effects, a, b) in [
        // 1: a list is fixed when its block begins, and includes a piece that has left since.
        (
            "each card in row: move all of row to heap; a += card.level\nb = count(row)",
            6,
            0,
        ),
        // 1: a statement reads the table as it is at that moment.
        ("a = count(row); move row.top to heap; b = count(row)", 4, 3),
        // 6: drawing from an empty pile draws nothing, and from a short one everything.
        (
            "draw 3 from stock to heap; a = count(heap); draw 6 from row to heap; b = count(heap)",
            0,
            4,
        ),
        (
            "move top 9 of row to heap; a = count(heap); b = count(row)",
            4,
            0,
        ),
        // 10: what comes after leaving is not done, also from within an `each`.
        (
            "each n in 1 to 3\n  a += n\n  if n = 2: end action\nb = 1",
            3,
            0,
        ),
        (
            "each n in 1 to 3\n  a += n\n  if n = 2: end turn\nb = 1",
            3,
            0,
        ),
        // Integer division rounds down, and dividing by zero gives nothing.
        ("a = (0 - 7) / 2; b = 7 / 0", -4, 0),
        ("a = (0 - 7) % 2; b = max(min(3, 9), 2)", 1, 3),
    ] {
        let game = game(TWO, &format!("{start}{}", ends.replace("GO", effects)), 1);
        let mut p = game.start();
        while let Turn::Chance(_) = game.turn(&p) {
            let first = listed(&game, &p)[0].clone();
            does(&game, &mut p, &first);
        }
        does(&game, &mut p, "go");
        let of = |name: &str| {
            game.program
                .vars
                .iter()
                .find(|var| var.name == name)
                .expect("a counter")
                .base
        };
        let (of_a, of_b) = (usize::from(of("a")), usize::from(of("b")));
        assert_eq!((p.vars[of_a], p.vars[of_b]), (a, b), "{effects}");
    }
}

/// Shuffles have the odds of real cards: over every order of a deck and every shuffle within it, each history is as frequent
/// as the pools say.
#[test]
fn shuffles_within_shuffles_have_the_odds_of_real_cards() {
    use std::collections::BTreeMap;
    let play = "[table]\nstock = \"pile of cards\"\nheap = \"discard\"\nside = \"stack\"\n\
        [flow]\nturn = \"\"\"\nmove top of stock to side face down\ndraw 1 from stock to heap\nshuffle heap into stock\n\
        move top of stock to side face down\ndraw 1 from stock to heap\nshuffle heap into stock\ndraw 9 from stock to heap\n\
        turn up side.top\nturn up side.bottom\nchoose stop\n\"\"\"\n[action.stop]\ndo = \"end game\"\n";
    for rows in [
        "code,count,level,word\nA,2,1,low\nB,2,2,high\n",
        "code,count,level,word\nA,3,1,low\nB,1,2,high\nC,1,2,high\n",
    ] {
        let game = game(rows, play, 1);
        let mut told: BTreeMap<String, f64> = BTreeMap::new();
        histories(&game, &game.start(), String::new(), 1.0, &mut told);
        let mut real: BTreeMap<String, f64> = BTreeMap::new();
        let deck: Vec<char> = rows
            .lines()
            .skip(1)
            .flat_map(|row| {
                let mut fields = row.split(',');
                let code = fields
                    .next()
                    .and_then(|code| code.chars().next())
                    .expect("a code");
                let count = fields
                    .next()
                    .and_then(|count| count.parse().ok())
                    .expect("a count");
                std::iter::repeat_n(code, count)
            })
            .collect();
        let mut all = 0.0;
        for first in orders(&deck) {
            // The first card is set aside and the second was seen; the others are shuffled with the second.
            let mut rest = first[2..].to_vec();
            rest.push(first[1]);
            for second in orders(&rest) {
                let mut last = second[2..].to_vec();
                last.push(second[1]);
                for third in orders(&last) {
                    let seen: String = [first[1], second[1]]
                        .into_iter()
                        .chain(third)
                        .chain([second[0], first[0]])
                        .collect();
                    *real.entry(seen).or_default() += 1.0;
                    all += 1.0;
                }
            }
        }
        assert_eq!(told.len(), real.len());
        for (seen, count) in &real {
            let (told, real) = (told.get(seen).copied().unwrap_or(0.0), count / all);
            assert!(
                (told - real).abs() < 1e-12,
                "{seen}: {told}, and of real cards {real}"
            );
        }
    }
}

/// Every way in which chance may continue, with its probability.
fn histories(
    game: &KitGame,
    p: &Position,
    seen: String,
    likely: f64,
    told: &mut std::collections::BTreeMap<String, f64>,
) {
    let Turn::Chance(_) = game.turn(p) else {
        *told.entry(seen).or_default() += likely;
        return;
    };
    let mut choices = Choices::default();
    game.moves(p, &mut choices);
    let total = f64::from(choices.total());
    for choice in choices.iter() {
        let mut after = p.clone();
        game.apply(&mut after, choice.mv, &mut |_| {});
        let code = game
            .id(choice.mv)
            .trim_start_matches("is:")
            .chars()
            .next()
            .unwrap_or('?');
        histories(
            game,
            &after,
            format!("{seen}{code}"),
            likely * f64::from(choice.weight) / total,
            told,
        );
    }
}

/// Every order of some cards, where equal cards are distinct.
fn orders(cards: &[char]) -> Vec<Vec<char>> {
    if cards.is_empty() {
        return vec![Vec::new()];
    }
    let mut all = Vec::new();
    for (at, first) in cards.iter().enumerate() {
        let mut rest = cards.to_vec();
        rest.remove(at);
        all.extend(
            orders(&rest)
                .into_iter()
                .map(|order| [&[*first], order.as_slice()].concat()),
        );
    }
    all
}

/// Who is hit twice is out: no more turns, no target any longer, and the last one wins.
#[test]
fn who_loses_and_leaves_is_out_for_good() {
    let play = "[player]\nlife = 2\n[flow]\nturn = \"choose hit, pass\"\n\
        [action.hit]\npick = \"who in others\"\ndo = \"who.life -= 1\"\n[action.pass]\ndo = \"\"\n\
        [when.dead]\nthat = \"life = 0\"\ndo = \"lose and leave\"\n";
    let game = game(TWO, play, 3);
    let mut p = game.start();
    for id in ["hit:Player_2", "pass", "pass", "hit:Player_2"] {
        does(&game, &mut p, id);
    }
    assert_eq!(game.turn(&p), Turn::Player(2), "Bob has no more turns");
    assert_eq!(listed(&game, &p), ["hit:Player_1", "pass"]);
    for id in ["pass", "hit:Player_3", "pass", "hit:Player_3"] {
        does(&game, &mut p, id);
    }
    let outcome = game.outcome(&p).expect("an end");
    assert_eq!(
        outcome.verdicts,
        [Verdict::Win, Verdict::Loss, Verdict::Loss]
    );
    assert_eq!(outcome.ranking, [vec![0], vec![2], vec![1]]);
}

/// Who wins and leaves is placed before who does so later; the others play on until the last has left.
#[test]
fn who_wins_and_leaves_is_placed_by_when() {
    let play = "[player]\nsteps = 0\n[flow]\nturn = \"choose run, wait\"\n\
        [action.run]\ndo = \"steps += 1; if steps = 2: win and leave\"\n[action.wait]\ndo = \"\"\n\
        [end]\nwhen = \"count(players) = 1\"\n";
    let game = game(TWO, play, 3);
    let mut p = game.start();
    for id in ["wait", "run", "run", "wait", "run", "run"] {
        does(&game, &mut p, id);
    }
    let outcome = game.outcome(&p).expect("an end");
    assert_eq!(
        outcome.verdicts,
        [Verdict::Loss, Verdict::Win, Verdict::Win]
    );
    assert_eq!(outcome.ranking, [vec![1], vec![2], vec![0]]);
}

const DRAW_OR_STAY: &str = "[table]\ndie = \"d6\"\n[player]\nscore = 0\n\
    [flow]\nturn = \"choose roll, stay\"\n\
    [action.roll]\ndo = \"roll die\\nif die = 6: do fall\\nscore += die\"\n\
    [action.stay]\nwords = \"stay here\"\nneed = { that = \"score > 0\", else = \"nothing to keep\", rule = \"R2\" }\ndo = \"\"\n\
    [effect.fall]\ndo = \"say \\\"{player} falls.\\\"; score = 0\"\n[end]\nwin = \"score > 20\"\n";

/// What `check` says of a kit with these examples.
fn tried(examples: &str) -> Vec<String> {
    let rules = format!("{DRAW_OR_STAY}{examples}");
    with_kit(TWO, &rules, |kit| {
        let problems =
            super::super::trial::failed_examples(kit, &mut Tables::default()).into_iter();
        problems
            .map(|problem| crate::kit::Problems::from(problem).to_string())
            .collect()
    })
}

#[test]
fn examples_say_what_the_rules_must_do() {
    let sound = "[[example]]\ndo = [\"roll\", \"6\"]\nexpect = [\"falls.\", \"score 6\"]\n\
        [[example]]\ndo = \"stay here\"\nrefused = \"R2\"\nexpect = \"othing to keep\"\n\
        [[example]]\ndo = [\"roll\", \"1\"]\nexpect = \"what now?\"\n\
        [[example]]\nplayers = [\"Ann\", \"Bob\"]\ngiven = \"Ann score 15\"\ndo = [\"roll\", \"5\"]\nexpect = \"score 20\"\n";
    assert_eq!(tried(sound), Vec::<String>::new());
    for (wrong, why) in [
        (
            "do = [\"roll\", \"5\"]\nexpect = \"falls.\"",
            "this example is not so",
        ),
        ("do = [\"roll\", \"7\"]", "`7` is not an answer here"),
        ("do = \"stay\"", "it is refused by R2"),
        ("do = \"roll\"\nrefused = \"R2\"", "is not refused"),
        ("given = \"Zoe score 3\"", "Zoe"),
    ] {
        let found = tried(&format!("[[example]]\n{wrong}\n"));
        assert!(
            found.len() == 1 && found[0].contains(why),
            "{wrong}: {found:?}"
        );
    }
}

/// Decks made of files such as `my-room.csv` have hyphens.
#[test]
fn a_deck_with_a_hyphen_can_be_named() {
    let why = refused(
        TWO,
        "[table]\nstock = \"pile of my-room-2\"\n[flow]\nturn = \"end game\"\n",
    );
    assert!(why.contains("no deck `my-room-2`"), "{why}");
}

fn correct(game: &KitGame, p: &mut Position, words: &str) -> Result<(), String> {
    let edit = game.parse_correction(p, words)?;
    let again = game.parse_correction(p, &game.correction(&edit));
    assert_eq!(again.as_ref(), Ok(&edit), "{words}");
    let done = game.correct(p, &edit, &mut |_| {});
    done.map_err(|refused| refused.reason)
}

/// A table that goes on under way is put together from what nobody has seen: tiles on the map, cards beside it, sides.
#[test]
fn what_nobody_has_seen_is_laid_by_hand() {
    let rows = "code\nA\nB\nC\nD\n";
    let play = "[table]\nbag = \"bag of cards\"\nbox = \"row\"\nspot = \"stack\"\n\
        land = { is = \"map of cards\", grid = \"pointy\" }\n[flow]\nturn = \"choose rest\"\n[action.rest]\ndo = \"end turn\"\n[end]\nwhen = \"no\"\n";
    let game = game(rows, play, 2);
    let mut p = game.start();
    for words in ["lay B 0,0", "lay C ne of B turned 2"] {
        assert_eq!(correct(&game, &mut p, words), Ok(()), "{words}");
    }
    let taken = correct(&game, &mut p, "lay A 0,0");
    assert!(taken.is_err_and(|why| why.contains("already")));
    for words in ["move D spot", "turn down spot"] {
        assert_eq!(correct(&game, &mut p, words), Ok(()), "{words}");
    }
    let told = game.describe(&p, None).join(" ");
    assert!(
        told.contains("At the start: B. At 1 northeast: C."),
        "{told}"
    );
    let drawn = game.board(&p, None, 80).to_string();
    let hexes = "    .' '.\n   │C    │\n   │     │\n .' '. .'\n│B    │\n│     │\n '. .'\n";
    assert!(drawn.starts_with(hexes), "{drawn}");
    assert!(
        told.contains("bag: 1 face down") && told.contains("1 face down"),
        "{told}"
    );
    assert_eq!(correct(&game, &mut p, "turn up spot"), Ok(()));
    assert_eq!(correct(&game, &mut p, "move B box"), Ok(()));
    assert!(correct(&game, &mut p, "lay A of B").is_err());
}

/// Where somebody holds cards that others do not see, no card is found by its name.
#[test]
fn a_correction_does_not_tell_what_is_in_a_hand() {
    let play = "[table]\nstock = \"pile of cards\"\nheap = \"discard\"\n[player]\nhand = \"hand\"\n\
        [flow]\nsetup = \"deal 1 from stock to each hand\"\nturn = \"choose rest\"\n[action.rest]\ndo = \"end turn\"\n[end]\nwhen = \"no\"\n";
    for secrets in [Secrets::Referee, Secrets::Table] {
        let game = opened(TWO, play, 2, secrets).unwrap_or_else(|why| panic!("{why}"));
        let mut p = game.start();
        let mut choices = Choices::default();
        while matches!(game.turn(&p), Turn::Chance(_)) {
            game.moves(&p, &mut choices);
            game.apply(&mut p, choices[0].mv, &mut |_| {});
        }
        for kind in &game.program.facts.kinds {
            let words = format!("move {} heap", kind.code);
            let why = correct(&game, &mut p.clone(), &words);
            assert!(why.is_err_and(|why| why.contains("visible")), "{words}");
        }
    }
}

/// A question says how likely the dice are to bring what its action is for, and lists and words of its own.
#[test]
fn offers_tell_their_odds_lists_and_own_words() {
    let play = "[table]\ndie = \"d6\"\nfoe = \"d6\"\nheap = \"row of cards\"\n[player]\nhearts = 1\n\
        [flow]\nturn = \"choose fight, rest\"\n\
        [action.fight]\nwords = \"fight over {heap by row}\"\nshort = \"fight\"\ntell = '{player} fights{if(hearts = 1, \" for the last heart\", \"\")}.'\nwins = \"action.fight.1\"\n\
        do = ['roll die', 'roll foe', 'if die >= foe: say \"It falls.\"', 'if die < foe: say \"It stands.\"']\n\
        [action.rest]\ndo = \"end turn\"\n[show]\nstory = \"action.fight.1\"\n[bot]\nfight = \"hearts\"\n[end]\nwhen = \"no\"\n";
    let game = game(TWO, play, 2);
    let p = game.start();
    let fight = game.parse("fight").expect("a move");
    let offered = game.option(&p, fight);
    assert!(
        offered.starts_with("fight over A, A") && offered.ends_with(" (wins 21 in 36)"),
        "{offered}"
    );
    let short = game.short(&p, fight).expect("a short form");
    assert_eq!(short.text, "fight: wins 21 in 36");
    let (mut told, mut after) = (Vec::new(), p.clone());
    game.apply(&mut after, fight, &mut |event| told.push(event));
    let told = game.telling(&after, told[0]).text;
    assert!(told.ends_with(" fights for the last heart."), "{told}");
    // `greedy` takes what is worth most.
    let mut bot = game.bot("greedy").expect("a bot");
    let mut choices = Choices::default();
    game.moves(&p, &mut choices);
    let mut luck = ChaCha8Rng::seed_from_u64(1);
    let chosen = bot.choose(&game.view(&p, Some(0)), &choices, &mut luck);
    assert_eq!(choices[chosen].mv, fight);
    let wrong = refused(
        TWO,
        &play.replace("\"action.fight.1\"\ndo", "\"action.fight.7\"\ndo"),
    );
    assert!(
        wrong.contains("there is no sentence `action.fight.7`"),
        "{wrong}"
    );
    let wrong = refused(
        TWO,
        &play.replace("fight = \"hearts\"", "flight = \"hearts\""),
    );
    assert!(wrong.contains("there is no action `flight`"), "{wrong}");
}

/// What an offer names is not conjugated, and a word or a key is told in a form that is always right.
#[test]
fn what_is_no_verb_stays_as_it_is() {
    let play = "[table]\nled = { one_of = [\"nothing\", \"spades\"] }\nmen = { start = 0, least = 0, most = 9, each = 2 }\n\
        [player]\nsuit = { one_of = [\"nothing\", \"hearts\"] }\n\
        [flow]\nturn = \"choose better, bob, climb\"\n\
        [action.better]\nwords = \"the better one\"\ndo = \"led = spades\"\n\
        [action.bob]\nwords = \"Bob\"\ndo = \"men(1) = 3\"\n\
        [action.climb]\nwords = \"climb and the rest\"\ndo = \"suit = hearts\"\n[end]\nwhen = \"no\"\n";
    let game = game(TWO, play, 2);
    let p = game.start();
    let told = |id: &str| {
        let (mut told, mut after) = (Vec::new(), p.clone());
        game.apply(&mut after, game.parse(id).expect("a move"), &mut |event| {
            told.push(event)
        });
        let told: Vec<String> = told
            .iter()
            .map(|event| game.telling(&after, *event).text)
            .collect();
        told.join(" ")
    };
    assert!(
        told("better").starts_with("Player 1: the better one. Led: spades."),
        "{}",
        told("better")
    );
    assert!(
        told("bob").starts_with("Player 1: Bob. Men 1: 3."),
        "{}",
        told("bob")
    );
    assert!(
        told("climb").starts_with("Player 1 climbs and the rest. Player 1's suit is hearts."),
        "{}",
        told("climb")
    );
}

/// Cards that are looked for in a face-down pile are those that were meant, however they are named.
#[test]
fn a_pile_is_searched_for_what_is_meant() {
    let rows = "code,count,color\nR,5,red\nB,3,blue\nL,1,last\n";
    let effects = [
        "move all of stock where color = red to line",
        "each c in stock where c.color = red: move c to line",
        "let found = stock where color = red\nmove all of found to line",
        "move one of stock where color = last to line",
        "let c = first(stock where color = last)\nmove c to line",
    ];
    for (at, effect) in effects.into_iter().enumerate() {
        let (wanted, count) = if at < 3 { ("R", 5) } else { ("L", 1) };
        let play = format!(
            "[table]\nstock = \"pile of cards\"\nline = \"row\"\n[player]\nscore = 0\n[flow]\nsetup = \"\"\"\n{effect}\n\"\"\"\n\
             turn = \"choose draw\"\n[action.draw]\ndo = \"draw 1 from stock to line\"\n[end]\nwhen = \"stock is empty\"\n"
        );
        let game = game(rows, &play, 2);
        let p = game.start();
        let line = p.zones.iter().skip(1).find(|zone| !zone.is_empty());
        let codes: Vec<&str> = line
            .expect("cards in the line")
            .iter()
            .map(|piece| {
                &*game.program.facts.kinds[usize::from(p.pieces[usize::from(*piece)].kind)].code
            })
            .collect();
        assert_eq!(codes, vec![wanted; count], "{effect}");
    }
}

/// People's words for what the declarations say can be set, and why not.
#[test]
fn corrections_in_people_s_words_follow_from_the_declarations() {
    let rows = "code,name\nA,Axe\nB,Bow\nC,Cap\nD,Drum\n";
    let play = "[table]\nbag = \"bag of cards\"\npot = { start = 2, least = 0, most = 9 }\nheap = \"discard\"\n\
        land = { is = \"map of cards\", grid = \"pointy\" }\ndie = \"d6\"\n\
        [player]\nhero = \"figure on land\"\npack = \"row\"\nkeep = \"row of 1\"\n\
        [flow]\nturn = \"choose rest\"\n[action.rest]\ndo = \"end turn\"\n[end]\nwhen = \"no\"\n[words]\npot = \"the whole pot\"\n";
    let game = game(rows, play, 2);
    let mut p = game.start();
    for words in [
        "A at 0,0",
        "bow ne of A",
        "Player 2 to B",
        "cap to Player 1 keep; the whole pot 5; die 4",
        "drum to Player 1 pack",
        "D from Player 1 to Player 2",
        "B at 0,1, turned 2",
        "go Player 2",
    ] {
        assert_eq!(correct(&game, &mut p, words), Ok(()), "{words}");
    }
    let lines = game.audit(&p, None);
    assert_eq!(
        lines,
        [
            "table: go Player 2; pot 5; die 4.",
            "A: at 0,0.",
            "B: at 0,1; turned 2.",
            "Player 1: keep C.",
            "Player 2: at B; pack D.",
            "bag: left 0.",
            "heap: nothing.",
        ]
    );
    for (words, why) in [
        ("D to Player 1 keep", "is full"),
        ("C to Player 1 keep", "has C already"),
        ("Player 1 to 5,5", "no tile lies at 5,5"),
        ("pot 12", "from 0 to 9"),
        ("D n of A", "where does D lie"),
        ("A away; E to heap", "there is no `E` here"),
        ("die 7", "cannot be `7`"),
    ] {
        let refused = correct(&game, &mut p.clone(), words);
        assert!(
            refused.as_ref().is_err_and(|reason| reason.contains(why)),
            "{words}: {refused:?}"
        );
    }
    // Tiles that lie where the other one does lie nowhere.
    let round = game
        .parse_correction(&p, "table\nA: at B\nB: at A")
        .expect("lines");
    assert!(game.correct(&mut p.clone(), &round, &mut |_| {}).is_err());
    let forms = game.correction_forms();
    for (form, _) in forms {
        let read = game.parse_correction(&p, form);
        assert!(read.is_ok(), "{form}: {read:?}");
    }
}

/// What follows from a faulty pick is not reported beside it.
#[test]
fn one_fault_of_a_pick_is_one_problem() {
    let play = "[table]\nstock = \"pile of cards\"\n[player]\npack = \"row\"\n[flow]\nturn = \"choose draw\"\n[action.draw]\n\
        pick = \"n in 1 to 3 where not shut(it)\"\nwords = \"draw {n}\"\ndo = \"draw n from stock to pack\"\n[end]\nwhen = \"stock is empty\"\n";
    let said = refused(TWO, play);
    assert!(said.contains("`shut` is not defined"), "{said}");
    assert!(!said.contains("`n` is not defined"), "{said}");
}
