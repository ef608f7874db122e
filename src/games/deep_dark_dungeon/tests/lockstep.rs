//! The rules as data, in `as-data/play.toml`, against the rules in Rust: random games in lockstep, with the same dice, tiles and
//! cards. Who is asked, what is legal, the whole table and the outcome are the same throughout.

use std::collections::BTreeMap;
use std::path::Path;

use super::scene::{EDITIONS, setup};
use crate::games::Setup;
use crate::games::by_kit::KitGame;
use crate::games::by_kit::language::facts::NONE;
use crate::games::by_kit::rules::position::{Position as Table, Wait};
use crate::games::deep_dark_dungeon::data::hex::{Hex, Way};
use crate::games::deep_dark_dungeon::data::set::Set;
use crate::games::deep_dark_dungeon::rules::moves::Move;
use crate::games::deep_dark_dungeon::rules::position::{Explorer, Position, Step};
use crate::games::deep_dark_dungeon::rules::refusal::Refusal;
use crate::games::deep_dark_dungeon::{Deep, ID};
use crate::games::shared::moves::Moves as _;
use crate::kit::{Files, Kit};
use crate::referee::bot::below;
use crate::referee::{Choices, Game, Turn, Words};
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
                let mut pack = self.table.zones[usize::from(from)].iter();
                let place = pack.position(|piece| self.code(&self.table, *piece) == card(taken));
                format!("takes:{}", place.map_or(0, |place| place + 1))
            }
        }
    }

    /// The zone of this name, of a player if they have one each.
    fn zone<'t>(&self, table: &'t Table, name: &str, seat: usize) -> &'t [u16] {
        let zones = &self.data.program.zones;
        let decl = zones.iter().find(|decl| decl.name == name);
        let decl = decl.expect("a zone");
        &table.zones[usize::from(decl.base) + if decl.own { seat } else { 0 }]
    }

    fn value(&self, table: &Table, name: &str, seat: usize) -> i32 {
        let decl = self.data.program.vars.iter().find(|decl| decl.name == name);
        let decl = decl.expect("a counter or a figure");
        table.vars[usize::from(decl.base) + if decl.own { seat } else { 0 }]
    }

    /// Where a figure stands.
    fn figure(&self, table: &Table, name: &str, seat: usize) -> String {
        match self.value(table, name, seat) {
            NONE => String::new(),
            place => self.data.program.maps[0].shape.name(place),
        }
    }

    fn compare_tables(&self) {
        let (ours, theirs) = (self.state_in_rust(&self.p), self.state_in_data(&self.table));
        assert_eq!(ours, theirs, "{self:?}");
    }

    /// Everything that lies open on the table, and how many tiles and cards are left.
    fn state_in_rust(&self, p: &Position) -> Vec<String> {
        if p.step == Step::Over {
            return vec![format!(
                "{:?}",
                self.rust.outcome(p).map(|end| end.verdicts)
            )];
        }
        let explorer = |(seat, explorer): (usize, &Explorer)| {
            let Some(at) = explorer.at else {
                return "out".to_owned();
            };
            // A card that is gained and too many lies apart where the rules are data.
            let mut carried = explorer.carried;
            if let Step::Keep(gained) = p.step
                && seat == p.actor()
            {
                carried.remove(gained);
            }
            let (place, pack) = (place_name(p.space(at).at), self.sorted(carried));
            let (is_hurt, is_webbed) = (explorer.hurt, explorer.webbed);
            format!("{place} hurt {is_hurt} webbed {is_webbed} {pack:?}")
        };
        let mut state: Vec<String> = p.explorers.iter().enumerate().map(explorer).collect();
        let exit = p.exit.map(|exit| place_name(p.space(exit).at));
        state.push(format!("Exit {}", exit.unwrap_or_default()));
        state.push(format!("discarded {:?}", self.sorted(self.discarded(p))));
        state.push(format!("{} cards, {} tiles", p.deck.len(), p.stock.len()));
        state
    }

    /// The same where the rules are data.
    fn state_in_data(&self, table: &Table) -> Vec<String> {
        if table.wait == Wait::Over {
            let end = self.data.outcome(table);
            return vec![format!("{:?}", end.map(|end| end.verdicts))];
        }
        let explorer = |seat: usize| {
            if !table.plays(seat as u8) {
                return "out".to_owned();
            }
            let card = self.zone(table, "card", seat).last();
            let is_up = card.map(|card| table.pieces[usize::from(*card)].up);
            let (place, pack) = (
                self.figure(table, "hero", seat),
                self.codes(table, &[("pack", seat)]),
            );
            let (is_hurt, is_webbed) = (
                is_up == Some(Some(false)),
                self.value(table, "webbed", seat) == 1,
            );
            format!("{place} hurt {is_hurt} webbed {is_webbed} {pack:?}")
        };
        let mut state: Vec<String> = (0..self.rust.players.len()).map(explorer).collect();
        state.push(format!("Exit {}", self.figure(table, "grate", 0)));
        let discarded = self.codes(table, &[("discards", 0), ("settled", 0)]);
        state.push(format!("discarded {discarded:?}"));
        let (deck, stock) = (self.zone(table, "deck", 0), self.zone(table, "stock", 0));
        state.push(format!("{} cards, {} tiles", deck.len(), stock.len()));
        state
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

    fn sorted(&self, cards: Set) -> Vec<&str> {
        let mut codes: Vec<&str> = cards
            .iter()
            .map(|card| self.rust.data.card(card).code.as_str())
            .collect();
        codes.sort();
        codes
    }

    /// The discarded cards, with the one that is being resolved, which lies apart where the rules are data.
    fn discarded(&self, p: &Position) -> Set {
        let mut cards = p.discard;
        let gained = match p.step {
            Step::Keep(gained) => Some(gained),
            _ => None,
        };
        for card in p.resolving().into_iter().chain(gained) {
            cards.add(card);
        }
        cards
    }

    /// The codes of what lies in some zones, in order.
    fn codes(&self, table: &Table, zones: &[(&str, usize)]) -> Vec<&str> {
        let pieces = zones
            .iter()
            .flat_map(|(name, seat)| self.zone(table, name, *seat));
        let mut codes: Vec<&str> = pieces.map(|piece| self.code(table, *piece)).collect();
        codes.sort();
        codes
    }

    fn code(&self, table: &Table, piece: u16) -> &str {
        let kind = table.pieces[usize::from(piece)].kind;
        &self.data.program.facts.kinds[usize::from(kind)].code
    }

    /// What comes of each answer before the next decision, and how likely it is, is the same in both. Says whether it was compared:
    /// no answer may take more than this many moves.
    fn compare_odds(&self, most: usize) -> bool {
        let moves = self.rust.legal(&self.p);
        let fate = |mv| fates(&self.rust, &self.p, mv, most, &|p| self.state_in_rust(p));
        let Some(ours) = moves
            .iter()
            .map(|mv| fate(*mv))
            .collect::<Option<Vec<Fates>>>()
        else {
            return false;
        };
        for (mv, ours) in moves.into_iter().zip(ours) {
            let name = self.name_of(mv);
            let theirs = self.data.parse(&name).expect("a move by this name");
            let state = |table: &Table| self.state_in_data(table);
            let theirs = fates(&self.data, &self.table, theirs, usize::MAX, &state);
            assert_eq!(Some(ours), theirs, "{name}: {self:?}");
        }
        true
    }
}

