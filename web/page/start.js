// The start: games to print and to play, saved games, and one's own.

import { address, bar, button, download, el, factsOf, icon, players, Wrong } from './parts.js';
import { Cover } from './cover.js';
import { Drop } from './drop.js';
import { forgetFolder } from './folder.js';
import { isAllKept, isKept } from './offline.js';
import { Program } from './program.js';
import * as store from './store.js';

/** How many faces lie on a game's picture. */
const FACES = 4;
/** How an evening comes about. */
const STEPS = [
  ['Print', 'a game on any printer, on A4 or Letter.'],
  ['Cut', 'the pieces out: a guide shows how.'],
  ['Play', 'with them. This page is the referee: it knows the rules, says whose turn it is, and answers questions.'],
];
/** What starters are called that are named after nothing, and what becomes of them if nobody names it. */
const NAMES = { 'blank-cards': 'Cards', 'blank-tiles': 'Square tiles', 'blank-hexes': 'Hexagons', 'open-table': 'An open table' };
const UNNAMED = { 'blank-cards': 'My cards', 'blank-tiles': 'My tiles', 'blank-hexes': 'My hexagons', 'open-table': 'My table' };

export function start({ program, say }) {
  const view = new Start(program, say);
  return { root: view.root, ready: view.fill(), leave: () => view.leave() };
}

class Start {
  #program;
  /** Strangers' kits are read by another program, so that they disturb nothing. */
  #others = new Program({ whole: true });
  #say;
  #wrong = new Wrong();
  #games = el('ul', { class: 'games' });
  #own = el('ul', { class: 'games' });
  #starters = el('ul', { class: 'games starters' });
  #title = el('input', { name: 'title', placeholder: 'as what you choose below', maxLength: 60, autocomplete: 'off' });
  #saved = el('ul', { class: 'saved' });
  #covers = [];
  #left = false;

