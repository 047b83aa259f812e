// The state of the table as it comes from the box, for as long as the page is open.

/** Milliseconds before the page connects again by itself: at first, and at most. */
const FIRST_WAIT = 500;
const LONGEST_WAIT = 8000;

/** A box that sends signs of life is never silent for so many milliseconds. */
const SILENCE = 40000;

/** A line that is lost for fewer milliseconds is not told of. */
const AT_ONCE = 1500;

/** After so many milliseconds a line may be dead, though the device that slept was not told. */
const STALE = 20000;

/** How many rulings a state has; older ones leave it. */
const MOST_RULINGS = 12;

/** Return the state after an event of the feed: a whole state, or what has changed. */
export function applied(state, event) {
  if (event.event === "state") return event.state;
  const rulings = [...state.rulings, ...(event.rulings ?? [])].slice(-MOST_RULINGS);
  return { ...state, rulings, ...event.set };
}

/**
 * Follow the table. `onState` is called with each new state and its id, `onConnection` with whether the box
 * answers. The browser connects again after a short gap by itself; where it gives up, or the line
 * is silent for longer than the box ever is, this does, waiting longer each time.
 */
export class Feed {
  constructor(address, { onState, onConnection, clock = window, Source = window.EventSource }) {
    this.address = address;
    this.onState = onState;
    this.onConnection = onConnection;
    this.clock = clock;
    this.Source = Source;
    this.wait = FIRST_WAIT;
    this.connected = null;
    this.signTimer = null;
    this.state = null;
    this.lastId = null;
    this.saysAlive = false;
    this.heardAt = Date.now();
  }

  /** The device is awake, or has a network again: a line that was silent meanwhile is made anew. */
  wake() {
    if (Date.now() - this.heardAt > STALE) this.again();
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
    this.source.addEventListener("alive", () => this.heard(true));
    this.listen();
  }

  take(event) {
    this.heard();
    if (event.event === "change" && !this.state) return;
    this.state = applied(this.state, event);
    this.lastId = event.id;
    this.onState(this.state, this.lastId);
  }

  /** The box has answered; one that has said `alive` will say it again. */
  heard(alive = false) {
    this.saysAlive = this.saysAlive || alive;
    this.wait = FIRST_WAIT;
    this.heardAt = Date.now();
    this.clock.clearTimeout(this.signTimer);
    this.signTimer = null;
    this.tell(true);
    this.listen();
  }

  listen() {
    this.clock.clearTimeout(this.silenceTimer);
    if (this.saysAlive) this.silenceTimer = this.clock.setTimeout(() => this.again(), SILENCE);
  }

  /** Say that the box does not answer, unless it does again at once. */
  lost() {
    this.signTimer ??= this.clock.setTimeout(() => this.tell(false), AT_ONCE);
  }

  again() {
    this.lost();
    this.source.close();
    this.clock.clearTimeout(this.silenceTimer);
    this.clock.clearTimeout(this.openTimer);
    this.openTimer = this.clock.setTimeout(() => this.open(), this.wait);
    this.wait = Math.min(2 * this.wait, LONGEST_WAIT);
  }

  tell(connected) {
    if (connected === this.connected) return;
    this.connected = connected;
    this.onConnection(connected);
  }
}
