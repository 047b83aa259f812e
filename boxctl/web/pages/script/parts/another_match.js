// The way to another match at a simulated table. Its form is loaded when it opens: it is no part of the first picture.

import { h } from "../tree.js";
import { say } from "../live/texts.js";

/** Whether somebody has thrown in a match that is not over: it has something to lose. */
export function isPlayed({ begun, over }) {
  return begun && !over;
}

/** Draw it. `hands` has a `matchForm(state, hands)` and `games` once `askGames()` has loaded them. */
export function anotherMatch(state, hands) {
  const breaks = isPlayed(state);
  return h(
    "details",
    { key: "match", class: "names", ontoggle: (event) => event.target.open && hands.askGames() },
    h("summary", {}, breaks ? say("Break off this match…") : say("Another game, other players")),
    breaks && h("p", { key: "change", class: "hint" }, say("Somebody leaves, joins or changes the name: change the names, and begin anew. This match ends without a winner.")),
    hands.matchForm && hands.games && hands.matchForm(state, hands),
  );
}
