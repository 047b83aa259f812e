// How the turn stands, in figures: what it scores, what was thrown, what there is to beat, and the ways to go on.

import { h } from "../tree.js";
import { say } from "../live/texts.js";
import { calledIn } from "./score_sheet.js";

/** Draw what was thrown, what it scores now, and what there is to beat; null while no turn is played. */
export function figures({ dice, stands, phase, titles }, mine) {
  if (!stands) return null;
  return h(
    "dl",
    { key: "figures", class: "figures" },
    phase !== "throw" && figure(say("thrown"), sumOf(dice)),
    stands.to_go !== null && figure(say("tiles to go"), stands.to_go),
    stands.scores !== null && figure(mine ? say("your score now") : say("scores as it stands"), stands.scores),
    figure(say("to beat"), toBeat(stands, titles)),
  );
}

/** Return the score to beat and whose it is, null while there is none. */
export function toBeat(stands, titles) {
  return stands.beat === null ? null : `${stands.beat} (${calledIn({ titles }, stands.made_by)})`;
}

/** Draw a figure under what it is; null without one. */
export function figure(words, value) {
  if (value === null || value === undefined || value === "") return null;
  return h("div", { key: words }, h("dt", {}, words), h("dd", {}, String(value)));
}

/** Return a throw as it is added up, empty while a die cannot be read. */
export function sumOf({ values }) {
  const total = sum(values);
  return values.length > 1 && total ? `${values.join(" + ")} = ${total}` : total;
}

/** Return the sum of dice in words, empty while one of them cannot be read. */
export function sum(values) {
  if (!values.length || values.includes(null)) return "";
  return String(values.reduce((one, other) => one + other, 0));
}

/** Draw what the throw allows, each way to be read at a glance; null while there is nothing to shut. */
export function ways({ moves, opens, phase }) {
  if (phase !== "play" || !moves.length) return null;
  return h(
    "div",
    { key: "ways", class: "ways" },
    h("p", { id: "ways" }, opens ? say("You may open") : say("You may shut")),
    h("ul", { class: "moves", "aria-labelledby": "ways" }, moves.map((tiles) => h("li", { key: tiles.join(" ") }, tiles.join(" + ")))),
  );
}
