// A colour to choose by its look: those of the kit's palette, or any other.

import { el } from '../parts.js';

/** A colour that no kit names, in which the choice of another begins. */
const FIRST = '#888888';
let made = 0;

/**
 * Swatches under a label. `choices` are `[value, words, colour]`, without a colour for what has none; `value` is the one that is set, and
 * `said` its words if it is none of them. `pick` hears of a choice, `other` of a colour that is not among them.
 */
export function swatches(name, label, { choices, value, said, pick, other }) {
  const group = `swatches-${++made}`;
  const known = choices.find(([choice]) => choice === value);
  const all = known || value === null ? choices : [...choices, [value, said, hexOf(value)]];
  const told = el('small', {}, (known ? known[1] : said) || '');
  const boxes = all.map(([choice, words, colour]) => {
    const box = el('input', { type: 'radio', name: group, value: choice, checked: choice === value, title: words, 'aria-label': words });
    box.dataset.field = `${name} ${choice}`;
    if (choice === 'none') box.classList.add('none');
    if (colour) box.style.setProperty('--look', colour);
    box.addEventListener('change', () => pick(choice));
    return box;
  });
  const free = el('input', { type: 'color', value: hexOf(value) ?? FIRST, title: 'It is the same in every ink', 'aria-label': `${label}: another colour` });
  free.dataset.field = `${name} other`;
  free.addEventListener('change', () => other(free.value));
  return el('fieldset', { class: 'swatches' }, el('legend', {}, `${label}: `, told), el('div', {}, ...boxes, el('label', { class: 'tag' }, free, 'Another')));
}

/** The colour that is written as `#rrggbb`, perhaps in quotes; null if none is. */
function hexOf(value) {
  return value?.match(/^["']?(#[0-9a-f]{6})["']?$/i)?.[1].toLowerCase() ?? null;
}
