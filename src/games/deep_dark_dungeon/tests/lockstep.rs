//! The rules as data, in `as-data/play.toml`, against the rules in Rust: random games in lockstep, with the same dice, tiles and
//! cards. Who is asked, what is legal, the whole table and the outcome are the same throughout.

use std::path::Path;

use super::scene::{EDITIONS, setup};
use crate::games::Setup;
use crate::games::by_kit::KitGame;
use crate::games::by_kit::language::facts::NONE;
use crate::games::by_kit::rules::position::{Position as Table, Wait};
use crate::games::deep_dark_dungeon::data::hex::{Hex, Way};
use crate::games::deep_dark_dungeon::data::set::Set;
use crate::games::deep_dark_dungeon::rules::moves::Move;
use crate::games::deep_dark_dungeon::rules::position::{Position, Step};
use crate::games::deep_dark_dungeon::rules::refusal::Refusal;
use crate::games::deep_dark_dungeon::{Deep, ID};
use crate::games::shared::moves::Moves as _;
use crate::kit::{Files, Kit};
use crate::referee::bot::below;
use crate::referee::{Game, Turn, Words};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

/// The shipped kit with its rules as data.
fn kit_with_rules() -> (tempfile::TempDir, Kit) {
    let folder = tempfile::tempdir().expect("a folder");
    let shipped = Files::shipped(ID).expect("a shipped kit");
    for (path, bytes) in shipped.embedded() {
        let file = folder.path().join(path);
        std::fs::create_dir_all(file.parent().expect("a folder")).expect("a folder");
        std::fs::write(file, bytes).expect("a file");
    }
    let rules = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("templates")
        .join(ID);
    std::fs::copy(
        rules.join("as-data/play.toml"),
        folder.path().join("play.toml"),
    )
    .expect("the rules");
    let kit = Kit::open(Files::Folder(folder.path().to_owned())).expect("a good kit");
    (folder, kit)
}

/// The two games, and where they stand.
struct Pair {
    rust: Deep,
    data: KitGame,
    p: Position,
    table: Table,
    /// The moves made so far, as the rules in Rust call them.
    made: Vec<String>,
}

impl Pair {
    fn new(kit: &Kit, setup: &Setup) -> Pair {
        let rust = Deep::new(kit, setup).expect("the rules in Rust");
        let data = KitGame::new(kit, &in_data(setup)).expect("the rules as data");
        Pair {
            p: rust.start(),
            table: data.start(),
            made: Vec::new(),
            rust,
            data,
        }
    }

    /// Plays to the end, or this many moves.
    fn play(&mut self, luck: &mut ChaCha8Rng, length: usize) {
        while self.made.len() < length && self.p.step != Step::Over {
            self.advance(luck);
        }
        if self.p.step == Step::Over {
            self.skip_single_answers();
            assert_eq!(self.table.wait, Wait::Over, "{self:?}");
            let (rust, data) = (self.rust.outcome(&self.p), self.data.outcome(&self.table));
            let (rust, data) = (rust.expect("an end"), data.expect("an end"));
            assert_eq!(rust.verdicts, data.verdicts, "{self:?}");
            // Where the first escape ends the game, the winner is all that there is to rank.
            if self.rust.options.to_the_last_key {
                assert_eq!(rust.ranking, data.ranking, "{self:?}");
            }
        }
    }

    /// Makes one move in both.
    fn advance(&mut self, luck: &mut ChaCha8Rng) {
        let moves = self.rust.legal(&self.p);
        let mv = moves[below(moves.len() as u32, luck) as usize];
        let is_same = self.agrees(&moves) || {
            self.skip_single_answers();
            self.agrees(&moves)
        };
        if is_same {
            if let Turn::Player(_) = self.rust.turn(&self.p) {
                self.compare_tables();
                self.compare_refusals();
            }
            let name = self.name_of(mv);
            let theirs = self.data.parse(&name).expect("a move by this name");
            self.data
                .play(&mut self.table, theirs, &mut |_| {})
                .unwrap_or_else(|refusal| panic!("{name}: {refusal:?}: {self:?}"));
        }
        // What leaves no choice is asked in Rust, and not where the rules are data.
        assert!(
            is_same || moves.len() == 1,
            "{:?}: {self:?}",
            self.names(&moves)
        );
        self.made.push(self.rust.id(mv));
        self.rust
            .play(&mut self.p, mv, &mut |_| {})
            .expect("a legal move");
    }

