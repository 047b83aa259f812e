// The way from a page to its table: over the network to a box, or to the program within this browser.

let wire = {
  fetch: (address, options) => fetch(address, options),
  Source: globalThis.EventSource,
  page: (name) => `/${name}`,
  journal: null,
  put: null,
};

/**
 * Reach the table another way from now on: `fetch`, `Source` (an EventSource) and `page(name)`, null for a page that
 * is not there, as here; where the record is in this browser, `journal(name)` returns the `content` of a whole one,
 * else `why` not, and `put(file, place)` gives a file to the program, and returns `why` it could not be read, or empty.
 */
export function reachThrough(other) {
  wire = other;
}

/** Ask the table, as `fetch` does. */
export function request(address, options) {
  return wire.fetch(address, options);
}

/** Return the class that follows the table, as EventSource does. */
export function sourceOfEvents() {
  return wire.Source;
}

/** Return the address of a page: `replay`, `record`, `tv`, or empty for that of the table; null where there is none. */
export function page(name) {
  return wire.page(name);
}

/** Return what reads the whole record; null on a page of a box, which keeps it. */
export function journalHere() {
  return wire.journal;
}

/** Return what gives a file to the program; null on a page of a box. */
export function puttingHere() {
  return wire.put;
}

/** Return the attributes of a link that saves a document of the table as a file. */
export function saving(address, name) {
  if (!wire.journal) return { href: address, download: name };
  const save = async (event) => {
    event.preventDefault();
    saveAs(await (await request(address)).blob(), name);
  };
  return { href: address, download: name, onclick: save };
}

/** Have the browser save these bytes as a file. */
export function saveAs(blob, name) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60000);
}
