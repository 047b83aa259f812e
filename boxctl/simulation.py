"""Matches that play themselves, and their statistics."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from dataclasses import replace as with_changes
from math import sqrt
from random import Random
from typing import Any

from boxctl.named_players import NamedPlayer
from boxctl.referee.players import check_names
from boxctl.referee.referee import Referee
from boxctl.referee.ruling import Ruling
from boxctl.rules.contradictions import check
from boxctl.rules.ruleset import RuleSet
from boxctl.rules.scoring import score
from boxctl.rules.tiles import NO_TILES
from boxctl.simulated_players import BySeat, play_match
from boxctl.simulated_rounds import Rounds, is_one_round, play_rounds
from boxctl.simulated_turns import Progress, Turns, is_one_turn, play_turns

NINETY_FIVE = 1.959963984540054
"""So many standard errors to both sides hold the truth 95 times in a hundred."""


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

    @property
    def mean_score_interval(self) -> tuple[float, float]:
        """Where the true mean is, with a confidence of 95 %."""
        margin = NINETY_FIVE * self.standard_error
        return self.mean_score - margin, self.mean_score + margin

    @property
    def shut_rate_interval(self) -> tuple[float, float]:
        """Where the true chance to shut the box is, with a confidence of 95 % (Wilson's)."""
        rate, doubt = self.boxes_shut / self.turns, NINETY_FIVE**2 / self.turns
        middle = (rate + doubt / 2) / (1 + doubt)
        spread = rate * (1 - rate) / self.turns + doubt / self.turns / 4
        margin = NINETY_FIVE * sqrt(spread) / (1 + doubt)
        low = middle - margin if self.boxes_shut else 0.0
        return low, middle + margin if self.boxes_shut < self.turns else 1.0

    def as_json(self) -> dict[str, Any]:
        """The statistics as data for JSON."""
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
            "paid": dict(self.paid),
        }


def simulate(
    rules: RuleSet,
    players: Sequence[str],
    matches: int,
    seed: int,
    chosen: NamedPlayer | Sequence[NamedPlayer],
    *,
    workers: int = 1,
    progress: Progress = lambda done: None,
) -> Statistics:
    """Play so many matches; the same matches always give the same statistics.

    ``chosen`` sits at every seat, or one at each. Where a match is one turn, or one round and there
    are many, turns are played as chains, by millions, on so many workers; elsewhere the referee
    rules on every lever. ``progress`` is told from time to time how many are played. Raises
    :class:`boxctl.rules.faults.RuleFault` if the rules and the players contradict, and for a player
    who cannot play by the rules (BX701, BX702).
    """
    check(rules, len(players))
    check_names(players)
    seated = _seated(chosen, players)
    if is_one_turn(rules, players):
        played = play_turns(rules, seated[0], matches, seed, workers, progress)
        return _of_turns(rules, players[0], played)
    if is_one_round(rules, len(players), matches):
        return _of_rounds(
            players, matches, play_rounds(rules, seated, matches, seed, workers, progress)
        )
    return refereed(rules, players, matches, seed, seated, progress)


def _seated(
    chosen: NamedPlayer | Sequence[NamedPlayer], players: Sequence[str]
) -> Sequence[NamedPlayer]:
    return [chosen] * len(players) if isinstance(chosen, NamedPlayer) else chosen


def _of_turns(rules: RuleSet, player: str, played: Turns) -> Statistics:
    games = sum(played.ends.values())
    statistics = Statistics(games, games, played.throws, played.ends.get(NO_TILES, 0))
    for left, times in played.ends.items():
        statistics.scores[score(rules.scoring, left)] += times
    statistics.wins[player] = games
    statistics.paid[player] = 0
    return statistics


def _of_rounds(players: Sequence[str], matches: int, rounds: Rounds) -> Statistics:
    return Statistics(
        matches,
        rounds.turns,
        rounds.throws,
        rounds.boxes_shut,
        rounds.scores,
        Counter({who: rounds.wins[seat] for seat, who in enumerate(players)}),
        Counter({who: rounds.paid[seat] for seat, who in enumerate(players)}),
    )


def refereed(
    rules: RuleSet,
    players: Sequence[str],
    matches: int,
    seed: int,
    chosen: NamedPlayer | Sequence[NamedPlayer],
    progress: Progress = lambda done: None,
) -> Statistics:
    """Play so many matches through the referee, ruling by ruling, as a box would have them."""
    dice = Random(seed)
    chooses = Random(f"{seed} chooses")
    seated = _seated(chosen, players)
    known = {one: one.player(rules, chooses) for one in seated}
    chooser = BySeat([known[one] for one in seated])
    # Nobody bumps a tile in a simulation, and nothing has to settle.
    quiet = with_changes(rules, bump_ms=0, settle_ms=0)
    statistics = Statistics(wins=Counter(dict.fromkeys(players, 0)))
    for done in range(matches):
        for _event, rulings in play_match(Referee(quiet, players), chooser, dice):
            for ruling in rulings:
                statistics.add(ruling)
        if done % 100 == 99:
            progress(done + 1)
    return statistics
