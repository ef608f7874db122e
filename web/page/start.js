// The start page: what there is to print and to play.

import { el } from './table/dom.js';
import { Program } from './program.js';
import * as store from './store.js';
import { report } from './report.js';

const program = new Program();
const status = document.getElementById('status');
const wrong = document.getElementById('wrong');

function card(about, query, more = []) {
  const [least, most] = about.players;
  const players = least === most ? `${least === 1 ? '1 player' : `${least} players`}` : `${least} to ${most} players`;
  const does = el('div', { class: 'does' }, el('a', { class: 'first', href: `play.html?${query}` }, 'Play'), el('a', { href: `print/?${query}` }, 'Print'), ...more);
  const by = about.designers.length > 0 ? `by ${about.designers.join(', ')}; ` : '';
  return el('li', { class: 'card' }, el('h3', {}, about.title), el('p', { class: 'dim' }, `${by}${players}`), about.goal ? el('p', {}, about.goal) : null, does);
}

async function showKits() {
  const own = document.getElementById('own');
  const cards = [];
  for (const name of await kept('kits')) {
    const remove = el('button', { type: 'button' }, 'Remove');
    remove.addEventListener('click', () => store.remove('kits', name).then(showKits, say));
    try {
      cards.push(card(await program.call('about', { source: { kit: name } }), `kit=${encodeURIComponent(name)}`, [remove]));
    } catch (error) {
      cards.push(el('li', { class: 'card' }, el('h3', {}, name), el('p', {}, error.message), el('div', { class: 'does' }, remove)));
    }
  }
  own.replaceChildren(...cards);
  own.hidden = cards.length === 0;
}

async function showJournals() {
  const section = document.getElementById('going');
  const cards = (await kept('journals')).map((name) => {
    const save = el('button', { type: 'button' }, 'Download');
    save.addEventListener('click', () => store.read('journals', name).then((bytes) => download(name, bytes), say));
    const remove = el('button', { type: 'button' }, 'Delete');
    remove.addEventListener('click', () => {
      if (confirm(`Delete ${name}? The game cannot be continued then.`)) store.remove('journals', name).then(showJournals, say);
    });
    const go = el('a', { class: 'first', href: `table/?journal=${encodeURIComponent(name)}` }, 'Continue');
    return el('li', { class: 'card' }, el('h3', {}, name.replace(/^paperkeep-|\.jsonl$/g, '')), el('div', { class: 'does' }, go, save, remove));
  });
  section.querySelector('ul').replaceChildren(...cards);
  section.hidden = cards.length === 0;
}

/** What is kept; nothing where the browser keeps nothing, as in a private window. */
async function kept(kind) {
  try {
    return await store.names(kind);
  } catch {
    return [];
  }
}

function download(name, bytes) {
  const link = el('a', { href: URL.createObjectURL(new Blob([bytes])), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

function say(error) {
  wrong.hidden = false;
  wrong.replaceChildren(...report(error));
}

async function addFile(file) {
  wrong.hidden = true;
  try {
    const bytes = new Uint8Array(await file.arrayBuffer());
    if (file.name.endsWith('.jsonl')) {
      await program.call('header', { name: file.name, bytes });
      await store.write('journals', file.name, bytes);
      location.href = `table/?journal=${encodeURIComponent(file.name)}`;
      return;
    }
    await program.call('add', { name: file.name, bytes });
    await navigator.storage.persist?.();
    await showKits();
  } catch (error) {
    say(error);
  }
}

async function addFolder(files) {
  wrong.hidden = true;
  const inside = files.filter(({ path }) => !path.split('/').some((part) => part.startsWith('.')));
  const top = inside.map(({ path }) => path).filter((path) => path.endsWith('kit.toml')).sort((a, b) => a.length - b.length)[0];
  if (top === undefined) return say(new Error('there is no kit.toml in this folder'));
  const start = top.slice(0, -'kit.toml'.length);
  try {
    const read = inside.filter(({ path }) => path.startsWith(start)).map(async ({ path, file }) => ({ path: path.slice(start.length), bytes: new Uint8Array(await file.arrayBuffer()) }));
    const name = start.split('/').at(-2) ?? 'kit';
    await program.call('add', { name, bytes: store.list(await Promise.all(read)) });
    await navigator.storage.persist?.();
    await showKits();
  } catch (error) {
    say(error);
  }
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

const drop = document.getElementById('drop');
addEventListener('dragover', (event) => {
  event.preventDefault();
  drop.classList.add('over');
});
addEventListener('dragleave', () => drop.classList.remove('over'));
addEventListener('drop', async (event) => {
  event.preventDefault();
  drop.classList.remove('over');
  const entries = [...event.dataTransfer.items].map((item) => item.webkitGetAsEntry?.()).filter(Boolean);
  for (const entry of entries) {
    if (entry.isDirectory) await addFolder(await walk(entry));
    else await addFile((await walk(entry))[0].file);
  }
});
document.getElementById('file').addEventListener('change', ({ target }) => target.files[0] && addFile(target.files[0]));
document.getElementById('folder').addEventListener('change', ({ target }) => addFolder([...target.files].map((file) => ({ path: file.webkitRelativePath, file }))));

navigator.serviceWorker?.register('sw.js');
try {
  const games = await program.call('shipped');
  document.getElementById('games').replaceChildren(...games.map((about) => card(about, `game=${about.id}`)));
  status.hidden = true;
  await showJournals();
  await showKits();
} catch (error) {
  status.textContent = `The program cannot be started here: ${error.message}`;
}
