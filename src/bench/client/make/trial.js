// What an edit does to a game: bots play it as it was and as it is, with the same luck, in a worker of their own.

import { button, counted, el, half, sentence } from '../parts.js';

export class Trial {
  #home;
  #status = el('p', { class: 'tag', role: 'status' });
  #bar = el('progress', { max: 1, value: 0, 'aria-label': 'Games played' });
  #found = el('div', { class: 'found' });
  #problems = [];
  /** Whether it is told why nothing is played. */
  #isRefused = false;
  /** Says what a problem is, and where. */
  #told = null;
  /** What was found in the games so far. */
  #soFar = null;

  constructor(home) {
    this.#home = home;
    this.seats = el('input', { type: 'number', name: 'seats', min: 1, max: 99, value: 2 });
    this.games = el('input', { type: 'number', name: 'games', min: 10, max: 100_000, value: 1000 });
    this.go = button('Play these games', { class: 'btn first', onclick: () => this.#play() });
    this.stop = button('Stop', { class: 'btn', onclick: () => this.#home.stop() });
    this.keep = button('Make this the version to compare with', { class: 'btn', onclick: () => this.#keep() });
    this.working = el('div', { class: 'working', hidden: true }, this.#bar, this.stop);
    this.hint = el('p', { class: 'hint' }, 'The computer plays many games by your rules, as they were when you opened the kit and as they are now, with the same shuffles and dice. What differs comes from your changes.');
    this.root = el('div', { class: 'trial' }, this.hint, el('div', { class: 'wishes' }, half('Players', this.seats), half('Games', this.games)),
      el('div', { class: 'does' }, this.go, this.keep), this.working, this.#status, this.#found);
  }

  /** The fewest and the most players. */
  seat(players) {
    const isNew = this.seats.min !== String(players[0]) || this.seats.max !== String(players[1]);
    [this.seats.min, this.seats.max] = players;
    if (isNew) this.seats.value = Math.min(Math.max(2, players[0]), players[1]);
  }

  show() {}

  /** Games that are under way are not lost when the kit is left: what they showed so far is told when it is opened again. */
  quit() {
    if (!this.working.hidden && this.#soFar?.games > 0) sessionStorage.setItem(this.#key, JSON.stringify(this.#soFar));
  }

  get #key() {
    return `games ${this.#home.name}`;
  }

  opened() {
    const left = sessionStorage.getItem(this.#key);
    sessionStorage.removeItem(this.#key);
    if (left) this.#show(JSON.parse(left), 'Stopped when you left the kit: ');
  }

  /** Says what keeps the kit from being played as it is. */
  warn(problems, told) {
    this.#problems = problems;
    this.#told = told;
    if (problems.length > 0 || !this.#isRefused) return;
    this.#isRefused = false;
    this.#status.textContent = '';
  }

  async #keep() {
    await this.#home.keep();
    this.#found.replaceChildren();
    this.#status.textContent = 'From now on, games are compared with the version as it is now.';
  }

  async #play() {
    if (!this.seats.reportValidity() || !this.games.reportValidity()) return;
    const [wrong] = this.#problems;
    this.#isRefused = Boolean(wrong);
    if (wrong) {
      this.#found.replaceChildren();
      this.#status.textContent = `It cannot be played as it is now. ${this.#told(wrong)}`;
      return;
    }
    this.go.disabled = true;
    this.working.hidden = false;
    this.#bar.removeAttribute('value');
    this.#status.textContent = 'Setting up…';
    this.#soFar = null;
    try {
      const wished = { players: Number(this.seats.value), games: Number(this.games.value) };
      this.#show(await this.#home.tryOut(wished, (news) => this.#hear(news)));
    } catch (error) {
      // Games that were played are not lost.
      if (error.stopped && this.#soFar?.games > 0) this.#show(this.#soFar, 'Stopped: ');
      else {
        this.#found.replaceChildren();
        this.#status.textContent = error.stopped ? 'Stopped before the first game was over.' : sentence(error.message);
      }
    } finally {
      this.go.disabled = false;
      this.working.hidden = true;
    }
  }

  #hear({ done, all, soFar }) {
    if (soFar) {
      this.#soFar = soFar;
      return;
    }
    this.#bar.value = done / all;
    this.#status.textContent = `Game ${done} of ${all}…`;
  }

  #show({ games, cut, same, bot, rows }, before = '') {
    const isCompared = same !== null;
    const ended = `${counted(games, 'game')} played by the bot “${bot}”${BOTS[bot] ? `, which ${BOTS[bot]}` : ''}`;
    const more = cut > 0 ? `; ${counted(cut, 'game')} did not end and are not counted` : '';
    const alike = !isCompared ? '' : same === games ? '; all ended as they did before your changes' : `; ${counted(same, 'game')} ended the same as before`;
    this.#status.textContent = `${before}${ended}${alike}${more}.`;
    const seats = rows.filter(({ name }) => SEAT.test(name));
    const others = rows.filter((row) => !seats.includes(row));
    const hasNews = isCompared && same < games;
    const head = ['What', ...(hasNews ? ['Before', 'Now', 'Difference'] : ['Now'])];
    const line = ({ name, before, after, difference }) => el('tr', {}, el('th', { scope: 'row' }, sentence(WORDS[name] ?? name)), ...(hasNews ? [el('td', {}, figure(before, name))] : []), el('td', {}, figure(after, name)), hasNews ? el('td', {}, changed(difference, name)) : null);
    const table = el('table', {}, el('thead', {}, el('tr', {}, ...head.map((words) => el('th', { scope: 'col' }, words)))), el('tbody', {}, ...others.map(line)));
    const decided = rows.find(({ name }) => name === 'won by somebody')?.after ?? 1;
    this.#found.replaceChildren(...[remark(seats, games, decided), bars(seats, hasNews), ...winners(rows).map((words) => el('p', { class: 'hint' }, words)), table].filter(Boolean));
  }
}

/** How bots play, in words. */
const BOTS = { greedy: 'always takes what is best for it at once and plans nothing', random: 'takes any move, as chance has it' };

/** What figures are, where their names do not say it. */
const WORDS = {
  'won by somebody': 'games that somebody won',
  decisions: 'decisions in a game, by all players together',
  turns: 'turns in a game',
  'score of a player': 'mean score of a player',
};

const SEAT = /^won by seat (\d+)$/;

/** A share is unlike another only if chance would hardly bring it: so many times its error. */
const SURE = 4;

/** A share of games that is told before who wins the others. */
const MANY = 0.5;

/** Who wins more than others, or that nobody does; null for one player. `decided` is the share of games that somebody won. */
function remark(seats, games, decided) {
  if (seats.length < 2 || games === 0) return null;
  const tied = (seats.reduce((sum, { after }) => sum + after, 0) - decided) / (seats.length - 1);
  if (tied > MANY || decided < MANY) {
    const [share, how] = tied > MANY ? [tied, 'end in a tie that everybody wins'] : [1 - decided, 'end without a winner'];
    return el('p', { class: 'finding uneven' }, `${share > 0.9995 ? 'All games' : `${figure(share, 'won by')} of the games`} ${how}.`);
  }
  const fair = seats.reduce((sum, { after }) => sum + after, 0) / seats.length;
  const error = Math.sqrt((fair * (1 - fair)) / games);
  const [best] = [...seats].sort((one, other) => other.after - one.after);
  const least = Math.min(...seats.map(({ after }) => after));
  const isUneven = best.after - fair > SURE * error || fair - least > SURE * error;
  const words = isUneven
    ? `${playerOf(best)} won ${figure(best.after, best.name)} of the games. With equal chances it would be about ${figure(fair, best.name)}: the order in which they sit matters.`
    : `No difference between the seats beyond chance (${seats.map(({ after }) => whole(after)).join(seats.length > 2 ? ', ' : ' and ')}).`;
  return el('p', { class: isUneven ? 'finding uneven' : 'finding' }, words);
}

/** "44 %" */
function whole(share) {
  return `${Math.round(100 * share)} %`;
}

/** "Player 1" */
function playerOf({ name }) {
  return `Player ${name.match(SEAT)[1]}`;
}

/** How often each player won, as bars; how often before as a mark on them. */
function bars(seats, hasNews) {
  if (seats.length === 0) return null;
  const bar = (row) => {
    const { name, before, after, difference } = row;
    const looks = el('span', { class: 'bar-of', 'aria-hidden': 'true' });
    looks.style.setProperty('--share', after);
    if (hasNews) looks.append(el('span', { class: 'was', title: `Before: ${figure(before, name)}` }));
    if (hasNews) looks.style.setProperty('--was', before);
    return el('li', {}, el('span', {}, `${playerOf(row)} won`), looks, el('b', {}, figure(after, name)), hasNews ? el('small', {}, `before ${figure(before, name)}: ${changed(difference, name)}`) : null);
  };
  return el('ul', { class: 'bars' }, ...seats.map(bar));
}

/** Shares as percentages, everything else with two decimals. */
function figure(value, name) {
  return name.startsWith('won by') ? `${(100 * value).toFixed(1)} %` : value.toFixed(2);
}

/** What became of a figure, in its own unit. */
function changed({ mean, is_sure: isSure, is_same: isSame, findable }, name) {
  if (isSame) return 'the same in every game';
  if (isSure) return `${figure(Math.abs(mean), name)} ${mean > 0 ? 'more' : 'less'}`;
  return `none found; one of ${figure(findable, name)} would have been`;
}

/** What shares of won games that do not come to a whole mean. */
function winners(rows) {
  const all = rows.find(({ name }) => name === 'won by somebody')?.after;
  const seats = rows.filter(({ name }) => name.startsWith('won by seat')).reduce((sum, { after }) => sum + after, 0);
  if (all === undefined) return [];
  const told = [];
  if (all < 0.9995) told.push(`Nobody won ${figure(1 - all, 'won by')} of the games: they ended in a tie, or were lost by all.`);
  if (seats > all + 0.0005) told.push('Some games were won by several together, so the shares of the seats come to more than those that somebody won.');
  return told;
}
