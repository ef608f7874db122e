//! The studio's pages in a real browser, with the module that `web/build` made.

use std::collections::BTreeMap;
use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use paperkeep::browser::print::{Print, Told, Wish};
use paperkeep::kit::{Files, Kit};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use crate::page::evenings::{IS_OVER, With};
use crate::page::games::Evening;
use crate::page::looks::{sound, wear};
use crate::watch::chromium::Chromium;

/// The folder with the studio.
fn site() -> PathBuf {
    std::env::var_os("PAPERKEEP_STUDIO").map_or("web/out".into(), PathBuf::from)
}

/// The studio, served by the program.
pub struct Studio {
    program: Child,
    pub address: String,
    /// A browser's files go here.
    pub folder: tempfile::TempDir,
}

impl Studio {
    /// Starts it with a browser; `None`, with a word, if there is no browser or no studio.
    pub fn start() -> Option<(Studio, Chromium)> {
        let site = site();
        if !site.join("paperkeep_bg.wasm").is_file() {
            let _ = writeln!(
                std::io::stderr(),
                "skipped for want of a studio in {}: build it with `cargo run --release` in web/build",
                site.display()
            );
            return None;
        }
        let chromium = Chromium::start()?;
        let mut program = Command::new(assert_cmd::cargo::cargo_bin("paperkeep"))
            .arg("studio")
            .arg(&site)
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut line = String::new();
        let mut output = BufReader::new(program.stdout.take().unwrap());
        output.read_line(&mut line).unwrap();
        let (_, address) = line.trim().rsplit_once(' ').unwrap();
        let studio = Studio {
            program,
            address: address.to_owned(),
            folder: tempfile::tempdir().unwrap(),
        };
        Some((studio, chromium))
    }

    /// Opens the start on a new device.
    pub fn open(&self, chromium: &mut Chromium) {
        chromium.device();
        chromium.size((1440, 900), 1.0);
        let folder = self.folder.path();
        chromium.call(
            "Page.setDownloadBehavior",
            json!({ "behavior": "allow", "downloadPath": folder }),
        );
        chromium.open(&self.address);
        chromium.wait("document.querySelectorAll('.games:not(.starters) .game').length >= 6");
    }

    /// What the browser saved under this name.
    fn saved(&self, name: &str) -> Vec<u8> {
        let file = self.folder.path().join(name);
        for _ in 0..2000 {
            if file.is_file() {
                return fs::read(&file).unwrap();
            }
            std::thread::sleep(std::time::Duration::from_millis(20));
        }
        let entries = fs::read_dir(self.folder.path()).unwrap();
        let there: Vec<_> = entries.map(|entry| entry.unwrap().file_name()).collect();
        panic!("{name} was not saved, but {there:?}");
    }
}

impl Drop for Studio {
    fn drop(&mut self) {
        let _ = self.program.kill();
        let _ = self.program.wait();
    }
}

/// Nothing was fetched from elsewhere, and nothing went wrong.
pub fn is_quiet(chromium: &mut Chromium, studio: &Studio) {
    for request in chromium.told("Network.requestWillBeSent") {
        let url = request["request"]["url"].as_str().unwrap().to_owned();
        let is_ours = url.starts_with(&studio.address) || url.starts_with("blob:");
        assert!(is_ours || url.starts_with("data:"), "{url}");
    }
    let thrown = chromium.told("Runtime.exceptionThrown");
    assert_eq!(thrown, Vec::<Value>::new());
    assert_eq!(chromium.told("Log.entryAdded"), Vec::<Value>::new());
}

/// Chooses files as if by the system's dialog.
pub fn choose(chromium: &mut Chromium, files: &[PathBuf]) {
    let root = chromium.call("DOM.getDocument", json!({}));
    let query =
        json!({ "nodeId": root["root"]["nodeId"], "selector": "input[type=file][multiple]" });
    let input = chromium.call("DOM.querySelector", query);
    let files: Vec<PathBuf> = files
        .iter()
        .map(|file| fs::canonicalize(file).unwrap())
        .collect();
    chromium.call(
        "DOM.setFileInputFiles",
        json!({ "nodeId": input["nodeId"], "files": files }),
    );
}

pub const PRINTED: &str = "document.querySelector('.studio')?.dataset.printed !== undefined";
const SEEN: &str = "document.querySelector('.paper img')?.naturalWidth > 0";

fn digest(bytes: &[u8]) -> String {
    let digest = Sha256::digest(bytes);
    digest.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn quiet() -> Told {
    Told {
        faces: |_, _| {},
        pages: |_, _| {},
    }
}

/// The digests of everything that can be had of a kit, as the module makes it in a worker.
const ALL: &str = "(async (id, wish) => {
  const { Program } = await import('./program.js');
  const program = globalThis.compared ??= new Program();
  const { files } = await program.call('print', { source: { id }, wish });
  const digests = {};
  for (const { name, format } of files) {
    if (format === 'png') continue;
    const bytes = await program.call('file', { name, dpi: 150 });
    const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
    digests[name] = [...digest].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  }
  return digests;
})";

/// The module prints all shipped kits as the program does, byte for byte.
#[test]
fn the_module_prints_the_bytes_that_the_program_prints() {
    let Some((studio, mut chromium)) = Studio::start() else {
        return;
    };
    studio.open(&mut chromium);
    let mut differing = Vec::new();
    for id in Files::shipped_ids() {
        for ink in ["color", "mono"] {
            let wish = Wish {
                rules: true,
                ink: ink.into(),
                ..Wish::default()
            };
            let print = Print::of(&Kit::find(id).unwrap(), &wish, quiet()).unwrap();
            let files = print.files();
            let wished = json!({ "rules": true, "ink": ink });
            let made = chromium.value(&format!("{ALL}({}, {wished})", json!(id)));
            let made: BTreeMap<String, String> = serde_json::from_value(made).unwrap();
            assert!(made.len() > 4, "{id}: {made:?}");
            for file in files.iter().filter(|file| file.format != "png") {
                let ours = digest(&print.file(file, 150).unwrap());
                if made.get(&file.name) != Some(&ours) {
                    differing.push(file.name.clone());
                }
            }
        }
    }
    assert_eq!(differing, Vec::<String>::new());
    is_quiet(&mut chromium, &studio);
}

