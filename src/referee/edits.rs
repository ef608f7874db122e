//! Corrections in words: how the people at the table say what is different.
//!
//! All games share one language, made of the place ids, piece names and fact keys that the audit shows: `T06 east of T01, arrow n`,
//! `potion from Ann to pool`, `Bob holds F05 F08`, `hearts Ann 3`, `T06 away`. Several corrections are separated by `;`. A piece is
//! always taken from where it lies, so none is created or lost.

use super::message::{Argument, Message, joined, message};
use super::snapshot::{Fact, FactSort, Home, Piece, Place, Slot, Snapshot};

/// Why words cannot be used as a correction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EditError {
    /// They mean nothing in this game.
    Unknown(Message),
    /// They mean something impossible.
    Refused(Message),
}

impl EditError {
    pub fn reason(self) -> Message {
        match self {
            EditError::Unknown(reason) | EditError::Refused(reason) => reason,
        }
    }
}

/// What a correction needs from a game besides the description of its table.
pub trait EditContext {
    /// The place that a tile becomes when it is laid.
    fn tile_place(&self, tile: &str) -> Option<Place>;

    /// The cell on that side of another, both written as in facts.
    fn beside(&self, cell: &str, side: &str) -> Option<String>;

    /// The slot for such a piece where several would take it.
    fn slot_for(&self, word: &str) -> Option<&'static str> {
        let _ = word;
        None
    }
}

/// The fact that says where a tile lies or a pawn stands.
pub const AT: &str = "at";

/// The longest list of pieces accepted: it may come from a stranger.
const MAX_PIECES: usize = 10_000;

const VERBS: [&str; 5] = ["move", "put", "give", "place", "lay"];
const SMALL: [&str; 3] = ["the", "of", "now"];
const TO: [&str; 6] = ["to", "into", "onto", "in", "on", "before"];
const HOLDS: [&str; 4] = ["holds", "has", "carries", "hold"];

/// Changes a table as requested; returns what was changed, in clauses without full stops.
pub fn amend(
    table: &mut Snapshot,
    context: &impl EditContext,
    words: &str,
) -> Result<Vec<Message>, EditError> {
    let mut changes = Vec::new();
    for clause in words
        .split([';', '\n'])
        .map(str::trim)
        .filter(|clause| !clause.is_empty())
    {
        let spaced = clause.replace(", ", " , ");
        let mut tokens: Vec<&str> = spaced.split_whitespace().collect();
        // A name may be one of the small words.
        tokens.retain(|token| {
            !SMALL.contains(&token.to_lowercase().as_str())
                || table.named(token).is_some()
                || table.known(token).is_some()
        });
        changes.push(Editing { table, context }.clause(&tokens)?);
    }
    if changes.is_empty() {
        return Err(unknown("say what is different", []));
    }
    table.sound().map_err(EditError::Refused)?;
    Ok(changes)
}

fn unknown<const N: usize>(text: &'static str, with: [(&'static str, Argument); N]) -> EditError {
    EditError::Unknown(message(text, with))
}

fn refused<const N: usize>(text: &'static str, with: [(&'static str, Argument); N]) -> EditError {
    EditError::Refused(message(text, with))
}

fn is(token: Option<&&str>, words: &[&str]) -> bool {
    token.is_some_and(|token| words.iter().any(|word| word.eq_ignore_ascii_case(token)))
}

/// Where a piece is taken from or goes to: place and slot.
type SlotIndex = (usize, usize);

struct Editing<'t, G> {
    table: &'t mut Snapshot,
    context: &'t G,
}

