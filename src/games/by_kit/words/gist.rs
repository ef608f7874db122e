//! What has become of a question, for odds: how counters, pieces and the turn differ from when it was asked.

use std::collections::BTreeSet;

use crate::games::by_kit::KitGame;
use crate::games::by_kit::language::code::Op;
use crate::games::by_kit::language::facts::{Column, FieldType, NONE};
use crate::games::by_kit::rules::event::Event;
use crate::games::by_kit::rules::matter::Alike;
use crate::games::by_kit::rules::position::*;
use crate::referee::{Came, Concern, Considered, Game, Gist, Seat, Turn};

/// Something that is not a counter.
fn gist(words: String, concern: Concern) -> Gist {
    Gist {
        words,
        concern,
        counter: None,
        pieces: None,
    }
}

impl KitGame {
    pub(super) fn gist_of(
        &self,
        asking: &Position,
        settled: &Position,
        considered: Considered,
    ) -> Vec<Gist> {
        let Considered { seat, knower, .. } = considered;
        let (mut all, others) = self.counters_changed(asking, settled, seat);
        let begins =
            self.seats > 1 && settled.active != asking.active && settled.wait != Wait::Over;
        // Whose turn has ended by it, as by a bad roll, has no more of it: that says more than what is reset then.
        let is_own_end = seat == Some(asking.active);
        // Alone, what the next turn begins with would look like what came of the answer.
        let is_new_turn = settled.turns != asking.turns;
        let is_next_alone = self.seats == 1 && is_new_turn && settled.wait != Wait::Over;
        let ended = if is_next_alone {
            Some(Concern::Turn)
        } else {
            (begins && is_own_end).then_some(Concern::Own)
        };
        all.extend(ended.map(|concern| gist(self.worded("the turn ends", &[]), concern)));
        all.extend(others);
        // Cards that were seen have been shuffled: then a hand may have lost what it had, and is told as a whole.
        let seen = |p: &Position| {
            let all = 0..p.pieces.len() as u16;
            all.filter(|piece| self.sight(p, *piece, knower).is_some())
                .count()
        };
        let is_shuffled = seat.is_some() && knower == seat && seen(settled) < seen(asking);
        for zone in 0..self.zone_at.len() as u16 {
            let at = &self.zone_at[usize::from(zone)];
            let is_own = self.program.zones[usize::from(at.decl)].own && Some(at.seat) == seat;
            let concern = if is_own { Concern::Got } else { Concern::Rest };
            // Where all have chosen at once, the next round begins with what is not theirs.
            if !is_own && asking.together && settled.rounds != asking.rounds {
                continue;
            }
            let is_hand = is_own && self.is_loose(zone);
            let is_anew = is_hand && (is_shuffled || is_replaced(asking, settled, zone));
            let gained = |is_anew| self.pieces_gained(asking, settled, (zone, considered), is_anew);
            let is_another = is_hand && is_smaller(asking, settled, zone);
            let came = match gained(is_anew) {
                Some(_) if is_another => gained(true),
                came => came,
            };
            all.extend(came.map(|came| Gist {
                pieces: Some(came.clone()),
                ..gist(self.in_full(&came), concern)
            }));
        }
        if matches!(self.turn(settled), Turn::Player(_)) && !is_new_turn {
            let kept = self.dice_kept(asking, settled, knower).into_iter();
            all.extend(kept.map(|words| gist(words, Concern::Rest)));
        }
        if begins && !is_own_end {
            let began = Event::TurnBegan {
                seat: settled.active,
            };
            all.push(gist(self.clause(settled, began), Concern::Rest));
        }
        all
    }

    /// An event as a clause.
    fn clause(&self, p: &Position, event: Event) -> String {
        let text = self.tell_event(p, event).text;
        let text = text.trim_end_matches('.');
        match text.strip_prefix("The ") {
            Some(rest) => format!("the {rest}"),
            None => text.to_owned(),
        }
    }

