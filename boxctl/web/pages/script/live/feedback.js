// What is felt and heard at a loud table: a refusal, and the next player's turn.

import { prefer, preferences } from "./preferences.js";
import { lastRuling, rulingsAfter } from "./reader.js";
import { isTurnOf } from "./seat.js";

/** Milliseconds of shaking, and of the pauses between. */
const SHAKES = { refused: [70, 50, 70], turn: [40] };

/** Hertz, one after the other. */
const TONES = { refused: [196, 147], turn: [659, 880] };
const TONE_SECONDS = 0.13;
const LOUD = 0.15;

let audio = null;

/**
 * Return what has happened between two states: `"refused"`, `"turn"`, or nothing. For the phone at a `seat` it is what
 * concerns that one; else all of one match.
 */
export function newsOf(before, after, seat = "") {
  if (!before) return "";
  const same = before.match === after.match;
  if (seat) {
    if (!isTurnOf(seat, after)) return "";
    // Who plays alone, or begins the round after his own turn, is not told so by a name that changes.
    const again = rulingsAfter(after, lastRuling(before)).some(({ verdict }) => verdict === "turn_over");
    if (!same || again || !isTurnOf(seat, before)) return "turn";
  }
  if (!same) return "";
  const said = after.announcement;
  if (said.kind === "refused" && said.text !== before.announcement.text) return "refused";
  return after.turn !== before.turn && after.turn ? "turn" : "";
}

/** Whether news are felt: unless they were switched off, or nothing is to move on this device. */
export function shakes() {
  const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
  return (preferences().shakes || (still ? "off" : "on")) === "on";
}

/** Whether news are heard. */
export function sounds() {
  return preferences().sounds !== "off";
}

/** Whether a turn is marked on the tab and on the icon. */
export function marks() {
  return preferences().marks !== "off";
}

export function preferFeedback(changes) {
  prefer(Object.fromEntries(Object.entries(changes).map(([name, on]) => [name, on ? "on" : "off"])));
}

/** Have people feel and hear news, if they want to. */
export function give(news) {
  if (!news) return;
  // A browser complains of a page that shakes before it was touched.
  const idle = navigator.userActivation && !navigator.userActivation.hasBeenActive;
  if (shakes() && !idle && navigator.vibrate) navigator.vibrate(SHAKES[news]);
  if (sounds()) sound(TONES[news]);
}

/** Mark the icon of the page, where it has one that can be marked, or unmark it; return the mark of its title. */
export function mark(isTurn) {
  const wanted = isTurn && marks();
  if (navigator.setAppBadge) {
    const marking = wanted ? navigator.setAppBadge(1) : navigator.clearAppBadge();
    marking.catch(() => {});
  }
  return wanted ? "● " : "";
}

function sound(tones) {
  if (!globalThis.AudioContext) return;
  audio = audio || new AudioContext();
  // Nobody hears it before the page was touched.
  audio.resume().catch(() => {});
  tones.forEach((hertz, place) => {
    const begin = audio.currentTime + place * TONE_SECONDS;
    const tone = new OscillatorNode(audio, { type: "triangle", frequency: hertz });
    const volume = new GainNode(audio, { gain: LOUD });
    volume.gain.setTargetAtTime(0, begin + TONE_SECONDS / 2, TONE_SECONDS / 6);
    tone.connect(volume).connect(audio.destination);
    tone.start(begin);
    tone.stop(begin + TONE_SECONDS);
  });
}
