//! Section 7: what must not be shown.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

use super::scene::{Scene, crawl};
use crate::games::dungeon_crawl::data::piece::Values;
use crate::games::dungeon_crawl::rules::position::Step;
use crate::games::dungeon_crawl::{Crawl, ID};
use crate::games::shared::narrator::Narrator;
use crate::referee::bot::below;
use crate::referee::journal::{self, Header, Luck, Secrets};
use crate::referee::{Bots, Choices, Ending, Game, Session, Sitting, Turn, Words, conformance};

/// Player 2 has stolen this treasure from player 3, and player 1 is to move.
fn theft(value: &str) -> Scene {
    let mut scene = Scene::new(3, 2, &[(0, 0), (1, 0), (2, 0)]);
    scene.coin("e2", 2);
    scene.player(1, "a1", "C1");
    scene.player(2, "f1", "C0");
    scene.player(3, "c1", "C2 C5 A1");
    scene.play("go:d1 attack:C");
    scene.play("spend:0 roll:5 roll:0 take:treasure");
    scene.play(&format!("steal:{value}"));
    assert_eq!((scene.p.step, scene.seat()), (Step::Move, 3));
    scene.p.acting = 0;
    scene
}

#[test]
fn a_theft_looks_the_same_to_others_whatever_was_stolen() {
    let (one, other) = (theft("C2"), theft("C5"));
    assert_ne!(one.p, other.p);
    for seat in [Some(0), None] {
        assert_eq!(one.seen_by(seat), other.seen_by(seat));
        assert!(!one.seen_by(seat).contains("\"total\":7"));
    }
    for seat in [1, 2] {
        assert_ne!(
            one.seen_by(Some(seat)),
            other.seen_by(Some(seat)),
            "thief and victim know"
        );
    }
    assert_eq!(one.told, other.told, "what is told to all");
    let universe = conformance::constructible(&one.game, 2, 300);
    for seat in [Some(0), None] {
        conformance::check_secrets(&one.game, &one.p, &other.p, seat, &universe);
    }
}

/// R42: Ann has C5 and C1, and Cid has C2; Bob steals one unseen, and the table ends the game there.
#[test]
fn an_agreed_end_asks_for_unreported_treasure() {
    let ended = || {
        let mut scene = Scene::new(3, 2, &[(0, 0), (1, 0), (2, 0)]);
        scene.player(1, "c1", "C5 C1");
        scene.player(2, "f1", "");
        scene.player(3, "a1", "C2");
        scene.play("go:d1 attack:S roll:5 roll:0 take:treasure");
        let told = scene.game.untold(&scene.p).expect("an unreported theft");
        scene.game.apply(&mut scene.p, told, &mut |_| {});
        scene
            .game
            .conclude(&mut scene.p, &mut |_| {})
            .expect("an end");
        assert_eq!(scene.p.step, Step::ShowEnd { seat: 0 });
        scene
    };
    let winner = |shown: &str| {
        let mut scene = ended();
        scene.play(shown);
        assert_eq!(scene.p.step, Step::Over);
        scene.game.outcome(&scene.p).expect("an outcome").ranking[0].clone()
    };
    assert_eq!((winner("show:C5"), winner("show:C1")), (vec![0], vec![1]));
    let mut known = theft("C2");
    let before = known.p.clone();
    known
        .game
        .conclude(&mut known.p, &mut |_| {})
        .expect("an end");
    assert_eq!(known.p, before, "the referee knows all there is to know");
}

/// A search knows which treasures were taken openly and, for thief and victim, also which one was stolen.
#[test]
fn a_seat_remembers_what_it_saw() {
    let scene = theft("C2");
    let holdings = |seat: Option<u8>| {
        let mut worlds = Vec::new();
        scene.game.remembered(&scene.p, seat, &mut |world, weight| {
            worlds.push(([0, 1, 2].map(|seat| world.worlds.certain(seat)), weight));
            true
        });
        worlds.sort_by_key(|(holdings, _)| holdings.map(|values| values.0));
        let all: u32 = worlds.iter().map(|(_, weight)| weight).sum();
        worlds
            .into_iter()
            .map(|(holdings, weight)| (holdings, 100 * weight / all))
            .collect::<Vec<_>>()
    };
    let [two, five] = [1 << 2, 1 << 5].map(|stolen| {
        [
            Values(1 << 1),
            Values(1 | stolen),
            Values((1 << 2 | 1 << 5) ^ stolen),
        ]
    });
    for watcher in [Some(0), None] {
        assert_eq!(holdings(watcher), [(two, 50), (five, 50)]);
    }
    for party in [1, 2] {
        assert_eq!(holdings(Some(party)), [(two, 100)]);
    }
}

