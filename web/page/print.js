// The print view: what to print beside the sheets as they will be.

import { address, bar, button, counted, download, el, field, giveUp, half, icon, ownName, select, sentence, tick, Wrong } from './parts.js';
import { Program } from './program.js';

const TYPES = { pdf: 'application/pdf', svg: 'image/svg+xml', zip: 'application/zip' };
/** What is chosen stays chosen for the next game. */
const KEPT = ['paper', 'ink', 'flip'];

/** What a document is called, by the end of its file's name; all others are sheets. */
const DOCUMENTS = [['-guide.pdf', 'How to put it together'], ['-rules.pdf', 'Rules'], ['-booklet.pdf', 'Rules, a booklet'], ['-reference.pdf', 'Rules on a page']];

export function print({ program, source, query, say }) {
  const view = new Print(source.kit === undefined ? program : new Program({ whole: true }), source, query.get('language'), say);
  return { root: view.root, ready: view.fill(), leave: () => view.leave(source.kit !== undefined) };
}

class Print {
  #program;
  #source;
  /** The language in which it was asked for. */
  #language;
  #say;
  #wrong = new Wrong();
  #form = el('form', { class: 'wishes' });
  #status = el('span', { class: 'tag', role: 'status' });
  #bar = el('progress', { max: 1, value: 0, 'aria-label': 'Printing' });
  #stop = button('Stop', { class: 'btn', onclick: () => this.#program.stop() });
  #got = el('div', { class: 'got' });
  #sheets = el('div', { class: 'sheets' });
  #addresses = [];
  #watcher = null;
  #about = null;
  /** What is being printed, and whether something was changed meanwhile. */
  #busy = false;
  #again = false;
  #timer = 0;
  #left = false;

