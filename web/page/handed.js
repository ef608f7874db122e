// Files that one view hands to the next for a kit, which asks what should happen to them.

let waiting = { kit: null, files: [] };

export function hand(kit, files) {
  waiting = { kit, files };
}

/** What was handed on for this kit; once. */
export function handed(kit) {
  const files = waiting.kit === kit ? waiting.files : [];
  waiting = { kit: null, files: [] };
  return files;
}
