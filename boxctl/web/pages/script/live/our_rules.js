// Our own rules on this device: the settings of a game, changed one after the other, and saved or played once.

/**
 * Return the rules that are changed on this device. `question(address, body)` asks the box and returns `{told, words}`:
 * what it answers, or why not, in words. `draw` is called after each change.
 *
 * `form` is what the box tells of the settings, null while nothing is changed; `opened` are the groups that are shown, by
 * their titles, and `typed` the settings whose value is typed; `trouble` is why the box does not save, in words.
 */
export function ourRulesHere(question, draw) {
  const rules = { form: null, settings: null, opened: new Set(), typed: new Set(), trouble: "", saves: false };
  let variant = "";
  let asked = 0;

  /** Ask how the settings stand; an answer that has been overtaken, or comes after the end, is of no use. */
  async function look() {
    asked += 1;
    const number = asked;
    const { told, words } = await question("/our-rules/settings", { variant, settings: rules.settings });
    if (number !== asked) return words;
    rules.trouble = words;
    if (!words) {
      if (!rules.form) rules.opened = new Set(shownAtFirst(told.groups));
      rules.form = told;
      rules.settings = told.settings;
    }
    draw();
    return words;
  }

  /** Begin with a game as it is played here, or with these settings; return why not, in words. */
  rules.begin = (game, settings = null) => {
    rules.leave();
    rules.settings = settings;
    variant = game;
    return look();
  };
  rules.set = (id, value) => {
    rules.settings = { ...rules.settings, [id]: value };
    return look();
  };
  /** Choose one of the values that are offered. */
  rules.choose = (id, value) => {
    rules.typed.delete(id);
    return rules.set(id, value);
  };
  rules.setBack = (id) => {
    rules.typed.delete(id);
    rules.settings = Object.fromEntries(Object.entries(rules.settings).filter(([other]) => other !== id));
    return look();
  };
  /** Have the value of a setting typed. */
  rules.type = (id) => {
    rules.typed.add(id);
    draw();
  };
  /** Save the rules under a title; return the game, null if the box does not. */
  rules.save = async (title) => {
    if (rules.saves) return null;
    rules.saves = true;
    // What is said once more is read out once more.
    rules.trouble = "";
    draw();
    const { told, words } = await question("/our-rules/save", { variant, settings: rules.settings, title });
    rules.saves = false;
    if (!words) return told;
    rules.trouble = words;
    if (rules.form) draw();
    return null;
  };
  /** Return the form if it has changed rules that can be played, else null. */
  rules.unsaved = () => (rules.form && !rules.form.wrong && Object.keys(rules.form.settings).length > 0 ? rules.form : null);
  rules.leave = () => {
    asked += 1;
    Object.assign(rules, { form: null, settings: null, typed: new Set(), trouble: "" });
  };
  return rules;
}

/** Return the titles of the first group, and of those in which something differs. */
function shownAtFirst(groups) {
  const shown = groups.filter((group, place) => place === 0 || group.settings.some((setting) => setting.changed));
  return shown.map((group) => group.title);
}
