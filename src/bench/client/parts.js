// What several views are made of.

import { button, el, icon, svg } from './table/dom.js';

/** The inks in which faces are drawn. */
export const INKS = [['color', 'Colour'], ['lean', 'Little ink'], ['mono', 'Black only']];

/** The bar at the top of every view. */
export function bar(...more) {
  return el('header', { class: 'bar' }, el('a', { class: 'brand', href: '#' }, 'paperkeep'), ...more);
}

/** The elements that say what an error from the program says. */
export function report(error) {
  const problems = error.problems ?? [];
  if (problems.length === 0) return [el('p', {}, sentence(error.message))];
  const items = problems.map(({ file, line, column, message, help, more }) => {
    const place = line ? `${file}, line ${line}, column ${column}` : file;
    const rest = more > 0 ? ` (and ${more} more like it)` : '';
    return el('li', {}, el('b', {}, place), `: ${sentence(message)}${rest}`, help ? el('small', {}, sentence(help)) : null);
  });
  return [el('ul', {}, ...items)];
}

/** What the program says, with quotation marks around what it quotes. */
export function inQuotes(words) {
  return words.replace(/`([^`]*)`/g, '“$1”');
}

/** The same as a sentence, with a capital at the start. */
export function sentence(words) {
  const said = inQuotes(words);
  return said.charAt(0).toUpperCase() + said.slice(1);
}

/** The name of a kit's archive; kits of a table are called after its file. */
export function archiveOf(name) {
  return `${name.replace(/\.\w+$/, '')}.zip`;
}

/** The own names of languages that browsers name in English. */
const OWN_NAMES = { cy: 'Cymraeg', eu: 'Euskara', ga: 'Gaeilge', gl: 'Galego', hy: 'Հայերեն', is: 'Íslenska', ka: 'ქართული', la: 'Latina', mk: 'Македонски', sq: 'Shqip' };

/** A language by its own name: "de" is "Deutsch"; a code that no language has stays as it is. */
export function ownName(code) {
  if (OWN_NAMES[code]) return OWN_NAMES[code];
  try {
    return sentence(new Intl.DisplayNames([code], { type: 'language', fallback: 'code' }).of(code));
  } catch {
    return code;
  }
}

/** So many bytes become letters at once. */
const SEVERAL = 1 << 15;

/** Bytes in base 64. */
export function base64(bytes) {
  let text = '';
  for (let at = 0; at < bytes.length; at += SEVERAL) text += String.fromCharCode(...bytes.subarray(at, at + SEVERAL));
  return btoa(text);
}

/** A place for problems, empty at first. */
export class Wrong {
  root = el('div', { class: 'wrong', role: 'alert', hidden: true });

  clear() {
    this.root.hidden = true;
    this.root.replaceChildren();
  }

  say(error) {
    this.root.hidden = false;
    this.root.replaceChildren(...report(error));
    this.root.scrollIntoView({ block: 'nearest' });
  }
}

/** A field with its label; `hint` says more under it. */
export function field(words, input, hint = null) {
  return el('label', { class: 'field' }, el('span', {}, words), input, hint ? el('small', {}, hint) : null);
}

/** A field that leaves room for another beside it. */
export function half(words, input, hint = null) {
  const made = field(words, input, hint);
  made.classList.add('half');
  return made;
}

/** "1 piece", "12 pieces" */
export function counted(count, what) {
  return count === 1 ? `1 ${what}` : `${count} ${what}s`;
}

/** A choice of several values, each `[value, words]`. */
export function select(name, values) {
  return el('select', { name }, ...values.map(([value, words]) => el('option', { value }, words)));
}

/** A box to tick. */
export function tick(name, words, hint = null, value = 'on') {
  const box = el('input', { type: 'checkbox', name, value });
  return el('label', { class: 'tick' }, box, el('span', {}, words, hint ? el('small', {}, hint) : null));
}

/** Saves bytes as a file on this device. */
export function download(name, bytes, type) {
  const link = el('a', { href: URL.createObjectURL(new Blob([bytes], { type })), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

/** "1 player", "2 to 4 players" */
export function players([least, most]) {
  if (least === most) return least === 1 ? '1 player' : `${least} players`;
  return `${least} to ${most} players`;
}

/** What a game is, in a line: "2 to 4 players · about 45 minutes · by Ann" */
export function factsOf({ players: count, minutes, designers }) {
  const [least, most] = [Math.min(...minutes), Math.max(...minutes)];
  const lasts = minutes.length === 0 ? null : `about ${least === most ? least : `${least} to ${most}`} minutes`;
  // A kit of a table says “You” until its author writes a name.
  const authors = designers.filter((name) => name !== 'You');
  return [count ? players(count) : null, lasts, authors.length > 0 ? `by ${authors.join(' and ')}` : null].filter(Boolean).join(' · ');
}

/** Waits until a picture can be shown, so that it takes the place of another without a gap; a picture that cannot is shown, too. */
export function ready(src) {
  const picture = new Image();
  picture.src = src;
  return picture.decode().catch(() => {});
}

/** How long a picture that is not shown any more may still be looked at, ms. */
const LINGERS = 10_000;

/** Gives up a picture's address, once whoever is just looking at it has seen it. */
export function giveUp(src) {
  setTimeout(() => URL.revokeObjectURL(src), LINGERS);
}

/** The address of a view for a game or a kit. */
export function address(view, source) {
  const query = source.kit === undefined ? `game=${source.id}` : `kit=${encodeURIComponent(source.kit)}`;
  return `#${view}?${query}`;
}

export { button, el, icon, svg };
