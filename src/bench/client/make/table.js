// A table to try the kit, with any number of seats. It goes on with the kit as it becomes.

import { button, el, field } from '../parts.js';

export class Table {
  #home;
  #isOpen = false;

  constructor(home) {
    this.#home = home;
    this.seats = el('input', { type: 'number', name: 'table-seats', min: 1, max: 99, value: 2 });
    this.go = button('Sit down', { class: 'btn', onclick: () => this.#sit() });
    this.close = button('Leave the table', { class: 'btn', hidden: true, onclick: () => this.leave() });
    this.place = el('div', { class: 'seat' });
    this.root = el('section', { class: 'at-table', 'aria-labelledby': 'at-table' },
      el('h2', { id: 'at-table' }, 'Try it at the table'), el('div', { class: 'does' }, field('Seats', this.seats), this.go, this.close), this.place);
    this.seats.addEventListener('change', () => this.#isOpen && this.seats.checkValidity() && this.#sit());
  }

  /** The fewest and the most players. */
  seat([least, most]) {
    const isNew = this.seats.min !== String(least) || this.seats.max !== String(most);
    [this.seats.min, this.seats.max] = [least, most];
    if (isNew) this.seats.value = least;
  }

  async #sit() {
    if (!this.seats.reportValidity()) return;
    const src = await this.#home.table(Number(this.seats.value), !this.#isOpen && this.seats.value === this.seats.min);
    const frame = this.place.firstChild;
    if (!frame) this.place.replaceChildren(el('iframe', { src, title: 'The table' }));
    else if (frame.src !== new URL(src, location.href).href) frame.src = src;
    this.#isOpen = true;
    this.go.textContent = 'Deal anew';
    this.close.hidden = false;
    this.root.classList.add('open');
    // What is asked must be in sight.
    this.root.scrollIntoView({ block: 'start' });
  }

  leave() {
    this.place.replaceChildren();
    this.#isOpen = false;
    this.go.textContent = 'Sit down';
    this.close.hidden = true;
    this.root.classList.remove('open');
  }
}
