//! The positions that are possible as far as a seat can tell: every deal of hidden pieces and every roll of hidden dice, if they are
//! few enough to be listed, and otherwise some of them drawn at random.

use std::ops::Range;
use std::sync::Arc;

use rand::Rng;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

use crate::games::by_kit::KitGame;
use crate::games::by_kit::language::code::{Node, Picked, Type};
use crate::games::by_kit::language::orders::Order;
use crate::games::by_kit::language::sheet::ZoneKind;
use crate::games::by_kit::rules::belief::{Belief, Beliefs, one_of};
use crate::games::by_kit::rules::clue::Clue;
use crate::games::by_kit::rules::matter::Matter;
use crate::games::by_kit::rules::observe::group;
use crate::games::by_kit::rules::position::*;
use crate::referee::bot::below;
use crate::referee::{Choices, Game, Seat, Turn, Words, Worlds};

/// The most memory for worlds, in bytes.
const MAX_MEMORY: usize = 128 << 20;

/// How many drawn worlds may be impossible for each that is wanted.
const TRIES: usize = 4;

/// How many kinds may be tried for each deal that is wanted, since clues can rule out most of them late.
const TRIED: usize = 50;

/// One way in which some things may be, and its cases.
type Way<T> = (Vec<(usize, T)>, u128);

/// Which differences are left out of the worlds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Deal {
    /// Hidden pieces stay unknown; chance settles them once they come up.
    Open,
    /// Every piece that somebody sees is known.
    Closed,
    /// And so is the place of each in a hand, if any answer may ever name it by that.
    Placed,
}

/// Possible positions, to be drawn at random by their cases.
pub(super) struct Urn<'w> {
    worlds: &'w [(Position, u32)],
    /// Up to which case each of them goes.
    ends: Vec<u32>,
}

impl Urn<'_> {
    pub fn of(worlds: &[(Position, u32)]) -> Urn<'_> {
        let mut sum = 0;
        let ends = worlds.iter().map(|(_, cases)| {
            sum += cases;
            sum
        });
        Urn {
            ends: ends.collect(),
            worlds,
        }
    }

    /// One of them; `None` if there are none.
    pub fn one(&self, luck: &mut ChaCha8Rng) -> Option<&Position> {
        let total = self.ends.last().copied().filter(|total| *total > 0)?;
        let case = below(total, luck);
        let at = self.ends.partition_point(|end| *end <= case);
        self.worlds.get(at).map(|(world, _)| world)
    }
}

impl KitGame {
    /// The positions that are possible for a seat, or as far as everybody can tell; none if the referee cannot say.
    pub(crate) fn possible(
        &self,
        p: &Position,
        seat: Option<Seat>,
        deal: Deal,
        limits: (usize, usize),
    ) -> Worlds<Position> {
        self.possible_with(p, seat, (deal, &[]), limits)
    }

    /// The same, with the pieces in some zones dealt if others stay unknown.
    pub(crate) fn possible_with(
        &self,
        p: &Position,
        seat: Option<Seat>,
        (deal, dealt): (Deal, &[u16]),
        (most, draws): (usize, usize),
    ) -> Worlds<Position> {
        let Some(belief) = self.belief(p, seat) else {
            let list = if self.is_all_told(p) {
                vec![(self.world(p, None), 1)]
            } else {
                Vec::new()
            };
            return Worlds { list, all: true };
        };
        let fit = (MAX_MEMORY / p.bytes()).max(1);
        let (most, draws) = (most.min(fit), draws.min(fit));
        if let Some(before) = &p.before {
            return self.chosen_in_secret(p, before, seat, (most, draws));
        }
        let mut closed = self.closed_pieces(p, belief, deal);
        if deal == Deal::Open {
            // Chance knows nothing of clues.
            let is_dealt = |piece: u16| dealt.contains(&p.pieces[usize::from(piece)].zone);
            closed.retain(|group| belief.has_clue(group[0]) || is_dealt(group[0]));
        }
        let listed = self.listed_worlds(p, belief, &closed, (seat, deal, most));
        listed.unwrap_or_else(|| self.drawn_worlds(p, belief, &closed, (seat, deal, draws)))
    }

    /// Whether everything that the referee knows is known to everybody, or is only a possibility anyway.
    fn is_all_told(&self, p: &Position) -> bool {
        let told = |piece: u16| {
            p.pieces[usize::from(piece)].kind == UNKNOWN
                || p.pieces[usize::from(piece)].zone == NOWHERE
                || self.public(p, piece) != UNKNOWN
        };
        self.seats == 1
            || self.has_secrets()
            || !self.hides()
            || (0..p.pieces.len() as u16).all(told)
    }

