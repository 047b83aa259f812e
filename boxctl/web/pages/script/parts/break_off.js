// The question before a match is broken off that people are playing: what is lost, and a way back.

import { h } from "../tree.js";
import { say } from "../live/texts.js";
import { openDialog } from "./dialogs.js";
import { scoreSheet } from "./score_sheet.js";

/** Ask in `place`, a dialog element, whether the match of a state is to end here; return the answer. Who closes it plays on. */
export function asksToBreakOff(place, state) {
  return new Promise((resolve) => {
    let breaks = false;
    const close = (answer) => () => {
      breaks = answer;
      place.close();
    };
    place.addEventListener("close", () => resolve(breaks), { once: true });
    openDialog(
      place,
      say("Break off this match?"),
      h(
        "div",
        { class: "asked-first" },
        h("p", {}, say("It ends without a winner, and its scores are lost.")),
        state.pool && h("p", {}, say("It does not count for money: everybody takes the stake back.")),
        h("div", { class: "paper" }, scoreSheet(state, 3), state.pool && h("p", { class: "pool" }, state.pool)),
        h(
          "div",
          { class: "row" },
          h("button", { type: "button", class: "main", onclick: close(false) }, say("Keep playing")),
          h("button", { type: "button", onclick: close(true) }, say("Break it off")),
        ),
      ),
    );
  });
}
