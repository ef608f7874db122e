// A kit for somebody else: as a link that holds all of it, or as a file; and what such a link opens.

import { address, archiveOf, bar, base64, button, counted, download, el, field, icon, players, Wrong } from '../parts.js';
import { Cover } from '../cover.js';
import { Program } from '../program.js';

/** The most letters of a link: what browsers and messengers pass on whole. */
const LONGEST = 32_000;
/** Longer ones are not even read. */
const HOPELESS = 2_000_000;

/** Whether the studio is served by this device for itself. */
const IS_HERE = /^(localhost|127(\.\d+){3}|\[::1\])$/.test(location.hostname);

/** How many pieces are shown. */
const SHOWN = 6;

/** The view of a kit that is to be shared. */
export function share({ source }) {
  const view = new Share(source.kit);
  return { root: view.root, ready: view.fill(), leave: () => view.leave() };
}

/** The view that a shared link opens. */
export function shared({ query }) {
  const view = new Shared(query.get('name') ?? '', query.get('zip') ?? '', Number(query.get('letters')));
  return { root: view.root, ready: view.fill(), leave: () => view.leave() };
}

class Share {
  #program = new Program({ whole: true });
  #name;
  #wrong = new Wrong();
  #cover = new Cover();
  #facts = el('p', { class: 'tag' });
  #ways = el('div', { class: 'ways' }, el('p', { class: 'waiting' }, 'Packing it…'));

  constructor(name) {
    this.#name = name;
    this.title = el('h1', { tabIndex: -1 }, name);
    const back = el('nav', {}, el('a', { href: address('make', { kit: name }) }, 'Back to the kit'));
    this.root = page('Share', back, this.title, this.#facts, this.#cover, this.#ways, this.#wrong.root);
  }

  async fill() {
    document.title = `Share ${this.#name}, paperkeep`;
    try {
      const [zip, whole] = [await this.#pack(true), await this.#pack(false)];
      const link = this.#link(zip);
      this.#ways.replaceChildren(...(link.length > LONGEST ? [this.#onlyFile(whole.length, link.length)] : this.#both(link, whole.length)));
    } catch (error) {
      this.#ways.replaceChildren();
      this.#wrong.say(error);
      return;
    }
    await this.#look();
  }

  /** Shows what is sent. A kit with a mistake in it can be sent too: somebody may help. */
  async #look() {
    try {
      const source = { kit: this.#name };
      const about = await this.#program.call('about', { source });
      this.title.textContent = about.title;
      this.#facts.textContent = contentsOf(about);
      await this.#cover.fill(this.#program, source, SHOWN);
    } catch (error) {
      this.#wrong.say(error);
    }
  }

  leave() {
    this.#cover.leave();
    this.#program.stop();
  }

  #pack(small) {
    return this.#program.call('pack', { name: this.#name, small });
  }

  /** Where only this device can open a link, a file comes first. */
  #both(link, bytes) {
    const ways = [this.#byLink(link), this.#byFile(bytes)];
    return IS_HERE ? ways.reverse() : ways;
  }

  #byLink(link) {
    const [title, where, who] = IS_HERE
      ? ['A link for this device', `This studio runs on this device (${location.host}): nobody else can open the link, only another browser here. For a link to send, open the kit in a studio on the web, or send the file.`, 'Whoever opens it on this device']
      : ['Send a link', 'Nothing is stored on a server.', 'Whoever opens it'];
    return section(title, `The kit itself is in the link, which is ${size(link.length)} long. ${where}`, ...this.#copied(link),
      el('div', { class: 'sees' }, el('h3', {}, who), el('ul', {},
        el('li', {}, 'sees these pieces, and what the game is called'),
        el('li', {}, 'can print and play it, and change a copy of their own'),
        el('li', {}, 'has it as it is now: what you change later needs a new link'))),
      el('p', {}, el('a', { class: 'btn', href: link, target: '_blank', rel: 'noopener' }, 'See what they will see')));
  }

  #byFile(bytes) {
    return section('Send a file', this.#about(bytes), this.#save());
  }

  /** The kit as a file, where its pictures make a link too long. */
  #onlyFile(bytes, letters) {
    const why = `With its pictures and fonts it is too large for a link: that would be ${size(letters)} long, and mail and messengers cut links off at about ${size(LONGEST)}. As a file it has any size.`;
    return section('Send it as one file', this.#about(bytes), this.#save(), el('p', { class: 'tag' }, why));
  }