    /// A position as one that is only possible.
    fn world(&self, p: &Position, belief: Option<&Belief>) -> Position {
        let mut world = p.clone();
        world.beliefs = Beliefs::default();
        world.before = None;
        world.past = Past::default();
        world.fault = None;
        world.hidden_in = None;
        world.is_open = true;
        world.chosen.clear();
        if let Some(belief) = belief {
            world.pools = belief.stock.clone();
            let known = belief.kinds.iter().zip(&belief.pools);
            for (piece, (kind, pool)) in world.pieces.iter_mut().zip(known) {
                piece.kind = *kind;
                piece.pool = *pool;
            }
        }
        world
    }

    /// The pieces that somebody knows and the viewer does not, in groups of those that are alike but for their kinds.
    fn closed_pieces(&self, p: &Position, belief: &Belief, deal: Deal) -> Vec<Vec<u16>> {
        let mut groups: Vec<Vec<u16>> = Vec::new();
        let hidden = |piece: &u16| {
            p.pieces[usize::from(*piece)].kind != UNKNOWN
                && belief.kinds[usize::from(*piece)] == UNKNOWN
        };
        let look = |piece: u16| PieceAt {
            kind: 0,
            pool: belief.pools[usize::from(piece)],
            ..p.pieces[usize::from(piece)]
        };
        for (zone, at) in p.zones.iter().zip(0..) {
            let first = groups.len();
            let places = match deal {
                Deal::Placed => self.ever_named_unseen(at),
                Deal::Open | Deal::Closed => self.named_unseen(p, at) > 1,
            };
            let loose = self.is_loose(at) && !places;
            for piece in zone.iter().copied().filter(hidden) {
                let alike = groups[first..].iter_mut().find(|group| {
                    loose && look(group[0]) == look(piece) && belief.alike(group[0], piece)
                });
                match alike {
                    Some(group) => group.push(piece),
                    None => groups.push(vec![piece]),
                }
            }
        }
        let off = (0..p.pieces.len() as u16)
            .filter(|piece| p.pieces[usize::from(*piece)].zone == NOWHERE && hidden(piece));
        groups.extend(off.map(|piece| vec![piece]));
        groups
    }

    /// Whether the places of pieces in a zone mean nothing.
    pub(crate) fn is_loose(&self, zone: u16) -> bool {
        let decl = self.zone_at.get(usize::from(zone));
        let decl = decl.map(|at| &self.program.zones[usize::from(at.decl)]);
        decl.is_some_and(|decl| decl.kind == ZoneKind::Hand && !decl.ordered)
    }

    /// All worlds, each with its cases; `None` if there are too many.
    fn listed_worlds(
        &self,
        p: &Position,
        belief: &Belief,
        closed: &[Vec<u16>],
        (seat, deal, most): (Option<Seat>, Deal, usize),
    ) -> Option<Worlds<Position>> {
        let flats = self.flat_beliefs(belief, closed, (deal, most))?;
        let mut deals = Vec::new();
        let mut tried = 0;
        for (weight, flat) in &flats {
            let limits = (most - deals.len(), &mut tried);
            for (kinds, cases) in self.deals(p, flat, (closed, deal), limits)? {
                deals.push((flat, kinds, cases.checked_mul(*weight)?));
            }
        }
        let is_left =
            |(of, _): &(usize, Vec<usize>)| deal == Deal::Open && self.program.dice[*of].own;
        let hidden = self.hidden_dice(p, seat).into_iter();
        let (left, rolled): (Vec<_>, Vec<_>) = hidden.partition(is_left);
        let rolls = self.rolls(rolled, belief, most / deals.len().max(1))?;
        let left: Vec<usize> = left.into_iter().flat_map(|(_, dice)| dice).collect();
        let shared = deals.iter().fold(0, |all, (.., cases)| gcd(all, *cases));
        let unit = rolls.iter().fold(0, |all, (_, cases)| gcd(all, *cases));
        let mut list = Vec::new();
        let mut total: u32 = 0;
        for (flat, kinds, cases) in &deals {
            let mut told = Belief::clone(flat);
            for (piece, kind) in kinds {
                told.stock.take(told.pools[*piece], *kind, 0);
                told.kinds[*piece] = *kind;
            }
            let dealt = self.world(p, Some(&told));
            for (faces, ways) in &rolls {
                let cases = (cases / shared).checked_mul(ways / unit)?;
                let cases = u32::try_from(cases).ok()?;
                total = total.checked_add(cases)?;
                let mut world = dealt.clone();
                if deal == Deal::Open {
                    self.leave_rolls_open(&mut world, seat);
                    left.iter().for_each(|die| world.dice[*die] = VEILED);
                }
                faces
                    .iter()
                    .for_each(|(die, face)| world.dice[*die] = *face);
                list.push((world, cases));
            }
        }
        Some(Worlds { list, all: true })
    }

