// The studio's page: shows the view that the address names. All views share one program, which stays warm.

import { settle } from './table/screen.js';
import { Program } from './program.js';
import { begin } from './begin.js';
import { make } from './make.js';
import { print } from './print.js';
import { share, shared } from './share.js';
import { start } from './start.js';

const view = document.getElementById('view');
const program = new Program();
const VIEWS = { print, play: begin, make, share, shared };
let leave = null;

/** `#print?game=dungeon-in-a-tin` */
async function show() {
  const [name, query] = location.hash.slice(1).split('?');
  leave?.();
  leave = null;
  const said = new URLSearchParams(query);
  const source = said.has('kit') ? { kit: said.get('kit') } : { id: said.get('game') };
  const made = (VIEWS[name] ?? start)({ program, source, query: said, say });
  leave = made.leave;
  view.replaceChildren(made.root);
  scrollTo(0, 0);
  await made.ready;
}

/** Tells people who cannot see the page what happened. */
function say(words) {
  document.getElementById('live').textContent = words;
}

addEventListener('hashchange', () => {
  show();
  view.querySelector('h1')?.focus();
});
settle();
show();
navigator.serviceWorker?.register('sw.js').catch(() => {});
// What only some kits need is kept once nobody waits for anything.
navigator.serviceWorker?.ready.then(({ active }) => setTimeout(() => active.postMessage('the rest'), 10_000));
