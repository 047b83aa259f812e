"""The rounds of a round robin: the circle method, as Berger's tables have it (FIDE Handbook, C.05).

One stays, all others go one place on from round to round, and those opposite each other meet.
"""

from __future__ import annotations


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
