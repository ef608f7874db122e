//! Strangers' kits: whatever they contain, the program reports what is wrong and stops, and neither reads nor writes
//! elsewhere.

use std::io::Write;
use std::path::Path;
use std::time::Duration;

use assert_cmd::Command;

/// Far more than any of them takes even on a busy machine, but enough to detect a hang.
const PATIENCE: Duration = Duration::from_secs(600);

const MANIFEST: &str = r##"
id = "gift"
title = "Gift"
designers = ["A stranger"]
licence = "none"
palette.ink = { color = "#000000", mono = "#000000" }

[[deck]]
name = "cards"
rows = "cards.toml"
front = "card.svg"
size = [40, 30]
"##;

const ROWS: &str = "[[cards]]\ncode = \"C1\"\n";

/// A face with this content.
fn face(inside: &str) -> String {
    format!("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 40 30\">{inside}</svg>")
}

fn write(folder: &Path, manifest: &str, rows: &str, face: &str) {
    for (name, text) in [
        ("kit.toml", manifest),
        ("cards.toml", rows),
        ("card.svg", face),
    ] {
        std::fs::write(folder.join(name), text).unwrap();
    }
}

/// The output of `check`, which must fail properly.
fn refused(kit: &Path) -> String {
    let mut check = Command::cargo_bin("paperkeep").unwrap();
    let output = check
        .arg("check")
        .arg(kit)
        .env("NO_COLOR", "1")
        .timeout(PATIENCE)
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(1), "{}: {said}", kit.display());
    assert!(!said.contains("panicked"), "{said}");
    assert!(
        said.lines().all(|line| line.chars().count() <= 4_100),
        "an endless line"
    );
    said
}

