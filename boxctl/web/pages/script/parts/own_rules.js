// The rules of a game as the house plays it: changed, or taken from a file.

import { h } from "../tree.js";
import { say } from "../live/texts.js";
import { fileButton } from "./file_button.js";

/** Draw the button that changes the rules of a game, the one that takes a game from a file, and what was saved with them. */
export function ownRules(game, hands) {
  return h(
    "div",
    { key: "own-rules", class: "own-rules" },
    hands.saved && h("p", { key: "saved" }, savedWords(hands.saved)),
    h("button", { key: "change", type: "button", class: "quiet", onclick: () => hands.changeRules(game) }, say("Change the rules…")),
    fileButton(say("A game from a file…"), hands.takeGame),
    hands.fileTrouble && h("p", { key: "trouble", class: "trouble lines", role: "alert" }, hands.fileTrouble),
  );
}

/** Say that a game is saved. */
export function savedWords(game) {
  return say("{game} is saved.", { game });
}
