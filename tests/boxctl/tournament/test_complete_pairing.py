"""The complete pairing: as many pairs as can be, and the first in the order of the wishes."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from boxctl.tournament.pairing.complete import Pairable, first_pairing

Pairs = list[tuple[int, int]]


def all_pairings(players: tuple[int, ...]) -> Iterator[Pairs]:
    """Yield every way to pair these players: the plain reading."""
    if not players:
        yield []
        return
    first, *others = players
    for other in others:
        for rest in all_pairings(tuple(each for each in others if each != other)):
            yield [(first, other), *rest]


def most_pairs(players: int, edges: set[tuple[int, int]]) -> int:
    """Return how many pairs can be made at once, by trying."""
    if not edges:
        return 0
    a, b = min(edges)
    without = {edge for edge in edges if edge != (a, b)}
    beside = {edge for edge in edges if not {a, b} & set(edge)}
    return max(most_pairs(players, without), 1 + most_pairs(players, beside))


@given(st.data())
def test_as_many_pairs_as_can_be_made(data: st.DataObject) -> None:
    count = data.draw(st.integers(1, 7))
    every = list(combinations(range(count), 2))
    edges = {edge for edge in every if data.draw(st.booleans())}

    found = Pairable(count, lambda a, b: (a, b) in edges)

    assert found.pairs == most_pairs(count, edges)
    made = {(a, b) for a, b in enumerate(found.mate) if a < b}
    assert len(made) == found.pairs
    assert made <= edges


@given(st.data())
def test_the_first_of_all_pairings_in_the_order_of_the_wishes(data: st.DataObject) -> None:
    count = data.draw(st.sampled_from([2, 4, 6, 8]))
    every = list(combinations(range(count), 2))
    met = {edge: data.draw(st.integers(0, 1)) for edge in every}
    near = {edge: data.draw(st.integers(0, 3)) for edge in every}
    place = {
        (a, b): rank
        for a in range(count)
        for rank, b in enumerate(data.draw(st.permutations(range(a + 1, count))))
    }
    wishes = [lambda a, b: met[a, b], lambda a, b: near[a, b], lambda a, b: place[a, b]]

    def order(pairs: Pairs) -> tuple[list[int], list[int], list[int]]:
        of = {player: pair for pair in pairs for player in pair}
        players = range(count)
        return (
            [met[of[player]] for player in players],
            [near[of[player]] for player in players],
            [place[pair] for pair in sorted(pairs)],
        )

    assert first_pairing(count, wishes) == min(all_pairings(tuple(range(count))), key=order)


def test_a_ring_of_five_with_a_tail_is_seen_through() -> None:
    ring = {(0, 1), (1, 2), (2, 3), (3, 4), (0, 4), (4, 5)}
    assert Pairable(6, lambda a, b: (a, b) in ring).pairs == 3
