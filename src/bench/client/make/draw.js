// Drawing on a face: what is on it is selected, dragged, sized and changed; what that does to its template is the program's work.

import { button, el, field, half, select, sentence } from '../parts.js';
import { Canvas } from './canvas.js';
import { coveredShare } from './covered.js';
import { faults } from './faults.js';

const SHAPES = [['rect', 'Rectangle'], ['ellipse', 'Ellipse'], ['line', 'Line']];
const NAMES = { rect: 'Rectangle', circle: 'Circle', ellipse: 'Ellipse', line: 'Line', path: 'Shape', polygon: 'Shape', polyline: 'Shape', g: 'Group', text: 'Fixed text', use: 'Symbol', image: 'Picture', include: 'Included drawing' };
const WEIGHTS = { 400: '', 600: ', half bold', 700: ', bold', 900: ', black' };
/** Where a kit's own icons are; those that ship are found too. */
const ICONS = 'faces/icons';
const IS_NAME = /^[\p{L}_][\p{L}\p{N}_]*$/u;
/** What repeats something here, as it is written. */
const REPEAT = /^for nth in range\(\((.*)\)\|int\)$/;
/** Something counts as covered if this share of it is not seen. */
const COVERED = 0.25;
/** The most texts that are looked at below what was moved. */
const MOST_BELOW = 6;
const IS_QUOTED = /^"[^"\\]*"$|^'[^'\\]*'$/;

export class Draw {
  #hands;
  #canvas;
  /** The face: deck, code, back and ink; and what is on it. */
  #of = null;
  #easel = null;
  /** The selected element, by where it begins in the template. */
  #at = null;
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
  #layers = el('ul', { class: 'layers', role: 'listbox', 'aria-label': 'What is on it, from the top', tabIndex: 0, onkeydown: (event) => this.#walk(event) });
  #form = el('div', { class: 'setting' });
  #status = el('p', { class: 'tag', role: 'status' });

