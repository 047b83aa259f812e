// Another match at a simulated table: which game, and who plays.

import { h } from "../tree.js";
import { say } from "../live/texts.js";
import { fileButton } from "./file_button.js";
import { simulatedBox } from "./simulated_box.js";
import { nameFields, oneMoreSeat, typedNames } from "./name_fields.js";
import { calledIn } from "./score_sheet.js";

/**
 * Draw the form. `hands` has `games`, null while they are not known, the id of the game that is `wanted`, empty for the one
 * that is played, the title of the game that was `saved` here last, in `fileTrouble` what is wrong with the file of one, how
 * many `seats` there are, in `beginTrouble` why the match cannot be, and the functions `begin(body, form)`, `want(id)`,
 * `changeRules(id)`, `takeGame(file)`, `sit(seats)` and `askGames()`.
 */
export function newMatch(state, hands) {
  const names = state.players.map((line) => line.name);
  const wanted = hands.wanted || state.rules.id;
  const isPlayed = state.begun && !state.over;
  return h(
    "details",
    { key: "match", class: "names", ontoggle: (event) => event.target.open && hands.askGames() },
    h("summary", {}, isPlayed ? say("Break off this match…") : say("Another game, other players")),
    isPlayed && h("p", { key: "change", class: "hint" }, say("Somebody leaves, joins or changes the name: change the names, and begin anew. This match ends without a winner.")),
    hands.games &&
      h(
        "form",
        {
          onsubmit: (event) => {
            event.preventDefault();
            const { variant, taps } = event.target.elements;
            const names = typedNames(event.target);
            hands.begin({ do: "match", variant: variant.value, names, ...(taps ? { taps: taps.value } : {}) }, event.target);
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
              h("option", { key: game.id, value: game.id, title: game.summary, selected: game.id === wanted }, game.title),
            ),
          ),
        ),
        ownRules(wanted, hands),
        hands.box && simulatedBox(hands),
        nameFields(names, hands.seats, handicapOf(state)),
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
      ),
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

/** Draw the button that changes the rules of a game, the one that takes a game from a file, and what was saved with them. */
export function ownRules(game, hands) {
  return h(
    "div",
    { key: "own-rules", class: "own-rules" },
    hands.saved && h("p", { key: "saved" }, savedWords(hands.saved)),
    h("button", { key: "change", type: "button", class: "quiet", onclick: () => hands.changeRules(game) }, say("Change the rules…")),
    fileButton(say("A game from a file…"), hands.takeGame),
    hands.fileTrouble && h("p", { key: "trouble", class: "trouble lines", role: "alert" }, hands.fileTrouble),
  );
}

/** Say that a game is saved. */
export function savedWords(game) {
  return say("{game} is saved.", { game });
}

/** Return the handicaps of the match at the table, by name. */
function handicapOf(state) {
  return Object.fromEntries(state.players.map((line) => [line.name, line.handicap]));
}
