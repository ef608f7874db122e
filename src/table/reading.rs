//! Matches what was typed with the possible answers.

use crate::referee::{Answer, Ask, Turn};

/// What words mean among the options.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reading {
    /// This option, by index.
    One(usize),
    /// It could be any of these.
    Several(Vec<usize>),
    Nothing,
}

/// How closely words must match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Care {
    /// Whole words.
    Whole,
    /// Prefixes of words are enough.
    Beginnings,
}

/// Whether the options are shown with numbers. They are not if the pieces have numbers of their own printed on them, such as the
/// faces of a die or cards "F01" to "F12"; nor if they are not shown at all.
pub fn numbered(ask: &Ask) -> bool {
    match ask.turn {
        _ if ask.unlisted => false,
        Turn::Player(_) => {
            // A number elsewhere in a text, "2 tiles south", does not name the option.
            let said = |option: &Answer| {
                let text = words(&option.text);
                text.starts_with(&tail(option)) || text == words(&option.id)
            };
            codes(ask).is_none_or(|(letters, _)| !letters.is_empty())
                || !ask.options.iter().all(said)
        }
        _ => {
            codes(ask).is_none()
                && !ask
                    .options
                    .iter()
                    .any(|option| is_number(&tail(option).concat()))
        }
    }
}

/// The options' codes, if all have one and they differ only in the number: the letters before it, and the digits.
pub fn codes(ask: &Ask) -> Option<(String, Vec<String>)> {
    let code = |option: &Answer| match tail(option).as_slice() {
        [word] => {
            let letters = word
                .trim_end_matches(|letter: char| letter.is_ascii_digit())
                .len();
            (letters < word.len()).then(|| (word[..letters].to_owned(), word[letters..].to_owned()))
        }
        _ => None,
    };
    let codes: Vec<(String, String)> = ask.options.iter().map(code).collect::<Option<_>>()?;
    let (letters, _) = codes.first()?.clone();
    let alike = codes.iter().all(|(own, _)| *own == letters);
    alike.then(|| {
        (
            letters,
            codes.into_iter().map(|(_, digits)| digits).collect(),
        )
    })
}

/// Finds the option that is meant. Closer matches take precedence: "north" is "go north"
/// even if there is also "go north-east by the bridge".
pub fn read(typed: &str, ask: &Ask, care: Care) -> Reading {
    let typed = typed.trim();
    let said = words(typed);
    if said.is_empty() {
        return Reading::Nothing;
    }
    let fits = |tier: fn(&[String], &Answer) -> bool| -> Vec<usize> {
        ask.options
            .iter()
            .enumerate()
            .filter(|(_, option)| tier(&said, option))
            .map(|(index, _)| index)
            .collect()
    };
    let named = |index: &usize| {
        let Answer { id, text, .. } = &ask.options[*index];
        id.to_lowercase() == typed.to_lowercase() || text.to_lowercase() == typed.to_lowercase()
    };
    if care == Care::Whole {
        if let Some(index) = (0..ask.options.len()).find(named) {
            return Reading::One(index);
        }
        if let Some((_, digits)) = codes(ask).filter(|_| is_number(typed)) {
            let same =
                |digits: &str| digits.trim_start_matches('0') == typed.trim_start_matches('0');
            let fits = |at: &usize| same(&digits[*at]) || printed(&ask.options[*at]).any(same);
            return several((0..ask.options.len()).filter(fits).collect());
        }
    }
    let place = typed.split_whitespace().collect::<Vec<&str>>().join(":");
    let exactly = |option: &Answer| {
        option
            .id
            .split_once(':')
            .is_some_and(|(_, tail)| tail.eq_ignore_ascii_case(&place))
    };
    if let [one] = (0..ask.options.len())
        .filter(|index| exactly(&ask.options[*index]))
        .collect::<Vec<usize>>()[..]
    {
        return Reading::One(one);
    }
    let tiers: [fn(&[String], &Answer) -> bool; 2] = match care {
        Care::Whole => [
            |said, option| {
                *said == words(&option.id) || *said == words(&option.text) || *said == tail(option)
            },
            |said, option| within(said, option, |said, word| said == word),
        ],
        Care::Beginnings => [
            |said, option| {
                [words(&option.id), words(&option.text)]
                    .iter()
                    .any(|all| at_start(said, all))
            },
            |said, option| within(said, option, begins),
        ],
    };
    several(
        tiers
            .into_iter()
            .map(fits)
            .find(|found| !found.is_empty())
            .unwrap_or_default(),
    )
}

