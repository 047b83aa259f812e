"""The scores of a match, round by round, taken from its rulings. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from typing import Any

from boxctl.referee.verdict import Verdict
from boxctl.rules import rule_ids
from groundwork.frozen_dataclass import frozen_dataclass
from groundwork.language import tr_as

ByPlayer = Mapping[str, int]


@frozen_dataclass
class RoundScores:
    """The scores of each round that is over, and of the one that is played, by player.

    ``names`` are those of the rounds that are over: their numbers, or that of a roll-off (R7.8).
    """

    names: tuple[str, ...] = ()
    over: tuple[ByPlayer, ...] = ()
    current: ByPlayer = field(default_factory=dict)

    def after(self, ruling: Mapping[str, Any]) -> RoundScores:
        """Return the scores after a ruling as ``boxctl referee`` writes it."""
        match ruling["verdict"]:
            case Verdict.TURN_OVER:
                current = {**self.current, ruling["player"]: ruling["score"]}
                return RoundScores(self.names, self.over, current)
            case Verdict.ROUND_OVER:
                names = (*self.names, self._name(ruling["rule"]))
                return RoundScores(names, (*self.over, dict(ruling["scores"])))
            case _:
                return self

    def _name(self, rule: str) -> str:
        if rule == rule_ids.TIES:
            return tr_as("score sheet", "tie")
        return str(len(self.over) + 1)

    @property
    def columns(self) -> tuple[str, ...]:
        """The names of all rounds, that of the round that is played among them."""
        return (*self.names, str(len(self.over) + 1)) if self.current else self.names

    def of(self, player: str) -> tuple[str, ...]:
        """Return what to write in each column for this player."""
        rounds = (*self.over, self.current) if self.current else self.over
        return tuple(str(scores.get(player, "")) for scores in rounds)
