// The form that gives a turn that is over another score: a throw that was tapped wrongly has ended it.

import { h } from "../tree.js";
import { say } from "../live/texts.js";

/** The most letters of a name, and of a reason, that the box reads. */
const LONGEST_NAME = 40;
const LONGEST_REASON = 200;

/**
 * Draw the form for the ruling that `why` is about. `overrule(body)` has the box do it, and returns why it does not, in
 * words; empty if it does.
 */
export function overruleForm(why, overrule) {
  const send = async (event) => {
    event.preventDefault();
    const form = event.target;
    const { score, by, reason } = form.elements;
    const name = by.value.trim();
    const given = { score: Number(score.value), text: reason.value.trim(), names: name ? [name] : [] };
    form.querySelector("[role=alert]").textContent = await overrule({ do: "overrule", ruling: why.ruling, ...given });
  };
  return h(
    "details",
    { key: "overrule", class: "overrule" },
    h("summary", {}, say("Overrule this turn")),
    h(
      "form",
      { onsubmit: send, style: { display: "grid", gap: "0.6rem", "justify-items": "start" } },
      h("p", { class: "hint" }, say("For a throw that was tapped wrongly. The record keeps both scores, the reason and the name.")),
      field("score", say("What the turn scores"), { type: "number", inputmode: "numeric", min: 0, step: 1 }),
      field("by", say("Who says so"), { maxlength: LONGEST_NAME }),
      field("reason", say("The reason"), { maxlength: LONGEST_REASON }),
      h("p", { class: "trouble", role: "alert" }),
      h("button", { type: "submit", class: "main" }, say("Overrule")),
    ),
  );
}

function field(name, words, attrs) {
  const id = `overrule-${name}`;
  return h("div", { key: name, class: "field" }, h("label", { for: id }, words), h("input", { id, name, autocomplete: "off", required: true, ...attrs }));
}
