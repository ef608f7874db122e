// Calls to the program in its worker.

/** How long the program may work without a word of progress, ms. */
const PATIENCE = 60_000;

export class Program {
  /** Whether it may be given other people's files, for which there is a larger module. */
  #isWhole;
  /** What a new worker is to do before all else: `[call, args]`. */
  #first;
  #isLeft = false;
  #worker = null;
  #waiting = new Map();
  #number = 0;
  #timer = 0;

  constructor({ whole = false, first = null } = {}) {
    this.#isWhole = whole;
    this.#first = first;
  }

  /** The result of a call; an error has a `message` and perhaps `problems`. `told` hears of its progress. */
  call(call, args, told = null) {
    if (this.#isLeft) return Promise.reject(fault({ message: 'The page was left.', stopped: true }));
    this.#worker ??= this.#start(call);
    const number = ++this.#number;
    return new Promise((done, wrong) => {
      this.#waiting.set(number, { done, wrong, told });
      this.#worker.postMessage({ number, call, args });
      this.#watch();
    });
  }

  /** Ends what is being done. The next call starts anew. */
  stop(why = 'This was stopped.', facts = { stopped: true }) {
    this.#worker?.terminate();
    this.#worker = null;
    clearTimeout(this.#timer);
    const waiting = [...this.#waiting.values()];
    this.#waiting.clear();
    for (const { wrong } of waiting) wrong(fault({ message: why, ...facts }));
  }

  /** Ends it for good. */
  leave() {
    this.#isLeft = true;
    this.stop();
  }

  #start(wished) {
    const worker = new Worker(new URL('worker.js', import.meta.url), { type: 'module', name: this.#isWhole ? 'whole' : 'games' });
    worker.onmessage = ({ data }) => this.#hear(data);
    worker.onerror = (event) => {
      event.preventDefault();
      this.stop(event.message || 'The program could not be started.', {});
    };
    // A worker that takes the place of an ended one knows nothing of the kit.
    const [call, args] = this.#first ?? [];
    if (call && call !== wished) worker.postMessage({ number: ++this.#number, call, args });
    return worker;
  }

  #hear({ number, done, wrong, dead, progress }) {
    this.#watch();
    const waiting = this.#waiting.get(number);
    if (progress) {
      waiting?.told?.(progress);
      return;
    }
    this.#waiting.delete(number);
    if (this.#waiting.size === 0) clearTimeout(this.#timer);
    if (wrong) waiting?.wrong(fault({ ...wrong, dead }));
    else waiting?.done(done);
    if (dead) this.stop('The program ended because of an error.', { dead: true });
  }

  /** Ends a program that says nothing any more: a stranger's kit may take for ever. */
  #watch() {
    clearTimeout(this.#timer);
    const end = () => this.stop('This took too long and was stopped: something in the kit may never end.', { dead: true });
    this.#timer = setTimeout(end, PATIENCE);
  }
}

function fault(wrong) {
  return Object.assign(new Error(wrong.message ?? 'Something went wrong.'), wrong);
}
