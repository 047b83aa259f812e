// Small signs: of seats and of announcements. What a colour says, a shape says too.

import { h } from "../tree.js";

const SEATS = [
  "M8 1 A7 7 0 1 1 8 15 A7 7 0 1 1 8 1 Z",
  "M2 2 H14 V14 H2 Z",
  "M8 1 L15.5 14.5 H0.5 Z",
  "M8 0.5 L15.5 8 L8 15.5 L0.5 8 Z",
  "M8 0.5 L10.3 5.6 L15.8 6.2 L11.7 9.9 L12.9 15.3 L8 12.5 L3.1 15.3 L4.3 9.9 L0.2 6.2 L5.7 5.6 Z",
  "M8 15 L1.3 8.2 A4 4 0 0 1 8 3.6 A4 4 0 0 1 14.7 8.2 Z",
];

const KINDS = {
  plain: ["M6 3 H18 A3 3 0 0 1 21 6 V18 A3 3 0 0 1 18 21 H6 A3 3 0 0 1 3 18 V6 A3 3 0 0 1 6 3 Z", "M8 8 V8.1 M16 16 V16.1 M12 12 V12.1"],
  refused: ["M12 2 A10 10 0 1 1 12 22 A10 10 0 1 1 12 2 Z", "M8 8 L16 16 M16 8 L8 16"],
  no_move: ["M12 2 A10 10 0 1 1 12 22 A10 10 0 1 1 12 2 Z", "M5 19 L19 5"],
  shut: ["M3 8 H21 V20 H3 Z", "M3 8 L6 4 H18 L21 8", "M9 14 L11 16.5 L15.5 11.5"],
  won: ["M7 3 H17 V10 A5 5 0 0 1 7 10 Z", "M7 5 H3 A4 4 0 0 0 7 10 M17 5 H21 A4 4 0 0 1 17 10", "M12 15 V19 M8 21 H16"],
  doubt: ["M12 2 L23 21 H1 Z", "M12 9 V14 M12 17.5 V18"],
  asks: ["M12 2 A10 10 0 1 1 12 22 A10 10 0 1 1 12 2 Z", "M9 9.5 A3 3 0 1 1 12.6 12.4 Q12 12.8 12 14 M12 17.4 V17.8"],
};

/** Draw the sign of a seat, from 0: a player has one shape and one colour everywhere. */
export function seatSign(seat) {
  if (seat === null || seat === undefined || seat < 0) return null;
  return h(
    "svg",
    { class: `seat-sign seat-${seat % SEATS.length}`, viewBox: "0 0 16 16", "aria-hidden": "true", focusable: "false" },
    h("path", { d: SEATS[seat % SEATS.length] }),
  );
}

/** Draw the sign of a kind of announcement. */
export function kindSign(kind) {
  return h(
    "svg",
    { key: `sign-${kind}`, viewBox: "0 0 24 24", "aria-hidden": "true", focusable: "false" },
    (KINDS[kind] || KINDS.plain).map((d) => h("path", { d })),
  );
}
