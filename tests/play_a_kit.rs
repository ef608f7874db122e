//! Any kit can be played: freely, or by its own rules.

use std::path::Path;

use assert_cmd::Command;

fn paperkeep(folder: &Path, arguments: &[&str]) -> Command {
    let mut program = Command::cargo_bin("paperkeep").unwrap();
    program
        .args(arguments)
        .current_dir(folder)
        .env("NO_COLOR", "1");
    program
}

/// Types these lines and returns the output.
fn played(folder: &Path, arguments: &[&str], lines: &str) -> String {
    let run = paperkeep(folder, arguments)
        .write_stdin(lines.to_owned())
        .assert()
        .success();
    String::from_utf8_lossy(&run.get_output().stdout).into_owned()
}

fn rules(name: &str) -> String {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/kits/played")
        .join(name)
        .display()
        .to_string()
}

fn assert_says(output: &str, words: &[&str]) {
    for words in words {
        assert!(output.contains(words), "{words}: {output}");
    }
}

#[test]
fn a_piecepack_lies_on_the_open_table() {
    let folder = tempfile::tempdir().unwrap();
    let play = [
        "play",
        "piecepack",
        "--seed",
        "3",
        "--players",
        "Ann",
        "--dice",
        "2d6",
        "--journal",
        "p.jsonl",
        "--picture",
        "p.svg",
    ];
    let output = played(
        folder.path(),
        &play,
        "draw:tiles\nroll_extra_dice\nturn_up:coins\nstate\nundo 1\naudit\nquit\n",
    );
    assert_says(
        &output,
        &[
            "draws from the tiles",
            "The extra dice: ",
            "turns up the top of the coins",
            "hand: ",
        ],
    );
    // Answers that share words are listed together, and are typed in a few words.
    let short = played(
        folder.path(),
        &[
            "play",
            "piecepack",
            "--seed",
            "3",
            "--players",
            "Ann",
            "--journal",
            "q.jsonl",
        ],
        "deal coins 2\nmove pS middle\ncount score 3\nquit\n",
    );
    assert_says(
        &short,
        &[
            "what now?  draw from: 1 the tiles  2 the coins  3 the saucers;  deal from … to everybody: ",
            "The middle: pS",
            "Ann: score 3",
        ],
    );
    assert!(short.lines().count() < 30, "{short}");
    let picture = std::fs::read_to_string(folder.path().join("p.svg")).unwrap();
    assert!(picture.contains("<svg") && picture.len() > 10_000);
    let output = played(folder.path(), &["resume", "p.jsonl"], "done\nquit\n");
    assert!(output.contains("is done"), "{output}");
    paperkeep(folder.path(), &["replay", "p.jsonl"])
        .assert()
        .success();
}

/// A place can be typed by its direction or its coordinates, with or without the small words before it.
#[test]
fn a_figure_walks_to_a_place() {
    let folder = tempfile::tempdir().unwrap();
    for line in ["walk 0,0", "walk to the south", "walk:0,0"] {
        let play = ["play", &rules("vault"), "--seed", "3", "--players", "Ann"];
        let output = played(
            folder.path(),
            &play,
            &format!("explore 0,-1\n{line}\nquit\n"),
        );
        assert!(
            output.contains("Ann walks to the start"),
            "{line}: {output}"
        );
    }
}

#[test]
fn a_kit_is_played_by_its_own_rules() {
    let folder = tempfile::tempdir().unwrap();
    let pig = rules("pig");
    let output = played(
        folder.path(),
        &[
            "play",
            &pig,
            "--seed",
            "1",
            "--players",
            "Ann,Bob",
            "--physical",
            "dice",
        ],
        "shows:5\nhold\nshows:1\nrules\nquit\n",
    );
    assert_says(
        &output,
        &[
            "This game has no rules in its kit.",
            "Ann rolls",
            "The die shows 5.",
            "Ann: score 5",
            "Bob rolls",
            "The die shows 1.",
        ],
    );
    let simulated = played(folder.path(), &["simulate", &pig, "--games", "50"], "");
    assert!(simulated.contains("won by somebody"), "{simulated}");
}

