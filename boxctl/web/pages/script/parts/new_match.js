// Another match at a simulated table: which game, and who plays.

import { h } from "../tree.js";
import { say } from "../live/texts.js";
import { ownRules } from "./own_rules.js";
import { simulatedBox } from "./simulated_box.js";
import { nameFields, oneMoreSeat, typedNames } from "./name_fields.js";
import { calledIn } from "./score_sheet.js";

/**
 * Draw the form. `hands` has the `games`, the id of the game that is `wanted`, empty for the one
 * that is played, the title of the game that was `saved` here last, in `fileTrouble` what is wrong with the file of one, how
 * many `seats` there are, in `beginTrouble` why the match cannot be, and the functions `begin(body, form)`, `want(id)`,
 * `changeRules(id)`, `takeGame(file)` and `sit(seats)`.
 */
export function matchForm(state, hands) {
  const names = state.players.map((line) => line.name);
  const wanted = hands.wanted || state.rules.id;
  // A game that is played by changed rules is played by them again.
  const changes = wanted === state.rules.id ? Object.fromEntries(state.rules.changes) : {};
  return h(
    "form",
    {
      onsubmit: (event) => {
        event.preventDefault();
        const { variant, taps, stake } = event.target.elements;
        const names = typedNames(event.target);
        const settings = { ...changes, ...(stake.value.trim() ? { stake: stake.value.trim() } : {}) };
        hands.begin({ do: "match", variant: variant.value, names, settings, ...(taps ? { taps: taps.value } : {}) }, event.target);
      },
    },
    h(
      "div",
      { key: "game" },
      h("label", { for: "variant" }, say("Game")),
      h(
        "select",
        { id: "variant", name: "variant", onchange: (event) => hands.want(event.target.value) },
        hands.games.variants.map((game) =>
          h("option", { key: game.id, value: game.id, selected: game.id === wanted }, say("{game}: {number} tiles", { game: game.title, number: game.tiles })),
        ),
      ),
    ),
    hands.games.variants.filter((game) => game.id === wanted).map((game) => h("p", { key: "summary", class: "hint" }, game.summary)),
    ownRules(wanted, hands),
    hands.box && simulatedBox(hands),
    nameFields(names, hands.seats, handicapOf(state)),
    stakeField(changes.stake),
    h("p", { key: "empty", class: "hint" }, say("A field without a name is left out.")),
    hands.beginTrouble && h("p", { key: "trouble", class: "trouble", role: "alert" }, hands.beginTrouble),
    state.taps && withWhat(state.taps.of),
    h("p", { key: "hint", class: "hint" }, say("Who is called {names} plays by itself.", { names: robots(hands.games) })),
    h(
      "div",
      { key: "row", class: "row" },
      h("button", { type: "submit", class: "main" }, say("Begin this match")),
      oneMoreSeat(names, hands.seats, hands.sit),
    ),
  );
}

/** Draw the field for what each puts into the pool; `now` is what each does, if the game does not say so itself. */
function stakeField(now = "") {
  return h(
    "div",
    { key: `stake-${now}` },
    h("label", { for: "stake" }, say("Stake of each player")),
    h("input", { id: "stake", name: "stake", value: now, maxlength: 20, autocomplete: "off", "aria-describedby": "about-stake" }),
    h("p", { id: "about-stake", class: "hint" }, say("such as {amount}; 0 for none", { amount: "£1.00, 50p, 1,50 €" })),
  );
}

/** Draw the choice between the box of the page and one of wood; `of` is what is tapped of it now. */
function withWhat(of) {
  const choices = [
    ["", say("The box on this page")],
    ["box_and_dice", say("Our own box and dice: we tap what they show")],
    ["box", say("Our own box: throw for us")],
  ];
  return h(
    "fieldset",
    { key: "with", class: "with-what" },
    h("legend", {}, say("What do you play with?")),
    choices.map(([taps, words]) =>
      h("label", { key: taps }, h("input", { type: "radio", name: "taps", value: taps, checked: taps === of }), h("span", {}, words)),
    ),
    h("p", { class: "hint" }, say("At your own box a move may be taken back until the next throw (R4.8).")),
  );
}

/** Return the names that are typed for players who play by themselves, each with what it is called. */
function robots(games) {
  return games.robots.map((name) => `${name} (${calledIn(games, name)})`).join(", ");
}

/** Return the handicaps of the match at the table, by name. */
function handicapOf(state) {
  return Object.fromEntries(state.players.map((line) => [line.name, line.handicap]));
}