  constructor(hands) {
    this.#hands = hands;
    this.#canvas = new Canvas({
      select: (at) => this.#select(at),
      place: (element, place, to) => this.#put({ place: { at: element.at, matrix: place.matrix, from: place.box, to } }),
      remove: () => this.#remove(),
    });
    this.adding = el('div', { class: 'does' });
    this.faint = el('input', { type: 'checkbox', onchange: () => this.#ghosts() });
    this.acts = el('div', { class: 'does', role: 'group', 'aria-label': 'With what is selected' });
    this.wrong = el('ul', { class: 'warnings', 'aria-live': 'polite', hidden: true });
    this.covering = el('div', { class: 'covering', role: 'status', hidden: true });
    const fold = (words, part) => el('details', { open: true }, el('summary', {}, words), part);
    const side = el('div', { class: 'beside' }, fold('What is on the face', this.#layers), fold('What is selected', this.#form));
    const tools = el('div', { class: 'does' }, this.adding, el('label', { class: 'tick' }, this.faint, 'Show other rows faintly'));
    this.root = el('div', { class: 'draw' }, tools, el('div', { class: 'told-here' }, this.covering, this.wrong), el('div', { class: 'board' }, this.#canvas.root, side), this.acts, this.#status);
  }

  /** A face was drawn anew: `picture` is its address, or null if it could not be drawn, with what is wrong on it. */
  async shown(of, deck, picture, unfit = []) {
    this.#canvas.show(deck, picture);
    this.#picture = picture ?? this.#picture;
    this.wrong.hidden = unfit.length === 0;
    this.wrong.replaceChildren(...faults(unfit, this.#hands));
    this.#of = of;
    const asked = ++this.#asked;
    try {
      const easel = await this.#hands.easel(of);
      if (asked !== this.#asked) return;
      this.#easel = easel;
      this.#settle();
      this.#refresh();
      await this.#take();
      while (this.#isMoved && asked === this.#asked) await this.#look();
      await this.#ghosts();
    } catch (error) {
      if (asked === this.#asked) this.#status.textContent = sentence(error.message);
    }
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
    this.#lifting += 1;
    if (this.#lift) revoke(this.#lift);
    this.#lift = null;
    this.#addresses.forEach((address) => URL.revokeObjectURL(address));
    this.#addresses = [];
  }

  /** Shows other rows through the face, if that is wished. */
  async #ghosts() {
    const faces = this.faint.checked ? await this.#hands.others(this.#of) : [];
    this.#addresses.forEach((address) => URL.revokeObjectURL(address));
    this.#addresses = faces.map((face) => URL.createObjectURL(new Blob([face], { type: 'image/svg+xml' })));
    this.#canvas.ghosts(this.#addresses);
  }

  get #selected() {
    return this.#easel?.elements.find(({ at }) => at === this.#at) ?? null;
  }

  /** The names by which a template has what is in a row. */
  get #fields() {
    return ['code', ...this.#easel.fields].filter((name) => IS_NAME.test(name));
  }

  #select(at) {
    this.#at = at;
    this.#cover(null);
    this.#refresh();
    this.#take();
  }

  /** Places something, or takes its picture back to where it was. */
  async #put(act) {
    if (!(await this.#act(act))) this.#canvas.restore();
  }

  // ---------- what covers what ----------

  /** Gets pictures of what is selected: it stays seen while it is dragged. */
  async #take() {
    const at = this.#at;
    const asked = ++this.#lifting;
    this.#canvas.lift(at, null);
    if (this.#lift) revoke(this.#lift);
    this.#lift = null;
    if (at === null) return;
    const parts = await this.#parts(at);
    if (!parts) return;
    if (asked !== this.#lifting) {
      revoke(parts);
      return;
    }
    this.#lift = parts;
    this.#canvas.lift(at, parts);
    if (this.#isAwaited) this.#look();
  }

  /** The addresses of pictures of one thing alone, and of the face without it; null if there are none. */
  async #parts(at) {
    const drawn = await this.#hands.lifted(this.#of, at).catch(() => null);
    const address = (source) => URL.createObjectURL(new Blob([source], { type: 'image/svg+xml' }));
    return drawn && { alone: address(drawn.alone), rest: address(drawn.rest) };
  }

  /** Tells if what was moved is covered by something, or covers a text. */
  async #look() {
    this.#isMoved = false;
    this.#isAwaited = false;
    const element = this.#selected;
    const picture = this.#picture;
    this.#cover(null);
    if (!element || !picture) return;
    if (!this.#lift) {
      // Its own picture is still to come.
      this.#isAwaited = true;
      return;
    }
    const { elements } = this.#easel;
    const own = elements.indexOf(element);
    const share = await coveredShare(this.#lift.alone, picture);
    if (picture !== this.#picture) {
      // It is another face by now.
      this.#isMoved = true;
      return;
    }
    if (share > COVERED) {
      const above = elements.slice(own + 1).filter((other) => other.name !== 'g' && overlap(element, other) > 0);
      const by = above.sort((one, other) => overlap(element, other) - overlap(element, one))[0];
      this.#cover(`${this.#named(element)} is covered${by ? ` by ${this.#named(by)}` : ''}.`, 'Bring it to the front', element);
      return;
    }
    const texts = elements.slice(0, own).filter((other) => other.kind === 'text' && overlap(other, element) > 0.2).slice(0, MOST_BELOW);
    for (const text of texts) {
      const parts = await this.#parts(text.at);
      if (!parts) continue;
      const share = await coveredShare(parts.alone, picture);
      revoke(parts);
      if (picture !== this.#picture) {
        this.#isMoved = true;
        return;
      }
      if (share > COVERED) {
        this.#cover(`${this.#named(element)} now covers ${this.#named(text)}.`, 'Bring the text to the front', text);
        return;
      }
    }
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

  /** Has the program do something to the template, and goes on with what it was done to. */
  async #act(act) {
    // What is typed faster than it is drawn is done to the same thing, wherever it is then.
    const was = this.#at;
    while (this.#fresh) await this.#fresh;
    const moved = at(act, was, this.#at);
    if (!moved) return false;
    this.wait();
    const { deck, back } = this.#of;
    const state = await this.#hands.draw(deck, back, moved);
    this.#status.textContent = state ? '' : 'That could not be done.';
    if (state) {
      this.#at = state.at;
      this.#isMoved = ['place', 'add', 'order', 'copy'].includes(Object.keys(moved)[0]);
    }
    if (!state) this.#settle();
    return Boolean(state);
  }

  async #remove() {
    const element = this.#selected;
    if (!element) return;
    const below = this.#easel.elements.filter(({ parent }) => parent === element.parent);
    if (!(await this.#act({ delete: { at: element.at } }))) return;
    this.#at = below[0] === element ? null : below[0].at;
    this.#refresh();
  }

  #refresh() {
    const { elements } = this.#easel;
    if (!this.#selected) this.#at = null;
    this.#canvas.put(elements, this.#at, (element) => this.#named(element));
    this.#list(elements);
    this.#fill();
    this.#offer();
  }

  // ---------- what is on it ----------

  #list(elements) {
    const depth = (element) => (element.parent === null ? 0 : 1 + depth(elements.find(({ at }) => at === element.parent)));
    const lines = [...elements].reverse().map((element) => {
      const isSelected = element.at === this.#at;
      const more = [element.when ? `if ${element.when}` : null, ...element.within.map(told), element.places.length === 0 ? 'not shown here' : null].filter(Boolean).join(', ');
      const line = el('li', { role: 'option', id: `layer-${element.at}`, 'aria-selected': String(isSelected), onclick: () => this.#select(element.at) }, this.#named(element), more ? el('small', {}, more) : null);
      line.dataset.depth = Math.min(depth(element), 5);
      return line;
    });
    this.#layers.replaceChildren(...lines);
    if (this.#at === null) this.#layers.removeAttribute('aria-activedescendant');
    else this.#layers.setAttribute('aria-activedescendant', `layer-${this.#at}`);
    const line = this.#layers.querySelector('[aria-selected=true]');
    if (line) this.#layers.scrollTop = line.offsetTop - this.#layers.offsetTop - this.#layers.clientHeight / 3;
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
    if (element.kind === 'text') return `Text: ${IS_QUOTED.test(said) ? `“${said.slice(1, -1)}”` : said}`;
    if (element.kind === 'picture') return `Picture: ${said}`;
    if (element.kind === 'inserted') return NAMES[element.name] ?? (element.name ? `Made by ${element.name}` : 'Made by a formula');
    return NAMES[element.name] ?? element.name;
  }

  // ---------- what is selected ----------

  #fill() {
    const element = this.#selected;
    // What is being typed stays.
    const active = this.#form.contains(document.activeElement) ? document.activeElement : null;
    const isTyped = active?.dataset.said !== undefined && active.value !== active.dataset.said;
    if (isTyped && this.#form.dataset.at === String(this.#at)) return;
    const focused = active?.name;
    this.#form.dataset.at = String(this.#at);
    if (!element) {
      this.#form.replaceChildren(el('p', { class: 'hint' }, 'Press something on the face or in the list to change it, or add something.'));
      return;
    }
    const parts = [el('h2', {}, this.#named(element)), this.#corners(element)];
    if (element.kind === 'text') parts.push(...this.#textFields(element));
    if (element.kind === 'picture') parts.push(...this.#pictureFields(element));
    if (element.kind === 'element') parts.push(...this.#shapeFields(element));
    if (element.kind === 'inserted') parts.push(el('p', { class: 'hint' }, 'This is made by a formula in the face’s file: here it can be moved, sized and deleted; what it draws is changed under Files.'));
    parts.push(this.#when(element));
    this.#form.replaceChildren(el('div', { class: 'wishes' }, ...parts.filter(Boolean)));
    if (focused) this.#form.querySelector(`[name="${focused}"]`)?.focus();
  }

  /** Where it is and how large, mm. */
  #corners(element) {
    const place = element.places[0];
    if (!place) return el('p', { class: 'hint' }, 'It is not shown in this row.');
    const names = ['From the left', 'From the top', 'Width', 'Height'];
    const inputs = place.box.map((length, index) => {
      const input = el('input', { name: `corner${index}`, type: 'number', step: 0.1, value: round(length) });
      input.dataset.said = input.value;
      input.addEventListener('change', () => {
        const to = place.box.map((was, other) => (other === index && input.value !== '' ? Number(input.value) : was));
        this.#act({ place: { at: element.at, matrix: place.matrix, from: place.box, to } });
      });
      return half(names[index], input);
    });
    return el('fieldset', { class: 'wishes' }, el('legend', { class: 'unseen' }, 'Its place, mm'), ...inputs);
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
      this.#input(element, 'Letter size, mm', 'size'),
      this.#input(element, 'Smallest, to make it fit, mm', 'min', { placeholder: 'no smaller' }),
      this.#font(element),
      this.#choice(element, 'Aligned', 'align', [['start', 'left'], ['middle', 'in the middle'], ['end', 'right']], { usual: 'middle', ...unquote }),
      this.#choice(element, 'In its box', 'valign', [['top', 'at the top'], ['middle', 'in the middle'], ['bottom', 'at the bottom']], { usual: 'middle', ...unquote }),
      this.#choice(element, 'Italic', 'italic', [['false', 'no'], ['true', 'yes']]),
      this.#colour(element, 'Colour', 'fill', { bare: true }),
      this.#choice(element, 'Icon names such as :sword:', 'icons', [['', 'printed as letters'], [ICONS, 'shown as icons']], { write: (to) => (to === '' ? '' : quoted(to)), read: bare }),
    ];
  }

  /** A font with its weight, which are set as one. */
  #font(element) {
    const said = `${bare(setting(element, 'font') || 'Alegreya')} ${setting(element, 'weight') || 400}`;
    const fonts = this.#easel.fonts.map(([family, weight]) => [`${family} ${weight}`, family + (WEIGHTS[weight] ?? `, ${weight}`)]);
    const known = fonts.some(([value]) => value === said);
    const input = select('font', known ? fonts : [...fonts, [said, said]]);
    input.value = said;
    input.addEventListener('change', () => {
      const [family, weight] = this.#easel.fonts.find(([family, weight]) => `${family} ${weight}` === input.value) ?? [];
      if (!family) return;
      const set = (name, to) => ({ set: { at: element.at, name, to } });
      this.#act({ all: [set('font', quoted(family)), set('weight', String(weight))] });
    });
    return half('Font', input);
  }

  #pictureFields(element) {
    const fields = this.#fields.map((name) => [name, `the row’s “${name}”`]);
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
      isPicture ? null : this.#input(element, 'Outline width, mm', 'stroke-width', { placeholder: isGroup ? 'its own' : '1' }),
      element.name === 'rect' ? this.#input(element, 'Round corners, mm', 'rx', { placeholder: '0' }) : null,
      this.#input(element, 'Opacity, 0 to 1', 'opacity', { placeholder: '1' }),
    ];
  }

  /** A colour of the kit's palette, or any other. */
  #colour(element, label, name, { bare: isExpression = false } = {}) {
    const said = setting(element, name);
    const write = (colour) => (isExpression ? `c.${colour}` : `{{ c.${colour} }}`);
    const names = Object.keys(this.#easel.colours).filter((colour) => IS_NAME.test(colour));
    const choices = [['', isExpression ? 'default' : 'that of its group'], ...(isExpression ? [] : [['none', 'none']]), ...names.map((colour) => [write(colour), colour.replaceAll('_', ' ')])];
    const known = choices.some(([value]) => value === said);
    const input = select(`set ${name}`, known ? choices : [...choices, [said, said]]);
    input.value = said;
    input.addEventListener('change', () => this.#set(element, name, input.value));
    return half(label, input);
  }

  #when(element) {
    const said = element.when ?? '';
    const input = el('input', { name: 'when', value: said, placeholder: 'always', autocomplete: 'off', spellcheck: false });
    input.dataset.said = said;
    input.addEventListener('change', () => input.value !== said && this.#act({ when: { at: element.at, to: input.value || null } }));
    const around = element.within.length > 0 ? `Around it: ${element.within.map(told).join(', ')}.` : 'A column, such as flavour, or a formula such as cost > 3';
    return field('Shown only if', input, around);
  }

  // ---------- what can be done ----------

  #offer() {
    const element = this.#selected;
    const act = (words, more, properties = {}) => button(words, { class: 'btn', onclick: more, ...properties });
    const order = (to) => () => this.#act({ order: { at: element.at, to } });
    const acts = element ? [
      act('Forward', order('up')), act('To the front', order('top')), act('Backward', order('down')), act('To the back', order('back')),
      act('Duplicate', () => this.#act({ copy: { at: element.at } })),
      act('Repeat', () => this.#act({ repeat: { at: element.at, count: '3', by: this.#step(element) } })),
      act('Delete', () => this.#remove()),
    ] : [];
    this.#keep(this.acts, acts);
    const shape = select('shape', [['', 'Add a shape…'], ...SHAPES]);
    shape.setAttribute('aria-label', 'Add a shape');
    shape.addEventListener('change', () => this.#add(this.#shape(shape.value)));
    const icon = el('input', { class: 'icon', placeholder: 'Add an icon…', 'aria-label': 'Add an icon, by its name', autocomplete: 'off' });
    icon.setAttribute('list', 'icon-names');
    icon.addEventListener('change', () => icon.value && this.#addIcon(icon.value.trim()));
    const icons = el('datalist', { id: 'icon-names' }, ...(this.#easel.icons ?? []).map((name) => el('option', { value: name })));
    const file = el('input', { type: 'file', accept: '.png,.jpg,.jpeg,.webp,.svg', class: 'unseen', tabIndex: -1, 'aria-label': 'A picture to add' });
    file.addEventListener('change', async () => {
      const path = await this.#hands.add(file.files[0]);
      if (path) this.#add(this.#pictureMarkup(path));
    });
    this.#keep(this.adding, [act('Add a text', () => this.#add(this.#text())), shape, act('Add a picture', () => file.click()), file, icon, icons]);
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

  #add(markup) {
    return this.#act({ add: { markup } });
  }

  /** A box in the middle, mm. */
  #middle(share, flat = 1) {
    const [w, h] = this.#canvas.size;
    const width = w * share;
    const height = Math.min(h * share, width) * flat;
    return [(w - width) / 2, (h - height) / 2, width, height].map(round);
  }

  #text() {
    const [x, y, w, h] = this.#middle(0.7, 0.2);
    return `{{ text("Words", x=${x}, y=${y}, w=${w}, h=${h}, size=${round(Math.min(5, h * 0.7))}, min=2) }}`;
  }

  #icon(name) {
    const [x, y, w, h] = this.#middle(0.3);
    return `{{ text(":${name.replace(/[^\p{L}\p{N}_-]/gu, '')}:", x=${x}, y=${y}, w=${w}, h=${h}, size=${round(h * 0.8)}, min=1, icons="${ICONS}") }}`;
  }

  /** Adds an icon, or offers those whose names are like that of one that does not exist. */
  async #addIcon(name) {
    const plain = name.replaceAll(':', '');
    const own = this.#easel.pictures.map((path) => path.split('/').at(-1).replace(/\.svg$/, ''));
    const like = await this.#hands.likeIcon(plain).catch(() => []);
    if (own.includes(plain) || this.#easel.icons.includes(plain) || like[0] === plain) {
      await this.#add(this.#icon(plain));
      return;
    }
    const add = (name) => () => {
      this.wrong.hidden = true;
      this.#add(this.#icon(name));
    };
    const chips = like.map((name) => button(name, { class: 'chip', onclick: add(name) }));
    this.wrong.hidden = false;
    this.wrong.replaceChildren(el('li', {}, `There is no icon “${plain}”. `, el('div', { class: 'chips' }, el('span', { class: 'tag' }, like.length > 0 ? 'Names like it' : 'Type a few letters, and the icons that match are offered.'), ...chips)));
  }

  #pictureMarkup(path) {
    const [x, y, w, h] = this.#middle(0.7);
    return `{{ image("${path}", x=${x}, y=${y}, w=${w}, h=${h}) }}`;
  }

  #shape(name) {
    const [x, y, w, h] = this.#middle(0.5);
    const colours = Object.keys(this.#easel.colours).filter((colour) => IS_NAME.test(colour));
    const colour = (wish) => (colours.includes(wish) ? `{{ c.${wish} }}` : colours.length > 0 ? `{{ c.${colours[0]} }}` : '#888888');
    if (name === 'line') return `<line x1="${x}" y1="${y}" x2="${round(x + w)}" y2="${y}" stroke="${colour('ink')}" stroke-width=".5"/>`;
    if (name === 'ellipse') return `<ellipse cx="${round(x + w / 2)}" cy="${round(y + h / 2)}" rx="${round(w / 2)}" ry="${round(h / 2)}" fill="${colour('paper')}" stroke="${colour('ink')}" stroke-width=".35"/>`;
    return `<rect x="${x}" y="${y}" width="${w}" height="${h}" rx="1" fill="${colour('paper')}" stroke="${colour('ink')}" stroke-width=".35"/>`;
  }
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
  URL.revokeObjectURL(alone);
  URL.revokeObjectURL(rest);
}

function setting(element, name) {
  return element.settings.find(([known]) => known === name)?.[1] ?? '';
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

/** A statement around something, in words if it was made here. */
function told(statement) {
  const [, count] = statement.match(REPEAT) ?? [];
  return count ? `repeated ${count} times` : statement;
}

/** Words as an argument of a call. */
function quoted(words) {
  return `"${words.replaceAll('\\', '').replaceAll('"', '”')}"`;
}

function bare(words) {
  return IS_QUOTED.test(words) ? words.slice(1, -1) : words;
}

function round(length) {
  return Math.round(length * 100) / 100;
}
