// A gallery of frames: the face of the row in hand in each of them, to begin with.

import { button, el, field, select, sentence } from '../parts.js';

export class Frames {
  #hands;
  /** The piece in hand. */
  #of = null;
  #offered = null;
  #addresses = [];
  #asked = 0;

  constructor(hands) {
    this.#hands = hands;
    this.kind = select('frame-kind', []);
    this.kind.addEventListener('change', () => this.#draw());
    this.status = el('p', { class: 'tag', role: 'status' });
    this.list = el('ul', { class: 'frames' });
    this.hint = el('p', { class: 'hint' }, 'Choose a design: every card of the deck gets it, with your columns in their places. Its colours are then under Colours, and you can change it under Draw. Undo brings back what you had.');
    this.root = el('div', { class: 'framing' }, this.hint, field('Designs for', this.kind), this.status, this.list);
  }

  opened() {
    this.#hands.wake();
  }

  /** The face of another row is shown, or this one has become another. */
  async look(of) {
    const isOther = of.deck !== this.#of?.deck;
    this.#of = of;
    if (isOther) {
      try {
        this.#offered = await this.#hands.frames(of.deck);
      } catch (error) {
        this.status.textContent = sentence(error.message);
        return;
      }
      const { kind, kinds } = this.#offered;
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
    this.#addresses.forEach((src) => URL.revokeObjectURL(src));
    this.#addresses = [];
    this.status.textContent = '';
    for (const [index, { name }] of frames.entries()) {
      const look = this.list.children[index].querySelector('.look');
      try {
        const { svg } = await this.#hands.framed({ deck, code, ink, frame: name, kind });
        if (asked !== this.#asked) return;
        const src = URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' }));
        this.#addresses.push(src);
        const image = el('img', { src, alt: '' });
        // Tiles are seen as large as cards.
        image.addEventListener('load', () => this.list.style.setProperty('--look', image.naturalWidth * 1.2 > image.naturalHeight ? '14.5rem' : '9.5rem'));
        look.replaceChildren(image);
      } catch (error) {
        if (asked !== this.#asked) return;
        this.status.textContent = sentence(error.message);
      }
    }
  }

  async #choose(name) {
    const { deck } = this.#of;
    const title = this.#offered.frames.find((frame) => frame.name === name).title;
    const done = await this.#hands.frame({ deck, frame: name, kind: this.kind.value });
    if (done) this.status.textContent = `${deck} has the design “${title}” now. You can change it under Draw.`;
  }
}
