// Some of a kit's pieces, on the wood.

import { el, giveUp } from './parts.js';

export class Cover {
  #addresses = [];
  /** What it shows, as SVG. */
  faces = [];

  constructor(root = el('div', { class: 'cover' })) {
    this.root = root;
  }

  /** Shows pieces of a kit of this source; says whether that could be done. */
  async fill(program, source, most) {
    try {
      this.show(await program.call('faces', { source, most }));
      return true;
    } catch {
      // What is wrong with a kit is told where it is printed and made.
      return false;
    }
  }

  /** Shows these faces, which are SVG. */
  show(faces) {
    this.leave();
    this.faces = faces;
    const pictures = faces.map((face) => {
      const src = URL.createObjectURL(new Blob([face], { type: 'image/svg+xml' }));
      this.#addresses.push(src);
      return el('img', { src, alt: '' });
    });
    this.root.replaceChildren(...pictures);
  }

  leave() {
    this.#addresses.forEach(giveUp);
    this.#addresses = [];
  }
}
