"""The faults of records that people bring to a browser, each with its cure."""

from __future__ import annotations

from groundwork.faults import Fault
from groundwork.language import tr

TOO_LARGE = "BX774"
NO_ROOM = "BX775"
NOT_TAKEN_IN = "BX776"
IN_PLAY = "BX785"
NOT_DELETED = "BX786"


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


def in_play(name: str) -> RecordFault:
    """Return the fault of a record that is to be deleted while play goes on in it (BX785)."""
    return RecordFault(
        IN_PLAY,
        tr("play goes on in {name}: go on in another record, then delete it.", name=name),
    )


def not_deleted(name: str, why: object) -> RecordFault:
    """Return the fault of a record that the browser has not let go of (BX786)."""
    return RecordFault(
        NOT_DELETED,
        tr(
            "this browser could not delete {name} ({why}): it is as it was. Try again.",
            name=name,
            why=why,
        ),
    )
