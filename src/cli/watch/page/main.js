// The page of `paperkeep watch`: the studio's view of a kit that is made, with its server.

import { Home } from './home.js';
import { make } from './make/make.js';
import { settle } from './table/screen.js';

// The key to change the kit and to sit at its table: the end of the address that was printed. The tab remembers it.
const given = location.hash.slice(1);
if (given) sessionStorage.setItem('key', given);
history.replaceState(null, '', '#');

const live = document.getElementById('live');

settle();
const { root, ready } = make({ home: new Home(sessionStorage.getItem('key') ?? ''), say: (words) => (live.textContent = words) });
document.getElementById('view').replaceChildren(root);
await ready;
