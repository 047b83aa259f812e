// The coach of the table: what each choice comes to, a warning of blunders, a report of the match.

import { h } from "../tree.js";
import { say } from "../live/texts.js";
import { waitingFor } from "./waiting.js";

/** Draw the coach. `coach` has `mode`, `lines`, `thinks` for `seconds`, and the functions `choose(mode)`, `ask()` and `giveUp()`. */
export function coachPanel(coach) {
  return h("section", { key: "coach", class: "coach", "aria-label": say("Coach") }, h("div", { class: "row" }, coachChoice(coach), question(coach)), advice(coach));
}

/** Draw how the coach advises, to be chosen: it stands elsewhere than `coachAdvice`. */
export function coachChoice(coach) {
  return [
    h("label", { key: "label", for: "coach" }, say("Coach")),
    h(
      "select",
      { key: "choice", id: "coach", onchange: (event) => coach.choose(event.target.value) },
      modes().map(([mode, words]) => h("option", { value: mode, selected: coach.mode === mode }, words)),
    ),
  ];
}

/** Draw what the coach says, and the button that asks; null while it is silent. */
export function coachAdvice(coach) {
  if (coach.mode === "off") return null;
  return h("section", { key: "coach", class: "coach", "aria-label": say("Coach") }, h("div", { class: "row" }, question(coach)), advice(coach));
}

function question(coach) {
  return coach.mode === "ask" && h("button", { key: "ask", type: "button", onclick: coach.ask }, say("Ask the coach"));
}

function advice(coach) {
  return h(
    "div",
    { class: "advice", role: "status", "aria-live": "polite" },
    coach.thinks && waitingFor(say("The coach works it out …"), coach.seconds, coach.giveUp),
    !coach.thinks && coach.lines.map((line, place) => h("p", { key: place, class: `part-${line.part}` }, line.text)),
  );
}

function modes() {
  return [
    ["off", say("Is silent")],
    ["on", say("Shows what each choice comes to")],
    ["ask", say("Waits until you ask")],
    ["blunders", say("Only warns of blunders")],
    ["after", say("Rates the match when it is over")],
  ];
}
