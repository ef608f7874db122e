// The layout of a table in a window: the map and, below or beside it, the areas of the players and of the table, whose heaps and
// counters flow in rows; every zone in true proportion.

/** Space between areas, within them, and above a player's area for the name, in rem. */
const GAP = 1.5;
const WITHIN = 0.9;
/** Space between what belongs together, in rem. */
const AMONG = 0.45;
const HEAD = 2.4;
/** The height of a heap's title, in rem. */
const TITLE = 1.5;
/** The largest scale of pieces, in rem per mm: a tile of 36 mm is then 14 rem wide on the map. */
export const LARGEST = { map: 0.4, rest: 0.22 };
/** The smallest scale of everything but the map, in rem per mm. */
const SMALLEST = 0.035;
/** Heaps of small pieces are enlarged to this size, in rem; cards, and columns of them, are legible at less. */
const HEAP = 2.6;
const CARDS = 2.1;
/** The shares of the window that columns beside the map may take, and the share that all areas may. */
const BESIDE = [0.42, 0.34, 0.27, 0.21];
const HALF = 0.36;
/** The shares that areas may take beside a map that is as high as the window, or as large as it may be: that one still gets half. */
const SPARE = 0.54;
const SPARE_BY_LARGEST = 0.43;
/** Words may take a little more than was reckoned. */
const SURE = 0.95;
/** Beyond this scale, in rem per mm, larger pieces beside a map are no gain; below the other they are hard to read, which weighs more. */
const ENOUGH = 0.16;
const LEGIBLE = 0.075;
/** How much it weighs that they are, for the side on which areas are, and for their size. */
const UNREAD = { side: 0.08, size: 0.2 };
/** How much smaller pieces may be for that. */
const EVEN = 0.72;
/** The largest size of counters beside cards. */
const BESIDE_CARDS = 1.5;
/** The sizes of counters and small pieces, larger on an empty table, and from which size on pieces are not small, in mm. */
export const GROWTH = [3, 2.6, 2.2, 1.8, 1.5, 1.25, 1, 0.86, 0.74];
const SMALL = 60;
/** With more zones than this, an area is full. */
const FEW = 3;

/**
 * The scales at which everything fits: `{ map, rest, beside, most, grow }`, in px per mm, with areas at most `most` px wide. Larger is better, and the map matters more.
 * `window` has `w`, `h` and `rem` in px; zones have boxes in mm. Areas have `zones`, the size of their `panel` in px or null, and
 * the least width of their `head` in px or null. `side` is true or false to keep the areas beside or below the map.
 */
export function arrange(map, areas, window, side = null) {
  if (!map) return spread(areas, window);
  let best = null;
  for (let scale = LARGEST.rest * window.rem; scale >= SMALLEST * window.rem; scale *= 0.93) {
    for (const { beside, most } of sides(areas, window, side)) {
      const taken = areas.length ? pack(areas, scale, window, beside, most) : { w: 0, h: 0 };
      const w = beside ? window.w - taken.w : window.w;
      const h = beside ? window.h : window.h - taken.h;
      const found = { map: fit(map, w, h, LARGEST.map * window.rem), rest: scale, beside, most, grow: 1 };
      if (found.map <= 0 || taken.w > window.w || taken.h > window.h) continue;
      const share = beside ? taken.w / window.w : taken.h / window.h;
      // A map as high as the window gains nothing from more width, one as wide nothing from more height, and the largest nothing at all.
      const [wide, high] = [w / map.box[2], h / map.box[3]];
      const isLargest = Math.min(wide, high) * SURE >= LARGEST.map * window.rem;
      const isSpare = !isLargest && (beside ? high <= wide * SURE : wide <= high * SURE);
      const limit = side === null ? HALF : isSpare ? SPARE : isLargest ? SPARE_BY_LARGEST : HALF;
      // While a map is small, what counts is the room that it has; when the side is chosen, the map may still grow in any direction.
      const shape = side === null ? Math.sqrt((w * h) / (map.box[2] * map.box[3])) : 1;
      // Nor does it gain from more room than it may fill.
      const fits = fit(map, w, h, LARGEST.map * window.rem);
      const room = side === null ? Math.sqrt(fits * shape) : fits;
      const pieces = Math.min(scale, found.map, ENOUGH * window.rem);
      const unread = Math.max(0, Math.log((LEGIBLE * window.rem) / pieces));
      found.worth = 0.78 * Math.log(room) + 0.22 * Math.log(pieces) - (side === null ? UNREAD.side : UNREAD.size) * unread - 8 * Math.max(0, share - limit);
      if (best === null || found.worth > best.worth) best = found;
    }
  }
  if (best) return best;
  if (side !== null) return arrange(map, areas, window);
  return { map: fit(map, window.w, window.h / 2, LARGEST.map * window.rem), rest: SMALLEST * window.rem, beside: false, grow: 1 };
}

/** The ways to arrange areas, below the map or beside it in columns of several widths: `{ beside, most }`. Columns would take from a
 * window that is higher than wide what the map needs most. */
function sides(areas, window, side) {
  // Counters cannot be narrower than they are.
  const widest = Math.max(0, ...areas.map(({ panel }) => panel?.w ?? 0));
  const columns = BESIDE.map((share) => ({ beside: true, most: Math.max(window.w * share, widest) }));
  const wanted = side ?? (window.w < window.h ? false : null);
  return [{ beside: false, most: window.w }, ...columns].filter(({ beside }) => wanted === null || beside === wanted);
}

