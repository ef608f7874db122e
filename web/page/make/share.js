// A kit for somebody else: as a link that holds all of it, or as a file; and what such a link opens.

import { address, bar, button, download, el, field, icon, Wrong } from '../parts.js';
import { Program } from '../program.js';

/** The most letters of a link: what browsers and messengers pass on whole. */
const LONGEST = 32_000;
/** Longer ones are not even read. */
const HOPELESS = 2_000_000;

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
  #ways = el('div', { class: 'ways' });

  constructor(name) {
    this.#name = name;
    this.root = page('Share', name, this.#ways, this.#wrong.root);
  }

  async fill() {
    document.title = `Share ${this.#name}, paperkeep`;
    try {
      const zip = await this.#program.call('pack', { name: this.#name, small: true });
      const link = this.#link(zip);
      const save = button('Download as one file', { class: 'btn', onclick: () => this.#download() }, icon('keep'));
      const size = thousands(link.length);
      const asFile = section('As a file', `${this.#name}.zip holds all of it. Whoever gets it drops it on the studio’s first page, or gives it to the program.`, el('div', { class: 'does' }, save));
      if (link.length <= LONGEST) {
        this.#ways.replaceChildren(section('As a link', `The link holds the whole kit, in ${size} letters. It opens in this studio; nothing is stored on a server.`, ...this.#copied(link)), asFile);
        return;
      }
      const why = `As a link this kit would have ${size} letters, and links of more than ${thousands(LONGEST)} are cut off on the way. Pictures and fonts are what makes kits large.`;
      this.#ways.replaceChildren(section('Too large for a link', why), asFile);
    } catch (error) {
      this.#wrong.say(error);
    }
  }

  leave() {
    this.#program.stop();
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
    const told = el('p', { class: 'tag', role: 'status' });
    const copy = async () => {
      try {
        await navigator.clipboard.writeText(link);
        told.textContent = 'Copied.';
      } catch {
        words.focus();
        told.textContent = 'The browser does not let pages copy: the link is selected, copy it yourself.';
      }
    };
    return [field('Link', words), el('div', { class: 'does' }, button('Copy the link', { class: 'btn first', onclick: copy })), told];
  }

  async #download() {
    try {
      download(`${this.#name}.zip`, await this.#program.call('pack', { name: this.#name }), 'application/zip');
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
  #ways = el('div', { class: 'ways' });

  constructor(name, zip, letters) {
    this.#letters = letters;
    this.#name = name.replace(/[/\\\p{C}]/gu, ' ').trim().slice(0, 60) || 'A kit';
    this.#zip = zip;
    this.root = page('Somebody shares', this.#name, this.#ways, this.#wrong.root);
  }

  fill() {
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
    const size = thousands(this.#zip.length);
    this.#ways.replaceChildren(section('Look at it', `The link holds the kit, ${size} letters of it. It is kept in this browser and nowhere else; what it draws runs apart from everything else here.`,
      el('div', { class: 'does' },
        button('Print it', { class: 'btn first', onclick: () => this.#keep('print') }),
        button('Change it', { class: 'btn', onclick: () => this.#keep('make') }),
        el('a', { class: 'btn', href: '#' }, 'Leave it'))));
  }

  leave() {
    this.#program.stop();
  }

  /** Keeps the kit under a name that none has, as if its archive had been dropped, and goes on there. */
  async #keep(view) {
    this.#wrong.clear();
    try {
      const files = [{ path: `${this.#name}.zip`, bytes: ofText(this.#zip) }];
      const kit = await this.#program.call('receive', { name: this.#name, files });
      await navigator.storage.persist?.();
      location.hash = address(view, { kit });
    } catch (error) {
      this.#wrong.say(error);
    }
  }
}

function page(what, name, ...parts) {
  const title = el('h1', { tabIndex: -1 }, name);
  return el('div', { class: 'front' }, bar(), el('main', { class: 'sharing' }, el('div', { class: 'hero' }, el('p', { class: 'tag' }, what), title), ...parts));
}

function section(title, words, ...parts) {
  return el('section', { class: 'way' }, el('h2', {}, title), el('p', {}, words), ...parts);
}

function thousands(number) {
  return number.toLocaleString('en');
}

/** Bytes as letters that stand in addresses as they are. */
function toText(bytes) {
  let binary = '';
  for (let at = 0; at < bytes.length; at += 0x8000) binary += String.fromCharCode(...bytes.subarray(at, at + 0x8000));
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

function ofText(text) {
  const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(binary, (letter) => letter.charCodeAt(0));
}
