// A colour to choose by its look: those of the kit's palette, or any other.

import { button, el } from '../parts.js';

/** A colour that no kit names, in which the choice of another begins. */
const FIRST = '#888888';
/** So many colours are shown; the others once somebody asks for them. */
const FIRST_SHOWN = 12;
let made = 0;
let areAllShown = false;

/**
 * Swatches under a label. `choices` are `[value, words, colour]`, without a colour for what has none; `value` is the one that is set, and
 * `said` its words if it is none of them. `pick` hears of a choice, `other` of a colour that is not among them.
 */
export function swatches(name, label, { choices, value, said, pick, other }) {
  const group = `swatches-${++made}`;
  const known = choices.find(([choice]) => choice === value);
  const all = known || value === null ? choices : [...choices, [value, said, hexOf(value)]];
  const told = el('small', {}, (known ? known[1] : said) || '');
  const boxes = all.map(([choice, words, colour], index) => {
    const box = el('input', { type: 'radio', name: group, value: choice, checked: choice === value, title: words, 'aria-label': words });
    box.dataset.field = `${name} ${choice}`;
    if (choice === 'none') box.classList.add('none');
    if (colour) box.style.setProperty('--look', colour);
    if (index >= FIRST_SHOWN && choice !== value) box.classList.add('rare');
    box.addEventListener('change', () => pick(choice));
    return box;
  });
  const free = el('input', { type: 'color', value: hexOf(value) ?? FIRST, title: 'It is the same in every ink', 'aria-label': `${label}: another colour` });
  free.dataset.field = `${name} other`;
  free.addEventListener('change', () => other(free.value));
  const places = el('div', {}, ...boxes);
  places.classList.toggle('all', areAllShown);
  const rest = all.length - FIRST_SHOWN;
  if (rest > 1 && !areAllShown) {
    const more = button(`${rest} more`, { class: 'link', onclick: () => {
      areAllShown = true;
      places.classList.add('all');
      more.remove();
      boxes[FIRST_SHOWN].focus();
    } });
    places.append(more);
  }
  places.append(el('label', { class: 'tag' }, free, 'Another'));
  return el('fieldset', { class: 'swatches' }, el('legend', {}, `${label}: `, told), places);
}

/** The colour that is written as `#rrggbb`, perhaps in quotes; null if none is. */
function hexOf(value) {
  return value?.match(/^["']?(#[0-9a-f]{6})["']?$/i)?.[1].toLowerCase() ?? null;
}
