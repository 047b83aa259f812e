// When a box that was shut or a match that was won is celebrated. What shows it comes when it is needed.

import { patch } from "../tree.js";
import { moves } from "./preferences.js";

/** Milliseconds. */
const LASTS = 4200;

/** Return a function that takes each new state and celebrates in `place` when there is a reason. */
export function celebrations(place, clock = window) {
  let before = null;
  let timer = null;
  return async (state) => {
    const reason = reasonIn(state);
    const celebrates = reason && before !== null && reason !== before && moves();
    before = reason;
    if (!celebrates) return;
    const { ribbons } = await import("../parts/celebration.js");
    patch(place, [ribbons()]);
    clock.clearTimeout(timer);
    timer = clock.setTimeout(() => patch(place, []), LASTS);
  };
}

function reasonIn(state) {
  const { kind, text } = state.announcement;
  return kind === "won" || kind === "shut" ? `${state.match} ${text}` : "";
}
