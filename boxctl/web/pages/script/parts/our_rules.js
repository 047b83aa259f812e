// The rules of a game as a form: what differs is marked, what cannot be is said, and they are saved under a title.

import { h } from "../tree.js";
import { queryOf } from "../live/asked_rules.js";
import { say } from "../live/texts.js";
import { page } from "../live/wire.js";

/** What a list of values has for one that is typed: no value is empty. */
const TYPED = "";

/**
 * Draw the form of `rules`, of which the box has told. `keep(title)` saves them, `playOnce` is null where no match can be
 * begun by them.
 */
export function ourRules(rules, keep, playOnce) {
  const { form } = rules;
  return h(
    "form",
    {
      class: "our-rules",
      onsubmit: (event) => {
        event.preventDefault();
        keep(event.target.elements.title.value);
      },
    },
    form.groups.map((group) => settingsOf(group, rules)),
    h(
      "div",
      { key: "said", class: "said" },
      h("div", { key: "alert", role: "alert" }, (form.wrong || rules.trouble) && h("p", { class: "trouble" }, form.wrong || rules.trouble)),
      form.cure && h("button", { key: "cure", type: "button", onclick: () => setBack(form.cure, "our-title", rules) }, setBackWords(titleOf(form, form.cure))),
    ),
    h(
      "div",
      { key: "saving", class: "saving" },
      h("label", { key: "label", for: "our-title" }, say("Title of your game")),
      h(
        "div",
        { key: "row", class: "row" },
        h("input", { id: "our-title", name: "title", maxlength: 60, autocomplete: "off", required: true }),
        h("button", { type: "submit", class: "main", "aria-disabled": rules.saves ? "true" : null }, say("Save as")),
      ),
      playOnce && rules.unsaved() && h("button", { key: "once", type: "button", onclick: playOnce }, say("Play by these rules")),
      !form.wrong && h("a", { key: "share", href: `${page("ask")}${queryOf(form)}#link` }, say("Link to these rules")),
    ),
  );
}

function settingsOf(group, rules) {
  const { opened } = rules;

  const changed = group.settings.filter((setting) => setting.changed).length;
  return h(
    "details",
    {
      key: group.title,
      open: opened.has(group.title),
      ontoggle: (event) => (event.target.open ? opened.add(group.title) : opened.delete(group.title)),
    },
    h("summary", {}, group.title, changed > 0 && h("span", { class: "count" }, say("changed: {number}", { number: changed }))),
    group.settings.map((setting) => field(setting, rules)),
  );
}

function field(setting, rules) {
  const { id, title, value, changed, wrong } = setting;
  const isTyped = rules.typed.has(id);
  const about = `about-${id}`;
  const before = `before-${id}`;
  return h(
    "div",
    { key: id, class: changed ? "setting is-changed" : "setting" },
    h("label", { key: "label", for: `rule-${id}` }, title),
    h(
      "select",
      {
        key: "choice",
        id: `rule-${id}`,
        value: isTyped ? TYPED : value,
        "aria-describedby": changed ? `${before} ${about}` : about,
        onchange: (event) => (event.target.value === TYPED ? rules.type(id) : rules.choose(id, event.target.value)),
      },
      setting.choices.map((choice) => h("option", { key: choice.id, value: choice.id, selected: !isTyped && choice.id === value }, choice.text)),
      setting.typed && h("option", { key: TYPED, value: TYPED, selected: isTyped }, say("Another one…")),
    ),
    isTyped && typedValue(setting, rules),
    wrong && h("p", { key: "wrong", id: `wrong-${id}`, class: "trouble", role: "alert" }, wrong),
    h("p", { key: "about", id: about, class: "hint" }, `${setting.meaning}.`),
    changed &&
      h(
        "p",
        { key: "has", class: "has" },
        h("span", { id: before }, say("Before: {value}", { value: setting.has })),
        h("button", { type: "button", class: "quiet", "aria-label": setBackWords(title), onclick: () => setBack(id, `rule-${id}`, rules) }, say("Set back")),
      ),
  );
}

/** Draw the line for a value that is not offered. Enter takes it, and saves nothing. */
function typedValue({ id, title, value, answers, wrong }, rules) {
  const take = (event) => event.target.value.trim() && rules.set(id, event.target.value.trim());
  return [
    h("input", {
      key: "typed",
      value,
      maxlength: 200,
      autocomplete: "off",
      autocapitalize: "none",
      "aria-label": title,
      "aria-invalid": wrong ? "true" : null,
      "aria-describedby": wrong ? `wrong-${id}` : `answers-${id}`,
      onchange: take,
      onkeydown: (event) => {
        if (event.key !== "Enter") return;
        event.preventDefault();
        take(event);
      },
    }),
    h("p", { key: "answers", id: `answers-${id}`, class: "hint" }, answers),
  ];
}

/** Set a setting back with a button that goes with it: what has the id `next` gets the focus. */
function setBack(id, next, rules) {
  document.getElementById(next).focus();
  rules.setBack(id);
}

function titleOf(form, id) {
  return form.groups.flatMap((group) => group.settings).find((setting) => setting.id === id).title;
}

function setBackWords(setting) {
  return say("Set back: {setting}", { setting });
}
