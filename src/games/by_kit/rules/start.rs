//! Sets up the table of a program.

use std::sync::Arc;

use crate::games::by_kit::language::code::*;
use crate::games::by_kit::language::facts::NONE;
use crate::games::by_kit::language::map_state::{MapDecl, MapState, Shape};
use crate::games::by_kit::language::sheet::{See, ZoneKind};
use crate::games::by_kit::rules::belief::Beliefs;
use crate::games::by_kit::rules::eval::{Evaluator, Reader};
use crate::games::by_kit::rules::event::Event;
use crate::games::by_kit::rules::pools::{Pool, Pools};
use crate::games::by_kit::rules::position::*;
use crate::games::by_kit::sight::grid;
use crate::games::by_kit::{KitGame, MAX_SEATS, ZoneAt};
use crate::games::{Setup, SetupError};
use crate::kit::{Problem, Problems};
use crate::referee::SourceInfo;
use crate::referee::intern::keep;
use crate::referee::journal::Secrets;

impl KitGame {
    /// Builds the game of a program and sets up its table.
    pub(crate) fn set_up(program: Program, setup: &Setup) -> Result<KitGame, SetupError> {
        let seats = setup.players.len() as u8;
        let secrets = if seats == 1 {
            Secrets::Referee
        } else {
            setup.secrets
        };
        if let Some(problem) = believed(&program).filter(|_| secrets == Secrets::Table) {
            return Err(Problems::from(problem).into());
        }
        let zone_at = zones(&program, seats);
        let sources = sources(&program);
        let turns = turns(&program);
        let mut piece_decks = Vec::new();
        for kind in &program.facts.kinds {
            piece_decks.extend((0..kind.count).map(|_| kind.deck as u8));
        }
        if sources.len() > usize::from(u8::MAX) {
            return Err(SetupError::Wish(
                "the kit has too many dice, decks and zones to be played".into(),
            ));
        }
        let start = blank(&program, zone_at.len());
        let mut game = KitGame {
            is_free: false,
            players: setup.players.clone(),
            seats,
            secrets,
            sources,
            zone_at,
            turns,
            cells: cells_of(&program),
            piece_decks,
            dice_matter: Vec::new(),
            alike: Vec::new(),
            orders: program.orders(),
            dice_lives: program.dice_lives(),
            homes: Vec::new(),
            start,
            opening: Arc::default(),
            reached: None,
            language: None,
            rules: setup.rules.unwrap_or(crate::games::by_kit::VERSION),
            program: Arc::new(program),
        };
        game.dice_matter = game.what_matters();
        game.alike = game.all_alike();
        game.homes = game.homes();
        let mut opening = Vec::new();
        game.start = game.dealt(&mut |event| opening.push(event));
        game.opening = opening.into();
        Ok(game)
    }

    /// Runs the set-up until the first wait.
    pub(crate) fn dealt(&self, tell: &mut dyn FnMut(Event)) -> Position {
        let mut p = self.laid_out();
        self.watch_from_now(&mut p);
        self.run(&mut p, tell);
        p.spun = 0;
        p.steps = 0;
        p
    }

    /// The table before the set-up: every piece where it starts.
    pub(crate) fn laid_out(&self) -> Position {
        let mut p = blank(&self.program, self.zone_at.len());
        self.lay_out(&mut p);
        p.beliefs = self.first_beliefs(&p);
        p
    }

    /// Puts every piece where it starts.
    fn lay_out(&self, p: &mut Position) {
        for (at, decl) in self.program.zones.iter().enumerate() {
            // A map's tiles are laid one by one.
            if decl.deck.is_none() || decl.kind == ZoneKind::Map {
                continue;
            }
            for (zone, of) in self
                .zone_at
                .iter()
                .enumerate()
                .filter(|(_, of)| usize::from(of.decl) == at)
            {
                let pieces: Vec<u16> = (0..p.pieces.len() as u16)
                    .filter(|piece| self.belongs(p, *piece, decl, *of))
                    .collect();
                self.begin_with(p, decl, zone as u16, pieces);
            }
        }
    }

