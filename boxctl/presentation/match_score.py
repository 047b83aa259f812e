"""The score of a match: what was thrown and what it came to, round by round. Pure.

A fold over rulings as the contract has them (``docs/contracts.md``); more fields do no harm.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import field, replace
from typing import Any

from boxctl.presentation.phrases import amount, is_shown
from boxctl.referee.payloads import Verdict
from boxctl.rules import rule_ids
from boxctl.rules.ruleset import RuleSet
from groundwork.frozen_dataclass import frozen_dataclass
from groundwork.language import tr, tr_as

ByPlayer = Mapping[str, int]

ROLL_OFF = ""
"""The name of a roll-off among the names of rounds (R7.8)."""


@frozen_dataclass
class RoundScores:
    """The scores of each round that is over, and of the one that is played, by player.

    ``names`` are those of the rounds that are over: their numbers, or :data:`ROLL_OFF`. A tie is
    ``rolling_off`` where the round that is played is to decide one. All scores are with the
    handicap (R7.16).
    """

    names: tuple[str, ...] = ()
    over: tuple[ByPlayer, ...] = ()
    current: ByPlayer = field(default_factory=dict)
    rolling_off: bool = False

    def after(self, ruled: Mapping[str, Any], handicap: ByPlayer) -> RoundScores:
        """Return the scores after a ruling."""
        match ruled["verdict"]:
            case Verdict.TURN_OVER:
                counted = ruled["score"] + handicap.get(ruled["player"], 0)
                current = {**self.current, ruled["player"]: counted}
                if ruled.get("tied"):  # in mid-round (R7.2)
                    return self._over(self.number, current, rolling_off=True)
                return replace(self, current=current)
            case Verdict.ROUND_OVER:
                name = ROLL_OFF if ruled["rule"] == rule_ids.TIES else self.number
                return self._over(name, dict(ruled["scores"]), rolling_off=bool(ruled.get("tied")))
            case _:
                return self

    def _over(self, name: str, scores: ByPlayer, *, rolling_off: bool) -> RoundScores:
        over = (*self.over, scores)
        return RoundScores((*self.names, name), over, rolling_off=rolling_off)

    @property
    def number(self) -> str:
        """The name of the round that is played, if it is no roll-off."""
        return str(len(self.names) - self.names.count(ROLL_OFF) + 1)

    @property
    def columns(self) -> tuple[str, ...]:
        """The names of all rounds, that of the round that is played among them."""
        tie = tr_as("score sheet", "tie")
        names = tuple(tie if name == ROLL_OFF else name for name in self.names)
        return (*names, tie if self.rolling_off else self.number) if self.current else names

    @property
    def newest(self) -> ByPlayer:
        """The score of each player in his newest turn, as far as the last two rounds go."""
        return {**self.over[-1], **self.current} if self.over else self.current

    def of(self, player: str) -> tuple[int | None, ...]:
        """Return the score of this player in each column; None where there is none."""
        rounds = (*self.over, self.current) if self.current else self.over
        return tuple(scores.get(player) for scores in rounds)


@frozen_dataclass
class MatchScore:
    """The score of a match after a ruling.

    ``rulings`` and ``throws`` count those of the match. ``dice`` are those thrown last, None for
    one that cannot be read. ``totals`` are those after the last round, ``wins`` the rounds won
    (R7.13). Once the match is ``over``, ``result`` are its scores; all these and money are by
    player. ``handicap`` has the players who have one.
    """

    rulings: int = 0
    throws: int = 0
    dice: tuple[int | None, ...] = ()
    rounds: RoundScores = RoundScores()
    totals: ByPlayer = field(default_factory=dict)
    wins: ByPlayer = field(default_factory=dict)
    out: tuple[str, ...] = ()
    over: bool = False
    result: ByPlayer = field(default_factory=dict)
    winners: tuple[str, ...] = ()
    payout: ByPlayer = field(default_factory=dict)
    handicap: ByPlayer = field(default_factory=dict)

    def total(self, player: str) -> int | None:
        """Return the total of a player, with this round; None before his first score."""
        made = None if self.rounds.rolling_off else self.rounds.current.get(player)
        before = self.totals.get(player)
        return before if made is None else (before or 0) + made

    def after(self, ruled: Mapping[str, Any]) -> MatchScore:
        """Return the score after a ruling; a match that begins leaves the dice where they lie."""
        verdict = ruled["verdict"]
        if self.over and verdict in (Verdict.READY, Verdict.FIRST_THROW):
            return MatchScore(dice=self.dice, handicap=self.handicap).after(ruled)
        now = replace(
            self, rulings=self.rulings + 1, rounds=self.rounds.after(ruled, self.handicap)
        )
        if (throw := thrown(ruled)) is not None:
            now = replace(now, throws=now.throws + 1, dice=throw)
        if verdict == Verdict.TURN_OVER and ruled.get("tied"):
            unfinished = now.rounds.over[-1]
            made = {name: self.totals.get(name, 0) + score for name, score in unfinished.items()}
            return replace(now, totals={**self.totals, **made})
        if verdict == Verdict.ROUND_OVER:
            return replace(
                now,
                totals=dict(ruled["totals"]),
                wins=dict(ruled.get("wins") or {}),
                out=(*now.out, *ruled["out"]),
            )
        if verdict == Verdict.MATCH_OVER:
            return replace(
                now,
                over=True,
                result=dict(ruled["scores"]),
                winners=tuple(ruled["winners"]),
                payout=dict(ruled["payout"]),
            )
        return now


def pool_in_words(rules: RuleSet, players: Sequence[str], score: MatchScore) -> str:
    """Say what is in the pool; empty if nothing was staked."""
    if not rules.stake:
        return ""
    whole = amount(rules.stake * len(players), rules.currency)
    if score.over and not any(score.payout.values()):
        return tr("pool {whole}, given back", whole=whole)
    if score.over:
        return tr("pool {whole}, paid out", whole=whole)
    stake = amount(rules.stake, rules.currency)
    return tr("pool {whole} ({stake} each)", whole=whole, stake=stake)


def thrown(ruled: Mapping[str, Any]) -> tuple[int | None, ...] | None:
    """Return the dice of a throw that is ruled on, None for each that cannot be read.

    None unless it is ruled on a throw: a move that is committed names its throw again.
    """
    if ruled.get("throw") is None or ruled["verdict"] == Verdict.COMMITTED:
        return None
    return tuple(value if is_shown(value) else None for value in ruled["throw"])