#[test]
fn hidden_treasures_do_not_change_how_a_bot_plays() {
    let choose = |scene: Scene| {
        let mut choices = Choices::default();
        scene.game.moves(&scene.p, &mut choices);
        let mut luck = ChaCha8Rng::seed_from_u64(1);
        let mut bot = scene.game.bot("greedy").expect("a bot");
        let chosen: Vec<usize> = (0..20)
            .map(|_| bot.choose(&scene.game.view(&scene.p, Some(0)), &choices, &mut luck))
            .collect();
        chosen
    };
    assert_eq!(choose(theft("C2")), choose(theft("C5")));
}

#[test]
fn no_total_is_shown_before_the_end() {
    let mut scene = Scene::new(2, 1, &[(0, 0), (1, 0)]);
    scene.coin("c1", 0);
    scene.player(1, "a1", "C5 C4");
    scene.player(2, "a2", "C1 C2 C3");
    assert_eq!(scene.game.view(&scene.p, None).treasure(0), None);
    assert_eq!(scene.game.view(&scene.p, Some(1)).treasure(0), None);
    assert_eq!(
        scene.game.view(&scene.p, Some(0)).treasure(0),
        Some(Values(0b110000))
    );
    scene.play("go:c1 suit:C");
    assert!(scene.is_over());
    assert_eq!(
        scene.game.view(&scene.p, None).treasure(0),
        Some(Values(0b110001))
    );
}

/// Bob has three treasures; Ann steals one, unseen by the referee, and Bob moves next.
fn unseen() -> Scene {
    let mut scene = Scene::new(2, 1, &[(0, 0), (1, 0)]);
    scene.player(1, "a1", "C1");
    scene.player(2, "d1", "C2 C3 C5");
    scene.play("go:c1 attack:M roll:5 roll:0 take:treasure steal:unseen");
    scene
}

#[test]
fn after_an_unseen_theft_several_worlds_are_possible() {
    let scene = unseen();
    assert_eq!((scene.p.step, scene.seat()), (Step::Move, 2));
    assert_eq!(
        (scene.p.players[0].treasures, scene.p.players[1].treasures),
        (2, 2)
    );
    assert_eq!(scene.p.worlds.count(), 3);
    assert_eq!((scene.treasure(1), scene.treasure(2)), (vec![1], vec![]));
    // Not even the owner is shown what the referee does not know.
    assert_eq!(scene.game.view(&scene.p, Some(0)).treasure(0), None);
}

#[test]
fn at_the_end_unknown_treasure_is_reported_and_must_be_possible() {
    // R42
    let mut scene = unseen();
    scene.p.acting = 0;
    scene.coin("c2", 4);
    scene.p.revealed[2].add(0);
    scene.play("go:c2 suit:C");
    assert_eq!(scene.p.step, Step::ShowEnd { seat: 0 });
    assert!(matches!(scene.game.turn(&scene.p), Turn::Table(_)));
    assert_eq!(scene.options(), "C2 C3 C5");
    assert_eq!(scene.refuse("show:C1"), ("not_held", "R42"));
    scene.play("show:C5");
    assert!(scene.is_over());
    assert_eq!(
        (scene.treasure(1), scene.treasure(2)),
        (vec![1, 4, 5], vec![2, 3])
    );
}

#[test]
fn at_a_death_the_treasure_left_is_reported() {
    // R37
    let mut scene = unseen();
    scene.p.acting = 0;
    scene.coin("c2", 5);
    scene.hurt(1, "S5");
    scene.play("go:c2 suit:M roll:0");
    assert_eq!(scene.p.step, Step::ShowDead);
    scene.play("show:C3");
    assert_eq!(scene.p.stacks[0].treasure, Values(0b001010));
    assert_eq!(scene.treasure(2), [2, 5]);
    assert_eq!((scene.p.worlds.count(), scene.seat()), (1, 2));
}

