// The slides of the television while nobody plays: the rules of the house, records, the evening, and the way to join.

import { h } from "../tree.js";
import { say } from "../live/texts.js";
import { eveningLines, eveningTable } from "./score_sheet.js";

/** How many lines of letters a slide has room for, and about how many letters are in one. */
const MOST_ROWS = 11;
const LETTERS = 27;

/** How much of a line is left free between two items of a list. */
const GAP = 0.3;

/** How many players of an evening stand below each other: those who have won most. */
const MOST_PLAYERS = 8;

/**
 * Draw the slide whose turn it is; `rules` are those of the box, null if unknown, and `url` is where phones find the
 * page, empty if they cannot.
 */
export function attract(state, rules, url, slide) {
  const slides = slidesOf(state, rules, url);
  const { title, content } = slides[slide % slides.length];
  return h("section", { class: "slide", key: `slide-${slide % slides.length}` }, title && h("h2", {}, title), content);
}

/** Return all slides that have something to show. */
export function slidesOf(state, rules, url) {
  const evening = eveningTable(state, { lines: eveningLines(state).slice(0, MOST_PLAYERS), page: 0, pages: 1 });
  const records = state.records || [];
  return [
    ...fitting(houseRules(state, rules)).map((lines) => ({ title: say("The rules of the house"), content: list(lines) })),
    records.length > 0 && { title: say("Records"), content: list(records) },
    url && { title: say("Follow on your phone"), content: h("div", { class: "large-code" }, code(url), h("p", {}, shortly(url))) },
    evening && { title: "", content: h("div", { class: "paper" }, evening) },
  ].filter(Boolean);
}

/** Draw where phones find the page as a QR code. */
export function code(url) {
  return h("img", { src: `/qr.svg?of=${encodeURIComponent(url)}`, alt: "", width: 100, height: 100 });
}

/** Return an address as people type it. */
export function shortly(url) {
  return url.replace(/^https?:\/\//, "").replace(/\/$/, "");
}

function houseRules(state, rules) {
  if (!rules) return [state.rules.summary];
  return rules.sections.flatMap((section) => section.lines);
}

/** Return the lines slide by slide, as many on each as it has room for. */
export function fitting(lines) {
  const found = [[]];
  let rows = 0;
  for (const line of lines) {
    const more = Math.ceil(line.length / LETTERS) + GAP;
    if (rows + more > MOST_ROWS && rows > 0) {
      found.push([]);
      rows = 0;
    }
    found[found.length - 1].push(line);
    rows += more;
  }
  return found;
}

function list(lines) {
  return h("ul", {}, lines.map((line) => h("li", {}, line)));
}
