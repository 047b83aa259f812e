"""What an organiser cannot do, each with its cure."""

from __future__ import annotations

from collections.abc import Sequence

from boxctl.rules.faults import RuleFault
from groundwork.language import tr

WRONG_BEGINNING = "BX810"
NOT_OF_TOURNAMENT = "BX811"
NOT_TO_BE_DRAWN = "BX812"
NOT_TO_BE_DECIDED = "BX813"
NOT_TO_BE_CORRECTED = "BX814"
TOO_LATE = "BX815"
DRAWN_OTHERWISE = "BX816"
NO_TOURNAMENT = "BX817"
NOT_PROVED_ELSEWHERE = "BX818"
SEVERAL_ELSEWHERE = "BX819"


class TournamentFault(RuleFault):
    """Something cannot be done in this tournament, or not now."""


def wrong_beginning(sentence: str, cure: str) -> TournamentFault:
    """Return the fault of names, rounds or boxes with which no tournament can begin (BX810)."""
    return TournamentFault(WRONG_BEGINNING, sentence, cure)


def nobody_called(name: str) -> TournamentFault:
    """Return the fault of a name that is not in the tournament (BX811)."""
    return TournamentFault(
        NOT_OF_TOURNAMENT,
        tr('nobody called "{name}" is in the tournament', name=name),
        tr("write the name as boxctl tournament table has it"),
    )


def no_such_tournament(number: int | None) -> TournamentFault:
    """Return the fault of a journal without such a tournament, or without any (BX817)."""
    if number is None:
        return TournamentFault(
            NO_TOURNAMENT,
            tr("there is no tournament yet"),
            tr("boxctl tournament begin begins one"),
        )
    return TournamentFault(
        NO_TOURNAMENT,
        tr("there is no tournament {number}", number=number),
        tr("boxctl tournament table shows the newest, with its number"),
    )


def no_such_pairing(number: int) -> TournamentFault:
    """Return the fault of a pairing that was not drawn (BX811)."""
    return TournamentFault(
        NOT_OF_TOURNAMENT,
        tr("there is no pairing {number}", number=number),
        tr("boxctl tournament next lists those that are open, boxctl tournament table all"),
    )


def not_to_be_drawn(sentence: str, cure: str) -> TournamentFault:
    """Return the fault of a round that cannot be drawn, or taken back, now (BX812)."""
    return TournamentFault(NOT_TO_BE_DRAWN, sentence, cure)


def not_to_be_decided(sentence: str, cure: str) -> TournamentFault:
    """Return the fault of a result that a pairing cannot have (BX813)."""
    return TournamentFault(NOT_TO_BE_DECIDED, sentence, cure)


def not_to_be_corrected(sentence: str, cure: str) -> TournamentFault:
    """Return the fault of a result that cannot be corrected (BX814)."""
    return TournamentFault(NOT_TO_BE_CORRECTED, sentence, cure)


def too_late(sentence: str, cure: str) -> TournamentFault:
    """Return the fault of somebody who cannot come in, or come back, any more (BX815)."""
    return TournamentFault(TOO_LATE, sentence, cure)


def drawn_otherwise(round_number: int) -> TournamentFault:
    """Return the fault of a recorded round that is not the one that is drawn (BX816)."""
    return TournamentFault(
        DRAWN_OTHERWISE,
        tr("round {round} is not the one that the draw gives", round=round_number),
        tr("keep the journal as it is, and draw no conclusion from this tournament"),
    )


def not_proved_elsewhere(sentence: str) -> TournamentFault:
    """Return the fault of another box's record that proves no result of a pairing (BX818)."""
    return TournamentFault(
        NOT_PROVED_ELSEWHERE,
        sentence,
        tr(
            "bring the record of the match from that box again, or give your word with --winner "
            "NAME"
        ),
    )


def several_elsewhere(path: object, number: int, matches: Sequence[int]) -> TournamentFault:
    """Return the fault of several matches there that could be that of a pairing (BX819)."""
    return TournamentFault(
        SEVERAL_ELSEWHERE,
        tr(
            "{path} has several matches of pairing {number}: {matches}",
            path=path,
            number=number,
            matches=", ".join(map(str, matches)),
        ),
        tr("name the one that counts with --match"),
    )
