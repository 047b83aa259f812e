// The puzzles that were answered in this browser: a box does not know who asks.

import { prefer, preferences } from "./preferences.js";

const FIRST = "first";
const LATER = "later";
const MISSED = "missed";

/** Return how each puzzle of a game stands that was answered, by its key. */
function answered(game) {
  const known = preferences().puzzles || {};
  return known[game] || {};
}

/** Keep an answer to the puzzle of this `key`: right at the first try, right later, or not right so far. */
export function note(game, key, right) {
  const known = answered(game);
  const before = known[key];
  if (before === FIRST || before === LATER) return;
  const now = right ? (before ? LATER : FIRST) : MISSED;
  prefer({ puzzles: { ...preferences().puzzles, [game]: { ...known, [key]: now } } });
}

/** Count the puzzles of these `keys` that were solved: `{count, first}`. */
export function tally(game, keys) {
  const known = answered(game);
  const first = keys.filter((key) => known[key] === FIRST).length;
  return { count: first + keys.filter((key) => known[key] === LATER).length, first };
}

/** Return the place of the next puzzle after this place that is not solved; the next of all if each one is. */
export function nextUnsolved(game, keys, after) {
  const known = answered(game);
  const order = keys.map((_, step) => (after + 1 + step) % keys.length);
  const open = order.find((place) => ![FIRST, LATER].includes(known[keys[place]]));
  return open === undefined ? order[0] : open;
}
