// What people add: files and folders, dropped or chosen.

import { button, el, sentence } from './parts.js';
import { canReachFolders, openFolder } from './folder.js';
import { hand } from './handed.js';
import { cellsOf, textOf } from './clipboard.js';
import * as store from './store.js';

/** What begins with the name of a file, which stays as it is. */
const IS_FILE = /^[^\s:]+\.\w+[#:]/;

const IS_TABLE = /\.(xlsx|ods|csv|tsv|json)$/i;

/** What pasted cells are called. */
const PASTED = 'My cards.tsv';

/** What can be added, and what becomes of it. */
const KINDS = [
  ['A spreadsheet', '.xlsx, .ods or .csv, or cells that you copied: each row becomes a card'],
  ['Pictures', 'each becomes a card; one called “back” is on all backs'],
  ['A PDF', 'each page becomes a card, or holds several'],
  ['A kit', 'a folder or .zip, for any kind of game'],
  ['A saved game', 'goes on where it stopped'],
];

export class Drop {
  #program;
  #then;
  #listeners = new AbortController();
  asking = el('dialog', { class: 'asking' });

  constructor(program, then) {
    this.#program = program;
    this.#then = then;
    this.status = el('p', { role: 'status', class: 'tag' });
    const files = el('input', { type: 'file', multiple: true, class: 'unseen', tabIndex: -1, 'aria-label': 'Files to print or to play' });
    const folder = el('input', { type: 'file', webkitdirectory: true, class: 'unseen', tabIndex: -1, 'aria-label': 'A folder to print' });
    files.addEventListener('change', () => this.#chosen(files));
    folder.addEventListener('change', () => this.#chosen(folder));
    this.choose = () => files.click();
    this.zone = el('div', { class: 'zone-drop' },
      el('p', { class: 'about' }, 'Drop it anywhere on this page, or paste it'),
      el('div', { class: 'does' }, button('Choose files', { class: 'btn first', onclick: this.choose }), button('Choose a folder', { class: 'btn', onclick: () => folder.click() }), files, folder),
      canReachFolders ? el('p', { class: 'disk-way' }, button('Open a kit’s folder on this disk', { class: 'link', onclick: () => this.#openFolder() }), ' and write back what you change') : null,
      this.status);
    this.root = el('section', { class: 'drop', id: 'print-your-own', 'aria-labelledby': 'drop-title' },
      el('div', {}, el('h2', { id: 'drop-title', tabIndex: -1 }, 'Print your own'),
        el('dl', {}, ...KINDS.flatMap(([what, becomes]) => [el('dt', {}, what), el('dd', {}, becomes)]))),
      this.zone, this.asking);
    this.#listen();
  }

  leave() {
    this.#listeners.abort();
  }

  #listen() {
    const { signal } = this.#listeners;
    addEventListener('dragover', (event) => {
      event.preventDefault();
      this.zone.classList.add('over');
    }, { signal });
    addEventListener('dragleave', (event) => event.relatedTarget === null && this.zone.classList.remove('over'), { signal });
    addEventListener('drop', async (event) => {
      event.preventDefault();
      this.zone.classList.remove('over');
      const entries = [...event.dataTransfer.items].map((item) => item.webkitGetAsEntry?.()).filter(Boolean);
      await this.add((await Promise.all(entries.map((entry) => walk(entry)))).flat());
    }, { signal });
    addEventListener('paste', (event) => this.#paste(event), { signal });
  }

  /** Adds what was copied: files, or the cells of a spreadsheet. */
  async #paste(event) {
    if (event.target.closest?.('input, textarea')) return;
    const files = [...event.clipboardData.files].map((file) => ({ path: file.name, file }));
    const cells = files.length > 0 ? null : cellsOf(event.clipboardData.getData('text/plain'));
    if (files.length === 0 && !cells) return;
    event.preventDefault();
    await this.add(files.length > 0 ? files : [{ path: PASTED, file: new File([textOf(cells)], PASTED) }]);
  }

  async #chosen(input) {
    const files = [...input.files].map((file) => ({ path: file.webkitRelativePath || file.name, file }));
    input.value = '';
    await this.add(files);
  }

  async #openFolder() {
    this.#then.wrong.clear();
    try {
      const name = await openFolder(this.#program);
      if (name) this.#then.folder(name);
    } catch (error) {
      this.#then.wrong.say(error);
    }
  }

  /** Adds files, each with its path: a saved game is continued, everything else is printed. */
  async add(all) {
    const files = all.filter(({ path }) => !path.split('/').some((part) => part.startsWith('.')));
    if (files.length === 0) return;
    this.#then.wrong.clear();
    this.status.textContent = 'Reading…';
    try {
      const read = await Promise.all(files.map(async ({ path, file }) => ({ path, bytes: new Uint8Array(await file.arrayBuffer()) })));
      const name = named(files);
      if (files.length === 1 && name.endsWith('.jsonl')) await this.#addJournal(name, read[0].bytes);
      else await this.#addKit(name, read);
      this.status.textContent = '';
    } catch (error) {
      this.status.textContent = '';
      this.#then.wrong.say(error);
    }
  }

  async #addJournal(name, bytes) {
    const kept = await this.#program.call('adoptJournal', { name, bytes });
    await navigator.storage.persist?.();
    this.#then.journal(kept);
  }

  /** Keeps a kit that is made of files. One that was made of a file of this name before stays as it is: people are asked what they want. */
  async #addKit(name, files) {
    const { told, inTheWay } = await this.#program.call('adopt', { name, files });
    await navigator.storage.persist?.();
    if (inTheWay) {
      const way = await this.#ask(name, inTheWay, files);
      if (way === 'both') await this.#addKit(inTheWay.free, files);
      const tables = files.filter(({ path }) => IS_TABLE.test(path)).map(({ path, bytes }) => new File([bytes], path.split('/').at(-1)));
      const isOfRows = ['replace', 'append'].includes(way);
      if (isOfRows) hand(name, tables, way);
      if (isOfRows || way === 'open') (inTheWay.kind === 'kit' ? this.#then.folder : this.#then.kit)(name);
      return;
    }
    if (told.length > 0) sessionStorage.setItem(`told ${name}`, JSON.stringify(told.map((words) => (IS_FILE.test(words) ? words : sentence(words)))));
    this.#then.kit(name);
  }

  /** What is to be done with files beside a kit of the same name; null: nothing. */
  #ask(name, { title, kind, isEdited, free }, files) {
    let chosen = null;
    const way = (words, value, first = false) => button(words, { class: first ? 'btn first' : 'btn', onclick: () => {
      chosen = value;
      this.asking.close();
    } });
    const changed = isEdited ? ', which you have changed since' : '';
    const takesRows = kind === 'kit' && files.some(({ path }) => IS_TABLE.test(path));
    this.asking.setAttribute('aria-label', `${name} is here already`);
    this.asking.replaceChildren(el('h2', {}, `${name} is here already`),
      el('p', {}, `Of a file with this name there is the kit “${title}”${changed}. It is not replaced: nothing of it is lost.`),
      way(`Keep both: the new one is called ${free}`, 'both', true),
      ...(takesRows ? [way(`Put these rows in place of those of “${title}”: its design, rules and languages stay`, 'replace'), way(`Add these rows below those of “${title}”`, 'append')] : []),
      way(`Open “${title}” as it is`, 'open'), way('Cancel', null));
    this.asking.showModal();
    return new Promise((done) => this.asking.addEventListener('close', () => done(chosen), { once: true }));
  }
}

/** What files are called together: their folder, or the first of them. */
function named(files) {
  const [{ path }] = files;
  const top = path.split('/')[0];
  if (files.length === 1 || files.every((file) => file.path.startsWith(`${top}/`))) return top;
  const table = files.find((file) => IS_TABLE.test(file.path));
  return table ? table.path.split('/').at(-1) : `${top} and ${files.length - 1} more`;
}

/** The files of a dropped folder. */
async function walk(entry, path = '') {
  if (entry.isFile) return [{ path: path + entry.name, file: await new Promise((done, fail) => entry.file(done, fail)) }];
  const reader = entry.createReader();
  const all = [];
  for (;;) {
    const some = await new Promise((done, fail) => reader.readEntries(done, fail));
    if (some.length === 0) return (await Promise.all(all.map((one) => walk(one, `${path}${entry.name}/`)))).flat();
    all.push(...some);
  }
}