/// What the first visit fetches goes over the wire in less than 5 MB, compressed as the server sends it.
#[test]
fn a_first_visit_is_small() {
    let site = site();
    let Ok(worker) = fs::read_to_string(site.join("sw.js")) else {
        return;
    };
    let listed = worker.split("const FIRST = [").nth(1);
    let Some(listed) = listed.and_then(|rest| rest.split(']').next()) else {
        return;
    };
    let mut wire = 0;
    for address in listed.split(", ") {
        let file = site.join(address.trim_matches('\''));
        assert!(!address.contains("whole/"), "{address}");
        let packed = site.join(format!("{}.br", address.trim_matches('\'')));
        let fetched = [packed, file.join("index.html"), file];
        let fetched = fetched.iter().find(|file| file.is_file()).unwrap();
        wire += fs::metadata(fetched).unwrap().len();
    }
    println!("the first visit fetches {wire} bytes");
    assert!((1_000_000..5_000_000).contains(&wire), "{wire} bytes");
}

/// From the start to the files, by pointing; the pages are sound at every size.
#[test]
fn a_game_is_printed_by_pointing() {
    let Some((studio, mut chromium)) = Studio::start() else {
        return;
    };
    studio.open(&mut chromium);
    chromium.wait("document.querySelectorAll('.games:not(.starters) .cover img').length >= 12");
    chromium.wait("[...document.querySelectorAll('.game .cover')].every((cover) => cover.querySelectorAll('img').length > 2)");
    for (scheme, size) in [
        ("dark", (1440, 900)),
        ("light", (1440, 900)),
        ("dark", (820, 1180)),
        ("light", (360, 740)),
    ] {
        wear(&mut chromium, scheme);
        chromium.size(size, 1.0);
        sound(&mut chromium, &format!("studio-{}-{scheme}", size.0));
    }
    chromium.size((1440, 900), 1.0);
    chromium
        .value("document.querySelector('a.first[href=\"#print?game=dungeon-in-a-tin\"]').click()");
    chromium.wait(PRINTED);
    chromium.wait(SEEN);
    // The program is warm, since it drew the games' pictures.
    let spent = chromium.value("document.querySelector('.studio').dataset.printed");
    println!("the Tin was printed in {spent} ms");
    for (scheme, size) in [
        ("dark", (1440, 900)),
        ("light", (1440, 900)),
        ("light", (768, 1024)),
        ("light", (1024, 768)),
        ("dark", (360, 740)),
    ] {
        wear(&mut chromium, scheme);
        chromium.size(size, 1.0);
        // A sheet, and what can be chosen about it.
        for part in [".paper", "[name=paper]"] {
            let place = format!("document.querySelector('{part}').getBoundingClientRect()");
            let in_sight = format!("{place}.top >= 0 && {place}.top < innerHeight - 100");
            assert_eq!(chromium.value(&in_sight), true, "{part} at {size:?}");
        }
        sound(&mut chromium, &format!("studio-print-{}-{scheme}", size.0));
    }
    chromium.size((1440, 900), 1.0);
    chromium.value("document.querySelector('details summary').click()");
    sound(&mut chromium, "studio-print-more");
    let files =
        "[...document.querySelectorAll('[data-file]')].map((button) => button.dataset.file)";
    assert_eq!(
        chromium.value(files),
        json!([
            "dungeon-in-a-tin-a4-color.pdf",
            "dungeon-in-a-tin-a4-color-guide.pdf"
        ])
    );
    chromium.value("document.querySelector('[data-file]').click()");
    let print = Print::of(
        &Kit::find("dungeon-in-a-tin").unwrap(),
        &Wish::default(),
        quiet(),
    )
    .unwrap();
    let sheets = print.file(&print.files()[0], 150).unwrap();
    assert!(studio.saved("dungeon-in-a-tin-a4-color.pdf") == sheets);
    // Another paper and ink, chosen by keyboard, and remembered for the next game.
    for (name, key, value) in [("paper", "L", "letter"), ("ink", "B", "mono")] {
        chromium.value(&format!("document.querySelector('[name={name}]').focus()"));
        chromium.press(key);
        chromium.wait(&format!(
            "document.querySelector('[name={name}]').value === '{value}'"
        ));
    }
    chromium.wait(&format!(
        "{files}[0] === 'dungeon-in-a-tin-letter-mono.pdf'"
    ));
    chromium.value("document.querySelector('[data-pack=cut]').click()");
    let packed = studio.saved("dungeon-in-a-tin-cut.zip");
    assert!(packed.starts_with(b"PK"));
    is_quiet(&mut chromium, &studio);
    chromium.value("location.hash = '#print?game=miniskull-caverns'");
    chromium.wait(&format!(
        "{files}[0] === 'miniskull-caverns-letter-mono.pdf'"
    ));
    chromium.wait(SEEN);
    sound(&mut chromium, "studio-print-many");
}

