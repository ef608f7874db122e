// A face as it is once it is cut.

import { svg } from '../parts.js';

/** The picture at an address, of a face of this deck; `id` is that of its outline on the page. With lines, its bleed is seen too. */
export function trimmed(deck, address, id, hasLines = false) {
  const { size: [w, h], bleed, safe, outline } = deck;
  const around = hasLines ? bleed : 0;
  const trim = (attributes) => (outline ? svg('path', { d: outline, ...attributes }) : svg('rect', { width: w, height: h, ...attributes }));
  // What nothing is drawn on is paper.
  const paper = trim({ fill: '#fff' });
  const image = svg('image', { href: address, x: -bleed, y: -bleed, width: w + 2 * bleed, height: h + 2 * bleed, 'clip-path': around ? null : `url(#${id})` });
  const lines = hasLines ? [trim({ class: 'cut' }), svg('rect', { x: safe, y: safe, width: w - 2 * safe, height: h - 2 * safe, class: 'safe' })] : [];
  const view = `${-around} ${-around} ${w + 2 * around} ${h + 2 * around}`;
  const picture = svg('svg', { viewBox: view, 'aria-hidden': 'true' }, svg('clipPath', { id }, trim({})), paper, image, ...lines);
  picture.style.aspectRatio = `${w + 2 * around} / ${h + 2 * around}`;
  return picture;
}
