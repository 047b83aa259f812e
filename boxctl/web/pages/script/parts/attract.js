// What the television shows while nobody plays: the rules of the house, records, the evening.

import { h } from "../tree.js";
import { say } from "../live/texts.js";
import { eveningTable } from "./score_sheet.js";

const MOST_LINES = 7;
const MOST_WINNERS = 4;

/** Draw the slide whose turn it is; `rules` and `matches` are those of the box, null if unknown. */
export function attract(state, rules, matches, slide) {
  const slides = slidesOf(state, rules, matches);
  const { title, content } = slides[slide % slides.length];
  return h("section", { class: "slide", key: `slide-${slide % slides.length}` }, title && h("h2", {}, title), content);
}

/** Return all slides that there is something to show on. */
export function slidesOf(state, rules, matches) {
  const evening = eveningTable(state);
  const records = recordsOf(matches ?? []);
  return [
    { title: say("The rules of the house"), content: list(houseRules(state, rules)) },
    records.length > 0 && { title: say("Records"), content: list(records) },
    evening && { title: "", content: h("div", { class: "paper" }, evening) },
  ].filter(Boolean);
}

/** Say who has won most of the recorded matches, and how many there are. */
export function recordsOf(matches) {
  const over = matches.filter((match) => match.winners.length);
  const won = new Map();
  for (const name of over.flatMap((match) => match.winners)) won.set(name, (won.get(name) ?? 0) + 1);
  const best = [...won].sort(([, one], [, other]) => other - one).slice(0, MOST_WINNERS);
  if (!best.length) return [];
  return [
    ...best.map(([player, number]) => say("Matches won by {player}: {number}", { player, number })),
    say("Matches since {date}: {number}", { number: over.length, date: over[0].began.slice(0, 10) }),
  ];
}

function houseRules(state, rules) {
  if (!rules) return [state.rules.summary];
  return rules.sections.flatMap((section) => section.lines).slice(0, MOST_LINES);
}

function list(lines) {
  return h("ul", { class: lines.length > 5 ? "many" : null }, lines.map((line) => h("li", {}, line)));
}
