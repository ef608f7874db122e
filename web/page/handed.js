// Files that one view hands to the next for a kit, which asks what should happen to them.

let waiting = { kit: null, files: [], way: null };

/** `way` says what should happen to them, if that was asked already. */
export function hand(kit, files, way = null) {
  waiting = { kit, files, way };
}

/** What was handed on for this kit; once. */
export function handed(kit) {
  const { files, way } = waiting.kit === kit ? waiting : { files: [], way: null };
  waiting = { kit: null, files: [], way: null };
  return { files, way };
}