/// Somebody's spreadsheet, PDF and pictures are printed, and what cannot be is refused.
#[test]
fn what_people_have_is_printed() {
    let Some((studio, mut chromium)) = Studio::start() else {
        return;
    };
    studio.open(&mut chromium);
    let there = |path: &str| Path::new(env!("CARGO_MANIFEST_DIR")).join(path);
    let table = studio.folder.path().join("Beasts of the wood.csv");
    fs::write(
        &table,
        "Name,Count,Power,Text\nOwl,2,3,It hoots at night.\nFox,1,5,It runs away.\n",
    )
    .unwrap();
    choose(&mut chromium, &[table]);
    chromium.wait(PRINTED);
    chromium.wait(SEEN);
    let told = chromium.value("document.querySelector('.told summary').textContent");
    assert_eq!(told, "Made of your tables: 2 rows, 3 pieces");
    sound(&mut chromium, "studio-table");
    for (name, files) in [
        ("pdf", vec![there("tests/cards/cairo.pdf")]),
        (
            "pictures",
            vec![
                there("docs/pictures/tutorial-sheet.jpg"),
                there("docs/pictures/tin-sheet.jpg"),
            ],
        ),
    ] {
        chromium.value("location.hash = ''");
        chromium.wait("document.querySelectorAll('.games:not(.starters) .game').length >= 7");
        choose(&mut chromium, &files);
        chromium.wait(PRINTED);
        chromium.wait(SEEN);
        chromium.shoot(&format!("studio-{name}"));
    }
    // Cells that somebody copied, too.
    chromium.value("location.hash = ''");
    chromium.wait("document.querySelectorAll('.games:not(.starters) .game').length >= 9");
    chromium.value("{ const data = new DataTransfer(); data.setData('text/plain', 'Name\\tText\\nOwl\\tIt hoots.\\nFox\\tIt runs.\\n'); document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true })); }");
    chromium.wait(PRINTED);
    chromium
        .wait("document.querySelector('.told summary')?.textContent.includes('2 rows') === true");
    // They are kept, also for the next visit.
    chromium.value("location.hash = ''");
    chromium.reload();
    chromium.wait("document.querySelectorAll('.games:not(.starters) .game').length === 10");
    chromium.wait("[...document.querySelectorAll('.games .cover')].every((cover) => cover.childElementCount > 0)");
    sound(&mut chromium, "studio-own");
    let notes = studio.folder.path().join("song.mp3");
    fs::write(&notes, "nothing").unwrap();
    choose(&mut chromium, &[notes]);
    chromium.wait("document.querySelector('.wrong:not([hidden])')?.textContent.includes('Drop a spreadsheet (') === true");
    sound(&mut chromium, "studio-wrong");
    is_quiet(&mut chromium, &studio);
}

/// Tables as strangers have them, each with what must be told of it.
const TABLES: [(&str, &[u8], &str); 9] = [
    (
        "html.csv",
        b"name,effect\nOwl,<b>Hoot</b> &amp; fly<br>away\n",
        "HTML such as",
    ),
    (
        "glyphs.csv",
        "name,effect\nOwl,Gain 1 \u{1F525}\nFox,\u{2694} 2\n".as_bytes(),
        "2 rows, 2 pieces",
    ),
    (
        "bare.csv",
        b"2,Owl,7\n3,Fox,5\n1,Hen,2\n",
        "looks like a card",
    ),
    (
        "braces.csv",
        b"Name,Cost\nOwl,{Y}{Y}\nFox,{}\nHen,{R}\n",
        "2 drawings",
    ),
    (
        "numbered.csv",
        b"Nr,Name\n1,Owl\n2,Fox\n3,\n4,\n",
        "2 rows with nothing but a number",
    ),
    (
        "german.csv",
        "Karte;Kosten\nEule;1,5\nF\u{e4}hre;2\n".as_bytes(),
        "2 rows, 2 pieces",
    ),
    (
        "latin.csv",
        b"Name;Text\nF\xe4hre;\xfcber den Flu\xdf\n",
        "its text is not UTF-8",
    ),
    (
        "tabs.tsv",
        b"Name\tText\nOwl\tIt hoots, often.\n",
        "1 row, 1 piece",
    ),
    (
        "formulas.xlsx",
        include_bytes!("../kits/bad/rows-formula/cards.xlsx"),
        "a formula was never calculated",
    ),
];

/// Whatever is in a table: it becomes sheets and a PDF, and what was made of it is told.
#[test]
fn tables_of_strangers_come_out_as_a_pdf() {
    let Some((studio, mut chromium)) = Studio::start() else {
        return;
    };
    for (name, bytes, told) in TABLES {
        studio.open(&mut chromium);
        let table = studio.folder.path().join(name);
        fs::write(&table, bytes).unwrap();
        choose(&mut chromium, &[table]);
        chromium.wait(PRINTED);
        chromium.wait(SEEN);
        let all = chromium.value("[...document.querySelectorAll('.told, .warnings')].map((part) => part.textContent).join(' ')");
        assert!(all.as_str().unwrap().contains(told), "{name}: {all}");
        let file = chromium.value("document.querySelector('[data-file]').dataset.file");
        chromium.value("document.querySelector('[data-file]').click()");
        let pdf = studio.saved(file.as_str().unwrap());
        assert!(pdf.starts_with(b"%PDF"), "{name}");
    }
    is_quiet(&mut chromium, &studio);
}

