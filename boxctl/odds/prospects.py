"""Tell what a position promises, and so why a choice is better: throws that play, expected end."""

from __future__ import annotations

from boxctl.odds.throws import likely_throws
from boxctl.odds.turn import TurnOdds
from boxctl.rules.moves import allowed_counts, moves
from boxctl.rules.ruleset import RuleSet
from boxctl.rules.tiles import NO_TILES, TileSet
from boxctl.rules.turn_memory import FRESH, TurnMemory
from groundwork.frozen_dataclass import frozen_dataclass

MOST_THROWS = 10_000
"""The most throws, each order of the dice counted, that are looked at."""


@frozen_dataclass
class ThrowsThatPlay:
    """Of so many equally likely throws (``of``) these many have a move."""

    throws: int
    of: int

    @property
    def part(self) -> float:
        """The chance that the throw plays, from 0 to 1."""
        return self.throws / self.of


@frozen_dataclass
class Prospects:
    """The prospects of a player who has ``left`` tiles still to be moved, and a throw to come.

    ``dice`` is how many it is best to throw. ``plays`` is None where the next throw is not this
    turn's, or where there are too many to look at. ``shut`` is the chance to move the last tile in
    this turn, ``points`` the least expected score, where they are known. ``again`` says that a
    double is thrown again for it (R5.7).
    """

    left: TileSet
    dice: int
    plays: ThrowsThatPlay | None
    shut: float | None
    points: float | None
    again: bool = False


def throws_that_play(rules: RuleSet, left: TileSet, count: int) -> ThrowsThatPlay | None:
    """Return how many throws of so many dice have a move with these tiles still to be moved."""
    every: int = rules.dice.sides**count
    if every > MOST_THROWS:
        return None
    opening = left == rules.in_play
    played = sum(
        round(likely.chance * every)
        for likely in likely_throws(rules, count)
        if sum(likely.throw) != rules.stop_number
        and moves(rules, left, likely.throw, opening=opening)
    )
    return ThrowsThatPlay(played, every)


def prospects(
    odds: TurnOdds,
    left: TileSet,
    memory: TurnMemory = FRESH,
    shut: TurnOdds | None = None,
    points: TurnOdds | None = None,
    count: int | None = None,
    *,
    again: bool = False,
) -> Prospects:
    """Return what a player can expect who plays by ``odds`` and whose turn remembers this.

    ``shut`` and ``points`` are the odds with these aims, where they are known. With ``count`` the
    player throws so many dice, and ``again`` says that a double is thrown again (R5.7); otherwise a
    move has left these tiles.
    """
    rules = odds.rules
    if count is not None:
        shuts, comes_to = (
            None if one is None else one.by_dice(left, memory)[count] for one in (shut, points)
        )
        return Prospects(left, count, throws_that_play(rules, left, count), shuts, comes_to)
    ends = left == NO_TILES or (rules.turn_is_one_throw and not again)
    counts = allowed_counts(rules, left)
    dice = counts[0] if ends or len(counts) == 1 else odds.best_dice(left, counts, memory)

    def worth(one: TurnOdds) -> float:
        return one.worth(left, memory) if again else one.worth_left(left, memory)

    shuts, comes_to = (None if one is None else one.aim.shown(worth(one)) for one in (shut, points))
    plays = None if ends else throws_that_play(rules, left, dice)
    return Prospects(left, dice, plays, shuts, comes_to, again)
