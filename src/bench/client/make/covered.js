// How much of a thing on a face is covered by others: its own picture beside that of the face.

/** The width in which both are compared, in pixels. */
const WIDTH = 420;
/** Colours that differ by less are the same. */
const NEAR = 40;
/** What is fainter is not looked at. */
const SOLID = 230;

/** How many of the points at which a thing is hidden are told. */
const POINTS = 200;
/** What is this faint is not seen: clear places of a picture. */
const CLEAR = 24;

/** The share of a thing that is not seen, 0 to 1, and where it is not; both are addresses of pictures of the same size. */
export async function hiddenOf(alone, whole, page = [0, 0, 1, 1]) {
  const hidden = [];
  let solid = 0;
  try {
    const [own, all] = await Promise.all([pixels(alone), pixels(whole)]);
    for (let at = 0; at < own.data.length; at += 4) {
      if (own.data[at + 3] < SOLID) continue;
      solid += 1;
      if ([0, 1, 2].some((part) => Math.abs(own.data[at + part] - all.data[at + part]) > NEAR)) hidden.push(at / 4);
    }
    const step = Math.max(1, Math.floor(hidden.length / POINTS));
    const points = hidden.filter((_, index) => index % step === 0);
    const scale = page[2] / WIDTH;
    return { share: solid === 0 ? 0 : hidden.length / solid, hidden: points.map((at) => [page[0] + (at % WIDTH) * scale, page[1] + Math.floor(at / WIDTH) * scale]) };
  } catch {
    // What cannot be looked at is not told about.
    return { share: 0, hidden: [] };
  }
}

/** Tells at which points of a page a thing is seen; null if it cannot be looked at. */
export async function seenOf(alone, page) {
  try {
    const { data, height } = await pixels(alone);
    return (x, y) => {
      const [across, down] = [Math.floor(((x - page[0]) * WIDTH) / page[2]), Math.floor(((y - page[1]) * height) / page[3])];
      return across >= 0 && across < WIDTH && down >= 0 && down < height && data[4 * (down * WIDTH + across) + 3] > CLEAR;
    };
  } catch {
    return null;
  }
}

async function pixels(address) {
  const image = new Image();
  image.src = address;
  await image.decode();
  const height = Math.round((WIDTH * image.naturalHeight) / image.naturalWidth);
  const canvas = new OffscreenCanvas(WIDTH, height);
  const context = canvas.getContext('2d', { willReadFrequently: true });
  context.drawImage(image, 0, 0, WIDTH, height);
  return context.getImageData(0, 0, WIDTH, height);
}