impl<G: EditContext> Editing<'_, G> {
    fn clause(&mut self, tokens: &[&str]) -> Result<Message, EditError> {
        if is(tokens.first(), &["turn"])
            && let Some(done) = self.turn(&tokens[1..])
        {
            return done;
        }
        let tokens = if is(tokens.first(), &VERBS) {
            &tokens[1..]
        } else {
            tokens
        };
        if let [take, rest @ ..] = tokens
            && take.eq_ignore_ascii_case("take")
        {
            return self.away(rest.strip_prefix(&["away"]).unwrap_or(rest));
        }
        if tokens.len() > 1 && is(tokens.last(), &["away", "off"]) {
            return self.away(&tokens[..tokens.len() - 1]);
        }
        if let Some((place, rest)) = self.place(tokens)
            && let Some(done) = self.of_place(place, rest)
        {
            return done;
        }
        if let [key, rest @ ..] = tokens
            && let Some(done) = self.of_fact(key, rest)
        {
            return done;
        }
        self.pieces(tokens)
    }

    /// The place named by the first words, and the remaining words.
    fn place<'w, 's>(&self, tokens: &'w [&'s str]) -> Option<(usize, &'w [&'s str])> {
        let most = tokens.len().min(6);
        (1..=most).rev().find_map(|count| {
            Some((
                self.table.named(&tokens[..count].join(" "))?,
                &tokens[count..],
            ))
        })
    }

    /// `Ann holds F05`, `Ann hearts 3, level 2`, `Ann to T02`, `T06 east of T01, arrow n`.
    fn of_place(&mut self, place: usize, rest: &[&str]) -> Option<Result<Message, EditError>> {
        if is(rest.first(), &HOLDS) {
            return Some(self.hold(place, &rest[1..]));
        }
        let mut groups = rest.split(|token| *token == ",").peekable();
        if self
            .moves(place, groups.peek().copied().unwrap_or_default())
            .is_some()
        {
            let first = groups.next().unwrap_or_default();
            return Some(
                self.moved(place, first)
                    .and_then(|moved| self.facts(place, Some(moved), groups)),
            );
        }
        let first = groups.peek().and_then(|group| group.first().copied())?;
        self.key(place, first)?;
        Some(self.facts(place, None, groups))
    }

    /// Where these words put a tile or pawn, in the form of its fact `at`.
    fn moves(&self, place: usize, words: &[&str]) -> Option<String> {
        let own = &self.table.places[place];
        own.facts
            .iter()
            .find(|fact| fact.key == AT && fact.sort != FactSort::Derived)?;
        match words {
            [to, cell @ ..] if is(Some(to), &TO) || is(Some(to), &[AT, "stands"]) => {
                let cell = if is(cell.first(), &TO) {
                    &cell[1..]
                } else {
                    cell
                };
                let word = cell.join(" ");
                match self.table.called(&word) {
                    _ if word.is_empty() => None,
                    // A tile goes back to its home as a piece.
                    Some(_) if own.tile => None,
                    Some(place) => Some(place.id.clone()),
                    None => Some(word),
                }
            }
            [side, tile @ ..] if own.tile && !tile.is_empty() => {
                let there = self.table.called(&tile.join(" "))?.get(AT).to_owned();
                self.context.beside(&there, side)
            }
            _ => None,
        }
    }

    fn moved(&mut self, place: usize, words: &[&str]) -> Result<Message, EditError> {
        let to = self.moves(place, words).unwrap_or_default();
        let own = &mut self.table.places[place];
        if let Some(fact) = own.facts.iter_mut().find(|fact| fact.key == AT) {
            fact.value.clone_from(&to);
        }
        Ok(message(
            "{what} is at {place}",
            [("what", (&own.id).into()), ("place", to.into())],
        ))
    }

    /// The key of a fact of a place that can be set.
    fn key(&self, place: usize, word: &str) -> Option<usize> {
        let facts = &self.table.places[place].facts;
        facts
            .iter()
            .position(|fact| fact.key.eq_ignore_ascii_case(word) && fact.sort != FactSort::Derived)
    }

    /// Sets facts of one place that may have `moved`: `hearts 3`, `level 2`; a fact without a value is set to yes.
    fn facts<'w>(
        &mut self,
        place: usize,
        moved: Option<Message>,
        groups: impl Iterator<Item = &'w [&'w str]>,
    ) -> Result<Message, EditError> {
        let mut all: Vec<String> = Vec::new();
        let mut last: Option<usize> = None;
        for group in groups {
            match group {
                [key, value @ ..] if self.key(place, key).is_some() => {
                    let at = self.key(place, key).unwrap_or_default();
                    let fact = &mut self.table.places[place].facts[at];
                    fact.value = value_of(fact, &value.join(" "));
                    all.push(format!(
                        "{} {}",
                        fact.key,
                        if fact.value.is_empty() {
                            "no"
                        } else {
                            &fact.value
                        }
                    ));
                    last = Some(at);
                }
                // A list continues after its comma.
                [more] if last.is_some() => {
                    let fact = &mut self.table.places[place].facts[last.unwrap_or_default()];
                    fact.value = format!("{}, {more}", fact.value);
                    all.push((*more).to_owned());
                }
                _ => return Err(self.keys(place)),
            }
        }
        let facts = ("facts", all.join(", ").into());
        Ok(match moved {
            None => message(
                "{place}: {facts}",
                [("place", (&self.table.places[place].id).into()), facts],
            ),
            Some(moved) if all.is_empty() => moved,
            Some(moved) => message("{moved}, {facts}", [("moved", moved.into()), facts]),
        })
    }

    fn keys(&self, place: usize) -> EditError {
        let own = &self.table.places[place];
        let keys = own
            .facts
            .iter()
            .filter(|fact| fact.sort != FactSort::Derived)
            .map(|fact| fact.key);
        let keys = keys.collect::<Vec<_>>().join(", ");
        unknown(
            "what can be set for {place}: {keys}",
            [("place", own.called().into()), ("keys", keys.into())],
        )
    }

    /// `hearts Ann 3`, or `turn 5` where only one place has that fact.
    fn of_fact(&mut self, key: &str, rest: &[&str]) -> Option<Result<Message, EditError>> {
        let with: Vec<usize> = (0..self.table.places.len())
            .filter(|place| self.key(*place, key).is_some())
            .collect();
        if with.is_empty() {
            return None;
        }
        let rest = if is(rest.first(), &TO) || is(rest.first(), &["is"]) {
            &rest[1..]
        } else {
            rest
        };
        let owner = self.place(rest).filter(|(place, value)| {
            with.contains(place) && !(value.is_empty() && with.len() == 1)
        });
        let (place, value) = match (owner, with.as_slice()) {
            (Some(owner), _) => owner,
            (None, [only]) => (*only, rest),
            (None, several) => {
                // Without a name, it means the only player.
                let named: Vec<String> = several
                    .iter()
                    .take(4)
                    .map(|place| self.table.places[*place].id.clone())
                    .collect();
                let forms = named.iter().map(|name| {
                    message(
                        "`{key} {name} ...`",
                        [("key", key.into()), ("name", name.into())],
                    )
                });
                let forms = joined(forms, "{first} or {last}").into();
                return Some(Err(unknown(
                    "{key} of whom? {forms}",
                    [("key", key.into()), ("forms", forms)],
                )));
            }
        };
        let value = if is(value.first(), &TO) {
            &value[1..]
        } else {
            value
        };
        let group: Vec<&str> = std::iter::once(key).chain(value.iter().copied()).collect();
        Some(self.facts(place, None, std::iter::once(group.as_slice())))
    }

    /// `turn red-plain in T02 to horned`.
    fn turn(&mut self, tokens: &[&str]) -> Option<Result<Message, EditError>> {
        let (kind, word) = self.table.known(tokens.first()?)?;
        let to = tokens.iter().rposition(|token| TO.contains(token))?;
        let (place, _) = self.place(
            tokens
                .get(1..to)?
                .strip_prefix(&["in"])
                .or(tokens[1..to].strip_prefix(&["on"]))?,
        )?;
        let face = tokens.get(to + 1)?;
        let full = format!("{}-{face}", self.table.pieces[kind].word);
        let turned = self
            .table
            .known(&full)
            .or_else(|| self.table.known(face))
            .filter(|(other, _)| *other == kind);
        let Some((_, turned)) = turned else {
            let faces = self.table.pieces[kind].faces.join(", ").into();
            return Some(Err(unknown(
                "`{face}` is not a face; there are {faces}",
                [("face", (*face).into()), ("faces", faces)],
            )));
        };
        let own = &mut self.table.places[place];
        let there = own
            .slots
            .iter_mut()
            .flat_map(|slot| &mut slot.pieces)
            .find(|piece| **piece == word);
        Some(match there {
            None => Err(refused(
                "{place} has no {word}",
                [("place", own.called().into()), ("word", word.into())],
            )),
            Some(piece) => {
                piece.clone_from(&turned);
                let with = [
                    ("word", word.into()),
                    ("place", own.called().into()),
                    ("face", turned.into()),
                ];
                Ok(message("{word} on {place} is {face}", with))
            }
        })
    }

    /// The pieces at the start of the words, each as often as stated, and the remaining words.
    fn listed<'w, 's>(&self, mut tokens: &'w [&'s str]) -> (Vec<(usize, String)>, &'w [&'s str]) {
        let mut found = Vec::new();
        loop {
            while is(tokens.first(), &[",", "and", "a", "an"])
                && tokens.len() > 1
                && !self.is_named_like_an_article(tokens)
            {
                tokens = &tokens[1..];
            }
            let (count, words) = match tokens {
                [count, rest @ ..] if !rest.is_empty() => match count.parse::<usize>() {
                    Ok(count) if (1..=99).contains(&count) => (count, rest),
                    _ => (1, tokens),
                },
                _ => (1, tokens),
            };
            // Two words may name one piece: `coin S3` is coin.S3.
            let both = |first: &str| self.table.known(&format!("{first}.{}", words.get(1)?));
            let joined = words
                .first()
                .and_then(|first| both(first).or_else(|| both(first.strip_suffix('s')?)));
            let (piece, used) = match (joined, words.first().and_then(|word| self.piece(word))) {
                (Some(piece), _) => (piece, 2),
                (None, Some(piece)) => (piece, 1),
                (None, None) => return (found, tokens),
            };
            if found.len() + count > MAX_PIECES {
                return (found, tokens);
            }
            found.extend(std::iter::repeat_n(piece, count));
            tokens = &words[used..];
        }
    }

    /// Whether the first word is the code of a piece, such as A, and not an article before one.
    fn is_named_like_an_article(&self, tokens: &[&str]) -> bool {
        let is_piece = |word: &str| self.table.pieces.iter().any(|piece| piece.word == word);
        is_piece(tokens[0]) && tokens.get(1).is_none_or(|next| self.piece(next).is_none())
    }

    /// A piece, also in the plural.
    fn piece(&self, word: &str) -> Option<(usize, String)> {
        self.table
            .known(word)
            .or_else(|| self.table.known(word.strip_suffix('s')?))
    }

    /// `potion to Ann`, `2 c5 from pool to T02`; not `F03 was F05`.
    fn pieces(&mut self, tokens: &[&str]) -> Result<Message, EditError> {
        let (pieces, rest) = self.listed(tokens);
        let Some((kind, first)) = pieces.first().cloned() else {
            let word = tokens.first().copied().unwrap_or_default();
            let text =
                "there is no `{word}` here; `correct` alone shows how corrections are worded";
            return Err(unknown(text, [("word", word.into())]));
        };
        // A tile from its pile to the map.
        if self
            .context
            .tile_place(&first)
            .is_some_and(|place| place.tile)
            && pieces.len() == 1
            && !rest.iter().any(|token| is(Some(token), &TO))
        {
            return self.lay(kind, &first, rest);
        }
        let (from, rest) = match rest {
            [word, rest @ ..] if is(Some(word), &["from"]) => {
                let Some((place, rest)) = self.place(rest) else {
                    return Err(no_place(rest));
                };
                (Some(place), rest)
            }
            rest => (None, rest),
        };
        let rest = match (rest, from) {
            ([word, rest @ ..], _) if is(Some(word), &TO) => rest,
            // `move potion Ann pool`, without the small words.
            ([_, ..], Some(_)) => rest,
            _ => {
                return Err(unknown(
                    "where to? `{word} to PLACE`",
                    [("word", first.into())],
                ));
            }
        };
        let Some((place, slot)) = self.place(rest) else {
            return Err(no_place(rest));
        };
        let mut moves = Vec::new();
        for (kind, word) in &pieces {
            let (kind, word) = &self.meant(*kind, word, from);
            let to = self.slot(place, *kind, word, slot.first().copied())?;
            let source = self.source(*kind, word, from, Some(to))?;
            self.shift(*kind, word, source, to)?;
            moves.push(self.goes(word, source.0, place));
        }
        Ok(joined(moves, "{first}, {last}"))
    }

    /// Of several pieces with the same name, the one that lies there: a Key is whichever Key Ann has.
    fn meant(&self, kind: usize, word: &str, from: Option<usize>) -> (usize, String) {
        let there = from.map_or(&[][..], |from| &self.table.places[from].slots);
        let lies = |piece: &Piece| there.iter().any(|slot| slot.pieces.contains(&piece.word));
        let pieces = &self.table.pieces;
        let alike = |piece: &Piece| {
            piece
                .also
                .iter()
                .any(|name| pieces[kind].also.contains(name))
        };
        let other = pieces
            .iter()
            .position(|piece| alike(piece) && lies(piece))
            .filter(|_| !lies(&pieces[kind]));
        other.map_or((kind, word.to_owned()), |other| {
            (other, pieces[other].word.clone())
        })
    }

    /// Where pieces of this kind go in a place.
    fn slot(
        &self,
        place: usize,
        kind: usize,
        word: &str,
        key: Option<&str>,
    ) -> Result<SlotIndex, EditError> {
        let own = &self.table.places[place];
        let sort = self.table.pieces[kind].sort;
        let usual = self
            .context
            .slot_for(word)
            .filter(|usual| own.slots.iter().any(|slot| slot.key == *usual));
        let key = key.or(usual);
        let fits = own
            .slots
            .iter()
            .enumerate()
            .filter(|(_, slot)| slot.takes.contains(&sort));
        let mut fits =
            fits.filter(|(_, slot)| key.is_none_or(|key| slot.key.eq_ignore_ascii_case(key)));
        match fits.next() {
            Some((slot, _)) => Ok((place, slot)),
            None => {
                let with = [
                    ("place", own.called().into()),
                    ("word", (&self.table.pieces[kind].word).into()),
                ];
                Err(refused("{place} cannot hold {word}", with))
            }
        }
    }

    /// Where such a piece is taken from: the given place, or the only one where it lies.
    fn source(
        &self,
        kind: usize,
        word: &str,
        from: Option<usize>,
        to: Option<SlotIndex>,
    ) -> Result<SlotIndex, EditError> {
        let sort = self.table.pieces[kind].sort;
        let mut found: Vec<SlotIndex> = Vec::new();
        for (at, place) in self
            .table
            .places
            .iter()
            .enumerate()
            .filter(|(at, _)| from.is_none_or(|from| from == *at))
        {
            for (nth, slot) in place
                .slots
                .iter()
                .enumerate()
                .filter(|(_, slot)| slot.takes.contains(&sort))
            {
                let unseen = (slot.home.is_some() || slot.hidden > 0 && from.is_some())
                    && self.table.at_home(kind) > 0;
                if (unseen || slot.pieces.iter().any(|piece| piece == word))
                    && Some((at, nth)) != to
                {
                    found.push((at, nth));
                }
            }
        }
        match (found.as_slice(), from, to) {
            ([only], ..) | ([only, ..], Some(_), _) => Ok(*only),
            ([], Some(from), _) => {
                let with = [
                    ("place", self.table.places[from].called().into()),
                    ("word", word.into()),
                ];
                Err(refused("{place} has no {word}", with))
            }
            ([], None, Some(to))
                if self.table.places[to.0].slots[to.1]
                    .pieces
                    .iter()
                    .any(|piece| piece == word) =>
            {
                let place = ("place", self.table.places[to.0].called().into());
                Err(match self.table.pieces[kind].count {
                    1 => refused("{place} has {word} already", [place, ("word", word.into())]),
                    _ => refused("there is no other {word}", [("word", word.into())]),
                })
            }
            ([], ..) => Err(refused(
                "no {word} is where everybody can see it",
                [("word", word.into())],
            )),
            (several, ..) => {
                let mut places: Vec<Message> = several
                    .iter()
                    .map(|(place, _)| self.table.places[*place].called())
                    .collect();
                places.dedup();
                match places.as_slice() {
                    [_] => Ok(several[0]),
                    _ => {
                        let places = joined(places, "{first} or {last}").into();
                        Err(refused(
                            "which {word}? say from where: {places}",
                            [("word", word.into()), ("places", places)],
                        ))
                    }
                }
            }
        }
    }

    /// Moves one piece.
    fn shift(
        &mut self,
        kind: usize,
        word: &str,
        from: SlotIndex,
        to: SlotIndex,
    ) -> Result<(), EditError> {
        let piece = &self.table.pieces[kind];
        let faced =
            piece.faces.is_empty() || piece.bare || piece.faces.iter().any(|face| face == word);
        let home = |table: &Snapshot, spot: SlotIndex| table.places[spot.0].slots[spot.1].home;
        if home(self.table, to).is_none() && !faced {
            let faces = piece.faces.join(", ").into();
            return Err(unknown("which side is up? {faces}", [("faces", faces)]));
        }
        let slot = &mut self.table.places[from.0].slots[from.1];
        match slot.pieces.iter().position(|piece| piece == word) {
            Some(at) => drop(slot.pieces.remove(at)),
            None if slot.home.is_none() => slot.hidden = slot.hidden.saturating_sub(1),
            None => {}
        }
        if home(self.table, to).is_none() {
            self.table.places[to.0].slots[to.1]
                .pieces
                .push(word.to_owned());
        }
        Ok(())
    }

    /// `Bob holds F05 F08`: these and no others of their sort; the others go home. For a home, it sets the known order.
    fn hold(&mut self, place: usize, tokens: &[&str]) -> Result<Message, EditError> {
        let (pieces, rest) = self.listed(tokens);
        let nothing = is(rest.first(), &["nothing", "none", "no"]);
        let key = (!nothing).then(|| rest.first().copied()).flatten();
        let Some((kind, _)) = pieces.first().cloned() else {
            return if nothing {
                Ok(self.emptied(place))
            } else {
                let place = self.table.places[place].called().into();
                Err(unknown(
                    "what does {place} hold? name the pieces",
                    [("place", place)],
                ))
            };
        };
        let to = self.slot(place, kind, &pieces[0].1, key)?;
        let before = std::mem::take(&mut self.table.places[to.0].slots[to.1].pieces);
        self.table.places[to.0].slots[to.1].hidden = 0;
        let is_home = self.table.places[to.0].slots[to.1].home;
        let mut keeps = before.clone();
        for (kind, word) in &pieces {
            if let Some(at) = keeps.iter().position(|piece| piece == word) {
                keeps.remove(at);
            } else if is_home.is_none() && self.table.at_home(*kind) == 0 {
                let source = self.source(*kind, word, None, Some(to))?;
                let from = &mut self.table.places[source.0].slots[source.1].pieces;
                let at = from
                    .iter()
                    .position(|piece| piece == word)
                    .unwrap_or_default();
                from.remove(at);
            }
            self.table.places[to.0].slots[to.1]
                .pieces
                .push(word.clone());
        }
        let words: Vec<&str> = pieces.iter().map(|(_, word)| word.as_str()).collect();
        let with = [
            ("place", self.table.places[place].called().into()),
            ("pieces", words.join(", ").into()),
        ];
        Ok(self.and_home(message("{place} holds {pieces}", with), &keeps))
    }

    fn emptied(&mut self, place: usize) -> Message {
        let own = &mut self.table.places[place];
        let gone: Vec<String> = own
            .slots
            .iter_mut()
            .flat_map(|slot| std::mem::take(&mut slot.pieces))
            .collect();
        let place = self.table.places[place].called().into();
        self.and_home(message("{place} holds nothing", [("place", place)]), &gone)
    }

    /// What is held, and where pieces go that no longer are: "E18 goes to the deck".
    fn and_home(&self, held: Message, pieces: &[String]) -> Message {
        let home = |word: &String| {
            let (kind, _) = self.table.known(word)?;
            let (place, _) = self.table.home_of(self.table.pieces[kind].sort)?;
            let place = self.table.places[place].called().into();
            Some(message(
                "{word} goes to {place}",
                [("word", word.into()), ("place", place)],
            ))
        };
        joined(
            std::iter::once(held).chain(pieces.iter().filter_map(home)),
            "{first}, {last}",
        )
    }

    fn goes(&self, word: &str, from: usize, to: usize) -> Message {
        let [from, to] = [from, to].map(|place| self.table.places[place].called().into());
        message(
            "{word} goes from {from} to {to}",
            [("word", word.into()), ("from", from), ("to", to)],
        )
    }

    /// Lays a tile that is not on the map: `T06 east of T01, arrow n`, `T06 at 1e 2n`.
    fn lay(&mut self, kind: usize, tile: &str, rest: &[&str]) -> Result<Message, EditError> {
        let source = self.source(kind, tile, None, None)?;
        let Some(mut place) = self.context.tile_place(tile) else {
            return Err(unknown("that is not a tile", []));
        };
        let same = self
            .table
            .places
            .iter()
            .filter(|other| other.piece() == Some(tile))
            .count();
        if same > 0 {
            place.id = format!("{tile}.{}", same + 1);
        }
        let known = &mut self.table.places[source.0].slots[source.1].pieces;
        if let Some(at) = known.iter().position(|piece| piece == tile) {
            known.remove(at);
        }
        let last = self
            .table
            .places
            .iter()
            .rposition(|place| place.tile)
            .map_or(0, |at| at + 1);
        self.table.places.insert(last, place);
        match self.of_place(last, rest) {
            Some(done) => done,
            None => Err(unknown(
                "where does {tile} lie? `{tile} east of TILE`",
                [("tile", tile.into())],
            )),
        }
    }

    /// Returns a tile from the map, or a piece from where it lies, to its home.
    fn away(&mut self, tokens: &[&str]) -> Result<Message, EditError> {
        if let Some((place, [])) = self.place(tokens)
            && self.table.places[place].tile
        {
            let own = &self.table.places[place];
            if let Some(piece) = own.slots.iter().flat_map(|slot| &slot.pieces).next() {
                let with = [("piece", piece.into()), ("place", own.called().into())];
                return Err(refused(
                    "{piece} lies on {place}: first say where it goes",
                    with,
                ));
            }
            let stands = |other: &&Place| !other.tile && other.get(AT) == own.id;
            if let Some(pawn) = self.table.places.iter().find(stands) {
                let with = [("pawn", (&pawn.id).into()), ("place", own.called().into())];
                return Err(refused(
                    "{pawn} stands on {place}: first say where it goes",
                    with,
                ));
            }
            let gone = message("{tile} is off the map", [("tile", (&own.id).into())]);
            self.table.places.remove(place);
            return Ok(gone);
        }
        let (pieces, rest) = self.listed(tokens);
        let from = match rest {
            [] => None,
            [word, rest @ ..] if is(Some(word), &["from"]) => {
                self.place(rest).map(|(place, _)| place)
            }
            _ => return Err(no_place(rest)),
        };
        let Some((kind, word)) = pieces.first().cloned() else {
            return Err(unknown("what is taken away?", []));
        };
        let Some(home) = self.table.home_of(self.table.pieces[kind].sort) else {
            return Err(refused(
                "{word} stays on the table: say where it lies",
                [("word", word.into())],
            ));
        };
        let source = self.source(kind, &word, from, Some(home))?;
        self.shift(kind, &word, source, home)?;
        Ok(self.goes(&word, source.0, home.0))
    }
}

