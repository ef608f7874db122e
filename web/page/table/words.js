// What the table says, in the language of the game that the address names.

import { Program } from '../program.js';
import { source } from '../store.js';

/** What is said while the program starts, before it can say in which language it speaks. */
const OPENING = { de: 'Wird geöffnet…', es: 'Se abre…' };
const opening = Object.assign(document.createElement('main'), { className: 'alone' });
opening.append(Object.assign(document.createElement('p'), { textContent: OPENING[navigator.language.slice(0, 2)] ?? 'Opening…' }));
document.getElementById('page')?.append(opening);

const said = Object.fromEntries(new URLSearchParams(location.search));
const home = said.journal ? await source(said.journal) : said;

/** The program of this page. */
export const program = new Program({ whole: !home || Boolean(home.kit) });

const answer = await program.call('words', said).catch(() => ({ language: 'en', words: {} }));

export const { language, words } = answer;
