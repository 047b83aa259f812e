"""Pixels of materials, four to a character, and how characters show them.

A character is two pixels wide and two high, so a pixel is twice as high as it is wide. A character
can show two materials, in its ink and its ground.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache

from boxctl.screens.pictures.picture import Picture, Row, Span

QUADRANTS = " ▘▝▀▖▌▞▛▗▚▐▜▄▙▟█"
"""The block characters by which quarters they ink: 1 top left, 2 top right, 4 and 8 below."""

Cells = tuple[tuple[Span, ...], ...]
"""A picture with one span a character."""


class PixelGrid:
    """Pixels of ``columns`` by ``lines`` characters; and text, which hides the pixels below it.

    With ``blocks`` false a character shows only its most frequent material, for fonts without
    block characters. Pixels outside the grid are ignored.
    """

    def __init__(self, columns: int, lines: int, material: str, *, blocks: bool = True) -> None:
        self.columns, self.lines = columns, lines
        self._blocks = blocks
        self._pixels = [[material] * (columns * 2) for _ in range(lines * 2)]
        self._text: dict[tuple[int, int], tuple[str, str, str]] = {}

    def fill(self, left: int, top: int, width: int, height: int, material: str) -> None:
        """Fill a rectangle of pixels."""
        left, right = max(0, left), min(self.columns * 2, left + width)
        if left >= right:
            return
        for row in self._pixels[max(0, top) : max(0, top + height)]:
            row[left:right] = [material] * (right - left)

    def cover(self, pixels: Sequence[Sequence[str]]) -> None:
        """Replace all pixels."""
        self._pixels = [list(row) for row in pixels]

    def stamp(self, left: int, top: int, shape: Sequence[str], material: str) -> None:
        """Fill the pixels for which a shape, row by row, has a ``#``."""
        for down, line in enumerate(shape):
            for right, sign in enumerate(line):
                if sign == "#":
                    self.dot(left + right, top + down, material)

    def dot(self, column: int, row: int, material: str) -> None:
        """Set one pixel."""
        if 0 <= row < self.lines * 2 and 0 <= column < self.columns * 2:
            self._pixels[row][column] = material

    def write(self, column: int, line: int, text: str, ink: str, ground: str = "") -> None:
        """Write a text from this character on; without a ground it stands on the pixels."""
        for at, sign in enumerate(text, column):
            if 0 <= at < self.columns and 0 <= line < self.lines:
                self._text[at, line] = (sign, ink, ground)

    def outline(self, left: int, top: int, wide: int, high: int, ink: str) -> None:
        """Draw a rectangle of ASCII signs, in characters."""
        edge = "+" + "-" * (wide - 2) + "+"
        for line in range(top, top + high):
            if line in (top, top + high - 1):
                self.write(left, line, edge, ink)
            else:
                self.write(left, line, "|", ink)
                self.write(left + wide - 1, line, "|", ink)

    def cells(self) -> Cells:
        """Return the characters, each as a span of its own."""
        return tuple(
            tuple(self._cell(column, line) for column in range(self.columns))
            for line in range(self.lines)
        )

    def picture(self) -> Picture:
        """Return the characters, with those of one ink and ground joined."""
        return tuple(map(joined, self.cells()))

    def _cell(self, column: int, line: int) -> Span:
        above, below = self._pixels[2 * line], self._pixels[2 * line + 1]
        four = (*above[2 * column : 2 * column + 2], *below[2 * column : 2 * column + 2])
        if four[0] == four[1] == four[2] == four[3]:
            ground, ink, inked = four[0], "plain", 0
        else:
            ground, ink, inked = _two_of(four)
        if written := self._text.get((column, line)):
            return _one(written[0], written[1], written[2] or ground)
        return _one(QUADRANTS[inked], ink, ground) if self._blocks else _one(" ", "plain", ground)


@lru_cache(4096)
def _one(text: str, ink: str, ground: str) -> Span:
    """Return the one span of a character that looks like this.

    Thousands of them are cached with the faces and poses of dice. As separate objects they made
    each full collection of garbage last longer than a frame.
    """
    return Span(text, ink, ground)


@lru_cache(8192)
def _two_of(four: tuple[str, str, str, str]) -> tuple[str, str, int]:
    """Return the ground and the ink for four pixels, and which of them are inked.

    Of more than two materials those that belong together become one: light and shade of a wood.
    """
    if len(set(four)) <= 2:
        kinds: Sequence[str] = four
    else:
        kinds = [_kind(material) for material in four]
    first = max(kinds, key=kinds.count)
    others = [kind for kind in kinds if kind != first]
    if not others:
        return max(four, key=four.count), "plain", 0
    second = max(others, key=others.count)
    grounds = [four[at] for at, kind in enumerate(kinds) if kind == first]
    inks = [four[at] for at, kind in enumerate(kinds) if kind == second]
    inked = sum(1 << at for at, kind in enumerate(kinds) if kind == second)
    return max(grounds, key=grounds.count), max(inks, key=inks.count), inked


def _kind(material: str) -> str:
    """Return the kind of a material, whatever light falls on it. An engraved number is no wood."""
    return material if material.endswith("-engraved") else material.partition("-")[0]


def joined(cells: Iterable[Span]) -> Row:
    """Join neighbours of one ink and ground. The ink of spaces does not count."""
    row: list[Span] = []
    text, ink, ground = "", "plain", None
    for span in cells:
        blank = span.text.isspace()
        if span.ground == ground and (blank or span.ink == ink or text.isspace()):
            if not blank:
                ink = span.ink
            text += span.text
            continue
        if text:
            row.append(Span(text, ink, ground or ""))
        text, ink, ground = span
    if text:
        row.append(Span(text, ink, ground or ""))
    return tuple(row)