    /// The belief itself if all deals can be listed from it, and otherwise every case of what is mixed in its pools, each with its weight.
    fn flat_beliefs(
        &self,
        belief: &Belief,
        closed: &[Vec<u16>],
        (deal, most): (Deal, usize),
    ) -> Option<Vec<(u128, Belief)>> {
        let is_sure = match deal {
            Deal::Open => {
                let mut all = 0..belief.stock.0.len() as u16;
                let is_plain = closed.is_empty() && belief.came.is_empty() || belief.is_flat();
                is_plain && all.all(|pool| belief.stock.is_reckoned(pool))
            }
            Deal::Closed | Deal::Placed => {
                belief.is_flat() || closed.is_empty() && belief.came.is_empty()
            }
        };
        if is_sure {
            Some(vec![(1, belief.clone())])
        } else {
            belief.flat_cases(most)
        }
    }

    /// Every way to deal kinds to the closed pieces, with its cases, in every case of the clues; `None` if there are too many, or too
    /// many were tried.
    fn deals(
        &self,
        p: &Position,
        belief: &Belief,
        (closed, deal): (&[Vec<u16>], Deal),
        (most, tried): (usize, &mut usize),
    ) -> Option<Vec<Way<u16>>> {
        let mut all: Vec<Way<u16>> = Vec::new();
        for (cases, clues) in belief.cases_of_clues()? {
            let own = Belief {
                clues,
                either: Vec::new(),
                ..belief.clone()
            };
            // Pieces are alike or not by what holds in this case.
            let mut groups = self.closed_pieces(p, &own, deal);
            for group in &mut groups {
                group.retain(|piece| closed.iter().flatten().any(|other| other == piece));
            }
            groups.retain(|group| !group.is_empty());
            let mut deals = Vec::new();
            let mut dealer = Dealer {
                belief: own,
                closed: &groups,
                most: most - all.len(),
                tried: *tried,
                found: &mut deals,
            };
            if !dealer.deal((0, 0), (0, 0), (cases, 1), &mut Vec::new()) {
                return None;
            }
            *tried = dealer.tried;
            deals = self.in_any_place(p, &groups, deals)?;
            all.extend(deals);
            if all.len() > most {
                return None;
            }
        }
        Some(all)
    }

    /// The same deals in more than one order, where an answer may name one of the alike pieces of a hand by its place: each of them is as likely to
    /// be any of those that were dealt to all.
    fn in_any_place(
        &self,
        p: &Position,
        groups: &[Vec<u16>],
        mut deals: Vec<Way<u16>>,
    ) -> Option<Vec<Way<u16>>> {
        for (zone, here) in (0..).zip(&p.zones) {
            if self.named_unseen(p, zone) != 1 {
                continue;
            }
            // However the pieces fall into groups, the cases of all deals can be compared.
            let mut share = (1..=here.len() as u128).try_fold(1u128, u128::checked_mul)?;
            let mut first = 0;
            for group in groups {
                if p.pieces[usize::from(group[0])].zone == zone {
                    deals = turned(deals, first..first + group.len());
                    share /= group.len() as u128;
                }
                first += group.len();
            }
            for (_, cases) in &mut deals {
                *cases = cases.checked_mul(share)?;
            }
        }
        Some(deals)
    }

    /// How many pieces of a hand one answer to the current question may name by their places, since whoever answers does not see them.
    fn named_unseen(&self, p: &Position, zone: u16) -> usize {
        let hand = self.zone_at.get(usize::from(zone)).map(|at| at.decl);
        let Some(hand) = hand.filter(|_| self.is_loose(zone)) else {
            return 0;
        };
        match p.wait {
            Wait::Choose(choice) => {
                let actions = &self.program.choices[usize::from(choice)].actions;
                let picks = |action: &u16| self.picks_unseen(*action, hand);
                actions.iter().map(picks).max().unwrap_or(0)
            }
            Wait::Ask(question, _) => usize::from(self.asks_unseen(question, hand)),
            _ => 0,
        }
    }

