// Problems as people read them.

import { el } from './table/dom.js';

/** The elements that say what an error from the program says. */
export function report(error) {
  const problems = error.problems ?? [];
  if (problems.length === 0) return [el('p', {}, error.message)];
  const items = problems.map(({ file, line, column, message, help, more }) => {
    const place = line ? `${file}:${line}:${column}` : file;
    const rest = more > 0 ? ` (and ${more} more like it)` : '';
    return el('li', {}, el('b', {}, place), `: ${message}${rest}`, help ? el('p', { class: 'dim' }, help) : null);
  });
  return [el('ul', {}, ...items)];
}
