"""Times of day for people: in the zone of this machine, with the offset from UTC behind them.

Records and programs have UTC. An offset is told rather than the name of a zone, since it can be
read anywhere, and says which of the two it is where the clock is set back and an hour comes twice.
Only :func:`zone_here` asks the machine. The C library knows its zone; where that has no data of
zones, it is UTC.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from datetime import datetime, tzinfo

_utc = False


def zone_here() -> tzinfo | None:
    """Return the zone in which people live here; None for the one that this machine is set to."""
    return None


def use_utc(chosen: bool) -> None:
    """Tell times in UTC from now on, or no longer. Not thread-safe: for the start of a command.

    Sentences in what programs read are in UTC, too. What is read stays local time.
    """
    global _utc
    _utc = chosen


def local(time: datetime) -> datetime:
    """Return a time of day, which has a zone, in the one in which it is told."""
    from datetime import UTC

    try:
        return time.astimezone(UTC if _utc else zone_here())
    except (OverflowError, ValueError, OSError):  # At an end of the calendar.
        return time


def told_time(time: datetime | str) -> str:
    """Return a time of day as ``2026-11-21 20:15+01:00``, which :func:`read_time` reads.

    ``time`` has a zone; as a text it is in ISO format, and what is none stays as it is. The begun
    minute counts, so that nothing that happened then is before what is told.
    """
    instant = _instant(time)
    return str(time) if instant is None else local(instant).isoformat(" ", "minutes")


def told_day(time: datetime | str) -> str:
    """Return the day of a time of day here, as ``2026-11-21``. A day alone stays as it is."""
    instant = _instant(time)
    return str(time) if instant is None else local(instant).date().isoformat()


def day_and_offset(time: datetime) -> str:
    """Return the day of a time of day here and the offset of the clock: ``2026-11-21, +01:00``."""
    told = told_time(time)
    return f"{told[:10]}, {told[16:]}"


def told_clock(time: datetime, said: str) -> str:
    """Return a time of day as ``20:15:01.002``, where its day and offset are ``said`` already.

    They stand with it where they are others: after midnight, and once the clock is set.
    """
    here = local(time)
    if day_and_offset(time) == said:
        return here.time().isoformat("milliseconds")
    return here.isoformat(" ", "milliseconds")


def read_time(text: str) -> datetime:
    """Read a day or a time of day as people write it, with or without an offset or ``Z``.

    Without one it is the time of this place; where that comes twice, the first. A day means its
    first minute. Raises ValueError for anything else, and where no calendar has it.
    """
    from datetime import UTC, datetime

    time = datetime.fromisoformat(text.strip().replace(" +", "+").replace(" -", "-"))
    try:
        # A zone is put on it only where there is one: the machine's is asked for its own.
        return (time if time.tzinfo else time.replace(tzinfo=zone_here())).astimezone(UTC)
    except OverflowError as error:
        raise ValueError(text) from error


def evening_of(time: datetime) -> datetime:
    """Return when the evening began to which a time of day belongs: at the last noon here."""
    from datetime import UTC, timedelta

    here = (time - timedelta(hours=12)).astimezone(zone_here())
    noon = here.replace(hour=12, minute=0, second=0, microsecond=0, tzinfo=zone_here())
    return noon.astimezone(UTC)


def _instant(time: datetime | str) -> datetime | None:
    """Return a time of day that has a zone; None for a text that is none."""
    from datetime import datetime

    try:
        instant = datetime.fromisoformat(time) if isinstance(time, str) else time
    except ValueError:
        return None
    return None if instant.tzinfo is None else instant
