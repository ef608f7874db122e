// The print page: what to print, the sheets as they will be, and their files.

import { el } from '../table/dom.js';
import { Program } from '../program.js';
import { report } from '../report.js';

const program = new Program();
const said = new URLSearchParams(location.search);
const source = said.has('kit') ? { kit: said.get('kit') } : { id: said.get('game') };
const by = (id) => document.getElementById(id);
const form = by('form');
const TYPES = { pdf: 'application/pdf', svg: 'image/svg+xml', png: 'image/png' };
let links = [];

function wish() {
  const fields = form.elements;
  const format = ['pdf', 'svg', ...(fields.png.checked ? ['png'] : [])];
  return {
    format,
    paper: fields.paper.value,
    ink: fields.ink.value,
    layout: fields.layout.value,
    theme: fields.theme.value || 'classic',
    copies: Number(fields.copies.value) || 1,
    dpi: Number(fields.dpi.value) || 150,
    rules: fields.rules.checked,
    paper_dice: fields.paper_dice.checked,
  };
}

function busy(is) {
  by('busy').hidden = !is;
  by('stop').hidden = !is;
  by('go').disabled = is;
}

async function print(event) {
  event?.preventDefault();
  busy(true);
  by('wrong').hidden = true;
  by('status').textContent = 'Printing…';
  const start = performance.now();
  try {
    show(await program.call('print', { source, wish: wish() }));
    by('status').textContent = `Printed in ${((performance.now() - start) / 1000).toFixed(1)} s.`;
  } catch (error) {
    by('status').textContent = error.stopped ? 'Stopped.' : '';
    if (error.stopped) return;
    by('done').hidden = true;
    by('wrong').hidden = false;
    by('wrong').replaceChildren(...report(error));
  } finally {
    busy(false);
  }
}

function show({ files, summary, warnings }) {
  links.forEach((link) => URL.revokeObjectURL(link));
  const made = files.map(({ name, bytes }) => {
    const kind = name.split('.').at(-1);
    return { name, kind, url: URL.createObjectURL(new Blob([bytes], { type: TYPES[kind] })), size: bytes.length };
  });
  links = made.map(({ url }) => url);
  const wanted = made.filter(({ kind }) => kind !== 'svg' || form.elements.svg.checked);
  by('files').replaceChildren(...wanted.map(({ name, url, size, kind }) => el('a', { href: url, download: name, class: kind === 'pdf' ? 'first' : '' }, `${name} (${Math.ceil(size / 1000)} kB)`)));
  by('sheets').replaceChildren(...made.filter(({ kind }) => kind === 'svg').map(({ name, url }, index) => el('a', { href: url, target: '_blank' }, el('img', { src: url, alt: `sheet ${index + 1}: ${name}` }))));
  by('summary').textContent = summary;
  by('warnings').replaceChildren(...warnings.map((warning) => el('li', {}, warning)));
  by('warnings').hidden = warnings.length === 0;
  by('done').hidden = false;
}

form.addEventListener('submit', print);
by('stop').addEventListener('click', () => program.stop());
try {
  const about = await program.call('about', { source });
  by('title').textContent = `Print ${about.title}`;
  document.title = `Print ${about.title}, paperkeep`;
  by('theme-field').hidden = about.themes.length < 2;
  by('theme').append(...about.themes.map((theme) => el('option', { value: theme }, theme)));
  by('rules-field').hidden = !about.rules;
  await print();
} catch (error) {
  by('wrong').hidden = false;
  by('wrong').replaceChildren(...report(error));
}
