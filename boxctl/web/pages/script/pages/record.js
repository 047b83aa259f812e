// The page that proves the record of the evening in the browser itself, without trusting the box.

import { h, patch } from "../tree.js";
import { kindSign } from "../draw/signs.js";
import { load, openDialog } from "../parts/dialogs.js";
import { broughtRecord, deletionQuestion, keptRecords } from "../parts/brought_record.js";
import { allCalledIn } from "../parts/score_sheet.js";
import { settings } from "../parts/settings.js";
import { bringing, deleteRecord, dropOn, keptHere } from "../live/brought.js";
import { follow } from "../live/preferences.js";
import { eveningFlaw, proveAll } from "../live/proof.js";
import { loadTexts, say } from "../live/texts.js";
import { journalHere, page, puttingHere, saveAs, saving } from "../live/wire.js";
import { show } from "./replay.js";

const EVENING = "evening";

/** The kinds of a verdict, the worst first. */
const WORST = ["refused", "doubt", "shut"];

/** Bytes. */
const LARGEST_FILE = 64 * 2 ** 20;

/** Return what a proof comes to: a kind of announcement and its words. */
export function verdictOf(proof, expectedKey = "") {
  if (proof.chain !== null) return ["refused", say("The record was changed: entry {entry} does not follow from the one before it.", { entry: proof.chain })];
  if (proof.follows) return ["refused", say("It is not the match that was played after the one before it: {why}.", { why: misfitOf(proof.follows) })];
  if (proof.signed === "bad") return ["refused", say("The signature is not that of this record.")];
  if (proof.signed === "none") return ["doubt", say("The record holds together, but the box has not signed it.")];
  if (expectedKey && expectedKey !== proof.key.toLowerCase()) return ["refused", say("Another key has signed it than the one you typed.")];
  if (proof.covers < proof.entries) return ["doubt", say("The signature holds up to entry {covers} of {entries}.", { covers: proof.covers, entries: proof.entries })];
  return ["shut", say("The record is whole, and the key below has signed it.")];
}

function misfitOf({ why, match }) {
  if (why === "missing") return say("match {match}, which came before it, is missing", { match });
  if (why === "inserted") return say("match {match} was put in before it", { match });
  if (why === "journal") return say("it is a match of another journal");
  return say("match {match} is not as it was when this one began", { match });
}

/** Return what is wrong with the matches of an evening, as `verdictOf` does; null if all are there. */
export function verdictOfEvening(flaw) {
  if (!flaw) return null;
  const matches = flaw.matches.join(", ");
  if (flaw.why === "unsigned") return ["doubt", say("The box has not signed which matches the evening had: some may be left out at its beginning or end.")];
  if (flaw.why === "bad") return ["refused", say("The list of the matches of the evening is not as the box signed it.")];
  if (flaw.why === "key") return ["refused", say("Another key has signed which matches the evening had.")];
  if (flaw.why === "left out") return ["refused", say("Left out of the evening: match {matches}", { matches })];
  if (flaw.why === "put in") return ["refused", say("Put into the evening: match {matches}", { matches })];
  return ["refused", say("Not as when the box signed the evening: match {matches}", { matches })];
}

