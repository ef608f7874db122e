// What can be heard, if this screen is set so: the referee's words, and a soft note when somebody is asked.

import { chosen } from './screen.js';

/** The note: its frequencies in Hz one after the other, the time between them and the length of each in s, and its loudness. */
const NOTE = { pitches: [523, 659], step: 0.14, long: 0.5, loud: 0.06 };

export class Voice {
  #app;
  #sound = null;

  constructor(app) {
    this.#app = app;
  }

  /** Something happened, or somebody is asked. */
  tell(news, asks) {
    if (asks && chosen('sound') === 'on') this.#ring();
    if (chosen('voice') === 'on') this.#say([...news, ...(asks ? [this.#question] : [])]);
  }

  /** A setting was changed: it is heard at once. */
  chosen(name, choice) {
    if (name === 'sound' && choice === 'on') this.#ring();
    if (name === 'voice' && choice === 'off') globalThis.speechSynthesis?.cancel();
    if (name === 'voice' && choice === 'on') this.#say([this.#question]);
  }

  /** What everybody may hear of the question. */
  get #question() {
    const { ask } = this.#app;
    return ask && !ask.hidden && !ask.secret ? ask.full : '';
  }

  /** What one player alone sees is never read aloud. */
  #say(words) {
    if (this.#app.snap.you.kind === 'seat' || this.#app.revealed) words = [this.#question];
    const text = words.filter(Boolean).join(' ');
    const voice = globalThis.speechSynthesis;
    if (!voice || !text) return;
    const utterance = new SpeechSynthesisUtterance(text);
    utterance.lang = document.documentElement.lang;
    // What is still being read is old by now.
    voice.cancel();
    voice.speak(utterance);
  }

  #ring() {
    if (!globalThis.AudioContext) return;
    this.#sound ??= new AudioContext();
    // A page that nobody has touched yet is silent.
    this.#sound.resume().catch(() => {});
    NOTE.pitches.forEach((pitch, at) => this.#play(pitch, this.#sound.currentTime + at * NOTE.step));
  }

  #play(pitch, from) {
    const [tone, loudness] = [this.#sound.createOscillator(), this.#sound.createGain()];
    tone.frequency.value = pitch;
    loudness.gain.setValueAtTime(0, from);
    loudness.gain.linearRampToValueAtTime(NOTE.loud, from + 0.02);
    loudness.gain.exponentialRampToValueAtTime(0.0001, from + NOTE.long);
    tone.connect(loudness).connect(this.#sound.destination);
    tone.start(from);
    tone.stop(from + NOTE.long);
  }
}
