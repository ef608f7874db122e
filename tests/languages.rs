//! A kit in several languages: printed, checked, handed to translators and back, and played.

use std::fs;
use std::path::{Path, PathBuf};

use assert_cmd::Command;
use paperkeep::kit::Files;
use paperkeep::kit::language::Catalogue;

fn run(folder: &Path, line: &[&str], input: &str) -> (bool, String, String) {
    let mut command = Command::cargo_bin("paperkeep").unwrap();
    let done = command
        .args(line)
        .current_dir(folder)
        .env("NO_COLOR", "1")
        .write_stdin(input)
        .output()
        .unwrap();
    let [out, err] = [done.stdout, done.stderr].map(|bytes| String::from_utf8(bytes).unwrap());
    (done.status.success(), out, err)
}

/// A number means what the screen shows beside it, also if it begins the words of an answer that is not shown: "2 ablegen".
#[test]
fn numbers_mean_what_is_shown_in_every_language() {
    let folder = tempfile::tempdir().unwrap();
    let moves = |language: &str| {
        let journal = format!("{language}.jsonl");
        let play = [
            "play",
            "dungeon-in-a-tin",
            "--players",
            "Ann,Bob,Cid",
            "--seed",
            "11",
            "--secrets",
            "referee",
            "--language",
            language,
            "--journal",
            &journal,
        ];
        let (done, _, errors) = run(folder.path(), &play, "2\n2\n3\n3\n2\n3\n3\n1\n1\n2\nquit\n");
        assert!(done, "{errors}");
        let text = fs::read_to_string(folder.path().join(journal)).unwrap();
        let read = |line: &str| serde_json::from_str::<serde_json::Value>(line).unwrap();
        let named = |line: &str| read(line)["move"].as_str().map(str::to_owned);
        text.lines().filter_map(named).collect::<Vec<String>>()
    };
    let english = moves("en");
    assert_eq!(english.last().map(String::as_str), Some("go:w"));
    for language in ["de", "es"] {
        assert_eq!(moves(language), english, "{language}");
    }
}

/// A kit with a title in the catalogue, names in a column, and a guide in a file of its own.
fn kit(folder: &Path) {
    let manifest = "id = 'owls'\ntitle = 'Owls'\ndesigners = ['Ann']\nlicence = 'CC0'\nlanguages = ['de']\nplayers = { min = 1, max = 4 }\n\
        [palette]\nink = { color = '#000000', mono = '#000000' }\n\
        [[deck]]\nname = 'cards'\ntitle = 'Owl cards'\nrows = 'cards.csv'\nfront = 'card.svg'\nsize = [60, 40]\n\
        [deck.fields]\nname = { type = 'text' }\nsuit = { type = 'text', translate = false }\n";
    let face = "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 60 40\">\
        {{ text(name ~ \" / \" ~ tr(name, \"en\"), x=5, y=5, w=50, h=8, size=4) }}\
        {% if suit == \"night\" %}{{ text(\"Flies by night\", x=5, y=15, w=50, h=8, size=4) }}{% endif %}\
        {{ text(tr(\"Card {code}\", code=code), x=5, y=25, w=50, h=8, size=4) }}</svg>";
    for (name, text) in [
        ("kit.toml", manifest),
        ("card.svg", face),
        (
            "cards.csv",
            "code,name,name:de,suit\nA1,Barn owl,Schleiereule,night\nA2,Snowy owl,,day\n",
        ),
        ("guide.toml", "[[chapter]]\ntitle = \"Cut\"\n"),
        ("guide.de.toml", "[[chapter]]\ntitle = \"Schneide\"\n"),
        (
            "de.po",
            "msgid \"Flies by night\"\nmsgstr \"Fliegt bei Nacht\"\n",
        ),
    ] {
        fs::write(folder.join(name), text).unwrap();
    }
}

