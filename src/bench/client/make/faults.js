// What is wrong on a face, with what may be meant by the name of an icon that does not exist.

import { button, el, sentence } from '../parts.js';
import { picture } from './icons.js';

const NO_ICON = /^there is no icon `([^`]+)`/;
/** What a closed list of words does not have. */
const NOT_ONE = /^(?:column `([^`]+)`: )?"(.+?)" is not one of "/s;
const NO_PICTURE = /there is no picture `([^`]+)` in the kit|the picture `([^`]+)` cannot be shown: no such file/;

/** The name of the icon that a problem misses. */
export function missedIcon({ message }) {
  return message.match(NO_ICON)?.[1] ?? null;
}

/** The path of the picture that a problem misses. */
export function missedPicture({ message }) {
  const [, one, other] = message.match(NO_PICTURE) ?? [];
  return one ?? other ?? null;
}

/** The word that a column with a list of words may not have. */
export function newWord({ message }) {
  return message.match(NOT_ONE)?.[2] ?? null;
}

/** Whether a problem speaks of what is in a cell, which it quotes. */
export function isAbout(message, cell) {
  const word = newWord({ message });
  if (word !== null) return Boolean(cell) && (cell === word || entries(cell).includes(word));
  const quotes = [...message.matchAll(/`([^`]+)`/g)].map(([, quoted]) => quoted.replace(/^:|:$|…$/g, '').replace(/^.*\/(?=[^/]+$)/, ''));
  return Boolean(cell) && quotes.some((words) => words.length > 1 && cell.includes(words));
}

/** The field that a column is: "Cost (gold)" is `cost_gold`. */
export function fieldOf(column) {
  return column.normalize('NFD').toLowerCase().replace(/[^a-z0-9]+/g, ' ').trim().replaceAll(' ', '_');
}

/** Whether a problem in a row is in this cell: a word that is not allowed is where there is a list without it. */
export function isIn({ columns }, column, message, cell, choices) {
  if (!isAbout(message, cell)) return false;
  const [, named, word] = message.match(NOT_ONE) ?? [];
  if (named) return columns[column] === named;
  return word === undefined || choices[fieldOf(columns[column])]?.includes(word) === false;
}

/** The entries of a list as a cell has it: `["sun", "moon"]` or `sun, moon`. */
export function entries(text) {
  if (text.trim().startsWith('[')) {
    try {
      return JSON.parse(text).map(String);
    } catch {
      return [];
    }
  }
  return text.split(/[,;]/).map((entry) => entry.trim()).filter(Boolean);
}

/** Problems with each missing picture only once, however many rows name it. */
export function once(problems) {
  const same = new Map();
  for (const problem of problems) {
    const key = missedPicture(problem) ?? problem;
    same.set(key, [...(same.get(key) ?? []), problem]);
  }
  return [...same].map(([path, all]) => {
    // The first row that has it, whatever order they were drawn in.
    const [first, ...more] = [...all].sort((one, other) => (one.file === other.file ? one.line - other.line : 0));
    const rows = new Set([first, ...more].map(({ file, line }) => `${file} ${line}`)).size;
    return rows > 1 ? { ...first, message: `there is no picture \`${path}\` in the kit, which ${rows} rows name` } : first;
  });
}

/** Items of a list: `hands.likeIcon` finds names, `hands.mendIcon` puts one in place of another. */
export function faults(problems, hands) {
  return problems.map((problem) => {
    const item = el('li', {}, sentence(problem.message), problem.help ? el('small', {}, ` ${sentence(problem.help)}`) : null);
    const missed = missedIcon(problem);
    if (missed) offer(item, missed, hands);
    const path = missedPicture(problem);
    if (path) item.append(asked(path, hands));
    const word = newWord(problem);
    if (word !== null) item.append(allowing(word, () => hands.allow(problem)));
    return item;
  });
}

/** Offers to allow a word. */
export function allowing(word, allow) {
  return el('div', { class: 'chips' }, button(`Allow “${word}”`, { class: 'chip', onclick: allow }));
}

/** Asks for the file of a picture that is not there: it is put where the face looks for it. */
function asked(path, hands) {
  const file = el('input', { type: 'file', accept: '.png,.jpg,.jpeg,.webp,.svg', class: 'unseen', tabIndex: -1, 'aria-label': `The picture ${path}` });
  const add = async () => {
    const [chosen] = file.files;
    if (chosen) await hands.put(withEnding(path, chosen.name), chosen);
  };
  file.addEventListener('change', add);
  return el('div', { class: 'chips' }, button('Add this picture', { class: 'chip', onclick: () => file.click() }), file);
}

/** The path with the ending of a file, if it has none of its own. */
function withEnding(path, name) {
  const [ending] = name.match(/\.\w+$/) ?? [''];
  return /\.\w{3,4}$/.test(path) ? path : path + ending.toLowerCase();
}

async function offer(item, missed, hands) {
  const names = await hands.likeIcon(missed).catch(() => []);
  if (names.length === 0) return;
  const chips = names.map((name) => button(name, { class: 'chip', onclick: () => hands.mendIcon(missed, name) }));
  item.append(el('div', { class: 'chips', role: 'group', 'aria-label': `Icons with names like ${missed}` }, el('span', { class: 'tag' }, 'Use instead'), ...chips));
  await picture(chips, names, hands);
}
