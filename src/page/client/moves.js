// What moved between two snapshots. Zones are laid out anew for each of them: what only made room for others did not move, nor did
// what stands where it stood, on a tile that was laid elsewhere.

import { boxOf, distance, middle, outlined } from './shapes.js';

/** Smaller movements are ignored, in mm. */
const STILL = 1;
/** Pieces this close to each other touch, in mm. */
const TOUCH = 2;
/** What belongs to the table itself. */
const GROUND = /^(slot|field|path|way|closed)/;
/** What others stand on is larger than they are by this. */
const LARGER = 1.4;
/** Lines whose ends are this close to each other tell of one move, in mm. */
const SAME = 16;

/**
 * The changed pieces: `{ thing, old, turned, away, moved, from }`. `old` is null if the piece was not there; `away`, whether it lies
 * elsewhere; `moved`, whether it was moved, and `from` is then where it lay, if that is on the same zone.
 */
export function changes(before, after) {
  const [was, now] = [new Standing(before), new Standing(after)];
  was.shift = shift(was, now);
  const found = [];
  for (const [thing, old] of paired(was, now)) {
    if (!old) {
      found.push({ thing, old, turned: false, away: true, moved: true, from: null });
      continue;
    }
    const away = old.zone !== thing.zone || apart(was.within(old), now.within(thing)) > STILL;
    const turned = (old.turns ?? 0) !== (thing.turns ?? 0) || old.face !== thing.face;
    if (!away && !turned) continue;
    const moved = away && hasMoved(was, old, now, thing);
    found.push({ thing, old, turned, away, moved, from: moved ? origin(was, old, now, thing) : null });
  }
  // Where several tiles lie elsewhere, the map was laid anew: where one lay before means nothing there.
  const laid = found.filter(({ thing, old, away }) => old && away && now.isMap(thing) && !now.support(thing));
  if (laid.length > 1) for (const change of laid) change.from = null;
  return found;
}

