"""The faults of records that people bring to a browser, each with its cure."""

from __future__ import annotations

from groundwork.faults import Fault
from groundwork.language import tr

TOO_LARGE = "BX774"
NO_ROOM = "BX775"
NOT_TAKEN_IN = "BX776"


class RecordFault(Fault):
    """A record cannot be looked at here, or play cannot go on in it."""


def too_large(name: str, megabytes: int, most: int) -> RecordFault:
    """Return the fault of a file that is larger than a page reads (BX774)."""
    return RecordFault(
        TOO_LARGE,
        tr(
            "{name} has {size} MB, and this page reads {most} MB at most: boxctl verify {name} "
            "reads it on a computer.",
            name=name,
            size=megabytes,
            most=most,
        ),
    )


def no_room_for(name: str, why: object) -> RecordFault:
    """Return the fault of a browser without room for another record (BX775)."""
    return RecordFault(
        NO_ROOM,
        tr(
            "this browser has no room for {name} ({why}): make room on the device and try again. "
            "Your own record is as it was.",
            name=name,
            why=why,
        ),
    )


def cannot_go_on(why: str) -> RecordFault:
    """Return the fault of a record in which play cannot go on here (BX776)."""
    return RecordFault(
        NOT_TAKEN_IN,
        tr("play cannot go on in this record ({why}): here it can only be looked at.", why=why),
    )