/// Checks that each refusal has the expected message.
fn all_as_expected(refusals: &[(&str, &str, String)]) {
    let short = |said: &str| said.chars().take(1_000).collect::<String>();
    let wrong = refusals
        .iter()
        .filter(|(_, expected, said)| !said.contains(expected));
    let wrong: Vec<String> = wrong
        .map(|(what, expected, said)| format!("{what}, {expected}: {}", short(said)))
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Other ways to grow without limit.
const ENDLESS: &str = "{% set a = 'x' * 90000 %}{% for i in range(90000) %}{% set b = a|upper|lower|upper|lower|upper|lower|upper|lower|upper|lower|length %}{% endfor %}";
const JOINED: &str = "{% set a = range(99)|join(a) %}";
const LONG_TEXTS: &str =
    "{% set a = 'x' * 60000 %}{% set b = range(90000)|map('replace', '1', a)|list %}";
const REPLACED: &str = "{% set a = a|replace('a', a) %}";

const NESTED_VALUE: &str = "{% set n = namespace(a=1) %}\n{% for i in range(99999) %}{% set n.a = {'a': n.a} %}{% endfor %}";

const ENDLESS_DASHES: &str =
    "<path d=\"M0 0L40 30\" stroke=\"#000\" stroke-width=\".1\" stroke-dasharray=\".0001\"/>";

fn doubled(times: usize) -> String {
    format!(
        "{{% set a = 'xxxxxxxxxxxxxxxx' %}}{}{{{{ a|length }}}}",
        "{% set a = a ~ a %}".repeat(times)
    )
}

fn joined() -> String {
    format!("{{% set a = 'a' %}}{}", JOINED.repeat(10))
}

/// Drawings that each show another one twice, level by level.
fn laughs(levels: usize) -> String {
    let level = |n: usize| {
        format!(
            "<g id=\"a{n}\"><use href=\"#a{0}\"/><use href=\"#a{0}\"/></g>",
            n - 1
        )
    };
    let levels: String = (1..=levels).map(level).collect();
    format!(
        "<defs><g id=\"a0\"><rect width=\"1\" height=\"1\"/></g>{levels}</defs><use href=\"#a30\"/>"
    )
}

#[test]
fn faces_of_strangers() {
    let entities =
        "<!DOCTYPE svg [<!ENTITY a \"aaaaaaaaaa\"><!ENTITY b \"&a;&a;&a;&a;&a;&a;&a;&a;\">]>";
    // Only Linux limits memory; elsewhere the template engine gives up after more steps.
    let joined_is = if cfg!(target_os = "linux") {
        "takes more than 512 MB of memory"
    } else {
        "takes too long"
    };
    let cases = [
        (
            "a file elsewhere",
            face("{% include '../card.svg' %}"),
            "non-existing template",
        ),
        (
            "a file of the system",
            face("{% include '/etc/passwd' %}"),
            "non-existing template",
        ),
        (
            "a picture elsewhere",
            face("{{ image('../a.png', x=1, y=1, w=1, h=1) }}"),
            "plain relative path",
        ),
        (
            "a picture from the network",
            face("<image href=\"http://127.0.0.1/a.png\" width=\"9\" height=\"9\"/>"),
            "cannot be shown",
        ),
        (
            "a drawing from the network",
            face("<use href=\"http://127.0.0.1/a.svg#a\"/>"),
            "is outside this face",
        ),
        (
            "a colour from the network",
            face("<rect fill=\"url(http://127.0.0.1/a)\"/>"),
            "is outside this face",
        ),
        ("a page within", face("<foreignObject/>"), "does not print"),
        ("a script", face("<script>1</script>"), "does not print"),
        (
            "a bomb of entities",
            entities.to_owned() + &face("<text>&b;</text>"),
            "is not XML",
        ),
        ("a bomb of uses", face(&laughs(30)), "refer"),
        (
            "elements in elements",
            face(&format!("{}{}", "<g>".repeat(5_000), "</g>".repeat(5_000))),
            "deep",
        ),
        (
            "brackets in brackets",
            format!("{{{{ {}1{} }}}}", "(".repeat(100_000), ")".repeat(100_000)),
            "more than 500 parts",
        ),
        (
            "a loop",
            face("{% for i in range(99999) %}{% for j in range(99999) %}{% endfor %}{% endfor %}"),
            "takes too long",
        ),
        (
            "a macro of itself",
            face("{% macro a() %}{{ a() }}{% endmacro %}{{ a() }}"),
            "recursion limit",
        ),
        (
            "a face in itself",
            "{% include 'card.svg' %}".to_owned(),
            "includes itself",
        ),
        (
            "a repeated text",
            face("{{ 'x' * 1000000000000 }}"),
            "takes too long",
        ),
        (
            "a long list",
            face("{{ range(1000000000)|list }}"),
            "range has too many elements",
        ),
        (
            "a long text",
            face("{{ text('word ' * 30000, x=1, y=1, w=39, h=29, size=9, min=0.1) }}"),
            "longer than 50000 bytes",
        ),
        ("endless work", face(ENDLESS), "takes too long"),
        ("a doubled text", face(&doubled(40)), "takes too long"),
        ("a value in itself", face(NESTED_VALUE), "card.svg:2:"),
        (
            "a namespace in itself",
            face("{% set n = namespace(a=1) %}{% set n.a = n %}{{ n }}"),
            "or nests without end",
        ),
        ("a joined text", face(&joined()), joined_is),
        ("a list of long texts", face(LONG_TEXTS), "takes too long"),
        (
            "a text put into itself",
            face(&format!("{{% set a = 'aaaa' %}}{}", REPLACED.repeat(10))),
            "takes too long",
        ),
        (
            "endless dashes",
            face(&ENDLESS_DASHES.repeat(200)),
            "dashes: more than 100000",
        ),
        (
            "a line of many corners",
            face(&format!(
                "<path d=\"M0 0{}\" stroke=\"#000\"/>",
                "L9 9L1 2".repeat(60_000)
            )),
            "lines, curves",
        ),
        (
            "a long style",
            face(&format!("<g style=\"{}\"/>", "fill:red;".repeat(20_000))),
            "`style` of 180000 bytes is longer",
        ),
        (
            "a long style sheet",
            face(&format!("<style>{}</style>", "a{}".repeat(20_000))),
            "style sheet of 60000 bytes",
        ),
        (
            "an endless size",
            face("{{ text('a', x=1, y=1, w=9, h=9, size=1e308 * 10, min=1) }}"),
            "is not a valid length",
        ),
        (
            "no size at all",
            face("{{ text('a', x=1, y=1, w=9, h=9, size=1e308 * 10 - 1e308 * 10) }}"),
            "is not a valid length",
        ),
        (
            "a large face",
            face(&" ".repeat(9 << 20)),
            "larger than 8 MB",
        ),
        (
            "a large drawing",
            face("{% for i in range(99999) %}{{ 'x' * 999 }}{% endfor %}"),
            "MB",
        ),
    ];
    let mut refusals = Vec::new();
    for (what, face, expected) in cases {
        let folder = tempfile::tempdir().unwrap();
        write(folder.path(), MANIFEST, ROWS, &face);
        refusals.push((what, expected, refused(folder.path())));
    }
    all_as_expected(&refusals);
}

/// Whatever is nested without limit, the template, its line and the nested part are reported.
#[test]
fn templates_that_nest_without_end() {
    let parts = [
        "+1",
        " and 1",
        "~1",
        ".b",
        "|upper",
        "[0]",
        "()",
        " if 1 else 1",
    ];
    let mut faces: Vec<String> = parts
        .iter()
        .map(|part| face(&format!("\n{{{{ 1{} }}}}", part.repeat(30_000))))
        .collect();
    faces.push(face(&format!("\n{{{{ {} 1 }}}}", "not ".repeat(100_000))));
    faces.push(face(&format!(
        "\n{{% if 1 %}}{}{{% endif %}}",
        "{% elif 1 %}".repeat(30_000)
    )));
    for face in faces {
        let folder = tempfile::tempdir().unwrap();
        write(folder.path(), MANIFEST, ROWS, &face);
        let said = refused(folder.path());
        let at = format!("{}:2:", folder.path().join("card.svg").display());
        assert!(
            said.contains("more than") && said.contains(&at),
            "{}",
            said.chars().take(500).collect::<String>()
        );
    }
}

/// A game is not started with a kit that would crash it while being drawn.
#[cfg(unix)]
#[test]
fn a_kit_is_drawn_before_it_is_played_with() {
    let folder = tempfile::tempdir().unwrap();
    let kit = folder.path().join("kit");
    let mut new = Command::cargo_bin("paperkeep").unwrap();
    new.args(["new", "--from", "dungeonbuilders"])
        .arg(&kit)
        .assert()
        .success();
    let play = || {
        let mut play = Command::cargo_bin("paperkeep").unwrap();
        play.args([
            "play",
            "dungeonbuilders",
            "--players",
            "Ann,Bob",
            "--json",
            "--kit",
        ])
        .arg(&kit)
        .current_dir(folder.path());
        play.write_stdin("{\"quit\":true}\n")
            .timeout(PATIENCE)
            .output()
            .unwrap()
    };
    let fine = play();
    assert!(
        fine.status.success(),
        "{}",
        String::from_utf8_lossy(&fine.stderr)
    );
    let face = std::fs::read_dir(kit.join("faces"))
        .unwrap()
        .map(|entry| entry.unwrap().path());
    let mut faces: Vec<_> = face
        .filter(|path| path.extension().is_some_and(|extension| extension == "svg"))
        .collect();
    faces.sort();
    for face in faces {
        let text = std::fs::read_to_string(&face).unwrap();
        std::fs::write(
            &face,
            text.replace("</svg>", &format!("{NESTED_VALUE}</svg>")),
        )
        .unwrap();
    }
    let output = play();
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(
        !output.status.success()
            && output.stdout.is_empty()
            && said.contains("or nests without end"),
        "{said}"
    );
}

/// The same for a face that is drawn only in the language of the game, also if it became so later: what ends is not the first
/// process, and none of the runtime's own words are printed.
#[cfg(target_os = "linux")]
#[test]
fn a_kit_is_drawn_in_the_language_that_is_played() {
    let folder = tempfile::tempdir().unwrap();
    let kit = folder.path().join("kit");
    std::fs::create_dir(&kit).unwrap();
    let manifest = MANIFEST.replace(
        "licence",
        "language = \"en\"\nlanguages = [\"de\"]\nlicence",
    );
    write(&kit, &manifest, ROWS, &face(""));
    let run = |arguments: &[&str]| {
        let mut run = Command::cargo_bin("paperkeep").unwrap();
        run.args(arguments).current_dir(folder.path());
        run.env("NO_COLOR", "1").timeout(PATIENCE).output().unwrap()
    };
    let play = |journal: &str| run(&["play", "kit", "--language", "de", "--journal", journal]);
    let fine = play("before.jsonl");
    assert!(
        fine.status.success(),
        "{}",
        String::from_utf8_lossy(&fine.stderr)
    );
    let nested = format!("{{% if language == 'de' %}}{NESTED_VALUE}{{% endif %}}");
    write(&kit, &manifest, ROWS, &face(&nested));
    let ended = [
        play("after.jsonl"),
        run(&["resume", "before.jsonl"]),
        run(&["replay", "before.jsonl"]),
        run(&["replay", "before.jsonl", "--picture", "table.svg"]),
    ];
    for output in ended {
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{said}");
        assert!(
            said.starts_with("error: drawing cards C1 of ")
                && said.contains("or nests without end")
                && said.contains("card.svg:2:"),
            "{said}"
        );
    }
}

/// Duplicate codes, in a table and in a workbook that repeats a row a billion times.
#[test]
fn a_kind_of_problem_fills_at_most_a_screen() {
    let folder = tempfile::tempdir().unwrap();
    let rows = "C1\n".repeat(20_000);
    write(
        folder.path(),
        &MANIFEST.replace("cards.toml", "cards.csv"),
        ROWS,
        &face(""),
    );
    std::fs::write(folder.path().join("cards.csv"), format!("code\n{rows}")).unwrap();
    let said = refused(folder.path());
    assert!(
        said.lines().count() < 100
            && said.contains("19989 more like this")
            && said.contains("19999 errors"),
        "{said}"
    );
    let space = "urn:oasis:names:tc:opendocument:xmlns";
    let content = format!(
        "<d xmlns:table='{space}:table:1.0' xmlns:text='{space}:text:1.0'><table:table table:name='cards'>\
         <table:table-row><table:table-cell><text:p>code</text:p></table:table-cell></table:table-row>\
         <table:table-row table:number-rows-repeated='1000000000'><table:table-cell><text:p>C1</text:p></table:table-cell>\
         </table:table-row></table:table></d>"
    );
    let book = archive(folder.path(), &[("content.xml", content.as_bytes())]);
    std::fs::rename(book, folder.path().join("cards.ods")).unwrap();
    write(
        folder.path(),
        &MANIFEST.replace("cards.toml", "cards.ods"),
        ROWS,
        &face(""),
    );
    let said = refused(folder.path());
    assert!(
        said.lines().count() < 100 && said.contains("more like this"),
        "{said}"
    );
}

/// Runs `check` in a shell that limits the CPU time of each process to this many seconds.
#[cfg(unix)]
fn checked_within(seconds: u32, kit: &Path) -> std::process::Command {
    let mut shell = std::process::Command::new("sh");
    let check = format!("ulimit -t {seconds}; exec \"$0\" check \"$1\"");
    shell
        .args(["-c", &check, env!("CARGO_BIN_EXE_paperkeep")])
        .arg(kit)
        .env("NO_COLOR", "1");
    shell
        .stdin(std::process::Stdio::null())
        .stdout(std::process::Stdio::piped())
        .stderr(std::process::Stdio::piped());
    shell
}

/// A kit that computes for too long is stopped by the system, here at a lower limit than the program's own; waiting does not
/// count.
#[cfg(unix)]
#[test]
fn computing_is_limited_and_waiting_is_not() {
    let folder = tempfile::tempdir().unwrap();
    // Measuring text is not a step of the template engine.
    let slow = "{% for i in range(20000) %}{{ text('word ' * 9000, x=1, y=1, w=39, h=2, size=9, min=8) }}{% endfor %}";
    write(folder.path(), MANIFEST, ROWS, &face(slow));
    let output = checked_within(3, folder.path()).output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{said}");
    assert!(
        said.contains("takes too long: more than 2 seconds of computing")
            && said.contains("card.svg"),
        "{said}"
    );

    write(folder.path(), MANIFEST, ROWS, &face(""));
    let check = checked_within(3, folder.path()).spawn().unwrap();
    let children = format!("/proc/{0}/task/{0}/children", check.id());
    let worker = (0..1_000).find_map(|_| {
        std::thread::sleep(Duration::from_millis(1));
        std::fs::read_to_string(&children)
            .ok()
            .filter(|worker| !worker.trim().is_empty())
    });
    // If the system gives no information, nothing is stopped, and the check simply runs.
    let signal = |signal: &str| {
        if let Some(worker) = &worker {
            let _ = std::process::Command::new("kill")
                .args([signal, worker.trim()])
                .status();
        }
    };
    signal("-STOP");
    std::thread::sleep(Duration::from_millis(3_500));
    signal("-CONT");
    let output = check.wait_with_output().unwrap();
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
}

/// Reaching a limit is reported like any problem: with its file and a remedy, as text and as JSON, and in `build`.
/// Only Linux limits memory.
#[cfg(target_os = "linux")]
#[test]
fn an_exceeded_limit_is_reported_like_any_problem() {
    let folder = tempfile::tempdir().unwrap();
    write(folder.path(), MANIFEST, ROWS, &face(&joined()));
    let kit = folder.path().to_str().unwrap();
    let template = folder.path().join("card.svg").display().to_string();
    let run = |arguments: &[&str]| {
        let mut program = Command::cargo_bin("paperkeep").unwrap();
        let program = program
            .args(arguments)
            .current_dir(folder.path())
            .env("NO_COLOR", "1")
            .timeout(PATIENCE);
        program.assert().code(1).get_output().clone()
    };
    let output = run(&["check", kit, "--format", "json"]);
    let document: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(document["errors"], 1, "{document}");
    let problem = &document["problems"][0];
    assert_eq!(
        (&problem["file"], &problem["severity"]),
        (&template.as_str().into(), &"error".into())
    );
    assert!(
        problem["message"]
            .as_str()
            .unwrap()
            .starts_with("drawing cards C1 of "),
        "{problem}"
    );
    assert!(
        problem["help"]
            .as_str()
            .unwrap()
            .starts_with("does a text, a list")
    );
    let build: &[&str] = &["build", kit, "--format", "svg"];
    for (arguments, last) in [
        (&["check", kit][..], "\n1 error\n"),
        (build, "1 problem; nothing was written"),
    ] {
        let said = String::from_utf8(run(arguments).stderr).unwrap();
        let expected = [
            "error: drawing cards C1 of ",
            &template,
            "help: does a text, a list",
            last,
        ];
        assert!(expected.iter().all(|words| said.contains(words)), "{said}");
    }
    assert!(!folder.path().join("out").exists());
}

#[test]
fn data_of_strangers() {
    let many = |count: usize| {
        (0..count)
            .map(|n| format!("[[cards]]\ncode = \"C{n}\"\ncount = 10000\n"))
            .collect::<String>()
    };
    let cases = [
        (
            "no rows",
            MANIFEST.replace("\"cards.toml\"", "[]"),
            ROWS.to_owned(),
            "the list is empty",
        ),
        (
            "rows elsewhere",
            MANIFEST.replace("\"cards.toml\"", "\"../cards.toml\""),
            ROWS.to_owned(),
            "plain relative path",
        ),
        (
            "a face elsewhere",
            MANIFEST.replace("\"card.svg\"", "\"../../card.svg\""),
            ROWS.to_owned(),
            "has no file",
        ),
        (
            "a face of the system",
            MANIFEST.replace("\"card.svg\"", "\"/etc/passwd\""),
            ROWS.to_owned(),
            "has no file",
        ),
        (
            "a name that leads out",
            MANIFEST.replace("\"gift\"", "\"../gift\""),
            ROWS.to_owned(),
            "an id consists of",
        ),
        (
            "an endless title",
            MANIFEST.replace("\"Gift\"", &format!("\"{}\"", "G".repeat(1 << 20))),
            ROWS.to_owned(),
            "the limit for a line is 200",
        ),
        (
            "an endless code",
            MANIFEST.to_owned(),
            ROWS.replace("C1", &"C".repeat(1 << 20)),
            "the limit for a line is 200",
        ),
        (
            "a huge sheet",
            MANIFEST.replace("[40, 30]", "[1000000000, 30]"),
            ROWS.to_owned(),
            "more than ten metres",
        ),
        (
            "no sheet",
            MANIFEST.replace("[40, 30]", "[nan, inf]"),
            ROWS.to_owned(),
            "size",
        ),
        (
            "a huge count",
            MANIFEST.to_owned(),
            format!("{ROWS}count = 1000000000\n"),
            "out of range",
        ),
        (
            "a negative count",
            MANIFEST.to_owned(),
            format!("{ROWS}count = -1\n"),
            "out of range",
        ),
        (
            "many counts",
            MANIFEST.to_owned(),
            many(2_000),
            "more than 200000",
        ),
        (
            "lists in lists",
            MANIFEST.to_owned(),
            format!("x = {}{}\n", "[".repeat(50_000), "]".repeat(50_000)),
            "recursion",
        ),
        (
            "bytes",
            MANIFEST.to_owned(),
            "\0\u{1}".to_owned(),
            "cards.toml",
        ),
    ];
    let mut refusals = Vec::new();
    for (what, manifest, rows, expected) in cases {
        let folder = tempfile::tempdir().unwrap();
        write(folder.path(), &manifest, &rows, &face(""));
        refusals.push((what, expected, refused(folder.path())));
    }
    all_as_expected(&refusals);
}

#[cfg(unix)]
#[test]
fn links_out_of_the_folder() {
    for name in ["cards.toml", "card.svg"] {
        let folder = tempfile::tempdir().unwrap();
        write(folder.path(), MANIFEST, ROWS, &face(""));
        std::fs::remove_file(folder.path().join(name)).unwrap();
        std::os::unix::fs::symlink("/etc/passwd", folder.path().join(name)).unwrap();
        let said = refused(folder.path());
        assert!(
            said.contains("link to a file outside the kit's folder") && !said.contains("root:"),
            "{said}"
        );
    }
}

/// A pipe in place of a file, to which nobody ever writes.
#[cfg(unix)]
#[test]
fn pipes_are_not_waited_for() {
    for name in ["kit.toml", "cards.toml", "card.svg"] {
        let folder = tempfile::tempdir().unwrap();
        write(folder.path(), MANIFEST, ROWS, &face(""));
        std::fs::remove_file(folder.path().join(name)).unwrap();
        assert!(
            std::process::Command::new("mkfifo")
                .arg(folder.path().join(name))
                .status()
                .unwrap()
                .success()
        );
        let said = refused(folder.path());
        assert!(
            said.contains("not a regular file") || said.contains("has no file"),
            "{said}"
        );
    }
}

/// The files of commands that are not kits: a pipe, a device.
#[cfg(unix)]
#[test]
fn files_that_never_end_are_refused() {
    for arguments in [
        &["report", "/dev/zero"][..],
        &["build", "piecepack", "--changed-since", "/dev/zero"],
        &[
            "export",
            "piecepack",
            "--to",
            "pdfx",
            "--output-intent",
            "/dev/zero",
        ],
    ] {
        let folder = tempfile::tempdir().unwrap();
        let mut run = Command::cargo_bin("paperkeep").unwrap();
        run.args(arguments).current_dir(folder.path());
        let refused = run.timeout(PATIENCE).assert().code(1);
        let said = String::from_utf8_lossy(&refused.get_output().stderr).into_owned();
        assert!(said.contains("/dev/zero"), "{said}");
    }
}

/// A mistake in what a template of a box draws is shown in its file.
#[test]
fn a_box_names_its_template() {
    let folder = tempfile::tempdir().unwrap();
    let manifest = MANIFEST.to_owned() + "tuckbox = \"box.svg\"\n";
    write(folder.path(), &manifest, ROWS, &face(""));
    let template = face("\n<rect width='-3'/>").replace(
        "viewBox=\"0 0 40 30\"",
        "viewBox=\"{{ -bleed }} {{ -bleed }} {{ w + 2*bleed }} {{ h + 2*bleed }}\"",
    );
    std::fs::write(folder.path().join("box.svg"), template).unwrap();
    let mut build = Command::cargo_bin("paperkeep").unwrap();
    build
        .args(["build", "--tuckbox", "cards"])
        .arg(folder.path());
    let refused = build.current_dir(folder.path()).assert().code(1);
    let said = String::from_utf8_lossy(&refused.get_output().stderr).into_owned();
    assert!(said.contains("box.svg:2:"), "{said}");
}

/// Everything but its files and its port is closed to the process that plays a stranger's kit.
#[cfg(target_os = "linux")]
#[test]
fn a_worker_is_closed() {
    use std::io::{BufRead, BufReader};
    use std::process::Stdio;

    let folder = tempfile::tempdir().unwrap();
    write(folder.path(), MANIFEST, ROWS, &face(""));
    let mut first = std::process::Command::new(assert_cmd::cargo::cargo_bin("paperkeep"))
        .args(["play", "--page", "--journal", "game.jsonl"])
        .current_dir(folder.path())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut line = String::new();
    let mut out = BufReader::new(first.stdout.take().unwrap());
    out.read_line(&mut line).unwrap();
    assert!(line.starts_with("The table is at http://"), "{line}");
    let children = format!("/proc/{0}/task/{0}/children", first.id());
    let worker = std::fs::read_to_string(children).unwrap();
    let status = std::fs::read_to_string(format!("/proc/{}/status", worker.trim())).unwrap();
    let told = |name: &str| {
        let line = status.lines().find(|line| line.starts_with(name)).unwrap();
        line.trim_start_matches(name).trim().to_owned()
    };
    assert_eq!([told("NoNewPrivs:"), told("Seccomp:")], ["1", "2"]);
    // It ends with the first process, and leaves the journal to the next.
    first.kill().unwrap();
    first.wait().unwrap();
    let mut rest = String::new();
    std::io::Read::read_to_string(&mut out, &mut rest).unwrap();
    let mut resume = Command::cargo_bin("paperkeep").unwrap();
    resume
        .args(["resume", "game.jsonl"])
        .current_dir(folder.path());
    resume.timeout(PATIENCE).assert().success();
}

/// An archive of these files; a name that ends with `@` makes a link.
fn archive(folder: &Path, files: &[(&str, &[u8])]) -> std::path::PathBuf {
    let path = folder.join("gift.zip");
    let mut zip = zip::ZipWriter::new(std::fs::File::create(&path).unwrap());
    let options = zip::write::SimpleFileOptions::default();
    for (name, bytes) in files {
        match name.strip_suffix('@') {
            Some(name) => zip
                .add_symlink(name, String::from_utf8_lossy(bytes), options)
                .unwrap(),
            None => {
                zip.start_file(*name, options).unwrap();
                zip.write_all(bytes).unwrap();
            }
        }
    }
    zip.finish().unwrap();
    path
}

/// A file in an archive: its name and its contents.
type Entry<'a> = (&'a str, &'a [u8]);

#[test]
fn archives_of_strangers() {
    let zeros = vec![0; 9 << 20];
    let face = face("");
    let whole: [(&str, &[u8]); 3] = [
        ("kit.toml", MANIFEST.as_bytes()),
        ("cards.toml", ROWS.as_bytes()),
        ("card.svg", face.as_bytes()),
    ];
    let many: Vec<String> = (0..12).map(|n| format!("art/{n}")).collect();
    let bomb: Vec<(&str, &[u8])> = many
        .iter()
        .map(|name| (name.as_str(), &zeros[..8 << 20]))
        .collect();
    let cases: [(&[Entry], &str); 9] = [
        (&[("../card.svg", b"")], "points outside the kit"),
        (&[("a/../../card.svg", b"")], "points outside the kit"),
        (&[("/etc/card.svg", b"")], "points outside the kit"),
        (&[("..\\card.svg", b"")], "points outside the kit"),
        (&[("C:card.svg", b"")], "points outside the kit"),
        (&[("link@", b"/etc/passwd")], "is a link"),
        (&[("large.png", &zeros)], "larger than 8 MB"),
        (&bomb, "larger than 64 MB"),
        (&[("other/kit.toml", b"")], ""),
    ];
    for (more, expected) in cases {
        let folder = tempfile::tempdir().unwrap();
        let path = archive(folder.path(), &[&whole, more].concat());
        if expected.is_empty() {
            Command::cargo_bin("paperkeep")
                .unwrap()
                .arg("check")
                .arg(&path)
                .assert()
                .success();
            continue;
        }
        let said = refused(&path);
        assert!(said.contains(expected), "{more:?}: {said}");
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1);
    }
    let folder = tempfile::tempdir().unwrap();
    assert!(
        refused(&archive(
            folder.path(),
            &[("a/kit.toml", b""), ("b/kit.toml", b"")]
        ))
        .contains("2 kits")
    );
    assert!(refused(&archive(folder.path(), &[("a.txt", b"")])).contains("it has no kit.toml"));
    let broken = folder.path().join("broken.zip");
    std::fs::write(&broken, b"PK\x03\x04 and nothing else").unwrap();
    assert!(refused(&broken).contains("it is not a ZIP archive"));
}

