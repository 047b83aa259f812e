"""The card of a match as a drawing, on one sheet of A5 or A4: to sign and to photograph. Pure.

From the top: what was played, a row for each player with his line to sign, the rounds, then the
code of the signed head with the box for a protest. No name is cut: a long one is broken, and set
smaller until it has room. All lengths are millimetres.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Literal

from boxctl.presentation.drawing.pdf import broken, text_width
from boxctl.presentation.drawing.qr import qr_shapes
from boxctl.presentation.drawing.shapes import (
    BLACK,
    GREY,
    WHITE,
    Anchor,
    Colour,
    Drawing,
    Label,
    Line,
    Rectangle,
    Shape,
    scaled,
)
from boxctl.presentation.score_card.contents import CardLine, ScoreCard
from groundwork.frozen_dataclass import frozen_dataclass
from groundwork.language import tr, tr_as, tr_n, with_minus

Paper = Literal["a5", "a4"]
SHEETS: dict[Paper, tuple[float, float]] = {"a5": (148.0, 210.0), "a4": (210.0, 297.0)}

WIDTH, HEIGHT = SHEETS["a5"]
MARGIN = 9.0
INSIDE = WIDTH - 2 * MARGIN

CODE, LARGEST_CODE = 52.0, 66.0
"""A side of the code with its quiet zone, and one where few play: a blurred photo shows 0.7 mm."""

NAME = 34.0
SIGN = 36.0
"""The widths of the name, and of the line to sign at least."""

TALLEST_ROW, LOWEST_ROW = 11.0, 6.4
"""The height of a row of the result: a signature wants some, eight players leave little."""

LOWEST_CELL = 2.2
"""The least height of a row of rounds; so many that they had less are in the record alone."""

ROUNDS_LEFT_OUT = 6.0
"""The height of the line that says so."""

IN_A_BLOCK = 20
"""The rounds beside each other; what comes behind them stands below."""

SMALLEST = 1.9
"""The least size of a text: that of the small print of a ticket."""

LINE = 1.22
"""The distance of two lines, in sizes of the text."""


def score_card(card: ScoreCard, paper: Paper = "a5") -> Drawing:
    """Draw the card of a match. A4 has the same, larger."""
    shapes: list[Shape] = [Rectangle(0, 0, WIDTH, HEIGHT, WHITE, None)]
    down = _heading(shapes, card, MARGIN)
    rounds = [] if card.is_of_one_round else _blocks(card)
    room = HEIGHT - MARGIN - CODE - down - 2
    row, cell = _heights(len(card.lines), len(rounds), room)
    has_room = cell >= LOWEST_CELL
    if not has_room:
        rounds, (row, _none) = [], _heights(len(card.lines), 0, room - ROUNDS_LEFT_OUT)
    down = _results(shapes, card, down, row)
    if not has_room:
        down = _left_out(shapes, card, down)
    for first, names in rounds:
        down = _rounds(shapes, card, (first, names), down + 2.5, cell)
    shapes += _foot(card, max(CODE, min(LARGEST_CODE, HEIGHT - MARGIN - down - 6)))
    drawing = Drawing(f"{card.game} {card.number}", WIDTH, HEIGHT, tuple(shapes))
    return drawing if paper == "a5" else scaled(drawing, *SHEETS[paper])


def _heights(players: int, blocks: int, room: float) -> tuple[float, float]:
    """Return the height of a row of the result and of a row of rounds, so that all have room."""
    heads = 5.0 + blocks * 2.5
    row, cell = TALLEST_ROW, 6.0
    while row > LOWEST_ROW and heads + row * players + cell * blocks * (players + 1) > room:
        row -= 0.2
        cell = max(4.0, cell - 0.1)
    over = heads + row * players + cell * blocks * (players + 1) - room
    if over > 0 and blocks:
        cell -= over / (blocks * (players + 1))
    return row, cell


def _heading(shapes: list[Shape], card: ScoreCard, top: float) -> float:
    size, down = 8.0, top
    lines = _fitted(card.game, size, INSIDE, most=2, bold=True)
    for text in lines.texts:
        down += lines.size
        shapes.append(Label(text, WIDTH / 2, down - 1, lines.size, bold=True, anchor="middle"))
    about = tr(
        "match {match}, {began}, box {box}", match=card.number, began=card.began, box=card.box
    )
    parts = [(about, GREY), (card.result, BLACK), (card.pool, BLACK)]
    parts += [(note, GREY) for note in card.notes]
    for text, colour in parts:
        if text:
            fitted = _fitted(text, 3.6, INSIDE, most=2)
            for line in fitted.texts:
                down += fitted.size * 1.3
                shapes.append(
                    Label(line, WIDTH / 2, down, fitted.size, anchor="middle", colour=colour)
                )
    return down + 3


@frozen_dataclass
class _Column:
    """A column of the result: its head, its width and its cells; ``bold`` are the figures."""

    head: str
    width: float
    cells: tuple[str, ...]
    bold: bool = False


def _columns(card: ScoreCard) -> Iterator[_Column]:
    lines = card.lines
    if card.is_of_one_round:
        scores = (line.rounds[0] if line.rounds else None for line in lines)
        yield _Column(tr("score"), 13, tuple(map(_figure, scores)), bold=True)
    elif any(line.total is not None for line in lines):
        yield _Column(
            tr_as("score sheet", "total"), 13, tuple(_figure(line.total) for line in lines), True
        )
    if any(line.wins is not None for line in lines):
        yield _Column(tr("rounds won"), 14, tuple(_figure(line.wins) for line in lines), bold=True)
    yield _Column(tr("boxes shut"), 14, tuple(str(line.shut or "–") for line in lines))
    if any(line.handicap for line in lines):
        points = (f"{line.handicap:+d}" if line.handicap else "–" for line in lines)
        yield _Column(tr("handicap"), 15, tuple(map(with_minus, points)))
    if any(line.money for line in lines):
        yield _Column(tr_as("score sheet", "money"), 18, tuple(line.money for line in lines))
    if any(line.given_away for line in lines):
        lost = (_given_away(line, in_points=card.in_points) for line in lines)
        yield _Column(tr("given away a turn"), 20, tuple(lost))


def _within(columns: list[_Column], room: float) -> list[_Column]:
    """Return the columns, narrower where they had more than this room."""
    share = min(1.0, room / sum(column.width for column in columns))
    return [replace(column, width=column.width * share) for column in columns]


def _given_away(line: CardLine, *, in_points: bool) -> str:
    from boxctl.presentation.analysis_sentences import loss_number

    given = line.given_away
    return "–" if given is None else loss_number(given.mean, in_points=in_points)


def _figure(value: int | None) -> str:
    return "–" if value is None else str(value)


def _results(shapes: list[Shape], card: ScoreCard, top: float, row: float) -> float:
    columns = _within(list(_columns(card)), INSIDE - NAME - SIGN)
    given = sum(column.width for column in columns)
    name = max(NAME, min(50.0, INSIDE - SIGN - given))
    sign = INSIDE - name - given
    head, down = top + 3.6, top + 5.0
    left = MARGIN + name
    for column in columns:
        _cell(shapes, column.head, left, head - 2.8, column.width, 3.6, size=2.8, colour=GREY)
        left += column.width
    _cell(shapes, tr("signed by"), left, head - 2.8, sign, 3.6, size=2.8, colour=GREY)
    shapes.append(Line((MARGIN, down), (MARGIN + INSIDE, down), GREY))
    for number, line in enumerate(card.lines):
        _name(shapes, line, MARGIN, down, name - 1, row)
        left = MARGIN + name
        for column in columns:
            text = column.cells[number]
            _cell(shapes, text, left, down, column.width, row, size=4.2, bold=column.bold)
            left += column.width
        down += row
        shapes.append(Line((left + 2, down - 1.4), (MARGIN + INSIDE, down - 1.4), BLACK))
    return down


def _name(
    shapes: list[Shape], line: CardLine, left: float, top: float, width: float, height: float
) -> None:
    """Set a name: broken into lines, and smaller until it has room; bold whoever has won."""
    most = max(2, min(3, int(height / (SMALLEST * LINE))))
    fitted = _fitted(line.name, min(4.2, height * 0.7), width, most, height, bold=line.won)
    down = top + height / 2 - len(fitted.texts) * fitted.size * LINE / 2 + fitted.size * 0.95
    for text in fitted.texts:
        shapes.append(Label(text, left, down, fitted.size, bold=line.won))
        down += fitted.size * LINE


@frozen_dataclass
class _Fitted:
    """A text in lines, and the size in which they have room."""

    texts: tuple[str, ...]
    size: float


def _fitted(
    text: str, size: float, width: float, most: int, height: float = 1e3, *, bold: bool = False
) -> _Fitted:
    """Break a text into lines of this width, smaller until it has room in at most so many.

    A word that is longer than a line is broken rather than set smaller than people read.
    """
    while True:
        texts = _broken(text, size, width, bold=bold, within=size <= SMALLEST)
        fits = len(texts) <= most and len(texts) * size * LINE <= height
        wide = max(text_width(each, size, bold=bold) for each in texts)
        if (fits and wide <= width) or size < 0.8:
            return _Fitted(tuple(texts), size)
        size -= 0.1


def _broken(text: str, size: float, width: float, *, bold: bool, within: bool) -> list[str]:
    """Break a text between words, ``within`` them where they are too long."""
    narrower = width * (0.94 if bold else 1.0)  # Bold letters are that much wider.
    lines = broken(text, size, narrower)
    if not within:
        return lines
    return [part for line in lines for part in _pieces(line, size, width, bold=bold)]


def _pieces(word: str, size: float, width: float, *, bold: bool) -> Iterator[str]:
    piece = ""
    for letter in word:
        if piece and text_width(piece + letter, size, bold=bold) > width:
            yield piece
            piece = ""
        piece += letter
    yield piece


def _blocks(card: ScoreCard) -> list[tuple[int, Sequence[str]]]:
    """Return the rounds in rows of at most :data:`IN_A_BLOCK`: where each begins, and its names."""
    count = len(card.rounds)
    blocks = -(-count // IN_A_BLOCK)
    each = -(-count // blocks)
    return [(first, card.rounds[first : first + each]) for first in range(0, count, each)]


def _rounds(
    shapes: list[Shape],
    card: ScoreCard,
    block: tuple[int, Sequence[str]],
    top: float,
    height: float,
) -> float:
    """Draw the scores of some rounds, a row a player. Return where they end."""
    first, names = block
    wide = min(11.0, (INSIDE - NAME + 6) / len(names))
    left, down = MARGIN + INSIDE - wide * len(names), top
    name = min(left - MARGIN, 50.0)
    left = MARGIN + name
    for place, title in enumerate(names):
        _cell(shapes, title, left + place * wide, down, wide, height, size=2.8, colour=GREY)
    down += height
    for line in card.lines:
        _name(shapes, line, MARGIN, down, name - 1, height)
        for place in range(len(names)):
            across = left + place * wide
            shapes.append(Rectangle(across, down, wide, height, None, GREY))
            made = line.rounds[first + place] if first + place < len(line.rounds) else None
            text = "" if made is None else str(made)
            _cell(shapes, text, across, down, wide, height, size=3.4)
        down += height
    return down


def _left_out(shapes: list[Shape], card: ScoreCard, top: float) -> float:
    """Say that the scores of the rounds are in the record alone. Return where that ends."""
    told = tr_n(
        "Its {count} round has no room here: it is in the record.",
        "Its {count} rounds have no room here: they are in the record.",
        len(card.rounds),
        count=len(card.rounds),
    )
    _cell(shapes, told, MARGIN, top, INSIDE, ROUNDS_LEFT_OUT, size=3.2, colour=GREY)
    return top + ROUNDS_LEFT_OUT


def _cell(
    shapes: list[Shape],
    text: str,
    left: float,
    top: float,
    width: float,
    height: float,
    *,
    size: float,
    bold: bool = False,
    colour: Colour = BLACK,
    anchor: Anchor = "middle",
) -> None:
    """Set one line in the middle of a cell, smaller where it has no room."""
    wide = text_width(text, size, bold=bold)
    size = min(size, height * 0.8, size * (width - 0.6) / max(wide, 0.1))
    middle, base = left + width / 2, top + height / 2 + size * 0.36
    if text:
        shapes.append(Label(text, middle, base, size, bold=bold, anchor=anchor, colour=colour))


def _foot(card: ScoreCard, side: float) -> Iterator[Shape]:
    """Draw the code of the head, how to check it, and the box for a protest."""
    top = HEIGHT - MARGIN - side
    yield from qr_shapes(card.head, MARGIN - 2, top, side)
    left = MARGIN + side + 2
    width = WIDTH - MARGIN - left
    down = top + 6
    yield Rectangle(left, down - 4.2, 5, 5, WHITE, BLACK)
    yield Label(tr("under protest"), left + 7.5, down, 4.4, bold=True)
    for text in (tr("by whom"), tr("why")):
        down += 9.5
        yield Label(text, left, down, 2.8, colour=GREY)
        begin = left + text_width(text, 2.8) + 2
        yield Line((begin, down + 0.4), (left + width, down + 0.4))
    told = tr(
        "A photograph of this code is a witness of the whole record. Scan it, and have it checked "
        "at the box: boxctl verify {match} --head, and behind it what the code says.",
        match=card.number,
    )
    down += 6
    fitted = _fitted(told, 2.9, width, 10, top + side - 2 - down)
    for line in fitted.texts:
        down += fitted.size * LINE
        yield Label(line, left, down, fitted.size, colour=GREY)
