// What is kept in this browser: kits and journals, in its private file system.

async function folder(name) {
  const root = await navigator.storage.getDirectory();
  return root.getDirectoryHandle(name, { create: true });
}

/** The names of what is kept, in order. */
export async function names(kind) {
  const found = [];
  for await (const name of (await folder(kind)).keys()) found.push(name);
  return found.sort();
}

export async function read(kind, name) {
  const handle = await (await folder(kind)).getFileHandle(name);
  return new Uint8Array(await (await handle.getFile()).arrayBuffer());
}

export async function write(kind, name, bytes) {
  const handle = await (await folder(kind)).getFileHandle(name, { create: true });
  const stream = await handle.createWritable();
  await stream.write(bytes);
  await stream.close();
}

export async function remove(kind, name) {
  await (await folder(kind)).removeEntry(name);
}

/** A journal open for writing, which no other tab can open; only in a worker. `source` says which kit it is played with. */
export async function journal(name, source, fresh) {
  const handle = await (await folder('journals')).getFileHandle(name, { create: fresh });
  let access;
  try {
    access = await handle.createSyncAccessHandle();
  } catch (error) {
    if (error.name === 'NoModificationAllowedError') throw new Error('this game is open in another tab: close that one first');
    throw error;
  }
  if (fresh) {
    access.truncate(0);
    await write('sources', name, new TextEncoder().encode(JSON.stringify(source)));
  }
  return {
    append(bytes) {
      const end = access.getSize();
      const written = access.write(bytes, { at: end });
      if (written < bytes.length) {
        access.truncate(end);
        throw new Error('there is no room for the journal');
      }
      access.flush();
    },
    bytes() {
      const bytes = new Uint8Array(access.getSize());
      access.read(bytes, { at: 0 });
      return bytes;
    },
    close: () => access.close(),
  };
}

/** Which kit a journal is played with; null for one that came from elsewhere. */
export async function source(name) {
  try {
    return JSON.parse(new TextDecoder().decode(await read('sources', name)));
  } catch {
    return null;
  }
}

const MARK = 'paperkeep folder ';

/** Files as one: a line that lists them, then their bytes. */
export function list(files) {
  const head = new TextEncoder().encode(`${MARK}${JSON.stringify(files.map(({ path, bytes }) => [path, bytes.length]))}\n`);
  const all = new Uint8Array(head.length + files.reduce((sum, { bytes }) => sum + bytes.length, 0));
  all.set(head);
  let at = head.length;
  for (const { bytes } of files) {
    all.set(bytes, at);
    at += bytes.length;
  }
  return all;
}

/** The files of such a list; null for anything else, such as a ZIP archive. */
export function unlist(all) {
  const start = new TextDecoder().decode(all.subarray(0, MARK.length));
  if (start !== MARK) return null;
  const end = all.indexOf(10);
  const listed = JSON.parse(new TextDecoder().decode(all.subarray(MARK.length, end)));
  return {
    paths: listed.map(([path]) => path),
    lengths: new Uint32Array(listed.map(([, length]) => length)),
    contents: all.subarray(end + 1),
  };
}
