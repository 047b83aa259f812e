// The slides of the television about tonight's tournament: who plays next, the table, the bracket of a knockout.

import { h } from "../tree.js";
import { say } from "../live/texts.js";
import { pageOf } from "../parts/score_sheet.js";
import { orderOfPlay, pairingOfMatch, resting, roundNow } from "./play.js";

/** How many lines stand below each other in letters that are read from 4 m. */
const MOST_LINES = 8;

/** From how many letters on a name is written in two lines of smaller letters: alone in a line, and two in one. */
const LONG_NAME = 26;
const LONG_AMONG_TWO = 17;

/** How many letters the word takes behind the name of somebody who is away, in any language. */
const AWAY = 8;

/** Return the slides of a tournament, `told` as /tournament.json has it; none of one of which nothing is drawn. */
export function tournamentSlides(told) {
  if (!told || !told.round) return [];
  const tables = told.system === "knockout" ? bracketSlides(told) : tableSlides(told);
  return [...playSlides(told), ...tables].map((slide) => ({ ...slide, wide: true }));
}

/** Say which pairing two play here, in the line above the box; empty if they play none. */
export function pairingInWords(told, names) {
  const pairing = told && pairingOfMatch(told, names);
  if (!pairing) return "";
  return `${roundName(told)} · ${say("pairing {number}", { number: pairing.pairing })}`;
}

function playSlides(told) {
  if (told.over) return [];
  const open = orderOfPlay(told);
  const title = say("Who plays next");
  if (!open.length) {
    return [{ title, content: h("p", { class: "cup-word" }, say("Everybody has played: the next round is drawn soon.")) }];
  }
  const boxes = told.boxes.length > 1;
  const notes = restingInWords(told);
  return paged(open, (shown) => ({
    title: [title, h("span", { class: "cup-round" }, ` ${roundName(told)}`, dotted(shown))],
    content: [
      h(
        "table",
        { class: "cup of-play" },
        h("caption", { class: "unseen" }, title),
        h("thead", { class: "unseen" }, h("tr", {}, h("th", { scope: "col" }, say("When")), boxes && h("th", { scope: "col" }, say("Box")), h("th", { scope: "col" }, say("Who")))),
        h(
          "tbody",
          {},
          shown.lines.map((each) =>
            h(
              "tr",
              { key: `pairing-${each.pairing}`, class: `is-${each.when}` },
              h("td", { class: "when" }, whenInWords(each)),
              boxes && h("td", { class: "at" }, each.box),
              h("th", { scope: "row" }, h("span", { class: "two" }, whoPlays(told, each.one), h("span", { class: "against" }, " – "), whoPlays(told, each.other))),
            ),
          ),
        ),
      ),
      notes && h("p", { class: "cup-note" }, notes),
    ],
  }), MOST_LINES - (notes ? 1 : 0));
}

function whoPlays(told, name) {
  const { here } = told.standings.find((line) => line.name === name);
  return [called(name, here ? LONG_AMONG_TWO : LONG_AMONG_TWO - AWAY), !here && h("span", { class: "note" }, ` ${say("away")}`)];
}

function whenInWords(each) {
  if (each.when === "being_played") return say("now");
  if (each.when === "next") return say("next up");
  if (each.when === "ready") return say("get ready");
  if (each.when === "later") return say("later");
  return say("waits");
}

function restingInWords(told) {
  const names = resting(told);
  return names.length > 0 && say("Rests in this round: {names}", { names: names.join(", ") });
}

