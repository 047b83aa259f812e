// Everything that people at the table can do now: buttons, the table's code, throws of their own dice, names.

import { h } from "../tree.js";
import { die } from "../draw/dice_picture.js";
import { gradients } from "../draw/materials.js";
import { say } from "../live/texts.js";
import { nameFields, oneMoreSeat, typedNames } from "./name_fields.js";
import { anotherMatch, isPlayed } from "./another_match.js";
import { tonightsGame } from "./tonights_game.js";

/**
 * Draw what can be done now, but for the acts that are `shown` elsewhere. `hands` has the `token` of this device, the `typed` faces of a throw,
 * the `trouble` and the `news` in words, how many `seats` there are for names, whether a double is thrown `again`, and the functions
 * `act(body)`, `give(code)`, `showCode()`, `sit(seats)`, `throwAgain(again)` and `type(faces)`.
 */
export function handsOn(state, hands, shown = new Set()) {
  if (!state.actions.length && !hands.trouble) return null;
  return h(
    "section",
    { key: "hands", class: "hands", tabindex: -1, "aria-label": say("Your hand on the box") },
    h("p", { key: "news", class: "unseen", role: "status" }, hands.news),
    hands.trouble && h("p", { class: "trouble", role: "alert" }, hands.trouble),
    mayAct(hands) ? actions(state, hands, shown) : codeForm(state, hands),
  );
}

/** Return whether levers, dice and buttons obey this page. */
export function mayAct(hands) {
  return Boolean(hands.token);
}

function codeForm(state, hands) {
  return h(
    "form",
    {
      class: "code",
      onsubmit: (event) => {
        event.preventDefault();
        hands.give(event.target.elements.code.value.trim());
      },
    },
    h("label", { for: "code" }, say("The table's code, to take part")),
    h(
      "div",
      { class: "row" },
      h("input", { id: "code", name: "code", inputmode: "numeric", autocomplete: "off", maxlength: 12, size: 8, required: true }),
      h("button", { type: "submit" }, say("Take part")),
    ),
    state.shows_code
      ? h("button", { type: "button", class: "quiet", onclick: hands.showCode }, say("Show the code on the box"))
      : h("p", { class: "hint" }, say("It is shown at the table.")),
  );
}

/** Draw what can be done, but for the acts that are `shown` elsewhere. */
export function actions(state, hands, shown = new Set()) {
  const can = new Set(state.actions.filter((act) => !shown.has(act)));
  const button = (act, words, main = false) =>
    can.has(act) &&
    h("button", { key: act, type: "button", class: main ? "main" : null, onclick: () => hands.act({ do: act }) }, words);
  if (state.question) return questionForm(state, hands);
  return [
    can.has("type_throw") && !leavesDouble(state, hands) && keypad(state, hands),
    h(
      "div",
      { key: "buttons", class: "row" },
      can.has("type_throw") && againButton(state, hands),
      button("throw", throwWords(state), !mayBeThrownAgain(state)),
      button("throw_one", say("Throw one die")),
      button("withdraw_throw", say("Not these dice")),
      button("put_back", say("Put the tiles right"), true),
      button("confirm", say("Confirm"), state.phase === "will_do"),
      button("take_back", say("Take back")),
      button("new", newWords(state), state.over),
      button("report", say("Report a sensor")),
    ),
    can.has("choose") && tonightsGame(state, hands),
    can.has("names") && namesForm(state, hands),
    can.has("match") && anotherMatch(state, hands),
  ];
}

/** Whether what would be thrown replaces a double that is still to be played (R5.7). */
export function mayBeThrownAgain({ phase, dice }) {
  const [first, ...others] = dice.values;
  return phase === "play" && others.length > 0 && others.every((value) => value === first);
}

/** Whether people can type a throw in place of a double, and have not said that they throw it again: no tap replaces it by mistake. */
export function leavesDouble(state, hands) {
  return state.actions.includes("type_throw") && mayBeThrownAgain(state) && !hands.again;
}