/// What is impossible has a reason, whether typed by name or as offered.
#[test]
fn impossible_moves_are_refused_with_a_reason() {
    let folder = tempfile::tempdir().unwrap();
    let play = ["play", &rules("meadows"), "--seed", "2", "--players", "Ann"];
    for line in ["lay 1,0 2", "lay:1,0:2", "lay it at 1 east, turned 180°"] {
        let output = played(folder.path(), &play, &format!("{line}\nquit\n"));
        assert!(
            output.contains("Its sides do not match there"),
            "{line}: {output}"
        );
    }
    for line in ["lay 5,5", "lay 5,5 1", "lay:5,5:1"] {
        let output = played(folder.path(), &play, &format!("{line}\nquit\n"));
        assert!(
            output.contains("that is not one of the places to choose from"),
            "{line}: {output}"
        );
    }
    let play = [
        "play",
        &rules("klondike"),
        "--seed",
        "5",
        "--players",
        "Ann",
    ];
    let output = played(
        folder.path(),
        &play,
        "put h11 on its foundation\nmove c11 and what lies on it to column 1\nquit\n",
    );
    assert_says(
        &output,
        &[
            "Its foundation needs the next rank",
            "Columns descend in alternating colours",
        ],
    );
}

/// A player who chooses between columns sees them at first, and whenever one has changed.
#[test]
fn columns_are_shown_when_they_matter() {
    let folder = tempfile::tempdir().unwrap();
    let play = [
        "play",
        &rules("klondike"),
        "--seed",
        "5",
        "--players",
        "Ann",
    ];
    let output = played(
        folder.path(),
        &play,
        "move c11 and what lies on it to column 7\nturn up a card of the stock\nquit\n",
    );
    assert!(output.contains("Column 7: 6 face down, h12.\n"), "{output}");
    let (_, after) = output.split_once("> move c11").unwrap();
    for column in [
        "Column 6: 4 face down, c10.\n",
        "Column 7: 6 face down, h12, c11.\n",
    ] {
        assert_eq!(after.matches(column).count(), 1, "{column}: {output}");
    }
    assert!(!after.contains("Column 1"), "{output}");
}

/// Real cards: several are reported on one line, and a pile that is only counted at the end is not revealed card by card.
#[test]
fn real_cards_are_entered_in_few_lines() {
    let folder = tempfile::tempdir().unwrap();
    let play = [
        "play",
        &rules("crawl"),
        "--seed",
        "1",
        "--players",
        "Ann",
        "--physical",
        "all",
    ];
    let output = played(
        folder.path(),
        &play,
        "m14a m14b m13a m13b\nfight m14a, fight m14b\nquit\n",
    );
    assert!(
        output.contains("Which 4 cards come from the dungeon to the room?"),
        "{output}"
    );
    assert!(
        output.contains("Score: -180.") && !output.contains("of the dungeon"),
        "{output}"
    );
}

/// A player who is dealt secret cards reports them all at once, and the laptop goes round once.
#[test]
fn a_hand_of_real_cards_is_entered_at_once() {
    let folder = tempfile::tempdir().unwrap();
    let play = [
        "play",
        &rules("tricks"),
        "--seed",
        "1",
        "--players",
        "Ann,Bob,Cleo",
        "--physical",
        "all",
    ];
    let output = played(
        folder.path(),
        &play,
        "\nh7 h8 h9 h10 h11 h12\n\nc7 c8 c9 c10 c11 c12\n\nd7 d8 d9 d10 d11 d12\ns7\n\nc7\nquit\n",
    );
    assert_says(
        &output,
        &[
            "Which 6 cards of Ann's hand are they?",
            "Which 6 cards of Cleo's hand are they?",
            "Bob plays c7.",
        ],
    );
}

