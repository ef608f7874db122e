// Files that are dropped on a kit: tables become rows or a deck, pictures and fonts are added.

import { button, counted, el } from '../parts.js';

const IS_TABLE = /\.(csv|tsv|xlsx|ods|json)$/i;
const IS_ADDED = /\.(png|jpe?g|webp|svg|ttf|otf|ttc)$/i;
const SEVERAL = 1 << 15;

export class Drop {
  #hands;
  #state;

  /** `state` tells what there is now. */
  constructor(hands, state, signal) {
    this.#hands = hands;
    this.#state = state;
    this.root = el('dialog', { class: 'asking', 'aria-label': 'What is to become of these rows?' });
    const hasFiles = (event) => event.dataTransfer?.types.includes('Files');
    addEventListener('dragover', (event) => hasFiles(event) && event.preventDefault(), { signal });
    addEventListener('drop', (event) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      this.add([...event.dataTransfer.files]);
    }, { signal });
  }

  async add(files) {
    for (const file of files) {
      try {
        if (IS_TABLE.test(file.name)) await this.#addTable(file);
        else if (IS_ADDED.test(file.name)) await this.#hands.add(file);
        else throw new Error(`${file.name} is no table (CSV, TSV, XLSX, ODS, JSON), no picture and no font: drop a whole kit on the start page`);
      } catch (error) {
        this.#hands.fail(error);
      }
    }
  }

  async #addTable(file) {
    const bytes = encoded(new Uint8Array(await file.arrayBuffer()));
    const tables = await this.#hands.tables(file.name, bytes);
    const { grids, decks } = this.#state();
    const rows = grids.filter(({ deck, fixed, columns }) => deck && !fixed && columns.length > 0);
    const titled = ({ deck, file: path }) => `${decks.find(({ name }) => name === deck)?.title ?? deck} (${path})`;
    const ways = tables.flatMap((table) => rows.flatMap((grid) => [
      { words: `Add ${counted(table.all, 'row')} below those of ${titled(grid)}`, table, act: () => this.#append(table, grid) },
      { words: `Replace all rows of ${titled(grid)} by ${table.all === 1 ? 'this one' : `these ${table.all}`}`, table, act: () => this.#replace(table, grid) },
    ]));
    ways.push({ words: 'Make a new deck of them', table: tables[0], act: () => this.#hands.addDecks(file.name, bytes) });
    this.#ask(file.name, tables, ways);
  }

  #ask(name, tables, ways) {
    const told = tables.map((table) => el('p', {}, `${tables.length > 1 ? `${table.name}: ` : ''}${counted(table.all, 'row')} with ${table.columns.join(', ')}`));
    const choose = (way) => async () => {
      this.root.close();
      try {
        await way.act();
      } catch (error) {
        this.#hands.fail(error);
      }
    };
    const several = (way) => (tables.length > 1 && way.words.startsWith('Make') ? 'Make new decks of them' : tables.length > 1 ? `${way.table.name}: ${way.words}` : way.words);
    this.root.replaceChildren(el('h2', {}, `What is to become of ${name}?`), ...told,
      ...ways.map((way) => button(several(way), { class: 'btn', onclick: choose(way) })),
      button('Cancel', { class: 'btn', onclick: () => this.root.close() }));
    this.root.showModal();
  }

  /** The rows of a table under the columns of a deck; columns that it has not yet are added. */
  #fitted({ columns, rows, all }, grid) {
    if (all > rows.length) throw new Error(`of this table only the first ${rows.length} rows can be taken over here: make a new deck of it`);
    const lower = grid.columns.map((name) => name.toLowerCase());
    const fresh = columns.filter((name) => name !== '' && !lower.includes(name.toLowerCase()));
    const wanted = [...lower, ...fresh.map((name) => name.toLowerCase())];
    const own = columns.map((name) => name.toLowerCase());
    return { columns: fresh, rows: rows.map((row) => wanted.map((name) => row[own.indexOf(name)] ?? '')) };
  }

  #append(table, grid) {
    const fill = { ...this.#fitted(table, grid), at: grid.all };
    const code = grid.columns.findIndex((name) => name.toLowerCase() === 'code');
    if (code >= 0) {
      const known = new Set(grid.rows.map(([, cells]) => cells[code]));
      fill.rows.filter((row) => row[code] === '' || known.has(row[code])).forEach((row) => (row[code] = ''));
      number(fill.rows, code, known);
    }
    return this.#sheet(grid, fill);
  }

  #replace(table, grid) {
    const fill = { ...this.#fitted(table, grid), clear: true };
    const code = grid.columns.findIndex((name) => name.toLowerCase() === 'code');
    if (code >= 0) number(fill.rows, code, new Set());
    return this.#sheet(grid, fill);
  }

  #sheet({ file, deck, columns }, fill) {
    return this.#hands.editSheet({ file, deck, columns, act: { fill } });
  }
}

/** Gives rows without a code one that no other has. */
function number(rows, code, known) {
  const taken = new Set([...known, ...rows.map((row) => row[code])]);
  let next = 1;
  for (const row of rows.filter((row) => row[code] === '')) {
    while (taken.has(`N${next}`)) next += 1;
    row[code] = `N${next}`;
    taken.add(row[code]);
  }
}

/** Bytes in base 64. */
function encoded(bytes) {
  let text = '';
  for (let at = 0; at < bytes.length; at += SEVERAL) text += String.fromCharCode(...bytes.subarray(at, at + SEVERAL));
  return btoa(text);
}
