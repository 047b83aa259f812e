// Questions to the box, in the language of this device. A line can be dead without a browser noticing.

import { inLanguage } from "./language.js";
import { request } from "./wire.js";

/** Milliseconds until a question counts as lost. */
const PATIENCE = 10000;

/** The same where the box has to work the answer out, as the odds of a duel: who waits can give up before. */
export const LONG_PATIENCE = 300000;

/**
 * Ask for `address`; return the `answer` and the JSON `told` in it, null if it has none. Throws if nothing comes, and
 * where a `signal` among the options gives it up.
 */
export async function ask(address, options = {}, patience = PATIENCE) {
  const stop = new AbortController();
  if (options.signal) options.signal.addEventListener("abort", () => stop.abort());
  const timer = setTimeout(() => stop.abort(), patience);
  try {
    const answer = await request(inLanguage(address), { ...options, signal: stop.signal });
    const told = await answer.json().catch((problem) => {
      if (stop.signal.aborted) throw problem;
      return null;
    });
    return { answer, told };
  } finally {
    clearTimeout(timer);
  }
}
