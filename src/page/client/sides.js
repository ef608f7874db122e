// On which side of the map the areas of the players are. It is chosen once for each size of the window, and kept for the whole game,
// also when the page is loaded again.

const KEY = 'sides';

export class Sides {
  #snap;

  /** `snap` returns the snapshot that is shown. */
  constructor(snap) {
    this.#snap = snap;
  }

  /** Whether the areas are beside the map; null if that is not chosen yet. */
  get() {
    return this.#kept().sides[size()] ?? null;
  }

  keep(beside) {
    const kept = this.#kept();
    if (kept.sides[size()] === beside) return;
    kept.sides[size()] = beside;
    sessionStorage.setItem(KEY, JSON.stringify(kept));
  }

  /** What is kept of this game: another game has other pieces. */
  #kept() {
    const { game, seats } = this.#snap();
    const of = JSON.stringify([game.title, seats.map(({ name }) => name)]);
    const kept = JSON.parse(sessionStorage.getItem(KEY) ?? 'null');
    return kept?.of === of ? kept : { of, sides: {} };
  }
}

/** The size of the window. */
function size() {
  return `${innerWidth} ${innerHeight}`;
}
