// The order of play of a tournament, its rounds, and which pairing is played at this table. Data of /tournament.json.

/** Return the open pairings in the order of play: each with its `when`, `ready` being the next but one at its box. */
export function orderOfPlay(told) {
  const called = new Set();
  return told.order_of_play.map(({ pairing, when }) => {
    const found = pairingOf(told, pairing);
    if (when !== "later" || called.has(found.box)) return { ...found, when };
    called.add(found.box);
    return { ...found, when: "ready" };
  });
}

/** Return a pairing by its number. */
export function pairingOf(told, number) {
  return told.pairings[number - 1];
}

/** Return the pairings of the round that was drawn last, byes at the end as they were drawn. */
export function roundNow(told) {
  return told.pairings.filter((each) => each.round === told.round);
}

/** Return who rests in the round that was drawn last: they have a bye. */
export function resting(told) {
  return roundNow(told).filter((each) => each.other === null).map((each) => each.one);
}

/** Return the open pairing of exactly these two; null if they have none, or more than one. */
export function pairingOfMatch(told, names) {
  const two = (each) => each.other !== null && !each.decided && names.length === 2 && names.includes(each.one) && names.includes(each.other);
  const found = told.pairings.filter(two);
  return found.length === 1 ? found[0] : null;
}
