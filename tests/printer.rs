//! From a calibration sheet to corrected pages and cut files, with the real program.

use std::path::Path;

use assert_cmd::Command;

fn paperkeep(folder: &Path, arguments: &[&str]) -> Command {
    let mut program = Command::cargo_bin("paperkeep").unwrap();
    program
        .current_dir(folder)
        .env("XDG_CONFIG_HOME", folder.join("config"))
        .args(arguments);
    program
}

fn said(mut program: Command) -> String {
    let output = program.assert().success();
    String::from_utf8(output.get_output().stdout.clone()).unwrap()
}

#[test]
fn a_calibration_sheet_has_a_front_and_a_back() {
    let folder = tempfile::tempdir().unwrap();
    for paper in ["a4", "letter"] {
        said(paperkeep(folder.path(), &["calibrate", "--paper", paper]));
        let pdf = lopdf::Document::load(folder.path().join(format!("out/calibration-{paper}.pdf")))
            .unwrap();
        assert_eq!(pdf.get_pages().len(), 2);
        let words = pdf.extract_text(&[1, 2]).unwrap();
        for word in [
            "top edge to the upper right cross",
            "upper right cross to lower right cross",
            "actual size",
        ] {
            assert!(words.contains(word), "no \"{word}\" in {words}");
        }
    }
    paperkeep(folder.path(), &["calibrate", "--paper", "100x150"])
        .assert()
        .code(2);
}

#[test]
fn measurements_correct_the_pages() {
    let folder = tempfile::tempdir().unwrap();
    let sheet = "out/dungeon-in-a-tin/dungeon-in-a-tin-a4-mono-01.svg";
    let build = |more: &[&str]| {
        let arguments = [
            "build",
            "dungeon-in-a-tin",
            "--paper",
            "a4",
            "--ink",
            "mono",
            "--format",
            "svg,cut",
        ];
        said(paperkeep(folder.path(), &[&arguments, more].concat()));
        let read = |path: &str| std::fs::read_to_string(folder.path().join(path)).unwrap();
        (
            read(sheet),
            read("out/dungeon-in-a-tin/dungeon-in-a-tin-a4-01-cut.dxf"),
        )
    };
    let (plain, cut) = build(&[]);
    assert!(
        !plain.contains("id=\"art\" inkscape:groupmode=\"layer\" inkscape:label=\"Art\" transform")
    );

    // Asked one by one: an invalid answer is asked again, and the end of input skips the rest.
    let mut asked = paperkeep(
        folder.path(),
        &["calibrate", "--profile", "office", "--measured"],
    );
    let output = asked
        .write_stdin("21\nthree\n21,0\n19.5\n19.5\n")
        .assert()
        .success();
    let output = String::from_utf8(output.get_output().stdout.clone()).unwrap();
    assert!(
        output.contains("front 1.00 mm right, 0.50 mm up\n"),
        "{output}"
    );
    let (corrected, same_cut) = build(&["--profile", "office"]);
    for layer in ["art", "cut", "marks"] {
        let line = corrected
            .lines()
            .find(|line| line.contains(&format!("<g id=\"{layer}\"")))
            .unwrap();
        assert!(
            line.contains("transform=\"matrix(1 0 0 1 -1 .5)\""),
            "{line}"
        );
    }
    // The plotter cuts where corrected pages land.
    assert_eq!(cut, same_cut);

    // Pages printed without the profile are 1 mm too far right and 0.5 mm too high, and so are the cuts for them.
    let (as_printed, moved) = build(&["--profile", "office", "--correct", "cuts"]);
    assert_eq!(as_printed, plain);
    let first = |dxf: &str| -> [f64; 2] {
        let lines: Vec<&str> = dxf[dxf.find("ENTITIES").unwrap()..]
            .lines()
            .map(str::trim)
            .collect();
        ["10", "20"].map(|code| {
            lines[lines.iter().position(|line| *line == code).unwrap() + 1]
                .parse()
                .unwrap()
        })
    };
    let ([x, y], [x2, y2]) = (first(&cut), first(&moved));
    assert!(
        (x2 - x - 1.0).abs() < 1e-6 && (y2 - y - 0.5).abs() < 1e-6,
        "{x} {y} {x2} {y2}"
    );
    let pages = [
        "build",
        "piecepack",
        "--profile",
        "office",
        "--correct",
        "cuts",
    ];
    paperkeep(folder.path(), &pages).assert().code(2);

    // In a user's own file; a printer without errors changes nothing.
    let perfect = "20,20,20,20,170,257,20,20,20,20,170,257";
    said(paperkeep(
        folder.path(),
        &[
            "calibrate",
            "--profile",
            "mine.toml:lab",
            "--measured",
            perfect,
        ],
    ));
    let (corrected, _) = build(&["--profile", "mine.toml"]);
    let art = |svg: &str| {
        svg[svg.find("<g id=\"art\"").unwrap()..svg.find("<g id=\"cut\"").unwrap()].to_owned()
    };
    assert!(art(&corrected) == art(&plain));
    assert_ne!(corrected, plain, "the margin names the printer");

    paperkeep(folder.path(), &["calibrate", "--measured", "20,20"])
        .assert()
        .code(2);
    paperkeep(folder.path(), &["calibrate", "--measured", "200,-,-,-,-,-"])
        .assert()
        .code(1);
    let unknown = paperkeep(
        folder.path(),
        &["build", "dungeon-in-a-tin", "--profile", "attic"],
    )
    .assert()
    .code(1);
    assert!(String::from_utf8_lossy(&unknown.get_output().stderr).contains("it has: office"));
}