    /// Whether the data ask the same player, or chance, with the same answers.
    fn agrees(&self, moves: &[Move]) -> bool {
        let turns = (self.rust.turn(&self.p), self.data.turn(&self.table));
        match turns {
            (Turn::Player(ours), Turn::Player(theirs)) if ours == theirs => {}
            (Turn::Chance(_), Turn::Chance(_)) => {}
            _ => return false,
        }
        let listed = self.data.legal(&self.table);
        if moves.len() != listed.len() {
            return false;
        }
        let mut theirs: Vec<String> = listed.iter().map(|mv| self.data.id(*mv)).collect();
        let mut ours = self.names(moves);
        ours.sort();
        theirs.sort();
        ours == theirs
    }

    /// Gives the answers that a session gives by itself.
    fn skip_single_answers(&mut self) {
        while let Some(mv) = self.data.idle(&self.table) {
            self.data
                .play(&mut self.table, mv, &mut |_| {})
                .expect("a legal move");
        }
    }

    fn names(&self, moves: &[Move]) -> Vec<String> {
        moves.iter().map(|mv| self.name_of(*mv)).collect()
    }

    /// What a move is called where the rules are data.
    fn name_of(&self, mv: Move) -> String {
        let p = &self.p;
        let tile = |tile: u8| self.rust.data.tile(tile).code.clone();
        let card = |card: u8| self.rust.data.card(card).code.clone();
        let there = |way: Way| place_name(p.space(p.centre()).at.neighbour(way));
        match (p.step, mv) {
            (_, Move::Tile(drawn)) => format!("is:{}", tile(drawn)),
            (_, Move::Card(drawn)) => format!("is:{}", card(drawn)),
            (_, Move::Place(way)) => format!("place_tile:{}", there(way)),
            (_, Move::Step(way)) => format!("step:{}", there(way)),
            (_, Move::Scramble(way)) => format!("scramble:{}", there(way)),
            (_, Move::Slide(way)) => format!("slide:{}", there(way)),
            (_, Move::Attack(seat)) => {
                let name = self.rust.players.get(usize::from(seat));
                format!("attack:{}", name.map_or("nobody", String::as_str))
            }
            (_, Move::End) => "stay".into(),
            (Step::Keep(gained), Move::Drink) if self.rust.potion(p) == Some(gained) => {
                "drink_found".into()
            }
            (Step::Keep(_), Move::Drink) => "drink_own".into(),
            (_, Move::Drink) => "drink".into(),
            (_, Move::Face) => "decline".into(),
            (Step::OwnDie(_), Move::Roll(face)) => format!("shows:own:{face}"),
            (_, Move::Roll(face)) => format!("shows:foe:{face}"),
            (Step::Keep(gained), Move::Discard(dropped)) if dropped == gained => "leave".into(),
            (_, Move::Discard(dropped)) => format!("discard:{}", card(dropped)),
            (_, Move::Steal(taken)) => {
                let Wait::Random { from, .. } = self.table.wait else {
                    return "not asked".into();
                };
                let place = self.codes_in(from).position(|code| code == card(taken));
                format!("takes:{}", place.map_or(0, |place| place + 1))
            }
        }
    }

    /// The codes of what lies in a zone.
    fn codes_in(&self, zone: u16) -> impl Iterator<Item = &str> {
        let pieces = self.table.zones[usize::from(zone)].iter();
        pieces.map(|piece| {
            let kind = self.table.pieces[usize::from(*piece)].kind;
            self.data.program.facts.kinds[usize::from(kind)]
                .code
                .as_str()
        })
    }

