// The window with the card of a match or an evening: to print, to send as a picture, and the scores as text.

import { h } from "../tree.js";
import { ask } from "../live/asking.js";
import { say } from "../live/texts.js";
import { saveAs } from "../live/wire.js";
import { openDialog } from "./dialogs.js";

/** Dots of a picture across a sheet of A5. */
const WIDE = 1480;

/** Stands for the newest evening in the place of a match. */
const EVENING = "evening";

/** Open the window in `place`, a dialog element, with the card of this match, or of the evening. */
export async function openMatchCard(place, match) {
  const { card, why } = await cardOf(match);
  let remark = "";
  const title = match === EVENING ? say("The card of the evening") : say("The card of the match");
  const show = () => openDialog(place, title, card ? matchCard(card, remark, on) : h("p", { role: "alert" }, why));
  const on = {
    print: () => window.print(),
    send: async () => {
      remark = await send(card);
      if (place.open) show();
    },
    copy: async () => {
      await navigator.clipboard.writeText(card.text.join("\n"));
      remark = say("The scores are copied.");
      show();
    },
    evening: match !== EVENING && (() => openMatchCard(place, EVENING)),
  };
  // The style sheet prints the card alone while this window is open.
  document.body.classList.add("of-card");
  place.addEventListener("close", () => document.body.classList.remove("of-card"), { once: true });
  show();
}

/** Load the card, with a drawing for each of its `sheets`; `why` there is none, in words. */
async function cardOf(match) {
  try {
    const { answer, told } = await ask(match === EVENING ? "/evening/card.json" : `/matches/${match}/card.json`, { cache: "no-store" });
    return answer.ok ? { card: { name: match === EVENING ? EVENING : `match-${match}`, sheets: told.drawings || [told.drawing], text: told.text } } : { why: (told && told.text) || say("The box does not answer.") };
  } catch {
    return { why: say("The box does not answer.") };
  }
}

/** Draw the content of the window. */
function matchCard(card, remark, on) {
  return [
    h(
      "div",
      { key: "buttons", class: "row" },
      h("button", { type: "button", class: "main", onclick: on.send }, canSend() ? say("Send the picture") : say("Save the picture")),
      h("button", { type: "button", onclick: on.print }, say("Print")),
      navigator.clipboard && h("button", { type: "button", onclick: on.copy }, say("Copy the scores")),
      on.evening && h("button", { type: "button", onclick: on.evening }, say("The whole evening")),
    ),
    h("p", { key: "remark", role: "status" }, remark),
    card.sheets.map((drawing, place) => h("img", { key: `card-${place}`, class: "match-card", src: inAddress(drawing), alt: place ? "" : card.text.join(" ") })),
    h("label", { key: "of-text", for: "card-text" }, say("The scores as text")),
    h("textarea", { key: "text", id: "card-text", readonly: true, rows: card.text.length + 1 }, card.text.join("\n")),
  ];
}

function inAddress(svg) {
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}

/** Whether this browser hands files to other programs; it does so on pages that came over https alone. */
function canSend() {
  const picture = new File([], "card.png", { type: "image/png" });
  return Boolean(navigator.canShare && navigator.canShare({ files: [picture] }));
}

/** Hand the picture of each sheet to the program that people choose, else save it. Return what became of it, in words. */
async function send(card) {
  const pictures = await Promise.all(card.sheets.map(pictureOf));
  if (!pictures.every(Boolean)) return say("This browser could not draw the picture: print the card, or copy the scores.");
  const names = pictures.map((_picture, place) => `boxctl-${card.name}${place ? `-${place + 1}` : ""}.png`);
  const save = () => {
    pictures.forEach((picture, place) => saveAs(picture, names[place]));
    return say("{name} is saved.", { name: names.join(", ") });
  };
  if (!canSend()) return save();
  try {
    const files = pictures.map((picture, place) => new File([picture], names[place], { type: "image/png" }));
    await navigator.share({ files, text: card.text.join("\n") });
    return "";
  } catch (problem) {
    // Whoever has thought better of it knows.
    return problem.name === "AbortError" ? "" : save();
  }
}

/** Draw the card as a picture; null where the browser cannot. */
async function pictureOf(svg) {
  const drawn = new Image();
  drawn.src = inAddress(svg);
  try {
    await drawn.decode();
  } catch {
    return null;
  }
  const sheet = document.createElement("canvas");
  sheet.width = WIDE;
  sheet.height = Math.round((WIDE * drawn.naturalHeight) / drawn.naturalWidth);
  sheet.getContext("2d").drawImage(drawn, 0, 0, sheet.width, sheet.height);
  return new Promise((done) => sheet.toBlob(done, "image/png"));
}
