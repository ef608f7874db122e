// A deck's rows as a spreadsheet. The row in hand is shown large, while one types; a cell is written when it loses the focus.

import { cellsOf, textOf } from '../clipboard.js';
import { Completion } from './complete.js';
import { allowing, entries, fieldOf, isAbout, isIn, missedIcon, newWord } from './faults.js';
import { picture } from './icons.js';
import { button, counted, el, field, sentence } from '../parts.js';

const IS_PICTURE = /\.(png|jpe?g|webp|svg)$/i;
/** A column with no more different values than this offers them. */
const FEW = 12;
/** The most that are offered for one cell. */
const MOST = 60;
/** The widest that what is wrong in a cell is told, pixels. */
const WIDEST = 420;
const IS_ICON = /:[\p{L}\p{N}_-]*$/u;
const IS_NUMBER = /^-?\d+([.,]\d+)?$/;
/** The most cells that are put in at once; the program takes no more. */
const MOST_CELLS = 100_000;
/** How many rows a page up or down is. */
const PAGE = 10;
/** How long after a letter the face is drawn anew, ms. */
const PAUSE = 120;
/** How long after a letter it is looked whether it is wrong, ms. */
const CALM = 350;
/** What a table is called that is pasted with the names of its columns. */
const PASTED = 'the pasted table.tsv';

export class Rows {
  #hands;
  #grid = null;
  #codes = [];
  #head = el('thead');
  #body = el('tbody');
  /** How wide each column is, by what most of its cells have. */
  #widths = [];
  /** The row whose face is shown. */
  #at = 0;
  /** Which columns are lists, what the kit allows in them, what names a picture in them, and what is wrong in which line. */
  #facts = { lists: [], choices: {}, pictures: {}, wrong: [] };
  /** The cell in hand, for which words are offered. */
  #cellAt = null;
  /** Cells that are picked together: two corners, each a row and a column. */
  #picked = null;
  /** Whether a pointer is picking. */
  #isPicking = false;
  /** Whether words are typed into the cell in hand; else keys go from cell to cell, as they also do while these take the place of what was there. */
  #isTyping = false;
  #isOver = false;
  /** The column in which Tab was pressed first, to which Enter goes back. */
  #tabbed = null;
  #timer = 0;
  #checking = 0;
  #isTouched = false;
  /** What is wrong with what is typed: in the table, and on the face. */
  #refused = [];
  #unfit = [];

