// Keeps every file of this version, so that the studio works without a network once it was visited.

const VERSION = 'VERSION';
/** What every visit needs, and what only some kits need. */
const FIRST = ['FIRST'];
const LATER = ['LATER'];

function kept(files) {
  return files.map((file) => new Request(file === '' ? './' : file, { cache: 'no-cache' }));
}

addEventListener('install', (event) => {
  const keep = async () => {
    const cache = await caches.open(VERSION);
    await cache.addAll(kept(FIRST));
    await skipWaiting();
  };
  event.waitUntil(keep());
});

addEventListener('activate', (event) => {
  const clean = async () => {
    const names = await caches.keys();
    await Promise.all(names.filter((name) => name !== VERSION).map((name) => caches.delete(name)));
    await clients.claim();
  };
  event.waitUntil(clean());
});

/** The page asks for the rest once it is at rest, and hears whether there was room for it. */
addEventListener('message', (event) => {
  if (event.data !== 'the rest') return;
  const keep = async () => {
    const cache = await caches.open(VERSION);
    const missing = [];
    for (const request of kept(LATER)) if (!(await cache.match(request))) missing.push(request);
    await cache.addAll(missing);
  };
  const told = keep().then(() => 'all is kept', () => 'there is no room');
  event.waitUntil(told.then((words) => event.source.postMessage(words)));
});

addEventListener('fetch', (event) => {
  if (event.request.method !== 'GET' || new URL(event.request.url).origin !== location.origin) return;
  const answer = async () => {
    const cache = await caches.open(VERSION);
    return (await cache.match(event.request, { ignoreSearch: true })) ?? fetch(event.request);
  };
  event.respondWith(answer());
});
