// The names of players, to be typed: of the next match, or of another one.

import { h } from "../tree.js";
import { say } from "../live/texts.js";

const MOST_SEATS = 12;

/** Draw a field for each seat, with the name that it has now. */
export function nameFields(names, seats) {
  return Array.from({ length: Math.max(seats, names.length) }, (_, place) =>
    h(
      "div",
      { key: `seat-${place}` },
      h("label", { for: `seat-${place}` }, say("Player {number}", { number: place + 1 })),
      h("input", { id: `seat-${place}`, name: "player", value: names[place] ?? "", maxlength: 40, autocomplete: "off" }),
    ),
  );
}

/** Draw the button for one more seat; null where no more fit. `sit` takes how many there are then. */
export function oneMoreSeat(names, seats, sit) {
  const now = Math.max(seats, names.length);
  if (now >= MOST_SEATS) return null;
  return h("button", { key: "more", type: "button", onclick: () => sit(now + 1) }, say("One more player"));
}

/** Return the names that were typed into a form; fields without one are left out. */
export function typedNames(form) {
  const typed = [...form.querySelectorAll("input[name=player]")].map((field) => field.value.trim());
  return typed.filter(Boolean);
}
