// The highlights on the table: places and pieces that answers concern, what was refused, what just happened.

import { isAbout, named } from './answers.js';
import { svg } from './dom.js';
import { boxOf, distance, middle, outlined } from './shapes.js';

/** A tap this close to a highlighted place counts as a hit, in px. */
const NEAR = 22;

/**
 * The targets of answers: `{ key, zone, box, empty, answers, about }`, with the answers by number. A place that all answers are `about` is
 * only shown: pointing at it means none of them.
 */
export function targets(snap, ask) {
  const found = new Map();
  if (!ask || ask.hidden) return [];
  const things = new Map(snap.scene.things.map((thing) => [thing.id, thing]));
  const add = (key, place, index) => {
    if (!found.has(key)) found.set(key, { key, answers: [], ...place });
    const { answers } = found.get(key);
    if (!answers.includes(index)) answers.push(index);
  };
  ask.answers.forEach((answer, index) => {
    for (const id of answer.at ?? []) {
      const thing = things.get(id);
      if (thing?.face) add(`thing ${id}`, { zone: thing.zone, box: boxOf(thing), empty: false, outline: outlined(thing) }, index);
    }
    for (const { zone, box: [x, y, w, h], empty, outline } of answer.spots ?? []) {
      add(`spot ${zone} ${x} ${y}`, { zone, box: { x, y, w, h }, empty: empty !== false, outline }, index);
    }
  });
  const all = [...found.values()];
  if (isAbout(ask)) all.forEach((target) => (target.about = true));
  const thing = all.length === 0 ? named(snap, ask, true) : null;
  if (thing) all.push({ key: `thing ${thing.id}`, zone: thing.zone, box: boxOf(thing), empty: false, outline: outlined(thing), answers: [], about: true });
  return all;
}

/** The target of a tap: the smallest it hits, otherwise the nearest within reach. `scale` is in px per mm. */
export function hit(all, zone, point, scale) {
  const near = all
    .filter((target) => target.zone === zone && !target.about)
    .map((target) => ({ target, far: distance(target.box, point) * scale, size: target.box.w * target.box.h }))
    .filter(({ far }) => far <= NEAR);
  near.sort((a, b) => a.far - b.far || a.size - b.size);
  return near[0]?.target ?? null;
}

/** The text on the badge of a target. */
function badge(target, ask) {
  // What all answers are about tells none from the others.
  if (target.about || target.answers.length === ask.answers.length) return '';
  const answers = target.answers.map((index) => ask.answers[index]);
  const places = new Set(answers.map((answer) => answer.place).filter(Boolean));
  if (places.size === 1 && !answers[0].key) return [...places][0];
  const keys = answers.map((answer) => answer.key).filter(Boolean).map(Number);
  if (keys.length < 3) return keys.join('/');
  const run = keys.every((key, index) => index === 0 || key === keys[index - 1] + 1);
  return run ? `${keys[0]}–${keys.at(-1)}` : keys.join('/');
}

/** Draws the highlights of one zone, in which `pieces` and `words` lie, into its overlay. `pointed` is a set of answer numbers. */
export function draw(overlay, zone, { all, ask, pointed, refused, marks, age, scale, pieces, words, room }) {
  // A table that is not shown has no size.
  if (!(scale > 0)) return overlay.replaceChildren();
  const mine = all.filter((target) => target.zone === zone);
  const isPointed = (target) => target.answers.some((index) => pointed.has(index));
  const some = all.some(isPointed);
  const drawn = [];
  const news = marks.filter((mark) => mark.zone === zone).flatMap((mark) => came(mark, scale));
  if (news.length) drawn.push(fading(news, age));
  for (const target of mine) {
    const tile = isPointed(target) ? laid(target, ask, pointed) : [];
    drawn.push(...tile);
    const edge = outline(target, isPointed(target) ? 'pointed' : some ? 'back' : '', scale);
    edge.classList.toggle('laid', tile.length > 0);
    drawn.push(edge);
  }
  const crosses = refused.filter((box) => box.zone === zone);
  for (const { box } of crosses) drawn.push(rect(box, 'under', scale), rect(box, 'refused', scale));
  for (const badge of badges(mine, ask, { pieces, words, room }, scale)) drawn.push(...coin(badge, isPointed(badge.target)));
  for (const { box } of crosses) drawn.push(cross(box, scale));
  overlay.replaceChildren(...drawn);
}

