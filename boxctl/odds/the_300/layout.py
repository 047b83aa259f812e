"""How the worths of all positions of "The 300" lie in a table, and how they are read there.

A move of at most 24 has at most one tile above 12, for two of them make 27. So the tiles 1 to 12
choose a row of a block, 13 to 20 the block, and 21 to 24 one of sixteen lanes of the row: a move
without a high tile stays within its block, which fits a processor's cache, and goes from lane to
the same lane. A row has the sixteen worths for one aim and then the sixteen for another.

Nothing here needs numpy: a table can be read wherever its numbers come from.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import overload

from boxctl.odds.aims import Aim, AimName, aim
from boxctl.odds.subboxes import SubBox
from boxctl.odds.turn import TurnOdds
from boxctl.rules.dice import Dice
from boxctl.rules.ruleset import RuleSet

LOW_TILES, BLOCK_TILES, LANE_TILES = 12, 8, 4
ROWS, BLOCKS, LANES = 1 << LOW_TILES, 1 << BLOCK_TILES, 1 << LANE_TILES

TABLES: dict[str, tuple[AimName, AimName]] = {
    "the-300": ("shut", "golf"),
    "the-300-scores": ("missionary", "digital"),
}
"""The tables by name, with the two aims that each is for."""

AIMS_IN_A_TABLE = 2
ROW_LENGTH = LANES * AIMS_IN_A_TABLE
TABLE_LENGTH = BLOCKS * ROWS * ROW_LENGTH
"""Numbers in a table: two for each of the 2**24 positions."""

_TURN = RuleSet(tiles=24, dice=Dice(4, 6), one_die="never")


def is_turn_of_the_300(rules: RuleSet) -> bool:
    """Whether a turn by these rules is the one that the table is for."""
    same_turn = replace(
        _TURN,
        scoring=rules.scoring,
        match=rules.match,
        target=rules.target,
        shut_wins=rules.shut_wins,
        ties=rules.ties,
        first_player=rules.first_player,
        stake=rules.stake,
        double_on_shut=rules.double_on_shut,
        take_back=rules.take_back,
        bump_ms=rules.bump_ms,
        settle_ms=rules.settle_ms,
    )
    return rules == same_turn and rules.match != "first_to_shut"


def odds_in_table(rules: RuleSet, name: AimName, table: Sequence[float]) -> TurnOdds:
    """The odds of a turn of The 300, read from the table of the aim where they are asked for."""
    return TurnOdds(rules, aim(name), SubBox(rules.in_play), WorthsInTable(table, aim(name)))


@dataclass(frozen=True, slots=True)
class WorthsInTable(Sequence[float]):
    """The worths for one aim by the number of the position, which here is its tile set."""

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


def table_for(name: AimName) -> str:
    """The name of the table that is for this aim. Raises :class:`KeyError` for one to win."""
    for table, aims in TABLES.items():
        if name in aims:
            return table
    raise KeyError(name)


def half_of_row(name: AimName) -> int:
    """Which half of a row has the worths for this aim: 0 or 1."""
    return TABLES[table_for(name)].index(name)


def place_in_table(tiles: int, name: AimName) -> int:
    """Where the worth of this position is, in the table of the aim."""
    low = tiles % ROWS
    block = tiles // ROWS % BLOCKS
    lane = tiles // ROWS // BLOCKS
    return (block * ROWS + low) * ROW_LENGTH + half_of_row(name) * LANES + lane