/** Draw what says that people throw their double again, or that they play it after all; null where they cannot. */
export function againButton(state, hands) {
  if (!state.actions.includes("type_throw") || !mayBeThrownAgain(state)) return null;
  const words = hands.again ? say("Play the double") : throwWords(state);
  return h("button", { key: "double", type: "button", onclick: () => hands.throwAgain(!hands.again) }, words);
}

/** Say what a throw would be. */
export function throwWords(state) {
  if (mayBeThrownAgain(state)) return say("Throw the double again");
  const most = Math.max(...state.dice.counts, 1);
  return most === 1 ? say("Throw the die") : say("Throw the dice");
}

/** Say what the button for a new match does. */
export function newWords(state) {
  return isPlayed(state) ? say("Break off this match…") : say("New match");
}

/** Draw what people are asked about a sensor, and the answers. */
export function questionForm(state, hands) {
  const { tile, where } = state.question;
  const [yes, no] = where ? ["new", "confirm"] : ["confirm", "new"];
  const words = where ? say("How does tile {tile} stand?", { tile }) : say("Is the sensor of tile {tile} at fault?", { tile });
  return h(
    "div",
    // Another question is another form: nobody answers it with a press that was meant for the first.
    { key: `question-${tile}-${where}`, class: "question", role: "group", "aria-label": words },
    h("p", {}, words),
    h(
      "div",
      { class: "row" },
      h("button", { type: "button", class: "main", onclick: () => hands.act({ do: yes }) }, where ? say("It stands") : say("Yes")),
      h("button", { type: "button", onclick: () => hands.act({ do: no }) }, where ? say("It lies") : say("No")),
      !where && h("button", { type: "button", onclick: () => hands.act({ do: "report" }) }, say("None of them")),
    ),
  );
}

/** Draw keys for what a pub's own dice show. */
export function keypad(state, hands) {
  const { sides, counts } = state.dice;
  const most = Math.max(...counts, 1);
  const faces = Array.from({ length: sides }, (_, place) => place + 1);
  const enough = counts.includes(hands.typed.length);
  const type = (face) => {
    const typed = [...hands.typed, face];
    if (typed.length === most) hands.act({ do: "type_throw", text: typed.join(" ") });
    hands.type(typed.length === most ? [] : typed);
  };
  return h(
    "div",
    { key: "keypad", class: "keypad", role: "group", "aria-label": say("What do the dice show?") },
    h("p", {}, say("What do the dice show?"), " ", h("strong", {}, hands.typed.join(" + "))),
    h(
      "div",
      { class: sides === 6 ? "keys of-six" : "keys" },
      faces.map((face) =>
        h(
          "button",
          { key: face, type: "button", "aria-label": String(face), onclick: () => type(face) },
          sides === 6
            ? h("svg", { class: "small-die", viewBox: "-46 -46 92 92", "aria-hidden": "true", focusable: "false" }, gradients(), die(face, 6, 76))
            : String(face),
        ),
      ),
    ),
    h(
      "div",
      { class: "row" },
      enough && h("button", { type: "button", class: "main", onclick: () => { hands.act({ do: "type_throw", text: hands.typed.join(" ") }); hands.type([]); } }, say("That is all")),
      hands.typed.length > 0 && h("button", { type: "button", onclick: () => hands.type([]) }, say("Type again")),
    ),
  );
}

function namesForm(state, hands) {
  const names = state.next_players || state.players.map((line) => line.name);
  return h(
    "details",
    { key: "names", class: "names" },
    h("summary", {}, say("Names of the next match")),
    h(
      "form",
      {
        onsubmit: (event) => {
          event.preventDefault();
          hands.act({ do: "names", names: typedNames(event.target) });
        },
      },
      nameFields(names, hands.seats, state.next_handicap),
      h(
        "div",
        { key: "row", class: "row" },
        h("button", { type: "submit" }, say("Set the names")),
        oneMoreSeat(names, hands.seats, hands.sit),
      ),
    ),
  );
}
