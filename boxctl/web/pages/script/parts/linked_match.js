// A match by the rules of a link: what differs is told before it begins, or is saved where a box is chosen for.

import { h } from "../tree.js";
import { say } from "../live/texts.js";
import { page } from "../live/wire.js";
import { nameFields, oneMoreSeat, typedNames } from "./name_fields.js";

/**
 * Draw what a link brings. `hands` has `linked`, the rules as `/linked-rules.json` tells them, how many `seats` there are,
 * and the functions `act(body)`, `sit(seats)`, `changeRules(id, settings)` and `leaveLink()`; `mayAct` tells whether this
 * device takes part.
 */
export function linkedMatch(state, hands, mayAct) {
  const { linked } = hands;
  if (!linked) return null;
  const can = new Set(mayAct ? state.actions : []);
  return h(
    "section",
    { key: "linked", class: "names is-linked", "aria-label": say("Rules by a link") },
    h("h2", { key: "title" }, linked.title),
    linked.wrong && h("p", { key: "wrong", class: "trouble", role: "alert" }, linked.wrong, " ", say("Here is {game} as it is.", { game: linked.title })),
    linked.differs.length > 0 && h("p", { key: "base" }, say("Not as in {game}:", { game: linked.base })),
    linked.differs.length > 0 && h("ul", { key: "differs" }, linked.differs.map((line) => h("li", { key: line }, line))),
    !mayAct && state.actions.length > 0 && h("p", { key: "code", class: "hint" }, say("Take part to play by these rules.")),
    can.has("match") && begin(state, hands),
    can.has("choose") &&
      h("button", { key: "save", type: "button", onclick: () => hands.changeRules(linked.id, linked.settings) }, say("Save them as a game of the house…")),
    h(
      "div",
      { key: "row", class: "row" },
      h("a", { class: "button", href: `${page("ask")}${linked.query}#rules` }, say("The rules")),
      h("button", { type: "button", onclick: hands.leaveLink }, say("Without them")),
    ),
  );
}

function begin(state, hands) {
  const { id, settings } = hands.linked;
  const names = state.players.map((line) => line.name);
  return h(
    "form",
    {
      key: "begin",
      onsubmit: async (event) => {
        event.preventDefault();
        if (await hands.act({ do: "match", variant: id, settings, names: typedNames(event.target) })) hands.leaveLink();
      },
    },
    nameFields(names, hands.seats),
    h(
      "div",
      { key: "row", class: "row" },
      h("button", { type: "submit", class: "main" }, say("Begin this match")),
      oneMoreSeat(names, hands.seats, hands.sit),
    ),
  );
}
