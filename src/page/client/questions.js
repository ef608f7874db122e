// What the host asks after the game, on each device by itself: nobody else sees the answers.

import { button, el, icon } from './dom.js';
import { t } from './language.js';

export class Questions {
  #app;
  /** The form, which stays the same while somebody types, and what it was made of. */
  #form = null;
  #made = '';

  constructor(app) {
    this.#app = app;
  }

  /** The form, if there is something to ask. */
  section(snap) {
    const asked = snap.questions ?? [];
    if (asked.length === 0) return [];
    const made = JSON.stringify([snap.run, asked]);
    if (made !== this.#made) [this.#form, this.#made] = [this.#drawn(asked), made];
    return [this.#form];
  }

  #drawn(asked) {
    const isKept = asked.some(({ answer }) => answer);
    const rows = asked.flatMap(({ question, answer }, index) => [
      el('label', { for: `question-${index}` }, question),
      el('textarea', { id: `question-${index}`, rows: 2, maxLength: 1000, value: answer ?? '' })]);
    const form = el('form', { class: 'questions', 'aria-label': t('A few questions') },
      el('h3', { class: 'tag caps' }, t('A few questions')),
      el('p', { class: 'hint', role: 'status' }, isKept ? t('Thank you, that is kept.') : t('The others do not see what you answer here.')),
      ...rows, button(isKept ? t('Change it') : t('Send'), { type: 'submit', class: 'btn' }, icon('check')));
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      this.#app.command({ answers: [...form.querySelectorAll('textarea')].map(({ value }) => value.trim()) });
    });
    return form;
  }
}
