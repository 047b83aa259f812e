// The page for the television: all of the table at one look, from across the room.

import { h } from "../tree.js";
import { box } from "../parts/levers.js";
import { celebrations } from "../parts/celebration.js";
import { load } from "../parts/dialogs.js";
import { plaque, readAloud, turnPlate } from "../parts/announcement.js";
import { eveningLines, eveningTable, heightOf, pageOf, roundsBeside, scoreSheet, widthOfEvening, widthOfSheet } from "../parts/score_sheet.js";
import { attract } from "../parts/attract.js";
import { guardAgainstBurnIn } from "../parts/burn_in.js";
import { followTable } from "../live/table_page.js";
import { say } from "../live/texts.js";

/** Milliseconds that a slide is shown. */
const NEXT_SLIDE = 11000;

/** How many rounds the score sheet shows at most. */
const MOST_ROUNDS = 4;

/** How many characters stand beside each other in its smallest letters; names are not cut for more rounds. */
const MOST_CHARACTERS = 40;

/** How many players fit on the sheet and the evening together. */
const MOST_LINES = 7;

/** How many players stand below each other; more come page by page. */
const MOST_PLAYERS = 8;

/** How many lines the head of a table takes. */
const HEAD = 2.2;

/** Milliseconds without anything new after which nobody is thought to play. */
const IDLE = 60000;

/** Milliseconds after which the address for phones and the rules are asked for again. */
const ASK_AGAIN = 60000;

/**
 * Draw the page. `slide` counts what is shown between matches; `idle` is whether nothing has happened
 * for long; `url` is where phones find the page, empty if they cannot; `rules` are those of the house.
 */
export function televisionPage({ state, thrown, slide, connected, aloud, idle, url, rules }) {
  const between = attracts(state, idle);
  return [
    h(
      "header",
      { class: "top" },
      h("h1", {}, state.rules.name),
      h("p", { class: "stake" }, state.pool),
      h("p", { class: `connection${connected ? "" : " is-cut"}`, role: "status" }, connected ? "" : say("Not connected")),
    ),
    h(
      "div",
      { class: `scene${between ? " between" : ""}` },
      h("div", { class: "stage" }, box(state, thrown)),
      h(
        "aside",
        between ? { class: "side" } : { class: "side", style: sizeOf(state, slide) },
        between ? attract(state, rules, slide) : scores(state, slide),
      ),
    ),
    h(
      "footer",
      { class: `foot${between ? " between" : ""}` },
      h("div", { class: "decision" }, plaque(between ? inviting(state) : state)),
      readAloud(aloud),
      phoneCode(url),
    ),
  ];
}

/** Return whether nobody plays: the page shows what draws people to the table. */
export function attracts(state, idle) {
  return idle && (state.over || !state.begun);
}

function inviting(state) {
  return { ...state, announcement: { text: say("Throw to begin"), kind: "plain" } };
}

/** The sheet and the evening stand below each other where there is room, else by turns. */
function scores(state, slide) {
  const { sheet, evening } = tables(state, slide);
  return [
    turnPlate(state),
    sheet && h("div", { class: "paper", key: "sheet" }, scoreSheet(state, roundsHere(state), sheet)),
    evening && h("div", { class: "paper", key: "evening" }, eveningTable(state, evening)),
  ];
}

function roundsHere(state) {
  return roundsBeside(state, MOST_ROUNDS, MOST_CHARACTERS);
}

/** Return the pages of the score sheet and of the evening that are shown now. */
function tables(state, slide) {
  const others = eveningLines(state);
  const third = Math.floor(slide / 3);
  if (others.length && state.players.length + others.length > MOST_LINES) {
    if (slide % 3 === 2) return { evening: pageOf(others, MOST_PLAYERS, third) };
    return { sheet: pageOf(state.players, MOST_PLAYERS, 2 * third + (slide % 3)) };
  }
  const sheet = pageOf(state.players, MOST_PLAYERS, slide);
  return others.length ? { sheet, evening: pageOf(others, MOST_PLAYERS, 0) } : { sheet };
}

/** Return by what the letters of the tables are sized: their lines, and their characters in a line. */
function sizeOf(state, slide) {
  const shown = Object.values(tables(state, slide));
  const lines = shown.reduce((sum, page) => sum + heightOf(page.lines) + HEAD, 0);
  const sheet = widthOfSheet(state, state.players, roundsHere(state));
  const evening = widthOfEvening(state, eveningLines(state));
  return { "--lines": lines, "--characters": Math.max(sheet, evening) };
}

function phoneCode(url) {
  if (!url) return null;
  return h(
    "div",
    { class: "phone-code" },
    h("img", { src: `/qr.svg?of=${encodeURIComponent(url)}`, alt: "", width: 100, height: 100 }),
    h("p", {}, say("Follow on your phone"), h("span", {}, url.replace(/^https?:\/\//, "").replace(/\/$/, ""))),
  );
}

async function start() {
  const celebrate = celebrations(document.querySelector(".celebration"));
  const has = { slide: 0, idle: false, url: "", rules: null };
  let changed = Date.now();
  const draw = await followTable(has, televisionPage, {
    onState: (state) => {
      changed = Date.now();
      has.idle = false;
      celebrate(state);
    },
  });
  const ask = async () => {
    const [phone, rules] = await Promise.all([load("/phone.json"), load("/rules.json")]);
    has.url = phone ? phone.url : has.url;
    has.rules = rules ?? has.rules;
    draw();
  };
  setInterval(() => {
    has.slide += 1;
    has.idle = Date.now() - changed > IDLE;
    draw();
  }, NEXT_SLIDE);
  setInterval(ask, ASK_AGAIN);
  guardAgainstBurnIn(document.querySelector("main"));
  await ask();
}

if (typeof document !== "undefined" && document.body.dataset.page === "tv") start();
