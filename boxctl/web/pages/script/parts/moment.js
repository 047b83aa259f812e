// A moment of the television: what is called out, over all of the page but the sentence and what is to be done.

import { h } from "../tree.js";
import { seatSign } from "../draw/signs.js";
import { calledIn, seatOf } from "./score_sheet.js";

/** The width and the height that the letters have, in percent of the height of the screen. */
const WIDE = 162;
const HIGH = 64;

/** How wide a letter is, as a part of its height. */
const LETTER = 0.6;

/** How much of the height the name below takes, as a part of a line, how wide its bold letters are, and how many of them its sign is. */
const NAME = 0.4;
const BOLD = 0.7;
const SIGN = 2;

/** Draw a moment, `{kind, cry, player}`, of the table of a state. The plaque reads it out. */
export function moment(state, { kind, cry, player }) {
  const name = kind === "shut" ? calledIn(state, player) : "";
  const { lines, size } = fitted(cry, name ? NAME : 0);
  const below = Math.min(size * NAME, WIDE / (BOLD * (name.length + SIGN)));
  return h(
    "div",
    { key: `moment-${kind}`, class: `moment kind-${kind}`, "aria-hidden": "true" },
    h("p", { class: "cry", style: { "font-size": `${size}vh` } }, lines.map((line) => h("span", {}, line))),
    name && h("p", { class: "who", style: { "font-size": `${below}vh` } }, seatSign(seatOf(state, player)), h("bdi", {}, name)),
  );
}

/** Return words in the lines in which they are largest, and their size in percent of the height of the screen. */
function fitted(words, below) {
  const parts = words.split(" ");
  let best = { lines: [words], size: 0 };
  for (let length = Math.max(...parts.map((part) => part.length)); length <= words.length; length += 1) {
    const lines = wrapped(parts, length);
    const longest = Math.max(...lines.map((line) => line.length));
    const size = Math.min(WIDE / (LETTER * longest), HIGH / (lines.length + below));
    if (size > best.size) best = { lines, size: Math.floor(10 * size) / 10 };
  }
  return best;
}

function wrapped(parts, length) {
  const lines = [];
  for (const part of parts) {
    const last = lines[lines.length - 1];
    if (last !== undefined && last.length + 1 + part.length <= length) lines[lines.length - 1] = `${last} ${part}`;
    else lines.push(part);
  }
  return lines;
}
