// Keyboard control: digits and names answer, arrows move between highlighted places, Esc closes.

/** The time for typing a name, in ms. */
const PAUSE = 1200;
/** The time for another digit, in ms. */
const MORE = 700;

const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

export function keys(app) {
  let typed = '';
  let timer = 0;
  let digits = '';
  let soon = 0;

  /** Beyond the digits, places are chosen by typing their names; the first match is pointed at. */
  function name(key) {
    clearTimeout(timer);
    timer = setTimeout(() => (typed = ''), PAUSE);
    typed += key.toLowerCase();
    // The label of a button, or the words that the prompt would accept.
    const names = app.ask.answers.map((answer, index) => ({
      names: [answer.place, answer.short, answer.text, app.answers.name(index)].filter(Boolean).map((name) => name.toLowerCase()), index,
    }));
    const named = names.filter(({ names }) => names.some((name) => name.startsWith(typed)));
    const exact = named.filter(({ names }) => names.includes(typed));
    app.point((exact.length ? exact : named.slice(0, 1)).map(({ index }) => index));
  }

  /** A number may have several digits: where 1 and 10 are answers, 1 waits for more. */
  function number(digit) {
    clearTimeout(soon);
    const { answers, n } = app.ask;
    const starts = (text) => answers.some(({ key }) => key?.startsWith(text));
    const all = starts(digits + digit) ? digits + digit : digit;
    digits = '';
    if (!starts(all)) return false;
    const exact = answers.findIndex(({ key }) => key === all);
    const longer = answers.some(({ key }) => key?.startsWith(all) && key !== all);
    if (exact >= 0 && !longer) {
      app.answer(exact);
      return true;
    }
    digits = all;
    if (exact >= 0) app.point([exact]);
    soon = setTimeout(() => {
      digits = '';
      if (exact >= 0 && app.ask?.n === n) app.answer(exact);
    }, MORE);
    return true;
  }

  function arrow([dx, dy]) {
    const lit = app.table.root.isConnected ? app.table.lit() : [];
    if (lit.length === 0) return false;
    const now = lit.find((place) => place.answers.some((index) => app.pointed.has(index)));
    const next = now ? nearest(now, lit.filter((place) => place !== now), dx, dy) : first(lit, dx, dy);
    if (!next) return true;
    app.table.focus(next.key);
    app.point(next.answers);
    return true;
  }

  document.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || !app.snap || document.querySelector('dialog[open]')) return;
    if (event.key === 'Escape') return app.panels.escape();
    if (event.target.matches('input, textarea, select')) return;
    if (!app.answerable || app.panels.shown) return;
    if (event.key in ARROWS) {
      if (arrow(ARROWS[event.key])) event.preventDefault();
      return;
    }
    if (/^\d$/.test(event.key) && number(event.key)) return;
    if (event.key === '+' || event.key === '-' || event.key === '0') look(app.table, event.key);
    else if (event.key === 'Enter' && app.pointed.size > 0 && !event.target.closest('button')) app.choose([...app.pointed]);
    else if (/^[\p{L}\p{N}]$/u.test(event.key)) name(event.key);
  });
}

function look(table, key) {
  if (key === '0') table.whole();
  else table.zoom(key === '+' ? 1.4 : 1 / 1.4);
}

/** The nearest place in a direction; sideways distance counts twice. */
function nearest(from, places, dx, dy) {
  const ranked = places.map((place) => {
    const [x, y] = [place.x - from.x, place.y - from.y];
    return { place, along: x * dx + y * dy, aside: Math.abs(x * dy) + Math.abs(y * dx) };
  });
  return ranked.filter(({ along, aside }) => along > 4 && aside < 3 * along).sort((a, b) => a.along + 2 * a.aside - b.along - 2 * b.aside)[0]?.place;
}

function first(places, dx, dy) {
  return [...places].sort((a, b) => a.x * dx + a.y * dy - b.x * dx - b.y * dy)[0];
}
