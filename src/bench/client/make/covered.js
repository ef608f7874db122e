// How much of a thing on a face is covered by others: its own picture beside that of the face.

/** The width in which both are compared, in pixels. */
const WIDTH = 420;
/** Colours that differ by less are the same. */
const NEAR = 40;
/** What is fainter is not looked at. */
const SOLID = 230;

/** The share of a thing that is not seen, 0 to 1; both are addresses of pictures of the same size. */
export async function coveredShare(alone, whole) {
  try {
    const [own, all] = await Promise.all([pixels(alone), pixels(whole)]);
    let [solid, hidden] = [0, 0];
    for (let at = 0; at < own.length; at += 4) {
      if (own[at + 3] < SOLID) continue;
      solid += 1;
      const differs = [0, 1, 2].some((part) => Math.abs(own[at + part] - all[at + part]) > NEAR);
      if (differs) hidden += 1;
    }
    return solid === 0 ? 0 : hidden / solid;
  } catch {
    // What cannot be looked at is not told about.
    return 0;
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
  return context.getImageData(0, 0, WIDTH, height).data;
}
