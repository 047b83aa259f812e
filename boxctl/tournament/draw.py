"""Draw the next round of a tournament, from what has happened and nothing else."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from hashlib import sha256

from boxctl.tournament.bracket import left_in
from boxctl.tournament.events import DrawnPairing, Event, RoundDrawn, System
from boxctl.tournament.faults import TournamentFault, not_to_be_drawn
from boxctl.tournament.pairing.round_pairs import circle_rounds, swiss_round
from boxctl.tournament.state import Tournament, next_at
from groundwork.language import tr

_Pair = tuple[str, str | None]


def by_lot(names: Sequence[str], seed: int | None) -> tuple[str, ...]:
    """Return the names in the order of their lots; as they stand without a seed.

    A lot is the SHA-256 of the seed, a space and the name, so anybody can draw them again.
    """
    if seed is None:
        return tuple(names)
    return tuple(sorted(names, key=lambda name: sha256(f"{seed} {name}".encode()).digest()))


def is_over(cup: Tournament) -> bool:
    """Return whether everything is played."""
    if cup.open:
        return False
    match cup.system:
        case System.SWISS:
            left = sum(not entrant.withdrawn for entrant in cup.entrants)
            return cup.round >= cup.begun.rounds or left < 2
        case System.KNOCKOUT:
            return cup.round > 0 and len(left_in(cup, cup.round)) <= 1
        case System.ROUND_ROBIN:
            return not _unmet_round(cup)


def may_draw(cup: Tournament) -> bool:
    """Return whether :func:`draw` gives a round now."""
    try:
        return bool(draw(cup))
    except TournamentFault:
        return False


def round_due(cup: Tournament) -> Sequence[Event]:
    """Return the draw of the next round, if nobody here has anything to play and it can be."""
    if next_at(cup) is not None or not may_draw(cup):
        return ()
    return (RoundDrawn(round=cup.round + 1, pairings=draw(cup)),)


def draw(cup: Tournament) -> tuple[DrawnPairing, ...]:
    """Return the pairings of the next round, in the order in which they are played.

    A round robin waits for nobody but those who can play, since no result changes who meets whom.
    Raises :class:`TournamentFault` (BX812) if none can be drawn now.
    """
    waits_for = [p for p in cup.open if cup.system is not System.ROUND_ROBIN or cup.can_play(p)]
    if waits_for:
        one, other = waits_for[0].names
        raise not_to_be_drawn(
            tr("pairing {number}, {one} and {other}, is still to be played",
               number=waits_for[0].number, one=one, other=other),
            tr("play it, or decide it with boxctl tournament result"),
        )  # fmt: skip
    if is_over(cup):
        raise not_to_be_drawn(
            tr("the tournament is over"), tr("boxctl tournament table shows who has won")
        )
    match cup.system:
        case System.SWISS:
            pairs = _swiss(cup)
        case System.KNOCKOUT:
            pairs = _knockout(cup)
        case System.ROUND_ROBIN:
            pairs = _unmet_round(cup)
    return tuple(_at_boxes(cup, pairs))


def _at_boxes(cup: Tournament, pairs: Iterable[_Pair]) -> Iterable[DrawnPairing]:
    """Give the pairs boxes in turn, byes at the end; who has begun less often begins."""
    pairs = list(pairs)
    boxes = cup.begun.boxes
    playing = [(one, other) for one, other in pairs if other is not None]
    for place, (one, other) in enumerate(playing):
        first, second = _who_begins(cup, one, other)
        yield DrawnPairing(first, second, boxes[place % len(boxes)])
    yield from (DrawnPairing(one, None, "") for one, other in pairs if other is None)


def _who_begins(cup: Tournament, one: str, other: str) -> tuple[str, str]:
    def begun(name: str) -> int:
        return sum(pairing.one == name for pairing in cup.pairings if not pairing.is_bye)

    if begun(one) == begun(other):
        return (one, other) if cup.round % 2 == 0 else (other, one)
    return (one, other) if begun(one) < begun(other) else (other, one)


def _swiss(cup: Tournament) -> list[_Pair]:
    here = [each.name for each in cup.entrants if each.here]
    if len(here) < 2:
        raise not_to_be_drawn(
            tr("fewer than two are here"),
            tr("say who has come back: boxctl tournament player NAME back"),
        )
    here.sort(key=lambda name: (-cup.points[name], cup.number_of[name]))
    met: dict[frozenset[str], int] = {}
    byes = dict.fromkeys(here, 0)
    for pairing in cup.pairings:
        if pairing.is_bye:
            byes[pairing.one] = byes.get(pairing.one, 0) + 1
        else:
            both = frozenset(pairing.names)
            met[both] = met.get(both, 0) + 1
    pairs, bye = swiss_round(
        [cup.points[name] for name in here],
        lambda a, b: met.get(frozenset((here[a], here[b])), 0),
        [byes[name] for name in here],
    )
    found: list[_Pair] = [(here[a], here[b]) for a, b in pairs]
    return found if bye is None else [*found, (here[bye], None)]


def _unmet_round(cup: Tournament) -> list[_Pair]:
    """Return the pairs of the first round of the circle in which somebody has still to meet."""
    met = {frozenset(pairing.names) for pairing in cup.pairings}
    entrants = cup.entrants
    for circle in circle_rounds(len(entrants)):
        both = ((entrants[a], entrants[b]) for a, b in circle)
        pairs: list[_Pair] = [
            (one.name, other.name)
            for one, other in both
            if not (one.withdrawn or other.withdrawn) and {one.name, other.name} not in met
        ]
        if pairs:
            return pairs
    return []


def _knockout(cup: Tournament) -> list[_Pair]:
    left = left_in(cup, cup.round)
    neighbours = zip(left[::2], left[1::2], strict=True)
    found: list[_Pair] = []
    for one, other in neighbours:
        if one is None:
            one, other = other, None
        if one is not None:
            found.append((one, other))
    return found
