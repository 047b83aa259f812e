"""The place of each position of "The 300" in a table; README.md explains the layout.

Tiles 1 to 12 choose a row of a block, 13 to 20 the block, 21 to 24 one of 16 lanes of the row. A
row has the 16 worths for one aim, then the 16 for another. Nothing here needs numpy: the numbers
may come from memory or from a file.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import overload

from boxctl.odds.aims import Aim, AimName, aim
from boxctl.odds.turn import TurnOdds
from boxctl.odds.turn_states import SubBox
from boxctl.rules.ruleset import Dice, RuleSet
from boxctl.rules.settings import SETTINGS, deciding, without
from groundwork.frozen_dataclass import frozen_dataclass

LOW_TILES, BLOCK_TILES, LANE_TILES = 12, 8, 4
ROWS, BLOCKS, LANES = 1 << LOW_TILES, 1 << BLOCK_TILES, 1 << LANE_TILES

TABLES: dict[str, tuple[AimName, AimName]] = {
    "the-300": ("shut", "golf"),
    "the-300-scores": ("missionary", "digital"),
}
"""The two aims of each table, by its name."""

AIMS_IN_A_TABLE = 2
ROW_LENGTH = LANES * AIMS_IN_A_TABLE
TABLE_LENGTH = BLOCKS * ROWS * ROW_LENGTH
"""Doubles in a table: two for each of the 2**24 positions."""

_TURN = RuleSet(tiles=24, dice=Dice(4, 6), one_die="never")
_ANY = {"scoring", "match", "pass_box"}
"""Settings that may be anything: the aim says what counts, and a turn of one throw is none."""


def is_turn_of_the_300(rules: RuleSet) -> bool:
    """Return whether the table holds for a turn by these rules."""
    same_turn = without(rules, (SETTINGS.keys() - deciding("turn")) | _ANY)
    return same_turn == _TURN and not rules.turn_is_one_throw


def odds_in_table(rules: RuleSet, name: AimName, table: Sequence[float]) -> TurnOdds:
    """Return the odds of a turn of The 300, read from the aim's table as they are asked for."""
    return TurnOdds(rules, aim(name), SubBox(rules.in_play), WorthsInTable(table, aim(name)))


@frozen_dataclass
class WorthsInTable(Sequence[float]):
    """The worths for one aim, by the position as a tile set."""

    table: Sequence[float]
    aim: Aim

    def __len__(self) -> int:
        return TABLE_LENGTH // AIMS_IN_A_TABLE

    @overload
    def __getitem__(self, number: int) -> float: ...
    @overload
    def __getitem__(self, number: slice) -> Sequence[float]: ...
    def __getitem__(self, number: int | slice) -> float | Sequence[float]:
        if isinstance(number, slice):
            return [self[one] for one in range(*number.indices(len(self)))]
        return float(self.table[place_in_table(number, self.aim.name)])


def has_table(name: AimName) -> bool:
    """Return whether there is a table with this aim."""
    return any(name in aims for aims in TABLES.values())


def table_for(name: AimName) -> str:
    """Return the name of the table with this aim. Raises :class:`KeyError` if none has it."""
    for table, aims in TABLES.items():
        if name in aims:
            return table
    raise KeyError(name)


def half_of_row(name: AimName) -> int:
    """Return which half of a row has the worths for this aim: 0 or 1."""
    return TABLES[table_for(name)].index(name)


def place_in_table(tiles: int, name: AimName) -> int:
    """Return the index of the worth of this position in the table of the aim."""
    low = tiles % ROWS
    block = tiles // ROWS % BLOCKS
    lane = tiles // ROWS // BLOCKS
    return (block * ROWS + low) * ROW_LENGTH + half_of_row(name) * LANES + lane