  constructor(program, say) {
    this.#program = program;
    this.#say = say;
    document.title = 'paperkeep: print a game, and play it';
    const drop = new Drop(this.#others, { kit: (name) => this.#added(name), folder: (name) => (location.hash = address('make', { kit: name })), journal: (name) => play(name), wrong: this.#wrong });
    this.drop = drop;
    this.savedSection = section('saved', 'Go on playing', this.#saved);
    this.ownSection = section('own', 'Your own', this.#own);
    this.savedSection.hidden = true;
    this.ownSection.hidden = true;
    this.root = el('div', { class: 'front' },
      bar(el('nav', { 'aria-label': 'On this page' }, el('a', { href: '#begin-title', onclick: (event) => this.#jump(event, 'begin-title') }, 'Make your own'), el('a', { href: '#print-your-own', onclick: (event) => this.#jump(event, 'drop-title') }, 'Print your own'), this.#offline(), this.#install())),
      el('main', {},
        el('div', { class: 'hero doors' },
          el('div', {},
            el('h1', { tabIndex: -1 }, 'Print a game. Play it tonight.'),
            el('p', {}, 'It is free, there is nothing to install, and nothing leaves this device.'),
            el('ol', { class: 'steps' }, ...STEPS.map(([what, how]) => el('li', {}, el('b', {}, what), ` ${how}`)))),
          this.#door()),
        this.savedSection,
        this.ownSection,
        section('games', 'Games', this.#games),
        this.#beginning(),
        drop.root,
        this.#wrong.root,
        foot()));
    this.#games.append(el('li', { class: 'waiting' }, 'Laying out the games…'));
  }

  async fill() {
    await this.#keepPlaces();
    try {
      const games = await this.#program.call('shipped');
      if (this.#left) return;
      const cards = games.map((about) => [about, this.#card(about, { id: about.id })]);
      this.#games.replaceChildren(...cards.map(([, card]) => card));
      await Promise.all([this.#fillSaved(games), this.#fillOwn()]);
      const starters = await this.#fillStarters();
      for (const [about, card] of cards) await this.#picture(this.#program, card, { id: about.id });
      for (const [starter, card] of starters) await this.#picture(this.#program, card, { starter });
    } catch (error) {
      if (!this.#left) this.#games.replaceChildren(el('li', { class: 'waiting' }, `The program cannot be started here: ${error.message}`));
    }
  }

  leave() {
    this.#left = true;
    this.drop.leave();
    this.#others.stop();
    this.#covers.forEach((cover) => cover.leave());
  }

  #card(about, source, ...more) {
    const name = el('span', { class: 'unseen' }, ` ${about.title}`);
    return el('li', { class: 'game' },
      el('a', { class: 'cover', href: address('print', source), tabIndex: -1, 'aria-hidden': 'true' }),
      el('div', { class: 'words' },
        el('h3', {}, about.title), el('p', { class: 'tag' }, factsOf(about)),
        about.goal ? el('p', {}, about.goal) : null,
        el('div', { class: 'does' },
          el('a', { class: 'btn first', href: address('print', source) }, 'Print', name),
          el('a', { class: 'btn', href: address('play', source) }, 'Play', name.cloneNode(true)), ...more)));
  }

  /** What is one's own has its place at once, so that nothing moves down when it is read. */
  async #keepPlaces() {
    const [kits, journals] = await Promise.all([kept('kits'), kept('journals')]);
    const opening = () => el('p', { class: 'tag' }, 'Opening…');
    const card = ({ name }) => el('li', { class: 'game to-come' }, el('div', { class: 'cover' }), el('div', { class: 'words' }, el('h3', {}, name.replace(/\.\w+$/, '')), opening()));
    this.#own.replaceChildren(...kits.map(card));
    this.#saved.replaceChildren(...journals.map(() => el('li', { class: 'to-come' }, opening())));
    this.ownSection.hidden = kits.length === 0;
    this.savedSection.hidden = journals.length === 0;
  }

  /** Some of the pieces, on the wood: those of shipped games are drawn once. */
  async #picture(program, card, source) {
    if (this.#left) return;
    const cover = new Cover(card.querySelector('.cover'));
    this.#covers.push(cover);
    const known = source.kit === undefined ? await drawnBefore(source) : null;
    if (known) cover.show(known);
    else if (await cover.fill(program, source, FACES)) await keepDrawn(source, cover.faces);
  }

  /** The way in for whoever makes games, beside that for whoever plays them. */
  #door() {
    const jump = (event) => this.#jump(event, 'begin-title');
    return el('aside', { class: 'door', 'aria-label': 'For makers' },
      el('h2', {}, 'Make your own'),
      el('p', {}, 'Design cards or tiles by pointing, from your spreadsheet or from nothing, and try them at the table.'),
      el('div', { class: 'does' },
        button('New cards', { class: 'btn first', onclick: (event) => this.#begin('blank-cards', '', event.currentTarget) }),
        button('Spreadsheet', { class: 'btn', onclick: () => this.drop.choose() }),
        el('a', { class: 'more', href: '#begin-title', onclick: jump }, 'Tiles, hexagons, games with rules')));
  }

  /** Where a kit of one's own begins: its name, and what it begins from. */
  #beginning() {
    return el('section', { class: 'begin', 'aria-labelledby': 'begin-title' },
      el('h2', { id: 'begin-title', tabIndex: -1 }, 'Make your own'),
      el('p', { class: 'lead' }, 'Begin with cards or tiles to fill, or change a small game with its rules. You see every card while you type, print it, and try it at the table.'),
      el('label', { class: 'field named' }, el('span', {}, 'What is it called?'), this.#title),
      this.#starters);
  }

  /** Offers the starters; returns their names, each with its card. */
  async #fillStarters() {
    const starters = await this.#program.call('starters');
    if (this.#left) return [];
    const cards = starters.map(({ starter, subtitle, about }) => {
      const title = NAMES[starter] ?? about.title;
      const more = el('span', { class: 'unseen' }, about.free ? ` with ${title}` : ` ${title}`);
      const begin = el('button', { type: 'button', class: 'btn first', 'data-starter': starter, onclick: (event) => this.#begin(starter, title, event.currentTarget) }, about.free ? 'Begin' : 'Change', more);
      const facts = about.free ? 'pieces without rules' : `${players(about.players)}, with rules`;
      return [starter, el('li', { class: 'game' }, el('div', { class: 'cover' }), el('div', { class: 'words' }, el('h3', {}, title), el('p', { class: 'tag' }, facts), el('p', {}, subtitle || about.goal || ''), el('div', { class: 'does' }, begin)))];
    });
    this.#starters.replaceChildren(...cards.map(([, card]) => card));
    return cards;
  }

  async #begin(from, own, pressed) {
    this.#wrong.clear();
    const words = [...pressed.childNodes];
    pressed.replaceChildren('Opening…');
    const title = this.#title.value.trim() || UNNAMED[from] || own;
    try {
      const kit = await this.#others.call('beginKit', { from, title });
      await navigator.storage.persist?.();
      location.hash = address('make', { kit });
    } catch (error) {
      pressed.replaceChildren(...words);
      this.#wrong.say(error);
    }
  }

  async #fillOwn() {
    const names = await kept('kits');
    const cards = [];
    for (const { name } of names) {
      const remove = button('Remove', { class: 'btn plain', onclick: () => this.#remove('kits', name), 'aria-label': `Remove ${name}` });
      const keep = button('Download', { class: 'btn plain', onclick: () => this.#keepKit(name), 'aria-label': `Download ${name}` });
      const pass = el('a', { class: 'btn plain', href: address('share', { kit: name }), 'aria-label': `Share ${name}` }, 'Share');
      try {
        const about = await this.#others.call('about', { source: { kit: name } });
        const edit = about.kind === 'kit' ? el('a', { class: 'btn', href: address('make', { kit: name }), 'aria-label': `Edit ${name}` }, 'Edit') : null;
        cards.push([name, this.#card(about, { kit: name }, edit, pass, keep, remove)]);
      } catch (error) {
        // What is wrong with a kit is mended where it is edited.
        const edit = el('a', { class: 'btn', href: address('make', { kit: name }), 'aria-label': `Edit ${name}` }, 'Edit');
        cards.push([null, el('li', { class: 'game' }, el('div', { class: 'words' }, el('h3', {}, name), el('p', {}, error.message), el('div', { class: 'does' }, edit, keep, remove)))]);
      }
    }
    if (this.#left) return;
    tellApart(cards);
    this.#own.replaceChildren(...cards.map(([, card]) => card));
    this.ownSection.hidden = cards.length === 0;
    for (const [name, card] of cards) if (name) await this.#picture(this.#others, card, { kit: name });
  }

  async #fillSaved(games) {
    const rows = [];
    for (const { name, changed } of await kept('journals')) rows.push(await this.#savedRow(name, changed, games));
    if (this.#left) return;
    this.#saved.replaceChildren(...rows);
    this.savedSection.hidden = rows.length === 0;
  }

  async #savedRow(name, changed, games) {
    let title = name;
    let who = '';
    try {
      const header = await this.#program.call('journal', { name });
      title = games.find(({ id }) => id === header.game)?.title ?? (await this.#titleOf(name)) ?? header.game;
      who = header.players.join(', ');
    } catch (error) {
      who = error.message;
    }
    const when = changed.toLocaleString([], { dateStyle: 'medium', timeStyle: 'short' });
    const row = el('li', {},
      el('div', {}, el('h3', {}, title), el('p', { class: 'tag' }, [who, when].filter(Boolean).join(' · '))),
      el('div', { class: 'does' },
        el('a', { class: 'btn first', href: `table/?journal=${encodeURIComponent(name)}` }, 'Continue'),
        button('Download', { class: 'btn', onclick: () => this.#keepJournal(name) }),
        button('Delete', { class: 'btn plain', onclick: () => this.#remove('journals', name) })));
    return row;
  }

  /** What the kit of one's own is called that a game is played with, if it is still there. */
  async #titleOf(journal) {
    const { kit } = (await store.source(journal)) ?? {};
    if (kit === undefined) return null;
    const about = await this.#others.call('about', { source: { kit } }).catch(() => null);
    return about?.title ?? null;
  }

  async #keepJournal(name) {
    download(name, await store.read('journals', name), 'application/jsonl');
  }

  async #keepKit(name) {
    try {
      download(`${name.replace(/\.\w+$/, '')}.zip`, await this.#others.call('pack', { name }), 'application/zip');
    } catch (error) {
      this.#wrong.say(error);
    }
  }

  async #remove(kind, name) {
    const what = kind === 'kits' ? `Remove ${name} from this browser?` : 'Delete this game? It cannot be continued then.';
    if (!confirm(what)) return;
    await store.remove(kind, name);
    if (kind === 'kits') for (const more of ['edits', 'good']) await store.remove(more, name).catch(() => {});
    if (kind === 'kits') await forgetFolder(name).catch(() => {});
    if (kind === 'kits') await this.#fillOwn();
    else await this.#fillSaved(await this.#program.call('shipped'));
    this.#say('It is removed.');
  }

  #added(name) {
    location.hash = address('print', { kit: name });
  }

  #jump(event, heading) {
    event.preventDefault();
    const to = document.getElementById(heading);
    to.closest('section').scrollIntoView({ behavior: 'smooth' });
    to.focus({ preventScroll: true });
  }

  /** Whether everything is kept, so that no network is needed any more. */
  #offline() {
    const shown = el('span', { class: 'tag', hidden: true });
    const tell = (kept, all) => {
      shown.hidden = false;
      shown.replaceChildren(...(kept ? [icon('check'), all ? ' works offline' : ' prints and plays offline'] : ['needs the network']));
      shown.title = kept && all ? '' : 'This browser has no room to keep the rest, or keeps nothing, as in a private window.';
    };
    isKept.then((kept) => tell(kept, true));
    isAllKept.then((all) => isKept.then((kept) => tell(kept, all)));
    return shown;
  }

  #install() {
    const offer = button('Install', { class: 'pill', hidden: true });
    addEventListener('beforeinstallprompt', (event) => {
      event.preventDefault();
      offer.hidden = false;
      offer.onclick = () => event.prompt();
    });
    return offer;
  }
}

/** Kits of one title are told apart by their names. */
function tellApart(cards) {
  const heading = ([, card]) => card.querySelector('h3');
  for (const card of cards) {
    const alike = cards.filter((other) => heading(other).firstChild.data === heading(card).firstChild.data);
    if (card[0] && alike.length > 1) heading(card).append(el('small', {}, ` ${card[0]}`));
  }
}

function section(id, title, list) {
  return el('section', { 'aria-labelledby': `${id}-title` }, el('h2', { id: `${id}-title`, tabIndex: -1 }, title), list);
}

function foot() {
  const unkept = el('p', { hidden: true }, 'The studio itself is not kept here, so it does not start without a network: this browser has no room for it (it takes about 50 MB of the disk), or keeps nothing, as in a private window.');
  isKept.then((kept) => (unkept.hidden = kept));
  return el('footer', {}, unkept,
    el('p', {}, 'Everybody plays at this one screen, and looks away while somebody answers in secret. For a hand on everybody’s own phone, install the program on a computer: its table shows a code for each phone. It goes on with the games that you save here, and this page with those of the program.'),
    el('p', {}, el('a', { href: 'CREDITS.txt' }, 'Credits and licences')));
}

/** Where pictures of shipped games are kept until there is another version of them; null where nothing can be kept. */
function drawn() {
  return globalThis.caches ? caches.open('covers') : Promise.resolve(null);
}

function addressOf({ id, starter }) {
  return `covers/${id ?? `begin-${starter}`}`;
}

/** The faces of a shipped game as they were drawn at an earlier visit, or null. */
async function drawnBefore(source) {
  const kept = await drawn().then((cache) => cache?.match(addressOf(source))).catch(() => null);
  return kept ? kept.json() : null;
}

async function keepDrawn(source, faces) {
  if (source.kit !== undefined) return;
  const cache = await drawn().catch(() => null);
  await cache?.put(addressOf(source), new Response(JSON.stringify(faces))).catch(() => {});
}

function play(name) {
  location.href = `table/?journal=${encodeURIComponent(name)}`;
}

/** What is kept; nothing where the browser keeps nothing, as in a private window. */
async function kept(kind) {
  try {
    return await store.list(kind);
  } catch {
    return [];
  }
}
