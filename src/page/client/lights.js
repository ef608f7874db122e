// The highlights on the table: places and pieces that answers concern, what was refused, what just happened.

import { isAbout, named } from './answers.js';
import { svg } from './dom.js';
import { boxOf, distance, middle } from './shapes.js';

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
      if (thing?.face) add(`thing ${id}`, { zone: thing.zone, box: boxOf(thing), empty: false, outline: turned(thing) }, index);
    }
    for (const { zone, box: [x, y, w, h], empty, outline } of answer.spots ?? []) {
      add(`spot ${zone} ${x} ${y}`, { zone, box: { x, y, w, h }, empty: empty !== false, outline }, index);
    }
  });
  const all = [...found.values()];
  if (isAbout(ask)) all.forEach((target) => (target.about = true));
  const thing = all.length === 0 ? named(snap, ask, true) : null;
  if (thing) all.push({ key: `thing ${thing.id}`, zone: thing.zone, box: boxOf(thing), empty: false, outline: turned(thing), answers: [], about: true });
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
  if (target.about) return '';
  const answers = target.answers.map((index) => ask.answers[index]);
  const places = new Set(answers.map((answer) => answer.place).filter(Boolean));
  if (places.size === 1 && !answers[0].key) return [...places][0];
  const keys = answers.map((answer) => answer.key).filter(Boolean).map(Number);
  if (keys.length < 3) return keys.join('/');
  const run = keys.every((key, index) => index === 0 || key === keys[index - 1] + 1);
  return run ? `${keys[0]}–${keys.at(-1)}` : keys.join('/');
}

/** Draws the highlights of one zone into its overlay. `pointed` is a set of answer numbers. */
export function draw(overlay, zone, { all, ask, pointed, refused, marks, scale }) {
  const mine = all.filter((target) => target.zone === zone);
  const isPointed = (target) => target.answers.some((index) => pointed.has(index));
  const some = all.some(isPointed);
  const drawn = [];
  for (const mark of marks.filter((mark) => mark.zone === zone)) drawn.push(...came(mark, scale));
  for (const target of mine) {
    if (isPointed(target)) drawn.push(...laid(target, ask));
    drawn.push(outline(target, isPointed(target) ? 'pointed' : some ? 'back' : '', scale));
  }
  const crosses = refused.filter((box) => box.zone === zone);
  for (const { box } of crosses) drawn.push(rect(box, 'under', scale), rect(box, 'refused', scale));
  for (const target of mine) {
    const hot = isPointed(target);
    const words = badge(target, ask);
    if (words) drawn.push(...coin(target, words, hot, scale));
  }
  for (const { box } of crosses) drawn.push(cross(box, scale));
  overlay.replaceChildren(...drawn);
}

/** The tile that an answer lays in an empty place, as it would lie. */
function laid(target, ask) {
  const { face } = ask.answers[target.answers[0]] ?? {};
  const { w, h } = target.box;
  if (!target.empty || !face || Math.abs(Math.max(face.w, face.h) / Math.max(w, h) - 1) > 0.2) return [];
  const { x, y } = middle(target.box);
  const turn = `rotate(${90 * (face.turns ?? 0)} ${x} ${y})`;
  return [svg('image', { href: face.url, x: x - face.w / 2, y: y - face.h / 2, width: face.w, height: face.h, transform: turn, opacity: 0.85 })];
}

function outline(target, state, scale) {
  const empty = target.empty ? ' ghost void' : '';
  const under = shape(target, 'under', scale);
  if (target.empty && state !== 'pointed') under.classList.add('dashed');
  return svg('g', { class: state === 'back' ? 'back' : null }, under, shape(target, `can${empty} ${state}`, scale));
}

