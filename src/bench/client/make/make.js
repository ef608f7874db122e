// The make view: a kit's rows, colours, words and files beside the face that is being changed.

import { INKS, button, counted, el, giveUp, icon, inQuotes, ownName, ready, select, sentence } from '../parts.js';
import { Draw } from './draw.js';
import { Begin } from './begin.js';
import { Drop } from './drop.js';
import { faults, isIn, missedPicture, newWord, once } from './faults.js';
import { Files } from './files.js';
import { Frames } from './frames.js';
import { Languages } from './languages.js';
import { Overview } from './overview.js';
import { Rows } from './rows.js';
import { Sheet, rowOf } from './sheet.js';
import { Table } from './table.js';
import { Trial } from './trial.js';
import { trimmed } from './trimmed.js';
import { Colours, Texts } from './words.js';

/** Where pictures and fonts that are added go. */
const FOLDERS = [[/\.(png|jpe?g|webp|svg)$/i, 'art'], [/\.(ttf|otf|ttc)$/i, 'fonts']];

/** Columns by which a piece is known: what is in them names no icon. */
const IS_NAME = /^(codes?|name|title|card|word)$/i;

/** The file with a kit's own rules. */
const RULES = 'play.toml';

const STALE = 'Until then, what cannot be shown as it is now is shown as it was before.';

/** The number of a line in a message about a table. */
const LINE = /\blines? (\d+)\b/g;

/** How many other rows are seen through a face that is drawn on. */
const OTHERS = 4;

/** How long changes are waited for when the kit is left, ms. */
const PATIENCE = 10_000;

/** How long after the last change the sheets are laid out anew, ms. */
const CALM = 350;

/** `home` is where the kit is: in this browser, or behind the server of `paperkeep watch`. */
export function make({ home, say }) {
  const view = new Make(home, say);
  return { root: view.root, ready: view.fill(), leave: () => view.leave() };
}

