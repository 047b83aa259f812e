// The settings of this device: motion, light, and language.

import { h } from "../tree.js";
import { moves, prefer, preferences } from "../live/preferences.js";
import { chosenLanguage, openInLanguage } from "../live/language.js";
import { say } from "../live/texts.js";
import { request } from "../live/wire.js";

/** The name of each language that the box speaks, in that language, by its code. */
let languages = {};

/** Draws the settings again that were drawn last. */
let drawAgain = null;

// Mostly loaded long before somebody opens the settings.
request("/languages.json")
  .then(async (answer) => {
    if (answer.ok) languages = await answer.json();
    if (document.getElementById("language")) drawAgain();
  })
  .catch(() => {});

/** Draw the choices; `redraw` is called after one has changed. `more` are those of one page. */
export function settings(redraw, more = null) {
  drawAgain = redraw;
  const chosen = preferences();
  return h(
    "div",
    { class: "settings" },
    choice(say("Tiles and dice move"), moves(), (on) => {
      prefer({ motion: on ? "on" : "off" });
      redraw();
    }),
    more,
    h("label", { for: "theme" }, say("Light or dark")),
    h(
      "select",
      {
        id: "theme",
        onchange: (event) => {
          prefer({ theme: event.target.value });
          redraw();
        },
      },
      [
        ["", say("As on this device")],
        ["dark", say("Dark")],
        ["light", say("Bright")],
      ].map(([value, words]) => h("option", { value, selected: (chosen.theme || "") === value }, words)),
    ),
    h("label", { for: "language" }, say("Language")),
    h(
      "select",
      {
        id: "language",
        onchange: (event) => {
          prefer({ language: event.target.value });
          openInLanguage();
        },
      },
      h("option", { value: "", selected: !chosenLanguage() }, say("As on this device")),
      Object.entries(languages).map(([code, name]) => h("option", { value: code, lang: code, selected: chosenLanguage() === code }, name)),
    ),
  );
}

/** Draw something that is on or off; `onChange` takes which. */
export function choice(words, on, onChange) {
  return h(
    "label",
    { class: "switch" },
    h("input", { type: "checkbox", checked: on, onchange: (event) => onChange(event.target.checked) }),
    h("span", {}, words),
  );
}