    /// The counters that differ, those of who is asked and then all others, without what every turn begins with.
    fn counters_changed(
        &self,
        asking: &Position,
        settled: &Position,
        seat: Option<Seat>,
    ) -> (Vec<Gist>, Vec<Gist>) {
        let anew: Vec<u16> = self
            .program
            .anew
            .iter()
            .filter_map(|op| match &self.program.ops[usize::from(*op)] {
                Op::Set { var, .. } => Some(*var),
                _ => None,
            })
            .collect();
        let is_new_turn = settled.turns != asking.turns;
        // What others have chosen in secret so far does not show yet.
        let seen = asking
            .before
            .as_ref()
            .map_or(&asking.vars, |before| &before.vars);
        let (mut own, mut others) = (Vec::new(), Vec::new());
        for (var, decl) in (0..).zip(&self.program.vars) {
            let is_secret = settled.together && self.program.secret.contains(&var);
            let is_reset = is_new_turn && (decl.anew || anew.contains(&var));
            if decl.title.is_empty() || is_secret || is_reset {
                continue;
            }
            let owners = if decl.own { self.seats } else { 1 };
            for owner in 0..owners {
                let first = decl.base + u16::from(owner) * decl.each.count();
                for at in first..first + decl.each.count() {
                    let value = settled.vars[usize::from(at)];
                    if value == seen[usize::from(at)] {
                        continue;
                    }
                    let set = Event::Set {
                        var,
                        at,
                        value,
                        anew: false,
                    };
                    let is_own = decl.own && Some(owner) == seat;
                    let concern = match decl.own {
                        _ if is_own => Concern::Own,
                        true => Concern::Others,
                        false => Concern::Got,
                    };
                    let told = Gist {
                        words: self.clause(settled, set),
                        concern,
                        counter: Some((at, value)),
                        pieces: None,
                    };
                    if is_own {
                        own.push(told)
                    } else {
                        others.push(told)
                    }
                }
            }
        }
        (own, others)
    }

    /// What has come to a zone, or all that lies there, as far as the knower sees it, or will see it who is asked.
    ///
    /// What only the one who is asked sees of `asking` is as it truly is, and in `settled` it is only possible: to compare them would
    /// tell the knower which possibility is true.
    fn pieces_gained(
        &self,
        asking: &Position,
        settled: &Position,
        (zone, considered): (u16, Considered),
        is_anew: bool,
    ) -> Option<Came> {
        let Considered {
            seat,
            knower,
            is_same,
        } = considered;
        let alike = self.alike_in(settled);
        // Which piece of a hand is which means nothing, so a new one cannot be told from those that only its owner saw before.
        let is_mixed = self.has_secrets() && self.is_loose(zone);
        let is_new = |piece: u16| {
            let seat = seat.filter(|_| knower.is_none() && !is_mixed);
            seat.is_some_and(|seat| self.seers(asking, piece) >> seat & 1 == 0)
        };
        let sight = |p: &Position, piece: u16| {
            let known = self.sight(p, piece, knower);
            let kind = known.or_else(|| is_new(piece).then(|| self.sight(p, piece, seat))?)?;
            Some(alike.map_or(kind, |alike| alike.first(kind)))
        };
        let is_nameless =
            |kind: u16| alike.is_some_and(|alike| self.name_of_alike(alike, kind).is_empty());
        // What the next round begins to draw is no part of the answer.
        let is_drawn = |p: &Position, piece: u16| matches!(p.wait, Wait::Know { piece: other, .. } if other == piece);
        let kinds = |p: &Position| {
            let here = p.zones[usize::from(zone)].iter();
            let here = here.filter(|piece| !is_drawn(p, **piece));
            let mut kinds: Vec<Option<u16>> = here.map(|piece| sight(p, *piece)).collect();
            kinds.sort_unstable();
            kinds
        };
        let mut before = if is_anew { Vec::new() } else { kinds(asking) };
        let mut came = Vec::new();
        let mut nameless = Vec::new();
        let mut hidden = 0;
        let after = kinds(settled);
        let here = &settled.zones[usize::from(zone)];
        let was_here = &asking.zones[usize::from(zone)];
        let is_new = |piece: &&u16| !was_here.contains(piece);
        let new = if is_same {
            here.iter().filter(is_new).count()
        } else {
            here.len().saturating_sub(was_here.len())
        };
        // What has left does not stand for an equal piece that came. Odds put what is alike in order, so this only counts if such a piece did come.
        let is_swapped = is_same && more_in(&after, &before) < new;
        let has_left = |piece: &&u16| settled.pieces[usize::from(**piece)].zone != zone;
        for piece in was_here.iter().filter(has_left).filter(|_| is_swapped) {
            // Pieces of a hand may have changed places, but what was unseen was none of those that were seen.
            let was = sight(asking, *piece);
            let kind = was.map(|was| sight(settled, *piece).unwrap_or(was));
            if let Some(at) = before.iter().position(|known| *known == kind) {
                before.remove(at);
            }
        }
        for kind in after {
            match (before.iter().position(|known| *known == kind), kind) {
                (Some(at), _) => {
                    before.remove(at);
                }
                (None, Some(kind)) if is_nameless(kind) => nameless.push(kind),
                (None, Some(kind)) => came.push(kind),
                (None, None) => hidden += 1,
            }
        }
        let turned = hidden - hidden.min(new);
        hidden = hidden - turned + nameless.len();
        let unseen = match (hidden, here.last()) {
            (1, Some(piece)) => Some(self.some_piece(*piece)),
            (2.., Some(piece)) => Some(format!("{hidden} {}", self.bare_pieces(*piece))),
            _ => None,
        };
        let turned = (turned > 0).then(|| self.worded("{count} face down", &[("count", &turned)]));
        let others: Vec<String> = unseen.into_iter().chain(turned).collect();
        let others = (!others.is_empty()).then(|| others.join(", "));
        (!came.is_empty() || others.is_some()).then(|| Came {
            place: self.zone_title(settled, zone),
            alike: alike.and_then(|alike| ways_to_name(alike, &came, &nameless)),
            set: settled.alike,
            kinds: came,
            others,
        })
    }

