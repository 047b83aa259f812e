// One tile with its lamp: it stands, or falls forward round its hinge and lies.

import { h } from "../tree.js";
import { RAIL, TILE } from "./box_plan.js";

const HALF = TILE.width / 2;

/** Return the classes of a tile: what the style sheet draws it by. */
export function tileClasses(tile) {
  return [
    "tile",
    tile.state === "shut" ? "is-shut" : "is-open",
    tile.state === "unknown" && "is-unknown",
    tile.in_play === false && "is-idle",
    tile.number % 2 === 0 && "is-even",
    tile.moved && "is-moved",
    tile.asked && "is-asked",
    tile.lamp && tile.lamp !== "off" && `is-lit lamp-${tile.lamp}`,
  ]
    .filter(Boolean)
    .join(" ");
}

/** Draw a tile at its place of the plan. */
export function tilePicture(tile, place) {
  return h(
    "g",
    { key: `tile-${tile.number}`, class: tileClasses(tile), transform: `translate(${place.x} ${place.y})` },
    lamp(),
    standing(tile),
    lying(tile),
    signs(tile),
  );
}

function lamp() {
  const y = -TILE.tall - RAIL / 2;
  return h(
    "g",
    { class: "lamp" },
    h("circle", { class: "glow", cx: 0, cy: y, r: 32 }),
    h("circle", { class: "bezel", cx: 0, cy: y, r: 13 }),
    h("circle", { class: "bulb", cx: 0, cy: y, r: 9.5 }),
  );
}

function standing(tile) {
  const top = -TILE.tall + 4;
  return h(
    "g",
    { class: "standing" },
    h("rect", { class: "face", x: -HALF, y: top, width: TILE.width, height: TILE.tall - 4, rx: 7 }),
    h("path", { class: "grain", d: grain(tile.number, top + 8, TILE.tall - 14) }),
    h("path", { class: "lip", d: `M${-HALF + 4} ${top + 3.5} h${TILE.width - 8}` }),
    h("rect", { class: "inlay", x: -23, y: top + 15, width: 46, height: 54, rx: 10 }),
    h("text", { class: numberClass(tile), x: 0, y: top + 58 }, String(tile.number)),
    h("circle", { class: "rivet", cx: 0, cy: -14, r: 3.4 }),
  );
}

function lying(tile) {
  const far = TILE.lying - 4;
  return h(
    "g",
    { class: "lying" },
    h("path", { class: "face", d: outline(far) }),
    h("path", { class: "hatched", d: outline(far) }),
    h("path", { class: "edge", d: `M${-HALF - 2} ${far - 5} h${TILE.width + 4}` }),
    h("text", { class: numberClass(tile), x: 0, y: far / 2 + 13 }, String(tile.number)),
  );
}

function outline(far) {
  return `M${-HALF + 1} 2 H${HALF - 1} L${HALF + 2} ${far - 4} Q${HALF + 2} ${far} ${HALF - 3} ${far} H${-HALF + 3} Q${-HALF - 2} ${far} ${-HALF - 2} ${far - 4} Z`;
}

function grain(number, top, length) {
  const bend = ((number * 7) % 5) - 2;
  return [-0.62, -0.25, 0.3, 0.7]
    .map((part) => `M${n(part * HALF)} ${top} q${bend} ${n(length / 2)} ${n(bend / 2)} ${length}`)
    .join("");
}

function numberClass(tile) {
  return tile.number > 9 ? "number two-figures" : "number";
}

function signs(tile) {
  return [
    tile.moved && !tile.asked && tile.state === "shut" && h("path", { key: "moved", class: "sign-moved", d: "M-9 -11 l6 7 l12 -14" }),
    tile.asked && arrow(tile.asked),
    tile.state === "unknown" && badge(),
  ];
}

/** An arrow where the lever has to go: up from where it lies, down from where it stands. */
function arrow(asked) {
  const up = asked === "open";
  const way = up ? "up" : "down";
  return h(
    "g",
    { key: `asked-${way}`, transform: `translate(0 ${up ? -46 : 30})` },
    h(
      "g",
      { class: `sign-asked sign-${way}` },
      h("circle", { r: 24 }),
      h("path", { d: up ? "M0 -15 L13 1 H5 V14 H-5 V1 H-13 Z" : "M0 15 L13 -1 H5 V-14 H-5 V-1 H-13 Z" }),
    ),
  );
}

function badge() {
  return h(
    "g",
    { key: "sensor", class: "sign-sensor", transform: `translate(${HALF - 8} ${-TILE.tall + 8})` },
    h("circle", { r: 14 }),
    h("text", { x: 0, y: 8 }, "?"),
  );
}

function n(value) {
  return Math.round(value * 100) / 100;
}
