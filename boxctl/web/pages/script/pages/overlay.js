// The page for a stream: the box, the turn and the sentence on a clear ground, for OBS.

import { h } from "../tree.js";
import { plaque, readAloud, turnPlate } from "../parts/announcement.js";
import { box } from "../parts/levers.js";
import { followTable } from "../live/table_page.js";

/** Draw the page. */
export function overlayPage({ state, thrown, aloud }) {
  return [
    h("h1", { class: "unseen" }, state.rules.name),
    h("div", { class: "stage" }, box(state, thrown)),
    h("div", { class: "beside" }, turnPlate(state), h("div", { class: "decision" }, plaque(state))),
    readAloud(aloud),
  ];
}

if (typeof document !== "undefined" && document.body.dataset.page === "overlay") {
  followTable({}, overlayPage);
}
