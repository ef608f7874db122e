// All words of rules, with what they mean: those that are offered while one types, listed.

import { button, el } from '../parts.js';

/** Where words are asked for: in what is written there, up to a place where they may stand. */
const PLACES = [
  ['What a move or a turn does', '\n[effect.all_words]\ndo = "'],
  ['What is counted, compared and asked', '\n[value.all_words]\nis = "'],
  ['What a move has', '\n[action.all_words]\n'],
  ['Parts of the rules', '\n\n['],
];

export class Vocabulary {
  #ask;

  /** `ask(text, at)` finds what may stand at a place. */
  constructor(ask) {
    this.#ask = ask;
    this.list = el('div', { class: 'vocabulary' });
    const close = button('Close', { class: 'btn', onclick: () => this.root.close() });
    this.root = el('dialog', { class: 'asking', 'aria-label': 'All words of rules' }, el('h2', {}, 'All words of rules'), this.list, el('div', { class: 'does' }, close));
  }

  /** Shows them: those of these rules, too, such as their zones and counters. */
  async open(text) {
    const sections = [];
    const known = new Set();
    for (const [title, begun] of PLACES) {
      const asked = text + begun;
      const { all } = await this.#ask(asked, asked.length).catch(() => ({ all: [] }));
      const fresh = all.filter(({ text: word, about }) => about && about !== 'an effect' && !known.has(word));
      fresh.forEach(({ text: word }) => known.add(word));
      if (fresh.length === 0) continue;
      const lines = fresh.flatMap(({ text: word, about }) => [el('dt', {}, el('code', {}, word)), el('dd', {}, about)]);
      sections.push(el('section', {}, el('h3', {}, title), el('dl', {}, ...lines)));
    }
    this.list.replaceChildren(...sections);
    this.root.showModal();
  }
}
