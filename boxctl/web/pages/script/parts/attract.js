// The slides of the television while nobody plays: the rules of the house, records, the evening, and the way to join.

import { h } from "../tree.js";
import { say } from "../live/texts.js";
import { tournamentSlides } from "../tournament/slides.js";
import { eveningLines, eveningTable } from "./score_sheet.js";

/** How many lines of letters a slide has room for, and about how many letters are in one. */
const MOST_ROWS = 11;
const LETTERS = 27;

/** How much of a line is left free between two items of a list. */
const GAP = 0.3;

/** How many players of an evening stand below each other: those who have won most. */
const MOST_PLAYERS = 8;

/**
 * Return the slide whose turn it is: its `title`, its `content`, its `key`, and whether it is `wide`: takes the room of the
 * box, too. `rules` are those of the box, null if unknown, `url` is where phones find the page, empty if they cannot, and
 * `tournament` is tonight's as /tournament.json has it, null for none: its slides come between the others.
 */
export function slideNow(state, rules, url, slide, tournament) {
  const slides = between(tournamentSlides(tournament), slidesOf(state, rules, url));
  const place = slide % slides.length;
  return { ...slides[place], key: `slide-${place}` };
}

/** Draw a slide. */
export function attract({ title, content, wide, key }) {
  return h("section", { class: `slide${wide ? " is-wide" : ""}`, key }, title && h("h2", {}, title), content);
}

/** Return two lists of slides by turns, the shorter one over and over: what is asked for most is seen most. */
function between(some, others) {
  if (!some.length || !others.length) return [...some, ...others];
  const places = Array.from({ length: Math.max(some.length, others.length) }, (_, place) => place);
  return places.flatMap((place) => [some[place % some.length], others[place % others.length]]);
}

/** Return all slides that have something to show, but for those of a tournament. */
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
