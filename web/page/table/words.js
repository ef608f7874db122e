// What the table says, in the language of the game that the address names.

import { Program } from '../program.js';

/** The program of this page. */
export const program = new Program();

const said = Object.fromEntries(new URLSearchParams(location.search));
const answer = await program.call('words', said).catch(() => ({ language: 'en', words: {} }));

export const { language, words } = answer;
