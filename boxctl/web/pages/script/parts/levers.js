// The tiles for hands and for ears: buttons over the picture where levers can be moved, else a list.

import { h } from "../tree.js";
import { boxPlan, touchArea } from "../draw/box_plan.js";
import { boxPicture } from "../draw/box_picture.js";
import { say } from "../live/texts.js";

/** Draw the box with what assistive technology reads of it. `onMove` takes the number of a tile. */
export function box(state, thrown, onMove = null) {
  const { width, height } = boxPlan(state.tiles.length);
  return h(
    "div",
    { class: "box", style: { "--aspect": width / height } },
    boxPicture(state, thrown),
    onMove ? leverButtons(state, onMove) : leverList(state),
    h("p", { class: "unseen" }, diceInWords(state)),
  );
}

function leverButtons(state, onMove) {
  const plan = boxPlan(state.tiles.length);
  const group = { class: "levers", role: "group", "aria-label": say("Tiles"), onkeydown: moveFocus };
  return h(
    "div",
    group,
    state.tiles.map((tile, place) =>
      h(
        "button",
        {
          key: `lever-${tile.number}`,
          type: "button",
          class: `lever${tile.may_move ? " may-move" : ""}`,
          "data-tile": tile.number,
          "aria-label": tileInWords(tile),
          "aria-disabled": tile.in_play === false ? "true" : null,
          style: touchArea(plan, plan.places[place]),
          onclick: () => onMove(tile.number),
        },
      ),
    ),
  );
}

function leverList(state) {
  return h(
    "ul",
    { class: "unseen", "aria-label": say("Tiles") },
    state.tiles.map((tile) => h("li", { key: `lever-${tile.number}` }, tileInWords(tile))),
  );
}

const STANDING = {
  open: "Tile {tile}, open",
  shut: "Tile {tile}, shut",
  unknown: "Tile {tile}, its sensor is not believed",
};

/** Say how a tile stands and what is wanted of it. */
export function tileInWords(tile) {
  const words = [
    say(STANDING[tile.state], { tile: tile.number }),
    tile.in_play === false && say("not in play"),
    tile.moved && say("moved"),
    tile.asked === "open" && say("has to go up"),
    tile.asked === "shut" && say("has to go down"),
  ];
  return words.filter(Boolean).join(", ");
}

/** Say what the dice show. */
export function diceInWords({ dice }) {
  if (dice.rolling) return say("The dice roll.");
  if (!dice.values.length) return say("No dice are thrown.");
  const faces = dice.values.map((face) => (face === null ? say("unreadable") : face));
  return say("The dice show {faces}.", { faces: faces.join(", ") });
}

/** Arrows and digits move the focus among the levers. */
function moveFocus(event) {
  const levers = [...event.currentTarget.querySelectorAll(".lever")];
  const at = levers.indexOf(event.target);
  const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
  const to = step ? levers[(at + step + levers.length) % levers.length] : named(levers, event.key);
  if (!to) return;
  event.preventDefault();
  to.focus();
}

function named(levers, key) {
  if (key === "Home") return levers[0];
  if (key === "End") return levers[levers.length - 1];
  return /^[1-9]$/.test(key) ? levers[Number(key) - 1] : null;
}
