// The memory of CPython after it has imported the program: with it, a second visit starts in a fraction of the time.

import createModule from "../../python/pyodide.asm.mjs";
import { CACHE } from "./version.js";

/** Under this name it lies beside the files of the same build, and goes with them. */
const MEMORY = "memory";

/** Return the memory that an earlier visit has kept; null where there is none. */
export async function keptMemory() {
  try {
    const kept = await (await caches.open(CACHE)).match(MEMORY);
    return kept ? new Uint8Array(await kept.arrayBuffer()) : null;
  } catch {
    return null; // An address that is neither https nor localhost keeps none.
  }
}

/**
 * Keep the memory as it is now, for the next visit. Call it before Python knows any object of this page. Nothing
 * waits for it, and without it a visit only takes longer.
 */
export function keepMemory(python) {
  if (!globalThis.caches) return;
  try {
    const memory = new Response(python.makeMemorySnapshot());
    caches
      .open(CACHE)
      .then((cache) => cache.put(MEMORY, memory))
      .catch(() => {});
  } catch (problem) {
    console.warn(problem);
  }
}

/** Return the options of loadPyodide that begin with this memory, which is larger than that of a new CPython. */
export function roomFor(memory) {
  const createPyodideModule = async (settings) => {
    const module = await createModule(settings);
    while (module.HEAP8.length < memory.length) module._malloc(PIECE);
    return module;
  };
  return { _loadSnapshot: memory, createPyodideModule };
}

/** The memory grows by such pieces, in bytes; what was in it before is overwritten. */
const PIECE = 1 << 20;
