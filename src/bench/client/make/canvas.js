// A face to draw on: its picture, with boxes over what is on it. A box is dragged and sized by pointer or keyboard, and snaps.

import { el, svg } from '../parts.js';

/** How near a line a box must come to snap to it, in pixels of the screen. */
const NEAR = 6;
/** One step of the arrow keys, mm; with Shift, and with Alt. */
const STEPS = [0.5, 5, 0.1];
/** The corners and sides by which a box is sized: how far each is from the left and the top. */
const HANDLES = [[0, 0], [0.5, 0], [1, 0], [1, 0.5], [1, 1], [0.5, 1], [0, 1], [0, 0.5]];
const LEAST = 0.5;
/** Two clicks within this are one double click, ms. */
const DOUBLE = 400;

export class Canvas {
  #does;
  #deck = null;
  #elements = [];
  #selected = null;
  /** What else is selected, and what is locked, by where it begins in the template. */
  #others = [];
  #locked = new Set();
  /** Which of the places of an element in a loop is in hand. */
  #which = 0;
  /** What is being dragged: where from, the box as it was and is, and the handle. */
  #drag = null;
  /** Where a frame around several things is drawn from. */
  #lasso = null;
  #clicked = -DOUBLE;
  /** What is selected, alone, and the face without it: pictures for while it is dragged. */
  #lift = null;
  /** Whether the face is shown without what is dragged. */
  #isLifted = false;
  #picture = null;
  #lifted = svg('image', { class: 'lifted' });
  #image = svg('image', {});
  #paper = svg('rect', { fill: '#fff' });
  #ghosts = svg('g', { class: 'ghosts' });
  #lines = svg('g', { class: 'lines' });
  #guides = svg('g', { class: 'guides' });
  #frame = svg('g', { class: 'frame' });
  #board = svg('svg', { 'aria-hidden': 'true' }, this.#paper, this.#image, this.#ghosts, this.#lifted, this.#lines, this.#guides, this.#frame);