/** Draw the page. */
export function recordPage({ matches, chosen, record, proofs, trouble, expected, brought, kept, deleted, on }) {
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
      h("p", {}, say("This page works out every hash and the signature itself. Take the file home: this page and boxctl on any computer accept it.")),
      matches.length > 0 &&
        h(
          "div",
          { class: "field" },
          h("label", { for: "match" }, say("Match")),
          h(
            "select",
            { id: "match", onchange: (event) => on.choose(event.target.value) },
            h("option", { value: EVENING, selected: chosen === EVENING }, say("The whole evening")),
            matches.map((match) =>
              h("option", { value: match.match, selected: String(match.match) === chosen }, `${match.match} · ${match.title} · ${allCalledIn(match, match.players)}`),
            ),
          ),
        ),
      h(
        "div",
        { class: "field" },
        h("label", { for: "file" }, puttingHere() ? say("Or any other record: choose its file, or drop it here") : say("Or a file that was taken home")),
        h("input", {
          id: "file",
          type: "file",
          accept: puttingHere() ? ".journal,.db,.json,application/json" : ".json,application/json",
          // The same file, changed meanwhile, is another one.
          onclick: (event) => {
            event.target.value = "";
          },
          onchange: (event) => on.file(event.target.files[0]),
        }),
      ),
      brought && broughtRecord(brought),
      h(
        "div",
        { class: "field" },
        h("label", { for: "key" }, say("The key of the box, if you know it")),
        h("input", { id: "key", value: expected, autocomplete: "off", spellcheck: "false", oninput: (event) => on.expect(event.target.value), onchange: brought && brought.on.verify }),
      ),
      h("div", { role: "status", "aria-live": "polite" }, trouble ? result("doubt", trouble) : proofs && !brought && proved(record, proofs, expected)),
      kept && keptRecords(kept, on),
      h("p", { class: "hint", role: "status" }, deleted && say("{name} is deleted.", { name: deleted })),
      h(
        "nav",
        { class: "more", "aria-label": say("More") },
        chosen && h("a", { class: "button", ...saving(addressOf(chosen), `boxctl-${chosen === EVENING ? EVENING : `match-${chosen}`}.json`) }, say("Take the file home")),
        chosen && h("button", { type: "button", onclick: on.card }, say("The card")),
        journalHere() && h("button", { type: "button", onclick: () => on.journal() }, say("Save the whole record")),
        h("a", { class: "button", href: page("replay") }, say("Replay")),
        h("a", { class: "button", href: page("") }, say("The table")),
      ),
    ),
  ];
}

/** Say of matches what was tapped in them, as nothing sensed it. */
function asTapped(proofs) {
  const tapped = new Set(proofs.map((each) => each.tapped));
  return [
    tapped.has("box") && say("No lever was sensed: all is ruled as it was tapped. The program threw the dice."),
    tapped.has("box_and_dice") && say("Nothing was sensed: all is ruled as it was tapped, levers and dice."),
  ].filter(Boolean);
}

/** Draw what the proofs come to: of an evening a line for each match, above them the worst. */
function proved(record, proofs, expected) {
  const wanted = expected.replace(/[^0-9a-f]/gi, "").toLowerCase();
  const judged = proofs.map((proof) => [proof, ...verdictOf(proof, wanted)]);
  const many = proofs.length > 1;
  const ofMatches = judged.map(([proof, kind, words]) => [kind, many && kind !== "shut" ? ofMatch(proof, words) : words]);
  const ofEvening = verdictOfEvening(eveningFlaw(record, wanted));
  const [kind, words] = [...ofMatches, ...(ofEvening ? [ofEvening] : [])].reduce((worst, each) => (WORST.indexOf(each[0]) < WORST.indexOf(worst[0]) ? each : worst));
  const keys = [...new Set(proofs.map((each) => each.key).filter(Boolean))];
  return [
    result(kind, words),
    many &&
      h(
        "ol",
        { class: "proofs" },
        judged.map(([each, kindOfMatch, told]) =>
          h("li", { key: each.match, class: `kind-${kindOfMatch}` }, kindSign(kindOfMatch), h("span", {}, ofMatch(each, told))),
        ),
      ),
    h(
      "dl",
      { class: "proof" },
      many && h("dt", {}, say("Matches")),
      many && h("dd", {}, String(proofs.length)),
      h("dt", {}, say("Entries")),
      h("dd", {}, String(proofs.reduce((sum, each) => sum + each.entries, 0))),
      keys.length > 0 && h("dt", {}, say("Key")),
      keys.map((key) => h("dd", { class: "key", key }, key.toUpperCase().match(/.{1,8}/g).join(" "))),
    ),
    asTapped(proofs).map((words) => h("p", { key: words, class: "hint" }, words)),
    kind === "shut" && !wanted && h("p", { class: "hint" }, say("Compare the key with the one that the box has shown you elsewhere: at the box, boxctl key shows it.")),
  ];
}

