// The rules of the variant in words, as the box words them.

import { h } from "../tree.js";

/** Draw the sections of the rules. */
export function ruleSections(rules) {
  return [
    h("p", { class: "decided" }, rules.title),
    rules.sections.map((section) =>
      h("section", {}, h("h3", {}, section.title), h("ul", {}, section.lines.map((line) => h("li", {}, line)))),
    ),
  ];
}
