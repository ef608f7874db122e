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
        String::from_utf8_lossy(&output.stdout).into_owned()
            + &String::from_utf8_lossy(&output.stderr),
    )
}

const GAMES: &str = "simulate deep-dark-dungeon --players 2 --bot greedy,random --games 20";

#[test]
fn parts_combine_to_the_bytes_of_one_run() {
    let folder = tempfile::tempdir().unwrap();
    for form in ["html", "json", "csv"] {
        assert!(paperkeep(folder.path(), &format!("{GAMES} --report all.{form}")).0);
    }
    for part in 1..=3 {
        let (done, output) = paperkeep(
            folder.path(),
            &format!("{GAMES} --shard {part}/3 --report part-{part}.json"),
        );
        assert!(done, "{output}");
    }
    for form in ["html", "json", "csv"] {
        let (done, output) = paperkeep(
            folder.path(),
            &format!("report part-2.json part-3.json part-1.json --report sum.{form}"),
        );
        assert!(done, "{output}");
        let read = |name: &str| fs::read(folder.path().join(format!("{name}.{form}"))).unwrap();
        assert!(read("all") == read("sum"), "{form}");
    }
    let refused = |words: &str, why: &str| {
        let (done, output) = paperkeep(folder.path(), words);
        assert!(!done && output.contains(why), "{words}: {output}");
    };
    refused(
        "report part-1.json part-2.json",
        "of 3 parts, these are missing: 3",
    );
    refused(
        "report part-1.json part-1.json part-2.json part-3.json",
        "are both part 1 of 3",
    );
    refused("report all.json", "it is not part of a simulation");
    assert!(
        paperkeep(
            folder.path(),
            &format!("{GAMES} --seed 2 --shard 3/3 --report foreign.json")
        )
        .0
    );
    refused(
        "report part-1.json part-2.json foreign.json",
        "the seed differs",
    );
    refused(
        &format!("{GAMES} --shard 1/3 --until 1% --report x.json"),
        "cannot be used with",
    );
    refused(
        &format!("{GAMES} --shard 4/3 --report x.json"),
        "there is no part 4 of 3",
    );
    refused(
        &format!("{GAMES} --report x.txt"),
        "should end in .html, .json or .csv",
    );
    refused(
        "simulate deep-dark-dungeon --players 3 --bot greedy,random",
        "2 bots are named for 3 players",
    );
}

/// A kit of one's own is named by its folder in the command that repeats a simulation. Its parts may be played in different folders.
#[test]
fn the_command_of_a_report_names_the_folder_of_a_kit() {
    let folder = tempfile::tempdir().unwrap();
    let run = |words: &str| {
        let (done, output) = paperkeep(folder.path(), words);
        assert!(done, "{output}");
    };
    run("new pig&co --from pig");
    run("simulate pig&co --games 20 --shard 1/2 --report 1.json");
    fs::rename(folder.path().join("pig&co"), folder.path().join("pigs")).unwrap();
    run("simulate pigs --games 20 --shard 2/2 --report 2.json");
    run("report 1.json 2.json --report sum.html");
    let report = fs::read_to_string(folder.path().join("sum.html")).unwrap();
    let command = if cfg!(windows) {
        "&quot;pig&amp;co&quot;"
    } else {
        "'pig&amp;co'"
    };
    assert!(
        report.contains(&format!("<code>paperkeep simulate {command} --games 20 ")),
        "{report}"
    );
    fs::rename(folder.path().join("pigs"), folder.path().join("pig&co")).unwrap();
    run("compare pig&co pig&co --games 20 --report compared.html");
    let report = fs::read_to_string(folder.path().join("compared.html")).unwrap();
    assert!(
        report.contains(&format!(
            "paperkeep compare {command} {command} --games 20 "
        )),
        "{report}"
    );
}

/// A version of a game of one's own may have another id, and a changed kit is compared with the shipped one in either order.
#[test]
fn only_versions_of_one_game_are_compared() {
    let folder = tempfile::tempdir().unwrap();
    for made in [
        "pigs --from pig",
        "sows --from pig",
        "tin --from dungeon-in-a-tin",
    ] {
        assert!(paperkeep(folder.path(), &format!("new {made}")).0);
    }
    for versions in ["pigs sows", "tin dungeon-in-a-tin", "dungeon-in-a-tin tin"] {
        let (done, output) = paperkeep(folder.path(), &format!("compare {versions} --games 4"));
        assert!(
            done && output.contains("4 pairs of games, seed 1; 100 % had the same results"),
            "{output}"
        );
    }
    for (versions, says) in [
        ("pigs tin", "Pig and Dungeon in a Tin are different games"),
        (
            "tin dungeon-crawl",
            "Dungeon in a Tin and Dungeon Crawl are different games",
        ),
        ("pigs sow", "there is no game or kit `sow`"),
    ] {
        let (done, output) = paperkeep(folder.path(), &format!("compare {versions} --games 4"));
        assert!(!done && output.contains(says), "{output}");
    }
}

