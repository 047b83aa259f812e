// What the television shows while nobody plays: the rules of the house, records, the evening.

import { h } from "../tree.js";
import { say } from "../live/texts.js";
import { eveningTable } from "./score_sheet.js";

const MOST_LINES = 7;

/** Draw the slide whose turn it is; `rules` are those of the box, null if unknown. */
export function attract(state, rules, slide) {
  const slides = slidesOf(state, rules);
  const { title, content } = slides[slide % slides.length];
  return h("section", { class: "slide", key: `slide-${slide % slides.length}` }, title && h("h2", {}, title), content);
}

/** Return all slides that there is something to show on. */
export function slidesOf(state, rules) {
  const evening = eveningTable(state);
  const records = state.records ?? [];
  return [
    { title: say("The rules of the house"), content: list(houseRules(state, rules)) },
    records.length > 0 && { title: say("Records"), content: list(records) },
    evening && { title: "", content: h("div", { class: "paper" }, evening) },
  ].filter(Boolean);
}

function houseRules(state, rules) {
  if (!rules) return [state.rules.summary];
  return rules.sections.flatMap((section) => section.lines).slice(0, MOST_LINES);
}

function list(lines) {
  return h("ul", { class: lines.length > 5 ? "many" : null }, lines.map((line) => h("li", {}, line)));
}
