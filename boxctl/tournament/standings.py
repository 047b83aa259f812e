"""The table of a tournament: places, points, and what parts those with the same points.

The tie-breaks are those of the FIDE Handbook, C.07. Buchholz: the points of all whom somebody has
met. Sonneborn-Berger: the points of those whom they have beaten, and half of those whom they have
drawn with. A bye, a walkover and a round that was missed count as an opponent with as many points
as oneself. Whoever is equal in all of that shares a place.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from boxctl.tournament.events import DecidedBy, System
from boxctl.tournament.state import DRAW, WIN, Entrant, PairingResult, RoundPairing, Tournament
from groundwork.frozen_dataclass import frozen_dataclass


@frozen_dataclass
class Standing:
    """A line of the table; ``place`` is shared by those whom nothing parts.

    ``points`` and ``buchholz`` are in half points, ``sonneborn_berger`` is in quarters of a point,
    so all are whole. Byes and walkovers are among those ``won``. ``out_in`` is the round in which
    somebody was knocked out, None while they are in or in another system.
    """

    place: int
    name: str
    won: int
    drawn: int
    lost: int
    points: int
    buchholz: int = 0
    sonneborn_berger: int = 0
    out_in: int | None = None
    here: bool = True
    withdrawn: bool = False


def standings(cup: Tournament) -> tuple[Standing, ...]:
    """Return the table as it stands, the first place first."""
    if cup.system is System.KNOCKOUT:
        return _placed([(_key_of_knockout(cup, each), _line(cup, each)) for each in cup.entrants])
    counting = _counting(cup)
    points = {each.name: _points(each.name, counting) for each in cup.entrants}
    found: list[tuple[tuple[int, ...], Standing]] = []
    for entrant in cup.entrants:
        name = entrant.name
        mine = [pairing for pairing in counting if name in pairing.names]
        met = [_met_points(name, pairing, points) for pairing in mine]
        missed = [points[name]] * (cup.round - len(mine)) if cup.system is System.SWISS else []
        buchholz = sum([*met, *missed]) if cup.system is System.SWISS else 0
        beaten = sum(
            _score(name, pairing) * theirs for pairing, theirs in zip(mine, met, strict=True)
        )
        line = _line(cup, entrant, tuple(mine), points[name], buchholz, beaten)
        last = entrant.withdrawn and cup.system is System.ROUND_ROBIN and not mine
        key = (last, -line.points, -line.buchholz, -line.sonneborn_berger, -line.won)
        found.append((key, line))
    return _placed(found)


def _placed(lines: list[tuple[tuple[int, ...], Standing]]) -> tuple[Standing, ...]:
    """Sort the lines by their keys, and give each its place; equal keys share one."""
    lines.sort(key=lambda keyed: keyed[0])
    keys = [key for key, _line in lines]
    return tuple(replace(line, place=keys.index(key) + 1) for key, line in lines)


def _line(
    cup: Tournament,
    entrant: Entrant,
    mine: tuple[RoundPairing, ...] | None = None,
    points: int = 0,
    buchholz: int = 0,
    sonneborn_berger: int = 0,
) -> Standing:
    name = entrant.name
    pairings = tuple(cup.of(name)) if mine is None else mine
    scores = [_score(name, pairing) for pairing in pairings if _is_decided(pairing)]
    return Standing(
        0,
        name,
        scores.count(WIN),
        scores.count(DRAW),
        scores.count(0),
        points,
        buchholz,
        sonneborn_berger,
        _out_in(cup, name),
        entrant.here,
        entrant.withdrawn,
    )


def _is_decided(pairing: RoundPairing) -> bool:
    return pairing.is_bye or pairing.result is not None


def _score(name: str, pairing: RoundPairing) -> int:
    """Return the half points that somebody has of a pairing; 0 before it is decided."""
    if pairing.winner is not None:
        return WIN if pairing.winner == name else 0
    return DRAW if pairing.was_played else 0


def _points(name: str, counting: tuple[RoundPairing, ...]) -> int:
    return sum(_score(name, pairing) for pairing in counting if name in pairing.names)


def _met_points(name: str, pairing: RoundPairing, points: dict[str, int]) -> int:
    """Return the points of the opponent; one's own where nobody was met."""
    opponent = pairing.opponent(name)
    return points[opponent if opponent is not None and pairing.was_played else name]


def _counting(cup: Tournament) -> tuple[RoundPairing, ...]:
    """Return the decided pairings that count, with those that a withdrawal has decided.

    In a round robin, as the FIDE Handbook has it (C.05, on leaving): who has played fewer than half
    of the matches, and withdraws, counts for nobody; else the rest is won by those who stay.
    """
    decided = tuple(pairing for pairing in cup.pairings if _is_decided(pairing))
    if cup.system is not System.ROUND_ROBIN:
        return decided
    gone = {entrant.name for entrant in cup.entrants if entrant.withdrawn}
    whole = {name for name in gone if 2 * _played(cup, name) >= len(cup.entrants) - 1}
    counting = [each for each in decided if not (gone - whole).intersection(each.names)]
    return (*counting, *_won_by_withdrawal(cup, whole, gone))


def _played(cup: Tournament, name: str) -> int:
    return sum(pairing.was_played for pairing in cup.of(name))


def _won_by_withdrawal(cup: Tournament, left: set[str], gone: set[str]) -> Iterator[RoundPairing]:
    """Yield the pairings with those who have ``left`` that were no longer drawn."""
    met = {frozenset(pairing.names) for pairing in cup.pairings}
    for name in sorted(left, key=cup.number_of.__getitem__):
        for entrant in cup.entrants:
            if entrant.name not in gone and frozenset((name, entrant.name)) not in met:
                result = PairingResult(entrant.name, DecidedBy.WALKOVER)
                yield RoundPairing(0, 0, "", entrant.name, name, result)


def _out_in(cup: Tournament, name: str) -> int | None:
    if cup.system is not System.KNOCKOUT:
        return None
    lost = (each.round for each in cup.of(name) if each.result and each.winner != name)
    return next(lost, None)


def _key_of_knockout(cup: Tournament, entrant: Entrant) -> tuple[int, ...]:
    """Order by how far somebody has come: those who are in first."""
    out_in = _out_in(cup, entrant.name)
    if out_in is not None:
        return (1, -out_in)
    return (1, 0) if entrant.withdrawn and not cup.round else (0, 0)
