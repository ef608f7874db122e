// Where a kit is that `paperkeep watch` prints: in its folder, behind a server on this machine.

import { button, el } from './parts.js';

/** How long to wait before the server is asked again, ms. */
const PAUSE = 1000;

export class Home {
  name = '';
  /** The end of the address that was printed, which lets the page change the kit. */
  #key;
  #state = null;
  #left = false;
  /** What was printed last. */
  #news = el('span', { class: 'tag news', id: 'news', role: 'status' });
  /** Stops what is being waited for. */
  #waiting = new AbortController();
  /** Stops the games that bots play. */
  #trying = null;

  constructor(key) {
    this.#key = key;
  }

  #said(words) {
    if (this.#news.textContent !== words) this.#news.textContent = words;
    this.#news.title = words;
  }

  async open(listen) {
    await this.#next('');
    this.#follow(listen);
    return this.call('shown');
  }

  /** Asks for every print; what came of it is shown. */
  async #follow(listen) {
    let isAway = false;
    while (!this.#left) {
      try {
        await this.#next(`?after=${this.#state.version}`);
        if (isAway || this.#isNew) listen(await this.call('shown'));
        isAway = false;
      } catch {
        isAway = true;
        this.#said('The watch has ended.');
        await new Promise((wake) => setTimeout(wake, PAUSE));
      }
    }
  }

  async #next(query) {
    const answer = await fetch(`/state${query}`, { signal: this.#waiting.signal });
    if (!answer.ok) throw new Error(answer.statusText);
    const state = await answer.json();
    this.#isNew = state.version !== this.#state?.version;
    this.#state = state;
    const { lines } = state.news;
    const summary = state.exhibits[0]?.summary;
    const first = summary ? `Printed: ${summary}` : 'Printed';
    this.#said(state.problems.length > 0 ? '' : lines === null ? first : lines === '' ? 'Printed: nothing looks different' : lines);
  }

  #isNew = false;

  async call(call, args = {}) {
    return this.#post('/call', JSON.stringify({ call, args: Object.keys(args).length > 0 ? args : undefined }));
  }

  async #post(path, body, type = 'application/json') {
    const headers = { 'paperkeep-key': this.#key, 'content-type': type };
    let answer;
    try {
      answer = await fetch(path, { method: 'POST', headers, body, signal: this.#waiting.signal });
    } catch {
      throw new Error('the watch has ended');
    }
    const told = await answer.json().catch(() => null);
    if (answer.ok && told) return told;
    const why = answer.status === 413 ? 'this is too large to be sent to the watch' : `the watch answered with an error (${answer.status})`;
    const error = told?.error ?? { message: why };
    throw Object.assign(new Error(error.message), error);
  }

  put(path, bytes) {
    return this.#post(`/put?path=${encodeURIComponent(path)}`, bytes, 'application/octet-stream');
  }

  /** The sheets and faces in an ink, or in the first that is printed. */
  async exhibit(ink) {
    const { exhibits } = this.#state;
    if (exhibits.length === 0) throw new Error('nothing has been printed yet');
    return exhibits.find((exhibit) => exhibit.ink === ink) ?? exhibits[0];
  }

  picture(kind, id) {
    return Promise.resolve(`/${kind}/${id}.svg`);
  }

  forget() {}

  tools(fail, show) {
    const fetched = async () => {
      try {
        const state = await this.#post('/fetch', '{}');
        show(state);
        this.#said(state.fetched.join('; '));
      } catch (error) {
        fail(error);
      }
    };
    this.fetching = button('Fetch the published sheets', { class: 'btn', hidden: true, onclick: fetched });
    return [this.#news, this.fetching];
  }

  /** Something else is shown. */
  shown(state) {
    this.fetching.hidden = !state.published?.length;
    this.fetching.title = `Fetch ${state.published?.join(', ')} anew from where the kit says that it is published`;
  }

  /** The address of a table for so many players. */
  async table(seats, isFirst) {
    if (!isFirst) await this.#post('/seats', JSON.stringify(seats));
    return `/table/#${this.#key}`;
  }

  /** Has bots play the kit beside what it was; `told` hears how far they are. */
  async tryOut(wished, told) {
    this.#trying = new AbortController();
    const signal = AbortSignal.any([this.#trying.signal, this.#waiting.signal]);
    const headers = { 'paperkeep-key': this.#key, 'content-type': 'application/json' };
    try {
      const answer = await fetch('/try', { method: 'POST', headers, body: JSON.stringify(wished), signal });
      if (!answer.ok) throw new Error((await answer.json()).error.message);
      for await (const line of lines(answer.body)) {
        if (line.found) return line.found;
        // What is found so far stays if the games are stopped.
        if (line.error) throw new Error(line.error.message);
        told(line);
      }
      throw new Error('the watch has ended');
    } catch (error) {
      throw signal.aborted ? Object.assign(error, { stopped: true }) : error;
    }
  }

  /** Ends the games: the server stops them when nobody waits for them any more. */
  stop() {
    this.#trying?.abort();
  }

  keep() {
    return this.#post('/keep', '{}');
  }

  leave() {
    this.#left = true;
    this.#waiting.abort();
  }
}

/** The lines of JSON in a stream as they come. */
async function* lines(body) {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    const parts = (rest + value).split('\n');
    rest = parts.pop();
    yield* parts.map((part) => JSON.parse(part));
  }
}
