//! Rules to begin with, for a kit that has none: small ones that can be played at once, and changed.

use std::collections::BTreeSet;

use serde::Deserialize;
use serde_json::{Value, json};

use crate::kit::{Deck, Kit};

/// The file with a kit's own rules.
pub const RULES: &str = "play.toml";

/// The most cards that a hand begins with.
const LARGEST_HAND: usize = 7;

/// What somebody begins with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Beginning {
    Draw,
    Deal,
    Match,
    Free,
}

impl Beginning {
    const ALL: [Beginning; 4] = [
        Beginning::Draw,
        Beginning::Deal,
        Beginning::Match,
        Beginning::Free,
    ];

    fn name(self) -> &'static str {
        match self {
            Beginning::Draw => "draw",
            Beginning::Deal => "deal",
            Beginning::Match => "match",
            Beginning::Free => "free",
        }
    }

    fn title(self) -> &'static str {
        match self {
            Beginning::Draw => "Draw one, play one",
            Beginning::Deal => "Deal a hand each, the highest card wins",
            Beginning::Match => "Play what matches, or draw",
            Beginning::Free => "No rules: everything may be moved",
        }
    }

    fn about(self) -> &'static str {
        match self {
            Beginning::Draw => {
                "On a turn you draw a card and play one in front of you, until the pile is used up."
            }
            Beginning::Deal => {
                "All lay a card in secret and turn it up; the highest takes the round. Most rounds win."
            }
            Beginning::Match => {
                "A card goes on one that it matches; whoever cannot play draws. The first empty hand wins."
            }
            Beginning::Free => {
                "Draw, deal, move, turn over, shuffle: as with the printed pieces on a table."
            }
        }
    }
}

/// The rules that a kit may begin with, and its decks that they may be about.
pub fn offered(kit: &Kit) -> Value {
    let decks = decks(kit).map(|deck| {
        let own = Beginning::ALL.into_iter().filter(|one| match one {
            Beginning::Deal => number(deck).is_some(),
            Beginning::Match => matching(deck).is_some(),
            Beginning::Draw | Beginning::Free => true,
        });
        let own = own
            .map(|one| json!({ "name": one.name(), "title": one.title(), "about": one.about() }));
        json!({ "name": deck.name, "title": deck.title, "rules": own.collect::<Vec<_>>() })
    });
    decks.collect()
}

/// Decks that lie in a pile and in hands, those with most pieces first.
fn decks(kit: &Kit) -> impl Iterator<Item = &Deck> {
    let mut decks: Vec<&Deck> = kit.decks.iter().collect();
    decks.retain(|deck| {
        deck.rows
            .first()
            .is_some_and(|row| row.faces().next().is_none())
    });
    decks.sort_by_key(|deck| std::cmp::Reverse(deck.pieces().len()));
    decks.into_iter()
}

/// Two fields by which a deck's cards match: all cards have one, and each value is on
/// several cards, copies among them. By one alone, what lies on top could never change.
fn matching(deck: &Deck) -> Option<[String; 2]> {
    let pieces = deck.pieces();
    let names = pieces
        .first()?
        .row
        .fields()
        .into_iter()
        .map(|(name, _)| name);
    let mut matching = names.filter(|name| {
        let values: Option<Vec<String>> = pieces
            .iter()
            .map(|piece| piece.row.said(name))
            .map(|said| said.filter(|said| !said.is_empty()))
            .collect();
        let Some(mut values) = values else {
            return false;
        };
        let all = values.len();
        values.sort_unstable();
        values.dedup();
        is_plain(name) && values.len() > 1 && values.len() <= 8 && values.len() * 2 <= all
    });
    Some([matching.next()?, matching.next()?])
}

/// A field with a number on each of a deck's cards, not the same on all.
fn number(deck: &Deck) -> Option<String> {
    let pieces = deck.pieces();
    let names = pieces.first()?.row.fields().into_iter();
    let mut names = names.map(|(name, _)| name).filter(|name| is_plain(name));
    names.find(|name| {
        let said = pieces.iter().map(|piece| piece.row.said(name));
        let numbers: Option<BTreeSet<i32>> = said.map(|said| said?.parse().ok()).collect();
        numbers.is_some_and(|numbers| numbers.len() > 1)
    })
}

/// Whether rules can name a field.
fn is_plain(name: &str) -> bool {
    name.chars()
        .all(|letter| letter.is_ascii_alphanumeric() || letter == '_')
}

