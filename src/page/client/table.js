// The table on wood: zones with every printed face where it lies, and the highlights on them.

import { isTurned } from './answers.js';
import { button, el, icon, svg } from './dom.js';
import { t } from './language.js';
import { GROWTH, LARGEST, arrange, fit, flow, grows, pack, scaled, sets } from './layout.js';
import * as lights from './lights.js';
import { changes, marks } from './moves.js';
import { panel } from './panel.js';
import { small, upright } from './screen.js';
import { around, boxOf, distance, printed } from './shapes.js';
import { Sides } from './sides.js';
import { appear, slide, tumble } from './slide.js';

/** The largest zoom, as a multiple of the fitting scale. */
const CLOSEST = 8;
/** The map zooms in on highlighted places smaller than this, in px: fingers need more than a mouse does. */
const READABLE = { fine: 20, coarse: 30 };
/** To this size it zooms in then. */
const CLEAR = { fine: 34, coarse: 62 };
const coarse = matchMedia('(pointer: coarse)');
/** The smallest scale of seats and piles if the page scrolls, in rem per mm: wider piles are scrolled, so that words stay legible. */
const LEAST = { seat: 0.07, piles: 0.12 };
/** The scales of heaps if the page scrolls, in rem per mm, larger without a map, and how high an area should be at most: as a share of the width, and as one of
 * the height where the question covers the lower half. */
const HEAPS = { small: 0.24, large: 0.12, most: 0.095, least: 0.034, high: 0.75, covered: 0.33, low: 0.36 };
/** The share of the window that the map may take if the page scrolls, and at least where the question covers the lower half; the heading
 * above the map and the space around it need the rest, in rem, less on a phone on its side, where the title is so high. On a phone, the first name below the map stays in sight. */
const SHARE = { free: 0.7, covered: 0.5, heading: 4.9, aside: 6.2, name: 2.2, beside: 4.1, title: 2.75 };
/** A map grows by steps of this size, in rem, so that it stays as it is while a question is a line longer. */
const STEP = 1.4;
const HALF = 0.48;
/** By how much heaps may be smaller for that. */
const SHRUNK = [1, 0.93, 0.86, 0.8, 0.74, 0.68];
const sticky = matchMedia('(max-width: 40em) and (min-height: 30em)');
/** The least width of a player's area, for the name, in rem. */
const NAME = 8;
/** The smallest size of words in rem, and the width of a letter relative to that size. */
const SMALLEST_WORDS = 0.9;
const LETTER = 0.45;
/** The distance of lines relative to the size of their words. */
const LINE = 1.05;
/** How much of the size of words is above the height that is theirs. */
const RAISED = 0.85;
/** The letters of names and titles, whose widths decide where the areas are. */
const LETTERS = ['1em "Barlow Condensed"', '700 1em Cinzel'];
const DICE = /^(dice|cube)\//;
/** A row of cards that is so much wider than high needs a line of its own beside a hand; smaller pieces, in mm, do not. */
const BROAD = 2.4;
const SMALL_ROW = 60;
/** The size of the largest coins, dice and pawns, in mm. */
const COIN = 30;
/** How far badges may reach beyond their zone, in mm, and beside it in px. */
const AROUND = 2;
const BESIDE = 9;
/** Parts of a player's line of so many letters are not broken. */
const UNBROKEN = 14;
/** The zones of a row from which on their names are shortened. */
const LONG = 5;
/** The most pieces that are shown as laid open by a player. */
const OPEN = 3;
/** With more counters than this, a player's line leaves some out. */
export const MANY = 4;
/** With more new pieces than this, none is marked as new; and for how long the others are, in ms. */
const MAX_MARKS = 12;
const MARKED = 2600;

export class Table {
  #app;
  #snap = null;
  #zones = new Map();
  /** The areas of the players, by number, and of the table, "piles". */
  #areas = new Map();
  #sides = new Sides(() => this.#snap);
  #targets = [];
  /** What just changed, since when, and what ends its marks. */
  #marks = [];
  #marked = 0;
  #fading = 0;
  #refused = [];
  /** The map's zoom factor and the point at its centre, in mm. */
  #zoom = { times: 1, x: 0, y: 0, own: false };
  #fits = 1;
  #rem = 16;
  #sizes;
  #hand = null;
  /** Whether the letters have come: until then, no side of the map is settled. */
  #lettered = false;
  #touches = new Map();
  #held = null;

  constructor(app) {
    this.#app = app;
    this.bar = el('header', { class: 'bar' });
    this.tools = this.#zoomTools();
    this.mini = svg('svg', { class: 'mini', 'aria-hidden': 'true' });
    this.map = el('div', { class: 'map' }, this.mini);
    this.strip = el('div', { class: 'strip' });
    this.peek = el('div', { hidden: true });
    this.ground = el('div', { class: 'ground' }, this.peek, this.map, this.strip);
    this.said = el('p', { class: 'said', hidden: true, 'aria-hidden': 'true' });
    this.words = el('div', { class: 'unseen' });
    this.root = el('div', { class: 'table' }, this.bar, this.words, this.ground, this.said);
    this.#listen();
    Promise.allSettled(LETTERS.map((letters) => document.fonts.load(letters))).then(() => {
      this.#lettered = true;
      if (this.#snap && this.ground.clientWidth > 0) this.#fit();
    });
    this.#sizes = new ResizeObserver(() => this.#snap && this.ground.clientWidth > 0 && this.#fit());
    this.#sizes.observe(this.ground);
  }

  /** On a phone, the table has the height that what is asked leaves. */
  #watch() {
    const hand = this.root.closest('.hand') ?? this.root.closest('.page')?.querySelector('.sheet');
    if (hand === this.#hand) return;
    if (this.#hand) this.#sizes.unobserve(this.#hand);
    if (hand) this.#sizes.observe(hand);
    this.#hand = hand;
  }

  /** Shows a snapshot; pieces slide from their places in the one before. */
  show(snap, ask) {
    const before = this.#snap;
    const was = before && this.#where();
    this.#snap = this.#app.correcting?.lays ? roomy(snap) : snap;
    this.#watch();
    this.#ask = ask;
    this.said.hidden = true;
    this.#targets = lights.targets(snap, ask);
    if (before && before.past.at(-1)?.at !== snap.past.at(-1)?.at) {
      this.#marks = [];
      this.#refused = [];
      this.#zoom.own &&= this.#zoom.times > 1;
    }
    this.#fillZones();
    this.#bar();
    this.#others();
    this.words.replaceChildren(...snap.scene.sentences.map((words) => el('p', {}, words)));
    this.#follow();
    this.#lay();
    if (was && before.run === snap.run) this.#moved(before, was);
    this.light();
  }

  #ask = null;

  /** Redraws the highlights; what is not seen has no size, and gets them once it is. */
  light() {
    if (this.ground.clientWidth === 0) return;
    const { pointed } = this.#app;
    for (const [id, zone] of this.#zones) {
      const pieces = [...zone.things.values()].filter(({ thing }) => thing.face).map(({ thing }) => boxOf(thing));
      lights.draw(zone.over, id, {
        all: this.#targets, ask: this.#ask, pointed, refused: this.#refused, marks: this.#marks, age: performance.now() - this.#marked, scale: (zone.scale * 16) / this.#rem, pieces,
        words: spoken(zone), room: roomAround(zone),
      });
    }
    this.#spots();
  }

  /** Hatches what was refused, until the next answer. */
  refuse(box) {
    this.#refused = box ? [box] : [];
    this.light();
  }

  /** The highlighted places on the screen, for the arrow keys: `{ answers, x, y }`. */
  lit() {
    return this.#targets.filter(({ about }) => !about).map((target) => {
      const zone = this.#zones.get(target.zone);
      const at = zone.node.getBoundingClientRect();
      const [x, y] = [target.box.x + target.box.w / 2 - zone.box[0], target.box.y + target.box.h / 2 - zone.box[1]];
      return { answers: target.answers, key: target.key, x: at.x + x * zone.scale, y: at.y + y * zone.scale };
    });
  }

