// The box that is simulated in this browser: one with everything, or that of a box.toml.

import { h } from "../tree.js";
import { say } from "../live/texts.js";
import { fileButton } from "./file_button.js";

/**
 * Draw which `box` it is, and the buttons that take another one: `hands.takeBox(file)`, without a file for a box with everything.
 * `hands.boxTrouble` is what is wrong with the file, in words.
 */
export function simulatedBox(hands) {
  const { parts } = hands.box;
  return h(
    "div",
    { key: "box", class: "own-rules" },
    fileButton(say("A box from a box.toml…"), hands.takeBox),
    hands.boxTrouble && h("p", { key: "trouble", class: "trouble lines", role: "alert" }, hands.boxTrouble),
    parts.length > 0 && h("ul", { key: "parts", class: "hint" }, parts.map(({ table, text }) => h("li", { key: table }, `[${table}] ${text}`))),
    parts.length > 0 && h("button", { key: "all", type: "button", class: "quiet", onclick: () => hands.takeBox(null) }, say("A box with everything")),
  );
}
