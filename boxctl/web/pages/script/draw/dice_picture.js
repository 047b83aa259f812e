// The dice in the tray: pips on six sides, numerals on all others, and the way they roll.

import { h } from "../tree.js";

const SIZE = 76;
const BETWEEN = 30;
const LOWEST = 4;

const PIPS = {
  1: [[0, 0]],
  2: [[-1, -1], [1, 1]],
  3: [[-1, -1], [0, 0], [1, 1]],
  4: [[-1, -1], [1, -1], [-1, 1], [1, 1]],
  5: [[-1, -1], [1, -1], [0, 0], [-1, 1], [1, 1]],
  6: [[-1, -1], [1, -1], [-1, 0], [1, 0], [-1, 1], [1, 1]],
};

/** Corners by sides of the die: what is seen of it from above. */
const SHAPES = { 4: 3, 8: 4, 10: 4, 12: 5, 20: 6 };

/** Faces of dice that tumble, before anybody has read them. */
const TUMBLING = [5, 3, 6, 2];

/** Draw the dice of a state in the tray; `thrown` is what live/throw_key.js says of the throw. */
export function diceInTray(dice, tray, thrown) {
  const faces = dice.rolling ? dice.values.map((_, place) => TUMBLING[place % LOWEST]) : dice.values;
  const size = Math.min(SIZE, (tray.width - 40) / Math.max(faces.length, 1) - 12);
  const step = size + Math.min(BETWEEN, size / 2.5);
  return h(
    "g",
    { class: `dice${dice.rolling ? " is-rolling" : ""}${thrown.tumbled ? " has-tumbled" : ""}` },
    faces.map((face, place) => {
      const x = tray.x + tray.width / 2 + (place - (faces.length - 1) / 2) * step;
      const y = tray.y + tray.height / 2 + (place % 2 ? 6 : -5);
      return h(
        "g",
        { key: `die-${thrown.number}-${place}`, transform: `translate(${x} ${y})` },
        h("g", { class: `die-path path-${place % LOWEST}` }, die(face, dice.sides, size, leaning(face, place))),
      );
    }),
  );
}

/** Dice do not lie straight: a few degrees, the same for the same die. */
function leaning(face, place) {
  return (((face || 3) * 5 + place * 11) % 17) - 8;
}

/** Draw one die round its middle; a `face` of null cannot be read. */
export function die(face, sides, size, turn = 0) {
  const half = size / 2;
  const body =
    sides in SHAPES
      ? h("path", { class: "die-body", d: polygon(SHAPES[sides], half * 1.16) })
      : h("rect", { class: "die-body", x: -half, y: -half, width: size, height: size, rx: size * 0.2 });
  const readable = face !== null && face !== undefined;
  return h(
    "g",
    { class: `die${readable ? "" : " is-unread"}`, transform: `rotate(${readable ? turn : 24})` },
    h("ellipse", { class: "die-shadow", cx: 4, cy: half * 0.9, rx: half * 1.04, ry: half * 0.36 }),
    body,
    readable && sides === 6 && face in PIPS
      ? PIPS[face].map(([x, y]) => h("circle", { class: "pip", cx: x * size * 0.27, cy: y * size * 0.27, r: size * 0.088 }))
      : h("text", { class: "die-figure", x: 0, y: size * 0.17, "font-size": size * 0.46 }, readable ? String(face) : "?"),
  );
}

function polygon(corners, radius) {
  const points = Array.from({ length: corners }, (_, corner) => {
    const angle = (2 * Math.PI * corner) / corners - Math.PI / 2;
    return `${Math.round(radius * Math.cos(angle) * 10) / 10} ${Math.round(radius * Math.sin(angle) * 10) / 10}`;
  });
  return `M${points.join(" L")} Z`;
}
