// Where a kit is that is made in the studio: in this browser, and perhaps in a folder on the disk.

import { address, archiveOf, button, download, el, giveUp, icon } from '../parts.js';
import { Folder } from '../folder.js';
import { handed } from '../handed.js';
import { Program } from '../program.js';

/** The paper on which the sheets are shown: the one that was printed on last. */
function paper() {
  const kept = localStorage.getItem('print paper');
  const wished = kept === 'other' ? localStorage.getItem('print other') : kept;
  return /^(a3|letter|\d+x\d+)$/.test(wished ?? '') ? wished : 'a4';
}

export class Home {
  #program;
  /** Bots play in a worker of their own. */
  #players = null;
  /** The kit as it was when it was opened, or when somebody said so. */
  #before = null;
  #folder;
  #addresses = new Map();
  /** Tells the table that the kit was changed. */
  #channel;

  constructor(name) {
    this.name = name;
    this.#program = new Program({ whole: true, first: ['bench', { name }] });
    this.#channel = new BroadcastChannel(`paperkeep kit ${name}`);
    this.#folder = new Folder(name, this.#program);
  }

  /** Opens the kit; `listen` hears of what changes without being asked. */
  async open(listen) {
    const state = await this.#program.call('bench', { name: this.name });
    if (state.plays) this.#before ??= await this.#program.call('files');
    this.#folder.watch(listen);
    return state;
  }

  /** Files that were added at the start, to be put into the kit, and how. */
  handed() {
    return handed(this.name);
  }

  /** What the page asks of the kit. */
  async call(call, args) {
    const done = await this.#program.call(call, args);
    if (done?.grids) await this.#changed();
    return done;
  }

  async #changed() {
    this.#channel.postMessage('changed');
    await this.#folder.save();
  }

  async put(path, bytes) {
    const state = await this.#program.call('putFile', { path, bytes });
    await this.#changed();
    return state;
  }

  /** The sheets and faces in an ink. */
  exhibit(ink) {
    return this.#program.call('exhibit', { paper: paper(), ink });
  }

  /** The address of a picture of it: a `sheet` or a `face`, by its id, which is that of its looks. */
  picture(kind, id) {
    const key = `${kind} ${id}`;
    if (!this.#addresses.has(key)) {
      const drawn = this.#program.call('picture', { kind, id });
      const made = drawn.then((source) => URL.createObjectURL(new Blob([source], { type: 'image/svg+xml' })));
      this.#addresses.set(key, made);
      // What is not there any more may come back, as when an edit is undone.
      made.catch(() => this.#addresses.delete(key));
    }
    return this.#addresses.get(key);
  }

  /** Forgets pictures that are not shown any more. */
  forget(ids) {
    for (const [key, made] of this.#addresses) {
      if (ids.has(key.split(' ')[1])) continue;
      this.#addresses.delete(key);
      made.then(giveUp, () => {});
    }
  }

  /** What is offered at the top. */
  tools(fail) {
    const save = async () => {
      try {
        download(archiveOf(this.name), await this.#program.call('pack', { name: this.name }), 'application/zip');
      } catch (error) {
        fail(error);
      }
    };
    return [el('a', { class: 'btn first', href: address('print', { kit: this.name }) }, 'Print'),
      el('a', { class: 'btn', href: address('play', { kit: this.name }) }, 'Play'),
      button('Download', { class: 'btn', onclick: save }, icon('keep')),
      el('a', { class: 'btn', href: address('share', { kit: this.name }) }, 'Share'),
      this.#folder.root];
  }

  /** What can be done with the kit in another of its languages. */
  spoken(code, name) {
    const to = (view, words) => el('a', { class: 'btn', href: `${address(view, { kit: this.name })}&language=${code}` }, `${words} in ${name}`);
    return [to('print', 'Print'), to('play', 'Play')];
  }

  /** The address of a table for so many players. */
  table(seats) {
    const query = new URLSearchParams({ kit: this.name, trial: 'yes' });
    for (let seat = 1; seat <= seats; seat += 1) query.append('player', `Player ${seat}`);
    return `table/?${query}`;
  }

  /** Has bots play the kit beside what it was. */
  async tryOut({ players, games }, told) {
    this.#players = new Program({ whole: true });
    try {
      const files = await this.#program.call('files');
      return await this.#players.call('tryOut', { before: this.#before, files, players, games }, told);
    } finally {
      this.stop();
    }
  }

  stop() {
    this.#players?.stop('The games were stopped.');
    this.#players = null;
  }

  /** Games are compared with the kit as it is, from now on. */
  async keep() {
    this.#before = await this.#program.call('files');
  }

  leave() {
    this.stop();
    this.#channel.close();
    this.#folder.leave();
    this.forget(new Set());
    this.#program.leave();
  }
}
