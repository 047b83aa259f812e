// The worker in which the program runs: CPython in WebAssembly, the files of its record, and signatures.

import { getPublicKey, hashes, sign, verify } from "../../vendor/noble/ed25519.js";
import { sha512 } from "../../vendor/noble/sha2.js";
import { loadPyodide } from "../../python/pyodide.mjs";
import { keepMemory, keptMemory, roomFor } from "./memory.js";
import { PROGRAM_HASH } from "./version.js";

hashes.sha512 = sha512;

/** Where the record and the key are, for the program; the browser keeps this folder. */
const KEPT = "/kept";
const PROGRAM = "/program";

/** Nobody else may write to the record meanwhile. */
const LOCK = "boxctl";

const post = (message) => self.postMessage(message);

/** The bytes of an object of Python. */
const bytes = (object) => {
  const copied = object.toJs ? object.toJs() : object;
  object.destroy?.();
  return copied;
};

/** Bring files from the browser's storage, or to it. */
const sync = (python, fromStorage) =>
  new Promise((resolve, reject) => python.FS.syncfs(fromStorage, (problem) => (problem ? reject(problem) : resolve(null))));

/** What the program asks of the browser: `boxctl/browser/host.py`. */
function hostOf(python, isKept) {
  return {
    keeps: isKept,
    answer: (request, status, headers) => post({ request, status, headers: JSON.parse(headers) }),
    send: (request, text, { more }) => post({ request, text, more }),
    keep: (told) => {
      const again = told.copy();
      (isKept ? sync(python, false) : Promise.resolve())
        .then(() => again(""), (problem) => again(String(problem?.message ?? problem)))
        .finally(() => again.destroy());
    },
    public_of: (secret) => python.toPy(getPublicKey(bytes(secret))),
    sign: (secret, message) => python.toPy(sign(bytes(message), bytes(secret))),
    is_signed: (message, publicKey, signature) => {
      try {
        return verify(bytes(signature), bytes(message), bytes(publicKey), { zip215: false });
      } catch {
        return false;
      }
    },
  };
}

/** Have the browser keep the folder of the record; say so where it does not, as in some private windows. */
async function mountKept(python) {
  python.FS.mkdir(KEPT);
  python.FS.mount(python.FS.filesystems.IDBFS, {}, KEPT);
  try {
    await sync(python, true);
    return true;
  } catch (problem) {
    post({ unkept: String(problem?.message ?? problem) });
    return false;
  }
}

/** Load CPython, with the memory that it had after it had imported the program once, or null. */
function load(memory) {
  return loadPyodide({
    indexURL: new URL("../../python/", import.meta.url).href,
    // Where games of the house are saved: with the record.
    env: { HOME: "/home/pyodide", XDG_CONFIG_HOME: KEPT },
    ...(memory ? roomFor(memory) : { _makeSnapshot: true }),
  });
}

/** Load CPython as fast as this browser can; `isNew` where it has nothing imported yet. */
async function loadFastest() {
  const memory = await keptMemory();
  try {
    return { python: await load(memory), isNew: !memory };
  } catch (problem) {
    if (!memory) throw problem;
    return { python: await load(null), isNew: true };
  }
}

/** Start the program; return what answers the pages. */
async function start({ locale }) {
  // A file that is not the one that was built is an error of the network to the browser.
  const program = fetch("../../program.zip", { integrity: PROGRAM_HASH }).then(
    (answer) => answer.arrayBuffer(),
    () => Promise.reject(new Error("program.zip")),
  );
  program.catch(() => {}); // It is said where it is awaited.
  const { python, isNew } = await loadFastest();
  files = python.FS;
  post({ step: 2, isNew });
  const isKept = await mountKept(python);
  python.unpackArchive(await program, "zip", { extractDir: PROGRAM });
  post({ step: 3 });
  if (isNew) {
    python.runPython(`
import sys
sys.path.insert(0, "${PROGRAM}")
import boxctl.browser.start
`);
    keepMemory(python);
  }
  python.globals.set("host", hostOf(python, isKept));
  python.globals.set("where", python.toPy([KEPT, locale]));
  return python.runPythonAsync(`
from boxctl.browser.start import start
start(host, *where)
`);
}

/** Hold the lock for as long as this worker lives; say so while another one has it. */
function alone() {
  return new Promise((held) => {
    const hold = () => (held(null), new Promise(() => {}));
    if (!navigator.locks) {
      held(null);
      return;
    }
    navigator.locks.request(LOCK, { ifAvailable: true }, (lock) => {
      if (lock) return hold();
      post({ busy: true });
      navigator.locks.request(LOCK, hold);
      return undefined;
    });
  });
}

/** The last line of what went wrong: above it stands where in the program. */
function lastLine(problem) {
  return String(problem?.message ?? problem).trim().split("\n").at(-1);
}

/** Put a file that somebody has brought where the program has said; it has judged its size before. */
async function put({ file, place }) {
  try {
    files.writeFile(place, new Uint8Array(await file.arrayBuffer()));
    post({ put: place, why: "" });
  } catch (problem) {
    post({ put: place, why: lastLine(problem) });
  }
}

/** Send the file of a whole record. */
function save({ journal }) {
  try {
    post({ journal, content: bytes(pages.journal(journal)), why: "" });
  } catch (problem) {
    post({ journal, content: null, why: lastLine(problem) });
  }
}

let pages = null;
let files = null;
self.addEventListener("message", async ({ data }) => {
  if (data.locale !== undefined) {
    try {
      await alone();
      post({ step: 1 });
      pages = await start(data);
      post({ step: 4, token: pages.token });
    } catch (problem) {
      post({ problem: lastLine(problem) });
    }
  } else if (data.journal !== undefined) save(data);
  else if (data.file) put(data);
  else if (data.gone) pages?.hang_up(data.request);
  else pages?.ask(data.request, data.method, data.address, JSON.stringify(data.headers), data.body);
});
