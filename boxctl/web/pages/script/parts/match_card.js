// The window with the card of a match: to print, to send as a picture, and the scores as text.

import { h } from "../tree.js";
import { ask } from "../live/asking.js";
import { say } from "../live/texts.js";
import { saveAs } from "../live/wire.js";
import { openDialog } from "./dialogs.js";

/** Dots of a picture across a sheet of A5. */
const WIDE = 1480;

/** Open the window in `place`, a dialog element, with the card of this match. */
export async function openMatchCard(place, match) {
  const { card, why } = await cardOf(match);
  let remark = "";
  const show = () => openDialog(place, say("The card of the match"), card ? matchCard(card, remark, on) : h("p", { role: "alert" }, why));
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
  };
  // The style sheet prints the card alone while this window is open.
  document.body.classList.add("of-card");
  place.addEventListener("close", () => document.body.classList.remove("of-card"), { once: true });
  show();
}

/** Load the card; `why` there is none, in words. */
async function cardOf(match) {
  try {
    const { answer, told } = await ask(`/matches/${match}/card.json`, { cache: "no-store" });
    return answer.ok ? { card: told } : { why: (told && told.text) || say("The box does not answer.") };
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
    ),
    h("p", { key: "remark", role: "status" }, remark),
    h("img", { key: "card", class: "match-card", src: inAddress(card.drawing), alt: card.text.join(" ") }),
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

/** Hand the picture to the program that people choose, else save it. Return what became of it, in words. */
async function send(card) {
  const picture = await pictureOf(card.drawing);
  if (!picture) return say("This browser could not draw the picture: print the card, or copy the scores.");
  const name = `boxctl-match-${card.match}.png`;
  if (!canSend()) {
    saveAs(picture, name);
    return say("{name} is saved.", { name });
  }
  try {
    await navigator.share({ files: [new File([picture], name, { type: "image/png" })], text: card.text.join("\n") });
    return "";
  } catch (problem) {
    // Whoever has thought better of it knows.
    if (problem.name === "AbortError") return "";
    saveAs(picture, name);
    return say("{name} is saved.", { name });
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
