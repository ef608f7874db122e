// A kit's folder on the disk, where the browser lets pages write: what is changed here is written there, and the other way round.
// A file that was changed on both sides is never overwritten unasked.

import { button, el, icon } from './parts.js';

/** How often the folder is looked at, ms. */
const PAUSE = 2000;
/** The most files of a kit, and how large they are together, bytes. */
const MOST_FILES = 4000;
const MOST_BYTES = 64 << 20;

export const canReachFolders = 'showDirectoryPicker' in globalThis;

/** The folders of kits, by their names. */
function shelf(mode, act) {
  return new Promise((done, fail) => {
    const opening = indexedDB.open('paperkeep', 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore('folders');
    opening.onerror = () => fail(opening.error);
    opening.onsuccess = () => {
      const asked = act(opening.result.transaction('folders', mode).objectStore('folders'));
      asked.onsuccess = () => done(asked.result);
      asked.onerror = () => fail(asked.error);
    };
  });
}

/** Every file of a folder with its bytes, without hidden ones and what was printed into `out`. */
async function filesOf(folder) {
  const files = [];
  let size = 0;
  async function walk(handle, before) {
    for await (const [name, entry] of handle.entries()) {
      if (name.startsWith('.') || (before === '' && name === 'out')) continue;
      if (entry.kind === 'directory') {
        await walk(entry, `${before}${name}/`);
        continue;
      }
      const file = await entry.getFile();
      size += file.size;
      if (size > MOST_BYTES || files.length >= MOST_FILES) throw new Error('the folder is too large for a kit: at most 4,000 files and 64 MB');
      files.push({ path: before + name, file });
    }
  }
  await walk(folder, '');
  return files;
}

/** Opens a folder with a kit: it is kept here, and both are kept alike. Returns its name, or null if nobody chose one. */
export async function openFolder(program) {
  let handle;
  try {
    handle = await showDirectoryPicker({ id: 'kit', mode: 'readwrite' });
  } catch (error) {
    if (error.name === 'AbortError') return null;
    throw error;
  }
  const known = await nameOf(handle);
  if (known) return known;
  const found = await filesOf(handle);
  if (!found.some(({ path }) => path === 'kit.toml')) throw new Error(`there is no kit.toml in “${handle.name}”: for a spreadsheet or pictures, choose files instead`);
  const files = [];
  for (const { path, file } of found) files.push({ path, bytes: await bytesOf(file) });
  const name = await program.call('openFolder', { name: handle.name, files });
  await shelf('readwrite', (store) => store.put(handle, name));
  return name;
}

/** The kit that is kept of this folder already. */
async function nameOf(handle) {
  const names = await shelf('readonly', (store) => store.getAllKeys());
  for (const name of names) {
    const other = await shelf('readonly', (store) => store.get(name));
    if (await other.isSameEntry?.(handle)) return name;
  }
  return null;
}

/** Forgets the folder of a kit that is removed here. */
export async function forgetFolder(name) {
  await shelf('readwrite', (store) => store.delete(name));
  await shelf('readwrite', (store) => store.delete(`${name}\u0000agreed`));
}

const bytesOf = async (file) => new Uint8Array(await file.arrayBuffer());
const isSame = (one, other) => one?.length === other?.length && (one === undefined || one.every((byte, at) => byte === other[at]));

export class Folder {
  #name;
  #program;
  #handle = null;
  /** What both sides had last, by path; and what the disk said of a file then. */
  #agreed = new Map();
  #seen = new Map();
  /** Files that were changed on both sides. */
  #torn = new Set();
  #listen = () => {};
  #timer = 0;
  /** One look or save at a time. */
  #queue = Promise.resolve();

  constructor(name, program) {
    this.#name = name;
    this.#program = program;
    this.root = el('span', { class: 'disk', hidden: true });
  }

  /** Finds the kit's folder, if it has one; `listen` is told what came from it. */
  async watch(listen) {
    this.#listen = listen;
    if (!canReachFolders) return;
    this.#handle = (await shelf('readonly', (store) => store.get(this.#name)).catch(() => null)) ?? null;
    if (!this.#handle) return;
    const may = await this.#handle.queryPermission?.({ mode: 'readwrite' }) ?? 'granted';
    if (may === 'granted') await this.#connect();
    else this.#offer(`Connect to the folder “${this.#handle.name}”`, () => this.#ask());
  }

  leave() {
    clearTimeout(this.#timer);
    this.#handle = null;
  }

  async #ask() {
    if (await this.#handle.requestPermission({ mode: 'readwrite' }) === 'granted') await this.#connect();
  }

  /** What was changed on the disk in the meantime is taken over; what was changed here is written. */
  async #connect() {
    const kept = await this.#agreement();
    this.#agreed = kept ?? new Map((await filesHere(this.#program)).map(({ path, bytes }) => [path, bytes]));
    await this.#turn(() => this.#exchange());
    this.#look();
  }

  /** What both sides had when the kit was last open here. */
  async #agreement() {
    const kept = await shelf('readonly', (store) => store.get(`${this.#name}\u0000agreed`)).catch(() => null);
    return kept ? new Map(kept) : null;
  }

  #look() {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(async () => {
      await this.#turn(() => this.#exchange());
      if (this.#handle) this.#look();
    }, PAUSE);
  }

  #turn(act) {
    const turn = async () => {
      try {
        await act();
      } catch (error) {
        this.#say(`The folder cannot be reached: ${error.message}`);
      }
    };
    return (this.#queue = this.#queue.then(turn));
  }

  /** Writes what was changed here. */
  save() {
    if (!this.#handle || this.#seen.size === 0) return Promise.resolve();
    return this.#turn(() => this.#exchange());
  }

  /** Compares both sides with what they last had alike, and brings over what only one has changed. */
  async #exchange() {
    if (!this.#handle) return;
    const here = new Map((await filesHere(this.#program)).map(({ path, bytes }) => [path, bytes]));
    const there = await this.#read();
    let isChanged = false;
    let state = null;
    for (const path of new Set([...here.keys(), ...there.keys(), ...this.#agreed.keys()])) {
      const [own, other, was] = [here.get(path), there.get(path), this.#agreed.get(path)];
      if (isSame(own, other)) this.#torn.delete(path);
      if (isSame(own, other) && isSame(own, was)) continue;
      isChanged = true;
      if (isSame(own, other)) this.#agree(path, own);
      else if (isSame(own, was)) {
        state = await this.#program.call('arrive', { path, bytes: other });
        this.#agree(path, other);
      } else if (isSame(other, was)) {
        await this.#write(path, own);
        this.#agree(path, own);
      } else this.#torn.add(path);
    }
    if (isChanged) await shelf('readwrite', (store) => store.put([...this.#agreed], `${this.#name}\u0000agreed`));
    if (state) this.#listen(state);
    this.#tell();
  }

  #agree(path, bytes) {
    if (bytes === undefined) this.#agreed.delete(path);
    else this.#agreed.set(path, bytes);
  }

  /** The files on the disk; only those are read that the disk says were changed. */
  async #read() {
    const found = new Map();
    for (const { path, file } of await filesOf(this.#handle)) {
      const mark = `${file.lastModified} ${file.size}`;
      const seen = this.#seen.get(path);
      const bytes = seen?.mark === mark ? seen.bytes : await bytesOf(file);
      this.#seen.set(path, { mark, bytes });
      found.set(path, bytes);
    }
    return found;
  }

  /** Writes a file, or deletes it. */
  async #write(path, bytes) {
    const parts = path.split('/');
    const name = parts.pop();
    let folder = this.#handle;
    for (const part of parts) folder = await folder.getDirectoryHandle(part, { create: bytes !== undefined });
    this.#seen.delete(path);
    if (bytes === undefined) {
      await folder.removeEntry(name);
      return;
    }
    const stream = await (await folder.getFileHandle(name, { create: true })).createWritable();
    await stream.write(bytes);
    await stream.close();
  }

  #tell() {
    const [path] = this.#torn;
    if (!path) {
      this.#say(`Written to the folder “${this.#handle.name}”`);
      return;
    }
    const choose = (words, act) => button(words, { class: 'btn', onclick: () => this.#turn(() => act(path)) });
    this.root.hidden = false;
    this.root.replaceChildren(el('span', { class: 'torn' }, `${path} was changed here and on the disk.`),
      choose('Keep mine', (torn) => this.#settle(torn, true)), choose('Take the disk’s', (torn) => this.#settle(torn, false)));
  }

  /** Ends a disagreement: the other side's version is what was agreed on, so that this one is brought over. */
  async #settle(path, isMine) {
    const there = (await this.#read()).get(path);
    const here = (await filesHere(this.#program)).find((file) => file.path === path)?.bytes;
    this.#agree(path, isMine ? there : here);
    this.#torn.delete(path);
    await this.#exchange();
  }

  #offer(words, act) {
    this.root.hidden = false;
    this.root.replaceChildren(button(words, { class: 'btn', onclick: act }, icon('keep')));
  }

  #say(words) {
    this.root.hidden = false;
    if (this.root.textContent !== words) this.root.replaceChildren(el('span', { class: 'tag' }, words));
  }
}

const filesHere = (program) => program.call('files');