#[test]
fn texts_go_to_translators_and_come_back() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    kit(folder);
    let (sound, _, errors) = run(folder, &["check"], "");
    assert!(
        sound && errors.contains("note: in de, 4 texts are not translated yet: \"Owls\", \"Owl cards\", \"Snowy owl\""),
        "{errors}"
    );

    let (done, said, errors) = run(folder, &["export", "--to", "pot", "--language", "de"], "");
    assert!(done && said.contains("1 of"), "{said}{errors}");
    let catalogue = fs::read_to_string(folder.join("out/owls/de.po")).unwrap();
    assert!(
        catalogue.contains("#: cards.csv:3\nmsgid \"Snowy owl\"\nmsgstr \"\"\n"),
        "{catalogue}"
    );
    assert!(!catalogue.contains("msgid \"night\""), "{catalogue}");
    let mut translated = catalogue;
    for (text, german) in [
        ("Owls", "Eulen"),
        ("Owl cards", "Eulenkarten"),
        ("Snowy owl", "Schneeeule"),
        ("Card {code}", "Karte {code}"),
    ] {
        let empty = format!("msgid \"{text}\"\nmsgstr \"\"");
        assert!(translated.contains(&empty), "{text}");
        translated = translated.replace(&empty, &format!("msgid \"{text}\"\nmsgstr \"{german}\""));
    }
    fs::write(folder.join("de.po"), translated).unwrap();
    let (sound, _, errors) = run(folder, &["check"], "");
    assert_eq!((sound, errors.as_str()), (true, ""));

    let build = [
        "build",
        "--language",
        "de",
        "--paper",
        "a4",
        "--ink",
        "color",
        "--format",
        "svg",
    ];
    let (done, said, errors) = run(folder, &build, "");
    assert!(done, "{errors}");
    assert!(said.contains("owls-de-a4-color-01.svg"), "{said}");
    let (done, _, errors) = run(
        folder,
        &[
            "export",
            "--to",
            "bundle",
            "--language",
            "de",
            "--dpi",
            "60",
        ],
        "",
    );
    assert!(done, "{errors}");
    let cards = fs::read_to_string(folder.join("out/owls/bundle-de/deck.csv")).unwrap();
    assert!(
        cards.contains("Schleiereule") && cards.contains("Schneeeule"),
        "{cards}"
    );
}

/// A face may show two languages, whichever is printed.
#[test]
fn two_languages_on_one_face() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    kit(folder);
    fs::write(
        folder.join("de.po"),
        "msgid \"Snowy owl\"\nmsgstr \"Schneeeule\"\n",
    )
    .unwrap();
    let face = |words: &str| {
        let svg = "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 60 40\">{{ text(WORDS, x=5, y=5, w=50, h=9, size=4) }}</svg>";
        fs::write(folder.join("card.svg"), svg.replace("WORDS", words)).unwrap();
        ["en", "de"].map(|language| {
            assert!(
                run(
                    folder,
                    &["export", "--to", "svg", "--language", language],
                    ""
                )
                .0
            );
            ["A1", "A2"].map(|code| {
                fs::read(folder.join(format!("out/owls/svg-{language}/cards-{code}.svg"))).unwrap()
            })
        })
    };
    let both = face("tr(name, 'en') ~ ' / ' ~ tr(name, 'de')");
    let written = face("{'A1': 'Barn owl / Schleiereule', 'A2': 'Snowy owl / Schneeeule'}[code]");
    assert_eq!(both, written);
}

#[test]
fn mistakes_in_a_language_are_reported() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    kit(folder);
    let (done, _, errors) = run(folder, &["build", "--language", "fr"], "");
    assert!(
        !done
            && errors.contains("is not available in the language `fr`")
            && errors.contains("it is available in en, de"),
        "{errors}"
    );
    let long = "msgid \"Flies by night\"\nmsgstr \"Nachtflugübungsplatzwartungsdienstvorschriftensammlung\"\n";
    fs::write(folder.join("de.po"), long).unwrap();
    let (sound, _, errors) = run(folder, &["check"], "");
    assert!(
        !sound && errors.contains("in de: \"Nachtflug") && errors.contains("too wide"),
        "{errors}"
    );
    assert!(errors.contains("de.po:2:1"), "{errors}");
    fs::write(
        folder.join("de.po"),
        "msgid \"Card {code}\"\nmsgstr \"Karte {kode}\"\n\"\n",
    )
    .unwrap();
    let (sound, _, errors) = run(folder, &["check"], "");
    assert!(
        !sound && errors.contains("de.po:2") && errors.contains("has different placeholders"),
        "{errors}"
    );
    let face = fs::read_to_string(folder.join("card.svg"))
        .unwrap()
        .replace("h=8,", "h=8, icons=\"icons\",");
    fs::write(folder.join("card.svg"), face).unwrap();
    fs::write(
        folder.join("de.po"),
        "msgid \"Snowy owl\"\nmsgstr \"Eule :muenze:\"\n",
    )
    .unwrap();
    let (sound, _, errors) = run(folder, &["check"], "");
    assert!(!sound && errors.contains("de.po:2:14"), "{errors}");
}

