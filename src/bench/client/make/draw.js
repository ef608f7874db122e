// Drawing on a face: what is on it is selected, dragged, sized and changed; what that does to its template is the program's work.

import { INKS, button, counted, el, field, giveUp, half, select, sentence } from '../parts.js';
import { Canvas } from './canvas.js';
import { hiddenOf, seenOf } from './covered.js';
import { HAS_VALUE, HOW, compared, conditionOf, formulaOf, inWords, told } from './conditions.js';
import { Dips } from './dips.js';
import { faults, once } from './faults.js';
import { picture } from './icons.js';
import { ALONG, DOWN, IS_NAME, IS_QUOTED, bare, coloursOf, facesOf, familiesOf, inPoints, lengthOf, nameOf, nearest, paintOf, quoted, round, setting } from './settings.js';
import { Shared } from './shared.js';
import { swatches } from './swatches.js';

const SHAPES = [['rect', 'Rectangle'], ['ellipse', 'Ellipse'], ['line', 'Line']];
const NAMES = { rect: 'Rectangle', circle: 'Circle', ellipse: 'Ellipse', line: 'Line', path: 'Shape', polygon: 'Shape', polyline: 'Shape', g: 'Group', text: 'Fixed text', use: 'Symbol', image: 'Picture', include: 'Included drawing' };
/** Where a kit's own icons are; those that ship are found too. */
const ICONS = 'faces/icons';
/** Something counts as covered if this share of it is not seen. */
const COVERED = 0.25;
const ORDERED = [['', 'Order…'], ['up', 'Forward'], ['top', 'To the front'], ['down', 'Backward'], ['back', 'To the back']];
/** To what things are aligned, and how far of their free room they then are from the left or the top. */
const ALIGNED = [['', 'Align…'], ['0 0', 'Left'], ['0 .5', 'Centre, across'], ['0 1', 'Right'], ['1 0', 'Top'], ['1 .5', 'Centre, down'], ['1 1', 'Bottom']];
/** The most texts that are looked at below what was moved. */
const MOST_BELOW = 6;
/** How many places are tried on each side for something new. */
const SPOTS = 9;
/** How bad it is if something new covers something, beside how bad it is to be in a corner: 1. */
const COVERING = { text: 6, picture: 0.6, shape: 0.5 };
/** So little of something may be covered by what is new. */
const BARELY = 0.05;
/** The most other rows at which it is looked for a free place. */
const MOST_ELSEWHERE = 4;
/** The most icons that are shown to choose from. */
const MOST_ICONS = 60;
/** The most pictures of which it is looked what can be seen. */
const MOST_MASKS = 8;
/** So many shapes are one line. */
const FEWEST_FOLDED = 3;
/** What says where something is, and how large. */
const IS_PLACE = /^([xywhrd]|[xy][12]|[rc][xy]|width|height|points|transform)$/;

export class Draw {
  #hands;
  #canvas;
  #dips;
  /** The face: deck, code, back and ink; and what is on it. */
  #of = null;
  #easel = null;
  /** The selected element, by where it begins in the template, and what is selected besides. */
  #at = null;
  #more = [];
  /** What is locked on each side, and which elements are selected again after the next change, by their order. */
  #locks = new Map();
  #again = null;
  #asked = 0;
  /** The pictures of other rows. */
  #addresses = [];
  /** Settles once the face is shown as the kit is; null if it is. */
  #fresh = null;
  #freshen = null;
  /** The face's picture, and those of what is selected. */
  #picture = null;
  #lift = null;
  #lifting = 0;
  /** Whether something was moved or added since it was last looked whether something covers something. */
  #isMoved = false;
  #isAwaited = false;
  /** What is being added and not shown yet: a "text", or anything "else". */
  #added = null;
  /** How much of what is selected is covered, 0 to 1, when it was looked last. */
  #share = 0;
  /** What is one line in the list, by its place in the template, and which of these lines are open. */
  #folds = new Map();
  #opened = new Set();
  #layers = el('ul', { class: 'layers', role: 'listbox', 'aria-multiselectable': 'true', 'aria-label': 'What is on it, from the top', tabIndex: 0, onkeydown: (event) => this.#walk(event) });
  #form = el('div', { class: 'setting' });
  #status = el('p', { class: 'tag', role: 'status' });

