// The program in a worker: one call at a time, each answered. What is kept is in the browser's own file system.

import * as store from './store.js';

let Kit, Workbench, adopt, begun, header, pack, shipped, starters, try_out;

/** The module that only prints and plays the shipped games, or the larger one for other people's files. */
async function load() {
  const module = await import(self.name === 'whole' ? './whole/paperkeep.js' : './paperkeep.js');
  ({ Kit, Workbench, adopt, begun, header, pack, shipped, starters, try_out } = module);
  await module.default();
}

const ready = load();

/** Kits by their source, read once. */
const kits = new Map();
/** What was printed last. */
let printed = null;
/** The kit that is being made, and its name. */
let bench = null;
let benchName = null;
/** Whether nothing is wrong with it as it is kept. */
let isGood = false;
/** The game in play, its journal, and the faces that the page has. */
let table = null;
let journal = null;
let sent = new Set();
/** The call that is being answered, and when its progress was told last. */
let current = 0;
let toldAt = 0;
let foundAt = 0;

/** The program tells how far it is while it works. */
globalThis.paperkeepTold = (what, done, all) => {
  const now = performance.now();
  if (done < all && now - toldAt < 50) return;
  toldAt = now;
  postMessage({ number: current, progress: { what, done, all } });
};

/** What games have shown so far. */
globalThis.paperkeepFound = (found) => {
  const now = performance.now();
  if (now - foundAt < 50) return;
  foundAt = now;
  postMessage({ number: current, progress: { soFar: JSON.parse(found) } });
};

/** Fonts with rare characters are fetched when a kit has such, and what shipped kits say in other languages: `dungeon-crawl/de.po`. The program cannot wait. */
globalThis.paperkeepFetch = (name) => {
  const request = new XMLHttpRequest();
  request.open('GET', new URL(`${name.endsWith('.po') ? 'languages' : 'fonts'}/${name}`, import.meta.url), false);
  request.responseType = 'arraybuffer';
  try {
    request.send();
  } catch {
    return undefined;
  }
  return request.status === 200 ? new Uint8Array(request.response) : undefined;
};

/** A kit: `{ id }` of a shipped game, `{ starter }`, or `{ kit }`, the name of one that is kept here, in a `language`; `cards` says what pictures do not. What is printed of it `spares` rows that are wrong. */
async function open({ id, starter, kit, language, cards }, spares = false, kind = 'kits') {
  const key = JSON.stringify([id, starter, kit, language, cards, spares, kind]);
  if (!kits.has(key)) {
    const read = id ? Kit.shipped(id) : starter ? Kit.starter(starter) : await openKept(kit, cards, spares, kind);
    kits.set(key, language ? read.spoken(language) : read);
  }
  return kits.get(key);
}

async function openKept(name, cards = {}, spares = false, among = 'kits') {
  const { kind, files } = store.unlist(await store.read(among, name));
  const { paths, lengths, contents } = files;
  if (kind === 'cards') return Kit.cards(name, paths, lengths, contents, JSON.stringify(cards));
  return (spares ? Kit.spared : Kit.folder)(name, paths, lengths, contents);
}

function read(files) {
  const { paths, lengths, contents } = store.joined(files);
  return Kit.folder('the kit', paths, lengths, contents);
}

function cardsOf(name, files) {
  const { paths, lengths, contents } = store.joined(files);
  return Kit.cards(name, paths, lengths, contents, '{}');
}

async function about(source) {
  const facts = JSON.parse((await open(source, true)).about());
  if (source.kit === undefined) return facts;
  const { kind, files } = store.unlist(await store.read('kits', source.kit));
  const isPdf = kind === 'cards' && files.paths.length === 1 && files.paths[0].toLowerCase().endsWith('.pdf');
  return { ...facts, kind, pdf: isPdf };
}

/** What the page is to show: the snapshot as text, and the faces in it that were not sent yet. */
function shown(text) {
  const faces = {};
  for (const [, id] of text.matchAll(/face\/([0-9a-f]+)\.svg/g)) {
    if (sent.has(id)) continue;
    sent.add(id);
    const bytes = table.face(id);
    if (bytes) faces[id] = new Blob([bytes], { type: 'image/svg+xml' });
  }
  return { snapshot: text, faces };
}