  #about(bytes) {
    return `${archiveOf(this.#name)}, ${size(bytes)}, holds everything, with the manual of kits. Whoever gets it drops it on the studio’s first page, or gives it to the program.`;
  }

  #save() {
    return el('div', { class: 'does' }, button('Download the file', { class: 'btn first', onclick: () => this.#download() }, icon('keep')));
  }

  #link(zip) {
    const base = location.href.split('#')[0];
    const text = toText(zip);
    // Whoever opens it sees whether all of it has come.
    return `${base}#shared?name=${encodeURIComponent(this.#name)}&letters=${text.length}&zip=${text}`;
  }

  /** The link, to be copied. */
  #copied(link) {
    const words = el('input', { readOnly: true, value: link, onfocus: () => words.select() });
    const told = el('span', { class: 'tag', role: 'status' });
    const copy = async () => {
      try {
        await navigator.clipboard.writeText(link);
        told.textContent = 'Copied: paste it into a message.';
      } catch {
        words.focus();
        told.textContent = 'The browser does not let pages copy: the link is selected, copy it yourself.';
      }
    };
    return [field('Link', words), el('div', { class: 'does' }, button('Copy the link', { class: 'btn first', onclick: copy }), told)];
  }

  async #download() {
    try {
      download(archiveOf(this.#name), await this.#pack(false), 'application/zip');
    } catch (error) {
      this.#wrong.say(error);
    }
  }
}

class Shared {
  #program = new Program({ whole: true });
  #name;
  #zip;
  #letters;
  #wrong = new Wrong();
  #cover = new Cover();
  #facts = el('p', { class: 'tag' });
  #ways = el('div', { class: 'ways' });

  constructor(name, zip, letters) {
    this.#letters = letters;
    this.#name = name.replace(/[/\\\p{C}]/gu, ' ').trim().slice(0, 60) || 'A kit';
    this.#zip = zip;
    this.title = el('h1', { tabIndex: -1 }, this.#name);
    this.root = page('Somebody shares', null, this.title, this.#facts, this.#cover, this.#ways, this.#wrong.root);
  }

  async fill() {
    document.title = `${this.#name}, paperkeep`;
    if (this.#zip.length > HOPELESS) {
      this.#wrong.say(new Error('The link is longer than any that the studio makes.'));
      return;
    }
    if (this.#zip.length !== this.#letters) {
      const came = `${thousands(this.#zip.length)} of its ${thousands(this.#letters)} letters have come`;
      this.#wrong.say(new Error(`The link is damaged: ${came}. Copy all of it, or ask for the kit as a file.`));
      return;
    }
    this.#ways.replaceChildren(section('Take it', 'It is kept in this browser and nowhere else, until you remove it. What you change is your own copy.',
      el('div', { class: 'does' },
        button('Print it', { class: 'btn first', onclick: () => this.#keep('print') }),
        button('Play it', { class: 'btn', onclick: () => this.#keep('play') }),
        button('Change it', { class: 'btn', onclick: () => this.#keep('make') }),
        el('a', { class: 'btn plain', href: '#' }, 'Leave it'))));
    await this.#look();
  }

  /** Shows what it is before it is kept. */
  async #look() {
    try {
      const { about, faces } = await this.#program.call('peek', { name: this.#name, files: this.#files(), most: SHOWN });
      this.title.textContent = about.title;
      this.#facts.textContent = contentsOf(about);
      this.#cover.show(faces);
    } catch (error) {
      this.#wrong.say(error);
    }
  }

  leave() {
    this.#cover.leave();
    this.#program.stop();
  }

  #files() {
    return [{ path: `${this.#name}.zip`, bytes: ofText(this.#zip) }];
  }

  /** Keeps the kit under a name that none has, as if its archive had been dropped, and goes on there. */
  async #keep(view) {
    this.#wrong.clear();
    try {
      const kit = await this.#program.call('receive', { name: this.#name, files: this.#files() });
      await navigator.storage.persist?.();
      location.hash = address(view, { kit });
    } catch (error) {
      this.#wrong.say(error);
    }
  }
}

function page(what, nav, title, facts, cover, ...parts) {
  return el('div', { class: 'front' }, bar(nav), el('main', { class: 'sharing' }, el('div', { class: 'hero' }, el('p', { class: 'tag' }, what), title, facts), cover.root, ...parts));
}

/** What a kit has in it: "24 pieces · 2 to 4 players · with rules that the referee keeps" */
function contentsOf({ decks, players: count, free, printed_editions: editions }) {
  const pieces = decks.reduce((sum, { pieces: some }) => sum + some, 0);
  const named = decks.length > 1 ? ` (${decks.map(({ title, pieces: some }) => `${some} ${title}`).join(', ')})` : '';
  const rules = free ? 'without rules of its own' : 'with rules that the referee keeps';
  return [`${counted(pieces, 'piece')}${named}`, players(count), rules, editions.length > 1 ? counted(editions.length, 'edition') : null].filter(Boolean).join(' · ');
}

/** "840 bytes", "9 KB", "1.2 MB" */
function size(bytes) {
  if (bytes < 1000) return `${bytes} bytes`;
  return bytes < 1e6 ? `${Math.round(bytes / 1e3)} KB` : `${(bytes / 1e6).toFixed(1)} MB`;
}

function section(title, words, ...parts) {
  return el('section', { class: 'way' }, el('h2', {}, title), el('p', {}, words), ...parts);
}

function thousands(number) {
  return number.toLocaleString('en');
}

/** Bytes as letters that stand in addresses as they are. */
function toText(bytes) {
  return base64(bytes).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

function ofText(text) {
  const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(binary, (letter) => letter.charCodeAt(0));
}
