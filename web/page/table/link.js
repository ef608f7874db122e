// The connection to the program in a worker of this page, in place of a server.

import { el } from './dom.js';
import { t } from './language.js';
import { download, report } from '../parts.js';
import { program } from './words.js';

export class Link {
  #handlers;
  #program = program;
  /** Pictures of faces, by id. */
  #pictures = new Map();
  #name = null;
  #last = null;

  constructor(handlers) {
    this.#handlers = handlers;
  }

  /** What is offered under "More" besides. */
  get entries() {
    if (new URLSearchParams(location.search).has('trial')) return [];
    return [
      ['keep', t('Keep the game as a file'), t('to continue it elsewhere: paperkeep resume FILE'), () => this.#save()],
      ['phone', t('Hands on phones'), t('need the program on a computer: paperkeep resume FILE --lan'), () => this.#save()],
      ['table', t('All games'), t('this one is kept, and goes on from there'), () => (location.href = '../')],
    ];
  }

  async #save() {
    download(this.#name, await this.#program.call('written'), 'application/jsonl');
  }

  /** Starts the game that the address describes, or continues one. */
  async start() {
    const said = new URLSearchParams(location.search);
    try {
      if (said.has('journal')) await this.#resume(said.get('journal'));
      else await this.#begin(said);
    } catch (error) {
      const back = el('p', {}, el('a', { href: '../' }, t('Back to the games')));
      // What is tried out begins once it can be played.
      if (said.has('trial')) new BroadcastChannel(`paperkeep kit ${said.get('kit')}`).onmessage = () => location.reload();
      document.getElementById('page').replaceChildren(el('main', { class: 'alone' }, el('h1', {}, 'paperkeep'), ...report(error), back));
    }
  }

  async join() {
    return false;
  }

  /** Sends a command and returns its answer, or `{ error }`. */
  async send(command) {
    let came;
    try {
      came = await this.#program.call('do', { command });
    } catch (error) {
      if (error.dead) await this.#again();
      return { error: { message: error.message } };
    }
    const answer = JSON.parse(this.#pictured(came.answer, came.faces));
    if (came.snapshot) this.#take(came);
    if (answer.again) this.#anew();
    return answer;
  }

  /** Continues after the program ended. */
  async retry() {
    if (this.#name && !this.#last) await this.#again();
  }

  async #begin(said) {
    const language = said.get('language') ?? undefined;
    const source = said.has('kit') ? { kit: said.get('kit'), language } : { id: said.get('game'), language };
    const trial = said.has('trial');
    const seed = Number(said.get('seed') ?? crypto.getRandomValues(new Uint32Array(1))[0] % 1_000_000_000);
    const game = {
      seed,
      trial,
      players: said.getAll('player'),
      edition: said.get('edition') || null,
      options: said.getAll('option').map((option) => option.split('=')),
      physical: said.get('physical')?.split(',').filter(Boolean) ?? [],
    };
    const name = `paperkeep-${source.id ?? source.kit}-${seed}.jsonl`.replace(/[^\w.-]/g, '-');
    const came = await this.#program.call('begin', { source, game, run: crypto.randomUUID(), name });
    this.#name = name;
    // Loading the page again continues this game.
    if (trial) this.#follow(source);
    else if (!came.unkept) history.replaceState(null, '', `?journal=${encodeURIComponent(name)}`);
    this.#take(came);
  }

  /** A kit that is tried out while it is made goes on as it becomes. */
  #follow(source) {
    const channel = new BroadcastChannel(`paperkeep kit ${source.kit}`);
    channel.onmessage = async () => {
      const came = await this.#program.call('remade', { source, run: crypto.randomUUID() });
      this.#take(came);
    };
  }

  async #resume(name) {
    this.#name = name;
    this.#take(await this.#program.call('resume', { name, run: crypto.randomUUID() }));
  }

  async #again() {
    this.#last = null;
    this.#pictures.clear();
    try {
      await this.#resume(this.#name);
    } catch {
      this.#handlers.away('stopped');
    }
  }

  /** Another game of the same kind. */
  async #anew() {
    const { source, header } = await this.#program.call('again', { name: this.#name });
    const query = new URLSearchParams(source.kit ? { kit: source.kit } : { game: header.game });
    header.players.forEach((name) => query.append('player', name));
    if (source.language) query.set('language', source.language);
    if (header.edition) query.set('edition', header.edition);
    for (const [name, value] of header.options) query.append('option', `${name}=${value}`);
    if (new URLSearchParams(location.search).has('trial')) query.set('trial', 'yes');
    if (header.physical.length > 0) query.set('physical', header.physical.join(','));
    location.search = query;
  }

  #take(came) {
    const snap = JSON.parse(this.#pictured(came.snapshot, came.faces));
    if (came.word) snap.word = came.word;
    if (came.unkept) snap.word = t('This game cannot be kept in the browser, and ends with this tab.');
    this.#last = snap;
    this.#handlers.snapshot(snap, true);
  }

  /** The text with the addresses of pictures in place of the names of faces. */
  #pictured(text, faces) {
    for (const [id, blob] of Object.entries(faces)) this.#pictures.set(id, URL.createObjectURL(blob));
    return text.replace(/face\/([0-9a-f]+)\.svg/g, (whole, id) => this.#pictures.get(id) ?? whole);
  }
}
