// What icons look like, beside their names.

import { el } from '../parts.js';

/** Puts the picture of an icon before the words of each element that is one by its name; `hands.icons` draws them. */
export async function picture(elements, names, hands) {
  const drawn = await hands.icons(names).catch(() => ({}));
  elements.forEach((element, index) => {
    const source = drawn[names[index]];
    if (!source || !element.isConnected) return;
    const src = URL.createObjectURL(new Blob([source], { type: 'image/svg+xml' }));
    const done = () => URL.revokeObjectURL(src);
    element.prepend(el('img', { class: 'icon-sign', alt: '', src, onload: done, onerror: done }));
  });
}