/// A fact's value as typed; a flag without a value is "yes", a denied one "no".
fn value_of(fact: &Fact, said: &str) -> String {
    match (fact.sort, said.to_lowercase().as_str()) {
        (FactSort::Optional, "") => "yes".to_owned(),
        (FactSort::Optional, "no" | "none" | "nothing" | "-") => String::new(),
        _ => said.to_owned(),
    }
}

fn no_place(words: &[&str]) -> EditError {
    unknown(
        "there is no place `{word}`",
        [("word", words.first().copied().unwrap_or_default().into())],
    )
}

/// Corrections that lay each tile in each gap beside another.
pub fn tile_moves(table: &Snapshot, context: &impl EditContext) -> Vec<String> {
    const SIDES: [&str; 8] = ["n", "ne", "e", "se", "s", "sw", "w", "nw"];
    let taken: Vec<&str> = table.places.iter().map(|place| place.get(AT)).collect();
    let beside = taken
        .iter()
        .flat_map(|at| SIDES.iter().filter_map(|side| context.beside(at, side)));
    let mut gaps: Vec<String> = beside
        .filter(|gap| !taken.contains(&gap.as_str()))
        .collect();
    gaps.sort();
    gaps.dedup();
    let tiles = table.places.iter().filter(|place| place.tile);
    tiles
        .flat_map(|tile| {
            gaps.iter()
                .map(move |gap| format!("{} {AT} {gap}", tile.id))
        })
        .collect()
}

