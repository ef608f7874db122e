// Animates pieces that appear, or go from their old to their new places.

const LONG = 320;
const WITHIN = 900;

const still = matchMedia('(prefers-reduced-motion: reduce)');

/** Fades a node in. */
export function appear(node) {
  if (!still.matches) node.animate([{ opacity: 0 }, { opacity: 1 }], { duration: 240 });
}

/** Rolls a die until it shows its new face. */
export function tumble(node) {
  if (still.matches || document.hidden) return;
  const steps = [
    { transform: 'rotate(0) scale(1)' }, { transform: 'rotate(200deg) scale(1.18)', offset: 0.45 },
    { transform: 'rotate(345deg) scale(.96)', offset: 0.85 }, { transform: 'rotate(360deg) scale(1)' },
  ];
  node.firstChild.animate(steps, { duration: 520, easing: 'ease-out' });
}

/** Slides nodes one after the other within a second; each is `{ node, from }` with its former place on the screen. */
export function slide(moves) {
  if (still.matches || document.hidden || moves.length === 0) return;
  const step = Math.min(120, (WITHIN - LONG) / Math.max(1, moves.length - 1));
  const layer = document.createElement('div');
  layer.className = 'flights';
  layer.setAttribute('aria-hidden', 'true');
  document.body.append(layer);
  const flights = moves.map(({ node, from }, index) => fly(layer, node, from, index * step));
  Promise.allSettled(flights).then(() => layer.remove());
}

/** Moves a copy above everything, since zones clip their contents; the piece itself is hidden meanwhile. */
function fly(layer, node, from, delay) {
  const to = node.getBoundingClientRect();
  const copy = node.cloneNode(true);
  copy.classList.add('flying');
  const [w, h] = [node.offsetWidth, node.offsetHeight];
  copy.style.width = `${w}px`;
  copy.style.height = `${h}px`;
  const at = (box, scale) => `translate(${box.x + box.width / 2 - w / 2}px, ${box.y + box.height / 2 - h / 2}px) scale(${scale})`;
  const scale = to.width > 0 ? Math.max(from.width, from.height) / Math.max(to.width, to.height) : 1;
  layer.append(copy);
  node.classList.add('away');
  const motion = copy.animate([{ transform: at(from, scale) }, { transform: at(to, 1) }], {
    duration: LONG, delay, easing: 'cubic-bezier(.2, .7, .2, 1)', fill: 'both',
  });
  return motion.finished.finally(() => {
    node.classList.remove('away');
    copy.remove();
  });
}
