// Who this device is tonight: the seat that somebody has taken on it, kept for the evening.

const STORE = "boxctl-seat";
const CHANNEL = "boxctl-seat";

/** Milliseconds: an evening lasts until six in the morning, as the code of the table does. */
const UNTIL_SIX = 6 * 60 * 60 * 1000;

const NOBODY = { name: null, token: "", evening: "" };

let inMemory = NOBODY;

/** Return the day on which this evening began. */
function evening() {
  return new Date(Date.now() - UNTIL_SIX).toDateString();
}

/** Return what is kept: `name`, empty for one who only looks on, null before anybody has said it; and the `token`. */
export function keptSeat() {
  try {
    const kept = JSON.parse(localStorage.getItem(STORE)) || inMemory;
    return kept.evening === evening() ? kept : NOBODY;
  } catch {
    return inMemory;
  }
}

/** Keep who this device is, and the token with which it acts. */
export function keepSeat(name, token) {
  inMemory = { name, token, evening: evening() };
  try {
    localStorage.setItem(STORE, JSON.stringify(inMemory));
  } catch {
    // It is asked again when the page is left.
  }
}

/** Forget it: the code of another evening is asked for. */
export function forgetSeat() {
  inMemory = NOBODY;
  try {
    localStorage.removeItem(STORE);
  } catch {
    // There was nothing to forget.
  }
}

/** Return the player whose seat this device has at the table of a state; empty for none. */
export function seatAt(state) {
  const { name } = keptSeat();
  return name && state.seats && state.seats.includes(name) ? name : "";
}

/** Return whether it is the turn of this device: people would wait for it. */
export function isTurnOf(seat, state) {
  return Boolean(seat) && !state.over && state.turn === seat;
}

/**
 * Call `moved` when another tab of this device shows the seat: it follows the table for all of them, as a browser has six
 * lines to the box. Returns what tells the others that this one does.
 */
export function oneTabFollows(moved) {
  if (!globalThis.BroadcastChannel) return () => {};
  const channel = new BroadcastChannel(CHANNEL);
  channel.onmessage = moved;
  return () => channel.postMessage("");
}
