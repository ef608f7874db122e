// The sheet on which the piece in hand is printed, with the piece marked, and what was changed last.

import { counted, el, ready, svg } from '../parts.js';

const PAPERS = { a4: 'A4', a3: 'A3', letter: 'Letter' };

/** The most codes that are named as changed. */
const NAMED = 6;

export class Sheet {
  #home;
  /** Goes to a piece. */
  #goTo;
  #nameOf;
  #exhibit = null;
  #fresh = new Set();
  #code = null;
  #shown = null;
  #board = svg('svg', { role: 'img', 'aria-label': 'The sheet' });

  /** `nameOf` is what a piece is called, by its code. */
  constructor(home, goTo, nameOf) {
    this.#home = home;
    this.#goTo = goTo;
    this.#nameOf = nameOf;
    this.caption = el('p', { class: 'tag' });
    this.news = el('p', { class: 'tag changed', role: 'status' });
    this.root = el('div', { class: 'on-sheet', hidden: true }, this.#board, this.caption, this.news);
    this.#board.addEventListener('click', (event) => event.target.dataset.code && this.#goTo(event.target.dataset.code));
  }

  /** The kit as it is laid out now, and the codes of what was changed. */
  async show(exhibit, fresh) {
    this.#exhibit = exhibit;
    this.#fresh = fresh;
    await this.#draw();
    const codes = [...fresh].sort();
    const more = codes.length > NAMED ? ` and ${codes.length - NAMED} more` : '';
    this.news.textContent = codes.length > 0 ? `Changed: ${codes.slice(0, NAMED).map(this.#nameOf).join(', ')}${more}` : '';
  }

  look(code) {
    this.#code = code;
    if (this.#exhibit) this.#draw();
  }

  async #draw() {
    const { sheets } = this.#exhibit;
    const fronts = sheets.filter(({ front }) => front === null);
    const has = ({ pieces }) => pieces.some(([code]) => rowOf(code, this.#code));
    const sheet = fronts.find(has) ?? fronts[0];
    this.root.hidden = !sheet;
    if (!sheet) return;
    const wanted = `${sheet.id}`;
    this.#shown = wanted;
    let href;
    try {
      href = await this.#home.picture('sheet', sheet.id);
    } catch {
      // It is another by now, and will be drawn as such.
      return;
    }
    await ready(href);
    if (this.#shown !== wanted) return;
    const [w, h] = sheet.size;
    this.#board.setAttribute('viewBox', `0 0 ${w} ${h}`);
    this.#board.style.aspectRatio = `${w} / ${h}`;
    const pieces = sheet.pieces.map(([code, [x, y, width, height]]) => {
      const kind = rowOf(code, this.#code) ? 'in-hand' : this.#fresh.has(code) ? 'fresh' : 'other';
      return svg('rect', { class: kind, x, y, width, height, 'data-code': code }, svg('title', {}, this.#nameOf(code)));
    });
    this.#board.replaceChildren(svg('rect', { width: w, height: h, fill: '#fff' }), svg('image', { href, width: w, height: h }), ...pieces);
    const number = fronts.indexOf(sheet) + 1;
    const copies = sheet.pieces.filter(([code]) => rowOf(code, this.#code)).length;
    this.caption.textContent = `Sheet ${number} of ${fronts.length}, ${PAPERS[this.#exhibit.paper] ?? this.#exhibit.paper}${copies > 0 ? `: ${counted(copies, 'piece')} of ${this.#nameOf(this.#code)}` : ''}`;
    this.#board.setAttribute('aria-label', this.caption.textContent);
  }
}

/** The stickers of a die are called after it: Y1-6 is a side of the first die of the row Y. */
const SIDE = /^\d+-\d+$/;

/** Whether a piece is of the row with this code. */
export function rowOf(piece, code) {
  return code !== null && piece.startsWith(code) && (piece === code || SIDE.test(piece.slice(code.length)));
}
