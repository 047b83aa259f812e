// The folder of the record, as the browser keeps it: in one piece, as it was at one moment, or not at all.

/**
 * Database, store and version are those of Emscripten's IDBFS, which kept each file whole under its path. Now the store
 * has under each path what the file is, and under `[path, number]` each block of its content.
 */
const STORE = "FILE_DATA";
const VERSION = 21;

/** Bytes of a block: what a ruling changes lies in few of them, however long the evening is. */
const BLOCK = 1 << 16;

/** Return what an IndexedDB request brings. */
const answerTo = (request) =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error("IndexedDB"));
  });

/** Open the store of this folder. */
function opened(folder) {
  const request = indexedDB.open(folder, VERSION);
  request.onupgradeneeded = () => {
    if (!request.result.objectStoreNames.contains(STORE)) request.result.createObjectStore(STORE);
  };
  return answerTo(request);
}

/** Return all that the store has: what each path is, a folder before what is in it, and the blocks of each. */
async function storedIn(database) {
  const store = database.transaction([STORE], "readonly").objectStore(STORE);
  const [keys, values] = await Promise.all([answerTo(store.getAllKeys()), answerTo(store.getAll())]);
  const [entries, blocks] = [new Map(), new Map()];
  keys.forEach((key, index) => {
    if (Array.isArray(key)) blocks.set(key[0], [...(blocks.get(key[0]) ?? []), values[index]]);
    else entries.set(key, values[index]);
  });
  return { entries, blocks };
}

/** Put what is stored into the files of Python. Return what is known to be kept: not what was kept whole, which goes into blocks. */
function restored(FS, { entries, blocks }) {
  const known = new Map();
  for (const [path, { mode, size, contents }] of entries) {
    if (FS.isDir(mode)) FS.mkdirTree(path, mode);
    else {
      const content = contents ?? joined(path, size, blocks.get(path) ?? []);
      FS.writeFile(path, content, { canOwn: true });
    }
  }
  // A file that is written changes the time of its folder.
  for (const [path, { mode, timestamp, contents }] of [...entries].reverse()) {
    FS.chmod(path, mode);
    FS.utime(path, timestamp.getTime(), timestamp.getTime());
    const was = seen(FS.lookupPath(path).node);
    known.set(path, { ...was, time: contents ? NaN : was.time, blocks: blocks.get(path) ?? [] });
  }
  return known;
}

/** Return the content of a file; raise if a part of it is not there. */
function joined(path, size, blocks) {
  const content = new Uint8Array(size);
  const has = blocks.reduce((sum, block) => sum + block.length, 0);
  if (has !== size) throw new Error(`${path}: ${has} / ${size}`);
  blocks.forEach((block, number) => content.set(block, number * BLOCK));
  return content;
}

/** What tells that a file may have changed: it is another one, or has another time, size or place in memory. */
function seen(node) {
  return { node, time: node.mtime, mode: node.mode, size: node.usedBytes, contents: node.contents };
}

/** Return each file and folder within `folder`, a folder before what is in it. */
function nodesIn(FS, folder) {
  const names = FS.readdir(folder).filter((name) => name !== "." && name !== "..");
  return names.flatMap((name) => {
    const path = `${folder}/${name}`;
    const { node } = FS.lookupPath(path);
    return [[path, node], ...(FS.isDir(node.mode) ? nodesIn(FS, path) : [])];
  });
}

/** Whether two blocks have the same bytes: compared four at a time, as it is done for each block after each ruling. */
function same(one, other) {
  if (one.length !== other?.length) return false;
  const whole = one.byteOffset % 4 || other.byteOffset % 4 ? 0 : one.length >> 2;
  const [left, right] = [one, other].map((bytes) => new Int32Array(bytes.buffer, whole && bytes.byteOffset, whole));
  for (let at = 0; at < whole; at++) if (left[at] !== right[at]) return false;
  for (let at = whole * 4; at < one.length; at++) if (one[at] !== other[at]) return false;
  return true;
}

/** Return the blocks of a file, those that are as they were `before` the same objects as there. */
function blocksOf(FS, node, before) {
  if (FS.isDir(node.mode) || !node.usedBytes) return [];
  const content = node.contents.subarray(0, node.usedBytes);
  return Array.from({ length: Math.ceil(content.length / BLOCK) }, (_, number) => {
    const block = content.subarray(number * BLOCK, (number + 1) * BLOCK);
    return same(block, before[number]) ? before[number] : block.slice();
  });
}

/** Return what the browser has to put and to delete for `folder` to be kept as it is, and what is known then. */
function changesOf(FS, folder, known) {
  const now = Date.now();
  const [puts, deletes, next] = [[], [], new Map()];
  for (const [path, node] of nodesIn(FS, folder)) {
    const was = known.get(path);
    const is = seen(node);
    if (was && Object.keys(is).every((each) => is[each] === was[each])) {
      next.set(path, was);
      continue;
    }
    const before = was?.blocks ?? [];
    const blocks = blocksOf(FS, node, before);
    const { mode, size, time } = is;
    puts.push([{ mode, size, timestamp: new Date(time) }, path]);
    blocks.forEach((block, number) => block !== before[number] && puts.push([block, [path, number]]));
    for (let number = blocks.length; number < before.length; number++) deletes.push([path, number]);
    // What is written later in the same millisecond would look the same: it counts as changed.
    next.set(path, { ...is, time: time < now ? time : NaN, blocks });
  }
  for (const [path, { blocks }] of known) {
    if (!next.has(path)) deletes.push(path, ...blocks.map((_, number) => [path, number]));
  }
  return { puts, deletes, next };
}

/** Put and delete in one transaction: all of it is kept, or nothing. */
function stored(database, { puts, deletes }) {
  return new Promise((resolve, reject) => {
    const transaction = database.transaction([STORE], "readwrite");
    transaction.oncomplete = () => resolve(null);
    transaction.onabort = () => reject(transaction.error ?? new Error("IndexedDB"));
    const store = transaction.objectStore(STORE);
    try {
      for (const key of deletes) store.delete(key);
      for (const [value, key] of puts) store.put(value, key);
    } catch (problem) {
      reject(problem);
      transaction.abort();
      return;
    }
    // Nothing else is asked: without this the browser waits until each put has been answered.
    transaction.commit?.();
  });
}

/**
 * Have the browser keep `folder` of Python, and bring what it has kept there. Return what keeps it as it is when it is
 * called, or later: all files as they are at one moment, of which only the blocks that changed are written, in one
 * transaction. A tab that is killed in the middle leaves all as it was.
 */
export async function keptFiles(python, folder) {
  const { FS } = python;
  FS.mkdir(folder);
  const database = await opened(folder);
  let known = restored(FS, await storedIn(database));

  const keepNow = async () => {
    const changes = changesOf(FS, folder, known);
    if (changes.puts.length + changes.deletes.length) await stored(database, changes);
    known = changes.next;
  };
  // What is compared has to be what is kept: each waits for the one before it.
  let last = Promise.resolve();
  return () => (last = last.then(keepNow, keepNow));
}