/** Writes what the journal grew by; says why it cannot be kept. */
function keep() {
  const bytes = table.written();
  if (bytes.length === 0 || journal === null) return null;
  try {
    journal.append(bytes);
    return null;
  } catch (error) {
    journal = null;
    return String(error);
  }
}

/** The files of a kit that was made of others. */
function taken(adopted) {
  return adopted.names().map((path, index) => ({ path, bytes: adopted.take(index) }));
}

async function keepKit(name, adopted, edits = null) {
  await keepBytes(name, store.listed(adopted.kind(), taken(adopted)), edits);
}

async function keepBytes(name, bytes, edits = null) {
  await store.write('kits', name, bytes);
  // Those of a kit that is made can be undone after the page is loaded anew; they are none of another's.
  if (edits === null) await store.remove('edits', name).catch(() => {});
  else await store.write('edits', name, new TextEncoder().encode(edits));
  kits.clear();
}

/** A name like this that no kit has. */
async function freeName(title, kind = 'kits') {
  const taken = new Set((await store.list(kind)).map(({ name }) => name));
  const safe = title.replace(/[/\\\p{C}]/gu, ' ').trim().slice(0, 60) || 'My cards';
  // "beasts.csv", "beasts 2.csv"
  const [, stem, ending] = safe.match(/^(.+?)(\.\w+)?$/u);
  for (let number = 2, name = safe; ; number += 1) {
    if (!taken.has(name)) return name;
    name = `${stem} ${number}${ending ?? ''}`;
  }
}

const isSame = (one, other) => one.length === other.length && one.every((byte, at) => byte === other[at]);

/** What is in the way of keeping something under a name: what is kept there, if it is something else; null if nothing is. */
async function inTheWay(kind, name, bytes) {
  const kept = await store.read(kind, name).catch(() => null);
  return kept && !isSame(kept, bytes) ? kept : null;
}

/** Whether a file is the manual of kits, or a schema. */
function isManual({ path, bytes }) {
  return path.endsWith('.schema.json') || (path === 'README.md' && new TextDecoder().decode(bytes.subarray(0, 7)) === '# Kits\n');
}

/** What a page asks of the kit that is being made, without a word of this worker's. */
const ASKED = ['shown', 'edit', 'allow', 'editRow', 'editSheet', 'writeText', 'undo', 'redo', 'text', 'face', 'typed', 'check', 'checkCell', 'easel', 'lifted', 'draw', 'candidates', 'frames', 'framed', 'frame', 'beginRules', 'texts', 'speak', 'say', 'icons', 'iconsLike', 'tables', 'addDecks'];

/** Does what a page asks of it, and keeps what was changed. */
async function asked(call, args) {
  demandOpen();
  const before = bench.version();
  const has = Object.keys(args).length > 0;
  const done = JSON.parse(bench.call(JSON.stringify({ call, args: has ? args : undefined })));
  if (bench.version() !== before) await keepBench(done);
  return done;
}

/** Keeps the kit that is being made; where something is wrong with it now, also as it was before, for whoever tries it. */
async function keepBench({ problems }) {
  const wasGood = isGood;
  isGood = problems.length === 0;
  if (wasGood && !isGood) await store.write('good', benchName, await store.read('kits', benchName));
  await keepKit(benchName, bench.files(), bench.history());
  if (isGood && !wasGood) await store.remove('good', benchName).catch(() => {});
}

function demandOpen() {
  if (!bench) throw new Error('the kit is not open: go back to the start, and open it again');
}

/** Changes the kit that is being made, and keeps it. */
async function changed(change) {
  demandOpen();
  change();
  const shown = await asked('shown', {});
  await keepBench(shown);
  return shown;
}

