// What a ruling rests on: what levers and dice did, what was allowed, the rule in words.

import { h } from "../tree.js";
import { die } from "../draw/dice_picture.js";
import { gradients } from "../draw/materials.js";
import { clockHere } from "../live/clock.js";
import { say } from "../live/texts.js";
import { overruleForm } from "./overrule.js";

/** Draw what a ruling rests on, as the box tells them. Where a turn that is over may have another score, `overrule(body)` gives it. */
export function basis(why, overrule = null) {
  return [
    h("p", { class: "decided" }, why.text),
    why.overruled !== null && h("p", { class: "decided" }, say("An operator has overruled it: the turn scores {score}.", { score: why.overruled })),
    overrule && why.verdict === "turn_over" && overruleForm(why, overrule),
    part(say("The rule"), rules(why)),
    why.throw && part(say("The throw"), diceOf(why)),
    why.moves.length > 0 && part(say("What was allowed"), allowed(why)),
    why.events.length > 0 && folded(say("What levers and dice did"), happened(why)),
    why.unverified.length > 0 && part(say("What is not sure"), list(why.unverified)),
  ];
}

function part(title, content) {
  return h("section", {}, h("h3", {}, title), content);
}

/** What only a dispute needs stands behind its title. */
function folded(title, content) {
  return h("details", {}, h("summary", {}, title), content);
}

function diceOf(why) {
  const faces = why.throw.map((face) => (face === null ? say("unreadable") : face)).join(", ");
  return h(
    "p",
    { class: "thrown" },
    why.throw.map((face, place) =>
      h(
        "svg",
        { key: place, class: "small-die", viewBox: "-46 -46 92 92", "aria-hidden": "true", focusable: "false" },
        gradients(),
        die(face, why.sides || 6, 76),
      ),
    ),
    h("span", {}, faces),
  );
}

function allowed(why) {
  const chosen = why.chosen.join();
  return h(
    "ul",
    { class: "moves" },
    why.moves.map((move) =>
      h(
        "li",
        { class: move.tiles.join() === chosen ? "is-chosen" : null },
        move.tiles.join(" + "),
        h("span", { class: "rule" }, ` ${move.rule}`),
        move.tiles.join() === chosen && h("strong", {}, ` ${say("was chosen")}`),
      ),
    ),
  );
}

function happened(why) {
  return h(
    "table",
    { class: "events" },
    h(
      "thead",
      {},
      h("tr", {}, h("th", { scope: "col" }, say("Time")), h("th", { scope: "col" }, say("What happened"))),
    ),
    h(
      "tbody",
      {},
      why.events.map((event) =>
        h(
          "tr",
          {},
          h("td", {}, h("time", {}, clockHere(event.day, event.time))),
          h("td", {}, event.text, event.evidence.map((words) => h("span", { class: "evidence" }, words))),
        ),
      ),
    ),
  );
}

function rules(why) {
  return h(
    "dl",
    { class: "rules" },
    Object.entries(why.rules).map(([id, words]) => h("div", {}, h("dt", {}, id), h("dd", {}, words))),
  );
}

function list(lines) {
  return h("ul", {}, lines.map((words) => h("li", {}, words)));
}
