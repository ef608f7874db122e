// What all that is selected on a face has, to be set for each of it.

import { el, half, select } from '../parts.js';
import { ALONG, DOWN, bare, coloursOf, fontsOf, paintOf, quoted, round, setting } from './settings.js';

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
      all(isDrawn) ? this.#field('Outline width, mm', 'stroke-width', own('stroke-width'), plain) : null,
      all(isText) ? this.#field('Letter size, mm', 'size', own('size'), plain) : null,
      all(isText) ? this.#font() : null,
      all(isText) ? this.#field('Aligned', 'align', words('align'), inQuotes, ALONG) : null,
      all(isText) ? this.#field('In its box', 'valign', words('valign'), inQuotes, DOWN) : null,
      all(isText) ? this.#field('Italic', 'italic', own('italic'), plain, [['false', 'no'], ['true', 'yes']]) : null,
      all(({ kind }) => kind === 'element') ? this.#field('Opacity, 0 to 1', 'opacity', own('opacity'), plain) : null,
    ].filter(Boolean);
  }

  /** A field for a setting: what it is if they are alike, and what `write` makes of it for each. */
  #field(label, name, read, write, choices = null) {
    const values = new Set(this.#several.map(read));
    const value = values.size === 1 ? [...values][0] : null;
    const input = choices ? select(`all ${name}`, choices) : el('input', { name: `all ${name}`, autocomplete: 'off', spellcheck: false });
    if (choices && !choices.some(([known]) => known === value)) {
      input.prepend(el('option', { value: value ?? VARIOUS, disabled: true }, value === null ? 'various' : paintOf(value) || 'default'));
    }
    input.value = value ?? (choices ? VARIOUS : '');
    if (!choices && value === null) input.placeholder = 'various';
    if (!choices) input.dataset.said = input.value;
    input.addEventListener('change', () => this.#forAll((element) => ({ set: { at: element.at, name, to: write(input.value, element) } })));
    return half(label, input);
  }

  /** A colour of the palette, which texts and shapes name differently. */
  #colour(name, label) {
    const read = (element) => setting(element, name).replace(/^\{\{\s*|\s*\}\}$/g, '').replace(/^c\./, '');
    const write = (to, element) => (to === '' ? null : isText(element) ? `c.${to}` : `{{ c.${to} }}`);
    const choices = coloursOf(this.#easel).map((colour) => [colour, colour.replaceAll('_', ' ')]);
    return this.#field(label, name, read, write, [['', 'default'], ...choices]);
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

  /** A font with its weight, which are set as one. */
  #font() {
    const said = (element) => `${bare(setting(element, 'font') || 'Alegreya')} ${setting(element, 'weight') || 400}`;
    const values = new Set(this.#several.map(said));
    const fonts = fontsOf(this.#easel);
    const input = select('all font', values.size > 1 ? [['', 'various'], ...fonts] : fonts);
    input.value = values.size > 1 ? '' : [...values][0];
    input.addEventListener('change', () => {
      const [family, weight] = this.#easel.fonts.find(([family, weight]) => `${family} ${weight}` === input.value) ?? [];
      if (family) this.#forAll(({ at }) => [{ set: { at, name: 'font', to: quoted(family) } }, { set: { at, name: 'weight', to: String(weight) } }]);
    });
    return half('Font', input);
  }
}
