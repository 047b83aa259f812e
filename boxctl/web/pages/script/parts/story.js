// The newest rulings, each with a way to ask why.

import { h } from "../tree.js";
import { kindSign, seatSign } from "../draw/signs.js";
import { say } from "../live/texts.js";
import { seatOf } from "./score_sheet.js";

/** Draw the newest rulings of a state, the newest first. `onWhy` takes the ruling asked about. */
export function story(state, onWhy) {
  const told = [...state.rulings].reverse();
  return h(
    "section",
    { class: "story" },
    h("h2", {}, say("What was ruled")),
    told.length === 0 && h("p", { class: "none" }, say("Nothing yet.")),
    h("ol", { reversed: true }, told.map((ruling) => line(state, ruling, onWhy))),
  );
}

function line(state, ruling, onWhy) {
  return h(
    "li",
    { key: `${state.match}-${ruling.number}`, class: `ruling ruling-${ruling.kind}` },
    h("span", { class: "mark" }, ruling.kind === "plain" ? seatSign(seatOf(state, ruling.player)) : kindSign(ruling.kind)),
    h("span", { class: "words" }, ruling.text),
    h(
      "button",
      {
        type: "button",
        class: "quiet",
        "aria-label": say("Why? {ruling}", { ruling: ruling.text }),
        onclick: () => onWhy(ruling),
      },
      say("Why?"),
    ),
  );
}
