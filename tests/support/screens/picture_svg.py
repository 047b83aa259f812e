"""A picture as SVG, as a terminal with colours shows it: blocks as areas, the rest as text."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from html import escape
from itertools import groupby

from boxctl.screens.pictures.box.tile_picture import QUADRANTS
from boxctl.screens.pictures.palettes import Palette
from boxctl.screens.pictures.picture import Picture, Row, Span, width_of

WIDE, HIGH = 8, 16
"""The size of a character in units of the picture."""


def svg_of(picture: Picture, palette: Palette, title: str) -> str:
    """Draw the picture in 24-bit colours, with the reader's own font: nothing is fetched for it."""
    drawn = "\n".join(_drawn(picture, palette))
    return f"{_head(picture, palette, title)}{drawn}\n</svg>\n"


def moving_svg(scenes: Sequence[tuple[Picture, float]], palette: Palette, title: str) -> str:
    """Draw pictures that follow each other again and again, each shown for so many seconds.

    Whoever wants no motion sees the last one.
    """
    whole = sum(seconds for _picture, seconds in scenes)
    rules, groups, begin = [], [], 0.0
    for number, (picture, seconds) in enumerate(scenes):
        start, end = (f"{100 * at / whole:.3f}%" for at in (begin, begin + seconds))
        first = "" if number == 0 else "0%{visibility:hidden}"
        seen = f"{first}{start}{{visibility:visible}}{end}{{visibility:hidden}}"
        rules.append(
            f"@keyframes s{number}{{{seen}}}"
            f".s{number}{{animation:s{number} {whole:g}s step-end infinite}}"
        )
        drawn = "\n".join(_drawn(picture, palette))
        groups.append(f'<g class="s s{number}">\n{drawn}\n</g>')
        begin += seconds
    still = f".s{{animation:none}}.s{len(scenes) - 1}{{visibility:visible}}"
    style = (
        f"<style>.s{{visibility:hidden}}{''.join(rules)}"
        f"@media (prefers-reduced-motion){{{still}}}</style>\n"
    )
    head = _head(scenes[0][0], palette, title)
    return head + style + "\n".join(groups) + "\n</svg>\n"


def _head(picture: Picture, palette: Palette, title: str) -> str:
    columns, lines = max(map(width_of, picture)), len(picture)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {columns * WIDE} {lines * HIGH}">\n'
        f"<title>{escape(title)}</title>\n"
        f'<rect width="100%" height="100%" fill="{palette["page"].true}"/>\n'
    )


def _drawn(picture: Picture, palette: Palette) -> Iterator[str]:
    yield '<g shape-rendering="crispEdges">'
    yield from _areas(picture, palette)
    yield '</g>\n<g font-family="DejaVu Sans Mono, Menlo, Consolas, monospace" font-size="13">'
    yield from _texts(picture, palette)
    yield "</g>"


def _areas(picture: Picture, palette: Palette) -> Iterator[str]:
    """One path for each colour: the quarters of characters that show it, in runs."""
    paths: dict[str, list[str]] = defaultdict(list)
    for line, row in enumerate(picture):
        upper, lower = _quarters(row, palette)
        halves = ((line * HIGH, HIGH, upper),) if upper == lower else (
            (line * HIGH, HIGH // 2, upper), (line * HIGH + HIGH // 2, HIGH // 2, lower),
        )  # fmt: skip
        for top, high, quarters in halves:
            column = 0
            for colour, run in groupby(quarters):
                wide = len(list(run))
                if colour != palette["page"].true:
                    left, across = column * WIDE // 2, wide * WIDE // 2
                    paths[colour].append(f"M{left} {top}h{across}v{high}h-{across}z")
                column += wide
    for colour, path in paths.items():
        yield f'<path fill="{colour}" d="{"".join(path)}"/>'


def _quarters(row: Row, palette: Palette) -> tuple[list[str], list[str]]:
    """The colours of a row, two for each character: those of its upper and of its lower half."""
    upper, lower = [], []
    for span in row:
        ink, ground = palette[span.ink].true, palette[span.ground or "page"].true
        for sign in span.text:
            inked = max(0, QUADRANTS.find(sign))
            upper += [ink if inked & 1 else ground, ink if inked & 2 else ground]
            lower += [ink if inked & 4 else ground, ink if inked & 8 else ground]
    return upper, lower


def _texts(picture: Picture, palette: Palette) -> Iterator[str]:
    for line, row in enumerate(picture):
        column = 0
        for span in row:
            yield from _words(span, column, line, palette)
            column += len(span.text)


def _words(span: Span, column: int, line: int, palette: Palette) -> Iterator[str]:
    """The words of a span, each where it begins and as wide as its characters."""
    tint = palette[span.ink]
    weight = ' font-weight="bold"' if tint.bold else ""
    for blank, signs in groupby(enumerate(span.text), lambda sign: sign[1] in QUADRANTS):
        found = list(signs)
        if not blank:
            word = escape("".join(sign for _at, sign in found))
            left, wide = (column + found[0][0]) * WIDE, len(found) * WIDE
            yield (
                f'<text x="{left}" y="{line * HIGH + 12}" textLength="{wide}" '
                f'fill="{tint.true}"{weight}>{word}</text>'
            )