/// The report of `simulate` with these arguments, and the printed output.
fn report(words: &str) -> (serde_json::Value, String) {
    let folder = tempfile::tempdir().unwrap();
    let (done, output) = paperkeep(
        folder.path(),
        &format!("simulate {words} --report all.json"),
    );
    assert!(done, "{output}");
    (
        serde_json::from_slice(&fs::read(folder.path().join("all.json")).unwrap()).unwrap(),
        output,
    )
}

/// A34: with a single round, most games of hasty players end in a tie for gold, and both win.
#[test]
fn shared_wins_count_as_wins() {
    let (report, _) =
        report("dungeonbuilders --players 2 --bot hasty --option round_limit=1 --games 20");
    let seat = |seat: usize, what: &str| report["seats"][seat][what]["count"].as_u64().unwrap();
    assert_eq!(
        (&report["games"], &report["won"]["count"]),
        (&20.into(), &20.into()),
        "{report}"
    );
    let shared = report["all_won"]["count"].as_u64().unwrap();
    assert!(
        shared > 0 && seat(0, "won") + seat(1, "won") == 20 + shared,
        "{report}"
    );
    assert_eq!([seat(0, "drawn"), seat(1, "drawn")], [0, 0]);
    // Every winner was first, alone or together with the other.
    assert_eq!(
        [0, 1].map(|at| seat(at, "first")),
        [0, 1].map(|at| seat(at, "won"))
    );
}

/// Reports name unused answers: the dossier's bot, playing alone, never leaves the dungeon, although it could.
#[test]
fn what_is_never_used_is_reported() {
    let (report, output) = report("dungeon-in-a-tin --bot dossier --games 20");
    assert!(
        output.contains("never chosen       leave (possible "),
        "{output}"
    );
    let find = |list: &str, key: &str, name: &str| {
        let found = report[list]
            .as_array()
            .unwrap()
            .iter()
            .find(|each| each[key] == name);
        found.unwrap_or_else(|| panic!("{name} in {list}")).clone()
    };
    assert_eq!(find("answers", "answer", "leave")["taken"]["count"], 0);
    let began = find("rules", "event", "turn_began");
    assert_eq!(
        (&began["rule"], &began["games"]["count"]),
        (&"R23".into(), &20.into())
    );
    assert!(
        report["never"].as_array().unwrap().contains(&"left".into()),
        "{}",
        report["never"]
    );
    // A lone knight dies at most once, so that falls and deaths agree.
    let deaths = find("tallies", "name", "deaths")["any"]["count"]
        .as_u64()
        .unwrap();
    let falls = report["falls"].as_array().unwrap();
    let at = |what: &str| {
        falls
            .iter()
            .map(|place| place[what]["count"].as_u64().unwrap())
            .sum::<u64>()
    };
    assert_eq!(
        (at("share"), at("fell"), falls[0]["share"]["of"].as_u64()),
        (deaths, deaths, Some(deaths))
    );
    // Every game begins with a hand of cards.
    let came = |piece: &str| {
        find("pieces", "piece", piece)["came"]["count"]
            .as_u64()
            .unwrap()
    };
    assert!((15..=20).contains(&came("F01")), "{}", came("F01"));
}

/// The strangest games are journals like any other.
#[test]
fn the_strangest_games_are_kept_to_be_replayed() {
    let folder = tempfile::tempdir().unwrap();
    for game in [
        "dungeon-in-a-tin",
        "dungeon-crawl --bot hasty",
        "dungeonbuilders --bot hasty --longest 300",
    ] {
        let kept = game.split(' ').next().unwrap();
        let (done, output) = paperkeep(
            folder.path(),
            &format!("simulate {game} --games 2 --journals {kept}"),
        );
        assert!(done && output.contains("game "), "{output}");
        for journal in fs::read_dir(folder.path().join(kept)).unwrap() {
            let path = journal.unwrap().path();
            let (done, output) = paperkeep(folder.path(), &format!("replay {}", path.display()));
            assert!(done, "{}: {output}", path.display());
        }
    }
    assert!(
        fs::read_dir(folder.path().join("dungeonbuilders"))
            .unwrap()
            .count()
            > 0,
        "a game that was cut is kept too"
    );
}

