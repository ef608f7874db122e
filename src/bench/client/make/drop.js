// Files that are dropped on a kit: tables become rows or a deck, pictures and fonts are added.

import { base64, button, counted, el } from '../parts.js';

const IS_TABLE = /\.(csv|tsv|xlsx|ods|json)$/i;
const IS_ADDED = /\.(png|jpe?g|webp|svg|ttf|otf|ttc)$/i;
/** The largest files, in MB: what `paperkeep watch` takes, and tables go there as text. */
const LARGEST_TABLE = 20;
const LARGEST_ADDED = 32;

export class Drop {
  #hands;
  #state;
  /** One file is asked about after the other. */
  #queue = Promise.resolve();

  /** `state` tells what there is now. */
  constructor(hands, state, signal) {
    this.#hands = hands;
    this.#state = state;
    this.root = el('dialog', { class: 'asking', 'aria-label': 'What should happen to these rows?' });
    const hasFiles = (event) => event.dataTransfer?.types.includes('Files');
    addEventListener('dragover', (event) => hasFiles(event) && event.preventDefault(), { signal });
    addEventListener('drop', (event) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      this.add([...event.dataTransfer.files]);
    }, { signal });
  }

  /** `way` says how rows are put in, if that was asked already: they `replace` those that are there, or are `append`ed. */
  add(files, way = null) {
    for (const file of files) this.#queue = this.#queue.then(() => this.#add(file, way)).catch((error) => this.#hands.fail(error));
    return this.#queue;
  }

  #add(file, way) {
    const isTable = IS_TABLE.test(file.name);
    if (!isTable && !IS_ADDED.test(file.name)) throw new Error(`${file.name} is no table (CSV, TSV, XLSX, ODS, JSON), no picture (PNG, JPEG, WebP, SVG) and no font (TTF, OTF): nothing else can be dropped here`);
    const most = isTable ? LARGEST_TABLE : LARGEST_ADDED;
    if (file.size > most * 1e6) throw new Error(`${file.name} has ${(file.size / 1e6).toFixed(1)} MB, and at most ${most} can be dropped here: make it smaller`);
    return isTable ? this.#addTable(file, { way }) : this.#hands.add(file);
  }

  /** Asks what should happen to a table that is pasted over the rows of a deck: `ways` are those that it has there. */
  addTable(file, here) {
    return (this.#queue = this.#queue.then(() => this.#addTable(file, here)).catch((error) => this.#hands.fail(error)));
  }

  async #addTable(file, { way = null, ...here }) {
    const bytes = base64(new Uint8Array(await file.arrayBuffer()));
    const tables = await this.#hands.tables(file.name, bytes);
    const { grids, decks } = this.#state();
    const isOpen = ({ deck, file: path }) => !here.deck || (deck === here.deck && path === here.file);
    const rows = grids.filter((grid) => grid.deck && !grid.fixed && grid.columns.length > 0 && isOpen(grid));
    if (way && tables.length === 1 && rows.length === 1) {
      await (way === 'append' ? this.#append(tables[0], rows[0]) : this.#replace(tables[0], rows[0]));
      return;
    }
    const titled = ({ deck, file: path }) => `${decks.find(({ name }) => name === deck)?.title ?? deck} (${path})`;
    const ways = tables.flatMap((table) => rows.flatMap((grid) => [
      { words: `Add ${counted(table.all, 'row')} below those of ${titled(grid)}`, table, act: () => this.#append(table, grid) },
      { words: `Replace all rows of ${titled(grid)} by ${table.all === 1 ? 'this one' : `these ${table.all}`}`, table, act: () => this.#replace(table, grid) },
    ]));
    if (tables.length > 1) ways.forEach((way) => (way.words = `${way.table.name}: ${way.words}`));
    ways.push({ words: tables.length > 1 ? 'Make new decks of them' : 'Make a new deck of them', act: () => this.#hands.addDecks(file.name, bytes) });
    await (await this.#ask(file.name.replace(/^(the .*)\.tsv$/, '$1'), tables, [...(here.ways ?? []), ...ways]))?.act();
  }

  /** The way that is chosen; null if none is. */
  #ask(name, tables, ways) {
    const told = tables.map((table) => el('p', {}, `${tables.length > 1 ? `${table.name}: ` : ''}${counted(table.all, 'row')} with ${table.columns.join(', ')}`));
    let chosen = null;
    const choose = (way) => () => {
      chosen = way;
      this.root.close();
    };
    this.root.replaceChildren(el('h2', {}, `What should happen to ${name}?`), ...told,
      ...ways.map((way) => button(way.words, { class: 'btn', onclick: choose(way) })),
      button('Cancel', { class: 'btn', onclick: choose(null) }));
    this.root.showModal();
    return new Promise((done) => this.root.addEventListener('close', () => done(chosen), { once: true }));
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
      fill.rows.filter((row) => known.has(row[code])).forEach((row) => (row[code] = ''));
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