  /** Moves the focus to the button over a highlighted place. */
  focus(key) {
    for (const zone of this.#zones.values()) zone.spots.get(key)?.focus();
  }

  #bar() {
    const { game, seats, scene } = this.#snap;
    const heads = new Set(seated(scene));
    // On a phone, a line says how everybody is doing.
    const told = small.matches && this.#isPeeked();
    const pills = told ? [] : seats.filter(({ seat }) => !heads.has(seat)).map((seat) => this.#pill(seat));
    const invites = this.#app.may('invite');
    this.bar.replaceChildren(
      el('h1', {}, game.title),
      this.tools,
      el('div', { class: 'pills' }, ...pills,
        invites ? button(el('span', {}, t('Join by phone')), { class: 'pill invites', onclick: () => this.#app.open('seats') }, icon('phone')) : null),
    );
  }

  /** Where a map or piles fill the screen of a phone, how everybody is doing. */
  #others() {
    const shown = this.#isPeeked() ? peek(this.#snap) : null;
    this.peek.toggleAttribute('hidden', !shown);
    this.peek.replaceChildren(...(shown ? [shown] : []));
  }

  #isPeeked() {
    const fills = ({ kind, seat }) => kind === 'map' || typeof seat === 'number';
    return this.#snap.seats.length > 1 && this.#snap.scene.zones.some(fills);
  }

  /** A player without an area of one's own. */
  #pill(seat) {
    const { name, face, line, devices, acts } = seat;
    return el('span', { class: `pill${acts ? ' acts' : ''}` },
      face ? el('img', { src: face, alt: '' }) : null,
      el('span', {}, name), devices ? null : el('span', { class: 'tag' }, line), ...joined(seat));
  }

  // ---------- zones and their contents ----------

  #fillZones() {
    const { scene } = this.#snap;
    const zones = scene.zones.filter((zone) => zone.box[2] > 0 && zone.box[3] > 0);
    for (const [id, zone] of this.#zones) {
      if (!zones.some((other) => other.id === id)) {
        zone.frame.remove();
        this.#zones.delete(id);
      }
    }
    for (const zone of zones) {
      if (!this.#zones.has(zone.id)) this.#zones.set(zone.id, this.#zone(zone));
      const shown = this.#zones.get(zone.id);
      shown.box = zone.box;
      shown.over.setAttribute('viewBox', zone.box.join(' '));
      shown.node.style.setProperty('--bw', zone.box[2]);
      shown.node.style.setProperty('--bh', zone.box[3]);
      if (shown.title) titled(shown.title, zone, repeated(zones, zone));
      this.#fill(shown, scene.things.filter((thing) => thing.zone === zone.id));
    }
    const map = zones.find((zone) => zone.kind === 'map');
    // A card game has no map, so seats and piles take all the space.
    this.map.toggleAttribute('hidden', !map);
    this.ground.classList.toggle('mapless', !map);
    this.tools.toggleAttribute('hidden', !map);
    if (map && !this.#zones.get(map.id).frame.isConnected) this.map.prepend(this.#zones.get(map.id).frame);
    this.#fillAreas(zones, map);
  }

  /** The areas of the players and of the table, with their counters and zones. */
  #fillAreas(zones, map) {
    const { scene } = this.#snap;
    const panels = scene.panels ?? [];
    const shared = zones.some((zone) => zone !== map && zone.seat === undefined) || panels.some(({ seat }) => seat === null);
    const keys = [...seated(scene), ...(shared ? ['piles'] : [])];
    for (const [key, area] of this.#areas) {
      if (!keys.includes(key)) {
        area.section.remove();
        this.#areas.delete(key);
      }
    }
    keys.forEach((key, place) => {
      if (!this.#areas.has(key)) this.#areas.set(key, this.#area(key));
      const area = this.#areas.get(key);
      const own = zones.filter((zone) => zone !== map && (zone.seat ?? 'piles') === key && !((small.matches || zone.seat !== undefined) && this.#isLeftOut(zone, zones)));
      const counts = panels.find(({ seat }) => (seat ?? 'piles') === key)?.counts;
      // On a phone, piles lie beside each other, and broad rows below them.
      if (small.matches) own.sort((a, b) => isBroad(a) - isBroad(b));
      area.zones = own;
      area.head?.replaceChildren(...this.#head(key, counts !== undefined));
      area.section.classList.toggle('acts', this.#snap.seats[key]?.acts === true);
      area.section.setAttribute('aria-label', key === 'piles' ? t('The piles') : this.#snap.seats[key].name);
      area.panel = counts ? panel(counts) : null;
      const frames = sets(own).map((set) => this.#framed(set));
      const inside = [area.panel, ...frames].filter(Boolean);
      inside.forEach((node, at) => area.body.children[at] !== node && area.body.insertBefore(node, area.body.children[at] ?? null));
      while (area.body.children.length > inside.length) area.body.lastChild.remove();
      if (this.strip.children[place] !== area.section) this.strip.insertBefore(area.section, this.strip.children[place] ?? null);
    });
  }

  /** Whether a zone is bare, and so is all that it belongs to, which would move. */
  #isLeftOut(zone, zones) {
    const own = zone.set === undefined ? [zone] : zones.filter(({ set, seat }) => set === zone.set && seat === zone.seat);
    return own.every((other) => this.#isBare(other));
  }

  /** Whether nothing lies in a zone, and nothing is asked about it: before a player, and on a phone, it only takes room. */
  #isBare({ id, kind }) {
    const lies = this.#snap.scene.things.some((thing) => thing.zone === id && !/^(slot|field)/.test(thing.id));
    return kind === 'heap' && !lies && !this.#targets.some((target) => target.zone === id);
  }

  /** The frame of a zone, or of several that belong together. */
  #framed(set) {
    const frames = set.map((zone) => this.#zones.get(zone.id).frame);
    if (frames.length === 1) return frames[0];
    const together = frames[0].parentElement?.classList.contains('set') ? frames[0].parentElement : el('div', { class: 'set' });
    frames.forEach((frame, at) => together.children[at] !== frame && together.insertBefore(frame, together.children[at] ?? null));
    return together;
  }

  #area(key) {
    const head = key === 'piles' ? null : el('header');
    const body = el('div', { class: 'area' });
    return { key, head, body, zones: [], panel: null, section: el('section', { class: key === 'piles' ? 'piles' : 'seat' }, head, body) };
  }

  #zone({ id, kind }) {
    const over = svg('svg', { class: 'over', 'aria-hidden': 'true' });
    const node = el('div', { class: 'zone' }, over);
    const title = kind === 'heap' ? el('p', { class: 'tag title' }) : null;
    const frame = el(kind === 'map' ? 'section' : 'div', { class: kind === 'map' ? 'chart' : kind, 'data-zone': id }, title, node);
    return { id, kind, node, over, title, frame, things: new Map(), spots: new Map(), scale: 1 };
  }

  #head(key, hasPanel) {
    const seat = this.#snap.seats[key];
    const acts = seat.secret ? t('choosing in secret') : seat.acts ? t('to move') : null;
    return [
      ...(seat.face ? [el('img', { src: seat.face, alt: '' })] : []),
      el('b', {}, seat.name), ...joined(seat), ...(hasPanel ? [] : [el('span', { class: 'tag', title: seat.line }, seat.line)]),
      ...(acts ? [el('span', { class: 'tomove' }, acts)] : []),
    ];
  }

  #fill(shown, things) {
    const ids = new Set(things.map((thing) => thing.id));
    for (const [id, { node }] of shown.things) {
      if (!ids.has(id)) {
        node.remove();
        shown.things.delete(id);
      }
    }
    let last = null;
    for (const thing of things) {
      if (!shown.things.has(thing.id)) shown.things.set(thing.id, { node: thing.face ? piece() : el('span', { class: 'word' }) });
      const kept = shown.things.get(thing.id);
      kept.thing = thing;
      kept.node.dataset.thing = thing.id;
      (thing.face ? dressPiece : dressWord)(kept.node, thing, shown.box);
      if (!thing.face) kept.node.classList.toggle('over-piece', things.some((piece) => piece.face && isAbove(thing, piece)));
      const next = last ? last.nextSibling : shown.node.firstChild;
      if (next !== kept.node) shown.node.insertBefore(kept.node, next);
      last = kept.node;
    }
    shown.node.append(shown.over);
  }

  // ---------- size and position ----------

  #fit() {
    this.#lay();
    this.#follow();
    this.#look();
  }

  #lay() {
    const rem = parseFloat(getComputedStyle(document.documentElement).fontSize);
    this.#rem = rem;
    const flows = getComputedStyle(this.root).getPropertyValue('--flows').trim() === '1';
    const room = this.ground.getBoundingClientRect();
    const window = { w: room.width, h: room.height, rem };
    const map = this.#snap.scene.zones.find((zone) => zone.kind === 'map');
    const areas = [...this.#areas.values()].sort((a, b) => order(a) - order(b)).map((area) => this.#measured(area, rem, flows));
    const scales = flows ? this.#flow(map, areas, room, rem) : this.#arrange(map, areas, window);
    this.ground.classList.toggle('beside', scales.beside);
    this.root.style.setProperty('--grow', scales.grow);
    for (const area of areas) this.#layArea(area, scales, flows ? { ...window, flows } : window);
    this.#narrow(scales.beside);
    const [, , w, h] = map?.box ?? [0, 0, 1, 1];
    // What was reckoned for words may be more or less than they need.
    const most = flows ? scales.map : LARGEST.map * rem;
    this.#fits = Math.min(most, this.map.clientWidth / w, this.map.clientHeight / h);
    this.#look();
  }

  /** Areas beside the map take no more than their columns: browsers give wrapped columns the width that they had before. */
  #narrow(beside) {
    this.strip.style.width = '';
    if (!beside) return;
    const { left } = this.strip.getBoundingClientRect();
    const ends = [...this.strip.children].map((area) => area.getBoundingClientRect().right);
    this.strip.style.width = `${Math.ceil(Math.max(left, ...ends) - left)}px`;
  }

  /** The areas stay on one side of the map all game long, in each size of the window. */
  #arrange(map, areas, window) {
    // What is left of a window in which the page scrolled.
    this.map.style.height = '';
    if (!map) return arrange(null, areas, window);
    const beside = this.#sides.get() ?? arrange(map, areas, window).beside;
    if (this.#lettered) this.#sides.keep(beside);
    return arrange(map, areas, window, beside);
  }

  /** What of an area does not depend on the scale: the sizes of words. */
  #measured(area, rem, flows) {
    const zones = area.zones.map((zone) => {
      const shown = this.#zones.get(zone.id);
      return { ...zone, least: worded(shown), below: (scale) => below(piled(shown, scale, rem), shown, scale), isFine: this.#isFine(zone), isUnseen: this.#isUnseen(zone) };
    });
    const grown = parseFloat(this.root.style.getPropertyValue('--grow')) || 1;
    const panel = area.panel && { w: area.panel.offsetWidth / grown, h: area.panel.offsetHeight / grown };
    return { area, shared: area.key === 'piles', zones, panel, head: area.head && Math.max(flows ? 0 : NAME * rem, headed(area)) };
  }

  /** Whether nothing but small pieces lies before a player. */
  #isFine({ id, kind }) {
    const pieces = this.#snap.scene.things.filter((thing) => thing.zone === id && thing.face);
    return kind === 'seat' && pieces.every(({ w, h }) => Math.max(w, h) <= COIN);
  }