    /// Whether an answer to any question may do so.
    pub(super) fn ever_named_unseen(&self, zone: u16) -> bool {
        let hand = self.zone_at.get(usize::from(zone)).map(|at| at.decl);
        let Some(hand) = hand.filter(|_| self.is_loose(zone)) else {
            return false;
        };
        let mut actions = 0..self.program.actions.len() as u16;
        let mut questions = 0..self.program.questions.len() as u16;
        actions.any(|action| self.picks_unseen(action, hand) > 0)
            || questions.any(|question| self.asks_unseen(question, hand))
    }

    fn picks_unseen(&self, action: u16, hand: u8) -> usize {
        let picks = self.program.actions[usize::from(action)].picks.iter();
        let is_one = |pick: &&Picked| {
            matches!(pick.ty, Type::Piece(..))
                && self.program.may_name_unseen(pick.set, hand.into())
        };
        picks.filter(is_one).count()
    }

    fn asks_unseen(&self, question: u16, hand: u8) -> bool {
        let asked = &self.program.questions[usize::from(question)];
        matches!(asked.ty, Type::Piece(..)) && self.program.may_name_unseen(asked.set, hand.into())
    }

    /// What others roll from now on is left open.
    pub(crate) fn leave_rolls_open(&self, world: &mut Position, seat: Option<Seat>) {
        let own = seat.map_or(0, |seat| 1 << seat);
        world.veiled = self.everybody() & !own;
    }

    /// Every roll of the hidden dice, with its cases: dice that count alike as a multiset. `None` if there are too many.
    fn rolls(
        &self,
        hidden: Vec<(usize, Vec<usize>)>,
        belief: &Belief,
        most: usize,
    ) -> Option<Vec<Way<u8>>> {
        let mut all: Vec<Way<u8>> = vec![(Vec::new(), 1)];
        for (of, dice) in hidden {
            let faces = self.program.dice[of].faces.len() as u8;
            let alike = self.counts_alike(of);
            let mut groups: Vec<(Vec<u8>, Vec<usize>)> = Vec::new();
            for die in dice {
                let may = belief.faces_of(die, faces);
                match groups.iter_mut().find(|(known, _)| alike && *known == may) {
                    Some((_, dice)) => dice.push(die),
                    None => groups.push((may, vec![die])),
                }
            }
            for (may, dice) in groups {
                let rolls = match &self.dice_matter[of] {
                    Matter::Sum if may.len() == usize::from(faces) => sums(dice.len(), faces)?,
                    _ => {
                        let shown: Vec<u8> =
                            may.iter().map(|face| self.shown_as(of, *face)).collect();
                        multisets(dice.len(), &shown, most)?
                    }
                };
                if rolls.len() * all.len() > most.max(1) {
                    return None;
                }
                let mut next = Vec::new();
                for (told, cases) in &all {
                    for (faces, ways) in &rolls {
                        let shown = dice.iter().copied().zip(faces.iter().copied());
                        let told = told.iter().copied().chain(shown).collect();
                        next.push((told, cases.checked_mul(*ways)?));
                    }
                }
                all = next;
            }
        }
        Some(all)
    }

    /// Whether the rules never ask for one of several dice by its place.
    fn counts_alike(&self, of: usize) -> bool {
        let nodes = &self.program.nodes;
        let is_first = |node: &Node| {
            matches!(node, Node::Die(dice)
                if matches!(&nodes[*dice as usize], Node::Dice(address) if usize::from(address.of) == of))
        };
        self.program.dice[of].count < 2 || !nodes.iter().any(is_first)
    }

