// What all that is selected on a face has, to be set for each of it.

import { el, half, select } from '../parts.js';
import { ALONG, DOWN, bare, coloursOf, facesOf, familiesOf, lengthOf, nameOf, nearest, paintOf, quoted, round, setting } from './settings.js';
import { swatches } from './swatches.js';

/** What a choice has if the things differ. */
const VARIOUS = '\u0000';

const isText = ({ kind }) => kind === 'text';
const isDrawn = ({ kind, name }) => kind === 'element' && !['image', 'use'].includes(name);

export class Shared {
  #several;
  #easel;
  #forAll;

  /** `forAll(act)` does to each of them what `act` makes of it. */
  constructor(several, easel, forAll) {
    this.#several = several;
    this.#easel = easel;
    this.#forAll = forAll;
  }

  fields() {
    const all = (is) => this.#several.length > 0 && this.#several.every(is);
    const plain = (to) => (to === '' ? null : to);
    const inQuotes = (to) => (to === '' ? null : quoted(to));
    const own = (name) => (element) => setting(element, name);
    const words = (name) => (element) => bare(setting(element, name));
    return [
      ...this.#sizes(),
      all((element) => isText(element) || (isDrawn(element) && element.name !== 'line')) ? this.#colour('fill', 'Colour') : null,
      all(isDrawn) ? this.#colour('stroke', 'Outline') : null,
      all(isDrawn) ? this.#field('Outline, mm', 'stroke-width', own('stroke-width'), plain) : null,
      all(isText) ? this.#field('Letters, mm', 'size', own('size'), (to) => plain(lengthOf(to))) : null,
      ...(all(isText) ? this.#font() : []),
      all(isText) ? this.#field('Aligned', 'align', words('align'), inQuotes, ALONG) : null,
      all(isText) ? this.#field('In its box', 'valign', words('valign'), inQuotes, DOWN) : null,
      all(isText) ? this.#field('Italic', 'italic', own('italic'), plain, [['false', 'no'], ['true', 'yes']]) : null,
      all(({ kind }) => kind === 'element') ? this.#field('Opacity', 'opacity', own('opacity'), plain) : null,
    ].filter(Boolean);
  }

  /** A field for a setting: what it is if they are alike, what `write` makes of it for each, and what `more` does besides. */
  #field(label, name, read, write, choices = null, more = () => []) {
    const values = new Set(this.#several.map(read));
    const value = values.size === 1 ? [...values][0] : null;
    const input = choices ? select(`all ${name}`, choices) : el('input', { name: `all ${name}`, autocomplete: 'off', spellcheck: false });
    if (choices && !choices.some(([known]) => known === value)) {
      input.prepend(el('option', { value: value ?? VARIOUS, disabled: true }, value === null ? 'various' : paintOf(value) || 'default'));
    }
    input.value = value ?? (choices ? VARIOUS : '');
    if (!choices && value === null) input.placeholder = 'various';
    if (!choices) input.dataset.said = input.value;
    input.addEventListener('change', () => this.#forAll((element) => [{ set: { at: element.at, name, to: write(input.value, element) } }, ...more(input.value, element)]));
    return half(label, input);
  }

  /** A colour of the palette, which texts and shapes name differently. */
  #colour(name, label) {
    const read = (element) => setting(element, name).replace(/^\{\{\s*|\s*\}\}$/g, '').replace(/^c\./, '');
    const values = new Set(this.#several.map(read));
    const value = values.size === 1 ? [...values][0] : null;
    const write = (to, element) => (to === '' ? null : isText(element) ? `c.${to}` : `{{ c.${to} }}`);
    const { colours } = this.#easel;
    const choices = [['', 'as usual', null], ...coloursOf(this.#easel).map((colour) => [colour, nameOf(colour), colours[colour]])];
    const set = (make) => this.#forAll((element) => ({ set: { at: element.at, name, to: make(element) } }));
    return swatches(`all ${name}`, label, {
      choices,
      value,
      said: value === null ? 'various' : paintOf(value),
      pick: (to) => set((element) => write(to, element)),
      other: (hex) => set((element) => (isText(element) ? quoted(hex) : hex)),
    });
  }

  #sizes() {
    const places = this.#several.map(({ places }) => places[0]);
    if (places.length === 0 || places.includes(undefined)) return [];
    return [['Width', 2], ['Height', 3]].map(([label, side]) => {
      const lengths = new Set(places.map(({ box }) => round(box[side])));
      const input = el('input', { name: `all ${label}`, type: 'number', min: 0.5, step: 0.1, value: lengths.size === 1 ? [...lengths][0] : '', placeholder: 'various' });
      input.dataset.said = input.value;
      const sized = ({ at, places: [{ matrix, box }] }) => ({ place: { at, matrix, from: box, to: box.map((length, index) => (index === side ? Number(input.value) : length)) } });
      input.addEventListener('change', () => Number(input.value) > 0 && this.#forAll(sized));
      return half(`${label}, mm`, input);
    });
  }

  /** A font, and how bold it is, as far as they are alike. */
  #font() {
    const { fonts } = this.#easel;
    const family = (element) => bare(setting(element, 'font') || 'Alegreya');
    const families = new Set(this.#several.map(family));
    const weight = (element) => setting(element, 'weight') || '400';
    const faces = families.size === 1 ? facesOf(fonts, [...families][0]) : [];
    return [
      this.#field('Font', 'font', family, quoted, familiesOf(fonts), (to, element) => [{ set: { at: element.at, name: 'weight', to: nearest(facesOf(fonts, to), weight(element)) } }]),
      faces.length > 1 ? this.#field('Bold', 'weight', weight, (to) => to, faces) : null,
    ];
  }
}
