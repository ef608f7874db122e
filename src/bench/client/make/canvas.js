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
/** Presses that are no farther apart, in pixels of the screen, are at the same place. */
const SAME = 4;
/** Arrows move one thing at once; it is put there when none was pressed for so long, ms. */
const REST = 900;
/** Tells whether a point is in a shape. */
const RULER = new OffscreenCanvas(1, 1).getContext('2d');

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
  /** When and where it was clicked last. */
  #clicked = { when: -DOUBLE, at: [0, 0] };
  /** Where something was pressed last, and what was selected by that. */
  #pressed = null;
  /** What arrows moved and where to, until it is put there. */
  #nudge = null;
  /** The last change that was asked for. */
  #sent = null;
  /** What is selected, alone, and the face without it: pictures for while it is dragged, with the box in which they show it. */
  #lift = null;
  /** What can be seen of pictures, by where they begin in the template. */
  #masks = new Map();
  /** Whether what is pressed is added to what is selected, as with Shift. */
  isGathering = false;
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
    this.root = el('div', { class: 'canvas', tabIndex: 0, role: 'group', 'aria-label': 'The face. Nothing is selected', onkeydown: (event) => this.#type(event), onfocusout: () => this.flush() }, this.#board);
    this.#board.addEventListener('pointerdown', (event) => this.#down(event));
    this.#board.addEventListener('pointermove', (event) => this.#move(event));
    this.#board.addEventListener('pointerup', () => this.#up());
    this.#board.addEventListener('pointercancel', () => this.#cancel());
  }

  /** The size of the trimmed piece, mm. */
  get size() {
    return this.#deck?.size ?? [60, 60];
  }

  /** How far the safe zone is from the cut, mm. */
  get safe() {
    return this.#deck?.safe ?? 3;
  }

  /** The whole page of the picture, with its bleed: x, y, width and height. */
  get page() {
    const { size: [w, h], bleed } = this.#deck;
    return [-bleed, -bleed, w + 2 * bleed, h + 2 * bleed];
  }

  show(deck, picture) {
    this.#deck = deck;
    this.#pressed = null;
    const { size: [w, h], bleed, safe, outline } = deck;
    const [x, y, width, height] = this.page;
    const box = { x, y, width, height };
    this.#board.setAttribute('viewBox', `${-bleed - 1} ${-bleed - 1} ${w + 2 * bleed + 2} ${h + 2 * bleed + 2}`);
    if (picture) this.#picture = picture;
    for (const image of [this.#paper, this.#image, this.#lifted]) for (const [name, value] of Object.entries(box)) image.setAttribute(name, value);
    if (!this.#nudge) this.#settle();
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
  lift(pictures) {
    this.#lift = pictures && { ...pictures, key: this.#key, box: [...(this.#box ?? [0, 0, 0, 0])] };
    const moving = this.#drag?.begun ? this.#drag : this.#nudge;
    if (moving) this.#float(moving.box);
  }

  /** What can be seen of pictures: tests of points, by where these begin in the template. */
  mask(masks) {
    this.#masks = masks;
  }

  /** What is selected, as a name. */
  get #key() {
    return [this.#selected, ...this.#others].map((element) => element?.at).join();
  }

  /** Shows what is moved above everything, where it is now. */
  #float(box) {
    if (!this.#lift || this.#lift.key !== this.#key) return;
    if (!this.#isLifted || this.#lifted.getAttribute('href') !== this.#lift.alone) {
      this.#isLifted = true;
      this.#image.setAttribute('href', this.#lift.rest);
      this.#lifted.setAttribute('href', this.#lift.alone);
    }
    const from = this.#lift.box;
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
    // Its boxes are moved here before they are on the face.
    this.#elements = elements = elements.map((element) => ({ ...element, places: element.places.map((place) => ({ ...place })) }));
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
    // What arrows were moving may not be on the face of another row.
    this.#draw(this.#box && (this.#nudge?.box ?? this.#box));
  }

  get #place() {
    return this.#selected?.places[this.#which] ?? null;
  }

  /** The box of what is in hand; null if nothing is. */
  get #box() {
    return this.#others.length > 0 ? this.#whole : this.#place?.box ?? null;
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
      const whole = this.#whole;
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
    this.flush();
    const at = this.#point(event);
    const handle = event.target.dataset?.handle;
    const [top] = this.#found(at);
    if ((event.shiftKey || this.isGathering) && handle === undefined) {
      if (top) this.#does.toggle(top.element.at);
      else this.#begin(event, at);
      return;
    }
    // What is selected stays in hand; if it is not dragged, what is there is selected.
    const own = [this.#selected, ...this.#others].filter(Boolean);
    const isIn = (element) => element.places.some((place) => this.#isIn(place, at)) && (element === top?.element || !this.#isGround(element));
    const isHeld = handle !== undefined || own.some(isIn);
    if (!isHeld) {
      // What covers the whole face is where a frame around other things begins, too.
      if (!top || this.#isGround(top.element)) {
        this.#begin(event, at);
        return;
      }
      this.#pick(at);
    }
    const box = this.#box;
    if (!box || this.#isLocked) return;
    this.#board.setPointerCapture(event.pointerId);
    this.#drag = { at, from: box, box, handle: handle === undefined ? null : HANDLES[handle], lines: this.#snaps(), begun: false, isHeld };
  }

  /** Begins a frame around several things. */
  #begin(event, at) {
    this.#board.setPointerCapture(event.pointerId);
    this.#lasso = { at, to: at, isMore: event.shiftKey || this.isGathering };
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

  /** Whether a point is in the box of a place. */
  #isIn({ box: [left, top, w, h] }, [x, y]) {
    const slack = 3 / this.#scale;
    return x >= left - slack && x <= left + w + slack && y >= top - slack && y <= top + h + slack;
  }

  /** Whether something is seen at a point. */
  isSeen(element, [x, y]) {
    const mask = this.#masks.get(element.at);
    if (mask) return mask(x, y);
    return element.places.some(({ traces }) => traces.some((trace) => {
      trace.path ??= new Path2D(trace.d);
      RULER.lineWidth = Math.max(trace.line, 6 / this.#scale);
      return (trace.fill && RULER.isPointInPath(trace.path, x, y, trace.fill)) || (trace.line > 0 && RULER.isPointInStroke(trace.path, x, y));
    }));
  }

  /** What is at a point: what is seen there, the topmost first, and then what has only its box there, the smallest first. */
  #found(at) {
    const seen = [];
    const boxed = [];
    for (const element of this.#elements) {
      if (element.name === 'g' || this.#locked.has(element.at)) continue;
      const which = element.places.findIndex((place) => this.#isIn(place, at));
      if (this.isSeen(element, at)) seen.unshift({ element, which: Math.max(0, which) });
      else if (which >= 0) boxed.push({ element, which });
    }
    const area = ({ element, which }) => element.places[which].box[2] * element.places[which].box[3];
    return [...seen, ...boxed.sort((one, other) => area(one) - area(other))];
  }

  /** Selects what is pressed; where it was pressed already, what is under it. A group is selected by two clicks on what is in it. */
  #pick(at) {
    const found = this.#found(at);
    const before = this.#pressed;
    const isAgain = before && this.#isSame(at, before.at) && this.#selected?.at === before.element;
    const own = isAgain ? found.findIndex(({ element }) => element.at === before.element) : -1;
    const next = (own + 1) % Math.max(1, found.length);
    const best = found[next];
    this.#pressed = best && { at, element: best.element.at };
    this.#selected = null;
    this.#does.select(best?.element.at ?? null, found.slice(next + 1).map(({ element }) => element));
    this.#which = best?.which ?? 0;
    this.#draw(this.#box);
  }

  /** Whether two points are at the same place for a finger. */
  #isSame([x, y], [left, top]) {
    return Math.hypot(x - left, y - top) * this.#scale < SAME;
  }

  #pickGroup() {
    const parent = this.#selected?.parent ?? null;
    if (parent !== null) this.#does.select(parent);
    return parent !== null;
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
    this.#float(drag.box);
    this.#does.moving(drag.box);
  }

  #up() {
    if (this.#lasso) this.#catch();
    const drag = this.#drag;
    this.#drag = null;
    this.#guides.replaceChildren();
    if (!drag) return;
    if (drag.begun) {
      this.#send(drag.from, drag.box);
      return;
    }
    const isSecond = performance.now() - this.#clicked.when < DOUBLE && this.#isSame(drag.at, this.#clicked.at);
    // Of two presses at once, the first may have selected what is under the text that they mean.
    const own = isSecond ? this.#clicked.own : this.#selected?.at ?? null;
    this.#clicked = { when: performance.now(), at: drag.at, own };
    if (isSecond && own !== null && this.#does.write(own)) return;
    if (isSecond && this.#pickGroup()) return;
    if (drag.isHeld && drag.handle === null) this.#pick(drag.at);
  }

  #send(from, box) {
    return (this.#sent = this.#put(from, box));
  }

  /** Has what is selected put into a box. It is taken to be there already, and goes back if that is refused. */
  async #put(from, box) {
    // What did not change stays exactly as it was.
    const to = box.map((length, index) => (Math.abs(length - from[index]) < 1e-6 ? from[index] : round(length)));
    const [places, place] = [[this.#place, ...this.#others.map(({ places }) => places[0])], this.#place];
    const before = places.map(({ box }) => box);
    const isAlone = places.length === 1;
    const by = [to[0] - from[0], to[1] - from[1]];
    const done = isAlone ? this.#does.place(this.#selected, { ...place }, to) : this.#does.shift(by);
    places.forEach((one) => (one.box = isAlone ? to : [one.box[0] + by[0], one.box[1] + by[1], one.box[2], one.box[3]]));
    if (await done) return;
    places.forEach((one, index) => (one.box = before[index]));
    this.#settle();
    this.#draw(this.#box);
    this.#does.moving(this.#box);
  }

  #cancel() {
    this.#drag = null;
    this.#lasso = null;
    this.#settle();
    this.#guides.replaceChildren();
    this.#draw(this.#box);
    if (this.#box) this.#does.moving(this.#box);
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
    if (event.shiftKey || this.#does.isEven(this.#selected)) return evenly([x, y, w, h], [right, down], [dx, dy]);
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

  #type(event) {
    const way = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
    if (event.key === 'Delete' || event.key === 'Backspace') this.flush().then(() => this.#does.remove());
    if (event.key === 'Escape') this.flush().then(() => this.#does.select(null));
    if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'a') {
      event.preventDefault();
      const all = this.#elements.filter((element) => element.name !== 'g' && element.places.length > 0 && !this.#locked.has(element.at) && !this.#isGround(element));
      this.#does.catch(all.map(({ at }) => at), false);
    }
    if (!way || !this.#box || this.#isLocked || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    const step = event.shiftKey ? STEPS[1] : event.altKey ? STEPS[2] : STEPS[0];
    this.#push(way.map((by) => by * step));
  }

  /** Moves what is selected, and has it put there once the arrows rest: one change, however often they were pressed. */
  #push([right, down]) {
    const [x, y, w, h] = this.#nudge?.box ?? this.#box;
    clearTimeout(this.#nudge?.timer);
    this.#nudge = { box: [x + right, y + down, w, h], timer: setTimeout(() => this.flush(), REST) };
    this.#draw(this.#nudge.box);
    this.#float(this.#nudge.box);
    this.#does.moving(this.#nudge.box);
  }

  /** Puts what arrows moved where it is shown, and waits until what was moved is there. */
  async flush() {
    const nudge = this.#nudge;
    this.#nudge = null;
    clearTimeout(nudge?.timer);
    if (nudge && this.#box) this.#send(this.#box, nudge.box);
    await this.#sent;
  }
}

/** A box whose proportions are kept while it is sized at one of its handles: what is opposite stays where it is. */
function evenly([x, y, w, h], [right, down], [dx, dy]) {
  const grown = [[w, right, dx], [h, down, dy]].filter(([, part]) => part !== 0.5).map(([length, part, by]) => (length + by * (part === 0 ? -1 : 1)) / length);
  const by = Math.max(LEAST / Math.min(w, h), ...grown);
  return [x + w * (1 - by) * (1 - right), y + h * (1 - by) * (1 - down), w * by, h * by];
}

/** The box between two points. */
function around({ at: [x, y], to: [right, bottom] }) {
  return [Math.min(x, right), Math.min(y, bottom), Math.abs(right - x), Math.abs(bottom - y)];
}

function round(length) {
  return Math.round(length * 1000) / 1000;
}