/// A deck is made without a file of one's own: rows, colours and texts, with every edit undone and done again.
#[test]
fn a_deck_is_made_from_nothing() {
    let Some((studio, mut chromium)) = Studio::start() else {
        return;
    };
    studio.open(&mut chromium);
    let begin = "document.querySelector('[data-starter=blank-cards]')";
    chromium.wait(&format!("{begin} !== null"));
    sound(&mut chromium, "studio-starters");
    chromium.value("document.querySelector('[name=title]').value = 'Owls & bats'");
    chromium.value(&format!("{begin}.click()"));
    chromium.wait("document.querySelector('.making h1')?.textContent === 'Owls & bats'");
    let face = "document.querySelector('.face image')?.getAttribute('href')";
    chromium.wait(&format!("Boolean({face})"));
    for (scheme, size) in [
        ("dark", (1440, 900)),
        ("light", (1440, 900)),
        ("light", (1180, 820)),
        ("dark", (820, 1180)),
        ("light", (360, 740)),
    ] {
        wear(&mut chromium, scheme);
        chromium.size(size, 1.0);
        sound(&mut chromium, &format!("studio-make-{}-{scheme}", size.0));
    }
    chromium.size((1440, 900), 1.0);
    // The name of the first row, typed; its face changes, and comes back.
    let cell = "document.querySelector('[aria-label=\"name of row 1\"]')";
    let first = chromium.value(&format!("{cell}.value"));
    let was = chromium.value(face);
    let type_in = |chromium: &mut Chromium, words: &str| {
        chromium.value(&format!("{cell}.focus(), {cell}.select()"));
        chromium.call("Input.insertText", json!({ "text": words }));
        chromium.press("Enter");
    };
    type_in(&mut chromium, "Snowy owl");
    chromium.wait(&format!("{face} !== {was}"));
    let undo =
        "[...document.querySelectorAll('.desk button')].find((one) => one.textContent === 'Undo')";
    chromium.wait(&format!("{undo}.title.includes('“Snowy owl”')"));
    chromium.value(&format!("{undo}.click()"));
    chromium.wait(&format!("{cell}.value === {first}"));
    chromium.value("[...document.querySelectorAll('.desk button')].find((one) => one.textContent === 'Redo').click()");
    chromium.wait(&format!("{cell}.value === 'Snowy owl'"));
    // A row more.
    let rows = "document.querySelectorAll('.rows tbody tr').length";
    let before = chromium.value(rows).as_u64().unwrap();
    chromium.value(&format!("{}.click()", by_words(".rows", "Add a row")));
    chromium.wait(&format!("{rows} === {}", before + 1));
    // A colour, by its name.
    let tab = |name: &str| {
        format!(
            "[...document.querySelectorAll('[role=tab]')].find((tab) => tab.textContent === '{name}')"
        )
    };
    chromium.value(&format!("{}.click()", tab("Colours")));
    let colour = "document.querySelector('[aria-label=\"sun, colour\"]')";
    chromium.wait(&format!("{colour} !== null"));
    sound(&mut chromium, "studio-make-colours");
    chromium.value(&format!(
        "{colour}.value = '#123456', {colour}.dispatchEvent(new Event('change'))"
    ));
    chromium.wait(&format!("{undo}.title.includes('#123456')"));
    chromium.value(&format!("{}.click()", tab("About")));
    sound(&mut chromium, "studio-make-words");
    // A mistake in a file is told with its line, and leads there.
    chromium.value(&format!("{}.click()", tab("Files")));
    let text = "document.querySelector('.code')";
    chromium.wait(&format!("{text}?.value.includes('<svg') === true"));
    chromium.value("{ const choice = document.querySelector('.files select'); choice.value = 'kit.toml'; choice.dispatchEvent(new Event('change')); }");
    chromium.wait(&format!("{text}.value.includes('bleed = 3')"));
    chromium.value(&format!("{text}.value = {text}.value.replace('bleed = 3', 'bleed = \"three\"'), {text}.dispatchEvent(new Event('change'))"));
    chromium.wait("document.querySelector('.files .warnings:not([hidden]) li') !== null");
    sound(&mut chromium, "studio-make-wrong");
    chromium.value("document.querySelector('.files .warnings .link').click()");
    chromium.wait(&format!("document.activeElement === {text} && {text}.value.slice({text}.selectionStart).startsWith('\"three\"')"));
    chromium.value(&format!("{undo}.click()"));
    chromium.wait("document.querySelector('.files .warnings:not([hidden])') === null");
    // It is kept, printed and played.
    chromium.reload();
    chromium.wait("document.querySelector('.making h1')?.textContent === 'Owls & bats'");
    chromium.wait(&format!("{cell}?.value === 'Snowy owl'"));
    // What was typed last is kept however soon somebody goes to print it.
    chromium.value(&format!("{cell}.focus(), {cell}.select()"));
    chromium.call("Input.insertText", json!({ "text": "Barn owl" }));
    chromium.value("document.querySelector('.desk a.first').click()");
    chromium.wait(PRINTED);
    chromium.value("history.back()");
    chromium.wait(&format!("{cell}?.value === 'Barn owl'"));
    chromium.value("document.querySelector('.desk a.first').click()");
    chromium.wait(PRINTED);
    chromium.wait(SEEN);
    chromium.value("document.querySelector('[data-file]').click()");
    assert!(studio.saved("owls-bats-a4-color.pdf").starts_with(b"%PDF"));
    is_quiet(&mut chromium, &studio);
}

/// Keeps the newest snapshot of the table, and gives it to who asks for it as from a server.
const WATCH: &str = "const Quiet = Worker;
globalThis.Worker = class extends Quiet {
  constructor(...words) {
    super(...words);
    this.addEventListener('message', ({ data }) => {
      if (data.done?.snapshot) globalThis.newest = JSON.parse(data.done.snapshot);
    });
  }
};
const far = globalThis.fetch;
globalThis.fetch = (what, ...more) => (what === 'snapshot' ? Promise.resolve({ json: async () => globalThis.newest }) : far(what, ...more));";

/// What the program and a shipped game say in other languages is fetched when somebody asks for it.
#[test]
fn a_table_speaks_other_languages() {
    let Some((studio, mut chromium)) = Studio::start() else {
        return;
    };
    studio.open(&mut chromium);
    for (language, said, tool) in [
        ("de", "Ann (Sonnen) ist nicht im Dungeon", "Zurück"),
        ("es", "Ann (soles) está fuera de la mazmorra", "Deshacer"),
    ] {
        chromium.open(&format!(
            "{}table/?game=dungeon-crawl&player=Ann&player=Bob&seed=21&language={language}",
            studio.address
        ));
        chromium.wait("document.querySelector('.sheet') !== null");
        let lang = chromium.value("document.documentElement.lang");
        assert_eq!(lang, language);
        let shown = chromium.value("document.body.textContent").to_string();
        assert!(shown.contains(said), "{shown}");
        assert!(shown.contains(tool), "{shown}");
    }
    is_quiet(&mut chromium, &studio);
}