    /// Worlds drawn at random, all alike likely.
    fn drawn_worlds(
        &self,
        p: &Position,
        belief: &Belief,
        closed: &[Vec<u16>],
        (seat, deal, draws): (Option<Seat>, Deal, usize),
    ) -> Worlds<Position> {
        let mut luck = ChaCha8Rng::seed_from_u64(u64::from(p.decisions));
        let hidden_dice = self.hidden_dice(p, seat);
        let mut drawn: Vec<(Position, f64)> = Vec::new();
        for _ in 0..draws.max(1) * TRIES {
            if drawn.len() >= draws.max(1) {
                break;
            }
            let Some((mut told, weight)) = belief.resolved(&mut luck) else {
                continue;
            };
            let Some(clues) = told.drawn_case(&mut luck) else {
                continue;
            };
            told.clues = clues;
            told.either = Vec::new();
            let reckoned = |pool: u16| told.stock.is_reckoned(pool);
            if deal != Deal::Open || !(0..told.stock.0.len() as u16).all(reckoned) {
                told.flatten(&mut luck);
            }
            // Those that clues are about come first, so that there is something left for them.
            let (clear, plain): (Vec<u16>, Vec<u16>) = closed
                .iter()
                .flatten()
                .partition(|piece| belief.has_clue(**piece));
            let all = clear.iter().chain(&plain);
            let drawn_all: Option<f64> = all
                .map(|piece| told.draw_allowed(*piece, &mut luck))
                .product();
            let Some(share) = drawn_all.filter(|_| told.fits_clues()) else {
                continue;
            };
            let mut world = self.world(p, Some(&told));
            for (of, dice) in &hidden_dice {
                let faces = self.program.dice[*of].faces.len() as u8;
                for die in dice {
                    let may = belief.faces_of(*die, faces);
                    world.dice[*die] = may[one_of(may.len(), &mut luck)];
                }
            }
            drawn.push((world, weight * share));
        }
        Worlds {
            list: evened(drawn, &mut luck),
            all: false,
        }
    }

    /// While all choose in secret: what the others have chosen so far may be anything that they could have, each as likely.
    fn chosen_in_secret(
        &self,
        p: &Position,
        before: &Arc<Position>,
        seat: Option<Seat>,
        (most, draws): (usize, usize),
    ) -> Worlds<Position> {
        let none = Worlds {
            list: Vec::new(),
            all: true,
        };
        if p.chosen.iter().any(|(by, _)| *by == CHANCE) {
            return none;
        }
        let mut worlds = self.possible(before, seat, Deal::Closed, (most, draws));
        for (world, _) in &mut worlds.list {
            world.together = true;
            self.run(world, &mut |_| {});
        }
        for (by, mv) in &p.chosen {
            let own = Some(*by) == seat;
            let Some(next) = self.after_a_choice(&worlds.list, *by, (*mv, own), most) else {
                return self.some_chosen(p, &worlds, seat, draws);
            };
            worlds.list = next;
        }
        let asks = |world: &Position| self.turn(world) == self.turn(p);
        worlds.list.retain(|(world, _)| asks(world));
        worlds
    }

    /// The worlds after one more choice: the one that the viewer made, or any that another could make, each as likely. `None` if those are
    /// too many.
    fn after_a_choice(
        &self,
        worlds: &[(Position, u32)],
        by: u8,
        (mv, own): (Move, bool),
        most: usize,
    ) -> Option<Vec<(Position, u32)>> {
        let mut choices = Choices::default();
        let mut moves = |world: &Position| -> Vec<Move> {
            if self.turn(world) != Turn::Player(by) {
                return Vec::new();
            }
            if own {
                let is_legal = self.judge_move(world, mv).is_ok();
                return is_legal.then_some(mv).into_iter().collect();
            }
            self.moves(world, &mut choices);
            choices.iter().map(|choice| choice.mv).collect()
        };
        let chosen: Vec<Vec<Move>> = worlds.iter().map(|(world, _)| moves(world)).collect();
        if chosen.iter().map(Vec::len).sum::<usize>() > most {
            return None;
        }
        // Where fewer choices are possible, each is likelier.
        let mut ways = chosen.iter().map(|moves| moves.len().max(1) as u128);
        let all = ways.try_fold(1_u128, |all, own| (all / gcd(all, own)).checked_mul(own))?;
        let mut next = Vec::new();
        let mut total: u32 = 0;
        for ((world, cases), moves) in worlds.iter().zip(chosen) {
            let share = u32::try_from(all / moves.len().max(1) as u128).ok()?;
            let cases = cases.checked_mul(share)?;
            for mv in moves {
                total = total.checked_add(cases)?;
                let mut after = world.clone();
                self.make(&mut after, mv, &mut |_| {});
                next.push((after, cases));
            }
        }
        Some(next)
    }

