// Phones and seats: codes to join by, and who holds what.

import { button, el, icon } from './dom.js';
import { t } from './language.js';

/** Requested codes that are not used yet, by purpose. */
const kept = new Map();

/** A code to scan, drawn by the server; `what` is the command that asks for one. */
export async function code(app, what) {
  const key = JSON.stringify(what);
  if (!kept.has(key)) {
    const { invite, error } = await app.link.send(what);
    if (!invite) return el('p', { role: 'alert' }, error?.message ?? t('There is no code now.'));
    kept.set(key, invite);
  }
  const { qr, link, code } = kept.get(key);
  return el('figure', { class: 'qr' },
    el('img', { src: `data:image/svg+xml,${encodeURIComponent(qr)}`, alt: t('A code to scan. It holds the address {link}', { link }) }),
    el('figcaption', {}, el('span', { class: 'link' }, link.split('#')[0]), el('b', {}, code)));
}

/** Forgets the codes for a seat: taking the seat uses up the code. */
export function spent(seat) {
  for (const key of kept.keys()) {
    if (JSON.parse(key).seat === seat) kept.delete(key);
  }
}

/** For a seat without a phone that is asked in secret: its code, and a way to answer without a phone. */
export function invitation(app, snap) {
  const seat = snap.join?.asks;
  if (seat === null || seat === undefined) return [];
  const { name } = snap.seats[seat];
  const place = el('div', { class: 'invited' });
  if (snap.join.lan) {
    code(app, { invite: 'seat', seat }).then((shown) => place.append(shown, el('p', {},
      el('b', {}, t('{name}, scan this with your phone.', { name })), el('br'), el('small', {}, t('It is for {name}’s seat alone, and is shown until it is used.', { name })))));
  }
  // Where no phone can come, nothing is said of any.
  const words = snap.join.lan ? t('no phone: ask here, others look away') : t('{name}, press here when the others look away', { name });
  return [place, el('div', { class: 'answers quietly' },
    button(el('span', { class: 'say' }, words), { class: 'ans', onclick: () => app.reveal(seat) }, icon('eye')))];
}

/** The same where the screen is a phone's, which cannot scan its own code. */
export function briefly(app, snap) {
  const seat = snap.join?.asks;
  if (seat === null || seat === undefined) return [];
  const { name } = snap.seats[seat];
  const way = (shown, words, onclick) => button(el('span', { class: 'say' }, words), { class: 'ans', onclick }, icon(shown));
  return [el('div', { class: 'answers quietly secretly' }, way('eye', t('ask here, others look away'), () => app.reveal(seat)),
    snap.join.lan ? way('phone', t('{name}’s code', { name }), () => app.open('code', seat)) : null)];
}

/** The panel with every seat, its phones and its codes. */
export function seats(app, snap) {
  const shown = el('div', { class: 'invited', 'aria-live': 'polite' });
  const show = (what, words) => async () => {
    const drawn = await code(app, what);
    shown.replaceChildren(drawn, el('p', {}, el('b', {}, words)));
    shown.scrollIntoView({ block: 'nearest' });
  };
  const rows = snap.seats.map(({ seat, name, face, devices, away }) => {
    const has = devices === 0 ? t('plays at the table') : `${devices === 1 ? t('has a phone') : t('has {count} phones', { count: devices })}${away ? t(', away now') : ''}`;
    return el('li', {}, face ? el('img', { src: face, alt: '' }) : null, el('span', {}, el('b', {}, name), el('small', {}, has)),
      devices > 0 && app.may('take') ? button(t('Take back'), { class: 'btn', onclick: () => app.command({ take: seat }), 'aria-label': t('Take {name}’s seat from its phones', { name }) }) : null,
      button(t('Code'), { class: 'btn', onclick: show({ invite: 'seat', seat }, t('{name}, scan this with your phone.', { name })), 'aria-label': t('A code for {name}’s seat', { name }) }));
  });
  const open = snap.join?.lan ? null : el('p', { class: 'hint' },
    t('Only this computer can reach the page. Start paperkeep with --lan to let phones in your network join.'));
  return [open, el('ul', { class: 'seats' }, ...rows), el('div', { class: 'answers quietly' },
    button(el('span', { class: 'say' }, t('somebody is watching')), { class: 'ans', onclick: show({ invite: 'onlooker' }, t('Scan this to watch.')) }, icon('eye')),
    button(el('span', { class: 'say' }, t('the table on a second screen')), { class: 'ans', onclick: show({ invite: 'table' }, t('Open this on the second screen.')) }, icon('table'))), shown];
}
