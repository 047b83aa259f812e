// What the television shows while nobody plays: the rules of the house, records, the evening.

import { h } from "../tree.js";
import { say } from "../live/texts.js";
import { eveningTable } from "./score_sheet.js";

/** Draw the slide whose turn it is. */
export function attract(state, slide) {
  const slides = slidesOf(state);
  const { title, content } = slides[slide % slides.length];
  return h("section", { class: "slide", key: `slide-${slide % slides.length}` }, title && h("h2", {}, title), content);
}

/** Return all slides that there is something to show on. */
export function slidesOf(state) {
  const { rules, records } = state.attract;
  const evening = eveningTable(state);
  return [
    { title: say("The rules of the house"), content: list(rules.length ? rules : [state.rules.summary]) },
    records.length && { title: say("Records"), content: list(records) },
    evening && { title: "", content: h("div", { class: "paper" }, evening) },
  ].filter(Boolean);
}

function list(lines) {
  return h("ul", {}, lines.map((line) => h("li", {}, line)));
}
