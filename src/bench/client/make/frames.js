// A gallery of frames: the face of the row in hand in each of them, to begin with.

import { button, el, field, giveUp, ready, select, sentence } from '../parts.js';
import { trimmed } from './trimmed.js';

/** The frame that is none, which has no back either. */
const EMPTY = 'empty';
/** What the deck has on its backs, beside whether these are changed. */
const ASIDES = { alike: 'It takes the place of the back that the cards have now.', own: 'Each card has a back of its own now: this takes its place.', none: 'The cards have no printed back now: with one, they are printed on both sides.' };

export class Frames {
  #hands;
  /** The piece in hand, and its deck. */
  #of = null;
  #deck = null;
  #offered = null;
  #addresses = [];
  #asked = 0;

  constructor(hands) {
    this.#hands = hands;
    this.kind = select('frame-kind', []);
    this.kind.addEventListener('change', () => this.#draw());
    this.aside = el('small', {});
    this.back = el('input', { type: 'checkbox' });
    this.backs = el('label', { class: 'tick' }, this.back, el('span', {}, 'The back of the design, too', this.aside));
    this.status = el('p', { class: 'tag', role: 'status' });
    this.list = el('ul', { class: 'frames' });
    this.hint = el('p', { class: 'hint' }, 'Choose a design: every card of the deck gets it, with your columns in their places. Its colours are then under Colours, and you can change it under Draw. Undo brings back what you had.');
    this.root = el('div', { class: 'framing' }, this.hint, field('Designs for', this.kind), this.backs, this.status, this.list);
  }

  opened() {
    this.#hands.wake();
  }

  /** The face of another row is shown, or this one has become another. */
  async look(of, deck) {
    const isOther = of.deck !== this.#of?.deck;
    this.#of = of;
    this.#deck = deck;
    if (isOther) {
      try {
        this.#offered = await this.#hands.frames(of.deck);
      } catch (error) {
        this.status.textContent = sentence(error.message);
        return;
      }
      const { kind, kinds, back } = this.#offered;
      this.back.checked = back === 'alike';
      this.aside.textContent = ASIDES[back];
      this.kind.replaceChildren(...kinds.map(([value, words]) => el('option', { value }, words)));
      this.kind.value = kind;
    }
    await this.#draw();
  }

  async #draw() {
    const asked = ++this.#asked;
    const { deck, code, ink } = this.#of;
    const { frames } = this.#offered;
    const kind = this.kind.value;
    if (this.list.children.length !== frames.length) {
      const choose = (name) => () => this.#choose(name);
      this.list.replaceChildren(...frames.map(({ name, title }) => el('li', {}, el('button', { type: 'button', 'data-frame': name, onclick: choose(name) }, el('span', { class: 'look' }), title))));
    }
    // Tiles are seen as large as cards.
    const [w, h] = this.#deck.size;
    this.list.style.setProperty('--look', w * 1.2 > h ? '14.5rem' : '9.5rem');
    this.status.textContent = '';
    for (const [index, { name }] of frames.entries()) {
      const look = this.list.children[index].querySelector('.look');
      try {
        const { svg } = await this.#hands.framed({ deck, code, ink, frame: name, kind });
        if (asked !== this.#asked) return;
        const src = URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' }));
        await ready(src);
        look.replaceChildren(trimmed(this.#deck, src, `frame-${index}`));
        if (this.#addresses[index]) giveUp(this.#addresses[index]);
        this.#addresses[index] = src;
      } catch (error) {
        if (asked !== this.#asked) return;
        this.status.textContent = sentence(error.message);
      }
    }
  }

  async #choose(name) {
    const { deck } = this.#of;
    const title = this.#offered.frames.find((frame) => frame.name === name).title;
    const done = await this.#hands.frame({ deck, frame: name, kind: this.kind.value, back: this.back.checked && name !== EMPTY });
    if (!done) return;
    this.status.textContent = `${deck} has the design “${title}” now. You can change it under Draw.`;
    this.#offered = { ...this.#offered, back: this.back.checked ? 'alike' : this.#offered.back };
    this.aside.textContent = ASIDES[this.#offered.back];
  }
}
