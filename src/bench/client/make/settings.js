// What is written in an element of a face, and words for it.

/** What names a field or a colour in templates. */
export const IS_NAME = /^[\p{L}_][\p{L}\p{N}_]*$/u;
export const IS_QUOTED = /^"[^"\\]*"$|^'[^'\\]*'$/;
const WEIGHTS = { 400: '', 600: ', half bold', 700: ', bold', 900: ', black' };
/** Where words are in their box. */
export const ALONG = [['start', 'left'], ['middle', 'in the middle'], ['end', 'right']];
export const DOWN = [['top', 'at the top'], ['middle', 'in the middle'], ['bottom', 'at the bottom']];

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

/** The colours that templates can name. */
export function coloursOf({ colours }) {
  return Object.keys(colours).filter((colour) => IS_NAME.test(colour));
}

/** The fonts with their weights, each as it is chosen and in words. */
export function fontsOf({ fonts }) {
  return fonts.map(([family, weight]) => [`${family} ${weight}`, family + (WEIGHTS[weight] ?? `, ${weight}`)]);
}

/** Hundredths of a millimetre are enough. */
export function round(length) {
  return Math.round(length * 100) / 100;
}