/// What cannot be read is not taken for an empty catalogue, which an export would put in its place.
#[test]
fn catalogues_in_other_encodings_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    kit(folder);
    let latin: &[u8] = b"msgid \"Snowy owl\"\nmsgstr \"Schnee-Eule f\xfcr Ann\"\n";
    let utf16 = b"\xff\xfem\0s\0g\0i\0d\0";
    for (bytes, place) in [(latin, "de.po:2:22"), (utf16, "de.po")] {
        fs::write(folder.join("de.po"), bytes).unwrap();
        for line in [
            &["check"][..],
            &["build", "--language", "de"],
            &["export", "--to", "pot", "--language", "de"],
        ] {
            let (done, _, errors) = run(folder, line, "");
            let says = |words: &str| errors.contains(words);
            assert!(
                !done && says("`de.po` is not UTF-8") && says(place) && says("save it as UTF-8"),
                "{line:?}: {errors}"
            );
        }
    }
}

/// What a drawing says literally can be translated only by `tr` or `text`.
#[test]
fn no_shipped_face_is_bound_to_a_language() {
    for id in Files::shipped_ids() {
        let files = Files::shipped(id).unwrap();
        for path in files.paths().iter().filter(|path| path.ends_with(".svg")) {
            let svg = files.read(path).unwrap();
            let said = svg
                .split("</text>")
                .filter_map(|before| before.rsplit_once('>'))
                .map(|(_, words)| words);
            let bound = |words: &&str| words.contains(char::is_alphabetic) && !words.contains('{');
            let literal: Vec<&str> = said.filter(bound).collect();
            assert!(literal.is_empty(), "{id}/{path}: {literal:?}");
        }
    }
}

/// The referee uses the language, understands the words that it shows, and a replay shows the same.
#[test]
fn an_evening_in_german() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let play = [
        "play",
        "dungeon-in-a-tin",
        "--language",
        "de",
        "--seed",
        "11",
        "--players",
        "Ann",
        "--plain",
        "--journal",
        "j.jsonl",
    ];
    let (done, said, errors) = run(
        folder,
        &play,
        "xyzzy\nn dunkel\no\nrot\nF04\nstory\nh all\nodds\nluck\nwhy\nhistory\nstatus\ncorrect\nnichts\nend\nja\nquit\n",
    );
    assert!(done, "{errors}");
    for words in [
        "`xyzzy` ist hier keine Antwort. Gefragt ist (1 bis 6 oder die Wörter; `?` zeigt sie):",
        "Ann, was jetzt?  1 nach Norden ins Dunkel  2 nach Osten ins Dunkel  3 bleiben",
        "Du ziehst das Lager (T06).",
        "Ein rotes Monster greift dich mit einem Hieb an!",
        "Ann, welche Karte gegen den Hieb?  1 F04 Stoß +2, Hieb -1 (Sieg mit 5 oder mehr)",
        "Runde 1.",
        "die letzten Züge",
        "Was liegt anders?  (Enter: nichts)",
        "Weder gewonnen noch verloren.",
    ] {
        assert!(said.contains(words), "{words} is not in: {said}");
    }
    let english = ["You ", "Your ", "the ", "Turn", " and ", "Type "];
    let found: Vec<&str> = english
        .into_iter()
        .filter(|words| said.contains(words))
        .collect();
    assert_eq!(found, Vec::<&str>::new(), "{said}");
    let (done, again, errors) = run(
        folder,
        &["replay", "j.jsonl", "--plain"],
        "\n\n\n\n\n\n\n\n\n\nquit\n",
    );
    assert!(
        done && again.contains("Du ziehst das Lager (T06)"),
        "{again}{errors}"
    );
}

