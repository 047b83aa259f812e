// Tonight's game at a real box: which game, for which stake, and how many play.

import { h } from "../tree.js";
import { say } from "../live/texts.js";
import { handicapField, withHandicap } from "./name_fields.js";
import { ownRules } from "./own_rules.js";
import { calledIn } from "./score_sheet.js";

/**
 * Draw the form. `hands` has the `offers` of `/tonight.json`, null while they are not known, the id of the game
 * that is `wanted`, empty for the one that is played next, how many are `wantedSeats`, 0 for as many as now, the title of
 * the game that was `saved` here last, in `fileTrouble` what is wrong with the file of one, and the functions `act(body)`,
 * `want(id)`, `wantSeats(count)`, `changeRules(id)`, `takeGame(file)` and `askOffers()`.
 */
export function tonightsGame(state, hands) {
  const next = state.tonight;
  return h(
    "details",
    { key: "tonight", class: "names", ontoggle: (event) => event.target.open && hands.askOffers() },
    h("summary", {}, say("Tonight's game")),
    h("p", { key: "next", class: "hint" }, say("Next: {game}, {stake}", { game: next.game.name, stake: next.stake })),
    hands.offers && form(state, hands),
  );
}

function form(state, hands) {
  const { games, known, handicap = {} } = hands.offers;
  const wanted = games.find((game) => game.id === (hands.wanted || state.tonight.game.id)) || games.find((game) => !game.why_not);
  const count = wanted ? seatsOf(wanted, state, hands) : 0;
  const names = namesOf(state, known, count);
  const out = games.filter((game) => game.why_not);
  return h(
    "form",
    { onsubmit: (event) => choose(event, state, hands, names) },
    choice("variant", say("Game"), games.map((game) => option(game.id, titleOf(game), game === wanted, Boolean(game.why_not))), (id) => hands.want(id)),
    wanted && h("p", { key: "summary", class: "hint" }, wanted.summary),
    wanted && hands.offers.may_save && ownRules(wanted.id, hands),
    wanted && choice("stake", say("Stake"), wanted.stakes.map((stake) => option(stake.id, stake.text, stake.text === state.tonight.stake))),
    wanted &&
      choice("seats", say("Players"), wanted.seats.map((seats) => option(String(seats), String(seats), seats === count)), (seats) => hands.wantSeats(Number(seats))),
    wanted && wanted.handicap && names.length > 1 && handicaps(names, handicap, hands.offers),
    out.length > 0 && h("ul", { key: "out", class: "hint" }, out.map((game) => h("li", { key: game.id }, titleOf(game)))),
    h("div", { key: "row", class: "row" }, h("button", { type: "submit", class: "main", disabled: !wanted || Boolean(wanted.why_not) }, say("Play this game"))),
  );
}

function titleOf(game) {
  return game.why_not ? `${game.title}: ${game.why_not}` : game.title;
}

function choice(name, words, options, onPick) {
  return h(
    "div",
    { key: name },
    h("label", { for: `tonight-${name}` }, words),
    h("select", { id: `tonight-${name}`, name, onchange: onPick && ((event) => onPick(event.target.value)) }, options),
  );
}

function option(value, words, selected, disabled = false) {
  return h("option", { key: value, value, selected, disabled }, words);
}

/** Return how many play: as many as are wanted, or now, if the game is for so many. */
function seatsOf(game, state, hands) {
  const wanted = hands.wantedSeats || state.next_players.length;
  return game.seats.includes(wanted) ? wanted : game.seats[0];
}

/** Return who plays: who plays already stays, as far as there are seats. */
function namesOf(state, known, count) {
  const names = [...new Set([...state.next_players, ...known])].slice(0, count);
  for (let number = names.length + 1; names.length < count; number += 1) {
    if (!names.includes(`Player ${number}`)) names.push(`Player ${number}`);
  }
  return names;
}

/** Draw a field for the handicap of each (R7.16). */
function handicaps(names, handicap, offers) {
  const called = (name) => (/^Player \d+$/.test(name) ? say("Player {number}", { number: name.slice(7) }) : calledIn(offers, name));
  return h(
    "fieldset",
    { key: "handicaps", class: "handicaps" },
    h("legend", {}, say("Handicap")),
    names.map((name) => h("label", { key: name }, h("bdi", {}, called(name)), handicapField(called(name), handicap[name] || 0))),
  );
}

/** Choose what the form says, for these players. */
function choose(event, state, hands, names) {
  event.preventDefault();
  const { variant, stake } = event.target.elements;
  const points = [...event.target.querySelectorAll("input[name=handicap]")];
  const typed = names.map((name, seat) => withHandicap(name, points[seat]));
  hands.act({ do: "choose", variant: variant.value, stake: stake.value, names: typed, choice: state.tonight.choice });
  hands.want("");
}