fn several(options: Vec<usize>) -> Reading {
    match options.as_slice() {
        [] => Reading::Nothing,
        [one] => Reading::One(*one),
        _ => Reading::Several(options),
    }
}

/// The numbers on a piece besides its code, as its option gives them in brackets: 1 for "T03 (height 1)". People looking at it may
/// mean either.
fn printed(option: &Answer) -> impl Iterator<Item = &str> {
    let brackets = option
        .text
        .split_once('(')
        .map_or("", |(_, brackets)| brackets);
    brackets
        .split([' ', ',', ')'])
        .filter(|word| is_number(word))
}

/// The words of an option's id after its first part: "f01" for "draw:f01".
pub fn tail(option: &Answer) -> Vec<String> {
    words(
        option
            .id
            .split_once(':')
            .map_or(option.id.as_str(), |(_, tail)| tail),
    )
}

/// An option as it is listed, so that it shows what to type.
pub fn label(option: &Answer, ask: &Ask) -> String {
    let said = words(&option.text);
    match ask.turn {
        Turn::Player(_) => option.text.clone(),
        _ if tail(option).iter().all(|word| said.contains(word)) => option.text.clone(),
        _ => format!(
            "{}: {}",
            option
                .id
                .split_once(':')
                .map_or(option.id.as_str(), |(_, tail)| tail),
            option.text
        ),
    }
}

/// Lower-case words, without punctuation. A number keeps its sign: "-1,0" is not "1,0".
pub fn words(text: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut before = ' ';
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        let sign = letter == '-'
            && !before.is_alphanumeric()
            && letters.peek().is_some_and(char::is_ascii_digit);
        if sign || !letter.is_alphanumeric() {
            words.push(String::new());
        }
        if sign || letter.is_alphanumeric() {
            words
                .last_mut()
                .into_iter()
                .for_each(|word| word.push(letter));
        }
        before = letter;
    }
    words
        .iter()
        .filter(|word| !word.is_empty())
        .map(|word| word.to_lowercase())
        .collect()
}

/// Whether it is a number, with a sign or without.
fn is_signed(word: &str) -> bool {
    is_number(word.strip_prefix('-').unwrap_or(word))
}

/// Whether it consists of digits only.
pub fn is_number(word: &str) -> bool {
    !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit())
}

/// Whether a word is a prefix of another; a number matches only itself, and so does "no", which is not the start of "northeast".
fn begins(said: &str, word: &str) -> bool {
    if is_signed(said) || said == "no" {
        said == word
    } else {
        word.starts_with(said)
    }
}

/// Whether the first words start with these.
fn at_start(said: &[String], all: &[String]) -> bool {
    said.len() <= all.len() && said.iter().zip(all).all(|(said, word)| begins(said, word))
}

/// Whether the id or the text contains all of the words in this order. Inside a text, short and common words alone mean nothing:
/// "w" for west must not match "leave without the maiden".
fn within(said: &[String], option: &Answer, same: fn(&str, &str) -> bool) -> bool {
    let ordered = |all: &[String]| {
        let mut rest = all.iter();
        said.iter().all(|said| rest.any(|word| same(said, word)))
    };
    ordered(&words(&option.id))
        || said.iter().any(|word| tells(word)) && ordered(&words(&option.text))
}

/// The letters of the direction, on squares or hexes, that a word is a prefix of. "no" is not north.
pub fn direction(word: &str) -> Option<&'static str> {
    const NAMES: [(&str, &str, usize); 8] = [
        ("n", "north", 3),
        ("e", "east", 2),
        ("s", "south", 2),
        ("w", "west", 2),
        ("ne", "northeast", 6),
        ("nw", "northwest", 6),
        ("se", "southeast", 6),
        ("sw", "southwest", 6),
    ];
    let plain = word.replace('-', "");
    let named = |(letters, name, least): &&(&str, &str, usize)| {
        plain == *letters || plain.len() >= *least && name.starts_with(&plain)
    };
    NAMES.iter().find(named).map(|(letters, ..)| *letters)
}

