// The connection to the server: one stream of snapshots in, one command at a time out. It reconnects by itself.

import { ask } from './dialog.js';
import { el } from './dom.js';
import { t } from './language.js';

const AGAIN = 2000;

/** Receives snapshots. `handlers` contains the callbacks: `snapshot(snap, fresh)`, `away(why)`, `stranger(why)`. */
export class Link {
  #handlers;
  #source = null;
  #run = null;
  #version = -1;
  /** The newest snapshot, to which changes apply. */
  #snap = null;
  #timer = 0;
  #stranger = false;

  constructor(handlers) {
    this.#handlers = handlers;
    document.addEventListener('visibilitychange', () => {
      if (!document.hidden) this.retry();
    });
    addEventListener('online', () => this.retry());
  }

  /** Opens the stream, after redeeming a code in the address. */
  async start() {
    const code = decodeURIComponent(location.hash.slice(1));
    if (code) {
      history.replaceState(null, '', location.pathname);
      if (await this.join(code)) return;
    }
    await this.#open();
  }

  /** Exchanges a code for a right; reports what is wrong with the code. */
  async join(code, instead = false) {
    let answer;
    try {
      answer = await post('join', { code, instead });
    } catch {
      this.#handlers.away('lost');
      return false;
    }
    if (answer.status === 409) {
      const why = el('p', {}, t('Open the link on another device, or in a private window. Here it would take the place of the table, in all windows.'));
      const gives = await ask(t('This browser shows the table'), [why], [[null, t('Keep the table')], [true, t('Use it as a hand')]]);
      return gives ? this.join(code, true) : false;
    }
    if (!answer.ok) {
      const { error } = await answer.json().catch(() => ({}));
      this.#strange(error?.message ?? t('This code is not valid.'));
      return true;
    }
    this.#stranger = false;
    await this.#open();
    return true;
  }

  /** Sends a command and returns its answer, or `{ error }`. */
  async send(command) {
    let answer;
    try {
      answer = await post('do', command);
    } catch {
      this.#handlers.away('lost');
      this.#later();
      return { error: { message: t('The table cannot be reached.') } };
    }
    if (answer.status === 401) this.#strange(null);
    return answer.json().catch(() => ({ error: { message: t('The table answered {status}.', { status: answer.status }) } }));
  }

  /** Retries now, unless the stream is open. */
  retry() {
    if (!this.#stranger && this.#source?.readyState !== EventSource.OPEN) this.#open();
  }

  async #open() {
    this.#close();
    let answer;
    try {
      answer = await fetch('snapshot', { cache: 'no-store' });
    } catch {
      this.#handlers.away('lost');
      return this.#later();
    }
    if (answer.status === 401) return this.#strange(null);
    if (!answer.ok) {
      this.#handlers.away('busy');
      return this.#later();
    }
    this.#take(await answer.json());
    this.#listen();
  }

  #listen() {
    this.#close();
    const source = new EventSource('events');
    this.#source = source;
    source.onmessage = (event) => this.#take(JSON.parse(event.data));
    source.addEventListener('change', (event) => {
      const change = JSON.parse(event.data);
      // A change to something else was missed: the whole is fetched.
      if (this.#snap?.v !== change.base) this.#open();
      else this.#take(changed(this.#snap, change));
    });
    source.onerror = () => {
      if (source !== this.#source) return;
      this.#handlers.away('lost');
      if (source.readyState === EventSource.CLOSED) this.#later();
    };
    source.addEventListener('gone', (event) => this.#strange(JSON.parse(event.data).why));
    source.addEventListener('bye', () => {
      this.#close();
      this.#handlers.away('stopped');
      this.#later();
    });
  }

  #take(snap) {
    if (snap.run === this.#run && snap.v < this.#version) return;
    const fresh = snap.run !== this.#run || snap.v > this.#version;
    [this.#run, this.#version, this.#snap] = [snap.run, snap.v, snap];
    this.#handlers.snapshot(snap, fresh);
  }

  #strange(why) {
    this.#stranger = true;
    this.#close();
    this.#handlers.stranger(why);
  }

  #later() {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.retry(), AGAIN);
  }

  #close() {
    clearTimeout(this.#timer);
    this.#source?.close();
    this.#source = null;
  }
}

/** The lists of which only changed entries are sent, each with the key of its entries. */
const LISTS = { things: 'id', past: 'at' };

/** A snapshot, or its scene, after a change. */
function changed(before, { set = {}, gone = [], scene, ...lists }) {
  const now = { ...before, ...set };
  for (const name of gone) delete now[name];
  for (const [name, key] of Object.entries(LISTS)) {
    if (!lists[name]) continue;
    const { changed: entries, order } = lists[name];
    const known = new Map([...(before[name] ?? []), ...entries].map((entry) => [entry[key], entry]));
    now[name] = (order ?? before[name].map((entry) => entry[key])).map((id) => known.get(id));
  }
  if (scene) now.scene = changed(before.scene, scene);
  return now;
}

function post(path, body) {
  return fetch(path, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) });
}
