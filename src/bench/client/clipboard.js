// Cells as spreadsheets copy them: with tabs between, or commas, and quotes around what has these.

/** The cells of a text; null if it is no table, but words for one cell. */
export function cellsOf(text) {
  const plain = text.replace(/\r\n?/g, '\n').replace(/\n$/, '');
  if (plain.includes('\t')) return parted(plain, '\t');
  if (!plain.includes('\n')) return null;
  // Semicolons first: where they part cells, commas are in numbers.
  for (const sign of [';', ',']) {
    const rows = parted(plain, sign);
    const isEven = rows[0].length > 1 && rows.every(({ length }) => length === rows[0].length);
    // Signs with a space behind them are those of sentences.
    if (isEven && !rows.flat().some((cell) => cell.startsWith(' '))) return rows;
  }
  // Cells of one column; one with several lines is in quotes.
  return parted(plain, '\t');
}

function parted(text, sign) {
  const rows = [[]];
  let cell = '';
  let isQuoted = false;
  for (let at = 0; at < text.length; at += 1) {
    const letter = text[at];
    if (isQuoted) {
      if (letter !== '"') cell += letter;
      else if (text[at + 1] === '"') {
        cell += '"';
        at += 1;
      } else isQuoted = false;
    } else if (letter === '"' && cell === '') isQuoted = true;
    else if (letter === sign || letter === '\n') {
      rows.at(-1).push(cell);
      cell = '';
      if (letter === '\n') rows.push([]);
    } else cell += letter;
  }
  // A quote that nothing closes is a letter.
  if (isQuoted) return text.split('\n').map((line) => line.split(sign));
  rows.at(-1).push(cell);
  return rows;
}

/** Rows of cells as a text for spreadsheets. */
export function textOf(rows) {
  const quoted = (cell) => (/[\t\n"]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);
  return rows.map((row) => row.map((cell) => quoted(cell ?? '')).join('\t')).join('\n');
}