/// Corrections that could be made to a table, for completion.
pub fn likely(table: &Snapshot) -> Vec<String> {
    let mut all = Vec::new();
    for place in &table.places {
        for fact in place
            .facts
            .iter()
            .filter(|fact| fact.sort != FactSort::Derived)
        {
            let others = fact.choices.iter().filter(|value| **value != fact.value);
            all.extend(others.map(|value| format!("{} {} {value}", place.id, fact.key)));
        }
        for slot in &place.slots {
            let mut words: Vec<String> = slot.pieces.clone();
            if let Some(Home::Open | Home::Closed) = slot.home {
                words = table
                    .left(slot.takes)
                    .into_iter()
                    .map(|(word, _)| word.to_owned())
                    .collect();
            }
            words.sort();
            words.dedup();
            for word in words {
                let Some((kind, _)) = table.known(&word) else {
                    continue;
                };
                let piece = &table.pieces[kind];
                let faced = piece
                    .faces
                    .first()
                    .filter(|_| !piece.bare && word == piece.word)
                    .unwrap_or(&word)
                    .clone();
                let fits = |slot: &&Slot| slot.takes.contains(&piece.sort);
                for to in table.places.iter().filter(|other| other.id != place.id) {
                    let parts: Vec<&Slot> = to.slots.iter().filter(fits).collect();
                    let moved = format!("{faced} from {} to {}", place.id, to.id);
                    match parts.as_slice() {
                        [] => {}
                        [_] => all.push(moved),
                        several => {
                            all.extend(several.iter().map(|part| format!("{moved} {}", part.key)))
                        }
                    }
                }
            }
        }
    }
    all
}

