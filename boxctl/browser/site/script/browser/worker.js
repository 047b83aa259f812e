// The worker in which the program runs: CPython in WebAssembly, the files of its record, and signatures.

import { getPublicKey, hashes, sign, verify } from "../../vendor/noble/ed25519.js";
import { sha512 } from "../../vendor/noble/sha2.js";
import { keptFiles } from "./kept_files.js";
import { keepMemory } from "./memory.js";
import { bytes, fetchProgram, importProgram, KEPT, loadFastest, unpack } from "./python.js";
import { thinkBeside } from "./thinking.js";

hashes.sha512 = sha512;

/** Nobody else may write to the record meanwhile. */
const LOCK = "boxctl";

const post = (message) => self.postMessage(message);

/** What the program asks of the browser: `boxctl/browser/host.py`. */
function hostOf(python, keepFiles) {
  return {
    keeps: keepFiles !== null,
    answer: (request, status, headers) => post({ request, status, headers: JSON.parse(headers) }),
    send: (request, text, { more }) => post({ request, text, more }),
    keep: (told) => {
      const again = told.copy();
      (keepFiles ? keepFiles() : Promise.resolve())
        .then(() => again(""), (problem) => again(String(problem?.message ?? problem)))
        .finally(() => again.destroy());
    },
    ...thinkBeside((content) => python.toPy(content)),
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

/** Have the browser keep the folder of the record; say so where it does not, as in some private windows, and return null. */
async function keepRecord(python) {
  try {
    return await keptFiles(python, KEPT);
  } catch (problem) {
    post({ unkept: String(problem?.message ?? problem) });
    return null;
  }
}

/** Start the program; return what answers the pages. */
async function start({ locale }) {
  const program = fetchProgram();
  const { python, isNew } = await loadFastest();
  files = python.FS;
  post({ step: 2, isNew });
  const keepFiles = await keepRecord(python);
  unpack(python, await program);
  post({ step: 3 });
  if (isNew) {
    importProgram(python, "boxctl.browser.start");
    keepMemory(python);
  }
  python.globals.set("host", hostOf(python, keepFiles));
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
