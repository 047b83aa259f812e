// The page that proves the record of the evening in the browser itself, without trusting the box.

import { h, patch } from "../tree.js";
import { kindSign } from "../draw/signs.js";
import { load, openDialog } from "../parts/dialogs.js";
import { settings } from "../parts/settings.js";
import { follow } from "../live/preferences.js";
import { prove } from "../live/proof.js";
import { loadTexts, say } from "../live/texts.js";

const LARGEST_FILE = 32 * 2 ** 20;

/** Return what a proof comes to: a kind of announcement and its words. */
export function verdictOf(proof, expectedKey = "") {
  if (proof.chain !== null) return ["refused", say("The record was changed: entry {entry} does not follow from the one before it.", { entry: proof.chain })];
  if (proof.signed === "bad") return ["refused", say("The signature is not that of this record.")];
  if (proof.signed === "none") return ["doubt", say("The record holds together, but the box has not signed it.")];
  if (expectedKey && expectedKey !== proof.key.toLowerCase()) return ["refused", say("Another key has signed it than the one you typed.")];
  if (proof.covers < proof.entries) return ["doubt", say("The signature holds up to entry {covers} of {entries}.", { covers: proof.covers, entries: proof.entries })];
  return ["shut", say("The record is whole, and the key below has signed it.")];
}

/** Draw the page. */
export function recordPage({ matches, chosen, proof, trouble, expected, on }) {
  return [
    h(
      "header",
      { class: "top" },
      h("h1", {}, say("The record of the evening")),
      h("button", { type: "button", class: "quiet", onclick: on.settings }, say("Settings")),
    ),
    h(
      "div",
      { class: "sheet-of-record" },
      h("p", {}, say("This page works out every hash and the signature itself. Take the file home: boxctl verify and this page accept it anywhere.")),
      matches.length > 0 &&
        h(
          "div",
          { class: "field" },
          h("label", { for: "match" }, say("Match")),
          h(
            "select",
            { id: "match", onchange: (event) => on.choose(Number(event.target.value)) },
            matches.map((match) =>
              h("option", { value: match.match, selected: match.match === chosen }, `${match.match} · ${match.title} · ${match.players.join(", ")}`),
            ),
          ),
        ),
      h(
        "div",
        { class: "field" },
        h("label", { for: "file" }, say("Or a file that was taken home")),
        h("input", {
          id: "file",
          type: "file",
          accept: ".json,application/json",
          // The same file, changed meanwhile, is another one.
          onclick: (event) => {
            event.target.value = "";
          },
          onchange: (event) => on.file(event.target.files[0]),
        }),
      ),
      h(
        "div",
        { class: "field" },
        h("label", { for: "key" }, say("The key of the box, if you know it")),
        h("input", { id: "key", value: expected, autocomplete: "off", spellcheck: "false", oninput: (event) => on.expect(event.target.value) }),
      ),
      h("div", { role: "status", "aria-live": "polite", class: "live" }, trouble ? result("doubt", trouble) : proof && proved(proof, expected)),
      h(
        "nav",
        { class: "more", "aria-label": say("More") },
        chosen && h("a", { class: "button", href: `/matches/${chosen}/record.json`, download: `boxctl-match-${chosen}.json` }, say("Take the file home")),
        h("a", { class: "button", href: "/replay" }, say("Replay")),
        h("a", { class: "button", href: "/" }, say("The table")),
      ),
    ),
  ];
}

function proved(proof, expected) {
  const wanted = expected.replace(/[^0-9a-f]/gi, "").toLowerCase();
  const [kind, words] = verdictOf(proof, wanted);
  return [
    result(kind, words),
    h(
      "dl",
      { class: "proof" },
      h("dt", {}, say("Entries")),
      h("dd", {}, String(proof.entries)),
      proof.key && h("dt", {}, say("Key")),
      proof.key && h("dd", { class: "key" }, proof.key.toUpperCase().match(/.{1,8}/g).join(" ")),
    ),
    proof.signed === "good" && !wanted && h("p", { class: "hint" }, say("Compare the key with the one that the box has shown you elsewhere: boxctl key --qr.")),
  ];
}

function result(kind, words) {
  return h("div", { class: `plaque kind-${kind}` }, kindSign(kind), h("p", {}, words));
}

/** Return the record in a file; null if it is none. */
async function recordIn(file) {
  try {
    return file.size <= LARGEST_FILE ? JSON.parse(await file.text()) : null;
  } catch {
    return null;
  }
}

async function start() {
  follow();
  await loadTexts();
  document.title = say("The record of the evening");
  const main = document.querySelector("main");
  const windowOver = document.querySelector("dialog");
  const openSettings = () => openDialog(windowOver, say("Settings"), settings(openSettings));
  const has = { matches: (await load("/matches.json")) ?? [], chosen: 0, proof: null, trouble: "", expected: "" };
  const draw = () => patch(main, recordPage(has));
  const take = (record) => {
    has.proof = null;
    has.trouble = "";
    try {
      has.proof = prove(record);
    } catch {
      has.trouble = say("This is no record of a match.");
    }
    draw();
  };
  has.on = {
    settings: openSettings,
    choose: async (match) => {
      has.chosen = match;
      history.replaceState(null, "", `#${match}`);
      take(await load(`/matches/${match}/record.json`));
    },
    file: async (file) => {
      has.chosen = 0;
      take(file ? await recordIn(file) : null);
    },
    expect: (key) => {
      has.expected = key;
      draw();
    },
  };
  draw();
  const asked = Number(location.hash.slice(1));
  const first = has.matches.find((match) => match.match === asked) ?? has.matches[has.matches.length - 1];
  if (first) await has.on.choose(first.match);
}

if (typeof document !== "undefined" && document.body.dataset.page === "record") start();
