// The rules that an address gives, as `?rules=pub&set=tiles=10`, and questions about them to the table.

import { ask, LONG_PATIENCE } from "./asking.js";
import { inLanguage } from "./language.js";
import { page, request } from "./wire.js";

/** Return what an address says about rules, as it stands behind an address; empty if it says nothing. */
export function rulesIn(search) {
  const told = [...new URLSearchParams(search)].filter(([name]) => name === "rules" || name === "set");
  return told.length ? `?${new URLSearchParams(told)}` : "";
}

/** Return what stands behind an address for a game with changed settings. */
export function queryOf({ id, settings }) {
  const changes = Object.entries(settings).map(([name, value]) => ["set", `${name}=${value}`]);
  return `?${new URLSearchParams([["rules", id], ...changes])}`;
}

/** Put these rules into the address of this page, in place of those that stand there. */
export function putIntoAddress(query) {
  const here = new URL(location.href);
  const kept = [...here.searchParams].filter(([name]) => name !== "rules" && name !== "set");
  here.search = new URLSearchParams([...new URLSearchParams(query), ...kept]).toString();
  history.replaceState(null, "", here);
}

/** Return the link to a page with these rules: where phones find it, if the table tells that. */
export function linkTo(name, query, phones = "") {
  return new URL(`${page(name)}${query}`, phones || location.href).href;
}

/** Return a picture that the table draws, as the address of an image; empty if it does not answer. */
export async function pictureOf(address) {
  try {
    const answer = await request(inLanguage(address));
    return answer.ok ? `data:image/svg+xml,${encodeURIComponent(await answer.text())}` : "";
  } catch {
    return "";
  }
}

/** Ask the referee. Returns `{told, words}`: what he answers, or why not, in words; `offline` are those of silence. `signal` gives it up. */
export async function askReferee(address, body, offline, signal) {
  const sent = { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body), cache: "no-store", signal };
  try {
    const { answer, told } = await ask(address, sent, LONG_PATIENCE);
    if (answer.ok) return { told, words: "" };
    return { told: null, words: told && told.text ? `${told.code}: ${told.text}` : String(answer.status) };
  } catch {
    return { told: null, words: offline };
  }
}
