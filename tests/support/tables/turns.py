"""Turns of a match that are played at a table without a box."""

from __future__ import annotations

from tests.support.tables.referee_alone import RefereeAlone


def shut_the_box(table: RefereeAlone) -> None:
    """Play classic from a full box to a shut one, without a mistake."""
    throws = [(6, 3), (6, 2), (6, 1), (3, 3), (4, 1), (3, 1), (2, 1), (1, 1)]
    for throw in throws:
        table.throws(*throw)
        table.shuts(sum(throw))
    table.throws(1)
    table.shuts(1)


def ends_turn(table: RefereeAlone) -> None:
    """The player throws 2, shuts the 2, and throws 2 again: 43 in classic."""
    table.throws(1, 1)
    table.shuts(2)
    table.throws(1, 1)
    table.makes_ready()


def loses_turn(table: RefereeAlone) -> None:
    """In `two-to-go`, throw 4: the turn is lost with 45."""
    table.throws(1, 3)
