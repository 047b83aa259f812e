// Starts the program in a worker, and then the page that this document is for.

import { boxPicture } from "../draw/box_picture.js";
import { keep } from "../live/acting.js";
import { chosenLanguage } from "../live/language.js";
import { follow } from "../live/preferences.js";
import { reachThrough } from "../live/wire.js";
import { patch } from "../tree.js";
import { workerWire } from "./worker_wire.js";
import { WORDS } from "./words.js";

const PAGES = {
  ask: () => import("../pages/ask.js"),
  phone: () => import("../pages/phone.js"),
  puzzles: () => import("../pages/puzzles.js"),
  record: () => import("../pages/record.js"),
  replay: () => import("../pages/replay.js"),
};

/** The steps of a start: alone with the record, Python is there, the program is there, the table is open. */
const STEPS = 4;

/** Return the language of the page: chosen here, or the first of the browser's that there is. */
export function languageOf(chosen, liked) {
  const codes = [chosen, ...liked].map((tag) => tag.split("-")[0].toLowerCase());
  return codes.find((code) => code in WORDS) ?? "en";
}

function say(language, name, values = {}) {
  return WORDS[language][name].replace(/\{(\w+)\}/g, (_, value) => String(values[value]));
}

/** A box of nine tiles that nobody has touched yet. */
function untouched() {
  const tiles = Array.from({ length: 9 }, (_, place) => ({ number: place + 1, state: "open" }));
  return boxPicture({ tiles, dice: { values: [], rolling: false } }, {});
}

/** Show how far the start is and what stands in its way. `shell` is the element that is there before the page. */
function shellOn(shell, language) {
  const words = shell.querySelector(".words");
  const tell = (name, values) => {
    words.textContent = say(language, name, values);
    shell.classList.toggle("is-stopped", name !== "loading");
  };
  return {
    tell,
    step: (step) => {
      shell.querySelector("progress").value = step;
      tell("loading", { part: step, parts: STEPS });
    },
  };
}

/** Say above the page that nothing is kept here, for as long as it is open. */
function warn(text) {
  const note = document.createElement("p");
  note.className = "unkept";
  note.setAttribute("role", "alert");
  note.textContent = text;
  document.body.prepend(note);
}

function start() {
  follow();
  const language = languageOf(chosenLanguage(), navigator.languages);
  document.documentElement.lang = language;
  const element = document.querySelector(".starting");
  patch(element.querySelector(".box"), [untouched()]);
  const shell = shellOn(element, language);
  if (!globalThis.WebAssembly || !globalThis.Worker) {
    shell.tell("old");
    return;
  }
  const worker = new Worker(new URL("./worker.js", import.meta.url), { type: "module" });
  worker.addEventListener("error", (event) => shell.tell("broken", { why: event.message ?? "" }));
  worker.addEventListener("message", async ({ data }) => {
    if (data.step) shell.step(data.step);
    if (data.busy) shell.tell("busy");
    if (data.unkept) warn(say(language, "unkept", { why: data.unkept }));
    if (data.problem) shell.tell("broken", { why: data.problem });
    if (data.token) {
      reachThrough(workerWire(worker));
      keep(data.token);
      await PAGES[document.body.dataset.page]();
      element.remove();
      stay();
    }
  });
  worker.postMessage({ locale: language });
}

/** Have the browser keep the pages, once the table is there: neither is needed for it. */
function stay() {
  navigator.serviceWorker?.register("sw.js").catch(() => {});
  navigator.storage?.persist?.().catch(() => {});
}

if (typeof document !== "undefined") start();
