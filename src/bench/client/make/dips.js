// The face that is drawn on in every ink, and its other side: small, beside the large one.

import { INKS, button, el, giveUp } from '../parts.js';
import { trimmed } from './trimmed.js';

export class Dips {
  #hands;
  #addresses = [];
  #asked = 0;

  constructor(hands) {
    this.#hands = hands;
    this.root = el('div', { class: 'dips', role: 'group', 'aria-label': 'In every ink', hidden: true });
  }

  /** Draws them anew; those of before stay until then. */
  async show(of, deck) {
    const asked = ++this.#asked;
    const wished = INKS.map(([ink, words]) => ({ ...of, ink, words }));
    if (deck.back) wished.push({ ...of, back: !of.back, words: of.back ? 'Front' : 'Back' });
    const drawn = [];
    for (const { words, ...seen } of wished) {
      // What is wrong with one is told where it is drawn on.
      const face = await this.#hands.face(seen).catch(() => null);
      if (asked !== this.#asked) return;
      if (face) drawn.push([seen, words, face.svg]);
    }
    const addresses = drawn.map(([, , source]) => URL.createObjectURL(new Blob([source], { type: 'image/svg+xml' })));
    const focused = [...this.root.children].indexOf(document.activeElement);
    const items = drawn.map(([seen, words], index) => {
      const isOther = seen.back !== of.back;
      const press = () => (isOther ? this.#hands.turn() : this.#hands.dip(seen.ink));
      return button(words, { class: 'dip', 'aria-pressed': String(!isOther && seen.ink === of.ink), onclick: press }, trimmed(deck, addresses[index], `dip-${index}`));
    });
    this.root.hidden = items.length === 0;
    this.root.replaceChildren(...items);
    if (focused >= 0) items[Math.min(focused, items.length - 1)]?.focus();
    this.#forget();
    this.#addresses = addresses;
  }

  leave() {
    this.#asked += 1;
    this.root.replaceChildren();
    this.#forget();
  }

  #forget() {
    this.#addresses.forEach(giveUp);
    this.#addresses = [];
  }
}
