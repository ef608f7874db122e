// When something on a face is shown: as choices, in words, and as its template has it.

import { bare, quoted } from './settings.js';

/** What repeats something here, as it is written. */
const REPEAT = /^for nth in range\(\((.*)\)\|int\)$/;

/** How a column is to be for something to be shown. */
export const HOW = [['filled', 'is filled'], ['empty', 'is empty'], ['is', 'is'], ['not', 'is not'], ['contains', 'contains'], ['more', 'is more than'], ['less', 'is less than']];
export const HAS_VALUE = ['is', 'not', 'contains', 'more', 'less'];
const SIGNS = { '==': 'is', '!=': 'not', '>': 'more', '<': 'less' };

/** Forms of "is filled" and "is empty": of numbers, a nought is no blank. */
const FILLED = [/^(NAME)$/, /^(NAME)\s+is\s+number$/, /^(NAME)\s+is\s+not\s+none$/, /^\(?(NAME)\s+is\s+number\s+or\s+\1\)?$/].map(named);
const EMPTY = [/^not\s+(NAME)$/, /^(NAME)\s+is\s+not\s+number$/, /^(NAME)\s+is\s+none$/, /^not\s+\((NAME)\s+is\s+number\s+or\s+\1\)$/].map(named);

function named({ source }) {
  return new RegExp(source.replace('NAME', '[\\p{L}_][\\p{L}\\p{N}_]*'), 'u');
}

/** A condition that is made of choices; null if it is another formula. */
export function conditionOf(said) {
  const first = (forms) => forms.map((form) => said.match(form)?.[1]).find((column) => column !== undefined);
  const [filled, empty] = [first(FILLED), first(EMPTY)];
  if (filled) return { column: filled, how: 'filled', value: '' };
  if (empty) return { column: empty, how: 'empty', value: '' };
  const [, words, within] = said.match(/^("[^"\\]*"|'[^'\\]*')\s+in\s+([\p{L}_][\p{L}\p{N}_]*)$/u) ?? [];
  if (within) return { column: within, how: 'contains', value: bare(words) };
  const [, of, sign, value] = said.match(/^([\p{L}_][\p{L}\p{N}_]*)\s*(==|!=|>|<)\s*("[^"\\]*"|'[^'\\]*'|-?[\d.]+)$/u) ?? [];
  return of ? { column: of, how: SIGNS[sign], value: bare(value) } : null;
}

/** The formula of a condition; `isOfNumbers` says whether the column's cells are numbers. */
export function formulaOf({ column, how, value }, isOfNumbers) {
  if (how === 'filled') return isOfNumbers ? `${column} is number` : column;
  if (how === 'empty') return isOfNumbers ? `${column} is not number` : `not ${column}`;
  if (how === 'contains') return `${quoted(value)} in ${column}`;
  const sign = Object.keys(SIGNS).find((sign) => SIGNS[sign] === how);
  const isNumber = /^-?\d+(\.\d+)?$/.test(value) && (isOfNumbers || how === 'more' || how === 'less');
  return `${column} ${sign} ${isNumber ? value : quoted(value)}`;
}

/** Signs between a column and a value that are told, but not chosen. */
const TOLD = { '>=': 'is at least', '<=': 'is at most' };
/** What is known of a face besides its row, in words. */
const KNOWN = [
  [/^ink == (["'])color\1$/, 'in colour'], [/^ink == (["'])mono\1$/, 'in black only'], [/^ink == (["'])lean\1$|^lean$/, 'with little ink'],
  [/^ink != (["'])color\1$/, 'without colour'], [/^side == (["'])back\1$/, 'on the back'], [/^side == (["'])front\1$/, 'on the front'],
  [/^not has_picture\(.*\)$|^not \(+[\p{L}_][\p{L}\p{N}_]* and has_picture\(.*\)\)+$/u, 'if its picture is not there'], [/^has_picture\(.*\)$/, 'if its picture is there'],
];
/** The longest formula that is told as it is. */
const LONGEST = 40;

/** A condition in words, for the list. */
export function inWords(said) {
  const known = KNOWN.find(([form]) => form.test(said));
  if (known) return known[1];
  for (const [sign, join] of [['or', ' or '], ['and', ' and ']]) {
    const parts = parted(said, sign);
    if (parts.length > 1) return parts.map(inWords).map((words, index) => (index > 0 ? words.replace(/^if /, '') : words)).join(join);
  }
  const condition = conditionOf(said);
  if (condition) {
    const { column, how, value } = condition;
    return ['if', plain(column), HOW.find(([known]) => known === how)[1], value].filter(Boolean).join(' ');
  }
  const [, of, sign, value] = said.match(/^([\p{L}_][\p{L}\p{N}_]*)\s*(>=|<=)\s*(-?[\d.]+)$/u) ?? [];
  if (of) return `if ${plain(of)} ${TOLD[sign]} ${value}`;
  const [, column, no, all] = said.match(/^([\p{L}_][\p{L}\p{N}_]*)\s+(not\s+)?in\s+\[([^[\]]*)\]$/u) ?? [];
  if (column) return `if ${plain(column)} is ${no ? 'not ' : ''}${all.split(',').map((one) => bare(one.trim())).join(' or ')}`;
  return `if ${said.length > LONGEST ? `${said.slice(0, LONGEST - 1)}…` : said}`;
}

/** The parts of a formula between `and` or `or`; the whole if one of them has brackets around several. */
function parted(said, sign) {
  const parts = said.split(new RegExp(`\\s+${sign}\\s+`));
  const isWhole = (part) => part.split('(').length === part.split(')').length && part.split('"').length % 2 === 1;
  return parts.every(isWhole) ? parts : [said];
}

function plain(name) {
  return name.replaceAll('_', ' ');
}

/** A formula in which `=` compares, as people write it. */
export function compared(formula) {
  return formula.replace(/("[^"]*"|'[^']*')|([=!<>]=)|=/g, (all, words, sign) => words ?? sign ?? '==');
}

/** A statement around something, in words. */
export function told(statement) {
  const [, count] = statement.match(REPEAT) ?? [];
  if (count) return `repeated ${count} times`;
  const [, of] = statement.match(/^for\s+.+?\s+in\s+([\p{L}_][\p{L}\p{N}_]*)$/u) ?? [];
  if (of) return `for each of ${plain(of)}`;
  if (statement.startsWith('for ')) return 'repeated';
  if (statement === 'else') return 'otherwise';
  const [, other, said] = statement.match(/^(el)?if\s+(.+)$/s) ?? [];
  if (!said) return statement;
  return other ? `otherwise, ${inWords(said)}` : inWords(said);
}
