"""A card of one page, A5, with the rules of a match: to print and to hang beside the box. Pure."""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Mapping, Sequence, Set
from types import MappingProxyType

from boxctl.presentation.drawing.pdf import broken, text_width
from boxctl.presentation.drawing.shapes import (
    BLACK,
    GREY,
    WHITE,
    Disc,
    Drawing,
    Label,
    Rectangle,
    Shape,
)
from boxctl.presentation.phrases import WRITTEN, choices
from boxctl.presentation.rule_page.move_sentences import example_throw
from boxctl.presentation.rule_page.page import (
    DIFFERS,
    NOBODYS,
    GameTitle,
    game_title,
    handicap_section,
    rows_of_tiles,
    sections,
)
from boxctl.presentation.rule_page.setup_sentences import RuleSentence
from boxctl.rules.ruleset import RuleSet, score
from boxctl.rules.settings import changed_from, with_settings
from boxctl.rules.tiles import NO_TILES, numbers, tile, tile_set
from boxctl.rules.variant_file import Variant
from boxctl.rules.variants import base_in_project
from groundwork.frozen_dataclass import frozen_dataclass
from groundwork.language import current, tr

WOOD = (222, 184, 135)
DARK_WOOD = (120, 72, 30)
SHUT_WOOD = (196, 150, 98)

WIDEST_TILE = 12.0
TALLEST_TILE = 13.0
GAP = 1.0
FRAME = 2.5
"""The frame round the tiles; all lengths are in millimetres."""

PIPS = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}
"""The pips of each face, as columns and rows from the middle."""


def box(rules: RuleSet, left: float, top: float, width: float) -> tuple[list[Shape], float]:
    """Draw the box as it stands at the start. Return the shapes and the height of the box."""
    rows = rows_of_tiles(rules.tiles)
    in_a_row = len(rows[0])
    wide = min(WIDEST_TILE, (width - 2 * FRAME - GAP) / in_a_row - GAP)
    tall = TALLEST_TILE if len(rows) == 1 else TALLEST_TILE * 0.75
    whole = in_a_row * (wide + GAP) + GAP + 2 * FRAME
    height = len(rows) * (tall + 2 * GAP) + 2 * FRAME
    left += (width - whole) / 2
    shapes: list[Shape] = [
        Rectangle(left, top, whole, height, WOOD, DARK_WOOD, rounded=True),
        Rectangle(
            left + FRAME, top + FRAME, whole - 2 * FRAME, height - 2 * FRAME, (88, 120, 80), None
        ),
    ]
    for row, tiles in enumerate(rows):
        down = top + FRAME + GAP + row * (tall + 2 * GAP)
        for column, number in enumerate(tiles):
            across = left + FRAME + GAP + column * (wide + GAP)
            up = bool(rules.in_play & tile(number))
            shapes += _tile(number, across, down, wide, tall, up=up)
    return shapes, height


def _tile(
    number: int, left: float, top: float, wide: float, tall: float, *, up: bool
) -> Iterator[Shape]:
    """Draw a tile that stands, or one that lies and is not in play."""
    size = min(7.0, wide * 0.62)
    middle = left + wide / 2
    if up:
        yield Rectangle(left, top, wide, tall, WHITE, DARK_WOOD, rounded=True)
        yield Label(
            str(number), middle, top + tall / 2 + size * 0.36, size, bold=True, anchor="middle"
        )
    else:
        flat = tall * 0.32
        yield Rectangle(left, top + tall - flat, wide, flat, SHUT_WOOD, DARK_WOOD)
        yield Label(
            str(number),
            middle,
            top + tall - flat * 0.22,
            size * 0.5,
            anchor="middle",
            colour=DARK_WOOD,
        )


def dice(
    values: Sequence[int], sides: int, left: float, top: float, size: float
) -> Iterator[Shape]:
    """Draw dice beside each other: pips, or figures on a die with more than six sides."""
    for at, value in enumerate(values):
        across = left + at * (size + 1.5)
        yield Rectangle(across, top, size, size, WHITE, BLACK, rounded=True)
        middle, centre = across + size / 2, top + size / 2
        if sides == 6:
            for column, row in PIPS[value]:
                yield Disc(middle + column * size * 0.26, centre + row * size * 0.26, size * 0.09)
        else:
            font = size * 0.55
            yield Label(str(value), middle, centre + font * 0.36, font, bold=True, anchor="middle")


def dice_width(count: int, size: float) -> float:
    """Return how wide so many dice of this size are, beside each other."""
    return count * (size + 1.5) - 1.5


WIDTH, HEIGHT, MARGIN = 148.0, 210.0, 10.0
"""A sheet of A5 and its margin, in millimetres as all lengths here."""

INSIDE = WIDTH - 2 * MARGIN

LARGEST, SMALLEST, STEP = 5.0, 2.2, 0.1
"""The size of the text: the largest with which all of it has room."""

LINE = 1.28
"""The distance of two lines, in sizes of the text."""

BETWEEN = 0.55
"""The gap between two sections, in sizes of the text."""

FOOT = 2.6
"""The size of the text at the foot."""

DIE = 8.0
"""A side of a die."""


@frozen_dataclass
class CardMarks:
    """What a card marks: what is not as in the ``usual`` rules of the variant called ``base``.

    ``command`` prints exactly the rules of the card, on any machine.
    """

    usual: RuleSet
    base: str
    command: str


