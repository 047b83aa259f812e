// The page of the puzzles: a box, a throw, and which move is best.

import { h, patch } from "../tree.js";
import { openDialog, load } from "../parts/dialogs.js";
import { moveOf, puzzlePart } from "../parts/puzzle.js";
import { settings } from "../parts/settings.js";
import { ask, LONG_PATIENCE } from "../live/asking.js";
import { askReferee, putIntoAddress } from "../live/asked_rules.js";
import { follow } from "../live/preferences.js";
import { nextUnsolved, note, tally } from "../live/solved.js";
import { loadTexts, say } from "../live/texts.js";
import { throwKeys } from "../live/throw_key.js";
import { watch } from "../live/waiting.js";
import { waitingFor } from "../parts/waiting.js";
import { page } from "../live/wire.js";

/** Draw the page from what it `has`: the games, the puzzles of one, the one that is asked, and what to do. */
export function puzzlesPage(has) {
  const { games, chosen, told, waits, trouble, on } = has;
  return [
    h(
      "header",
      { class: "top" },
      h("h1", {}, say("Puzzles")),
      h("button", { type: "button", class: "quiet", onclick: on.settings }, say("Settings")),
    ),
    games.length > 0 &&
      h(
        "div",
        { key: "game", class: "field" },
        h("label", { for: "game" }, say("Game")),
        h(
          "select",
          { id: "game", onchange: (event) => on.choose(event.target.value) },
          games.map((each) => h("option", { key: each.id, value: each.id, selected: each.id === chosen }, each.title)),
        ),
      ),
    waits && h("div", { key: "waits", role: "status" }, waitingFor(say("The referee works it out …"), waits.seconds, on.giveUp)),
    trouble && h("p", { key: "trouble", class: "trouble", role: "alert" }, trouble),
    told && puzzlePart(askedOf(has), on),
    h(
      "nav",
      { key: "more", class: "more", "aria-label": say("More") },
      h("a", { class: "button", href: page("") }, say("The table")),
      h("a", { class: "button", href: page("ask") }, say("Ask the referee")),
    ),
  ];
}

function askedOf({ told, place, isWeek, moved, answer, refused, thrownOf }) {
  const puzzle = told.puzzles[place];
  const asked = {
    ...told,
    puzzle,
    number: place,
    heading: isWeek ? told.week.heading : puzzle.heading,
    isWeek,
    moved,
    answer,
    refused,
    solved: { all: told.puzzles.length, ...tally(told.game, keysOf(told)) },
  };
  return { ...asked, thrown: thrownOf({ dice: { values: puzzle.throw, rolling: false, number: place } }) };
}

function keysOf({ puzzles }) {
  return puzzles.map(({ key }) => key);
}

async function start() {
  follow();
  await loadTexts();
  document.title = say("Puzzles");
  const main = document.querySelector("main");
  const windowOver = document.querySelector("dialog");
  const has = { games: [], chosen: "", told: null, place: 0, isWeek: false, moved: new Set(), answer: null, refused: "", waits: null, trouble: "", thrownOf: throwKeys() };
  const draw = () => patch(main, puzzlesPage(has));
  let giveUp = () => {};

  /** Ask the puzzle at this place; the heading is read out and seen. */
  const askAt = (place, isWeek) => {
    Object.assign(has, { place, isWeek, moved: new Set(), answer: null, refused: "" });
    draw();
    const heading = document.getElementById("heading");
    if (heading) heading.focus({ preventScroll: true });
  };
  /** Load the puzzles of a game: they may have to be worked out. */
  const take = async (id) => {
    giveUp();
    const stop = new AbortController();
    const shows = watch((seconds) => {
      has.waits = { seconds };
      draw();
    });
    giveUp = () => {
      shows.end();
      stop.abort();
      has.waits = null;
    };
    Object.assign(has, { chosen: id, told: null, trouble: "" });
    draw();
    const offline = say("The box does not answer.");
    const address = `/puzzles.json?rules=${encodeURIComponent(id)}`;
    let found = null;
    try {
      const { answer, told } = await ask(address, { cache: "no-store", signal: stop.signal }, LONG_PATIENCE);
      if (answer.ok) found = told;
      else has.trouble = told && told.text ? told.text : offline;
    } catch {
      if (stop.signal.aborted) return draw();
      has.trouble = offline;
    }
    if (stop.signal.aborted) return undefined;
    giveUp();
    if (!found) return draw();
    Object.assign(has, { told: found, chosen: found.rules });
    return askAt(nextUnsolved(found.game, keysOf(found), -1), false);
  };
  /** Judge a move. */
  const judge = (move) => {
    const { told, place } = has;
    note(told.game, told.puzzles[place].key, move.right);
    Object.assign(has, { answer: move, refused: "" });
    draw();
  };
  const refuse = async () => {
    const { told, place, moved } = has;
    const puzzle = told.puzzles[place];
    const sorted = [...moved].sort((one, other) => one - other);
    const body = { rules: told.rules, settings: {}, open: puzzle.open.join(","), throw: puzzle.throw.join(","), shut: sorted.join(",") };
    const answer = await askReferee("/ask/legal", body, say("The box does not answer."));
    if (has.moved !== moved) return;
    has.refused = answer.words || answer.told.lines.join(" ");
    draw();
  };
  has.on = {
    settings: () => openDialog(windowOver, say("Settings"), settings(has.on.settings)),
    giveUp: () => {
      giveUp();
      draw();
    },
    choose: (id) => {
      putIntoAddress(`?rules=${encodeURIComponent(id)}`);
      return take(id);
    },
    flip: (number) => {
      if (!has.told.puzzles[has.place].open.includes(number)) return;
      const moved = new Set(has.moved);
      if (!moved.delete(number)) moved.add(number);
      Object.assign(has, { moved, refused: "" });
      draw();
    },
    back: () => {
      Object.assign(has, { moved: new Set(), refused: "" });
      draw();
    },
    answer: () => {
      const move = moveOf(has.told.puzzles[has.place], has.moved);
      return move ? judge(move) : refuse();
    },
    throwAgain: () => {
      has.moved = new Set();
      judge(moveOf(has.told.puzzles[has.place], has.moved));
    },
    next: () => askAt(nextUnsolved(has.told.game, keysOf(has.told), has.place), false),
    week: () => askAt(has.told.week.number - 1, true),
  };
  draw();
  const games = load("/games.json").then((told) => {
    has.games = (told && told.variants) || [];
    draw();
  });
  await Promise.all([games, take(new URLSearchParams(location.search).get("rules") || "classic")]);
}

if (typeof document !== "undefined" && document.body.dataset.page === "puzzles") start();
