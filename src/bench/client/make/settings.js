// What is written in an element of a face, and words for it.

/** What names a field or a colour in templates. */
export const IS_NAME = /^[\p{L}_][\p{L}\p{N}_]*$/u;
export const IS_QUOTED = /^"[^"\\]*"$|^'[^'\\]*'$/;
const WEIGHTS = { 400: 'no', 500: 'slightly', 600: 'half', 700: 'yes', 800: 'very', 900: 'the most' };
/** Where words are in their box. */
export const ALONG = [['start', 'left'], ['middle', 'middle'], ['end', 'right']];
export const DOWN = [['top', 'top'], ['middle', 'middle'], ['bottom', 'bottom']];

/** A setting as it is written; "" if it is not. */
export function setting(element, name) {
  return element.settings.find(([known]) => known === name)?.[1] ?? '';
}

/** What somebody wrote for a colour, in words. */
export function paintOf(said) {
  const plain = said.replace(/^\{\{\s*|\s*\}\}$/g, '');
  if (/^(on_)?tone$/.test(plain)) return plain === 'tone' ? 'that of its kind' : 'what is legible on its kind';
  return /[{%(]/.test(plain) ? 'a formula' : plain;
}

/** Words as an argument of a call. */
export function quoted(words) {
  return `"${words.replaceAll('\\', '').replaceAll('"', '”')}"`;
}

/** The words of such an argument. */
export function bare(words) {
  return IS_QUOTED.test(words) ? words.slice(1, -1) : words;
}

/** The colours that templates can name; first those of this face. */
export function coloursOf({ colours, elements }) {
  const own = new Set(elements.flatMap(({ settings }) => settings.flatMap(([, value]) => value.match(/\bc\.([\p{L}_][\p{L}\p{N}_]*)/u)?.[1] ?? [])));
  const names = Object.keys(colours).filter((colour) => IS_NAME.test(colour));
  return [...names.filter((name) => own.has(name)), ...names.filter((name) => !own.has(name))];
}

/** What a colour is called; those of an imported deck stand for kinds of cards. */
export function nameOf(colour) {
  return colour.replace(/^tone_/, 'kind: ').replaceAll('_', ' ');
}

/** The fonts, each as it is chosen. */
export function familiesOf(fonts) {
  return [...new Set(fonts.map(([family]) => family))].map((family) => [family, family]);
}

/** How bold a font can be, from what is not. */
export function facesOf(fonts, family) {
  const weights = fonts.filter(([name]) => name === family).map(([, weight]) => weight).sort((one, other) => one - other);
  return (weights.length > 0 ? weights : [400]).map((weight) => [String(weight), WEIGHTS[weight] ?? String(weight)]);
}

/** The weight that is nearest to another. */
export function nearest(faces, weight) {
  const far = ([face]) => Math.abs(Number(face) - Number(weight));
  return [...faces].sort((one, other) => far(one) - far(other))[0][0];
}

/** Points in a millimetre. */
const POINTS = 72 / 25.4;

/** A size in points as one in millimetres; everything else as it is. */
export function lengthOf(said) {
  const [, points] = said.replace(',', '.').match(/^\s*([\d.]+)\s*pt\.?\s*$/i) ?? [];
  return points ? String(round(Number(points) / POINTS)) : said;
}

/** Millimetres in points, as "10.5 pt"; null if they are no number. */
export function inPoints(said) {
  return said !== '' && Number(said) > 0 ? `${Math.round(Number(said) * POINTS * 10) / 10} pt` : null;
}

/** Hundredths of a millimetre are enough. */
export function round(length) {
  return Math.round(length * 100) / 100;
}