/** The scale without a map, which has none then: as large as everything fits, with what all share above the players, of whom each
 * line has as many, if that is possible with pieces a little smaller. */
function spread(areas, window) {
  const small = grows(areas);
  const rows = [areas.filter((area) => area.shared), areas.filter((area) => !area.shared)];
  let largest = null;
  for (const grow of GROWTH.filter((grow) => small || grow <= BESIDE_CARDS)) {
    if (largest && grow < largest.grow * EVEN) break;
    const least = (grow > 1 ? 0.14 : SMALLEST) * window.rem;
    for (let scale = LARGEST.rest * window.rem * (small ? grow : 1); scale >= Math.max(least, (largest?.rest ?? 0) * EVEN); scale *= 0.95) {
      const taken = rows.map((row) => (row.length ? pack(row, scale, window, false, window.w, grow) : { w: 0, h: 0, lines: [] }));
      const fits = taken.every(({ w }) => w <= window.w) && taken[0].h + taken[1].h <= window.h;
      if (!fits) continue;
      const found = { map: 0, rest: scale, beside: false, grow };
      if (new Set(taken[1].lines).size < 2) return found;
      largest ??= found;
    }
  }
  if (largest) return largest;
  return { map: 0, rest: SMALLEST * window.rem, beside: false, grow: GROWTH.at(-1) };
}

/** Whether counters and pieces may be much enlarged: there are few, and all small. */
export function grows(areas) {
  return areas.every(({ zones }) => zones.length <= FEW && zones.every(({ box: [, , w, h] }) => Math.min(w, h) < SMALL));
}

/** The largest scale at which a zone fits, at most `largest`. */
export function fit(zone, w, h, largest) {
  if (!zone) return 0;
  return Math.min(w / zone.box[2], h / zone.box[3], largest);
}

/** By how much zones are enlarged in which nothing but small pieces lies. */
const FINE = 1.6;
/** How much smaller hands are of which nobody here sees a card. */
const UNSEEN = 0.8;

/** The scale of a zone in an area: those of small pieces are larger than the others. */
export function scaled(zone, scale, rem, limit) {
  if (zone.kind !== 'heap') return zone.isFine ? Math.max(scale, Math.min(scale * FINE, limit / zone.box[2])) : scale;
  const side = Math.min(zone.box[2], zone.box[3]);
  const readable = ((side < SMALL ? HEAP : CARDS) * rem) / side;
  const own = zone.isUnseen ? scale * UNSEEN : scale;
  return Math.min(Math.max(own, readable), limit / zone.box[2]);
}

/** The size of an area whose contents flow in rows of at most this width, in px. */
export function flow(area, scale, rem, limit, grow = 1) {
  const size = (zone) => {
    const own = scaled(zone, scale, rem, limit);
    const title = zone.kind === 'heap' ? TITLE * rem : 0;
    return { w: Math.max(zone.box[2] * own, zone.least ?? 0), h: zone.box[3] * own + title + (zone.below?.(own) ?? 0) };
  };
  const items = sets(area.zones).map((set) => line(set.map(size), set, rem, limit) ?? rows(set.map(size), AMONG * rem, limit));
  if (area.panel) items.unshift({ w: Math.min(area.panel.w * grow, limit), h: area.panel.h * grow });
  const { w, h } = rows(items, WITHIN * rem, limit);
  const head = area.head === null ? 0 : HEAD * rem;
  return { w: Math.ceil(Math.max(w, Math.min(area.head ?? 0, limit))) + 1, h: h + head };
}

/** Zones by what belongs together. */
export function sets(zones) {
  const all = [];
  for (const zone of zones) {
    const last = all.at(-1);
    if (last && zone.set !== undefined && last[0].set === zone.set) last.push(zone);
    else all.push([zone]);
  }
  return all;
}

/** The size of what belongs together in one row, even if that is too wide yet; null for what would never fit in one. */
function line(items, set, rem, limit) {
  const gap = AMONG * rem;
  const gaps = gap * (items.length - 1);
  const least = set.reduce((sum, zone) => sum + (zone.least ?? 0), gaps);
  return set.length > 1 && least <= limit ? rows(items, gap, Infinity) : null;
}

/** The size of boxes in rows of at most this width. */
function rows(items, gap, limit) {
  let [w, h, x, high] = [0, 0, 0, 0];
  for (const item of items) {
    if (x > 0 && x + gap + item.w > limit) {
      h += high + gap;
      [x, high] = [0, 0];
    }
    x += (x > 0 ? gap : 0) + item.w;
    w = Math.max(w, x);
    high = Math.max(high, item.h);
  }
  return { w, h: h + high };
}

/** The space that areas need in rows below the map, or in columns beside it, and how many are in each of those `lines`. */
export function pack(areas, scale, window, beside, most, grow = 1) {
  const gap = GAP * window.rem;
  const size = (area) => {
    const { w, h } = flow(area, scale, window.rem, most, grow);
    return beside ? [h, w] : [w, h];
  };
  const long = beside ? window.h : window.w;
  let lines = 0;
  let along = Infinity;
  let line = 0;
  let longest = 0;
  const counts = [];
  for (const [a, b] of areas.map(size)) {
    if (along + gap + a > long) {
      lines += line + (line ? gap : 0);
      [along, line] = [a, b];
      counts.push(1);
    } else {
      along += gap + a;
      line = Math.max(line, b);
      counts[counts.length - 1] += 1;
    }
    longest = Math.max(longest, along);
  }
  const across = lines + line + gap;
  return beside ? { w: across, h: longest, lines: counts } : { w: longest, h: across, lines: counts };
}
