"""Tally a player's matches of one game: scores, wins, and luck and skill by the odds of the turns.

Scores are judged by the least expected score of the turn, a duel and a relay by the chance to
win, a game won by the first who shuts the box by the chance to do so. What can be solved only in
minutes is not solved here: of such a game no luck is known.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import Enum, auto
from functools import lru_cache

from boxctl.audit.overruled_result import OverruledResult
from boxctl.journal.recorded_match import RecordedMatch
from boxctl.odds.given_away import TurnLosses, most_given_away
from boxctl.odds.post_mortem import (
    AnalysedThrow,
    AnalysedTurn,
    excerpt_of,
    post_mortem,
)
from boxctl.odds.table_odds import odds_at_any_table
from boxctl.odds.the_300.layout import is_turn_of_the_300
from boxctl.odds.turn import TurnOdds
from boxctl.presentation.journal.player_history import (
    BestTurn,
    GameHistory,
    LuckAndSkill,
    NotableThrow,
    Streak,
    TrendPoint,
)
from boxctl.rules.faults import RuleFault
from boxctl.rules.ruleset import RuleSet
from groundwork.frozen_dataclass import frozen_dataclass

MOST_TILES_RATED = 13
"""A turn with more tiles takes longer to solve than people wait."""

_KEPT = 16
"""The rule sets that stay solved; each takes less than a megabyte."""


@frozen_dataclass
class LuckOfPlayer:
    """A player's turns; ``notable`` are the luckiest throw and the costliest mistake.

    In points of the score, or in chances to win. ``luck`` is a sum, higher is better; ``losses``
    has what each turn gave away, and ``most`` the most that one can
    (:func:`boxctl.odds.given_away.most_given_away`).
    """

    luck: float
    losses: tuple[float, ...]
    most: float | None
    notable: tuple[NotableThrow, ...]


@frozen_dataclass
class LuckOfMatch:
    """The turns of a match, analysed; None where no odds are known."""

    match: int
    turns: Sequence[AnalysedTurn] | None
    most: float | None = None

    def of(self, player: str) -> LuckOfPlayer | None:
        """Return a player's luck and skill; None where no odds are known."""
        if self.turns is None:
            return None
        mine = [turn for turn in self.turns if turn.player == player]
        steps = [step for turn in mine for step in turn.steps]
        if not steps:
            return None
        luckiest = max(steps, key=lambda step: step.luck)
        costliest = min(steps, key=lambda step: step.skill)
        return LuckOfPlayer(
            sum(turn.luck for turn in mine),
            tuple(0.0 - turn.skill for turn in mine),
            self.most,
            tuple(self._notable(step) for step in (luckiest, costliest)),
        )

    def _notable(self, step: AnalysedThrow) -> NotableThrow:
        return NotableThrow(
            self.match, step.throw, step.moved, step.best, step.luck, 0.0 - step.skill
        )


class LuckJudge:
    """Analyses matches; solves each rule set once. Not thread-safe."""

    def __init__(self) -> None:
        self._odds = lru_cache(maxsize=_KEPT)(_odds_of_turns)

    def luck(self, match: RecordedMatch) -> LuckOfMatch:
        """Return the luck and skill of a sound match that is over."""
        try:
            odds = self._odds(match.rules)
            if odds is None:
                return LuckOfMatch(match.number, None)
            turns = post_mortem(map(excerpt_of, match.rulings), lambda _turn, opens: odds.by[opens])
        except RuleFault:
            return LuckOfMatch(match.number, None)
        return LuckOfMatch(match.number, turns, odds.most)


@frozen_dataclass
class _OddsOfTurns:
    """The odds of a turn, by whether its player opens, and the most that one can give away."""

    by: dict[bool, TurnOdds]
    most: float | None


def _odds_of_turns(rules: RuleSet) -> _OddsOfTurns | None:
    """Return the odds of each turn; None if they cannot be solved quickly. Raises RuleFault."""
    if is_turn_of_the_300(rules) or rules.in_play.bit_count() > MOST_TILES_RATED:
        return None
    solved = odds_at_any_table(rules)
    return _OddsOfTurns(solved, most_given_away(*solved.values()))


MOST_POINTS = 60
"""The most points of a trend: when it has more, every two become one."""


class Outcome(Enum):
    """The outcome of a match for one of its players."""

    ALONE = auto()
    """Nobody else played, so there was nothing to win."""
    WON = auto()
    SHARED = auto()
    NOT_WON = auto()


def outcome_of(player: str, match: RecordedMatch, result: OverruledResult) -> Outcome:
    """Return the outcome of a match for this player, by the result that stands now."""
    if len(match.players) == 1:
        return Outcome.ALONE
    if player not in result.winners:
        return Outcome.NOT_WON
    return Outcome.WON if len(result.winners) == 1 else Outcome.SHARED


