// The kit's texts as they are: rules, templates, tables.

import { button, el, sentence } from '../parts.js';
import { ADDITIONS } from './additions.js';
import { Completion } from './complete.js';
import { placeIn } from './place.js';
import { Vocabulary } from './vocabulary.js';

/** How long after a letter it is looked whether it is wrong, ms. */
const CALM = 400;
/** How long after that it is written, if nothing is wrong, ms. */
const SAVED = 900;
/** The most marks beside a text. */
const MOST_MARKS = 12;

export class Files {
  #hands;
  #path = null;
  #said = '';
  /** The only file that is shown, if it is one. */
  #only;
  /** What is wrong in all files. */
  #wrong = [];
  /** What is wrong in what is typed and not written yet; null if nothing is. */
  #typed = null;
  #timer = 0;

  constructor(hands, only = null) {
    this.#hands = hands;
    this.#only = only;
    this.choice = el('select', { 'aria-label': 'File', onchange: () => this.#open(this.choice.value) });
    this.area = el('textarea', { class: 'code', spellcheck: false, wrap: only ? 'soft' : 'off', 'aria-label': 'Its text', onkeydown: (event) => this.#key(event) });
    this.area.addEventListener('change', () => this.#save());
    this.area.addEventListener('input', () => this.#check());
    this.area.addEventListener('scroll', () => this.#mark());
    this.marks = el('div', { class: 'marks', 'aria-hidden': 'true' });
    new ResizeObserver(() => this.#mark()).observe(this.area);
    const completion = new Completion(this.area, (text, at) => this.#hands.candidates(this.#path, text, at));
    const input = el('input', { type: 'file', multiple: true, class: 'unseen', tabIndex: -1, 'aria-label': 'Pictures and fonts to add', accept: '.png,.jpg,.jpeg,.webp,.svg,.ttf,.otf' });
    input.addEventListener('change', () => this.#add(input));
    this.vocabulary = new Vocabulary((text, at) => this.#hands.candidates(this.#path, text, at));
    const all = button('All words', { class: 'btn', onclick: () => this.vocabulary.open(this.area.value) });
    this.wrong = el('ul', { class: 'warnings', 'aria-live': 'polite', 'aria-label': 'What is wrong in it', hidden: true });
    const hint = el('span', { class: 'tag' }, 'Rules are code: type a letter, and words that fit are offered. Everything is kept as you type.');
    const parts = ADDITIONS.map(([words, put]) => button(words, { class: 'btn', onclick: () => this.#put(put) }));
    const tools = only ? [...parts, all, hint] : [this.choice, button('Add pictures or fonts', { class: 'btn', onclick: () => input.click() }), input];
    this.root = el('div', { class: 'files' }, el('div', { class: 'does' }, ...tools), this.area, this.marks, this.wrong, completion.list, this.vocabulary.root);
  }

  /** The texts there are, and what is wrong with them. */
  show(texts, wrong = []) {
    const names = this.#only ? [this.#only] : texts.filter((path) => !path.endsWith('.schema.json'));
    const kept = [...this.choice.options].map(({ value }) => value);
    if (kept.join() !== names.join()) this.choice.replaceChildren(...names.map((path) => el('option', { value: path }, path)));
    this.#path ??= names.find((path) => path.endsWith('.svg')) ?? names[0];
    this.choice.value = this.#path;
    this.#wrong = wrong;
    this.#warn();
    if (this.root.isConnected) this.opened();
  }

  /** What is wrong in the text that is shown. */
  get #own() {
    return (this.#typed ?? this.#wrong).filter(({ path, line }) => path === this.#path && line);
  }

  /** The file whose mistakes are told here. */
  get path() {
    return this.#path;
  }

  /** Looks whether what is typed is wrong, and writes it if it is not. */
  #check() {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(async () => {
      const [path, text] = [this.#path, this.area.value];
      const found = text === this.#said ? null : await this.#hands.check(path, text).catch(() => null);
      if (path !== this.#path || text !== this.area.value) return;
      this.#typed = found;
      this.#warn();
      // What is wrong in it is told here until it is right, or until the text is left.
      if (found?.length === 0) this.#timer = setTimeout(() => this.#save(), SAVED);
    }, CALM);
  }

  /** Marks the lines in which something is wrong, in the margin of the text. */
  #mark() {
    const own = this.#own.slice(0, MOST_MARKS);
    if (own.length === 0) {
      this.marks.replaceChildren();
      return;
    }
    const starts = [0];
    for (const { length } of this.area.value.split('\n')) starts.push(starts.at(-1) + length + 1);
    const bars = own.filter(({ line }) => line < starts.length).map(({ line }) => {
      const { top, line: height } = placeIn(this.area, starts[line - 1]);
      const bar = el('span', {});
      bar.style.top = `${top - this.area.scrollTop}px`;
      bar.style.height = `${height}px`;
      return bar;
    });
    this.marks.replaceChildren(...bars);
  }

  #warn() {
    const own = this.#own;
    this.#mark();
    this.wrong.hidden = own.length === 0;
    const place = ({ line, column }) => button(`Line ${line}`, { class: 'link', onclick: () => this.goTo(this.#path, line, column ?? 1) });
    this.wrong.replaceChildren(...own.map((one) => el('li', {}, place(one), `: ${sentence(one.message)}`, one.help ? el('small', {}, ` ${sentence(one.help)}`) : null)));
  }

  /** Reads the file anew, unless something is being typed. */
  async opened() {
    if (this.#path === null || (this.#said !== '' && this.area.value !== this.#said)) return;
    const [path, said, shown] = [this.#path, this.#said, this.area.value];
    const text = await this.#hands.text(path);
    // What was typed, written or opened meanwhile is newer than what was read.
    const isNewer = path !== this.#path || said !== this.#said || shown !== this.area.value;
    if (isNewer || text === said) return;
    this.#said = text;
    this.area.value = text;
    this.area.dataset.said = text;
    this.#warn();
  }

  async goTo(path, line, column = 1) {
    if (path !== this.#path || this.area.value === '') await this.#open(path);
    const lines = this.area.value.split('\n');
    const start = lines.slice(0, line - 1).reduce((sum, { length }) => sum + length + 1, 0);
    const at = start + column - 1;
    this.area.focus();
    this.area.setSelectionRange(at, start + (lines[line - 1]?.length ?? 0));
    const { top, line: height } = placeIn(this.area, start);
    this.area.scrollTop = Math.max(0, top - 5 * height);
  }

  /** Puts a part into the rules, and takes in hand what is to be changed first. */
  async #put(put) {
    // What was undone meanwhile is read first.
    await this.opened();
    const { text, at } = put(this.area.value);
    this.area.value = text;
    await this.#save();
    this.area.focus();
    this.area.setSelectionRange(...at);
    const { top, line } = placeIn(this.area, at[0]);
    this.area.scrollTop = Math.max(0, top - 5 * line);
  }

  async #open(path) {
    await this.#save();
    this.#path = path;
    this.#typed = null;
    this.#said = '';
    this.area.value = '';
    this.choice.value = path;
    this.#warn();
    await this.opened();
  }

  async #save() {
    if (this.#path === null || this.area.value === this.#said) return;
    const text = this.area.value;
    this.#said = text;
    this.#typed = null;
    clearTimeout(this.#timer);
    this.area.dataset.said = text;
    await this.#hands.write(this.#path, text);
  }

  async #add(input) {
    const files = [...input.files];
    input.value = '';
    for (const file of files) await this.#hands.add(file);
  }

  #key(event) {
    if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 's') {
      event.preventDefault();
      this.#save();
    }
  }
}
