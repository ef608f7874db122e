// What people want to know of a game before they play it: for how many it is, how long it takes, and what it is about.

import { el, field, half } from '../parts.js';

/** The file in which the goal and the length are, and that of everything else. */
export const RULES = 'rules.toml';
const MANIFEST = 'kit.toml';
/** The most players that a kit may be for. */
const MOST = 99;

export class Game {
  #hands;
  #hasRules = false;
  #rules = '';
  #players = [1, 1];
  root = el('div', { class: 'wishes' });

  constructor(hands) {
    this.#hands = hands;
    const number = (name, more) => el('input', { type: 'number', name, min: 1, ...more });
    this.subtitle = el('input', { name: 'subtitle', autocomplete: 'off', maxLength: 80 });
    this.line = field('A line under the name', this.subtitle);
    this.least = number('least-players', { max: MOST });
    this.most = number('most-players', { max: MOST });
    this.goal = el('textarea', { name: 'goal', rows: 2 });
    this.minutes = number('minutes', { max: 600 });
    this.length = half('Minutes that a game takes', this.minutes);
    for (const input of [this.least, this.most]) input.addEventListener('change', () => this.#seat());
    for (const input of [this.goal, this.minutes]) input.addEventListener('change', () => this.#tell());
    this.subtitle.addEventListener('change', () => this.subtitle.value.trim() && this.#write(MANIFEST, (text) => withKey(text, 'subtitle', inToml(this.subtitle.value))));
    this.root.append(this.line, half('Fewest players', this.least), half('Most players', this.most), field('What it is about, and what players try to do', this.goal), this.length);
  }

  /** What the kit says of it. */
  async show({ players, hasRules, hasSubtitle }) {
    this.#players = players ?? this.#players;
    this.#hasRules = hasRules;
    this.line.hidden = hasSubtitle;
    [this.least.value, this.most.value] = this.#players;
    this.#rules = hasRules ? await this.#hands.text(RULES).catch(() => '') : '';
    const section = sectionOf(this.#rules);
    const goal = section.match(/^goal\s*=\s*("(?:[^"\\]|\\.)*")\s*$/m)?.[1];
    if (document.activeElement !== this.goal) this.goal.value = goal ? JSON.parse(goal) : '';
    // A goal of several lines, and lengths that differ by the number of players, are changed in the file.
    this.goal.disabled = !goal && /^goal\s*=/m.test(section);
    const rounds = [...this.#rules.matchAll(/^players\s*=\s*(\d+)\s*\nrounds\s*=\s*([\d.]+)/gm)].map(([, players, rounds]) => Number(players) * Number(rounds));
    const isOne = rounds.every((one) => Math.abs(one - 1) < 0.01);
    this.length.hidden = !isOne;
    if (document.activeElement !== this.minutes) this.minutes.value = isOne ? section.match(/^minutes\s*=\s*([\d.]+)/m)?.[1] ?? '' : '';
  }

  async #write(path, change) {
    const before = path === RULES && !this.#hasRules ? '' : await this.#hands.text(path);
    const after = change(before);
    if (after !== before) await this.#hands.write(path, after);
  }

  async #seat() {
    const [least, most] = [this.least, this.most].map(({ value }) => Math.min(MOST, Math.max(1, Math.round(Number(value)) || 1)));
    const players = `{ min = ${least}, max = ${Math.max(least, most)} }`;
    await this.#write(MANIFEST, (text) => withKey(text, 'players', players));
    // How long it takes is told for each number of players.
    if (this.minutes.value && !this.length.hidden) await this.#tell([least, Math.max(least, most)]);
  }

  /** Writes the goal and the length, in one section. */
  #tell([least, most] = this.#players) {
    return this.#write(RULES, (text) => {
      const goal = inToml(this.goal.value.trim() || 'To be told.');
      if (this.length.hidden) return text.replace(/^goal\s*=.*$/m, `goal = ${goal}`);
      const minutes = Number(this.minutes.value) || 0;
      const counts = minutes > 0 ? Array.from({ length: most - least + 1 }, (_, more) => least + more) : [];
      const lengths = counts.map((players) => `\n[[evening.length]]\nplayers = ${players}\nrounds = ${Math.round(10_000 / players) / 10_000}\n`).join('');
      const made = `[evening]\ngoal = ${goal}\nminutes = ${minutes}\n${lengths}`;
      const own = sectionOf(text);
      return own ? text.replace(own, () => `${made}\n`).trimEnd() + '\n' : `${text}${text && '\n'}${made}`;
    });
  }
}

/** The part of the rules with the goal and the length; "" if there is none. */
function sectionOf(text) {
  const [whole = ''] = text.match(/^\[evening\][^]*?(?=^\[(?!\[?evening\.length)|$(?![^]))/m) ?? [];
  return whole;
}

/** The manifest with another value for a key at its top, below the title if it had none. */
function withKey(text, key, value) {
  const top = text.match(/^[^]*?(?=^\[|$(?![^]))/m)[0];
  const line = `${key} = ${value}`;
  const known = new RegExp(`^${key}\\s*=.*$`, 'm');
  const made = known.test(top) ? top.replace(known, () => line) : top.replace(/^title\s*=.*$/m, (title) => `${title}\n${line}`);
  return made + text.slice(top.length);
}

/** Words as a value in a file. */
function inToml(words) {
  return JSON.stringify(words.replace(/\s+/g, ' '));
}
