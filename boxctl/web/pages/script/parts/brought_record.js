// A record that somebody has brought: what verifying it comes to, its matches, and the way to go on in it.

import { h } from "../tree.js";
import { kindSign } from "../draw/signs.js";
import { momentHere } from "../live/clock.js";
import { goOnIn } from "../live/brought.js";
import { say } from "../live/texts.js";
import { allCalledIn } from "./score_sheet.js";

/** So many sentences are shown; the bad ones are the first. */
const MOST_SAID = 200;

/** Draw what is known of the record that was brought. */
export function broughtRecord({ name, head, verdict, matches, trouble, on }) {
  return h(
    "section",
    { class: "brought", "aria-labelledby": "brought" },
    h("h2", { id: "brought" }, name),
    h(
      "div",
      { role: "status", "aria-live": "polite" },
      trouble && plaque("doubt", trouble),
      !trouble && (verdict === null || verdict.holds === null) && h("p", {}, verdict && verdict.of ? say("Matches verified so far: {done} of {of}", verdict) : say("The record is verified …")),
      !trouble && verdict !== null && verdict.holds !== null && plaque(verdict.holds ? "shut" : "refused", verdict.holds ? say("The record holds.") : say("The record does not hold.")),
    ),
    verdict !== null && verdict.holds !== null && [sentences(verdict.said), verdict.notes.map((note) => h("p", { key: note, class: "hint" }, note))],
    h(
      "div",
      { class: "field" },
      h("label", { for: "head" }, say("A head that the box has printed, if you have one")),
      h("input", { id: "head", value: head, autocomplete: "off", spellcheck: "false", oninput: (event) => on.head(event.target.value), onchange: on.verify }),
    ),
    matches.length > 0 && h("h3", {}, say("Matches")),
    matches.length > 0 && h("ul", { class: "matches" }, [...matches].reverse().map((match) => listed(match, on))),
    verdict && verdict.may_go_on && [
      h("p", { class: "hint" }, say("Play can go on in this record. Your own stays beside it, and is kept.")),
      h("button", { type: "button", onclick: on.goOn }, say("Go on in this record")),
    ],
  );
}

function listed(match, on) {
  return h(
    "li",
    { key: match.match },
    h(
      "button",
      { type: "button", class: "watch", onclick: () => on.watch(match.match) },
      h("span", { class: "title" }, match.title),
      h("span", { class: "players" }, allCalledIn(match, match.players)),
      h("span", { class: "began" }, momentHere(...match.began.split(" "))),
      match.winners.length > 0 && h("span", { class: "winner" }, say("Winner: {names}", { names: allCalledIn(match, match.winners) })),
    ),
  );
}

function sentences(said) {
  return h(
    "ol",
    { class: "proofs" },
    said.slice(0, MOST_SAID).map(([isGood, words], place) => {
      const kind = isGood ? "shut" : "refused";
      return h("li", { key: place, class: `kind-${kind}` }, kindSign(kind), h("span", {}, words));
    }),
  );
}

function plaque(kind, words) {
  return h("div", { class: `plaque kind-${kind}` }, kindSign(kind), h("p", { class: "words" }, words));
}

/** Draw the records that this browser keeps, where there are several. */
export function keptRecords(records, on) {
  if (records.length < 2) return null;
  return h(
    "section",
    { class: "kept", "aria-labelledby": "kept" },
    h("h2", { id: "kept" }, say("Records in this browser")),
    h(
      "ul",
      {},
      records.map(({ name, matches, in_play: isInPlay }) =>
        h(
          "li",
          { key: name },
          h("p", {}, say("{name}, matches: {number}", { name, number: matches == null ? "?" : matches })),
          h(
            "div",
            { class: "row" },
            isInPlay ? h("p", { class: "hint" }, say("Play goes on in it.")) : h("button", { type: "button", onclick: () => goOnIn(name) }, say("Go on in {name}", { name })),
            h("button", { type: "button", onclick: () => on.journal(name) }, say("Save {name}", { name })),
            !isInPlay && h("button", { type: "button", onclick: () => on.remove(name) }, say("Delete {name}…", { name })),
          ),
        ),
      ),
    ),
  );
}

/** Draw the question before a record is deleted; `trouble` is why it could not be. */
export function deletionQuestion(name, trouble, on) {
  return h(
    "div",
    { key: "question", class: "asked-first" },
    h("p", {}, say("The matches in {name} cannot be brought back: save it first if you want to keep them. Everything else stays.", { name })),
    trouble && h("p", { key: "trouble", class: "trouble", role: "alert" }, trouble),
    h(
      "div",
      { key: "row", class: "row" },
      h("button", { type: "button", onclick: on.remove }, say("Delete it")),
      h("button", { type: "button", class: "main", onclick: on.close }, say("Keep it")),
    ),
  );
}
