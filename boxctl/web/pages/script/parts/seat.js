// A phone at a seat: who somebody is tonight, his own picture of the turn, and his main action under the thumb.

import { h } from "../tree.js";
import { seatSign } from "../draw/signs.js";
import { isTurnOf, keptSeat } from "../live/seat.js";
import { say } from "../live/texts.js";
import { plaque, readAloud, turnPlate } from "./announcement.js";
import { actions } from "./hands.js";
import { box } from "./levers.js";
import { calledIn, seatOf } from "./score_sheet.js";
import { figures, ways } from "./standing.js";

/** Phases in which people answer together: whoever is near may. */
const TOGETHER = ["interrupted", "asking"];

/** Draw the question who holds this device, where it has not been answered; null where nobody can take a seat. */
export function whoAreYou(state, hands) {
  if (!(state.seats && state.seats.length) || keptSeat().name !== null) return null;
  return h(
    "section",
    { key: "who", class: "who-are-you", "aria-labelledby": "who-are-you" },
    hands.freed && h("p", { key: "freed", class: "trouble", role: "status" }, hands.freed),
    h("h2", { key: "title", id: "who-are-you" }, say("Who are you?")),
    h("p", { key: "hint", class: "hint" }, say("This phone then says when it is your turn.")),
    h(
      "div",
      { key: "row", class: "row" },
      state.seats.map((name) =>
        h("button", { key: name, type: "button", onclick: () => hands.takeSeat(name) }, seatSign(seatOf(state, name)), h("bdi", {}, calledIn(state, name))),
      ),
      h("button", { key: "", type: "button", class: "quiet", onclick: () => hands.takeSeat("") }, say("Nobody: I look after the table")),
    ),
  );
}

/** Draw the button that asks the question again. */
export function seatButton(state, hands) {
  if (!(state.seats && state.seats.length) || keptSeat().name === null) return null;
  const words = keptSeat().name ? say("Leave this seat") : say("Take a seat");
  return h("button", { key: "seat", type: "button", onclick: hands.leaveSeat }, words);
}

/** Draw the table as it is seen from a seat. `onMove` takes the number of a tile, in its turn. */
export function seatTable(state, thrown, aloud, hands, seat, onMove) {
  const mine = isTurnOf(seat, state);
  const shown = mine ? inBar(state) : new Set();
  return [
    h(
      "div",
      { key: "turn", class: `seat-turn${mine ? " is-mine" : ""}` },
      mine ? yourTurn(state, seat) : turnPlate(state),
      !mine && h("p", { key: "me", class: "seat-me" }, say("You are {name}.", { name: calledIn(state, seat) })),
      figures(state, mine),
    ),
    h("div", { key: "said", class: "seat-said" }, plaque(state), readAloud(aloud), mine && ways(state)),
    h("div", { key: "wood", class: "seat-wood" }, box(state, thrown, mine ? onMove : null)),
    h(
      "details",
      { key: "all", class: "names seat-all" },
      h("summary", {}, say("For everybody at the table")),
      h("div", { class: "hands" }, actions(state, hands, shown)),
    ),
    bar(state, hands, mine),
  ];
}

function yourTurn(state, seat) {
  return h(
    "h2",
    { key: "mine", class: "your-turn" },
    h("strong", {}, say("Your turn")),
    h("span", { class: "who" }, seatSign(seatOf(state, seat)), h("bdi", {}, calledIn(state, seat))),
  );
}

/** The acts that whose turn it is finds under the thumb. */
const MAIN = ["type_throw", "throw", "throw_one", "put_back", "take_back", "withdraw_throw", "confirm", "new"];

function inBar(state) {
  return new Set(state.question ? [] : MAIN.filter((act) => act !== "new" || state.over));
}

function bar(state, hands, mine) {
  const main = inBar(state);
  const others = new Set(state.actions.filter((act) => !main.has(act)));
  const together = state.over || TOGETHER.includes(state.phase);
  return h(
    "section",
    { key: "hands", class: "seat-bar hands", tabindex: -1, "aria-label": say("Your hand on the box") },
    h("p", { key: "news", class: "unseen", role: "status" }, hands.news),
    hands.trouble && h("p", { key: "trouble", class: "trouble", role: "alert" }, hands.trouble),
    mine || together ? actions(state, hands, others) : h("p", { key: "waits", class: "waits" }, waits(state)),
  );
}

/** Whom the table waits for. */
function waits(state) {
  return state.turn ? say("{name} plays", { name: calledIn(state, state.turn) }) : say("It is nobody's turn.");
}
