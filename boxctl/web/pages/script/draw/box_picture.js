// The box as a picture: wood, brass, felt, tiles, lamps and dice, drawn from the state.

import { h } from "../tree.js";
import { boxPlan, FRAME, RAIL, TILE } from "./box_plan.js";
import { diceInTray } from "./dice_picture.js";
import { gradients } from "./materials.js";
import { tilePicture } from "./tile_picture.js";

/** Phases in which levers are asked for though nobody has done anything wrong. */
const MADE_READY = ["turn_over", "match_over", "interrupted"];

/** Phases in which the dice in the tray have been played. */
const PLAYED = ["throw", "turn_over", "match_over"];

/**
 * Draw the box of a state. `thrown` is what live/throw_key.js says of the throw, so that its dice roll.
 * Assistive technology is told of the tiles elsewhere: the picture is hidden from it.
 */
export function boxPicture(state, thrown) {
  const plan = boxPlan(state.tiles.length);
  const byNumber = new Map(state.tiles.map((tile) => [tile.number, tile]));
  return h(
    "svg",
    {
      class: `box-picture${MADE_READY.includes(state.phase) ? " is-made-ready" : ""}${PLAYED.includes(state.phase) ? " is-played" : ""}`,
      viewBox: `0 0 ${plan.width} ${plan.height}`,
      "aria-hidden": "true",
      focusable: "false",
    },
    gradients(),
    frame(plan),
    plan.rows.map((top) => recess(plan, top)),
    tray(plan),
    diceInTray(state.dice, plan.tray, thrown),
    plan.places.map((place) => tilePicture(byNumber.get(place.number), place)),
  );
}

function frame(plan) {
  const { width, height } = plan;
  const grain = [0.22, 0.5, 0.78].flatMap((part) => [
    wave(4, FRAME * part, width - 8),
    wave(4, height - FRAME * part, width - 8),
  ]);
  return h(
    "g",
    { class: "frame" },
    h("rect", { class: "frame-wood", x: 0, y: 0, width, height, rx: 16 }),
    grain.map((path) => h("path", { class: "grain", d: path })),
    h("rect", { class: "frame-edge", x: 1.5, y: 1.5, width: width - 3, height: height - 3, rx: 15 }),
    corners(plan).map(([x, y, turn]) =>
      h("path", {
        class: "brass-corner",
        d: "M0 0 H40 Q34 14 20 20 Q14 34 0 40 Z",
        transform: `translate(${x} ${y}) rotate(${turn})`,
      }),
    ),
    corners(plan).map(([x, y]) =>
      h("circle", {
        class: "rivet",
        cx: x + (x > width / 2 ? -11 : 11),
        cy: y + (y > height / 2 ? -11 : 11),
        r: 3.2,
      }),
    ),
  );
}

function corners(plan) {
  const far = 4;
  return [
    [far, far, 0],
    [plan.width - far, far, 90],
    [plan.width - far, plan.height - far, 180],
    [far, plan.height - far, 270],
  ];
}

function wave(x, y, length) {
  const part = length / 4;
  return `M${x} ${y} q${part / 2} -4 ${part} 0 t${part} 0 t${part} 0 t${part} 0`;
}

function recess(plan, top) {
  const hinge = top + RAIL + TILE.tall;
  return h(
    "g",
    {},
    h("rect", { class: "rail", x: FRAME, y: top, width: plan.inside, height: RAIL }),
    h("path", { class: "grain", d: wave(FRAME, top + RAIL * 0.3, plan.inside) }),
    h("path", { class: "grain", d: wave(FRAME, top + RAIL * 0.75, plan.inside) }),
    h("rect", { class: "back", x: FRAME, y: top + RAIL, width: plan.inside, height: TILE.tall }),
    h("rect", { class: "back-shade", x: FRAME, y: top + RAIL, width: plan.inside, height: 16 }),
    h("rect", { class: "ledge", x: FRAME, y: hinge, width: plan.inside, height: TILE.lying }),
    h("rect", { class: "rod", x: FRAME, y: hinge - 3, width: plan.inside, height: 6, rx: 3 }),
  );
}

function tray({ tray: { x, y, width, height } }) {
  return h(
    "g",
    {},
    h("rect", { class: "felt", x, y, width, height }),
    h("rect", { class: "felt-shade", x, y, width, height: 14 }),
    h("rect", { class: "felt-seam", x: x + 7, y: y + 7, width: width - 14, height: height - 14, rx: 8 }),
  );
}
