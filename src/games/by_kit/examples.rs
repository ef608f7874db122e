//! `[[example]]`: what the rules must do, played by `check`.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

use crate::games::by_kit::KitGame;
use crate::games::by_kit::language::phrase::Origin;
use crate::games::by_kit::language::sheet::Example;
use crate::games::by_kit::rules::event::Event;
use crate::games::by_kit::rules::position::{Move, Position};
use crate::games::{Setup, SetupError};
use crate::kit::{Kit, Problem};
use crate::referee::bot::below;
use crate::referee::{Choices, Corrections, Game, Prompting, Turn, Words};

/// The most moves of chance, and answers without a choice, between two answers of an example.
const BETWEEN: usize = 500;
/// The most possible moves that are named where an answer is none of them.
const NAMED: usize = 8;

/// Tables at which examples are played: many have the same players and options.
#[derive(Default)]
pub struct Tables(Vec<(Setup, KitGame)>);

impl Tables {
    /// Plays an example; returns what is not as it says.
    pub fn failure(&mut self, kit: &Kit, example: &Example) -> Option<Problem> {
        let game = match self.of(kit, example) {
            Ok(game) => game,
            Err(SetupError::Wish(why)) => return Some(example.origin.problem(why)),
            Err(SetupError::Kit(problems)) => {
                return Some(example.origin.problem(problems.to_string()));
            }
        };
        Played::new(game, example).all(example).err()
    }

    fn of(&mut self, kit: &Kit, example: &Example) -> Result<KitGame, SetupError> {
        let players = match &example.players[..] {
            [] => Setup::of_count(*kit.players.start()).players,
            named => named.to_vec(),
        };
        let setup = Setup {
            players,
            edition: example.edition.clone(),
            options: example.options.clone(),
            ..Setup::default()
        };
        if let Some((_, game)) = self.0.iter().find(|(known, _)| *known == setup) {
            return Ok(game.clone());
        }
        crate::games::of_kit(kit).check(kit, &setup)?;
        let game = KitGame::untried(kit, &setup)?.watched();
        self.0.push((setup, game.clone()));
        Ok(game)
    }

    /// All games that were played, and what was run in them.
    pub fn games(&self) -> impl Iterator<Item = &KitGame> {
        self.0.iter().map(|(_, game)| game)
    }
}

/// An example in progress.
struct Played {
    game: KitGame,
    p: Position,
    luck: ChaCha8Rng,
    /// What was told since the last answer.
    told: Vec<String>,
    /// By which rule the last answer was refused, if it was.
    refused: Option<Option<&'static str>>,
}

impl Played {
    fn new(game: KitGame, example: &Example) -> Played {
        Played {
            p: game.start(),
            game,
            luck: ChaCha8Rng::seed_from_u64(example.seed),
            told: Vec::new(),
            refused: None,
        }
    }

    fn all(&mut self, example: &Example) -> Result<(), Problem> {
        for (words, origin) in &example.given {
            self.correct(words, origin)?;
        }
        for (said, origin) in &example.answers {
            if self.refused.is_some() {
                return Err(origin.problem("the answer before this one is refused"));
            }
            match said.strip_prefix("correct ") {
                Some(words) => self.correct(words, origin)?,
                None => self.answer(said, origin)?,
            }
        }
        // What follows without anybody's choice belongs to it.
        self.pass_on(|_| None);
        self.judge_refusal(example)?;
        let mut lines = self.game.describe(&self.p, None);
        if let Turn::Player(_) = self.game.turn(&self.p) {
            lines.push(self.game.question(&self.p));
        }
        for (words, origin) in &example.expect {
            let has = |text: &String| text.contains(words.as_str());
            if !self.told.iter().chain(&lines).any(has) {
                return Err(self.unexpected(words, origin, &lines));
            }
        }
        Ok(())
    }

