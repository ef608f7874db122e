// The possible answers as buttons: rows, names by group if there are many, or the printed faces themselves.

import { button, el } from './dom.js';
import { t } from './language.js';

/** With more answers than this there are not enough digits, so places are chosen by name. */
const DIGITS = 9;
/** With this many faces, people look for a code rather than a picture. */
const MANY = 12;
/** With more answers of a group than this, those that begin with the same word go together. */
const LONG = 12;
/** With more buttons than this, groups of more than `DIGITS` are one button each, and their answers come next. */
const FULL = 30;
/** With more letters on all buttons than this, so is each group with more than that many. */
const PAGE = 500;
const WORDY = 100;
/** Square pieces smaller than this, in mm, are coins and dice. */
const SMALL = 30;
/** Several answers of at most so many letters stand beside each other. */
const BRIEF = 4;
/** The name of a place on a grid, which is written as on the map. */
const PLACE = /^\p{Ll}{1,2}\d/u;

/** The answers to an ask as a list that can be pointed at. `only` contains the numbers to show, or is null for all. */
export class Answers {
  #app;
  #buttons = new Map();
  /** What the buttons of groups say, by the numbers of their answers. */
  #names = new Map();
  /** The field for a code, and the question that it belongs to: what is typed stays until that is answered. */
  #form = null;
  #formFor = null;

  constructor(app) {
    this.#app = app;
    this.root = el('div', { class: 'answers' });
  }

