"""What a turn or a match comes to through the referee: every throw with its chance, every choice.

Nothing of the odds is used here, and nothing of what a setting does: a state is all that the
referee knows before a throw. Two states are the same if the referee knows the same.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from copy import deepcopy
from dataclasses import fields, is_dataclass
from enum import Enum
from itertools import product
from random import Random
from typing import Any

from boxctl.referee.game import Game
from boxctl.referee.payloads import MatchOver, TurnOver
from boxctl.referee.referee import Referee
from boxctl.referee.ruling import Ruling
from boxctl.rules.moves import THROW_AGAIN, Move
from boxctl.rules.ruleset import RuleSet
from boxctl.simulation.players import Player, next_events
from groundwork.times import MatchTime

SECOND = 1_000_000
MOST_STATES = 20_000
NOT_THE_STATE = frozenset(("line", "at", "settled_at", "_at", "_line", "_order", "moved_last"))
"""When something happened, and in which order: no odds may hang on it."""


def counted_for_nothing(rules: RuleSet) -> set[str]:
    """What only counts up, without an end, where neither totals nor rounds decide (R7.2, R7.11)."""
    if rules.rounds is not None:
        return set()
    return {"rounds_over"} if rules.target_in_force is not None else {"rounds_over", "totals"}


Outcome = Callable[[Ruling], float | None]
"""What a ruling that ends it is worth; None for one that does not end it."""

Best = Callable[[Iterable[float]], float]
"""Chooses among what choices are worth."""

State = int
Step = tuple[float, Sequence[State | float]]
"""The chance of a throw, and where each move that may be chosen leads: to a state, or an end."""


def score_of_turn(ruling: Ruling) -> float | None:
    """The score of the first turn, as the referee says it."""
    return float(ruling.payload.score) if isinstance(ruling.payload, TurnOver) else None


def share_of(player: str) -> Outcome:
    """The part of the match that this player wins."""

    def share(ruling: Ruling) -> float | None:
        if not isinstance(ruling.payload, MatchOver):
            return None
        winners = ruling.payload.winners
        return (player in winners) / len(winners) if winners else 0.0

    return share


class RefereedOdds:
    """The states that a table can come to before a throw, and every step between them."""

    def __init__(
        self,
        rules: RuleSet,
        players: Sequence[str],
        outcome: Outcome,
        robots: Player | None = None,
    ) -> None:
        self._rules, self._outcome, self._robots = rules, outcome, robots
        self._ignored = NOT_THE_STATE | counted_for_nothing(rules)
        self._numbers: dict[object, State] = {}
        self._waiting: list[Referee] = []
        self._steps: list[list[list[Step]]] = []
        referee = Referee(rules, players)
        self._start = self._after(referee, referee.begin())
        self._first_turn: State | None = None
        while self._waiting:
            play = self._waiting[0].play
            if self._first_turn is None and not play.deciding_who_starts and play.seat == 0:
                self._first_turn = len(self._steps)
            self._steps.append(list(self._steps_from(self._waiting.pop(0))))
            assert len(self._numbers) < MOST_STATES, f"too many states of {rules}"

    def value(self, best: Best = max) -> float:
        """What it comes to on average where every choice is the ``best`` one."""
        return self._worth(self._start, best)

    def first_turn(self) -> float:
        """The same as the first player begins the first turn: who that is, is decided."""
        assert self._first_turn is not None
        return self._worth(self._first_turn, max)

    def _worth(self, state: State | float, best: Best) -> float:
        worths = [0.0] * len(self._steps)

        def worth(led_to: State | float) -> float:
            return worths[led_to] if isinstance(led_to, int) else led_to

        changed = 1.0
        while changed > 1e-13:
            changed = 0.0
            for number in reversed(range(len(worths))):
                now = best(
                    sum(chance * best(worth(to) for to in left) for chance, left in dice)
                    for dice in self._steps[number]
                )
                changed = max(changed, abs(now - worths[number]))
                worths[number] = now
        return worth(state)

    def _steps_from(self, referee: Referee) -> Iterator[list[Step]]:
        play, sides = referee.play, referee.play.rules.dice.sides
        chosen = play.counts if self._robots is None else (self._robots.choose_dice(play),)
        for count in chosen:
            throws = Counter(
                tuple(sorted(throw)) for throw in product(range(1, sides + 1), repeat=count)
            )
            yield [
                (times / sides**count, list(self._answers(referee, throw)))
                for throw, times in throws.items()
            ]

    def _answers(self, referee: Referee, throw: tuple[int, ...]) -> Iterator[State | float]:
        thrown = self._copy(referee)
        rulings = self._told(thrown, Chosen(throw))
        answer = thrown.play.answer
        if self._end(rulings) is not None or answer is None or answer.move is not None:
            yield self._after(thrown, rulings)
            return
        moves: Sequence[Move] = answer.moves
        if thrown.play.may_throw_again:
            moves = (*moves, THROW_AGAIN)
        if self._robots is not None:
            moves = (self._robots.choose_move(thrown.play),)
        for move in moves:
            moved = self._copy(thrown)
            if move is THROW_AGAIN:
                yield self._after(moved, rulings)
                continue
            yield self._after(moved, self._told(moved, Chosen(throw, move)))

    def _after(self, referee: Referee, rulings: list[Ruling]) -> State | float:
        """Do what has to be done until the next throw, and say where that is."""
        while (end := self._end(rulings)) is None and not _may_throw(referee.play):
            rulings = self._told(referee, Chosen(()))
        if end is not None:
            return end
        key = facts(referee.play, self._ignored)
        if key not in self._numbers:
            self._numbers[key] = len(self._numbers)
            self._waiting.append(referee)
        return self._numbers[key]

    def _told(self, referee: Referee, chosen: Chosen) -> list[Ruling]:
        """The rulings on what comes next, with all that it waits for."""
        rulings: list[Ruling] = []
        at = MatchTime(referee.clock + SECOND)
        for event in next_events(referee.play, chosen, chosen, at):
            rulings += referee.hear(event)
        return rulings + referee.finish()

    def _end(self, rulings: Iterable[Ruling]) -> float | None:
        ends = (self._outcome(ruling) for ruling in rulings)
        return next((end for end in ends if end is not None), None)

    def _copy(self, referee: Referee) -> Referee:
        return deepcopy(referee, {id(self._rules): self._rules})


def _may_throw(play: Game) -> bool:
    """Whether the next throw counts: a double that may be thrown again waits for one, too."""
    return play.throw_awaited or play.may_throw_again


class Chosen(Random):
    """A player and the dice in one, who do what they are told."""

    def __init__(self, throw: tuple[int, ...], move: Move = THROW_AGAIN) -> None:
        super().__init__()
        self._throw, self._move = throw, move

    def choose_dice(self, play: Game) -> int:
        return len(self._throw)

    def choices(self, *_population: Any, **_how: Any) -> list[Any]:
        return list(self._throw)

    def choose_move(self, play: Game) -> Move:
        return self._move


def facts(of: Any, ignored: Collection[str]) -> object:
    """All that something holds, but for what is ignored, so that it can be compared."""
    if isinstance(of, RuleSet | Enum):
        return repr(of)
    if isinstance(of, dict):
        return tuple((facts(key, ignored), facts(value, ignored)) for key, value in of.items())
    if isinstance(of, list | tuple | set | frozenset):
        return tuple(facts(one, ignored) for one in of)
    if is_dataclass(of):
        held = {field.name: getattr(of, field.name) for field in fields(of)}
    elif hasattr(of, "__dict__"):
        held = vars(of)
    else:
        return of
    return tuple(
        (name, facts(value, ignored)) for name, value in held.items() if name not in ignored
    )
