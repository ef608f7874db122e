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
    this.about = el('p', { class: 'tag' });
    this.choices = el('div', { hidden: true });
    this.root = el('div', { class: 'rows' }, this.about, el('div', { class: 'scroll' }, el('table', {}, this.#head, this.#body)), this.choices);
  }

  show(grid, codes) {
    this.#grid = grid;
    this.#codes = codes;
    const { columns, rows, all, fixed, file } = grid;
    const count = all > rows.length ? `the first ${rows.length} of ${counted(all, 'row')}` : counted(all, 'row');
    this.about.textContent = [file, count, fixed].filter(Boolean).join(' · ');
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
    [...this.#body.children].forEach((line, index) => line.classList.toggle('held', index === this.#at));
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
    const tool = (to, sign, words) => button(sign, { title: words, 'aria-label': `${words}: row ${index + 1}`, onclick: () => this.#act(index, to) });
    const tools = el('span', { class: 'act' }, tool('copy', '+', 'Copy this row'), tool('delete', '×', 'Delete this row'));
    const head = el('th', { scope: 'row' }, el('span', {}, String(index + 1)), this.#grid.fixed ? null : tools);
    const cells = this.#grid.columns.map((name, column) => el('td', {}, this.#cell(index, column, name)));
    return el('tr', { onfocusin: () => this.#hold(index), onclick: () => this.#hold(index) }, head, ...cells);
  }

  async #act(index, to) {
    const { file, deck, rows } = this.#grid;
    if (to === 'copy') this.#at = index + 1;
    await this.#hands.editRow({ file, deck, row: index, cells: rows[index][1], to });
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