  /** With `sides`, the sides of a card come first, and then what each allows. */
  show(ask, only = null, sides = false) {
    this.#buttons.clear();
    this.#names.clear();
    this.root.className = 'answers';
    this.root.replaceChildren();
    if (!ask || ask.hidden || !ask.open) return;
    const shown = ask.answers.map((answer, index) => ({ answer, index })).filter(({ index }) => !only || only.includes(index));
    const faces = shown.filter(({ answer }) => answer.face).length;
    if (ask.unlisted || (ask.of !== 'player' && shown.length > MANY)) this.root.append(this.#field(ask.n));
    if (sides && !only && isSided(ask)) this.#sides(shown);
    else if (isChance(ask) && faces === shown.length && faces > 0) this.#faces(ask, shown);
    else if (shown.length > DIGITS && (shown.some(({ answer }) => answer.place || answer.group) || isSeries(shown))) this.#groups(shown);
    else this.#mixed(shown, faces > 0 && isTold(shown));
    if (!only) this.root.append(...ask.phrases.map((phrase) => this.#phrase(phrase)));
    this.mark();
  }

  /** Highlights the buttons that are pointed at. */
  mark() {
    const { pointed } = this.#app;
    for (const [index, node] of this.#buttons) node.classList.toggle('pointed', pointed.has(index));
  }

  /** What the button of an answer says under the words of its group. */
  name(index) {
    return this.#names.get(index);
  }

  focus(index) {
    this.#buttons.get(index)?.focus();
  }

  #button(index, properties, ...inside) {
    const node = el('button', {
      type: 'button', 'data-answer': index, ...properties,
      onclick: () => this.#app.answer(index),
      onpointerenter: (event) => event.pointerType === 'mouse' && this.#app.point([index]),
      onpointerleave: (event) => event.pointerType === 'mouse' && this.#app.point([]),
      onfocus: (event) => event.target.matches(':focus-visible') && this.#app.point([index]),
      onblur: () => this.#app.point([]),
    }, ...inside);
    this.#buttons.set(index, node);
    return node;
  }

  /** Numbers with the same words around them are keys in a row; the others are rows. */
  #mixed(shown, faces) {
    const rest = new Set(shown);
    for (const { words, items } of faces ? [] : numbers(shown.filter(({ answer }) => !this.#beneath(answer)))) {
      items.forEach(({ item }) => rest.delete(item));
      const keys = items.map(({ item: { answer, index }, number }) => {
        const key = this.#button(index, { class: `ans number${answer.danger ? ' danger' : ''}`, 'aria-label': answer.text }, number);
        if (answer.key) key.setAttribute('aria-keyshortcuts', answer.key);
        return key;
      });
      this.root.append(el('div', { class: 'numbers', role: 'group', 'aria-label': words || null },
        words ? el('span', { class: 'say' }, words) : null, ...keys));
    }
    this.#rows([...rest], faces);
  }

  #rows(shown, faces) {
    const turning = faces && isTurned(shown);
    this.root.classList.toggle('pictured', faces && !turning);
    this.root.classList.toggle('partly', faces && shown.some(({ answer: { face } }) => !face));
    this.root.classList.toggle('small', shown.every(({ answer: { face } }) => !face || (isSquare(face) && face.w < SMALL)));
    this.root.classList.toggle('brief', faces && shown.every(({ answer }) => answer.text.length <= 2));
    this.root.classList.toggle('slim', shown.length > 6);
    this.root.classList.toggle('turning', turning);
    const brief = ({ answer }) => !faces && answer.text.length <= BRIEF && !this.#beneath(answer);
    this.root.classList.toggle('keyed', shown.filter(brief).length > 1);
    const told = turning ? shared(shown.map(({ answer }) => answer.text)).length : 0;
    for (const { answer, index } of shown) {
      // A number that is its own key is written once.
      const key = answer.key && answer.key !== answer.text ? el('span', { class: 'key', 'aria-hidden': 'true' }, answer.key) : null;
      const picture = faces && answer.face ? faceOf(answer.face) : null;
      const small = this.#beneath(answer);
      const say = el('span', { class: PLACE.test(answer.text) ? 'say named' : 'say' }, answer.text.slice(told), small ? el('small', {}, small) : null);
      const row = this.#button(index, { class: `ans${answer.danger ? ' danger' : ''}${brief({ answer }) ? ' brief' : ''}`, 'aria-label': told ? answer.text : null }, key, picture, say, this.#odds(answer));
      if (answer.key) row.setAttribute('aria-keyshortcuts', answer.key);
      this.root.append(row);
    }
  }

  /** The sides of a card by what they do. */
  #sides(shown) {
    this.root.classList.add('sides');
    const sides = gathered(shown, ({ answer }) => answer.part);
    for (const [part, items] of sides) {
      const [{ answer, index }] = items;
      const small = this.#beneath(answer);
      // What more there is on this side.
      const more = items.length > 1 ? items[1].answer.text.replace(answer.text, '').trim() : '';
      const say = el('span', { class: 'say' }, answer.text, small ? el('small', {}, small) : null, more ? el('small', {}, `${more} …`) : null);
      // Without Strength to spend, a side allows one thing.
      this.root.append(items.length > 1 ? this.#opener(`part-${part}`, 'ans', items, say) : this.#button(index, { class: 'ans' }, say));
    }
  }

  /** Short names, grouped under the words they share. */
  #groups(shown) {
    this.root.classList.add('grouped');
    const alone = (group) => group && shown.filter(({ answer }) => answer.group === group).length === 1;
    // What says itself needs no heading.
    const groups = gathered(shown, ({ answer }) => (alone(answer.group) ? '' : answer.group ?? ''));
    const rest = (item) => ({ ...item, rest: item.answer.text });
    const heading = (items) => (groups.size > 1 && items.some(({ answer }) => !answer.group) ? t('elsewhere') : '');
    // What stands alone is found above long lists.
    const all = [...groups].sort(([one], [other]) => (one ? 1 : 0) - (other ? 1 : 0)).flatMap(([name, items]) => (name || isSeries(shown) ? series(items, name) : [{ title: heading(items), items: items.map(rest) }]));
    const lists = all.map(({ title, items }) => ({ title, chips: [...gathered(items, pointsAt).values()] }));
    const most = (size) => lists.length > 1 && lists.reduce((sum, list) => sum + size(list), 0);
    const full = most(({ chips }) => chips.length) > FULL;
    const wordy = most(letters) > PAGE;
    const closed = (list) => list.title && ((full && list.chips.length > DIGITS) || (wordy && letters(list) > WORDY));
    for (const list of lists.filter((list) => !closed(list))) this.#chips(list);
    for (const { title, chips } of lists.filter(closed)) this.root.append(this.#opens(title, chips.flat()));
  }

  #chips({ title, chips }) {
    this.root.append(el('div', { role: 'group', 'aria-label': title || null },
      title ? el('h3', { class: 'tag caps' }, title) : null, el('div', { class: 'chips' }, ...chips.map((items) => this.#chip(items)))));
  }

  /** A button that leaves only the answers of a group. */
  #opens(title, items) {
    const words = title.includes('…') ? title : `${title} …`;
    return this.#opener(`group-${title}`, 'ans', items, el('span', { class: 'say' }, words), el('span', { class: 'tag' }, String(items.length)));
  }

  /** A button after which one of several answers is asked for. */
  #opener(name, kind, items, ...inside) {
    const indices = items.map(({ index }) => index);
    return el('button', { type: 'button', class: kind, 'data-tool': name, 'data-opens': indices.join(' '), onclick: () => this.#app.choose(indices) }, ...inside);
  }

  /** One answer, equal ones, of which any will do, or those of one place, which are asked next. */
  #chip(items) {
    const [{ answer, index, rest }] = items;
    const equal = items.every((item) => item.rest === rest);
    const begins = shared(items.map((item) => item.rest)).replace(/[ ,;:]+$/, '') || answer.place || rest;
    // A tile that is to be turned there shows how, once its place is chosen.
    const label = equal ? rest : isTurned(items) ? begins.replace(/,[^,]*$/, '') : `${begins} …`;
    const short = items.length === 1 && answer.place;
    const kind = /^[+−-]?\d+$/.test(label) ? 'chip number' : short ? 'chip' : 'chip long';
    for (const item of items) this.#names.set(item.index, item.rest);
    if (!equal) {
      const opener = this.#opener(`place-${label}`, kind, items, label);
      for (const item of items) this.#buttons.set(item.index, opener);
      return opener;
    }
    const many = items.length > 1 ? el('span', { class: 'many' }, ` ×${items.length}`) : null;
    // A label contains what the button says as a word of its own: "card (number 1)" does not.
    const node = this.#button(index, { class: kind, 'aria-label': answer.text.replace(/[()]/g, '') }, short ? answer.place : label, many);
    node.setAttribute('data-answer', items.map((item) => item.index).join(' '));
    for (const item of items) this.#buttons.set(item.index, node);
    return node;
  }

  #faces(ask, shown) {
    this.root.classList.add('faces');
    const small = shown.length > MANY;
    this.root.classList.toggle('many', small);
    for (const { answer, index } of shown) {
      const caption = answer.key === answer.text ? el('span', { class: 'unseen' }, answer.text) : el('span', { class: 'cap' }, answer.text);
      const chance = answer.weight ? el('span', { class: 'tag' }, t(/die$/.test(ask.source ?? '') ? '{some} of {all} sides' : '{some} of {all}', { some: answer.weight[0], all: answer.weight[1] })) : null;
      const key = answer.key ? el('span', { class: 'key', 'aria-hidden': 'true' }, answer.key) : null;
      const face = this.#button(index, { class: 'facing' }, faceOf(answer.face), key, caption, chance);
      if (answer.key) face.setAttribute('aria-keyshortcuts', answer.key);
      this.root.append(face);
    }
  }

  #phrase({ word, ids }) {
    return el('button', { type: 'button', class: 'ans all', onclick: () => this.#app.answerAll(ids) }, el('span', { class: 'say' }, word));
  }

  /** An input for a code printed on a piece. */
  #field(n) {
    if (this.#form && this.#formFor === n) return this.#form;
    const field = el('input', { type: 'text', id: 'code', autocomplete: 'off', autocapitalize: 'characters', spellcheck: false });
    const form = el('form', { class: 'code' }, el('label', { for: 'code' }, t('The code printed on it')), field, button(t('Enter'), { type: 'submit', class: 'btn' }));
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      if (field.value.trim()) this.#app.say(field.value.trim());
    });
    [this.#form, this.#formFor] = [form, n];
    return form;
  }

  #beneath(answer) {
    const odds = this.#app.oddsOf(answer.id);
    if (odds) return odds.outcomes[0].text;
    return answer.note ?? null;
  }

  #odds(answer) {
    const first = this.#app.oddsOf(answer.id)?.outcomes[0];
    if (!first) return null;
    const bar = el('i', {});
    bar.style.setProperty('--p', `${first.value * 100}%`);
    return el('span', { class: 'odds' }, `${Math.round(first.value * 100)} %`, bar);
  }
}

/** What an answer is called under the word of its group: "2 of hearts" under "play"; null if that is no name. */
function beneath({ text, group }) {
  const rest = group && text.toLowerCase().startsWith(`${group.toLowerCase()} `) ? text.slice(group.length + 1) : '';
  return /^[\p{Lu}\d]/u.test(rest) ? rest : null;
}

/** At least three answers whose keys are their numbers, by the words around those: `{ words, items }`, where items have `number`. */
function numbers(shown) {
  const groups = new Map();
  for (const item of shown) {
    const found = item.answer.text.match(/^(\D*?)([+−-]?)(\d+)(\D*)$/);
    if (!found || found[3] !== item.answer.key) continue;
    const [, before, sign, digits, after] = found;
    const number = sign + digits;
    const words = [before.trim(), after.trim()].filter(Boolean).join(' … ');
    groups.set(words, [...(groups.get(words) ?? []), { item, number }]);
  }
  return [...groups].filter(([, items]) => items.length > 2).map(([words, items]) => ({ words, items }));
}

/** The letters on the buttons of a group. */
function letters({ chips }) {
  return chips.reduce((sum, [{ rest }]) => sum + rest.length, 0);
}

/** Items by what they have in common, in their order. */
function gathered(items, by) {
  const groups = new Map();
  for (const item of items) {
    const key = by(item);
    groups.set(key, [...(groups.get(key) ?? []), item]);
  }
  return groups;
}

/** What makes two answers one button: equal words, or the same single place. */
function pointsAt({ answer, rest }) {
  return answer.spots.length === 1 && answer.at.length === 0 ? JSON.stringify([answer.group, answer.spots[0]]) : `${answer.group} ${rest}`;
}

/** The answers of a group under the words that all begin with: `{ title, items }`, where items have the `rest` that they say. */
function series(items, name) {
  const texts = items.map(({ answer }) => answer.text);
  const begins = items.length > 2 ? shared(texts) : '';
  const cut = begins.length > name.length + 1 ? begins.length : 0;
  const closes = /\([^)]*$/.test(begins) && texts.every((text) => text.endsWith(')')) ? ')' : '';
  const ends = cut ? ending(texts.map((text) => text.slice(cut))) || closes : '';
  const said = ({ answer }) => (cut ? answer.text.slice(cut, answer.text.length - ends.length) : beneath(answer) ?? answer.text);
  const rests = items.map((item) => ({ ...item, rest: said(item) }));
  const title = cut ? `${begins.trim()} …${ends}` : name;
  if (items.length <= LONG) return [{ title, items: rests }];
  const heads = gathered(rests, ({ answer }) => answer.text.slice(0, answer.text.indexOf(' ', begins.length)));
  const splits = heads.size > 1 && [...heads.values()].every((all) => all.length > 2 && shared(all.map(({ answer }) => answer.text)).length > begins.length);
  return splits ? [...heads.values()].flatMap((all) => series(all, name)) : [{ title, items: rests }];
}

/** Whether many answers say nothing but words, and divide by how they begin. */
function isSeries(shown) {
  const plain = ({ answer: { place, group, face, note } }) => !place && !group && !face && !note;
  return shown.length > LONG && shown.every(plain) && series(shown, '').length > 1;
}

/** The whole words with which all texts begin. */
function shared(texts) {
  let long = Math.min(...texts.map((text) => text.length));
  while (long > 0 && !texts.every((text) => text.startsWith(texts[0].slice(0, long)))) long -= 1;
  return texts[0].slice(0, texts[0].lastIndexOf(' ', long - 1) + 1);
}

/** The whole words with which all texts end, after at least one of each. */
function ending(texts) {
  const turned = texts.map((text) => text.split(' ').reverse());
  const most = Math.min(...turned.map((words) => words.length)) - 1;
  let count = 0;
  while (count < most && turned.every((words) => words[count] === turned[0][count])) count += 1;
  return turned[0].slice(0, count).reverse().map((word) => ` ${word}`).join('');
}

/** Whether answers lay the same piece in one place, each with another turn. */
export function isTurned(shown) {
  const places = new Set(shown.map(({ answer: { face, spots } }) => JSON.stringify([face?.url, spots])));
  return shown.length > 1 && places.size === 1 && shown.every(({ answer: { face } }) => face);
}

/** Whether faces tell answers apart. */
function isTold(shown) {
  const faces = new Set(shown.map(({ answer: { face } }) => face && `${face.url} ${face.turns ?? 0}`));
  return shown.length === 1 || faces.size > 1;
}

/** Whether the answers are sides of a card. */
export function isSided(ask) {
  return ask.open && !ask.hidden && ask.answers.length > 0 && ask.answers.every(({ part }) => part);
}

/** Whether all answers concern one place of the table, so that pointing at it would choose none. */
export function isAbout(ask) {
  if (!ask?.open || ask.hidden || ask.answers.length < 2) return false;
  const places = new Set(ask.answers.map(({ at, spots }) => (at.length === 0 && spots.length === 1 ? JSON.stringify(spots[0]) : null)));
  return places.size === 1 && !places.has(null);
}

/** Whether a question is about a place or a piece of the map. */
export function isAboutMap(snap, ask) {
  if (isAbout(ask)) return ask.answers[0].spots[0].zone === 'map';
  return Boolean(ask?.open && !ask.hidden && named(snap, ask, true));
}

/** The piece that a question names, on the map or elsewhere, in a game that has a map. */
export function named(snap, ask, onMap) {
  const maps = new Set(snap.scene.zones.filter(({ kind }) => kind === 'map').map(({ id }) => id));
  const plain = (words) => ` ${words.toLowerCase().replace(/[^\p{L}\d]+/gu, ' ').trim()} `;
  const question = plain(ask.question);
  const isNamed = ({ name, face, zone }) => name && face && maps.has(zone) === onMap && question.includes(plain(name));
  return maps.size > 0 ? snap.scene.things.find(isNamed) ?? null : null;
}

/** Whether what may be answered lies on the map. */
export function isOnMap(snap, ask) {
  if (!ask || !ask.open || ask.hidden || isAbout(ask)) return false;
  const onMap = new Set(snap.scene.things.filter(({ zone }) => zone === 'map').map(({ id }) => id));
  const places = (answer) => answer.spots.some(({ zone }) => zone === 'map') || answer.at.some((id) => onMap.has(id));
  return !ask.answers.some(({ part }) => part) && ask.answers.filter(places).length * 2 >= ask.answers.length && ask.answers.some(places);
}

/** The answers that nothing on the table stands for, by number. */
export function elsewhere(ask) {
  return ask.answers.flatMap((answer, index) => (answer.spots.length || answer.at.length ? [] : [index]));
}

/** The answers about what lies in one of the piles that all share, by its zone, if there are several. */
export function piled(snap, ask) {
  const shared = new Set(snap.scene.zones.filter(({ kind, seat }) => kind === 'heap' && typeof seat !== 'number').map(({ id }) => id));
  const lies = new Map(snap.scene.things.map(({ id, zone }) => [id, zone]));
  const found = new Map();
  ask.answers.forEach(({ at, spots }, index) => {
    const zones = new Set([...spots.map(({ zone }) => zone), ...at.map((id) => lies.get(id))]);
    const [zone] = zones;
    if (zones.size === 1 && shared.has(zone)) found.set(zone, [...(found.get(zone) ?? []), index]);
  });
  return new Map([...found].filter(([, indices]) => indices.length > 1));
}

export function isChance(ask) {
  return ask.of !== 'player';
}

function isSquare({ w, h }) {
  return Math.abs(w - h) < 0.1;
}

/** A printed face, turned the way it would lie. */
export function faceOf({ url, w, h, turns = 0 }) {
  const [wide, high] = turns % 2 ? [h, w] : [w, h];
  const image = el('img', { src: url, alt: '', draggable: false, class: `turned-${turns % 4}` });
  const frame = el('span', { class: `face${isSquare({ w, h }) ? ' square' : ''}` }, image);
  frame.style.aspectRatio = `${wide} / ${high}`;
  image.style.width = `${(100 * w) / wide}%`;
  return frame;
}