    /// The zone of this name, of a player if they have one each.
    fn zone(&self, name: &str, seat: usize) -> u16 {
        let decl = self
            .data
            .program
            .zones
            .iter()
            .find(|decl| decl.name == name);
        let decl = decl.expect("a zone");
        decl.base + if decl.own { seat as u16 } else { 0 }
    }

    fn value(&self, name: &str, seat: usize) -> i32 {
        let decl = self.data.program.vars.iter().find(|decl| decl.name == name);
        let decl = decl.expect("a counter or a figure");
        self.table.vars[usize::from(decl.base) + if decl.own { seat } else { 0 }]
    }

    /// Where a figure stands.
    fn figure(&self, name: &str, seat: usize) -> String {
        match self.value(name, seat) {
            NONE => String::new(),
            place => self.data.place_name(0, place),
        }
    }

    fn compare_tables(&self) {
        let p = &self.p;
        for (seat, explorer) in p.explorers.iter().enumerate() {
            let Some(at) = explorer.at else { continue };
            let place = place_name(p.space(at).at);
            assert_eq!(place, self.figure("hero", seat), "{self:?}");
            let card = self.table.zones[usize::from(self.zone("card", seat))].last();
            if let Some(card) = card {
                let is_up = self.table.pieces[usize::from(*card)].up;
                assert_eq!(Some(!explorer.hurt), is_up, "{self:?}");
            }
            assert_eq!(
                i32::from(explorer.webbed),
                self.value("webbed", seat),
                "{self:?}"
            );
            self.compare_pack(explorer.carried, seat);
        }
        let exit = p.exit.map(|exit| place_name(p.space(exit).at));
        assert_eq!(
            exit.unwrap_or_default(),
            self.figure("grate", 0),
            "{self:?}"
        );
        assert_eq!(
            self.sorted(self.discarded()),
            self.in_order(&["discards", "settled"]),
            "{self:?}"
        );
        let deck = &self.table.zones[usize::from(self.zone("deck", 0))];
        assert_eq!(p.deck.len() as usize, deck.len(), "{self:?}");
        let stock = &self.table.zones[usize::from(self.zone("stock", 0))];
        assert_eq!(p.stock.len() as usize, stock.len(), "{self:?}");
    }

    /// What is refused is refused by both, under the same rule.
    fn compare_refusals(&self) {
        for mv in Move::all(&self.rust) {
            let Err(refusal) = self.rust.judge(&self.p, mv) else {
                continue;
            };
            if matches!(refusal, Refusal::WrongKind | Refusal::NoTile { .. }) {
                continue;
            }
            let name = self.name_of(mv);
            let Some(theirs) = self.data.parse(&name) else {
                continue;
            };
            let Err(other) = self.data.judge(&self.table, theirs) else {
                panic!("{name} is legal: {self:?}");
            };
            let ours = self.rust.refused(&self.p, refusal);
            let theirs = self.data.refused(&self.table, other);
            assert_eq!(
                ours.rule, theirs.rule,
                "{name}: {ours:?}, {theirs:?}, {self:?}"
            );
        }
    }

    /// A card that is gained and too many lies apart where the rules are data.
    fn compare_pack(&self, carried: Set, seat: usize) {
        let mut carried = carried;
        if let Step::Keep(gained) = self.p.step
            && seat == self.p.actor()
        {
            carried.remove(gained);
        }
        let mut pack: Vec<&str> = self.codes_in(self.zone("pack", seat)).collect();
        pack.sort();
        assert_eq!(self.sorted(carried), pack, "{self:?}");
    }

    fn sorted(&self, cards: Set) -> Vec<&str> {
        let mut codes: Vec<&str> = cards
            .iter()
            .map(|card| self.rust.data.card(card).code.as_str())
            .collect();
        codes.sort();
        codes
    }

