// What people do on their own device: sent to the box, with the table's code where it asks for one.

const STORE = "boxctl-code";

/** Return the code that was typed on this device; empty if none was. */
export function keptCode() {
  try {
    return sessionStorage.getItem(STORE) || "";
  } catch {
    return "";
  }
}

export function keepCode(code) {
  try {
    if (code) sessionStorage.setItem(STORE, code);
    else sessionStorage.removeItem(STORE);
  } catch {
    // It is asked for again when the page is left.
  }
}

/** Ask the box whether a code is the table's. Returns "" if so, else why not, in words. */
export async function checkCode(code, offline) {
  return (await send("/code", { method: "GET", headers: headersWith(code) }, offline)).words;
}

/**
 * Tell the box an act. Returns `{words, refused}`: no words if it was done, else why not;
 * `refused` is whether the code was not the table's.
 */
export async function act(body, offline) {
  const headers = { ...headersWith(keptCode()), "Content-Type": "application/json" };
  const done = await send("/act", { method: "POST", headers, body: JSON.stringify(body) }, offline);
  if (done.refused) keepCode("");
  return done;
}

function headersWith(code) {
  return code ? { "X-Table-Code": code } : {};
}

async function send(address, options, offline) {
  let answer;
  try {
    answer = await fetch(address, { ...options, cache: "no-store" });
  } catch {
    return { words: offline, refused: false };
  }
  if (answer.ok) return { words: "", refused: false };
  const told = await answer.json().catch(() => ({}));
  return { words: told.text || String(answer.status), refused: answer.status === 403 };
}
