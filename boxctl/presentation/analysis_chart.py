"""A match as a chart: what it was worth after every throw and its answer, as SVG.

Its words are in the language of the program.

Up is good for the player: scores, of which fewer are better, go down the axis. No player is told by
colour alone, and the colours are chosen for a light page and for a dark one.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from math import ceil, floor, log10
from xml.sax.saxutils import escape

from boxctl.odds.aims import AimName
from boxctl.odds.post_mortem import AnalysedThrow, AnalysedTurn, turning_point
from boxctl.presentation.analysis_sentences import (
    ShownValue,
    WorthFormat,
    value_in_words,
    worth_format,
)
from boxctl.presentation.phrases import choice_in_words, shown_player
from groundwork.frozen_dataclass import frozen_dataclass
from groundwork.language import clauses, tr
from groundwork.printing import as_text

WIDTH, HEIGHT = 960, 480
LEFT, RIGHT, TOP, BOTTOM = 96, 24, 64, 112
"""The margins around the plot, which hold the labels and the legend."""

MOST_TICKS = 6
LEGEND_WIDTH = 168

LIGHT = ("#1b6ca8", "#c0392b", "#2d7d46", "#7d3c98", "#b9770e", "#117a86", "#6e4b3a", "#5d6d7e")
DARK = ("#6db3f2", "#ff8a7a", "#7bd88f", "#d7a6f5", "#f5c15b", "#5fd3de", "#d3a88f", "#b4c0cc")
DASHES = ("", "9 4", "3 3", "9 4 3 4", "14 4", "1 4", "6 2 1 2", "12 3 3 3")


def analysis_chart(
    turns: Sequence[AnalysedTurn], aim: AimName, shown: ShownValue, title: str
) -> str:
    """Draw a line for each turn, and a marker where a decision lost something.

    ``shown`` converts a worth to the value that people are shown. Returns a complete SVG document.
    """
    plot = _plot(turns, aim, shown)
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" '
            f'role="img" font-family="sans-serif" font-size="13">',
            f"<title>{_text(title)}</title>",
            _style(),
            f'<rect class="page" width="{WIDTH}" height="{HEIGHT}"/>',
            f'<text class="title" x="{LEFT}" y="32" font-size="18">{_text(title)}</text>',
            *_axes(plot, aim),
            *_turns(plot, turns),
            *_legend(plot),
            "</svg>\n",
        ]
    )


@frozen_dataclass
class _Plot:
    """The scales of a chart: ``low`` to ``high`` on the axis, so many ``points`` across.

    ``lower`` is whether lower values are better; ``shown`` converts a worth to such a value.
    """

    players: tuple[str, ...]
    low: float
    high: float
    ticks: tuple[float, ...]
    points: int
    lower: bool
    form: WorthFormat
    tick_form: WorthFormat
    shown: ShownValue

    def x(self, place: int) -> float:
        return round(LEFT + (WIDTH - LEFT - RIGHT) * place / max(1, self.points - 1), 1)

    def y(self, value: float) -> float:
        part = (value - self.low) / (self.high - self.low)
        part = part if self.lower else 1 - part
        return round(TOP + (HEIGHT - TOP - BOTTOM) * part, 1)

    def player(self, name: str) -> int:
        """Return the index of a player's colour and dashes."""
        return self.players.index(name) % len(LIGHT)


def _plot(turns: Sequence[AnalysedTurn], aim: AimName, shown: ShownValue) -> _Plot:
    values = [shown(worth) for turn in turns for worth in _worths(turn)] or [0.0]
    low, high = min(0.0, *values), max(*values, 0.0)
    ticks = _ticks(low, high if high > low else low + 1)
    return _Plot(
        tuple(dict.fromkeys(turn.player for turn in turns)),
        ticks[0],
        ticks[-1],
        ticks,
        sum(len(turn.steps) + 1 for turn in turns),
        aim not in ("win", "shut"),
        worth_format(aim, values),
        _tick_format(aim, ticks),
        shown,
    )


def _worths(turn: AnalysedTurn) -> list[float]:
    return [turn.expected, *(step.after for step in turn.steps)]


def _ticks(low: float, high: float) -> tuple[float, ...]:
    """Return round numbers from at most ``low`` to at least ``high``."""
    rough = (high - low) / (MOST_TICKS - 1)
    unit = 10 ** floor(log10(rough))
    step = next(unit * times for times in (1, 2, 2.5, 5, 10) if unit * times >= rough * 0.999)
    first, last = floor(low / step), ceil(high / step - 1e-9)
    return tuple(round(number * step, 12) for number in range(first, max(last, first + 1) + 1))


def _tick_format(aim: AimName, ticks: Sequence[float]) -> WorthFormat:
    """Return how to write these ticks with as few decimals as tell them apart."""
    form = worth_format(aim, ticks)
    step = (ticks[1] - ticks[0]) * (100 if form.percent else 1)
    return replace(form, decimals=next(n for n in range(9) if round(step, n) == round(step, 9)))


def _style() -> str:
    def colours(names: Sequence[str]) -> str:
        # Not by a variable: some programs that show SVG know none.
        return "".join(
            f".c{at} .line,.c{at} .lost{{stroke:{colour}}}.c{at} .dot{{fill:{colour}}}"
            for at, colour in enumerate(names)
        )

    return (
        "<style>"
        ".page{fill:#fdfcf8}.grid{stroke:#d9d5c8}.axis{stroke:#6b675c;fill:none}"
        "text{fill:#2b2a26}.soft{fill:#5c594f}"
        ".line{fill:none;stroke-width:2.5;stroke-linejoin:round}"
        ".lost{fill:#fdfcf8;stroke-width:2.5}"
        ".turned{fill:none;stroke:#6b675c;stroke-width:1.5}"
        f"{colours(LIGHT)}"
        "@media (prefers-color-scheme:dark){"
        ".page{fill:#1d1c19}.grid{stroke:#3b3933}.axis,.turned{stroke:#a39f92}"
        "text{fill:#ece8dc}.soft{fill:#b5b1a4}.lost{fill:#1d1c19}"
        f"{colours(DARK)}}}"
        "</style>"
    )