/** The tile that the answer pointed at lays in an empty place, as it would lie. */
function laid(target, ask, pointed) {
  const { face } = ask.answers[target.answers.find((index) => pointed.has(index))] ?? {};
  const { w, h } = target.box;
  if (!target.empty || !face || Math.abs(Math.max(face.w, face.h) / Math.max(w, h) - 1) > 0.2) return [];
  const { x, y } = middle(target.box);
  const turn = `rotate(${90 * (face.turns ?? 0)} ${x} ${y})`;
  return [svg('image', { href: face.url, x: x - face.w / 2, y: y - face.h / 2, width: face.w, height: face.h, transform: turn })];
}

/** Smaller places than this have thin outlines, in px. */
const SLIGHT = 64;

function outline(target, state, scale) {
  const empty = target.empty ? ' ghost void' : '';
  const under = shape(target, 'under', scale);
  if (target.empty && state !== 'pointed') under.classList.add('dashed');
  const slight = Math.min(target.box.w, target.box.h) * scale < SLIGHT ? 'slight' : null;
  return svg('g', { class: [state === 'back' ? 'back' : null, slight].filter(Boolean).join(' ') || null }, under, shape(target, `can${empty} ${state}`, scale));
}

/** The outline of a place: a rectangle unless specified as "circle" or as corners around its centre, in mm. */
function shape({ box, outline }, kind, scale) {
  const { x, y } = middle(box);
  if (outline === 'circle') return svg('circle', { class: kind, cx: x, cy: y, r: box.w / 2 - 2 / scale });
  if (outline) return svg('polygon', { class: kind, points: outline.map(([dx, dy]) => `${x + dx * 0.97},${y + dy * 0.97}`).join(' ') });
  return rect(box, kind, scale);
}

function rect({ x, y, w, h }, kind, scale) {
  const inset = Math.min(2 / scale, w / 8);
  const size = { x: x + inset, y: y + inset, width: w - 2 * inset, height: h - 2 * inset };
  return svg('rect', { class: kind, ...size, rx: 4 / scale });
}

/** How far a badge in the corner of its place is from the edge, relative to its radius, and how far towards a corner of another outline. */
const INSET = 0.6;
const OUT = { wide: 0.72, narrow: 0.86 };
/** What it costs to hide another badge, a piece that lies there, or the middle of the place, where its number is, for each share hidden. */
const COST = { badge: 30, piece: 4, middle: 6, words: 12 };
/** A piece covers a place rather than lying on it, if it is larger than this share of it. */
const COVERS = 0.6;

/**
 * The badges of targets: `{ target, words, box, r, named }`, each where it hides neither another badge nor what lies on its place, nor the
 * number in the middle, nor words. `pieces` and `words` are boxes, and `room` is that of the zone.
 */
function badges(targets, ask, { pieces, words: told, room }, scale) {
  const placed = [];
  for (const target of targets) {
    const words = badge(target, ask);
    if (!words) continue;
    const named = /[^0-9/–]/.test(words);
    const side = Math.min(target.box.w, target.box.h) * scale;
    const narrow = side < 120;
    const r = (side < 64 ? (named ? 8 : 9.5) : named ? 10 : narrow ? 11 : 15) / scale;
    const half = Math.max(r, (words.length * (named ? (side < 48 ? 3.1 : 3.6) : narrow ? 3.8 : 4.6) + (named ? 5 : 8)) / scale);
    const size = target.box.w * target.box.h;
    const lying = pieces.filter((piece) => piece.w * piece.h < COVERS * size);
    const boxes = corners(target, half, r, scale, named).map(({ x, y }) => ({ x: x - half, y: y - r, w: 2 * half, h: 2 * r }));
    const middles = pieces.filter((piece) => piece.w * piece.h > 4 * half * r).map(heart);
    const costs = boxes.map((box, index) => index * 0.01 + hides(box, placed.map((other) => other.box), COST.badge) + hides(box, lying, COST.piece)
      + hides(box, middles, COST.middle) + hides(box, told, COST.words) + COST.badge * (1 - hides(box, [room], 1)));
    placed.push({ target, words, r, named, box: boxes[costs.indexOf(Math.min(...costs))] });
  }
  return placed;
}

