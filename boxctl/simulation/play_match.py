"""A match played by itself, through the referee: the next events of the table. Pure.

A match that does not end is a fault, known beforehand or from a stuck box.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from random import Random

from boxctl.odds.throws import kinds_of_throws
from boxctl.referee.game import Game
from boxctl.referee.lines import Event, LeverMoved, Pressed, Thrown
from boxctl.referee.referee import Referee
from boxctl.referee.ruling import Ruling
from boxctl.rules.faults import RuleFault
from boxctl.rules.moves import THROW_AGAIN, allowed_counts
from boxctl.rules.ruleset import RuleSet
from boxctl.rules.tiles import TileSet, numbers, tile
from boxctl.simulation.players import Player
from groundwork.language import tr
from groundwork.times import START, MatchTime

LONGEST_MATCH = 100_000
"""Turns after which a match is taken to be endless."""

SURELY = 20
"""So many endless matches are expected at least: that there is none has a chance below e**-20."""


def endless_match() -> RuleFault:
    """Return the fault of a match that does not end (BX208)."""
    return RuleFault("BX208", tr("a match by these rules does not end"), tr("change one of them"))


def refuse_endless(rules: RuleSet, matches: int) -> None:
    """Raise :class:`RuleFault` (BX208) if some of so many matches surely take too many turns.

    In turns of one throw (R5.3) nothing but the chance of that throw decides when a match ends.
    """
    if rules.match != "first_to_shut":
        return
    try:
        goes_on = 1 - _chance_to_shut_at_once(rules)
    except RuleFault:
        return
    if matches * goes_on**LONGEST_MATCH > SURELY:
        raise endless_match()


def _chance_to_shut_at_once(rules: RuleSet) -> float:
    """Return the greatest chance to shut the box by a throw that counts (R5.4).

    Raises :class:`RuleFault` (BX702) for too many throws to tell.
    """
    chances = [0.0]
    for count in allowed_counts(rules, rules.in_play):
        shuts, counts = 0, 0
        for kind in kinds_of_throws(rules, count):
            shuts += kind.weight if rules.in_play in kind.moves else 0
            counts += kind.weight if kind.moves or not kind.double else 0
        chances.append(shuts / counts if counts else 0.0)
    return max(chances)


@lru_cache(maxsize=4096)
def is_stuck(rules: RuleSet, left: TileSet) -> bool:
    """Return whether nobody can ever move again, with these tiles left to one of the players.

    False where the dice have too many throws to tell.
    """
    others = rules.in_play & ~left if rules.match == "duel" else left
    try:
        return not (_can_move(rules, left) or _can_move(rules, others))
    except RuleFault:
        return False


def _can_move(rules: RuleSet, to_move: TileSet) -> bool:
    return to_move != 0 and any(
        move & to_move == move
        for count in allowed_counts(rules, to_move)
        for move in _all_moves(rules, count)
    )


@lru_cache(maxsize=2)
def _all_moves(rules: RuleSet, count: int) -> frozenset[TileSet]:
    return frozenset(move for kind in kinds_of_throws(rules, count) for move in kind.moves)


SECOND = 1_000_000
"""Microseconds; simulated players take a second for each thing they do."""

LONGEST_TIME = LONGEST_MATCH * SECOND
"""Microseconds after which a match is taken to be endless."""


def next_events(play: Game, chooser: Player, dice: Random, at: MatchTime) -> list[Event]:
    """Return what the players do next, from ``at`` (microseconds) on; nothing after the match.

    They make no mistakes with the levers.
    """
    if play.over:
        return []
    if back := play.put_back:
        return _levers(numbers(back.open), at, open=True) + _levers(
            numbers(back.shut), MatchTime(at + SECOND * back.open.bit_count()), open=False
        )
    if play.throw_awaited:
        return _throw(play, chooser, dice, at)
    answer = play.answer
    assert answer is not None
    if answer.move is not None:
        return [Pressed(at, "confirm")]
    move = chooser.choose_move(play)
    if move is THROW_AGAIN:
        return _throw(play, chooser, dice, at)
    to_move = numbers(move.tiles & ~answer.moved)
    return _levers(to_move, at, open=not play.levers & tile(to_move[0]))


def _throw(play: Game, chooser: Player, dice: Random, at: MatchTime) -> list[Event]:
    count = chooser.choose_dice(play)
    sides = range(1, play.rules.dice.sides + 1)
    return [Thrown(at, tuple(dice.choices(sides, k=count)))]


def _levers(tiles: Sequence[int], at: MatchTime, *, open: bool) -> list[Event]:
    return [
        LeverMoved(MatchTime(at + SECOND * place), number, open)
        for place, number in enumerate(tiles)
    ]


def play_match(
    referee: Referee, chooser: Player, dice: Random
) -> Iterator[tuple[Event | None, list[Ruling]]]:
    """Play a match from the first ``ready`` to ``match_over``: yield each event with its rulings.

    The first item has no event. Levers are decided before the table goes on, so the bump time of
    the rules must be under a second. Raises
    :class:`boxctl.rules.faults.RuleFault` (BX208) for a match that does not end.
    """
    yield None, referee.begin()
    at = START
    while events := next_events(referee.play, chooser, dice, at := MatchTime(at + SECOND)):
        if at > LONGEST_TIME:
            raise endless_match()
        for event in events:
            yield event, referee.hear(event)
        at = events[-1].at
        if referee.due is not None:
            yield None, referee.finish()