/// Games cut short are reported separately and are not part of any mean.
#[test]
fn games_cut_short_are_reported_separately() {
    let (report, output) = report("dungeon-in-a-tin --longest 300 --games 40");
    let (ended, cut) = (
        report["games"].as_u64().unwrap(),
        report["cut"]["count"].as_u64().unwrap(),
    );
    assert!(ended > 0 && cut > 0 && ended + cut == 40, "{report}");
    assert_eq!(
        (&report["won"]["of"], &report["tallies"][0]["any"]["of"]),
        (&ended.into(), &ended.into())
    );
    assert!(
        output.contains(&format!("{cut} ")) && output.contains("cut"),
        "{output}"
    );
}

#[test]
fn options_without_effect_are_reported() {
    let folder = tempfile::tempdir().unwrap();
    let output = |words: &str| paperkeep(folder.path(), words).1;
    let idle = "paperkeep: option `exit_tile_in_setup` changes nothing in this game: ";
    let game = "deep-dark-dungeon --edition original --games 1";
    assert!(
        output(&format!(
            "simulate {game} --option exit_tile_in_setup=set_aside"
        ))
        .contains(idle)
    );
    assert!(
        output(&format!(
            "compare {game} --other-option exit_tile_in_setup=set_aside"
        ))
        .contains(idle)
    );
    assert!(!output(&format!("simulate {game}")).contains("changes nothing"));
}

/// As described in docs/machines.md. Without GNU parallel, this only says so.
#[test]
fn gnu_parallel_plays_the_parts() {
    if !Command::new("parallel")
        .arg("--version")
        .output()
        .is_ok_and(|output| output.status.success())
    {
        eprintln!("skipped: GNU parallel is not installed");
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let program = env!("CARGO_BIN_EXE_paperkeep");
    let spread = format!(
        "seq 1 4 | parallel -j2 --joblog jobs.log --resume-failed '{} {GAMES} --shard {{}}/4 --threads 1 --report part-{{}}.json'",
        program
    );
    let run = || {
        Command::new("sh")
            .args(["-c", &spread])
            .current_dir(folder.path())
            .status()
            .unwrap()
            .success()
    };
    assert!(run());
    let (done, output) = paperkeep(
        folder.path(),
        "report part-1.json part-2.json part-3.json part-4.json --report sum.json",
    );
    assert!(done, "{output}");
    assert!(paperkeep(folder.path(), &format!("{GAMES} --report all.json")).0);
    let read = |name: &str| fs::read(folder.path().join(name)).unwrap();
    assert!(read("all.json") == read("sum.json"));
}

/// The first code block under this heading of docs/machines.md.
fn documented(heading: &str) -> String {
    let docs =
        fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/machines.md")).unwrap();
    let section = docs.split(heading).nth(1).unwrap();
    section.split("```").nth(1).unwrap().trim_start().to_owned()
}

/// A Slurm cluster of this one machine, in a folder of its own; it is stopped at the end of the test.
struct Slurm<'f> {
    folder: &'f Path,
    daemons: Vec<std::process::Child>,
}

impl Drop for Slurm<'_> {
    fn drop(&mut self) {
        for daemon in self.daemons.iter_mut().rev() {
            let _ = daemon.kill();
            let _ = daemon.wait();
        }
    }
}

