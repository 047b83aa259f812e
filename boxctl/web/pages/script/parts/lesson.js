// The lesson of somebody's first match. It is loaded when one begins: it is no part of the first picture.

import { h } from "../tree.js";
import { say } from "../live/texts.js";

/** Draw a lesson: what to do stands first, then what is told. */
export function lessonPanel({ task, told }) {
  return h(
    "section",
    { key: "lesson", class: "lesson", "aria-label": say("Your first match"), role: "status", "aria-live": "polite" },
    task && h("p", { key: "task", class: "part-asked" }, h("strong", {}, task)),
    told.map((text, place) => h("p", { key: place }, text)),
  );
}
