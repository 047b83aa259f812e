// A puzzle: the box as it stands with its throw, the buttons, and what an answer leads to.

import { h } from "../tree.js";
import { say } from "../live/texts.js";
import { box } from "./levers.js";

/** Return the state of a box at which a puzzle is asked: what draws a table draws it. */
export function stateOf({ box: { tiles, in_play, sides }, puzzle, number, moved, answer }) {
  const open = new Set(puzzle.open);
  const best = new Set(puzzle.answer);
  const numbers = Array.from({ length: tiles }, (_, place) => place + 1);
  return {
    // What the best move does otherwise is asked for in brass.
    phase: answer ? "interrupted" : "throw_awaited",
    dice: { values: puzzle.throw, sides, rolling: false, number },
    tiles: numbers.map((each) => {
      const stands = open.has(each) && !moved.has(each);
      const differs = answer && !answer.right && moved.has(each) !== best.has(each);
      return {
        number: each,
        state: stands ? "open" : "shut",
        in_play: in_play.includes(each),
        lamp: stands ? "on" : "off",
        moved: moved.has(each),
        may_move: !answer && open.has(each),
        asked: differs ? (moved.has(each) ? "open" : "shut") : "",
      };
    }),
  };
}

/** Return the move of a puzzle that shuts just these tiles; undefined where it is none. */
export function moveOf(puzzle, moved) {
  return puzzle.moves.find((move) => move.tiles.length === moved.size && move.tiles.every((each) => moved.has(each)));
}

/** Draw a puzzle. `has` is what the page has of it, `on` what people can do. */
export function puzzlePart(has, on) {
  const { puzzle, words, heading, moved, answer, refused, solved, thrown } = has;
  const again = moveOf(puzzle, new Set());
  return h(
    "section",
    { key: "puzzle", class: "puzzle", "aria-labelledby": "heading" },
    h("h2", { id: "heading", tabindex: -1 }, heading),
    h(
      "div",
      { class: "at-box" },
      box(stateOf(has), thrown, answer ? null : on.flip),
      h(
        "div",
        { class: "told" },
        h("p", { key: "asked", class: "asked" }, puzzle.question, " ", !answer && words.tap),
        h("div", { key: "said", role: "status" }, said(answer, refused)),
        !answer &&
          h(
            "div",
            { key: "acts", class: "row" },
            h("button", { type: "button", class: "main", disabled: moved.size === 0, onclick: on.answer }, words.answer),
            again && h("button", { type: "button", onclick: on.throwAgain }, words.again),
            h("button", { type: "button", disabled: moved.size === 0, onclick: on.back }, words.back),
          ),
        answer && h("div", { key: "on", class: "row" }, h("button", { type: "button", class: "main", onclick: on.next }, words.next)),
        answer && h("div", { key: "worths", class: "advice", role: "group", "aria-label": words.why }, puzzle.worths.map(({ text, part }, place) => h("p", { key: place, class: `part-${part}` }, text))),
        h(
          "div",
          { key: "others", class: "row" },
          !answer && h("button", { type: "button", class: "quiet", onclick: on.next }, words.next),
          has.isWeek || h("button", { type: "button", class: "quiet", onclick: on.week }, words.week),
        ),
        h("p", { key: "solved", class: "hint" }, say(words.solved, solved), " ", words.counts),
      ),
    ),
  );
}

function said(answer, refused) {
  if (answer) return h("div", { key: "verdict", class: answer.right ? "verdict is-right" : "verdict" }, answer.said.map((line) => h("p", { key: line }, line)));
  return refused && h("div", { key: "refused", class: "verdict" }, h("p", {}, refused));
}