#[test]
fn rules_that_read_hidden_hands_are_kept_by_the_referee() {
    let folder = tempfile::tempdir().unwrap();
    let said = |kit: &str, more: &[&str], code: i32| {
        let kit = rules(kit);
        let arguments = [&["play", &kit, "--players", "Ann,Bob"], more].concat();
        let run = paperkeep(folder.path(), &arguments)
            .write_stdin("")
            .assert()
            .code(code);
        String::from_utf8_lossy(&run.get_output().stderr).into_owned()
    };
    // So are rules with secret choices, and hands that only the others see.
    for kit in ["vault", "rock-paper-scissors", "fireworks"] {
        let output = said(kit, &[], 0);
        assert!(
            output.contains("the program keeps them (--secrets referee)"),
            "{output}"
        );
    }
    assert_eq!(said("pig", &[], 0), "");
    // The cardboard cannot keep these secrets.
    let refused = [
        "looks at cards that a player hides",
        "choose in secret",
        "cards that a player hides",
    ];
    for (kit, why) in ["vault", "rock-paper-scissors", "fireworks"]
        .into_iter()
        .zip(refused)
    {
        let output = said(kit, &["--secrets", "table"], 1);
        assert_says(
            &output,
            &[why, "play it with --secrets referee", "play.toml:", "^^^"],
        );
    }
}

/// A corrected sentence does not end a game in progress, but a changed rule does.
#[test]
fn texts_may_change_during_a_game_and_rules_may_not() {
    let folder = tempfile::tempdir().unwrap();
    let kit = folder.path().join("pig");
    std::fs::create_dir_all(kit.join("faces")).unwrap();
    for file in ["kit.toml", "play.toml", "cards.csv", "faces/cards.svg"] {
        std::fs::copy(Path::new(&rules("pig")).join(file), kit.join(file)).unwrap();
    }
    let sheet = kit.join("play.toml");
    let text = std::fs::read_to_string(&sheet).unwrap();
    played(
        folder.path(),
        &[
            "play",
            "pig",
            "--seed",
            "1",
            "--journal",
            "g.jsonl",
            "--players",
            "Ann,Bob",
        ],
        "quit\n",
    );
    std::fs::write(
        &sheet,
        text.replace("There is nothing to keep yet", "Roll first"),
    )
    .unwrap();
    let output = played(folder.path(), &["resume", "g.jsonl"], "hold\nquit\n");
    assert!(output.contains("Ann holds"), "{output}");
    std::fs::write(&sheet, text.replace("score >= 100", "score >= 50")).unwrap();
    let run = paperkeep(folder.path(), &["resume", "g.jsonl"])
        .assert()
        .failure();
    let said = String::from_utf8_lossy(&run.get_output().stderr).into_owned();
    assert!(
        said.contains("have changed since this game was started") && said.contains("--kit DIR"),
        "{said}"
    );
}

/// Writes a kit `pig` with this sheet.
fn pig(folder: &Path, sheet: &str) {
    let kit = folder.join("pig");
    std::fs::create_dir_all(kit.join("faces")).unwrap();
    for file in ["kit.toml", "cards.csv", "faces/cards.svg"] {
        std::fs::copy(Path::new(&rules("pig")).join(file), kit.join(file)).unwrap();
    }
    std::fs::write(kit.join("play.toml"), sheet).unwrap();
}

#[test]
fn rules_that_never_offer_a_choice_are_stopped() {
    let folder = tempfile::tempdir().unwrap();
    let sheet = "[table]\ndie = \"d6\"\n[player]\nscore = 0\n[flow]\nturn = \"choose go\"\n\
                 [action.go]\ndo = \"roll die; if die = 1: score = 0\"\n[end]\nwin = \"score >= 10\"\n";
    pig(folder.path(), sheet);
    let output = played(
        folder.path(),
        &[
            "play",
            "pig",
            "--journal",
            "g.jsonl",
            "--players",
            "Ann,Bob",
        ],
        "",
    );
    assert_says(
        &output,
        &[
            "play.toml, line 6): nobody has had a choice for 5000 moves. Go on, or end the game.",
            "go (Enter)",
        ],
    );
    let journal = || {
        std::fs::read_to_string(folder.path().join("g.jsonl"))
            .unwrap()
            .lines()
            .count()
    };
    assert_eq!(journal(), 5001);
    let output = played(folder.path(), &["resume", "g.jsonl"], "\nundo\nend\nyes\n");
    assert_eq!(
        output.matches("nobody has had a choice").count(),
        3,
        "{output}"
    );
    assert!(
        output.contains("The game is over.") && journal() > 10_000,
        "{output}"
    );
}

