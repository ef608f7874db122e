// The hand view: one's own cards in large faces, one's own questions, one line of what everybody knows, and buttons in reach of a
// thumb.

import { Answers, elsewhere, faceOf, isAboutMap, isChance, isOnMap, isSided, piled } from './answers.js';
import { button, el, icon, svg } from './dom.js';
import { ending, isRetold } from './ending.js';
import { t } from './language.js';
import { FEW as LISTED, fits, low, pair, squeeze, upright } from './screen.js';
import { LOG, back, canTell, hint, lost, newest, past, refusal, subject, tapAgain } from './sheet.js';
import { boxOf, distance } from './shapes.js';
import { MANY, areaPicture, counters, laidOpen, peek, zonePicture } from './table.js';

/** The sides of a card as triangles, with corners in hundredths of its width and height. */
const SIDES = {
  top: '0,0 100,0 50,50', right: '100,0 100,100 50,50', bottom: '100,100 0,100 50,50', left: '0,100 0,0 50,50',
};
/** The number of answers that are in view beside piles, or in half of the screen beside a map; the others are shown on demand. */
const FEW = 6;
/** Fewer answers than this are not listed: cards in the hand stand for them. */
const SHORT = 4;
/** The share of a phone held upright that a list beside the map may take. */
const HALF = 0.52;
/** The most cards beside each other where the hand is low. */
const BESIDE = 6;
/** The width from which on a piece is a card, in mm. */
const CARD = 40;
/** The most sides of a die that fit below the hand. */
const DIE = 8;

export class Hand {
  #app;
  /** Whether the table is shown instead of the hand; null as the question needs it. */
  #table = null;
  /** The cards in the hand that are answers, by their pieces. */
  #lit = new Map();
  /** The answers about a pile that all share, by its zone. */
  #piled = new Map();
  #asked = null;
  /** Whether there is no room for a list of answers that are also on the map. */
  #crowded = false;
  /** What everybody knows, in the line above the hand. */
  #known = [];