const calls = {
  shipped: () => JSON.parse(shipped()),
  about: ({ source }) => about(source),
  /** What the table says, by what its address says. */
  async words({ journal: name, game, kit, language }) {
    const source = name ? await origin(name, await store.read('journals', name)) : { id: game, kit, language };
    return JSON.parse((await open(source)).words());
  },

  faces: async ({ source, most }) => (await open(source, true)).faces(most),

  /** Makes a kit of files and keeps it; returns what was guessed. Another one of the name stays, and is told with a free name. */
  async adopt({ name, files }) {
    const { paths, lengths, contents } = store.joined(files);
    const adopted = adopt(name, paths, lengths, contents);
    const told = adopted.told();
    const bytes = store.listed(adopted.kind(), taken(adopted));
    if (!(await store.has('kits', name))) await keepBytes(name, bytes);
    else if (await inTheWay('kits', name, bytes)) {
      const isEdited = await store.has('edits', name);
      const { title, kind } = await about({ kit: name }).catch(() => ({ title: name, kind: 'kit' }));
      return { inTheWay: { title, kind, isEdited, free: await freeName(name) } };
    }
    return { told };
  },

  /** Keeps a saved game that came from elsewhere; returns its name, another one if a game of this name is kept that went on otherwise. */
  async adoptJournal({ name, bytes }) {
    header(name, bytes);
    const free = (await inTheWay('journals', name, bytes)) ? await freeName(name, 'journals') : name;
    await store.write('journals', free, bytes);
    return free;
  },

  /** Keeps the kit of a folder on the disk, under a name that none has; returns it. */
  async openFolder({ name, files }) {
    const { paths, lengths, contents } = store.joined(files);
    const adopted = adopt(name, paths, lengths, contents);
    const free = await freeName(name);
    await keepKit(free, adopted);
    return free;
  },

  /** Keeps a kit that came by a link, under a name that none has; returns it. */
  async receive({ name, files }) {
    const { paths, lengths, contents } = store.joined(files);
    const adopted = adopt(name, paths, lengths, contents);
    const free = await freeName(name);
    await keepKit(free, adopted);
    return free;
  },

  /** What a kit is that came by a link, before it is kept. */
  peek({ name, files, most }) {
    const { paths, lengths, contents } = store.joined(files);
    const adopted = adopt(name, paths, lengths, contents);
    const kit = adopted.kind() === 'cards' ? cardsOf(name, taken(adopted)) : read(taken(adopted));
    return { about: JSON.parse(kit.about()), faces: kit.faces(most) };
  },

  /** The starters, from which kits of one's own begin. */
  starters: () => JSON.parse(starters()),

  /** Begins a kit of one's own; returns the name under which it is kept. */
  async beginKit({ from, title }) {
    const name = await freeName(title);
    await keepKit(name, begun(from, name));
    return name;
  },

  /** Opens a kept kit to be changed. */
  async bench({ name }) {
    const { kind, files: { paths, lengths, contents } } = store.unlist(await store.read('kits', name));
    if (kind !== 'kit') throw new Error('cards that are pictures have no rows: change the pictures, and add them again');
    bench?.free();
    bench = Workbench.open(name, paths, lengths, contents);
    benchName = name;
    const edits = await store.read('edits', name).catch(() => null);
    if (edits) bench.remember(new TextDecoder().decode(edits));
    const shown = await asked('shown', {});
    isGood = shown.problems.length === 0;
    if (isGood) await store.remove('good', name).catch(() => {});
    return shown;
  },

  /** Adds a picture or a font. */
  putFile: ({ path, bytes }) => changed(() => bench.put(path, bytes)),
  /** Takes over a file that was changed on the disk; without bytes it was deleted there. */
  arrive: ({ path, bytes }) => changed(() => bench.arrive(path, bytes)),
  exhibit: ({ paper, ink }) => JSON.parse(bench.exhibit(paper, ink)),
  picture: ({ kind, id }) => (kind === 'sheet' ? bench.sheet(id) : bench.face(id)),
  /** The kit's files, to be compared with what they become. */
  files: () => taken(bench.files()),
  /** Has bots play a kit of these files, with the luck that they have with one of those before. */
  tryOut({ before, files, players, games }) {
    const after = read(files);
    let first;
    try {
      first = before ? read(before) : undefined;
    } catch {
      // What could not be read before is compared with nothing.
    }
    return JSON.parse(try_out(first, after, players, games));
  },

  /** A kept kit as a ZIP archive; `small` leaves out what the program itself puts into kits, for whoever writes in them. */
  async pack({ name, small = false }) {
    const { files } = store.unlist(await store.read('kits', name));
    const { paths, lengths, contents } = small ? store.joined(store.parted(files).filter((file) => !isManual(file))) : files;
    return pack(paths, lengths, contents);
  },

  async print({ source, wish }) {
    printed?.free();
    printed = null;
    printed = (await open(source, true)).print(JSON.stringify(wish));
    return JSON.parse(printed.about());
  },

  sheet: ({ side }) => printed.sheet(side),
  file: ({ name, dpi }) => printed.file(name, dpi),
  archive: ({ format, dpi }) => printed.archive(format, dpi),

  /** Starts a game, with its journal under this name if it can be kept. */
  async begin({ source, game, run, name }) {
    // What is tried while something is wrong with it is what could be played last.
    const kind = game.trial && source.kit !== undefined && (await store.has('good', source.kit)) ? 'good' : 'kits';
    table = (await open(source, false, kind)).begin(JSON.stringify(game), run);
    sent = new Set();
    let unkept = null;
    // What is only tried out is not kept.
    if (game.trial) return { unkept, ...shown(table.snapshot()) };
    try {
      journal = await store.journal(name, source, true);
    } catch (error) {
      unkept = String(error);
    }
    return { unkept: keep() ?? unkept, ...shown(table.snapshot()) };
  },

  /** Continues the game of a journal. */
  async resume({ name, run }) {
    journal?.close();
    journal = await store.journal(name, null, false);
    const bytes = journal.bytes();
    const source = await origin(name, bytes);
    table = (await open(source)).resume(name, bytes, run);
    sent = new Set();
    return { unkept: keep(), ...shown(table.snapshot()) };
  },

  /** Goes on with the kit as it is now. */
  async remade({ source, run }) {
    kits.clear();
    let word;
    try {
      const remade = table.remade(await open(source), run);
      table = remade.table();
      word = remade.word();
    } catch (error) {
      word = `The table stays as it was: ${typeof error === 'string' ? JSON.parse(error).message : error.message}`;
    }
    sent = new Set();
    return { word, ...shown(table.snapshot()) };
  },

  do({ command }) {
    const before = table.snapshot();
    const answer = table.obey(new TextEncoder().encode(JSON.stringify(command)));
    const unkept = keep();
    const after = table.snapshot();
    const faces = shown(answer).faces;
    if (after === before) return { answer, faces, unkept };
    const now = shown(after);
    return { answer, unkept, snapshot: now.snapshot, faces: { ...faces, ...now.faces } };
  },

  /** What another game of the same kind is made of. */
  async again({ name }) {
    const first = JSON.parse(header(name, table.journal()));
    return { header: first, source: (await store.source(name)) ?? { id: first.game } };
  },

  header: ({ name, bytes }) => JSON.parse(header(name, bytes)),
  journal: async ({ name }) => JSON.parse(header(name, await store.read('journals', name))),
  /** The journal of the game in play. */
  written: () => table.journal(),
};