  constructor(program, source, language, say) {
    this.#program = program;
    this.#source = source;
    this.#language = language;
    this.#say = say;
    this.title = el('h1', { tabIndex: -1 }, 'Print');
    this.working = el('div', { class: 'working', hidden: true }, this.#bar, this.#stop);
    this.panel = el('section', { class: 'sheet', 'aria-label': 'What to print' },
      el('div', { class: 'ask' }, el('div', {}, el('p', { class: 'tag caps' }, 'Print'), this.title), this.#form, this.working, this.#status, this.#wrong.root, this.#got));
    const room = el('section', { class: 'room', 'aria-label': 'The sheets' }, el('div', { class: 'table' }, bar(), this.#sheets));
    this.root = el('main', { class: 'page studio' }, room, this.panel);
  }

  async fill() {
    document.title = 'Print, paperkeep';
    try {
      this.#about = await this.#program.call('about', { source: this.#source });
    } catch (error) {
      this.#wrong.say(error);
      return;
    }
    if (this.#left) return;
    this.title.textContent = this.#about.title;
    document.title = `Print ${this.#about.title}, paperkeep`;
    this.#form.replaceChildren(...this.#fields());
    this.#remember();
    this.#form.addEventListener('submit', (event) => event.preventDefault());
    this.#form.addEventListener('input', (event) => event.target.type !== 'checkbox' && this.#soon(400));
    this.#form.addEventListener('change', () => this.#soon(0));
    await this.#print();
  }

  leave(isOwn) {
    this.#left = true;
    clearTimeout(this.#timer);
    this.#watcher?.disconnect();
    this.#addresses.forEach(giveUp);
    if (isOwn || this.#busy) this.#program.stop();
  }

  // ---------- what to print ----------

  #fields() {
    const about = this.#about;
    const isCards = about.kind === 'cards';
    const first = [
      half('Paper', select('paper', [['a4', 'A4'], ['letter', 'Letter'], ['a3', 'A3'], ['other', 'another size…']])),
      field('Size of the paper, mm', el('input', { name: 'other', value: '297x420', pattern: '\\d+x\\d+' })),
      isCards ? null : half('Ink', select('ink', [['color', 'Colour'], ['lean', 'Colour, but little of it'], ['mono', 'Black only']])),
      field('Fronts and backs', select('layout', [['auto', 'as suits each piece'], ['duplex', 'on both sides of the paper'], ['gutterfold', 'side by side, to fold and glue'], ['label', 'fronts only, as labels to stick on']])),
      about.dice ? field('Dice', select('dice', [['stickers', 'labels for the dice they fit'], ['edge', 'labels for dice of another size…'], ['paper', 'dice of paper, to fold and glue']])) : null,
      about.dice ? half('Edge of your dice, mm', el('input', { name: 'die', type: 'number', min: 8, max: 25, step: 0.5, value: 16 })) : null,
      half('How many copies', el('input', { name: 'copies', type: 'number', min: 1, max: 99, value: 1 })),
      this.#languages(),
      about.rules ? tick('rules', 'The rules too', 'a booklet, and a page to look things up') : null,
    ];
    const more = el('details', {}, el('summary', {}, 'More choices'), el('div', { class: 'wishes' }, ...this.#more()));
    return [...(isCards ? this.#cardFields() : []), ...first, this.#told(), more].filter(Boolean);
  }

  /** The languages that it can be printed in. */
  #languages() {
    const { languages, language } = this.#about;
    if (languages.length < 2) return null;
    const choice = select('language', [language, ...languages.filter((code) => code !== language)].map((code) => [code, ownName(code)]));
    if (languages.includes(this.#language)) choice.value = this.#language;
    return half('Language', choice);
  }

  /** What a pile of pictures does not say itself. */
  #cardFields() {
    return [
      half('Size of a card, mm', el('input', { name: 'size', placeholder: '63x88', autocomplete: 'off' }), 'width x height, once cut'),
      half('Cut off on each side, mm', el('input', { name: 'bleed', type: 'number', min: 0, max: 10, step: 0.5, placeholder: 'as the file says' })),
      this.#about.pdf ? half('Backs in the PDF', select('backs', [['none', 'none'], ['turns', 'every second page'], ['last', 'the last page, for all']])) : null,
      this.#about.pdf ? half('Cards on a page', el('input', { name: 'grid', placeholder: 'one', autocomplete: 'off' }), '3x3, or 3x3+2 with 2 mm between') : null,
    ].filter(Boolean);
  }

  #more() {
    const { themes, printed_editions: editions, decks, hexes, cards } = this.#about;
    const named = (names) => names.map((name) => [name, sentence(name)]);
    const titled = decks.map(({ name, title }) => [name, title]);
    return [
      themes.length > 1 ? half('Look', select('theme', named(themes))) : null,
      editions.length > 1 ? field('Edition', select('edition', [['', 'all'], ...named(editions)])) : null,
      decks.length > 1 ? el('fieldset', {}, el('legend', {}, 'Only these'), ...decks.map(({ name, title, pieces }) => tick('deck', title, counted(pieces, 'piece'), name))) : null,
      hexes ? field('Width of hexagons, from edge to edge, mm', el('input', { name: 'hex', type: 'number', min: 15, max: 80, step: 0.5, placeholder: 'as designed' })) : null,
      field('Size of everything, %', el('input', { name: 'scale', type: 'number', min: 50, max: 200, value: 100 })),
      field('For both sides, your printer turns the paper', select('flip', [['long', 'over its long edge, like a page of a book'], ['short', 'over its short edge, like a page of a calendar']])),
      field('Print', select('sides', [['both', 'fronts and backs'], ['fronts', 'only fronts'], ['backs', 'only backs'], ['outlines', 'only outlines to cut']])),
      tick('no_gutters', 'No gaps', 'neighbours share a cut: fewer cuts, but they must be straight, as with a guillotine'),
      cards ? half('A box for', select('tuckbox', [['', 'nothing'], ...titled])) : null,
      cards ? half('A tray for', select('tray', [['', 'nothing'], ...titled])) : null,
      cards ? field('Thickness of a card, mm', el('input', { name: 'thickness', type: 'number', min: 0.05, max: 5, step: 0.05, value: 0.3 }), '0.3 for card, 0.6 in sleeves') : null,
      field('Precut labels or cards', el('input', { name: 'stock', placeholder: 'none', autocomplete: 'off' }), 'the product number, such as 5371 or avery-l7160'),
      field('Marks for a cutting plotter', select('registration', [['', 'none'], ['three', 'three corners (Cameo, Portrait)'], ['four', 'four corners (Cameo 5 Alpha)']])),
      field('Sharpness of PNG pictures, dots per inch', el('input', { name: 'dpi', type: 'number', min: 36, max: 600, value: 300 })),
    ].filter(Boolean);
  }

  /** What was guessed when a kit was made of tables. */
  #told() {
    const told = JSON.parse(sessionStorage.getItem(`told ${this.#source.kit}`) ?? '[]');
    if (told.length === 0) return null;
    return el('details', { class: 'told' }, el('summary', {}, `Made of your tables: ${told[0]}`), el('ul', {}, ...told.slice(1).map((line) => el('li', {}, line.trim()))));
  }

  #remember() {
    for (const name of KEPT) {
      const kept = localStorage.getItem(`print ${name}`);
      const input = this.#form.elements[name];
      if (input && [...input.options].some(({ value }) => value === kept)) input.value = kept;
    }
    this.#showFitting();
  }

  /** Some fields matter only with some choices. */
  #showFitting() {
    const { paper, other, dice, die } = this.#form.elements;
    other.closest('label').hidden = paper.value !== 'other';
    if (die) die.closest('label').hidden = dice.value !== 'edge';
  }

  #wish() {
    const fields = this.#form.elements;
    const value = (name) => fields[name]?.value || undefined;
    const number = (name) => (value(name) === undefined ? undefined : Number(value(name)));
    const chosen = [...this.#form.querySelectorAll('[name=deck]:checked')].map((box) => box.value);
    const isSome = chosen.length > 0 && chosen.length < this.#about.decks.length;
    return {
      paper: fields.paper.value === 'other' ? fields.other.value.replaceAll(' ', '') : fields.paper.value,
      ink: value('ink'),
      layout: value('layout'),
      theme: value('theme'),
      edition: value('edition'),
      copies: number('copies'),
      rules: fields.rules?.checked,
      paper_dice: fields.dice?.value === 'paper',
      die: fields.dice?.value === 'edge' ? value('die') : undefined,
      hex: value('hex'),
      decks: isSome ? chosen : undefined,
      flip: value('flip'),
      sides: value('sides'),
      no_gutters: fields.no_gutters.checked,
      scale: number('scale'),
      tuckbox: value('tuckbox'),
      tray: value('tray'),
      thickness: value('thickness'),
      stock: value('stock'),
      registration: value('registration'),
    };
  }

  get #cardWish() {
    const value = (name) => this.#form.elements[name]?.value || undefined;
    if (this.#about.kind !== 'cards') return undefined;
    return { size: value('size'), bleed: value('bleed'), backs: value('backs'), grid: value('grid') };
  }

  // ---------- printing ----------

  #soon(wait) {
    this.#showFitting();
    for (const name of [...KEPT, 'other']) if (this.#form.elements[name]) localStorage.setItem(`print ${name}`, this.#form.elements[name].value);
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#print(), wait);
  }

  async #print() {
    if (this.#busy) {
      this.#again = true;
      return;
    }
    if (!this.#form.checkValidity()) {
      this.#form.reportValidity();
      return;
    }
    const source = { ...this.#source, language: this.#form.elements.language?.value, cards: this.#cardWish };
    const begun = performance.now();
    const print = await this.#work('Printing…', 'print', { source, wish: this.#wish() });
    if (print) {
      this.#show(print);
      this.#status.textContent = `${print.summary}.`;
      this.#say(`Printed. ${print.summary}.`);
      // For scripts that drive the page from outside.
      this.root.dataset.printed = String(Math.round(performance.now() - begun));
    }
    if (this.#again && !this.#left) {
      this.#again = false;
      await this.#print();
    }
  }

  /** Calls the program, with its progress on show; says what is wrong and returns null. */
  async #work(words, call, args) {
    this.#busy = true;
    this.#wrong.clear();
    this.#status.textContent = words;
    this.#bar.removeAttribute('value');
    // What is quick needs no bar.
    const late = setTimeout(() => (this.working.hidden = false), 300);
    try {
      return await this.#program.call(call, args, (progress) => this.#told_of(progress));
    } catch (error) {
      if (this.#left) return null;
      this.#status.textContent = error.stopped ? 'Stopped.' : '';
      if (!error.stopped) this.#fail(error);
      return null;
    } finally {
      clearTimeout(late);
      this.working.hidden = true;
      this.#busy = false;
    }
  }

  #told_of({ what, done, all }) {
    this.#bar.value = done / Math.max(all, 1);
    this.#status.textContent = what === 'faces' ? `Drawing piece ${done} of ${all}…` : `Writing page ${done} of ${all}…`;
  }

  #fail(error) {
    this.#got.replaceChildren();
    this.#sheets.replaceChildren();
    this.#wrong.say(error);
  }

  #show(print) {
    this.#got.replaceChildren(...this.#files(print));
    this.#watcher?.disconnect();
    this.#addresses.forEach(giveUp);
    this.#addresses = [];
    this.#watcher = new IntersectionObserver((seen) => seen.filter(({ isIntersecting }) => isIntersecting).forEach(({ target }) => this.#draw(target)), { rootMargin: '600px' });
    const [w, h] = print.paper;
    const sheets = print.sides.map((side, index) => {
      const sheet = el('a', { class: 'paper', target: '_blank', 'data-side': side, 'aria-label': `Sheet side ${index + 1} of ${print.sides.length}, larger` });
      sheet.style.aspectRatio = `${w} / ${h}`;
      sheet.style.setProperty('--ratio', w / h);
      return sheet;
    });
    this.#sheets.replaceChildren(...sheets);
    this.#sheets.classList.toggle('single', sheets.length === 1);
    sheets.forEach((sheet) => this.#watcher.observe(sheet));
  }

  /** Draws a sheet that came into sight. */
  async #draw(sheet) {
    this.#watcher.unobserve(sheet);
    try {
      const svg = await this.#program.call('sheet', { side: Number(sheet.dataset.side) });
      if (!sheet.isConnected) return;
      const src = URL.createObjectURL(new Blob([svg], { type: TYPES.svg }));
      this.#addresses.push(src);
      sheet.href = src;
      sheet.replaceChildren(el('img', { src, alt: '' }));
    } catch {
      // The program was stopped; the next print draws it again.
    }
  }

  /** The files that can be had. */
  #files({ files, warnings: all, wasted }) {
    // What is missing on the sheets is told before they are taken.
    const isLeftOut = (warning) => warning.startsWith('left out: ');
    // Faces and sheets may say the same.
    const each = [...new Set(all)];
    const leftOut = each.filter(isLeftOut);
    const warnings = each.filter((warning) => !isLeftOut(warning));
    const pdfs = files.filter(({ format }) => format === 'pdf');
    const words = (name) => DOCUMENTS.find(([ending]) => name.endsWith(ending))?.[1] ?? 'Sheets to print';
    const one = ({ name }, index) => button(words(name), { class: index === 0 ? 'btn first' : 'btn', 'data-file': name, onclick: () => this.#get(name) }, icon('keep'), el('span', { class: 'unseen' }, 'PDF: '));
    const packs = [['svg', 'SVG'], ['png', 'PNG'], ['cut', 'For a cutting plotter']].map(([format, label]) => this.#pack(files, format, label));
    const listed = (some) => (some.length > 0 ? el('ul', { class: 'warnings' }, ...some.map((warning) => el('li', {}, sentence(warning)))) : null);
    return [
      wasted ? el('details', { class: 'told' }, el('summary', {}, 'Could it be fewer sheets?'), el('p', {}, `${sentence(wasted)}.`)) : null,
      listed(leftOut),
      el('h2', {}, 'Download'),
      el('p', { class: 'tag caps' }, 'PDF'),
      el('div', { class: 'does' }, ...pdfs.map(one)),
      el('p', { class: 'tag caps' }, 'Other files'),
      el('div', { class: 'does' }, ...packs.filter(Boolean)),
      listed(warnings),
      el('p', { class: 'note' }, icon('check'), el('span', {}, 'Print at 100 %, not “fit to page”, and measure the ruler at the edge: it should be 100 mm long.')),
      el('p', { class: 'does' }, this.#edit(), el('a', { class: 'btn', href: address('play', this.#source) }, 'Play it')),
    ].filter(Boolean);
  }

  /** A kit of one's own is changed where it was made. */
  #edit() {
    const { kit } = this.#source;
    return kit && this.#about.kind === 'kit' ? el('a', { class: 'btn', href: address('make', { kit }) }, 'Edit it') : null;
  }

  #pack(files, format, label) {
    const some = files.filter((file) => file.format === format);
    if (some.length === 0) return null;
    const act = () => (some.length === 1 ? this.#get(some[0].name) : this.#getAll(format));
    return button(label, { class: 'btn', 'data-pack': format, onclick: act });
  }

  get #dpi() {
    return Number(this.#form.elements.dpi.value) || 300;
  }

  async #get(name) {
    const before = this.#status.textContent;
    const bytes = await this.#work('Writing…', 'file', { name, dpi: this.#dpi });
    if (!bytes) return;
    this.#status.textContent = before;
    download(name, bytes, TYPES[name.split('.').at(-1)]);
  }

  async #getAll(format) {
    const before = this.#status.textContent;
    const bytes = await this.#work('Writing…', 'archive', { format, dpi: this.#dpi });
    if (!bytes) return;
    this.#status.textContent = before;
    download(`${this.#about.id}-${format}.zip`, bytes, TYPES.zip);
  }
}
