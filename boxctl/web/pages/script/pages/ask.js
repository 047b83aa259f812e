// The page on which people ask the referee: about a throw, a turn, odds, the rules of a game, and links to rules.

import { h, patch } from "../tree.js";
import { load, openDialog } from "../parts/dialogs.js";
import { linkPart, oddsPart, rulesPart, throwPart, toldPart, waysOn } from "../parts/asked_parts.js";
import { settings } from "../parts/settings.js";
import { withFace } from "../parts/tappable.js";
import { askReferee, linkTo, pictureOf, putIntoAddress, rulesIn } from "../live/asked_rules.js";
import { inLanguage } from "../live/language.js";
import { follow } from "../live/preferences.js";
import { loadTexts, say } from "../live/texts.js";
import { watch } from "../live/waiting.js";

const PARTS = { throw: throwPart, turn: toldPart, odds: oddsPart, rules: rulesPart, link: linkPart };

function titleOf(part) {
  if (part === "throw") return say("A throw");
  if (part === "turn") return say("A turn");
  if (part === "odds") return say("Odds");
  return part === "rules" ? say("Rules and card") : say("Link");
}

/** Draw the page from what it `has`: the game, its part that is open, what is asked, the answers, and what to do. */
export function askPage(has) {
  const { game, games, part, on } = has;
  return [
    h(
      "header",
      { class: "top" },
      h("h1", {}, say("Ask the referee")),
      h("button", { type: "button", class: "quiet", onclick: on.settings }, say("Settings")),
    ),
    h(
      "div",
      { class: "asks" },
      game && [
        h(
          "div",
          { key: "game", class: "field" },
          h("label", { for: "game" }, say("Game")),
          h(
            "select",
            { id: "game", onchange: (event) => on.choose(event.target.value) },
            games.map((each) => h("option", { key: each.id, value: each.id, selected: each.id === game.id }, each.title)),
          ),
        ),
        game.wrong && h("p", { key: "wrong", class: "trouble", role: "alert" }, game.wrong, " ", say("Here is {game} as it is.", { game: game.title })),
        differences(game, on),
        h(
          "nav",
          { key: "parts", class: "parts", "aria-label": say("Questions") },
          Object.keys(PARTS).map((each) => h("a", { key: each, class: "button", href: `#${each}`, "aria-current": each === part ? "true" : null }, titleOf(each))),
        ),
        h("h2", { key: "title" }, titleOf(part)),
        h("div", { key: part, class: "shown" }, PARTS[part]({ ...has, answer: has.answers[part], waits: has.waits && has.waits.part === part ? has.waits : null })),
      ],
      !game && h("p", { class: "waiting", role: "status" }, has.silent ? say("The box does not answer.") : "…"),
      waysOn(),
    ),
  ];
}

/** Draw what differs from the game on which the rules are based; null where nothing does. */
function differences(game, on) {
  if (!game.differs.length) return null;
  return h(
    "div",
    { key: "differs" },
    h("p", {}, say("Not as in {game}:", { game: game.base })),
    h("ul", { class: "differs" }, game.differs.map((line) => h("li", { key: line }, line))),
    Object.keys(game.settings).length > 0 && h("button", { type: "button", class: "quiet", onclick: () => on.choose(game.id) }, say("Set back")),
  );
}

/** Return what is asked of a game before anybody has tapped anything. */
function nothingAsked({ box }) {
  return {
    open: new Set(box.in_play),
    openText: box.in_play.join(","),
    thrown: "",
    shut: new Set(),
    lines: "",
    toldFaces: [],
    stands: new Set(box.in_play),
    aim: "",
    others: {},
    markers: "",
    opens: false,
  };
}

function without(set, number) {
  const others = new Set(set);
  if (!others.delete(number)) others.add(number);
  return others;
}

function sorted(set) {
  return [...set].sort((one, other) => one - other).join(",");
}

function partHere() {
  const named = location.hash.slice(1);
  return named in PARTS ? named : "throw";
}

function count(text) {
  return String(text).trim() === "" ? null : Number(text);
}