@frozen_dataclass
class MatchOfPlayer:
    """The outcome of a match for one of its players.

    ``scores`` are those of the player's turns; ``payout`` is in minor units of ``currency``, None
    if nothing was staked; ``luck`` is None where no odds are known.
    """

    number: int
    began: str
    outcome: Outcome
    scores: tuple[int, ...]
    shut: int
    payout: int | None
    currency: str
    luck: LuckOfPlayer | None


@dataclass(slots=True)
class _Sums:
    """Sums over the turns of some matches in a row."""

    began: str
    matches: int = 0
    turns: int = 0
    score: int = 0
    judged: int = 0
    luck: float = 0.0
    skill: float = 0.0

    def add(self, other: _Sums) -> None:
        self.matches += other.matches
        self.turns += other.turns
        self.score += other.score
        self.judged += other.judged
        self.luck += other.luck
        self.skill += other.skill

    def point(self, *, scored: bool) -> TrendPoint:
        return TrendPoint(
            self.began,
            self.matches,
            self.score / self.turns if scored and self.turns else None,
            self.luck / self.judged if self.judged else None,
            self.skill / self.judged if self.judged else None,
        )


@dataclass(slots=True)
class GameTally:
    """Counts the matches of one player in one game, in the order in which they were played."""

    variant: str
    settings: dict[str, str]
    scored: bool
    title: str = ""
    matches: int = 0
    _outcomes: Counter[Outcome] = field(default_factory=Counter)
    _best: BestTurn | None = None
    _shut: int = 0
    _in_a_row: int = 0
    _longest: int = 0
    _luckiest: NotableThrow | None = None
    _costliest: NotableThrow | None = None
    _money: Counter[str] = field(default_factory=Counter)
    _losses: TurnLosses | None = None
    _width: int = 1
    _sums: list[_Sums] = field(default_factory=list)

    def add(self, match: MatchOfPlayer) -> None:
        """Count a match, which came after all before it."""
        self.matches += 1
        self._outcomes[match.outcome] += 1
        self._shut += match.shut
        self._count_win(match.outcome)
        if match.payout is not None:
            self._money[match.currency] += match.payout
        lowest = min(match.scores, default=None)
        if lowest is not None and (self._best is None or lowest < self._best.score):
            self._best = BestTurn(lowest, match.number, match.began)
        if match.luck is not None:
            self._compare(match.luck)
            self._count_losses(match.luck)
        self._add_to_trend(match)

    def history(self) -> GameHistory:
        """Return the history of the matches counted so far."""
        total = _Sums("")
        for sums in self._sums:
            total.add(sums)
        return GameHistory(
            self.variant,
            self.title,
            self.settings,
            self.matches,
            self.matches - self._outcomes[Outcome.ALONE],
            self._outcomes[Outcome.WON],
            self._outcomes[Outcome.SHARED],
            total.turns,
            total.score / total.turns if self.scored and total.turns else None,
            self._best if self.scored else None,
            self._shut,
            Streak(self._longest, self._in_a_row),
            self._luck(total),
            dict(self._money),
            tuple(sums.point(scored=self.scored) for sums in self._sums),
        )

    def _luck(self, total: _Sums) -> LuckAndSkill | None:
        if self._losses is None:
            return None
        return LuckAndSkill(
            total.luck / total.judged,
            self._losses.given_away(),
            self.scored,
            self._luckiest,
            self._costliest,
        )

    def _count_win(self, outcome: Outcome) -> None:
        if outcome in (Outcome.WON, Outcome.SHARED):
            self._in_a_row += 1
            self._longest = max(self._longest, self._in_a_row)
        elif outcome is Outcome.NOT_WON:
            self._in_a_row = 0

    def _compare(self, luck: LuckOfPlayer) -> None:
        for throw in luck.notable:
            if throw.luck > 0 and (self._luckiest is None or throw.luck > self._luckiest.luck):
                self._luckiest = throw
            if throw.lost > 0 and (self._costliest is None or throw.lost > self._costliest.lost):
                self._costliest = throw

    def _count_losses(self, luck: LuckOfPlayer) -> None:
        if self._losses is None:
            self._losses = TurnLosses(luck.most)
        for loss in luck.losses:
            self._losses.add(loss)

    def _add_to_trend(self, match: MatchOfPlayer) -> None:
        sums = _Sums(match.began, 1, len(match.scores), sum(match.scores))
        if match.luck is not None:
            sums.judged, sums.luck = len(match.luck.losses), match.luck.luck
            sums.skill = 0.0 - sum(match.luck.losses)
        if self._sums and self._sums[-1].matches < self._width:
            self._sums[-1].add(sums)
            return
        if len(self._sums) == MOST_POINTS:
            self._halve()
        self._sums.append(sums)

    def _halve(self) -> None:
        """Make one point of every two, so that the trend never grows with the matches."""
        pairs = zip(self._sums[::2], self._sums[1::2], strict=True)
        self._sums = [_joined(first, second) for first, second in pairs]
        self._width *= 2


def _joined(first: _Sums, second: _Sums) -> _Sums:
    first.add(second)
    return first