#[test]
fn the_thief_is_asked_what_was_stolen_without_a_list() {
    let mut scene = Scene::new(2, 1, &[(0, 0), (1, 0)]);
    scene.player(1, "a1", "");
    scene.player(2, "d1", "C2 C5");
    scene.play("go:c1 attack:M roll:5 roll:0 take:treasure");
    let visibility = scene.game.visibility(&scene.p);
    assert_eq!((visibility.seat, visibility.unlisted), (Some(0), true));
    let stolen = scene.game.parse("steal:C5").expect("a move");
    assert_eq!(
        scene.game.outside(&scene.p, stolen),
        Some("a treasure".to_owned())
    );
}

#[test]
fn the_referee_does_not_draw_from_unknown_treasure() {
    let mut scene = unseen();
    // Bob takes back one of Ann's two; it is unknown which two those are.
    scene.play("go:c2 attack:S roll:5 roll:0 take:treasure");
    assert_eq!((scene.p.step, scene.seat()), (Step::Move, 1));
    assert_eq!(
        (scene.p.players[0].treasures, scene.p.players[1].treasures),
        (1, 3)
    );
}

/// A session for two, answered mostly at random until it ends or this many answers have been given.
fn session(physical: &[&str], secrets: Secrets, answers: usize) -> (Session<Crawl>, Vec<String>) {
    let game = crawl(2, &[]);
    let header = Header {
        journal: journal::FORMAT,
        game: ID.into(),
        edition: None,
        options: Vec::new(),
        players: game.players().to_vec(),
        seed: 4,
        kit: String::new(),
        rows: vec![],
        program: None,
        folder: None,
        language: None,
        rules: 2,
        physical: physical.iter().map(|word| (*word).to_owned()).collect(),
        luck: Luck::Same,
        secrets,
        hints: true,
        bots: Vec::new(),
    };
    let (mut session, _) = Session::start(game, header, None).expect("a session");
    let mut luck = ChaCha8Rng::seed_from_u64(9);
    let mut questions = Vec::new();
    for _ in 0..answers {
        let Some(ask) = session.ask() else { break };
        questions.push(ask.question.clone());
        // Attacks are made whenever possible, and they take treasure.
        let wanted =
            |id: &str| id.starts_with("attack:") && id != "attack:none" || id == "take:treasure";
        let option = ask.options.iter().find(|option| wanted(&option.id));
        let any = below(ask.options.len() as u32, &mut luck) as usize;
        session
            .answer(&option.unwrap_or(&ask.options[any]).id)
            .expect("an option");
    }
    (session, questions)
}

#[test]
fn a_real_theft_is_asked_for_only_if_the_referee_keeps_secrets() {
    let thefts = |questions: &[String]| {
        questions
            .iter()
            .filter(|question| question.contains("draw, unseen"))
            .count()
    };
    let ends = |questions: &[String]| {
        questions
            .iter()
            .filter(|question| question.contains("turns up all treasure"))
            .count()
    };
    let (table, asked) = session(&["theft"], Secrets::Table, 6000);
    let untold = |session: &Session<Crawl>| {
        session
            .history(0..session.made())
            .iter()
            .filter(|past| past.made.id == "steal:unseen")
            .count()
    };
    assert!(untold(&table) > 0 && thefts(&asked) == 0 && table.outcome().is_some());
    assert!(ends(&asked) > 0, "who holds what is reported at the end");
    let (referee, asked) = session(&["theft"], Secrets::Referee, 6000);
    assert!(untold(&referee) == 0 && thefts(&asked) > 0 && ends(&asked) == 0);
    let (drawn, asked) = session(&[], Secrets::Table, 6000);
    assert!(
        untold(&drawn) > 0 && thefts(&asked) == 0 && ends(&asked) > 0,
        "the thief draws a real coin"
    );
    let (drawn, asked) = session(&[], Secrets::Referee, 6000);
    assert!(untold(&drawn) == 0 && thefts(&asked) == 0 && ends(&asked) == 0);
}

#[test]
fn a_journal_with_unseen_thefts_can_be_replayed() {
    let game = crawl(3, &[]);
    let (session, _) = session(&["theft"], Secrets::Table, 0);
    let header = Header {
        players: game.players().to_vec(),
        ..session.header().clone()
    };
    conformance::check_session(game, header, 1500);
}
