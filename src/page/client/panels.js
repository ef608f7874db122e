// What the tools open: rules, reasons, lists, corrections. A panel takes the place of the question until it is closed; the table
// stays in sight.

import { ask as dialog } from './dialog.js';
import { button, el, icon, rule } from './dom.js';
import { t } from './language.js';
import { SETTINGS, choose, chosen } from './screen.js';
import { code, seats, spent } from './seats.js';

export class Panels {
  #app;
  #rules = null;
  /** The name of the open panel. */
  name = null;
  /** Its element. */
  shown = null;
  /** Counts openings and closings, so that a panel that arrives late can be dropped. */
  #wanted = 0;

  constructor(app) {
    this.#app = app;
  }

  /** Opens a panel; `about` is its subject. */
  async open(name, about) {
    this.#wanted += 1;
    const wanted = this.#wanted;
    const { title, inside, corrections = null } = await this[`_${name}`](about);
    const app = this.#app;
    if (!app.snap || wanted !== this.#wanted) return;
    this.name = name in MORE ? 'more' : name;
    this.#correct(corrections);
    const waits = app.ask && !app.ask.hidden ? app.ask.full : null;
    this.shown = el('section', { class: 'panel', 'aria-label': title },
      el('header', {}, el('h2', { tabIndex: -1 }, title), button(t('close'), { class: 'pill', onclick: () => this.close() }, icon('close'))),
      el('div', { class: 'inside', tabIndex: 0, role: 'group', 'aria-label': title }, ...inside),
      waits ? button(t('Back to: {question}', { question: waits }), { class: 'btn first', onclick: () => this.close() }) : null);
    app.draw();
    this.shown?.querySelector('h2').focus();
  }

  close() {
    this.#wanted += 1;
    const name = this.name;
    [this.name, this.shown] = [null, null];
    this.#correct(null);
    if (!this.#app.snap) return;
    this.#app.draw();
    if (name) document.querySelector(`[data-tool="${name}"]`)?.focus();
  }

  /** Lets pieces be dragged: `{ lays }` says whether tiles may be moved; null ends dragging. */
  #correct(corrections) {
    this.#app.correcting = corrections;
    this.#app.table.root.classList.toggle('correcting', corrections !== null);
  }

  /** Esc: closes the open panel, otherwise ends a partial choice, otherwise removes the message. */
  escape() {
    const app = this.#app;
    if (this.shown) return this.close();
    this.#wanted += 1;
    if (app.revealed) app.revealed = null;
    app.only = null;
    app.refused = null;
    app.point([]);
    app.table.refuse(null);
    return app.draw();
  }

  async #lines(command, title) {
    const { lines = [], error } = await this.#app.link.send({ [command]: true });
    const shown = error ? [error.message] : lines;
    return { title, inside: shown.map((words) => el('p', {}, words)) };
  }

  _setup() {
    return this.#lines('setup', t('Setup'));
  }

  _audit() {
    return this.#lines('audit', t('Where everything should be'));
  }

  async _story() {
    const { title, inside } = await this.#lines('story', t('The game retold'));
    return { title, inside: [...inside, button(t('Keep it as a file'), { class: 'btn', onclick: () => this.keep() }, icon('keep'))] };
  }

  _luck() {
    return this.#lines('luck', t('Luck'));
  }

  _history() {
    const { past } = this.#app.snap;
    const items = [...past].reverse().map((told) => el('li', {}, el('button', { type: 'button', onclick: () => this.open('why', told) }, el('span', {}, told.text), rule(told.rule))));
    const list = el('ol', {}, ...items);
    let before = past[0]?.at;
    const earlier = button(t('Earlier'), { class: 'btn', onclick: async () => {
      const { past: more = [] } = await this.#app.link.send({ past: { before } });
      for (const told of [...more].reverse()) list.append(el('li', {}, el('button', { type: 'button', onclick: () => this.open('why', told) }, el('span', {}, told.text), rule(told.rule))));
      before = more[0]?.at;
      earlier.hidden = before === undefined;
    } });
    return { title: t('What happened'), inside: [el('div', { class: 'past' }, list), before === undefined ? null : earlier] };
  }

  async #rulebook() {
    if (!this.#rules) this.#rules = (await this.#app.link.send({ rules: true })).rules ?? [];
    return this.#rules;
  }

