// The table of a box of wood that nothing senses: people tap their dice and the tiles that they move.

import { h } from "../tree.js";
import { die } from "../draw/dice_picture.js";
import { gradients } from "../draw/materials.js";
import { seatSign } from "../draw/signs.js";
import { say } from "../live/texts.js";
import { plaque, readAloud, turnPlate } from "./announcement.js";
import { againButton, leavesDouble, mayBeThrownAgain, throwWords } from "./hands.js";
import { diceInWords, tileInWords } from "./levers.js";

/** The most tiles in a row, where there is room for few of 48 pixels, and for more. */
const NARROW_ROW = 6;
const WIDE_ROW = 9;

/** From more than so many on, tiles are as low as they may be. */
const MANY = 12;

/** Draw it. `onMove` takes the number of a tile, `onWhy` a ruling; `hands` are as those of `handsOn`, and may `dictate`. */
export function tapTable(state, aloud, hands, onMove, onWhy) {
  return [
    h("div", { key: "said", class: "tap-said" }, turnPlate(state, true), scores(state), plaque(state, onWhy), readAloud(aloud)),
    tiles(state, onMove),
    hand(state, hands),
  ];
}

/** The scores in a line: the sheet is further down. */
function scores({ players, totals, pool }) {
  const scored = players.filter((line) => scoreOf(line, totals) !== null);
  if (!scored.length && !pool) return null;
  return h(
    "p",
    { key: "scores", class: "tap-scores" },
    h("span", { class: "unseen" }, say("Score sheet")),
    scored.map((line) => h("span", { key: line.name }, seatSign(line.seat), " ", h("bdi", {}, line.name), " ", h("strong", {}, String(scoreOf(line, totals))), line.written && ` ${line.written}`)),
    pool && h("span", { key: "pool" }, pool),
  );
}

function scoreOf(line, totals) {
  if (line.wins !== null && line.wins !== undefined) return line.wins;
  if (totals) return line.total;
  return line.rounds.length ? line.rounds[line.rounds.length - 1] : null;
}

function tiles(state, onMove) {
  const count = state.tiles.length;
  const columns = (most) => Math.ceil(count / Math.ceil(count / most));
  return h(
    "div",
    { key: "tiles", class: `tap-tiles${count > MANY ? " has-many" : count > WIDE_ROW ? " in-rows" : ""}`, role: "group", "aria-label": say("Tiles"), style: { "--narrow": columns(NARROW_ROW), "--wide": columns(WIDE_ROW) } },
    state.tiles.map((tile) =>
      h(
        "button",
        {
          key: tile.number,
          type: "button",
          class: classesOf(tile),
          "data-tile": tile.number,
          "aria-label": tileInWords(tile),
          "aria-disabled": tile.in_play === false || !onMove ? "true" : null,
          onclick: () => onMove && onMove(tile.number),
        },
        h("span", { class: "plate", "aria-hidden": "true" }, String(tile.number), mark(tile)),
      ),
    ),
  );
}

function classesOf(tile) {
  return ["wood", tile.state === "shut" ? "is-shut" : "is-open", tile.may_move && "may-move", tile.moved && "is-moved", tile.asked && "is-asked", tile.in_play === false && "is-idle"]
    .filter(Boolean)
    .join(" ");
}

const MARKS = { open: "M12 3 L21 13 H15.5 V21 H8.5 V13 H3 Z", shut: "M12 21 L21 11 H15.5 V3 H8.5 V11 H3 Z" };

/** What is wanted of a tile, or that it was moved: never by its colour alone. */
function mark(tile) {
  if (tile.asked) return h("svg", { key: "asked", class: "mark", viewBox: "0 0 24 24" }, h("path", { d: MARKS[tile.asked] }));
  if (tile.moved) return h("svg", { key: "moved", class: "mark is-line", viewBox: "0 0 24 24" }, h("path", { d: "M4 13 L10 19 L20 6" }));
  return null;
}