#[cfg(test)]
pub(super) mod tests {
    use super::super::snapshot::Home;
    use super::*;

    /// Tiles in a row, with keys and gems on them and in front of people.
    pub struct Row;

    impl EditContext for Row {
        fn tile_place(&self, tile: &str) -> Option<Place> {
            tile.starts_with('T').then(|| tile_place(tile, "0"))
        }

        fn beside(&self, cell: &str, side: &str) -> Option<String> {
            let cell: i32 = cell.parse().ok()?;
            Some((cell + if side == "east" { 1 } else { -1 }).to_string())
        }
    }

    fn tile_place(id: &str, at: &str) -> Place {
        Place::new(id)
            .tile()
            .fact("at", at)
            .slot("floor", &["key", "gem"], [""; 0])
    }

    fn piece(word: &str, also: &str, sort: &'static str, count: u32) -> Piece {
        Piece {
            word: word.into(),
            also: vec![also.into()],
            sort,
            count,
            faces: vec![],
            bare: false,
        }
    }

    /// T1 is laid, T2 is in the box; Ann has one key of two, Bob three hearts; five gems are in the pool.
    pub fn table() -> Snapshot {
        let person = |name: &str, holds: &[&str]| {
            let place = Place::new(name).fact("hearts", 3).maybe("at", "T1");
            place.slot("hand", &["key", "gem"], holds.iter().copied())
        };
        let pieces = vec![
            piece("K1", "key", "key", 1),
            piece("K2", "key", "key", 1),
            piece("gem", "jewel", "gem", 5),
            piece("T1", "start", "tile", 1),
            piece("T2", "hall", "tile", 1),
        ];
        let home = |id: &str, takes: &'static [&'static str]| {
            Place::new(id).article().home(takes, Home::Closed)
        };
        let places = vec![
            tile_place("T1", "0"),
            person("Ann", &["K2"]),
            person("Bob", &[]),
            home("pool", &["gem"]),
            home("deck", &["key"]),
            home("box", &["tile"]),
        ];
        Snapshot { pieces, places }
    }

    /// The sentence for these words, or why they are refused, and the lines that they change.
    fn amended(words: &str) -> (String, Vec<String>) {
        let mut after = table();
        let said = match amend(&mut after, &Row, words) {
            Ok(said) => joined(said, "{first}; {last}").to_string(),
            Err(fault) => return (fault.reason().to_string(), Vec::new()),
        };
        let before = table().lines();
        (
            said,
            after
                .lines()
                .into_iter()
                .filter(|line| !before.contains(line))
                .collect(),
        )
    }

    #[test]
    fn pieces_move_and_none_is_made_or_lost() {
        let moved = |words: &str, said: &str, lines: &[&str]| {
            assert_eq!(
                amended(words),
                (
                    said.to_owned(),
                    lines.iter().map(|line| (*line).to_owned()).collect()
                ),
                "{words}"
            );
        };
        let ann = "Ann: hearts 3; at T1.";
        let bob = "Bob: hearts 3; at T1; hand K2.";
        moved("K2 from Ann to Bob", "K2 goes from Ann to Bob", &[ann, bob]);
        // The key is the one she has.
        moved(
            "move the key from Ann to Bob",
            "K2 goes from Ann to Bob",
            &[ann, bob],
        );
        moved(
            "2 gems to T1; hearts Bob 1",
            "gem goes from the pool to T1, gem goes from the pool to T1; Bob: hearts 1",
            &[
                "T1: at 0; floor 2 gem.",
                "Bob: hearts 1; at T1.",
                "pool: left 3.",
            ],
        );
        moved(
            "Ann holds K1",
            "Ann holds K1, K2 goes to the deck",
            &["Ann: hearts 3; at T1; hand K1."],
        );
        moved(
            "Ann holds nothing",
            "Ann holds nothing, K2 goes to the deck",
            &[ann, "deck: left 2."],
        );
        moved(
            "T2 east of T1; Bob to T2",
            "T2 is at 1; Bob is at T2",
            &["T2: at 1.", "Bob: hearts 3; at T2.", "box: left 0."],
        );
    }

    /// A piece may be called A, as an article is.
    #[test]
    fn a_letter_may_be_a_piece() {
        let mut table = table();
        table.pieces.push(piece("A", "ace", "gem", 1));
        let done = amend(&mut table, &Row, "A to T1; a gem to T1").map_err(EditError::reason);
        assert!(done.is_ok(), "{done:?}");
        assert_eq!(table.pieces("T1", "floor"), ["A", "gem"]);
    }

    #[test]
    fn what_cannot_be_is_refused_and_says_why() {
        let refusals = [
            ("K2 from Bob to Ann", "Bob has no K2"),
            ("K2 to Ann", "Ann has K2 already"),
            ("6 gems to T1", "there is no other gem"),
            ("gem to deck", "the deck cannot hold gem"),
            ("T1 away", "Ann stands on T1: first say where it goes"),
            (
                "sword to Ann",
                "there is no `sword` here; `correct` alone shows how corrections are worded",
            ),
            ("K1 to Cleo", "there is no place `Cleo`"),
            (" ; ", "say what is different"),
        ];
        for (words, reason) in refusals {
            assert_eq!(amended(words), (reason.to_owned(), Vec::new()), "{words}");
        }
    }

    #[test]
    fn what_is_offered_is_understood() {
        let table = table();
        let all = likely(&table);
        assert!(all.contains(&"K2 from Ann to Bob".to_owned()), "{all:?}");
        for words in all {
            let understood = amend(&mut table.clone(), &Row, &words);
            assert!(
                !matches!(understood, Err(EditError::Unknown(_))),
                "`{words}`: {understood:?}"
            );
        }
    }
}
