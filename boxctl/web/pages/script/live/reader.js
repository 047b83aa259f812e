// The text for a screen reader: everything that is ruled, no faster than a voice can speak.
//
// A lever that chatters brings ten rulings a second. A region that changed with each would keep a
// voice busy for minutes after the last.

/** Milliseconds for a letter; a quick voice reads 25 letters a second. */
const PER_LETTER = 40;
const SHORTEST = 700;
const LONGEST = 4000;

/** How many pauses at most pass between two texts while nothing new is said. */
const MOST_PAUSES = 8;

/**
 * Return a function that takes each new state; null tells that nobody is there: the next state is read
 * as by a page that was just opened. `read(text)` is called with what there is to read:
 * the sentences of all rulings since the last text, then what the page shows of the state in
 * `words`. A sentence that comes several times meanwhile is read once, in its last place; those that
 * were read just before are read again ever more rarely.
 */
export function reader(words, read, clock = window) {
  let heard = null;
  let shown = "";
  let waiting = [];
  let known = [];
  let pauses = 1;
  let passed = 0;
  let length = 0;
  let timer = null;

  function look() {
    timer = null;
    passed += 1;
    if (!waiting.length) {
      known = [];
      return;
    }
    const isNew = waiting.some((sentence) => !known.includes(sentence));
    if (!isNew && passed < pauses) {
      rest();
      return;
    }
    pauses = isNew ? 1 : Math.min(2 * pauses, MOST_PAUSES);
    passed = 0;
    if (isNew) known = waiting;
    const text = waiting.join(" ");
    waiting = [];
    length = text.length;
    rest();
    read(text);
  }

  function rest() {
    timer = clock.setTimeout(look, Math.min(LONGEST, Math.max(SHORTEST, length * PER_LETTER)));
  }

  return (state) => {
    if (state === null) {
      [heard, shown, waiting] = [null, "", []];
      return;
    }
    const ruled = heard ? rulingsAfter(state, heard) : [];
    heard = lastRuling(state);
    const now = words(state);
    const sentences = ruled.map(({ text }) => text).filter((text) => !now.includes(text));
    if (now !== shown) sentences.push(now);
    shown = now;
    for (const sentence of sentences) waiting = [...waiting.filter((each) => each !== sentence), sentence];
    if (timer === null) look();
  };
}

/** Return the rulings that a state has more than the one that was heard before: its match, and the number of the last. */
export function rulingsAfter({ match, rulings }, heard) {
  return match === heard.match ? rulings.filter(({ number }) => number > heard.number) : rulings;
}

/** Return where the rulings of a state end: its match, and the number of the last. */
export function lastRuling({ match, rulings }) {
  return { match, number: rulings.length ? rulings[rulings.length - 1].number : 0 };
}
