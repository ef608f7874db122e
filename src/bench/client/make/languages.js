// The kit's texts in another language, each beside the original and where it appears; and how another language begins.

import { button, counted, el, field, icon, ownName, select, sentence } from '../parts.js';

/** The order of the texts: those on pieces first. */
const ORDER = ['title', 'subtitle', 'deck', 'row', 'face', 'drawing', 'table', 'rules', 'lesson', 'guide'];

/** Languages that many read, offered first after those of the browser. */
const COMMON = ['en', 'de', 'fr', 'es', 'it', 'pt', 'nl', 'pl'];

/** What stands for a text that is on no piece. */
const SIGNS = { table: 'table', guide: 'rules', rules: 'rules', lesson: 'rules', program: 'more' };

export class Languages {
  #hands;
  #home;
  #languages = [];
  /** The decks whose texts have no icons. */
  #plain = new Set();
  #code = null;
  #texts = [];
  /** What the texts were shown of, and the language that they are shown in. */
  #shown = '';
  #shownCode = null;
  /** Signs in sight that wait until the kit is laid out. */
  #waiting = new Set();
  #watch = new IntersectionObserver((entries) => entries.filter(({ isIntersecting }) => isIntersecting).forEach(({ target }) => this.#draw(target)), { rootMargin: '200px' });

