"""Who meets whom in each system: knockout, round robin, Swiss.

A knockout has the usual bracket, in which 1 and 2 meet only in the end. A round robin has the
circle method, as Berger's tables have it (FIDE Handbook, C.05): one stays, all others go one place
on from round to round, and those opposite each other meet.

A round of a Swiss tournament goes by the ideas of the Dutch system in a small exact form.
The FIDE Handbook, C.04.3, has it: nobody meets the same opponent twice, opponents
have the same points or nearly, and within a score group the first of the upper half meets the
first of the lower half. Its many pages say what gives way to what. Here three wishes do, in order,
each from the top of the standings down: those who have met seldom, those whose points are near,
those half a group apart.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from boxctl.tournament.pairing.complete import Pairable, first_pairing, group_bounds

Met = Callable[[int, int], int]
"""How often two have met already."""


def swiss_round(
    scores: Sequence[int], met: Met, byes: Sequence[int]
) -> tuple[list[tuple[int, int]], int | None]:
    """Return the pairs of a round, the higher one first, and who has a bye (None for nobody).

    Players are numbers in the order of the standings, ``scores`` and the ``byes`` that they have
    had are theirs. Of those with the fewest byes, the bye goes to the lowest one without whom the
    others can be paired with the fewest rematches.
    """
    everybody = range(len(scores))
    bye = _bye(met, byes) if len(scores) % 2 else None
    playing = [player for player in everybody if player != bye]
    points = [scores[player] for player in playing]
    groups = group_bounds(points)

    def meetings(a: int, b: int) -> int:
        return met(playing[a], playing[b])

    def distance(a: int, b: int) -> int:
        return abs(points[a] - points[b])

    def place(a: int, b: int) -> int:
        first, end = groups[b]
        if groups[a] != groups[b]:
            return b - first  # who comes from another group meets the first of this one
        half = (end - first) // 2
        aim = a + half if a - first < half else a + 1
        return 2 * abs(b - aim) + (b < aim)

    pairs = first_pairing(len(playing), (meetings, distance, place))
    return [(playing[a], playing[b]) for a, b in pairs], bye


def _bye(met: Met, byes: Sequence[int]) -> int:
    fewest = min(byes)
    candidates = [player for player in reversed(range(len(byes))) if byes[player] == fewest]
    return min(candidates, key=lambda player: _rematches(player, len(byes), met))


def _rematches(without: int, count: int, met: Met) -> int:
    """Return how many pairs of the others would have met before, at least."""
    others = [player for player in range(count) if player != without]
    fresh = Pairable(len(others), lambda a, b: not met(others[a], others[b]))
    return len(others) // 2 - fresh.pairs


def circle_rounds(count: int) -> list[list[tuple[int, int]]]:
    """Return the rounds in which ``count`` players meet once each; with an odd count one rests."""
    places = list(range(count + count % 2))
    rounds = []
    for _round in places[1:]:
        half = len(places) // 2
        opposite = zip(places[:half], reversed(places[half:]), strict=True)
        rounds.append([(min(pair), max(pair)) for pair in opposite if max(pair) < count])
        places = [places[0], places[-1], *places[1:-1]]
    return rounds


def bracket(count: int) -> list[int | None]:
    """Return the first round from top to bottom: neighbours meet, None gives a bye.

    The first players have the byes, as many as are missing to a power of two.
    """
    order = [0]
    while len(order) < count:
        size = 2 * len(order)
        order = [each for player in order for each in (player, size - 1 - player)]
    return [player if player < count else None for player in order]
