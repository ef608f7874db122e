// The referee's sheet beside the table, always in this order: who, the question, the refusal if any, the answers, what happened,
// the tools.

import { Answers, elsewhere, faceOf, isChance, isOnMap, isTurned, named } from './answers.js';
import { button, el, icon, rule } from './dom.js';
import { ending } from './ending.js';
import { t } from './language.js';
import { FEW, fits, pair, small, squeeze, upright } from './screen.js';
import { briefly, invitation } from './seats.js';

/** Where places have neither digits nor names, more answers than this are only tapped on the map. */
const NAMELESS = 9;
/** The height that a log needs, and that of the newest event alone, in px. */
export const LOG = 90;
const NEWEST = 44;

export class Sheet {
  #app;
  /** What says that places on the map are tapped, or null. */
  #help = null;
  /** How little room there is for a list of answers that are also on the map: 1 if only without the newest event, 2 if none; -1 if
   * even the log has room on a phone. */
  #crowded = 0;
  #ground = el('section', { class: 'room', 'aria-label': t('The table') });

  constructor(app) {
    this.#app = app;
    this.answers = new Answers(app);
    this.sheet = el('section', { class: 'sheet', 'aria-label': t('The referee') });
    this.root = el('main', { class: 'page tabletop' });
  }

  /** The element that gets the focus when the focused one is removed. */
  get question() {
    return this.sheet.querySelector('h2');
  }

