"""What cannot be at a stall, each with its cure."""

from __future__ import annotations

from boxctl.rules.faults import RuleFault
from groundwork.language import tr

WRONG_TERMS = "BX830"
NOT_ONE_TURN = "BX831"
NO_STALL = "BX832"
NOT_NOW = "BX833"
NO_SUCH_GO = "BX834"
NOT_DUE = "BX835"
NO_SUCH_RECORD = "BX836"


class StallFault(RuleFault):
    """Something cannot be at this stall, or not now."""


def wrong_terms(sentence: str, cure: str) -> StallFault:
    """Return the fault of prices and prizes that do not go together (BX830)."""
    return StallFault(WRONG_TERMS, sentence, cure)


def not_one_turn(match: str) -> StallFault:
    """Return the fault of a game in which a go would not be one turn of one player (BX831)."""
    return StallFault(
        NOT_ONE_TURN,
        tr("a go is one turn of one player, but match = {match}", match=match),
        tr("choose a game that can be played alone, or add --set match=single"),
    )


def no_such_stall(number: int | None) -> StallFault:
    """Return the fault of a journal without such a day of a stall, or without any (BX832)."""
    if number is None:
        return StallFault(
            NO_STALL, tr("there is no stall yet"), tr("boxctl stall begin --go 50p begins one")
        )
    return StallFault(
        NO_STALL,
        tr("there is no stall {number}", number=number),
        tr("boxctl stall sheet shows the newest, with its number"),
    )


def not_now(sentence: str, cure: str) -> StallFault:
    """Return the fault of something that cannot be done at this point of the day (BX833)."""
    return StallFault(NOT_NOW, sentence, cure)


def no_such_go(number: int) -> StallFault:
    """Return the fault of a go that nobody has paid for (BX834)."""
    return StallFault(
        NO_SUCH_GO,
        tr("there is no go {number}", number=number),
        tr("boxctl stall sheet --goes lists them"),
    )


def not_due(number: int) -> StallFault:
    """Return the fault of a payment that is not what is due (BX835)."""
    return StallFault(
        NOT_DUE,
        tr("this is not what is due for go {number}", number=number),
        tr("boxctl stall sheet shows what is still to be paid"),
    )


def no_record_of_go(sentence: str, cure: str) -> StallFault:
    """Return the fault of a recorded match that cannot be a go of this stall (BX836)."""
    return StallFault(NO_SUCH_RECORD, sentence, cure)
