// The words of the pages, in the language of this device.

import { ask } from "./asking.js";

let texts = {};

/** Load the words of the pages; without them every word is its key. */
export async function loadTexts(from = "/texts.json") {
  try {
    const { answer, told } = await ask(from);
    if (!answer.ok || !told) return;
    texts = told;
    document.documentElement.lang = answer.headers.get("Content-Language") || document.documentElement.lang;
  } catch {
    texts = {};
  }
}

/** Return the words of `key` with each `{name}` replaced by its value. */
export function say(key, values = {}) {
  const words = texts[key] || key;
  return words.replace(/\{(\w+)\}/g, (whole, name) => (name in values ? String(values[name]) : whole));
}