    /// The discarded cards, with the one that is being resolved, which lies apart where the rules are data.
    fn discarded(&self) -> Set {
        let mut cards = self.p.discard;
        let gained = match self.p.step {
            Step::Keep(gained) => Some(gained),
            _ => None,
        };
        for card in self.p.resolving().into_iter().chain(gained) {
            cards.add(card);
        }
        cards
    }

    fn in_order(&self, zones: &[&str]) -> Vec<&str> {
        let zones = zones.iter().map(|name| self.zone(name, 0));
        let mut codes: Vec<&str> = zones.flat_map(|zone| self.codes_in(zone)).collect();
        codes.sort();
        codes
    }
}

impl std::fmt::Debug for Pair {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let question = self.data.question(&self.table);
        let listed = self.data.legal(&self.table);
        let theirs: Vec<String> = listed.iter().map(|mv| self.data.id(*mv)).collect();
        writeln!(out, "after {}", self.made.join(" "))?;
        writeln!(out, "in Rust: {:?} {:?}", self.p.phase, self.p.step)?;
        write!(out, "as data: {question} {theirs:?}")
    }
}

/// The set-up with options as the rules as data write them: "yes" and "no".
fn in_data(setup: &Setup) -> Setup {
    let mut setup = setup.clone();
    for (_, value) in &mut setup.options {
        match value.as_str() {
            "true" => *value = "yes".into(),
            "false" => *value = "no".into(),
            _ => {}
        }
    }
    setup
}

/// A place as the rules as data write it: "1,-1".
fn place_name(at: Hex) -> String {
    format!("{},{}", at.q, at.r)
}

/// Sets of options, each value of each at least once.
const OPTIONS: [&[(&str, &str)]; 8] = [
    &[],
    &[
        ("attack_cost", "free"),
        ("hurt_steps", "one"),
        ("monster_takes_key", "random"),
    ],
    &[
        ("attack_cost", "never"),
        ("may_stay", "true"),
        ("carry_limit", "0"),
    ],
    &[
        ("encounter_entry", "stops_move"),
        ("rope_use", "discard"),
        ("knockout_heals", "true"),
    ],
    &[
        ("stranded", "none"),
        ("drawn_encounters", "wait"),
        ("round_limit", "9"),
    ],
    &[
        ("attack_height", "modify"),
        ("key_loss_reshuffle", "false"),
        ("carry_limit", "2"),
    ],
    &[
        ("attack_height", "ignore"),
        ("key_loss_reshuffle", "true"),
        ("monster_takes_key", "always"),
        ("knockout_heals", "false"),
    ],
    &[("end", "last_key")],
];

#[test]
fn rules_as_data_are_the_rules_in_rust() {
    let games = std::env::var("PAPERKEEP_LOCKSTEP").ok();
    let games: usize = games.and_then(|games| games.parse().ok()).unwrap_or(1);
    let (_folder, kit) = kit_with_rules();
    let mut luck = ChaCha8Rng::seed_from_u64(1);
    let mut moves = 0;
    for edition in EDITIONS {
        for players in 1..=4 {
            for options in OPTIONS {
                let mut options = options.to_vec();
                if players == 1 {
                    options.retain(|(name, _)| {
                        !["attack_cost", "attack_height", "end"].contains(name)
                    });
                    options.push(("solo_turns", "30"));
                }
                let special = match edition {
                    "original" => ("exit_card", "one_shot"),
                    _ => ("exit_tile_in_setup", "set_aside"),
                };
                for game in 0..games {
                    let mut options = options.clone();
                    if game % 2 == 1 {
                        options.push(special);
                    }
                    let mut pair = Pair::new(&kit, &setup(edition, players, &options));
                    // Most games without options are played to their end.
                    let length = if options.is_empty() { 600 } else { 250 };
                    pair.play(&mut luck, length);
                    moves += pair.made.len();
                }
            }
        }
    }
    println!("{moves} moves");
}