/** What to mark of the changes: a line along each move, and what is new or shows another side. */
export function marks(found) {
  const told = [];
  const lines = [];
  for (const { thing, old, turned, moved, from } of found) {
    // A pile that is lower by a card is not marked.
    if (!(moved || turned) || (old && /^(pile|tin)\//.test(thing.id))) continue;
    const to = middle(boxOf(thing));
    const line = from && apart(from, to) > Math.min(thing.w, thing.h) ? from : null;
    // What is carried, and what is laid together, moved only once.
    if (line && lines.some((other) => apart(other.from, line) < SAME && apart(other.to, to) < SAME)) continue;
    if (line && lines.some((other) => apart({ x: other.to.x - other.from.x, y: other.to.y - other.from.y }, { x: to.x - line.x, y: to.y - line.y }) < STILL)) continue;
    if (line) lines.push({ from: line, to });
    told.push({ zone: thing.zone, box: boxOf(thing), from: line, outline: outlined(thing) });
  }
  return told;
}

/** Where the pieces of a scene stand. */
class Standing {
  /** By how much its map is to be moved to compare it with another. */
  shift = { x: 0, y: 0 };
  #zones;
  #supports = new Map();

  constructor({ zones, things }) {
    this.#zones = new Map(zones.map((zone) => [zone.id, zone]));
    this.faces = things.filter((thing) => thing.face);
    this.pieces = this.faces.filter(({ id }) => !GROUND.test(id));
    this.byId = new Map(this.faces.map((thing) => [thing.id, thing]));
  }

  isMap({ zone }) {
    return this.#zones.get(zone)?.kind === 'map';
  }

  /** What a piece stands on: the topmost larger piece under its middle. */
  support(thing) {
    if (!this.#supports.has(thing)) {
      const below = this.faces.slice(0, this.faces.indexOf(thing)).filter((other) =>
        other.zone === thing.zone && other.w * other.h > LARGER * thing.w * thing.h && distance(boxOf(other), thing) === 0);
      this.#supports.set(thing, below.at(-1) ?? null);
    }
    return this.#supports.get(thing);
  }

  /** The place of a piece in its zone; a map stays where it is, but for its shift. */
  within(thing) {
    const [left, top] = this.isMap(thing) ? [-this.shift.x, -this.shift.y] : this.#zones.get(thing.zone)?.box ?? [0, 0];
    return { x: thing.x - left, y: thing.y - top };
  }

  /** The place of a piece on what it stands on, or in its zone. */
  on(thing) {
    const support = this.support(thing);
    return support ? { x: thing.x - support.x, y: thing.y - support.y } : this.within(thing);
  }

  /** The pieces that lie on the map itself. */
  tiles() {
    return this.pieces.filter((thing) => this.isMap(thing) && !this.support(thing));
  }

  /** The pieces that a piece touches. */
  neighbours(thing) {
    const { x, y, w, h } = boxOf(thing);
    const touches = (other) => {
      const box = boxOf(other);
      return x < box.x + box.w + TOUCH && box.x < x + w + TOUCH && y < box.y + box.h + TOUCH && box.y < y + h + TOUCH;
    };
    const others = this.pieces.filter((other) => other !== thing && other.zone === thing.zone && !this.support(other) && touches(other));
    return others.map(kind).sort().join(' ');
  }
}

/** By how much most tiles lie elsewhere: a map that grows to the west or the north has another corner. */
function shift(was, now) {
  const votes = new Map([['0 0', 0]]);
  const olds = was.tiles();
  for (const thing of now.tiles()) {
    for (const old of olds.filter((other) => kind(other) === kind(thing))) {
      const moved = `${Math.round(thing.x - old.x)} ${Math.round(thing.y - old.y)}`;
      votes.set(moved, (votes.get(moved) ?? 0) + 1);
    }
  }
  const most = [...votes].reduce((best, other) => (other[1] > best[1] ? other : best));
  const [x, y] = most[0].split(' ').map(Number);
  return { x, y };
}

/** Each piece now with the same piece before, or null. Those that look the same are paired by where they stand. */
function paired(was, now) {
  const left = new Map();
  for (const old of was.pieces) left.set(kind(old), [...(left.get(kind(old)) ?? []), old]);
  const pairs = new Map();
  const take = (thing, fits) => {
    const olds = left.get(kind(thing)) ?? [];
    const at = olds.findIndex(fits);
    if (at >= 0) pairs.set(thing, olds.splice(at, 1)[0]);
  };
  const rest = () => now.pieces.filter((thing) => !pairs.has(thing));
  for (const thing of now.pieces) take(thing, (old) => stands(was, old, now, thing));
  // On its tile, a piece makes room for others.
  for (const thing of rest()) take(thing, (old) => now.support(thing) && was.support(old)?.id === now.support(thing).id);
  for (const thing of rest()) take(thing, (old) => old.id === thing.id);
  for (const thing of rest()) take(thing, () => true);
  return now.pieces.map((thing) => [thing, pairs.get(thing) ?? null]);
}

function kind({ id }) {
  return id.replace(/#\d+$/, '');
}

/** Whether a piece stands on the same piece, at the same place of it. */
function stands(was, old, now, thing) {
  return old.zone === thing.zone && was.support(old)?.id === now.support(thing)?.id && apart(was.on(old), now.on(thing)) <= STILL;
}

function hasMoved(was, old, now, thing) {
  if (old.zone !== thing.zone) return true;
  const [before, support] = [was.support(old), now.support(thing)];
  if (before || support) return before?.id !== support?.id || apart(was.on(old), now.on(thing)) > Math.min(thing.w, thing.h) * 0.9;
  // On the wood, layouts make room; a tile was moved if it has other neighbours.
  if (!now.isMap(thing)) return false;
  const [touched, touches] = [was.neighbours(old), now.neighbours(thing)];
  return touches !== '' && touched !== touches;
}

/** Where a piece lay, as its zone lies now: what it stood on may have been laid elsewhere. */
function origin(was, old, now, thing) {
  if (old.zone !== thing.zone) return null;
  const before = was.support(old);
  const lies = before && now.byId.get(before.id);
  if (lies && lies.zone === old.zone) return { x: lies.x + old.x - before.x, y: lies.y + old.y - before.y };
  const [from, here, to] = [was.within(old), now.within(thing), thing];
  return { x: to.x - here.x + from.x, y: to.y - here.y + from.y };
}

function apart(a, b) {
  return Math.hypot(a.x - b.x, a.y - b.y);
}
