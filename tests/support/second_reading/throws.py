"""R2: the dice."""

from __future__ import annotations

from tests.support.second_reading.settings import Rules, Tiles


def dice_allowed(rules: Rules, to_move: Tiles) -> set[int]:
    """R2.2: how many dice may be thrown when these tiles are still to be moved."""
    one_die = {
        "never": False,
        "last_tile": to_move == {1},
        "high_tiles_shut": all(tile < 7 for tile in to_move),
        "sum_below_6": sum(to_move) < 6,
        "sum_at_most_6": sum(to_move) <= 6,
    }[rules.one_die]
    if not one_die or not to_move:  # R2.3: with nothing to be moved it is the full number
        return {rules.dice}
    return {1} if rules.one_die_choice == "must" else {1, rules.dice}


def is_whole(value: object) -> bool:
    """A JSON number such as 7; not true, and not 7.0."""
    return isinstance(value, int) and not isinstance(value, bool)


def shown_by_a_die(rules: Rules, value: object) -> bool:
    """R2.4."""
    return is_whole(value) and isinstance(value, int) and 1 <= value <= rules.sides


def is_double(throw: tuple[int, ...]) -> bool:
    """R5.4: all dice alike, two or more dice."""
    return len(throw) >= 2 and len(set(throw)) == 1