    /// Pieces that came, by their names.
    fn in_full(&self, came: &Came) -> String {
        let name = |kind: &u16| match (came.alike, self.alike_of(came)) {
            (Some(_), Some(alike)) => self.name_of_alike(alike, *kind),
            _ => self.kind_name(*kind).to_owned(),
        };
        let names = came.kinds.iter().map(name);
        let all: Vec<String> = names.chain(came.others.clone()).collect();
        format!("{}: {}", came.place, all.join(", "))
    }

    /// Which kinds count as alike where pieces came.
    fn alike_of(&self, came: &Came) -> Option<&Alike> {
        self.alike.get(usize::from(came.set?))
    }

    /// What all kinds share that are alike, as far as rules read it: "hearts"; a single one by its name.
    fn name_of_alike(&self, alike: &Alike, kind: u16) -> String {
        if alike.count(kind) == 1 {
            return self.kind_name(kind).to_owned();
        }
        let facts = &self.program.facts;
        let told = |field: &u16| {
            let column = &facts.columns[usize::from(*field)];
            let value = column.values[usize::from(kind)];
            let is_shared = |other: u16| column.values[usize::from(other)] == value;
            match column.type_in(1 << facts.kinds[usize::from(kind)].deck) {
                _ if value == NONE || !alike.all(kind).all(is_shared) => None,
                FieldType::Number => Some(format!("{} {value}", column.name)),
                FieldType::Flag => (value > 0).then(|| column.name.clone()),
                FieldType::Word => facts.text(value).map(str::to_owned),
                FieldType::Words => {
                    let words = facts.lists[value as usize].iter();
                    let words: Vec<&str> = words.filter_map(|word| facts.text(*word)).collect();
                    Some(words.join(" "))
                }
                FieldType::Mixed => None,
            }
        };
        let all: Vec<String> = alike.fields.iter().filter_map(told).collect();
        all.join(" ")
    }

    /// The fields that tell kinds apart by few values, those with the most values first.
    fn telling_fields(&self) -> Vec<u16> {
        let columns = &self.program.facts.columns;
        let values = |column: &Column| {
            let all: BTreeSet<i32> = column
                .values
                .iter()
                .copied()
                .filter(|value| *value != NONE)
                .collect();
            all.len()
        };
        let is_plain = |column: &Column| match column.is {
            FieldType::Word | FieldType::Number => true,
            FieldType::Flag | FieldType::Words | FieldType::Mixed => false,
        };
        let few = 2..=self.program.facts.kinds.len() / 2;
        let mut fields: Vec<(usize, u16)> = (0..)
            .zip(columns)
            .filter(|(_, column)| is_plain(column) && few.contains(&values(column)))
            .map(|(at, column)| (values(column), at))
            .collect();
        fields.sort_by_key(|(values, at)| (std::cmp::Reverse(*values), *at));
        fields.into_iter().map(|(_, at)| at).collect()
    }

    /// In how many ways pieces are told by a field, or at last by their number.
    pub(super) fn sorts_of(&self) -> usize {
        self.telling_fields().len() + 1
    }

