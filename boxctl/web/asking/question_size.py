"""How large a question may be that a page asks: counted, so that it never depends on a machine.

Whoever asks needs no code, and play goes on meanwhile.
"""

from __future__ import annotations

from math import comb

from boxctl.odds.table_odds import OddsQuery
from boxctl.odds.turn_states import SubBox, turn_states
from boxctl.rules.faults import RuleFault
from boxctl.rules.ruleset import RuleSet
from boxctl.rules.tiles import TileSet, numbers
from groundwork.language import tr

MOST_SETS = 20_000
"""The most sets of tiles with one sum that a throw may allow: The 300 has some hundreds."""

MOST_STEPS = 1_500_000
"""The most sets and throws of a turn, over all its states: less than half a second on a laptop."""

ROUNDS_OF_A_DUEL = 16
"""How often the turns of a duel are worked out, for both players, until nothing changes."""


def check_throws(rules: RuleSet, dice: int) -> None:
    """Raise :class:`RuleFault` (BX780) where a throw of so many dice may allow too many moves."""
    sums = _sets_by_sum(rules.on_the_box, dice * rules.dice.sides)
    if max(sums, default=0) > MOST_SETS:
        raise RuleFault(
            "BX780",
            tr("a throw of {dice} dice allows too many moves here for a page", dice=dice),
            tr("ask with boxctl on a computer, or with fewer tiles or dice"),
        )


def check_odds(query: OddsQuery) -> None:
    """Raise :class:`RuleFault` (BX780) for odds that are more than a page works out."""
    rules = query.rules
    among = rules.in_play if rules.box_stays else query.to_move
    dice = rules.dice
    largest = dice.count * dice.sides
    positions = turn_states(rules, SubBox(among)).size if among else 1
    throws = comb(dice.count + dice.sides - 1, dice.count)
    steps = positions * (throws + sum(_sets_by_sum(among, largest)))
    if query.aim == "win" and rules.match == "duel":
        steps *= ROUNDS_OF_A_DUEL
    if steps > MOST_STEPS:
        raise RuleFault(
            "BX780",
            tr(
                "with {count} tiles open there are too many positions to be solved for a page",
                count=len(numbers(among)),
            ),
            tr("ask about fewer open tiles, or with boxctl odds on a computer"),
        )


def _sets_by_sum(tiles: TileSet, most: int) -> list[int]:
    """Return how many sets of these tiles have each sum from 1 to ``most``."""
    most = min(most, sum(numbers(tiles)))
    counts = [1] + [0] * most
    for number in numbers(tiles):
        for total in range(most, number - 1, -1):
            counts[total] += counts[total - number]
    return counts[1:]
