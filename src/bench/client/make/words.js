// The texts of a kit's manifest: its colours in every ink, and everything that people read.

import { INKS, counted, el, sentence } from '../parts.js';
import { Game, RULES } from './game.js';
import { nameOf } from './settings.js';

const IS_COLOUR = /^#[0-9a-f]{6}$/i;
/** What a kit is made of, rather than what people read. */
const TECHNICAL = /(^|\.)(id|game|language|licence|palette|rows|front|back|pile|name|make|shape|count|alt|cover|fonts?|tuckbox|mat|index|by)(\[|\.|$)/;

/** Cells of the manifest, each with a label, written when they are left. */
class Manifest {
  _hands;
  #file = null;
  #from = [];

  constructor(hands) {
    this._hands = hands;
  }

  _read(grid) {
    this.#file = grid.file;
    this.#from = grid.rows.map(([, [value]]) => value);
  }

  /** Writes a value. */
  _write(row, to) {
    if (to === this.#from[row]) return Promise.resolve(true);
    return this._hands.edit({ file: this.#file, deck: null, row, column: 0, from: this.#from[row] }, to);
  }

  /** A field for a text. */
  _field(row, label, value) {
    const words = el('textarea', { rows: 1, value, spellcheck: true, 'aria-label': label });
    words.value = value;
    words.dataset.said = value;
    words.addEventListener('change', async () => {
      if (!(await this._write(row, words.value))) words.value = words.dataset.said;
    });
    words.addEventListener('keydown', (event) => {
      if (event.key === 'Enter' && !event.shiftKey) {
        event.preventDefault();
        words.blur();
      }
    });
    return words;
  }
}

export class Colours extends Manifest {
  root = el('div', { class: 'colours' });
  #shown = '';

  /** The palette; first the colours that are `used` on faces. */
  show(grid, used = null) {
    this._read(grid);
    const colours = new Map();
    grid.rows.forEach(([path, [value]], row) => {
      const [, name, ink] = path.match(/^palette\.([^.]+)(?:\.(\w+))?$/) ?? [];
      if (!name || !IS_COLOUR.test(value)) return;
      if (!colours.has(name)) colours.set(name, {});
      colours.get(name)[ink ?? 'color'] = { row, value };
    });
    const shown = JSON.stringify([[...colours], used]);
    if (shown === this.#shown) return;
    this.#shown = shown;
    const focused = document.activeElement?.getAttribute('aria-label');
    const line = ([name, inks]) => el('tr', {}, el('th', { scope: 'row' }, sentence(nameOf(name))), ...INKS.map(([ink, words]) => el('td', {}, inks[ink] ? this.#picker(inks[ink], `${name}, ${words.toLowerCase()}`) : el('span', { class: 'tag' }, ink === 'lean' ? 'as in black' : 'none'))));
    const isUsed = ([name]) => !used || used.includes(name);
    const [lines, others] = [[...colours].filter(isUsed), [...colours].filter((one) => !isUsed(one))].map((some) => some.map(line));
    const table = (some) => el('table', {}, el('thead', {}, el('tr', {}, el('th', {}, 'Name'), ...INKS.map(([, words]) => el('th', { scope: 'col' }, words)))), el('tbody', {}, ...some));
    const told = 'Change a colour here, and everything that is drawn with it changes. It has a value for each way to print: on a colour printer, with little ink, and in black only.';
    this.root.replaceChildren(...(colours.size > 0 ? [el('p', { class: 'hint' }, told), lines.length > 0 ? table(lines) : null, others.length > 0 ? el('details', {}, el('summary', {}, `${counted(others.length, 'colour')} that no face has now`), table(others)) : null].filter(Boolean) : [el('p', { class: 'hint' }, 'This kit names no colours: what is drawn has its own.')]));
    if (focused && !document.activeElement?.getAttribute('aria-label')) this.root.querySelector(`[aria-label="${CSS.escape(focused)}"]`)?.focus();
  }

  #picker({ row, value }, label) {
    const pick = el('input', { type: 'color', value, 'aria-label': label });
    pick.addEventListener('change', () => this._write(row, pick.value.toUpperCase()));
    return el('span', { class: 'swatch' }, pick, el('code', {}, value));
  }
}

/** What people read of a game and of its decks, in plain words. */
const PLAIN = {
  title: 'Name of the game',
  subtitle: 'A line under the name',
  year: 'Year',
  licence: 'Licence: who may use it, and how',
  'players.min': 'Fewest players',
  'players.max': 'Most players',
  goal: 'What players try to do',
};
const OF_DECK = { title: 'What they are called', stock: 'What to print them on', note: 'A note', caption: 'A caption' };

export class Texts extends Manifest {
  root = el('div', { class: 'texts' });
  #shown = '';
  #game = new Game(this._hands);

  show(grid, { players, texts: files } = {}) {
    this._read(grid);
    const texts = grid.rows.map(([path, [value]], row) => ({ path, value, row })).filter(({ path, value }) => value !== null && !/^(palette\.|languages\[)/.test(path));
    this.#game.show({ players, hasRules: files?.includes(RULES) ?? false, hasSubtitle: texts.some(({ path }) => path === 'subtitle') });
    const shown = JSON.stringify(texts);
    if (shown === this.#shown) return;
    this.#shown = shown;
    const [read, made] = [texts.filter(({ path }) => !TECHNICAL.test(path)), texts.filter(({ path }) => TECHNICAL.test(path))];
    const isOpen = this.root.querySelector('details')?.open ?? false;
    const groups = new Map([[null, []]]);
    for (const text of read) {
      const of = text.path.match(/^(\w+)\[([^\]]*\D[^\]]*)\]\./)?.slice(1).join(' ') ?? null;
      groups.set(of, [...(groups.get(of) ?? []), text]);
    }
    const titles = new Map(texts.map(({ path, value }) => [path, value]));
    const sections = [...groups].map(([of, some]) => this.#group(of, some, titles));
    sections[0].append(this.#game.root);
    this.root.replaceChildren(...sections, el('details', { open: isOpen }, el('summary', {}, 'How it is put together: files, sizes and names'), el('div', {}, ...made.map((text) => this.#named(text, sentenceOf(text.path))))));
  }

  /** The texts of the game, or of a deck, under what it is called. */
  #group(of, some, titles) {
    const [kind, name] = of?.split(/ (.*)/) ?? [null, null];
    const title = kind === null ? 'The game' : kind === 'deck' ? titles.get(`deck[${name}].title`) ?? name : kind === 'need' ? `Also needed: ${name}` : name;
    return el('section', {}, el('h2', {}, title), ...some.map((text) => this.#named(text, plainly(text.path), false)));
  }

  /** A text with what it is for, and perhaps its name in the file. */
  #named({ path, value, row }, words, hasName = true) {
    const name = hasName ? el('span', { class: 'key-name', 'aria-hidden': 'true' }, ` ${path}`) : null;
    return el('label', { class: 'field' }, el('span', {}, words, name), this._field(row, words, value));
  }
}

/** What a text is for. */
function plainly(path) {
  const key = path.replace(/^\w+\[[^\]]*\D[^\]]*\]\./, '');
  const designer = key.match(/^designers\[(\d+)\]$/)?.[1];
  if (designer) return designer === '1' ? 'By' : 'and by';
  if (path.startsWith('need[') && key === 'use') return 'What for';
  return (path.startsWith('deck[') ? OF_DECK[key] : PLAIN[key]) ?? sentenceOf(key);
}

/** "deck[cards].title" as "Cards: title" */
function sentenceOf(path) {
  const [, deck, key] = path.match(/^\w+\[([^\]]*\D[^\]]*)\]\.(.+)$/) ?? [null, null, path];
  const words = key.replaceAll('_', ' ').replace(/\[(\d+)\]/g, ' $1').replaceAll('.', ': ');
  return sentence(deck ? `${deck.replaceAll('_', ' ')}: ${words}` : words);
}
