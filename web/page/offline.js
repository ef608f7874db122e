// Whether the studio works without a network: its files are kept by a service worker, if this browser has room for them.

/** How long after the start the rest is kept, ms: once nobody waits for anything. */
const CALM = 10_000;

/** Resolves to whether what prints and plays is kept. */
export const isKept = keep();

async function keep() {
  const workers = navigator.serviceWorker;
  if (!workers) return false;
  try {
    const registered = await workers.register('sw.js');
    await Promise.race([workers.ready, isGivenUp(registered)]);
    // Browsers that run out of room throw away what is kept.
    return Boolean(registered.active) && Boolean(await caches.match('paperkeep_bg.wasm'));
  } catch {
    return false;
  }
}

/** Waits until a worker gives up for want of room. */
function isGivenUp({ installing }) {
  return new Promise((done) => {
    const look = () => installing.state === 'redundant' && done();
    installing?.addEventListener('statechange', look);
    if (installing) look();
  });
}

/** Resolves to whether the rest is kept too, which only some kits need, and whoever makes one. */
export const isAllKept = isKept.then((kept) => kept && keepRest());

function keepRest() {
  return new Promise((done) => {
    navigator.serviceWorker.addEventListener('message', ({ data }) => done(data === 'all is kept'));
    setTimeout(async () => (await navigator.serviceWorker.ready).active.postMessage('the rest'), CALM);
  });
}
