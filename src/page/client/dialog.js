// A modal question before something that cannot easily be undone.

import { button, el } from './dom.js';

/** Asks in a dialog and returns the choice, or null if it was closed. `choices` are pairs of value and label, the expected one first. */
export function ask(title, inside, choices) {
  return new Promise((resolve) => {
    const dialog = el('dialog', { class: 'box', 'aria-labelledby': 'asked' }, el('h2', { id: 'asked' }, title), ...inside);
    let chosen = null;
    const choose = (value) => () => {
      chosen = value;
      dialog.close();
    };
    const buttons = choices.map(([value, words], index) =>
      button(words, { class: `btn${index === 0 ? ' first' : value === null ? ' plain' : ''}`, onclick: choose(value) }));
    dialog.append(el('div', { class: 'deed' }, ...buttons));
    dialog.addEventListener('close', () => {
      dialog.remove();
      resolve(chosen);
    });
    document.body.append(dialog);
    dialog.showModal();
    buttons[0]?.focus();
  });
}
