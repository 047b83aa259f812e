// Tells one throw from the next, so that each rolls once.

/**
 * Return a function from a state to `{number, tumbled}`: a number that changes with each throw, and
 * whether its dice were seen to tumble before they lay still.
 */
export function throwKeys() {
  let number = 0;
  let tumbled = false;
  let before = null;
  let tumbling = false;
  return ({ dice }) => {
    const now = JSON.stringify([dice.number == null ? null : dice.number, dice.rolling, dice.values]);
    if (now !== before) {
      tumbled = tumbling && !dice.rolling;
      if (!tumbled) number += 1;
    }
    [before, tumbling] = [now, dice.rolling];
    return { number, tumbled };
  };
}