UNCHANGED: Mapping[str, str] = MappingProxyType({})
"""The settings of a game that is as its variant."""


def command_to_print(
    name: str, changes: Mapping[str, str] = UNCHANGED, handicap: Mapping[str, int] = NOBODYS
) -> str:
    """Return the command that prints the rules of this variant so changed, to be typed from paper.

    It tells them in the language in use. ``handicap`` has those who have one (R7.16).
    """
    # An amount is read with and without its blank, which would have to be quoted.
    changed = (f"--set={key}={value.replace(' ', '')}" for key, value in changes.items())
    given = (f"--handicap={player}={points}" for player, points in handicap.items())
    spoken = [] if current().code == "en" else [f"--lang={current().code}"]
    return shlex.join(["boxctl", "rules", "show", name, *changed, *given, *spoken])


def card(
    title: GameTitle,
    rules: RuleSet,
    marks: CardMarks | None = None,
    handicap: Mapping[str, int] = NOBODYS,
) -> Drawing:
    """Draw the card. The rules must not contradict each other.

    ``handicap`` has those who have one (R7.16): it is told behind how a match is won.
    """
    shapes: list[Shape] = [Rectangle(0, 0, WIDTH, HEIGHT, WHITE, None)]
    down = MARGIN + 6
    down = _heading(shapes, title, down)
    drawn, height = box(rules, MARGIN, down, INSIDE)
    shapes += drawn
    down += height + 4
    foot = HEIGHT - MARGIN
    command = command_to_print(title.variant, handicap=handicap) if marks is None else marks.command
    # A word that is longer than a line stays whole: then all is written smaller.
    longest = max(text_width(line, FOOT) for line in broken(command, FOOT, INSIDE))
    size = min(FOOT, FOOT * INSIDE / longest)
    for line in reversed([*_explained(marks), *broken(command, size, INSIDE)]):
        shapes.append(Label(line, WIDTH / 2, foot, size, anchor="middle", colour=GREY))
        foot -= size * LINE
    foot += size * LINE
    table = _score_table(rules)
    example = _example(rules)
    below = (DIE + 4 if example else 0) + (15 if table else 0)
    told, used = _told(_all_told(rules, marks, handicap), down, foot - 5 - below - down)
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


def _explained(marks: CardMarks | None) -> Iterator[str]:
    if marks is not None:
        yield tr("{mark} not as in {game}", mark=DIFFERS, game=marks.base)


Texts = Sequence[tuple[str, Sequence[str]]]
"""Titles of sections, and the sentences of each."""


def _told(texts: Texts, top: float, room: float) -> tuple[list[Shape], float]:
    """Set the sentences in the largest text that has room; return them and their height.

    In the smallest text they may still be higher than the room.
    """
    size = LARGEST
    while True:
        shapes, height = _set(texts, top, size)
        if height <= room or size <= SMALLEST:
            return shapes, height
        size -= STEP


def _all_told(rules: RuleSet, marks: CardMarks | None, handicap: Mapping[str, int]) -> Texts:
    changed = set() if marks is None else set(changed_from(marks.usual, rules))
    told = [
        (section.title, list(_texts(section.sentences, changed)))
        for section in (*sections(rules), handicap_section(handicap))
    ]
    return [(title, texts) for title, texts in told if texts]


def _set(told: Texts, top: float, size: float) -> tuple[list[Shape], float]:
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


def _texts(sentences: Sequence[RuleSentence], changed: Set[str]) -> Iterator[str]:
    """Yield the sentences of a card: an aside only if no other says how these rules differ.

    ``changed`` are the settings to be marked.
    """
    told = {name for sentence in sentences if not sentence.aside for name in sentence.settings}
    for sentence in sentences:
        if not sentence.aside:
            mark = f"{DIFFERS} " if changed & set(sentence.settings) else ""
            yield f"{mark}{sentence.text}"
        elif changed & set(sentence.settings) - told:
            yield f"{DIFFERS} {sentence.text}"


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
    yield from dice(throw, rules.dice.sides, MARGIN, top, DIE)
    left = MARGIN + dice_width(len(throw), DIE) + 4
    size = 5.0
    while size > 2.5 and text_width(moves, size) > WIDTH - MARGIN - left:
        size -= STEP
    yield Label(moves, left, top + DIE / 2 + size * 0.36, size)


def _score_table(rules: RuleSet) -> list[tuple[str, str]]:
    """Return tiles left open and what they score; nothing where no score decides."""
    if not rules.is_scored:
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


def card_of(known: Variant, rules: RuleSet, handicap: Mapping[str, int] = NOBODYS) -> Drawing:
    """Draw the card of a variant, or of changed rules, which are called so and marked.

    ``handicap`` has those who have one (R7.16).
    """
    base, title = base_in_project(known), game_title(known)
    usual = with_settings(RuleSet(), base.settings.items())
    if changed_from(with_settings(RuleSet(), known.settings.items()), rules):
        title = title.changed
    elif not known.is_of_house:
        return card(title, rules, handicap=handicap)
    command = command_to_print(base.name, changed_from(usual, rules), handicap)
    marks = CardMarks(usual, base.told("title"), command)
    return card(title, rules, marks, handicap)
