"""A turn of a rule set as numbers: every throw, the moves it allows, and its other effects.

Positions are the numbers of tiles still to be moved within a :class:`SubBox`, in which a move is
subtracted as its bits are removed; ``states`` are positions with the memory of the turn
(:mod:`boxctl.odds.turn_states`). Plain and lockstep turns both read this table:
:mod:`boxctl.simulation.turns.plain_turns` and :mod:`boxctl.simulation.turns.lockstep_turns`.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from functools import cache
from itertools import product

from boxctl.odds.throws import kinds_of_throws
from boxctl.odds.turn_states import SubBox, turn_states
from boxctl.rules.moves import allowed_counts, moves
from boxctl.rules.ruleset import RuleSet, is_double, score
from boxctl.rules.tiles import TileSet, numbers, tile, total
from boxctl.rules.variants import variant
from groundwork.frozen_dataclass import frozen_dataclass

MOST_TILES_LISTED = 14
"""With more tiles in play there is no list of all positions."""

MOST_THROWS = 50_000
"""The most throws of the dice, each order of values counted, that are listed."""


@frozen_dataclass
class AlikeThrows:
    """Throws that are answered alike, whatever is open.

    ``moves`` are all answers on a full box, in the order of the rules. With ``stops`` the throw
    ends the turn (R5.2).
    """

    moves: tuple[int, ...]
    stops: bool
    double: bool


class TurnTable:
    """The turn of a rule set. Read-only. Raises :class:`RuleFault` (BX702) for too many moves.

    ``kinds`` are all kinds of throw. ``throws`` has, for one die where that may be thrown and for
    the full number, the kind of every throw, all of them equally likely. ``opening`` is the tile
    that the first move must shut (R5.1), as a position, or 0. With ``one_throw`` a move ends the
    turn.
    """

    def __init__(self, rules: RuleSet) -> None:
        self.rules = rules
        self.box = SubBox(rules.in_play)
        self.states = turn_states(rules, self.box)
        self.start = self.box.size - 1
        self.small = rules.in_play.bit_count() <= MOST_TILES_LISTED
        self.one_throw = rules.turn_is_one_throw
        opening = rules.opening_tile
        self.opening = 0 if opening is None else self.box.number(tile(opening))
        self.counts = (
            (rules.dice.count,)
            if rules.one_die == "never" or rules.dice.count == 1
            else (1, rules.dice.count)
        )
        found: dict[AlikeThrows, int] = {}
        self.throws: list[array[int]] = [
            array("q", self._kinds_of(count, found)) for count in self.counts
        ]
        self.kinds = list(found)
        self.choices = cache(self._choices)
        self.score = cache(self._score)

    def allowed(self, kind: AlikeThrows, at: int) -> list[int]:
        """Return the moves that such a throw allows in this position, in the order of the rules."""
        needed = self.opening if at == self.start else 0
        return [move for move in kind.moves if move & at == move and move & needed == needed]

    def tiles(self, number: int) -> TileSet:
        """Return the tiles of a position."""
        if self.box.among == self.start:
            return number
        members = numbers(self.box.among)
        return sum(tile(members[place - 1]) for place in numbers(number))

    def _choices(self, number: int) -> tuple[int, ...]:
        """Return which of :attr:`counts` may be thrown in this position, as indexes."""
        allowed = allowed_counts(self.rules, self.tiles(number))
        return tuple(self.counts.index(count) for count in allowed)

    def _score(self, number: int) -> int:
        """Return the score of a turn that leaves this position (R6)."""
        return score(self.rules.scoring, self.tiles(number))

    def _kinds_of(self, count: int, found: dict[AlikeThrows, int]) -> list[int]:
        kinds_of_throws(self.rules, count)  # refuses too many moves

        @cache
        def kind_of(throw: Sequence[int]) -> int:
            stops = sum(throw) == self.rules.stop_number
            answers = () if stops else moves(self.rules, self.rules.in_play, throw)
            numbered = tuple(self.box.number(move.tiles) for move in answers)
            return found.setdefault(AlikeThrows(numbered, stops, is_double(throw)), len(found))

        values = range(1, self.rules.dice.sides + 1)
        return [kind_of(tuple(sorted(throw))) for throw in product(values, repeat=count)]


def can_be_listed(rules: RuleSet) -> bool:
    """Return whether all throws of these dice can be listed."""
    throws: int = rules.dice.sides**rules.dice.count
    return throws <= MOST_THROWS


@cache
def table_of_the_300() -> TurnTable:
    """Return the turn of The 300, with its throws in the order of their totals."""
    table = TurnTable(variant("the-300"))
    by_total = sorted(table.throws[0], key=lambda kind: total(table.kinds[kind].moves[0]))
    table.throws[0] = array("q", by_total)
    return table