#[test]
fn a_ruler_reveals_the_print_setting() {
    let folder = tempfile::tempdir().unwrap();
    let says = |arguments: &[&str], words: &str| {
        let output = said(paperkeep(folder.path(), &[&["scale"], arguments].concat()));
        assert!(output.contains(words), "{output}");
    };
    says(
        &["94.1"],
        "Most likely the sheet for A4 was fitted to the whole of Letter (94.1 %)",
    );
    says(
        &["98.8", "--ruler", "4in", "--paper", "letter"],
        "the sheet for Letter was fitted to the whole of A4",
    );
    says(&["95.5", "97"], "fitted to the printable area");
    says(&["100", "101.6"], "true to scale");
    says(
        &["99.5", "101.6"],
        "paperkeep calibrate corrects the printer",
    );
    // Rulers on full sheets are shorter, and say so.
    says(&["79", "--ruler", "80"], "came out at 98.8 %");
    says(&["80", "76.2", "--ruler", "80mm,3in"], "true to scale");
    says(&["103"], "they do not fit");
    paperkeep(folder.path(), &["scale", "ten"]).assert().code(2);
    let unclear = ["scale", "80", "76.2", "--ruler", "80"];
    paperkeep(folder.path(), &unclear).assert().code(2);
}

#[test]
fn marks_are_as_requested() {
    let folder = tempfile::tempdir().unwrap();
    let build = |more: &[&str]| {
        let arguments = [
            "build",
            "dungeon-in-a-tin",
            "--paper",
            "a4",
            "--ink",
            "mono",
            "--format",
            "svg,cut",
        ];
        said(paperkeep(folder.path(), &[&arguments, more].concat()));
        let read = |end: &str| {
            std::fs::read_to_string(folder.path().join(format!("out/dungeon-in-a-tin/{end}")))
                .unwrap()
        };
        (
            read("dungeon-in-a-tin-a4-mono-01.svg"),
            read("dungeon-in-a-tin-a4-01-cut.svg"),
        )
    };
    let cuts = "<g id=\"cut\"";
    let (lines, cut) = build(&[]);
    assert!(lines.contains(cuts) && cut.contains(cuts) && !cut.contains("<g id=\"registration\""));
    let (crop, same) = build(&["--marks", "lines=none"]);
    let (none, _) = build(&["--marks", "lines=none,crop=none"]);
    let strokes = |svg: &str| {
        svg[svg.find("<g id=\"marks\"").unwrap()..]
            .matches("<path")
            .count()
    };
    assert!(!crop.contains(cuts) && !none.contains(cuts));
    assert!(strokes(&crop) > strokes(&none) + 20);
    // Where cuts are lines, there is room for headings: two rules on each side of the title, and one on each side of a row's.
    assert_eq!(strokes(&lines), strokes(&none) + 6);
    assert_eq!(cut, same, "the plotter cuts all the same");
    // A square of 5 mm and two brackets with lines of 0.3 mm.
    let (sheet, cut) = build(&["--registration", "three"]);
    let (_, marks) = sheet.split_once("<g id=\"marks\"").unwrap();
    assert_eq!(
        (
            marks.matches("stroke-width=\"5\"").count(),
            marks.matches("stroke-width=\"0.3\"").count()
        ),
        (1, 4)
    );
    assert!(cut.contains("<g id=\"registration\""));
    let wrong = paperkeep(folder.path(), &["build", "--registration", "five"])
        .assert()
        .code(2);
    assert!(
        String::from_utf8_lossy(&wrong.get_output().stderr)
            .contains("the patterns are three, four, none")
    );
}

