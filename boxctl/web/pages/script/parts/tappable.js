// Tiles and dice to be tapped, or written: what people ask about a position begins with them.

import { h } from "../tree.js";
import { die } from "../draw/dice_picture.js";
import { gradients } from "../draw/materials.js";
import { say } from "../live/texts.js";

/** The most sides of a die that are drawn as keys; others are written. */
const MOST_KEYS = 24;

/**
 * Draw the tiles of a `box` as keys. `pressed` are the numbers that are pressed, `onTap(number)` is called for one;
 * `words` name the group and `can(number)` tells which may be tapped.
 */
export function tileKeys(box, { words, pressed, onTap, kind = "", can = (_number) => true }) {
  return h(
    "fieldset",
    { key: `tiles-${kind}` },
    h("legend", {}, words),
    h(
      "div",
      { class: `tiles ${kind}` },
      numbersOf(box).map((number) =>
        h(
          "button",
          {
            key: number,
            type: "button",
            "aria-pressed": String(pressed.has(number)),
            "aria-disabled": can(number) ? null : "true",
            onclick: () => can(number) && onTap(number),
          },
          String(number),
        ),
      ),
    ),
  );
}

function numbersOf({ tiles }) {
  return Array.from({ length: tiles }, (_, place) => place + 1);
}

/** Draw the faces of a die of a `box` as keys; `onTap(face)` is called for one. Null for dice with too many sides. */
export function dieKeys({ sides }, words, onTap) {
  if (sides > MOST_KEYS) return null;
  const faces = Array.from({ length: sides }, (_, place) => place + 1);
  return h(
    "fieldset",
    { key: "dice" },
    h("legend", {}, words),
    h(
      "div",
      { class: sides === 6 ? "keys of-six" : "keys" },
      faces.map((face) => h("button", { key: face, type: "button", "aria-label": say("Die: {face}", { face }), onclick: () => onTap(face) }, faceOf(face, sides))),
    ),
  );
}

function faceOf(face, sides) {
  if (sides !== 6) return String(face);
  return h("svg", { class: "small-die", viewBox: "-46 -46 92 92", "aria-hidden": "true", focusable: "false" }, gradients(), die(face, 6, 76));
}

/** Draw a line to write in; `onWrite(text)` is called while it is written. */
export function written(id, words, value, onWrite, attrs = {}) {
  return h(
    "div",
    { key: id, class: "field" },
    h("label", { for: id }, words),
    h("input", { id, value, autocomplete: "off", autocapitalize: "none", spellcheck: "false", maxlength: 200, ...attrs, oninput: (event) => onWrite(event.target.value) }),
  );
}

/** Return a throw with one more face, a new one where it was full. */
export function withFace(thrown, face, { dice }) {
  const faces = thrown.split(",").filter((each) => each.trim());
  return [...(faces.length >= dice ? [] : faces), face].join(",");
}
