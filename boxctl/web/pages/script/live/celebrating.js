// When a box that was shut or a match that was won is celebrated: once, while it is news, and until play goes on.

import { patch } from "../tree.js";
import { moves } from "./preferences.js";

/** Milliseconds, by the kind of announcement. */
const LASTS = { shut: 3600, won: 4800 };

/** Kinds of announcement that people need more than to celebrate. */
const NEEDED = ["refused", "no_move", "doubt", "asks"];

/**
 * Return a function that takes each new state, and whether it `isNews` (live/table_page.js). `show` is called with the
 * moment that begins, `{kind, cry, player}`, and with null when it ends: after a while, or at once when play goes on.
 */
export function celebrations(show, clock = window) {
  let seen = null;
  let shown = null;
  let waiting = [];
  let timer = null;
  const next = () => {
    clock.clearTimeout(timer);
    shown = waiting.shift() || null;
    if (shown) timer = clock.setTimeout(next, LASTS[shown.kind]);
    show(shown);
  };
  return (state, isNews) => {
    const moment = momentIn(state);
    if (shown && goesOn(shown, state)) {
      waiting = [];
      next();
    }
    if (!isNews || !seen) seen = newestIn(state);
    else if (moment && isAfter(moment, seen)) {
      seen = moment;
      waiting.push(moment);
      if (!shown) next();
    }
  };
}

/** Return a function for `celebrations` that lets ribbons fall in `place`, where things may move. */
export function ribbonsIn(place) {
  let now = null;
  return async (moment) => {
    now = moment;
    if (!moment || !moves()) {
      patch(place, []);
      return;
    }
    const { ribbons } = await import("../parts/celebration.js");
    if (now === moment) patch(place, [ribbons()]);
  };
}

/** Return what is celebrated in a state and the ruling that it is about, null if nothing is. */
function momentIn({ announcement, rulings, match, dice }) {
  const { kind, cry } = announcement;
  if (!(kind in LASTS)) return null;
  const about = rulings.filter((ruling) => ruling.kind === kind).pop();
  return about ? { kind, cry, match, number: about.number, player: about.player, throws: dice.number } : null;
}

function newestIn({ rulings, match }) {
  return { match, number: rulings.length ? rulings[rulings.length - 1].number : 0 };
}

function isAfter(one, other) {
  return one.match > other.match || (one.match === other.match && one.number > other.number);
}

function goesOn(shown, { match, dice, announcement }) {
  const thrown = dice.rolling || dice.number !== shown.throws || (dice.entered || []).length > 0;
  return match !== shown.match || thrown || NEEDED.includes(announcement.kind);
}
