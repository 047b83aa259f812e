// What stands where an answer will: that it is worked out, for how long already, and the way to give it up.

import { h } from "../tree.js";
import { say } from "../live/texts.js";

/** Draw that an answer is worked out for so many `seconds`; `words` say by whom, `giveUp` ends it. */
export function waitingFor(words, seconds, giveUp) {
  return [
    h("p", { key: "works" }, words),
    h(
      "div",
      { key: "waiting", class: "working", "aria-live": "off" },
      h("progress", { "aria-label": words }),
      h("span", { class: "seconds" }, say("{seconds} s", { seconds })),
      h("button", { type: "button", onclick: giveUp }, say("Cancel")),
    ),
  ];
}
