// The names of players, to be typed: of the next match, or of another one.

import { h } from "../tree.js";
import { say } from "../live/texts.js";

const MOST_SEATS = 12;

/**
 * Draw a field for each seat, with the name that it has now, and beside it one for the handicap (R7.16);
 * `handicap` has the points of those who have one.
 */
export function nameFields(names, seats, handicap = {}) {
  return Array.from({ length: Math.max(seats, names.length) }, (_, place) => {
    const who = say("Player {number}", { number: place + 1 });
    const name = names[place] || "";
    return h(
      "div",
      { key: `seat-${place}`, class: "seat" },
      h("label", { for: `seat-${place}` }, who),
      h("input", { id: `seat-${place}`, name: "player", value: name, maxlength: 40, autocomplete: "off", onfocus: (event) => event.target.select() }),
      handicapField(who, handicap[name] || 0),
    );
  });
}

/** Draw the field for the handicap of somebody; it is empty for 0. What it is now stays with it. */
export function handicapField(who, points) {
  return h("input", {
    name: "handicap",
    "data-now": points,
    type: "number",
    min: 0,
    max: 999,
    value: points > 0 ? String(points) : "",
    placeholder: "+0",
    "aria-label": `${who}: ${say("Handicap")}`,
    title: say("Handicap"),
  });
}

/** Draw the button for one more seat; null where no more fit. `sit` takes how many there are then. */
export function oneMoreSeat(names, seats, sit) {
  const now = Math.max(seats, names.length);
  if (now >= MOST_SEATS) return null;
  return h("button", { key: "more", type: "button", onclick: () => sit(now + 1) }, say("One more player"));
}

/** Return the names that were typed into a form, with the handicaps behind them; fields without a name are left out. */
export function typedNames(form) {
  const points = [...form.querySelectorAll("input[name=handicap]")];
  const typed = [...form.querySelectorAll("input[name=player]")].map((field, seat) => withHandicap(field.value.trim(), points[seat]));
  return typed.filter(Boolean);
}

/**
 * Return a name with the handicap behind it that stands in the `field` beside it, as the box takes it; 0 takes one away.
 * Where nobody has one or is given one, the name stays as it is. Whoever has typed one behind the name means that one.
 */
export function withHandicap(name, field) {
  if (!name || !field || /\s\+\s*\d+$/.test(name)) return name;
  const points = Number(field.value) || 0;
  return points > 0 || Number(field.dataset.now) > 0 ? `${name} +${points}` : name;
}