/// Corrections, right and wrong, the sources of chance, the luck sheet and the story.
#[test]
fn the_table_is_corrected_and_retold_in_both_languages() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let said = |language: &str, lines: &str| {
        let journal = format!("{language}.jsonl");
        let play = [
            "play",
            "dungeon-in-a-tin",
            "--seed",
            "11",
            "--plain",
            "--journal",
            &journal,
            "--language",
            language,
        ];
        let (done, said, errors) = run(folder, &play, lines);
        assert!(done, "{errors}");
        // What was typed is in English, and so are the places and pieces in corrections.
        said.lines()
            .filter(|line| !line.starts_with("> "))
            .collect::<Vec<&str>>()
            .join("\n")
    };
    let corrections = "correct T99 east of T01\ncorrect potion to Nobody\ncorrect hearts 9\ncorrect T06 away\n\
        correct T01 away\ncorrect level 2\ncorrect potion to pool\nluck\nstory\nphysical\n";
    let german = said(
        "de",
        &format!(
            "n dunkel\no\nrot\nF04\n{corrections}physical gelber Monsterwürfel fight-deck, Marker\nphysical Hut\n"
        ),
    );
    for words in [
        "Dungeon in a Tin: Spieler. Seed 11.",
        "Nicht möglich: nichts heißt hier `T99`; `correct` allein erklärt, wie man es sagt.",
        "Nicht möglich: kein Ort heißt hier `Nobody`.",
        "Nicht möglich: Spieler hat 1 bis 5 Herzen. (R4)",
        "Nicht möglich: c2 liegt auf T06: Sag zuerst, wohin das kommt.",
        "Nicht möglich: T01 läge nirgends: 0 von 1 sind auf dem Tisch.",
        "Im Einvernehmen: Spieler: level 2.",
        "Im Einvernehmen: potion kommt von Spieler zu pool.",
        "Kampfstapel (Karten): das Programm",
        "Kampfstapel (Karten): ihr selbst",
        "roter Monsterwürfel (Würfel): das Programm",
        "gelber Monsterwürfel (Würfel): ihr selbst",
        "Nicht möglich: nichts heißt hier `Hut`; es gibt: all, Karten, Plättchen, Marker, Würfel, Kampfstapel,",
        "F07 (Stoß +1, Hieb +1) x1 (0,2)",
        "Der Ritter stieg ganz allein die Hügeltreppe hinab. Der Ritter ging nach Norden und kam ins Lager, wo ein rotes Monster \
         und ein gelbes Monster warteten. Der Ritter erschlug ein rotes Monster.",
    ] {
        assert!(german.contains(words), "{words} is not in: {german}");
    }
    let spanish = said("es", &format!("n oscuridad\ne\nrojo\nF04\n{corrections}"));
    for words in [
        "Jugador tiene de 1 a 5 corazones. (R4)",
        "De común acuerdo: potion va de Jugador a pool.",
        "El caballero bajó a solas por la ",
    ] {
        assert!(spanish.contains(words), "{words} is not in: {spanish}");
    }
    for said in [german, spanish] {
        let english = [
            "You ",
            " the ",
            "Player",
            " is ",
            " to ",
            "agreement",
            " deck",
            " die (",
        ];
        let found: Vec<&str> = english
            .into_iter()
            .filter(|words| said.contains(words))
            .collect();
        assert_eq!(found, Vec::<&str>::new(), "{said}");
    }
}

/// A game with rules of its own is played in two languages: its sentences go to translators and come back, and the program uses its
/// own in the same language.
#[test]
fn rules_in_data_are_played_in_two_languages() {
    let kit = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/kits/translated/lanterns")
        .display()
        .to_string();
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let (sound, said, errors) = run(folder, &["check", &kit], "");
    assert!(
        sound && !errors.contains("not translated"),
        "{said}{errors}"
    );
    let (done, _, errors) = run(folder, &["export", &kit, "--to", "pot", "--out", "out"], "");
    assert!(done, "{errors}");
    let template = fs::read_to_string(folder.join("out/lanterns/lanterns.pot")).unwrap();
    for text in [
        "burn {card}",
        "{card} goes out when it is {weather}",
        "draw",
        "gusts of wind",
        "A gust of wind blows through the street.",
        "stormy",
        "stock",
    ] {
        assert!(
            template.contains(&format!("msgid \"{text}\"\n")),
            "{text} is not in: {template}"
        );
    }
    let played = |language: &str, lines: &str| {
        let journal = format!("{language}.jsonl");
        let play = [
            "play",
            &kit,
            "--seed",
            "5",
            "--plain",
            "--journal",
            &journal,
            "--language",
            language,
        ];
        let (done, said, errors) = run(
            folder,
            &[&play[..], &["--players", "Ann,Bob"]].concat(),
            lines,
        );
        assert!(done, "{errors}");
        let (done, again, errors) = run(folder, &["replay", &journal, "--verify"], "");
        assert!(done, "{again}{errors}");
        said
    };
    insta::assert_snapshot!(
        "lanterns_en",
        played("en", "foretell\nstormy\nburn Candle\ndraw\nlook\nquit\n")
    );
    insta::assert_snapshot!(
        "lanterns_de",
        played(
            "de",
            "sag vorher\nstürmisch\nverbrenn Kerze\nzieh\nlook\nquit\n"
        )
    );
}