function ofMatch({ match }, words) {
  return say("Match {match}: {words}", { match, words });
}

function result(kind, words) {
  return h("div", { class: `plaque kind-${kind}` }, kindSign(kind), h("p", { class: "words" }, words));
}

/** Return the record in a file; null if it is none. */
async function recordIn(file) {
  try {
    return file.size <= LARGEST_FILE ? JSON.parse(await file.text()) : null;
  } catch {
    return null;
  }
}

function addressOf(chosen) {
  return chosen === EVENING ? "/evening/record.json" : `/matches/${chosen}/record.json`;
}

async function start() {
  follow();
  await loadTexts();
  document.title = say("The record of the evening");
  const main = document.querySelector("main");
  const windowOver = document.querySelector("dialog");
  const openSettings = () => openDialog(windowOver, say("Settings"), settings(openSettings));
  const has = {
    matches: (await load("/matches.json")) || [],
    chosen: "",
    record: null,
    proofs: null,
    trouble: "",
    expected: "",
    brought: null,
    kept: await keptHere(),
    deleted: "",
    on: {
      settings: openSettings,
      choose: async (match) => {
        has.chosen = match;
        has.brought = null;
        history.replaceState(null, "", `#${match}`);
        take(await load(addressOf(match)));
      },
      card: async () => (await import("../parts/match_card.js")).openMatchCard(windowOver, has.chosen),
      file: async (file) => {
        has.chosen = "";
        if (file && puttingHere()) return bring(file);
        take(file ? await recordIn(file) : null);
      },
      journal: async (name) => {
        const { content, why } = await journalHere()(name);
        if (content) saveAs(new Blob([content]), name || "play.journal");
        has.trouble = why;
        if (why) draw();
      },
      remove: (name) => askToDelete(name),
      expect: (key) => {
        has.expected = key;
        draw();
      },
    },
  };
  const draw = () => patch(main, recordPage(has));
  const askToDelete = (name, trouble = "") => {
    const remove = async () => {
      const words = await deleteRecord(name);
      if (words) return askToDelete(name, words);
      Object.assign(has, { kept: await keptHere(), deleted: name });
      windowOver.close();
      return draw();
    };
    openDialog(windowOver, say("Delete?"), deletionQuestion(name, trouble, { remove, close: () => windowOver.close() }));
  };
  const watch = (match) => {
    document.body.dataset.page = "replay";
    show(main, windowOver, match, openSettings, {
      record: "/brought/record",
      back: () => {
        document.body.dataset.page = "record";
        document.documentElement.lang = language;
        draw();
      },
    });
  };
  const language = document.documentElement.lang;
  const bring = (file) => bringing(file, () => has.expected, { changed: (brought) => (Object.assign(has, { brought, trouble: "" }), draw()), watch });
  if (puttingHere()) dropOn(document, (file) => has.on.file(file));
  const take = (record) => {
    has.proofs = null;
    has.trouble = "";
    try {
      const proofs = proveAll(record);
      eveningFlaw(record);
      Object.assign(has, { record, proofs });
    } catch {
      has.trouble = say("This is no record of a match.");
    }
    draw();
  };
  draw();
  const asked = location.hash.slice(1);
  const known = asked === EVENING || has.matches.some((match) => String(match.match) === asked);
  if (has.matches.length) await has.on.choose(known ? asked : EVENING);
  // The first match of an evening is still played: its record is that of one match.
  if (!known && has.matches.length && !has.proofs) await has.on.choose(String(has.matches[has.matches.length - 1].match));
}

if (typeof document !== "undefined" && document.body.dataset.page === "record") start();
