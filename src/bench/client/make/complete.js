// Words that may stand where somebody types in a text, offered below the line; arrows choose, Enter or Tab takes one.

import { el } from '../parts.js';
import { picture } from './icons.js';
import { placeIn } from './place.js';

/** The most that are shown. */
const MOST = 8;
const PAUSE = 120;
let made = 0;

export class Completion {
  #area;
  #id;
  #ask;
  #hands;
  #timer = 0;
  #asked = 0;
  #found = [];
  #typed = '';
  #at = 0;

  /** `ask(text, at)` returns what was typed of a word and what it may become; with `hands`, what names icons is shown with them. */
  constructor(area, ask, hands = null) {
    this.#area = area;
    this.#ask = ask;
    this.#hands = hands;
    this.#id = `offers-${++made}`;
    this.list = el('ul', { class: 'offers', role: 'listbox', id: this.#id, 'aria-label': 'Words that fit here', hidden: true });
    area.addEventListener('input', () => this.#soon());
    area.addEventListener('blur', () => this.close());
    area.addEventListener('click', () => this.close());
    // The text scrolls to what is typed, too.
    area.addEventListener('scroll', () => !this.list.hidden && this.close());
    area.addEventListener('keydown', (event) => this.#key(event), { capture: true });
  }

  close() {
    clearTimeout(this.#timer);
    this.#asked += 1;
    this.list.hidden = true;
    for (const name of ['aria-autocomplete', 'aria-controls', 'aria-activedescendant']) this.#area.removeAttribute(name);
  }

  #soon() {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#offer(false), PAUSE);
  }

  async #offer(isWished) {
    const { value, selectionStart, selectionEnd } = this.#area;
    if (selectionStart !== selectionEnd) return;
    const asked = ++this.#asked;
    let found = null;
    try {
      found = await this.#ask(value, selectionStart);
    } catch {
      // Nothing to offer.
    }
    if (asked !== this.#asked || !found) return;
    const typed = found.typed.toLowerCase();
    const begins = found.all.filter(({ text }) => text.toLowerCase().startsWith(typed));
    const others = found.all.filter((one) => !begins.includes(one) && one.text.toLowerCase().includes(typed));
    this.#found = [...begins, ...others].filter(({ text }) => text !== found.typed).slice(0, MOST);
    this.#typed = found.typed;
    // Without a letter they are shown only to who asks.
    if (this.#found.length === 0 || (typed === '' && !isWished)) {
      this.close();
      return;
    }
    this.#show(0);
  }

  #show(at) {
    this.#at = at;
    const options = this.#found.map(({ text, about }, index) => el('li', { role: 'option', id: `${this.#id}-${index}`, 'aria-selected': String(index === at), onmousedown: (event) => this.#taken(event, index) }, el('b', {}, text), about ? el('small', {}, this.#hands ? about.replace(/^[^\p{L}\p{N}]+/u, '') : about) : null));
    this.list.replaceChildren(...options);
    this.list.hidden = false;
    if (this.#hands) picture(options, this.#found.map(({ text }) => text.replaceAll(':', '')), this.#hands);
    const told = { 'aria-autocomplete': 'list', 'aria-controls': this.#id, 'aria-activedescendant': `${this.#id}-${at}` };
    for (const [name, value] of Object.entries(told)) this.#area.setAttribute(name, value);
    this.#place();
  }

  /** Below the line that is typed in. */
  #place() {
    const { selectionStart, scrollTop, scrollLeft } = this.#area;
    const place = placeIn(this.#area, selectionStart - this.#typed.length);
    const top = place.top + place.line - scrollTop;
    const left = place.left - scrollLeft;
    this.list.style.top = `${this.#area.offsetTop + Math.min(top, this.#area.clientHeight - 40)}px`;
    this.list.style.left = `${this.#area.offsetLeft + Math.max(0, Math.min(left, this.#area.clientWidth - 280))}px`;
  }

  #key(event) {
    if (event.key === ' ' && event.ctrlKey) {
      event.preventDefault();
      this.#offer(true);
      return;
    }
    if (this.list.hidden) return;
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (by) this.#show((this.#at + by + this.#found.length) % this.#found.length);
    else if (event.key === 'Enter' || event.key === 'Tab') this.#take(this.#at);
    else if (event.key === 'Escape') this.close();
    else return;
    event.preventDefault();
    event.stopImmediatePropagation();
  }

  #taken(event, index) {
    event.preventDefault();
    this.#take(index);
  }

  #take(index) {
    const end = this.#area.selectionStart;
    this.#area.setRangeText(this.#found[index].text, end - this.#typed.length, end, 'end');
    this.close();
  }
}
