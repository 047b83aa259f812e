// Sends acts to the box, with the token that the table's code has brought.

import { ask, LONG_PATIENCE } from "./asking.js";
import { forgetSeat, keptSeat } from "./seat.js";

const STORE = "boxctl-token";

/** Return the token that this device was given, in this tab or with its seat; empty if it has none. */
export function keptToken() {
  try {
    return sessionStorage.getItem(STORE) || keptSeat().token;
  } catch {
    return keptSeat().token;
  }
}

/** Keep a token for as long as this tab is open; forget it, and the seat with it, if it is empty. */
export function keep(token) {
  if (!token) forgetSeat();
  try {
    if (token) sessionStorage.setItem(STORE, token);
    else sessionStorage.removeItem(STORE);
  } catch {
    // The code is asked for again when the page is left.
  }
}

/**
 * Give the table's code. Returns `{token, words, silent}`: a token if it was right, else why not, in words;
 * `offline` are the words for a box that does not answer, which is then `silent`.
 */
export async function giveCode(code, offline) {
  const { told, words, silent } = await send("/session", { code }, {}, offline);
  keep(told.token || "");
  return { token: told.token || "", words, silent };
}

/**
 * Tell the box an act. Returns `{words, silent, refused}`: no words if it was taken, else why not;
 * `refused` is whether the box does not know the token, as after the evening.
 */
export async function act(body, token, offline) {
  const { status, words, silent } = await send("/act", body, { Authorization: `Bearer ${token}` }, offline);
  const refused = status === 401 || status === 403;
  if (refused) keep("");
  return { words, silent, refused };
}

/** Have the box show the table's code on its display. Returns `{words, silent}`: no words if it does. */
export async function showCode(offline) {
  const { words, silent } = await send("/show-code", {}, {}, offline);
  return { words, silent };
}

/** Ask about our own rules, or have them saved. Returns `{told, words, silent, refused}`, as `act` does. */
export async function askOurRules(address, body, token, offline) {
  const { status, told, words, silent } = await send(address, body, { Authorization: `Bearer ${token}` }, offline);
  const refused = status === 401 || status === 403;
  if (refused) keep("");
  return { told, words, silent, refused };
}

/** Ask the coach; return its lines, null if it does not answer. `signal` gives it up. */
export async function askCoach(mode, token, offline, signal) {
  const { told, words } = await send("/coach", { mode }, { Authorization: `Bearer ${token}` }, offline, LONG_PATIENCE, signal);
  return words ? null : told.lines;
}

async function send(address, body, headers, offline, patience, signal) {
  const sent = {
    method: "POST",
    headers: { ...headers, "Content-Type": "application/json" },
    body: JSON.stringify(body),
    cache: "no-store",
    signal,
  };
  try {
    const { answer, told } = await ask(address, sent, patience);
    const words = answer.ok ? "" : (told && told.text) || String(answer.status);
    return { status: answer.status, told: told || {}, words, silent: false };
  } catch {
    return { status: 0, told: {}, words: offline, silent: true };
  }
}
