// What the table says, in the language of the game that the address names.

import { Program } from '../program.js';
import { source } from '../store.js';

const said = Object.fromEntries(new URLSearchParams(location.search));
const home = said.journal ? await source(said.journal) : said;

/** The program of this page. */
export const program = new Program({ whole: !home || Boolean(home.kit) });

const answer = await program.call('words', said).catch(() => ({ language: 'en', words: {} }));

export const { language, words } = answer;
