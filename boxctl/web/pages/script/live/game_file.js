// Files that somebody has written, as this device hands them over: a game of the house, or a box.toml.

import { say } from "./texts.js";

/** Bytes; no longer file is read. */
const LARGEST_FILE = 65536;

/**
 * Hand the text of a file to `question`, which returns `{told, words}`. Returns the same: what was answered, or why there is no
 * answer, in words.
 */
export async function handOver(file, question) {
  if (file.size > LARGEST_FILE) return { told: null, words: say("{name} is too large: a file has at most {most} bytes.", { name: file.name, most: LARGEST_FILE }) };
  let text;
  try {
    text = new TextDecoder("utf-8", { fatal: true }).decode(await file.arrayBuffer());
  } catch {
    return { told: null, words: say("{name} cannot be read: it is no text in UTF-8.", { name: file.name }) };
  }
  return question(text);
}
