// A box that was shut or a match that was won is celebrated for a moment.

import { h, patch } from "../tree.js";
import { moves } from "../live/preferences.js";

const RIBBONS = 44;

/** Milliseconds. */
const LASTS = 4200;

const COLOURS = ["brass", "seat-2", "seat-3", "seat-4", "ivory"];

/** Return a function that takes each new state and celebrates in `place` when there is a reason. */
export function celebrations(place, clock = window) {
  let before = null;
  let timer = null;
  return (state) => {
    const reason = reasonIn(state);
    if (reason && before !== null && reason !== before && moves()) {
      patch(place, [ribbons()]);
      clock.clearTimeout(timer);
      timer = clock.setTimeout(() => patch(place, []), LASTS);
    }
    before = reason;
  };
}

function reasonIn(state) {
  const { kind, text } = state.announcement;
  return kind === "won" || kind === "shut" ? `${state.match} ${text}` : "";
}

function ribbons() {
  return h(
    "svg",
    { viewBox: "0 0 100 100", preserveAspectRatio: "none", "aria-hidden": "true" },
    Array.from({ length: RIBBONS }, (_, place) =>
      h("rect", {
        class: "ribbon",
        x: (place * 37) % 100,
        y: 0,
        width: 1.1,
        height: 2.4,
        style: {
          fill: `var(--${COLOURS[place % COLOURS.length]})`,
          "animation-delay": `${((place * 53) % 100) / 60}s`,
          "transform-origin": `${(place * 37) % 100}px 0`,
        },
      }),
    ),
  );
}
