// Elements are created only here. Words are inserted as text, so that names of players and pieces are never parsed as markup.

const SVG = 'http://www.w3.org/2000/svg';

/** Creates an element. Names starting with `on` are listeners; `class`, `data-` and `aria-` are attributes; all others are properties. */
export function el(tag, properties = {}, ...children) {
  return fill(document.createElement(tag), properties, children);
}

/** Creates an SVG element; every property is an attribute. */
export function svg(tag, properties = {}, ...children) {
  const node = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(properties)) {
    if (value !== null && value !== undefined && value !== false) node.setAttribute(name, value);
  }
  node.append(...children.filter((child) => child !== null));
  return node;
}

function fill(node, properties, children) {
  for (const [name, value] of Object.entries(properties)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith('on')) node.addEventListener(name.slice(2), value);
    else if (name === 'class' || name === 'role' || name === 'for' || name.includes('-')) node.setAttribute(name, value);
    else node[name] = value;
  }
  node.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== false));
  return node;
}

const ICONS = {
  undo: 'M9 14 4 9l5-5M4 9h10a6 6 0 0 1 0 12h-3',
  redo: 'm15 14 5-5-5-5M20 9H10a6 6 0 0 0 0 12h3',
  why: 'M9 9a3 3 0 1 1 4.2 2.7c-.9.4-1.2 1-1.2 2.3M12 18v.01M12 2a10 10 0 1 0 0 20 10 10 0 0 0 0-20',
  rules: 'M4 5a2 2 0 0 1 2-2h14v16H6a2 2 0 0 0-2 2zM4 21V5M9 8h7M9 12h5',
  more: 'M5 12v.01M12 12v.01M19 12v.01',
  phone: 'M8 2h8a2 2 0 0 1 2 2v16a2 2 0 0 1-2 2H8a2 2 0 0 1-2-2V4a2 2 0 0 1 2-2M11 18.5h2',
  'no-phone': 'M8 2h8a2 2 0 0 1 2 2v16a2 2 0 0 1-2 2H8a2 2 0 0 1-2-2V4a2 2 0 0 1 2-2M3 4l18 16',
  table: 'M3 6l6-2 6 2 6-2v14l-6 2-6-2-6 2zM9 4v14M15 6v14',
  die: 'M4 4h16v16H4zM8.5 8.5v.01M15.5 15.5v.01M15.5 8.5v.01M8.5 15.5v.01',
  lock: 'M6 11h12v10H6zM8 11V7a4 4 0 0 1 8 0v4',
  eye: 'M2 12s4-7 10-7 10 7 10 7-4 7-10 7S2 12 2 12M12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6',
  refused: 'M5 5l14 14M12 2a10 10 0 1 0 0 20 10 10 0 0 0 0-20',
  check: 'M4 12l5 6L20 6',
  glass: 'M7 3h10M7 21h10M8 3v4l8 10v4M16 3v4L8 17v4',
  close: 'M6 6l12 12M18 6 6 18',
  pen: 'M4 20l1-5L16 4l4 4L9 19zM13 7l4 4',
  luck: 'M4 20V10M10 20V4M16 20v-7M22 20H2',
  keep: 'M12 3v12M7 10l5 5 5-5M4 20h16',
  look: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18M12 3v18',
  log: 'M4 6h16M4 12h16M4 18h10',
  again: 'M20 12a8 8 0 1 1-2.5-5.8M20 3v5h-5',
};

/** A small icon beside words with the same meaning. */
export function icon(name) {
  return svg('svg', { class: 'i', viewBox: '0 0 24 24', 'aria-hidden': 'true' }, svg('path', { d: ICONS[name] }));
}

/** A button of the page. */
export function button(words, properties = {}, ...before) {
  return el('button', { type: 'button', ...properties }, ...before, words);
}

/** The number of a rule, shown beside a sentence. */
export function rule(number) {
  return number ? el('span', { class: 'rule' }, number) : null;
}
