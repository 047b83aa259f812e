// The file of a game that somebody has written, as this device hands it to the box.

import { say } from "./texts.js";

/** Bytes; the box reads no longer file of a game. */
const LARGEST_FILE = 65536;

/** Have the file of a game saved; returns `{game, words}`: the game, null if the box does not save it, and why not, in words. */
export async function savedFrom(file, question) {
  if (file.size > LARGEST_FILE) return { game: null, words: say("{name} is too large for the file of a game.", { name: file.name }) };
  let text;
  try {
    text = new TextDecoder("utf-8", { fatal: true }).decode(await file.arrayBuffer());
  } catch {
    return { game: null, words: say("{name} cannot be read: it is no text in UTF-8.", { name: file.name }) };
  }
  const { told, words } = await question("/our-rules/file", { text });
  return { game: words ? null : told, words };
}
