//! The lab through the binary: parts that can be combined, parts that cannot, and the reports.

use std::fs;
use std::path::Path;
use std::process::Command;

/// Runs the program; returns whether it succeeded, and its output.
fn paperkeep(folder: &Path, words: &str) -> (bool, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_paperkeep"))
        .args(words.split(' '))
        .current_dir(folder)
        .output()
        .expect("the program");
    (
        output.status.success(),
        String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr),
    )
}

const GAMES: &str = "simulate deep-dark-dungeon --players 2 --bot greedy,random --games 20";

#[test]
fn parts_add_up_to_the_bytes_of_one_run() {
    let folder = tempfile::tempdir().unwrap();
    for form in ["html", "json", "csv"] {
        assert!(paperkeep(folder.path(), &format!("{GAMES} --report all.{form}")).0);
    }
    for part in 1..=3 {
        let (done, told) = paperkeep(folder.path(), &format!("{GAMES} --shard {part}/3 --report part-{part}.json"));
        assert!(done, "{told}");
    }
    for form in ["html", "json", "csv"] {
        let (done, told) =
            paperkeep(folder.path(), &format!("report part-2.json part-3.json part-1.json --report sum.{form}"));
        assert!(done, "{told}");
        let read = |name: &str| fs::read(folder.path().join(format!("{name}.{form}"))).unwrap();
        assert!(read("all") == read("sum"), "{form}");
    }
    let refused = |words: &str, why: &str| {
        let (done, told) = paperkeep(folder.path(), words);
        assert!(!done && told.contains(why), "{words}: {told}");
    };
    refused("report part-1.json part-2.json", "of 3 parts there are missing: 3");
    refused("report part-1.json part-1.json part-2.json part-3.json", "are both part 1 of 3");
    refused("report all.json", "it is no part of a simulation");
    assert!(paperkeep(folder.path(), &format!("{GAMES} --seed 2 --shard 3/3 --report foreign.json")).0);
    refused("report part-1.json part-2.json foreign.json", "the seed differs");
    refused(&format!("{GAMES} --shard 1/3 --until 1% --report x.json"), "cannot be used with");
    refused(&format!("{GAMES} --shard 4/3 --report x.json"), "there is no part 4 of 3");
    refused(&format!("{GAMES} --report x.txt"), "should end in .html, .json or .csv");
    refused("simulate deep-dark-dungeon --players 3 --bot greedy,random", "2 bots are named for 3 players");
}

/// The report of `simulate` with these arguments, and the printed output.
fn report(words: &str) -> (serde_json::Value, String) {
    let folder = tempfile::tempdir().unwrap();
    let (done, told) = paperkeep(folder.path(), &format!("simulate {words} --report all.json"));
    assert!(done, "{told}");
    (serde_json::from_slice(&fs::read(folder.path().join("all.json")).unwrap()).unwrap(), told)
}

/// A34: with a single round, most games of hasty players end in a tie for gold, and both win.
#[test]
fn who_win_together_have_won() {
    let (report, _) = report("dungeonbuilders --players 2 --bot hasty --option round_limit=1 --games 20");
    let seat = |seat: usize, what: &str| report["seats"][seat][what]["count"].as_u64().unwrap();
    assert_eq!((&report["games"], &report["won"]["count"]), (&20.into(), &20.into()), "{report}");
    let shared = report["all_won"]["count"].as_u64().unwrap();
    assert!(shared > 0 && seat(0, "won") + seat(1, "won") == 20 + shared, "{report}");
    assert_eq!([seat(0, "drawn"), seat(1, "drawn")], [0, 0]);
    // Every winner was first, alone or together with the other.
    assert_eq!([0, 1].map(|at| seat(at, "first")), [0, 1].map(|at| seat(at, "won")));
}

/// Games cut short are reported separately and are not part of any mean.
#[test]
fn games_that_are_cut_are_told_apart() {
    let (report, told) = report("dungeon-in-a-tin --longest 300 --games 40");
    let (ended, cut) = (report["games"].as_u64().unwrap(), report["cut"]["count"].as_u64().unwrap());
    assert!(ended > 0 && cut > 0 && ended + cut == 40, "{report}");
    assert_eq!((&report["won"]["of"], &report["tallies"][0]["any"]["of"]), (&ended.into(), &ended.into()));
    assert!(told.contains(&format!("{cut} ")) && told.contains("cut"), "{told}");
}

#[test]
fn options_that_change_nothing_are_told() {
    let folder = tempfile::tempdir().unwrap();
    let told = |words: &str| paperkeep(folder.path(), words).1;
    let idle = "paperkeep: option `exit_tile_in_setup` changes nothing in this game: ";
    let game = "deep-dark-dungeon --edition original --games 1";
    assert!(told(&format!("simulate {game} --option exit_tile_in_setup=set_aside")).contains(idle));
    assert!(told(&format!("compare {game} --other-option exit_tile_in_setup=set_aside")).contains(idle));
    assert!(!told(&format!("simulate {game}")).contains("changes nothing"));
}

/// As described in docs/simulate.md. Without GNU parallel, this only says so.
#[test]
fn gnu_parallel_plays_the_parts() {
    if !Command::new("parallel").arg("--version").output().is_ok_and(|output| output.status.success()) {
        eprintln!("skipped: GNU parallel is not installed");
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let program = env!("CARGO_BIN_EXE_paperkeep");
    let spread = format!(
        "seq 1 4 | parallel -j2 --joblog jobs.log --resume-failed '{} {GAMES} --shard {{}}/4 --threads 1 --report part-{{}}.json'",
        program
    );
    let run = || Command::new("sh").args(["-c", &spread]).current_dir(folder.path()).status().unwrap().success();
    assert!(run());
    let (done, told) = paperkeep(folder.path(), "report part-1.json part-2.json part-3.json part-4.json --report sum.json");
    assert!(done, "{told}");
    assert!(paperkeep(folder.path(), &format!("{GAMES} --report all.json")).0);
    let read = |name: &str| fs::read(folder.path().join(name)).unwrap();
    assert!(read("all.json") == read("sum.json"));
}

#[test]
fn two_versions_are_compared_pair_by_pair() {
    let folder = tempfile::tempdir().unwrap();
    let (done, told) = paperkeep(
        folder.path(),
        "compare dungeon-in-a-tin --games 60 --bot random --other-option spent_on_loss=false --report found.json",
    );
    assert!(done && told.contains("60 pairs of games"), "{told}");
    let found: serde_json::Value = serde_json::from_slice(&fs::read(folder.path().join("found.json")).unwrap()).unwrap();
    assert_eq!((&found["pairs"], &found["rows"][0]["name"]), (&60.into(), &"won by somebody".into()));
    let (done, told) = paperkeep(folder.path(), "compare dungeon-in-a-tin");
    assert!(!done && told.contains("compare with what?"), "{told}");
}
