// The last box that was shut, turn by turn, for the television to play again between matches.

import { load } from "../parts/dialogs.js";

/** Milliseconds for which each position is shown; the shut box stays until the slide ends. */
export const STEP = 1300;

/** The most positions that are shown: the end of a longer turn. */
const MOST = 30;

/** Keep the turn that was shut: `of(shut)` returns its positions, none until they are loaded, and then `draw`s. */
export function lastShutBox(draw) {
  let known = "";
  let states = [];
  return {
    of: (shut) => {
      const wanted = shut ? `${shut.match}-${shut.ruling}-${document.documentElement.lang}` : "";
      if (wanted === known) return states;
      known = wanted;
      states = [];
      if (shut) {
        load(`/matches/${shut.match}.json`).then((match) => {
          if (known !== wanted || !match) return;
          states = turnOf(match.states, shut.ruling);
          draw();
        });
      }
      return states;
    },
  };
}

/** Return the positions of the turn that this ruling ends, each of which shows something new. */
export function turnOf(states, ruling) {
  const last = states.findIndex((state) => state.ruling === ruling);
  let first = last;
  while (first > 0 && states[first - 1].turn === states[last].turn && !isBefore(states[first], states[first - 1])) first -= 1;
  const turn = states.slice(Math.max(0, first), last + 1);
  return turn.filter((state, place) => place === turn.length - 1 || seen(state) !== seen(turn[place + 1])).slice(-MOST);
}

/** Return whether a state follows the end of another turn: the box was made ready between them. */
function isBefore(state, before) {
  return before.announcement.kind === "shut" || openOf(state) > openOf(before) + 1;
}

function openOf({ tiles }) {
  return tiles.filter((tile) => tile.state === "open").length;
}

function seen({ tiles, dice }) {
  return JSON.stringify([tiles.map((tile) => tile.state), dice.values, dice.number]);
}