/// A whole game by pointing: begun in the browser, continued by the program, and by the browser again.
#[test]
fn a_game_is_played_and_goes_on_elsewhere() {
    let Some((studio, mut chromium)) = Studio::start() else {
        return;
    };
    studio.open(&mut chromium);
    chromium.call(
        "Page.addScriptToEvaluateOnNewDocument",
        json!({ "source": WATCH }),
    );
    chromium.value("document.querySelector('a[href=\"#play?game=dungeon-crawl\"]').click()");
    chromium.wait("document.querySelectorAll('[name=player]').length === 2");
    for (scheme, size) in [("dark", (1440, 900)), ("light", (360, 740))] {
        wear(&mut chromium, scheme);
        chromium.size(size, 1.0);
        sound(&mut chromium, &format!("studio-play-{}", size.0));
    }
    chromium.size((1440, 900), 1.0);
    let evening = Evening::new("dungeon-crawl", 21);
    let steps = evening.plan();
    // The seed is in no form: it is chosen by chance.
    chromium.open(&format!(
        "{}table/?game=dungeon-crawl&player=Ann&player=Bob&seed=21",
        studio.address
    ));
    chromium.wait("document.querySelector('.sheet') !== null");
    let half = steps.len() / 2;
    for step in &steps[..half] {
        With::Mouse.answers(&mut chromium, step.n, &step.id);
    }
    sound(&mut chromium, "studio-table-game");
    // The page is loaded again in the middle of it.
    chromium.reload();
    chromium.wait("document.querySelector('.sheet') !== null");
    let asked = chromium.value("document.querySelector('#page').dataset.asked");
    assert_eq!(asked, steps[half].n.to_string());
    // The program continues it: a file says what to.
    chromium.value("document.querySelector('[data-tool=more]').click()");
    let entry = "[...document.querySelectorAll('.panel .ans')].find((row) => row.textContent.startsWith('Keep the game'))";
    chromium.wait(&format!("{entry} !== undefined"));
    sound(&mut chromium, "studio-table-more");
    chromium.value(&format!("{entry}.click()"));
    let name = "paperkeep-dungeon-crawl-21.jsonl";
    let journal = studio.saved(name);
    let file = studio.folder.path().join("elsewhere.jsonl");
    fs::write(&file, &journal).unwrap();
    let mut resumed = assert_cmd::Command::cargo_bin("paperkeep").unwrap();
    let said = resumed.arg("resume").arg(&file).arg("--json");
    let next = json!({ "move": steps[half].id }).to_string();
    let output = said
        .write_stdin(format!("{next}\n{{\"quit\":true}}\n"))
        .output()
        .unwrap();
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    // The browser continues what the program wrote.
    chromium.open(&studio.address);
    chromium.wait("document.querySelectorAll('.saved li').length === 1");
    sound(&mut chromium, "studio-saved");
    choose(&mut chromium, &[file]);
    chromium
        .wait("document.querySelector('.sheet .ask') !== null && location.pathname === '/table/'");
    for step in &steps[half + 1..] {
        With::Mouse.answers(&mut chromium, step.n, &step.id);
    }
    chromium.wait(IS_OVER);
    sound(&mut chromium, "studio-over");
    is_quiet(&mut chromium, &studio);
}

/// After the first visit nothing needs the server.
#[test]
fn everything_works_offline_after_the_first_visit() {
    let Some((mut studio, mut chromium)) = Studio::start() else {
        return;
    };
    studio.open(&mut chromium);
    chromium.value("navigator.serviceWorker.ready.then(() => 0)");
    chromium.wait("document.querySelector('.bar .tag')?.textContent.trim() === 'works offline'");
    chromium.wait("navigator.serviceWorker.controller !== null");
    let manifest = chromium.call("Page.getAppManifest", json!({}));
    assert_eq!(manifest["errors"], json!([]), "{manifest}");
    studio.program.kill().unwrap();
    studio.program.wait().unwrap();
    chromium.reload();
    chromium.wait("document.querySelectorAll('.games:not(.starters) .game').length >= 6");
    chromium.value("location.hash = '#print?game=dungeonbuilders'");
    chromium.wait(PRINTED);
    chromium.wait(SEEN);
    chromium.open(&format!(
        "{}table/?game=dungeonbuilders&seed=3",
        studio.address
    ));
    chromium.wait("document.querySelector('.sheet .answers button') !== null");
}

/// A kit that never ends, and one that is damaged, end a worker and nothing else.
#[test]
fn a_strangers_kit_disturbs_nothing() {
    let Some((studio, mut chromium)) = Studio::start() else {
        return;
    };
    studio.open(&mut chromium);
    let printed = |chromium: &mut Chromium, kit: &str, bomb: &str| {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(kit);
        let name = folder.file_name().unwrap().to_str().unwrap();
        let zip = studio.folder.path().join(format!("{name}.zip"));
        let file = fs::File::create(&zip).unwrap();
        let mut packed = zip::ZipWriter::new(file);
        for path in Files::Folder(folder.clone()).paths() {
            let options = zip::write::SimpleFileOptions::default();
            packed.start_file(path.as_str(), options).unwrap();
            let mut bytes = fs::read(folder.join(&path)).unwrap();
            if path == "faces/card.svg" {
                bytes.extend(bomb.as_bytes());
            }
            packed.write_all(&bytes).unwrap();
        }
        packed.finish().unwrap();
        chromium.value("location.hash = ''");
        chromium.wait("document.querySelectorAll('.games:not(.starters) .game').length >= 6");
        choose(chromium, &[zip]);
        let wrong = "document.querySelector('.wrong:not([hidden])')?.textContent ?? ''";
        chromium.wait(&format!("({wrong}) !== ''"));
        chromium.value(wrong).as_str().unwrap().to_owned()
    };
    let told = printed(&mut chromium, "tests/kits/bad/endless-template", "");
    assert!(told.contains("The template takes too long"), "{told}");
    sound(&mut chromium, "studio-endless");
    // What takes more of the stack than there is ends the worker.
    let nested = "{% set n = namespace(a=[]) %}{% for i in range(90000) %}{% set n.a = [n.a] %}{% endfor %}{{ n.a }}";
    let told = printed(&mut chromium, "starters/blank-cards", nested);
    assert!(told.contains("The program failed at this"), "{told}");
    chromium.value("location.hash = '#print?game=dungeon-in-a-tin'");
    chromium.wait(PRINTED);
}

/// A button or link by its words, within the first element that the selector finds.
pub fn by_words(within: &str, words: &str) -> String {
    format!(
        "[...document.querySelectorAll('{within} button, {within} a, {within} [role=option]')].find((one) => one.textContent.trim() === {})",
        json!(words)
    )
}

/// Begins a kit from a starter, and waits for its first face.
pub fn begin(chromium: &mut Chromium, starter: &str, title: &str) {
    let begin = format!("document.querySelector('[data-starter={starter}]')");
    chromium.wait(&format!("{begin} !== null"));
    chromium.value(&format!(
        "document.querySelector('[name=title]').value = {}, {begin}.click()",
        json!(title)
    ));
    chromium.wait(&format!(
        "document.querySelector('.making h1')?.textContent === {}",
        json!(title)
    ));
    chromium.wait("document.querySelector('.face image') !== null");
}

