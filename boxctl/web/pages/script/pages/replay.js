// The page of recorded matches: a list, and a match to scrub through, ruling by ruling.

import { h, patch } from "../tree.js";
import { plaque, turnPlate } from "../parts/announcement.js";
import { chart } from "../parts/chart.js";
import { load, openDialog } from "../parts/dialogs.js";
import { box } from "../parts/levers.js";
import { allCalledIn, calledIn, scoreSheet } from "../parts/score_sheet.js";
import { settings } from "../parts/settings.js";
import { basis } from "../parts/why.js";
import { clockHere, momentHere } from "../live/clock.js";
import { follow } from "../live/preferences.js";
import { loadTexts, say } from "../live/texts.js";
import { page } from "../live/wire.js";
import { throwKeys } from "../live/throw_key.js";

const SPEEDS = [0.5, 1, 2, 4, 8];

/** How long a position is shown at normal speed, in milliseconds. */
const LONGEST_PAUSE = 2500;
const SHORTEST_PAUSE = 250;

/** Return how long a position is shown before the next one, in milliseconds. */
export function pauseAfter(states, at, speed) {
  const next = states[at + 1];
  if (!next) return null;
  const passed = (next.at - states[at].at) * 1000;
  return Math.min(LONGEST_PAUSE, Math.max(SHORTEST_PAUSE, passed)) / speed;
}

/** Return the place of a ruling among the states, the first place if it is not there. */
export function placeOf(states, ruling) {
  return Math.max(0, states.findIndex((state) => state.ruling === ruling));
}

/** Draw the match at the place that is shown. */
export function replayPage(shown) {
  const { match, at, playing, scrubbed, thrown, on, back } = shown;
  const state = match.states[at];
  return [
    top(match.title || state.rules.name, on.settings),
    h(
      "div",
      { class: "columns" },
      h(
        "div",
        { class: "table" },
        turnPlate(state),
        box(state, thrown),
        // The slider says its own value, and a match that plays on is watched.
        h("div", { role: "status", "aria-live": playing || scrubbed ? "off" : "polite", "aria-atomic": "true" }, plaque(state)),
        scrubber(shown),
      ),
      h(
        "div",
        { class: "beside" },
        h("div", { class: "paper" }, scoreSheet(state)),
        charts(match, at),
        position(shown),
        back ? wayBack(back) : furtherPages(match),
      ),
    ),
  ];
}

function scrubber({ match, at, playing, speed, on }) {
  const state = match.states[at];
  const last = match.states.length - 1;
  return h(
    "div",
    { class: "scrubber" },
    h("label", { class: "unseen", for: "scrub" }, say("Position in the match")),
    h("input", {
      id: "scrub",
      type: "range",
      min: 0,
      max: last,
      value: at,
      "aria-valuetext": `${at + 1} / ${last + 1}: ${state.announcement.text}`,
      oninput: (event) => on.scrub(Number(event.target.value)),
    }),
    h(
      "div",
      { class: "row" },
      step("first", say("To the beginning"), () => on.go(0), at === 0),
      step("back", say("One back"), () => on.go(at - 1), at === 0),
      h("button", { type: "button", class: "main", onclick: on.play }, playing ? say("Pause") : say("Play on")),
      step("on", say("One on"), () => on.go(at + 1), at === last),
      step("last", say("To the end"), () => on.go(last), at === last),
    ),
    h(
      "div",
      { class: "pace" },
      h("p", { class: "hint" }, `${at + 1} / ${last + 1}`, state.time ? ` · ${clockHere(state.day, state.time)}` : ""),
      h("label", { for: "speed" }, say("Speed")),
      h(
        "select",
        { id: "speed", onchange: (event) => on.speed(Number(event.target.value)) },
        SPEEDS.map((value) => h("option", { value, selected: value === speed }, `${value}×`)),
      ),
    ),
  );
}

/** Draw what can be asked about the position that is shown, and the link to it once it is shared. */
function position({ link, on, back }) {
  return [
    h(
      "div",
      { class: "row" },
      h("button", { type: "button", onclick: on.why }, say("Why?")),
      // Where the record lies in this page alone, a link leads nowhere.
      !back && h("button", { type: "button", onclick: on.share }, say("Share this position")),
    ),
    link && h("label", { for: "link" }, say("The link to this position")),
    link && h("input", { id: "link", class: "link", readonly: true, value: link }),
  ];
}

function furtherPages(match) {
  return h(
    "nav",
    { class: "more", "aria-label": say("More") },
    h("a", { class: "button", href: page("replay") }, say("All matches")),
    h("a", { class: "button", href: `${page("record")}#${match.match}` }, say("The record")),
    h("a", { class: "button", href: page("") }, say("The table")),
  );
}

function wayBack(back) {
  return h("nav", { class: "more", "aria-label": say("More") }, h("button", { type: "button", onclick: back }, say("Back to the record")));
}

function top(title, onSettings) {
  return h(
    "header",
    { class: "top" },
    h("h1", {}, title),
    h("button", { type: "button", class: "quiet", onclick: onSettings }, say("Settings")),
  );
}