  constructor(hands, home) {
    this.#hands = hands;
    this.#home = home;
    this.choice = select('language', []);
    this.choice.addEventListener('change', () => this.#open(this.choice.value));
    this.other = el('select', { name: 'another' });
    this.begin = button('Start it', { class: 'btn first', onclick: () => this.#begin() });
    this.bar = el('progress', { max: 1, value: 0, 'aria-label': 'Translated' });
    this.about = el('span', { class: 'tag', role: 'status' });
    this.links = el('span', { class: 'does' });
    this.head = el('div', { class: 'spoken' },
      el('div', { class: 'does' }, field('Translate into', this.choice), el('div', { class: 'progress' }, this.bar, this.about), this.links));
    const font = el('input', { type: 'file', accept: '.ttf,.otf', class: 'unseen', tabIndex: -1, 'aria-label': 'A font to add' });
    font.addEventListener('change', () => font.files[0] && this.#hands.add(font.files[0]));
    this.missing = el('p', { class: 'hint' });
    this.font = el('div', { hidden: true }, this.missing, button('Add a font', { class: 'btn', onclick: () => font.click() }), font);
    this.why = el('p', { class: 'wrong-here', role: 'alert' });
    this.more = el('summary', {}, 'Start another language');
    this.start = el('details', { class: 'start' }, this.more,
      el('div', {}, el('p', {}, 'Every name and sentence of the game is listed beside its translation. What you have not translated yet stays as it is.'), el('div', { class: 'does' }, field('Language', this.other), this.begin), this.why, this.font));
    this.list = el('div', { class: 'pairs' });
    this.root = el('div', { class: 'texts languages' }, this.head, this.start, this.list);
  }

  /** The languages of the kit, its own first; those that its fonts have the letters of, and others. */
  show(languages, { can, cannot }, decks) {
    this.#plain = new Set(decks.filter(({ has_icons: hasIcons }) => !hasIcons).map(({ name }) => name));
    this.#languages = languages;
    const others = languages.slice(1);
    const known = [...this.choice.options].map(({ value }) => value);
    if (known.join() !== others.join()) this.choice.replaceChildren(...others.map(option));
    const byName = (codes) => codes.filter((code) => !languages.includes(code)).sort((one, two) => ownName(one).localeCompare(ownName(two)));
    const free = byName(can);
    const lacking = byName(cannot);
    this.font.hidden = lacking.length === 0;
    this.missing.textContent = `The fonts of this kit do not have the letters of ${lacking.map(ownName).join(', ')}. Add a font that has them (a TTF or OTF file), and the language is offered here.`;
    const kept = this.other.value;
    const [first, rest] = [preferred(free), free.filter((code) => !preferred(free).includes(code))];
    this.other.replaceChildren(...[['Yours, and common ones', first], ['All others', rest]].filter(([, codes]) => codes.length > 0).map(([label, codes]) => el('optgroup', { label }, ...codes.map(option))));
    if (free.includes(kept)) this.other.value = kept;
    this.head.hidden = others.length === 0;
    this.more.textContent = others.length === 0 ? 'Let people read and play it in their language' : 'Start another language';
    if (others.length === 0) this.start.open = true;
    if (!others.includes(this.#code)) this.#code = others[0] ?? null;
    this.choice.value = this.#code;
    if (this.root.isConnected) this.opened();
  }

  /** Reads the texts anew if something else was changed meanwhile. */
  async opened() {
    const code = this.#code;
    if (code === null) {
      this.list.replaceChildren();
      return;
    }
    if (this.#shown === '') this.about.textContent = 'Looking for every text of the game…';
    let texts;
    try {
      ({ texts } = await this.#hands.texts(code));
    } catch (error) {
      if (code === this.#code) this.about.textContent = sentence(error.message);
      return;
    }
    // Another language was chosen meanwhile.
    if (code !== this.#code) return;
    const shown = JSON.stringify([code, texts.map(({ text, said }) => [text, said])]);
    const isTyped = code === this.#shownCode && this.list.contains(document.activeElement);
    if (shown === this.#shown || isTyped) return;
    this.#shown = shown;
    this.#shownCode = code;
    this.#texts = texts;
    this.#fill();
  }

  #open(code) {
    this.#code = code;
    this.#shown = '';
    return this.opened();
  }

  async #begin() {
    this.begin.disabled = true;
    const code = this.other.value;
    this.why.textContent = '';
    const state = await this.#hands.speak(code, (error) => (this.why.textContent = sentence(error.message)));
    this.begin.disabled = false;
    if (!state) return;
    this.start.open = false;
    this.choice.value = code;
    await this.#open(code);
    this.list.querySelector('textarea')?.focus();
  }

  #fill() {
    this.links.replaceChildren(...(this.#home.spoken?.(this.#code, ownName(this.#code)) ?? []));
    const rank = ({ where }) => (ORDER.indexOf(where.kind) + ORDER.length + 1) % (ORDER.length + 1);
    const own = this.#texts.filter(({ where }) => where.kind !== 'program').sort((one, two) => rank(one) - rank(two));
    const open = own.filter(({ said }) => said === '');
    const done = own.filter(({ said }) => said !== '');
    const program = this.#texts.filter(({ where }) => where.kind === 'program');
    this.#count();
    const parts = [section('To translate', 'open', open.map((text) => this.#pair(text))), section('Translated', 'done', done.map((text) => this.#pair(text)))];
    if (program.length > 0) {
      const words = `paperkeep itself does not speak ${ownName(this.#code)}: ${counted(program.length, 'text')} of its own, such as “${program[0].text}”`;
      parts.push(el('details', {}, el('summary', {}, words), el('div', {}, ...program.map((text) => this.#pair(text)))));
    }
    this.list.replaceChildren(...parts.filter(Boolean));
  }

  #count() {
    const own = this.#texts.filter(({ where }) => where.kind !== 'program');
    const done = own.filter(({ said }) => said !== '').length;
    this.bar.value = own.length === 0 ? 1 : done / own.length;
    // A text stays where it is while one goes on translating.
    for (const [words, count] of [['open', own.length - done], ['done', done]]) {
      const told = this.list.querySelector(`small.${words}`);
      if (told) told.textContent = String(count);
    }
    this.about.textContent = done === own.length ? `All ${counted(own.length, 'text')} translated` : `${done} of ${counted(own.length, 'text')} translated`;
  }

  #pair(entry) {
    const { text, said, where, key, fixed } = entry;
    const code = this.#code;
    const found = (gap) => [...new Set([...text.matchAll(gap)].map(([gap]) => gap))].join(' ');
    const gaps = found(/\{[^{}]+\}/g);
    // On a face whose texts have no icons, such a name is words.
    const icons = this.#plain.has(where.deck) ? '' : found(/:[a-z_-]+:/g);
    const kept = [gaps && `keep ${gaps} as it is: the game puts something in its place`, icons && `keep ${icons} as it is: it is an icon`].filter(Boolean).join('; ');
    const words = el('textarea', { rows: 1, spellcheck: true, lang: code, value: said, disabled: fixed, placeholder: ownName(code), 'aria-label': `${text}, translated` });
    words.dataset.said = said;
    const refused = el('small', { class: 'refused', role: 'alert', hidden: true });
    words.addEventListener('change', () => this.#say(code, entry, words, refused));
    words.addEventListener('focus', () => where.deck && where.code && this.#hands.look(where.deck, where.code, code));
    words.addEventListener('keydown', (event) => {
      if (event.key !== 'Enter' || event.shiftKey) return;
      event.preventDefault();
      const all = [...this.list.querySelectorAll('textarea:not(:disabled)')];
      all[all.indexOf(words) + 1]?.focus();
    });
    const hint = fixed ? 'translated in the table, in a column of its own' : kept || null;
    const place = placeOf(where);
    return el('div', { class: said === '' ? 'pair open' : 'pair' }, this.#sign(where),
      el('div', { class: 'original' }, el('p', { lang: this.#languages[0] }, text), el('small', {}, place, key ? el('span', { class: 'key-name' }, ` ${key}`) : null)),
      el('div', {}, words, refused, hint ? el('small', {}, sentence(hint)) : null));
  }

  /** The kit was laid out. */
  laidOut() {
    const looks = [...this.#waiting].filter((look) => look.isConnected);
    this.#waiting.clear();
    looks.forEach((look) => this.#draw(look));
  }

  /** The card that the text is on, or a sign for where it is. */
  #sign({ kind, deck, code, back }) {
    if (!deck || !code) return el('span', { class: 'sign', 'aria-hidden': 'true' }, icon(SIGNS[kind] ?? 'pen'));
    const look = el('span', { class: 'sign', 'data-deck': deck, 'data-code': code, 'data-back': back ? 'yes' : '', 'aria-hidden': 'true' });
    this.#watch.observe(look);
    return look;
  }

  async #draw(look) {
    const { deck, code, back } = look.dataset;
    const faces = this.#hands.exhibit()?.decks.find(({ name }) => name === deck)?.faces;
    const face = faces?.find(({ codes }) => codes.includes(code)) ?? faces?.find(({ codes }) => codes.some((one) => one.startsWith(code)));
    this.#watch.unobserve(look);
    if (!faces) {
      // It is drawn once the kit is laid out.
      this.#waiting.add(look);
      return;
    }
    if (!face) return;
    try {
      look.replaceChildren(el('img', { src: await this.#hands.picture('face', (back && face.back) || face.front), alt: '' }));
    } catch {
      // It is another by now.
    }
  }

  /** Writes a translation; one that is refused stays, with the reason under it. */
  async #say(code, entry, words, refused) {
    const to = words.value;
    refused.hidden = true;
    words.removeAttribute('aria-invalid');
    if (to === entry.said) return;
    const why = (error) => {
      refused.textContent = sentence(error.message);
      refused.hidden = false;
      words.setAttribute('aria-invalid', 'true');
      words.focus();
    };
    if (!(await this.#hands.say(code, entry.text, to, why))) return;
    entry.said = to;
    words.dataset.said = to;
    words.closest('.pair').classList.toggle('open', to === '');
    this.#count();
  }
}

function section(title, kind, pairs) {
  return pairs.length === 0 ? null : el('section', {}, el('h2', {}, title, ' ', el('small', { class: kind }, String(pairs.length))), ...pairs);
}

/** Those that the browser's user reads, and then common ones. */
function preferred(codes) {
  const own = navigator.languages.map((code) => code.split('-')[0]);
  return [...new Set([...own, ...COMMON])].filter((code) => codes.includes(code));
}

function option(code) {
  return el('option', { value: code, lang: code }, ownName(code));
}

/** Where a text appears, in words. */
function placeOf({ kind, title, code, field: name, back }) {
  switch (kind) {
    case 'title': return 'The name of the game';
    case 'subtitle': return 'The line under the name of the game';
    case 'deck': return 'What these pieces are called';
    case 'row': return `On ${code} of “${title}”${name ? `, ${name.replaceAll('_', ' ')}` : ''}`;
    case 'face': return `On the ${back ? 'backs' : 'fronts'} of “${title}”`;
    case 'drawing': return 'Drawn on pieces';
    case 'table': return 'A button or a sentence at the table';
    case 'guide': return 'In the guide that is printed';
    case 'rules': return 'In the rules';
    case 'lesson': return 'In the lesson for new players';
    case 'program': return 'Said by paperkeep';
    default: return 'About the game';
  }
}