/// A link holds a kit, and opens it beside what is there; a damaged one, and a kit that is too large, are refused.
#[test]
fn a_kit_is_shared_by_a_link() {
    let Some((studio, mut chromium)) = Studio::start() else {
        return;
    };
    studio.open(&mut chromium);
    begin(&mut chromium, "vault", "Owls & bats");
    chromium.value(&format!("{}.click()", by_words(".desk", "Share")));
    let link = "document.querySelector('.way input')?.value";
    chromium.wait(&format!("Boolean({link})"));
    chromium.wait("document.querySelectorAll('.cover img').length > 3");
    let told = chromium.value("document.querySelector('main').innerText");
    let told = told.as_str().unwrap();
    for words in ["pieces (", "KB long", "Whoever opens it", "Owls & bats.zip"] {
        assert!(told.contains(words), "{words} is not in: {told}");
    }
    for (scheme, size) in [("dark", (1440, 900)), ("light", (360, 740))] {
        wear(&mut chromium, scheme);
        chromium.size(size, 1.0);
        sound(&mut chromium, &format!("studio-share-{}", size.0));
    }
    chromium.size((1440, 900), 1.0);
    let link = chromium.value(link).as_str().unwrap().to_owned();
    println!("the Vault is a link of {} letters", link.len());
    chromium.value(&format!(
        "{}.click()",
        by_words(".way", "Download the file")
    ));
    assert!(studio.saved("Owls & bats.zip").starts_with(b"PK"));
    // Somebody else opens it.
    chromium.open("about:blank");
    chromium.open(&link);
    chromium.wait("document.querySelector('.way .btn.first') !== null");
    // It is seen before it is kept.
    chromium.wait("document.querySelectorAll('.cover img').length > 3");
    chromium.wait("document.querySelector('.hero .tag:last-child').textContent.includes('pieces')");
    sound(&mut chromium, "studio-shared");
    chromium.value("document.querySelector('.way .btn.first').focus()");
    chromium.press("Tab");
    chromium.press("Tab");
    chromium.press("Enter");
    chromium.wait("document.querySelector('.making h1')?.textContent === 'Owls & bats 2'");
    chromium.wait("document.querySelector('.face image') !== null");
    chromium.open("about:blank");
    chromium.open(&link[..link.len() - 400]);
    chromium.wait("document.querySelector('.wrong:not([hidden])')?.textContent.includes('The link is damaged') === true");
    sound(&mut chromium, "studio-shared-damaged");
    is_quiet(&mut chromium, &studio);
}

/// What is on a face is moved, sized, set and added by mouse and keyboard; the template changes by as much, and comes back.
#[test]
fn a_face_is_drawn_on() {
    let Some((studio, mut chromium)) = Studio::start() else {
        return;
    };
    studio.open(&mut chromium);
    begin(&mut chromium, "blank-cards", "Owls");
    let text = |chromium: &mut Chromium| {
        chromium.value(&format!("{}.click()", by_words(".tabs", "Files")));
        chromium.wait("document.querySelector('.code') !== null");
        chromium.value("{ const choice = document.querySelector('.files select'); choice.value = 'faces/card.svg'; choice.dispatchEvent(new Event('change')); }");
        chromium.wait("document.querySelector('.code').value.includes('viewBox')");
        let text = chromium.value("document.querySelector('.code').value");
        chromium.value(&format!("{}.click()", by_words(".tabs", "Draw")));
        text.as_str().unwrap().to_owned()
    };
    let before = text(&mut chromium);
    chromium.wait("document.querySelectorAll('.layers li').length > 5");
    for (scheme, size) in [
        ("dark", (1440, 900)),
        ("light", (1180, 820)),
        ("light", (820, 1180)),
        ("dark", (360, 740)),
    ] {
        wear(&mut chromium, scheme);
        chromium.size(size, 1.0);
        sound(&mut chromium, &format!("studio-draw-{}-{scheme}", size.0));
    }
    chromium.size((1440, 900), 1.0);
    let layer = |words: &str| {
        format!(
            "[...document.querySelectorAll('.layers li')].find((one) => one.firstChild.textContent === {})",
            json!(words)
        )
    };
    let changes = |chromium: &mut Chromium, act: &dyn Fn(&mut Chromium), told: &str| {
        act(chromium);
        let undo = "[...document.querySelectorAll('.desk button')].find((one) => one.textContent === 'Undo')";
        chromium.wait(&format!("{undo}.title.includes({})", json!(told)));
    };
    // By keyboard: half a millimetre to the right.
    chromium.value(&format!("{}.click()", layer("Text: name")));
    changes(
        &mut chromium,
        &|chromium| {
            chromium.value("document.querySelector('.canvas').focus()");
            chromium.press("ArrowRight");
        },
        "text name was moved",
    );
    let moved = before.replacen("text(name, x=7,", "text(name, x=7.5,", 1);
    assert_eq!(text(&mut chromium), moved);
    sound(&mut chromium, "studio-draw-selected");
    // On tablets, too, everything that matters about a text is in sight.
    for size in [(1024, 768), (768, 1024)] {
        chromium.size(size, 1.0);
        for part in [
            "[name=corner0]",
            "[name=\"set size\"]",
            "[name=font]",
            "[data-field^=\"set fill\"]",
            "[name=\"set align\"]",
            "[name=when-column]",
        ] {
            let seen = format!(
                "(() => {{ const box = document.querySelector('.setting {part}').getBoundingClientRect(); const room = document.querySelector('.setting').parentElement.getBoundingClientRect(); return box.top >= room.top && box.bottom <= Math.min(room.bottom, innerHeight); }})()"
            );
            chromium.wait(&seen);
        }
    }
    chromium.size((1440, 900), 1.0);
    // By mouse, with a guide at which it snaps.
    let at = |part: &str| {
        format!(
            "(() => {{ const box = document.querySelector('{part}').getBoundingClientRect(); return [box.x + box.width / 2, box.y + box.height / 2]; }})()"
        )
    };
    chromium.wait("document.querySelector('.canvas .box') !== null");
    let point = |chromium: &mut Chromium, part: &str| -> (f64, f64) {
        serde_json::from_value(chromium.value(&at(part))).unwrap()
    };
    changes(
        &mut chromium,
        &|chromium| {
            let (x, y) = point(chromium, ".canvas .box");
            chromium.drag((x, y), (x, y + 60.0));
        },
        "text name was moved",
    );
    let dragged = text(&mut chromium);
    assert_eq!(dragged.lines().count(), before.lines().count());
    let differing = dragged.lines().zip(before.lines());
    assert_eq!(differing.filter(|(now, then)| now != then).count(), 1);
    changes(
        &mut chromium,
        &|chromium| {
            let (x, y) = point(chromium, ".canvas [data-handle=\"4\"]");
            chromium.drag((x, y), (x - 40.0, y + 30.0));
        },
        "text name was sized",
    );
    // What it says, and when.
    let set = |chromium: &mut Chromium, name: &str, to: &str| {
        chromium.value(&format!(
            "{{ const input = document.querySelector('.setting [name=\"{name}\"]'); input.value = {}; input.dispatchEvent(new Event('change')); }}",
            json!(to)
        ));
    };
    changes(
        &mut chromium,
        &|chromium| set(chromium, "source", "code"),
        "text name: what it shows was changed",
    );
    chromium.wait(&format!("{} !== undefined", layer("Text: code")));
    changes(
        &mut chromium,
        &|chromium| set(chromium, "when", "flavour"),
        "when text code is shown",
    );
    assert!(text(&mut chromium).contains("{% if flavour %}{{ text(code, "));
    // Something new, below everything.
    changes(
        &mut chromium,
        &|chromium| {
            chromium.value("{ const choice = document.querySelector('[name=shape]'); choice.value = 'ellipse'; choice.dispatchEvent(new Event('change')); }");
        },
        "something was added",
    );
    chromium.wait("document.querySelector('.layers [aria-selected=true]')?.firstChild.textContent === 'Ellipse'");
    sound(&mut chromium, "studio-draw-added");
    changes(
        &mut chromium,
        &|chromium| {
            chromium.value("{ const order = document.querySelector('[name=order]'); order.value = 'back'; order.dispatchEvent(new Event('change')); }");
        },
        "ellipse was put further down",
    );
    chromium.value("document.querySelector('.canvas').focus()");
    changes(
        &mut chromium,
        &|chromium| chromium.press("Delete"),
        "ellipse was deleted",
    );
    for _ in 0..8 {
        chromium.value(
            "[...document.querySelectorAll('.desk button')].find((one) => one.textContent === 'Undo').click()",
        );
    }
    chromium.wait("[...document.querySelectorAll('.desk button')].find((one) => one.textContent === 'Undo').disabled");
    assert_eq!(text(&mut chromium), before);
    is_quiet(&mut chromium, &studio);
}

