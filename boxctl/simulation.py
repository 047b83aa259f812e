"""Matches that play themselves, through the same referee as any other, and their statistics."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from dataclasses import replace as with_changes
from math import sqrt
from random import Random
from typing import Any

from boxctl.referee.referee import Referee
from boxctl.referee.ruling import Ruling
from boxctl.rules.ruleset import RuleSet
from boxctl.simulated_players import play_match, player


@dataclass(slots=True)
class Statistics:
    """What happened in a number of matches. Money is in minor units."""

    matches: int = 0
    turns: int = 0
    throws: int = 0
    boxes_shut: int = 0
    scores: Counter[int] = field(default_factory=Counter)
    wins: Counter[str] = field(default_factory=Counter)
    paid: Counter[str] = field(default_factory=Counter)

    def add(self, ruling: Ruling) -> None:
        """Count one ruling."""
        if ruling.verdict in ("throw", "again") or (ruling.score is not None and ruling.throw):
            self.throws += 1
        if ruling.verdict == "shut_the_box":
            self.boxes_shut += 1
        if ruling.score is not None:
            self.turns += 1
            self.scores[ruling.score] += 1
        if ruling.winners is not None:
            self.matches += 1
            self.wins.update(ruling.winners)
            self.paid.update(ruling.payout or {})

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

    def as_json(self) -> dict[str, Any]:
        """The statistics as data for JSON."""
        return {
            "matches": self.matches,
            "turns": self.turns,
            "throws": self.throws,
            "boxes_shut": self.boxes_shut,
            "shut_rate": self.boxes_shut / self.turns,
            "mean_score": self.mean_score,
            "standard_error": self.standard_error,
            "scores": {str(score): self.scores[score] for score in sorted(self.scores)},
            "wins": dict(self.wins),
            "paid": dict(self.paid),
        }


def simulate(
    rules: RuleSet, players: Sequence[str], matches: int, seed: int, player_name: str
) -> Statistics:
    """Play so many matches; the same arguments always give the same statistics.

    Raises :class:`boxctl.rules.faults.RuleFault` if the rules and the players contradict.
    """
    dice = Random(seed)
    chooser = player(player_name, Random(f"{seed} chooses"))
    # Nobody bumps a tile in a simulation, and nothing has to settle.
    quiet = with_changes(rules, bump_ms=0, settle_ms=0)
    statistics = Statistics(wins=Counter(dict.fromkeys(players, 0)))
    for _ in range(matches):
        for _event, rulings in play_match(Referee(quiet, players), chooser, dice):
            for ruling in rulings:
                statistics.add(ruling)
    return statistics
