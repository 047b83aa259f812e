// The page for the television: all of the table at one look, from across the room.

import { h } from "../tree.js";
import { box } from "../parts/levers.js";
import { load } from "../parts/dialogs.js";
import { moment } from "../parts/moment.js";
import { longnessOf, plaque, readAloud, turnPlate } from "../parts/announcement.js";
import { BROKEN_NAME, calledIn, eveningLines, eveningTable, heightOf, isLong, pageOf, roundsBeside, scoreSheet, widthOfEvening, widthOfSheet } from "../parts/score_sheet.js";
import { attract, code, shortly, slideNow } from "../parts/attract.js";
import { figure, sum, sumOf, toBeat, ways } from "../parts/standing.js";
import { guardAgainstBurnIn } from "../parts/burn_in.js";
import { celebrations, ribbonsIn } from "../live/celebrating.js";
import { lastShutBox, STEP } from "../live/last_shut.js";
import { helpOldBrowser } from "../live/old_browser.js";
import { followTable } from "../live/table_page.js";
import { say } from "../live/texts.js";
import { throwKeys } from "../live/throw_key.js";
import { pairingInWords } from "../tournament/slides.js";

/** Milliseconds that a slide is shown. */
const NEXT_SLIDE = 11000;

/** How many rounds the score sheet shows at most. */
const MOST_ROUNDS = 4;

/** How many characters stand beside each other in its smallest letters; names are not cut for more rounds. */
const MOST_CHARACTERS = 40;

/** How many ways to go on are told; more are too small to be read from a seat. */
const MOST_WAYS = 6;

/** How many players stand below each other; more come page by page. */
const MOST_PLAYERS = 5;

/** How many dice are added up in full. */
const MOST_SUMMANDS = 2;

/** How many letters of a name stand beside the large number. */
const MOST_LETTERS = 8;

/** How many lines the head of the score sheet takes, and that of the evening, which has a title. */
const HEAD = 1.3;
const TITLED_HEAD = 2.2;

/** From how many players below each other on the sheet takes the room of other things, and how many characters it then holds. */
const MANY = 3;
const CHARACTERS_OF_MANY = 22;

/** How many letters of ways to go on stand in the one line that is left for them, where each takes some more for its frame. */
const LETTERS_OF_WAYS = 29;
const FRAME_OF_WAY = 2;

/** Heights, in letters of the page: what there is beside the box, and what a turn among so many and a long sentence take of it. */
const BESIDE = 38;
const OF_TURN = { 3: 21, 4: 19, 5: 16.6 };
const OF_SENTENCE = { "": 0, " is-long": 0.8, " is-longest": 3.9 };

/** Milliseconds without anything new after which nobody is thought to play. */
const IDLE = 60000;

/** Milliseconds after which the address for phones and the rules are asked for again. */
const ASK_AGAIN = 60000;

/**
 * Draw the page. `slide` counts what is shown between matches; `idle` is whether nothing has happened
 * for long; `url` is where phones find the page, empty if they cannot; `rules` are those of the house;
 * `celebrated` is the moment of live/celebrating.js, null for most of the time; `tournament` is tonight's, null for none;
 * `step` counts the positions of the `replay` that are shown, whose throws `again` tells from each other.
 */
export function televisionPage(has) {
  const { state, thrown, slide, connected, aloud, url, celebrated, tournament } = has;
  const between = slideOf(has);
  const replayed = between && between.states ? between.states[Math.min(has.step, between.states.length - 1)] : null;
  const pairing = between ? "" : pairingInWords(tournament, state.players.map((line) => line.name));
  return [
    h(
      "header",
      { class: `top${isOfMany(state) ? " is-small" : ""}` },
      h("h1", {}, state.rules.name),
      pairing && h("p", { class: "pairing" }, pairing),
      h("p", { class: "stake" }, state.pool),
      h("p", { class: `connection${connected ? "" : " is-cut"}`, role: "status" }, connected ? "" : say("Not connected")),
    ),
    h(
      "div",
      { class: `scene${between ? " between" : isOfMany(state) ? " is-many" : ""}${between && between.wide ? " is-wide" : ""}` },
      h("div", { class: `stage${replayed ? " is-replay" : ""}` }, replayed ? box(replayed, has.again(replayed)) : box(state, thrown)),
      h(
        "aside",
        between ? { class: "side" } : { class: "side", style: sizeOf(state, slide) },
        between ? attract(between, replayed) : scores(state, slide),
      ),
      celebrated && moment(state, celebrated),
    ),
    h(
      "footer",
      { class: `foot${between ? " between" : ""}${between && between.wide ? " is-wide" : ""}` },
      h("div", { class: "decision" }, plaque(between ? inviting(state) : state)),
      readAloud(aloud),
      phoneCode(url),
    ),
  ];
}

