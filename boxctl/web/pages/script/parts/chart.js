// Luck and skill of each player through a match, as lines of a chart and as a table.

import { h } from "../tree.js";
import { seatSign } from "../draw/signs.js";
import { say } from "../live/texts.js";

const WIDE = 600;
const TALL = 180;
const EDGE = 14;

/**
 * Draw a chart. `lines` are `{name, seat, points}` with points `[place, value]`, `last` is the
 * highest place, `now` the place that is shown.
 */
export function chart(title, lines, last, now) {
  const values = lines.flatMap((line) => line.points.map(([, value]) => value));
  const most = Math.max(0.01, ...values.map(Math.abs));
  const across = (place) => EDGE + (place / Math.max(last, 1)) * (WIDE - 2 * EDGE);
  const down = (value) => TALL / 2 - (value / most) * (TALL / 2 - EDGE);
  return h(
    "figure",
    { class: "chart" },
    h("figcaption", {}, title),
    h(
      "svg",
      { viewBox: `0 0 ${WIDE} ${TALL}`, "aria-hidden": "true", focusable: "false" },
      h("path", { class: "zero", d: `M${EDGE} ${TALL / 2} H${WIDE - EDGE}` }),
      h("path", { class: "now", d: `M${across(now)} 4 V${TALL - 4}` }),
      lines.map((line) =>
        h("path", {
          key: line.seat,
          class: `line seat-${line.seat % 6} dash-${line.seat % 6}`,
          d: `M${[[0, 0], ...line.points].map(([place, value]) => `${round(across(place))} ${round(down(value))}`).join(" L")}`,
        }),
      ),
    ),
    h(
      "ul",
      { class: "legend" },
      lines.map((line) =>
        h(
          "li",
          { key: line.seat },
          seatSign(line.seat),
          h("bdi", {}, line.name),
          h("span", {}, say("{value} points", { value: written(valueAt(line.points, now)) })),
        ),
      ),
    ),
  );
}

/** Return the value of a line at a place: that of its last point up to there. */
export function valueAt(points, now) {
  return points.reduce((found, [place, value]) => (place <= now ? value : found), 0);
}

function written(value) {
  const amount = Math.abs(value).toLocaleString(document.documentElement.lang, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
  return `${value > 0 ? "+" : value < 0 ? "−" : ""}${amount}`;
}

function round(value) {
  return Math.round(value * 10) / 10;
}