    pub(super) fn sorted_by(&self, came: &Came, way: usize) -> Option<String> {
        let facts = &self.program.facts;
        let kinds = &came.kinds;
        let Some(field) = self.telling_fields().get(way).copied() else {
            let piece = self.piece_decks.iter().zip(0..).find(|(deck, _)| {
                let kind = kinds.first().map(|kind| &facts.kinds[usize::from(*kind)]);
                kind.is_some_and(|kind| kind.deck == usize::from(**deck))
            });
            let (_, piece) = piece?;
            return Some(match kinds.len() {
                1 => self.some_piece(piece),
                many => format!("{many} {}", self.bare_pieces(piece)),
            });
        };
        let column = &facts.columns[usize::from(field)];
        let value = |kind: &u16| {
            let value = column.values.get(usize::from(*kind)).copied();
            let is_shared = |other: u16| column.values.get(usize::from(other)).copied() == value;
            let alike = self.alike_of(came).filter(|_| came.alike.is_some());
            let is_told = alike.is_none_or(|alike| alike.all(*kind).all(is_shared));
            value.filter(|value| *value != NONE && is_told)
        };
        let mut values: Vec<i32> = kinds.iter().map(value).collect::<Option<_>>()?;
        values.sort_unstable();
        let told = |value: &i32| match facts.text(*value) {
            Some(word) => word.to_owned(),
            None => format!("{} {value}", column.name),
        };
        Some(values.iter().map(told).collect::<Vec<_>>().join(", "))
    }

    /// Whether outcomes tell what these dice show: they may be rolled again, or people use them as they like.
    pub(crate) fn tells_dice(&self, of: usize) -> bool {
        let again =
            |op: &Op| matches!(op, Op::Reroll { of: other, .. } if usize::from(*other) == of);
        let is_free = self.program.actions.iter().any(|action| action.free);
        is_free || self.program.ops.iter().any(again)
    }

    /// What dice show that may be rolled again, or that people use as they like, as far as the knower sees them.
    fn dice_kept(
        &self,
        asking: &Position,
        settled: &Position,
        knower: Option<Seat>,
    ) -> Vec<String> {
        let mut all = Vec::new();
        for (of, decl) in self.program.dice.iter().enumerate() {
            if !self.tells_dice(of) {
                continue;
            }
            let owners = if decl.own { self.seats } else { 1 };
            for owner in 0..owners {
                // In whatever order they lie: odds put what is alike in order.
                let in_order = |p: &Position| {
                    let mut shown = self.shown_dice(p, of, owner, knower);
                    shown.sort_unstable();
                    shown
                };
                let shown = in_order(settled);
                if shown.is_empty() || shown == in_order(asking) {
                    continue;
                }
                let faces: Vec<String> = shown.iter().map(|face| self.plain(*face)).collect();
                let first = decl.base + u16::from(owner) * u16::from(decl.count);
                let title = self.dice_title(of as u8, first);
                all.push(format!("{title}: {}", faces.join(", ")));
            }
        }
        all
    }
}

/// Whether hardly a piece of a zone is one that lay there before: what is equal to one that left is no less news.
fn is_replaced(asking: &Position, settled: &Position, zone: u16) -> bool {
    let was_here = &asking.zones[usize::from(zone)];
    let here = &settled.zones[usize::from(zone)];
    let stayed = here.iter().filter(|piece| was_here.contains(piece));
    was_here.len() > 1 && here.len() > 1 && stayed.count() * 2 < here.len().min(was_here.len())
}

/// Whether there are fewer pieces in a zone. If something came, this is another hand, or several pieces left it.
fn is_smaller(asking: &Position, settled: &Position, zone: u16) -> bool {
    let count = |p: &Position| p.zones[usize::from(zone)].len();
    count(settled) < count(asking)
}

/// How many of these kinds are more than there were before.
fn more_in(after: &[Option<u16>], before: &[Option<u16>]) -> usize {
    let mut rest = before.to_vec();
    let is_more = |kind: &&Option<u16>| match rest.iter().position(|known| known == *kind) {
        Some(at) => {
            rest.swap_remove(at);
            false
        }
        None => true,
    };
    after.iter().filter(is_more).count()
}

/// In how many ways these may be named if each stands for all that are alike; `None` if they have names of their own.
fn ways_to_name(kinds_alike: &Alike, came: &[u16], nameless: &[u16]) -> Option<u64> {
    let all = [came, nameless].into_iter();
    let groups = all.flat_map(|kinds| kinds.chunk_by(|one, other| one == other));
    let ways = |group: &[u16]| {
        let alike = u64::from(kinds_alike.count(group[0]));
        let mut ways = 1u64;
        // Kinds of several pieces each only have more of them.
        for taken in 0..(group.len() as u64).min(alike) {
            ways = ways.saturating_mul(alike - taken) / (taken + 1);
        }
        ways
    };
    let is_own = |kind: &u16| kinds_alike.count(*kind) == 1;
    if came.iter().chain(nameless).all(is_own) {
        return None;
    }
    Some(groups.fold(1, |all, group| all.saturating_mul(ways(group))))
}
