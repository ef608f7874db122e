// The page at the table: draws the newest snapshot and sends what people choose. It has no game state of its own.

import { ask as dialog } from './dialog.js';
import { el } from './dom.js';
import { Hand } from './hand.js';
import { keys } from './keys.js';
import { t } from './language.js';
import { Link } from './link.js';
import { Panels } from './panels.js';
import { Questions } from './questions.js';
import { cue, low, narrow, settle, small, upright } from './screen.js';
import { Sheet } from './sheet.js';
import { stranger } from './stranger.js';
import { Table } from './table.js';
import { Voice } from './voice.js';

class App {
  snap = null;
  /** The answers that are pointed at, by number. */
  pointed = new Set();
  /** The remaining answers, or null for all: a place may belong to several answers. */
  only = null;
  /** The refusal of the last try, `{ reason, rule }`, or of an answer that came second, `{ first, yours }`. */
  refused = null;
  /** Why there is no connection to the table, or null. */
  away = null;
  /** The position as only one seat sees it, requested at the table while others look away. */
  revealed = null;
  /** While pieces may be dragged, `{ lays }`, which says whether tiles may be moved; otherwise null. */
  correcting = null;
  /** The odds of the answers, or null unless requested. */
  odds = null;
  #wantsOdds = false;
  /** The number of the question whose answer is being sent, or null. */
  #answered = null;
  #pressed = false;
  /** The newest snapshot that came while something was pressed, `{ snap, fresh }`, or null. */
  #held = null;

  constructor() {
    this.page = document.getElementById('page');
    this.live = document.getElementById('live');
    this.voice = new Voice(this);
    this.table = new Table(this);
    this.panels = new Panels(this);
    this.questions = new Questions(this);
    this.sheet = new Sheet(this);
    this.hand = new Hand(this);
    this.#hold();
    this.link = new Link({
      snapshot: (snap, fresh) => this.#arrive(snap, fresh),
      away: (why) => this.#lose(why),
      stranger: (why) => this.#strange(why),
    });
    for (const held of [narrow, small, upright, low]) held.addEventListener('change', () => this.snap && this.draw());
    // Letters that come later take another room.
    const cued = () => cue(this.page);
    addEventListener('scroll', cued, true);
    addEventListener('resize', cued);
    document.fonts.ready.then(cued);
    keys(this);
    this.link.start();
  }

  /** What is asked, as far as this screen may know. */
  get ask() {
    return (this.revealed ?? this.snap)?.ask ?? null;
  }

  /** The answers as they are shown now. */
  get answers() {
    return (this.hand.root.isConnected ? this.hand : this.sheet).answers;
  }

  get answerable() {
    return !this.away && this.snap.plays && this.ask !== null && this.ask.open && !this.ask.hidden;
  }

  may(right) {
    return !this.away && this.snap.rights.includes(right);
  }

  // ---------- incoming messages ----------

  /** A snapshot waits while something is pressed: drawing replaces the buttons, and without its button a click is lost. */
  #hold() {
    addEventListener('pointerdown', () => (this.#pressed = true), true);
    const release = () => {
      this.#pressed = false;
      if (this.#held) this.#take(this.#held.snap, this.#held.fresh);
    };
    // A click follows the release; if a menu opens, the release may not be reported.
    for (const kind of ['pointerup', 'pointercancel', 'contextmenu']) addEventListener(kind, () => setTimeout(release), true);
  }

  #arrive(snap, fresh) {
    if (this.#pressed) this.#held = { snap, fresh: fresh || this.#held?.fresh };
    else this.#take(snap, fresh);
  }

  #take(snap, fresh) {
    this.#held = null;
    const before = this.snap;
    const anew = !before || before.run !== snap.run || this.#turned(before, snap);
    this.away = null;
    this.snap = snap;
    if (anew) {
      this.pointed = new Set();
      this.only = null;
      this.revealed = null;
      this.odds = null;
      if (this.refused && !this.refused.first) this.refused = null;
      if (this.refused?.first && this.refused.shown) this.refused = null;
    }
    if (this.refused?.first) this.refused.shown = true;
    if (this.revealed && snap.join?.asks !== this.revealed.you.seat) this.revealed = null;
    document.title = `${this.#mine() ? '● ' : ''}${snap.game.title}, paperkeep`;
    this.draw();
    if (fresh && before) this.#tell(before);
    if (anew && this.#wantsOdds) this.#fetchOdds();
  }

  #turned(before, snap) {
    return before.ask?.n !== snap.ask?.n || before.past.at(-1)?.at !== snap.past.at(-1)?.at;
  }

  #mine() {
    return this.snap.you.kind === 'seat' && this.answerable && this.ask.seat === this.snap.you.seat;
  }

