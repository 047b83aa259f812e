"""The card of a tournament's table: to sign, to photograph and to hang up. Pure.

From the top: what was played and who has won, a row for each place with a line to sign, then all
results, as a bracket or a cross table, and the code of the signed head. What has no room on one
sheet of A5 or A4 goes on to others, each with the code. All lengths are millimetres.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

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
from boxctl.presentation.phrases import shown_player
from boxctl.presentation.score_card.fitted_text import fitted, set_cell
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
from boxctl.presentation.tournament.bracket_lines import round_title
from boxctl.presentation.tournament.table_lines import (
    corrected_in_words,
    figures,
    game_of,
    heading,
    marked_name,
    titles,
    who_has_won,
)
from boxctl.tournament.bracket import BracketMatch, bracket_rounds
from boxctl.tournament.draw import is_over
from boxctl.tournament.events import System
from boxctl.tournament.standings import Standing, standings
from boxctl.tournament.state import RoundPairing, Tournament
from groundwork.language import tr

NAMES_ON_A_SHEET = 16
"""The most lines to sign on a sheet: a signature wants some height."""

MOST_ON_ONE = 8
"""So many names have room on one sheet with all of their results."""

TALLEST_ROW = 10.0
PLACE, NAME, SIGN = 8.0, 34.0, 34.0
TALLEST_CELL = 6.0

ROUND_ROBIN_NAME, WIDEST_CELL = 32.0, 10.0
"""The widths of a name beside a cross table, and the most of one of its cells."""


def tournament_sheets(number: int, cup: Tournament, head: str, paper: Paper) -> list[Drawing]:
    """Draw the card of a tournament as it stands; ``head`` is the printed head of its record."""
    lines = standings(cup)
    each = -(-len(lines) // -(-len(lines) // NAMES_ON_A_SHEET))
    parts = [lines[first : first + each] for first in range(0, len(lines), each)]
    apart = len(lines) > MOST_ON_ONE and cup.round > 0
    count = len(parts) + apart
    drawn: list[Drawing] = []
    for place in range(count):
        shapes: list[Shape] = [Rectangle(0, 0, WIDTH, HEIGHT, WHITE, None)]
        sheet = tr("Sheet {number} of {count}.", number=place + 1, count=count)
        down = _heading(shapes, number, cup, sheet if count > 1 else "", first=place == 0)
        code = side_of_code(head)
        end = HEIGHT - MARGIN - code - 2
        if place < len(parts):
            share = end if apart or not cup.round else down + (end - down) * 0.55
            down = _places(shapes, cup, parts[place], down, share)
        if not apart or place == len(parts):
            down = _results(shapes, cup, lines, down + 3, end)
        shapes += foot(head, _how_to_check(), down, code)
        title = tr("Tournament {number}", number=number)
        drawn.append(on_paper(Drawing(title, WIDTH, HEIGHT, tuple(shapes)), paper))
    return drawn


def _how_to_check() -> str:
    return tr(
        "A photograph of this code is a witness of the whole record of this tournament. Scan it, "
        "and have what the code says verified at the box, as the head of its journal."
    )


def _heading(
    shapes: list[Shape], number: int, cup: Tournament, sheet: str, *, first: bool
) -> float:
    down = MARGIN
    title = fitted(heading(number, cup), 5.6, INSIDE, most=2, bold=True)
    for text in title.texts:
        down += title.size * 1.15
        shapes.append(Label(text, WIDTH / 2, down - 1, title.size, bold=True, anchor="middle"))
    told = [(game_of(cup), GREY, 3.4)]
    if is_over(cup):
        told.append((who_has_won(standings(cup)), BLACK, 4.4))
    if first:
        told += [(corrected_in_words(each), GREY, 2.8) for each in cup.corrections]
    for words, colour, size in (*told, (sheet, GREY, 2.8)):
        in_lines = fitted(words, size, INSIDE, most=2)
        for text in in_lines.texts if words else ():
            down += in_lines.size * 1.3
            shapes.append(
                Label(text, WIDTH / 2, down, in_lines.size, anchor="middle", colour=colour)
            )
    return down + 3


def _places(
    shapes: list[Shape], cup: Tournament, lines: Sequence[Standing], top: float, end: float
) -> float:
    """Draw a row for each place, with its line to sign. Return where they end."""
    heads, over = titles(cup.system), is_over(cup)
    width = min(13.0, (INSIDE - PLACE - NAME - SIGN) / len(heads))
    name = INSIDE - PLACE - SIGN - width * len(heads)
    across = MARGIN + PLACE + name
    for column, text in enumerate(heads):
        set_cell(shapes, text, across + column * width, top, width, 3.6, size=2.8, colour=GREY)
    signs = MARGIN + INSIDE - SIGN
    set_cell(shapes, tr("signed by"), signs, top, SIGN, 3.6, size=2.8, colour=GREY)
    down = top + 4.4
    shapes.append(Line((MARGIN, down), (MARGIN + INSIDE, down), GREY))
    row = min(TALLEST_ROW, (end - down) / len(lines))
    size = min(4.2, row * 0.62)
    for line in lines:
        won = over and line.place == 1
        set_cell(shapes, f"{line.place}.", MARGIN, down, PLACE - 1, row, size=size, bold=won)
        _name(shapes, marked_name(line), MARGIN + PLACE, down, name - 1, row, bold=won)
        for column, text in enumerate(figures(cup.system, line)):
            set_cell(shapes, text, across + column * width, down, width, row, size=size, bold=won)
        down += row
        shapes.append(Line((signs + 2, down - 1.2), (MARGIN + INSIDE, down - 1.2), BLACK))
    return down


def _name(
    shapes: list[Shape],
    text: str,
    left: float,
    top: float,
    width: float,
    height: float,
    *,
    bold: bool = False,
) -> None:
    """Set a name flush left: smaller until it has room, in two lines where it needs them."""
    size = min(4.2, height * 0.62)
    in_lines = fitted(text, size, width, most=2 if height > 4 else 1, height=height, bold=bold)
    count = len(in_lines.texts)
    down = top + height / 2 - count * in_lines.size * 1.1 / 2 + in_lines.size * 0.88
    for line in in_lines.texts:
        shapes.append(Label(line, left, down, in_lines.size, bold=bold))
        down += in_lines.size * 1.1


def _results(
    shapes: list[Shape], cup: Tournament, lines: Sequence[Standing], top: float, end: float
) -> float:
    if not cup.round:
        return top
    match cup.system:
        case System.KNOCKOUT:
            return _bracket(shapes, bracket_rounds(cup), top, end)
        case System.ROUND_ROBIN:
            heads = [str(place) for place in range(1, len(lines) + 1)]
            rows = [_met(cup, line.name, lines) for line in lines]
        case System.SWISS:
            heads = [str(number) for number in range(1, cup.round + 1)]
            number_of = {line.name: row for row, line in enumerate(lines, start=1)}
            rows = [list(_by_round(cup, line.name, number_of)) for line in lines]
    return _cross_table(shapes, lines, heads, rows, top, end)


def _cross_table(
    shapes: list[Shape],
    lines: Sequence[Standing],
    heads: Sequence[str],
    rows: Sequence[Sequence[str | None]],
    top: float,
    end: float,
) -> float:
    """Draw a row of results for each place; None stands for nothing that could be there."""
    left = MARGIN + ROUND_ROBIN_NAME
    wide = min(WIDEST_CELL, (INSIDE - ROUND_ROBIN_NAME) / len(heads))
    high = min(TALLEST_CELL, (end - top) / (len(rows) + 1))
    for column, text in enumerate(heads):
        set_cell(shapes, text, left + column * wide, top, wide, high, size=2.6, colour=GREY)
    down = top + high
    for number, (line, row) in enumerate(zip(lines, rows, strict=True), start=1):
        set_cell(shapes, str(number), MARGIN, down, 6, high, size=2.6, colour=GREY)
        _name(shapes, shown_player(line.name), MARGIN + 6.5, down, ROUND_ROBIN_NAME - 7.5, high)
        for column, made in enumerate(row):
            across = left + column * wide
            fill = GREY if made is None else None
            shapes.append(Rectangle(across, down, wide, high, fill, GREY))
            set_cell(shapes, made or "", across, down, wide, high, size=3.0)
        down += high
    return down


def _met(cup: Tournament, name: str, lines: Sequence[Standing]) -> list[str | None]:
    """Return what somebody scored against each, in the order of the table; None for themselves."""
    scores = {each.opponent(name): _score(each, name) for each in cup.of(name)}
    return [None if line.name == name else scores.get(line.name, "") for line in lines]


def _by_round(cup: Tournament, name: str, number_of: dict[str, int]) -> Iterator[str]:
    """Yield for each round the number of the opponent, with +, = or −; + alone is a bye."""
    pairings = {each.round: each for each in cup.of(name)}
    for number in range(1, cup.round + 1):
        pairing = pairings.get(number)
        if pairing is None:
            yield "–"
            continue
        opponent = pairing.opponent(name)
        met = "" if opponent is None else str(number_of[opponent])
        sign = {"1": "+", "½": "=", "0": "−", "": ""}[_score(pairing, name)]
        yield f"{met}{sign}"


def _score(pairing: RoundPairing, name: str) -> str:
    """Return what somebody has of a pairing; empty before it is decided."""
    if pairing.winner is not None:
        return "1" if pairing.winner == name else "0"
    if pairing.result is None:
        return ""
    return "½" if pairing.was_played else "0"


def _bracket(
    shapes: list[Shape], rounds: Sequence[Sequence[BracketMatch]], top: float, end: float
) -> float:
    """Draw all rounds side by side, each match between the two that lead to it."""
    wide = INSIDE / len(rounds)
    high = min(13.0 * len(rounds[0]), end - top - 4)
    for column, matches in enumerate(rounds):
        left = MARGIN + column * wide
        title = round_title(column + 1, len(rounds))
        set_cell(shapes, title, left, top, wide - 4, 4, size=2.8, colour=GREY)
        each = high / len(matches)
        row = min(5.0, each / 2 * 0.94)
        for place, match in enumerate(matches):
            middle = top + 4 + (place + 0.5) * each
            if not (match.is_bye and column == 0):
                _match(shapes, match, left, middle - row, wide - 4, row)
            if column + 1 < len(rounds):
                # To the line between the two names of the next match.
                upper = place % 2 == 0
                join = middle + (each / 2 if upper else -each / 2)
                out = left + wide - 2
                if not (match.is_bye and column == 0):
                    shapes.append(Line((left + wide - 4, middle), (out, middle), GREY))
                    shapes.append(Line((out, middle), (out, join), GREY))
                    if upper or matches[place - 1].is_bye:
                        shapes.append(Line((out, join), (left + wide, join), GREY))
    return top + 4 + high


def _match(
    shapes: list[Shape], match: BracketMatch, left: float, top: float, wide: float, row: float
) -> None:
    for place, name in enumerate((match.one, match.other)):
        at = top + place * row
        shapes.append(Rectangle(left, at, wide, row, None, GREY))
        if name is not None:
            won = name == match.winner
            _name(shapes, shown_player(name), left + 0.8, at, wide - 1.6, row, bold=won)
