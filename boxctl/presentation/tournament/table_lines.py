"""A tournament as lines of at most 80 columns: its table, what was corrected, who plays when."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from boxctl.presentation.game_names import name_of_game
from boxctl.presentation.phrases import shown_player
from boxctl.rules.faults import RuleFault
from boxctl.rules.settings import with_settings
from boxctl.rules.variants import variant
from boxctl.tournament.draw import is_over
from boxctl.tournament.events import DecidedBy, System
from boxctl.tournament.standings import Standing, standings
from boxctl.tournament.state import (
    Correction,
    PlannedPairing,
    PlayOrder,
    RoundPairing,
    Tournament,
    order_of_play,
)
from groundwork.cell_width import columns_of, cut, in_columns
from groundwork.language import all_of, tr, tr_as

WIDTH = 80
"""The most columns of a line of the table: a name that is longer is cut."""


MOST_COLUMNS = 1000
"""The columns of a name that is not cut."""


def system_in_words(system: System) -> str:
    """Say who meets whom."""
    match system:
        case System.ROUND_ROBIN:
            return tr_as("tournament", "round robin")
        case System.KNOCKOUT:
            return tr_as("tournament", "knockout")
        case System.SWISS:
            return tr_as("tournament", "Swiss")


def game_of(cup: Tournament) -> str:
    """Name the game that is played, with what is changed in it."""
    begun = cup.begun
    try:
        rules = with_settings(variant(begun.variant), begun.settings.items())
    except RuleFault:
        return begun.variant
    return name_of_game(begun.variant, rules)


def heading(number: int, cup: Tournament) -> str:
    """Say which tournament it is and how far it has come."""
    system = system_in_words(cup.system)
    if cup.system is System.SWISS:
        return tr(
            "Tournament {number}: {system}, {count} names, round {round} of {rounds}",
            number=number,
            system=system,
            count=len(cup.entrants),
            round=cup.round,
            rounds=cup.begun.rounds,
        )
    return tr(
        "Tournament {number}: {system}, {count} names, round {round}",
        number=number,
        system=system,
        count=len(cup.entrants),
        round=cup.round,
    )


def table_lines(number: int, cup: Tournament) -> Iterator[str]:
    """Yield the heading, a line for each place, who has won, and each correction."""
    yield heading(number, cup)
    lines = standings(cup)
    cells = [titles(cup.system), *(figures(cup.system, line) for line in lines)]
    taken = sum(2 + max(map(columns_of, column)) for column in zip(*cells, strict=True))
    names = ["", *(_name(line, WIDTH - taken - 6) for line in lines)]
    places = ["", *(f"{line.place:>3}." for line in lines)]
    rows = list(zip(places, names, *zip(*cells, strict=True), strict=True))
    yield from aligned(rows, left=2)
    if is_over(cup):
        yield who_has_won(lines)
    yield from map(corrected_in_words, cup.corrections)


def aligned(rows: Sequence[Sequence[str]], *, left: int) -> Iterator[str]:
    """Yield each row as a line, its first ``left`` cells flush left, without spaces at its end."""
    return (line.rstrip() for line in in_columns(rows, left=left, gap="  "))


def half_points(points: int) -> str:
    """Write half points: 5 is 2½."""
    return _with_part(points // 2, ("", "½")[points % 2])


def quarter_points(points: int) -> str:
    """Write quarters of a point: 7 is 1¾."""
    return _with_part(points // 4, ("", "¼", "½", "¾")[points % 4])


def _with_part(whole: int, part: str) -> str:
    return part if part and not whole else f"{whole}{part}"


def titles(system: System) -> tuple[str, ...]:
    """Name the columns of figures."""
    won, lost = tr_as("table of a tournament", "won"), tr_as("table of a tournament", "lost")
    if system is System.KNOCKOUT:
        return (won, lost, tr_as("table of a tournament", "out in round"))
    points, drawn = (
        tr_as("table of a tournament", "points"),
        tr_as("table of a tournament", "drawn"),
    )
    ties = ("Buchholz",) if system is System.SWISS else ()
    return (points, won, drawn, lost, *ties, tr_as("Sonneborn-Berger", "S-B"))


def figures(system: System, line: Standing) -> tuple[str, ...]:
    """Write the figures of a line, one for each of the :func:`titles`."""
    won, lost = str(line.won), str(line.lost)
    if system is System.KNOCKOUT:
        return (won, lost, "" if line.out_in is None else str(line.out_in))
    ties = (half_points(line.buchholz),) if system is System.SWISS else ()
    sonneborn_berger = quarter_points(line.sonneborn_berger)
    points = half_points(line.points)
    return (points, won, str(line.drawn), lost, *ties, sonneborn_berger)


def _name(line: Standing, columns: int) -> str:
    name = shown_player(line.name)
    if not line.withdrawn and line.here:
        return cut(name, columns)
    marked = _withdrawn if line.withdrawn else _away
    return marked(cut(name, columns - columns_of(marked(""))))


def marked_name(line: Standing) -> str:
    """Write the name of a line, with whether somebody is away or has withdrawn."""
    return _name(line, MOST_COLUMNS)


def _withdrawn(name: str) -> str:
    return tr("{name} (withdrawn)", name=name)


def _away(name: str) -> str:
    return tr("{name} (away)", name=name)


def who_has_won(lines: Sequence[Standing]) -> str:
    """Say who has won a tournament that is over, or who share the first place."""
    first = [shown_player(line.name) for line in lines if line.place == 1]
    if len(first) == 1:
        return tr("{name} has won the tournament.", name=first[0])
    return tr("{names} share the first place.", names=all_of(first))


def corrected_in_words(told: Correction) -> str:
    """Say what a result was before, what it is now, and why."""
    return tr(
        "Corrected, pairing {pairing}: {now}; before: {before}. {reason}",
        pairing=told.pairing,
        now=winner_in_words(told.winner),
        before=winner_in_words(told.was),
        reason=told.reason if told.by is None else f"{told.reason} ({told.by})",
    )


def winner_in_words(winner: str | None) -> str:
    """Say who has won a pairing, or that nobody has."""
    if winner is None:
        return tr_as("result of a pairing", "a draw")
    return tr("{name} has won", name=shown_player(winner))


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