async function start() {
  follow();
  await loadTexts();
  document.title = say("Ask the referee");
  const main = document.querySelector("main");
  const windowOver = document.querySelector("dialog");
  const offline = () => say("The box does not answer.");
  const has = { game: null, games: [], part: partHere(), asked: null, answers: {}, card: "", link: null, silent: false, waits: null };
  const draw = () => patch(main, askPage(has));
  let phones = "";
  let questions = 0;
  let giveUp = () => {};

  /** Ask, and show the answer of this part unless something else was asked meanwhile: then this is given up. */
  const ask = async (part, address, about) => {
    giveUp();
    const question = questions;
    const stop = new AbortController();
    const shows = watch((seconds) => {
      has.waits = { part, seconds };
      draw();
    });
    giveUp = () => {
      questions += 1;
      has.waits = null;
      shows.end();
      stop.abort();
    };
    const { id, settings } = has.game;
    const answer = await askReferee(address, { rules: id, settings, ...about }, offline(), stop.signal);
    if (question !== questions) return;
    giveUp();
    has.answers = { ...has.answers, [part]: answer };
    const open = answer.told && answer.told.answer && answer.told.answer.open;
    if (open) has.asked.open = new Set(open);
    draw();
  };
  const change = (changed, part = has.part) => {
    Object.assign(has.asked, changed);
    giveUp();
    has.answers = { ...has.answers, [part]: null };
    draw();
  };
  const add = (line) => {
    has.asked.lines = [has.asked.lines.trimEnd(), line].filter(Boolean).join("\n");
    has.on.askTold();
  };
  const showLink = async (opens) => {
    const { game } = has;
    const address = linkTo(opens, game.query, phones);
    has.link = { opens, address, code: "", copied: false, copies: Boolean(navigator.clipboard) };
    draw();
    const code = await pictureOf(`/linked-rules/qr.svg?to=${encodeURIComponent(address)}`);
    if (has.link.address === address) has.link.code = code;
    draw();
  };
  const take = async (query) => {
    const game = await load(`/linked-rules.json${query}`);
    has.silent = !game;
    if (game) {
      // A game of this house is drawn under its own name; its link is written out.
      game.here = game.wrong ? `?rules=${encodeURIComponent(game.id)}` : query;
      Object.assign(has, { game, asked: nothingAsked(game), answers: {}, card: "", link: null });
    }
    await shown();
  };
  /** Draw the part that is open, and load what it shows beside the rules. */
  const shown = async () => {
    if (has.game && !has.link) has.link = { opens: "", address: linkTo("", has.game.query, phones), code: "", copied: false };
    draw();
    if (!has.game) return;
    if (has.part === "link") await showLink(has.link.opens);
    if (has.part === "rules" && !has.card) {
      const { game } = has;
      const card = await pictureOf(`/linked-rules/card.svg${game.here}`);
      if (game === has.game) has.card = card;
      draw();
    }
  };
  has.on = {
    settings: () => openDialog(windowOver, say("Settings"), settings(has.on.settings)),
    giveUp: () => {
      giveUp();
      draw();
    },
    inLanguage,
    choose: (id) => {
      const query = `?rules=${encodeURIComponent(id)}`;
      putIntoAddress(query);
      return take(query);
    },
    write: (what, value) => change({ [what]: value }),
    tell: (what, value) => change({ others: { ...has.asked.others, [what]: value } }),
    tapOpen: (number) => {
      const open = without(has.asked.open, number);
      change({ open, openText: sorted(open) || "-" });
    },
    tapShut: (number) => change({ shut: without(has.asked.shut, number) }),
    tapFace: (face) => change({ thrown: withFace(has.asked.thrown, face, has.game.box) }),
    askThrow: () => ask("throw", "/ask/legal", throwAsked(has.asked)),
    askEvery: () => ask("throw", "/ask/every-variant", { ...throwAsked(has.asked), settings: {} }),
    askTold: () => ask("turn", "/ask/judge", { markers: 0, lines: has.asked.lines.split("\n").filter((line) => line.trim()) }),
    askOdds: () => ask("odds", "/ask/odds", oddsAsked(has.game, has.asked)),
    tapToldFace: (face) => {
      has.asked.toldFaces = [...has.asked.toldFaces, face];
      if (has.asked.toldFaces.length === has.game.box.dice) has.on.addThrow();
      else draw();
    },
    addThrow: () => {
      const faces = has.asked.toldFaces;
      has.asked.toldFaces = [];
      add(`${has.game.words.throw} ${faces.join(" ")}`);
    },
    tapTold: (number) => {
      const stood = has.asked.stands.has(number);
      has.asked.stands = without(has.asked.stands, number);
      add(`${stood ? has.game.words.shut : has.game.words.open} ${number}`);
    },
    tellAnew: () => change({ lines: "", toldFaces: [], stands: new Set(has.game.box.in_play) }),
    print: () => window.print(),
    linkTo: showLink,
    copy: async () => {
      await navigator.clipboard.writeText(has.link.address);
      has.link.copied = true;
      draw();
    },
  };
  window.addEventListener("hashchange", () => {
    has.part = partHere();
    shown();
  });
  draw();
  const [games, phone] = await Promise.all([load("/games.json"), load("/phone.json")]);
  has.games = (games && games.variants) || [];
  phones = (phone && phone.url) || "";
  await take(rulesIn(location.search));
}

function throwAsked({ openText, thrown, shut }) {
  return { open: openText, throw: thrown, shut: sorted(shut) };
}

function oddsAsked(game, { openText, thrown, aim, others, markers, opens }) {
  const asked = { open: openText, throw: thrown, aim: aim || null, opens, markers: count(markers) || 0 };
  // What was told of others counts only while it is shown: where people play to win.
  if ((aim || game.aims[0].id) !== "win") return asked;
  const told = game.others.map(({ id, kind }) => {
    const given = others[id] == null ? (kind === "switch" ? false : "") : others[id];
    return [id, kind === "number" ? count(given) : given];
  });
  return { ...asked, ...Object.fromEntries(told) };
}

if (typeof document !== "undefined" && document.body.dataset.page === "ask") start();