    fn judge_refusal(&self, example: &Example) -> Result<(), Problem> {
        let by = |rule: Option<&'static str>| match rule {
            Some(rule) => format!("it is refused by {rule}"),
            None => "it is refused without a rule".to_owned(),
        };
        match (&example.refused, self.refused) {
            (None, None) => Ok(()),
            (Some((rule, _)), Some(by)) if Some(rule.as_str()) == by => Ok(()),
            (Some((rule, origin)), Some(other)) => Err(origin
                .problem(format!("the last answer is not refused by {rule}"))
                .label(by(other))),
            (Some((_, origin)), None) => Err(origin.problem("the last answer is not refused")),
            (None, Some(rule)) => {
                let last = example.answers.last();
                let origin = last.map_or(&example.origin, |(_, origin)| origin);
                Err(origin.problem(by(rule)))
            }
        }
    }

    fn unexpected(&self, words: &str, origin: &Origin, lines: &[String]) -> Problem {
        let told = match &self.told[..] {
            [] => "nothing was told".to_owned(),
            told => format!("told: {}", told.join(" ")),
        };
        let problem = origin.problem(format!("this example is not so: \"{words}\""));
        problem
            .label("neither told, asked nor on the table")
            .help(format!("{told}; the table: {}", lines.join(" ")))
    }

    /// Changes the table as people do at the prompt.
    fn correct(&mut self, words: &str, origin: &Origin) -> Result<(), Problem> {
        // What comes before by itself is waited for.
        self.pass_on(|played| {
            let asks = matches!(played.game.turn(&played.p), Turn::Player(_));
            let can_be_corrected = played.game.cannot_correct(&played.p).is_none();
            let is_idle = played.game.idle(&played.p).is_some();
            (asks && (can_be_corrected || !is_idle)).then_some(Move::GoOn)
        });
        let edit = self
            .game
            .parse_correction(&self.p, words)
            .map_err(|refused| origin.problem(refused.reason))?;
        self.game
            .correct(&mut self.p, &edit, &mut |_| {})
            .map_err(|refused| origin.problem(refused.reason))
    }

    /// Gives an answer, once it is asked for. Chance that the example does not name is drawn by its seed.
    fn answer(&mut self, said: &str, origin: &Origin) -> Result<(), Problem> {
        let Some(mv) = self.pass_on(|played| played.meant(said)) else {
            return Err(self.unknown(said, origin));
        };
        self.told.clear();
        match self.game.judge(&self.p, mv) {
            Ok(_) => self.play(mv),
            Err(refusal) => {
                let refused = self.game.refused(&self.p, refusal);
                self.refused = Some(refused.rule);
                self.told.push(refused.reason);
            }
        }
        Ok(())
    }

    /// Makes moves of chance, and answers that leave no choice, until there is the move that is sought.
    fn pass_on(&mut self, sought: impl Fn(&Played) -> Option<Move>) -> Option<Move> {
        let mut choices = Choices::default();
        for _ in 0..BETWEEN {
            if let Some(mv) = sought(self) {
                return Some(mv);
            }
            let next = match self.game.turn(&self.p) {
                Turn::Chance(_) => {
                    self.game.moves(&self.p, &mut choices);
                    let drawn = below(choices.total().max(1), &mut self.luck);
                    choices.at(drawn).map(|choice| choice.mv)
                }
                Turn::Player(_) => self.game.idle(&self.p),
                _ => None,
            };
            self.play(next?);
        }
        None
    }

    fn play(&mut self, mv: Move) {
        let mut events: Vec<Event> = Vec::new();
        self.game
            .apply(&mut self.p, mv, &mut |event| events.push(event));
        let told = events
            .into_iter()
            .map(|event| self.game.telling(&self.p, event).text);
        self.told.extend(told);
    }

    /// The move that an answer names here: by its id, or in the words in which it is offered or typed. Legal ones go before others.
    fn meant(&self, said: &str) -> Option<Move> {
        let legal = self.game.legal(&self.p);
        let named = |mv: &Move| {
            self.names(*mv)
                .iter()
                .any(|name| name.eq_ignore_ascii_case(said))
        };
        if let Some(mv) = legal.iter().find(|mv| named(mv)) {
            return Some(*mv);
        }
        let Turn::Player(_) = self.game.turn(&self.p) else {
            return None;
        };
        let mut thinkable = None;
        self.game.candidates(&self.p, &mut |mv| {
            if thinkable.is_none() && named(&mv) {
                thinkable = Some(mv);
            }
        });
        thinkable
    }

    fn names(&self, mv: Move) -> Vec<String> {
        let id = self.game.id(mv);
        let short = self.game.short(&self.p, mv).map(|short| short.text);
        let begins = short.as_ref().and_then(|text| text.split(' ').next());
        let mut names = vec![self.game.offered_words(&self.p, mv)];
        names.extend(begins.map(str::to_owned));
        names.extend(short.clone());
        // "4" for what a die shows, and "E05" for a card that is drawn.
        if matches!(mv, Move::Face { .. } | Move::Know { .. }) {
            names.extend(id.split(':').next_back().map(str::to_owned));
        }
        names.push(id);
        names
    }

    fn unknown(&self, said: &str, origin: &Origin) -> Problem {
        let legal = self.game.legal(&self.p);
        let ids: Vec<String> = legal
            .iter()
            .take(NAMED)
            .map(|mv| self.game.id(*mv))
            .collect();
        let more = if legal.len() > NAMED { ", .." } else { "" };
        let problem = origin.problem(format!("`{said}` is not an answer here"));
        let asked = self.game.question(&self.p);
        problem
            .label(asked)
            .help(format!("possible: {}{more}", ids.join(", ")))
    }
}