    /// The same, drawn at random.
    fn some_chosen(
        &self,
        p: &Position,
        started: &Worlds<Position>,
        seat: Option<Seat>,
        draws: usize,
    ) -> Worlds<Position> {
        let mut luck = ChaCha8Rng::seed_from_u64(u64::from(p.decisions));
        let before = p.before.as_deref();
        let started = match before {
            Some(before) => self.possible(before, seat, Deal::Closed, (draws, draws)),
            None => started.clone(),
        };
        let urn = Urn::of(&started.list);
        let mut list = Vec::new();
        let mut choices = Choices::default();
        for _ in 0..draws.max(1) * TRIES {
            if list.len() >= draws.max(1) {
                break;
            }
            let Some(mut world) = urn.one(&mut luck).cloned() else {
                break;
            };
            world.together = true;
            self.run(&mut world, &mut |_| {});
            let fits = p.chosen.iter().all(|(by, mv)| {
                if self.turn(&world) != Turn::Player(*by) {
                    return false;
                }
                self.moves(&world, &mut choices);
                let own = Some(*by) == seat;
                let mv = if own {
                    *mv
                } else {
                    choices[one_of(choices.len(), &mut luck)].mv
                };
                let legal = self.judge_move(&world, mv).is_ok();
                if legal {
                    self.make(&mut world, mv, &mut |_| {});
                }
                legal
            });
            if fits && self.turn(&world) == self.turn(p) {
                list.push((world, 1));
            }
        }
        Worlds { list, all: false }
    }

    /// Puts into one order what makes no difference: dice that count alike, and the pieces of a hand, or of
    /// a row whose order no rule reads.
    pub(crate) fn put_in_order(&self, p: &mut Position) {
        p.spun = 0;
        p.steps = 0;
        p.alone = 0;
        p.named = [Named::Nothing; 4];
        self.order_dice(p);
        for zone in 0..p.zones.len() as u16 {
            let count = p.zones[usize::from(zone)].len();
            let free = match self.order_in(zone) {
                _ if self.is_loose(zone) => count,
                Order::Unread => count,
                Order::Top => count.saturating_sub(1),
                Order::Read => 0,
            };
            if free > 1 {
                self.order_pieces(p, zone, free);
            }
        }
    }

    fn order_dice(&self, p: &mut Position) {
        let waits = |p: &Position, die: usize| {
            let rolls = |step: &Step| matches!(step, Step::Roll { die: other, .. } if usize::from(*other) == die);
            matches!(p.wait, Wait::Roll { die: other, .. } if usize::from(other) == die)
                || p.queue.iter().any(rolls)
        };
        for (of, decl) in self.program.dice.iter().enumerate() {
            if !self.may_read_dice(p, of) {
                let first = usize::from(decl.base);
                p.dice[first..first + usize::from(decl.count)].fill(0);
                continue;
            }
            if decl.count < 2 || !self.counts_alike(of) {
                continue;
            }
            let owners = if decl.own { self.seats } else { 1 };
            for owner in 0..owners {
                // What a die shows that is about to be rolled no longer matters.
                let dice: Vec<usize> = group(decl, owner).collect();
                let (gone, kept): (Vec<usize>, Vec<usize>) =
                    dice.into_iter().partition(|die| waits(p, *die));
                gone.iter().for_each(|die| p.dice[*die] = 0);
                let look = |die: &usize| (self.shown_as(of, p.dice[*die]), p.dice_shown[*die]);
                let mut looks: Vec<(u8, u32)> = kept.iter().map(look).collect();
                looks.sort_unstable();
                if self.dice_matter[of] == Matter::Sum {
                    even_out(&mut looks, decl.faces.len() as u8);
                }
                for (die, (face, shown)) in kept.iter().zip(looks) {
                    p.dice[*die] = face;
                    p.dice_shown[*die] = shown;
                }
            }
        }
    }

    /// Sorts the lowest pieces of a zone, except those that the rules may refer to just now.
    fn order_pieces(&self, p: &mut Position, zone: u16, count: usize) {
        let here = p.zones[usize::from(zone)][..count].iter().copied();
        let free: Vec<u16> = here.filter(|piece| !self.is_meant(p, *piece)).collect();
        let mut pieces: Vec<PieceAt> = free
            .iter()
            .map(|piece| p.pieces[usize::from(*piece)])
            .collect();
        pieces.sort_unstable_by_key(|at| (at.kind, at.pool, at.up, at.turns, at.mark, at.shown));
        for (piece, at) in free.iter().zip(pieces) {
            p.pieces[usize::from(*piece)] = at;
        }
    }