/// How likely each state is at the next decision.
type Fates = BTreeMap<Vec<String>, Fraction>;

/// What may come of a move, by enumeration of all that chance may do; `None` if that takes more moves than this.
fn fates<G: Game>(
    game: &G,
    position: &G::Position,
    mv: G::Move,
    most: usize,
    state: &dyn Fn(&G::Position) -> Vec<String>,
) -> Option<Fates> {
    let mut fates = Fates::new();
    let mut open = vec![(position.clone(), mv, Fraction::ONE)];
    let mut made = 0;
    while let Some((mut position, mv, share)) = open.pop() {
        made += 1;
        if made > most {
            return None;
        }
        game.play(&mut position, mv, &mut |_| {})
            .unwrap_or_else(|_| panic!("a legal move"));
        let mut choices = Choices::default();
        let is_chance = match game.turn(&position) {
            Turn::Over => false,
            turn => {
                game.moves(&position, &mut choices);
                matches!(turn, Turn::Chance(_))
            }
        };
        // An answer without a choice is not a decision.
        if is_chance || choices.len() == 1 {
            let all = choices.total();
            for choice in choices.iter() {
                let share = share.times(choice.weight, all);
                open.push((position.clone(), choice.mv, share));
            }
        } else {
            let sum: &mut Fraction = fates.entry(state(&position)).or_insert(Fraction::NONE);
            *sum = sum.plus(share);
        }
    }
    Some(fates)
}

/// A probability in lowest terms.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Fraction {
    cases: u128,
    of: u128,
}

impl Fraction {
    const NONE: Fraction = Fraction { cases: 0, of: 1 };
    const ONE: Fraction = Fraction { cases: 1, of: 1 };

    fn new(cases: u128, of: u128) -> Fraction {
        let (mut a, mut b) = (cases, of);
        while b > 0 {
            (a, b) = (b, a % b);
        }
        Fraction {
            cases: cases / a,
            of: of / a,
        }
    }

    fn times(self, cases: u32, of: u32) -> Fraction {
        Fraction::new(self.cases * u128::from(cases), self.of * u128::from(of))
    }

    fn plus(self, other: Fraction) -> Fraction {
        let cases = self.cases * other.of + other.cases * self.of;
        Fraction::new(cases, self.of * other.of)
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

#[test]
fn odds_of_the_rules_as_data_are_those_of_the_rules_in_rust() {
    let (_folder, kit) = kit_with_rules();
    let is_long = std::env::var_os("PAPERKEEP_LOCKSTEP").is_some();
    let most = if is_long { 100_000 } else { 1_000 };
    let mut luck = ChaCha8Rng::seed_from_u64(2);
    let mut compared = 0;
    for edition in EDITIONS {
        for players in 1..=4 {
            let mut pair = Pair::new(&kit, &setup(edition, players, &[]));
            for length in (20..400).step_by(20) {
                pair.play(&mut luck, length);
                while let Turn::Chance(_) = pair.rust.turn(&pair.p) {
                    pair.advance(&mut luck);
                }
                pair.skip_single_answers();
                let is_asked = matches!(pair.rust.turn(&pair.p), Turn::Player(_));
                if is_asked && pair.agrees(&pair.rust.legal(&pair.p)) {
                    compared += usize::from(pair.compare_odds(most));
                }
            }
        }
    }
    assert!(compared >= 50, "{compared} positions");
}