/// Bots play a game before and after a change of its rules; words are offered while one types them.
#[test]
fn a_change_of_the_rules_is_tried_out() {
    let Some((studio, mut chromium)) = Studio::start() else {
        return;
    };
    studio.open(&mut chromium);
    begin(&mut chromium, "pig", "Hog");
    chromium.value(&format!("{}.click()", by_words(".tabs", "Rules")));
    let area = "document.querySelector('.code')";
    chromium.wait(&format!(
        "{area}?.value.includes('[table]') === true || {area}?.value.includes('score') === true"
    ));
    let rules = chromium.value(&format!("{area}.value"));
    let rules = rules.as_str().unwrap();
    assert!(rules.contains("100"), "{rules}");
    // A word begun in an effect is finished.
    chromium.value(&format!(
        "{area}.focus(), {area}.setSelectionRange({area}.value.indexOf('score += pot'), {area}.value.indexOf('score += pot'))"
    ));
    chromium.call("Input.insertText", json!({ "text": "en" }));
    chromium.wait("document.querySelector('.offers:not([hidden]) li') !== null");
    sound(&mut chromium, "studio-make-offers");
    chromium.press("Enter");
    chromium.wait(&format!("{area}.value.includes('\"endscore += pot')"));
    // A shorter game.
    let shorter = json!(rules.replace("100", "30"));
    chromium.value(&format!(
        "{area}.value = {shorter}, {area}.dispatchEvent(new Event('change'))"
    ));
    chromium.wait("[...document.querySelectorAll('.desk button')].find((one) => one.textContent === 'Undo').title.includes('play.toml')");
    chromium.value(&format!("{}.click()", by_words(".tabs", "Test games")));
    chromium.wait("document.querySelector('[name=games]') !== null");
    chromium.value("document.querySelector('[name=games]').value = 200");
    chromium.value(&format!(
        "{}.click()",
        by_words(".trial", "Play these games")
    ));
    chromium.wait("document.querySelector('.trial table') !== null");
    let said = chromium.value("document.querySelector('.trial').innerText");
    let said = said.as_str().unwrap();
    assert!(said.contains("200 games played by the bot"), "{said}");
    assert!(said.contains("less"), "{said}");
    sound(&mut chromium, "studio-trial");
    is_quiet(&mut chromium, &studio);
}

