"""Draw the puzzles of a game from its odds: the same fifty on every machine, without a stored list.

A puzzle is a position that play can lead to, and a throw of which one move is better than all
others by enough to be worth knowing. The lot of a puzzle is a hash of the position and the throw,
so it depends on nothing but the rules. Of each number of open tiles, of each kind of reason and of
moves that take the highest tile there are only so many, as long as there are others.

Worths are those of a turn whatever the others have scored (:mod:`boxctl.odds.table_odds`), which
``boxctl analyse`` judges by, too.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from hashlib import sha256
from itertools import combinations_with_replacement
from math import ceil, comb

from boxctl.audit.history_tally import MOST_TILES_RATED
from boxctl.odds.aims import Aim
from boxctl.odds.post_mortem import Prospects, prospects
from boxctl.odds.table_odds import TableOdds
from boxctl.odds.throws import throws_by_state
from boxctl.odds.turn import TurnOdds
from boxctl.odds.turn_states import TurnStates
from boxctl.rules.faults import RuleFault
from boxctl.rules.moves import allowed_counts
from boxctl.rules.ruleset import RuleSet, Throw, is_double
from boxctl.rules.tiles import NO_TILES, TileSet, write_tiles
from boxctl.rules.turn_memory import FRESH
from boxctl.screens.coaching.advice import Choice, Choices, choices_of_throw
from boxctl.screens.coaching.reasons import (
    BLUNDER_OF_CHANCE,
    BLUNDER_OF_SCORE,
    ReasonKind,
    Worths,
    reason,
)
from groundwork.frozen_dataclass import frozen_dataclass
from groundwork.language import tr

MOST_PUZZLES = 50
"""The puzzles of a game, if so many can be drawn."""

MOST_OF_A_KIND = 20
"""The most puzzles with one kind of reason, and the most whose answer takes the highest tile."""

MOST_LOOKED_AT = 6_000
"""The most throws of positions that are looked at; a box of nine tiles has fewer."""

MOST_THROWS = 500
"""The most throws, their dice sorted, that a position may have."""

PART_OF_A_BLUNDER = 0.5
"""The next best move loses at least so much of what the coach calls a blunder."""

PART_OF_A_TURN = 0.01
"""And at least so much of the score that is to be expected of a whole turn."""


@frozen_dataclass
class Puzzle:
    """A position and a throw; ``choices`` has all that may be done, the best first and alone."""

    to_move: TileSet
    throw: Throw
    choices: Choices
    kind: ReasonKind

    @property
    def best(self) -> Choice:
        """The answer."""
        return self.choices.of[0]

    @property
    def takes_highest(self) -> bool:
        """Whether the answer is that of somebody who always takes the highest tile."""
        # As a set is a number, the one with the highest tile is the greatest.
        return self.best.tiles == max(choice.tiles or NO_TILES for choice in self.choices.of)

    @property
    def key(self) -> str:
        """What tells it from the other puzzles of its game: ``1-4,7 with 3 4``."""
        return f"{write_tiles(self.to_move)} with {' '.join(map(str, self.throw))}"

    def choice_of(self, tiles: TileSet) -> Choice | None:
        """Return the choice that moves these tiles, none to throw again; None if it is no move."""
        return next((choice for choice in self.choices.of if choice.tiles == tiles), None)


class PuzzleBook:
    """The puzzles of a game, the ones with the fewest choices first, and the odds behind them.

    Raises :class:`RuleFault`: BX802 where the odds take too long, BX803 where nothing can be drawn.
    """

    def __init__(self, rules: RuleSet) -> None:
        self.rules = rules
        self._table = _solved(rules)
        odds = self._table.known(None)
        assert odds is not None
        self.odds = odds
        drawn = _drawn(self, odds)
        if not drawn:
            raise RuleFault(
                "BX803",
                tr("there are no puzzles: no throw of this game has a move to be found out"),
                tr("take another game"),
            )
        self.puzzles: tuple[Puzzle, ...] = tuple(
            sorted(drawn, key=lambda puzzle: len(puzzle.choices.of))
        )

    def ahead(self, choice: Choice) -> Prospects:
        """Return a player's prospects after a choice, as the coach does."""
        again = choice.tiles == NO_TILES
        points, shut = self._table.points, self._table.shut
        return prospects(points, choice.left, choice.memory, shut, points, again=again)


def _solved(rules: RuleSet) -> TableOdds:
    """Return the odds of a turn whatever the others have: by points, or as far as these win."""
    count, sides = rules.dice.count, rules.dice.sides
    too_many = comb(sides + count - 1, count) > MOST_THROWS
    if rules.in_play.bit_count() > MOST_TILES_RATED or too_many:
        raise RuleFault(
            "BX802",
            tr(
                "there are no puzzles: to solve tiles = {tiles} with dice = {dice} takes too long",
                tiles=rules.tiles,
                dice=rules.dice,
            ),
            tr("take a game with {most} tiles or fewer", most=MOST_TILES_RATED),
        )
    table = TableOdds(rules, players=1)
    table.solve(None)
    return table


