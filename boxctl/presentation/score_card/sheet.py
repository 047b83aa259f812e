"""The card of a match as a drawing, on one sheet of A5 or A4: to sign and to photograph. Pure.

That of an evening has the matches in the place of rounds, and as many sheets as its players need.

From the top: what was played, a row for each player with his line to sign, the rounds, then the
code of the signed head with the box for a protest. No name is cut: a long one is broken, and set
smaller until it has room. All lengths are millimetres.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Literal

from boxctl.presentation.drawing.shapes import (
    BLACK,
    GREY,
    WHITE,
    Drawing,
    Label,
    Line,
    Rectangle,
    Shape,
)
from boxctl.presentation.journal.ledger_sentences import in_runs
from boxctl.presentation.score_card.contents import CardLine, ScoreCard
from boxctl.presentation.score_card.fitted_text import LINE, SMALLEST, fitted, set_cell
from boxctl.presentation.score_card.paper import (
    HEIGHT,
    INSIDE,
    MARGIN,
    WIDTH,
    Paper,
    foot,
    on_paper,
    side_of_code,
)
from groundwork.frozen_dataclass import frozen_dataclass
from groundwork.language import all_of, tr, tr_as, tr_n, with_minus

NAME = 34.0
SIGN = 36.0
"""The widths of the name, and of the line to sign at least."""

TALLEST_ROW, LOWEST_ROW = 11.0, 6.4
"""The height of a row of the result: a signature wants some, eight players leave little."""

LOWEST_CELL = 2.2
"""The least height of a row of rounds; so many that they had less are in the record alone."""

ROUNDS_LEFT_OUT = 6.0
"""The height of the line that says so."""

MOST_ON_A_SHEET, FEWEST_ON_A_SHEET = 8, 2
"""How many players of an evening share a sheet: fewer where their scores had no room."""

GOOD_CELL = 3.2
"""The height of a row of scores that is worth another sheet."""

IN_A_BLOCK = 20
"""The rounds beside each other; what comes behind them stands below."""

SHUT = "*"
"""Stands behind a score in whose match a box was shut."""


def card_sheets(card: ScoreCard, paper: Paper = "a5") -> list[Drawing]:
    """Draw a card: that of a match on one sheet, that of an evening on as few as have room.

    Each player of an evening is on one of them, with all of his scores; the code is on each.
    """
    if not card.matches:
        return [score_card(card, paper)]
    players = len(card.lines)
    fewest, most = -(-players // MOST_ON_A_SHEET), -(-players // FEWEST_ON_A_SHEET)
    ways = [list(_in_sheets(card, count)) for count in range(fewest, most + 1)]
    heights = [min(map(_height_of_scores, sheets)) for sheets in ways]
    fitting = [
        sheets
        for least in (GOOD_CELL, LOWEST_CELL)
        for sheets, height in zip(ways, heights, strict=True)
        if height >= least
    ]
    return [score_card(sheet, paper) for sheet in (*fitting, ways[0])[0]]


def _in_sheets(card: ScoreCard, count: int) -> Iterator[ScoreCard]:
    each = -(-len(card.lines) // count)
    count = -(-len(card.lines) // each)
    for sheet in range(count):
        lines = card.lines[sheet * each : (sheet + 1) * each]
        told = tr("Sheet {number} of {count}.", number=sheet + 1, count=count)
        yield replace(card, lines=lines, notes=(*card.notes, *([told] if count > 1 else [])))


def score_card(card: ScoreCard, paper: Paper = "a5") -> Drawing:
    """Draw the card of a match. A4 has the same, larger."""
    shapes: list[Shape] = [Rectangle(0, 0, WIDTH, HEIGHT, WHITE, None)]
    down = _heading(shapes, card, MARGIN)
    code = side_of_code(card.head)
    rounds, row, cell = _rows(card, down, code)
    down = _results(shapes, card, down, row)
    if not rounds and not card.is_of_one_round:
        down = _left_out(shapes, card, down)
    for first, names in rounds:
        down = _rounds(shapes, card, (first, names), down + 2.5, cell)
    shapes += foot(card.head, _how_to_check(card), down, code)
    return on_paper(Drawing(f"{card.game} {card.number}", WIDTH, HEIGHT, tuple(shapes)), paper)


_Block = tuple[int, Sequence[str]]


def _rows(card: ScoreCard, down: float, code: float) -> tuple[list[_Block], float, float]:
    """Return the rounds that have room below ``down``, and the heights of both kinds of rows."""
    rounds = [] if card.is_of_one_round else _blocks(card)
    room = HEIGHT - MARGIN - code - down - 2
    row, cell = _heights(len(card.lines), len(rounds), room)
    if cell < LOWEST_CELL:
        rounds, (row, _none) = [], _heights(len(card.lines), 0, room - ROUNDS_LEFT_OUT)
    return rounds, row, cell


def _height_of_scores(card: ScoreCard) -> float:
    return _rows(card, _heading([], card, MARGIN), side_of_code(card.head))[2]


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
    lines = fitted(card.game, size, INSIDE, most=2, bold=True)
    for text in lines.texts:
        down += lines.size
        shapes.append(Label(text, WIDTH / 2, down - 1, lines.size, bold=True, anchor="middle"))
    parts = [(_about(card), GREY, 3.6), (card.result, BLACK, 3.6), (card.pool, BLACK, 3.6)]
    marks = [tr("Bold: won. *: a box shut.")] if card.matches else []
    size = 2.8 if card.matches else 3.6
    parts += [(note, GREY, size) for note in (*card.games, *card.notes, *marks)]
    for text, colour, size in parts:
        if text:
            in_lines = fitted(text, size, INSIDE, most=2)
            for line in in_lines.texts:
                down += in_lines.size * 1.3
                shapes.append(
                    Label(line, WIDTH / 2, down, in_lines.size, anchor="middle", colour=colour)
                )
    return down + 3


def _about(card: ScoreCard) -> str:
    if card.matches:
        numbers = in_runs([match.number for match in card.matches])
        return tr_n(
            "match {matches}, box {box}",
            "matches {matches}, box {box}",
            len(card.matches),
            matches=all_of(numbers),
            box=card.box,
        )
    return tr(
        "match {match}, {began}, box {box}", match=card.number, began=card.began, box=card.box
    )


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
    if any(line.played is not None for line in lines):
        yield _Column(tr_as("card of an evening", "played"), 13, _figures(lines, "played"))
        yield _Column(tr_as("card of an evening", "won"), 13, _figures(lines, "wins"), bold=True)
    elif any(line.wins is not None for line in lines):
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


def _figures(lines: Sequence[CardLine], name: Literal["played", "wins"]) -> tuple[str, ...]:
    return tuple(_figure(getattr(line, name)) for line in lines)


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
        set_cell(shapes, column.head, left, head - 2.8, column.width, 3.6, size=2.8, colour=GREY)
        left += column.width
    set_cell(shapes, tr("signed by"), left, head - 2.8, sign, 3.6, size=2.8, colour=GREY)
    shapes.append(Line((MARGIN, down), (MARGIN + INSIDE, down), GREY))
    for number, line in enumerate(card.lines):
        _name(shapes, line, MARGIN, down, name - 1, row)
        left = MARGIN + name
        for column in columns:
            text = column.cells[number]
            set_cell(shapes, text, left, down, column.width, row, size=4.2, bold=column.bold)
            left += column.width
        down += row
        if line.signs:
            shapes.append(Line((left + 2, down - 1.4), (MARGIN + INSIDE, down - 1.4), BLACK))
    return down


def _name(
    shapes: list[Shape], line: CardLine, left: float, top: float, width: float, height: float
) -> None:
    """Set a name: broken into lines, and smaller until it has room; bold whoever has won."""
    most = max(2, min(3, int(height / (SMALLEST * LINE))))
    in_lines = fitted(line.name, min(4.2, height * 0.7), width, most, height, bold=line.won)
    down = top + height / 2 - len(in_lines.texts) * in_lines.size * LINE / 2 + in_lines.size * 0.95
    for text in in_lines.texts:
        shapes.append(Label(text, left, down, in_lines.size, bold=line.won))
        down += in_lines.size * LINE


def _blocks(card: ScoreCard) -> list[_Block]:
    """Return the rounds in rows of at most :data:`IN_A_BLOCK`: where each begins, and its names."""
    count = len(card.rounds)
    blocks = -(-count // IN_A_BLOCK)
    each = -(-count // blocks)
    return [(first, card.rounds[first : first + each]) for first in range(0, count, each)]


def _rounds(
    shapes: list[Shape],
    card: ScoreCard,
    block: _Block,
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
        set_cell(shapes, title, left + place * wide, down, wide, height, size=2.8, colour=GREY)
    down += height
    for line in card.lines:
        _name(shapes, line, MARGIN, down, name - 1, height)
        for place in range(len(names)):
            across = left + place * wide
            shapes.append(Rectangle(across, down, wide, height, None, GREY))
            at = first + place
            made = line.rounds[at] if at < len(line.rounds) else None
            text = "" if made is None else f"{made}{SHUT if at in line.shut_in else ''}"
            set_cell(shapes, text, across, down, wide, height, size=3.4, bold=at in line.won_in)
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
    set_cell(shapes, told, MARGIN, top, INSIDE, ROUNDS_LEFT_OUT, size=3.2, colour=GREY)
    return top + ROUNDS_LEFT_OUT


def _how_to_check(card: ScoreCard) -> str:
    if card.matches:
        return tr(
            "A photograph of this code is a witness of the records of all these matches. Scan it, "
            "and have what the code says verified at the box, as the head of its journal."
        )
    return tr(
        "A photograph of this code is a witness of the whole record. Scan it, and have it checked "
        "at the box: boxctl verify {match} --head, and behind it what the code says.",
        match=card.number,
    )
