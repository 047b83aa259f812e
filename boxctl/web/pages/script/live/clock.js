// Times that the box tells (UTC), as people here write them.

/** Return a day and a time as an instant; null if they are none. */
function instantOf(day, time) {
  const instant = new Date(`${day}T${time}Z`);
  return Number.isNaN(instant.getTime()) ? null : instant;
}

function written(instant, choices) {
  return instant.toLocaleString(document.documentElement.lang, choices);
}

/** Return the day and the minute of what was recorded; as it is told if that is no time. */
export function momentHere(day, time) {
  const instant = instantOf(day, time);
  return instant ? written(instant, { dateStyle: "medium", timeStyle: "short" }) : `${day} ${time}`;
}

/** Return a day on which something was; as it is told if that is no day. */
export function dayHere(day) {
  const instant = instantOf(day, "12:00");
  return instant ? written(instant, { dateStyle: "long", timeZone: "UTC" }) : day;
}

/** Return a time of day to the millisecond; as it is told if that is no time. */
export function clockHere(day, time) {
  const instant = instantOf(day, time);
  if (!instant) return time;
  const choices = { hour: "2-digit", minute: "2-digit", second: "2-digit", fractionalSecondDigits: 3, hourCycle: "h23" };
  return written(instant, choices);
}