/// What an answer does is certain and needs no odds; what comes of it is told.
#[test]
fn odds_are_those_of_what_differs() {
    let folder = tempfile::tempdir().unwrap();
    let sheet = "[table]\ndie = \"d6\"\npot = 3\n[flow]\nturn = \"repeat: choose roll, hold\"\n[action.roll]\n\
                 do = [\"roll die\", \"pot += die\", \"if die = 1: end turn\"]\n[action.hold]\ndo = \"end game\"\n\
                 [end]\nwhen = \"pot > 99\"\n";
    pig(folder.path(), sheet);
    let output = played(
        folder.path(),
        &["play", "pig", "--players", "Ann,Bob"],
        "odds\nodds roll\nquit\n",
    );
    let all = (5..10)
        .map(|pot| format!("the pot is {pot}: 1 in 6"))
        .collect::<Vec<_>>()
        .join("; ");
    assert_says(
        &output,
        &[
            &format!("  roll  {all}; the turn ends, the pot is 4: 1 in 6\n"),
            "1 in 6  the turn ends, the pot is 4\n",
            "1 in 6  the pot is 9\n",
        ],
    );
    assert!(!output.contains("Ann rolls"), "{output}");
    // In Pig, whoever begins a turn must roll: those rolls are not counted, though nobody may decide for a long time.
    let output = played(
        folder.path(),
        &["play", &rules("pig"), "--players", "Ann,Bob", "--seed", "3"],
        "odds\nquit\n",
    );
    assert!(
        output.contains("the turn ends: 1 in 6") && !output.contains("about"),
        "{output}"
    );
}

/// One person among bots is not asked to pass the laptop, and does not see what the bots hold.
#[test]
fn one_person_among_bots_sees_one_hand() {
    let folder = tempfile::tempdir().unwrap();
    let kit = rules("crazy-eights");
    let play = [
        "play",
        &kit,
        "--players",
        "Ann,Bob",
        "--bot",
        "Bob=greedy",
        "--seed",
        "3",
    ];
    let told = played(folder.path(), &play, "look\nquit\n");
    assert!(
        !told.contains("Pass the laptop") && !told.contains("(not shown)"),
        "{told}"
    );
    let hands = told.lines().filter(|line| line.contains("hand: "));
    let (own, others): (Vec<&str>, Vec<&str>) = hands.partition(|line| line.contains("Ann"));
    assert!(
        own.iter().all(|line| !line.contains("face down")) && !own.is_empty(),
        "{told}"
    );
    assert!(
        others.iter().all(|line| line.contains("face down")) && !others.is_empty(),
        "{told}"
    );
}

/// The next game has the same players, luck of its own, and a journal of its own.
#[test]
fn another_game_begins_with_the_same_players() {
    let folder = tempfile::tempdir().unwrap();
    let sheet = std::fs::read_to_string(Path::new(&rules("pig")).join("play.toml")).unwrap();
    pig(folder.path(), &sheet);
    let start = ["play", "pig", "--players", "Ann,Bob", "--seed", "3"];
    let told = played(folder.path(), &start, "again\nend\ny\nagain\nquit\n");
    assert!(told.contains("This game is not over"), "{told}");
    assert_eq!(told.matches("Pig: Ann, Bob. Seed ").count(), 2, "{told}");
    let journals = std::fs::read_dir(folder.path()).unwrap();
    let journals = journals.filter(|entry| {
        let path = entry.as_ref().unwrap().path();
        path.extension().is_some_and(|ending| ending == "jsonl")
    });
    assert_eq!(journals.count(), 2);
}