  constructor(app) {
    this.#app = app;
    this.answers = new Answers(app);
    this.root = el('main', { class: 'phone' });
    addEventListener('resize', () => this.#settle());
  }

  get question() {
    return this.root.querySelector('h2');
  }

  show(snap, shown, ask) {
    const app = this.#app;
    if (this.#asked !== ask?.n) {
      this.#asked = ask?.n;
      // Whoever looks at the table goes on doing so.
      this.#table ||= null;
    }
    const seat = snap.seats[snap.you.seat];
    const waits = !ask?.open || ask.hidden;
    const seesTable = this.#table ?? (snap.over !== null || isOnMap(snap, ask) || (!holds(snap) && (isAboutMap(snap, ask) || (!has(snap) && !counts(snap)) || (hasMap(snap) && (waits || !has(snap))))));
    const draw = () => {
      const children = [this.#top(snap, seat, seesTable), ...lost(app)];
      if (app.panels.shown) children.push(el('div', { class: 'thumb full' }, app.panels.shown));
      else if (snap.over && isRetold(snap)) children.push(el('div', { class: 'thumb full' }, ...ending(app, snap)));
      else if (snap.over) children.push(this.#middle(seesTable, seesTable ? app.table.root : this.#cards(snap, ask)), el('div', { class: 'thumb ended' }, ...ending(app, snap)));
      else children.push(...this.#play(snap, shown, ask, seesTable));
      this.root.replaceChildren(...children);
      pair(this.answers.root);
    };
    this.#crowded = false;
    draw();
    const tabled = this.root.querySelector('.thumb.tabled');
    const high = upright.matches ? HALF * this.root.clientHeight : Infinity;
    if (tabled && !app.only && isOnMap(snap, ask) && ask.answers.length > (low.matches ? SHORT : FEW) && (!fits(tabled) || tabled.offsetHeight > high)) {
      this.#crowded = true;
      draw();
    }
    const thumb = this.root.querySelector('.thumb:not(.full, .ended)');
    if (thumb) squeeze(thumb, thumb);
    this.#tell(snap);
    this.#settle();
    this.point();
    this.root.classList.toggle('dimmed', app.away !== null);
    if (app.table.root.isConnected) app.table.show(shown, ask);
  }

  /** Cards have the room that what all share leaves. */
  #settle() {
    const held = this.root.querySelector('.held');
    const common = held?.querySelector('.common');
    if (common) held.style.setProperty('--above', `${common.offsetHeight + parseFloat(getComputedStyle(held).rowGap)}px`);
  }

  /** Beside the hand, what happened has the room that the question leaves. */
  #tell(snap) {
    const [thumb, more] = ['.thumb:not(.full)', '.thumb > .more'].map((part) => this.root.querySelector(part));
    if (upright.matches || !more || thumb.querySelector('.past')) return;
    if (thumb.getBoundingClientRect().bottom - more.getBoundingClientRect().bottom > LOG) thumb.append(past(this.#app, snap));
  }

  /** Says that a second tap confirms the place or the card that is pointed at. */
  point() {
    let isHeld = false;
    for (const [id, indices] of this.#lit) {
      const on = this.#isPointed(indices);
      this.root.querySelector(`[data-card="${CSS.escape(id)}"]`)?.classList.toggle('pointed', on);
      isHeld ||= on;
    }
    const line = this.root.querySelector('.known');
    if (!line) return;
    const told = isHeld || line.classList.contains('tabled');
    const again = told ? tapAgain(this.#app) : null;
    line.classList.toggle('again', again !== null);
    line.replaceChildren(...(again === null ? this.#known : [again]));
  }

  /** Whether these answers, and no others, are pointed at. */
  #isPointed(indices) {
    const { pointed } = this.#app;
    return indices.length === pointed.size && indices.every((index) => pointed.has(index));
  }

  #top(snap, seat, seesTable) {
    const turn = () => {
      this.#table = !seesTable;
      this.#app.panels.close();
      this.#app.draw();
    };
    return el('header', { class: 'top' }, seat.face ? el('img', { src: seat.face, alt: '' }) : null,
      el('div', {}, el('h1', {}, seat.name), el('span', { class: 'tag' }, standing(snap, seat) || (snap.game.heading ?? snap.game.title))),
      el('span', { class: 'gap' }),
      peek(snap, snap.you.seat),
      button(seesTable ? t('Hand') : t('Table'), { class: 'pill', onclick: turn, 'data-tool': 'view' }, icon(seesTable ? 'phone' : 'table')));
  }

  #play(snap, shown, ask, seesTable) {
    this.#known = [seesTable ? newest(snap) : snap.note ?? ''];
    const mine = ask && ask.open && !ask.hidden;
    const chance = mine && isChance(ask) && ask.answers.every((answer) => answer.face) && !seesTable;
    // The sides of a die fit below the hand; other faces take its place, since people look at them.
    const faces = chance && !isDie(ask);
    this.#lit = seesTable || !mine || faces ? new Map() : held(snap, ask);
    this.#piled = seesTable || !mine || faces || hasMap(snap) || ask.answers.length <= FEW ? new Map() : piled(snap, ask);
    const thumb = mine ? this.#thumb(ask, chance, seesTable) : this.#waiting(snap, ask);
    const middle = seesTable ? this.#app.table.root : faces ? this.answers.root : this.#cards(snap, ask);
    return [el('p', { class: seesTable ? 'known tabled' : 'known' }, ...this.#known), faces ? el('div', { class: 'hand' }, middle) : this.#middle(seesTable, middle), thumb];
  }

  /** The table or the hand, which are scrolled also by keyboard. */
  #middle(seesTable, inside) {
    return el('div', { class: 'hand', tabIndex: 0, role: 'region', 'aria-label': seesTable ? t('The table') : t('Your hand') }, inside);
  }

  #cards(snap, ask) {
    const things = new Map(snap.scene.things.map((thing) => [thing.id, thing]));
    const cards = snap.hand.map((id) => things.get(id)).filter((thing) => thing?.face);
    const sided = ask && isSided(ask) && ask.answers.find((answer) => answer.at.length + (answer.face ? 1 : 0) > 0);
    if (sided) {
      // What its sides do stands on what lies before the player.
      const own = zonePicture(snap.scene, `seat-${snap.you.seat}`);
      const card = this.#sided(ask, things.get(sided.at[0]) ?? sided.face);
      return own ? el('div', { class: 'beside' }, el('div', { class: 'own' }, own), card) : card;
    }
    // A player without a hidden hand sees the pieces in front of them.
    if (cards.length === 0) return this.#before(snap) ?? el('p', { class: 'empty' }, t('You hold nothing.'));
    const list = this.#list(cards, ask);
    // In a game without a map, one's cards are seen beside what all share.
    const open = hasMap(snap) ? [] : laidOpen(snap, snap.you.seat);
    const shared = this.#shared(snap) ?? (open.length ? el('div', { class: 'area' }) : null);
    shared?.append(...open);
    const broad = shared?.querySelector('.broad');
    return shared ? el('div', { class: broad ? 'held broad' : 'held' }, el('div', { class: 'common' }, shared), list) : list;
  }

  /** Cards in rows, as large as there is room for. */
  #list(cards, ask) {
    const wide = cards.filter(({ w, h }) => w >= h).length * 2 > cards.length;
    const shown = cards.map((thing) => this.#card(thing, ask));
    const columns = cards.length === 1 || (wide && cards.length <= 3) ? 1 : cards.length % 2 || cards.length > 4 ? 3 : 2;
    const list = el('div', { class: `cards of-${columns}${wide ? ' wide' : cards.length > columns ? ' fan' : ''}` }, ...shown);
    const beside = Math.min(cards.length, BESIDE);
    const sizes = { rows: Math.ceil(cards.length / columns), columns: beside, flat: Math.ceil(cards.length / beside), tall: Math.max(...cards.map(({ w, h }) => h / w)) };
    for (const [name, size] of Object.entries(sizes)) list.style.setProperty(`--${name}`, size);
    return list;
  }

  /** A card of one's own. If it is an answer, the first tap points at it, and the second answers. */
  #card(thing, ask) {
    const picture = faceOf({ ...thing, url: thing.face, turns: 0 });
    const indices = this.#lit.get(thing.id);
    if (!indices) return el('div', { class: 'card', role: 'img', 'aria-label': thing.name || t('a card') }, picture);
    const tap = (event) => {
      if (this.#isPointed(indices) || event.detail === 0) this.#app.choose(indices);
      else this.#app.point(indices);
    };
    const words = indices.map((index) => ask.answers[index].text).join('; ');
    return el('button', { type: 'button', class: 'card lit', 'aria-label': words, 'data-card': thing.id, onclick: tap }, picture);
  }

  /** What all share, in a game without a map; a tap on a pile leaves only the answers about it. */
  #shared(snap) {
    const shared = hasMap(snap) ? null : areaPicture(snap, null, true);
    for (const [zone, indices] of this.#piled) {
      const heap = shared?.querySelector(`[data-zone="${zone}"]`);
      heap?.classList.add('lit');
      const words = `${heap?.querySelector('.title').textContent}: ${t('{count} answers', { count: indices.length })}`;
      heap?.append(button('', { class: 'spot', 'aria-label': words, 'data-tool': zone, onclick: () => this.#app.choose(indices) }));
    }
    return shared;
  }

  /** What lies before this player and, in a game without a map, what all share. */
  #before(snap) {
    const laid = this.#laid(snap);
    if (laid) return laid;
    const seen = hasMap(snap) ? [] : this.#seen(snap);
    const shared = this.#shared(snap);
    const mine = areaPicture(snap, snap.you.seat);
    const own = mine && seen.length ? this.#holder(snap.seats[snap.you.seat].name, mine) : mine;
    // What the heading says is not said again.
    const told = !mine?.querySelector(`.heap, .track, .count:nth-child(${MANY + 1})`) && shared;
    const areas = (seen.length ? [shared, ...seen, own] : [told ? null : own, shared]).filter(Boolean);
    return areas.length ? el('div', { class: seen.length ? 'areas seen' : 'areas' }, ...areas) : null;
  }

  /** What lies before this player: where that is a few cards, each as large as there is room for. */
  #laid(snap) {
    const zone = `seat-${snap.you.seat}`;
    const lying = snap.scene.things.filter((thing) => thing.zone === zone);
    const isCard = ({ face, turns = 0, w, h }) => face && turns === 0 && Math.min(w, h) >= CARD;
    const apart = lying.every((one, at) => lying.slice(at + 1).every((other) => distance(boxOf(one), other) > 0));
    return lying.length > 1 && apart && lying.every(isCard) ? this.#list(lying, null) : zonePicture(snap.scene, zone);
  }

  /** What others hold, where one sees that instead of one's own. */
  #seen(snap) {
    const own = snap.scene.zones.filter(({ seat }) => seat === snap.you.seat).map(({ id }) => id);
    if (!snap.scene.things.some(({ zone, id }) => own.includes(zone) && id.startsWith('pile/'))) return [];
    const isSeen = ({ zone, id, face }) => face && !/^(pile|slot|field)/.test(id) && snap.scene.zones.find((other) => other.id === zone)?.seat;
    const holders = new Set(snap.scene.things.map((thing) => isSeen(thing)));
    return snap.seats.filter(({ seat }) => seat !== snap.you.seat && holders.has(seat)).map(({ seat, name }) => this.#holder(name, areaPicture(snap, seat, true)));
  }

  /** What a player holds, beside the name. */
  #holder(name, area) {
    return el('section', { class: 'other', 'aria-label': name }, el('b', {}, name), area);
  }

  /** A card whose sides are the answers: a tap on a side keeps only the answers of that side. */
  #sided(ask, thing) {
    const picture = { url: thing.face ?? thing.url, w: thing.w, h: thing.h, turns: 0 };
    const sides = [...new Set(ask.answers.map((answer) => answer.part).filter(Boolean))];
    const over = svg('svg', { class: 'over', viewBox: '0 0 100 100', preserveAspectRatio: 'none', 'aria-hidden': 'true' });
    const { only } = this.#app;
    const isOn = (side) => only !== null && only.every((index) => ask.answers[index].part === side);
    const pick = (side) => {
      this.#app.only = isOn(side) ? null : ask.answers.flatMap((answer, index) => (answer.part === side ? [index] : []));
      this.#app.draw();
    };
    for (const side of sides) {
      const on = isOn(side);
      over.append(svg('polygon', { points: SIDES[side], class: 'under' }), svg('polygon', { points: SIDES[side], class: on ? 'can pointed void' : 'can' }));
    }
    const buttons = sides.map((side) => button('', { class: `side at-${side}`, 'aria-label': t(`the ${side} side`), 'aria-pressed': String(isOn(side)), onclick: () => pick(side), 'data-tool': `side-${side}` }));
    return el('div', { class: 'card sided' }, faceOf(picture), over, ...buttons);
  }

  #thumb(ask, chance, seesTable) {
    const app = this.#app;
    const first = ask.secret ? [icon('lock'), ` ${t('only you see this')}`] : chance ? [icon('die'), ` ${t('{source}: tap what came up', { source: t(ask.source ?? 'look') })}`] : null;
    const sided = isSided(ask);
    const onMap = seesTable && isOnMap(app.snap, ask);
    const inHand = this.#lit.size + this.#piled.size > 0 && app.odds === null;
    const many = !app.only && !chance && (inHand || (onMap && ask.answers.length > (this.#crowded ? 0 : LISTED)));
    // What lies on the map or is in one's hand is tapped there.
    const only = app.only ?? (many ? (inHand ? this.#others(ask) : elsewhere(ask)) : null);
    this.answers.show(ask, only, sided);
    const where = this.#piled.size > 0 ? (this.#lit.size > 0 ? t('Tap a card or a pile.') : t('Tap a pile.')) : inHand ? t('Tap a card.') : t('Tap a place on the map.');
    const help = many ? el('p', { class: 'hint' }, where) : chance || (sided && !app.only) ? null : hint(app, { ...ask, note: null });
    return el('div', { class: seesTable ? 'thumb tabled' : 'thumb' },
      el('div', { class: 'asked' }, el('h2', { tabIndex: -1 }, seesTable ? subject(app.snap, ask) : null, ask.question),
        first ? el('div', { class: 'tag caps only' }, ...first) : null), help, ...refusal(app),
      chance && !isDie(ask) ? null : this.answers.root, ...back(app), this.#more(ask, chance, many && !(inHand && ask.answers.length < SHORT)));
  }

  /** The answers that no card in the hand stands for, by number. */
  #others(ask) {
    const held = new Set([...this.#lit.values(), ...this.#piled.values()].flat());
    return ask.answers.flatMap((_, index) => (held.has(index) ? [] : [index]));
  }

  #more(ask, chance, many) {
    const app = this.#app;
    const tool = (name, words, onclick) => button(el('span', { class: 'say' }, words), { onclick, 'data-tool': name }, icon(name));
    const undo = app.snap.undo?.open && app.may('undo');
    return el('div', { class: 'more' },
      many ? tool('all', t('all {count} answers', { count: ask.answers.length }), () => {
        app.only = ask.answers.map((_, index) => index);
        app.draw();
      }) : null,
      chance && ask.of === 'chance' && app.may('physical') ? tool('die', t('let the program do it'), () => app.panels.program(ask.source)) : null,
      canTell(ask) ? tool('die', app.odds ? t('odds shown') : t('odds'), () => app.toggleOdds()) : null,
      tool('why', t('why'), () => app.open('why')),
      undo ? tool('undo', t('undo'), () => app.panels.undo()) : null,
      tool('more', t('more'), () => app.open('more')));
  }

  #waiting(snap, ask) {
    const seat = ask && snap.seats.find(({ seat }) => seat === ask.seat);
    const what = !ask ? '' : ask.hidden ? t('{name} chooses in secret.', { name: ask.who }) : ask.who ? t('{name} is asked: {question}', { name: ask.who, question: ask.question }) : ask.question;
    return el('div', { class: 'thumb' }, ...refusal(this.#app),
      el('div', { class: 'waits' }, seat?.face ? el('img', { src: seat.face, alt: '' }) : null,
        el('div', {}, el('h2', { tabIndex: -1 }, what), el('p', {}, t(navigator.vibrate ? 'Nothing for you to do. This phone buzzes when there is.' : 'Nothing for you to do.')))),
      upright.matches ? past(this.#app, snap, 2) : null, this.#more({ answers: [] }, false, false));
  }
}

/** The cards in one's hand that are answers, with their numbers, by pieces. */
function held(snap, ask) {
  const own = new Map(snap.scene.things.filter(({ id }) => snap.hand.includes(id)).map(({ id, face }) => [id, face]));
  const found = new Map();
  ask.answers.forEach(({ at, part }, index) => {
    // Of equal cards, any will do.
    const faces = new Set(at.map((id) => own.get(id)));
    if (part || faces.size !== 1 || faces.has(undefined)) return;
    for (const id of at) found.set(id, [...(found.get(id) ?? []), index]);
  });
  return found;
}

/** How a player is doing, in a few words. */
function standing(snap, { seat, line }) {
  return line || counters(snap.scene, seat).join(', ');
}

function hasMap(snap) {
  return snap.scene.zones.some(({ kind }) => kind === 'map');
}

/** Whether this player holds cards, which a question may be about as well. */
function holds(snap) {
  return snap.hand.length > 0;
}

/** Whether anything lies before this player, or is held. */
function has(snap) {
  const own = new Set(snap.scene.zones.filter(({ seat }) => seat === snap.you.seat).map(({ id }) => id));
  return holds(snap) || snap.scene.things.some(({ zone }) => own.has(zone));
}

/** Whether this player has counters. */
function counts({ scene, you }) {
  return (scene.panels ?? []).some(({ seat }) => seat === you.seat);
}

/** Whether what may be answered are the few sides of a die. */
function isDie({ answers }) {
  return answers.length <= DIE && answers.every(({ face }) => face && Math.abs(face.w - face.h) < 0.1);
}