/** Return the slide that is shown; null while somebody plays. */
function slideOf(has) {
  const { state, idle, slide } = has;
  return attracts(state, idle) ? slideNow({ ...has, replay: has.replay.of((state.house || {}).shut) }, slide) : null;
}

/** Return whether a turn is being played again: its slide stays until the box is shut. */
function isReplaying(has) {
  const slide = has.state && slideOf(has);
  return Boolean(slide && slide.states && has.step < slide.states.length - 1);
}

/** Return whether nobody plays: the page shows what draws people to the table. */
export function attracts(state, idle) {
  return idle && (state.over || !state.begun);
}

function inviting(state) {
  return { ...state, announcement: { text: say("Throw to begin"), kind: "plain" } };
}

/** How the turn stands, and below it the sheet and the evening by turns. */
function scores(state, slide) {
  const { sheet, evening } = tables(state, slide);
  return [
    h("div", { class: `turn-now of-${together(state)}${isWide(state) ? " is-wide" : ""}`, key: "turn" }, turnPlate(state), standing(state)),
    sheet && h("div", { class: "paper of-scores", key: "sheet" }, scoreSheet(state, roundsHere(state), sheet)),
    evening && h("div", { class: "paper", key: "evening" }, eveningTable(state, evening)),
  ];
}

/** Draw the number that falls as tiles fall, and what belongs to it. */
function standing(state) {
  const { stands, phase, titles, moves, dice } = state;
  if (!stands) return null;
  const [words, value] = stands.to_go === null ? [say("scores as it stands"), stands.scores] : [say("tiles to go"), stands.to_go];
  const many = isOfMany(state);
  const thrown = many || dice.values.length > MOST_SUMMANDS ? sum(dice.values) : sumOf(dice);
  const lettersOfWays = moves.reduce((letters, tiles) => letters + tiles.join(" + ").length + FRAME_OF_WAY, 0);
  const fit = moves.length <= MOST_WAYS && (!many || lettersOfWays <= LETTERS_OF_WAYS);
  return [
    h("dl", { key: "one", class: "figures is-one" }, figure(words, value)),
    h("dl", { key: "beat", class: `figures${many && stands.beat !== null && isLong(state, stands.made_by) ? " is-long" : ""}` }, figure(say("to beat"), toBeat(stands, titles))),
    phase === "play" && h("div", { key: "go-on", class: "go-on" }, h("dl", { class: "figures" }, figure(say("thrown"), thrown)), fit && ways(state)),
  ];
}

/** Return whether the number or the name takes too much room for the other to stand beside it. */
function isWide({ stands, turn, titles }) {
  return Boolean(stands) && ((stands.scores || 0) > 99 || calledIn({ titles }, turn).length > MOST_LETTERS);
}

function roundsHere(state) {
  if (isOfMany(state)) return roundsBeside(state, MOST_ROUNDS, CHARACTERS_OF_MANY, BROKEN_NAME);
  return roundsBeside(state, MOST_ROUNDS, MOST_CHARACTERS);
}

/** Return how many players stand below each other. */
function together(state) {
  return pageOf(state.players, MOST_PLAYERS, 0).lines.length;
}

/** Return whether so many stand below each other that the rest gives way: their scores stay as large. */
function isOfMany(state) {
  return together(state) >= MANY;
}

