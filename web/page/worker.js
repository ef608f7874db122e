// The program in a worker: one call at a time, each answered. What is kept is in the browser's own file system.

import init, { Kit, header, shipped } from './paperkeep.js';
import * as store from './store.js';

const ready = init();

/** Kits by their source, read once. */
const kits = new Map();
/** The game in play, its journal, and the faces that the page has. */
let table = null;
let journal = null;
let sent = new Set();

/** A kit: `{ id }` of a shipped game or `{ kit }`, the name of one that is kept here, in a `language`. */
async function open({ id, kit, language }) {
  const key = JSON.stringify([id, kit, language]);
  if (!kits.has(key)) {
    const read = id ? Kit.shipped(id) : unpack(kit, await store.read('kits', kit));
    kits.set(key, language ? read.spoken(language) : read);
  }
  return kits.get(key);
}

/** A kept kit: a ZIP archive, or files one after the other behind a line that lists them. */
function unpack(name, bytes) {
  const listed = store.unlist(bytes);
  if (listed === null) return Kit.unpack(name, bytes);
  const { paths, lengths, contents } = listed;
  return Kit.folder(name, paths, lengths, contents);
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

const calls = {
  shipped: () => JSON.parse(shipped()),

  async about({ source }) {
    return JSON.parse((await open(source)).about());
  },

  /** Looks at a kit and keeps it if it can be read. */
  async add({ name, bytes }) {
    const about = JSON.parse(unpack(name, bytes).about());
    await store.write('kits', name, bytes);
    kits.delete(JSON.stringify([undefined, name, undefined]));
    return about;
  },

  async print({ source, wish }) {
    const print = (await open(source)).print(JSON.stringify(wish));
    const files = print.names().map((name, index) => ({ name, bytes: print.take(index) }));
    return { files, ...JSON.parse(print.about()) };
  },

  /** Starts a game, with its journal under this name if it can be kept. */
  async begin({ source, game, run, name }) {
    table = (await open(source)).begin(JSON.stringify(game), run);
    sent = new Set();
    let unkept = null;
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
    // A journal from elsewhere names a shipped game, or the kit is among those added here.
    const source = (await store.source(name)) ?? { id: JSON.parse(header(name, bytes)).game };
    table = (await open(source)).resume(name, bytes, run);
    sent = new Set();
    return { unkept: keep(), ...shown(table.snapshot()) };
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
    const first = JSON.parse(header(name, journal.bytes()));
    return { header: first, source: (await store.source(name)) ?? {} };
  },

  header: ({ name, bytes }) => JSON.parse(header(name, bytes)),
};

let queue = ready;
onmessage = ({ data: { number, call, args } }) => {
  const act = async () => {
    try {
      postMessage({ number, done: await calls[call](args ?? {}) });
    } catch (error) {
      // A panic ends the module: the page starts another worker.
      const dead = error instanceof WebAssembly.RuntimeError;
      postMessage({ number, dead, wrong: typeof error === 'string' ? JSON.parse(error) : { message: String(error) } });
    }
  };
  queue = queue.then(act, (error) => postMessage({ number, dead: true, wrong: { message: String(error) } }));
};
