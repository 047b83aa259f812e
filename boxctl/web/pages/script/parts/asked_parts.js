// The parts of the page on which people ask: a throw, a turn that is told, odds, rules with their card, and a link.

import { h } from "../tree.js";
import { say } from "../live/texts.js";
import { page, saving } from "../live/wire.js";
import { everyAnswer, legalAnswer, oddsAnswer, refusedAnswer, toldAnswer } from "./asked_answers.js";
import { ruleSections } from "./rule_page.js";
import { dieKeys, tileKeys, written } from "./tappable.js";
import { waitingFor } from "./waiting.js";

/** Draw the form of an open box and a throw, and what is allowed. */
export function throwPart({ game, asked, answer, waits, on }) {
  const inPlay = new Set(game.box.in_play);
  return form(on.askThrow, [
    tiles(game, asked, on),
    dice(game, asked, on),
    tileKeys(game.box, {
      words: say("May these be shut? Without any: everything that is allowed."),
      kind: "of-move",
      pressed: asked.shut,
      onTap: on.tapShut,
      can: (number) => inPlay.has(number),
    }),
    h(
      "div",
      { key: "row", class: "row" },
      h("button", { type: "submit", class: "main" }, say("What is allowed?")),
      h("button", { type: "button", onclick: on.askEvery }, say("Which games allow it?")),
    ),
    answered({ answer, waits, on }, (told) => (told.variants ? everyAnswer(told, say("Yes"), say("No")) : legalAnswer(told))),
  ]);
}

/** Draw what happened in a turn, to be told, and what the referee says. */
export function toldPart({ game, asked, answer, waits, on }) {
  return form(on.askTold, [
    dieKeys(game.box, say("What do the dice show?"), on.tapToldFace),
    asked.toldFaces.length > 0 &&
      h(
        "p",
        { key: "faces", class: "thrown-dice" },
        h("strong", {}, asked.toldFaces.join(" + ")),
        h("button", { type: "button", onclick: on.addThrow }, say("That is all")),
      ),
    tileKeys(game.box, { words: say("Tap a tile that is shut; tap again if it is put back."), pressed: asked.stands, onTap: on.tapTold }),
    h(
      "div",
      { key: "lines", class: "field" },
      h("label", { for: "told" }, say("What happened, a line each")),
      h("textarea", { id: "told", value: asked.lines, rows: 5, maxlength: 1500, spellcheck: "false", oninput: (event) => on.write("lines", event.target.value) }),
    ),
    h(
      "div",
      { key: "row", class: "row" },
      h("button", { type: "submit", class: "main" }, say("What does the referee say?")),
      h("button", { type: "button", onclick: on.tellAnew }, say("From the beginning")),
    ),
    answered({ answer, waits, on }, toldAnswer),
  ]);
}

/** Draw the form of a position, and what it is worth. */
export function oddsPart({ game, asked, answer, waits, on }) {
  const wins = (asked.aim || game.aims[0].id) === "win";
  return form(on.askOdds, [
    tiles(game, asked, on),
    dice(game, asked, on),
    h(
      "div",
      { key: "aim", class: "pair" },
      h(
        "div",
        { class: "field" },
        h("label", { for: "aim" }, say("What to play for")),
        h(
          "select",
          { id: "aim", onchange: (event) => on.write("aim", event.target.value) },
          game.aims.map((aim) => h("option", { key: aim.id, value: aim.id, selected: aim.id === asked.aim }, aim.text)),
        ),
      ),
      game.markers && number("markers", say("Markers"), asked.markers, (value) => on.write("markers", value)),
    ),
    wins && game.others.length > 0 && otherPlayers(game, asked, on),
    game.opens &&
      h(
        "label",
        { key: "opens", class: "switch" },
        h("input", { type: "checkbox", checked: asked.opens, onchange: (event) => on.write("opens", event.target.checked) }),
        h("span", {}, say("This player opens tiles")),
      ),
    h("div", { key: "row", class: "row" }, h("button", { type: "submit", class: "main" }, say("What is it worth?"))),
    answered({ answer, waits, on }, (told) => oddsAnswer(told, [asked.thrown ? say("Move") : say("The throw"), say("Worth"), say("Best")])),
  ]);
}

/** Draw the fields for the other players of a match. */
function otherPlayers(game, asked, on) {
  return h(
    "fieldset",
    { key: "others", class: "others" },
    h("legend", {}, say("The other players")),
    h("div", { class: "pair" }, game.others.filter((each) => each.kind !== "switch").map((each) => otherField(each, asked, on))),
    game.others.some((each) => each.kind === "text") && h("p", { class: "hint" }, say("In the order of play, with commas between, such as 7,12. The scores end before the player who is asked about.")),
    game.others
      .filter((each) => each.kind === "switch")
      .map(({ id, text }) =>
        h(
          "label",
          { key: id, class: "switch" },
          h("input", { type: "checkbox", checked: Boolean(asked.others[id]), onchange: (event) => on.tell(id, event.target.checked) }),
          h("span", {}, text),
        ),
      ),
  );
}