/** Return the pages of the score sheet and of the evening that are shown now. */
function tables(state, slide) {
  const others = eveningLines(state);
  const third = Math.floor(slide / 3);
  if (!others.length) return { sheet: pageOf(state.players, MOST_PLAYERS, slide) };
  if (slide % 3 === 2) return { evening: pageOf(others, MOST_PLAYERS, third) };
  return { sheet: pageOf(state.players, MOST_PLAYERS, 2 * third + (slide % 3)) };
}

/** Return by what the letters of the table are sized: its lines, and its characters in a line. */
function sizeOf(state, slide) {
  const { sheet, evening } = tables(state, slide);
  const [head, width] = sheet
    ? [HEAD, widthOfSheet(state, state.players, roundsHere(state), isOfMany(state) ? BROKEN_NAME : undefined)]
    : [TITLED_HEAD, widthOfEvening(state, eveningLines(state))];
  const shown = (sheet || evening).lines;
  // The two lines of a long name among many are no higher than one.
  const lines = (sheet && isOfMany(state) ? shown.length : heightOf(shown)) + head;
  return { "--lines": lines, "--characters": width, "--room": `${roomBesideTurn(state)}rem` };
}

/** Return the height that the turn leaves to a table of many. */
function roomBesideTurn(state) {
  return BESIDE - (OF_TURN[together(state)] || 0) - OF_SENTENCE[longnessOf(state)];
}

function phoneCode(url) {
  if (!url) return null;
  return h(
    "div",
    { class: "phone-code" },
    code(url),
    h("p", {}, say("Follow on your phone"), h("span", {}, shortly(url))),
  );
}

/** Return what tells of each state whether something has happened at the table: results and records that come in leave it as it is. */
function tableNews() {
  let known = "";
  return (state) => {
    const table = JSON.stringify({ ...state, tournament: null, house: null, records: [] });
    const isNews = table !== known;
    known = table;
    return isNews;
  };
}

/** Return what asks for tonight's tournament whenever a state has news of it, and tells it; null for none. */
function tournamentFollower(tell) {
  let known = "";
  return async ({ tournament }) => {
    const news = tournament && tournament.tournament ? `${tournament.tournament} ${tournament.entries}` : "";
    if (news === known) return;
    known = news;
    const told = news && (await load("/tournament.json"));
    // An older answer may come behind a newer one.
    if (news === known) tell(told || null);
  };
}

async function start() {
  helpOldBrowser();
  const fall = ribbonsIn(document.querySelector(".celebration"));
  let draw = () => {};
  const has = { slide: 0, step: 0, idle: false, url: "", rules: null, celebrated: null, tournament: null, again: throwKeys(), replay: lastShutBox(() => draw()) };
  const celebrate = celebrations((celebrated) => {
    has.celebrated = celebrated && celebrated.cry ? celebrated : null;
    draw();
    fall(celebrated);
  });
  let changed = Date.now();
  const isOfTable = tableNews();
  const followTournament = tournamentFollower((told) => {
    has.tournament = told;
    // What is new comes first.
    has.slide = 0;
    draw();
  });
  draw = await followTable(has, televisionPage, {
    onState: (state, isNews) => {
      if (isOfTable(state)) {
        changed = Date.now();
        has.idle = false;
      }
      followTournament(state);
      celebrate(state, isNews);
    },
  });
  const ask = async () => {
    const [phone, rules] = await Promise.all([load("/phone.json"), load("/rules.json")]);
    has.url = phone ? phone.url : has.url;
    has.rules = rules || has.rules;
    draw();
  };
  setInterval(() => {
    has.idle = Date.now() - changed > IDLE;
    if (!isReplaying(has)) Object.assign(has, { slide: has.slide + 1, step: 0 });
    draw();
  }, NEXT_SLIDE);
  setInterval(() => {
    if (!isReplaying(has)) return;
    has.step += 1;
    draw();
  }, STEP);
  setInterval(ask, ASK_AGAIN);
  guardAgainstBurnIn(document.querySelector("main"));
  await ask();
}

if (typeof document !== "undefined" && document.body.dataset.page === "tv") start();
