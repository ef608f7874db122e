// A deck's rows as a spreadsheet. A cell is written when it loses the focus; the row in hand is shown large.

import { Completion } from './complete.js';
import { button, counted, el } from '../parts.js';

const IS_PICTURE = /\.(png|jpe?g|webp|svg)$/i;
/** A column with no more different values than this offers them. */
const FEW = 12;
/** The most that are offered for one cell. */
const MOST = 60;
const IS_ICON = /:[\p{L}\p{N}_-]*$/u;

export class Rows {
  #hands;
  #grid = null;
  #codes = [];
  #head = el('thead');
  #body = el('tbody');
  /** The row whose face is shown. */
  #at = 0;
  /** Which columns are lists, what the kit allows in them, its pictures, and what is wrong in which line. */
  #facts = { lists: [], choices: {}, pictures: [], wrong: [] };
  /** The cell in hand, for which words are offered. */
  #cellAt = null;

  constructor(hands) {
    this.#hands = hands;
    this.about = el('span', { class: 'tag' });
    this.tools = el('div', { class: 'does' },
      button('Copy this row', { class: 'btn', onclick: () => this.#act('copy') }),
      button('Delete this row', { class: 'btn', onclick: () => this.#act('delete') }),
      this.about);
    this.chips = el('div', { class: 'chips', role: 'group', 'aria-label': 'For this cell', hidden: true, onkeydown: (event) => this.#chipKey(event) });
    this.root = el('div', { class: 'rows' }, this.tools, this.chips, el('div', { class: 'scroll', tabIndex: 0, role: 'group', 'aria-label': 'Rows' }, el('table', {}, this.#head, this.#body)));
  }

  show(grid, codes, facts) {
    this.#facts = facts;
    this.#grid = grid;
    this.#codes = codes;
    const { columns, rows, all, fixed, file } = grid;
    const count = all > rows.length ? `the first ${rows.length} of ${counted(all, 'row')}` : counted(all, 'row');
    this.about.textContent = [file, count, fixed].filter(Boolean).join(' · ');
    for (const tool of this.tools.querySelectorAll('button')) tool.disabled = Boolean(fixed) || rows.length === 0;
    const names = columns.join('\u{1f}');
    if (this.#head.dataset.names !== names) {
      this.#head.dataset.names = names;
      this.#head.replaceChildren(el('tr', {}, el('th', { scope: 'col' }, el('span', { class: 'unseen' }, 'Row')), ...columns.map((name) => el('th', { scope: 'col' }, name))));
      this.#body.replaceChildren();
    }
    while (this.#body.children.length > rows.length) this.#body.lastChild.remove();
    rows.forEach((row, index) => this.#fill(this.#body.children[index] ?? this.#body.appendChild(this.#line(index)), row));
    this.#mark();
    this.#offer();
    this.#at = Math.min(this.#at, rows.length - 1);
    if (this.root.isConnected) this.opened();
  }

  /** Marks the rows in which something is wrong. */
  #mark() {
    const { lines } = this.#grid;
    const found = new Map();
    for (const { line, message } of this.#facts.wrong) {
      const row = lines.findLastIndex((start) => start <= line);
      found.set(row, [...(found.get(row) ?? []), message]);
    }
    [...this.#body.children].forEach((line, row) => {
      const messages = found.get(row) ?? [];
      line.classList.toggle('wrong-row', messages.length > 0);
      line.firstChild.title = messages.join('\n');
    });
  }

  opened() {
    [...this.#body.children].forEach((line, index) => line.classList.toggle('current', index === this.#at));
    const code = this.#codes[this.#at];
    if (code) this.#hands.look(this.#grid.deck, code);
  }

  goTo(index) {
    this.#hold(index);
    const line = this.#body.children[index];
    line?.scrollIntoView({ block: 'nearest' });
    line?.querySelector('textarea')?.focus();
  }

  #hold(index) {
    if (index === this.#at) return;
    this.#at = index;
    this.opened();
  }

  #line(index) {
    const head = el('th', { scope: 'row' }, String(index + 1));
    const cells = this.#grid.columns.map((name, column) => el('td', {}, this.#cell(index, column, name)));
    return el('tr', { onfocusin: () => this.#hold(index), onclick: () => this.#hold(index) }, head, ...cells);
  }

  /** Copies the row in hand below itself, or deletes it. */
  async #act(to) {
    const { file, deck, rows } = this.#grid;
    const row = this.#at;
    if (to === 'copy') this.#at = row + 1;
    const done = await this.#hands.editRow({ file, deck, row, cells: rows[row][1], to });
    const column = this.#grid.columns.indexOf('code');
    const code = column < 0 ? null : rows[row][1][column];
    // No two rows may have the same code.
    if (done && to === 'copy' && code) await this.#hands.edit({ file, deck, row: row + 1, column, from: code }, this.#free(code, column));
  }

  /** A code like this one that no row has: "S3" after "S1" and "S2". */
  #free(code, column) {
    const taken = new Set(this.#grid.rows.map(([, cells]) => cells[column]));
    const [, stem, digits] = code.match(/^(.*?)(\d*)$/s);
    for (let number = Number(digits || 1) + 1; ; number += 1) {
      const next = stem + String(number).padStart(digits.length, '0');
      if (!taken.has(next)) return next;
    }
  }

  /** A cell that is written when it is left; Enter goes down, Escape takes back what was typed. */
  #cell(row, column, name) {
    const words = el('textarea', { rows: 1, spellcheck: false, readOnly: Boolean(this.#grid.fixed), 'aria-label': `${name} of row ${row + 1}` });
    words.addEventListener('change', () => this.#change(words, row, column, words.value));
    words.addEventListener('input', () => grow(words));
    words.addEventListener('focus', () => this.#hand(words, row, column));
    words.addEventListener('keydown', (event) => {
      if (event.key === 'ArrowDown' && event.altKey && !this.chips.hidden) {
        event.preventDefault();
        this.chips.querySelector('button').focus();
        return;
      }
      if (event.key === 'Escape') words.value = words.dataset.said;
      else if (event.key !== 'Enter' || event.shiftKey) return;
      event.preventDefault();
      const below = this.#body.children[row + 1]?.children[column + 1].querySelector('textarea');
      if (event.key === 'Enter' && below) below.focus();
      else words.blur();
    });
    return words;
  }

  /** Icons by their names, once a colon is typed. */
  #icons(words) {
    const completion = new Completion(words, (text, at) => (IS_ICON.test(text.slice(0, at)) ? this.#hands.candidates('icons.csv', text, at) : null));
    return completion.list;
  }

  async #change(words, row, column, to) {
    if (to === words.dataset.said) return;
    const { file, deck } = this.#grid;
    const from = words.dataset.empty ? null : words.dataset.said;
    const done = await this.#hands.edit({ file, deck, row, column, from }, to);
    if (!done) {
      words.value = words.dataset.said;
      words.focus();
    }
  }

  #fill(line, [, cells]) {
    cells.forEach((said, column) => {
      const cell = line.children[column + 1];
      const words = cell.firstChild;
      const text = said ?? '';
      const isNew = words.dataset.said !== undefined && words.dataset.said !== text;
      // What is being typed stays.
      if (words !== document.activeElement || words.value === words.dataset.said) words.value = text;
      words.dataset.said = text;
      words.dataset.empty = said === null ? 'yes' : '';
      cell.classList.toggle('long', text.length > 24);
      cell.classList.toggle('changed', isNew);
      this.#addPicker(cell, column, text);
      grow(words);
    });
  }

  /** A button beside the name of a picture, to choose another. */
  #addPicker(cell, column, text) {
    const known = cell.querySelector('.choose');
    if (!IS_PICTURE.test(text) || this.#grid.fixed) {
      known?.remove();
      return;
    }
    if (known) return;
    const words = cell.firstChild;
    const input = el('input', { type: 'file', accept: '.png,.jpg,.jpeg,.webp,.svg', class: 'unseen', tabIndex: -1, 'aria-label': 'Picture' });
    input.addEventListener('change', async () => {
      const path = await this.#hands.add(input.files[0]);
      const row = [...this.#body.children].indexOf(cell.parentElement);
      if (path) await this.#change(words, row, column, this.#named(text, path));
    });
    cell.append(el('span', { class: 'choose' }, button('Choose', { class: 'link', 'aria-label': `Choose a picture, ${words.getAttribute('aria-label')}`, onclick: () => input.click() }), input));
  }

  /** A picture as the column names its pictures: with or without a folder. */
  #named(before, path) {
    return before.includes('/') ? path : path.split('/').at(-1);
  }

  // ---------- what a cell is offered ----------

  #hand(words, row, column) {
    if (!words.parentElement.querySelector('.offers')) words.parentElement.append(this.#icons(words));
    this.#cellAt = { words, row, column };
    this.#offer();
  }

  /** Chips for the cell in hand: the entries of a list, the values of a column that has few, the kit's pictures. */
  #offer() {
    const cell = this.#cellAt;
    const offered = cell && cell.words.isConnected && !this.#grid.fixed ? this.#offered(cell) : [];
    this.chips.hidden = offered.length === 0;
    if (offered.length === 0) return;
    const focused = [...this.chips.querySelectorAll('button')].indexOf(document.activeElement);
    const name = this.#grid.columns[cell.column];
    this.chips.setAttribute('aria-label', `${name} of row ${cell.row + 1}`);
    const chips = offered.slice(0, MOST).map(({ words, isOn, to }) => button(words, { class: 'chip', 'aria-pressed': String(isOn), onclick: () => this.#put(to) }));
    this.chips.replaceChildren(el('span', { class: 'tag' }, `${name} of row ${cell.row + 1}`), ...chips);
    if (focused >= 0) chips[Math.min(focused, chips.length - 1)].focus();
  }

  #offered({ words, column }) {
    const { columns, rows } = this.#grid;
    const said = words.value.trim();
    const values = [...new Set(rows.map(([, cells]) => cells[column]).filter((value) => value && value.length < 40))];
    const declared = this.#facts.choices[columns[column]] ?? [];
    if (this.#facts.lists.includes(columns[column])) {
      const own = entries(said);
      const known = [...new Set([...declared, ...values.flatMap((value) => entries(value)).sort(), ...own])];
      return known.map((entry) => {
        const isOn = own.includes(entry);
        const now = isOn ? own.filter((one) => one !== entry) : [...own, entry];
        return { words: entry, isOn, to: said.startsWith('[') ? JSON.stringify(now) : now.join(', ') };
      });
    }
    if (declared.length > 0) return declared.map((value) => ({ words: value, isOn: value === said, to: value }));
    if (values.some((value) => IS_PICTURE.test(value))) {
      const hasFolder = values.some((value) => value.includes('/'));
      const named = this.#facts.pictures.map((path) => (hasFolder ? path : path.split('/').at(-1)));
      return named.map((path) => ({ words: path, isOn: path === said, to: path }));
    }
    const isChoice = values.length > 1 && values.length <= FEW && values.length * 2 <= rows.length;
    return isChoice ? values.sort().map((value) => ({ words: value, isOn: value === said, to: value })) : [];
  }

  #put(to) {
    const { words, row, column } = this.#cellAt;
    words.value = to;
    return this.#change(words, row, column, to);
  }

  /** Escape goes back to the cell. */
  #chipKey(event) {
    if (event.key === 'Escape') this.#cellAt.words.focus();
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!by) return;
    event.preventDefault();
    const all = [...this.chips.querySelectorAll('button')];
    all[(all.indexOf(document.activeElement) + by + all.length) % all.length].focus();
  }
}

/** The entries of a list as a cell has it: `["sun", "moon"]` or `sun, moon`. */
function entries(text) {
  if (text.trim().startsWith('[')) {
    try {
      return JSON.parse(text).map(String);
    } catch {
      return [];
    }
  }
  return text.split(/[,;]/).map((entry) => entry.trim()).filter(Boolean);
}

function grow(words) {
  words.rows = Math.min(6, Math.max(1, words.value.split('\n').length));
}
