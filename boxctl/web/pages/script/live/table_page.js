// The frame of every page that follows the table: words, connection, states, and drawing them.

import { h, patch } from "../tree.js";
import { plaqueInWords } from "../parts/announcement.js";
import { Feed } from "./feed.js";
import { inLanguage } from "./language.js";
import { follow } from "./preferences.js";
import { reader } from "./reader.js";
import { oneTabFollows } from "./seat.js";
import { loadTexts, say } from "./texts.js";
import { throwKeys } from "./throw_key.js";

/**
 * Follow the table on this page. `page(has)` draws it from what the page `has`: at least `state`,
 * `thrown`, `connected` and `aloud`, what a screen reader reads out. `onState` is called after each new state was drawn, and
 * told whether it is news: not the first one, and not what happened while the page was cut off or not seen. `onHeard` whenever the box answers. `titleOf(state)` may say more in the title than the game, and while `goesOn(state)`
 * the page follows the table unseen, too. Returns `draw`.
 *
 * @param {any} has
 * @param {(has: any) => object} page
 * @param {{ onState?: (state: any, isNews: boolean) => void, onHeard?: () => void, titleOf?: (state: any) => string, goesOn?: (state: any) => boolean }} [told]
 */
export async function followTable(has, page, { onState = () => {}, onHeard = () => {}, titleOf = ({ rules }) => rules.name, goesOn = () => false } = {}) {
  const main = document.querySelector("main");
  const keyOf = throwKeys();
  Object.assign(has, { state: null, thrown: { number: 0, tumbled: false }, connected: true, aloud: { text: "", number: 0 } });
  const draw = () => {
    // What came with the page tells more than that nothing is known yet.
    if (!has.state && has.connected && "served" in main.dataset) return;
    delete main.dataset.served;
    patch(main, has.state ? page(has) : waiting(has.connected));
  };
  follow();
  await loadTexts();
  draw();
  const readOut = reader(plaqueInWords, (text) => {
    has.aloud = { text, number: has.aloud.number + 1 };
    draw();
  });
  let language = null;
  let isNews = false;
  const feed = new Feed(inLanguage("/events"), {
    onState: async (state, id) => {
      if (language !== null && language !== state.language) await loadTexts();
      language = state.language;
      has.state = state;
      has.thrown = keyOf(state);
      document.documentElement.lang = state.language;
      document.title = titleOf(state);
      draw();
      // Names the state that is shown, for tests.
      main.dataset.state = id;
      if (isSeen()) readOut(state);
      onState(state, isNews);
      isNews = true;
    },
    onConnection: (connected) => {
      if (!connected) isNews = false;
      has.connected = connected;
      draw();
    },
    onHeard,
  });
  let seenElsewhere = false;
  const follows = oneTabFollows(() => {
    seenElsewhere = true;
    look();
  });
  const look = () => {
    if (isSeen()) {
      seenElsewhere = false;
      if (has.state && goesOn(has.state)) {
        follows();
        readOut(has.state);
      }
      feed.resume();
    } else {
      if (seenElsewhere || !has.state || !goesOn(has.state)) feed.pause();
      // Who comes back hears what the page shows then, not all that was ruled meanwhile.
      readOut(null);
      isNews = false;
    }
  };
  look();
  document.addEventListener("visibilitychange", look);
  window.addEventListener("online", () => feed.wake());
  return draw;
}

function isSeen() {
  return document.visibilityState !== "hidden";
}

function waiting(connected) {
  return [h("h1", { class: "unseen" }, "boxctl"), h("p", { class: "waiting", role: "status" }, connected ? "…" : say("Not connected"))];
}