  constructor(hands) {
    this.#hands = hands;
    this.#canvas = new Canvas({
      select: (at, under) => this.#select(at, under),
      toggle: (at) => this.#toggle(at),
      catch: (ats, isMore) => this.#catch(ats, isMore),
      shift: (by) => this.#shift(by),
      moving: (box) => this.#follow(box),
      place: (element, place, to) => this.#place(element, place, to),
      isEven: (element) => iconOf(element) !== null,
      write: (at) => this.#write(at),
      remove: () => this.#remove(),
    });
    this.#dips = new Dips(hands);
    this.adding = el('div', { class: 'does' });
    this.row = el('select', { 'aria-label': 'Row', onchange: () => this.#lookAt(this.row.value) });
    this.over = button('Turn over', { class: 'btn over', 'aria-pressed': 'false', onclick: () => this.#hands.turn() });
    // Where there is no Shift, as on a tablet.
    this.many = button('Several', { class: 'btn', 'aria-pressed': 'false', title: 'Press several things to select them together, as with Shift', onclick: () => this.#gather(!this.#canvas.isGathering) });
    this.ink = select('ink-drawn', INKS);
    this.ink.setAttribute('aria-label', 'Ink');
    this.ink.addEventListener('change', () => this.#hands.dip(this.ink.value));
    this.faint = el('input', { type: 'checkbox', onchange: () => this.#ghosts() });
    this.acts = el('div', { class: 'does', role: 'group', 'aria-label': 'With what is selected' });
    this.wrong = el('ul', { class: 'warnings', 'aria-live': 'polite', hidden: true });
    this.covering = el('div', { class: 'covering', role: 'status', hidden: true });
    this.chosen = el('span', {});
    const fold = (words, part) => el('details', { open: true }, el('summary', {}, words), part);
    const side = el('div', { class: 'beside' }, el('div', { class: 'told-here' }, this.covering, this.wrong), fold('What is on the face', this.#layers), fold(this.chosen, this.#form));
    const face = el('div', { class: 'does which' }, this.row, this.over, this.many, this.ink, el('label', { class: 'tick' }, this.faint, 'Other rows faintly'));
    this.signs = el('div', { class: 'chips signs', role: 'group', 'aria-label': 'Icons', hidden: true, onkeydown: (event) => this.#signKey(event) });
    const tools = el('div', { class: 'does instruments', onfocusout: (event) => tools.contains(event.relatedTarget) || (this.signs.hidden = true) }, face, this.adding, this.signs);
    this.root = el('div', { class: 'draw' }, tools, el('div', { class: 'board' }, el('div', { class: 'drawn' }, this.#canvas.root, this.#dips.root), side), this.acts, this.#status);
  }

  /** A face was drawn anew: `picture` is its address, or null if it could not be drawn, with what is wrong on it. */
  async shown(of, deck, picture, unfit = []) {
    this.#canvas.show(deck, picture);
    this.#picture = picture ?? this.#picture;
    this.#warn(unfit);
    this.#of = of;
    this.#face(deck);
    const asked = ++this.#asked;
    try {
      const easel = await this.#hands.easel(of);
      if (asked !== this.#asked) return;
      this.#easel = easel;
      this.#reselect();
      this.#settle();
      this.#refresh();
      this.#welcome();
      await this.#take();
      if (picture) await this.#dips.show(of, deck);
      else this.#dips.leave();
      await this.#mask();
      while (this.#isMoved && asked === this.#asked) await this.#look();
      await this.#ghosts();
    } catch (error) {
      if (asked === this.#asked) this.#status.textContent = sentence(error.message);
    }
  }

  /** What was added is there: the words of a text are typed next. */
  #welcome() {
    const added = this.#added;
    this.#added = null;
    if (added) this.#status.textContent = '';
    if (added === 'text' && this.#at !== null) this.#write(this.#at);
  }

  /** Offers the rows, and the other side. */
  #face(deck) {
    const rows = this.#hands.rows();
    const told = JSON.stringify(rows);
    if (this.row.dataset.told !== told) {
      this.row.dataset.told = told;
      const options = ({ deck, rows }) => rows.map(([code, name]) => el('option', { value: JSON.stringify([deck, code]) }, name));
      this.row.replaceChildren(...(rows.length === 1 ? options(rows[0]) : rows.map((one) => el('optgroup', { label: one.title }, ...options(one)))));
    }
    this.row.value = JSON.stringify([this.#of.deck, this.#of.code]);
    this.over.hidden = !deck.back;
    this.over.setAttribute('aria-pressed', String(this.#of.back));
    this.ink.value = this.#of.ink;
  }

  /** Whether what is pressed is added to what is selected. */
  #gather(isGathering) {
    this.#canvas.isGathering = isGathering;
    this.many.setAttribute('aria-pressed', String(isGathering));
  }

  async #lookAt(row) {
    // What arrows moved is put there first.
    await this.flush();
    this.#hands.look(...JSON.parse(row));
  }

  /** Tells what is wrong on the face; what is told already stays, with what is offered for it. */
  #warn(unfit) {
    const told = JSON.stringify(unfit);
    this.wrong.hidden = unfit.length === 0;
    if (this.wrong.dataset.told === told) return;
    this.wrong.dataset.told = told;
    this.wrong.replaceChildren(...faults(once(unfit), this.#hands));
  }

  show() {}

  /** The kit was changed: nothing is where it is shown until it is drawn again. */
  wait() {
    this.#fresh ??= new Promise((done) => (this.#freshen = done));
  }

  #settle() {
    this.#freshen?.();
    this.#fresh = null;
  }

  opened() {
    this.#hands.wake();
  }

  /** Gives up all pictures. */
  leave() {
    this.#canvas.flush();
    this.#lifting += 1;
    this.#canvas.lift(null);
    if (this.#lift) revoke(this.#lift);
    this.#lift = null;
    this.#addresses.forEach(giveUp);
    this.#addresses = [];
    this.#dips.leave();
  }

  /** Ends what is still under way, such as moving by arrows. */
  flush() {
    return this.#canvas.flush();
  }

  /** Shows other rows through the face, if that is wished. */
  async #ghosts() {
    const faces = this.faint.checked ? await this.#hands.others(this.#of) : [];
    this.#addresses.forEach(giveUp);
    this.#addresses = faces.map((face) => URL.createObjectURL(new Blob([face], { type: 'image/svg+xml' })));
    this.#canvas.ghosts(this.#addresses);
  }

  get #selected() {
    return this.#easel?.elements.find(({ at }) => at === this.#at) ?? null;
  }

  /** The names by which a template has what is in a row. */
  get #fields() {
    return [...this.#easel.fields.filter((name) => name !== 'code'), 'code'].filter((name) => IS_NAME.test(name));
  }

  // ---------- several things ----------

  /** Everything that is selected and may be changed, without what is in a group that is selected. */
  get #several() {
    const { elements } = this.#easel;
    const ats = [this.#at, ...this.#more];
    const isWithin = ({ parent }) => parent !== null && (ats.includes(parent) || isWithin(elements.find(({ at }) => at === parent)));
    return elements.filter((element) => ats.includes(element.at) && !isWithin(element) && !this.#isLocked(element));
  }

  #toggle(at) {
    if (at === this.#at) this.#catch(this.#more, false);
    else if (this.#more.includes(at)) this.#catch([this.#at, ...this.#more.filter((other) => other !== at)], false);
    else this.#catch([at, ...(this.#at === null ? [] : [this.#at]), ...this.#more], false);
  }

  #catch(ats, isMore) {
    const all = isMore ? [...new Set([...ats, ...(this.#at === null ? [] : [this.#at, ...this.#more])])] : ats;
    const [at = null, ...more] = all;
    this.#hold(at, more);
    this.#cover(null);
    this.#status.textContent = '';
    this.#refresh();
    this.#take();
  }

  /** What is selected from now on, also once the face is shown after a change that is under way. */
  #hold(at, more) {
    if (at !== this.#at) this.#share = 0;
    this.#at = at;
    this.#more = more;
    if (this.#again) this.#again = { ...this.#again, ...this.#order };
  }

  /** What is selected, by its order on the face. */
  get #order() {
    const index = (one) => this.#easel.elements.findIndex(({ at }) => at === one);
    return { at: index(this.#at), more: this.#more.map(index) };
  }

  /** Has the same done to all that is selected, from the last in the template so that the others stay where they are. */
  async #forAll(act, again = null) {
    while (this.#fresh) await this.#fresh;
    const acts = this.#several.flatMap((element) => act(element) ?? []).reverse();
    if (acts.length === 0) return false;
    this.#again = again?.() ?? { count: this.#easel.elements.length, ...this.#order };
    const { deck, back } = this.#of;
    this.wait();
    const state = await this.#hands.draw(deck, back, { all: acts });
    if (!state) {
      this.#again = null;
      this.#settle();
    }
    return Boolean(state);
  }

  /** Copies all that is selected; the copies are selected then. */
  #copyAll() {
    const copied = () => {
      const { elements } = this.#easel;
      const isIn = (element, group) => element !== undefined && (element === group || isIn(elements.find(({ at }) => at === element.parent), group));
      let more = 0;
      const copies = this.#several.map((element) => {
        const size = elements.filter((other) => isIn(other, element)).length;
        more += size;
        return elements.indexOf(element) + more;
      });
      return { count: elements.length + more, at: copies[0], more: copies.slice(1) };
    };
    return this.#forAll(({ at }) => ({ copy: { at } }), copied);
  }

  /** Selects what was selected before the last change, which is elsewhere in the template now. */
  #reselect() {
    const again = this.#again;
    this.#again = null;
    const { elements } = this.#easel;
    if (again?.count === elements.length) {
      this.#at = elements[again.at]?.at ?? null;
      this.#more = again.more.map((index) => elements[index]?.at).filter((at) => at !== undefined);
      return;
    }
    if (again) this.#at = null;
    const known = elements.map(({ at }) => at);
    this.#more = again ? [] : this.#more.filter((at) => known.includes(at));
  }

  #shift([right, down]) {
    return this.#forAll((element) => {
      const place = element.places[0];
      return place && { place: { at: element.at, matrix: place.matrix, from: place.box, to: [place.box[0] + right, place.box[1] + down, place.box[2], place.box[3]].map(round) } };
    });
  }

  /** Aligns what is selected with the face, or with the edges of all of it. */
  #align(side, share) {
    const boxes = this.#several.flatMap(({ places }) => (places[0] ? [places[0].box] : []));
    const isAlone = boxes.length === 1;
    const start = isAlone ? 0 : Math.min(...boxes.map((box) => box[side]));
    const end = isAlone ? this.#canvas.size[side] : Math.max(...boxes.map((box) => box[side] + box[side + 2]));
    return this.#forAll((element) => {
      const place = element.places[0];
      if (!place) return null;
      const to = [...place.box];
      to[side] = round(start + (end - start - to[side + 2]) * share);
      return to[side] === place.box[side] ? null : { place: { at: element.at, matrix: place.matrix, from: place.box, to } };
    });
  }

  // ---------- locked things ----------

  /** By what something is known wherever it is: what it shows and how, and how many of the same are below it. */
  #key(element) {
    const look = ({ kind, name, settings }) => JSON.stringify([kind, name, settings.filter(([name]) => !IS_PLACE.test(name))]);
    const own = look(element);
    const { elements } = this.#easel;
    return `${own} ${elements.slice(0, elements.indexOf(element)).filter((other) => look(other) === own).length}`;
  }

  get #locked() {
    const side = `${this.#of?.deck} ${this.#of?.back}`;
    if (!this.#locks.has(side)) this.#locks.set(side, new Set());
    return this.#locks.get(side);
  }

  #isLocked(element) {
    return this.#locked.has(this.#key(element));
  }

  /** Locks all that is selected, or unlocks it. */
  #lock(isLocked) {
    const ats = [this.#at, ...this.#more];
    for (const element of this.#easel.elements.filter(({ at }) => ats.includes(at))) {
      if (isLocked) this.#locked.add(this.#key(element));
      else this.#locked.delete(this.#key(element));
    }
    this.#refresh();
  }

  /** Selects something; what is `under` it where it was pressed is selected by pressing again. */
  #select(at, under = []) {
    this.#hold(at, []);
    this.#cover(null);
    this.#refresh();
    this.#take();
    const [next] = under;
    this.#status.textContent = next ? `Press again for what is under it: ${this.#named(next)}.` : '';
  }

  /** Takes the words of a text in hand, to be typed anew; says whether it is one. */
  #write(at) {
    const element = this.#easel.elements.find((one) => one.at === at);
    if (element?.kind !== 'text' || this.#isLocked(element)) return false;
    this.#select(at);
    const words = this.#form.querySelector('[name="set 0"]') ?? this.#form.querySelector('[name=source]');
    words?.focus();
    words?.select?.();
    return true;
  }

  // ---------- what covers what ----------

  /** Gets pictures of what is selected: it stays seen while it is moved. */
  async #take() {
    const asked = ++this.#lifting;
    const ats = this.#several.map(({ at }) => at);
    const parts = ats.length > 0 ? await this.#parts(ats) : null;
    if (asked !== this.#lifting) {
      if (parts) revoke(parts);
      return;
    }
    const before = this.#lift;
    this.#lift = parts;
    this.#canvas.lift(parts);
    if (before) revoke(before);
    if (this.#isAwaited) this.#look();
    else if (parts && !this.#isMoved && this.#picture) this.#share = (await hiddenOf(parts.alone, this.#picture)).share;
  }

  /** The addresses of pictures of some things alone, and of the face without them; null if there are none. */
  async #parts(ats) {
    const drawn = await this.#hands.lifted(this.#of, ats).catch(() => null);
    const address = (source) => URL.createObjectURL(new Blob([source], { type: 'image/svg+xml' }));
    return drawn && { alone: address(drawn.alone), rest: address(drawn.rest) };
  }

  /** Looks what of pictures can be seen: they may be clear in places. */
  async #mask() {
    const asked = this.#asked;
    const masks = new Map();
    const pictures = this.#easel.elements.filter((element) => (element.kind === 'picture' || element.name === 'image') && element.places.length > 0);
    for (const { at } of pictures.slice(0, MOST_MASKS)) {
      const parts = await this.#parts([at]);
      if (!parts) continue;
      const seen = await seenOf(parts.alone, this.#canvas.page);
      revoke(parts);
      if (asked !== this.#asked) return;
      if (seen) masks.set(at, seen);
    }
    this.#canvas.mask(masks);
  }

  /** Tells if what was moved is covered by something now, or covers a text. */
  async #look() {
    this.#isMoved = false;
    this.#isAwaited = false;
    const element = this.#selected;
    const picture = this.#picture;
    this.#cover(null);
    if (!element || !picture || this.#more.length > 0) return;
    if (!this.#lift) {
      // Its own picture is still to come.
      this.#isAwaited = true;
      return;
    }
    const { elements } = this.#easel;
    const own = elements.indexOf(element);
    const before = this.#share;
    const { share, hidden } = await hiddenOf(this.#lift.alone, picture, this.#canvas.page);
    if (picture !== this.#picture) {
      // It is another face by now.
      this.#isMoved = true;
      return;
    }
    this.#share = share;
    if (share > COVERED && before <= COVERED) {
      const by = elements.slice(own + 1).filter((other) => other.name !== 'g' && overlap(element, other) > 0);
      const most = by.map((other) => [other, this.#seenIn(other, hidden)]).sort(([, one], [, other]) => other - one)[0];
      if (most?.[1] > 0) {
        this.#cover(`${this.#named(element)} is covered by ${this.#named(most[0])}.`, 'Bring it to the front', element);
        return;
      }
    }
    const texts = elements.slice(0, own).filter((other) => other.kind === 'text' && overlap(other, element) > 0.2).slice(0, MOST_BELOW);
    for (const text of texts) {
      const parts = await this.#parts([text.at]);
      if (!parts) continue;
      const { share, hidden } = await hiddenOf(parts.alone, picture, this.#canvas.page);
      revoke(parts);
      if (picture !== this.#picture) {
        this.#isMoved = true;
        return;
      }
      if (share * this.#seenIn(element, hidden) > COVERED) {
        this.#cover(`${this.#named(element)} now covers ${this.#named(text)}.`, 'Bring the text to the front', text);
        return;
      }
    }
  }

  /** The share of some points at which something is seen, 0 to 1. */
  #seenIn(element, points) {
    return points.filter((point) => this.#canvas.isSeen(element, point)).length / Math.max(1, points.length);
  }

  #cover(told, words, element) {
    this.covering.hidden = !told;
    if (!told) return;
    const mend = async () => {
      this.#cover(null);
      this.#at = element.at;
      await this.#act({ order: { at: element.at, to: 'top' } });
    };
    this.covering.replaceChildren(el('span', {}, told), button(words, { class: 'btn first', onclick: mend }));
  }

  /** Puts something into another box; an icon fills it. */
  #place(element, { matrix, box }, to) {
    const { at } = element;
    const place = { place: { at, matrix, from: box, to } };
    const isSized = Math.abs(to[2] - box[2]) > 1e-6 || Math.abs(to[3] - box[3]) > 1e-6;
    if (!isSized || iconOf(element) === null) return this.#act(place);
    return this.#act({ all: [place, { set: { at, name: 'size', to: String(round(Math.min(to[2], to[3]))) } }] });
  }

  /** Has the program do something to the template, and goes on with what it was done to. */
  async #act(act) {
    // What is typed faster than it is drawn is done to the same thing, wherever it is then.
    const was = this.#at;
    const before = this.#easel.elements;
    const index = before.findIndex((element) => element.at === was);
    while (this.#fresh) await this.#fresh;
    const { elements } = this.#easel;
    const now = index >= 0 && elements.length === before.length ? elements[index].at : this.#at;
    const moved = at(act, was, now);
    if (!moved) return false;
    this.wait();
    const { deck, back } = this.#of;
    const isHeld = now === this.#at || 'add' in moved;
    const held = this.#at;
    const state = await this.#hands.draw(deck, back, moved);
    this.#status.textContent = state ? '' : 'That could not be done.';
    if (state) {
      // What was selected meanwhile stays so.
      if (isHeld && this.#at === held) this.#at = state.at;
      else this.#again = { count: this.#easel.elements.length, ...this.#order };
      this.#isMoved = ['place', 'add', 'order', 'copy'].includes(Object.keys(moved)[0]);
    }
    if (!state) this.#settle();
    return Boolean(state);
  }

  async #remove() {
    const element = this.#selected;
    if (!element || this.#isLocked(element)) return;
    if (this.#more.length > 0) {
      if (!(await this.#forAll(({ at }) => ({ delete: { at } })))) return;
      this.#again = null;
      this.#select(null);
      return;
    }
    const below = this.#easel.elements.filter(({ parent }) => parent === element.parent);
    if (!(await this.#act({ delete: { at: element.at } }))) return;
    this.#at = below[0] === element ? null : below[0].at;
    this.#refresh();
  }

  #refresh() {
    const { elements } = this.#easel;
    if (!this.#selected) [this.#at = null, ...this.#more] = this.#more;
    const locked = new Set(elements.filter((element) => this.#isLocked(element)).map(({ at }) => at));
    this.#canvas.put(elements, [this.#at ?? undefined, ...this.#more], locked, (element) => this.#named(element));
    this.#list(elements);
    this.#fill();
    this.#offer();
  }

  // ---------- what is on it ----------

  #list(elements) {
    this.#foldAll(elements);
    const depth = (element) => (element.parent === null ? 0 : 1 + depth(elements.find(({ at }) => at === element.parent)));
    const lines = [...elements].reverse().map((element) => {
      const isSelected = element.at === this.#at || this.#more.includes(element.at);
      const more = [...new Set([this.#isLocked(element) ? 'locked' : null, element.when ? inWords(element.when) : null, ...element.within.map(told), element.places.length === 0 ? 'not shown here' : null])].filter(Boolean).join(', ');
      const hidden = this.#foldOf(element);
      const line = el('li', { role: 'option', hidden: hidden !== null && !this.#opened.has(hidden), id: `layer-${element.at}`, 'aria-selected': String(isSelected), onclick: (event) => (this.#canvas.isGathering || event.shiftKey || event.ctrlKey || event.metaKey ? this.#toggle(element.at) : this.#select(element.at)) }, this.#named(element), more ? el('small', {}, more) : null);
      line.dataset.depth = Math.min(depth(element), 5);
      return [this.#folding(element), line].filter(Boolean);
    });
    this.#layers.replaceChildren(...lines.flat());
    if (this.#at === null) this.#layers.removeAttribute('aria-activedescendant');
    else this.#layers.setAttribute('aria-activedescendant', `layer-${this.#at}`);
    const line = this.#layers.querySelector('[aria-selected=true]');
    if (line) this.#layers.scrollTop = line.offsetTop - this.#layers.offsetTop - this.#layers.clientHeight / 3;
  }

  /** Shapes that follow each other, with nothing of a row among them, are pieces of a frame: they are one line until it is opened. */
  #foldAll(elements) {
    this.#folds = new Map();
    const isPiece = (element) => element.kind === 'element' && element.name !== 'g';
    const isEmpty = ({ kind, places }) => kind !== 'element' && places.length === 0;
    let run = [];
    const end = () => {
      if (run.length >= FEWEST_FOLDED) run.forEach((element) => this.#folds.set(element.at, run));
      run = [];
    };
    for (const element of elements) {
      const [last] = run;
      const isLike = isPiece(element) || isEmpty(element);
      if (!isLike || (last && last.parent !== element.parent)) end();
      if (isLike) run.push(element);
    }
    end();
  }

  /** By what the fold of a line is known: how many there are above it; null if it is in none, or selected. */
  #foldOf({ at }) {
    const run = this.#folds.get(at);
    if (!run || at === this.#at || this.#more.includes(at)) return null;
    return [...new Set(this.#folds.values())].indexOf(run);
  }

  /** The line that opens a fold, above the first of what is in it. */
  #folding({ at }) {
    const run = this.#folds.get(at);
    if (run?.at(-1).at !== at) return null;
    const fold = [...new Set(this.#folds.values())].indexOf(run);
    const isOpen = this.#opened.has(fold);
    const toggle = () => {
      if (isOpen) this.#opened.delete(fold);
      else this.#opened.add(fold);
      this.#list(this.#easel.elements);
    };
    const unseen = run.filter(({ places }) => places.length === 0).length;
    const words = unseen === run.length ? `${counted(run.length, 'shape')} not shown here` : `${counted(run.length, 'shape')} of the frame`;
    return el('li', { class: 'fold', role: 'option', 'aria-selected': 'false', title: isOpen ? 'Fold them' : 'Show each of them', onclick: toggle }, `${isOpen ? '▾' : '▸'} ${words}`);
  }

  #walk(event) {
    const by = { ArrowDown: -1, ArrowUp: 1 }[event.key];
    if (event.key === 'Delete') this.#remove();
    if (event.key === 'Enter') this.#canvas.root.focus();
    if (!by) return;
    event.preventDefault();
    const { elements } = this.#easel;
    const at = elements.findIndex((element) => element.at === this.#at);
    const next = at < 0 ? elements.length - 1 : Math.min(elements.length - 1, Math.max(0, at + by));
    if (elements[next]) this.#select(elements[next].at);
  }

  /** "Text: name" */
  #named(element) {
    const said = setting(element, '0');
    const icon = iconOf(element);
    if (icon !== null) return `Icon: ${icon}`;
    if (element.kind === 'text') return `Text: ${this.#source(said)}`;
    if (element.kind === 'picture') return `Picture: ${this.#source(said)}`;
    if (element.kind === 'inserted') return NAMES[element.name] ?? (element.name ? `Drawing: ${element.name.replaceAll('_', ' ')}` : 'Drawing of the file');
    if (element.name === 'g') {
      const parts = this.#easel.elements.filter(({ parent }) => parent === element.at).length;
      return parts > 0 ? `Group of ${parts}` : NAMES.g;
    }
    const [w, h] = this.#canvas.size;
    const isGround = element.places.some(({ box }) => box[2] >= w && box[3] >= h);
    if (isGround) return 'Background';
    return element.name === 'path' ? nameOfPath(element) : NAMES[element.name] ?? element.name;
  }

  /** What an expression shows, in words: “Words”, owl.png, or the columns that are in it. */
  #source(said) {
    if (IS_QUOTED.test(said)) {
      const [, file] = said.slice(1, -1).match(/([^/]+\.\w{3,4})$/) ?? [];
      return file ?? `“${said.slice(1, -1)}”`;
    }
    const words = said.replace(/"[^"]*"|'[^']*'/g, ' ').match(/[\p{L}_][\p{L}\p{N}_]*/gu) ?? [];
    const fields = this.#fields.filter((name) => words.includes(name));
    return fields.length > 0 ? fields.map((name) => name.replaceAll('_', ' ')).join(' and ') : 'a formula';
  }

  // ---------- what is selected ----------

  #fill() {
    const element = this.#selected;
    // What is being typed stays.
    const active = this.#form.contains(document.activeElement) ? document.activeElement : null;
    const isTyped = active?.dataset.said !== undefined && active.value !== active.dataset.said;
    if (isTyped && this.#form.dataset.at === String(this.#at)) return;
    const focused = active?.dataset.field ?? active?.name;
    this.chosen.replaceChildren(...(element && this.#more.length === 0 ? [this.#named(element), el('small', {}, ', in mm')] : ['What is selected']));
    this.#form.dataset.at = String(this.#at);
    this.#form.inert = element !== null && this.#isLocked(element);
    if (this.#more.length > 0) {
      const hint = el('p', { class: 'hint' }, `${counted(this.#more.length + 1, 'thing')} are selected. What is changed here is changed on each of them.`);
      const fields = new Shared(this.#several, this.#easel, (act) => this.#forAll(act)).fields();
      this.#form.replaceChildren(el('div', { class: 'wishes' }, hint, ...fields));
      this.#refocus(focused);
      return;
    }
    if (!element) {
      this.#form.replaceChildren(el('p', { class: 'hint' }, 'Press something on the face or in the list to change it, or add something. With Shift, or by a frame around them, several things are selected.'));
      return;
    }
    const parts = [this.#corners(element)];
    if (element.kind === 'text') parts.push(...this.#textFields(element));
    if (element.kind === 'picture') parts.push(...this.#pictureFields(element));
    if (element.kind === 'element') parts.push(...this.#shapeFields(element));
    if (element.kind === 'inserted') parts.push(el('p', { class: 'hint' }, 'This is made by a formula in the face’s file: here it can be moved, sized and deleted; what it draws is changed under Files.'));
    parts.push(this.#when(element));
    this.#form.replaceChildren(el('div', { class: 'wishes' }, ...parts.filter(Boolean)));
    this.#refocus(focused);
  }

  /** Gives the focus to what took the place of a field. */
  #refocus(name) {
    if (name) this.#form.querySelector(`[name="${CSS.escape(name)}"], [data-field="${CSS.escape(name)}"]`)?.focus();
  }

  /** Shows in its fields where what is moved is now, before it is drawn there. */
  #follow(box) {
    box.forEach((length, index) => {
      const input = this.#form.querySelector(`[name=corner${index}]`);
      if (input && input !== document.activeElement) input.value = input.dataset.said = String(round(length));
    });
  }

  /** Where it is and how large, mm. */
  #corners(element) {
    const place = element.places[0];
    if (!place) return el('p', { class: 'hint' }, 'It is not shown in this row.');
    const names = ['Left', 'Top', 'Width', 'Height'];
    const inputs = place.box.map((length, index) => {
      const input = el('input', { name: `corner${index}`, type: 'number', step: 0.1, value: round(length) });
      input.dataset.said = input.value;
      input.addEventListener('change', async () => {
        // What arrows moved is put there first.
        while (this.#fresh) await this.#fresh;
        const now = this.#easel?.elements.find(({ at }) => at === element.at)?.places[0];
        if (!now) return;
        const to = now.box.map((was, other) => (other === index && input.value !== '' ? Number(input.value) : was));
        this.#place(element, now, to);
      });
      return half(names[index], input);
    });
    return el('fieldset', { class: 'wishes corners' }, el('legend', { class: 'unseen' }, 'Its place'), ...inputs);
  }

  #set(element, name, to) {
    return this.#act({ set: { at: element.at, name, to: to === '' ? null : to } });
  }

  #input(element, label, name, { value = setting(element, name), write = (to) => to, ...properties } = {}) {
    const input = el('input', { name: `set ${name}`, value, autocomplete: 'off', spellcheck: false, ...properties });
    input.dataset.said = value;
    input.addEventListener('change', () => input.value !== value && this.#set(element, name, write(input.value)));
    return half(label, input);
  }

  #choice(element, label, name, choices, { usual = choices[0][0], write = (to) => to, read = (from) => from } = {}) {
    const value = read(setting(element, name) || write(usual));
    const known = choices.some(([choice]) => choice === value);
    const input = select(`set ${name}`, known ? choices : [...choices, [value, value]]);
    input.value = value;
    input.addEventListener('change', () => this.#set(element, name, write(input.value)));
    return half(label, input);
  }

  #textFields(element) {
    const said = setting(element, '0');
    const fields = this.#fields;
    const isField = fields.includes(said);
    const isOwn = IS_QUOTED.test(said);
    const source = select('source', [...fields.map((name) => [name, `the row’s “${name}”`]), ['own', 'the same words on every card'], ['formula', 'a formula']]);
    source.value = isField ? said : isOwn ? 'own' : 'formula';
    source.addEventListener('change', () => this.#set(element, '0', source.value === 'own' ? '"Words"' : source.value === 'formula' ? `${said} ~ ""` : source.value));
    const words = isField ? null : this.#input(element, isOwn ? 'The words' : 'The formula', '0', isOwn ? { value: said.slice(1, -1), write: quoted } : {});
    const unquote = { write: quoted, read: bare };
    return [
      field('It shows', source), words,
      this.#size(element, 'Letters', 'size'),
      this.#size(element, 'Smallest', 'min', 'no smaller'),
      ...this.#font(element),
      this.#choice(element, 'Italic', 'italic', [['false', 'no'], ['true', 'yes']]),
      this.#choice(element, 'Aligned', 'align', ALONG, { usual: 'middle', ...unquote }),
      this.#choice(element, 'In its box', 'valign', DOWN, { usual: 'middle', ...unquote }),
      this.#choice(element, 'Icon names', 'icons', [['', 'stay letters'], [ICONS, 'are icons, as :sword:']], { write: (to) => (to === '' ? '' : quoted(to)), read: bare }),
      this.#colour(element, 'Colour', 'fill', { bare: true }),
    ];
  }

  /** A size of letters: millimetres, or points as in “10 pt”. */
  #size(element, label, name, placeholder = '') {
    const input = this.#input(element, label, name, { placeholder, write: lengthOf, title: 'Points are understood, too: 10 pt' });
    const points = inPoints(setting(element, name));
    if (points) input.firstChild.append(el('small', {}, ` ${points}`));
    return input;
  }

  /** A font, and how bold it is. */
  #font(element) {
    const [family, weight] = [bare(setting(element, 'font') || 'Alegreya'), setting(element, 'weight') || '400'];
    const { fonts } = this.#easel;
    const set = (name, to) => ({ set: { at: element.at, name, to } });
    const make = (name, choices, value, change) => {
      const known = choices.some(([choice]) => choice === value);
      const input = select(name, known ? choices : [...choices, [value, value]]);
      input.value = value;
      input.addEventListener('change', () => change(input.value));
      return input;
    };
    const turn = (to) => this.#act({ all: [set('font', quoted(to)), set('weight', nearest(facesOf(fonts, to), weight))] });
    return [
      half('Font', make('font', familiesOf(fonts), family, turn)),
      half('Bold', make('weight', facesOf(fonts, family), weight, (to) => this.#act(set('weight', to)))),
    ];
  }

  #pictureFields(element) {
    const fields = Object.entries(this.#easel.pictured).map(([name, path]) => [path, `the row’s “${name}”`]);
    const files = this.#easel.pictures.map((path) => [`"${path}"`, path]);
    const fits = [['contain', 'the whole picture'], ['cover', 'fills it, edges cut off'], ['stretch', 'stretched']];
    return [
      this.#choice(element, 'It shows', '0', [...files, ...fields]),
      this.#choice(element, 'In its box', 'fit', fits, { write: quoted, read: bare }),
    ];
  }

  #shapeFields(element) {
    const isLine = element.name === 'line';
    const isGroup = element.name === 'g';
    const isPicture = ['image', 'use'].includes(element.name);
    return [
      isLine || isPicture ? null : this.#colour(element, 'Fill', 'fill'),
      isPicture ? null : this.#colour(element, 'Outline', 'stroke'),
      isPicture ? null : this.#input(element, 'Outline, mm', 'stroke-width', { placeholder: isGroup ? 'its own' : '1' }),
      element.name === 'rect' ? this.#input(element, 'Corners, mm', 'rx', { placeholder: '0' }) : null,
      this.#input(element, 'Opacity', 'opacity', { placeholder: '1', title: '0 is clear, 1 is solid' }),
    ];
  }

  /** A colour of the kit's palette, or any other. */
  #colour(element, label, name, { bare: isExpression = false } = {}) {
    const value = setting(element, name);
    const write = (colour) => (isExpression ? `c.${colour}` : `{{ c.${colour} }}`);
    const { colours } = this.#easel;
    const choices = [['', isExpression ? 'as usual' : 'that of its group', null], ...(isExpression ? [] : [['none', 'none', null]]), ...coloursOf(this.#easel).map((colour) => [write(colour), nameOf(colour), colours[colour]])];
    const set = (to) => this.#set(element, name, to);
    return swatches(`set ${name}`, label, { choices, value, said: paintOf(value), pick: set, other: (hex) => set(isExpression ? quoted(hex) : hex) });
  }

  #when(element) {
    const said = element.when ?? '';
    const write = (to) => to !== said && this.#act({ when: { at: element.at, to: to || null } });
    const input = el('input', { name: 'when', value: said, placeholder: 'always', autocomplete: 'off', spellcheck: false });
    input.dataset.said = said;
    input.addEventListener('change', () => write(compared(input.value)));
    const around = element.within.length > 0 ? `And all around it only ${element.within.map(told).join(', ')}.` : null;
    const code = el('details', { open: said !== '' && conditionOf(said) === null }, el('summary', {}, 'As the file has it'), field('Formula', input));
    return el('fieldset', { class: 'wishes' }, el('legend', { class: 'unseen' }, 'When it is shown'), ...this.#condition(said, write), around ? el('p', { class: 'tag' }, around) : null, code);
  }

  /** A condition as choices: a column, how it is to be, and a value. */
  #condition(said, write) {
    const condition = said === '' ? null : conditionOf(said);
    const own = said !== '' && !condition ? [['formula', inWords(said).replace(/^if /, '')]] : [];
    const column = select('when-column', [['', 'always'], ...this.#fields.map((name) => [name, name.replaceAll('_', ' ')]), ...own]);
    column.value = condition?.column ?? (own.length > 0 ? 'formula' : '');
    if (column.value === '' && condition) column.append(el('option', { value: condition.column, selected: true }, condition.column));
    const how = select('when-how', HOW);
    how.value = condition?.how ?? 'filled';
    const value = el('input', { name: 'when-value', value: condition?.value ?? '', autocomplete: 'off', spellcheck: false });
    value.dataset.said = value.value;
    const fits = () => {
      const isChosen = column.value !== '' && column.value !== 'formula';
      how.parentElement.hidden = !isChosen;
      value.parentElement.hidden = !isChosen || !HAS_VALUE.includes(how.value);
      return isChosen;
    };
    const change = () => {
      if (!fits()) {
        if (column.value === '') write('');
        return;
      }
      if (HAS_VALUE.includes(how.value) && value.value.trim() === '') {
        value.focus();
        return;
      }
      write(formulaOf({ column: column.value, how: how.value, value: value.value.trim() }, this.#easel.numbers.includes(column.value)));
    };
    for (const input of [column, how, value]) input.addEventListener('change', change);
    const parts = [field('Shown only if', column), half('It', how), half('Value', value)];
    fits();
    return parts;
  }

  // ---------- what can be done ----------

  #offer() {
    const element = this.#selected;
    const act = (words, more, properties = {}) => button(words, { class: 'btn', onclick: more, ...properties });
    const order = select('order', ORDERED);
    order.setAttribute('aria-label', 'Order');
    order.addEventListener('change', () => this.#act({ order: { at: element.at, to: order.value } }));
    const isLocked = element !== null && this.#isLocked(element);
    const lock = () => act(isLocked ? 'Unlock' : 'Lock', () => this.#lock(!isLocked), { title: 'What is locked is not moved, changed or deleted by pointing' });
    const align = select('align', ALIGNED);
    align.setAttribute('aria-label', 'Align');
    align.addEventListener('change', () => this.#align(...align.value.split(' ').map(Number)));
    const acts = isLocked ? [lock()] : this.#more.length > 0 ? [act('Duplicate', () => this.#copyAll()), align, lock(), act('Delete', () => this.#remove())] : element ? [
      act('Duplicate', () => this.#act({ copy: { at: element.at } })),
      act('Repeat', () => this.#act({ repeat: { at: element.at, count: '3', by: this.#step(element) } })),
      order, align, lock(),
      act('Delete', () => this.#remove()),
    ] : [];
    this.#keep(this.acts, acts);
    const shape = select('shape', [['', 'Add a shape…'], ...SHAPES]);
    shape.setAttribute('aria-label', 'Add a shape');
    shape.addEventListener('change', () => this.#add(this.#shape(shape.value)));
    const icon = el('input', { class: 'icon', placeholder: 'Add an icon…', 'aria-label': 'Add an icon, by its name', autocomplete: 'off' });
    icon.addEventListener('change', () => icon.value && this.#addIcon(icon.value.trim()));
    icon.addEventListener('keydown', (event) => {
      if (event.key === 'Escape') this.#toFace();
      if (event.key !== 'ArrowDown' || this.signs.hidden) return;
      event.preventDefault();
      this.signs.firstChild.focus();
    });
    for (const kind of ['focus', 'input']) icon.addEventListener(kind, () => this.#offerIcons(icon.value));
    const file = el('input', { type: 'file', accept: '.png,.jpg,.jpeg,.webp,.svg', class: 'unseen', tabIndex: -1, 'aria-label': 'A picture to add' });
    file.addEventListener('change', async () => {
      const path = await this.#hands.add(file.files[0]);
      if (path) this.#add(this.#pictureMarkup(path));
    });
    this.#keep(this.adding, [act('Add a text', () => this.#add(this.#text(), 'text')), shape, act('Add a picture', () => file.click()), file, icon]);
  }

  /** From one of it to the next, mm: to the right, or down if it is wide. */
  #step(element) {
    const [, , w, h] = element.places[0]?.box ?? [0, 0, 4, 4];
    return w > this.#canvas.size[0] / 3 ? [0, Math.ceil(h + 1)] : [Math.ceil(w + 1), 0];
  }

  /** Puts buttons in place of others, with the focus where it was. */
  #keep(place, parts) {
    const focused = [...place.children].indexOf(document.activeElement);
    place.replaceChildren(...parts);
    if (focused >= 0) place.children[Math.min(focused, place.children.length - 1)]?.focus();
  }

  /** Adds what is made, and says so until it is there. */
  async #add(made, kind = 'else') {
    this.#status.textContent = 'Adding it…';
    const markup = await made;
    const isDone = await this.#act({ add: { markup } });
    if (isDone) this.#added = kind;
    if (isDone) this.#status.textContent = 'Adding it…';
    return isDone;
  }

  /** A box in the middle, mm. */
  #middle(share, flat = 1) {
    const [w, h] = this.#canvas.size;
    const width = w * share;
    const height = Math.min(h * share, width) * flat;
    return [(w - width) / 2, (h - height) / 2, width, height].map(round);
  }

  /** A box near the middle of the first of these sizes with which no text need be covered, and little else, mm. */
  async #free(sizes) {
    const { size: [w, h], safe } = this.#canvas;
    const isGround = ({ name, places: [place] }) => !place || name === 'g' || place.box[2] * place.box[3] > w * h * 0.5;
    const rows = [this.#easel.elements, ...(await this.#elsewhere())].map((elements) => elements.filter((element) => !isGround(element)));
    const weight = ({ kind, name }) => (kind === 'text' ? COVERING.text : kind === 'picture' || name === 'image' ? COVERING.picture : COVERING.shape);
    const steps = (length, own) => {
      const edge = Math.max(0, Math.min(safe + 3, (length - own) / 2));
      return Array.from({ length: SPOTS }, (_, step) => edge + ((length - 2 * edge - own) * step) / (SPOTS - 1));
    };
    const costs = (spot) => {
      const far = Math.hypot(spot[0] + spot[2] / 2 - w / 2, spot[1] + spot[3] / 2 - h / 2) / Math.hypot(w / 2, h / 2);
      const share = ({ places }) => Math.min(1, places.reduce((sum, place) => sum + overlap({ places: [{ box: spot }] }, { places: [place] }), 0));
      const covered = rows.flat().reduce((sum, other) => sum + share(other) * weight(other), 0) / rows.length;
      return { spot: spot.map(round), covered, cost: far + covered };
    };
    const bests = sizes.map(([width, height]) => {
      const spots = steps(h, height).flatMap((y) => steps(w, width).map((x) => costs([x, y, width, height])));
      return spots.sort((one, other) => one.cost - other.cost)[0];
    });
    const best = bests.find(({ covered }) => covered < BARELY) ?? bests.sort((one, other) => one.covered - other.covered)[0];
    return best.spot;
  }

  /** What is on some other rows of the deck, where other things may be shown. */
  async #elsewhere() {
    const { deck, code } = this.#of;
    const rows = this.#hands.rows().find((one) => one.deck === deck)?.rows.filter(([other]) => other !== code) ?? [];
    const some = rows.filter((_, index) => index % Math.ceil(rows.length / MOST_ELSEWHERE) === 0);
    const easels = await Promise.all(some.map(([other]) => this.#hands.easel({ ...this.#of, code: other }).catch(() => null)));
    return easels.filter(Boolean).map(({ elements }) => elements);
  }

  /** The sizes of something new, from shares of the face's width, with a height of so much of its own width. */
  #sizes(shares, flat) {
    const [w, h] = this.#canvas.size;
    return shares.map((share) => [w * share, Math.min(h * share, w * share * flat)]);
  }

  async #text() {
    const [x, y, w, h] = await this.#free(this.#sizes([0.7, 0.5, 0.4], 0.2));
    return `{{ text("Words", x=${x}, y=${y}, w=${w}, h=${h}, size=${round(Math.min(5, h * 0.7))}, min=2) }}`;
  }

  #putIcon(name) {
    return this.#add(this.#iconMarkup(name));
  }

  async #iconMarkup(name) {
    const size = Math.min(10, Math.min(...this.#canvas.size) * 0.2);
    const [x, y, w, h] = await this.#free([[size, size], [size * 0.6, size * 0.6]]);
    return `{{ text(":${name.replace(/[^\p{L}\p{N}_-]/gu, '')}:", x=${x}, y=${y}, w=${w}, h=${h}, size=${h}, min=1, icons="${ICONS}") }}`;
  }

  /** Shows the icons whose names have these letters. */
  #offerIcons(letters) {
    const wanted = letters.trim().toLowerCase();
    const names = this.#easel.icons.filter((name) => name.includes(wanted));
    const first = [...new Set([...names.filter((name) => name.startsWith(wanted)), ...names])].slice(0, MOST_ICONS);
    // What is pressed is added before the field loses what is typed in it.
    const add = (name) => (event) => {
      event.preventDefault();
      this.signs.hidden = true;
      this.#toFace();
      this.#putIcon(name);
    };
    // Arrows go among them: Tab goes on behind the field.
    const chips = first.map((name) => button(name, { class: 'chip', tabIndex: -1, onclick: add(name), onmousedown: (event) => event.preventDefault() }));
    this.signs.hidden = chips.length === 0;
    this.signs.replaceChildren(...chips);
    picture(chips, first, this.#hands);
  }

  /** From icon to icon by arrows, also up and down; Escape goes back to the face. */
  #signKey(event) {
    if (event.key === 'Escape') this.#toFace();
    const chips = [...this.signs.children];
    const across = Math.max(1, chips.findIndex(({ offsetTop }) => offsetTop > chips[0].offsetTop));
    const by = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: across, ArrowUp: -across }[event.key];
    if (!by) return;
    event.preventDefault();
    const to = chips.indexOf(document.activeElement) + by;
    if (to < 0) this.adding.querySelector('.icon').focus();
    else chips[Math.min(to, chips.length - 1)].focus();
  }

  /** Back from the names of icons to the face, where what is added is moved. */
  #toFace() {
    this.signs.hidden = true;
    // What was typed is done with, also when the field is made anew.
    this.adding.querySelector('.icon').value = '';
    this.#canvas.root.focus();
  }

  /** Adds an icon, or offers those whose names are like that of one that does not exist. */
  async #addIcon(name) {
    this.signs.hidden = true;
    const plain = name.replaceAll(':', '');
    const like = await this.#hands.likeIcon(plain).catch(() => []);
    // What is the only one that is offered is meant.
    const offered = this.#easel.icons.filter((known) => known.includes(plain));
    const meant = this.#easel.icons.includes(plain) || like[0] === plain ? plain : offered.length === 1 ? offered[0] : null;
    if (meant !== null) {
      this.#toFace();
      await this.#putIcon(meant);
      return;
    }
    const add = (name) => () => {
      this.wrong.hidden = true;
      this.#putIcon(name);
    };
    const chips = like.map((name) => button(name, { class: 'chip', onclick: add(name) }));
    picture(chips, like, this.#hands);
    this.wrong.hidden = false;
    this.wrong.dataset.told = '';
    this.wrong.replaceChildren(el('li', {}, `There is no icon “${plain}”. `, el('div', { class: 'chips' }, el('span', { class: 'tag' }, like.length > 0 ? 'Names like it' : 'Type a few letters, and the icons that match are offered.'), ...chips)));
  }

  async #pictureMarkup(path) {
    const [x, y, w, h] = await this.#free(this.#sizes([0.7, 0.45, 0.3], 1));
    return `{{ image("${path}", x=${x}, y=${y}, w=${w}, h=${h}) }}`;
  }

  #shape(name) {
    const [x, y, w, h] = this.#middle(0.5);
    const colours = coloursOf(this.#easel);
    const colour = (wish) => (colours.includes(wish) ? `{{ c.${wish} }}` : colours.length > 0 ? `{{ c.${colours[0]} }}` : '#888888');
    if (name === 'line') return `<line x1="${x}" y1="${y}" x2="${round(x + w)}" y2="${y}" stroke="${colour('ink')}" stroke-width=".5"/>`;
    if (name === 'ellipse') return `<ellipse cx="${round(x + w / 2)}" cy="${round(y + h / 2)}" rx="${round(w / 2)}" ry="${round(h / 2)}" fill="${colour('paper')}" stroke="${colour('ink')}" stroke-width=".35"/>`;
    return `<rect x="${x}" y="${y}" width="${w}" height="${h}" rx="1" fill="${colour('paper')}" stroke="${colour('ink')}" stroke-width=".35"/>`;
  }
}

/** The name of the icon that a text is; null if it is something else. */
function iconOf(element) {
  const [, icon] = setting(element, '0').match(/^["']:([\p{L}\p{N}_-]+):["']$/u) ?? [];
  return icon ?? null;
}

/** What a path is, as far as its looks tell. */
function nameOfPath(element) {
  const [first] = element.places;
  if (first && Math.min(first.box[2], first.box[3]) < 0.1) return 'Line';
  return setting(element, 'fill') === 'none' ? 'Outline' : NAMES.path;
}

/** How much of one thing is within the box of another, 0 to 1. */
function overlap({ places: [one] }, { places: [other] }) {
  if (!one || !other) return 0;
  const [[x, y, w, h], [left, top, width, height]] = [one.box, other.box];
  const across = Math.min(x + w, left + width) - Math.max(x, left);
  const down = Math.min(y + h, top + height) - Math.max(y, top);
  return across > 0 && down > 0 ? (across * down) / Math.max(w * h, 1e-6) : 0;
}

/** Gives up the pictures of a thing and of the face without it. */
function revoke({ alone, rest }) {
  giveUp(alone);
  giveUp(rest);
}

/** An act on what is selected, which was in one place of the template and is in another now; null if it was on something else. */
function at(act, was, now) {
  const [[kind, what]] = Object.entries(act);
  if (kind === 'add' || was === now) return act;
  if (kind === 'all') {
    const all = what.map((one) => at(one, was, now));
    return all.includes(null) ? null : { all };
  }
  return what.at === was && now !== null ? { [kind]: { ...what, at: now } } : null;
}
