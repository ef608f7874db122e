// Calls to the program in its worker.

export class Program {
  #worker = null;
  #waiting = new Map();
  #number = 0;

  /** The result of a call; an error has a `message` and perhaps `problems`. */
  call(call, args) {
    this.#worker ??= this.#start();
    const number = ++this.#number;
    return new Promise((done, wrong) => {
      this.#waiting.set(number, { done, wrong });
      this.#worker.postMessage({ number, call, args });
    });
  }

  /** Ends what is being done. The next call starts anew. */
  stop(why = 'it was stopped') {
    this.#worker?.terminate();
    this.#worker = null;
    for (const { wrong } of this.#waiting.values()) wrong(fault({ message: why, stopped: true }));
    this.#waiting.clear();
  }

  #start() {
    const worker = new Worker(new URL('worker.js', import.meta.url), { type: 'module' });
    worker.onmessage = ({ data: { number, done, wrong, dead } }) => {
      const waiting = this.#waiting.get(number);
      this.#waiting.delete(number);
      if (wrong) waiting?.wrong(fault({ ...wrong, dead }));
      else waiting?.done(done);
      if (dead) this.stop('the program ended because of an error');
    };
    worker.onerror = (event) => {
      event.preventDefault();
      this.stop(event.message || 'the program could not be started');
    };
    return worker;
  }
}

function fault(wrong) {
  return Object.assign(new Error(wrong.message ?? 'something went wrong'), wrong);
}