    /// By kind, the zone in which its pieces start.
    fn homes(&self) -> Vec<u16> {
        let p = self.laid_out();
        let mut pieces = p.pieces.iter();
        let kinds = self.program.facts.kinds.iter();
        kinds
            .map(|kind| {
                let first = pieces.next().map_or(NOWHERE, |piece| piece.zone);
                let others = pieces.by_ref().take(kind.count as usize - 1).count();
                if others + 1 == kind.count as usize {
                    first
                } else {
                    NOWHERE
                }
            })
            .collect()
    }

    fn belongs(&self, p: &Position, piece: u16, decl: &ZoneDecl, of: ZoneAt) -> bool {
        let at = p.pieces[usize::from(piece)];
        if at.zone != NOWHERE || Some(u16::from(self.piece_decks[usize::from(piece)])) != decl.deck
        {
            return false;
        }
        if let Keys::Of(values, Some(column)) = &decl.each {
            let own = self.program.facts.columns[usize::from(*column)].values[usize::from(at.kind)];
            if values.get(usize::from(of.key)) != Some(&own) {
                return false;
            }
        }
        decl.condition
            .is_none_or(|(temp, condition)| self.is_so(p, piece, of.seat, temp, condition))
    }

    fn is_so(&self, p: &Position, piece: u16, seat: u8, temp: u8, condition: NodeId) -> bool {
        let mut look = Evaluator::new(self, p, seat, Reader::Rules);
        look.temps[usize::from(temp)] = i32::from(piece);
        look.holds(condition)
    }

    /// Fills a zone: a pile is shuffled, layer by layer; other zones begin in order.
    fn begin_with(&self, p: &mut Position, decl: &ZoneDecl, zone: u16, mut pieces: Vec<u16>) {
        let hidden = matches!(decl.kind, ZoneKind::Pile | ZoneKind::Bag);
        let mut layers: Vec<Vec<u16>> = Vec::new();
        for layer in &decl.layers {
            let (here, rest) = pieces
                .into_iter()
                .partition(|piece| self.is_so(p, *piece, 0, 0, *layer));
            layers.push(here);
            pieces = rest;
        }
        layers.push(pieces);
        for layer in layers.into_iter().rev().filter(|layer| !layer.is_empty()) {
            let mut counts = vec![0; self.program.facts.kinds.len()];
            for piece in &layer {
                counts[usize::from(p.pieces[usize::from(*piece)].kind)] += 1;
            }
            let size = layer.len() as u16;
            let pool = if hidden {
                p.pools.add(Pool {
                    counts,
                    children: Vec::new(),
                    size,
                })
            } else {
                0
            };
            for piece in layer {
                let at = &mut p.pieces[usize::from(piece)];
                at.zone = zone;
                if hidden {
                    at.kind = UNKNOWN;
                    at.pool = pool;
                }
                p.zones[usize::from(zone)].push(piece);
            }
        }
    }
}

/// Finds a rule that the referee could not check if the players keep the secrets.
pub(crate) fn believed(program: &Program) -> Option<Problem> {
    let at = |found: fn(&Program, &Op) -> bool| {
        program
            .ops
            .iter()
            .position(|op| found(program, op))
            .map(|at| &program.origins[at])
    };
    let others = program
        .zones
        .iter()
        .find(|zone| zone.see == See::Others)
        .map(|zone| &zone.origin);
    let together = at(|_, op| matches!(op, Op::Together));
    let rolled = at(
        |program, op| matches!(op, Op::Roll { of, .. } if program.dice[usize::from(*of)].see != See::All),
    );
    let found = [
        (
            program.believes.as_ref(),
            "this looks at cards that a player hides, which the rules cannot read if the players keep them",
        ),
        (
            others,
            "what everybody but its owner sees cannot lie on a table",
        ),
        (
            together,
            "only the program can keep what all choose in secret",
        ),
        (rolled, "only the program can roll hidden dice"),
    ];
    let (origin, why) = found
        .into_iter()
        .find_map(|(origin, why)| Some((origin?, why)))?;
    Some(
        origin
            .problem(why)
            .label("not without the referee")
            .help("play it with --secrets referee"),
    )
}