/** The kit of a journal, in the language of the game. */
async function origin(name, bytes) {
  const first = JSON.parse(header(name, bytes));
  const source = (await store.source(name)) ?? (await home(first));
  return { ...source, language: first.language ?? undefined };
}

/** The kit of a journal that came from elsewhere: a shipped one, or one that was added here. */
async function home({ game }) {
  const ids = JSON.parse(shipped()).map(({ id }) => id);
  if (ids.includes(game)) return { id: game };
  for (const { name } of await store.list('kits')) {
    try {
      if ((await about({ kit: name })).id === game) return { kit: name };
    } catch {
      // One that cannot be read is not it.
    }
  }
  throw new Error(`this game is played with the kit “${game}”: add that kit first, then the saved game`);
}

let queue = ready;
onmessage = ({ data: { number, call, args } }) => {
  const act = async () => {
    current = number;
    toldAt = performance.now();
    try {
      const done = ASKED.includes(call) ? asked(call, args ?? {}) : calls[call](args ?? {});
      postMessage({ number, done: await done });
    } catch (error) {
      // A panic ends the module, and so does a stack that is full: the page starts another worker.
      const dead = error instanceof WebAssembly.RuntimeError || error instanceof RangeError || error?.name === 'InternalError';
      const wrong = typeof error === 'string' ? JSON.parse(error) : { message: dead ? 'The program failed at this.' : error.message ?? String(error) };
      postMessage({ number, dead, wrong });
    }
  };
  queue = queue.then(act, (error) => postMessage({ number, dead: true, wrong: { message: String(error) } }));
};