/** Draw a button that goes to another position. One that leads nowhere stays, and keeps the focus. */
function step(mark, words, onclick, leadsNowhere) {
  return h("button", { type: "button", "aria-label": words, title: words, "aria-disabled": leadsNowhere ? "true" : null, onclick }, arrow(mark));
}

/** Return the places at which a player threw, and what his luck or skill had added up to there. */
function addedUp(match, name, what) {
  let sum = 0;
  return match.luck
    .filter((found) => found.player === name)
    .map((found) => [placeOf(match.states, found.ruling), (sum += found[what])]);
}

const ARROWS = {
  first: "M5 5 V19 M19 5 L9 12 L19 19 Z",
  back: "M17 5 L7 12 L17 19 Z",
  on: "M7 5 L17 12 L7 19 Z",
  last: "M19 5 V19 M5 5 L15 12 L5 19 Z",
};

function arrow(way) {
  return h("svg", { class: "arrow", viewBox: "0 0 24 24", "aria-hidden": "true", focusable: "false" }, h("path", { d: ARROWS[way] }));
}

function charts(match, at) {
  if (!match.luck || !match.luck.length) return null;
  const lines = (what) =>
    match.states[0].players.map(({ name, seat }) => ({ name: calledIn(match.states[0], name), seat, points: addedUp(match, name, what) }));
  const last = match.states.length - 1;
  return [chart(say("Luck"), lines("luck"), last, at), chart(say("Given away"), lines("skill"), last, at)];
}

/** Draw the list of recorded matches. */
export function matchList(matches, onSettings) {
  return [
    top(say("Replay"), onSettings),
    matches === null && h("p", {}, say("The box does not answer.")),
    matches !== null && matches.length === 0 && h("p", {}, say("No match is recorded yet.")),
    matches !== null &&
      h(
        "ul",
        { class: "matches" },
        [...matches].reverse().map((match) =>
          h(
            "li",
            { key: match.match },
            h(
              "a",
              { href: `${page("replay")}?match=${match.match}` },
              h("span", { class: "title" }, match.title),
              h("span", { class: "players" }, allCalledIn(match, match.players)),
              h("span", { class: "began" }, match.state === "being played" ? say("is played now") : momentHere(...match.began.split(" "))),
              match.winners.length > 0 && h("span", { class: "winner" }, say("Winner: {names}", { names: allCalledIn(match, match.winners) })),
            ),
          ),
        ),
      ),
    h("nav", { class: "more", "aria-label": say("More") }, h("a", { class: "button", href: page("") }, say("The table"))),
  ];
}

async function start() {
  follow();
  await loadTexts();
  document.title = say("Replay");
  const main = document.querySelector("main");
  const windowOver = document.querySelector("dialog");
  const openSettings = () => openDialog(windowOver, say("Settings"), settings(openSettings));
  const number = Number(new URLSearchParams(location.search).get("match"));
  const match = number ? await load(`/matches/${number}.json`) : null;
  if (match && match.states.length) show(main, windowOver, match, openSettings);
  else patch(main, matchList(await load("/matches.json"), openSettings));
}

/**
 * Show a match. One of another record than the table's is asked about under `record`, an address, and has a way `back`.
 */
export function show(main, windowOver, match, openSettings, { record = "", back = null } = {}) {
  const keyOf = throwKeys();
  let timer = null;
  const has = { match, at: 0, playing: false, scrubbed: false, speed: 1, thrown: { number: 0, tumbled: false }, link: "", back: null };
  const draw = () => {
    has.thrown = keyOf(match.states[has.at]);
    document.documentElement.lang = match.states[has.at].language;
    patch(main, replayPage(has));
  };
  const wait = () => {
    clearTimeout(timer);
    const pause = has.playing ? pauseAfter(match.states, has.at, has.speed) : null;
    if (pause === null) has.playing = false;
    else timer = setTimeout(() => go(has.at + 1), pause);
  };
  const go = (place, scrubbed = false) => {
    has.scrubbed = scrubbed;
    has.at = Math.max(0, Math.min(match.states.length - 1, place));
    has.link = "";
    if (!back) history.replaceState(null, "", `?match=${match.match}#${match.states[has.at].ruling}`);
    wait();
    draw();
  };
  has.on = {
    go: (place) => go(place),
    scrub: (place) => go(place, true),
    settings: openSettings,
    speed: (speed) => {
      has.speed = speed;
      wait();
      draw();
    },
    play: () => {
      has.playing = !has.playing;
      if (has.playing && has.at === match.states.length - 1) has.at = 0;
      wait();
      draw();
    },
    why: async () => {
      const why = await load(`${record}/rulings/${match.states[has.at].ruling}?match=${match.match}`);
      openDialog(windowOver, say("Why?"), why ? basis(why) : h("p", {}, say("The box does not answer.")));
    },
    share: async () => {
      has.link = location.href;
      draw();
      main.querySelector("#link").select();
      if (navigator.clipboard) await navigator.clipboard.writeText(has.link).catch(() => {});
    },
  };
  if (back) {
    has.back = () => {
      clearTimeout(timer);
      back();
    };
    go(0);
    return;
  }
  const fromLink = () => go(placeOf(match.states, Number(location.hash.slice(1))));
  window.addEventListener("hashchange", fromLink);
  fromLink();
}

if (typeof document !== "undefined" && document.body.dataset.page === "replay") start();
