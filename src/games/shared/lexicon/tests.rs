//! Checks of a kit's sentences before a game starts, on modified copies of shipped kits.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use tempfile::TempDir;

use crate::games::{GAMES, Setup, SetupError, Visitor, with};
use crate::kit::{Files, Kit};
use crate::referee::{Bots, Choices, Telling, Words};

const TIN: &str = "dungeon-in-a-tin";

struct Nothing;

impl Visitor for Nothing {
    type Out = ();

    fn visit<G: Words + Bots>(self, _: G) {}
}

/// Copies a shipped kit into a folder.
fn copy(id: &str) -> TempDir {
    let folder = TempDir::new().expect("a folder");
    for (path, bytes) in Files::shipped(id).expect("a shipped kit").embedded() {
        let path = folder.path().join(path);
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        fs::write(path, bytes).expect("a file");
    }
    folder
}

fn open(id: &str, folder: &Path) -> Result<(), SetupError> {
    let kit = Kit::at(folder).expect("a sound kit");
    with(id, &kit, &Setup::of_count(*kit.players.start()), Nothing)
}

#[test]
fn the_shipped_sentences_tell_all_that_can_happen() {
    for entry in GAMES
        .iter()
        .filter(|entry| Files::shipped(entry.id).is_some_and(|files| files.has("words.toml")))
    {
        if let Err(error) = open(entry.id, copy(entry.id).path()) {
            panic!("{}: {error}", entry.id);
        }
    }
}

/// Returns the error about a changed sentence.
fn fault(id: &str, from: &str, to: &str) -> String {
    let folder = copy(id);
    let path = folder.path().join("words.toml");
    let words = fs::read_to_string(&path).expect("a file");
    assert!(words.contains(from), "{from}");
    fs::write(&path, words.replacen(from, to, 1)).expect("a file");
    match open(id, folder.path()) {
        Ok(()) => "nothing".to_owned(),
        Err(error) => error.to_string(),
    }
}

#[test]
fn every_fault_of_a_sentence_is_told_before_play() {
    let stayed = r#"stayed = "{{ does(player, 'stay', 'stays') }}.""#;
    for (from, to, told) in [
        // What a kit does not word itself is taken from the shipped one.
        (stayed, "", "nothing"),
        (
            "[unsaid]",
            "[unsaid]\nstaid = [\"player\"]",
            "`staid` has no `player` to leave out",
        ),
        (
            stayed,
            "staid = \"Oh.\"",
            "the game has no `staid` in [events]",
        ),
        (stayed, "stayed = \"{{ player }\"", "unexpected"),
        (
            stayed,
            "stayed = \"{{ plaier }} stays.\"",
            "there is no particular `plaier`",
        ),
        (
            stayed,
            "stayed = \"Nobody moves.\"",
            "`stayed` does not mention `player`",
        ),
        (
            "chasm_bridged = [\"room\"]",
            "chasm_bridged = [\"room\", \"player\"]",
            "mentions `player`, which [unsaid] lists",
        ),
        (stayed, "stayed = \"{{ player.nmae }} stays.\"", "undefined"),
        // Handles only one of two possible players.
        (
            stayed,
            "stayed = \"{{ player.nmae if player.alone else player }} stays.\"",
            "undefined",
        ),
        // Names a card of a hidden hand.
        (
            "{{ card if card else 'a fight card' }}",
            "{{ card }}",
            "this may be hidden",
        ),
        (
            stayed,
            "stayed = \"{{ player if not player }}\"",
            "the sentence comes out empty",
        ),
        (
            stayed,
            "stayed = \"{% for n in [1, 1] %}{% for n in [1, 1] %}{{ player }}{% endfor %}{% endfor %}\"",
            "nothing",
        ),
        ("text = \"{{ name }}\"", "txt = \"{{ name }}\"", "nothing"),
        (
            "[nouns.bonus]",
            "[nouns.bonnet]\ntext = \"b\"\n[nouns.bonus]",
            "the game has no noun `bonnet`",
        ),
        (
            "[words]",
            "[words]\nnorht = \"up\"",
            "the game has no word `norht`",
        ),
        ("[words]", "[word]", "unknown key `word`"),
        // The Tin's story has sentences of its own.
        (
            "[stakes]",
            "[deeds]\nstayed = \"stayed\"\n[stakes]",
            "the game has no `stayed` in [deeds]",
        ),
        // Hostile input.
        (
            stayed,
            "stayed = \"{{ player }}\\u001b[2J\"",
            "the text contains a control character",
        ),
        (
            stayed,
            "stayed = \"{{ player }}{{ 'x' * 100000000 }}\"",
            "a sentence cannot use `*`",
        ),
        (
            stayed,
            "stayed = \"{% set a = player %}{{ a }}\"",
            "a sentence can use `if` and `for`, but not `set`",
        ),
        (
            stayed,
            "stayed = \"{% for a in 'aaaaaaaaaaaaaaaaaaaaaaaaa' %}{% for b in 'aaaaaaaaaaaaaaaaaaaaaaaaa' %}{% for c in \
          'aaaaaaaaaaaaaaaaaaaaaaaaa' %}{{ a if c == 'b' else '' }}{% endfor %}{% endfor %}{% endfor %}{{ player }}\"",
            "the sentence takes too long",
        ),
        (
            stayed,
            "stayed = \"{% for a in 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa' %}{{ player }}, who has a name that \
          is much too long, and goes on and on, on and on{% endfor %}\"",
            "the sentence is too long",
        ),
    ] {
        let found = fault(TIN, from, to);
        assert!(
            found.contains(told),
            "{to}\nfound: {found}\nexpected: {told}"
        );
    }
    let deep = fault(
        TIN,
        stayed,
        &format!(
            "stayed = \"{{{{ player }}}}{{{{ {}1 }}}}\"",
            "-".repeat(1_900)
        ),
    );
    assert!(
        deep.contains("the expression has more than 500 parts"),
        "{deep}"
    );
}

