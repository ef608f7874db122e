// Where something in a text area is, also where its lines are wrapped.

import { el } from '../parts.js';

const LOOKS = ['font', 'letterSpacing', 'lineHeight', 'padding', 'tabSize', 'overflowWrap'];

/** How far a letter of a text area is from its upper left corner, in pixels, before it is scrolled; and how high its line is. */
export function placeIn(area, at) {
  const style = getComputedStyle(area);
  const mirror = el('div', { 'aria-hidden': 'true' });
  for (const name of LOOKS) mirror.style[name] = style[name];
  Object.assign(mirror.style, { position: 'absolute', visibility: 'hidden', boxSizing: 'border-box', whiteSpace: area.wrap === 'off' ? 'pre' : 'pre-wrap', width: `${area.clientWidth}px` });
  const mark = el('span', {}, '\u200b');
  const end = area.value.indexOf('\n', at);
  // The rest of its line may wrap it to the next.
  mirror.append(area.value.slice(0, at), mark, area.value.slice(at, end < 0 ? undefined : end));
  area.parentElement.append(mirror);
  const place = { top: mark.offsetTop, left: mark.offsetLeft, line: parseFloat(style.lineHeight) };
  mirror.remove();
  return place;
}