/** The outline of a place: a rectangle unless specified as "circle" or as corners around its centre, in mm. */
function shape({ box, outline }, kind, scale) {
  const { x, y } = middle(box);
  if (outline === 'circle') return svg('circle', { class: kind, cx: x, cy: y, r: box.w / 2 - 2 / scale });
  if (outline) return svg('polygon', { class: kind, points: outline.map(([dx, dy]) => `${x + dx * 0.97},${y + dy * 0.97}`).join(' ') });
  return rect(box, kind, scale);
}

/** The outline of a thing as it lies, with its turn. */
function turned({ outline, turns = 0 }) {
  if (!Array.isArray(outline)) return outline;
  return outline.map((corner) => {
    let [x, y] = corner;
    for (let turn = 0; turn < turns; turn += 1) [x, y] = [-y, x];
    return [x, y];
  });
}

function rect({ x, y, w, h }, kind, scale) {
  const inset = Math.min(2 / scale, w / 8);
  const size = { x: x + inset, y: y + inset, width: w - 2 * inset, height: h - 2 * inset };
  return svg('rect', { class: kind, ...size, rx: 4 / scale });
}

/**
 * A badge in the middle of its place; of a small piece below the middle, so that the piece can still be seen. A name lies in the
 * corner.
 */
function coin(target, words, hot, scale) {
  const named = /[^0-9/–]/.test(words);
  const narrow = Math.min(target.box.w, target.box.h) * scale < 44;
  const r = (named ? 10 : narrow ? 11 : 15) * (hot ? 1.3 : 1) / scale;
  const half = Math.max(r, (words.length * (named ? 3.6 : 4.6) + (named ? 5 : 8)) * (hot ? 1.3 : 1) / scale);
  const { box } = target;
  const small = Math.min(box.w, box.h) * scale < 64;
  const centre = middle(box);
  const x = named ? box.x + box.w - half - 2 / scale : centre.x;
  const at = named ? box.y + box.h - r - 2 / scale : small && !target.empty ? box.y + box.h - r * 0.3 : centre.y;
  const state = hot ? ' hot' : '';
  return [
    svg('rect', { class: `badge${state}`, x: x - half, y: at - r, width: 2 * half, height: 2 * r, rx: named ? r * 0.4 : r }),
    svg('text', { class: hot ? 'hot' : null, x, y: at + r * 0.42, 'font-size': r * 1.25 }, words),
  ];
}

function cross(box, scale) {
  const { x, y } = middle(box);
  const [r, a] = [15 / scale, 6 / scale];
  return svg('g', {},
    svg('circle', { class: 'badge bad', cx: x, cy: y, r }),
    svg('path', { class: 'cross', d: `M${x - a} ${y - a}L${x + a} ${y + a}M${x + a} ${y - a}L${x - a} ${y + a}` }));
}

/** Shows what just happened: a dotted line along a move, or around a new piece. */
function came(mark, scale) {
  const twice = (tag, shape, kind = '') =>
    [svg(tag, { ...shape, class: `came dark ${kind}` }), svg(tag, { ...shape, class: `came ${kind}` })];
  if (!mark.from) return twice('rect', { x: mark.box.x, y: mark.box.y, width: mark.box.w, height: mark.box.h, rx: 3 / scale });
  const [a, b] = [mark.from, middle(mark.box)];
  const far = Math.hypot(b.x - a.x, b.y - a.y) || 1;
  const [dx, dy] = [(b.x - a.x) / far, (b.y - a.y) / far];
  // The line ends at the piece, not under it.
  const end = Math.max(0, far - Math.min(mark.box.w, mark.box.h) / 2);
  const tip = { x: a.x + dx * end, y: a.y + dy * end };
  const [l, s] = [9 / scale, 7 / scale];
  const head = `M${tip.x - dx * l - dy * s} ${tip.y - dy * l + dx * s}L${tip.x} ${tip.y}L${tip.x - dx * l + dy * s} ${tip.y - dy * l - dx * s}`;
  return [...twice('path', { d: `M${a.x} ${a.y}L${tip.x} ${tip.y}` }), ...twice('path', { d: head }, 'tip')];
}