/// `[short]` repeats `[answers]`, and `[brief]`, `[stakes]` and `[deeds]` repeat `[events]`: with the same particulars, none of
/// which is required. A deed also knows how often it was told, and may be empty.
#[test]
fn what_is_said_again_is_known_from_what_it_repeats() {
    for (from, to, told) in [
        (
            "[short]",
            "[short]\nnobdy = \"no one\"",
            "the game has no `nobdy` in [short]",
        ),
        (
            "[short]",
            "[short]\nnobody = \"{{ player }}\"",
            "there is no particular `player`",
        ),
        ("[leads]", "[leads]\nover = \"The end\"", "nothing"),
        (
            "[brief]",
            "[brief]\nhealed = \"{{ player.nmae }} heals.\"",
            "undefined",
        ),
        ("[brief]", "[brief]\nhealed = \"heals\"", "nothing"),
        ("[stakes]", "[stakes]\nhealed = \"heals\"", "nothing"),
        (
            "[stakes]",
            "[stakes]\nheals = \"heals\"",
            "the game has no `heals` in [stakes]",
        ),
        (
            "[deeds]",
            "[deeds]\nhealed = \"{{ 'bound up the wounds' if not way }}\"",
            "nothing",
        ),
        (
            "[stakes]",
            "[stakes]\nhealed = \"{{ way }}\"",
            "there is no particular `way`",
        ),
    ] {
        let found = fault("miniskull-caverns", from, to);
        assert!(
            found.contains(told),
            "{to}\nfound: {found}\nexpected: {told}"
        );
    }
}

/// Plays this many moves at random and records what is said.
struct Listen {
    moves: usize,
    seed: usize,
}

impl Visitor for Listen {
    type Out = Vec<Telling>;

    fn visit<G: Words + Bots>(self, game: G) -> Vec<Telling> {
        let mut p = game.start();
        let mut choices = Choices::default();
        let mut told = Vec::new();
        for nth in 0..self.moves {
            game.moves(&p, &mut choices);
            let Some(choice) =
                choices.get((self.seed + nth * nth * 31 + nth * 7) % choices.len().max(1))
            else {
                break;
            };
            let mut events = Vec::new();
            let played = game.play(&mut p, choice.mv, &mut |event| events.push(event));
            assert!(played.is_ok(), "a listed move is legal");
            told.extend(events.into_iter().map(|event| game.telling(&p, event)));
        }
        told
    }
}

fn listen(kit: &Kit) -> Vec<Telling> {
    let tables = (1..=4).flat_map(|players| (0..6).map(move |seed| (players, seed)));
    let play = |(players, seed)| {
        with(
            "dungeon-in-a-tin",
            kit,
            &Setup::of_count(players),
            Listen { moves: 300, seed },
        )
        .expect("a sound kit")
    };
    tables.flat_map(play).collect()
}

/// Each folder in `tests/kits/spoken` has other words for Dungeon in a Tin; `expected.txt` has one sentence of each kind.
#[test]
fn other_speakers_tell_the_same_game_in_words_of_their_own() {
    let shipped = listen(&Kit::find("dungeon-in-a-tin").expect("a shipped kit"));
    for speaker in fs::read_dir("tests/kits/spoken").expect("a folder") {
        let speaker = speaker.expect("a folder").path();
        let folder = copy("dungeon-in-a-tin");
        fs::copy(speaker.join("words.toml"), folder.path().join("words.toml")).expect("a file");
        let told = listen(&Kit::at(folder.path()).unwrap_or_else(|problems| panic!("{problems}")));
        let facts = |told: &[Telling]| {
            told.iter()
                .map(|told| (told.rule, told.kind, told.data.clone()))
                .collect::<Vec<_>>()
        };
        assert_eq!(facts(&shipped), facts(&told), "{}", speaker.display());
        let mut sentences = BTreeMap::new();
        for Telling { kind, text, .. } in told {
            sentences.entry(kind).or_insert(text);
        }
        assert!(
            sentences.len() > 30,
            "only {} kinds of events happened",
            sentences.len()
        );
        let said: String = sentences
            .into_iter()
            .map(|(kind, text)| format!("{kind}: {text}\n"))
            .collect();
        let expected = speaker.join("expected.txt");
        if std::env::var_os("PAPERKEEP_ACCEPT").is_some() {
            fs::write(&expected, &said).expect("a file");
        }
        assert_eq!(
            said,
            fs::read_to_string(&expected).unwrap_or_default(),
            "{}",
            speaker.display()
        );
    }
}
