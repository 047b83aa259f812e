"""A match as a chart: the value after every throw and its answer, as SVG."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from xml.sax.saxutils import escape

from boxctl.odds.post_mortem import AnalysedTurn
from groundwork.shown_text import as_text

WIDTH, HEIGHT, MARGIN = 720, 280, 44
COLOURS = ("#1f77b4", "#d62728", "#2ca02c", "#9467bd", "#ff7f0e", "#17becf", "#8c564b", "#7f7f7f")


def chart(turns: Sequence[AnalysedTurn], told: Callable[[float], float], title: str) -> str:
    """Draw a line for each turn in its player's colour, and a dot where a decision lost something.

    ``told`` converts a worth to the value shown to people. Returns a complete SVG document.
    """
    lines = [[told(turn.expected), *(told(step.after) for step in turn.steps)] for turn in turns]
    count = sum(map(len, lines))
    values = [value for line in lines for value in line] or [0.0]
    low, high = min(0.0, *values), max(values) or 1.0

    def point(place: int, value: float) -> tuple[float, float]:
        across = MARGIN + (WIDTH - 2 * MARGIN) * place / max(1, count - 1)
        down = HEIGHT - MARGIN - (HEIGHT - 2 * MARGIN) * (value - low) / (high - low)
        return round(across, 1), round(down, 1)

    players = list(dict.fromkeys(turn.player for turn in turns))
    drawn, place = [], 0
    for turn, line in zip(turns, lines, strict=True):
        colour = COLOURS[players.index(turn.player) % len(COLOURS)]
        points = [point(place + at, value) for at, value in enumerate(line)]
        place += len(line)
        path = " ".join(f"{x},{y}" for x, y in points)
        drawn.append(f'<polyline points="{path}" fill="none" stroke="{colour}"/>')
        drawn += [
            f'<circle cx="{x}" cy="{y}" r="3" fill="{colour}"/>'
            for step, (x, y) in zip(turn.steps, points[1:], strict=True)
            if step.skill < 0
        ]
    return _document(title, drawn, players, low, high)


def _document(title: str, drawn: list[str], players: list[str], low: float, high: float) -> str:
    bottom, right = HEIGHT - MARGIN, WIDTH - MARGIN
    names = [
        f'<text x="{MARGIN + 120 * at}" y="{HEIGHT - 12}" fill="{COLOURS[at % len(COLOURS)]}">'
        f"{escape(as_text(player))}</text>"
        for at, player in enumerate(players)
    ]
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" '
            'font-family="sans-serif" font-size="12">',
            f'<text x="{MARGIN}" y="20">{escape(as_text(title))}</text>',
            f'<path d="M{MARGIN} {MARGIN}V{bottom}H{right}" fill="none" stroke="#999"/>',
            f'<text x="4" y="{MARGIN}">{high:.4g}</text>',
            f'<text x="4" y="{bottom}">{low:.4g}</text>',
            *drawn,
            *names,
            "</svg>\n",
        ]
    )
