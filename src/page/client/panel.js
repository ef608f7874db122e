// Counters as a panel: numbers, hearts and the like as pips, bars where there is a most, and counters of a kind as a track.

import { el, icon } from './dom.js';
import { t } from './language.js';

/** Numbers up to this are shown as pips. */
const PIPS = 10;
/** Counters that are drawn as hearts, in the languages of the page. */
const HEARTS = /^(hearts?|li[fv]es?|health|herz(en)?|leben|coraz(ón|ones)|vidas?)$/i;
/** From this number of counters with a most, each has its own line. */
const LINED = 4;

/** With more counters of a kind than this, they lie in rows of equal length, if there are such, of at most this many. */
const LINE = 13;
const WIDEST = 10;

export function panel(counts) {
  const shown = counts.map(count).filter(Boolean);
  // Many tracks are compared with each other: one a line.
  const lined = counts.filter(({ limits, track }) => limits && !track).length >= LINED;
  return el('ul', { class: lined ? 'counts lined' : 'counts' }, ...shown);
}

function count({ name, value, limits, words, set, track }) {
  if (track) {
    const columns = width(track.length);
    const list = el('ol', {}, ...track.map(cell));
    if (columns) list.style.setProperty('--columns', columns);
    return el('li', { class: columns ? 'track square' : 'track' }, el('span', { class: 'tag' }, name), list);
  }
  if (set === false) return null;
  const label = el('span', { class: 'tag' }, name);
  if (set) return el('li', { class: 'count' }, label, icon('check'));
  if (words !== undefined) return el('li', { class: 'count' }, label, el('b', {}, words));
  if (!limits) return el('li', { class: 'count' }, label, el('b', {}, String(value)));
  const [least, most] = limits;
  const told = el('span', { class: 'unseen' }, t('{some} of {all}', { some: value, all: most }));
  if (least === 0 && most > 0 && most <= PIPS) {
    const pips = Array.from({ length: most }, (_, at) => el('i', { class: at < value ? 'full' : null }));
    return el('li', { class: 'count' }, label, told, el('span', { class: HEARTS.test(name) ? 'pips hearts' : 'pips', 'aria-hidden': 'true' }, ...pips));
  }
  return el('li', { class: 'count' }, label, told, el('span', { class: 'gauge', 'aria-hidden': 'true' }, el('b', {}, String(value), el('small', {}, `/${most}`)), bar(value, limits)));
}

/** A counter of several: its key, and below it the number, a mark or words. */
function cell({ name, value, limits, words, set }) {
  const node = el('li', { class: set === true || (value ?? 0) !== 0 ? 'on' : null }, el('small', {}, name));
  if (set !== undefined) {
    node.append(set ? icon('check') : el('i', {}), el('span', { class: 'unseen' }, set ? t('yes') : t('no')));
    return node;
  }
  node.append(el('b', {}, words ?? String(value)));
  if (limits) {
    const [least, most] = limits;
    node.style.setProperty('--p', `${share(value, least, most)}%`);
    node.classList.add('filling');
  }
  return node;
}

/** The columns of so many counters: a square or a sheet that is wider than high; null if they are a line. */
function width(count) {
  const side = Math.sqrt(count);
  if (count <= LINE && (count < 9 || side % 1 > 0)) return null;
  for (let columns = Math.ceil(side); columns <= WIDEST; columns += 1) if (count % columns === 0) return columns;
  return null;
}

function bar(value, [least, most]) {
  const node = el('i', { class: 'bar', 'aria-hidden': 'true' });
  node.style.setProperty('--p', `${share(value, least, most)}%`);
  return node;
}

function share(value, least, most) {
  return most > least ? (100 * (value - least)) / (most - least) : 0;
}
