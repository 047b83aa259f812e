"""A first figure comes soon, whatever is played by whom: counted in positions that are solved."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product

import pytest

from boxctl.odds import throws, turn
from boxctl.odds.prizes import scored_turn
from boxctl.rules.contradictions import check
from boxctl.rules.faults import RuleFault
from boxctl.rules.ruleset import RuleSet
from boxctl.rules.settings import with_settings
from boxctl.rules.variants import names, variant
from boxctl.simulation.players import NamedPlayer
from boxctl.simulation.simulate import simulate
from boxctl.simulation.statistics import Statistics
from tests.support.soak import SOAK, chance

prize_solver = pytest.importorskip("boxctl.odds.prizes.prize_solver")

MOST_SOLVED = 50_000_000
"""Positions, once for each prize that is played for: a few seconds at the very most."""

PLAYERS = (1, 2, 4, 6, 8, 12)
WAYS = (("best",), ("human",), ("best", "human"), ("best", "random"), ("highest-first",))

CHANGES = (
    ("digital", "match=tournament"),
    ("digital", "match=knockout", "target=3000"),
    ("digital", "tiles=12"),
    ("missionary", "match=tournament", "target=none", "rounds=1000"),
    ("full-house", "match=tournament", "target=none", "rounds=40"),
    ("full-house", "dice=3d20"),
    ("full-house", "doubles=insurance"),
    ("canoga", "tiles=12"),
    ("tournament", "shut_bonus=10"),
    ("last-standing", "knock_out=at_once"),
    ("canadienne", "ties=roll_off"),
    ("unlucky-seven", "stops=match", "scoring=digital"),
    ("three-to-go", "opening_lost=match"),
    ("lucky-seven", "dice=3d100"),
)
"""Settings that make much of a variant."""


@dataclass(frozen=True)
class Asked:
    """A simulation that is asked for."""

    rules: RuleSet
    players: int
    ways: tuple[str, ...]

    @property
    def chosen(self) -> list[NamedPlayer]:
        """Return who sits at each seat."""
        return [NamedPlayer(self.ways[seat % len(self.ways)]) for seat in range(self.players)]


def is_possible(rules: RuleSet, players: int) -> bool:
    try:
        check(rules, players)
    except RuleFault:
        return False
    return True


def every(named: Iterator[tuple[str, RuleSet]]) -> list[tuple[str, Asked]]:
    return [
        (f"{name} {players} {','.join(ways)}", Asked(rules, players, ways))
        for (name, rules), players, ways in product(named, PLAYERS, WAYS)
        if len(ways) <= players and is_possible(rules, players)
    ]


def variants() -> Iterator[tuple[str, RuleSet]]:
    # The 300 has a table of its own, which is solved in seconds and kept.
    yield from ((name, variant(name)) for name in names() if name != "the-300")


def changed() -> Iterator[tuple[str, RuleSet]]:
    for name, *changes in CHANGES:
        settings = (change.partition("=")[::2] for change in changes)
        yield " ".join((name, *changes)), with_settings(variant(name), settings)


GRID = every(variants()) + every(changed())
TRIED = chance("first figure").sample(GRID, min(len(GRID), 4 * SOAK))


class FirstFigure(Exception):
    """Ends a simulation with its first figure."""


def at_the_first_figure(counted: Statistics) -> None:
    if counted.turns:
        raise FirstFigure


class Solved:
    """Counts the positions that are solved, and stops where there are too many."""

    def __init__(self) -> None:
        self.positions = 0

    def add(self, positions: int) -> None:
        self.positions += positions
        assert self.positions <= MOST_SOLVED


@pytest.fixture
def solved(monkeypatch: pytest.MonkeyPatch) -> Solved:
    """Count what is solved in plain Python and with numpy."""
    counted = Solved()

    def count(owner: object, name: str, positions: object) -> None:
        solve = getattr(owner, name)

        def counting(*arguments: object) -> object:
            counted.add(positions(*arguments))  # type: ignore[operator]
            return solve(*arguments)

        monkeypatch.setattr(owner, name, counting)

    count(turn, "weigh", lambda *_arguments: 1)
    count(throws, "position_throws", lambda *_arguments: 1)
    count(scored_turn.ScoredTurn, "best_play", lambda turn, _prize: turn.states)
    for name in ("solve", "scores"):
        count(prize_solver.PrizeSolver, name, of_prizes)
    return counted


def of_prizes(solver: object, played: Sequence[object], _stopped: object) -> int:
    states: int = solver.states  # type: ignore[attr-defined]
    return states * len(played)


@pytest.mark.parametrize("asked", [one for _name, one in TRIED], ids=[name for name, _ in TRIED])
def test_a_first_figure_comes_soon(asked: Asked, solved: Solved) -> None:
    players = [f"P{seat}" for seat in range(asked.players)]
    with pytest.raises((FirstFigure, RuleFault)):
        simulate(asked.rules, players, 1000, 1, asked.chosen, progress=at_the_first_figure)
    assert solved.positions <= MOST_SOLVED


def test_work_is_counted(solved: Solved) -> None:
    with pytest.raises(FirstFigure):
        simulate(
            variant("classic"),
            ["Ann", "Bob", "Cy"],
            1000,
            1,
            NamedPlayer("best"),
            progress=at_the_first_figure,
        )
    assert solved.positions > 10_000