  /** Whether a zone is a hand of which nobody here sees or knows a card. */
  #isUnseen({ id, seat }) {
    const things = this.#snap.scene.things.filter((thing) => thing.zone === id);
    return typeof seat === 'number' && things.length > 1 && things.every(({ id }) => id.startsWith('pile/'));
  }

  #layArea({ area, ...sizes }, scales, window) {
    const most = window.flows ? window.w : scales.most ?? window.w;
    const scaleOf = (zone) => (zone.kind === 'heap' || !(zone.kind in scales) ? scaled(zone, scales.rest, window.rem * (window.flows ? scales.grow : 1), most) : scales[zone.kind]);
    for (const zone of sizes.zones) {
      this.#scale(this.#zones.get(zone.id), scaleOf(zone));
      this.#zones.get(zone.id).frame.style.minWidth = `${zone.least}px`;
      unpile(this.#zones.get(zone.id), window.rem);
    }
    const single = sizes.zones.length === 1 && sizes.zones[0].kind !== 'heap' ? sizes.zones[0] : null;
    const words = single ? Math.max(wordy(this.#zones.get(single.id)), single.box[2] * scaleOf(single)) : 0;
    const beside = window.flows && (area.key === 'piles' || sizes.zones.length > 0);
    const needed = Math.max(flow(sizes, scales.rest, window.rem, most, scales.grow).w, words, sizes.head ?? 0);
    // Where the page scrolls, players are beside each other if there is room for two.
    const wide = beside && !single && (area.key === 'piles' || needed > window.w * HALF) ? window.w : needed;
    area.section.style.width = sizes.shared && !scales.map ? '100%' : `${wide}px`;
    // Scrolled areas must also scroll by keyboard.
    if (area.key === 'piles' && wide > area.section.clientWidth && getComputedStyle(area.section).overflowX === 'auto') area.section.tabIndex = 0;
    else area.section.removeAttribute('tabindex');
  }

  /** The layout if the page scrolls: the map as wide as the window, seats and piles below it. */
  #flow(map, areas, room, rem) {
    const zones = areas.flatMap((area) => area.zones);
    const filling = (kind) => room.width / Math.max(...zones.filter((zone) => zone.kind === kind).map((zone) => zone.box[2]), 1);
    const scale = (kind) => Math.max(Math.min(filling(kind), 0.2 * rem), LEAST[kind] * rem);
    const inHand = this.root.parentElement?.classList.contains('hand');
    const limit = this.#limit(rem);
    const above = this.#above(rem);
    const high = inHand ? inside(this.root.parentElement) : Math.min(limit - above, room.width);
    const needed = map ? (map.box[3] * room.width) / map.box[2] : 0;
    this.map.style.height = `${inHand ? high : Math.min(high, needed)}px`;
    const grow = map || inHand ? 1 : growth(areas, room, rem, limit - above);
    const rest = (map || inHand ? null : filled(areas, room, rem, grow, this.#free(rem) - above)) ?? grow * heaps(areas, room, rem);
    return { map: fit(map, room.width, high, 99), seat: scale('seat'), piles: scale('piles'), rest, beside: false, grow };
  }

  /** The height that the map may have if the page scrolls. */
  #limit(rem) {
    if (!sticky.matches) return small.matches ? innerHeight - SHARE.aside * rem : innerHeight * SHARE.free;
    const least = innerHeight * SHARE.covered - SHARE.heading * rem;
    const free = this.#free(rem) - SHARE.name * rem;
    return least + Math.max(0, Math.floor((free - least) / STEP / rem) * STEP * rem);
  }

  /** The height between the heading and what is asked. */
  #free(rem) {
    const asked = sticky.matches ? this.root.closest('.page')?.querySelector('.sheet')?.offsetHeight ?? 0 : 0;
    return innerHeight - asked - (sticky.matches || !small.matches ? SHARE.heading : SHARE.beside) * rem;
  }

  /** The height of the lines about the players, which are beside the title on a phone on its side. */
  #above(rem) {
    const beside = sticky.matches || !small.matches ? 0 : SHARE.title * rem;
    return Math.max(0, this.peek.offsetHeight - beside);
  }

  #scale(shown, scale) {
    shown.scale = scale;
    shown.node.style.setProperty('--mm', `${scale}px`);
  }

  /** Applies the zoom to the map, never past its edges. */
  #look() {
    const map = [...this.#zones.values()].find((zone) => zone.kind === 'map');
    if (!map) return;
    const scale = this.#fits * this.#zoom.times;
    this.#scale(map, scale);
    thin(map, this.#rem);
    const room = { w: this.map.clientWidth, h: this.map.clientHeight };
    const [x, y, w, h] = map.box;
    const bound = (at, from, size, seen) =>
      size * scale <= seen ? from + size / 2 : Math.min(Math.max(at, from + seen / scale / 2), from + size - seen / scale / 2);
    this.#zoom.x = bound(this.#zoom.x, x, w, room.w);
    this.#zoom.y = bound(this.#zoom.y, y, h, room.h);
    const left = room.w / 2 - (this.#zoom.x - x) * scale;
    const top = room.h / 2 - (this.#zoom.y - y) * scale;
    map.node.style.transform = `translate(${left}px, ${top}px)`;
    const closer = this.#zoom.times > 1.01;
    this.root.classList.toggle('closer', closer);
    this.tools.hidden = !closer && this.#fits * 24 > 44;
    this.#overview(closer ? { x: this.#zoom.x - room.w / scale / 2, y: this.#zoom.y - room.h / scale / 2, w: room.w / scale, h: room.h / scale } : null, map);
    this.light();
  }

  /** A small overview of the whole map, with the visible part marked. */
  #overview(seen, map) {
    this.mini.toggleAttribute('hidden', !seen);
    if (!seen) return;
    this.mini.setAttribute('viewBox', map.box.join(' '));
    const things = [...map.things.values()].filter(({ thing }) => thing.face).map(({ thing }) => boxOf(thing));
    const box = ({ x, y, w, h }, kind) => svg('rect', { x, y, width: w, height: h, class: kind });
    this.#corner(map);
    this.mini.replaceChildren(...things.map((thing) => box(thing, 'bit')), box(seen, 'seen'));
  }

  /** Puts the overview where it covers the fewest pieces. */
  #corner(map) {
    const room = this.map.getBoundingClientRect();
    const { width, height } = this.mini.getBoundingClientRect();
    const pieces = [...map.things.values()].filter(({ thing }) => thing.face).map(({ node }) => node.getBoundingClientRect());
    const covered = ([right, below]) => {
      const [x, y] = [right ? room.right - width : room.x, below ? room.bottom - height : room.y];
      const shared = (from, size, at, long) => Math.max(0, Math.min(from + size, at + long) - Math.max(from, at));
      return pieces.reduce((sum, piece) => sum + shared(x, width, piece.x, piece.width) * shared(y, height, piece.y, piece.height), 0);
    };
    const corners = [[false, true], [true, true], [false, false], [true, false]].map((corner) => ({ corner, hides: covered(corner) }));
    const [right, below] = corners.reduce((best, other) => (other.hides < best.hides - 1 ? other : best)).corner;
    this.mini.style.inset = `${below ? 'auto' : 0} ${right ? 0 : 'auto'} ${below ? 0 : 'auto'} ${right ? 'auto' : 0}`;
  }

  /** Zooms in automatically if highlighted places are too small to hit, unless people have zoomed themselves. */
  #follow() {
    const map = this.#snap.scene.zones.find((zone) => zone.kind === 'map');
    const lit = this.#targets.filter((target) => target.zone === map?.id && !target.about).map((target) => target.box);
    // Pieces on places are also chosen beside the map.
    const largest = Math.max(...lit.map((box) => box.w * box.h));
    const places = lit.filter((box) => box.w * box.h * 4 > largest);
    if (!map || (this.#zoom.own && !this.#app.correcting)) return;
    this.#zoom.times = 1;
    if (this.#app.correcting || lit.length === 0 || !this.map.clientWidth) return;
    const kind = coarse.matches ? 'coarse' : 'fine';
    const smallest = Math.min(...places.map((box) => Math.max(box.w, box.h)));
    const all = around(lit);
    const room = Math.min(this.map.clientWidth / (all.w + 40), this.map.clientHeight / (all.h + 40));
    const times = Math.min(room / this.#fits, CLEAR[kind] / smallest / this.#fits);
    if (smallest * this.#fits < READABLE[kind] && times > 1.15) {
      this.#zoom = { times: Math.min(times, CLOSEST), x: all.x + all.w / 2, y: all.y + all.h / 2, own: false };
    }
  }

  /** Zooms in or out at a point of the window, or at its centre. */
  zoom(factor, at = null) {
    const map = [...this.#zones.values()].find((zone) => zone.kind === 'map');
    if (!map) return;
    const times = Math.min(CLOSEST, Math.max(1, this.#zoom.times * factor));
    const point = at && this.#inZone(map, at);
    const share = 1 - this.#zoom.times / times;
    const [x, y] = point ? [this.#zoom.x + (point.x - this.#zoom.x) * share, this.#zoom.y + (point.y - this.#zoom.y) * share] : [this.#zoom.x, this.#zoom.y];
    this.#zoom = { times, x, y, own: true };
    this.#look();
  }

  /** Shows the whole map. */
  whole() {
    this.#zoom = { times: 1, x: 0, y: 0, own: true };
    this.#look();
  }

  #zoomTools() {
    const tool = (words, label, onclick) => button(words, { 'aria-label': label, title: label, 'data-tool': label, onclick });
    return el('div', { class: 'zoom', role: 'group', 'aria-label': t('Zoom') },
      tool('−', t('Zoom out'), () => this.zoom(1 / 1.4)),
      button(t('Fit'), { class: 'fit', 'data-tool': 'fit', onclick: () => this.whole() }),
      tool('+', t('Zoom in'), () => this.zoom(1.4)));
  }

  // ---------- movement ----------

  /** The position of every piece on the screen. */
  #where() {
    const found = new Map();
    for (const zone of this.#zones.values()) {
      for (const [id, { node, thing }] of zone.things) {
        if (thing.face) found.set(id, { screen: node.getBoundingClientRect() });
      }
    }
    return found;
  }

  #moved(before, was) {
    const slides = [];
    const found = changes(before.scene, this.#snap.scene);
    for (const { thing, old, turned, away } of found) {
      const { node } = this.#zones.get(thing.zone)?.things.get(thing.id) ?? {};
      if (!node) continue;
      // A piece that was not visible before was drawn from its pile, if there is one.
      const from = old ? was.get(old.id) : pileOf(thing.id, was);
      if (old && DICE.test(thing.id) && turned) tumble(node);
      if (!old && !from) appear(node);
      else if (from && (!old || away) && this.#isSeen(this.#zones.get(thing.zone), node)) slides.push({ node, from: from.screen });
    }
    slide(slides);
    // After an undo the pieces go back, but nothing is marked as new.
    if ((before.past.at(-1)?.at ?? 0) > (this.#snap.past.at(-1)?.at ?? 0)) return;
    const told = marks(found);
    if (told.length > 0 && told.length <= MAX_MARKS) this.#mark(told);
  }

  /** Marks what changed, for a moment. */
  #mark(told) {
    this.#marks = [...this.#marks, ...told];
    this.#marked = performance.now();
    clearTimeout(this.#fading);
    this.#fading = setTimeout(() => {
      this.#marks = [];
      this.light();
    }, MARKED);
  }

  /** Whether a piece is in view: only part of a zoomed map is. */
  #isSeen(zone, node) {
    if (zone.kind !== 'map') return true;
    const [room, at] = [this.map.getBoundingClientRect(), node.getBoundingClientRect()];
    return at.x + at.width / 2 > room.x && at.x + at.width / 2 < room.right && at.y + at.height / 2 > room.y && at.y + at.height / 2 < room.bottom;
  }

  // ---------- pointing ----------

  /** Buttons over the highlighted places, for the focus and for screen readers. */
  #spots() {
    for (const zone of this.#zones.values()) {
      const mine = this.#app.answerable ? this.#targets.filter((target) => target.zone === zone.id && !target.about) : [];
      const keys = new Set(mine.map((target) => target.key));
      for (const [key, spot] of zone.spots) {
        if (!keys.has(key)) {
          spot.remove();
          zone.spots.delete(key);
        }
      }
      for (const target of mine) {
        if (!zone.spots.has(target.key)) {
          const spot = button('', { class: 'spot', tabIndex: -1 });
          spot.addEventListener('focus', () => this.#app.point(zone.spots.get(target.key)?.answers ?? []));
          spot.addEventListener('click', (event) => event.detail === 0 && this.#app.choose(spot.answers));
          zone.spots.set(target.key, spot);
          zone.node.append(spot);
        }
        const spot = zone.spots.get(target.key);
        spot.answers = target.answers;
        const words = target.answers.map((index) => this.#ask.answers[index].text).join('; ');
        spot.setAttribute('aria-label', words);
        put(spot, target.box, zone.box);
      }
    }
  }

  #listen() {
    const ground = this.ground;
    ground.addEventListener('pointermove', (event) => this.#move(event));
    ground.addEventListener('pointerdown', (event) => this.#press(event));
    ground.addEventListener('pointerup', (event) => this.#release(event));
    ground.addEventListener('pointercancel', (event) => this.#forget(event));
    ground.addEventListener('pointerleave', (event) => {
      if (event.pointerType === 'mouse' && !this.#held) this.#app.point([]);
    });
    this.map.addEventListener('wheel', (event) => {
      const scrolls = getComputedStyle(this.root).getPropertyValue('--flows').trim() === '1';
      if (scrolls && !event.ctrlKey) return;
      event.preventDefault();
      this.zoom(Math.exp(-event.deltaY / 400), event);
    }, { passive: false });
  }

  #inZone(zone, { clientX, clientY }) {
    const at = zone.node.getBoundingClientRect();
    return { x: zone.box[0] + (clientX - at.x) / zone.scale, y: zone.box[1] + (clientY - at.y) / zone.scale };
  }

  /** The zone under a point of the window; the map only counts where it is visible. */
  #zoneAt(event) {
    const id = event.target.closest?.('[data-zone]')?.dataset.zone;
    const zones = [...this.#zones.values()];
    return this.#zones.get(id) ?? (this.map.contains(event.target) ? zones.find((zone) => zone.kind === 'map') : null);
  }

  #target(event) {
    const zone = this.#zoneAt(event);
    return zone && lights.hit(this.#targets, zone.id, this.#inZone(zone, event), zone.scale);
  }

  /** The topmost piece at a point of the window. */
  #thing(event) {
    const zone = this.#zoneAt(event);
    if (!zone) return null;
    const point = this.#inZone(zone, event);
    const things = this.#snap.scene.things.filter((thing) => thing.zone === zone.id && thing.face);
    const thing = things.filter((thing) => distance(boxOf(thing), point) === 0).at(-1);
    return thing ? { thing, node: zone.things.get(thing.id).node, zone } : null;
  }

  #move(event) {
    if (this.#touches.has(event.pointerId)) return this.#drag(event);
    if (event.pointerType !== 'mouse' || !this.#app.answerable) return;
    const target = this.#target(event);
    this.#app.point(target?.answers ?? []);
    this.root.classList.toggle('hits', target !== null);
    this.#say(target, event);
  }

  /** With more than nine answers, the words follow the mouse instead of being beside the place. */
  #say(target, event) {
    const needed = target && this.#ask.answers.length > 9;
    this.said.hidden = !needed;
    if (!needed) return;
    this.said.textContent = target.answers.map((index) => this.#ask.answers[index].text).join('; ');
    const room = this.root.getBoundingClientRect();
    this.said.style.left = `${Math.min(event.clientX - room.x + 14, room.width - this.said.offsetWidth - 8)}px`;
    this.said.style.top = `${Math.max(8, event.clientY - room.y - this.said.offsetHeight - 14)}px`;
  }

  #press(event) {
    if (event.button !== 0 || event.target.closest('button:not(.spot)')) return;
    this.#touches.set(event.pointerId, { x: event.clientX, y: event.clientY, from: { x: event.clientX, y: event.clientY } });
    const thing = this.#app.correcting && this.#thing(event);
    if (thing) {
      const at = thing.node.getBoundingClientRect();
      this.#held = { ...thing, grip: [event.clientX - at.x - at.width / 2, event.clientY - at.y - at.height / 2] };
      thing.node.classList.add('held');
      this.ground.setPointerCapture(event.pointerId);
      event.preventDefault();
    }
  }

  #drag(event) {
    const touch = this.#touches.get(event.pointerId);
    const [dx, dy] = [event.clientX - touch.x, event.clientY - touch.y];
    if (this.#held) {
      const { node, thing, zone } = this.#held;
      const shift = [(event.clientX - touch.from.x) / zone.scale, (event.clientY - touch.from.y) / zone.scale];
      put(node, { x: thing.x - thing.w / 2 + shift[0], y: thing.y - thing.h / 2 + shift[1], w: thing.w, h: thing.h }, zone.box);
      return;
    }
    if (this.#touches.size === 2) {
      const [a, b] = [...this.#touches.values()];
      const before = Math.hypot(a.x - b.x, a.y - b.y);
      [touch.x, touch.y] = [event.clientX, event.clientY];
      const after = Math.hypot(a.x - b.x, a.y - b.y);
      touch.moved = true;
      if (before > 0) this.zoom(after / before, { clientX: (a.x + b.x) / 2, clientY: (a.y + b.y) / 2 });
      return;
    }
    if (!touch.moved && Math.hypot(event.clientX - touch.from.x, event.clientY - touch.from.y) < 8) return;
    touch.moved = true;
    [touch.x, touch.y] = [event.clientX, event.clientY];
    if (this.#zoom.times > 1 && this.map.contains(event.target)) {
      const scale = this.#fits * this.#zoom.times;
      this.#zoom = { ...this.#zoom, x: this.#zoom.x - dx / scale, y: this.#zoom.y - dy / scale, own: true };
      this.#look();
    }
  }

  #release(event) {
    const touch = this.#touches.get(event.pointerId);
    this.#forget(event);
    if (!touch) return;
    if (this.#held) return this.#drop(event);
    if (touch.moved || event.target.closest('button:not(.spot)')) return;
    const target = this.#target(event);
    if (target && this.#app.answerable) {
      // The first tap of a finger points; the second answers.
      const same = target.answers.every((index) => this.#app.pointed.has(index)) && this.#app.pointed.size === target.answers.length;
      if (event.pointerType === 'mouse' || same) this.#app.choose(target.answers);
      else if (this.#isTurned(target)) this.#app.turn(target.answers);
      else this.#app.point(target.answers);
      return;
    }
    const thing = this.#thing(event);
    if (!thing) return this.#app.point([]);
    this.#app.refusedAt(thing.thing.id, { zone: thing.zone.id, box: boxOf(thing.thing) });
  }

  /** Whether a tile may lie at a place in several turns, which are chosen next. */
  #isTurned({ answers }) {
    return isTurned(answers.map((index) => ({ answer: this.#ask.answers[index] })));
  }

  #forget(event) {
    this.#touches.delete(event.pointerId);
  }

  /** Reports a dragged piece; the referee says what that could mean. The piece stays at its old place until that is settled. */
  #drop(event) {
    const { node, thing, zone, grip } = this.#held;
    this.#held = null;
    node.classList.remove('held');
    dressPiece(node, thing, zone.box);
    // The place of the piece's centre, wherever it was grabbed.
    const middle = { clientX: event.clientX - grip[0], clientY: event.clientY - grip[1] };
    const under = document.elementsFromPoint(middle.clientX, middle.clientY);
    const zones = [...this.#zones.values()];
    const to = zones.find((other) => under.includes(other.frame) || (other.kind === 'map' && under.includes(this.map))) ?? zone;
    const { x, y } = this.#inZone(to, middle);
    this.#app.dropped(thing.id, { zone: to.id, x, y });
  }
}

/** The pile from which a piece may have come: the first of its deck that lay on the table. */
function pileOf(key, was) {
  const deck = key.startsWith('pile/') ? key.slice(5).split(/[@#]/)[0] : key.split('/')[0];
  const own = `pile/${deck}`;
  return was.get(own) ?? [...was].find(([other]) => other.startsWith(`${own}@`) && !other.includes('#'))?.[1];
}

/** A snapshot whose map has room for one more piece on all sides, where a tile may be laid. */
function roomy(snap) {
  const { zones, things } = snap.scene;
  const lying = things.filter((thing) => thing.zone === 'map' && thing.face);
  const room = Math.max(0, ...lying.map(({ w, h }) => Math.max(w, h)));
  const wider = ([x, y, w, h]) => [x - room, y - room, w + 2 * room, h + 2 * room];
  return { ...snap, scene: { ...snap.scene, zones: zones.map((zone) => (zone.kind === 'map' ? { ...zone, box: wider(zone.box) } : zone)) } };
}

/** Where lines of words go at a scale, below each other: `{ node, top, lowered, left, right, size }`, in px. They never get too small to
 * read, so they may need more room than on a sheet of paper. */
function piled(shown, scale, rem) {
  const lines = [...shown.things.values()].filter(({ thing }) => thing.text).sort((a, b) => a.thing.y - b.thing.y);
  const placed = [];
  for (const { thing, node } of lines) {
    const size = Math.max(thing.size * scale, SMALLEST_WORDS * rem);
    const wide = (node.offsetWidth * size) / Math.max(thing.size * shown.scale, SMALLEST_WORDS * rem);
    const { left, right } = extent(thing, scale, wide);
    const above = placed.filter((other) => left < other.right && other.left < right);
    const top = (thing.y - shown.box[1]) * scale;
    const lowest = Math.max(top, ...above.map((other) => other.lowered + other.size * LINE));
    placed.push({ node, thing, top, lowered: lowest, left, right, size });
  }
  return placed;
}

/** The boxes of the words in a zone that are seen, also of those on its pieces, in mm. */
function spoken({ things, box, scale, node: zone }) {
  const { left, top } = zone.getBoundingClientRect();
  const words = [...things.values()].filter(({ thing, node }) => thing.text && !node.classList.contains('left-out'));
  const own = words.map(({ node }) => node.getBoundingClientRect()).map((at) => ({ x: box[0] + (at.left - left) / scale, y: box[1] + (at.top - top) / scale, w: at.width / scale, h: at.height / scale }));
  return [...own, ...[...things.values()].flatMap(({ thing }) => printed(thing))];
}

/** Where badges may be: a little beyond a zone, but not over its title. */
function roomAround({ box: [x, y, w, h], scale, title }) {
  const wide = Math.max(AROUND, BESIDE / scale);
  const above = title ? 0 : AROUND;
  return { x: x - wide, y: y - above, w: w + 2 * wide, h: h + above + wide };
}

/** How far lines of words reach below their zone, in px. */
function below(lines, { box }, scale) {
  const ends = lines.map(({ thing, lowered, size }) => lowered - RAISED * thing.size * scale + size * LINE);
  return Math.max(0, ...ends.map((end) => end - box[3] * scale));
}

/** Moves lines of words below each other, and what follows below them. */
function unpile(shown, rem) {
  const lines = piled(shown, shown.scale, rem);
  for (const { node, top, lowered } of lines) node.style.top = `${lowered - top}px`;
  shown.frame.style.marginBottom = `${below(lines, shown, shown.scale)}px`;
}

/** From where to where words reach, in px. */
function extent({ x, align = 'start' }, scale, wide) {
  const left = x * scale - { start: 0, middle: wide / 2, end: wide }[align];
  return { left, right: left + wide };
}

/** Hides words that would overlap others; when zoomed in, there is room for all. */
function thin(shown, rem) {
  const kept = [];
  const words = [...shown.things.values()].filter(({ thing }) => thing.text);
  for (const { thing, node } of words) {
    const size = Math.max(thing.size * shown.scale, SMALLEST_WORDS * rem);
    const w = thing.text.length * size * LETTER;
    const left = thing.x * shown.scale - { start: 0, middle: w / 2, end: w }[thing.align ?? 'start'];
    const box = { x: left, y: thing.y * shown.scale - size, w, h: size };
    const overlaps = kept.some((other) => box.x < other.x + other.w && other.x < box.x + w && box.y < other.y + other.h && other.y < box.y + size);
    node.classList.toggle('left-out', overlaps);
    if (!overlaps) kept.push(box);
  }
}

/** Whether words are just above a piece, like its title; such words grow upwards. */
function isAbove(words, piece) {
  const { x, y, w } = boxOf(piece);
  const half = words.align === 'middle' ? w / 2 : 0;
  return y >= words.y - 0.5 && y < words.y + words.size && words.x + half >= x && words.x - half <= x + w;
}

/** The least width of a zone in an area, for its name or its words, in px. */
function worded(shown) {
  return shown.title ? shown.title.scrollWidth : wordy(shown);
}

/** The extent of a zone's words, in px; words never get too small to read. */
function wordy(shown) {
  const words = [...shown.things.values()].filter(({ thing }) => thing.text);
  const share = { start: 1, middle: 0.5, end: 0 };
  return Math.max(0, ...words.map(({ thing, node }) => (thing.x - shown.box[0]) * shown.scale + node.offsetWidth * share[thing.align ?? 'start']));
}

/** The scale of heaps if the page scrolls: smaller if there are many of them. */
function heaps(areas, room, rem) {
  const sizes = (scale) => areas.map((area) => flow(area, scale, rem, room.width));
  const isOver = (scale) => sizes(scale).some(({ w, h }) => w > room.width + 1 || h > limit);
  let scale = HEAPS.most * rem;
  const limit = Math.min(room.width * HEAPS.high, sticky.matches ? innerHeight * HEAPS.covered : small.matches && !upright.matches ? innerHeight * HEAPS.low : Infinity);
  while (scale > HEAPS.least * rem && isOver(scale)) scale *= 0.93;
  // A little smaller, if two players then fit beside each other.
  const players = areas.filter(({ shared }) => !shared);
  const isPair = (share) => players.every((area) => flow(area, scale * share, rem, room.width).w <= room.width * HALF);
  return scale * (SHRUNK.find(isPair) ?? 1);
}

/** The largest scale at which all heaps of a game without a map are in view; null if there is none. */
function filled(areas, room, rem, grow, high) {
  const rows = [areas.filter(({ shared }) => shared), areas.filter(({ shared }) => !shared)].filter((row) => row.length);
  // A player for whom half a line is too little has a line alone.
  const alone = (area, scale) => (flow(area, scale, rem, room.width, grow).w > room.width * HALF ? [[area]] : []);
  const taken = (scale) => rows.flatMap((row) => {
    const lines = row.flatMap((area) => alone(area, scale));
    const others = row.filter((area) => !lines.some(([one]) => one === area));
    return [...lines, ...(others.length ? [others] : [])];
  }).reduce((sum, line) => sum + pack(line, scale, { w: room.width, h: high, rem }, false, room.width, grow).h, 0);
  const most = areas.every(isSmall) ? HEAPS.small : HEAPS.large;
  const isWithin = (scale) => areas.every((area) => flow(area, scale, rem, room.width, grow).w <= room.width + 1);
  for (let scale = most * rem; scale >= HEAPS.least * rem; scale *= 0.95) {
    if (taken(scale) <= high && isWithin(scale)) return scale;
  }
  return null;
}

/** The height within the margin of an element. */
function inside(element) {
  const { paddingTop, paddingBottom } = getComputedStyle(element);
  return element.clientHeight - parseFloat(paddingTop) - parseFloat(paddingBottom);
}

function isSmall({ zones }) {
  return zones.every(({ box: [, , w, h] }) => Math.min(w, h) < SMALL_ROW);
}

/** By how much counters and small pieces are enlarged where there is nothing else, so that all are in sight. */
function growth(areas, room, rem, high) {
  if (!grows(areas)) return 1;
  const isRow = (grow) => areas.filter(({ shared }) => !shared).reduce((sum, area) => sum + rem + flow(area, HEAPS.most * rem * grow, rem, room.width, grow).w, 0) <= room.width;
  const fits = (grow) => {
    if (isRow(1) && !isRow(grow)) return false;
    const taken = pack(areas, HEAPS.most * rem * grow, { w: room.width, h: high, rem }, false, room.width, grow);
    return taken.w <= room.width && taken.h <= high;
  };
  return GROWTH.filter((grow) => grow >= 1).find(fits) ?? 1;
}

/** The width of a seat's name and line, in px. */
function headed({ head }) {
  const gap = parseFloat(getComputedStyle(head).columnGap) || 0;
  return [...head.children].reduce((sum, child) => sum + child.scrollWidth + gap, 0);
}

/** Says that a player has a phone, and whether it is away. */
function joined({ devices, away }) {
  if (!devices) return [];
  const told = away ? t(', phone away') : t(', has a phone');
  return [el('span', { class: 'joined', title: told.replace(/^, /, '') }, icon(away ? 'no-phone' : 'phone'), el('span', { class: 'unseen' }, told))];
}

/** The players in one line, with how they are doing; without the one who looks. */
export function peek(snap, own = null) {
  const others = snap.seats.filter(({ seat }) => seat !== own);
  if (snap.seats.length < 2) return null;
  return el('ul', { class: 'peek', 'aria-label': t('The players') }, ...others.map(({ seat, name, line, acts }) =>
    el('li', { class: acts ? 'acts' : null }, el('b', {}, name), el('span', {}, unbroken(line || counted(snap.scene, seat))))));
}

/** The parts of a line with no break within short ones: "level 1, 0 gold". */
function unbroken(line) {
  return line.split(', ').map((part) => (part.length <= UNBROKEN ? part.replaceAll(' ', '\u00a0') : part)).join(', ');
}

/** A player's counters and hands in a few words. */
function counted(scene, seat) {
  const heaps = scene.zones.filter((zone) => zone.seat === seat && zone.count).map(({ title, count }) => `${title}\u00a0${count}`);
  return [...counters(scene, seat), ...heaps].join(', ');
}

/** A player's counters, each in a few words. */
export function counters({ panels = [] }, seat) {
  const counts = panels.find((panel) => panel.seat === seat)?.counts ?? [];
  // Of many, those that stand where they began say nothing.
  const telling = counts.length > MANY ? counts.filter(({ value, words }) => words !== undefined || value !== 0) : counts;
  return telling.filter(({ track, set }) => !track && set !== false).map(({ name, value, words, set }) => (set ? name : `${name}\u00a0${words ?? value}`));
}

/** The players with zones or counters of their own. */
function seated({ zones, panels = [] }) {
  const seats = [...zones.filter((zone) => zone.box[2] > 0), ...panels].map(({ seat }) => seat).filter((seat) => typeof seat === 'number');
  return [...new Set(seats)].sort((a, b) => a - b);
}

/** Areas in the order of the strip. */
function order({ key }) {
  return key === 'piles' ? Infinity : key;
}

/** The name of a heap, and how many pieces it has; what it begins with may be for the ear alone. */
function titled(node, { title, count }, unseen = '') {
  const spoken = unseen ? [el('span', { class: 'unseen' }, unseen)] : [];
  node.replaceChildren(...spoken, title.slice(unseen.length), ...(count ? [' ', el('span', { class: 'many' }, String(count))] : []));
}

/** What the name of a zone begins with like those before it that it belongs to, if they are many or on a phone: "column 1, 2, 3". */
function repeated(zones, zone) {
  const names = zones.filter(({ set, seat, title }) => zone.set !== undefined && set === zone.set && seat === zone.seat && title).map(({ title }) => title.split(' '));
  if (names.length < (small.matches ? 2 : LONG) || names[0].join(' ') === zone.title) return '';
  const own = zone.title.split(' ');
  const count = own.findIndex((word, at) => at === own.length - 1 || names.some((other) => other[at] !== word));
  return own.slice(0, count).map((word) => `${word} `).join('');
}

function isBroad({ box: [, , w, h] }) {
  return h > SMALL_ROW && w > BROAD * h;
}

/** What lies before a player, or what everybody shares, as on the table but without highlights; `laid`, without empty places. */
export function areaPicture(snap, seat, laid = false) {
  const panels = snap.scene.panels ?? [];
  const counts = panels.find((panel) => panel.seat === seat)?.counts;
  const heaps = snap.scene.zones.filter((zone) => zone.kind === 'heap' && (zone.seat ?? null) === seat && (!laid || snap.scene.things.some((thing) => thing.zone === zone.id && !/^(slot|field)/.test(thing.id))));
  if (!counts && heaps.length === 0) return null;
  return el('div', { class: 'area' }, counts ? panel(counts) : null, ...heaps.map((zone) => heapPicture(snap, zone, zone)));
}

function heapPicture({ scene }, zone, named) {
  const title = el('p', { class: 'tag title' });
  titled(title, named);
  return el('div', { class: isBroad(zone) ? 'heap broad' : 'heap', 'data-zone': zone.id }, title, zonePicture(scene, zone.id));
}

/** The few pieces that players have laid open, each under the player's name; what one laid oneself, under the name of its place. */
export function laidOpen(snap, own) {
  const { scene, seats, hand } = snap;
  const isOpen = (zone) => {
    const lying = scene.things.filter((thing) => thing.zone === zone.id);
    return lying.length > 0 && lying.length <= OPEN && lying.every(({ id, face }) => face && !hand.includes(id) && !/^(pile|slot|field)/.test(id));
  };
  const zones = scene.zones.filter((zone) => zone.kind === 'heap' && typeof zone.seat === 'number' && isOpen(zone));
  return zones.map((zone) => heapPicture(snap, zone, { title: zone.seat === own ? zone.title : seats[zone.seat].name }));
}

/** A zone without highlights, as large as its container. */
export function zonePicture(scene, id) {
  const zone = scene.zones.find((zone) => zone.id === id);
  if (!zone) return null;
  const things = scene.things.filter((thing) => thing.zone === id).map((thing) => {
    const node = thing.face ? piece() : el('span');
    (thing.face ? dressPiece : dressWord)(node, thing, zone.box);
    return node;
  });
  const node = el('div', { class: 'zone whole' }, ...things);
  node.style.setProperty('--bw', zone.box[2]);
  node.style.setProperty('--bh', zone.box[3]);
  node.classList.toggle('small', Math.min(zone.box[2], zone.box[3]) < SMALL_ROW);
  return node;
}

function piece() {
  return el('span', { class: 'thing' }, el('img', { alt: '', draggable: false }));
}

function dressPiece(node, thing, box) {
  const image = node.firstChild;
  if (!image.src.endsWith(thing.face)) image.src = thing.face;
  image.className = `turned-${thing.turns ?? 0}`;
  node.classList.toggle('lift', thing.lift === true);
  put(node, { x: thing.x - thing.w / 2, y: thing.y - thing.h / 2, w: thing.w, h: thing.h }, box);
}

function dressWord(node, thing, box) {
  if (node.textContent !== thing.text) node.textContent = thing.text;
  node.className = `${node.classList.contains('left-out') ? 'left-out ' : ''}word ${thing.align ?? 'start'} ${thing.tone ?? 'plain'}`;
  node.style.setProperty('--size', thing.size);
  put(node, { x: thing.x, y: thing.y, w: 0, h: 0 }, box);
}

function put(node, { x, y, w, h }, [left, top]) {
  node.style.setProperty('--x', x - left);
  node.style.setProperty('--y', y - top);
  node.style.setProperty('--w', w);
  node.style.setProperty('--h', h);
}