  /** Announces events to screen readers, and vibrates the phone of the player who is asked. */
  #tell(before) {
    const since = before.past.at(-1)?.at ?? -1;
    const news = this.snap.past.filter((past) => past.at > since).map((past) => past.text);
    const question = this.ask && !this.ask.hidden && before.ask?.n !== this.ask.n ? [this.ask.full] : [];
    const words = [...news, ...question, ...(this.snap.over && !before.over ? [this.snap.over.title] : [])].join(' ');
    if (words) this.live.textContent = words;
    this.voice.tell(news, question.length > 0);
    const wasMine = before.you.kind === 'seat' && before.ask?.open && before.ask.seat === before.you.seat;
    // Browsers let a page vibrate only after a tap.
    if (this.#mine() && !wasMine && navigator.userActivation?.hasBeenActive) navigator.vibrate?.(120);
  }

  #lose(why) {
    this.away = why;
    this.#held = null;
    if (this.snap) this.draw();
    else this.page.replaceChildren(el('main', { class: 'alone' }, el('h1', {}, 'paperkeep'), el('p', { role: 'status' }, t('The table cannot be reached. This page keeps trying.'))));
  }

  #strange(why) {
    this.snap = null;
    this.#held = null;
    this.page.replaceChildren(stranger(why, (code) => this.link.join(code)));
  }

  // ---------- drawing ----------

  draw() {
    const shown = this.revealed ?? this.snap;
    const phone = this.snap.you.kind === 'seat' && narrow.matches;
    const view = phone ? this.hand : this.sheet;
    const focused = this.#focus();
    const asked = this.#asked;
    const scrolled = scrolls(this.page, this.page.dataset.asked === asked);
    if (this.page.firstChild !== view.root) this.page.replaceChildren(view.root);
    view.show(this.snap, shown, this.ask);
    // For scripts that drive the page from outside.
    this.page.dataset.asked = asked;
    this.#refocus(focused, view);
    for (const restore of scrolled) restore(this.page);
    cue(this.page);
  }

  /** Restores the focus after a redraw: it stays on the same answer or tool, or moves to the new question. */
  #focus() {
    const node = document.activeElement;
    const { tool, answer } = node?.dataset ?? {};
    return { node, within: this.page.contains(node), tool, answer: this.page.dataset.asked === this.#asked ? answer : undefined };
  }

  #refocus({ node, within, tool, answer }, view) {
    if (!within || this.page.contains(document.activeElement)) return;
    if (this.page.contains(node)) return node.focus({ preventScroll: true });
    const same = tool ? `[data-tool="${tool}"]` : answer ? `.answers [data-answer="${answer}"]` : null;
    ((same && this.page.querySelector(same)) ?? view.question)?.focus({ preventScroll: true });
  }

  get #asked() {
    return this.snap.over ? 'over' : String(this.ask?.n);
  }

  /** Points at answers: highlights them on the table and among the buttons. */
  point(answers) {
    if (!this.answerable) answers = [];
    if (answers.length === this.pointed.size && answers.every((index) => this.pointed.has(index))) return;
    this.pointed = new Set(answers);
    this.table.light();
    this.hand.point();
    this.sheet.point();
    this.sheet.answers.mark();
    this.hand.answers.mark();
  }

  // ---------- choices ----------

  /** Takes the answer of a place; if there are several, only their buttons remain to choose from. */
  choose(answers) {
    if (answers.length === 1) return this.answer(answers[0]);
    this.only = answers;
    this.draw();
    this.answers.focus(answers[0]);
    return null;
  }

  /** Leaves only the turns of a tile to choose from, and shows the first where it would lie. */
  turn(answers) {
    this.only = answers;
    this.draw();
    this.point(answers.slice(0, 1));
  }

  /** Shows all answers again. */
  all() {
    this.only = null;
    this.draw();
  }

  async answer(index) {
    const answer = this.ask?.answers[index];
    if (!answer || !this.answerable) return;
    // Somebody else may answer during the confirmation, so the answer is sent for the question that was shown.
    const { n } = this.ask;
    if (answer.danger && (await dialog(answer.danger, [], [[true, capital(answer.text)], [null, t('No')]])) !== true) return;
    await this.#move({ move: answer.id, n }, answer.text);
  }

  answerAll(ids) {
    return this.#move({ moves: ids, n: this.ask.n }, null);
  }

  /** Answers with a code printed on a piece. */
  say(words) {
    return this.#move({ move: words, n: this.ask.n }, words);
  }

  async #move(command, text) {
    // Two taps on one answer count once. The next question may arrive before the confirmation of this answer.
    if (this.#answered === command.n) return;
    this.#answered = command.n;
    try {
      const result = await this.link.send(command);
      const { refused } = result;
      const yours = refused?.yours ?? text;
      if (refused?.first && refused.first.text === yours) this.refused = null;
      else if (refused?.code === 'other_move') this.refused = { ...refused, yours };
      else if (refused) this.refused = refused;
      else if (result.error && !this.away) this.refused = { reason: result.error.message };
      else this.refused = null;
      if (this.snap && (refused || result.error)) this.draw();
    } finally {
      if (this.#answered === command.n) this.#answered = null;
    }
  }

  /** Asks the referee why a piece is not a possible answer. */
  async refusedAt(id, box) {
    if (!this.answerable || !this.may('move')) return;
    const { refused } = await this.link.send({ point: id });
    if (!refused) return;
    this.refused = refused;
    this.draw();
    this.table.refuse(box);
  }

  /** Sends a command without an answer of its own, reports errors, and returns whether it was executed. */
  async command(command) {
    const result = await this.link.send(command);
    const wrong = result.refused ?? (result.error && { reason: result.error.message });
    if (wrong && !this.away) this.refuse(wrong);
    return !wrong;
  }

  /** Notes that a rule was read: what is looked up often is unclear. */
  looked(id) {
    if (this.may('note')) this.link.send({ looked: id });
  }

  /** Shows why something was refused: `{ reason, rule }`. */
  refuse(wrong) {
    this.refused = wrong;
    this.panels.close();
  }

  open(panel, about) {
    return this.panels.open(panel, about);
  }

  /** Asks the referee what dragging a piece elsewhere could mean. */
  async dropped(thing, to) {
    const n = this.ask?.n;
    const { drag = [], error } = await this.link.send({ drag: { thing, ...to } });
    if (error) return;
    if (drag.length === 0) {
      await dialog(t('That means nothing here'), [el('p', {}, t('Put it where such a piece can go, or type it.'))], [[null, t('OK')]]);
      return;
    }
    const words = await dialog(t('What should it be?'), [], [...drag.map(({ words, text }) => [words, capital(text)]), [null, t('Leave it')]]);
    if (words) await this.command({ correct: words, n });
  }

  async reveal(seat) {
    const { reveal } = await this.link.send({ reveal: seat });
    // Somebody may have answered in the meantime, or taken the seat to a phone.
    if (!reveal || reveal.ask?.n !== this.snap?.ask?.n || this.snap.join?.asks !== seat) return;
    this.revealed = reveal;
    this.draw();
  }

  async toggleOdds() {
    this.#wantsOdds = !this.#wantsOdds;
    this.odds = null;
    if (this.#wantsOdds) await this.#fetchOdds();
    this.draw();
  }

  get wantsOdds() {
    return this.#wantsOdds;
  }

  async #fetchOdds() {
    if (!this.answerable) return;
    const { n } = this.ask;
    const { odds } = await this.link.send({ odds: true });
    if (!odds || this.ask?.n !== n) return;
    this.odds = new Map(odds.options.map((option) => [option.id, option]));
    this.draw();
  }

  /** The odds of an answer, if there is anything to show. */
  oddsOf(id) {
    const known = this.odds?.get(id);
    return known?.outcomes[0]?.text ? known : null;
  }
}

