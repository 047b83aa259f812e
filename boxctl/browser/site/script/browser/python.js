// CPython in WebAssembly with the program, for the worker that plays and the one that thinks.

import { loadPyodide } from "../../python/pyodide.mjs";
import { keptMemory, roomFor } from "./memory.js";
import { PROGRAM_HASH } from "./version.js";

/** Where the record, the key and games of the house are, for the program. */
export const KEPT = "/kept";
const PROGRAM = "/program";

/** The bytes of an object of Python. */
export const bytes = (object) => {
  const copied = object.toJs ? object.toJs() : object;
  object.destroy?.();
  return copied;
};

/** Load CPython, with the memory that it had after it had imported the program once, or null. */
function load(memory) {
  return loadPyodide({
    indexURL: new URL("../../python/", import.meta.url).href,
    env: { HOME: "/home/pyodide", XDG_CONFIG_HOME: KEPT },
    ...(memory ? roomFor(memory) : { _makeSnapshot: true }),
  });
}

/** Load CPython as fast as this browser can; `isNew` where it has nothing imported yet. */
export async function loadFastest() {
  const memory = await keptMemory();
  try {
    return { python: await load(memory), isNew: !memory };
  } catch (problem) {
    if (!memory) throw problem;
    return { python: await load(null), isNew: true };
  }
}

/** Begin to fetch the program. A file that is not the one that was built is an error of the network to the browser. */
export function fetchProgram() {
  const program = fetch(new URL("../../program.zip", import.meta.url), { integrity: PROGRAM_HASH }).then(
    (answer) => answer.arrayBuffer(),
    () => Promise.reject(new Error("program.zip")),
  );
  program.catch(() => {}); // It is said where it is awaited.
  return program;
}

/** Put the program where CPython finds it. */
export function unpack(python, program) {
  python.unpackArchive(program, "zip", { extractDir: PROGRAM });
}

/** Import a module of the program into a CPython that has nothing imported yet. */
export function importProgram(python, module) {
  python.runPython(`
import sys
sys.path.insert(0, "${PROGRAM}")
import ${module}
`);
}