  async _rules() {
    const book = await this.#rulebook();
    const list = el('div', { class: 'rules' });
    const field = el('input', { type: 'search', id: 'find', placeholder: t('a number or a word'), oninput: () => fill() });
    const fill = () => {
      const words = field.value.trim().toLowerCase();
      const found = book.filter(({ id, title, text }) => !words || id.toLowerCase() === words || `${title} ${text}`.toLowerCase().includes(words));
      list.replaceChildren(...found.map((rule) => this.#rule(rule)));
      if (found.length === 0) list.append(el('p', {}, t('No rule says that.')));
    };
    fill();
    return { title: t('Rules'), inside: [el('label', { class: 'find', for: 'find' }, t('Find')), field, list] };
  }

  #rule({ id, title, text }) {
    const details = el('details', {}, el('summary', {}, el('span', { class: 'rule' }, id), title ?? ''), el('p', {}, text));
    details.addEventListener('toggle', () => details.open && this.#app.looked(id));
    return details;
  }

  /** The rule behind an event or an answer. */
  async _why(told) {
    const app = this.#app;
    const about = told ?? app.snap.past.at(-1) ?? null;
    const book = await this.#rulebook();
    const at = book.findIndex(({ id }) => id === about?.rule);
    const inside = about ? [el('h3', { class: 'about' }, about.text)] : [el('p', {}, t('Nothing has happened yet.'))];
    if (about?.reason) inside.push(el('p', {}, about.reason));
    if (at >= 0) {
      const { id, title, text } = book[at];
      app.looked(id);
      inside.push(el('article', { class: 'quoted' }, el('h4', {}, el('b', {}, id), title ?? ''), el('p', {}, text)));
      const beside = book.slice(Math.max(0, at - 1), at + 4).filter((_, index) => index + Math.max(0, at - 1) !== at);
      inside.push(el('h3', { class: 'tag caps' }, t('Related rules')), el('div', { class: 'rules' }, ...beside.map((rule) => this.#rule(rule))));
    } else if (about) inside.push(el('p', { class: 'hint' }, t('No rule of its own applies here.')));
    const answers = app.ask?.hidden ? [] : app.ask?.answers ?? [];
    if (answers.length > 0 && !told) {
      const why = (answer) => async () => {
        const { why } = await app.link.send({ why: answer.id });
        if (why) this.open('why', { text: answer.text, rule: why.rule, reason: why.reason });
      };
      inside.push(el('h3', { class: 'tag caps' }, t('The rule behind each answer')), el('div', { class: 'answers quietly' },
        ...answers.slice(0, 30).map((answer) => button(el('span', { class: 'say' }, answer.text), { class: 'ans', onclick: why(answer) }))));
    }
    if (app.may('correct')) {
      inside.push(el('p', { class: 'note' }, icon('pen'), el('span', {}, `${t('Does your table play it differently?')} `, button(t('Correct it: the referee follows.'), { class: 'link', onclick: () => this.open('correct') }))));
    }
    if (told?.n && app.may('amend')) inside.push(...(await this.#change(told)));
    return { title: t('Why'), inside };
  }

  /** The button that changes an earlier answer, if that is possible. */
  async #change({ n }) {
    const { amendable } = await this.#app.link.send({ amendable: n });
    if (!amendable) return [];
    return [button(t('Change this answer'), { class: 'btn', onclick: () => this.open('amend', { n, ...amendable }) }, icon('pen'))];
  }

  /** Another answer in place of an earlier one: what came after stays as far as it still holds. */
  _amend({ n, question, answers }) {
    const app = this.#app;
    const change = (id) => async () => {
      const { amended, refused, error } = await app.link.send({ amend: { n, id } });
      if (!amended) return app.refuse(refused ?? { reason: error.message });
      this.close();
      const dropped = amended.dropped.map((text) => el('li', {}, el('s', {}, text)));
      const told = dropped.length ? [el('p', {}, t('This does not hold any more:')), el('ol', {}, ...dropped)] : [el('p', {}, t('All that came after still holds.'))];
      const back = await dialog(t('It is now: {is}. It was: {was}.', amended), told, [[null, t('OK')], [true, t('Take the change back')]]);
      return back ? app.command({ restore: true }) : null;
    };
    return { title: t('Change this answer'), inside: [el('h3', { class: 'about' }, question),
      el('p', { class: 'hint' }, t('What came after stays as far as it still holds; the rest is asked again.')),
      el('div', { class: 'answers quietly' }, ...answers.map(({ id, text }) => button(el('span', { class: 'say' }, text), { class: 'ans', onclick: change(id) })))] };
  }

  /** A note for whoever made the game, kept in the journal with the position. */
  _note() {
    const field = el('textarea', { id: 'note', rows: 4, maxLength: 1000 });
    const kept = el('p', { class: 'hint', role: 'status' });
    const form = el('form', { class: 'questions' }, el('label', { for: 'note' }, t('What do you notice? It is kept with this moment of the game.')), field,
      button(t('Keep the note'), { type: 'submit', class: 'btn' }, icon('check')), kept);
    form.addEventListener('submit', async (event) => {
      event.preventDefault();
      const note = field.value.trim();
      if (!note || !(await this.#app.command({ note }))) return;
      kept.textContent = t('Noted: {note}', { note });
      field.value = '';
      field.focus();
    });
    return { title: t('Note'), inside: [form] };
  }

  _more() {
    const app = this.#app;
    const row = (name) => {
      const [shown, words, about, right] = MORE[name];
      if (right && !app.may(right)) return null;
      const act = name in ACTIONS ? () => ACTIONS[name](this) : () => this.open(name);
      return button(el('span', { class: 'say' }, words, el('small', {}, about)), { class: 'ans', onclick: act }, icon(shown));
    };
    // What only this kind of connection can do.
    const own = (app.link.entries ?? []).map(([shown, words, about, act]) =>
      button(el('span', { class: 'say' }, words, el('small', {}, about)), { class: 'ans', onclick: act }, icon(shown)));
    return { title: t('More'), inside: [el('div', { class: 'answers quietly' }, ...Object.keys(MORE).map(row), ...own)] };
  }

  _seats() {
    for (const { seat, devices } of this.#app.snap.seats) if (devices > 0) spent(seat);
    return { title: t('Phones and seats'), inside: seats(this.#app, this.#app.snap) };
  }

  /** The code by which a player who is asked in secret joins. */
  async _code(seat) {
    const { name } = this.#app.snap.seats[seat];
    const shown = await code(this.#app, { invite: 'seat', seat });
    return { title: t('{name}’s code', { name }), inside: [el('div', { class: 'invited' }, shown, el('p', {}, t('It is for {name}’s seat alone, and is shown until it is used.', { name })))] };
  }

  /** A correction by agreement: pieces may be dragged, or the change is typed. */
  async _correct() {
    const app = this.#app;
    const { forms = [], possible = [], lays = false, wait } = await app.link.send({ corrections: true });
    const list = el('datalist', { id: 'possible' }, ...possible.map((words) => el('option', { value: words })));
    const field = el('input', { type: 'text', id: 'words', autocomplete: 'off', spellcheck: false });
    field.setAttribute('list', 'possible');
    const form = el('form', { class: 'code' }, el('label', { for: 'words' }, t('Or type what is different')), field, list, button(t('Correct'), { type: 'submit', class: 'btn' }));
    form.addEventListener('submit', async (event) => {
      event.preventDefault();
      if (field.value.trim() && (await app.command({ correct: field.value.trim() }))) this.close();
    });
    const known = forms.map(([form, does]) => [el('dt', {}, form), el('dd', {}, t(does))]);
    const pieces = wait ? t('No piece can be moved just now: {why}.', { why: t(wait) }) : t('Drag a piece to where it is: the referee says what that means, and asks you to confirm it.');
    return { title: t('Correct the table'), corrections: wait ? null : { lays }, inside: [
      el('p', {}, pieces), form,
      el('h3', { class: 'tag caps' }, t('How to word it')), el('dl', {}, ...known)] };
  }

  async _sources() {
    const app = this.#app;
    const { sources = [] } = await app.link.send({ sources: true });
    const groups = new Map();
    for (const { name, group, physical } of sources) {
      if (!groups.has(group)) groups.set(group, []);
      groups.get(group).push({ name, physical });
    }
    const chosen = () => [...form.querySelectorAll('input:checked')].map((box) => box.value);
    const rows = [...groups].map(([group, members]) => {
      const box = el('input', { type: 'checkbox', value: group, checked: members.every(({ physical }) => physical), onchange: () => app.link.send({ physical: chosen() }) });
      const names = members.filter(({ name }) => name !== group).map(({ name }) => t(name)).join(', ');
      return el('label', { class: 'ans' }, box, el('span', { class: 'say' }, t(group), names ? el('small', {}, names) : null));
    });
    const form = el('fieldset', { class: 'answers quietly' }, el('legend', {}, t('You roll and draw these yourselves, and enter what came up:')), ...rows);
    return { title: t('Who rolls, who draws'), inside: [form] };
  }

  _look() {
    const row = (name, choice, words) => el('label', { class: 'ans' },
      el('input', { type: 'radio', name, checked: choice === chosen(name), onchange: () => this.#chose(name, choice) }), el('span', { class: 'say' }, words));
    const fields = Object.entries(SETTINGS).map(([name, [question, choices]]) => el('fieldset', { class: 'answers quietly' },
      el('legend', {}, question), ...Object.entries(choices).map(([choice, words]) => row(name, choice, words))));
    return { title: t('This screen'), inside: fields };
  }

  #chose(name, choice) {
    choose(name, choice);
    this.#app.voice.chosen(name, choice);
  }

  /** Lets the program settle the group of a source. */
  async program(source) {
    const { sources = [] } = await this.#app.link.send({ sources: true });
    const group = sources.find(({ name }) => name === source)?.group;
    const others = [...new Set(sources.filter((other) => other.physical && other.group !== group).map((other) => other.group))];
    await this.#app.command({ physical: others.length ? others : ['none'] });
  }

  /** Asks before an undo, and lists what would be lost. */
  async undo(steps = 1) {
    const app = this.#app;
    // Only the moves that were shown are undone, none that came afterwards.
    const n = app.ask?.n;
    const { back, refused, error } = await app.link.send({ back: steps });
    if (!back) return app.refuse(refused ?? { reason: error.message });
    const rows = back.steps.map(({ text, rule: number }) => el('li', {}, el('s', {}, text), rule(number)));
    if (back.before) rows.push(el('li', {}, el('span', {}, t('before that: {what}', { what: back.before }))));
    const luck = back.luck ? t(back.meaning) : t('No roll and no draw in between.');
    const whose = back.steps.find(({ who }) => who)?.who;
    const offers = [[steps, t('Take it back')], ...(steps < back.possible ? [['further', t('Go further back')]] : []), [null, t('Leave it')]];
    const title = steps > 1 ? t('Take back {count} moves?', { count: steps }) : whose ? t('Take back {name}’s move?', { name: whose }) : t('Take back the last move?');
    const chosen = await dialog(title, [el('p', {}, t('Everything after it is undone too, on every screen.')), el('ol', {}, ...rows), el('p', { class: 'note' }, icon('die'), el('span', {}, luck))], offers);
    if (chosen === 'further') return this.undo(steps + 1);
    if (chosen) await app.command({ undo: chosen, n });
    return null;
  }

  async deed(command) {
    if (await this.#app.command(command)) this.close();
  }

  async end() {
    const sure = await dialog(t('End the game here, for all?'), [el('p', {}, t('By agreement: it is scored as it stands.'))], [[true, t('End it')], [null, t('Play on')]]);
    if (sure && (await this.#app.command({ end: true }))) this.close();
  }

  /** Saves the story as a file on this device. */
  async keep() {
    const { lines = [] } = await this.#app.link.send({ story: true });
    const file = new Blob([`# ${this.#app.snap.game.title}\n\n${lines.join('\n\n')}\n`], { type: 'text/markdown' });
    const link = el('a', { href: URL.createObjectURL(file), download: 'story.md' });
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 1000);
  }
}

/** The entries under "More": icon, name, purpose, required right. */
const MORE = {
  correct: ['pen', t('Correct the table'), t('where you all decide otherwise'), 'correct'],
  sources: ['die', t('Who rolls, who draws'), t('you, or the program'), 'physical'],
  setup: ['table', t('Setup'), t('what you need, and where it starts'), null],
  audit: ['check', t('Audit'), t('where everything should be now'), null],
  luck: ['luck', t('Luck'), t('what came up, and what was expected'), null],
  story: ['rules', t('Story'), t('the game retold'), null],
  note: ['pen', t('Note'), t('what you notice, kept with this moment'), 'note'],
  history: ['undo', t('History'), t('what happened, from the last move back'), null],
  seats: ['phone', t('Phones and seats'), t('join, move a seat, two screens for one'), 'invite'],
  look: ['look', t('This screen'), t('dark or light, large, read aloud, with sound'), null],
  random: ['die', t('A turn at random'), t('of whoever is asked'), 'random'],
  again: ['redo', t('Another game'), t('dealt again'), 'again'],
  end: ['close', t('End here'), t('by agreement, scored as it stands'), 'end'],
};

/** Entries that act at once instead of opening a panel. */
const ACTIONS = {
  end: (panels) => panels.end(),
  random: (panels) => panels.deed({ random: true }),
  again: (panels) => panels.deed({ again: true }),
};