/// A kit that was packed with its folder, as systems do, is checked, printed and played from the archive.
#[test]
fn a_packed_kit_is_printed_and_played() {
    let folder = tempfile::tempdir().unwrap();
    let mut files = Vec::new();
    for name in [
        "kit.toml",
        "rules.toml",
        "guide.toml",
        "tiles.toml",
        "fight_cards.toml",
        "tokens.toml",
        "status_cards.toml",
        "dice.toml",
    ] {
        files.push((
            format!("tin/{name}"),
            std::fs::read(format!("templates/dungeon-in-a-tin/{name}")).unwrap(),
        ));
    }
    for entry in std::fs::read_dir("templates/dungeon-in-a-tin/faces").unwrap() {
        let path = entry.unwrap().path();
        files.push((
            format!("tin/faces/{}", path.file_name().unwrap().display()),
            std::fs::read(&path).unwrap(),
        ));
    }
    files.push(("__MACOSX/._tin".to_owned(), b"litter".to_vec()));
    let files: Vec<(&str, &[u8])> = files
        .iter()
        .map(|(name, bytes)| (name.as_str(), bytes.as_slice()))
        .collect();
    archive(folder.path(), &files);
    let run = |line: &str| {
        let mut program = Command::cargo_bin("paperkeep").unwrap();
        program.args(line.split(' ')).current_dir(folder.path());
        let output = program.write_stdin("quit\n").assert().success();
        String::from_utf8_lossy(&output.get_output().stdout).into_owned()
    };
    assert!(
        run("build gift.zip --paper a4 --ink mono --format pdf").contains("1 sheet, 92 pieces")
    );
    assert!(
        run("play dungeon-in-a-tin --kit gift.zip --seed 2 --plain --journal game.jsonl")
            .contains("Turn 1.")
    );
    assert!(run("resume game.jsonl --plain").contains("north into the dark"));
    let mut names: Vec<_> = std::fs::read_dir(folder.path())
        .unwrap()
        .map(|entry| entry.unwrap().file_name())
        .collect();
    names.sort();
    assert_eq!(names, ["game.jsonl", "gift.zip", "out"]);
}