def _axes(plot: _Plot, aim: AimName) -> Iterator[str]:
    right, bottom = WIDTH - RIGHT, HEIGHT - BOTTOM
    for tick in plot.ticks:
        y = plot.y(tick)
        yield f'<path class="grid" d="M{LEFT} {y}H{right}"/>'
        label = _text(plot.tick_form.value(tick))
        yield f'<text class="soft tick" x="{LEFT - 8}" y="{y + 4}" text-anchor="end">{label}</text>'
    yield f'<path class="axis" d="M{LEFT} {TOP}V{bottom}H{right}"/>'
    middle = (TOP + bottom) // 2
    label = value_in_words(aim)
    if plot.lower:
        label = tr("{value}; up is better", value=label)
    yield (
        f'<text class="label" transform="rotate(-90 20 {middle})" x="20" y="{middle}" '
        f'text-anchor="middle">{_text(label)}</text>'
    )
    across = (LEFT + right) // 2
    label = tr("throw by throw, one line for each turn")
    yield (
        f'<text class="label" x="{across}" y="{bottom + 38}" text-anchor="middle">'
        f"{_text(label)}</text>"
    )


def _turns(plot: _Plot, turns: Sequence[AnalysedTurn]) -> Iterator[str]:
    turned, place, room = turning_point(turns), 0, (WIDTH - LEFT - RIGHT) / max(1, plot.points)
    for turn in turns:
        colour = plot.player(turn.player)
        points = [
            (plot.x(place + at), plot.y(plot.shown(worth)))
            for at, worth in enumerate(_worths(turn))
        ]
        place += len(points)
        dashes = f' stroke-dasharray="{DASHES[colour]}"' if DASHES[colour] else ""
        path = " ".join(f"{x},{y}" for x, y in points)
        yield f'<g class="turn c{colour}"><polyline class="line" points="{path}"{dashes}/>'
        begun = tr(
            "{player}: {score} was to be expected",
            player=shown_player(turn.player),
            score=plot.form.value(plot.shown(turn.expected)),
        )
        yield _marker(points[0], "dot", 3, begun)
        for step, point in zip(turn.steps, points[1:], strict=True):
            lost = step.skill < 0
            yield _marker(point, "lost" if lost else "dot", 6 if lost else 4, _said(step, plot))
            if step is turned:
                yield f'<circle class="turned" cx="{point[0]}" cy="{point[1]}" r="11"/>'
        yield "</g>"
        if room * len(points) >= 7 * len(turn.player):
            middle = (points[0][0] + points[-1][0]) / 2
            yield (
                f'<text class="soft whose" x="{middle:.1f}" y="{HEIGHT - BOTTOM + 18}" '
                f'text-anchor="middle">{_text(shown_player(turn.player))}</text>'
            )


def _marker(point: tuple[float, float], kind: str, radius: int, said: str) -> str:
    x, y = point
    shape = f'<circle class="{kind}" cx="{x}" cy="{y}" r="{radius}">'
    return f"{shape}<title>{_text(said)}</title></circle>"


def _said(step: AnalysedThrow, plot: _Plot) -> str:
    moved = tr("no move") if step.moved is None else choice_in_words(step.moved)
    said = tr(
        "{player}: {throw}, {move}, now {score}",
        player=shown_player(step.player),
        throw=" ".join(map(str, step.throw)),
        move=moved,
        score=plot.form.value(plot.shown(step.after)),
    )
    if step.skill < 0 and step.best is not None:
        lost = tr(
            "lost {loss}: {move} was best",
            loss=plot.form.value(-step.skill),
            move=choice_in_words(step.best),
        )
        return clauses([said, lost])
    return said


def _legend(plot: _Plot) -> Iterator[str]:
    """Yield the legend of lines and markers, in two rows below the plot."""
    y = HEIGHT - 40
    for at, player in enumerate(plot.players):
        colour = plot.player(player)
        dashes = f' stroke-dasharray="{DASHES[colour]}"' if DASHES[colour] else ""
        x = LEFT + LEGEND_WIDTH * (at % 5)
        row = y - 18 * (len(plot.players) > 5) + 18 * (at // 5)
        yield f'<g class="key c{colour}"><path class="line" d="M{x} {row - 4}h28"{dashes}/>'
        yield f'<text x="{x + 36}" y="{row}">{_text(shown_player(player))}</text></g>'
    y = HEIGHT - 14
    yield f'<g class="key c7"><circle class="lost" cx="{LEFT + 14}" cy="{y - 4}" r="6"/>'
    better, most = tr("another choice was better"), tr("changed most")
    yield f'<text x="{LEFT + 36}" y="{y}">{_text(better)}</text></g>'
    x = LEFT + 2 * LEGEND_WIDTH
    yield f'<g class="key"><circle class="turned" cx="{x + 14}" cy="{y - 4}" r="9"/>'
    yield f'<text x="{x + 36}" y="{y}">{_text(most)}</text></g>'


def _text(text: str) -> str:
    return escape(as_text(text))