impl Slurm<'_> {
    /// The configuration by which its commands find it.
    const CONFIGURED: &'static str = "slurm.conf";

    /// `None` if its packages are not installed, or if the user is not root.
    fn start(folder: &Path) -> Option<Slurm<'_>> {
        let output = |words: &[&str]| {
            let output = Command::new(words[0]).args(&words[1..]).output().ok()?;
            output
                .status
                .success()
                .then(|| String::from_utf8_lossy(&output.stdout).trim().to_owned())
        };
        output(&[
            "sh",
            "-c",
            "command -v sbatch && command -v slurmctld && command -v slurmd && command -v munged",
        ])?;
        if output(&["id", "-u"])? != "0" {
            return None;
        }
        let at = |name: &str| folder.join(name).display().to_string();
        fs::write(folder.join("munge.key"), [7; 1024]).unwrap();
        let private = |name: &str| output(&["chmod", "600", &at(name)]).unwrap();
        private("munge.key");
        let host = output(&["hostname", "-s"])?;
        fs::write(
            folder.join(Slurm::CONFIGURED),
            format!(
                "ClusterName=one\nSlurmctldHost={host}(127.0.0.1)\nSlurmUser=root\nAuthType=auth/munge\n\
                 AuthInfo=socket={}\nSlurmctldPort=27817\nSlurmdPort=27818\nStateSaveLocation={}\nSlurmdSpoolDir={}\n\
                 SlurmctldPidFile={}\nSlurmdPidFile={}\nProctrackType=proctrack/linuxproc\nTaskPlugin=task/none\n\
                 SelectType=select/cons_tres\nSelectTypeParameters=CR_Core\nJobAcctGatherType=jobacct_gather/none\n\
                 AccountingStorageType=accounting_storage/none\nMpiDefault=none\n\
                 SchedulerParameters=batch_sched_delay=0,sched_interval=1,sched_min_interval=0\nNodeName={host} NodeAddr=127.0.0.1 CPUs=2\n\
                 PartitionName=all Nodes={host} Default=YES MaxTime=INFINITE State=UP\n",
                at("munge"),
                at("state"),
                at("spool"),
                at("ctl.pid"),
                at("d.pid"),
            ),
        )
        .unwrap();
        ["state", "spool"]
            .iter()
            .for_each(|name| fs::create_dir(folder.join(name)).unwrap());
        let mut slurm = Slurm {
            folder,
            daemons: Vec::new(),
        };
        let munge = [
            ("socket", "munge"),
            ("key-file", "munge.key"),
            ("pid-file", "munge.pid"),
            ("log-file", "munge.log"),
            ("seed-file", "munge.seed"),
        ];
        let munge: Vec<String> = munge
            .iter()
            .map(|(option, name)| format!("--{option}={}", at(name)))
            .collect();
        slurm.run(
            "munged",
            &[
                &["--foreground".to_owned(), "--force".to_owned()],
                &munge[..],
            ]
            .concat(),
        );
        slurm.run("slurmctld", &["-D".to_owned()]);
        slurm.run("slurmd", &["-D".to_owned()]);
        (0..60).any(|_| {
            std::thread::sleep(std::time::Duration::from_millis(500));
            slurm
                .output("sinfo -h -o %t")
                .is_ok_and(|state| state == "idle")
        });
        Some(slurm)
    }

    fn run(&mut self, daemon: &str, words: &[String]) {
        let log = fs::File::create(self.folder.join(format!("{daemon}.log"))).unwrap();
        let mut daemon = Command::new(daemon);
        daemon
            .args(words)
            .env("SLURM_CONF", self.folder.join(Slurm::CONFIGURED))
            .current_dir(self.folder);
        self.daemons.push(
            daemon
                .stdout(log.try_clone().unwrap())
                .stderr(log)
                .spawn()
                .unwrap(),
        );
    }

    /// Runs a line in a shell with this Slurm and this program; returns its output, or its errors if it fails.
    fn output(&self, line: &str) -> Result<String, String> {
        let program = Path::new(env!("CARGO_BIN_EXE_paperkeep")).parent().unwrap();
        let path = format!("{}:{}", program.display(), std::env::var("PATH").unwrap());
        let mut shell = Command::new("sh");
        shell
            .args(["-c", line])
            .env("PATH", path)
            .env("SLURM_CONF", self.folder.join(Slurm::CONFIGURED));
        let output = shell.current_dir(self.folder).output().unwrap();
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).trim().to_owned();
        if output.status.success() {
            Ok(text(&output.stdout))
        } else {
            Err(text(&output.stderr))
        }
    }
}

