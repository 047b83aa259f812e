// The slides of the television while nobody plays: the rules of the house, the last shut box, records, the evening, and
// the way to join.

import { h } from "../tree.js";
import { dayHere } from "../live/clock.js";
import { say } from "../live/texts.js";
import { tournamentSlides } from "../tournament/slides.js";
import { eveningLines, eveningTable } from "./score_sheet.js";

/** How many lines of letters a slide has room for, and about how many letters are in one. */
const MOST_ROWS = 8;
const LETTERS = 21;

/** How much of a line is left free between two items of a list. */
const GAP = 0.3;

/** How many players of an evening stand below each other: those who have won most. */
const MOST_PLAYERS = 8;

/**
 * Draw a slide; one that plays a turn again has come to its position `shown`.
 *
 * @param {{ key: string, title: string, content: any, wide?: boolean }} slide
 */
export function attract({ title, content, wide, key }, shown) {
  return h("section", { class: `slide${wide ? " is-wide" : ""}`, key }, title && h("h2", {}, title), content, shown && h("p", { class: "replayed" }, shown.announcement.text));
}

/**
 * Return the slide whose turn it is; one that is `wide` takes the room of the box, too, and one with `states` plays them on
 * it. `rules` are those of the box, null if unknown, `url` is where phones find the page, empty if they cannot, `replay` is
 * the turn of the last shut box, and `tournament` is tonight's as /tournament.json has it, null for none: its slides come
 * between the others.
 *
 * @returns {{ key: string, title: string, content: any, states?: any[], wide?: boolean }}
 */
export function slideNow({ state, rules, url, replay, tournament }, slide) {
  const slides = between(tournamentSlides(tournament), slidesOf(state, rules, url, replay));
  const place = slide % slides.length;
  return { ...slides[place], key: `slide-${place}` };
}

/** Return two lists of slides by turns, the shorter one over and over: what is asked for most is seen most. */
function between(some, others) {
  if (!some.length || !others.length) return [...some, ...others];
  const places = Array.from({ length: Math.max(some.length, others.length) }, (_, place) => place);
  return places.flatMap((place) => [some[place % some.length], others[place % others.length]]);
}

/**
 * Return all slides that have something to show, but for those of a tournament.
 *
 * @returns {{ title: string, content: any, states?: any[] }[]}
 */
export function slidesOf(state, rules, url, replay) {
  const evening = eveningTable(state, { lines: eveningLines(state).slice(0, MOST_PLAYERS), page: 0, pages: 1 });
  const { records = [], shut = null } = state.house || {};
  return [
    ...fitting(houseRules(state, rules)).map((lines) => ({ title: say("The rules of the house"), content: list(lines) })),
    shut && replay.length > 0 && { title: say("The last shut box"), content: whoAndWhen("p", shut), states: replay },
    records.length > 0 && { title: say("Records"), content: inFigures(records) },
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

function inFigures(records) {
  return h(
    "dl",
    { class: "records" },
    records.map((record) => h("div", { key: record.title }, h("dt", {}, record.title), h("dd", { class: "figure" }, String(record.figure)), whoAndWhen("dd", record))),
  );
}

function whoAndWhen(tag, { player, day }) {
  return h(tag, { class: "of-whom" }, h("bdi", {}, player), day && h("span", {}, dayHere(day)));
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
