// A deck's rows as a spreadsheet. A cell is written when it loses the focus; the row in hand is shown large.

import { button, counted, el } from './parts.js';

const IS_PICTURE = /\.(png|jpe?g|webp|svg)$/i;
/** A column with no more different values than this offers them. */
const FEW = 12;

export class Rows {
  #hands;
  #grid = null;
  #codes = [];
  #head = el('thead');
  #body = el('tbody');
  /** The row whose face is shown. */
  #at = 0;

  constructor(hands) {
    this.#hands = hands;
    this.about = el('span', { class: 'tag' });
    this.tools = el('div', { class: 'does' },
      button('Copy this row', { class: 'btn', onclick: () => this.#act('copy') }),
      button('Delete this row', { class: 'btn', onclick: () => this.#act('delete') }),
      this.about);
    this.root = el('div', { class: 'rows' }, this.tools, el('div', { class: 'scroll', tabIndex: 0, role: 'group', 'aria-label': 'Rows' }, el('table', {}, this.#head, this.#body)));
  }

  show(grid, codes) {
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
    this.#offer();
    this.#at = Math.min(this.#at, rows.length - 1);
    if (this.root.isConnected) this.opened();
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
    words.addEventListener('keydown', (event) => {
      if (event.key === 'Escape') words.value = words.dataset.said;
      else if (event.key !== 'Enter' || event.shiftKey) return;
      event.preventDefault();
      const below = this.#body.children[row + 1]?.children[column + 1].querySelector('textarea');
      if (event.key === 'Enter' && below) below.focus();
      else words.blur();
    });
    return words;
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

  /** Columns of few values offer them. */
  #offer() {
    const { columns, rows } = this.#grid;
    columns.forEach((_, column) => {
      const values = new Set(rows.map(([, cells]) => cells[column]).filter((value) => value && value.length < 40));
      const isChoice = values.size > 1 && values.size <= FEW && values.size * 2 <= rows.length;
      for (const line of this.#body.children) line.children[column + 1].firstChild.title = isChoice ? `so far: ${[...values].join(', ')}` : '';
    });
  }
}

function grow(words) {
  words.rows = Math.min(6, Math.max(1, words.value.split('\n').length));
}
