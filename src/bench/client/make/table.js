// A table to try the kit, with any number of seats. It goes on with the kit as it becomes.

import { button, counted, el, field, sentence } from '../parts.js';

export class Table {
  #home;
  #isOpen = false;
  /** Shows where a problem is. */
  #where;
  #problems = [];

  /** `where` makes the place of a problem, as something to press. */
  constructor(home, where) {
    this.#home = home;
    this.#where = where;
    this.seats = el('input', { type: 'number', name: 'table-seats', min: 1, max: 99, value: 2 });
    this.go = button('Play here', { class: 'btn', onclick: () => this.#sit() });
    this.close = button('Leave the table', { class: 'btn', hidden: true, onclick: () => this.leave() });
    this.place = el('div', { class: 'seat' });
    this.stale = el('div', { class: 'stale', role: 'status', hidden: true });
    this.lacking = el('p', { class: 'tag', role: 'status', hidden: true });
    this.root = el('section', { class: 'at-table', 'aria-labelledby': 'at-table' },
      el('h2', { id: 'at-table' }, 'Try it at the table'), el('div', { class: 'does' }, field('Seats', this.seats), this.go, this.close), this.stale, this.lacking, this.place);
    this.seats.addEventListener('change', () => this.#isOpen && this.seats.checkValidity() && this.#sit());
  }

  /** The fewest and the most players. */
  seat([least, most]) {
    const isNew = this.seats.min !== String(least) || this.seats.max !== String(most);
    [this.seats.min, this.seats.max] = [least, most];
    if (isNew) this.seats.value = least;
  }

  /** Says what keeps the table from showing the kit as it is. */
  warn(problems) {
    this.#problems = problems;
    this.#tell();
  }

  /** Says without which pictures pieces lie on the table. */
  lacks(paths) {
    this.lacking.textContent = `${counted(paths.length, 'picture')} not there and left out: ${paths.join(', ')}`;
    this.lacking.hidden = paths.length === 0;
  }

  #tell() {
    const [first] = this.#problems;
    const wasHidden = this.stale.hidden;
    this.stale.hidden = !first || !this.#isOpen;
    if (this.stale.hidden) return;
    const words = 'The table is as it was before that, and goes on as soon as this is put right: ';
    this.stale.replaceChildren(el('p', {}, words, this.#where(first), ` – ${sentence(first.message)}`), first.help ? el('p', {}, sentence(first.help)) : '');
    // It takes room above the table, which would move out of sight what is told.
    if (wasHidden) this.root.scrollIntoView({ block: 'start' });
  }

  async #sit() {
    if (!this.seats.reportValidity()) return;
    const src = await this.#home.table(Number(this.seats.value), !this.#isOpen && this.seats.value === this.seats.min);
    const frame = this.place.firstChild;
    if (!frame) this.place.replaceChildren(el('iframe', { src, title: 'The table' }));
    else if (frame.src !== new URL(src, location.href).href) frame.src = src;
    else frame.contentWindow.location.reload();
    this.#isOpen = true;
    this.go.textContent = 'Deal again';
    this.close.hidden = false;
    this.root.classList.add('open');
    this.#tell();
    // What is asked must be in sight.
    this.root.scrollIntoView({ block: 'start' });
  }

  /** Deals anew if it is open: another game cannot go on with what lies there. */
  again() {
    if (this.#isOpen) this.#sit();
  }

  leave() {
    this.place.replaceChildren();
    this.#isOpen = false;
    this.go.textContent = 'Play here';
    this.close.hidden = true;
    this.root.classList.remove('open');
    this.#tell();
  }
}
