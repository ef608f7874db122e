// The page's own words, in the language of the game.

import { language, words } from './words.js';

/** Words of the page in its language; `{name}` is replaced by the value of that name. */
export function t(text, values = {}) {
  return (words[text] ?? text).replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole);
}

document.documentElement.lang = language;
