// Boxes on the table, in mm of their zone: `{ x, y, w, h }` from the top left corner.

/** The box of a thing as it lies, including quarter turns. */
export function boxOf(thing) {
  const [w, h] = (thing.turns ?? 0) % 2 ? [thing.h, thing.w] : [thing.w, thing.h];
  return { x: thing.x - w / 2, y: thing.y - h / 2, w, h };
}

export function middle({ x, y, w, h }) {
  return { x: x + w / 2, y: y + h / 2 };
}

/** The boxes of the words that are printed on a thing, as it lies. */
export function printed({ x, y, w, h, turns = 0, words = [] }) {
  return words.map(([left, top, wide, high]) => {
    let box = { x: (left / 100 - 0.5) * w, y: (top / 100 - 0.5) * h, w: (wide / 100) * w, h: (high / 100) * h };
    for (let turn = 0; turn < turns; turn += 1) box = { x: -box.y - box.h, y: box.x, w: box.h, h: box.w };
    return { ...box, x: x + box.x, y: y + box.y };
  });
}

/** The outline of a thing as it lies, with its turn. */
export function outlined({ outline, turns = 0 }) {
  if (!Array.isArray(outline)) return outline;
  return outline.map((corner) => {
    let [x, y] = corner;
    for (let turn = 0; turn < turns; turn += 1) [x, y] = [-y, x];
    return [x, y];
  });
}

/** The distance of a point from a box; 0 inside it. */
export function distance({ x, y, w, h }, point) {
  const dx = Math.max(x - point.x, 0, point.x - (x + w));
  const dy = Math.max(y - point.y, 0, point.y - (y + h));
  return Math.hypot(dx, dy);
}

/** The box around boxes. */
export function around(boxes) {
  const x = Math.min(...boxes.map((box) => box.x));
  const y = Math.min(...boxes.map((box) => box.y));
  const right = Math.max(...boxes.map((box) => box.x + box.w));
  const bottom = Math.max(...boxes.map((box) => box.y + box.h));
  return { x, y, w: right - x, h: bottom - y };
}