/// A kit begun from nothing gets a frame, chosen by its picture; it is seen on its sheet, and tried at a table beside it.
#[test]
fn a_deck_gets_a_frame_and_is_tried_beside_its_sheet() {
    let Some((studio, mut chromium)) = Studio::start() else {
        return;
    };
    studio.open(&mut chromium);
    begin(&mut chromium, "pig", "Hog");
    chromium.wait("document.querySelector('.on-sheet rect.in-hand') !== null");
    // The table goes on with the kit as it becomes.
    chromium.value(&format!("{}.click()", by_words(".at-table", "Play here")));
    let table = |selector: &str| {
        format!(
            "document.querySelector('.seat iframe')?.contentDocument?.querySelector('{selector}')"
        )
    };
    chromium.wait(&format!("{} != null", table(".ask .answers button")));
    chromium.value(&format!("{}.click()", table(".ask .answers button")));
    chromium.value(&format!("{}.click()", by_words(".tabs", "Rules")));
    let area = "document.querySelector('.code')";
    chromium.wait(&format!("{area}?.value.includes('100') === true"));
    chromium.value(&format!(
        "{area}.value = {area}.value.replaceAll('100', '30'), {area}.dispatchEvent(new Event('change'))"
    ));
    chromium.wait(&format!(
        "{}?.textContent.startsWith('Saved:') === true",
        table(".sheet [role=status]")
    ));
    sound(&mut chromium, "studio-beside");
    chromium.value(&format!(
        "{}.click()",
        by_words(".at-table", "Leave the table")
    ));

    chromium.value("location.hash = ''");
    begin(&mut chromium, "blank-cards", "Owls");
    chromium.value(&format!("{}.click()", by_words(".tabs", "Frames")));
    chromium.wait("document.querySelectorAll('.frames .look svg').length >= 12");
    for (scheme, size) in [
        ("light", (1440, 900)),
        ("dark", (1024, 768)),
        ("light", (768, 1024)),
    ] {
        wear(&mut chromium, scheme);
        chromium.size(size, 1.0);
        sound(&mut chromium, &format!("studio-frames-{}-{scheme}", size.0));
    }
    chromium.size((1440, 900), 1.0);
    let image = "document.querySelector('.face image').getAttribute('href')";
    let before = chromium.value(image);
    chromium.value("document.querySelector('[data-frame=tapestry]').click()");
    chromium.wait(&format!("{image} !== {before}"));
    chromium
        .wait("document.querySelector('.on-sheet .changed').textContent.startsWith('Changed: ')");
    // Its colours are the kit's now, and what it wrote is drawn on like any other face.
    chromium.value(&format!("{}.click()", by_words(".tabs", "Colours")));
    chromium.wait("document.querySelector('.colours')?.textContent.includes('Tapestry') === true");
    chromium.value(&format!("{}.click()", by_words(".tabs", "Draw")));
    chromium.wait("[...document.querySelectorAll('.layers li')].some((layer) => layer.firstChild.textContent === 'Text: name')");
    chromium.value(&format!("{}.click()", by_words(".tabs", "Everything")));
    chromium.wait("document.querySelectorAll('.faces img').length === 9");
    sound(&mut chromium, "studio-everything");
    chromium.value(&format!("{}.click()", by_words(".desk", "Undo")));
    chromium.wait(&format!("{}.disabled", by_words(".desk", "Undo")));
    is_quiet(&mut chromium, &studio);
}

/// A folder: a browser's private one stands for one on the disk, which only people can choose.
const FOLDER: &str = "(async () => {
  const { Program } = await import('./program.js');
  const program = new Program({ whole: true });
  const name = await program.call('beginKit', { from: 'blank-cards', title: 'first' });
  await program.call('bench', { name });
  const folder = await (await navigator.storage.getDirectory()).getDirectoryHandle('my deck', { create: true });
  const write = async (path, bytes) => {
    const parts = path.split('/');
    const last = parts.pop();
    let place = folder;
    for (const part of parts) place = await place.getDirectoryHandle(part, { create: true });
    const stream = await (await place.getFileHandle(last, { create: true })).createWritable();
    await stream.write(bytes);
    await stream.close();
  };
  for (const { path, bytes } of await program.call('files')) await write(path, bytes);
  program.stop();
  globalThis.rows = async () => (await (await folder.getFileHandle('cards.csv')).getFile()).text();
  globalThis.turn = async (from, to) => write('cards.csv', (await rows()).replace(from, to));
  globalThis.showDirectoryPicker = async () => folder;
})()";

/// What is changed in the studio is written to the folder, and the other way round; what both changed is lost on neither side.
#[test]
fn a_folder_on_the_disk_is_kept_alike() {
    let Some((studio, mut chromium)) = Studio::start() else {
        return;
    };
    studio.open(&mut chromium);
    chromium.value(FOLDER);
    let open = by_words(".drop", "Open a kit’s folder on this disk");
    chromium.value(&format!("{open}.click()"));
    let disk = "document.querySelector('.disk')?.textContent";
    chromium.wait(&format!("{disk}?.includes('Written to') === true"));
    let cell = |row: usize| format!("document.querySelector('[aria-label=\"name of row {row}\"]')");
    let type_in = |chromium: &mut Chromium, row: usize, words: &str| {
        let cell = cell(row);
        chromium.value(&format!(
            "{cell}.value = '{words}', {cell}.dispatchEvent(new Event('change'))"
        ));
    };
    let has = |chromium: &mut Chromium, words: &str| {
        for _ in 0..400 {
            // The file is not there for the moment in which it is replaced.
            let is_written =
                format!("rows().then((text) => text.includes('{words}'), () => false)");
            if chromium.value(&is_written) == true {
                return;
            }
            std::thread::sleep(std::time::Duration::from_millis(25));
        }
        panic!("{words}: {}", chromium.value("rows()"));
    };
    type_in(&mut chromium, 1, "Snowy owl");
    has(&mut chromium, "Snowy owl");
    chromium.value("turn('Market Day', 'Fair Day')");
    chromium.wait(&format!("{}.value === 'Fair Day'", cell(2)));
    // Both at once.
    chromium.value("turn('Hedge Path', 'Their Path')");
    type_in(&mut chromium, 3, "My Noon");
    chromium.wait("document.querySelector('.disk .torn') !== null");
    let text = chromium.value("rows()");
    let text = text.as_str().unwrap();
    assert!(
        text.contains("Their Path") && !text.contains("My Noon"),
        "{text}"
    );
    sound(&mut chromium, "studio-torn");
    chromium.value(&format!("{}.click()", by_words(".disk", "Keep mine")));
    has(&mut chromium, "My Noon");
    chromium.wait(&format!("{disk}?.includes('Written to') === true"));
    // What was theirs can be had back.
    chromium.value(&format!("{}.click()", by_words(".desk", "Undo")));
    has(&mut chromium, "The Long Noon");
    is_quiet(&mut chromium, &studio);
}
