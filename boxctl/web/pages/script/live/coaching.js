// The coach on this device: when it speaks, and what the box answers.

import { prefer, preferences } from "./preferences.js";
import { watch } from "./waiting.js";

const MODES = ["off", "on", "ask", "blunders", "after"];

/**
 * Return the coach of this device. `question(mode, signal)` asks the box and returns its lines, null if it
 * does not answer or the signal gives it up; `draw` is called after each change.
 */
export function coachHere(question, draw) {
  const kept = preferences().coach;
  const coach = { mode: MODES.includes(kept) ? kept : "off", lines: [], thinks: false, seconds: 0 };
  let state = null;
  let shown = "";
  let asking = false;
  let again = false;
  let stop = new AbortController();

  async function ask() {
    if (asking) {
      again = true;
      return;
    }
    asking = true;
    stop = new AbortController();
    const shows = watch((seconds) => {
      Object.assign(coach, { thinks: true, seconds });
      draw();
    });
    const moment = momentOf(state);
    const { mode } = coach;
    const lines = await question(mode, stop.signal);
    shows.end();
    asking = false;
    coach.thinks = false;
    // What was asked about an earlier moment, or before another mode was chosen, is of no use.
    if (moment === momentOf(state) && mode === coach.mode) coach.lines = lines || [];
    draw();
    if (again) {
      again = false;
      ask();
    }
  }

  coach.ask = ask;
  coach.giveUp = () => {
    again = false;
    stop.abort();
  };
  coach.choose = (mode) => {
    if (mode === "off") coach.giveUp();
    coach.mode = mode;
    coach.lines = [];
    prefer({ coach: mode });
    draw();
    if (speaksByItself(coach.mode, state)) ask();
  };
  /** Take a new state: what the coach says by itself is asked for anew. */
  coach.follow = (next) => {
    state = next;
    const moment = momentOf(state);
    if (moment === shown) return;
    shown = moment;
    if (speaksByItself(coach.mode, state)) {
      ask();
    } else if (coach.lines.length) {
      coach.lines = [];
      draw();
    }
  };
  return coach;
}

function speaksByItself(mode, state) {
  if (!state) return false;
  return mode === "on" || mode === "blunders" || (mode === "after" && state.over);
}

/** Return what makes this moment another than the next one in which something is chosen. */
export function momentOf(state) {
  const moved = state.tiles.filter((tile) => tile.moved).map((tile) => tile.number);
  const last = state.rulings[state.rulings.length - 1];
  return JSON.stringify([state.match, last ? last.number : 0, state.phase, state.turn, moved]);
}
