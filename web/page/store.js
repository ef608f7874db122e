// What is kept in this browser: kits and journals, in its private file system.

async function folder(name) {
  const root = await navigator.storage.getDirectory();
  return root.getDirectoryHandle(name, { create: true });
}

/** What is kept, the newest first: names, and when each was changed. */
export async function list(kind) {
  const found = [];
  for await (const [name, handle] of (await folder(kind)).entries()) {
    const { lastModified } = await handle.getFile();
    found.push({ name, changed: new Date(lastModified) });
  }
  return found.sort((a, b) => b.changed - a.changed);
}

export async function read(kind, name) {
  const handle = await (await folder(kind)).getFileHandle(name);
  return new Uint8Array(await (await handle.getFile()).arrayBuffer());
}

export async function has(kind, name) {
  return (await list(kind)).some((kept) => kept.name === name);
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

const MARK = 'paperkeep files ';

/** Files as the program takes them: paths, lengths, and all bytes in a row. */
export function joined(files) {
  const contents = new Uint8Array(files.reduce((sum, { bytes }) => sum + bytes.length, 0));
  let at = 0;
  for (const { bytes } of files) {
    contents.set(bytes, at);
    at += bytes.length;
  }
  return { paths: files.map(({ path }) => path), lengths: new Uint32Array(files.map(({ bytes }) => bytes.length)), contents };
}

/** The files of such a row, each with its path. */
export function parted({ paths, lengths, contents }) {
  let end = 0;
  return paths.map((path, index) => {
    end += lengths[index];
    return { path, bytes: contents.subarray(end - lengths[index], end) };
  });
}

/** Files as one: a line that says what they are and lists them, then their bytes. */
export function listed(kind, files) {
  const { paths, lengths, contents } = joined(files);
  const head = new TextEncoder().encode(`${MARK}${JSON.stringify({ kind, paths, lengths: [...lengths] })}\n`);
  const all = new Uint8Array(head.length + contents.length);
  all.set(head);
  all.set(contents, head.length);
  return all;
}

/** What such a list has in it. */
export function unlist(all) {
  const end = all.indexOf(10);
  const line = new TextDecoder().decode(all.subarray(0, end));
  if (!line.startsWith(MARK)) throw new Error('this is kept in another form: remove it and add it again');
  const { kind, paths, lengths } = JSON.parse(line.slice(MARK.length));
  return { kind, files: { paths, lengths: new Uint32Array(lengths), contents: all.subarray(end + 1) } };
}
