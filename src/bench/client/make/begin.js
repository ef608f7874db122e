// Rules to begin with, for a kit that has none.

import { button, el, field, select } from '../parts.js';

export class Begin {
  #hands;
  #beginnings = [];

  constructor(hands) {
    this.#hands = hands;
    this.deck = select('rules-deck', []);
    this.deck.addEventListener('change', () => this.#fill());
    this.of = field('Played with', this.deck);
    this.list = el('ul', { class: 'beginnings' });
    this.root = el('div', { class: 'trial begin-rules' }, el('p', { class: 'hint' }, 'This kit has no rules yet. Begin with one of these: they can be played at once at the table beside. Rules are code, a text of lines such as “do = draw”. You change it here: words that fit are offered while you type, mistakes are told with their line, and the table goes on with the rules as they are. Undo takes them away again.'), this.of, this.list);
  }

  /** For each deck that there can be rules for, those that fit it. */
  show(beginnings) {
    this.#beginnings = beginnings;
    const kept = this.deck.value;
    this.deck.replaceChildren(...beginnings.map(({ name, title }) => el('option', { value: name }, title)));
    if (beginnings.some(({ name }) => name === kept)) this.deck.value = kept;
    this.of.hidden = beginnings.length < 2;
    this.#fill();
  }

  #fill() {
    const deck = this.#beginnings.find(({ name }) => name === this.deck.value);
    const begin = (rules) => () => this.#hands.beginRules(deck.name, rules);
    this.list.replaceChildren(...deck.rules.map(({ name, title, about }) => el('li', {}, el('div', {}, el('h2', {}, title), el('p', {}, about)), button('Begin', { class: 'btn', 'data-rules': name, 'aria-label': `Begin with: ${title}`, onclick: begin(name) }))));
  }
}