/// As described in docs/machines.md, with fewer games. If Slurm cannot be started, this only says so.
#[test]
fn slurm_plays_the_parts() {
    let folder = tempfile::tempdir().unwrap();
    let Some(slurm) = Slurm::start(folder.path()) else {
        eprintln!("skipped: Slurm is not installed, or this is not root");
        return;
    };
    fs::write(
        folder.path().join("part.sh"),
        documented("With a job array. `part.sh`:").replace("16000", "40"),
    )
    .unwrap();
    let logs = || {
        let log = |name: &str| fs::read_to_string(folder.path().join(name)).unwrap_or_default();
        ["munged.log", "slurmctld.log", "slurmd.log", "slurm-1_1.out"]
            .map(log)
            .join("\n---\n")
    };
    // `sbatch --wait` would check less and less often.
    let wait = "until [ -z \"$(squeue -h)\" ]; do sleep 0.2; done";
    let submit = |words: &str| {
        slurm
            .output(&format!("sbatch {words} && {wait}"))
            .unwrap_or_else(|why| panic!("{why}\n{}", logs()))
    };
    submit("part.sh");
    // A missing part is played again by itself.
    fs::remove_file(folder.path().join("part-3.json"))
        .unwrap_or_else(|why| panic!("{why}\n{}", logs()));
    submit("--array=3 part.sh");
    slurm
        .output("paperkeep report part-*.json --report sum.html")
        .unwrap();
    slurm
        .output("paperkeep simulate dungeon-in-a-tin --games 40 --report all.html")
        .unwrap();
    let read = |name: &str| fs::read(folder.path().join(name)).unwrap();
    assert!(read("sum.html") == read("all.html"));
}

#[test]
fn two_versions_are_compared_pair_by_pair() {
    let folder = tempfile::tempdir().unwrap();
    let (done, output) = paperkeep(
        folder.path(),
        "compare dungeon-in-a-tin --games 60 --bot random --other-option spent_on_loss=false --report found.json",
    );
    assert!(done && output.contains("60 pairs of games"), "{output}");
    for (form, says) in [
        ("html", "<h1>dungeon-in-a-tin: two versions</h1>"),
        ("csv", "mean per game,won by somebody,20,"),
    ] {
        let (done, output) = paperkeep(
            folder.path(),
            &format!(
                "compare dungeon-in-a-tin --games 20 --other-option spent_on_loss=false --report found.{form}"
            ),
        );
        assert!(done, "{output}");
        let written = fs::read_to_string(folder.path().join(format!("found.{form}"))).unwrap();
        assert!(
            written.contains(says) && !written.contains("NaN ") && !written.contains(",NaN"),
            "{written}"
        );
    }
    let found: serde_json::Value =
        serde_json::from_slice(&fs::read(folder.path().join("found.json")).unwrap()).unwrap();
    assert_eq!(
        (&found["pairs"], &found["rows"][0]["name"]),
        (&60.into(), &"won by somebody".into())
    );
    let (done, output) = paperkeep(folder.path(), "compare dungeon-in-a-tin");
    assert!(!done && output.contains("compare with what?"), "{output}");
}

/// A starter's folder.
fn starter(name: &str) -> String {
    format!("{}/starters/{name}", env!("CARGO_MANIFEST_DIR"))
}

/// A bot that cannot play under its name is refused, and so are rules without an end.
#[test]
fn what_cannot_be_played_is_refused_at_once() {
    let folder = tempfile::tempdir().unwrap();
    let refused = |words: &str, why: &str| {
        let (done, output) = paperkeep(folder.path(), words);
        assert!(!done && output.contains(why), "{words}: {output}");
    };
    let pig = starter("pig");
    refused(
        &format!("simulate {pig} --bot clever"),
        "there is no bot `clever` in pig; there are greedy, random, hasty, search and search:N",
    );
    refused(
        &format!("compare {pig} {pig} --bot cmd:./mine"),
        "the bot `./mine` cannot go on",
    );
    let open = starter("open-table");
    refused(&format!("simulate {open} --players 2"), "can end");
    // What others hide is known well enough to look ahead.
    let cards = starter("crazy-eights");
    let words = format!("simulate {cards} --players 2 --games 1 --bot random,search:2");
    let (done, output) = paperkeep(folder.path(), &words);
    assert!(done && output.contains("search:2"), "{output}");
}

/// The report of a game of one's own is about its own things.
#[test]
fn a_report_tells_of_the_kit_s_own_score_counters_and_cards() {
    let words = format!("{} --games 40 --players 2", starter("crazy-eights"));
    let (json, text) = report(&words);
    assert!(
        text.contains("\nscore  ") && text.contains("\ncard  "),
        "{text}"
    );
    let cards = json["cards"].as_array().expect("cards");
    assert!(
        !cards.is_empty() && cards[0]["times"].as_u64() > Some(0),
        "{cards:?}"
    );
    assert_eq!(json["run"]["bots"][0], "greedy");
    let words = format!("{} --games 40 --players 2", starter("pig"));
    let (json, text) = report(&words);
    assert!(
        !text.contains("\ncard ") && json.get("cards").is_none(),
        "{text}"
    );
}

