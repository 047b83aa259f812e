// The score sheet, and what the evening has brought.

import { h } from "../tree.js";
import { seatSign } from "../draw/signs.js";
import { say } from "../live/texts.js";

/** Return one page of many lines, all about as long: `{lines, page, pages}`, pages counted from 0. */
export function pageOf(lines, most, turned) {
  const pages = Math.max(1, Math.ceil(lines.length / most));
  const length = Math.ceil(lines.length / pages);
  const page = turned % pages;
  return { lines: lines.slice(page * length, (page + 1) * length), page, pages };
}

/**
 * Draw the score sheet of a state; of many rounds the newest `mostRounds` are shown. `shown` is the
 * page of its players, all on one unless it is given.
 */
export function scoreSheet(state, mostRounds = 6, shown = pageOf(state.players, Infinity, 0)) {
  const first = Math.max(0, state.rounds.length - mostRounds);
  const columns = state.rounds.slice(first);
  const money = state.players.some((line) => line.written);
  return h(
    "table",
    { class: "sheet" },
    h("caption", {}, say("Score sheet"), pageNumber(shown)),
    h(
      "thead",
      {},
      h(
        "tr",
        {},
        h("th", { scope: "col" }, say("Player")),
        columns.map((name) => h("th", { scope: "col" }, name)),
        state.totals && h("th", { scope: "col" }, say("Total")),
        money && h("th", { scope: "col" }, say("Purse")),
      ),
    ),
    h("tbody", {}, shown.lines.map((line) => row(state, line, first, money))),
  );
}

function pageNumber({ page, pages }) {
  return pages > 1 && ` ${page + 1}/${pages}`;
}

function row(state, line, first, money) {
  const rounds = state.rounds.map((_, place) => line.rounds[place] ?? null).slice(first);
  return h(
    "tr",
    { key: `seat-${line.seat}`, class: line.playing && !state.over ? "playing" : null },
    h("th", { scope: "row" }, h("span", { class: "who" }, seatSign(line.seat), h("bdi", {}, line.name), remarks(state, line))),
    rounds.map((score) => h("td", {}, score === null ? "–" : String(score))),
    state.totals && h("td", {}, h("strong", {}, line.total === null ? "–" : String(line.total))),
    money && h("td", {}, line.written),
  );
}

function remarks(state, line) {
  const words = [
    line.playing && !state.over && h("span", { class: "unseen" }, ` (${say("plays now")})`),
    line.won && h("span", { class: "note" }, " ★", h("span", { class: "in-words" }, ` ${say("has won")}`)),
    line.out && h("span", { class: "note" }, ` ${say("is out")}`),
    line.markers > 0 && h("span", { class: "note" }, ` ${say("markers: {number}", { number: line.markers })}`),
  ];
  return words.filter(Boolean);
}

/** Return the players of the evening who have finished a match, the one who has won most first. */
export function eveningLines(state) {
  return state.evening
    .filter((line) => line.matches > 0)
    .sort((one, other) => other.won - one.won || other.purse - one.purse);
}

/**
 * Draw the table of the evening; null before anybody has finished a match. `shown` is the page of its
 * players, all on one unless it is given.
 */
export function eveningTable(state, shown = pageOf(eveningLines(state), Infinity, 0)) {
  if (!shown.lines.length) return null;
  const money = shown.lines.some((line) => line.written);
  return h(
    "table",
    { class: "sheet evening" },
    h("caption", {}, say("This evening"), pageNumber(shown)),
    h(
      "thead",
      {},
      h(
        "tr",
        {},
        h("th", { scope: "col" }, say("Player")),
        h("th", { scope: "col" }, say("Matches")),
        h("th", { scope: "col" }, say("Won")),
        money && h("th", { scope: "col" }, say("Purse")),
      ),
    ),
    h(
      "tbody",
      {},
      shown.lines.map((line) =>
        h(
          "tr",
          { key: line.name },
          h("th", { scope: "row" }, h("span", { class: "who" }, seatSign(seatOf(state, line.name)), h("bdi", {}, line.name))),
          h("td", {}, String(line.matches)),
          h("td", {}, String(line.won)),
          money && h("td", {}, line.written),
        ),
      ),
    ),
  );
}

/** Return the seat of a player in the match of a state, null if he is not in it. */
export function seatOf(state, name) {
  const line = state.players.find((player) => player.name === name);
  return line ? line.seat : null;
}
