// Tells one throw from the next, so that each rolls once.

/** Return a function from a state to a number that changes whenever dice were thrown. */
export function throwKeys() {
  let number = 0;
  let before = null;
  return ({ dice }) => {
    const now = dice ? JSON.stringify([dice.number ?? null, dice.values]) : null;
    if (now !== before) number += 1;
    before = now;
    return number;
  };
}
