// The materials of the pictures: gradients whose colours the style sheet has.

import { h } from "../tree.js";

const DOWN = { x1: 0, y1: 0, x2: 0, y2: 1 };
const ACROSS = { x1: 0, y1: 0, x2: 1, y2: 0 };

/** @type {[string, object, string[]][]} */
const LINEAR = [
  ["m-frame", DOWN, ["frame-light", "frame", "frame-dark"]],
  ["m-rail", DOWN, ["frame-light", "frame"]],
  ["m-tile", ACROSS, ["tile-light", "tile", "tile-shade"]],
  ["m-shut", DOWN, ["shut-shade", "shut", "shut-light"]],
  ["m-moved", DOWN, ["moved-shade", "moved", "moved-light"]],
  ["m-asked", DOWN, ["asked-shade", "asked", "asked-light"]],
  ["m-idle", DOWN, ["idle-shade", "idle", "idle-light"]],
  ["m-brass", DOWN, ["brass-light", "brass", "brass-shade"]],
  ["m-shadow", DOWN, ["shadow", "clear"]],
];

/** @type {[string, string[]][]} */
const RADIAL = [
  ["m-felt", ["felt-light", "felt", "felt-shade"]],
  ["m-ivory", ["ivory-light", "ivory", "ivory-shade"]],
  ["m-lamp", ["lamp-core", "lamp", "lamp-rim"]],
];

/** Return the definitions that the pictures of a page refer to, once for each picture. */
export function gradients() {
  return h(
    "defs",
    {},
    LINEAR.map(([id, direction, stops]) => h("linearGradient", { id, ...direction }, stopsOf(stops))),
    RADIAL.map(([id, stops]) => h("radialGradient", { id, cx: 0.45, cy: 0.4, r: 0.75 }, stopsOf(stops))),
    h("radialGradient", { id: "m-glow", cx: 0.5, cy: 0.5, r: 0.5 }, stopsOf(["glow", "glow-end"])),
    h(
      "pattern",
      { id: "m-hatch", width: 8, height: 8, patternUnits: "userSpaceOnUse", patternTransform: "rotate(45)" },
      h("rect", { class: "hatch", width: 3, height: 8 }),
    ),
  );
}

function stopsOf(names) {
  return names.map((name, place) =>
    h("stop", { class: `stop-${name}`, offset: place / (names.length - 1) }),
  );
}
