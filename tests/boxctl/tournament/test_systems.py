"""The three systems, by what every tournament of each has to be."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from boxctl.tournament.draw import draw
from boxctl.tournament.events import Presence
from boxctl.tournament.fold import fold
from boxctl.tournament.pairing.complete import Pairable
from boxctl.tournament.state import RoundPairing, Tournament
from tests.boxctl.tournament.an_evening import Choose, Evening
from tests.boxctl.tournament.test_complete_pairing import all_pairings

RESULTS = st.lists(st.integers(0, 2), min_size=40, max_size=40)


def drawn_from(results: list[int], *, draws: bool = True) -> Choose:
    """Return a choice of winners by these numbers: 0 for the first, 1 for the other, 2 a draw."""

    def choose(pairing: RoundPairing) -> str | None:
        said = results[pairing.number % len(results)]
        return None if said == 2 and draws else pairing.names[said % 2]

    return choose


@pytest.mark.parametrize("count", range(3, 33))
def test_in_a_round_robin_everybody_meets_everybody_once(count: int) -> None:
    evening = Evening("round_robin", count, seed=count).rounds()
    met = Counter(frozenset(pairing.names) for pairing in evening.cup.pairings)
    every = {frozenset(pair) for pair in combinations(evening.begun.names, 2)}
    assert met == dict.fromkeys(every, 1)
    assert evening.cup.round == count - 1 + count % 2
    assert evening.is_over


@pytest.mark.parametrize("count", range(3, 33))
def test_a_knockout_has_the_byes_that_are_missing_and_one_winner(count: int) -> None:
    evening = Evening("knockout", count, seed=count).rounds()
    pairings = evening.cup.pairings
    size = 1 << (count - 1).bit_length()
    assert sum(pairing.is_bye for pairing in pairings) == size - count
    assert all(pairing.round == 1 for pairing in pairings if pairing.is_bye)
    assert sum(not pairing.is_bye for pairing in pairings) == count - 1
    lost = Counter(name for p in pairings for name in p.names if name != p.winner)
    assert sorted(lost.values()) == [1] * (count - 1)
    assert evening.is_over


def test_the_two_strongest_can_only_meet_in_the_final() -> None:
    evening = Evening("knockout", 16)
    evening.rounds()
    assert set(evening.cup.pairings[-1].names) == {"P00", "P01"}


def fresh_pairs(names: list[str], met: set[frozenset[str]]) -> int:
    """Return how many pairs can be made at once of those who have not met."""
    return Pairable(len(names), lambda a, b: frozenset((names[a], names[b])) not in met).pairs


@given(st.integers(3, 12), RESULTS, st.integers(0, 9))
def test_nobody_meets_twice_in_a_swiss_while_another_pairing_exists(
    count: int, results: list[int], seed: int
) -> None:
    evening = Evening("swiss", count, rounds=count - 1 + count % 2, seed=seed)
    while not evening.is_over:
        met = {frozenset(pairing.names) for pairing in evening.cup.pairings}
        new = [set(names) for names in evening.draws() if len(names) == 2]
        rematches = sum(frozenset(pair) in met for pair in new)
        assert rematches == len(new) - fresh_pairs(sorted(set().union(*new)), met)
        evening.plays(drawn_from(results))


@given(st.integers(1, 5), RESULTS, st.integers(0, 9))
def test_nobody_has_two_byes_before_all_have_had_one(
    half: int, results: list[int], seed: int
) -> None:
    count = 2 * half + 1
    evening = Evening("swiss", count, rounds=count, seed=seed).rounds(drawn_from(results))
    byes = Counter(pairing.one for pairing in evening.cup.pairings if pairing.is_bye)
    assert sorted(byes.values()) == [1] * count


def order_of(cup: Tournament, pairs: list[tuple[str, str]]) -> tuple[list[int], list[int]]:
    """Return how often each has met the opponent, and how far apart they are, from the top."""
    opponent = {a: b for one, other in pairs for a, b in ((one, other), (other, one))}
    ranked = sorted(opponent, key=lambda name: (-cup.points[name], cup.number_of[name]))
    met = Counter(frozenset(pairing.names) for pairing in cup.pairings)
    return (
        [met[frozenset((name, opponent[name]))] for name in ranked],
        [abs(cup.points[name] - cup.points[opponent[name]]) for name in ranked],
    )


@given(st.sampled_from([4, 6, 8]), RESULTS, st.integers(0, 9))
def test_no_pairing_of_all_is_better_by_the_wishes_of_the_swiss(
    count: int, results: list[int], seed: int
) -> None:
    evening = Evening("swiss", count, rounds=count - 1, seed=seed)
    names = evening.begun.names
    every = [
        [(names[a], names[b]) for a, b in pairs] for pairs in all_pairings(tuple(range(count)))
    ]
    while not evening.is_over:
        cup = evening.cup
        drawn = [(each.one, each.other) for each in draw(cup) if each.other is not None]
        assert order_of(cup, drawn) == min(order_of(cup, pairs) for pairs in every)
        evening.draws()
        evening.plays(drawn_from(results))


def test_the_first_round_pairs_the_upper_half_with_the_lower() -> None:
    assert Evening("swiss", 8, rounds=3).draws() == [
        ("P00", "P04"), ("P01", "P05"), ("P02", "P06"), ("P03", "P07")
    ]  # fmt: skip


@given(
    st.sampled_from(["swiss", "knockout", "round_robin"]),
    st.integers(3, 9),
    RESULTS,
    st.lists(st.tuples(st.integers(0, 8), st.sampled_from(Presence)), max_size=6),
    st.integers(0, 9),
)
def test_the_same_events_give_the_same_tournament(
    system: str,
    count: int,
    results: list[int],
    presences: list[tuple[int, Presence]],
    seed: int,
) -> None:
    evening = Evening(system, count, rounds=3 if system == "swiss" else 0, seed=seed)
    for number, presence in presences:
        evening.rounds(drawn_from(results, draws=system != "knockout"), most=1)
        entrant = evening.cup.entrants[number % count]
        allowed = not entrant.withdrawn and entrant.here is not (presence is Presence.BACK)
        if allowed and (entrant.here or presence is not Presence.AWAY):
            evening.goes(entrant.name, presence)
    assert fold(evening.begun, evening.told) == evening.cup