  constructor(hands) {
    this.#hands = hands;
    this.about = el('span', { class: 'tag' });
    this.notice = el('span', { class: 'notice', role: 'status' });
    // The second word is that of the group, for screen readers.
    const act = (words, more) => {
      const [first, ...rest] = words.split(' ');
      return el('button', { type: 'button', class: 'btn', onclick: more }, first, el('span', { class: 'unseen' }, ` ${rest.join(' ')}`));
    };
    const way = (sign, words, by) => el('button', { type: 'button', class: 'btn', title: `${words} (Alt and the arrow)`, 'aria-label': words, onclick: () => this.#move(by) }, sign);
    this.onRow = [act('Duplicate row', () => this.#act('copy')), act('Delete row', () => this.#delete()), way('↑', 'Move the row up', -1), way('↓', 'Move the row down', 1), act('Fill down', () => this.#fillDown()), act('Copy cells', () => this.#copyOut())];
    this.onColumn = [act('Sort by the column', () => this.#sort()), act('Rename column', () => this.#ask('Rename the column', this.#columnAt, (to) => this.#rename(to))), act('Remove column', () => this.#removeColumn())];
    this.adders = [act('Add a row', () => this.#addRow()), act('Add a column', () => this.#ask('Add a column', '', (name) => this.#addColumn(name)))];
    const [addRow, addColumn] = this.adders;
    this.seek = el('input', { type: 'search', class: 'seek', placeholder: 'Find…', 'aria-label': 'Find in the rows', autocomplete: 'off', oninput: () => this.#find(0), onkeydown: (event) => this.#findKey(event) });
    const group = (name, ...buttons) => el('div', { class: 'does', role: 'group', 'aria-label': name }, el('span', { class: 'tag' }, name), ...buttons);
    this.tools = el('div', { class: 'does' }, group('Row', addRow, ...this.onRow), group('Column', addColumn, ...this.onColumn), this.seek, this.notice);
    this.chips = el('div', { class: 'chips', role: 'group', 'aria-label': 'For this cell', hidden: true, onkeydown: (event) => this.#chipKey(event) });
    this.wrong = el('div', { class: 'row-wrong', role: 'status', hidden: true });
    this.table = el('table', { onpointerdown: (event) => this.#pickDown(event), onmousedown: (event) => this.#press(event), onpointerover: (event) => this.#pickOver(event) }, this.#head, this.#body);
    this.asking = el('dialog', { class: 'asking' });
    this.scroll = el('div', { class: 'scroll', tabIndex: 0, role: 'group', 'aria-label': 'Rows', onkeydown: (event) => this.#unpark(event) }, this.table);
    this.root = el('div', { class: 'rows', oncopy: (event) => this.#copy(event), oncut: (event) => this.#copy(event) && this.#empty(), onpaste: (event) => this.#paste(event) }, this.tools, this.about, this.chips, this.wrong,
      this.scroll, this.asking);
  }

  show(grid, codes, facts) {
    this.#facts = facts;
    const before = this.#grid;
    this.#grid = grid;
    this.#codes = codes;
    const { columns, rows, all, fixed, file } = grid;
    const isAlike = before && before.columns.length === columns.length && before.rows.length === rows.length;
    const count = all > rows.length ? `the first ${rows.length} of ${counted(all, 'row')}` : counted(all, 'row');
    this.about.textContent = [file, count, fixed ?? this.#markup].filter(Boolean).join(' · ');
    if (this.#cellAt?.column >= columns.length) this.#cellAt = null;
    this.#enable();
    const names = columns.join('\u{1f}');
    const hadFocus = this.#body.contains(document.activeElement);
    if (this.#head.dataset.names !== names) {
      this.#head.dataset.names = names;
      this.#head.replaceChildren(el('tr', {}, el('th', { scope: 'col' }, el('span', { class: 'unseen' }, 'Row')), ...columns.map((name, column) => el('th', { scope: 'col' }, el('div', { class: 'head', title: 'Press to pick the column; pull at its end to widen it', onclick: () => this.#pickColumn(column) }, name)))));
      this.#body.replaceChildren();
    }
    while (this.#body.children.length > rows.length) this.#body.lastChild.remove();
    this.#widths = columns.map((_, column) => widthOf(rows.map(([, cells]) => cells[column] ?? '')));
    rows.forEach((row, index) => this.#fill(this.#body.children[index] ?? this.#body.appendChild(this.#line(index)), row));
    this.#at = Math.max(0, Math.min(this.#at, rows.length - 1));
    // The cell in hand is another one once columns or rows came or went.
    if (this.#cellAt && !this.#cellAt.words.isConnected) {
      const { row, column } = this.#cellAt;
      const words = this.#wordsAt(Math.min(row, rows.length - 1), column);
      this.#cellAt = words && { ...this.#cellAt, words };
      if (hadFocus) words?.focus();
    }
    if (!this.#isTyping && this.#cellAt?.words === document.activeElement) this.#cellAt.words.select();
    this.#mark();
    this.#dim();
    this.#offer();
    this.#pick(isAlike ? this.#picked : null);
    if (this.root.isConnected) this.opened();
  }

  /** What the deck's texts take for more than letters; null if nothing. */
  get #markup() {
    const { has_icons: hasIcons, has_emphasis: hasEmphasis } = this.#facts;
    const marks = [hasEmphasis ? '**bold**' : null, hasEmphasis ? '*italic*' : null, hasIcons ? 'icons, as :sword: (type a colon to choose one)' : null].filter(Boolean);
    return marks.length > 0 ? `texts take ${marks.join(', ')}` : null;
  }

  /** Offers what can be done; something with a column once one is in hand. */
  #enable() {
    const { columns, rows, fixed } = this.#grid;
    for (const tool of this.onRow) tool.disabled = Boolean(fixed) || rows.length === 0;
    this.onRow.at(-1).disabled = rows.length === 0;
    for (const tool of this.adders) tool.disabled = Boolean(fixed) || columns.length === 0;
    const column = columns[this.#cellAt?.column];
    for (const tool of this.onColumn) {
      tool.disabled = Boolean(fixed) || column === undefined;
      tool.title = column === undefined ? 'Choose a cell of the column first' : `The column “${column}”`;
    }
  }

  /** Something else was found to be wrong. */
  warn(wrong) {
    if (!this.#grid) return;
    this.#facts = { ...this.#facts, wrong };
    this.#mark();
  }

  /** Marks the rows in which something is wrong, or might be better: that is told beside. */
  #mark() {
    const { lines } = this.#grid;
    const found = new Map();
    const told = new Map();
    for (const { line, message, isHint } of this.#facts.wrong) {
      const row = lines.findLastIndex((start) => start <= line);
      const some = isHint ? told : found;
      some.set(row, [...(some.get(row) ?? []), message]);
    }
    [...this.#body.children].forEach((line, row) => {
      const messages = found.get(row) ?? [];
      const hints = told.get(row) ?? [];
      line.classList.toggle('wrong-row', messages.length > 0);
      line.classList.toggle('hint-row', messages.length === 0 && hints.length > 0);
      line.firstChild.title = [...messages, ...hints].join('\n');
      this.#markCells(row, messages);
    });
    this.#tellWrong(found.get(this.#at) ?? []);
  }

  /** Marks the cells in which what is wrong is: those that have what a message quotes. */
  #markCells(row, messages) {
    const cells = this.#grid.rows[row]?.[1] ?? [];
    cells.forEach((cell, column) => {
      const own = messages.filter((message) => isIn(this.#grid, column, message, cell, this.#facts.choices));
      const place = this.#body.children[row].children[column + 1];
      place.classList.toggle('faulty', own.length > 0);
      place.title = own.map(sentence).join('\n');
    });
  }

  /** What is wrong in the row in hand, with icons that may be meant. */
  async #tellWrong(messages) {
    const told = messages.join('\n');
    if (this.wrong.dataset.told === told) return;
    this.wrong.dataset.told = told;
    this.wrong.hidden = messages.length === 0;
    this.wrong.replaceChildren(...messages.map((message) => el('p', {}, sentence(message))));
    for (const message of messages) {
      const word = newWord({ message });
      if (word !== null) this.wrong.append(allowing(word, () => this.#hands.allow({ path: this.#grid.file, line: this.#grid.lines[this.#at], message })));
      const missed = missedIcon({ message });
      const names = missed ? await this.#hands.likeIcon(missed).catch(() => []) : [];
      if (names.length === 0 || this.wrong.dataset.told !== told) continue;
      const chips = names.map((name) => button(name, { class: 'chip', onclick: () => this.#hands.mendIcon(missed, name) }));
      this.wrong.append(el('div', { class: 'chips' }, el('span', { class: 'tag' }, `Instead of “${missed}”`), ...chips));
      await picture(chips, names, this.#hands);
    }
  }

  opened() {
    [...this.#body.children].forEach((line, index) => line.classList.toggle('current', index === this.#at));
    const code = this.#codes[this.#at];
    const isLeftOut = !code && this.#codes.some(Boolean) && this.#grid.rows.length > 0;
    if (code || isLeftOut) this.#hands.look(this.#grid.deck, code ?? null);
  }

  /** Takes a cell of a row in hand: in this column, or where what is wrong is. */
  goTo(index, column = 0, message = null) {
    const cells = this.#grid.rows[index]?.[1] ?? [];
    const guilty = message === null ? -1 : cells.findIndex((cell, at) => isIn(this.#grid, at, message, cell, this.#facts.choices));
    this.#hold(index);
    this.#body.children[index]?.scrollIntoView({ block: 'nearest' });
    const words = this.#wordsAt(index, guilty < 0 ? column : guilty);
    words?.focus();
    words?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }

  #wordsAt(row, column) {
    return this.#body.children[row]?.children[column + 1]?.querySelector('textarea') ?? null;
  }

  #hold(index) {
    if (index === this.#at) return;
    this.#at = index;
    this.#mark();
    this.opened();
  }

  #line(index) {
    const head = el('th', { scope: 'row', tabIndex: -1 }, String(index + 1));
    const cells = this.#grid.columns.map((name, column) => el('td', {}, this.#cell(index, column, name)));
    return el('tr', { onfocusin: () => this.#hold(index), onclick: () => this.#hold(index) }, head, ...cells);
  }

  /** Copies the row in hand below itself, or deletes it. */
  async #act(to) {
    const { file, deck, rows } = this.#grid;
    const row = this.#at;
    const column = this.#codeColumn;
    const code = column < 0 ? null : rows[row][1][column];
    // No two rows may have the same code.
    const other = to === 'copy' && code ? [column, freeCode(code, this.#takenCodes())] : null;
    if (to === 'copy') this.#at = row + 1;
    return this.#hands.editRow({ file, deck, row, cells: rows[row][1], to, other });
  }

  /** Deletes the rows that are picked, or the one in hand, from the last of them so that the others stay where they are. */
  async #delete() {
    const { top, bottom } = this.#isSeveral ? this.#range : { top: this.#at, bottom: this.#at };
    this.#pick(null);
    for (let row = bottom; row >= top; row -= 1) {
      this.#at = row;
      if (!(await this.#act('delete'))) return;
    }
    if (bottom > top) this.#tell(`${counted(bottom - top + 1, 'row')} deleted. Undo brings back one after the other.`);
  }

  /** Puts the row in hand in the place of the one above or below. */
  async #move(by) {
    const { rows } = this.#grid;
    const [row, other] = [this.#at, this.#at + by];
    if (!rows[other]) return;
    const column = this.#cellAt?.column ?? 0;
    if (await this.#arrange([[row, rows[other][1]], [other, rows[row][1]]])) this.goTo(other, column);
  }

  /** Sorts the rows by the column in hand: from the least, or from the greatest if they are so already. */
  async #sort() {
    const { columns, rows, all } = this.#grid;
    if (all > rows.length) {
      this.#tell(`Only the first ${rows.length} rows are shown: sort so long a table in its file.`);
      return;
    }
    const { column } = this.#cellAt;
    const cells = rows.map(([, cells]) => cells);
    const sorted = [...cells].sort((one, other) => ordered(one[column] ?? '', other[column] ?? ''));
    const isSorted = sorted.every((row, at) => row === cells[at]);
    const to = isSorted ? sorted.reverse() : sorted;
    if (await this.#arrange(to.map((row, at) => [at, row]))) this.#tell(`The rows are sorted by “${columns[column]}”, from the ${isSorted ? 'last' : 'first'}.`);
  }

  /** Gives rows the cells of others. */
  #arrange(to) {
    const { rows } = this.#grid;
    const cells = to.flatMap(([row, own]) => own.flatMap((cell, column) => {
      const from = rows[row][1][column] ?? null;
      return (cell ?? '') === (from ?? '') ? [] : [{ row, column, from, to: cell ?? '' }];
    }));
    return cells.length > 0 && this.#sheet({ fill: { cells, at: rows.length, rows: [] } });
  }

  /** The cells with what is looked for, each a row and a column. */
  get #sought() {
    const wanted = this.seek.value.trim().toLowerCase();
    if (wanted === '' || !this.#grid) return [];
    return this.#grid.rows.flatMap(([, cells], row) => cells.flatMap((cell, column) => (cell?.toLowerCase().includes(wanted) ? [[row, column]] : [])));
  }

  /** Shows the rows paler that do not have what is looked for. */
  #dim() {
    const found = new Set(this.#sought.map(([row]) => row));
    const isSeeking = this.seek.value.trim() !== '';
    this.#body.querySelector('.sought')?.classList.remove('sought');
    [...this.#body.children].forEach((line, row) => line.classList.toggle('dim', isSeeking && !found.has(row)));
  }

  /** Goes to what is looked for: where it is next from the cell in hand, or before that. */
  #find(by) {
    this.#dim();
    const found = this.#sought;
    if (this.seek.value.trim() === '') {
      this.#tell('');
      return;
    }
    if (found.length === 0) {
      this.#tell(`Nothing has “${this.seek.value.trim()}”.`);
      return;
    }
    const now = this.#cellAt ? [this.#cellAt.row, this.#cellAt.column] : [0, 0];
    const isBehind = ([row, column]) => row > now[0] || (row === now[0] && (column > now[1] || (by === 0 && column === now[1])));
    const isBefore = ([row, column]) => row < now[0] || (row === now[0] && column < now[1]);
    const at = by < 0 ? found.findLastIndex(isBefore) : found.findIndex(isBehind);
    const [row, column] = at < 0 ? found.at(by < 0 ? -1 : 0) : found[at];
    this.goTo(row, column);
    this.seek.focus();
    const place = found.findIndex(([one, other]) => one === row && other === column) + 1;
    this.#tell(`${place} of ${counted(found.length, 'cell')}`);
    this.#body.children[row].children[column + 1].classList.add('sought');
  }

  #findKey(event) {
    if (event.key === 'Enter') this.#find(event.shiftKey ? -1 : 1);
    else if (event.key === 'Escape') {
      this.seek.value = '';
      this.#dim();
      this.#cellAt?.words.focus();
    } else return;
    event.preventDefault();
  }

  get #codeColumn() {
    return this.#grid.columns.findIndex((name) => name.toLowerCase() === 'code');
  }

  /** The name of the column in hand. */
  get #columnAt() {
    return this.#grid.columns[this.#cellAt.column];
  }

  #takenCodes() {
    return new Set(this.#grid.rows.map(([, cells]) => cells[this.#codeColumn]));
  }

  /** Changes several cells, rows or columns as one edit. */
  #sheet(act) {
    const { file, deck, columns } = this.#grid;
    this.#tell('');
    return this.#hands.editSheet({ file, deck, columns, act });
  }

  /** Makes rows with nothing in them but what they must have, each with a code of its own. */
  #maker(isNamed) {
    const { columns, rows } = this.#grid;
    const titles = columns.findIndex((name) => /^(name|title|card|word)$/i.test(name));
    const usual = columns.map((name, column) => {
      if (column === this.#codeColumn) return '';
      if (isNamed && column === titles) return 'New';
      const values = rows.map(([, cells]) => cells[column] ?? '');
      if (values.length === 0 || values.includes('')) return '';
      const [choice] = this.#facts.choices[fieldOf(name)] ?? [];
      if (choice !== undefined) return choice;
      return values.every((value) => IS_NUMBER.test(value)) ? values.reduce((least, value) => (numberOf(value) < numberOf(least) ? value : least)) : '';
    });
    const code = this.#codeColumn;
    if (isNamed && code < 0 && usual.every((cell) => cell === '')) usual[Math.max(0, titles)] = 'New';
    const taken = this.#takenCodes();
    let last = rows.at(-1)?.[1][code] || 'A0';
    return () => {
      const cells = [...usual];
      if (code >= 0) {
        cells[code] = last = freeCode(last, taken);
        taken.add(last);
      }
      return cells;
    };
  }

  async #addRow() {
    const at = this.#grid.rows.length === 0 ? 0 : this.#at + 1;
    if (this.#grid.all > this.#grid.rows.length && at >= this.#grid.rows.length) return;
    if (await this.#sheet({ fill: { at, rows: [this.#maker(true)()] } })) this.goTo(at);
  }

  /** Adds a column, and takes it in hand. */
  async #addColumn(name) {
    if (!(await this.#sheet({ fill: { columns: [name] } }))) return;
    const column = this.#grid.columns.findIndex((known) => known.toLowerCase() === name.toLowerCase());
    if (column >= 0) this.goTo(this.#at, column);
  }

  async #rename(to) {
    const { column } = this.#cellAt;
    if (to !== this.#grid.columns[column]) await this.#sheet({ rename: { column, to } });
  }

  async #removeColumn() {
    const name = this.#columnAt;
    if (!(await this.#sheet({ remove: { column: this.#cellAt.column } }))) return;
    this.#cellAt = null;
    this.#enable();
    this.#tell(`The column “${name}” was removed.`);
  }

  /** Asks for a name. */
  #ask(title, value, then) {
    const name = el('input', { name: 'column-name', value, autocomplete: 'off', required: true });
    const done = () => {
      this.asking.close();
      if (name.value.trim()) then(name.value.trim());
    };
    const form = el('form', { method: 'dialog', onsubmit: (event) => {
      event.preventDefault();
      done();
    } }, el('h2', {}, title), field('Its name', name),
    el('div', { class: 'does' }, button('Cancel', { type: 'button', class: 'btn', onclick: () => this.asking.close() }), button(title, { type: 'submit', class: 'btn first' })));
    this.asking.replaceChildren(form);
    this.asking.setAttribute('aria-label', title);
    this.asking.showModal();
    name.select();
  }

  // ---------- several cells ----------

  #placeOf(target) {
    const cell = target.closest?.('td, th');
    const row = [...this.#body.children].indexOf(cell?.parentElement);
    return row < 0 ? null : [row, [...cell.parentElement.children].indexOf(cell) - 1];
  }

  #pickDown(event) {
    this.#tabbed = null;
    const place = event.button === 0 ? this.#placeOf(event.target) : null;
    if (!place) return;
    this.#isTouched = event.pointerType !== 'mouse';
    const [row, column] = place;
    if (column < 0) {
      this.#pick([[row, 0], [row, this.#grid.columns.length - 1]]);
      return;
    }
    this.#isPicking = true;
    for (const end of ['pointerup', 'pointercancel']) addEventListener(end, () => (this.#isPicking = false), { once: true });
    const anchor = event.shiftKey ? this.#picked?.[0] ?? (this.#cellAt && [this.#cellAt.row, this.#cellAt.column]) : null;
    if (anchor) event.preventDefault();
    this.#pick([anchor ?? place, place]);
  }

  /** A cell is taken in hand by a click, and typed in after two at once, or after the second touch. */
  #press(event) {
    const words = event.target.closest?.('td textarea');
    if (!words || event.button !== 0) return;
    if (words === document.activeElement && (this.#isTyping || this.#isTouched)) {
      this.#type();
      return;
    }
    event.preventDefault();
    words.focus({ preventScroll: true });
  }

  #pickColumn(column) {
    this.#wordsAt(0, column)?.focus();
    this.#pick([[0, column], [this.#grid.rows.length - 1, column]]);
  }

  #pickOver(event) {
    const place = this.#isPicking && event.buttons === 1 ? this.#placeOf(event.target) : null;
    if (!place || place[1] < 0) return;
    this.#pick([this.#picked[0], place]);
  }

  #pick(corners) {
    this.#picked = corners;
    const { top, left, bottom, right } = this.#range;
    [...this.#body.children].forEach((line, row) => [...line.children].forEach((cell, at) => cell.classList.toggle('picked', this.#isSeveral && row >= top && row <= bottom && at > left && at <= right + 1)));
  }

  get #isSeveral() {
    const [one, other] = this.#picked ?? [];
    return Boolean(one) && (one[0] !== other[0] || one[1] !== other[1]);
  }

  /** The cells that are picked, or the one in hand. */
  get #range() {
    const own = this.#cellAt ? [this.#cellAt.row, this.#cellAt.column] : [this.#at, 0];
    const [one, other] = this.#picked ?? [own, own];
    const [top, bottom] = [one[0], other[0]].sort((a, b) => a - b);
    const [left, right] = [one[1], other[1]].sort((a, b) => a - b);
    return { top, left, bottom, right };
  }

  #textOfRange() {
    const { top, left, bottom, right } = this.#range;
    return textOf(this.#grid.rows.slice(top, bottom + 1).map(([, cells]) => cells.slice(left, right + 1)));
  }

  #copy(event) {
    const area = event.target.closest?.('textarea');
    const hasWords = area && this.#isTyping && !this.#isSeveral;
    if (hasWords || event.target.closest?.('dialog')) return false;
    event.preventDefault();
    event.clipboardData.setData('text/plain', this.#textOfRange());
    this.#tell(this.#isSeveral ? 'The cells were copied.' : 'The cell was copied.');
    return !this.#grid.fixed;
  }

  /** Empties the cells that are picked, or the one in hand. */
  async #empty() {
    if (this.#grid.fixed) return;
    const picked = this.#picked;
    const { top, left, bottom, right } = this.#range;
    const cells = [];
    for (let row = top; row <= bottom; row += 1) {
      for (let column = left; column <= right; column += 1) {
        const from = this.#grid.rows[row]?.[1][column] ?? null;
        if (from) cells.push({ row, column, from, to: '' });
      }
    }
    if (cells.length > 0 && (await this.#sheet({ fill: { cells } })) && picked) this.#pick(picked);
  }

  /** Copies what is picked, or else the row in hand. */
  async #copyOut() {
    if (!this.#isSeveral) this.#pick([[this.#at, 0], [this.#at, this.#grid.columns.length - 1]]);
    try {
      await navigator.clipboard.writeText(this.#textOfRange());
      this.#tell('The cells were copied: paste them into a spreadsheet, or into cells here.');
    } catch {
      this.#tell('The browser does not let pages copy: press Ctrl and C in a cell.');
    }
  }

  #tell(words) {
    this.notice.textContent = words;
  }

  async #paste(event) {
    const area = event.target.closest?.('td textarea');
    const text = event.clipboardData.getData('text/plain');
    const one = this.#isSeveral && text ? [[text.replace(/\r?\n$/, '')]] : null;
    const cells = this.#grid.fixed || event.target.closest?.('dialog') ? null : cellsOf(text) ?? one;
    // Lines without tabs that are pasted among words are words.
    const isTyped = area && area.value !== area.dataset.said;
    if (!cells || (this.#isTyping && cells.every(({ length }) => length === 1))) return;
    event.preventDefault();
    // What was typed before is written first.
    const { words, row, column } = this.#cellAt ?? {};
    if (isTyped && area === words && !(await this.#change(words, row, column, words.value))) return;
    const own = headed(cells, this.#grid.columns);
    await (own ? this.#putNamed(cells, own) : this.#put(cells));
  }

  /** Puts a table with the names of its columns where the cell in hand is, if it fits there; else it is asked where it belongs. */
  #putNamed(cells, own) {
    const { columns, file, deck } = this.#grid;
    const { top, left } = this.#range;
    const [names, ...rows] = cells;
    if (own.every((column, at) => column === left + at)) return this.#put(rows);
    const fresh = names.map((name) => name.trim()).filter((name, at) => own[at] === undefined && name !== '');
    const to = own.map((column, at) => column ?? (names[at].trim() === '' ? null : columns.length + fresh.indexOf(names[at].trim())));
    const over = rows.length === 1 ? `row ${top + 1}` : `rows ${top + 1} to ${top + rows.length}`;
    const way = { words: `Put ${rows.length === 1 ? 'it' : 'them'} into ${over}, each cell into the column of its name`, act: () => this.#put(rows, to, fresh) };
    return this.#hands.addTable(new File([textOf(cells)], PASTED), { deck, file, ways: [way] });
  }

  /** Puts cells where the cell in hand is, with new rows as they are needed; or into these columns, of which the last are new. */
  async #put(pasted, own = null, names = []) {
    const { columns, rows, all } = this.#grid;
    const { top, left, bottom, right } = this.#range;
    // One cell fills all that are picked.
    if (pasted.length === 1 && pasted[0].length === 1 && this.#isSeveral) {
      const line = Array(right - left + 1).fill(pasted[0][0]);
      pasted = Array(bottom - top + 1).fill(line);
    }
    const cells = pasted;
    if (cells.length * columns.length > MOST_CELLS) {
      this.#tell(`That is ${counted(cells.length, 'row')}, and at most ${MOST_CELLS} cells are put in at once: drop the table here as a file, or paste it in parts.`);
      return;
    }
    const width = cells.reduce((most, { length }) => Math.max(most, length), 0);
    if (!own && left + width > columns.length) {
      this.#tell(`That is ${counted(width, 'column')}, and from here there ${columns.length - left === 1 ? 'is only one' : `are only ${columns.length - left}`}: choose a cell further left, or add columns first.`);
      return;
    }
    const puts = [];
    const fresh = [];
    const make = this.#maker(false);
    cells.forEach((row, down) => {
      const placed = row.map((to, at) => [own ? own[at] : left + at, to]).filter(([column]) => column !== null);
      if (top + down < rows.length) {
        for (const [column, to] of placed) {
          const from = rows[top + down][1][column] ?? null;
          if (to !== (from ?? '')) puts.push({ row: top + down, column, from, to });
        }
      } else {
        const made = [...make(), ...names.map(() => '')];
        for (const [column, to] of placed) made[column] = to;
        if (made.some((cell) => cell !== '')) fresh.push(made);
      }
    });
    if (puts.length + fresh.length === 0) return;
    if (fresh.length > 0 && all > rows.length) {
      this.#tell(`Only the first ${rows.length} rows are shown: add rows to so long a table in its file.`);
      return;
    }
    const isDone = await this.#sheet({ fill: { columns: names, cells: puts, at: rows.length, rows: fresh } });
    if (isDone && !own) this.#pick([[top, left], [top + cells.length - 1, left + width - 1]]);
  }

  /** A cell that is written when it is left. */
  #cell(row, column, name) {
    const words = el('textarea', { rows: 1, spellcheck: false, readOnly: Boolean(this.#grid.fixed), 'aria-label': `${name} of row ${row + 1}` });
    words.addEventListener('change', () => this.#change(words, row, column, words.value));
    words.addEventListener('input', () => {
      if (this.#isSeveral) this.#pick(null);
      if (!this.#isTyping) this.#isOver = true;
      this.#type();
      grow(words);
      words.removeAttribute('aria-invalid');
      this.#preview(words, row, column);
      this.#check(words, row, column);
    });
    words.addEventListener('blur', () => {
      clearTimeout(this.#timer);
      this.#uncheck(words);
      this.#stopTyping(words);
      if (words.value === words.dataset.said) this.#hands.typing(null);
    });
    words.addEventListener('focus', () => {
      this.#hand(words, row, column);
      // What is typed takes the place of what is there.
      words.select();
    });
    words.addEventListener('dblclick', () => {
      if (this.#isTyping) return;
      this.#type();
      words.setSelectionRange(words.value.length, words.value.length);
    });
    words.addEventListener('keydown', (event) => !event.isComposing && this.#cellKey(event, words, row, column));
    return words;
  }

  /** From now on, keys are words of the cell in hand. */
  #type() {
    if (this.#isTyping || this.#grid.fixed) return;
    this.#isTyping = true;
    this.#cellAt?.words.classList.add('typing');
  }

  #stopTyping(words) {
    this.#isTyping = this.#isOver = false;
    words.classList.remove('typing');
  }

  #cellKey(event, words, row, column) {
    if (event.key === 'ArrowDown' && event.altKey && !this.chips.hidden) {
      event.preventDefault();
      this.chips.querySelector('button').focus();
      return;
    }
    const done = this.#isTyping ? this.#typingKey(event, words, row, column) : this.#movingKey(event, words, row, column);
    if (done) event.preventDefault();
  }

  /** While words are typed: Enter goes down, Escape takes back what was typed. Says whether the key did something. */
  #typingKey(event, words, row, column) {
    if (event.key === 'Escape') {
      words.value = words.dataset.said;
      words.removeAttribute('aria-invalid');
      this.#hands.typing(null);
      this.#uncheck(words);
      this.#stopTyping(words);
      words.select();
      return true;
    }
    if (event.key === 'Tab') return this.#tab(row, column, event.shiftKey ? -1 : 1);
    const way = this.#isOver && !event.shiftKey && { ArrowDown: [1, 0], ArrowUp: [-1, 0], ArrowRight: [0, 1], ArrowLeft: [0, -1] }[event.key];
    if (way) {
      this.#step(row, column, way, false);
      return true;
    }
    if (event.key !== 'Enter' || event.shiftKey) return false;
    const below = this.#wordsAt(row + 1, this.#tabbed ?? column);
    this.#tabbed = null;
    if (below) below.focus();
    else words.blur();
    return true;
  }

  /** From cell to cell: as in a spreadsheet. */
  #movingKey(event, words, row, column) {
    const isWide = event.ctrlKey || event.metaKey;
    if (event.altKey && ['ArrowUp', 'ArrowDown'].includes(event.key)) {
      this.#move(event.key === 'ArrowUp' ? -1 : 1);
      return true;
    }
    if (event.key === ' ' && (isWide || event.shiftKey)) {
      const { rows, columns } = this.#grid;
      this.#pick(isWide ? [[0, column], [rows.length - 1, column]] : [[row, 0], [row, columns.length - 1]]);
      return true;
    }
    const way = { ArrowDown: [1, 0], ArrowUp: [-1, 0], ArrowRight: [0, 1], ArrowLeft: [0, -1], PageDown: [PAGE, 0], PageUp: [-PAGE, 0], Home: [isWide ? -Infinity : 0, -Infinity], End: [isWide ? Infinity : 0, Infinity] }[event.key];
    if (way && !event.altKey) {
      const by = way.map((step) => (isWide && step !== 0 ? step * Infinity : step));
      this.#step(row, column, by, event.shiftKey);
    } else if (event.key === 'Tab') return this.#tab(row, column, event.shiftKey ? -1 : 1);
    else if (isWide && event.key.toLowerCase() === 'd') this.#fillDown();
    else if (event.key === 'Enter' || event.key === 'F2') {
      if (event.shiftKey) return false;
      this.#type();
      words.setSelectionRange(words.value.length, words.value.length);
    } else if (event.key === 'Delete' || event.key === 'Backspace') this.#empty();
    else if (event.key === 'Escape') {
      if (this.#isSeveral) this.#pick(null);
      else if (words.value !== words.dataset.said) return this.#typingKey(event, words, row, column);
      else this.#park();
    } else if (isWide && event.key.toLowerCase() === 'a') this.#pick([[0, 0], [this.#grid.rows.length - 1, this.#grid.columns.length - 1]]);
    else return false;
    return true;
  }

  /** Goes to the next cell, or the one before, also from row to row; from the last one on, Tab leaves the rows. */
  #tab(row, column, by) {
    const { columns, rows } = this.#grid;
    const at = row * columns.length + column + by;
    this.#tabbed ??= column;
    if (at < 0 || at >= rows.length * columns.length) return false;
    const words = this.#wordsAt(Math.floor(at / columns.length), at % columns.length);
    words?.focus();
    words?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    return true;
  }

  /** Leaves the cells: Tab goes on behind them then, and Enter back. */
  #park() {
    const cells = this.#body.querySelectorAll('textarea, button');
    const free = (index) => cells.forEach((cell) => (cell.tabIndex = index));
    free(-1);
    this.scroll.addEventListener('blur', () => free(0), { once: true });
    this.scroll.focus({ preventScroll: true });
  }

  /** Back from beside the cells to the one in hand. */
  #unpark(event) {
    if (event.target !== this.scroll || event.key !== 'Enter') return;
    event.preventDefault();
    (this.#cellAt?.words ?? this.#wordsAt(this.#at, 0))?.focus();
  }

  /** Puts what is in the first of the picked cells, or above the one in hand, into those below. */
  async #fillDown() {
    const picked = this.#picked;
    await this.#fillRange();
    // Keys go on in the cells, also after the button.
    this.#cellAt?.words.focus();
    if (picked) this.#pick(picked);
  }

  async #fillRange() {
    const { rows } = this.#grid;
    const { top, left, bottom, right } = this.#range;
    const from = top === bottom ? top - 1 : top;
    if (from < 0) {
      this.#tell('There is nothing above: pick several cells, the first of which has what the others get.');
      return;
    }
    const puts = [];
    for (let row = from + 1; row <= bottom; row += 1) {
      for (let column = left; column <= right; column += 1) {
        const [to, was] = [rows[from][1][column] ?? '', rows[row][1][column] ?? null];
        if (to !== (was ?? '')) puts.push({ row, column, from: was, to });
      }
    }
    if (puts.length > 0) await this.#sheet({ fill: { cells: puts, at: rows.length, rows: [] } });
  }

  /** Goes to another cell, or picks all cells up to it. */
  #step(row, column, [down, right], isPicking) {
    this.#tabbed = null;
    const [from, end] = (isPicking && this.#picked) || [[row, column], [row, column]];
    const within = (at, by, count) => Math.max(0, Math.min(count - 1, at + by));
    const to = [within(end[0], down, this.#grid.rows.length), within(end[1], right, this.#grid.columns.length)];
    const words = this.#wordsAt(...to);
    if (isPicking) this.#pick([from, to]);
    else words?.focus();
    words?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }

  /** Icons by their names, once a colon is typed. */
  #icons(words) {
    const ask = async (text, at) => {
      if (!IS_ICON.test(text.slice(0, at))) return null;
      const found = await this.#hands.candidates('icons.csv', text, at);
      // Those that the deck has already are likeliest meant.
      const own = this.#grid.rows.flatMap(([, cells]) => cells.flatMap((cell) => cell?.match(/:[\p{L}\p{N}_-]+:/gu) ?? []));
      const counts = new Map();
      for (const name of own) counts.set(name, (counts.get(name) ?? 0) + 1);
      const count = ({ text: name }) => counts.get(`:${name.replaceAll(':', '')}:`) ?? 0;
      return { ...found, all: [...found.all].sort((one, other) => count(other) - count(one)) };
    };
    return new Completion(words, ask, this.#hands).list;
  }

  /** Draws the face with what is typed so far. */
  #preview(words, row, column) {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      const isChanged = words.value !== words.dataset.said;
      this.#hands.typing(isChanged ? { cell: this.#cellOf(words, row, column), to: words.value } : null);
    }, PAUSE);
  }

  /** Tells what would be wrong in the row with what is typed so far: below the cell, where the row gets room for it. */
  #check(words, row, column) {
    clearTimeout(this.#checking);
    this.#checking = setTimeout(async () => {
      const to = words.value;
      const wrong = to === words.dataset.said ? [] : await this.#wrongWith(this.#cellOf(words, row, column), to);
      if (words.value !== to || words !== document.activeElement) return;
      this.#refused = wrong;
      this.#tellTyped(words);
    }, CALM);
  }

  /** The face with what is typed so far was drawn; returns what is wrong on it elsewhere. */
  drawn(unfit) {
    const words = this.#cellAt?.words;
    if (!this.#isTyping || !words || words !== document.activeElement) return unfit;
    this.#unfit = unfit.filter(({ message }) => isAbout(message, words.value));
    this.#tellTyped(words);
    return unfit.filter((problem) => !this.#unfit.includes(problem));
  }

  /** Tells below a cell what is wrong with what is typed in it: in the table, or on the face. */
  #tellTyped(words) {
    const wrong = [...this.#refused, ...this.#unfit];
    if (wrong.length === 0) this.#clear(words);
    else this.#tellAt(words, wrong, this.#refused.length > 0);
  }

  /** What would be wrong in a row. */
  async #wrongWith(cell, to) {
    const { file, lines } = this.#grid;
    try {
      const found = await this.#hands.checkCell(cell, to);
      return found.filter(({ path, line }) => path === file && line && lines.findLastIndex((start) => start <= line) === cell.row);
    } catch (error) {
      return [error];
    }
  }

  /** What is wrong, and whether its card `isLeftOut` because of it. */
  #tellAt(words, wrong, isLeftOut) {
    const cell = words.parentElement;
    let told = cell.querySelector('.cell-wrong');
    if (!told) cell.append((told = el('p', { class: 'cell-wrong', role: 'status', id: 'cell-wrong' })));
    const said = wrong.flatMap(({ message, help }) => [message, help].filter(Boolean));
    const isNew = wrong.some((problem) => newWord(problem) !== null);
    const until = isLeftOut ? [`until this is ${isNew ? 'allowed' : 'put right'}, the card is left out of what is shown and printed`] : [];
    told.textContent = [...said, ...until].map((words) => `${sentence(words)}.`.replace(/([.!?])\.$/, '$1')).join(' ');
    for (const problem of wrong.filter((problem) => newWord(problem) !== null)) told.append(this.#allowHere(words, problem));
    words.setAttribute('aria-describedby', told.id);
    const room = this.scroll.getBoundingClientRect();
    const own = cell.getBoundingClientRect();
    const width = Math.min(WIDEST, this.scroll.clientWidth - 16);
    told.style.width = `${width}px`;
    told.style.left = `${Math.min(0, Math.max(room.left - own.left + 8, room.left + this.scroll.clientWidth - 8 - own.left - width))}px`;
    cell.parentElement.style.setProperty('--told', `${told.offsetHeight}px`);
    cell.parentElement.classList.add('told');
    told.scrollIntoView({ block: 'nearest' });
  }

  /** Writes what is typed, and allows its new word. */
  #allowHere(words, { message }) {
    const { row, column } = this.#cellAt;
    const allow = async () => {
      if (!(await this.#change(words, row, column, words.value))) return;
      this.#uncheck(words);
      this.#hands.allow({ path: this.#grid.file, line: this.#grid.lines[row], message });
    };
    const offer = allowing(newWord({ message }), allow);
    // The cell is not left before that.
    offer.addEventListener('pointerdown', (event) => event.preventDefault());
    offer.addEventListener('mousedown', (event) => event.preventDefault());
    return offer;
  }

  #uncheck(words) {
    clearTimeout(this.#checking);
    this.#refused = this.#unfit = [];
    this.#clear(words);
  }

  #clear(words) {
    const cell = words.parentElement;
    cell?.querySelector('.cell-wrong')?.remove();
    cell?.parentElement?.classList.remove('told');
    words.removeAttribute('aria-describedby');
  }

  #cellOf(words, row, column) {
    const { file, deck } = this.#grid;
    return { file, deck, row, column, from: words.dataset.empty ? null : words.dataset.said };
  }

  /** Writes a cell; what is refused stays in it, until it is changed or Escape takes it back. */
  async #change(words, row, column, to) {
    clearTimeout(this.#timer);
    if (to === words.dataset.said) return true;
    const refused = (error) => {
      this.#tell(`${sentence(error.message)}. Escape takes it back.`);
      words.setAttribute('aria-invalid', 'true');
    };
    if (await this.#hands.edit(this.#cellOf(words, row, column), to, refused)) {
      words.removeAttribute('aria-invalid');
      return true;
    }
    // The face is shown as the file has it.
    this.#hands.typing(null);
    words.focus();
    return false;
  }

  #fill(line, [, cells]) {
    cells.forEach((said, column) => {
      const cell = line.children[column + 1];
      const words = cell.firstChild;
      const text = said ?? '';
      const isNew = words.dataset.said !== undefined && words.dataset.said !== text;
      if (isNew) words.removeAttribute('aria-invalid');
      // What is being typed stays, and so does what was refused.
      const isHeld = words === document.activeElement || words.ariaInvalid === 'true';
      if ((!isHeld || words.value === words.dataset.said) && words.value !== text) words.value = text;
      words.dataset.said = text;
      words.dataset.empty = said === null ? 'yes' : '';
      cell.dataset.width = this.#widths[column];
      cell.classList.toggle('changed', isNew && !this.#facts.isTakenBack);
      this.#addPicker(cell, column, text);
      grow(words);
    });
  }

  /** What names a picture in a column, each with its path; undefined if nothing does. */
  #picturesOf(column) {
    return this.#facts.pictures[fieldOf(this.#grid.columns[column])];
  }

  /** A button beside the name of a picture, to choose another. */
  #addPicker(cell, column, text) {
    const known = cell.querySelector('.choose');
    if ((!this.#picturesOf(column) && !IS_PICTURE.test(text)) || this.#grid.fixed) {
      known?.remove();
      return;
    }
    if (known) return;
    const words = cell.firstChild;
    const input = el('input', { type: 'file', accept: '.png,.jpg,.jpeg,.webp,.svg', class: 'unseen', tabIndex: -1, 'aria-label': 'Picture' });
    input.addEventListener('change', async () => {
      const [name, beside] = this.#picturesOf(column)?.[0] ?? [];
      const path = await this.#hands.add(input.files[0], beside?.slice(0, beside.lastIndexOf(name)).replace(/\/$/, ''));
      const row = [...this.#body.children].indexOf(cell.parentElement);
      if (path) await this.#change(words, row, column, this.#named(column, path));
    });
    cell.append(el('span', { class: 'choose' }, button('Choose', { class: 'link', tabIndex: -1, 'aria-label': `Choose a picture, ${words.getAttribute('aria-label')}`, onclick: () => input.click() }), input));
  }

  /** A picture as the column names its pictures. */
  #named(column, path) {
    const known = this.#picturesOf(column)?.find(([, other]) => other === path);
    return known ? known[0] : path;
  }

  // ---------- what a cell is offered ----------

  #hand(words, row, column) {
    if (!words.parentElement.querySelector('.offers')) words.parentElement.append(this.#icons(words));
    this.#cellAt = { words, row, column };
    // What was picked before is left, unless it is being picked now.
    if (this.#picked && !this.#isPicking) this.#pick(null);
    this.#enable();
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
    const chips = offered.slice(0, MOST).map(({ words, isOn, to }) => button(words, { class: 'chip', 'aria-pressed': String(isOn), onclick: () => this.#choose(to) }));
    this.chips.replaceChildren(el('span', { class: 'tag' }, `${name} of row ${cell.row + 1}`), ...chips);
    if (focused >= 0) chips[Math.min(focused, chips.length - 1)].focus();
    picture(chips, offered.slice(0, MOST).map(({ words }) => words), this.#hands);
  }

  #offered({ words, column }) {
    const { columns, rows } = this.#grid;
    const said = words.value.trim();
    const values = [...new Set(rows.map(([, cells]) => cells[column]).filter((value) => value && value.length < 40))];
    const field = fieldOf(columns[column]);
    const declared = this.#facts.choices[field] ?? [];
    if (this.#facts.lists.includes(field)) {
      const own = entries(said);
      const known = [...new Set([...declared, ...values.flatMap((value) => entries(value)).sort(), ...own])];
      return known.map((entry) => {
        const isOn = own.includes(entry);
        const now = isOn ? own.filter((one) => one !== entry) : [...own, entry];
        return { words: entry, isOn, to: said.startsWith('[') ? JSON.stringify(now) : now.join(', ') };
      });
    }
    if (declared.length > 0) return declared.map((value) => ({ words: value, isOn: value === said, to: value }));
    const pictures = this.#picturesOf(column);
    if (pictures) return pictures.map(([name]) => ({ words: name, isOn: name === said || name.replace(/\.\w+$/, '') === said, to: name }));
    const isChoice = values.length > 1 && values.length <= FEW && values.length * 2 <= rows.length;
    return isChoice ? values.sort().map((value) => ({ words: value, isOn: value === said, to: value })) : [];
  }

  #choose(to) {
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

/** How wide a column is of which three quarters of the cells are no longer than some of these; one long name makes no wide column. */
function widthOf(cells) {
  const lengths = cells.map(({ length }) => length).filter(Boolean).sort((one, other) => one - other);
  const most = lengths[Math.floor(lengths.length * 0.75)] ?? 0;
  return most > 24 ? 'long' : most > 8 ? 'middling' : 'short';
}

/** Which columns a pasted table's first row names: for each of its cells, undefined where there is none of that name; null if it is a row like the others. */
function headed([first, ...rows], columns) {
  const names = columns.map((name) => name.toLowerCase());
  const said = first.map((cell) => cell.trim().toLowerCase());
  const filled = said.filter((cell) => cell !== '');
  const own = said.map((cell) => (names.includes(cell) ? names.indexOf(cell) : undefined));
  const known = own.filter((column) => column !== undefined);
  const isHead = rows.length > 0 && known.length > 0 && known.length * 2 >= filled.length && new Set(filled).size === filled.length;
  return isHead ? own : null;
}

/** Numbers by their size, words by their letters, and what is empty last. */
function ordered(one, other) {
  if (one === '' || other === '') return (one === '') - (other === '');
  return IS_NUMBER.test(one) && IS_NUMBER.test(other) ? numberOf(one) - numberOf(other) : one.localeCompare(other, undefined, { numeric: true });
}

/** A code like this one that is not taken: "S3" after "S1" and "S2". */
function freeCode(code, taken) {
  const [, stem, digits] = code.match(/^(.*?)(\d*)$/s);
  for (let number = Number(digits || 1) + 1; ; number += 1) {
    const next = stem + String(number).padStart(digits.length, '0');
    if (!taken.has(next)) return next;
  }
}

/** "1,5" and "1.5" are the same number. */
function numberOf(text) {
  return Number(text.replace(',', '.'));
}

function grow(words) {
  words.rows = Math.min(6, Math.max(1, words.value.split('\n').length));
}
