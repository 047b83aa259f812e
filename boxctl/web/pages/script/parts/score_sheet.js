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

/** The most rounds on a page beside the table, and about how many characters go beside each other there. */
const MOST_ROUNDS = 6;
const MOST_CHARACTERS = 52;

/** Return how many rounds, `most` at most, leave room for whole names within so many characters; names are broken as `widthOfSheet` says. */
export function roundsBeside(state, most = MOST_ROUNDS, characters = MOST_CHARACTERS, broken = LONG_NAME) {
  let rounds = Math.min(most, state.rounds.length);
  while (rounds > 1 && widthOfSheet(state, state.players, rounds, broken) > characters) rounds -= 1;
  return rounds;
}

/**
 * Draw the score sheet of a state; of many rounds the newest `mostRounds` are shown, by default as
 * many as leave room for whole names. `shown` is the page of its players, all on one unless it is given.
 */
export function scoreSheet(state, mostRounds = roundsBeside(state), shown = pageOf(state.players, Infinity, 0)) {
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
        countsWins(state) && h("th", { scope: "col" }, say("Rounds won")),
        money && h("th", { scope: "col" }, say("Purse")),
      ),
    ),
    h("tbody", {}, shown.lines.map((line) => row(state, line, first, money))),
  );
}

/** The characters that the sign of a seat takes, and the space beside a column. */
const SIGN = 3;
const SPACE = 1.5;

/** From how many characters on a name is written smaller in two lines where many scores are large. */
export const BROKEN_NAME = 10;

/** From how many characters on a name is broken in two, and by how much its line is then higher. */
const LONG_NAME = 20;
const BROKEN = 0.45;

/** The letters of the head are smaller than those of the lines. */
const HEAD = 0.75;

/** Return about how many characters wide the score sheet is with so many rounds; a longer name than `broken` is broken in two. */
export function widthOfSheet(state, lines, rounds, broken = LONG_NAME) {
  const shown = state.rounds.map((name, place) => [name, lines.map((line) => orDash(line.rounds[place]))]).slice(-rounds);
  return widthOf(lines.map((line) => calledIn(state, line.name).slice(0, broken) + noteOf(line)), [
    ...shown,
    ...(state.totals ? [[say("Total"), lines.map((line) => orDash(line.total))]] : []),
    ...(countsWins(state) ? [[say("Rounds won"), lines.map((line) => line.wins)]] : []),
    ...(lines.some((line) => line.written) ? [[say("Purse"), lines.map((line) => line.written)]] : []),
  ]);
}

/** Return about how many characters wide the table of the evening is, of which these lines are shown. */
export function widthOfEvening(state, lines) {
  return widthOf(lines.map((line) => calledIn(state, line.name).slice(0, LONG_NAME)), [
    [say("Matches"), lines.map((line) => line.matches)],
    [say("Won"), lines.map((line) => line.won)],
    [say("Purse"), lines.map((line) => line.written)],
  ]);
}

/** Return how many lines these take, of which those with long names are higher. */
export function heightOf(lines) {
  return lines.length + BROKEN * lines.filter((line) => line.name.length > LONG_NAME).length;
}

function widthOf(names, columns) {
  const length = (text) => String(text).length;
  const beside = columns.map(([head, cells]) => Math.max(HEAD * length(head), ...cells.map(length)) + SPACE);
  return SIGN + Math.max(0, ...names.map(length)) + beside.reduce((sum, each) => sum + each, 0);
}

function noteOf(line) {
  const handicap = line.handicap > 0 ? ` +${line.handicap}` : "";
  if (line.won) return ` ★${handicap}`;
  return line.out ? ` ${say("is out")}${handicap}` : handicap;
}

function pageNumber({ page, pages }) {
  return pages > 1 && ` ${page + 1}/${pages}`;
}

function row(state, line, first, money) {
  const rounds = state.rounds.map((_, place) => (line.rounds[place] == null ? null : line.rounds[place])).slice(first);
  return h(
    "tr",
    { key: `seat-${line.seat}`, class: line.playing && !state.over ? "playing" : null },
    h("th", { scope: "row" }, h("span", { class: "who" }, seatSign(line.seat), h("bdi", { class: isLong(state, line.name) ? "is-long" : null }, calledIn(state, line.name)), remarks(state, line))),
    rounds.map((score) => h("td", {}, score === null ? "–" : String(score))),
    state.totals && h("td", {}, h("strong", {}, line.total === null ? "–" : String(line.total))),
    countsWins(state) && h("td", {}, h("strong", {}, String(line.wins))),
    money && h("td", {}, line.written),
  );
}

/** Return whether a name has no room in one line beside large scores. */
export function isLong(state, name) {
  return calledIn(state, name).length > BROKEN_NAME;
}

/** Return whether rounds won decide the match (R7.13). A state of an earlier box does not tell. */
function countsWins(state) {
  return state.players.some((line) => typeof line.wins === "number");
}

function remarks(state, line) {
  const words = [
    line.playing && !state.over && h("span", { class: "unseen" }, ` (${say("plays now")})`),
    line.won && h("span", { class: "note" }, " ★", h("span", { class: "in-words" }, ` ${say("has won")}`)),
    line.out && h("span", { class: "note" }, ` ${say("is out")}`),
    line.markers > 0 && h("span", { class: "note" }, ` ${say("markers: {number}", { number: line.markers })}`),
    line.handicap > 0 && [
      h("span", { class: "note", "aria-hidden": "true" }, ` +${line.handicap}`),
      h("span", { class: "unseen" }, ` (${say("handicap {number}", { number: line.handicap })})`),
    ],
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
          h("th", { scope: "row" }, h("span", { class: "who" }, seatSign(seatOf(state, line.name)), h("bdi", {}, calledIn(state, line.name)))),
          h("td", {}, String(line.matches)),
          h("td", {}, String(line.won)),
          money && h("td", {}, line.written),
        ),
      ),
    ),
  );
}

function orDash(score) {
  return score == null ? "–" : score;
}

/** Return what people call a player, in the language of the page; `told` has the `titles` of those whom the box has named. */
export function calledIn(told, name) {
  return (told.titles && told.titles[name]) || name;
}

/** Return these players as `calledIn` does, with commas between. */
export function allCalledIn(told, names) {
  return names.map((name) => calledIn(told, name)).join(", ");
}

/** Return the seat of a player in the match of a state, null if he is not in it. */
export function seatOf(state, name) {
  const line = state.players.find((player) => player.name === name);
  return line ? line.seat : null;
}
