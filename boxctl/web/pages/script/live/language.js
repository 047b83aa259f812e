// The language of this device: asked for by the address, chosen on a page, or the browser's own.

import { prefer, preferences } from "./preferences.js";

// What the address of a phone's page asks for is remembered; a television is told each time.
if (typeof document !== "undefined" && !isInPub()) {
  const asked = new URLSearchParams(location.search).get("lang");
  // Where the box does not know this one, it answers as the browser prefers.
  if (/^[a-z]{2,3}$/.test(asked)) prefer({ language: asked });
}

/** Return the code that is asked for here; empty where the browser's preference holds. */
export function chosenLanguage() {
  const asked = new URLSearchParams(location.search).get("lang");
  // A television that nobody has told otherwise speaks as the box does.
  return asked || (isInPub() ? "box" : preferences().language || "");
}

function isInPub() {
  return document.body.dataset.room === "pub";
}

/** Return an address of the box that answers in the language of this device. */
export function inLanguage(address) {
  const code = chosenLanguage();
  if (!code) return address;
  const [path, place = ""] = address.split("#");
  const asked = `${path}${path.includes("?") ? "&" : "?"}lang=${encodeURIComponent(code)}`;
  return place ? `${asked}#${place}` : asked;
}

/** Open this page anew, in the language that was just chosen. */
export function openInLanguage() {
  const here = new URL(location.href);
  here.searchParams.delete("lang");
  location.replace(here);
}
