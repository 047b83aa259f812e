// The lesson of somebody's first match. It is loaded when one begins: it is no part of the first picture.

import { h } from "../tree.js";
import { say } from "../live/texts.js";

/** Draw a lesson: what to do stands first, then what is told. Once the ruling of `asked` is explained, it may be another one. */
export function lessonPanel({ lesson, rulings }, asked) {
  const newest = rulings[rulings.length - 1];
  const { task, told } = lesson.then && newest && newest.number === asked ? lesson.then : lesson;
  return h(
    "section",
    { key: "lesson", class: "lesson", "aria-label": say("Your first match"), role: "status", "aria-live": "polite" },
    task && h("p", { key: "task", class: "part-asked" }, h("strong", {}, task)),
    told.map((text, place) => h("p", { key: place }, text)),
  );
}