/// Each step of the ladder is beyond chance where skill matters.
#[test]
fn the_ladder_tells_how_much_skill_matters() {
    let folder = tempfile::tempdir().unwrap();
    let words = format!(
        "simulate {} --players 2 --ladder --games 60",
        starter("pig")
    );
    let (done, output) = paperkeep(folder.path(), &words);
    assert!(
        done && output.contains("greedy against random: wins"),
        "{output}"
    );
    assert!(
        output.contains("search:100 against greedy") && output.contains("Luck:"),
        "{output}"
    );
}

/// A program of one's own takes a seat, sees its own things only, and an answer that is none ends the run.
#[cfg(unix)]
#[test]
fn a_program_of_one_s_own_takes_a_seat() {
    let folder = tempfile::tempdir().unwrap();
    let bot = "import json, sys\nfor line in sys.stdin:\n    said = json.loads(line)\n    if said['type'] == 'ask':\n        print(json.dumps({'move': said['options'][0]['id']}), flush=True)\n        open('asked', 'a').write(line)\n";
    fs::write(folder.path().join("first.py"), bot).unwrap();
    fs::write(
        folder.path().join("wrong.py"),
        bot.replace("said['options'][0]['id']", "'nothing'"),
    )
    .unwrap();
    let simulate = |program: &str| {
        let output = Command::new(env!("CARGO_BIN_EXE_paperkeep"))
            .args([
                "simulate",
                &starter("crazy-eights"),
                "--players",
                "2",
                "--games",
                "2",
                "--threads",
                "1",
            ])
            .arg("--bot")
            .arg(format!("cmd:python3 {program},random"))
            .current_dir(folder.path())
            .output()
            .expect("the program");
        let text = String::from_utf8_lossy(&output.stdout).into_owned()
            + &String::from_utf8_lossy(&output.stderr);
        (output.status.success(), text)
    };
    let (done, text) = simulate("first.py");
    assert!(done && text.contains("2 games"), "{text}");
    let asked = fs::read_to_string(folder.path().join("asked")).unwrap();
    for line in asked.lines() {
        let ask: serde_json::Value = serde_json::from_str(line).unwrap();
        assert_eq!(ask["seat"], 0);
        let hand = &ask["position"]["players"][1]["has"]["hand.Player_2"];
        assert!(hand["count"].is_u64(), "another's hand is shown: {hand}");
    }
    let (done, text) = simulate("wrong.py");
    assert!(
        !done && text.contains("not one of its options, or is one too many; it said"),
        "{text}"
    );
    // Versions are compared by it too.
    let (done, text) = paperkeep(
        folder.path(),
        &format!(
            "compare {0} {0} --players 2 --games 2 --threads 1 --bot cmd:./first,random",
            starter("crazy-eights")
        ),
    );
    assert!(!done && text.contains("the bot `./first`"), "{text}");
    let compare = Command::new(env!("CARGO_BIN_EXE_paperkeep"))
        .args([
            "compare",
            &starter("crazy-eights"),
            &starter("crazy-eights"),
        ])
        .args(["--players", "2", "--games", "2", "--threads", "1", "--bot"])
        .arg("cmd:python3 first.py,random")
        .current_dir(folder.path())
        .output()
        .expect("the program");
    let text = String::from_utf8_lossy(&compare.stdout);
    assert!(text.contains("2 pairs of games"), "{text}");
    let rows = text
        .lines()
        .filter(|line| line.starts_with("score of a player"));
    assert_eq!(rows.count(), 1, "the counter is the score: {text}");
    // Its own mistakes are shown.
    fs::write(
        folder.path().join("broken.py"),
        "raise ValueError('a bug of mine')\n",
    )
    .unwrap();
    let (done, text) = simulate("broken.py");
    assert!(
        !done && text.contains("ValueError: a bug of mine"),
        "{text}"
    );
}