/** What scrolls the parts of a page, which are drawn anew, to where they were; after another question only the log, to the same lines. */
function scrolls(page, same) {
  const parts = ['.ask', '.thumb', '.panel .inside', '.hand', '.hand > .answers', '.retold'];
  const kept = (part) => {
    const top = page.querySelector(part)?.scrollTop ?? 0;
    return top > 0 ? [(now) => now.querySelector(part)?.scrollTo(0, top)] : [];
  };
  const log = page.querySelector('.log');
  // It shows its end unless somebody reads further up.
  return [...(same ? parts.flatMap(kept) : []), ...(log?.scrollTop < 0 ? [read(log)] : [])];
}

/** What scrolls a new log to the line that is read in this one: at its end come new lines, and at its beginning old ones go. */
function read(log) {
  const above = (line, lines) => line.getBoundingClientRect().top - lines.getBoundingClientRect().top;
  const first = [...log.querySelectorAll('li')].find((line) => above(line, log) >= 0);
  const at = first?.dataset.at;
  const from = first && above(first, log);
  return (page) => {
    const lines = page.querySelector('.log');
    const line = lines?.querySelector(`[data-at="${at}"]`);
    if (line) lines.scrollBy(0, above(line, lines) - from);
  };
}

function capital(words) {
  return words.charAt(0).toUpperCase() + words.slice(1);
}

settle();
new App();
