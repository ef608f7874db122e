//! The commands of the prompt: everything typed that is not an answer to the game.

/// Something to do at the prompt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Command {
    Help,
    Answers,
    Undo,
    Redo,
    Rule,
    Why,
    Board,
    State,
    Status,
    Setup,
    History,
    Amend,
    Odds,
    Hint,
    Luck,
    Note,
    Story,
    Audit,
    Peek,
    Physical,
    Voice,
    Correct,
    Enter,
    End,
    Again,
    Save,
    Quit,
}

/// What words mean as a command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Called<'a> {
    /// A command, and the words after it.
    One(Command, &'a str),
    /// It could be any of these.
    Several(Vec<&'static str>),
    Nothing,
}

impl Command {
    /// All commands in the order of the help, each with its names, its arguments and what it does.
    pub const ALL: [(Command, &'static [&'static str], &'static str, &'static str); 27] = [
        (
            Command::Help,
            &["help", "h"],
            "[all]",
            "what is asked, and what else you can do",
        ),
        (Command::Answers, &["?"], "", "the answers, in full"),
        (
            Command::Undo,
            &["undo", "u"],
            "[N | move]",
            "take back the last line of answers, the last N, or one move of it",
        ),
        (Command::Redo, &["redo"], "[N]", "redo what was taken back"),
        (
            Command::Why,
            &["why"],
            "[ANSWER]",
            "the rule behind what happened last, or behind an answer",
        ),
        (
            Command::Rule,
            &["rule", "rules"],
            "R12 | WORD",
            "a rule by its number, or the rules about something",
        ),
        (
            Command::Board,
            &["board", "map", "b"],
            "[FILE]",
            "draw the table; into FILE as a picture, .svg or .png",
        ),
        (
            Command::State,
            &["state", "look", "s"],
            "",
            "the table in sentences",
        ),
        (
            Command::Status,
            &["status"],
            "",
            "who has what and where, whose turn it is, and what is asked; one line a player",
        ),
        (
            Command::Setup,
            &["setup"],
            "",
            "which pieces you need, and where they start",
        ),
        (
            Command::Audit,
            &["audit"],
            "[FILE]",
            "where everything should be, to restore a bumped table; or into FILE",
        ),
        (
            Command::Peek,
            &["peek"],
            "NAME",
            "what this player alone may see; the screen is cleared before and after",
        ),
        (
            Command::History,
            &["history", "log"],
            "[N | all]",
            "the last moves, with their numbers",
        ),
        (
            Command::Amend,
            &["amend"],
            "N [ANSWER]",
            "replace an earlier answer by its number in the log; what followed is kept as far as it still holds",
        ),
        (
            Command::Odds,
            &["odds"],
            "[NAME] [ANSWER]",
            "what each answer may lead to, and how likely; of one answer, everything; by NAME's own cards",
        ),
        (
            Command::Hint,
            &["hint"],
            "[NAME] [SECONDS]",
            "what a bot would answer after playing on many times; by NAME's own cards",
        ),
        (
            Command::Luck,
            &["luck"],
            "",
            "what the dice and draws gave, and whether that looks fair",
        ),
        (
            Command::Note,
            &["note"],
            "[NAME:] TEXT",
            "keep a remark on the game, pinned to this moment; `paperkeep report` lists them",
        ),
        (
            Command::Story,
            &["story"],
            "[FILE]",
            "the game retold; into FILE as Markdown",
        ),
        (
            Command::Physical,
            &["physical"],
            "[NAME...]",
            "what you roll and draw yourselves: dice, cards, all, none",
        ),
        (
            Command::Voice,
            &["voice"],
            "[terse | plain | chatty]",
            "how much is said; remembered",
        ),
        (
            Command::Correct,
            &["correct"],
            "[...]",
            "change the table where you all decide otherwise; on its own, how to word it",
        ),
        (
            Command::Enter,
            &["enter"],
            "",
            "enter a game already under way, place by place",
        ),
        (
            Command::End,
            &["end"],
            "",
            "end the game here by agreement, scored as it stands",
        ),
        (
            Command::Again,
            &["again"],
            "",
            "once this game is over: the same game with the same players",
        ),
        (Command::Save, &["save"], "", "where the game is kept"),
        (
            Command::Quit,
            &["quit", "exit"],
            "",
            "stop for now; the game is kept",
        ),
    ];

    /// The command whose full name is the first word.
    pub fn named(typed: &str) -> Called<'_> {
        find(typed, |name, word| name == word)
    }

    /// The command meant after a slash: a name, the start of one, or one of the single letters for the most frequent commands.
    pub fn slashed(typed: &str) -> Called<'_> {
        let first = typed.split_whitespace().next().unwrap_or("").to_lowercase();
        let letters = [
            ("a", "audit"),
            ("b", "board"),
            ("c", "correct"),
            ("h", "help"),
            ("r", "rule"),
            ("u", "undo"),
            ("w", "why"),
        ];
        let short = letters
            .iter()
            .find(|(letter, _)| *letter == first)
            .map(|(_, name)| *name);
        match (find(typed, |name, word| name == word), short) {
            (Called::Nothing, Some(short)) => {
                find(typed, |name, word| name == short && name.starts_with(word))
            }
            (Called::Nothing, None) => Command::begun(typed),
            (called, _) => called,
        }
    }

    /// The only command whose name starts with the first word.
    pub fn begun(typed: &str) -> Called<'_> {
        // `no` is an answer.
        let is_meant =
            |name: &str, word: &str| name.starts_with(word) && (name != "note" || word == name);
        find(typed, is_meant)
    }
}

fn find(typed: &str, same: impl Fn(&str, &str) -> bool) -> Called<'_> {
    let typed = typed.trim();
    let (word, rest) = typed.split_once(char::is_whitespace).unwrap_or((typed, ""));
    let word = word.to_lowercase();
    if word.is_empty() {
        return Called::Nothing;
    }
    let fits = |names: &[&'static str]| names.iter().copied().find(|name| same(name, &word));
    let found: Vec<_> = Command::ALL
        .iter()
        .filter_map(|(command, names, ..)| Some((*command, fits(names)?)))
        .collect();
    match found.as_slice() {
        [] => Called::Nothing,
        [(command, _)] => Called::One(*command, rest.trim()),
        several => Called::Several(several.iter().map(|(_, name)| *name).collect()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_by_name_and_by_beginning() {
        assert_eq!(Command::named("UNDO  3 "), Called::One(Command::Undo, "3"));
        assert_eq!(Command::named("und"), Called::Nothing);
        assert_eq!(Command::named(""), Called::Nothing);
        assert_eq!(Command::begun("und 2"), Called::One(Command::Undo, "2"));
        assert_eq!(
            Command::begun("ru doors"),
            Called::One(Command::Rule, "doors")
        );
        assert_eq!(Command::begun("?"), Called::One(Command::Answers, ""));
        assert_eq!(Command::named("s"), Called::One(Command::State, ""));
        assert_eq!(
            Command::begun("st"),
            Called::Several(vec!["state", "status", "story"])
        );
        assert_eq!(Command::begun("r"), Called::Several(vec!["redo", "rule"]));
        assert_eq!(Command::begun("x"), Called::Nothing);
        assert_eq!(Command::slashed("r 12"), Called::One(Command::Rule, "12"));
        assert_eq!(Command::slashed("w"), Called::One(Command::Why, ""));
        assert_eq!(Command::slashed("red 2"), Called::One(Command::Redo, "2"));
    }
}
