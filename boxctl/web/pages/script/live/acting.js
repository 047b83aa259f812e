// Sends acts to the box, with the token that the table's code has brought.

import { inLanguage } from "./language.js";

const STORE = "boxctl-token";

/** Return the token that this device was given; empty if it has none. */
export function keptToken() {
  try {
    return sessionStorage.getItem(STORE) || "";
  } catch {
    return "";
  }
}

function keep(token) {
  try {
    if (token) sessionStorage.setItem(STORE, token);
    else sessionStorage.removeItem(STORE);
  } catch {
    // The code is asked for again when the page is left.
  }
}

/**
 * Give the table's code. Returns `{token, words}`: a token if it was right, else why not, in words;
 * `offline` are the words for a box that does not answer.
 */
export async function giveCode(code, offline) {
  const { told, words } = await send("/session", { code }, {}, offline);
  keep(told.token ?? "");
  return { token: told.token ?? "", words };
}

/**
 * Tell the box an act. Returns `{words, refused}`: no words if it was taken, else why not;
 * `refused` is whether the box does not know the token, as after the evening.
 */
export async function act(body, token, offline) {
  const { status, words } = await send("/act", body, { Authorization: `Bearer ${token}` }, offline);
  const refused = status === 401 || status === 403;
  if (refused) keep("");
  return { words, refused };
}

/** Have the box show the table's code on its display. Returns `{words}`: none if it does. */
export async function showCode(offline) {
  const { words } = await send("/show-code", {}, {}, offline);
  return { words };
}

/** Ask the coach; return its lines, null if it does not answer. */
export async function askCoach(mode, token, offline) {
  const { told, words } = await send("/coach", { mode }, { Authorization: `Bearer ${token}` }, offline);
  return words ? null : told.lines;
}

async function send(address, body, headers, offline) {
  let answer;
  try {
    answer = await fetch(inLanguage(address), {
      method: "POST",
      headers: { ...headers, "Content-Type": "application/json" },
      body: JSON.stringify(body),
      cache: "no-store",
    });
  } catch {
    return { status: 0, told: {}, words: offline };
  }
  const told = await answer.json().catch(() => ({}));
  return { status: answer.status, told, words: answer.ok ? "" : told.text || String(answer.status) };
}
