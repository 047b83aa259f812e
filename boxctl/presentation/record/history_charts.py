"""The small charts of a history: score, luck and skill over time, a line for each player."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from boxctl.presentation.record.history_line import HistoryLine, LineKind
from boxctl.presentation.record.history_numbers import decimal, signed_number
from boxctl.presentation.record.player_history import GameHistory, TrendPoint
from boxctl.presentation.record.sparkline import sparkline
from groundwork.cell_width import columns_of, flush_left
from groundwork.frozen_dataclass import frozen_dataclass
from groundwork.language import tr

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
    skill = _chart(game, lambda point: point.skill, cells)
    if skill is not None:
        worst, best = (signed_number(end, points) for end in (skill.worst, skill.best))
        yield _scale(tr("skill, from {worst} up to {best}", worst=worst, best=best))
        yield from skill.lines


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