    /// Whether the rules may refer to this very piece just now.
    fn is_meant(&self, p: &Position, piece: u16) -> bool {
        let waits = matches!(p.wait, Wait::Know { piece: other, .. } if other == piece);
        waits || self.is_referred_to(p, piece)
    }

    /// Whether something that the rules keep, or a step that follows, is about this very piece.
    pub(super) fn is_referred_to(&self, p: &Position, piece: u16) -> bool {
        let value = i32::from(piece);
        let step = |step: &Step| match step {
            Step::Move { piece: other, .. }
            | Step::Turn { piece: other, .. }
            | Step::Show { piece: other, .. }
            | Step::Place { piece: other, .. } => *other == piece,
            _ => false,
        };
        p.locals.contains(&value)
            || p.lists.contains(&value)
            || p.kept.iter().any(|set| set.contains(&value))
            || self.is_counted(p, value)
            || p.queue.iter().any(step)
    }

    /// Whether a counter that holds a piece holds this one.
    fn is_counted(&self, p: &Position, piece: i32) -> bool {
        let vars = self.program.vars.iter();
        vars.filter(|var| matches!(var.ty, Type::Piece(..)))
            .any(|var| {
                let owners = if var.own { usize::from(self.seats) } else { 1 };
                let first = usize::from(var.base);
                let cells = first..first + owners * usize::from(var.each.count());
                p.vars[cells].contains(&piece)
            })
    }
}

/// Deals kinds to hidden pieces in every way.
struct Dealer<'a> {
    belief: Belief,
    closed: &'a [Vec<u16>],
    most: usize,
    /// How many kinds have been tried.
    tried: usize,
    found: &'a mut Vec<Way<u16>>,
}

impl Dealer<'_> {
    /// Goes on from piece `at` of a group, with the kind dealt last and how often it was; false if there are too many ways. Within a
    /// group kinds only rise; `ways` is the number of orders that come to the same.
    fn deal(
        &mut self,
        (in_group, at): (usize, usize),
        (last, run): (u16, u128),
        (cases, ways): (u128, u128),
        told: &mut Vec<(usize, u16)>,
    ) -> bool {
        let Some(group) = self.closed.get(in_group) else {
            if self.belief.fits_clues() {
                self.found.push((told.clone(), cases));
            }
            return self.found.len() <= self.most;
        };
        let Some(piece) = group.get(at).map(|piece| usize::from(*piece)) else {
            let Some(cases) = cases.checked_mul(ways) else {
                return false;
            };
            return self.deal((in_group + 1, 0), (0, 0), (cases, 1), told);
        };
        let pool = self.belief.pools[piece];
        let kinds = self.belief.stock.0[usize::from(pool)].counts.len() as u16;
        for kind in last..kinds {
            let count = self.belief.stock.0[usize::from(pool)].counts[usize::from(kind)];
            let is_allowed = |clue: &Clue| clue.allows(&self.belief.kinds, piece as u16, kind);
            if count == 0 || !self.belief.clues.iter().all(is_allowed) {
                continue;
            }
            self.tried += 1;
            if self.tried > TRIED * self.most.max(1) {
                return false;
            }
            let run = if kind == last { run + 1 } else { 1 };
            let Some(cases) = cases.checked_mul(u128::from(count)) else {
                return false;
            };
            let Some(ways) = ways.checked_mul(at as u128 + 1) else {
                return false;
            };
            let ways = ways / run;
            self.belief.stock.take(pool, kind, 0);
            self.belief.kinds[piece] = kind;
            told.push((piece, kind));
            let go_on = self.deal((in_group, at + 1), (kind, run), (cases, ways), told);
            told.pop();
            self.belief.kinds[piece] = UNKNOWN;
            let own = &mut self.belief.stock.0[usize::from(pool)];
            own.counts[usize::from(kind)] += 1;
            own.size += 1;
            if !go_on {
                return false;
            }
        }
        true
    }
}

/// The same deals with the kinds of some pieces, told one after another, turned round in every way.
fn turned(deals: Vec<Way<u16>>, group: Range<usize>) -> Vec<Way<u16>> {
    let mut found: Vec<Way<u16>> = Vec::new();
    for (told, cases) in deals {
        let first = found.len();
        for by in 0..group.len() {
            let mut told = told.clone();
            let mut kinds: Vec<u16> = told[group.clone()].iter().map(|(_, kind)| *kind).collect();
            kinds.rotate_left(by);
            for ((_, kind), turned) in told[group.clone()].iter_mut().zip(kinds) {
                *kind = turned;
            }
            match found[first..].iter_mut().find(|(known, _)| *known == told) {
                Some((_, known)) => *known += cases,
                None => found.push((told, cases)),
            }
        }
    }
    found
}