#[test]
fn a_game_without_an_end_has_no_figures() {
    let folder = tempfile::tempdir().unwrap();
    let sheet = std::fs::read_to_string(Path::new(&rules("pig")).join("play.toml")).unwrap();
    pig(
        folder.path(),
        &sheet
            .replace("win = ", "score = ")
            .replace("score >= 100", "score"),
    );
    // Rules that cannot end are told before anything is played.
    let refused = paperkeep(folder.path(), &["simulate", "pig", "--games", "3"])
        .assert()
        .code(2);
    let told = String::from_utf8_lossy(&refused.get_output().stderr).into_owned();
    assert!(told.contains("no game of pig can end"), "{told}");
    let checked = paperkeep(folder.path(), &["check", "pig"])
        .assert()
        .success();
    let said = String::from_utf8_lossy(&checked.get_output().stderr).into_owned();
    assert!(
        said.contains("this game has no end") && said.contains("play.toml:"),
        "{said}"
    );
    // Those that could, but never do, are played as far as they may go.
    pig(
        folder.path(),
        &sheet.replace("score >= 100", "score >= 1000000"),
    );
    let output = played(
        folder.path(),
        &["simulate", "pig", "--games", "3", "--longest", "100"],
        "",
    );
    assert_says(
        &output,
        &[
            "no game ended, so there are no other figures",
            "dice rolled",
        ],
    );
    for words in ["won by", "seat 1", "per game", "hasty", "tiles placed"] {
        assert!(!output.contains(words), "{words}: {output}");
    }
}

/// Two actions in the same words are an error, but remain two answers.
#[test]
fn actions_in_the_same_words_are_told_apart() {
    let folder = tempfile::tempdir().unwrap();
    let sheet = |words: &str| {
        format!(
            "[table]\ndie = \"d6\"\npot = 0\n[player]\nscore = 0\n[flow]\nturn = \"choose roll, hold\"\n\
             [action.roll]\nwords = {words}\ndo = \"roll die; pot += die\"\n\
             [action.hold]\nwords = \"take it: 0\"\ndo = \"score += pot; pot = 0\"\n[end]\nwin = \"score >= 10\"\n"
        )
    };
    pig(folder.path(), &sheet("\"take it: 0\""));
    let run = paperkeep(folder.path(), &["check", "pig"])
        .assert()
        .failure();
    let said = String::from_utf8_lossy(&run.get_output().stderr).into_owned();
    assert_says(
        &said,
        &[
            "actions `roll` and `hold` are both offered as \"take it: 0\"",
            "play.toml:11",
            "give each `words` of its own",
        ],
    );
    pig(folder.path(), &sheet("\"take it: {pot}\""));
    let output = played(
        folder.path(),
        &["play", "pig", "--players", "Ann,Bob"],
        "hold\ntake it: 0 (roll)\nquit\n",
    );
    assert_says(
        &output,
        &[
            "Ann, what now?  1 take it: 0 (roll)  2 take it: 0 (hold)",
            "Bob takes it: 0.",
        ],
    );
}

/// Answers whose words leave out what is picked are told apart by what is typed, at the prompt and in the report, and `check` says so.
#[test]
fn answers_that_leave_out_their_pick_are_told_apart() {
    let folder = tempfile::tempdir().unwrap();
    let sheet = "[player]\nscore = 0\n[flow]\nturn = \"choose offer\"\n\
         [action.offer]\nwords = \"make an offer\"\npick = \"n in 1 to 2\"\ndo = \"score += n\"\n[end]\nwin = \"score >= 12\"\n";
    pig(folder.path(), sheet);
    let run = paperkeep(folder.path(), &["check", "pig"])
        .assert()
        .success();
    let output = run.get_output();
    let said = String::from_utf8_lossy(&output.stdout) + String::from_utf8_lossy(&output.stderr);
    assert_says(
        &said,
        &[
            "the words of `offer` do not tell its answers apart: they leave out `n`",
            "as `{n}`",
        ],
    );
    let output = played(
        folder.path(),
        &[
            "play",
            "pig",
            "--players",
            "Ann,Bob",
            "--journal",
            "offers.jsonl",
        ],
        &"make an offer (1)\n".repeat(23),
    );
    assert_says(&output, &["1 make an offer (1)  2 make an offer (2)"]);
    let run = paperkeep(folder.path(), &["report", "offers.jsonl"])
        .assert()
        .success();
    let report = String::from_utf8_lossy(&run.get_output().stdout).into_owned();
    assert_says(
        &report,
        &["never chosen   make an offer (2) (offered 23 times)"],
    );
}