  constructor(does) {
    this.#does = does;
    this.root = el('div', { class: 'canvas', tabIndex: 0, role: 'group', 'aria-label': 'The face. Nothing is selected', onkeydown: (event) => this.#key(event) }, this.#board);
    this.#board.addEventListener('pointerdown', (event) => this.#down(event));
    this.#board.addEventListener('pointermove', (event) => this.#move(event));
    this.#board.addEventListener('pointerup', () => this.#up());
    this.#board.addEventListener('pointercancel', () => this.#cancel());
  }

  /** The size of the trimmed piece, mm. */
  get size() {
    return this.#deck?.size ?? [60, 60];
  }

  show(deck, picture) {
    this.#deck = deck;
    const { size: [w, h], bleed, safe, outline } = deck;
    const box = { x: -bleed, y: -bleed, width: w + 2 * bleed, height: h + 2 * bleed };
    this.#board.setAttribute('viewBox', `${-bleed - 1} ${-bleed - 1} ${w + 2 * bleed + 2} ${h + 2 * bleed + 2}`);
    if (picture) this.#picture = picture;
    for (const image of [this.#paper, this.#image, this.#lifted]) for (const [name, value] of Object.entries(box)) image.setAttribute(name, value);
    this.#settle();
    const trim = outline ? svg('path', { d: outline, class: 'cut' }) : svg('rect', { width: w, height: h, class: 'cut' });
    this.#lines.replaceChildren(trim, svg('rect', { x: safe, y: safe, width: w - 2 * safe, height: h - 2 * safe, class: 'safe' }));
  }

  /** The face as it is. */
  #settle() {
    this.#isLifted = false;
    this.#lifted.removeAttribute('href');
    if (this.#picture) this.#image.setAttribute('href', this.#picture);
  }

  /** Pictures of what is selected alone, and of the face without it; null if there are none. */
  lift(at, pictures) {
    this.#lift = pictures && { at, ...pictures };
    if (this.#drag?.begun) this.#float(this.#drag);
  }

  /** Shows what is dragged above everything, where it is now. */
  #float({ from, box }) {
    if (this.#lift?.at !== this.#selected?.at || this.#others.length > 0) return;
    if (!this.#isLifted) {
      this.#isLifted = true;
      this.#image.setAttribute('href', this.#lift.rest);
      this.#lifted.setAttribute('href', this.#lift.alone);
    }
    const [sx, sy] = [2, 3].map((side) => (from[side] > 1e-6 ? box[side] / from[side] : 1));
    this.#lifted.setAttribute('transform', `translate(${box[0]} ${box[1]}) scale(${sx} ${sy}) translate(${-from[0]} ${-from[1]})`);
  }

  /** Other pieces, faint, so that there is room for what they have. */
  ghosts(pictures) {
    const { size: [w, h], bleed } = this.#deck;
    this.#ghosts.replaceChildren(...pictures.map((href) => svg('image', { href, x: -bleed, y: -bleed, width: w + 2 * bleed, height: h + 2 * bleed })));
  }

  /** What is on the face, which of it is selected, the last first, and which is locked. */
  put(elements, [selected = null, ...more], locked, named) {
    if (this.#drag) return;
    this.#elements = elements;
    this.#locked = locked;
    this.#others = elements.filter(({ at, places }) => more.includes(at) && places.length > 0);
    const element = elements.find(({ at }) => at === selected) ?? null;
    if (element?.at !== this.#selected?.at) this.#which = 0;
    this.#selected = element;
    if (element && !element.places[this.#which]) this.#which = 0;
    const several = `${this.#others.length + 1} things are selected: arrows move them, Delete deletes them`;
    const one = element && locked.has(element.at) ? `${named(element)} is selected, and locked` : element && `${named(element)} is selected: arrows move it, Delete deletes it`;
    const words = !element ? 'Nothing is selected' : this.#others.length > 0 ? several : one;
    this.root.setAttribute('aria-label', `The face. ${words}`);
    this.#draw(this.#others.length > 0 ? this.#whole : this.#place?.box ?? null);
  }

  get #place() {
    return this.#selected?.places[this.#which] ?? null;
  }

  /** The box around all that is selected; null if nothing is. */
  get #whole() {
    const boxes = [this.#place, ...this.#others.map(({ places }) => places[0])].filter(Boolean).map(({ box }) => box);
    if (boxes.length === 0) return null;
    const [left, top] = [0, 1].map((side) => Math.min(...boxes.map((box) => box[side])));
    const [right, bottom] = [0, 1].map((side) => Math.max(...boxes.map((box) => box[side] + box[side + 2])));
    return [left, top, right - left, bottom - top];
  }

  get #isLocked() {
    return this.#locked.has(this.#selected?.at);
  }

  /** Draws the frame of what is in hand. */
  #draw(box) {
    if (!box) {
      this.#frame.replaceChildren();
      return;
    }
    if (this.#others.length > 0) {
      const whole = this.#drag?.from ?? this.#whole;
      const by = [box[0] - whole[0], box[1] - whole[1]];
      const frames = [this.#place, ...this.#others.map(({ places }) => places[0])].map(({ box: [x, y, w, h] }) => svg('rect', { class: 'box', x: x + by[0], y: y + by[1], width: w, height: h }));
      this.#frame.replaceChildren(...frames);
      return;
    }
    const [x, y, w, h] = box;
    const size = 7 / this.#scale;
    const handles = this.#isLocked ? [] : HANDLES.map(([right, down], index) => svg('rect', { class: 'handle', 'data-handle': index, x: x + w * right - size / 2, y: y + h * down - size / 2, width: size, height: size }));
    const outer = this.#selected.places.filter((_, index) => index !== this.#which);
    const others = outer.map(({ box: [x, y, w, h] }) => svg('rect', { class: 'other', x, y, width: w, height: h }));
    this.#frame.replaceChildren(...others, svg('rect', { class: 'box', x, y, width: w, height: h }), ...handles);
  }

  /** Pixels of the screen to a millimetre. */
  get #scale() {
    return this.#board.getScreenCTM()?.a || 1;
  }

  #point(event) {
    const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(this.#board.getScreenCTM().inverse());
    return [at.x, at.y];
  }

  // ---------- by pointer ----------

  #down(event) {
    if (event.button !== 0) return;
    const at = this.#point(event);
    const handle = event.target.dataset?.handle;
    if (event.shiftKey && handle === undefined) {
      const best = this.#best(at);
      if (best) this.#does.toggle(best.element.at);
      else this.#begin(event, at);
      return;
    }
    // What is selected stays in hand; if it is not dragged, what is there is selected.
    const own = [this.#selected, ...this.#others];
    const isHeld = handle !== undefined || this.#found(at).some(({ element }) => own.includes(element));
    if (!isHeld) {
      // What covers the whole face is where a frame around other things begins, too.
      const best = this.#best(at);
      if (!best || this.#isGround(best.element)) {
        this.#begin(event, at);
        return;
      }
      this.#pick(at);
    }
    const place = this.#place;
    if (!place || this.#isLocked) return;
    this.#board.setPointerCapture(event.pointerId);
    const box = this.#others.length > 0 ? this.#whole : place.box;
    this.#drag = { at, from: box, box, handle: handle === undefined ? null : HANDLES[handle], lines: this.#snaps(), begun: false, isHeld };
  }

  /** Begins a frame around several things. */
  #begin(event, at) {
    this.#board.setPointerCapture(event.pointerId);
    this.#lasso = { at, to: at, isMore: event.shiftKey };
  }

  /** Whether something is the ground of the face: what is on it is meant rather than that. */
  #isGround({ places }) {
    const [w, h] = this.size;
    return places.some(({ box }) => box[2] >= w * 0.97 && box[3] >= h * 0.97);
  }

  /** Draws the frame around several things. */
  #stretch(to) {
    this.#lasso.to = to;
    const [x, y, w, h] = around(this.#lasso);
    this.#guides.replaceChildren(svg('rect', { class: 'lasso', x, y, width: w, height: h }));
  }

  /** Selects what is in the frame; without one, what is at the point. */
  #catch() {
    const { at, isMore } = this.#lasso;
    const [x, y, w, h] = around(this.#lasso);
    this.#lasso = null;
    this.#guides.replaceChildren();
    if (Math.max(w, h) * this.#scale < 3) {
      if (!isMore) this.#pick(at);
      return;
    }
    const isIn = ({ box }) => box[0] >= x && box[1] >= y && box[0] + box[2] <= x + w && box[1] + box[3] <= y + h;
    const caught = this.#elements.filter((element) => element.name !== 'g' && !this.#locked.has(element.at) && element.places.some(isIn));
    this.#does.catch(caught.map((element) => element.at), isMore);
  }

  /** What is at a point, the smallest first. */
  #found([x, y]) {
    const slack = 3 / this.#scale;
    const found = [];
    for (const element of this.#elements.filter((element) => !this.#locked.has(element.at))) {
      element.places.forEach(({ box: [left, top, w, h] }, which) => {
        const isIn = x >= left - slack && x <= left + w + slack && y >= top - slack && y <= top + h + slack;
        if (isIn) found.push({ element, which, area: Math.max(w, 1) * Math.max(h, 1) });
      });
    }
    return found.sort((one, other) => one.area - other.area);
  }

  /** The smallest thing at a point that is no group. */
  #best(at) {
    return this.#found(at).find(({ element }) => element.name !== 'g');
  }

  /** Selects the smallest thing at a point; a group is selected by two clicks on what is in it. */
  #pick(at) {
    const best = this.#best(at);
    this.#selected = null;
    this.#does.select(best?.element.at ?? null);
    this.#which = best?.which ?? 0;
    this.#draw(this.#place?.box ?? null);
  }

  #pickGroup() {
    const parent = this.#selected?.parent ?? null;
    if (parent !== null) this.#does.select(parent);
  }

  #move(event) {
    if (this.#lasso) this.#stretch(this.#point(event));
    const drag = this.#drag;
    if (!drag) return;
    const [x, y] = this.#point(event);
    const by = [x - drag.at[0], y - drag.at[1]];
    if (!drag.begun && Math.hypot(...by) * this.#scale < 3) return;
    drag.begun = true;
    drag.box = drag.handle ? this.#sized(drag, by, event) : this.#moved(drag, by, event);
    this.#draw(drag.box);
    this.#float(drag);
  }

  #up() {
    if (this.#lasso) this.#catch();
    const drag = this.#drag;
    this.#drag = null;
    this.#guides.replaceChildren();
    if (!drag) return;
    if (drag.begun) {
      // What did not change stays exactly as it was.
      const to = drag.box.map((length, index) => (Math.abs(length - drag.from[index]) < 1e-6 ? drag.from[index] : round(length)));
      if (this.#others.length > 0) this.#does.shift([to[0] - drag.from[0], to[1] - drag.from[1]]);
      else this.#does.place(this.#selected, this.#place, to);
      return;
    }
    const isSecond = performance.now() - this.#clicked < DOUBLE;
    this.#clicked = performance.now();
    if (isSecond) this.#pickGroup();
    else if (drag.isHeld && drag.handle === null) this.#pick(drag.at);
  }

  /** What was dragged could not be put there. */
  restore() {
    this.#settle();
    this.#draw(this.#others.length > 0 ? this.#whole : this.#place?.box ?? null);
  }

  #cancel() {
    this.#drag = null;
    this.#lasso = null;
    this.#settle();
    this.#guides.replaceChildren();
    this.#draw(this.#place?.box ?? null);
  }

  #moved({ from: [x, y, w, h], lines }, [dx, dy], event) {
    const across = this.#snapped([x + dx, x + dx + w / 2, x + dx + w], lines[0], event);
    const down = this.#snapped([y + dy, y + dy + h / 2, y + dy + h], lines[1], event);
    this.#guide(across.line, down.line);
    return [x + dx + across.by, y + dy + down.by, w, h];
  }

  #sized({ from: [x, y, w, h], handle: [right, down], lines }, [dx, dy], event) {
    const edges = (start, length, part, by, snaps) => {
      if (part === 0.5) return { start, length, line: null };
      const edge = start + length * part + by;
      const { by: more, line } = this.#snapped([edge], snaps, event);
      const end = edge + more;
      if (part === 1) return { start, length: Math.max(LEAST, end - start), line };
      const fixed = start + length;
      return { start: Math.min(end, fixed - LEAST), length: Math.max(LEAST, fixed - end), line };
    };
    const one = edges(x, w, right, dx, lines[0]);
    const other = edges(y, h, down, dy, lines[1]);
    this.#guide(one.line, other.line);
    return [one.start, other.start, one.length, other.length];
  }