  show(snap, shown, ask) {
    const app = this.#app;
    this.root.replaceChildren(this.#ground, this.sheet);
    if (app.table.root.parentElement !== this.#ground) this.#ground.append(app.table.root);
    app.table.show(shown, ask);
    const panel = app.panels.shown;
    const told = () => (this.#crowded === 1 ? null : small.matches && this.#crowded >= 0 ? latest(app, snap) : past(app, snap));
    const draw = (crowded) => {
      this.#crowded = crowded;
      const said = panel ? [panel] : snap.over ? ending(app, snap) : [this.#asked(snap, ask), told()];
      this.sheet.replaceChildren(...lost(app), ...word(snap), ...said.filter(Boolean), ...this.#replay(snap), this.#tools(snap));
      if (small.matches) pair(this.answers.root);
    };
    draw(0);
    const asked = () => this.sheet.querySelector('.ask:not(.over)');
    const isFull = () => small.matches && asked() && !fits(asked());
    const isListed = !app.only && isOnMap(snap, ask) && ask.answers.length <= FEW;
    // Upright, the map rather than a list of what lies there gets the room of the newest event.
    if (isFull() && !(isListed && upright.matches)) draw(1);
    if (isFull() && isListed) draw(2);
    if (this.#crowded === 0 && small.matches && !upright.matches && asked() && this.#spare() > LOG - NEWEST) draw(-1);
    if (this.#crowded === -1 && (isFull() || this.sheet.querySelector('.past').offsetHeight < LOG)) draw(0);
    if (small.matches && asked()) squeeze(this.sheet, asked());
  }

  /** The height that nothing takes, in px. */
  #spare() {
    const [above, tools] = [...this.sheet.children].slice(-2).map((part) => part.getBoundingClientRect());
    return tools.top - above.bottom;
  }

  #asked(snap, ask) {
    const section = el('section', { class: 'ask' });
    if (!ask) {
      section.append(el('h2', { tabIndex: -1 }, snap.game.title), el('p', { class: 'hint' }, t('The game again, move by move.')));
      return section;
    }
    const app = this.#app;
    if (ask.hidden && small.matches) {
      section.append(el('h2', { tabIndex: -1 }, t('{name} chooses in secret.', { name: ask.who })), ...briefly(app, snap));
      return section;
    }
    section.append(this.#who(snap, ask));
    if (ask.hidden) {
      section.append(el('h2', { tabIndex: -1 }, t('Chooses in secret')), el('p', { class: 'hint' }, t('Only {name} sees this question.', { name: ask.who })));
      section.append(...invitation(app, snap));
      return section;
    }
    const most = small.matches ? (this.#crowded === 2 ? 0 : FEW) : NAMELESS;
    // Places that have names of their own are listed beside a map that says them.
    const listed = !small.matches && ask.answers.some(({ place }) => place);
    const onMap = !app.only && !app.wantsOdds && !listed && ask.answers.length > most && isOnMap(snap, ask);
    this.#help = onMap ? el('p', { class: 'hint' }, t('Tap a place on the map.')) : null;
    section.append(...[el('h2', { tabIndex: -1 }, subject(snap, ask), ask.question), this.#help ?? hint(app, ask), ...refusal(app)].filter(Boolean));
    this.answers.show(ask, app.only ?? (onMap ? elsewhere(ask) : null), small.matches);
    const all = () => {
      app.only = ask.answers.map((_, index) => index);
      app.draw();
    };
    const others = onMap ? [button(t('all {count} answers', { count: ask.answers.length }), { class: 'btn plain', 'data-tool': 'all', onclick: all }, icon('more'))] : back(app);
    section.append(this.answers.root, ...others);
    this.point();
    return section;
  }

  /** Says that a second tap confirms the place that is pointed at. */
  point() {
    if (!this.#help) return;
    // A mouse answers at once.
    const again = small.matches ? tapAgain(this.#app) : null;
    this.#help.classList.toggle('again', again !== null);
    this.#help.textContent = again ?? t('Tap a place on the map.');
  }

  /** Controls for stepping through the moves of a game that is only viewed. */
  #replay(snap) {
    if (!snap.replay) return [];
    const { at, of } = snap.replay;
    const show = (move) => () => this.#app.command({ show: Math.min(of, Math.max(0, move)) });
    const step = (words, label, move) => button(words, { class: 'btn', 'aria-label': label, disabled: move < 0 || move > of, 'data-tool': label, onclick: show(move) });
    const slider = el('input', { type: 'range', min: 0, max: of, value: at, 'aria-label': t('The move to look at'), 'data-tool': 'slider' });
    slider.addEventListener('change', () => show(Number(slider.value))());
    return [el('nav', { class: 'replay', 'aria-label': t('The game again') },
      step('←', t('The move before'), at - 1), slider, el('span', { class: 'tag' }, t('{some} of {all}', { some: at, all: of })), step('→', t('The next move'), at + 1))];
  }

  /** The player who is asked, the phase, and a switch for the odds. */
  #who(snap, ask) {
    const app = this.#app;
    const seat = snap.seats.find(({ seat }) => seat === ask.seat);
    const phase = [snap.game.heading, ask.secret && !ask.hidden ? t('in secret') : null].filter(Boolean).join(' · ');
    return el('div', { class: 'who' },
      seat?.face ? el('img', { src: seat.face, alt: '' }) : null,
      el('div', {}, el('span', { class: 'tag caps' }, phase), el('b', {}, ask.who ?? t('The table'))),
      canTell(ask) ? button(app.odds ? t('Odds shown') : t('Odds'), {
        class: 'pill', 'data-tool': 'odds', 'aria-pressed': String(app.wantsOdds), onclick: () => app.toggleOdds(),
      }, icon(app.odds ? 'check' : 'die')) : null);
  }

  #tools(snap) {
    const app = this.#app;
    const tool = (name, words, can, onclick) => button(words, {
      class: app.panels.name === name ? 'on' : null, disabled: !can, onclick, 'data-tool': name,
      'aria-expanded': name === 'undo' || name === 'redo' ? null : String(app.panels.name === name),
    }, icon(name));
    const open = (name) => () => (app.panels.name === name ? app.panels.close() : app.open(name));
    return el('nav', { class: 'tools', 'aria-label': t('Tools') },
      tool('undo', t('Undo'), snap.undo?.open && app.may('undo'), () => app.panels.undo()),
      tool('redo', t('Redo'), snap.redo?.open && app.may('redo'), () => app.command({ redo: 1 })),
      tool('why', t('Why'), true, open('why')),
      tool('rules', t('Rules'), true, open('rules')),
      tool('more', t('More'), true, open('more')));
  }
}

/** That a second tap confirms what is pointed at, or that a turn is to be chosen; null if nothing is. */
export function tapAgain({ pointed, ask, only }) {
  if (only && pointed.size > 0 && isTurned(only.map((index) => ({ answer: ask.answers[index] })))) return t('Tap how it should lie.');
  const words = [...pointed].map((index) => ask?.answers[index]?.text).filter(Boolean);
  return words.length ? t('Tap again: {answer}', { answer: words.join('; ') }) : null;
}

/** The picture of a piece that a question names, if no answer shows another: the tile that is to be placed. */
export function subject(snap, ask) {
  const urls = new Set(ask.answers.map(({ face }) => face?.url));
  const thing = urls.size > 1 ? null : named(snap, ask, false);
  return thing ? el('span', { class: 'subject' }, faceOf({ ...thing, url: thing.face })) : null;
}

/** Aids for answering. */
export function hint(app, ask) {
  const words = [];
  if (ask.note) words.push(ask.note);
  if (isChance(ask) && ask.open && ask.answers.some((answer) => answer.face)) words.push(t('Tap what came up.'));
  else if (ask.answers.length > 9 && ask.answers.some((answer) => answer.place)) words.push(t('Tap a lit place, or a name here.'));
  if (app.wantsOdds && app.odds === null && canTell(ask)) words.push(t('The odds are not known here.'));
  return words.length ? el('p', { class: 'hint' }, words.join(' ')) : null;
}

/** Whether there can be odds, that is, a decision to make. */
export function canTell(ask) {
  return ask.of === 'player' && ask.open && ask.answers.length > 1;
}

/** The referee's refusal, or the message that somebody else answered first. */
export function refusal(app) {
  const { refused } = app;
  if (!refused) return [];
  if (refused.code === 'other_move' && refused.first) {
    const { who, text } = refused.first;
    return [el('div', { class: 'no kind', role: 'status' }, icon('check'), el('div', {},
      el('b', {}, t('Answered a moment ago.')), el('br'),
      `${who}: ${text}. ${refused.yours ? `${t('Your “{answer}” did nothing.', { answer: refused.yours })} ` : ''}${t('Undo is there if the table wants it.')}`))];
  }
  return [el('div', { class: 'no', role: 'alert' }, icon('refused'),
    el('div', {}, el('b', {}, `${t('Refused.')} `), refused.reason, ' ', rule(refused.rule)))];
}

/** A button back from the answers of one place to all answers, or to the fewer that were shown before all. */
export function back(app) {
  if (!app.only) return [];
  const all = app.only.length === app.ask?.answers.length;
  return [button(all ? t('fewer answers') : t('all answers'), { class: 'btn plain', onclick: () => app.all() }, icon('undo'))];
}

/** With more lines than this, the log is divided into turns. */
const SHORT = 4;
/** Lines no longer than this, in letters, share one with others of their kind. */
const BRIEF = 24;
/** The letters that fit on a phone's line. */
const LINE = 44;
/** The events among which they are sought. */
const RECENT = 20;
/** Events that say whose turn it is, or which round. */
const TURN = /^(round|turn)(_began)?$/;

/** Events in their order, each turn under what opened it; the newest is in view, and each row shows the rule behind it. */
export function past(app, snap, most = 60) {
  const told = folded(snap.past.slice(-most));
  const row = (line, opens = false) => el('li', { 'data-at': line.at, class: [line.news ? null : 'old', opens ? 'turn' : null].filter(Boolean).join(' ') || null },
    el('button', { type: 'button', onclick: () => app.open('why', line) }, el('span', {}, line.text), rule(line.rule)));
  const items = most > SHORT ? turns(told).flatMap(({ opening, lines }) => [...opening.map((line) => row(line, true)), ...lines.map((line) => row(line))]) : told.map((line) => row(line));
  return el('section', { class: 'past', 'aria-label': t('What happened') }, el('h3', {}, t('What happened')),
    el('div', { class: 'log', tabIndex: 0, role: 'group', 'aria-label': t('What happened') }, el('ol', {}, ...items)));
}

/** The last that happened since somebody did something: as much as one line says. */
export function newest({ past }) {
  const lines = folded(past.slice(-RECENT)).filter(({ kind }) => !TURN.test(kind));
  const told = lines.slice(-2).filter(({ news }, at, all) => news || at === all.length - 1).map(({ text }) => text);
  const all = told.join(' ');
  return all.length <= LINE ? all : told.at(-1) ?? '';
}

/** The newest events in one line, which opens all of them. */
function latest(app, snap) {
  const words = newest(snap);
  if (!words) return null;
  return button(el('span', {}, words), { class: 'latest', 'aria-label': `${t('What happened')}: ${words}`, 'data-tool': 'latest', onclick: () => app.open('history') }, icon('log'));
}

/** Equal lines after each other as one, and short ones of one kind, such as one for each die; what a longer line says again is left out. */
function folded(lines) {
  const found = [];
  for (const line of lines) {
    const last = found.at(-1);
    if (last && (last.said ?? last.text) === line.text) {
      const times = (last.times ?? 1) + 1;
      found[found.length - 1] = { ...line, said: line.text, times, text: `${line.text.replace(/\.$/, '')} (×${times}).` };
      continue;
    }
    if (last && line.text.startsWith(`${last.text.replace(/\.$/, '')}:`)) {
      found[found.length - 1] = line;
      continue;
    }
    const fits = last && last.kind === line.kind && last.rule === line.rule && last.news === line.news && line.text.length <= BRIEF && last.text.length <= 2 * BRIEF;
    if (fits && !TURN.test(line.kind)) found[found.length - 1] = { ...line, text: `${last.text} ${line.text}` };
    else found.push(line);
  }
  return found;
}

/** Lines by turns, `{ opening, lines }`; a turn in which nothing happened needs no heading. */
function turns(told) {
  const found = [{ opening: [], lines: [] }];
  for (const line of told) {
    const turn = found.at(-1);
    if (!TURN.test(line.kind)) turn.lines.push(line);
    else if (turn.lines.length) found.push({ opening: [line], lines: [] });
    else turn.opening = [...turn.opening.filter(({ kind }) => kind !== line.kind), line];
  }
  return found.filter(({ lines }) => lines.length > 0);
}

/** Additional notices. */
function word(snap) {
  return snap.word ? [el('p', { class: 'no kind', role: 'status' }, icon('again'), el('span', {}, snap.word))] : [];
}

/** The notice that there is no connection to the table. */
export function lost(app) {
  if (!app.away) return [];
  const why = app.away === 'stopped' ? t('The program was stopped.') : t('The table cannot be reached.');
  return [el('div', { class: 'no kind lost', role: 'status' }, icon('glass'),
    el('div', {}, el('b', {}, `${why} `), app.away === 'stopped' ? t('Every answer is kept. Once the game is resumed there, this page goes on.') : t('This page keeps trying, and returns to where it was.'), el('br'), button(t('Try now'), { class: 'link', onclick: () => app.link.retry() })))];
}
