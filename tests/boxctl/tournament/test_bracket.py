"""The bracket of a knockout: every round of it, and who goes on where."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from boxctl.tournament.bracket import bracket_rounds
from boxctl.tournament.draw import draw, is_over
from boxctl.tournament.events import Begun, DecidedBy, PairingDecided, RoundDrawn, System
from boxctl.tournament.fold import after, begin
from boxctl.tournament.state import Tournament


def knockout(count: int) -> Tournament:
    return begin(
        Begun(
            system=System.KNOCKOUT,
            names=tuple(f"P{number}" for number in range(1, count + 1)),
            boxes=("pub",),
            rounds=0,
            seed=None,
            variant="classic",
            settings={},
            handicap={},
        )
    )


def drawn(cup: Tournament) -> Tournament:
    return after(cup, RoundDrawn(round=cup.round + 1, pairings=draw(cup)))


@given(count=st.integers(3, 32), choices=st.lists(st.integers(0, 1), min_size=31, max_size=31))
def test_neighbours_meet_in_the_next_round_until_one_is_left(
    count: int, choices: list[int]
) -> None:
    cup, winners = drawn(knockout(count)), iter(choices)
    whole = [len(matches) for matches in bracket_rounds(cup)]
    while not is_over(cup):
        if not cup.open:
            cup = drawn(cup)
        pairing = cup.open[0]
        won = pairing.names[next(winners)]
        told = PairingDecided(
            pairing=pairing.number, winner=won, decided_by=DecidedBy.ORGANISER, match=None
        )
        cup = after(cup, told)
        rounds = bracket_rounds(cup)
        assert [len(matches) for matches in rounds] == whole, "it is whole from the beginning"
        for before, following in pairwise(rounds):
            ahead = [name for match in following for name in (match.one, match.other)]
            assert ahead == [match.winner for match in before]
    # A second reading: each pairing that was drawn is in it once, with its names and its winner.
    there = [match.pairing for matches in bracket_rounds(cup) for match in matches]
    assert sorted(each.number for each in there if each) == [p.number for p in cup.pairings]
    assert bracket_rounds(cup)[-1][0].winner == cup.pairings[-1].winner


@pytest.mark.parametrize("count", [3, 5, 6, 17])
def test_those_without_an_opponent_have_a_bye_in_the_first_round(count: int) -> None:
    first, *others = bracket_rounds(drawn(knockout(count)))
    byes = [match for match in first if match.is_bye]
    assert len(byes) == 2 * len(first) - count
    assert all(match.winner is not None for match in byes)
    assert all(match.pairing is None for matches in others for match in matches)