/// The text of a `play.toml` for a deck.
///
/// # Errors
///
/// There is no such deck, or it does not fit these rules.
#[expect(clippy::too_many_lines, reason = "one plain list")]
pub fn begun(kit: &Kit, deck: &str, beginning: Beginning) -> Result<String, String> {
    let deck = decks(kit).find(|known| *known.name == *deck);
    let deck = deck.ok_or("there is no such deck of cards or tiles")?;
    let pieces = deck.pieces().len();
    let most = *kit.players.end() as usize;
    // A third of the deck is left to draw from.
    let share = pieces / most.max(1);
    let dealt = match beginning {
        Beginning::Deal => share,
        _ => share * 2 / 3,
    };
    let dealt = dealt.clamp(1, LARGEST_HAND);
    if pieces < most {
        return Err(format!(
            "“{}” has {pieces} pieces, fewer than the {most} players that the game is for: add rows, or copies of them",
            deck.title
        ));
    }
    let name = &deck.name;
    Ok(match beginning {
        Beginning::Draw => format!("\
# Draw one, play one: what somebody has played lies in front of them, and who has most in the end wins.
# Everything here can be changed; README.md lists all words.

[table]
stock = \"pile of {name}\"

[player]
hand = \"hand\"
front = \"row\"

[flow]
setup = \"deal {dealt} to each hand\"
turn = \"draw 1 to hand; choose play\"

[action.play]
words = \"play {{card}}\"
pick = \"card in hand\"
do = \"move card to front\"

[end]
when = \"stock is empty\"
score = \"count(front)\"
"),
        Beginning::Deal => {
            let number = number(deck).ok_or("the highest card needs a column with numbers, which this deck does not have")?;
            format!("\
# Everybody is dealt a hand. All lay a card in secret and turn it up; whoever has the highest {number} takes the round, all of them if
# they are alike. Who took most rounds once the hands are empty wins. Everything here can be changed; README.md lists all words.

[table]
stock = \"pile of {name}\"
discard = \"discard\"

[player]
hand = \"hand\"
laid = {{ is = \"hand\", most = 1 }}
rounds = 0

[flow]
setup = \"deal {dealt} to each hand\"
round = \"\"\"
together: choose lay
each player: reveal laid.top
each player: if laid.top.{number} = highest.laid.top.{number}: rounds += 1
each player: move all of laid to discard
\"\"\"

[action.lay]
words = \"lay {{card}}\"
pick = \"card in hand\"
do = \"move card to laid\"

[value.highest]
is = \"most(players, laid.top.{number})\"

[end]
when = \"none(players where hand is not empty)\"
score = \"rounds\"
")
        }
        Beginning::Match => {
            let [one, other] =
                matching(deck).ok_or("cards match by two columns with few values, which this deck does not have")?;
            format!("\
# A card goes on the discard pile if its {one} or its {other} is that of the card on top; whoever cannot play draws. The first with an
# empty hand wins. Everything here can be changed; README.md lists all words.

[table]
stock = \"pile of {name}\"
discard = \"discard\"
passes = 0

[player]
hand = \"hand\"

[flow]
setup = \"deal {dealt} to each hand; move top of stock to discard\"
turn = \"choose play, draw, pass\"

[action.play]
words = \"play {{card}}\"
pick = \"card in hand\"
need = \"card.{one} = discard.top.{one} or card.{other} = discard.top.{other}\"
else = \"It must match the {one} or the {other} of the card on top\"
do = \"passes = 0; move card to discard\"

[action.draw]
need = \"stock is not empty\"
else = \"No card is left to draw\"
do = \"passes = 0; draw 1 to hand\"

[action.pass]
last = true        # offered only when nothing else can be done
do = \"passes += 1\"

[end]
win = \"hand is empty\"
when = \"passes = count(players)\"
score = \"0 - count(hand)\"
")
        }
        Beginning::Free => format!("\
# No rules: everything may be done that real pieces allow. To add rules, write actions ([action.play], ..) and a turn that offers
# them (`turn = \"choose play, done\"`), then remove `free`. README.md lists all words.

[table]
stock = \"pile of {name}\"
discard = \"discard\"
middle = \"row\"

[player]
hand = \"hand\"
front = \"row\"

[flow]
setup = \"deal {dealt} from stock to each hand\"
free = true
"),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bench::{Call, Memory, Workbench};
    use crate::kit::Files;

    #[test]
    fn every_beginning_can_be_played_to_its_end() {
        for starter in ["blank-cards", "blank-tiles", "blank-hexes"] {
            let files = Files::starter(starter).unwrap();
            let paths = files.paths().into_iter();
            let contents: std::collections::BTreeMap<_, _> = paths
                .map(|path| (path.clone(), files.bytes(&path).unwrap()))
                .collect();
            for beginning in Beginning::ALL {
                let mut bench = Workbench::open(Box::new(Memory::of(starter, contents.clone())));
                let offered = bench.shown()["beginnings"].clone();
                let deck = &offered[0];
                let names = deck["rules"].as_array().unwrap().iter();
                if !names.clone().any(|one| one["name"] == beginning.name()) {
                    continue;
                }
                let args = json!({ "deck": deck["name"], "rules": beginning.name() });
                let call = json!({ "call": "beginRules", "args": args });
                let call: Call = serde_json::from_value(call).unwrap();
                let shown = bench.call(call).map_err(|why| why.to_json()).unwrap();
                assert_eq!(shown["problems"], json!([]), "{starter} {beginning:?}");
                assert_eq!(shown["plays"], true);
                if beginning == Beginning::Free {
                    continue;
                }
                let on = |_, _| std::ops::ControlFlow::Continue(());
                let kit = bench.kit().unwrap();
                let found = crate::bench::tryout::played(None, kit, 2, 3, &on, &|_| {});
                assert_eq!(found.unwrap()["games"], 3, "{starter} {beginning:?}");
            }
        }
    }
}
