"""A card of one page, A5, with the rules of a match: to print and to hang beside the box. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from boxctl.presentation.card import pieces
from boxctl.presentation.drawing.shapes import GREY, WHITE, Drawing, Label, Rectangle, Shape
from boxctl.presentation.drawing.text_width import broken, text_width
from boxctl.presentation.phrases import WRITTEN, choices
from boxctl.presentation.rule_page.example_throw import example_throw
from boxctl.presentation.rule_page.result_sentences import WITHOUT_SCORES
from boxctl.presentation.rule_page.sections import sections
from boxctl.presentation.rule_page.title import GameTitle
from boxctl.rules.ruleset import RuleSet
from boxctl.rules.scoring import score
from boxctl.rules.tiles import NO_TILES, numbers, tile_set
from groundwork.language import tr

WIDTH, HEIGHT, MARGIN = 148.0, 210.0, 10.0
"""A sheet of A5 and its margin, in millimetres as all lengths here."""

INSIDE = WIDTH - 2 * MARGIN

LARGEST, SMALLEST, STEP = 5.0, 2.2, 0.1
"""The size of the text: the largest with which all of it has room."""

LINE = 1.28
"""The distance of two lines, in sizes of the text."""

BETWEEN = 0.55
"""The gap between two sections, in sizes of the text."""

DIE = 8.0
"""A side of a die."""


def card(title: GameTitle, rules: RuleSet) -> Drawing:
    """Draw the card. The rules must not contradict each other."""
    shapes: list[Shape] = [Rectangle(0, 0, WIDTH, HEIGHT, WHITE, None)]
    down = MARGIN + 6
    down = _heading(shapes, title, down)
    drawn, height = pieces.box(rules, MARGIN, down, INSIDE)
    shapes += drawn
    down += height + 4
    foot = HEIGHT - MARGIN
    shapes.append(
        Label(
            f"boxctl rules show {title.variant}", WIDTH / 2, foot, 2.6, anchor="middle", colour=GREY
        )
    )
    table = _score_table(rules)
    example = _example(rules)
    below = (DIE + 4 if example else 0) + (15 if table else 0)
    told, used = _told(rules, down, foot - 5 - below - down)
    shapes += told
    down += used + 3
    if example is not None:
        shapes += _drawn_example(example, rules, down)
        down += DIE + 4
    if table:
        shapes += _drawn_table(table, down)
    return Drawing(title.name, WIDTH, HEIGHT, tuple(shapes))


def _heading(shapes: list[Shape], title: GameTitle, down: float) -> float:
    """Add the name and the other names. Return where the box begins."""
    size = min(9.0, 9.0 * INSIDE / max(INSIDE, text_width(title.name, 9.0, bold=True)))
    shapes.append(Label(title.name, WIDTH / 2, down, size, bold=True, anchor="middle"))
    down += 1
    for line in broken(title.also(), 3.2, INSIDE) if title.others else ():
        down += 4.6
        shapes.append(Label(line, WIDTH / 2, down, 3.2, anchor="middle", colour=GREY))
    return down + 4


def _told(rules: RuleSet, top: float, room: float) -> tuple[list[Shape], float]:
    """Set the sentences in the largest text that has room; return them and their height.

    In the smallest text they may still be higher than the room.
    """
    size = LARGEST
    while True:
        shapes, height = _set(rules, top, size)
        if height <= room or size <= SMALLEST:
            return shapes, height
        size -= STEP


def _set(rules: RuleSet, top: float, size: float) -> tuple[list[Shape], float]:
    told = [
        (section.title, [sentence.text for sentence in section.sentences if not sentence.aside])
        for section in sections(rules)
    ]
    told = [(title, texts) for title, texts in told if texts]
    indent = max(text_width(title, size, bold=True) for title, _texts in told) + size
    shapes: list[Shape] = []
    down = top + size
    for title, texts in told:
        shapes.append(Label(title, MARGIN, down, size, bold=True))
        for text in texts:
            for line in broken(text, size, INSIDE - indent):
                shapes.append(Label(line, MARGIN + indent, down, size))
                down += size * LINE
        down += size * BETWEEN
    return shapes, down - top - size


def _example(rules: RuleSet) -> tuple[tuple[int, ...], str] | None:
    """Return a throw and its moves in words, if there is one that can be drawn."""
    found = example_throw(rules)
    if found is None or len(found[0]) > 6:
        return None
    return found[0], choices(found[1], WRITTEN)


def _drawn_example(
    example: tuple[tuple[int, ...], str], rules: RuleSet, top: float
) -> Iterator[Shape]:
    throw, moves = example
    yield from pieces.dice(throw, rules.dice.sides, MARGIN, top, DIE)
    left = MARGIN + pieces.dice_width(len(throw), DIE) + 4
    size = 5.0
    while size > 2.5 and text_width(moves, size) > WIDTH - MARGIN - left:
        size -= STEP
    yield Label(moves, left, top + DIE / 2 + size * 0.36, size)


def _score_table(rules: RuleSet) -> list[tuple[str, str]]:
    """Return tiles left open and what they score; nothing where no score decides."""
    if rules.match in WITHOUT_SCORES:
        return []
    in_play = numbers(rules.in_play)
    left = [NO_TILES, tile_set(in_play[:1]), tile_set(in_play[:3]), tile_set(in_play[-2:])]
    left.append(rules.in_play)
    rows = []
    for tiles in dict.fromkeys(left):
        opened = " ".join(map(str, numbers(tiles))) or "–"
        if tiles.bit_count() > 4:
            opened = tr("all")
        rows.append((opened, str(score(rules.scoring, tiles))))
    return rows


def _drawn_table(rows: Sequence[tuple[str, str]], top: float) -> Iterator[Shape]:
    heads = (tr("left open"), tr("score"))
    size, high = 3.6, 5.6
    first = max(text_width(head, size, bold=True) for head in heads) + 4
    wide = (INSIDE - first) / len(rows)
    for row, head in enumerate(heads):
        yield Label(head, MARGIN, top + row * high + size * 1.1, size, bold=True)
    for column, cells in enumerate(rows):
        left = MARGIN + first + column * wide
        for row, cell in enumerate(cells):
            yield Rectangle(left, top + row * high, wide, high, None, GREY)
            fits = min(size, size * (wide - 1) / max(0.1, text_width(cell, size)))
            yield Label(cell, left + wide / 2, top + row * high + size * 1.1, fits, anchor="middle")
