// The state of the table as it comes from the box, for as long as the page is seen.

import { sourceOfEvents } from "./wire.js";

/** Milliseconds before the page connects again by itself: at first, and at most. */
const FIRST_WAIT = 500;
const LONGEST_WAIT = 8000;

/** A line that is silent for so many milliseconds is dead: the box sends a sign of life every 5000. */
const SILENCE = 12000;

/** A line that is lost for fewer milliseconds is not told of. */
const AT_ONCE = 1500;

/** How many rulings a state has; older ones leave it. */
const MOST_RULINGS = 12;

/** Return the state after an event of the feed: a whole state, or what has changed. */
export function applied(state, event) {
  if (event.event === "state") return event.state;
  const rulings = [...state.rulings, ...(event.rulings || [])].slice(-MOST_RULINGS);
  return { ...state, rulings, ...event.set };
}

/**
 * Follow the table. `onState` is called with each new state and its id, `onHeard` with each sign of the box, and
 * `onConnection` with whether it answers. The browser connects again after a short gap by itself; where it gives up,
 * or the line is dead, this does, waiting longer each time. A page that nobody sees is to `pause`: a browser has
 * only six lines to the box for all its pages together.
 */
export class Feed {
  constructor(
    address,
    { onState, onConnection, onHeard = () => {}, clock = window, now = () => Date.now(), Source = sourceOfEvents() },
  ) {
    this.address = address;
    this.onState = onState;
    this.onConnection = onConnection;
    this.onHeard = onHeard;
    this.clock = clock;
    this.now = now;
    this.Source = Source;
    this.wait = FIRST_WAIT;
    this.connected = null;
    this.source = null;
    this.openTimer = null;
    this.silenceTimer = null;
    this.signTimer = null;
    this.state = null;
    this.lastId = null;
    this.paused = true;
    this.heardAt = now();
  }

  /** The device is awake, or has a network again: a line that was silent meanwhile is made anew. */
  wake() {
    if (!this.paused && this.now() - this.heardAt > SILENCE) this.again();
  }

  /** Close the line: nobody sees the page. */
  pause() {
    this.paused = true;
    this.close();
    this.clock.clearTimeout(this.signTimer);
    this.signTimer = null;
  }

  /** Follow the table from now on, or again from where it was left. */
  resume() {
    if (!this.paused) return;
    this.paused = false;
    this.wait = FIRST_WAIT;
    // What the page shows is old until the box answers.
    if (this.state) this.lost();
    this.open();
  }

  open() {
    const after = this.lastId ? `after=${encodeURIComponent(this.lastId)}` : "";
    const joined = after && (this.address.includes("?") ? "&" : "?");
    this.source = new this.Source(this.address + joined + after);
    this.source.onopen = () => this.heard();
    this.source.onerror = () => {
      if (this.source.readyState === this.Source.CLOSED) this.again();
      else this.lost();
    };
    for (const name of ["state", "change"]) {
      this.source.addEventListener(name, (event) => this.take(JSON.parse(event.data)));
    }
    this.source.addEventListener("alive", () => this.heard());
    this.listen();
  }

  take(event) {
    this.heard();
    // A line that is made anew brings no news by itself.
    if (event.id === this.lastId || (event.event === "change" && !this.state)) return;
    this.state = applied(this.state, event);
    this.lastId = event.id;
    this.onState(this.state, this.lastId);
  }

  heard() {
    this.wait = FIRST_WAIT;
    this.heardAt = this.now();
    this.clock.clearTimeout(this.signTimer);
    this.signTimer = null;
    this.tell(true);
    this.onHeard();
    this.listen();
  }

  /** Call the line dead unless something comes over it in time: an answer, news or a sign of life. */
  listen() {
    this.clock.clearTimeout(this.silenceTimer);
    this.silenceTimer = this.clock.setTimeout(() => {
      this.tell(false);
      this.again();
    }, SILENCE);
  }

  /** Say that the box does not answer, unless it does again at once. */
  lost() {
    if (this.signTimer === null) this.signTimer = this.clock.setTimeout(() => this.tell(false), AT_ONCE);
  }

  again() {
    this.lost();
    this.close();
    this.openTimer = this.clock.setTimeout(() => this.open(), this.wait);
    this.wait = Math.min(2 * this.wait, LONGEST_WAIT);
  }

  close() {
    if (this.source) this.source.close();
    this.clock.clearTimeout(this.silenceTimer);
    this.clock.clearTimeout(this.openTimer);
  }

  tell(connected) {
    if (connected === this.connected) return;
    this.connected = connected;
    this.onConnection(connected);
  }
}
