// The studio's page: shows the view that the address names. All views share one program, which stays warm.

import { settle } from './table/screen.js';
import './offline.js';
import { button, el } from './parts.js';
import { Program } from './program.js';
import { begin } from './begin.js';
import { print } from './print.js';
import { start } from './start.js';

const view = document.getElementById('view');
const program = new Program();
/** What only makers need is fetched when it is opened. */
const makes = async ({ source, say: tell }) => {
  const [{ make }, { Home }] = await Promise.all([import('./make/make.js'), import('./make/home.js')]);
  return make({ home: new Home(source.kit), say: tell });
};
const shares = async (wish) => (await import('./make/share.js')).share(wish);
const opens = async (wish) => (await import('./make/share.js')).shared(wish);
const VIEWS = { print, play: begin, make: makes, share: shares, shared: opens };
let leave = null;
/** Until the view before is left. */
let leaving = Promise.resolve();
/** The last view that was asked for. */
let asked = 0;

/** `#print?game=dungeon-in-a-tin`; `isMoved` if somebody went there from another view. */
async function show(isMoved) {
  const number = ++asked;
  const [name, query] = location.hash.slice(1).split('?');
  const left = leave;
  leave = null;
  // What was changed is kept before anything else reads it.
  leaving = leaving.then(() => left?.());
  await leaving;
  if (number !== asked) return;
  const said = new URLSearchParams(query);
  const source = said.has('kit') ? { kit: said.get('kit') } : { id: said.get('game') };
  const made = await open(VIEWS[name] ?? start, { program, source, query: said, say });
  if (number !== asked) {
    made.leave?.();
    return;
  }
  leave = made.leave;
  view.replaceChildren(made.root);
  scrollTo(0, 0);
  if (isMoved) view.querySelector('h1')?.focus();
  await made.ready;
}

/** A view, or why it cannot be opened: what it needs may be kept nowhere while there is no network. */
async function open(build, wish) {
  try {
    return await build(wish);
  } catch (error) {
    const again = button('Try again', { class: 'btn first', onclick: () => location.reload() });
    return { root: el('main', { class: 'alone' }, el('h1', { tabIndex: -1 }, 'This cannot be opened now'),
      el('p', {}, `A part of the studio could not be fetched: ${error.message}. If you are offline, this browser has not kept that part.`),
      el('div', { class: 'does' }, again, el('a', { class: 'btn', href: '#' }, 'To the start'))) };
  }
}

/** Tells people who cannot see the page what happened. */
function say(words) {
  document.getElementById('live').textContent = words;
}

addEventListener('hashchange', () => show(true));
settle();
show(false);