/// A program of one's own plays at the table as in `simulate`. When it cannot go on, that is told, and people answer for it; its journal
/// needs it no more, and starts nothing by itself.
#[test]
fn a_program_of_ones_own_plays_with_people() {
    use std::io::Write;
    use std::process::Stdio;
    let folder = tempfile::tempdir().unwrap();
    let bot = "import json, sys\nleft = 3\nfor line in sys.stdin:\n    said = json.loads(line)\n    open('heard', 'a').write(line)\n    if said['type'] == 'ask':\n        if left == 0: raise SystemExit('no more of this')\n        left -= 1\n        print(json.dumps({'move': said['options'][0]['id']}), flush=True)\n";
    fs::write(folder.path().join("bot.py"), bot).unwrap();
    let patient = bot.replace("left -= 1", "left -= 0");
    fs::write(folder.path().join("patient.py"), patient).unwrap();
    let run = |arguments: &[&str], answers: usize| {
        let mut child = Command::new(env!("CARGO_BIN_EXE_paperkeep"))
            .args(arguments)
            .current_dir(folder.path())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program");
        let mut stdin = child.stdin.take().unwrap();
        let input = "{\"bot\":true}\n".repeat(answers);
        stdin.write_all(input.as_bytes()).unwrap();
        drop(stdin);
        let output = child.wait_with_output().unwrap();
        String::from_utf8_lossy(&output.stdout).into_owned()
            + &String::from_utf8_lossy(&output.stderr)
    };
    let (kit, journal) = (starter("crazy-eights"), "evening.jsonl");
    let play = [
        "play",
        &kit,
        "--players",
        "Ann,Bob",
        "--seed",
        "5",
        "--json",
    ];
    let with = ["--journal", journal, "--bot", "Bob=cmd:python3 bot.py"];
    let text = run(&[&play[..], &with[..]].concat(), 9);
    let gone = text.lines().filter(|line| line.contains("program_gone"));
    assert_eq!(gone.clone().count(), 1, "{text}");
    // What it said is not for everybody: it may name cards of its hand.
    let is_discreet =
        |line: &str| line.contains("it has ended") && !text.contains("no more of this");
    assert!(gone.clone().all(is_discreet), "{text}");
    assert!(
        text.contains(r#""who":"Bob""#),
        "people answer for Bob: {text}"
    );
    // What it was told is what its seat may see.
    let heard = fs::read_to_string(folder.path().join("heard")).unwrap();
    let asked = heard.lines().filter(|line| line.contains(r#""ask""#));
    assert_eq!(asked.clone().count(), 4);
    for line in asked {
        let ask: serde_json::Value = serde_json::from_str(line).unwrap();
        let hand = &ask["position"]["players"][0]["has"]["hand.Ann"];
        assert!(hand["count"].is_u64(), "another's hand is shown: {hand}");
    }
    let moves = |by: &str| {
        let text = fs::read_to_string(folder.path().join(journal)).unwrap();
        let by = format!(r#""by":"{by}""#);
        let own = text.lines().skip(1).filter(|line| line.contains(&by));
        own.filter(|line| !line.contains("draw:")).count()
    };
    assert!(moves("Bob") > 0);
    // The journal starts no program, but another may go on.
    fs::remove_file(folder.path().join("heard")).unwrap();
    let (done, verified) = paperkeep(folder.path(), "replay evening.jsonl --verify");
    assert!(done, "{verified}");
    let text = run(&["resume", journal, "--json"], 1);
    assert!(text.contains("a program played for Bob"), "{text}");
    assert!(!folder.path().join("heard").exists());
    let before = moves("program");
    let text = run(
        &[
            "resume",
            journal,
            "--json",
            "--bot",
            "Bob=cmd:python3 patient.py",
        ],
        4,
    );
    assert!(!text.contains("program_gone"), "{text}");
    assert!(moves("program") > before, "{text}");
    let text = run(&["resume", journal, "--json", "--bot", "Ann=cmd:true"], 1);
    assert!(text.contains("no program played for Ann"), "{text}");
}

/// Plays Pig over the protocol against a bot; returns what the program wrote.
fn evening(folder: &Path, journal: &str, lines: &[&str]) -> String {
    use std::io::Write;
    use std::process::Stdio;
    let mut child = Command::new(env!("CARGO_BIN_EXE_paperkeep"))
        .args(["play", &starter("pig"), "--players", "Ann,Bob,Cid", "--bot"])
        .args(["Bob=greedy,Cid=random", "--seed", "4", "--json"])
        .args(["--journal", journal])
        .current_dir(folder)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program");
    let input = lines.join("\n") + "\n";
    let mut stdin = child.stdin.take().unwrap();
    stdin.write_all(input.as_bytes()).unwrap();
    drop(stdin);
    let output = child.wait_with_output().unwrap();
    String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr)
}

/// People and bots play, and the journal says afterwards what happened at the table: never mixed up, and continued as it was.
#[test]
fn journals_of_evenings_are_reported() {
    let folder = tempfile::tempdir().unwrap();
    // She rolls and keeps, whatever comes.
    let mut lines = vec![
        r#"{"note":{"text":"Why not?","by":"Ann"}}"#,
        r#"{"move":"roll"}"#,
        r#"{"undo":1}"#,
    ];
    for _ in 0..200 {
        lines.extend([r#"{"move":"roll"}"#, r#"{"move":"hold"}"#]);
    }
    let told = evening(folder.path(), "first.jsonl", &lines);
    assert!(told.contains(r#""type":"noted""#), "{told}");
    assert!(told.contains(r#""type":"over""#), "{told}");
    let asked = told.lines().filter(|line| line.contains(r#""type":"ask""#));
    assert!(
        asked.clone().all(|line| line.contains(r#""who":"Ann""#)),
        "only people are asked"
    );
    evening(folder.path(), "second.jsonl", &[r#"{"move":"roll"}"#]);
    let (done, text) = paperkeep(
        folder.path(),
        "report first.jsonl second.jsonl --report evenings.json",
    );
    assert!(done, "{text}");
    for says in [
        "2 evenings, 1 to the end; players: 3",
        "people         2 seats",
        "bots           4 seats",
        "taken back     once, 1 answer in all",
        ", Ann: Why not?",
    ] {
        assert!(text.contains(says), "`{says}` in: {text}");
    }
    let json = fs::read_to_string(folder.path().join("evenings.json")).unwrap();
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!(json[0]["people"]["finished"], 1);
    assert_eq!(json[0]["bots"]["finished"], 2);
    assert!(json[0]["time"]["decisions"].as_u64() > Some(2), "{json}");
    // It goes on with its bots, and what they did is what they would do.
    let (done, text) = paperkeep(folder.path(), "replay first.jsonl --verify");
    assert!(done, "{text}");
    let refused = evening_refused(folder.path(), "Dot=greedy");
    assert!(refused.contains("no player is called Dot"), "{refused}");
    let refused = evening_refused(folder.path(), "Ann=greedy,Bob=random");
    assert!(refused.contains("nobody is left to play"), "{refused}");
    let refused = evening_refused(folder.path(), "Bob=clever");
    assert!(refused.contains("there is no bot `clever`"), "{refused}");
}

/// What was refused and looked up is what is unclear.
#[test]
fn what_is_unclear_is_reported() {
    use std::io::Write;
    use std::process::Stdio;
    let folder = tempfile::tempdir().unwrap();
    let mut child = Command::new(env!("CARGO_BIN_EXE_paperkeep"))
        .args(["play", "dungeon-in-a-tin", "--seed", "5", "--json"])
        .args(["--journal", "tin.jsonl"])
        .current_dir(folder.path())
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .spawn()
        .expect("the program");
    let lines = [
        r#"{"move":"go:s"}"#,
        r#"{"move":"stay"}"#,
        r#"{"move":"go:s"}"#,
        r#"{"rules":"R41"}"#,
    ];
    let mut stdin = child.stdin.take().unwrap();
    stdin
        .write_all((lines.join("\n") + "\n").as_bytes())
        .unwrap();
    drop(stdin);
    assert!(child.wait().unwrap().success());
    let (done, text) = paperkeep(folder.path(), "report tin.jsonl");
    assert!(done && text.contains("rules read     R41: once"), "{text}");
    assert!(text.contains("the room has no south exit (R41)"), "{text}");
}

fn evening_refused(folder: &Path, bots: &str) -> String {
    let pig = starter("pig");
    let (done, text) = paperkeep(
        folder,
        &format!("play {pig} --players Ann,Bob --bot {bots} --json --journal no.jsonl"),
    );
    assert!(!done && !folder.join("no.jsonl").exists(), "{text}");
    text
}

/// Journals of earlier versions have neither times nor remarks, and are reported for what they have.
#[test]
fn journals_of_earlier_versions_are_reported() {
    let golden = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden");
    let (done, text) = paperkeep(&golden, "report dungeon-crawl.jsonl dungeonbuilders.jsonl");
    assert!(done, "{text}");
    assert!(text.contains("the journals do not say"), "{text}");
    assert!(
        text.contains("dungeon-crawl") && text.contains("dungeonbuilders"),
        "{text}"
    );
}
