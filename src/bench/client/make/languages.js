// The texts of a kit in its other languages: what the catalogues `de.po` have, beside the original.

import { counted, el, field, select } from '../parts.js';

const NAMES = new Intl.DisplayNames(['en'], { type: 'language', fallback: 'code' });

export class Languages {
  #hands;
  #text = '';
  #entries = [];
  root;

  constructor(hands) {
    this.#hands = hands;
    this.choice = select('language', []);
    this.choice.addEventListener('change', () => this.opened());
    this.missing = el('input', { type: 'checkbox', onchange: () => this.#fill() });
    this.about = el('span', { class: 'tag' });
    this.list = el('div', { class: 'pairs' });
    this.root = el('div', { class: 'texts languages' },
      el('div', { class: 'does' }, field('Language', this.choice), el('label', { class: 'tick' }, this.missing, 'Only what is missing'), this.about), this.list);
  }

  show(paths) {
    const catalogues = paths.filter((path) => path.endsWith('.po'));
    const known = [...this.choice.options].map(({ value }) => value);
    if (known.join() !== catalogues.join()) this.choice.replaceChildren(...catalogues.map((path) => el('option', { value: path }, NAMES.of(path.split('/').at(-1).replace(/\.po$/, '')))));
    if (this.root.isConnected) this.opened();
  }

  /** Reads the catalogue anew. */
  async opened() {
    if (!this.choice.value) return;
    const text = await this.#hands.text(this.choice.value);
    if (text === this.#text) return;
    this.#text = text;
    this.#entries = entriesOf(text);
    this.#fill();
  }

  #fill() {
    const open = this.#entries.filter(({ said }) => said === '');
    this.about.textContent = `${counted(this.#entries.length, 'text')}, ${open.length} missing`;
    const focused = document.activeElement?.getAttribute('aria-label');
    const shown = this.missing.checked ? open : this.#entries;
    this.list.replaceChildren(...shown.map((entry) => this.#pair(entry)));
    if (focused) this.list.querySelector(`[aria-label="${CSS.escape(focused)}"]`)?.focus();
  }

  #pair(entry) {
    const words = el('textarea', { rows: 1, spellcheck: true, 'aria-label': `${entry.original}, translated` });
    words.value = entry.said;
    words.dataset.said = entry.said;
    words.addEventListener('change', () => this.#write(entry, words.value));
    words.addEventListener('keydown', (event) => {
      if (event.key !== 'Enter' || event.shiftKey) return;
      event.preventDefault();
      words.closest('.pair').nextElementSibling?.querySelector('textarea').focus();
    });
    return el('div', { class: entry.said === '' ? 'pair open' : 'pair' }, el('p', {}, entry.original), words);
  }

  /** Writes a translation; the rest of the file stays as it is. */
  #write(entry, to) {
    const lines = this.#text.split('\n');
    lines.splice(entry.from, entry.until - entry.from, `msgstr ${quoted(to)}`);
    return this.#hands.write(this.choice.value, lines.join('\n'));
  }
}

/** The entries of a catalogue: the original, what is said for it, and the lines that say so. */
function entriesOf(text) {
  const lines = text.split('\n');
  const entries = [];
  let original = null;
  for (let at = 0; at < lines.length; at += 1) {
    const [, key, first] = lines[at].match(/^(msgid|msgstr) (".*")\s*$/) ?? [];
    if (!key) continue;
    const from = at;
    let words = unquoted(first);
    while (/^".*"\s*$/.test(lines[at + 1] ?? '')) words += unquoted(lines[(at += 1)].trim());
    if (key === 'msgid') original = words;
    else if (original) entries.push({ original, said: words, from, until: at + 1 });
  }
  return entries;
}

const SIGNS = { n: '\n', t: '\t', '"': '"', '\\': '\\' };

function unquoted(words) {
  return words.slice(1, -1).replace(/\\(.)/g, (whole, sign) => SIGNS[sign] ?? whole);
}

function quoted(words) {
  return `"${words.replace(/[\\"]/g, '\\$&').replace(/\n/g, '\\n').replace(/\t/g, '\\t')}"`;
}
