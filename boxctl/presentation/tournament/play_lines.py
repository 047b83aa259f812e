"""The order of play of a tournament, and its rounds, as lines."""

from __future__ import annotations

from collections.abc import Iterator

from boxctl.presentation.phrases import shown_player
from boxctl.presentation.tournament.table_lines import aligned, winner_in_words
from boxctl.tournament.events import DecidedBy
from boxctl.tournament.order_of_play import PlannedPairing, PlayOrder, order_of_play
from boxctl.tournament.state import RoundPairing, Tournament
from groundwork.language import all_of, tr, tr_as

OPEN_SHOWN = 12
"""The most open pairings that are listed: the next ones."""


def play_lines(cup: Tournament) -> Iterator[str]:
    """Return a line for each of the next pairings: number, box, names, and when it is played."""
    planned = order_of_play(cup)[:OPEN_SHOWN]
    rows = [
        (
            f"{each.pairing.number:>3}",
            each.pairing.box,
            names_of(each.pairing),
            _when(cup, each),
        )
        for each in planned
    ]
    return aligned(rows, left=4)


def round_lines(cup: Tournament, number: int) -> Iterator[str]:
    """Yield a line for each pairing of a round, with its result."""
    yield tr("Round {round}", round=number)
    rows = [
        (f"{pairing.number:>3}", pairing.box, names_of(pairing), result_in_words(pairing))
        for pairing in cup.of_round(number)
    ]
    yield from aligned(rows, left=4)


def names_of(pairing: RoundPairing) -> str:
    """Name those who meet; the first begins."""
    return all_of(map(shown_player, pairing.names))


def result_in_words(pairing: RoundPairing) -> str:
    """Say how a pairing ended; empty before."""
    if pairing.is_bye:
        return tr_as("result of a pairing", "bye")
    if pairing.result is None:
        return ""
    walkover = pairing.result.decided_by is DecidedBy.WALKOVER
    if pairing.result.winner is None and walkover:
        return tr_as("result of a pairing", "nobody came")
    won = winner_in_words(pairing.result.winner)
    if walkover:
        return tr("{won}, by walkover", won=won)
    if pairing.result.decided_by is DecidedBy.ORGANISER:
        return tr("{won}, says the organiser", won=won)
    return won


def _when(cup: Tournament, planned: PlannedPairing) -> str:
    match planned.turn:
        case PlayOrder.BEING_PLAYED:
            return tr_as("order of play", "being played")
        case PlayOrder.NEXT:
            return tr_as("order of play", "next")
        case PlayOrder.LATER:
            return tr_as("order of play", "later")
        case PlayOrder.SOMEBODY_AWAY:
            away = [name for name in planned.pairing.names if not cup.entrant(name).here]
            return tr("waits for {names}", names=all_of(map(shown_player, away)))
