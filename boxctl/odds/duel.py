"""Two players at one box as a game of chance: the long game (R7.4) and the relay (R7.5).

A turn that ends passes the box on, so ending it is worth the other player's chance to lose. A
match that nobody can end counts as half a win.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from importlib.util import find_spec
from typing import TYPE_CHECKING, Literal

from boxctl.odds.aims import Aim
from boxctl.odds.subboxes import SubBox
from boxctl.odds.turn import ThrowTable, TurnOdds, throw_tables, weigh, worth_of_throwing
from boxctl.rules.one_die import allowed_counts
from boxctl.rules.ruleset import RuleSet
from boxctl.rules.tiles import TileSet

if TYPE_CHECKING:
    from boxctl.odds.prize_solver import PrizeSolver

Role = Literal["shuts", "opens"]

EXACT_ENOUGH = 1e-15
MOST_SWEEPS = 10_000
SWEEPS_BETWEEN_LEAPS = 8


def solve_relay(rules: RuleSet, among: TileSet | None = None) -> TurnOdds:
    """Solve the relay: the chance to win of the player to throw, by the tiles still open.

    Raises as :func:`boxctl.odds.turn.solve` does.
    """
    box = SubBox(rules.in_play if among is None else among & rules.in_play)
    throws = throw_tables(rules, box)
    worths = [1.0]
    for number, to_move in enumerate(box.positions[1:], start=1):
        counts = allowed_counts(rules, to_move)
        after = _after_in_relay(worths) if rules.turn_is_one_throw else worths
        worths.append(max(_worth_in_relay(throws[count], number, after) for count in counts))

    def end(left: TileSet) -> float:
        return 1 - worths[box.number(left)] if left else 1.0

    return TurnOdds(rules, Aim("win", end, lower=False), box, worths)


def _after_in_relay(worths: Sequence[float]) -> list[float]:
    """Return the worth of each position that a move leaves to the other player."""
    return [1.0, *(1 - worth for worth in worths[1:])]


def _worth_in_relay(throws: ThrowTable, number: int, worths: Sequence[float]) -> float:
    """Return the worth w of a position that the other player may get as it stands and pass back.

    Solves w = gained + again * w + ending * (1 - w). With a choice of dice the highest w is the
    worth: at that w the equations of the others yield less.
    """
    gained, ending, again = weigh(throws, number, worths)
    never_ends = again == throws.weight
    return 0.5 if never_ends else (gained + ending) / (throws.weight - again + ending)


def solve_duel(rules: RuleSet) -> dict[Role, TurnOdds]:
    """Solve the long game: each role's chance to win when it is to throw.

    Positions are the tiles that this player has still to move. The box goes back and forth, so the
    worths are swept, one role after the other, until no worth changes by more than
    :data:`EXACT_ENOUGH`. Raises as :func:`boxctl.odds.turn.solve` does.
    """
    box = SubBox(rules.in_play)
    throws = throw_tables(rules, box)
    sweep_role = partial(_sweep, rules, box, throws)
    if rules.turn_is_one_throw and find_spec("numpy") is not None:
        from boxctl.odds.prize_solver import PrizeSolver

        sweep_role = partial(_sweep_throws, PrizeSolver(rules))
    worths = {role: [1.0] + [0.5] * (box.size - 1) for role in ("shuts", "opens")}
    last_change = 0.0
    for sweep in range(1, MOST_SWEEPS):
        before = {role: known.copy() for role, known in worths.items()}
        change = max(
            sweep_role(worths[role], worths[other])
            for role, other in (("shuts", "opens"), ("opens", "shuts"))
        )
        if change < EXACT_ENOUGH:
            break
        if sweep % SWEEPS_BETWEEN_LEAPS == 0 and change < last_change:
            for role, known in worths.items():
                _leap(known, before[role], change / last_change)
        last_change = change
    return {
        "shuts": _odds_in_duel(rules, box, worths["shuts"], worths["opens"]),
        "opens": _odds_in_duel(rules, box, worths["opens"], worths["shuts"]),
    }


def _leap(worths: list[float], before: Sequence[float], rate: float) -> None:
    """Extrapolate the sweeps, each change being ``rate`` times the one before (Aitken).

    A wrong leap costs a few sweeps, never the result: only a sweep ends the search.
    """
    ahead = rate / (1 - rate)
    for number, worth in enumerate(worths):
        leapt = worth + ahead * (worth - before[number])
        worths[number] = min(1.0, max(0.0, leapt))


def _sweep(
    rules: RuleSet,
    box: SubBox,
    throws: dict[int, ThrowTable],
    worths: list[float],
    others: Sequence[float],
) -> float:
    """Update every worth of one role; return the greatest change."""
    change, after = 0.0, worths
    if rules.turn_is_one_throw:
        after = [1.0, *(_end_in_duel(n, worths, others) for n in range(1, box.size))]
    for number, to_move in enumerate(box.positions[1:], start=1):
        end = _end_in_duel(number, worths, others)
        worth = max(
            worth_of_throwing(throws[count], number, end, after)
            for count in allowed_counts(rules, to_move)
        )
        change = max(change, abs(worth - worths[number]))
        worths[number] = worth
    return change


def _sweep_throws(solver: PrizeSolver, worths: list[float], others: Sequence[float]) -> float:
    """As :func:`_sweep` where each turn is one throw, all positions at once, with numpy."""
    ends = [1.0, *(_end_in_duel(number, worths, others) for number in range(1, len(worths)))]
    found = solver.worths_of_a_throw(ends, ends)
    change = max(abs(new - old) for new, old in zip(found, worths, strict=True))
    worths[:] = found
    return change


def _end_in_duel(number: int, worths: Sequence[float], others: Sequence[float]) -> float:
    """Return the worth of leaving the box to the other player."""
    theirs = len(worths) - 1 - number
    # With nothing to move yet, the other player passes the box back whatever the dice show.
    return 1 - others[theirs] if theirs else worths[number]


def _odds_in_duel(
    rules: RuleSet, box: SubBox, worths: Sequence[float], others: Sequence[float]
) -> TurnOdds:
    def end(left: TileSet) -> float:
        return _end_in_duel(box.number(left), worths, others) if left else 1.0

    return TurnOdds(rules, Aim("win", end, lower=False), box, worths)
