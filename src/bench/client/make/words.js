// The texts of a kit's manifest: its colours in every ink, and everything that people read.

import { el } from '../parts.js';

const IS_COLOUR = /^#[0-9a-f]{6}$/i;
const INKS = [['color', 'Colour'], ['lean', 'Little ink'], ['mono', 'Black only']];
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

  show(grid) {
    this._read(grid);
    const colours = new Map();
    grid.rows.forEach(([path, [value]], row) => {
      const [, name, ink] = path.match(/^palette\.([^.]+)(?:\.(\w+))?$/) ?? [];
      if (!name || !IS_COLOUR.test(value)) return;
      if (!colours.has(name)) colours.set(name, {});
      colours.get(name)[ink ?? 'color'] = { row, value };
    });
    const shown = JSON.stringify([...colours]);
    if (shown === this.#shown) return;
    this.#shown = shown;
    const focused = document.activeElement?.getAttribute('aria-label');
    const lines = [...colours].map(([name, inks]) => el('tr', {}, el('th', { scope: 'row' }, name.replaceAll('_', ' ')), ...INKS.map(([ink, words]) => el('td', {}, inks[ink] ? this.#picker(inks[ink], `${name}, ${words.toLowerCase()}`) : '–'))));
    const head = el('thead', {}, el('tr', {}, el('th', {}, 'Name'), ...INKS.map(([, words]) => el('th', { scope: 'col' }, words))));
    this.root.replaceChildren(lines.length > 0 ? el('table', {}, head, el('tbody', {}, ...lines)) : el('p', {}, 'This kit has no named colours.'));
    if (focused && !document.activeElement?.getAttribute('aria-label')) this.root.querySelector(`[aria-label="${CSS.escape(focused)}"]`)?.focus();
  }

  #picker({ row, value }, label) {
    const pick = el('input', { type: 'color', value, 'aria-label': label });
    pick.addEventListener('change', () => this._write(row, pick.value.toUpperCase()));
    return el('span', { class: 'swatch' }, pick, el('code', {}, value));
  }
}

export class Texts extends Manifest {
  root = el('div', { class: 'texts' });
  #shown = '';

  show(grid) {
    this._read(grid);
    const texts = grid.rows.map(([path, [value]], row) => ({ path, value, row })).filter(({ path, value }) => value !== null && !path.startsWith('palette.'));
    const shown = JSON.stringify(texts);
    if (shown === this.#shown) return;
    this.#shown = shown;
    const [read, made] = [texts.filter(({ path }) => !TECHNICAL.test(path)), texts.filter(({ path }) => TECHNICAL.test(path))];
    const isOpen = this.root.querySelector('details')?.open ?? false;
    const fields = (some) => some.map(({ path, value, row }) => el('label', { class: 'field' }, el('span', {}, named(path)), this._field(row, named(path), value)));
    this.root.replaceChildren(...fields(read), el('details', { open: isOpen }, el('summary', {}, 'How it is put together'), el('div', {}, ...fields(made))));
  }
}

/** "deck[cards].title" as "Cards: title" */
function named(path) {
  const [, deck, key] = path.match(/^deck\[([^\]]+)\]\.(.+)$/) ?? [null, null, path];
  const words = key.replaceAll('_', ' ').replace(/\[(\d+)\]/g, ' $1');
  const text = deck ? `${deck.replaceAll('_', ' ')}: ${words}` : words;
  return text.charAt(0).toUpperCase() + text.slice(1);
}