/// A kit without rules is played as an open table, whose actions and names are the program's own.
#[test]
fn an_open_table_speaks_the_language() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    kit(folder);
    let manifest = fs::read_to_string(folder.join("kit.toml")).unwrap();
    fs::write(
        folder.join("kit.toml"),
        manifest.replace(
            "front = 'card.svg'",
            "front = 'card.svg'\nback = 'back.svg'",
        ),
    )
    .unwrap();
    fs::write(
        folder.join("back.svg"),
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 60 40\"/>",
    )
    .unwrap();
    let said = |language: &str, lines: &str| {
        let journal = format!("{language}.jsonl");
        let play = [
            "play",
            "--seed",
            "4",
            "--players",
            "Ann,Bob",
            "--dice",
            "2d6",
            "--plain",
            "--journal",
            &journal,
        ];
        let (done, said, errors) = run(
            folder,
            &[&play[..], &["--language", language]].concat(),
            lines,
        );
        assert!(done, "{errors}");
        let (done, again, errors) = run(folder, &["replay", &journal, "--verify"], "");
        assert!(done, "{again}{errors}");
        said.lines()
            .filter(|line| !line.starts_with("> "))
            .collect::<Vec<&str>>()
            .join("\n")
    };
    let lines = "nein\naufdecken Karten\nbewegen A2\nHand\nwürfeln\nzählen Zähler\n3\ncorrect score.Ann 5\n\
        correct score.Ann x\ncorrect turn Bob\nphysical foo\nfertig\nend\nja\nend\nquit\n";
    let german = said("de", lines);
    for words in [
        "Ann: das Oberste von Karten aufdecken. Mitte: Snowy owl.",
        "Ann, wohin kommt Snowy owl?  1 Mitte  2 Auslage von Ann  3 Hand von Ann  4 Ablage Karten  5 Karten",
        "Ann: würfeln: Zusatzwürfel. Zusatzwürfel: ",
        "Ann, um wie viel? -10 bis 10",
        "Der Tisch: Zähler 3",
        "Im Einvernehmen: Punkte von Ann: 5.",
        "Nicht möglich: Punkte kann nicht `x` sein.",
        "Im Einvernehmen: Bob ist am Zug.",
        "Bob ist fertig.",
        "Nicht möglich: ihr habt das Spiel beendet; `undo` nimmt das zurück.",
    ] {
        assert!(german.contains(words), "{words} is not in: {german}");
    }
    let words = german.split(|letter: char| !letter.is_alphanumeric());
    let english = [
        "the", "of", "to", "is", "and", "draw", "move", "hand", "tally", "front", "place", "dice",
    ];
    let found: Vec<&str> = words.filter(|word| english.contains(word)).collect();
    assert_eq!(found, Vec::<&str>::new(), "{german}");
}

/// What the program says itself is in the language that a kit is written in, where it speaks that and nobody asks for another.
#[test]
fn a_kit_in_german_needs_no_translation_to_be_german() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    kit(folder);
    for apart in ["guide.de.toml", "guide.toml", "de.po"] {
        fs::remove_file(folder.join(apart)).unwrap();
    }
    let manifest = fs::read_to_string(folder.join("kit.toml")).unwrap();
    let manifest = manifest.replace("languages = ['de']", "language = 'de'");
    fs::write(folder.join("kit.toml"), manifest).unwrap();
    let face = fs::read_to_string(folder.join("card.svg")).unwrap();
    let face = face.replace("tr(name, \"en\")", "name");
    fs::write(folder.join("card.svg"), face).unwrap();
    let (sound, _, errors) = run(folder, &["check"], "");
    assert!(sound, "{errors}");

    let play = ["play", "--seed", "4", "--players", "Ann,Bob", "--plain"];
    let play = [&play[..], &["--journal", "one.jsonl"]].concat();
    let (done, said, errors) = run(folder, &play, "correct turn Bob\nfertig\nquit\n");
    assert!(done, "{errors}");
    for words in ["Ann, was jetzt?", "Im Einvernehmen: Bob ist am Zug."] {
        assert!(said.contains(words), "{words} is not in: {said}");
    }
    // Its own words are nobody's to translate: the program's `front` is no word of this kit.
    assert!(
        said.contains("Barn owl") || said.contains("Owl cards"),
        "{said}"
    );
    let journal = fs::read_to_string(folder.join("one.jsonl")).unwrap();
    assert!(!journal.contains("\"language\""), "{journal}");
    let (done, again, errors) = run(folder, &["replay", "one.jsonl", "--verify"], "");
    assert!(done, "{again}{errors}");

    let build = ["build", "--paper", "a4", "--ink", "color", "--out", "out"];
    let (done, said, errors) = run(folder, &build, "");
    assert!(done, "{errors}");
    assert!(said.contains("owls-a4-color.pdf"), "{said}");
    let guide = folder.join("out/owls/owls-a4-color-guide.pdf");
    let guide = lopdf::Document::load(guide).unwrap();
    let pages: Vec<u32> = guide.get_pages().into_keys().collect();
    let words = guide.extract_text(&pages).unwrap();
    assert!(words.contains("Originalgröße"), "{words}");
    assert!(!words.contains("Print at"), "{words}");
}