/// Every multiset of faces, counted from 1, of this many dice, with the number of rolls that come to it; `None` if there are too many.
/// `lowest` is, by face, the one that stands for it.
fn multisets(dice: usize, lowest: &[u8], most: usize) -> Option<Vec<(Vec<u8>, u128)>> {
    let mut distinct: Vec<(u8, u128)> = Vec::new();
    for face in lowest {
        match distinct.iter_mut().find(|(known, _)| known == face) {
            Some((_, alike)) => *alike += 1,
            None => distinct.push((*face, 1)),
        }
    }
    let mut all: Vec<(Vec<u8>, u128)> = vec![(Vec::new(), 1)];
    for thrown in 1..=dice as u128 {
        let mut next = Vec::new();
        for (shown, ways) in &all {
            let least = shown.last().copied().unwrap_or(1);
            for (face, alike) in distinct.iter().filter(|(face, _)| *face >= least) {
                let run = 1 + shown.iter().filter(|other| *other == face).count() as u128;
                let mut shown = shown.clone();
                shown.push(*face);
                next.push((shown, ways.checked_mul(thrown)?.checked_mul(*alike)? / run));
            }
        }
        if next.len() > most.max(1) {
            return None;
        }
        all = next;
    }
    Some(all)
}

/// Every sum of this many dice with consecutive faces: one roll with that sum, its faces counted from 1, and the number of rolls with it.
fn sums(dice: usize, faces: u8) -> Option<Vec<(Vec<u8>, u128)>> {
    let mut ways: Vec<u128> = vec![1];
    for _ in 0..dice {
        let mut next = vec![0u128; ways.len() + usize::from(faces) - 1];
        for (sum, count) in ways.iter().enumerate() {
            for face in 0..usize::from(faces) {
                next[sum + face] = next[sum + face].checked_add(*count)?;
            }
        }
        ways = next;
    }
    let roll = |(sum, count): (usize, u128)| {
        let mut faces_up = vec![1; dice];
        spread(faces_up.iter_mut(), sum, faces);
        (faces_up, count)
    };
    Some(ways.into_iter().enumerate().map(roll).collect())
}

/// Gives dice that show so much more than ones the same faces, whichever they showed.
fn spread<'f>(dice: impl Iterator<Item = &'f mut u8>, mut more: usize, faces: u8) {
    for face in dice {
        let extra = more.min(usize::from(faces) - 1);
        *face = 1 + extra as u8;
        more -= extra;
    }
}

/// Keeps only the sum of what rolled dice show, each with who sees it, unless those differ.
fn even_out(looks: &mut [(u8, u32)], faces: u8) {
    let rolled = || looks.iter().filter(|(face, _)| *face > 0);
    if rolled().any(|(face, _)| *face == VEILED) {
        return;
    }
    let seers = rolled().next().map(|(_, seers)| *seers);
    if rolled().any(|(_, other)| Some(*other) != seers) {
        return;
    }
    let more = rolled().map(|(face, _)| usize::from(*face) - 1).sum();
    let rolled = looks.iter_mut().filter(|(face, _)| *face > 0);
    spread(rolled.map(|(face, _)| face), more, faces);
}

/// As many worlds, all alike likely: those of little weight drop out, and others come several times.
pub(super) fn evened(drawn: Vec<(Position, f64)>, luck: &mut ChaCha8Rng) -> Vec<(Position, u32)> {
    let first = drawn.first().map_or(1.0, |(_, weight)| *weight);
    if drawn.iter().all(|(_, weight)| *weight == first) {
        return drawn.into_iter().map(|(world, _)| (world, 1)).collect();
    }
    let total: f64 = drawn.iter().map(|(_, weight)| weight).sum();
    let step = total / drawn.len() as f64;
    let mut next = step * f64::from(luck.next_u32()) / 4_294_967_296.0;
    let mut passed = 0.0;
    let mut even = Vec::new();
    for (world, weight) in drawn {
        passed += weight;
        while next < passed {
            even.push((world.clone(), 1));
            next += step;
        }
    }
    even
}

pub(super) fn gcd(a: u128, b: u128) -> u128 {
    if b == 0 { a.max(1) } else { gcd(b, a % b) }
}
