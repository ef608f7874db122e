// The set-up of a new game.

import { address, bar, button, el, factsOf, field, ownName, select, sentence, Wrong } from './parts.js';
import { Cover } from './cover.js';
import { Program } from './program.js';

/** The most seats that are offered. */
const SEATS = 12;

export function begin({ program, source, query }) {
  const own = source.kit === undefined ? null : new Program({ whole: true });
  const view = new Begin(own ?? program, source, query.get('language'));
  const leave = () => {
    view.leave();
    own?.stop();
  };
  return { root: view.root, ready: view.fill(), leave };
}

class Begin {
  #program;
  #source;
  /** The language in which it was asked for. */
  #language;
  #wrong = new Wrong();
  #form = el('form', { class: 'wishes' });
  #names = el('div', { class: 'wishes names' });
  #cover = new Cover();
  #about = null;

  constructor(program, source, language) {
    this.#program = program;
    this.#source = source;
    this.#language = language;
    this.title = el('h1', { tabIndex: -1 }, 'A new game');
    this.facts = el('p', { class: 'tag' });
    this.goal = el('p', { class: 'hint' });
    const panel = el('section', { class: 'sheet', 'aria-label': 'A new game' }, el('div', { class: 'ask' }, el('div', {}, el('p', { class: 'tag caps' }, 'A new game'), this.title, this.facts), this.goal, this.#form, this.#wrong.root));
    const room = el('div', { class: 'room' }, el('div', { class: 'table' }, bar(), this.#cover.root));
    this.root = el('main', { class: 'page studio' }, room, panel);
  }

  async fill() {
    document.title = 'A new game, paperkeep';
    try {
      this.#about = await this.#program.call('about', { source: this.#source });
    } catch (error) {
      this.#wrong.say(error);
      return;
    }
    this.title.textContent = this.#about.title;
    document.title = `Play ${this.#about.title}, paperkeep`;
    this.goal.textContent = this.#about.free ? 'This game has no rules that the page knows: it deals, draws, rolls and remembers the table, and you keep the rules.' : this.#about.goal ?? '';
    this.facts.textContent = factsOf(this.#about);
    this.#form.replaceChildren(...this.#fields());
    this.#askNames();
    if (this.#about.languages.includes(this.#language) && this.#form.elements.language) this.#form.elements.language.value = this.#language;
    this.#form.addEventListener('submit', (event) => this.#begin(event));
    await this.#cover.fill(this.#program, this.#source, 7);
    if (this.#source.kit !== undefined) await this.#tryRules();
  }

  /** A kit of one's own may have rules that cannot be played: that is said before anybody begins. */
  async #tryRules() {
    const { players: [least], editions } = this.#about;
    const players = Array.from({ length: least }, (_, seat) => `Player ${seat + 1}`);
    const game = { seed: 1, trial: true, players, edition: editions[0] ?? null, options: [], physical: [] };
    try {
      await this.#program.call('begin', { source: this.#source, game, run: crypto.randomUUID(), name: '' });
    } catch (error) {
      this.#form.querySelector('[type=submit]').replaceWith(el('a', { class: 'btn first', href: address('make', this.#source) }, 'Mend its rules'));
      this.#wrong.say(error);
    }
  }

  leave() {
    this.#cover.leave();
  }

  #fields() {
    const { players: [least, most], editions, options, languages, language } = this.#about;
    const counts = Array.from({ length: Math.min(most, SEATS) - least + 1 }, (_, more) => String(least + more));
    const count = select('count', counts.map((number) => [number, number]));
    count.addEventListener('change', () => this.#askNames());
    const others = [language, ...languages.filter((code) => code !== language)];
    const rules = options.map((option) => this.#choice(option));
    return [
      counts.length > 1 ? field('Players', count) : el('input', { type: 'hidden', name: 'count', value: String(least) }),
      this.#names,
      editions.length > 1 ? field('Edition', select('edition', editions.map((name) => [name, name.replaceAll('_', '.')]))) : null,
      others.length > 1 ? field('Language', select('language', others.map((code) => [code, ownName(code)]))) : null,
      field('Dice and draws', select('physical', [['', 'this page rolls and draws for you'], ['dice', 'you roll real dice, it draws'], ['all', 'you roll and draw, and tell it what came']])),
      rules.length > 0 ? el('details', {}, el('summary', {}, 'House rules'), el('div', { class: 'wishes' }, ...rules)) : null,
      el('p', { class: 'hint' }, 'The table is on the screen too, so you can begin before anything is printed. Each game is kept in this browser after every answer.'),
      el('div', { class: 'does' }, button('Begin', { type: 'submit', class: 'btn first' }), el('a', { class: 'btn', href: address('print', this.#source) }, 'Print it first')),
    ].filter(Boolean);
  }

  #askNames() {
    const count = Number(this.#form.elements.count.value);
    const before = [...this.#names.querySelectorAll('input')].map((input) => input.value);
    const name = (_, seat) => field(count === 1 ? 'Your name' : `Player ${seat + 1}`, el('input', { name: 'player', maxLength: 24, autocomplete: 'off', placeholder: `Player ${seat + 1}`, value: before[seat] ?? '' }));
    this.#names.replaceChildren(...Array.from({ length: count }, name));
  }

  /** A house rule: one of its values, or one in its range. */
  #choice({ name, values, help }) {
    const words = sentence(name.replaceAll('_', ' '));
    const isFree = values.some((value) => /^\d+-\d+$/.test(value) || ['any order', '2d6'].includes(value));
    const input = isFree
      ? el('input', { 'data-option': name, placeholder: values.join(', '), autocomplete: 'off' })
      : el('select', { 'data-option': name }, ...values.map((value) => el('option', { value }, value.replaceAll('_', ' '))));
    return field(words, input, help);
  }

  #begin(event) {
    event.preventDefault();
    const fields = this.#form.elements;
    const names = [...this.#names.querySelectorAll('input')].map((input, seat) => input.value.trim() || `Player ${seat + 1}`);
    const query = new URLSearchParams(this.#source.kit === undefined ? { game: this.#source.id } : { kit: this.#source.kit });
    names.forEach((name) => query.append('player', name));
    for (const name of ['edition', 'physical', 'language']) if (fields[name]?.value) query.set(name, fields[name].value);
    for (const input of this.#form.querySelectorAll('[data-option]')) {
      const isUsual = input.tagName === 'SELECT' && input.selectedIndex === 0;
      if (input.value && !isUsual) query.append('option', `${input.dataset.option}=${input.value}`);
    }
    location.href = `table/?${query}`;
  }
}