def _drawn(book: PuzzleBook, odds: TurnOdds) -> list[Puzzle]:
    """Return puzzles as the lot has them: first within the limits of each kind, then any."""
    limits = _DrawLimits(odds.rules)
    drawn: list[Puzzle] = []
    left_over: list[Puzzle] = []
    for looked_at, (to_move, throw) in enumerate(_by_lot(odds)):
        if len(drawn) == MOST_PUZZLES or looked_at == MOST_LOOKED_AT:
            break
        if (puzzle := _puzzle(book, odds, to_move, throw)) is None:
            continue
        (drawn if limits.take(puzzle) else left_over).append(puzzle)
    # What people would not find by themselves comes first.
    left_over.sort(key=lambda puzzle: puzzle.takes_highest)
    return [*drawn, *left_over][:MOST_PUZZLES]


class _DrawLimits:
    """Counts how many puzzles of each kind are drawn."""

    def __init__(self, rules: RuleSet) -> None:
        self._most_of_a_size = ceil(MOST_PUZZLES / max(1, rules.in_play.bit_count() - 2))
        self._sizes: Counter[int] = Counter()
        self._kinds: Counter[ReasonKind] = Counter()
        self._highest = 0

    def take(self, puzzle: Puzzle) -> bool:
        """Count a puzzle, unless there are enough like it; return whether it is taken."""
        size = puzzle.to_move.bit_count()
        if (
            self._sizes[size] == self._most_of_a_size
            or self._kinds[puzzle.kind] == MOST_OF_A_KIND
            or (puzzle.takes_highest and self._highest == MOST_OF_A_KIND)
        ):
            return False
        self._sizes[size] += 1
        self._kinds[puzzle.kind] += 1
        self._highest += puzzle.takes_highest
        return True


def _by_lot(odds: TurnOdds) -> Iterator[tuple[TileSet, Throw]]:
    """Yield each position that play can lead to with each throw, as the lot has them.

    Of throws that allow the same whatever is open, only the first is taken.
    """
    rules = odds.rules
    together = rules.only_the_total_counts and rules.doubles == "none"
    drawn = sorted(
        (sha256(f"{write_tiles(to_move)} with {throw}".encode()).digest(), to_move, throw)
        for to_move in _reached(odds)
        for count in allowed_counts(rules, to_move)
        for throw in combinations_with_replacement(range(1, rules.dice.sides + 1), count)
    )
    seen: set[tuple[TileSet, int, int]] = set()
    for _lot, to_move, throw in drawn:
        alike = to_move, len(throw), sum(throw)
        if together and alike in seen:
            continue
        seen.add(alike)
        yield to_move, throw


def _reached(odds: TurnOdds) -> list[TileSet]:
    """Return the positions before a throw that a turn can come to with nothing to remember."""
    states = odds.states
    by_state = throws_by_state(odds.rules, states)
    first = states.number(odds.rules.in_play)
    reached, waiting = {first}, [first]
    while waiting:
        for throws in by_state[waiting.pop()]:
            for _weight, leads in (*throws.led, *throws.optional):
                new = set(leads) - reached
                reached |= new
                waiting += new
    return sorted(
        {states.tiles(state) for state in reached if _is_fresh(states, state)} - {NO_TILES}
    )


def _is_fresh(states: TurnStates, state: int) -> bool:
    return state == states.fresh(state)


def _puzzle(book: PuzzleBook, odds: TurnOdds, to_move: TileSet, throw: Throw) -> Puzzle | None:
    """Return the puzzle of a throw; None where nothing is to be found out."""
    played = odds.states.played(odds.states.number(to_move))[is_double(throw)]
    found = choices_of_throw(odds, to_move, throw, (FRESH, odds.states.memory(played)))
    if found is None or len(found.of) < 2:
        return None
    best, second = found.of[:2]
    whole_turn = odds.before_throw(odds.rules.in_play)
    if second.loss < _worth_knowing(odds.aim, best.value, whole_turn):
        return None
    why = reason(book.ahead(best), book.ahead(second), Worths("", ""), alike=False)
    return Puzzle(to_move, throw, found, why.kind)


def _worth_knowing(aim: Aim, best: float, whole_turn: float) -> float:
    """Return the least that the next best move must lose."""
    if not aim.lower:
        return PART_OF_A_BLUNDER * BLUNDER_OF_CHANCE
    return max(PART_OF_A_BLUNDER * BLUNDER_OF_SCORE * best, PART_OF_A_TURN * whole_turn)