/// Each sheet with a mistake is reported with file, line and remedy.
#[test]
fn mistakes_in_rules_are_reported_with_their_lines() {
    let folder = tempfile::tempdir().unwrap();
    let kit = folder.path().join("pig");
    std::fs::create_dir_all(kit.join("faces")).unwrap();
    for file in ["kit.toml", "cards.csv", "faces/cards.svg"] {
        std::fs::copy(Path::new(&rules("pig")).join(file), kit.join(file)).unwrap();
    }
    let text = std::fs::read_to_string(Path::new(&rules("pig")).join("play.toml")).unwrap();
    let long = format!("pot > 0{}", " + 1".repeat(30_000));
    for (old, new, message, help) in [
        (
            "pot > 0",
            &*long,
            "the expression has more than 500 parts",
            "give parts a name",
        ),
        (
            "pot > 0",
            "pott > 0",
            "`pott` is not defined",
            "did you mean `pot`?",
        ),
        (
            "roll die\"",
            "rol die\"",
            "`rol` is not an effect",
            "did you mean `roll`?",
        ),
        (
            "choose roll, hold",
            "choose roll, hald",
            "there is no action `hald`",
            "did you mean `hold`?",
        ),
        ("score += pot", "score += die + yes", "", ""),
        ("pot > 0", "pot", "expected yes or no, found a number", ""),
        (
            "There is nothing",
            "\\u001b[2J There is nothing",
            "the text contains a control character, U+001B",
            "remove it",
        ),
        (
            "choose roll, hold",
            "pot += 1",
            "this is repeated without a question",
            "repeat 3 times",
        ),
        (
            "die = \"d6\"",
            "die = \"d6\"\nplayer = 0",
            "`player` is a word of the language too",
            "nothing may mean two things",
        ),
        (
            "pot > 0",
            "hand > 0",
            "`hand` is not defined",
            "a name is declared in [table]",
        ),
        (
            "if die = 1",
            "if die == 1",
            "expected an expression, found `=`",
            "a single `=` is enough",
        ),
        (
            "score = 0",
            "score = \"0\"",
            "this number is in quotes",
            "write `= 0`",
        ),
        (
            &*text,
            "",
            "nothing happens: there is no turn",
            "say what a turn is",
        ),
        (
            "need = \"pot > 0\"",
            "need = \"pot > 0\"\nrule = \"R99\"",
            "the kit has no rule `R99`",
            "add it to rules.toml",
        ),
        (
            "win = \"score >= 100\"",
            "wim = \"score >= 100\"",
            "unknown key `wim`",
            "did you mean `win`?",
        ),
    ] {
        assert!(text.contains(old), "{old}");
        std::fs::write(kit.join("play.toml"), text.replacen(old, new, 1)).unwrap();
        let run = paperkeep(folder.path(), &["check", "pig"])
            .output()
            .unwrap();
        let said = String::from_utf8_lossy(&run.stderr).into_owned();
        assert!(
            said.contains(message) && said.contains(help),
            "{message}: {}",
            said.chars().take(1_000).collect::<String>()
        );
        assert!(
            message.is_empty() || said.contains("--> pig/play.toml"),
            "{said}"
        );
    }
}

