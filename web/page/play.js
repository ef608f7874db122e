// The set-up of a new game.

import { el } from './table/dom.js';
import { Program } from './program.js';
import { report } from './report.js';

const said = new URLSearchParams(location.search);
const source = said.has('kit') ? { kit: said.get('kit') } : { id: said.get('game') };
const by = (id) => document.getElementById(id);

function askNames(count) {
  const before = [...by('names').querySelectorAll('input')].map((input) => input.value);
  const field = (_, seat) => el('label', {}, `Player ${seat + 1} `, el('input', { name: 'player', maxLength: '24', autocomplete: 'off', value: before[seat] ?? '' }));
  by('names').replaceChildren(...Array.from({ length: count }, field));
}

/** A table option: one of its values, or one in its range. */
function choice({ name, values, help }) {
  const free = values.some((value) => /^\d+-\d+$/.test(value) || ['any order', '2d6'].includes(value));
  const listed = values.map((value) => el('option', { value }, value));
  const input = free ? el('input', { 'data-option': name, placeholder: values[0], autocomplete: 'off' }) : el('select', { 'data-option': name }, ...listed);
  return el('label', { title: help }, `${name}: ${help}`, input);
}

function begin(event) {
  event.preventDefault();
  const names = [...by('names').querySelectorAll('input')].map((input, seat) => input.value.trim() || `Player ${seat + 1}`);
  const query = new URLSearchParams();
  if (source.kit) query.set('kit', source.kit);
  else query.set('game', source.id);
  query.set('players', names.join(','));
  if (by('edition').value) query.set('edition', by('edition').value);
  if (by('physical').value) query.set('physical', by('physical').value);
  for (const field of document.querySelectorAll('[data-option]')) {
    const usual = field.placeholder || field.options?.[0]?.value;
    if (field.value && field.value !== usual) query.append('option', `${field.dataset.option}=${field.value}`);
  }
  location.href = `table/?${query}`;
}

try {
  const about = await new Program().call('about', { source });
  by('title').textContent = about.title;
  document.title = `${about.title}, paperkeep`;
  by('goal').textContent = about.goal ?? '';
  const [least, most] = about.players;
  for (let count = least; count <= Math.min(most, 12); count++) by('count').append(el('option', { value: String(count) }, String(count)));
  by('count').addEventListener('change', () => askNames(Number(by('count').value)));
  askNames(least);
  by('edition-field').hidden = about.editions.length < 2;
  if (about.editions.length > 1) by('edition').append(...about.editions.map((edition) => el('option', { value: edition }, edition)));
  by('more').hidden = about.options.length === 0;
  by('options').append(...about.options.map(choice));
  by('form').addEventListener('submit', begin);
  by('begin').disabled = false;
} catch (error) {
  by('wrong').hidden = false;
  by('wrong').replaceChildren(...report(error));
}
