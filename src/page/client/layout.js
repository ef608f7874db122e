// The layout of a table's zones in a window: the map and, below or beside it, seats and piles, each in true proportion.

/** Space between zones, and above a seat for its name, in rem. */
const GAP = 1.5;
const HEAD = 2.2;
/** The least width of a seat, for its name and line, in rem. */
const NAME = 13;
/** The largest scale of pieces, in rem per mm: a tile of 36 mm is then 10 rem wide. */
const LARGEST = { map: 0.29, rest: 0.22 };
/** The smallest scale of seats and piles, in rem per mm. */
const SMALLEST = 0.035;

/**
 * The scales at which everything fits, in px per mm: `{ map, rest, beside }`. Larger is better, and the map matters more.
 * `window` has `w`, `h` and `rem` in px; zones have boxes in mm.
 */
export function arrange(zones, window) {
  const map = zones.find((zone) => zone.kind === 'map');
  const rest = zones.filter((zone) => zone !== map);
  let best = null;
  for (let scale = LARGEST.rest * window.rem; scale >= SMALLEST * window.rem; scale *= 0.93) {
    for (const beside of [false, true]) {
      const taken = rest.length ? pack(rest, scale, window, beside) : { w: 0, h: 0 };
      const w = beside ? window.w - taken.w : window.w;
      const h = beside ? window.h : window.h - taken.h;
      const found = { map: fit(map, w, h, LARGEST.map * window.rem), rest: scale, beside };
      if (found.map <= 0 || taken.w > window.w || taken.h > window.h) continue;
      found.worth = 0.68 * Math.log(found.map) + 0.32 * Math.log(Math.min(scale, found.map));
      if (best === null || found.worth > best.worth) best = found;
    }
  }
  return best ?? { map: fit(map, window.w, window.h / 2, LARGEST.map * window.rem), rest: SMALLEST * window.rem, beside: false };
}

/** The largest scale at which a zone fits, at most `largest`. */
export function fit(zone, w, h, largest) {
  if (!zone) return 1;
  return Math.min(w / zone.box[2], h / zone.box[3], largest);
}

/** The width of a zone at a scale, with its name above it. */
export function width(zone, scale, rem) {
  return Math.max(zone.box[2] * scale, zone.kind === 'seat' ? NAME * rem : 0);
}

/** The space that zones need in rows below the map, or in columns beside it. */
function pack(zones, scale, window, beside) {
  const gap = GAP * window.rem;
  const head = HEAD * window.rem;
  const size = (zone) => {
    const w = width(zone, scale, window.rem);
    const h = zone.box[3] * scale + (zone.kind === 'seat' ? head : 0);
    return beside ? [h, w] : [w, h];
  };
  const long = beside ? window.h : window.w;
  let lines = 0;
  let along = Infinity;
  let line = 0;
  let longest = 0;
  for (const [a, b] of zones.map(size)) {
    if (along + gap + a > long) {
      lines += line + (line ? gap : 0);
      [along, line] = [a, b];
    } else {
      along += gap + a;
      line = Math.max(line, b);
    }
    longest = Math.max(longest, along);
  }
  const across = lines + line + gap;
  return beside ? { w: across, h: longest } : { w: longest, h: across };
}