class Make {
  #home;
  #say;
  #state = null;
  #tabs = el('div', { class: 'tabs', role: 'tablist', 'aria-label': 'What to change' });
  #panel = el('div', { class: 'panel', role: 'tabpanel', id: 'panel', tabIndex: -1 }, el('p', { class: 'opening' }, 'Opening…'));
  #open = null;
  #views = new Map();
  /** What fills each tab; only the open one is filled. */
  #entries = new Map();
  #face = new FaceView({
    draw: (seen) => this.#home.call(seen.cell ? 'typed' : 'face', seen),
    drawn: (of, deck, picture, unfit) => this.#drawn(of, deck, picture, unfit),
    nameOf: (code) => this.#nameOf(code),
    typed: (unfit) => this.#views.get(this.#open)?.drawn?.(unfit) ?? unfit,
    dipped: () => this.#soon(),
    // Pictures that are not there are marked on the face, and told once for all rows.
    faults: (problems) => faults(problems.filter((problem) => missedPicture(problem) === null), this.#hands),
  });
  #problems = el('div', { class: 'problems' });
  #status = el('p', { class: 'tag', role: 'status' });
  #listeners = new AbortController();
  /** Edits wait for the one before them. */
  #queue = Promise.resolve();
  /** How many of them are not made yet. */
  #changes = 0;
  #trial;
  #drop;
  #sheet;
  #table;
  /** The sheets and faces as they were laid out last, and what is to be laid out. */
  #exhibit = null;
  #timer = 0;
  /** Whether what was changed last was taken back: then nothing is marked as changed. */
  #isTakenBack = false;
  /** What was told aloud to be wrong. */
  #warned = '';

  constructor(home, say) {
    this.#home = home;
    this.#say = say;
    this.#trial = new Trial(home);
    this.#sheet = new Sheet(home, (code) => this.#lookFor(code), (code) => this.#nameOf(code));
    this.#table = new Table(home, (problem) => this.#place(problem));
    this.#drop = new Drop(this.#hands, () => this.#state, this.#listeners.signal);
    this.title = el('h1', { tabIndex: -1 }, home.name);
    this.undo = button('Undo', { class: 'btn', disabled: true, onclick: () => this.#do('undo') }, icon('undo'));
    this.redo = button('Redo', { class: 'btn', disabled: true, onclick: () => this.#do('redo') }, icon('redo'));
    const tools = el('div', { class: 'does' }, this.undo, this.redo, ...home.tools((error) => this.#fail(error), (state) => this.#show(state)));
    const desk = el('section', { class: 'desk', 'aria-label': 'What it is made of' },
      el('header', {}, el('a', { class: 'brand', href: '#' }, 'paperkeep'), this.title, tools), this.#tabs, this.#panel);
    const side = el('section', { class: 'shown', 'aria-label': 'How it looks' },
      el('div', { class: 'seen' }, this.#face.root, this.#sheet.root), this.#status, this.#problems, this.#table.root);
    this.root = el('main', { class: 'making' }, desk, side, this.#drop.root);
    addEventListener('keydown', (event) => this.#key(event), { signal: this.#listeners.signal });
  }

  async fill() {
    document.title = `${this.#home.name || 'A kit'}, paperkeep`;
    try {
      this.#show(await this.#home.open((state) => this.#show(state)));
    } catch (error) {
      this.#panel.replaceChildren();
      this.#fail(error);
      return;
    }
    const { files, way } = this.#home.handed?.() ?? { files: [] };
    this.#drop.add(files, way);
  }

  /** Leaves the kit once everything that was changed is kept, unless that takes for ever. */
  async leave() {
    await Promise.race([this.#settled(), new Promise((done) => setTimeout(done, PATIENCE))]);
    this.#listeners.abort();
    clearTimeout(this.#timer);
    this.#table.leave();
    this.#face.leave();
    this.#trial.quit();
    this.#views.get('draw')?.leave();
    this.#home.leave();
  }

  /** What is being typed and moved is put where it belongs, and all changes are made. */
  async #settled() {
    // A cell is changed when it is left.
    if (this.root.contains(document.activeElement)) document.activeElement.blur();
    await this.#views.get('draw')?.flush();
    while (this.#changes > 0) await this.#queue.catch(() => {});
  }

  /** Has the program change something; returns what there is then, or null. `refused` hears why it was not done. */
  #do(call, args = {}, refused = null) {
    const act = async () => {
      try {
        const state = await (call === 'put' ? this.#home.put(args.path, args.bytes) : this.#home.call(call, args));
        this.#status.textContent = '';
        this.#isTakenBack = call === 'undo';
        this.#show(state);
        return state;
      } catch (error) {
        this.#fail(error);
        refused?.(error);
        // An ended program has forgotten the kit; what was kept of it is opened again.
        if (error.dead) this.#show(await this.#home.open((state) => this.#show(state)));
        return null;
      } finally {
        this.#changes -= 1;
      }
    };
    const wait = () => {
      this.#changes += 1;
      return (this.#queue = this.#queue.then(act, act));
    };
    // What arrows moved is put there before it is undone.
    return call === 'undo' && this.#views.has('draw') ? this.#views.get('draw').flush().then(wait) : wait();
  }

  #fail(error) {
    this.#status.textContent = sentence(error.message);
    this.#say(error.message);
  }

  /** What the views may do. */
  get #hands() {
    return {
      edit: (cell, to, refused) => this.#do('edit', { cell, to }, refused),
      allow: (problem) => this.#allow(problem),
      editRow: (row) => this.#do('editRow', row),
      editSheet: (edit) => this.#do('editSheet', edit),
      tables: (name, bytes) => this.#home.call('tables', { name, bytes }),
      addTable: (file, here) => this.#drop.addTable(file, here),
      addDecks: (name, bytes) => this.#do('addDecks', { name, bytes }),
      typing: (typed) => this.#face.type(typed),
      icons: (names) => this.#home.call('icons', { names }),
      likeIcon: (name) => this.#home.call('iconsLike', { name }),
      mendIcon: (name, to) => this.#mendIcon(name, to),
      fail: (error) => this.#fail(error),
      write: (path, text) => this.#do('writeText', { path, text }),
      text: (path) => this.#home.call('text', { path }),
      check: (path, text) => this.#home.call('check', { path, text }),
      checkCell: (cell, to) => this.#home.call('checkCell', { cell, to }),
      candidates: (path, text, at) => this.#home.call('candidates', { path, text, at }),
      add: (file, folder) => this.#add(file, folder),
      put: async (path, file) => this.#do('put', { path, bytes: new Uint8Array(await file.arrayBuffer()) }),
      look: (deck, code, language) => this.#face.look(deck, code, language),
      easel: (of) => this.#home.call('easel', of),
      face: (of) => this.#home.call('face', of),
      others: (of) => this.#others(of),
      lifted: (of, ats) => this.#home.call('lifted', { ...of, ats }),
      rows: () => this.#rows(),
      turn: () => this.#face.turn(),
      dip: (ink) => this.#face.dip(ink),
      draw: (deck, back, act) => this.#do('draw', { deck, back, act }),
      wake: () => this.#wake(),
      frames: (deck) => this.#home.call('frames', { deck }),
      framed: (of) => this.#home.call('framed', of),
      frame: (of) => this.#do('frame', of),
      texts: (code) => this.#home.call('texts', { code }),
      speak: (code, refused) => this.#do('speak', { code }, refused),
      say: (code, text, to, refused) => this.#do('say', { code, text, to }, refused),
      beginRules: (deck, rules) => this.#beginRules(deck, rules),
      lookFor: (code) => this.#lookFor(code),
      exhibit: () => this.#exhibit,
      picture: (kind, id) => this.#home.picture(kind, id),
    };
  }

  /** A face was drawn anew, perhaps to be drawn on. */
  #drawn(of, deck, picture, unfit) {
    this.#sheet.look(of.code);
    if (this.#open === 'frames') this.#views.get('frames').look(of, deck);
    if (this.#open === 'draw') this.#views.get('draw').shown(of, deck, picture, unfit);
  }

  /** Puts the name of an icon in place of one that does not exist: in the row in hand, or else in its template. */
  async #mendIcon(name, to) {
    const { deck, code, back } = this.#face.seen;
    try {
      // A face may have been drawn of newer rows than those that are shown.
      const { grids, codes, decks } = await this.#home.call('shown');
      const at = grids.findIndex((grid, index) => grid.deck === deck && codes[index].includes(code));
      const row = codes[at]?.indexOf(code);
      const mended = mendedCell(grids[at], row, name, to);
      if (mended) {
        const { column, from, to } = mended;
        return this.#do('edit', { cell: { file: grids[at].file, deck, row, column, from }, to });
      }
      const { front, backFace } = decks.find((one) => one.name === deck);
      const path = back ? backFace : front;
      const text = await this.#home.call('text', { path });
      const after = text.replaceAll(`:${name}:`, `:${to}:`);
      if (after !== text) return this.#do('writeText', { path, text: after });
      throw new Error(`“${name}” is written neither in the row of ${code} nor in ${path}: look for it in Files`);
    } catch (error) {
      this.#fail(error);
      return null;
    }
  }

  /** Draws the face in hand again, or that of the first row. */
  #wake() {
    const { grids, codes } = this.#state;
    const at = grids.findIndex(({ deck }, index) => deck && codes[index].some(Boolean));
    if (at >= 0) this.#face.wake(grids[at].deck, codes[at].find(Boolean));
  }

  /** The rows that can be shown, deck by deck: their codes and names. */
  #rows() {
    const { grids, codes, decks } = this.#state;
    return decks.map(({ name, title }) => {
      const rows = grids.flatMap((grid, index) => (grid.deck === name ? named(grid, codes[index]) : []));
      return { deck: name, title, rows };
    }).filter(({ rows }) => rows.length > 0);
  }

  /** What a piece is called: its code, unless that is made of its name. */
  #nameOf(code) {
    const found = this.#rows().flatMap(({ rows }) => rows).find(([known]) => known === code);
    return found && !found[1].startsWith(`${code}: `) ? found[1] : code;
  }

  /** The faces of some other rows of the deck, as SVG. */
  async #others({ deck, code, back, ink }) {
    const { grids, codes } = this.#state;
    const own = grids.flatMap((grid, index) => (grid.deck === deck ? codes[index] : [])).filter((other) => other && other !== code);
    const some = own.filter((_, index) => index % Math.ceil(own.length / OTHERS) === 0);
    const faces = [];
    for (const other of some) faces.push((await this.#home.call('face', { deck, code: other, back, ink })).svg);
    return faces;
  }

  /** Allows the word that a problem is about in its column. */
  #allow({ path, line, message }) {
    const { grid, row } = this.#rowAt(path, line);
    const { choices } = this.#state.decks.find(({ name }) => name === grid.deck);
    const column = grid.rows[row][1].findIndex((cell, at) => isIn(grid, at, message, cell, choices));
    return this.#do('allow', { deck: grid.deck, column: grid.columns[column] ?? '', word: newWord({ message }) });
  }

  /** Gives the kit rules to begin with, and shows them. */
  async #beginRules(deck, rules) {
    if (!(await this.#do('beginRules', { deck, rules }))) return;
    this.#turn('rules');
    this.#table.again();
  }

  /** Adds a picture or a font to the kit, perhaps in a folder of its own; returns its path. */
  async #add(file, wished) {
    const folder = wished ?? FOLDERS.find(([ending]) => ending.test(file.name))?.[1];
    if (!folder) {
      this.#fail(new Error(`${file.name} is no picture (PNG, JPEG, WebP, SVG) and no font (TTF, OTF)`));
      return null;
    }
    const path = `${folder}/${file.name}`;
    const bytes = new Uint8Array(await file.arrayBuffer());
    return (await this.#do('put', { path, bytes })) ? path : null;
  }

  #show(state) {
    this.#state = state;
    this.#views.get('draw')?.wait();
    if (state.title) this.title.textContent = state.title;
    for (const [tool, told] of [[this.undo, state.undo], [this.redo, state.redo]]) {
      tool.disabled = !told;
      tool.title = inQuotes(told ?? '');
    }
    document.title = `${state.title ?? this.#home.name}, paperkeep`;
    this.#home.shown?.(state);
    if (state.players) {
      this.#trial.seat(state.players);
      this.#table.seat(state.players);
    }
    this.#showTabs();
    this.#face.update(state.decks);
    this.#showProblems();
    this.#soon();
  }

  /** Lays the kit out once nothing has changed for a while. */
  #soon() {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#layOut(), CALM);
  }

  /** Lays the kit out as it is now. */
  async #layOut() {
    try {
      const exhibit = await this.#home.exhibit(this.#face.inkOfSheets);
      const before = this.#exhibit;
      this.#exhibit = exhibit;
      const ids = new Set(exhibit.sheets.map(({ id }) => id));
      exhibit.decks.forEach(({ faces }) => faces.forEach(({ front, back }) => ids.add(front).add(back)));
      const fresh = before?.ink === exhibit.ink && !this.#isTakenBack ? changedSince(before, exhibit) : new Set();
      this.#isTakenBack = false;
      this.#showProblems();
      this.#markRows();
      await this.#sheet.show(exhibit, fresh);
      this.#views.get('overview')?.show(exhibit, fresh);
      this.#views.get('languages')?.laidOut();
      this.#home.forget(ids);
    } catch {
      // What is wrong with it is told beside; the last sheets stay.
    }
  }

  /** Goes to the row of a piece, and shows its face. */
  #lookFor(code) {
    const { grids, codes } = this.#state;
    const isIts = (own) => own !== null && rowOf(code, own);
    const at = grids.findIndex(({ deck }, index) => deck && codes[index].some(isIts));
    if (at < 0) return;
    const row = codes[at].findIndex(isIts);
    const { deck, file } = grids[at];
    const key = `rows ${deck} ${file}`;
    if (this.#open.startsWith('rows ') || this.#open === 'overview') {
      this.#turn(key);
      this.#views.get(key).goTo(row);
    } else this.#face.look(deck, codes[at][row]);
  }

  // ---------- tabs ----------

  #showTabs() {
    const { grids, decks, texts, languages, speakable, beginnings } = this.#state;
    const titles = new Map(decks.map(({ name, title }) => [name, title]));
    const rows = grids.map((grid, index) => ({ grid, codes: this.#state.codes[index] })).filter(({ grid }) => grid.deck);
    const files = new Map();
    for (const { grid } of rows) files.set(grid.deck, (files.get(grid.deck) ?? 0) + 1);
    const named = ({ deck, file }) => (files.get(deck) > 1 ? `${titles.get(deck) ?? deck}: ${file}` : titles.get(deck) ?? sentence(deck));
    const entries = rows.map(({ grid, codes }) => [`rows ${grid.deck} ${grid.file}`, named(grid), () => new Rows(this.#hands), (view) => view.show(grid, codes, { lists: [], choices: {}, pictures: {}, ...decks.find(({ name }) => name === grid.deck), wrong: this.#wrongIn(grid.file), isTakenBack: this.#isTakenBack })]);
    const manifest = grids.find(({ deck }) => deck === null);
    if (rows.length > 0) {
      entries.push(['draw', 'Draw', () => new Draw(this.#hands), (view) => view.show()]);
      entries.push(['frames', 'Frames', () => new Frames(this.#hands), () => {}]);
    }
    if (manifest) {
      entries.push(['colours', 'Colours', () => new Colours(this.#hands), (view) => view.show(manifest, this.#state.colours)]);
      entries.push(['words', 'About', () => new Texts(this.#hands), (view) => view.show(manifest, this.#state)]);
      entries.push(['languages', 'Languages', () => new Languages(this.#hands, this.#home), (view) => languages && view.show(languages, speakable, decks)]);
    }
    if (this.#state.plays) {
      entries.push(['rules', 'Rules', () => new Files(this.#hands, RULES), (view) => view.show(texts, this.#wrong)]);
      entries.push(['trial', 'Test games', () => this.#trial, (view) => view.show()]);
    } else if (beginnings?.length > 0) entries.push(['begin', 'Rules', () => new Begin(this.#hands), (view) => view.show(beginnings)]);
    entries.push(['files', 'Files', () => new Files(this.#hands), (view) => view.show(texts, this.#wrong)]);
    entries.push(['overview', 'Everything', () => new Overview(this.#hands), (view) => this.#exhibit && view.show(this.#exhibit, new Set())]);
    this.#entries = new Map(entries.map(([key, , build, show]) => [key, { build, show, isFilled: false }]));
    const keys = entries.map(([key]) => key);
    if (!keys.includes(this.#open)) this.#open = manifest ? keys[0] : 'files';
    const tabs = entries.map(([key, words]) => button(words, { role: 'tab', id: `tab ${key}`, 'aria-controls': 'panel', onclick: () => this.#turn(key), onkeydown: (event) => this.#step(event, keys) }));
    const hadFocus = this.#tabs.contains(document.activeElement);
    this.#tabs.replaceChildren(...tabs);
    this.#turn(this.#open);
    if (hadFocus) this.#tabs.children[keys.indexOf(this.#open)].focus();
  }

  #turn(key) {
    this.#open = key;
    if (key !== 'languages') this.#face.speak();
    this.root.dataset.open = key.split(' ')[0];
    for (const tab of this.#tabs.children) {
      const isOpen = tab.id === `tab ${key}`;
      tab.setAttribute('aria-selected', String(isOpen));
      tab.tabIndex = isOpen ? 0 : -1;
      if (!isOpen) continue;
      this.#panel.setAttribute('aria-label', tab.textContent);
      tab.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    }
    const view = this.#filled(key);
    // What has the focus stays as it is.
    if (this.#panel.firstChild !== view.root) {
      const before = [...this.#views.values()].find(({ root }) => root === this.#panel.firstChild);
      before?.leave?.();
      this.#panel.replaceChildren(view.root);
    }
    view.opened?.();
    this.#showProblems();
  }

  /** A tab's view, with what there is to see now. */
  #filled(key) {
    const entry = this.#entries.get(key);
    if (!this.#views.has(key)) this.#views.set(key, entry.build());
    const view = this.#views.get(key);
    if (!entry.isFilled) {
      entry.isFilled = true;
      entry.show(view);
    }
    return view;
  }

  #step(event, keys) {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!by) return;
    event.preventDefault();
    const next = (keys.indexOf(this.#open) + by + keys.length) % keys.length;
    this.#turn(keys[next]);
    this.#tabs.children[next].focus();
  }

  // ---------- problems ----------

  /** Everything that is wrong, and what could be drawn in spite of it. */
  get #wrong() {
    const { problems, advice } = this.#state;
    return [...problems, ...this.#unfit, ...advice];
  }

  /** What was drawn in spite of a problem, with the paths of the files. */
  get #unfit() {
    const { grids, texts, problems } = this.#state;
    const paths = [...grids.map(({ file }) => file), ...texts];
    const known = new Set(problems.map(({ message, line }) => `${message} ${line}`));
    const found = (this.#exhibit?.unfit ?? []).filter(({ message, line }) => !known.has(`${message} ${line}`));
    // Of `a.toml` and `more/a.toml`, it is the longer that fits.
    const longest = paths.sort((one, other) => other.length - one.length);
    return found.map((problem) => ({ ...problem, path: longest.find((path) => problem.file === path || problem.file.endsWith(`/${path}`)) ?? null }));
  }

  #wrongIn(file) {
    const own = this.#wrong.filter(({ path, line }) => path === file && line);
    return own.map((problem) => ({ ...problem, message: this.#inRows(problem), isHint: this.#state.advice.includes(problem) }));
  }

  /** The rows in which a line is, and their number; undefined if it is in none. */
  #rowAt(path, line) {
    const grid = this.#state.grids.find(({ deck, file, lines }) => deck !== null && file === path && lines.length > 0 && lines[0] <= line);
    return grid && { grid, row: grid.lines.findLastIndex((start) => start <= line) };
  }

  /** A message that speaks of rows as they are numbered here. */
  #inRows({ path, message }) {
    const row = (line) => this.#rowAt(path, Number(line))?.row;
    return message.replace(LINE, (words, line) => (row(line) === undefined ? words : `row ${row(line) + 1}`));
  }

  /** Where a problem is, in words. */
  #placed({ file, path, line }) {
    const found = line && path ? this.#rowAt(path, line) : undefined;
    if (!found) return line ? `${path ?? file}, line ${line}` : path ?? file;
    const { deck } = found.grid;
    const title = this.#state.decks.find(({ name }) => name === deck)?.title ?? sentence(deck);
    return `${title}, row ${found.row + 1}`;
  }

  /** Marks what the sheets showed to be wrong in the rows. */
  #markRows() {
    for (const [key, view] of this.#views) if (key.startsWith('rows ')) view.warn(this.#wrongIn(key.split(' ').slice(2).join(' ')));
  }

  #showProblems() {
    const { problems, advice, fixed, left_out: leftOut } = this.#state;
    const list = (some, kind) => some.map((problem) => {
      const [fault] = faults([{ ...problem, message: this.#inRows(problem) }], this.#hands);
      fault.prepend(this.#place(problem));
      fault.classList.add(kind);
      return fault;
    });
    // What is wrong in the text in hand is told below it.
    const text = ['rules', 'files'].includes(this.#open) ? this.#views.get(this.#open)?.path : null;
    const isElsewhere = ({ path, line }) => text === null || path !== text || !line;
    const all = once([...problems, ...this.#unfit]);
    const wrong = all.filter(isElsewhere);
    const items = [...list(wrong, 'bad'), ...list(advice, 'hint')];
    const count = all.length;
    const told = count > 0 ? `${counted(count, 'problem')} to put right` : advice.length > 0 ? counted(advice.length, 'hint') : '';
    const spared = `Until then, ${leftOut === 1 ? 'this row is' : 'these rows are'} left out of what is shown and printed.`;
    const until = leftOut > 0 ? spared : STALE;
    const stale = problems.length > 0 ? el('p', {}, until) : null;
    this.#problems.replaceChildren(...[fixed ? el('p', {}, sentence(fixed)) : null, told && (items.length > 0 || stale) ? el('h2', {}, told) : null, stale, items.length > 0 ? el('ul', {}, ...items) : null].filter(Boolean));
    const warning = problems.length > 0 ? `${told}. ${until}` : '';
    if (warning !== this.#warned) this.#say(warning || 'What was wrong is put right.');
    this.#warned = warning;
    this.#table.warn(problems);
    this.#table.lacks([...new Set(all.map(missedPicture).filter(Boolean))]);
    this.#trial.warn(problems, (problem) => `${this.#placed(problem)}: ${sentence(this.#inRows(problem))}`);
  }

  /** Where a problem is, as a button that goes there. */
  #place(problem) {
    const words = this.#placed(problem);
    if (!problem.line || !problem.path) return el('b', {}, words);
    return button(words, { class: 'link', onclick: () => this.#goTo(problem) });
  }

  async #goTo({ path, line, column, message }) {
    const found = this.#rowAt(path, line);
    if (found) {
      const { deck, file } = found.grid;
      this.#turn(`rows ${deck} ${file}`);
      this.#views.get(`rows ${deck} ${file}`).goTo(found.row, 0, message);
      return;
    }
    const tab = path === RULES && this.#entries.has('rules') ? 'rules' : 'files';
    this.#turn(tab);
    await this.#views.get(tab).goTo(path, line, column);
  }

  // ---------- the rest ----------

  #key(event) {
    const isText = event.target.matches?.('input, textarea, select') && event.target.dataset.said !== undefined && event.target.value !== event.target.dataset.said;
    if (!(event.ctrlKey || event.metaKey) || event.altKey || isText) return;
    const key = event.key.toLowerCase();
    const call = key === 'y' || (key === 'z' && event.shiftKey) ? 'redo' : key === 'z' ? 'undo' : null;
    if (!call) return;
    event.preventDefault();
    this.#do(call);
  }
}

/** The codes of rows that can be shown, each with what its piece is called: "S1: Morning Watch", or only the name if the code is made of it. */
function named({ columns, rows }, codes) {
  const isCode = (cell, code) => code && cell && slug(cell) === code;
  const made = columns.findIndex((_, column) => rows.some(([, cells], index) => isCode(cells[column], codes[index])));
  const names = columns.findIndex((name) => IS_NAME.test(name) && !/^codes?$/i.test(name));
  const column = names < 0 ? made : names;
  return codes.flatMap((code, index) => {
    if (!code) return [];
    const name = rows[index]?.[1][column] ?? '';
    return [[code, isCode(name, code) ? name : name ? `${code}: ${name}` : code]];
  });
}

/** A name as codes are made of it. */
function slug(name) {
  return name.normalize('NFD').toLowerCase().replace(/\p{M}/gu, '').replace(/[^\p{L}\p{N}]+/gu, '-').replace(/^-|-$/g, '');
}

/** A cell of a row with another name for an icon; undefined if none has the name, in which spaces may stand for hyphens. */
function mendedCell(grid, row, name, to) {
  const named = `:${name}:`;
  const isIt = (cell, column) => cell.trim().replace(/\s+/g, '-') === name && !IS_NAME.test(grid.columns[column]);
  const found = grid?.rows[row]?.[1].map((from, column) => {
    if (from?.includes(named)) return { column, from, to: from.replaceAll(named, `:${to}:`) };
    return from && isIt(from, column) ? { column, from, to } : null;
  });
  return found?.find(Boolean);
}

/** The codes of the pieces that look different now. */
function changedSince(before, now) {
  const looks = ({ decks }) => new Map(decks.flatMap(({ name, faces }) => faces.flatMap(({ codes, front, back }) => codes.map((code) => [`${name} ${code}`, `${front} ${back}`]))));
  const was = looks(before);
  const changed = [...looks(now)].filter(([piece, look]) => was.get(piece) !== look);
  return new Set(changed.map(([piece]) => piece.slice(piece.indexOf(' ') + 1)));
}

/** The face of the row in hand, with its cut and what is safe from it. */
class FaceView {
  #draw;
  #drawn;
  #nameOf;
  #faults;
  /** Hears what is wrong on the face with what is typed, and returns what is not told there. */
  #toldTyped;
  #decks = [];
  #deck = null;
  #code = null;
  /** The language in which it is shown, if it is not the kit's own. */
  #language;
  #back = false;
  /** The pictures: one, or one of each ink. */
  #addresses = [];
  /** The last face that was asked for. */
  #asked = 0;

  /** A cell that is being typed in, and what is in it. */
  #typed = null;

  /** `drawn` hears of each face that was drawn, `dipped` of another ink. */
  constructor({ draw, drawn, nameOf, typed, dipped, faults }) {
    this.#nameOf = nameOf;
    this.#toldTyped = typed;
    this.#draw = draw;
    this.#drawn = drawn;
    this.#faults = faults;
    this.picture = el('div', { class: 'face', role: 'img', 'aria-label': 'No row is chosen yet' });
    this.caption = el('p', { class: 'tag' });
    this.over = button('Turn over', { class: 'btn', 'aria-pressed': 'false', hidden: true, onclick: () => this.turn() });
    this.ink = select('ink', [...INKS, ['all', 'All inks']]);
    this.ink.setAttribute('aria-label', 'Ink');
    this.ink.addEventListener('change', () => {
      this.#show();
      dipped();
    });
    this.lines = el('input', { type: 'checkbox', onchange: () => this.#place() });
    this.unfit = el('ul', { class: 'warnings', hidden: true });
    this.root = el('div', { class: 'large' }, this.picture, this.caption,
      el('div', { class: 'does' }, this.over, this.ink, el('label', { class: 'tick' }, this.lines, 'Bleed and safe lines')), this.unfit);
  }

  /** The ink of the sheets: of all inks, the first. */
  get inkOfSheets() {
    return this.ink.value === 'all' ? INKS[0][0] : this.ink.value;
  }

  leave() {
    this.#addresses.forEach(giveUp);
    this.#addresses = [];
  }

  /** Shows the face of a row, perhaps in another language. */
  look(deck, code, language) {
    if (deck === this.#deck && code === this.#code && language === this.#language) return;
    // Before anything is shown, there is nothing to take away.
    if (code === null && !this.#code) return;
    this.#deck = deck;
    this.#code = code;
    this.#language = language;
    this.#typed = null;
    this.#show();
  }

  /** Shows the face with what is being typed into a cell; null: with what the cell has. */
  type(typed) {
    if (!typed && !this.#typed) return;
    this.#typed = typed;
    this.#show();
  }

  /** What is shown. */
  get seen() {
    return { deck: this.#deck, code: this.#code, back: this.#back };
  }

  /** Shows the face in hand in this language, or in the kit's own. */
  speak(language) {
    if (language !== this.#language) this.look(this.#deck, this.#code, language);
  }

  /** Shows the face in hand once more, or this one if there is none. */
  wake(deck, code) {
    if (this.#code) this.#show();
    else this.look(deck, code);
  }

  /** Something changed. */
  update(decks) {
    this.#decks = decks;
    this.#typed = null;
    this.#show();
  }

  turn() {
    this.#back = !this.#back;
    this.#show();
  }

  /** Shows it in another ink. */
  dip(ink) {
    this.ink.value = ink;
    this.ink.dispatchEvent(new Event('change'));
  }

  async #show() {
    const deck = this.#decks.find(({ name }) => name === this.#deck);
    if (!deck) return;
    if (!this.#code) {
      this.#empty();
      return;
    }
    this.over.hidden = !deck.back;
    const back = this.#back && deck.back;
    this.over.setAttribute('aria-pressed', String(back));
    const [w, h] = deck.size;
    const spoken = this.#language ? `, ${ownName(this.#language)}` : '';
    this.caption.textContent = `${this.#nameOf(this.#code)}, ${back ? 'back' : 'front'}, ${w} × ${h} mm${spoken}`;
    const asked = ++this.#asked;
    try {
      const inks = this.ink.value === 'all' ? INKS.map(([ink]) => ink) : [this.ink.value];
      const faces = [];
      for (const ink of inks) faces.push(await this.#draw({ deck: deck.name, code: this.#code, back, ink, language: this.#language, ...this.#typed }));
      if (asked !== this.#asked) return;
      const addresses = faces.map(({ svg: source }) => URL.createObjectURL(new Blob([source], { type: 'image/svg+xml' })));
      await Promise.all(addresses.map(ready));
      if (asked !== this.#asked) {
        addresses.forEach(giveUp);
        return;
      }
      this.leave();
      this.#addresses = addresses;
      const [{ unfit }] = faces;
      this.picture.setAttribute('aria-label', `The ${back ? 'back' : 'front'} of ${this.#nameOf(this.#code)}`);
      this.#place();
      this.#warn(this.#typed ? this.#toldTyped(unfit) : unfit);
      this.#drawn({ deck: deck.name, code: this.#code, back, ink: inks[0] }, deck, this.#addresses[0], unfit);
    } catch (error) {
      if (asked !== this.#asked) return;
      const problems = error.problems?.length ? error.problems : [{ message: error.message }];
      // What is typed is told to be wrong where it is typed.
      this.#warn(this.#typed ? [] : problems);
      // What is wrong with a template can be put right by pointing too.
      this.#drawn({ deck: deck.name, code: this.#code, back, ink: INKS[0][0] }, deck, null, problems);
    }
  }

  /** A row is in hand that cannot be read. */
  #empty() {
    this.#asked += 1;
    this.leave();
    this.over.hidden = true;
    this.picture.replaceChildren();
    this.picture.setAttribute('aria-label', 'This row cannot be shown');
    this.caption.textContent = 'This row cannot be shown until what is wrong in it is put right.';
    this.#warn([]);
  }

  #place() {
    const deck = this.#decks.find(({ name }) => name === this.#deck);
    if (!deck) return;
    this.picture.replaceChildren(...this.#addresses.map((address, index) => trimmed(deck, address, `trim-${index}`, this.lines.checked)));
  }

  #warn(problems) {
    const items = this.#faults(problems);
    this.unfit.hidden = items.length === 0;
    this.unfit.replaceChildren(...items);
  }
}
