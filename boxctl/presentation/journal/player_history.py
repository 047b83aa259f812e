"""The history of players as data, its numbers in words, and its small charts. Pure.

:mod:`boxctl.audit.history` makes it from a journal. Charts show score, luck and skill over time, a
line of cells for each player.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from enum import Enum, auto
from typing import Any

from boxctl.odds.given_away import GivenAway
from boxctl.presentation.analysis_sentences import given_away_as_json, loss_number
from boxctl.rules.ruleset import Throw
from boxctl.rules.tiles import TileSet, numbers
from groundwork.cell_width import columns_of, flush_left
from groundwork.frozen_dataclass import frozen_dataclass
from groundwork.language import decimal_point, tr, tr_as


@frozen_dataclass
class NotableThrow:
    """A throw: how lucky it was, and what its answer lost against the best one (0 or more)."""

    match: int
    throw: Throw
    moved: TileSet | None
    best: TileSet | None
    luck: float
    lost: float

    def as_json(self) -> dict[str, object]:
        """Return the throw for JSON."""
        return {
            "match": self.match,
            "throw": list(self.throw),
            "moved": None if self.moved is None else list(numbers(self.moved)),
            "best": None if self.best is None else list(numbers(self.best)),
            "luck": self.luck,
            "lost": self.lost,
        }


@frozen_dataclass
class BestTurn:
    """The lowest score of a turn, and the match in which it was first made."""

    score: int
    match: int
    began: str

    def as_json(self) -> dict[str, Any]:
        """Return the turn for JSON."""
        return {"score": self.score, "match": self.match, "began": self.began}


@frozen_dataclass
class Streak:
    """The matches in a row that were won, shared wins among them: the most, and up to now."""

    longest: int
    now: int


@frozen_dataclass
class TrendPoint:
    """Some matches in a row: the means of a turn, None where there is no score or no odds."""

    began: str
    matches: int
    score: float | None
    luck: float | None
    skill: float | None

    def as_json(self) -> dict[str, Any]:
        """Return the point for JSON."""
        return {
            "began": self.began,
            "matches": self.matches,
            "score": self.score,
            "luck": self.luck,
            "skill": self.skill,
        }


@frozen_dataclass
class LuckAndSkill:
    """The luck of a turn, what the choices gave away, and the throws that stand out.

    In points of the score where a turn is scored (``in_points``), else chances to win from 0 to 1.
    """

    luck: float
    given_away: GivenAway
    in_points: bool
    luckiest: NotableThrow | None
    costliest: NotableThrow | None

    def as_json(self) -> dict[str, Any]:
        """Return luck and skill for JSON."""
        return {
            "turns": self.given_away.turns,
            "luck": self.luck,
            "skill": 0.0 - self.given_away.mean,
            "given_away": given_away_as_json(self.given_away),
            "unit": "points" if self.in_points else "chance",
            "luckiest": self.luckiest and self.luckiest.as_json(),
            "costliest": self.costliest and self.costliest.as_json(),
        }


HANDICAP = "handicap"
"""Stands among the changed settings of a game: who had how many points (R7.16), ``Ann=5,Bob=3``."""


@frozen_dataclass
class GameHistory:
    """The history of one player in one game: a variant with the ``settings`` that were changed.

    Handicaps make it another game: :data:`HANDICAP`.

    ``title`` is that of the variant, of one of the house as in the newest match. ``against`` is how
    many matches had other players; only those can be won. ``mean`` is that of the scores of turns;
    it and ``best`` are None in a game that scores do not decide. ``luck`` is None where no odds are
    known. ``money`` is in minor units of each currency.
    """

    variant: str
    title: str
    settings: dict[str, str]
    matches: int
    against: int
    won: int
    shared: int
    turns: int
    mean: float | None
    best: BestTurn | None
    shut: int
    streak: Streak
    luck: LuckAndSkill | None
    money: dict[str, int]
    trend: tuple[TrendPoint, ...]

    def as_json(self) -> dict[str, Any]:
        """Return the game as ``boxctl history --json`` has it."""
        return {
            "rules": self.variant,
            "title": self.title,
            "settings": self.settings,
            "matches": self.matches,
            "against": self.against,
            "won": self.won,
            "shared": self.shared,
            "turns": self.turns,
            "mean": self.mean,
            "best": self.best and self.best.as_json(),
            "boxes_shut": self.shut,
            "streak": {"longest": self.streak.longest, "now": self.streak.now},
            "luck": self.luck and self.luck.as_json(),
            "money": [
                {"currency": currency or None, "amount": amount}
                for currency, amount in self.money.items()
            ],
            "trend": [point.as_json() for point in self.trend],
        }


@frozen_dataclass
class PlayerHistory:
    """The history of one player in each game, the one played most often first."""

    player: str
    games: tuple[GameHistory, ...]

    @property
    def money(self) -> dict[str, int]:
        """The balance of the player in minor units of each currency: won, or below 0 lost."""
        money: Counter[str] = Counter()
        for game in self.games:
            money.update(game.money)
        return dict(money)

    def as_json(self) -> dict[str, Any]:
        """Return the player as ``boxctl history --json`` has it."""
        return {"player": self.player, "games": [game.as_json() for game in self.games]}


class LineKind(Enum):
    """The kind of a line; a screen shows each kind in its own way."""

    TITLE = auto()
    HEADINGS = auto()
    ROW = auto()
    SCALE = auto()
    """What the cells of the chart below it mean."""
    CHART = auto()
    NOTE = auto()
    GAP = auto()


@frozen_dataclass
class HistoryLine:
    """A line of a history."""

    text: str
    kind: LineKind = LineKind.NOTE


_SHOWN_AS_NOTHING = 0.05
"""Luck and skill nearer to 0 than this, in points or in percent, are written as 0."""

MOST_WITH_DECIMALS = 1_000
MOST_WRITTEN_OUT = 1_000_000


def worth_in_words(worth: float, luck: LuckAndSkill) -> str:
    """Return the worth of a throw or a choice, in the unit of this luck and skill."""
    return signed_number(worth, luck.in_points)


def signed_number(value: float, in_points: bool) -> str:
    """Return points with their sign, or a chance in percent."""
    shown = value if in_points else value * 100
    written = (
        "0.0" if abs(shown) < _SHOWN_AS_NOTHING else f"{'+' if shown > 0 else '−'}{_size(shown)}"
    )
    written = written.replace(".", decimal_point())
    return written if in_points else tr_as("percent", "{number}%", number=written)


def decimal(value: float) -> str:
    """Return the size of a number with one decimal."""
    return _size(value).replace(".", decimal_point())


def _size(value: float) -> str:
    """Return the size of a number with one decimal; that of a digital score may be enormous."""
    size = abs(value)
    if size < MOST_WITH_DECIMALS:
        return f"{size:.1f}"
    return f"{size:.0f}" if size < MOST_WRITTEN_OUT else f"{size:.2e}"


BLOCKS = "▁▂▃▄▅▆▇█"
"""Eighths of a cell, the lowest first."""
ASCII = "_.-:=+*#"
"""The same for a terminal without block characters."""
NOTHING = " "


def sparkline(
    values: Sequence[float | None], worst: float, best: float, cells: str = BLOCKS
) -> str:
    """Return a cell for each value, from the lowest for ``worst`` to the highest for ``best``.

    ``worst`` may be the greater number. None is a blank; if both are the same, every cell is one
    from the middle.
    """
    return "".join(
        NOTHING if value is None else cells[_level(value, worst, best, len(cells))]
        for value in values
    )


def _level(value: float, worst: float, best: float, levels: int) -> int:
    if best == worst:
        return levels // 2
    return min(levels - 1, max(0, int((value - worst) / (best - worst) * levels)))


FEWEST_POINTS = 2
"""A chart of fewer points shows nothing over time."""

PlayedGame = tuple[str, GameHistory]
"""A player, and how that player has fared in one game."""

Reading = Callable[[TrendPoint], float | None]


def charts(game: Sequence[PlayedGame], cells: str) -> Iterator[HistoryLine]:
    """Yield the charts of a game for which enough is known; ``cells`` are eight, lowest first."""
    points = _in_points(game)
    score = _chart(game, lambda point: point.score, cells, falls=True)
    if score is not None:
        worst, best = (decimal(end) for end in (score.worst, score.best))
        yield _scale(tr("score of a turn, from {worst} up to {best}", worst=worst, best=best))
        yield from score.lines
    luck = _chart(game, lambda point: point.luck, cells)
    if luck is not None:
        worst, best = (signed_number(end, points) for end in (luck.worst, luck.best))
        yield _scale(tr("luck, from {worst} up to {best}", worst=worst, best=best))
        yield from luck.lines
    lost = _chart(game, _given_away_at, cells, falls=True)
    if lost is not None:
        worst, best = (loss_number(end, in_points=points) for end in (lost.worst, lost.best))
        yield _scale(tr("given away, from {worst} up to {best}", worst=worst, best=best))
        yield from lost.lines


def _given_away_at(point: TrendPoint) -> float | None:
    return None if point.skill is None else 0.0 - point.skill


def _scale(text: str) -> HistoryLine:
    return HistoryLine(f"  {text}", LineKind.SCALE)


@frozen_dataclass
class _Chart:
    """A line for each player; the lowest cell is the ``worst`` value and the highest the best."""

    lines: tuple[HistoryLine, ...]
    worst: float
    best: float


def _chart(
    game: Sequence[PlayedGame], reading: Reading, cells: str, *, falls: bool = False
) -> _Chart | None:
    """Draw a value over time; None if there is too little of it.

    With ``falls`` lower is better, and so stands higher.
    """
    values = [[reading(point) for point in each.trend] for _player, each in game]
    known = [value for row in values for value in row if value is not None]
    if len(set(known)) < FEWEST_POINTS or max(map(len, values)) < FEWEST_POINTS:
        return None
    worst, best = (max(known), min(known)) if falls else (min(known), max(known))
    width = max(columns_of(player) for player, _each in game)
    drawn = (sparkline(row, worst, best, cells) for row in values)
    lines = tuple(
        HistoryLine(f"    {flush_left(player, width)}  {chart}", LineKind.CHART)
        for (player, _each), chart in zip(game, drawn, strict=True)
    )
    return _Chart(lines, worst, best)


def _in_points(game: Sequence[PlayedGame]) -> bool:
    return any(each.luck is not None and each.luck.in_points for _player, each in game)
