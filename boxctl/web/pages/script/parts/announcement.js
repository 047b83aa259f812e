// The decisive sentence on its plaque, whose turn it is, and what has to be put back.

import { h } from "../tree.js";
import { kindSign, seatSign } from "../draw/signs.js";
import { say } from "../live/texts.js";
import { calledIn, seatOf } from "./score_sheet.js";

/** From how many characters on a sentence is written smaller, and smaller still. */
const LONG = 80;
const LONGEST = 150;

/** How many letters a line of the plaque holds, and how many of them a letter beside the sentence takes away. */
const LINE = 42;
const BESIDE = 2;

/** From how many characters on a name is written smaller. */
const LONG_NAME = 16;

/** Draw the plaque of a state: the decisive sentence, and which tiles have to go where. Tapped, it asks `onWhy` about its ruling. */
export function plaque(state, onWhy = null) {
  const { text, kind } = state.announcement;
  const shown = text ? kind : "plain";
  const words = sentenceOf(state);
  const putBack = toPutBack(state);
  const ruling = onWhy && [...state.rulings].reverse().find((each) => each.text === text);
  return h(
    "div",
    { class: `plaque kind-${shown}${longnessOf(state)}` },
    kindSign(shown),
    h("p", { class: "words" }, words),
    ruling && h("button", { key: "why", type: "button", class: "why", "aria-label": say("Why? {ruling}", { ruling: ruling.text }), onclick: () => onWhy(ruling) }),
    putBack.map(([way, asking, tiles]) => [
      h("p", { key: way, class: `put-back put-${way}`, "aria-hidden": "true" }, wayMark(way), runs(tiles)),
      h("p", { key: `${way}-words`, class: "unseen" }, `${asking}${tiles.join(" ")}`),
    ]),
  );
}

/** Return the class of the sentence of a state: empty, ` is-long` or ` is-longest`. */
export function longnessOf(state) {
  return longness(sentenceOf(state), toPutBack(state).map(([, , tiles]) => `${runs(tiles)}   `).join(""));
}

/** Return the class of a sentence by how much of the plaque it needs, beside what stands there, too. */
function longness(words, beside) {
  const needed = (words.length * LINE) / Math.max(LINE / 4, LINE - BESIDE * beside.length);
  return needed > LONGEST ? " is-longest" : needed > LONG ? " is-long" : "";
}

/** Return the numbers of tiles for the eye: three or more in a row as `1–3`. */
function runs(tiles) {
  const found = [];
  tiles.forEach((tile) => {
    const last = found[found.length - 1];
    if (last && last[last.length - 1] + 1 === tile) last.push(tile);
    else found.push([tile]);
  });
  return found.map((run) => (run.length > 2 ? `${run[0]}–${run[run.length - 1]}` : run.join(" "))).join(" ");
}

/** Return the decisive sentence of a state, or what there is to do or to know without one. */
function sentenceOf(state) {
  return state.announcement.text || state.remark || state.rules.summary;
}

/** Return the plaque of a state in words, as it is read out. */
export function plaqueInWords(state) {
  return [sentenceOf(state), ...toPutBack(state).map(([, words, tiles]) => `${words}${tiles.join(" ")}`)].join(" ");
}

/** Draw the place from which a screen reader reads; `text` is what live/reader.js has for it. */
export function readAloud({ text, number }) {
  // An element of its own for each text: the same words a second time are read a second time.
  return h("p", { class: "unseen", role: "status", "aria-live": "polite", "aria-atomic": "true" }, text && h("span", { key: number }, text));
}

function wayMark(way) {
  return h(
    "svg",
    { class: "way", viewBox: "0 0 24 24", "aria-hidden": "true", focusable: "false" },
    h("path", { d: way === "up" ? "M12 3 L21 13 H15.5 V21 H8.5 V13 H3 Z" : "M12 21 L21 11 H15.5 V3 H8.5 V11 H3 Z" }),
  );
}

/** Draw the plate that says whose turn it is; with `money` also what the winners have won. */
export function turnPlate(state, money = false) {
  const over = state.phase === "match_over" || state.over;
  const names = over ? state.winners : state.turn ? [state.turn] : [];
  const label = over ? (names.length ? say("Winner") : say("The match is over")) : say("To play");
  return h(
    "div",
    { class: `turn-plate${over ? " is-over" : ""}` },
    h("span", { class: "label" }, label),
    names.map((name) => {
      const called = calledIn(state, name);
      const long = called.length > LONG_NAME ? " is-long" : "";
      const line = over && money && state.players.find((player) => player.name === name);
      return h("span", { class: `who${long}`, key: name }, seatSign(seatOf(state, name)), h("bdi", {}, called), line && line.written && h("strong", {}, line.written));
    }),
    !over && duelWords(state),
  );
}

function duelWords(state) {
  return state.opens ? h("span", { class: "label" }, say("opens the tiles")) : null;
}

/** Return which tiles have to go up and down: the way, it in words, and the numbers of the tiles. */
export function toPutBack(state) {
  return [
    ["up", say("Put up:"), asked(state, "open")],
    ["down", say("Put down:"), asked(state, "shut")],
  ]
    .filter(([, , tiles]) => tiles.length)
    .map(([way, words, tiles]) => [way, `${words} `, tiles]);
}

function asked(state, where) {
  return state.tiles.filter((tile) => tile.asked === where).map((tile) => tile.number);
}