/** Where the middle of a badge may be, the best first. */
function corners({ key, box, empty, outline }, half, r, scale, named) {
  const { x, y } = middle(box);
  if (Array.isArray(outline) && !empty) {
    const out = Math.min(box.w, box.h) * scale < 64 ? OUT.narrow : OUT.wide;
    return outline.map(([dx, dy]) => ({ x: x + dx * out, y: y + dy * out })).sort((a, b) => a.y - b.y || b.x - a.x);
  }
  // Beside a small piece, but in a place, however small.
  const small = key.startsWith('thing') && Math.min(box.w, box.h) * scale < 40;
  const [dx, dy] = small && !named ? [box.w / 2 + half * 0.6, box.h / 2 + r * 0.6] : [box.w / 2 - half * INSET - 3 / scale, box.h / 2 - r * INSET - 3 / scale];
  const around = [[1, -1], [-1, -1], [1, 1], [-1, 1], [0, 1], [0, -1], [1, 0], [-1, 0]].map(([a, b]) => ({ x: x + a * dx, y: y + b * dy }));
  if (named) around.unshift(...around.splice(2, 1));
  return empty && !named ? [{ x, y }, ...around] : around;
}

/** The middle of a box. */
function heart({ x, y, w, h }) {
  return { x: x + w * 0.28, y: y + h * 0.28, w: w * 0.44, h: h * 0.44 };
}

/** What it costs that a box hides others, by the share of itself that lies over them. */
function hides(box, others, cost) {
  const along = (from, size, at, long) => Math.max(0, Math.min(from + size, at + long) - Math.max(from, at));
  const over = others.reduce((sum, other) => sum + along(box.x, box.w, other.x, other.w) * along(box.y, box.h, other.y, other.h), 0);
  return (cost * over) / (box.w * box.h);
}

/** A badge, larger while its place is pointed at. */
function coin({ words, box, r, named }, hot) {
  const grown = hot ? 1.3 : 1;
  const { x, y } = middle(box);
  const [half, high] = [(box.w / 2) * grown, r * grown];
  const state = hot ? ' hot' : '';
  return [
    svg('rect', { class: `badge${state}`, x: x - half, y: y - high, width: 2 * half, height: 2 * high, rx: named ? high * 0.4 : high }),
    svg('text', { class: hot ? 'hot' : null, x, y: y + high * 0.42, 'font-size': high * 1.25 }, words),
  ];
}

function cross(box, scale) {
  const { x, y } = middle(box);
  const [r, a] = [15 / scale, 6 / scale];
  return svg('g', {},
    svg('circle', { class: 'badge bad', cx: x, cy: y, r }),
    svg('path', { class: 'cross', d: `M${x - a} ${y - a}L${x + a} ${y + a}M${x + a} ${y - a}L${x - a} ${y + a}` }));
}

/** What is drawn for a moment, of which so many ms have passed: drawn again, it goes on fading. */
function fading(drawn, age) {
  const group = svg('g', { class: 'news' }, ...drawn);
  group.style.animationDelay = `${-age}ms`;
  return group;
}

/** Shows what just happened: light around a piece, and a trail from where it came. */
function came(mark, scale) {
  const { x, y } = middle(mark.box);
  const [wide, rim] = [3 / scale, 1 + (6 / scale) / Math.min(mark.box.w, mark.box.h)];
  const trail = mark.from ? [svg('polygon', { class: 'trail', points: tapered(mark.from, { x, y }, Math.min(mark.box.w, mark.box.h) / 7) })] : [];
  if (mark.outline === 'circle') return [...trail, svg('circle', { class: 'came', cx: x, cy: y, r: mark.box.w / 2 + wide })];
  if (Array.isArray(mark.outline) && mark.outline.length) {
    return [...trail, svg('polygon', { class: 'came', points: mark.outline.map(([dx, dy]) => `${x + dx * rim},${y + dy * rim}`).join(' ') })];
  }
  const size = { x: mark.box.x - wide, y: mark.box.y - wide, width: mark.box.w + 2 * wide, height: mark.box.h + 2 * wide };
  return [...trail, svg('rect', { class: 'came', ...size, rx: 5 / scale })];
}

/** The corners of a trail from a point to another, which is so wide at its end, to each side. */
function tapered(from, to, half) {
  const far = Math.hypot(to.x - from.x, to.y - from.y) || 1;
  const [across, along] = [((to.y - from.y) / far) * half, ((to.x - from.x) / far) * half];
  return `${from.x},${from.y} ${to.x + across},${to.y - along} ${to.x - across},${to.y + along}`;
}