function tableSlides(told) {
  const swiss = told.system === "swiss";
  const columns = [
    [say("Points"), (line) => halves(line.points)],
    [say("Won"), (line) => line.won],
    [say("Drawn"), (line) => line.drawn],
    [say("Lost"), (line) => line.lost],
    swiss && ["Buchholz", (line) => halves(line.buchholz)],
    [say("S-B"), (line) => halves(line.sonneborn_berger)],
  ].filter(Boolean);
  return paged(told.standings, (shown) => ({
    title: titleOfTable(told, shown),
    content: h(
      "table",
      { class: "cup of-standings" },
      h("caption", { class: "unseen" }, say("The table")),
      h("thead", {}, h("tr", {}, h("th", { scope: "col" }, h("span", { class: "unseen" }, say("Place"))), h("th", { scope: "col" }, say("Player")), columns.map(([head]) => h("th", { scope: "col" }, head)))),
      h(
        "tbody",
        {},
        shown.lines.map((line) =>
          h(
            "tr",
            { key: `name-${line.name}`, class: line.place === 1 ? "is-first" : null },
            h("td", {}, `${line.place}.`),
            h("th", { scope: "row" }, h("span", { class: "two" }, called(line.name), absence(line))),
            columns.map(([, value], place) => h("td", {}, place ? String(value(line)) : h("strong", {}, value(line)))),
          ),
        ),
      ),
    ),
  }));
}

function absence(line) {
  if (line.withdrawn) return h("span", { class: "note" }, ` ${say("withdrawn")}`);
  return !line.here && h("span", { class: "note" }, ` ${say("away")}`);
}

function titleOfTable(told, shown) {
  const winner = told.over ? winnersInWords(told) : say("The table");
  return [winner, h("span", { class: "cup-round" }, ` ${roundName(told)}`, dotted(shown))];
}

/** The round of a knockout that was drawn last: who meets whom, and who is through. */
function bracketSlides(told) {
  return paged(roundNow(told), (shown) => ({
    title: titleOfBracket(told, shown),
    content: h(
      "table",
      { class: "cup of-bracket" },
      h("caption", { class: "unseen" }, roundName(told)),
      h(
        "tbody",
        {},
        shown.lines.map((each) =>
          h(
            "tr",
            { key: `pairing-${each.pairing}` },
            sideOf(each, each.one),
            h("td", { class: "against" }, each.other === null ? "" : "–"),
            each.other === null ? h("td", { class: "note" }, say("bye")) : sideOf(each, each.other),
          ),
        ),
      ),
    ),
  }));
}

function titleOfBracket(told, shown) {
  const title = told.over ? winnersInWords(told) : roundName(told);
  return [title, h("span", { class: "cup-round" }, told.over ? ` ${roundName(told)}` : "", pageNumber(shown))];
}

function sideOf(pairing, name) {
  const state = !pairing.decided ? "" : pairing.winner === name ? "is-through" : "is-out";
  const through = state === "is-through" && [h("span", { class: "star", "aria-hidden": "true" }, " ★"), h("span", { class: "unseen" }, ` ${say("has won")}`)];
  return h("td", { class: state }, h("span", { class: "two" }, called(name), through));
}

function winnersInWords(told) {
  const first = told.standings.filter((line) => line.place === 1).map((line) => line.name);
  if (first.length === 1) return say("{name} has won the tournament.", { name: first[0] });
  return say("{names} share the first place.", { names: first.join(", ") });
}

function roundName(told) {
  const pairings = told.system === "knockout" ? roundNow(told).length : 0;
  if (pairings === 1) return say("The final");
  if (pairings === 2) return say("The semi-finals");
  if (pairings === 4) return say("The quarter-finals");
  return told.rounds ? say("Round {round} of {rounds}", { round: told.round, rounds: told.rounds }) : say("Round {round}", { round: told.round });
}

function called(name, most = LONG_NAME) {
  return h("bdi", { class: name.length > most ? "is-long" : null }, name);
}

/** Write a number of points: 2.5 as 2½, 1.75 as 1¾. */
export function halves(points) {
  const whole = Math.floor(points);
  const part = { 0: "", 0.25: "¼", 0.5: "½", 0.75: "¾" }[points - whole];
  return part && !whole ? part : `${whole}${part}`;
}

function dotted(shown) {
  return shown.pages > 1 && ` ·${pageNumber(shown)}`;
}

function pageNumber({ page, pages }) {
  return pages > 1 ? ` ${page + 1}/${pages}` : "";
}

/** Return a slide for each page of these lines. */
function paged(lines, slideOf, most = MOST_LINES) {
  const { pages } = pageOf(lines, most, 0);
  return Array.from({ length: pages }, (_, page) => slideOf(pageOf(lines, most, page)));
}