/** What a thumb does: the faces of the dice, or the throw that lies there, and what else can be done. */
function hand(state, hands) {
  const can = new Set(state.actions);
  return h(
    "section",
    { key: "hands", class: "hands tap-hand", tabindex: -1, "aria-label": say("Your hand on the box") },
    h("p", { key: "news", class: "unseen", role: "status" }, hands.news),
    hands.trouble && h("p", { key: "trouble", class: "trouble", role: "alert" }, hands.trouble),
    can.has("type_throw") && !leavesDouble(state, hands) ? faces(state, hands) : thrown(state),
    h("div", { key: "buttons", class: "row" }, buttons(state, hands, can)),
  );
}

function faces(state, hands) {
  const { sides, counts } = state.dice;
  const most = Math.max(...counts, 1);
  const tap = (face) => {
    const typed = [...hands.typed, face];
    if (typed.length >= most) hands.act({ do: "type_throw", text: typed.join(" ") });
    hands.type(typed.length >= most ? [] : typed);
  };
  return h(
    "div",
    { key: "faces", class: "tap-dice", role: "group", "aria-label": say("What do the dice show?") },
    h("p", { class: "asked-of-dice", "aria-live": "polite" }, askedOfDice(state, hands)),
    h(
      "div",
      { class: sides === 6 ? "faces of-six" : "faces" },
      Array.from({ length: sides }, (_, place) => place + 1).map((face) =>
        h("button", { key: face, type: "button", "aria-label": String(face), onclick: () => tap(face) }, sides === 6 ? picture(face, 6) : String(face)),
      ),
    ),
  );
}

/** What is to be thrown; of a throw that is begun, its dice, and why they do not do yet. */
function askedOfDice({ taps, dice }, { typed }) {
  if (!typed.length) return taps.wanted || say("What do the dice show?");
  const shown = h("strong", { key: "typed" }, typed.join(" + "), " + …");
  return dice.counts.includes(typed.length) ? shown : [shown, " ", h("small", { key: "fewer" }, taps.fewer)];
}

/** The throw that lies on the table, or that counts in a moment. */
function thrown(state) {
  const { dice } = state;
  const waits = state.taps && state.taps.waits;
  const shown = waits ? dice.entered : dice.values;
  return h(
    "div",
    { key: "thrown", class: `tap-dice is-thrown${waits ? " is-waiting" : ""}` },
    h("p", { class: "asked-of-dice" }, waits ? say("This throw counts in a moment.") : h("span", { class: "unseen" }, diceInWords(state))),
    h("p", { class: "lie" }, shown.map((face, place) => h("span", { key: place }, picture(face, dice.sides)))),
  );
}

function picture(face, sides) {
  return h("svg", { class: "big-die", viewBox: "-46 -46 92 92", "aria-hidden": "true", focusable: "false" }, gradients(), die(face, sides, 76));
}

function buttons(state, hands, can) {
  const begun = can.has("type_throw") && hands.typed.length > 0;
  const enough = begun && state.dice.counts.includes(hands.typed.length);
  const does = (act, words, main = false) => can.has(act) && button(act, words, () => hands.act({ do: act }), main);
  return [
    begun && button("again", say("Tap again"), () => hands.type([])),
    againButton(state, hands),
    !begun && can.has("type_throw") && hands.dictate && button("dictate", hands.listening ? say("Listening…") : say("Say the throw"), hands.dictate),
    enough &&
      button(
        "all",
        say("That is all"),
        () => {
          hands.act({ do: "type_throw", text: hands.typed.join(" ") });
          hands.type([]);
        },
        true,
      ),
    does("withdraw_throw", say("Not these dice")),
    // Whoever has to put tiles back is asked for all of them, or taps each.
    !can.has("put_back") && does("take_back", say("Take back")),
    does("throw_one", say("Throw one die")),
    does("throw", throwWords(state), !mayBeThrownAgain(state)),
    // The next throw makes a move stand just as well.
    does("confirm", say("Confirm"), state.phase === "will_do" && !can.has("type_throw") && !can.has("throw")),
    does("put_back", say("Put the tiles right"), true),
    state.over && does("new", say("New match"), true),
  ];
}

function button(key, words, onclick, main = false) {
  return h("button", { key, type: "button", class: main ? "main" : null, onclick }, words);
}