/// Both of the program's catalogues contain all of its own texts, at the prompt, on the page and on paper, and nothing else.
#[test]
fn the_program_has_all_of_its_own_texts_in_each_language() {
    let sources = sources_of("src");
    let [german, spanish] = ["de", "es"].map(|code| {
        let file = format!("src/kit/files/language/{code}.po");
        let (catalogue, problems) = Catalogue::read(&fs::read_to_string(&file).unwrap(), &file);
        assert!(problems.0.is_empty(), "{problems}");
        catalogue
    });
    let texts: Vec<&str> = german.texts().collect();
    assert_eq!(texts, spanish.texts().collect::<Vec<&str>>());
    // The texts for sides are composed.
    let gone = texts
        .iter()
        .filter(|text| !sources.contains(&text.replace('"', "\\\"")) && !text.ends_with(" side"));
    assert_eq!(gone.collect::<Vec<_>>(), Vec::<&&str>::new());
    let untranslated = texts
        .iter()
        .filter(|text| german.get(text).is_none() || spanish.get(text).is_none());
    assert_eq!(untranslated.collect::<Vec<_>>(), Vec::<&&str>::new());
    // The texts of the page and the prompt.
    let mut said: Vec<&str> = sources
        .split(" t('")
        .skip(1)
        .filter_map(|rest| Some(rest.split_once('\'')?.0))
        .collect();
    for call in [
        ".worded(\"",
        ".tell(\"",
        ".note(Tone::Plain, \"",
        ".note(Tone::Dim, \"",
        ".note(Tone::Strong, \"",
        "say(language, \"",
    ] {
        said.extend(
            sources
                .split(call)
                .skip(1)
                .filter_map(|rest| Some(rest.split_once('"')?.0)),
        );
    }
    // The referee's texts about corrections. Texts that only join others are the same in every language.
    let is_worded = |text: &&str| {
        text.contains(' ')
            && text
                .split(['{', '}'])
                .step_by(2)
                .any(|rest| rest.contains(char::is_alphabetic))
    };
    let (referee, tin) = (
        sources_of("src/referee"),
        sources_of("src/games/dungeon_in_a_tin"),
    );
    for call in [
        "message(\"",
        "named(\"",
        "unheard(\"",
        "refused(\"",
        "joined(places, \"",
    ] {
        let texts = referee.split(call).skip(1).chain(tin.split(call).skip(1));
        said.extend(
            texts
                .filter_map(|rest| Some(rest.split_once('"')?.0))
                .filter(is_worded),
        );
    }
    said.retain(|text| !texts.contains(text));
    assert_eq!(said, Vec::<&str>::new());
}

/// The sources in a folder, with strings of several lines joined into one.
fn sources_of(folder: &str) -> String {
    let mut sources = String::new();
    for entry in walkdir(Path::new(folder)) {
        let is_source = entry
            .extension()
            .is_some_and(|ending| ["rs", "js", "toml"].iter().any(|known| ending == *known));
        if is_source {
            sources.push_str(&fs::read_to_string(&entry).unwrap());
        }
    }
    let parts: Vec<&str> = sources.split("\\\n").collect();
    parts
        .iter()
        .map(|part| part.trim_start())
        .collect::<String>()
}

fn walkdir(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path());
    entries
        .flat_map(|path| {
            if path.is_dir() {
                walkdir(&path)
            } else {
                vec![path]
            }
        })
        .collect()
}
