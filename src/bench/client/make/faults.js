// What is wrong on a face, with what may be meant by the name of an icon that does not exist.

import { button, el, sentence } from '../parts.js';

const NO_ICON = /^there is no icon `([^`]+)`/;

/** The name of the icon that a problem misses. */
export function missedIcon({ message }) {
  return message.match(NO_ICON)?.[1] ?? null;
}

/** Items of a list: `hands.likeIcon` finds names, `hands.mendIcon` puts one in place of another. */
export function faults(problems, hands) {
  return problems.map((problem) => {
    const item = el('li', {}, sentence(problem.message), problem.help ? el('small', {}, ` ${problem.help}`) : null);
    const missed = missedIcon(problem);
    if (missed) offer(item, missed, hands);
    return item;
  });
}

async function offer(item, missed, hands) {
  const names = await hands.likeIcon(missed).catch(() => []);
  if (names.length === 0) return;
  const chips = names.map((name) => button(name, { class: 'chip', onclick: () => hands.mendIcon(missed, name) }));
  item.append(el('div', { class: 'chips', role: 'group', 'aria-label': `Icons with names like ${missed}` }, el('span', { class: 'tag' }, 'Use instead'), ...chips));
}