  // ---------- snapping ----------

  /** The lines to which boxes snap: bleed, cut, safe zone, middle, and the edges and middles of what else is there. */
  #snaps() {
    const { size, bleed, safe } = this.#deck;
    return [0, 1].map((side) => {
      const length = size[side];
      const lines = [-bleed, 0, safe, length / 2, length - safe, length, length + bleed];
      for (const element of this.#elements) {
        if (element.at === this.#selected.at || this.#others.includes(element) || this.#isWithin(element)) continue;
        for (const { box } of element.places) lines.push(box[side], box[side] + box[side + 2] / 2, box[side] + box[side + 2]);
      }
      return lines;
    });
  }

  #isWithin(element) {
    for (let { parent } = element; parent !== null; ) {
      if (parent === this.#selected.at) return true;
      parent = this.#elements.find(({ at }) => at === parent)?.parent ?? null;
    }
    return false;
  }

  /** How far the nearest of some edges is from a line, if it is near; Alt moves freely. */
  #snapped(edges, lines, event) {
    let best = { by: 0, line: null };
    if (event.altKey) return best;
    let nearest = NEAR / this.#scale;
    for (const edge of edges) {
      for (const line of lines) {
        if (Math.abs(line - edge) >= nearest) continue;
        nearest = Math.abs(line - edge);
        best = { by: line - edge, line };
      }
    }
    return best;
  }

  #guide(x, y) {
    const { size: [w, h], bleed } = this.#deck;
    const lines = [];
    if (x !== null) lines.push(svg('line', { x1: x, x2: x, y1: -bleed, y2: h + bleed }));
    if (y !== null) lines.push(svg('line', { y1: y, y2: y, x1: -bleed, x2: w + bleed }));
    this.#guides.replaceChildren(...lines);
  }

  // ---------- by keyboard ----------

  #key(event) {
    const way = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
    const place = this.#place;
    if (event.key === 'Delete' || event.key === 'Backspace') this.#does.remove();
    if (event.key === 'Escape') this.#does.select(null);
    if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'a') {
      event.preventDefault();
      const all = this.#elements.filter((element) => element.name !== 'g' && element.places.length > 0 && !this.#locked.has(element.at) && !this.#isGround(element));
      this.#does.catch(all.map(({ at }) => at), false);
    }
    if (!way || !place || this.#isLocked || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    const step = event.shiftKey ? STEPS[1] : event.altKey ? STEPS[2] : STEPS[0];
    const [x, y, w, h] = place.box;
    if (this.#others.length > 0) this.#does.shift(way.map((by) => by * step));
    else this.#does.place(this.#selected, place, [x + way[0] * step, y + way[1] * step, w, h]);
  }
}

/** The box between two points. */
function around({ at: [x, y], to: [right, bottom] }) {
  return [Math.min(x, right), Math.min(y, bottom), Math.abs(right - x), Math.abs(bottom - y)];
}

function round(length) {
  return Math.round(length * 1000) / 1000;
}