#[test]
fn what_an_ink_test_shows_to_be_best_is_printed() {
    let folder = tempfile::tempdir().unwrap();
    let calibrate = |more: &[&str]| {
        said(paperkeep(
            folder.path(),
            &[&["calibrate", "--paper", "a4"], more].concat(),
        ))
    };
    calibrate(&["--inks", "--piece", "F04"]);
    let sheet = lopdf::Document::load(folder.path().join("out/ink-test-a4.pdf")).unwrap();
    let words = sheet.extract_text(&[1]).unwrap();
    for word in [
        "as designed",
        "shadows lifted 30 %",
        "borders deepened 15 %",
        "black and white",
        "11",
    ] {
        assert!(words.contains(word), "no \"{word}\" in {words}");
    }
    let build = |more: &[&str]| {
        let arguments = ["build", "piecepack", "--paper", "a4", "--format", "svg"];
        said(paperkeep(folder.path(), &[&arguments, more].concat()))
    };
    let sheet = |ink: &str| {
        let name = format!("out/piecepack/piecepack-a4-{ink}-01.svg");
        std::fs::read_to_string(folder.path().join(name)).unwrap()
    };
    build(&[]);
    let plain = sheet("color");

    // Chosen before and measured later, both are kept; what was measured on other paper is only told if it matters.
    let told = calibrate(&["--chosen", "8", "--profile", "office"]);
    assert!(
        told.contains("shadows lifted 30 %, borders deepened 15 %"),
        "{told}"
    );
    let letter = [
        "build",
        "piecepack",
        "--paper",
        "letter",
        "--profile",
        "office",
    ];
    let letter = paperkeep(folder.path(), &letter).assert().success();
    assert!(!String::from_utf8_lossy(&letter.get_output().stderr).contains("was measured"));
    build(&["--profile", "office"]);
    let toned = sheet("color");
    calibrate(&["--measured", "20.5,20,20,20,170,257", "--profile", "office"]);
    build(&["--profile", "office"]);
    let moved = sheet("color");
    let colours = |svg: &str| -> std::collections::BTreeSet<String> {
        let art = svg.match_indices("fill=\"#");
        art.map(|(at, _)| svg[at + 6..at + 13].to_owned()).collect()
    };
    assert_ne!(colours(&plain), colours(&toned));
    assert_eq!(colours(&toned), colours(&moved));
    assert!(toned != moved);

    // The last number is little ink, unless another ink is asked for.
    calibrate(&["--chosen", "11", "--profile", "office"]);
    build(&["--profile", "office"]);
    assert!(!sheet("lean").is_empty());
    build(&["--profile", "office", "--ink", "color"]);
    assert_eq!(colours(&sheet("color")), colours(&plain));
    paperkeep(folder.path(), &["calibrate", "--chosen", "12"])
        .assert()
        .code(2);
}
