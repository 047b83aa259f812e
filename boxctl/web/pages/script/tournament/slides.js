// The slides of the television about tonight's tournament: who plays next, the table, the bracket of a knockout.

import { h } from "../tree.js";
import { say } from "../live/texts.js";
import { pageOf } from "../parts/score_sheet.js";
import { orderOfPlay, pairingOfMatch, resting } from "./play.js";

/** How many lines stand below each other in letters that are read from 4 m. */
const MOST_LINES = 8;

/** From how many letters on a name is written in two lines of smaller letters: alone in a line, two in one, in a tree. */
const LONG_NAME = 26;
const LONG_AMONG_TWO = 17;
const LONG_IN_TREE = 15;

/** How many letters have room there; of a name that is longer each word is broken where it has to be. */
const LONGEST = 40;

/** How many rounds stand beside each other: those of the last eight. */
const ROUNDS_OF_TREE = 3;

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

/** All rounds of a knockout: the first ones match by match, and the last eight beside each other. */
function bracketSlides(told) {
  const first = Math.max(0, told.bracket.length - ROUNDS_OF_TREE);
  const early = told.bracket.slice(0, Math.min(first, told.round));
  const tree = told.bracket.slice(first);
  const anybody = tree[0].some((match) => match.one !== null || match.other !== null);
  return [...early.flatMap((matches, round) => roundSlides(told, matches, round + 1)), ...(anybody ? [treeSlide(told, tree, first + 1)] : [])];
}

/** A round that is drawn: who meets whom, and who is through. */
function roundSlides(told, matches, round) {
  return paged(matches, (shown) => ({
    title: titleOfBracket(told, round, shown),
    content: h(
      "table",
      { class: "cup of-bracket" },
      h("caption", { class: "unseen" }, roundName(told, round)),
      h(
        "tbody",
        {},
        shown.lines.map((each) =>
          h(
            "tr",
            { key: `pairing-${each.pairing}` },
            h("td", { class: stateOf(each, each.one) }, sideOf(each, each.one)),
            h("td", { class: "against" }, each.other === null ? "" : "–"),
            each.other === null ? h("td", { class: "note" }, say("bye")) : h("td", { class: stateOf(each, each.other) }, sideOf(each, each.other)),
          ),
        ),
      ),
    ),
  }));
}

/** The last rounds beside each other: behind two who meet stands whoever goes on. */
function treeSlide(told, rounds, number) {
  const lines = Array.from({ length: 2 * rounds[0].length }, (_, line) => line);
  return {
    title: titleOfBracket(told, told.over ? told.round : Math.max(told.round, number), { pages: 1 }),
    content: h(
      "table",
      { class: `cup of-tree of-${rounds.length}` },
      h("caption", { class: "unseen" }, say("The table")),
      h("thead", {}, h("tr", {}, rounds.map((_, place) => h("th", { scope: "col" }, roundName(told, number + place))))),
      h(
        "tbody",
        {},
        lines.map((line) =>
          h(
            "tr",
            { key: `line-${line}` },
            rounds.map((matches, place) => line % (1 << place) === 0 && cellOfTree(matches[line >> (place + 1)], (line >> place) % 2, 1 << place)),
          ),
        ),
      ),
    ),
  };
}

function cellOfTree(match, side, lines) {
  const name = side ? match.other : match.one;
  const alone = match.pairing !== null && match[side ? "one" : "other"] !== null && name === null;
  const place = side ? "is-lower" : "is-upper";
  if (name === null) return h("td", { rowspan: lines, class: place }, alone && h("span", { class: "note" }, say("bye")));
  return h("td", { rowspan: lines, class: `${place} ${stateOf(match, name)}` }, sideOf(match, name, LONG_IN_TREE));
}

function titleOfBracket(told, round, shown) {
  const title = told.over ? winnersInWords(told) : roundName(told, round);
  return [title, h("span", { class: "cup-round" }, told.over ? ` ${roundName(told, round)}` : "", pageNumber(shown))];
}

function stateOf(match, name) {
  return match.winner === null ? "" : match.winner === name ? "is-through" : "is-out";
}

function sideOf(match, name, most) {
  const through = match.winner === name && match.other !== null && match.one !== null && [h("span", { class: "star", "aria-hidden": "true" }, " ★"), h("span", { class: "unseen" }, ` ${say("has won")}`)];
  return h("span", { class: "two" }, called(name, most), through);
}

function winnersInWords(told) {
  const first = told.standings.filter((line) => line.place === 1).map((line) => line.name);
  if (first.length === 1) return say("{name} has won the tournament.", { name: first[0] });
  return say("{names} share the first place.", { names: first.join(", ") });
}

function roundName(told, round = told.round) {
  const matches = told.system === "knockout" ? told.bracket[round - 1].length : 0;
  if (matches === 1) return say("The final");
  if (matches === 2) return say("The semi-finals");
  if (matches === 4) return say("The quarter-finals");
  return told.rounds ? say("Round {round} of {rounds}", { round, rounds: told.rounds }) : say("Round {round}", { round });
}

function called(name, most = LONG_NAME) {
  return h("bdi", { class: name.length <= most ? null : name.length > LONGEST ? "is-long is-longest" : "is-long" }, name);
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
