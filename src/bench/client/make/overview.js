// Everything that is printed: all faces and all sheets, to be searched and looked at; what was changed last is marked.

import { button, counted, el } from '../parts.js';

export class Overview {
  #hands;
  #exhibit = null;
  #fresh = new Set();
  #back = false;
  /** Pictures are asked for once they come into view. */
  #watch = new IntersectionObserver((entries) => entries.filter(({ isIntersecting }) => isIntersecting).forEach(({ target }) => this.#draw(target)), { rootMargin: '200px' });

  constructor(hands) {
    this.#hands = hands;
    this.search = el('input', { type: 'search', placeholder: 'Find by code, name or deck', 'aria-label': 'Find a face by code, name or deck', oninput: () => this.#fill() });
    this.over = button('Backs', { class: 'btn', 'aria-pressed': 'false', onclick: () => this.#turn() });
    this.sum = el('span', { class: 'tag' });
    this.faces = el('div', { class: 'faces' });
    this.sheets = el('ul', { class: 'sheets-small' });
    this.notes = el('div', { class: 'notes' });
    this.large = el('dialog', { class: 'large-sheet', onclick: () => this.large.close() });
    this.root = el('div', { class: 'overview' }, el('div', { class: 'does' }, this.search, this.over, this.sum),
      el('div', { class: 'scroll', tabIndex: 0, role: 'group', 'aria-label': 'Faces and sheets' }, this.notes, this.faces, el('h2', {}, 'Sheets'), this.sheets), this.large);
  }

  show(exhibit, fresh) {
    this.#exhibit = exhibit;
    this.#fresh = fresh;
    this.#fill();
  }

  #turn() {
    this.#back = !this.#back;
    this.over.setAttribute('aria-pressed', String(this.#back));
    this.#fill();
  }

  #fill() {
    if (!this.#exhibit) return;
    const { decks, sheets, summary, warnings } = this.#exhibit;
    const words = this.search.value.toLowerCase().split(/\s+/).filter(Boolean);
    const wanted = (deck) => deck.faces.filter(({ codes, name }) => words.every((word) => [...codes, name, deck.title].join(' ').toLowerCase().includes(word)));
    const sections = decks.map((deck) => [deck, wanted(deck)]).filter(([, faces]) => faces.length > 0);
    this.faces.replaceChildren(...sections.map(([deck, faces]) => this.#deck(deck, faces)));
    const fronts = sheets.map((sheet, index) => [sheet, index]).filter(([{ front }]) => front === null);
    const up = fronts.map(([sheet, index]) => (this.#back && sheets.find(({ front }) => front === index)) || sheet);
    this.sheets.replaceChildren(...up.map((sheet) => this.#sheet(sheet)));
    this.over.disabled = !decks.some(({ faces }) => faces.some(({ back }) => back));
    this.sum.textContent = `${counted(decks.reduce((sum, { faces }) => sum + faces.length, 0), 'face')}, ${counted(fronts.length, 'sheet')}`;
    this.notes.replaceChildren(...[summary, ...warnings].map((line) => el('p', {}, line)));
  }

  #deck({ title, size: [w, h], faces: all, outline, radius, bleed }, faces) {
    const pieces = all.reduce((sum, { count }) => sum + count, 0);
    const list = faces.map(({ codes, name, count, front, back }) => {
      const look = el('span', { class: 'crop', 'data-kind': 'face', 'data-id': (this.#back && back) || front });
      Object.assign(look.style, { aspectRatio: `${w} / ${h}`, width: `${Math.min(9, Math.max(5, w / 8))}rem`, borderRadius: outline ? '' : `${(100 * radius) / w}% / ${(100 * radius) / h}%` });
      look.style.setProperty('--grown', `${(100 * (w + 2 * bleed)) / w}%`);
      look.style.setProperty('--off', `${(-100 * bleed) / w}%`);
      look.style.setProperty('--off-y', `${(-100 * bleed) / (h + 2 * bleed)}%`);
      this.#watch.observe(look);
      const code = codes.length > 2 ? `${codes[0]} … ${codes.at(-1)}` : codes.join(', ');
      const isFresh = codes.some((one) => this.#fresh.has(one));
      return el('li', { class: isFresh ? 'fresh' : '' }, el('button', { type: 'button', onclick: () => this.#hands.lookFor(codes[0]) }, look, el('span', { class: 'caption' }, el('b', {}, code), ` ${name}`, count > 1 ? el('i', {}, ` ×${count}`) : null)));
    });
    return el('section', {}, el('h2', {}, title, ' ', el('small', {}, `${counted(faces.length, 'face')}, ${counted(pieces, 'piece')}, ${w} × ${h} mm`)), el('ul', {}, ...list));
  }

  #sheet(sheet) {
    const look = el('span', { class: 'leaf', 'data-kind': 'sheet', 'data-id': sheet.id });
    look.style.aspectRatio = sheet.size.join(' / ');
    this.#watch.observe(look);
    const isFresh = sheet.pieces.some(([code]) => this.#fresh.has(code));
    return el('li', { class: isFresh ? 'fresh' : '' }, el('button', { type: 'button', title: 'Look at it', onclick: () => this.#enlarge(sheet) }, look, el('span', { class: 'caption' }, sheet.title)));
  }

  async #enlarge({ id, size, title }) {
    let src;
    try {
      src = await this.#hands.picture('sheet', id);
    } catch {
      // It is another by now, and will be drawn as such.
      return;
    }
    const image = el('img', { src, alt: `${title}, ${size.join(' by ')} mm` });
    this.large.replaceChildren(image, button('Close', { class: 'btn', onclick: () => this.large.close() }));
    this.large.showModal();
  }

  async #draw(look) {
    this.#watch.unobserve(look);
    const { kind, id } = look.dataset;
    try {
      look.replaceChildren(el('img', { src: await this.#hands.picture(kind, id), alt: '' }));
    } catch {
      // It is another by now, and will be drawn as such.
    }
  }
}
