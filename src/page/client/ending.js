// The end: who won, the scores, and the last part of the story.

import { button, el, icon } from './dom.js';
import { t } from './language.js';

export function ending(app, snap) {
  const { winners, ranking, scores, story } = snap.over;
  // Without a single winner, what happened last explains the end.
  const last = winners.length === 1 ? null : snap.past.at(-1)?.text;
  const seat = (name) => snap.seats.find((seat) => seat.name === name);
  const picture = (name) => (seat(name)?.face ? el('img', { src: seat(name).face, alt: '' }) : null);
  const rows = ranking.flatMap((names, index) => names.map((name) => el('li', {},
    el('span', { class: 'rank' }, String(index + 1)), picture(name), el('b', {}, name),
    name in (scores ?? {}) ? el('span', { class: 'score' }, String(scores[name])) : null)));
  const said = (words) => el('span', { class: 'say' }, words);
  const row = (words, name, onclick) => button(said(words), { class: 'ans', onclick }, icon(name));
  const undo = snap.undo?.open && app.may('undo');
  return [
    el('section', { class: 'ask over' },
      el('span', { class: 'tag caps' }, t('the game is over')),
      el('div', { class: 'won' }, winners.length === 1 ? picture(winners[0]) : null, el('h2', { tabIndex: -1 }, snap.over.title)),
      last ? el('p', { class: 'hint' }, last) : null,
      rows.length > 1 ? el('ol', { class: 'ranking' }, ...rows) : null),
    el('section', { class: 'retold', tabIndex: 0, 'aria-label': t('The end retold') },
      ...app.questions.section(snap),
      el('h3', { class: 'tag caps' }, t('The end, retold')),
      ...story.map((words) => el('p', {}, words)),
      el('div', { class: 'answers quietly' },
        row(t('the whole story'), 'rules', () => app.open('story')),
        row(t('luck: what came up, and what was expected'), 'luck', () => app.open('luck')),
        row(t('what happened, from the last move back'), 'more', () => app.open('history')))),
    el('div', { class: 'last' },
      app.may('again') ? button(said(t('play again')), { class: 'btn first', onclick: () => app.command({ again: true }) }, icon('die')) : null,
      undo ? button(said(t('take the end back')), { class: 'btn plain takes', onclick: () => app.panels.undo() }, icon('undo')) : null,
      button(said(t('keep the story')), { class: 'btn plain', onclick: () => app.panels.keep() }, icon('keep'))),
  ];
}