/// An empty table, with all pieces known and off the table.
fn blank(program: &Program, zones: usize) -> Position {
    let mut pieces = Vec::new();
    for (kind, of) in program.facts.kinds.iter().enumerate() {
        let piece = PieceAt {
            kind: kind as u16,
            pool: 0,
            zone: NOWHERE,
            up: None,
            turns: 0,
            mark: NONE,
            shown: 0,
        };
        pieces.extend((0..of.count).map(|_| piece));
    }
    let mut vars = vec![NONE; usize::from(program.var_count)];
    for (at, decl) in program.vars.iter().enumerate() {
        let end = program
            .vars
            .get(at + 1)
            .map_or(vars.len(), |next| usize::from(next.base));
        vars[usize::from(decl.base)..end].fill(decl.start);
    }
    let most = pieces.len().min(4000) as u16;
    Position {
        pieces,
        zones: vec![Vec::new(); zones],
        pools: Pools::default(),
        vars,
        dice: vec![0; usize::from(program.die_count)],
        dice_shown: vec![0; usize::from(program.die_count)],
        maps: program
            .maps
            .iter()
            .map(|map| MapState::new(&map.shape, most.clamp(16, 200)))
            .collect(),
        locals: vec![NONE; usize::from(program.locals)],
        kept: vec![Vec::new(); usize::from(program.kept)],
        frames: Vec::new(),
        lists: Vec::new(),
        queue: Vec::new(),
        pc: 0,
        seat: 0,
        active: 0,
        wait: Wait::Run,
        spun: 0,
        steps: 0,
        unasked: 0,
        alone: 0,
        decisions: 0,
        rounds: 0,
        turns: 0,
        fault: None,
        winners: None,
        lost: 0,
        left: [0; MAX_SEATS],
        was: vec![0; program.whens.len()],
        is_changed: false,
        ending: false,
        together: false,
        named: [Named::Nothing; 4],
        beliefs: Beliefs::default(),
        past: Past::default(),
        before: None,
        chosen: Vec::new(),
        is_open: false,
        alike: None,
        veiled: 0,
        hidden_in: None,
    }
}

/// Lists the zones of the table.
fn zones(program: &Program, seats: u8) -> Vec<ZoneAt> {
    let mut all = Vec::new();
    for (decl, zone) in program.zones.iter().enumerate() {
        let owners = if zone.own { seats } else { 1 };
        let is_open = zone.see == See::All;
        for seat in 0..owners {
            all.extend((0..zone.each.count()).map(|key| ZoneAt {
                decl: decl as u8,
                seat,
                key,
                is_open,
            }));
        }
    }
    all
}

/// Random sources: dice, decks, and zones that are drawn from at random.
fn sources(program: &Program) -> Vec<SourceInfo> {
    let dice = program.dice.iter().map(|dice| SourceInfo {
        name: keep(&dice.title),
        group: "dice",
    });
    let decks = program.facts.decks.iter().map(|deck| SourceInfo {
        name: keep(&deck.title.to_lowercase()),
        group: deck.group,
    });
    let random = program.zones.iter().map(|zone| {
        let group = zone
            .deck
            .map_or("cards", |deck| program.facts.decks[usize::from(deck)].group);
        SourceInfo {
            name: keep(&format!("pick from {}", zone.title)),
            group,
        }
    });
    let lots = program.lots.iter().map(|lot| SourceInfo {
        name: keep(&format!("lot for {}", lot.name)),
        group: "dice",
    });
    dice.chain(decks).chain(random).chain(lots).collect()
}

/// By map and kind, the turns that look different.
fn turns(program: &Program) -> Vec<Vec<Vec<u8>>> {
    let blank = |map: &MapDecl| MapState::new(&map.shape, 1);
    let of = |map: &MapDecl| {
        let state = blank(map);
        let land = crate::games::by_kit::rules::land::Land {
            map,
            state: &state,
            pieces: &[],
        };
        (0..program.facts.kinds.len() as u16)
            .map(|kind| {
                let mut turns = Vec::new();
                land.turns(kind, |turn| {
                    turns.push(turn as u8);
                    true
                });
                turns
            })
            .collect()
    };
    program.maps.iter().map(of).collect()
}

/// By map, where its named places are drawn; nothing for grids.
fn cells_of(program: &Program) -> Arc<[Vec<(i32, i32)>]> {
    let cells = |map: &MapDecl| match &map.shape {
        Shape::Places(_, links) => grid::cells(links),
        _ => Vec::new(),
    };
    program.maps.iter().map(cells).collect()
}
