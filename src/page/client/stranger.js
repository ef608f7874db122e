// The page of a device without access.

import { button, el } from './dom.js';
import { t } from './language.js';

/** The page for a device without a code; `join` is called with a typed code. */
export function stranger(why, join) {
  const field = el('input', { type: 'text', id: 'code', autocomplete: 'off', autocapitalize: 'characters', spellcheck: false });
  const form = el('form', { class: 'code' }, el('label', { for: 'code' }, t('Or type the code')), field, button(t('Join'), { type: 'submit', class: 'btn first' }));
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    if (field.value.trim()) join(field.value.trim());
  });
  return el('main', { class: 'alone' },
    el('h1', {}, 'paperkeep'),
    why ? el('p', { role: 'alert' }, why) : null,
    el('p', {}, t('Scan a code on the table view, or open the address shown in the terminal.')),
    form);
}
