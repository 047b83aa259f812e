"""Count what happened in many matches, with confidence intervals."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from math import sqrt
from typing import Any, Self

from boxctl.referee.payloads import BoxShut, MatchOver, ThrowAccepted, ThrowAgain, TurnOver
from boxctl.referee.ruling import Ruling
from boxctl.referee.scoresheet import MatchResult

NINETY_FIVE = 1.959963984540054
"""Standard errors to both sides of a 95 % confidence interval."""


@dataclass(slots=True)
class Statistics:
    """The counts of a number of matches. Money is in minor units.

    ``wins`` counts a shared win for each of its winners; ``wins_alone`` does not count it, so that
    these, the ``shared`` matches and those that ``nobody`` won (R7.10) add up to all ``matches``.
    """

    matches: int = 0
    turns: int = 0
    throws: int = 0
    boxes_shut: int = 0
    scores: Counter[int] = field(default_factory=Counter)
    wins: Counter[str] = field(default_factory=Counter)
    wins_alone: Counter[str] = field(default_factory=Counter)
    shared: int = 0
    nobody: int = 0
    paid: Counter[str] = field(default_factory=Counter)

    @classmethod
    def of(cls, players: Sequence[str]) -> Self:
        """Return the statistics of no matches, with every player named in order."""
        none = dict.fromkeys(players, 0)
        return cls(wins=Counter(none), wins_alone=Counter(none), paid=Counter(none))

    def add_turns(self, score: int, *, shut: bool, times: int = 1) -> None:
        """Count turns that came to this score, but not their throws."""
        self.turns += times
        self.scores[score] += times
        if shut:
            self.boxes_shut += times

    def add_matches(self, players: Sequence[str], over: MatchResult, times: int = 1) -> None:
        """Count matches that ended like this; ``players`` are in the order of their seats."""
        self._add_won([players[seat] for seat in over.winners], times)
        for player, amount in zip(players, over.payout, strict=True):
            self.paid[player] += amount * times

    def add(self, ruling: Ruling) -> None:
        """Count one ruling."""
        match ruling.payload:
            case ThrowAccepted() | ThrowAgain():
                self.throws += 1
            case BoxShut():
                self.boxes_shut += 1
            case TurnOver(score=score, throw=throw):
                self.turns += 1
                self.scores[score] += 1
                self.throws += throw is not None
            case MatchOver(winners=winners, payout=payout):
                self._add_won(winners, 1)
                self.paid.update(payout)

    def add_won_alone(self, player: str, times: int) -> None:
        """Count matches that this player has won alone, for no money."""
        self._add_won([player], times)

    def _add_won(self, winners: Sequence[str], times: int) -> None:
        self.matches += times
        for player in winners:
            self.wins[player] += times
        match winners:
            case []:
                self.nobody += times
            case [alone]:
                self.wins_alone[alone] += times
            case _:
                self.shared += times

    def merged(self, other: Statistics) -> Statistics:
        """Return the statistics of the matches of both."""
        both = Statistics(
            self.matches + other.matches,
            self.turns + other.turns,
            self.throws + other.throws,
            self.boxes_shut + other.boxes_shut,
            shared=self.shared + other.shared,
            nobody=self.nobody + other.nobody,
        )
        for one in (self, other):
            both.scores.update(one.scores)
            both.wins.update(one.wins)
            both.wins_alone.update(one.wins_alone)
            both.paid.update(one.paid)
        return both

    @property
    def mean_score(self) -> float:
        """The mean score of a turn."""
        return sum(score * times for score, times in self.scores.items()) / self.turns

    @property
    def standard_error(self) -> float:
        """The standard error of :attr:`mean_score`; 0 with a single turn."""
        if self.turns < 2:
            return 0.0
        mean = self.mean_score
        squares = sum((score - mean) ** 2 * times for score, times in self.scores.items())
        return sqrt(squares / (self.turns - 1) / self.turns)

    @property
    def mean_score_interval(self) -> tuple[float, float]:
        """The 95 % confidence interval of the mean score."""
        margin = NINETY_FIVE * self.standard_error
        return self.mean_score - margin, self.mean_score + margin

    @property
    def shut_rate_interval(self) -> tuple[float, float]:
        """The 95 % confidence interval of the chance to shut the box (Wilson)."""
        rate, doubt = self.boxes_shut / self.turns, NINETY_FIVE**2 / self.turns
        middle = (rate + doubt / 2) / (1 + doubt)
        spread = rate * (1 - rate) / self.turns + doubt / self.turns / 4
        margin = NINETY_FIVE * sqrt(spread) / (1 + doubt)
        low = middle - margin if self.boxes_shut else 0.0
        return low, middle + margin if self.boxes_shut < self.turns else 1.0

    def as_json(self) -> dict[str, Any]:
        """Return the statistics as data for JSON."""
        return {
            "matches": self.matches,
            "turns": self.turns,
            "throws": self.throws,
            "boxes_shut": self.boxes_shut,
            "shut_rate": self.boxes_shut / self.turns,
            "shut_rate_interval": self.shut_rate_interval,
            "mean_score": self.mean_score,
            "mean_score_interval": self.mean_score_interval,
            "standard_error": self.standard_error,
            "scores": {str(score): self.scores[score] for score in sorted(self.scores)},
            "wins": dict(self.wins),
            "wins_alone": dict(self.wins_alone),
            "shared": self.shared,
            "nobody": self.nobody,
            "paid": dict(self.paid),
        }
