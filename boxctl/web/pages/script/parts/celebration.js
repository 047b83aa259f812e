// Ribbons, which celebrate a box that was shut or a match that was won.

import { h } from "../tree.js";

const RIBBONS = 44;

const COLOURS = ["brass", "seat-2", "seat-3", "seat-4", "ivory"];

/** Draw ribbons that fall over the whole page, in the colours of the players. */
export function ribbons() {
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