/// Whether two words are equal or name the same direction.
pub fn is_same(said: &str, word: &str) -> bool {
    said == word || direction(word).is_some_and(|own| direction(said) == Some(own))
}

/// Whether a word is a prefix of another.
pub fn is_begun(said: &str, word: &str) -> bool {
    begins(said, word) || is_same(said, word)
}

/// Whether a word of a text distinguishes an option. A bare number does not: it may come from "wins on 3 or more".
pub fn tells(word: &str) -> bool {
    const COMMON: [&str; 9] = [
        "and", "are", "for", "from", "into", "out", "the", "with", "you",
    ];
    let code = word.bytes().any(|byte| byte.is_ascii_digit());
    !is_signed(word) && (code || word.chars().count() > 2 && !COMMON.contains(&word))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::referee::Source;

    fn ask(turn: Turn, options: &[(&str, &str)]) -> Ask {
        let options = options.iter().map(|(id, text)| Answer {
            id: id.to_string(),
            text: text.to_string(),
            weight: None,
        });
        Ask {
            n: 1,
            turn,
            who: None,
            source: None,
            question: "?".into(),
            options: options.collect(),
            secret: None,
            unlisted: false,
        }
    }

    /// As the prompt does it: whole words first.
    fn reading(typed: &str, ask: &Ask) -> Reading {
        match read(typed, ask, Care::Whole) {
            Reading::Nothing => read(typed, ask, Care::Beginnings),
            found => found,
        }
    }

    #[test]
    fn words_and_beginnings() {
        let ask = ask(
            Turn::Player(0),
            &[
                ("go:n", "go north"),
                ("go:e", "go east"),
                ("unlock:n", "unlock the north door"),
                ("stay", "stay"),
                ("drop:potion", "drop a potion"),
                ("leave", "leave for good, without the maiden"),
            ],
        );
        for (typed, index) in [
            ("GO:N", 0),
            ("go north", 0),
            ("go n", 0),
            ("g n", 0),
            ("east", 1),
            ("e", 1),
            ("unl", 2),
            ("u n", 2),
            ("stay", 3),
            ("s", 3),
            ("potion", 4),
            ("drop", 4),
            ("d po", 4),
            ("Drop a potion", 4),
            (" go   north ", 0),
        ] {
            assert_eq!(reading(typed, &ask), Reading::One(index), "{typed}");
        }
        assert_eq!(reading("north", &ask), Reading::Several(vec![0, 2]));
        assert_eq!(reading("n", &ask), Reading::Several(vec![0, 2]));
        assert_eq!(reading("g", &ask), Reading::Several(vec![0, 1]));
        for typed in [
            "", "  ", ":", "fly", "gon", "north go", "w", "a", "for", "the", "1",
        ] {
            assert_eq!(reading(typed, &ask), Reading::Nothing, "{typed}");
        }
    }

    #[test]
    fn places_have_signs() {
        let cells = [
            ("lay:-1,0", "west of E (-1,0)"),
            ("lay:1,0", "east of E (1,0)"),
            ("put:S0:1,0", "S0 east of E (1,0)"),
            ("put:S0:-1,0", "S0 west of E (-1,0)"),
        ];
        let cells = ask(Turn::Player(0), &cells);
        for (typed, index) in [
            ("-1,0", 0),
            ("1,0", 1),
            ("lay:-1,0", 0),
            ("S0:1,0", 2),
            ("s0 1,0", 2),
            ("s0 -1,0", 3),
        ] {
            assert_eq!(reading(typed, &cells), Reading::One(index), "{typed}");
        }
        for typed in ["-1,-0", "-1,1", "S0 -1,-0", "s0 2,0"] {
            assert_eq!(reading(typed, &cells), Reading::Nothing, "{typed}");
        }
        let south = ask(
            Turn::Player(0),
            &[("put:M5:-3,-3", "M5 south of C4 (-3,-3)")],
        );
        assert_eq!(reading("M5 3,3", &south), Reading::Nothing);
        assert_eq!(reading("M5 south", &south), Reading::One(0));
    }

    #[test]
    fn numbers_that_nobody_sees_are_no_answers() {
        let lies = ask(
            Turn::Player(0),
            &[("rotate:0", "exits north"), ("rotate:2", "exits south")],
        );
        assert!(numbered(&lies));
        let bids = ask(Turn::Player(0), &[("bid:2", "bid 2"), ("bid:4", "bid 4")]);
        assert!(!numbered(&bids));
        assert_eq!(reading("2", &bids), Reading::One(0));
    }

    #[test]
    fn numbers_inside_words_are_not_those_of_the_options() {
        let sites = ask(
            Turn::Player(0),
            &[
                ("site:2", "2 tiles south of it"),
                ("site:3", "3 tiles south of it"),
            ],
        );
        assert!(!numbered(&sites));
        assert_eq!(reading("3", &sites), Reading::One(1));
        let sites = ask(
            Turn::Player(0),
            &[
                ("site:2", "south of it by 2 tiles"),
                ("site:3", "south of it by 3 tiles"),
            ],
        );
        assert!(numbered(&sites));
        let coins = ask(
            Turn::Player(0),
            &[("turn:2", "2: Bob's coin"), ("turn:3", "3: Cid's coin")],
        );
        assert!(!numbered(&coins));
        assert_eq!(
            (reading("2", &coins), reading("1", &coins)),
            (Reading::One(0), Reading::Nothing)
        );
    }

    #[test]
    fn numbers_inside_a_text_are_no_answer() {
        let cards = ask(
            Turn::Player(0),
            &[
                ("card:F03", "play F03: wins on 4 or more"),
                ("card:F08", "play F08 (swipe +1): wins on 3 or more"),
            ],
        );
        assert_eq!(reading("1 3", &cards), Reading::Nothing);
        assert_eq!(reading("wins on 3", &cards), Reading::One(1));
    }

    #[test]
    fn a_die_is_answered_by_its_face() {
        let faces: Vec<(String, String)> = (2..=7)
            .map(|face| (format!("die:{face}"), format!("a {face}")))
            .collect();
        let faces: Vec<(&str, &str)> = faces
            .iter()
            .map(|(id, text)| (id.as_str(), text.as_str()))
            .collect();
        let die = ask(Turn::Chance(Source(0)), &faces);
        assert!(!numbered(&die));
        assert_eq!(reading("2", &die), Reading::One(0));
        assert_eq!(reading("7", &die), Reading::One(5));
        assert_eq!(reading("1", &die), Reading::Nothing);
        let cards = ask(
            Turn::Chance(Source(0)),
            &[
                ("draw:F01", "F01, thrust"),
                ("draw:F12", "F12, swipe"),
                ("draw:F11", "F11, swipe"),
            ],
        );
        assert!(!numbered(&cards));
        assert_eq!(reading("f12", &cards), Reading::One(1));
        assert_eq!(reading("12", &cards), Reading::One(1));
        assert_eq!(reading("1", &cards), Reading::One(0));
        assert_eq!(reading("3", &cards), Reading::Nothing);
        assert_eq!(reading("thr", &cards), Reading::One(0));
        assert_eq!(reading("swipe", &cards), Reading::Several(vec![1, 2]));
        let tiles = [
            ("tile:T01", "T01 (height 3)"),
            ("tile:T02", "T02 (height 1)"),
            ("tile:T03", "T03 (height 2)"),
        ];
        let tiles = ask(Turn::Chance(Source(0)), &tiles);
        assert_eq!(
            reading("3", &tiles),
            Reading::Several(vec![0, 2]),
            "a code, or the large numeral"
        );
        assert_eq!(reading("T03", &tiles), Reading::One(2));
        let tokens = ask(
            Turn::Chance(Source(0)),
            &[("draw:potion", "a potion"), ("draw:c2", "a coin of 2")],
        );
        assert!(numbered(&tokens));
    }
}
