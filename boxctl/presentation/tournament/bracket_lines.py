"""The whole bracket of a knockout as lines of at most 80 columns, for a terminal. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from boxctl.presentation.phrases import shown_player
from boxctl.presentation.tournament.table_lines import WIDTH
from boxctl.tournament.bracket import BracketMatch, bracket_rounds
from boxctl.tournament.state import Tournament
from groundwork.cell_width import columns_of, cut
from groundwork.language import tr

WIDEST = 26
"""The most columns of a round: few of them need no more."""


def bracket_lines(cup: Tournament) -> Iterator[str]:
    """Yield the rounds side by side from left to right, and behind the final who has won.

    Two who meet stand above and below whoever goes on; behind those who are out nothing stands.
    Names that are longer than a column are cut.
    """
    rounds = bracket_rounds(cup)
    wide = min(WIDEST, WIDTH // (len(rounds) + 1))
    titles = [round_title(number, len(rounds)) for number in range(1, len(rounds) + 1)]
    yield "".join(_padded(cut(title, wide - 2), wide) for title in titles).rstrip()
    columns = [list(_column(matches, depth, wide)) for depth, matches in enumerate(rounds)]
    columns.append(_winner(rounds[-1][0], len(rounds), wide))
    lines = ("".join(cells).rstrip() for cells in zip(*columns, strict=True))
    yield from (line for line in lines if line)


def round_title(number: int, count: int) -> str:
    """Name a round of a bracket of so many rounds."""
    return tr("Final") if number == count else tr("Round {round}", round=number)


def _column(matches: Sequence[BracketMatch], depth: int, wide: int) -> Iterator[str]:
    """Yield the cells of a round; of its names each stands in the middle of its own lines."""
    # A name of the first round has two lines, one of the next four, and so on.
    half = 1 << depth
    for match in matches:
        hidden = match.is_bye and not depth
        cells = [" " * wide] * (4 * half)
        for name, at in ((match.one, half - 1), (match.other, 3 * half - 1)):
            shown = "" if name is None or hidden else shown_player(name)
            upper = at < 2 * half
            if not hidden:
                cells[at] = (
                    _padded(f"{cut(shown, wide - 3).rstrip()} ", wide - 1, "─") + "┐┘"[not upper]
                )
        if not hidden:
            for at in range(half, 3 * half - 1):
                cells[at] = " " * (wide - 1) + ("├" if at == 2 * half - 1 else "│")
        yield from cells


def _winner(final: BracketMatch, depth: int, wide: int) -> list[str]:
    half = 1 << depth
    name = "" if final.winner is None else cut(shown_player(final.winner), wide - 1)
    cells = [""] * (2 * half)
    cells[half - 1] = name
    return cells


def _padded(text: str, columns: int, fill: str = " ") -> str:
    return text + fill * (columns - columns_of(text))
