// The folder of the record, as the browser keeps it: in one piece, as it was at one moment, or not at all.

/** What differs from what the browser is `known` to have, each path with when it was changed: nobody else writes there. */
function changesOf(local, known) {
  return {
    gone: [...known.keys()].filter((path) => !(path in local)),
    changed: Object.keys(local).filter((path) => known.get(path) !== local[path]),
  };
}

/**
 * Have the browser keep `folder` of Python, and bring what it has kept there. Return what keeps it as it is when it is
 * called: all files in one transaction, read at once. A tab that is killed in the middle leaves all as it was, and what
 * is written while the browser stores them belongs to the next time, so that no file is ahead of another.
 */
export async function keptFiles(python, folder) {
  const { FS } = python;
  const { IDBFS } = FS.filesystems;
  FS.mkdir(folder);
  FS.mount(IDBFS, {}, folder);
  await new Promise((resolve, reject) => FS.syncfs(true, (problem) => (problem ? reject(problem) : resolve(null))));

  const timesNow = () => {
    const times = {};
    IDBFS.getLocalSet({ mountpoint: folder }, (problem, local) => {
      if (problem) throw problem;
      for (const [path, { timestamp }] of Object.entries(local.entries)) times[path] = timestamp.getTime();
    });
    return times;
  };
  const contentOf = (path) => {
    let content = null;
    IDBFS.loadLocalEntry(path, (problem, entry) => {
      if (problem) throw problem;
      // The array of a file has room to grow, which is not worth keeping.
      content = entry.contents ? { ...entry, contents: entry.contents.slice() } : entry;
    });
    return content;
  };
  let known = new Map(Object.entries(timesNow()));

  return () =>
    new Promise((resolve, reject) => {
      const [local, now] = [timesNow(), Date.now()];
      const { gone, changed } = changesOf(local, known);
      const contents = changed.map((path) => [path, contentOf(path)]);
      const transaction = IDBFS.dbs[folder].transaction([IDBFS.DB_STORE_NAME], "readwrite");
      const store = transaction.objectStore(IDBFS.DB_STORE_NAME);
      transaction.oncomplete = () => {
        // What is written later in the same millisecond would look the same: it counts as changed.
        known = new Map(Object.entries(local).map(([path, time]) => [path, time < now ? time : NaN]));
        resolve(null);
      };
      transaction.onabort = () => reject(transaction.error ?? new Error("IndexedDB"));
      for (const path of gone) store.delete(path);
      for (const [path, content] of contents) store.put(content, path);
    });
}
