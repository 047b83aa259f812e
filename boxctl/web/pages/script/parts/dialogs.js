// Windows over the page: they take the focus, Escape closes them, and the focus goes back.

import { h, patch } from "../tree.js";
import { ask, LONG_PATIENCE } from "../live/asking.js";
import { say } from "../live/texts.js";

/** Open a window in `place`, a dialog element, with a title and content. */
export function openDialog(place, title, content) {
  const heading = `${place.id}-title`;
  place.setAttribute("aria-labelledby", heading);
  patch(place, [
    h(
      "div",
      { class: "window" },
      h(
        "header",
        {},
        h("h2", { id: heading, tabindex: -1 }, title),
        h("button", { type: "button", class: "close", onclick: () => place.close() }, say("Close")),
      ),
      h("div", { class: "content" }, content),
    ),
  ]);
  if (!place.open) place.showModal();
}

/** Load a JSON document; null if the box does not answer or has none. */
export async function load(address) {
  try {
    const { answer, told } = await ask(address, { cache: "no-store" }, LONG_PATIENCE);
    return answer.ok ? told : null;
  } catch {
    return null;
  }
}
