// Another match at a simulated table: which game, and who plays.

import { h } from "../tree.js";
import { say } from "../live/texts.js";

const MOST_SEATS = 8;

/**
 * Draw the form. `hands` has `games`, null while they are not known, how many `seats` there are, and
 * the functions `act(body)`, `sit(seats)` and `askGames()`.
 */
export function newMatch(state, hands) {
  const names = state.players.map((line) => line.name);
  const seats = hands.seats || names.length;
  return h(
    "details",
    { class: "names", ontoggle: (event) => event.target.open && hands.askGames() },
    h("summary", {}, say("Another game, other players")),
    hands.games &&
      h(
        "form",
        {
          onsubmit: (event) => {
            event.preventDefault();
            const { variant, player } = event.target.elements;
            const typed = [...(player.length === undefined ? [player] : player)].map((field) => field.value.trim());
            hands.act({ do: "match", variant: variant.value, names: typed.filter(Boolean) });
          },
        },
        h(
          "div",
          { key: "game" },
          h("label", { for: "variant" }, say("Game")),
          h(
            "select",
            { id: "variant", name: "variant" },
            hands.games.variants.map((game) =>
              h("option", { key: game.id, value: game.id, title: game.summary, selected: game.id === state.rules.id }, game.title),
            ),
          ),
        ),
        Array.from({ length: seats }, (_, place) =>
          h(
            "div",
            { key: `seat-${place}` },
            h("label", { for: `seat-${place}` }, say("Player {number}", { number: place + 1 })),
            h("input", { id: `seat-${place}`, name: "player", value: names[place] ?? "", maxlength: 40, autocomplete: "off" }),
          ),
        ),
        h("p", { key: "hint", class: "hint" }, say("Who is called {names} plays by itself.", { names: hands.games.robots.join(", ") })),
        h(
          "div",
          { key: "row", class: "row" },
          h("button", { type: "submit", class: "main" }, say("Begin this match")),
          seats < MOST_SEATS && h("button", { type: "button", onclick: () => hands.sit(seats + 1) }, say("One more player")),
        ),
      ),
  );
}
