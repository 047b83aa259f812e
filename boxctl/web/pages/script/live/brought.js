// A record that somebody brings to the program in this browser: given to it, verified there, watched, gone on with.

import { load } from "../parts/dialogs.js";
import { ask, LONG_PATIENCE } from "./asking.js";
import { say } from "./texts.js";
import { page, puttingHere } from "./wire.js";

/** How often it is asked how far the program has verified, in milliseconds. */
const EVERY = 200;

/** Return the records that this browser keeps; null on a page of a box. */
export async function keptHere() {
  return puttingHere() && (await load("/records.json"));
}

/** Have `take` get the file that is dropped anywhere on `place`. */
export function dropOn(place, take) {
  place.addEventListener("dragover", (event) => event.preventDefault());
  place.addEventListener("drop", (event) => {
    event.preventDefault();
    const file = event.dataTransfer && event.dataTransfer.files[0];
    if (file) take(file);
  });
}

/** Ask; return what is `told`, and the `words` of a refusal. */
async function post(address, body) {
  const sent = { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) };
  try {
    const { answer, told } = await ask(address, sent, LONG_PATIENCE);
    return { told: told || {}, words: answer.ok ? "" : told ? `${told.code}: ${told.text}` : String(answer.status) };
  } catch {
    return { told: {}, words: say("The box does not answer.") };
  }
}

/** Go on in another record that is kept here, from now on. */
export async function goOnIn(name) {
  const { words } = await post("/records/go-on", { name });
  if (!words) location.assign(page(""));
}

/** Delete a record that is kept here; return the words of a refusal, else empty. */
export async function deleteRecord(name) {
  return (await post("/records/delete", { name })).words;
}

/**
 * Give a file to the program and have it verified. `changed` is called with what is known of it, as often as that
 * changes; `watch` shows one of its matches. `key` returns the key that was typed.
 */
export async function bringing(file, key, { changed, watch }) {
  const brought = { name: file.name, head: "", verdict: null, matches: [], trouble: "", on: {} };
  const tell = (news) => changed(Object.assign(brought, news));
  let asked = 0;

  /** Ask how far it is until the verdict is there, or another question was asked. */
  const follow = async (mine) => {
    for (;;) {
      const verdict = await load("/brought/verdict.json");
      if (mine !== asked || !verdict) return;
      // The verdict of before stays until there is another: a button must not go from under a finger.
      if (verdict.holds !== null || !brought.verdict || brought.verdict.holds == null) tell({ verdict });
      if (verdict.holds !== null) break;
      await new Promise((after) => setTimeout(after, EVERY));
    }
    tell({ matches: (await load("/brought/record/matches.json")) || [] });
  };

  brought.on = {
    head: (head) => {
      brought.head = head;
    },
    verify: async () => {
      const mine = ++asked;
      tell({ trouble: "" });
      const { words } = await post("/brought/verify", { head: brought.head, key: key() });
      if (mine !== asked) return;
      if (words) tell({ verdict: null, trouble: words });
      else await follow(mine);
    },
    watch: async (number) => {
      const match = await load(`/brought/record/matches/${number}.json`);
      if (match && match.states.length) watch(match);
    },
    goOn: async () => {
      const { words } = await post("/brought/go-on", {});
      if (words) tell({ trouble: words });
      else location.assign(page(""));
    },
  };
  tell({});
  const { told, words } = await post("/brought", { name: file.name, size: file.size });
  if (words) return tell({ trouble: words });
  // Only now is it read: the program has taken its size.
  const { why } = await puttingHere()(file, told.place);
  if (why) return tell({ trouble: say("The file could not be read ({why}): choose it again.", { why }) });
  tell({ name: told.name });
  return brought.on.verify();
}