function otherField({ id, text, kind }, asked, on) {
  const value = asked.others[id] == null ? "" : asked.others[id];
  return kind === "number" ? number(id, text, value, (told) => on.tell(id, told)) : written(id, text, value, (told) => on.tell(id, told));
}

/** Draw the rules of the game, and its card to print or save. */
export function rulesPart({ game, card, on }) {
  return h(
    "section",
    { key: "rules", class: "part of-rules", "aria-label": say("Rules and card") },
    h("div", { key: "sections", class: "window" }, ruleSections(game)),
    card && h("img", { key: "card", class: "card", src: card, alt: say("The card of {game}", { game: game.title }) }),
    card &&
      h(
        "div",
        { key: "row", class: "row" },
        h("button", { type: "button", class: "main", onclick: on.print }, say("Print the card")),
        h("a", { class: "button", ...saving(on.inLanguage(`/linked-rules/card.svg${game.here}`), `boxctl-${game.id}.svg`) }, say("Save the card")),
      ),
  );
}

/** Draw the link to these rules, and its code for phones. */
export function linkPart({ game, link, on }) {
  return h(
    "section",
    { key: "link", class: "part", "aria-label": say("Link") },
    h(
      "div",
      { key: "opens", class: "field" },
      h("label", { for: "opens" }, say("The link opens")),
      h(
        "select",
        { id: "opens", onchange: (event) => on.linkTo(event.target.value) },
        h("option", { value: "", selected: link.opens === "" }, say("a new match by these rules")),
        h("option", { value: "ask", selected: link.opens === "ask" }, say("this page with these rules")),
      ),
    ),
    h(
      "div",
      { key: "link", class: "field" },
      h("label", { for: "link" }, say("The link to these rules")),
      h("input", { id: "link", class: "link", readonly: true, value: link.address, onfocus: (event) => event.target.select() }),
    ),
    h(
      "div",
      { key: "row", class: "row" },
      h("a", { class: "button", href: link.address }, say("Open it")),
      link.copies && h("button", { type: "button", onclick: on.copy }, say("Copy it")),
    ),
    h("p", { key: "said", role: "status", class: "hint" }, link.copied ? say("It is copied.") : ""),
    link.code && h("img", { key: "code", class: "code-of-link", src: link.code, alt: say("The link as a code for phones") }),
    game.differs.length === 0 && h("p", { key: "as-it-is", class: "hint" }, say("These are the rules of {game} as they are.", { game: game.base })),
  );
}

/** Draw where else to go. */
export function waysOn() {
  return h(
    "nav",
    { key: "more", class: "more", "aria-label": say("More") },
    h("a", { class: "button", href: page("") }, say("The table")),
    h("a", { class: "button", href: page("puzzles") }, say("Puzzles")),
    h("a", { class: "button", href: page("replay") }, say("Replay")),
  );
}

function form(onSubmit, parts) {
  return h(
    "form",
    {
      class: "part",
      novalidate: true,
      onsubmit: (event) => {
        event.preventDefault();
        onSubmit();
      },
    },
    parts,
  );
}

function tiles(game, asked, on) {
  const inPlay = new Set(game.box.in_play);
  return [
    tileKeys(game.box, {
      words: say("Tap the tiles: those that stand open are bright."),
      kind: "of-box",
      pressed: asked.open,
      onTap: on.tapOpen,
      can: (number) => inPlay.has(number),
    }),
    written("open", say("Open tiles"), asked.openText, (text) => on.write("openText", text)),
  ];
}

function dice(game, asked, on) {
  return [
    dieKeys(game.box, say("What do the dice show?"), on.tapFace),
    written("throw", say("The throw"), asked.thrown, (text) => on.write("thrown", text), { placeholder: "2,4" }),
  ];
}

function number(id, words, value, onWrite) {
  return h(
    "div",
    { key: id, class: "field" },
    h("label", { for: id }, words),
    h("input", { id, type: "number", min: 0, inputmode: "numeric", value, oninput: (event) => onWrite(event.target.value) }),
  );
}

/** Draw an answer in a region that is read out; `draw` draws what was told. */
function answered({ answer, waits, on }, draw) {
  return h(
    "div",
    { key: "answer", class: "answer", role: "status" },
    waits && waitingFor(say("The referee works it out …"), waits.seconds, on.giveUp),
    !waits && answer && (answer.words ? refusedAnswer(answer.words) : draw(answer.told)),
  );
}
