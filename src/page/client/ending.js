// The end: who won, how everybody stands, and the last part of the story.

import { button, el, icon } from './dom.js';
import { t } from './language.js';
import { narrow, small } from './screen.js';
import { counters } from './table.js';

/** Where this browser remembers whether the end is retold over the table. */
const OPEN = 'retold';

/** The end as parts of the sheet. On a phone, the story is over the table, so it is only there on demand. */
export function ending(app, snap) {
  const folds = small.matches || (snap.you.kind === 'seat' && narrow.matches);
  const isOpen = !folds || isRetold(snap);
  const { winners, story } = snap.over;
  // Without a single winner, what happened last explains the end.
  const last = winners.length === 1 ? null : snap.past.at(-1)?.text;
  const seat = (name) => snap.seats.find((seat) => seat.name === name);
  const picture = (name) => (seat(name)?.face ? el('img', { src: seat(name).face, alt: '' }) : null);
  const rows = standings(snap).map(({ rank, name, score, line }) => el('li', {},
    rank ? el('span', { class: 'rank' }, rank) : null, picture(name), el('b', {}, name),
    score === undefined ? el('span', { class: 'tag' }, line) : el('span', { class: 'score' }, score)));
  const said = (words) => el('span', { class: 'say' }, words);
  const row = (words, name, onclick) => button(said(words), { class: 'ans', onclick }, icon(name));
  const undo = snap.undo?.open && app.may('undo');
  const again = app.may('again') ? button(said(t('play again')), { class: 'btn first', onclick: () => app.command({ again: true }) }, icon('die')) : null;
  const back = undo ? button(said(t('take the end back')), { class: 'btn plain takes', onclick: () => app.panels.undo() }, icon('undo')) : null;
  const turn = () => {
    localStorage.setItem(OPEN, isOpen ? 'no' : 'yes');
    app.draw();
  };
  const fold = folds ? button(said(isOpen ? t('close') : t('The end, retold')), { class: 'btn', 'aria-expanded': String(isOpen), 'data-tool': 'retold', onclick: turn }, icon(isOpen ? 'close' : 'rules')) : null;
  return [
    el('section', { class: 'ask over' },
      el('span', { class: 'tag caps' }, t('the game is over')),
      el('div', { class: 'won' }, winners.length === 1 ? picture(winners[0]) : null, el('h2', { tabIndex: -1 }, snap.over.title)),
      last ? el('p', { class: 'hint' }, last) : null,
      rows.length > 0 ? el('ol', { class: 'ranking' }, ...rows) : null),
    isOpen && el('section', { class: 'retold', tabIndex: 0, 'aria-label': t('The end retold') },
      ...app.questions.section(snap),
      el('h3', { class: 'tag caps' }, t('The end, retold')),
      ...story.map((words) => el('p', {}, words)),
      el('div', { class: 'answers quietly' },
        row(t('the whole story'), 'rules', () => app.open('story')),
        row(t('luck: what came up, and what was expected'), 'luck', () => app.open('luck')),
        row(t('what happened, from the last move back'), 'more', () => app.open('history')),
        row(t('keep the story'), 'keep', () => app.panels.keep()))),
    (fold || again || back) && el('div', { class: 'last' }, again, fold, back),
  ].filter(Boolean);
}

/** Whether the end is retold over the table: if somebody wants to read it, or where questions stand beside it. */
export function isRetold({ questions = [] }) {
  return (localStorage.getItem(OPEN) ?? (questions.length > 0 ? 'yes' : 'no')) === 'yes';
}

/** Everybody, `{ rank, name, score, line }`: first those with a rank, then winners, then the others. A score that all share is one row. */
function standings({ over, seats, scene }) {
  const { winners, ranking, scores = {} } = over;
  const ranked = ranking.flatMap((names, at) => names.map((name) => [name, String(at + 1)]));
  const rank = new Map(ranked);
  const others = seats.map(({ name }) => name).filter((name) => !rank.has(name));
  const won = (name) => (winners.includes(name) ? 0 : 1);
  const names = [...rank.keys(), ...others.sort((a, b) => won(a) - won(b))];
  const shared = new Set(Object.values(scores));
  if (seats.length < 2 || (ranked.length === 0 && shared.size === 1)) {
    return [...shared].map((score) => ({ rank: '', name: t('score'), score: String(score) }));
  }
  const line = (name) => seats.filter((seat) => seat.name === name).map(({ seat, line }) => line || counters(scene, seat).join(', '))[0] ?? '';
  const none = ranked.length ? '–' : '';
  const all = names.map((name) => ({ rank: rank.get(name) ?? none, name, score: name in scores ? String(scores[name]) : undefined, line: line(name) }));
  return ranked.length || all.some(({ score, line }) => score !== undefined || line) ? all : [];
}
