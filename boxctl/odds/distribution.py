"""How a turn ends under a policy: the exact chance of every end, and of every score."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from boxctl.odds.policies import Policy
from boxctl.odds.subboxes import SubBox
from boxctl.odds.turn import Thrown, opening_throws, thrown
from boxctl.rules.one_die import allowed_counts
from boxctl.rules.ruleset import RuleSet, Scoring
from boxctl.rules.scoring import score
from boxctl.rules.tiles import NO_TILES, TileSet


def chances_of_ends(
    rules: RuleSet, policy: Policy, to_move: TileSet | None = None
) -> dict[TileSet, float]:
    """The chance that the turn leaves each set of tiles, beginning with ``to_move`` (default: all).

    Raises :class:`boxctl.rules.faults.RuleFault` (BX702) for dice that make too many throws.
    """
    return _Ends(rules, policy, rules.in_play if to_move is None else to_move).found()


def chances_of_scores(ends: Mapping[TileSet, float], scoring: Scoring) -> dict[int, float]:
    """The chance of each score, the lowest first."""
    chances: Counter[int] = Counter()
    for left, chance in ends.items():
        chances[score(scoring, left)] += chance  # type: ignore[assignment]  # any number adds up
    return {made: float(chances[made]) for made in sorted(chances)}


class _Ends:
    """From the full box down: a position is done with before those that it can become."""

    def __init__(self, rules: RuleSet, policy: Policy, to_move: TileSet) -> None:
        self._rules, self._policy = rules, policy
        self._box = SubBox(to_move)
        self._thrown: dict[int, Thrown] = {}
        self._reached = [0.0] * self._box.size
        self._ends: dict[TileSet, float] = {}

    def found(self) -> dict[TileSet, float]:
        self._reached[-1] = 1.0
        for number in range(self._box.size - 1, 0, -1):
            if self._reached[number]:
                self._leave(number, self._reached[number])
        self._end(NO_TILES, self._reached[0])
        return self._ends

    def _leave(self, number: int, chance: float) -> None:
        to_move = self._box.positions[number]
        counts = allowed_counts(self._rules, to_move)
        chosen = [
            (self._throws(count, to_move), part)
            for count, part in zip(counts, self._policy.dice(to_move, counts), strict=True)
            if part
        ]
        # What is thrown again comes back to this position, and leaves it in the end.
        again = sum(part * _again(throws, number) for throws, part in chosen)
        if again >= 1:
            self._end(to_move, chance)
            return
        for throws, part in chosen:
            self._answer(throws, number, chance * part / (1 - again) / throws.weight)

    def _answer(self, throws: Thrown, number: int, chance: float) -> None:
        """``chance`` is that of being here with any one of the throws."""
        to_move = self._box.positions[number]
        self._end(to_move, chance * throws.stopping)
        for weight, moves, rethrown in throws.answers:
            answers = [move for move in moves if move & number == move]
            if answers:
                tiles = [self._box.positions[move] for move in answers]
                parts = self._policy.moves(to_move, tiles)
                for move, part in zip(answers, parts, strict=True):
                    self._move(number ^ move, chance * weight * part)
            elif not rethrown:
                self._end(to_move, chance * weight)

    def _move(self, left: int, chance: float) -> None:
        if self._rules.match == "first_to_shut":
            self._end(self._box.positions[left], chance)
        else:
            self._reached[left] += chance

    def _end(self, left: TileSet, chance: float) -> None:
        if chance:
            self._ends[left] = self._ends.get(left, 0.0) + chance

    def _throws(self, count: int, to_move: TileSet) -> Thrown:
        if count not in self._thrown:
            self._thrown[count] = thrown(self._rules, self._box, count)
        return opening_throws(self._rules, self._thrown[count], self._box, to_move)


def _again(throws: Thrown, number: int) -> float:
    """The chance that these dice have to be thrown again."""
    return sum(
        answer.weight / throws.weight
        for answer in throws.answers
        if answer.again and not any(move & number == move for move in answer.moves)
    )
