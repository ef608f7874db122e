// Parts of rules that a press puts into them: something that works, to be changed.

const ACTION = /^\[action\.([\w-]+)\]/gm;
/** What players are asked to choose from, as the flow names it. */
const CHOICE = /^((?!\s*(?:words|tell|short|title|say)\b)[^#\n]*\b(?:choose|may) (?:[\w-]+: )?[\w-]+(?:, ?[\w-]+)*)(?=[ \t]*(?:["';\]]|$))/m;

/** Each part: what it is called, and the rules with it, with the place of what is to be changed first. */
export const ADDITIONS = [['Add a move', withMove], ['Add a number that players have', withNumber]];

function withMove(text) {
  const name = free('pass', text);
  const words = `"${name.replace('_', ' ')}"`;
  const part = `[action.${name}]\nwords = ${words}\ndo = "end turn"\n`;
  const offered = text.replace(CHOICE, `$1, ${name}`);
  const last = [...offered.matchAll(ACTION)].at(-1);
  return put(offered, part, last ? endOf(offered, last.index) : offered.length, words);
}

function withNumber(text) {
  const name = free('points', text);
  const head = text.match(/^\[player\][^\n]*\n/m);
  if (!head) return put(text, `[player]\n${name} = 0\n`, text.length, name);
  const at = head.index + head[0].length;
  return { text: `${text.slice(0, at)}${name} = 0\n${text.slice(at)}`, at: [at, at + name.length] };
}

/** Puts a part between two others, and finds the words in it. */
function put(text, part, at, words) {
  const before = `${text.slice(0, at).trimEnd()}\n\n`;
  const after = text.slice(at).trimStart();
  const found = before.length + part.indexOf(words);
  return { text: before + part + (after === '' ? '' : `\n${after}`), at: [found, found + words.length] };
}

/** Where a part ends: before the next, with the comments above that, or with the text. */
function endOf(text, start) {
  const next = text.slice(start + 1).search(/^(?:#.*\n)*\[/m);
  return next < 0 ? text.length : start + 1 + next;
}

/** A name that the rules do not have for anything: "pass", "pass_2". */
function free(name, text) {
  const known = text.match(/[\w-]+/g) ?? [];
  for (let number = 1; ; number += 1) {
    const one = number === 1 ? name : `${name}_${number}`;
    if (!known.includes(one)) return one;
  }
}