/// The manual begins with a game that can be played.
#[test]
fn the_first_example_of_the_manual_can_be_played() {
    let folder = tempfile::tempdir().unwrap();
    let kit = folder.path().join("pig");
    std::fs::create_dir_all(kit.join("faces")).unwrap();
    for file in ["kit.toml", "cards.csv", "faces/cards.svg"] {
        std::fs::copy(Path::new(&rules("pig")).join(file), kit.join(file)).unwrap();
    }
    let manual = include_str!("../docs/rules.md");
    let sheet = manual
        .split("```toml\n")
        .nth(1)
        .and_then(|rest| rest.split("```").next())
        .unwrap();
    std::fs::write(kit.join("play.toml"), sheet).unwrap();
    paperkeep(folder.path(), &["check", "pig"])
        .assert()
        .success();
    let output = played(
        folder.path(),
        &["play", "pig", "--seed", "1", "--players", "Ann,Bob"],
        "hold\nquit\n",
    );
    assert!(output.contains("Ann holds"), "{output}");
}

/// The games in the page for language models are made as the page says, are sound, and come to an end.
#[test]
fn the_games_for_language_models_can_be_played() {
    let page = include_str!("../docs/models.md");
    assert!(
        page.split_whitespace().count() <= 2_500,
        "no longer one page"
    );
    let games: Vec<&str> = page
        .split("\n### ")
        .filter(|part| part.contains("```csv"))
        .collect();
    assert_eq!(games.len(), page.matches("```toml").count());
    for game in games {
        let folder = tempfile::tempdir().unwrap();
        let between = |start: &str, end: &str| {
            let (_, rest) = game.split_once(start).unwrap();
            rest.split_once(end).unwrap().0
        };
        let deck = between("`tables/", ".csv`");
        let write = |path: String, text: &str| {
            std::fs::write(folder.path().join(path), text).unwrap();
        };
        std::fs::create_dir(folder.path().join("tables")).unwrap();
        // A heading of a block may name its file.
        let block = |language: &str| between(language, "```").split_once('\n').unwrap().1;
        write(format!("tables/{deck}.csv"), block("```csv"));
        let run = |arguments: &[&str]| paperkeep(folder.path(), arguments).assert().success();
        run(&["new", "game", "--from", "tables"]);
        write("game/play.toml".to_owned(), block("```toml"));
        let found = run(&["check", "game", "--format", "json"]);
        let found: serde_json::Value = serde_json::from_slice(&found.get_output().stdout).unwrap();
        assert_eq!(found["problems"], serde_json::json!([]), "{deck}");
        let report = run(&["simulate", "game", "--games", "50"]);
        let report = String::from_utf8_lossy(&report.get_output().stdout).into_owned();
        assert!(report.contains("won by somebody"), "{report}");
        assert!(!report.contains("cut short"), "{report}");
    }
}

/// Nobody could play through four picks of a whole deck, so every command refuses them in the same words.
#[test]
fn picks_of_too_many_combinations_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let from = rules("crazy-eights");
    let kit = folder.path().join("kit");
    for path in ["kit.toml", "cards.csv", "faces/cards.svg"] {
        let to = kit.join(path);
        std::fs::create_dir_all(to.parent().unwrap()).unwrap();
        std::fs::copy(Path::new(&from).join(path), to).unwrap();
    }
    let sheet = std::fs::read_to_string(Path::new(&from).join("play.toml")).unwrap();
    let sheet = sheet.replace("choose play, draw, pass", "choose play, draw, four, pass")
        + "\n[action.four]\npick = [\"a in hand\", \"b in hand where it != a\", \"c in hand where it != a\", \
           \"d in hand where it != a\"]\ndo = \"end turn\"\n";
    std::fs::write(kit.join("play.toml"), sheet).unwrap();
    for command in ["check", "play", "simulate"] {
        let refused = paperkeep(folder.path(), &[command, "kit"])
            .assert()
            .failure();
        let told = String::from_utf8_lossy(&refused.get_output().stderr).into_owned();
        assert!(
            told.contains("action `four` has up to 7311616 combinations of four picks"),
            "{command}: {told}"
        );
    }
}
