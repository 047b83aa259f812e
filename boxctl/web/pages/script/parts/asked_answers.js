// What the referee answers to a question, drawn: sentences, a line for each game, and a table of worths.

import { h } from "../tree.js";
import { kindSign } from "../draw/signs.js";

/** Draw why there is no answer, in words. */
export function refusedAnswer(words) {
  return h("div", { class: "plaque kind-doubt" }, kindSign("doubt"), h("p", { class: "words" }, words));
}

/** Draw what a throw allows: each move, or the answer about one, or why there is none, with what goes with it. */
export function legalAnswer({ allowed, lines, answer }) {
  const isAboutOne = "shut" in answer || !allowed;
  const others = lines.slice(isAboutOne ? 1 : 0);
  return [isAboutOne && verdict(allowed, lines[0]), others.length > 0 && h("ul", {}, others.map((line, place) => h("li", { key: place }, line)))];
}

function verdict(allowed, words) {
  const kind = allowed ? "shut" : "refused";
  return h("div", { key: "verdict", class: `plaque kind-${kind}` }, kindSign(kind), h("p", { class: "words" }, words));
}

/** Draw what each game says; `yes` and `no` are read out beside its sign. */
export function everyAnswer({ variants }, yes, no) {
  return h(
    "ul",
    { class: "games" },
    variants.map((each) =>
      h(
        "li",
        { key: each.rules, class: each.allowed ? "is-yes" : "is-no" },
        kindSign(each.allowed ? "shut" : "refused"),
        h("strong", {}, h("span", { class: "unseen" }, each.allowed ? yes : no, " "), each.title),
        h("p", {}, each.said),
      ),
    ),
  );
}

/** Draw what the referee says to each line that was told. */
export function toldAnswer({ lines, wrong }) {
  return [
    h(
      "ol",
      {},
      lines.map((each, place) => h("li", { key: place }, each.line && h("strong", {}, each.line), each.said.map((line, at) => h("p", { key: at }, line)))),
    ),
    wrong && refusedAnswer(wrong),
  ];
}

/** Draw what a position is worth; `words` name the columns. */
export function oddsAnswer({ lines, rows, more }, words) {
  return [
    lines.map((line, place) => h("p", { key: `line-${place}`, class: place ? null : "decided" }, line)),
    rows.length > 0 &&
      h(
        "table",
        { key: "rows", class: "odds" },
        h("thead", { class: "unseen" }, h("tr", {}, words.map((word) => h("th", { key: word, scope: "col" }, word)))),
        h(
          "tbody",
          {},
          rows.map((row) =>
            h(
              "tr",
              { key: row.name },
              h("th", { scope: "row" }, row.name),
              h("td", { class: "value" }, row.value),
              h("td", { class: "remark" }, h("span", { class: "worth", style: { "--worth": row.bar } }), row.remark),
            ),
          ),
        ),
      ),
    more && h("p", { key: "more", class: "hint" }, more),
  ];
}
