"""The picture of the players who sit down: a row for each, with name, sign, colour and kind."""

from __future__ import annotations

from collections.abc import Sequence

from boxctl.presentation.player_names import shown_player
from boxctl.screens.laptop.menu.player_kinds import PERSON, kind_of, kind_title
from boxctl.screens.pictures.glyphs import ASCII, Glyphs
from boxctl.screens.pictures.picture import Picture, Row, Span, fit
from boxctl.screens.pictures.seat_sign import sign_of
from groundwork.cell_width import centred, columns_of
from groundwork.frozen_dataclass import frozen_dataclass

KIND_WIDTH = 19
REMOVE_WIDTH = 2
SIGN_WIDTH = 4
LEAST_NAME = 8


@frozen_dataclass
class PlayerRowsPlan:
    """The columns of the parts of a row: mark and sign, then the name, the kind, the cross."""

    columns: int

    @property
    def kind(self) -> int:
        """The column at which the kind begins."""
        return self.columns - REMOVE_WIDTH - KIND_WIDTH

    def part_at(self, column: int) -> str:
        """Return what is drawn there: ``sign``, ``name``, ``before``, ``after`` or ``remove``."""
        if column < SIGN_WIDTH:
            return "sign"
        if column >= self.columns - REMOVE_WIDTH:
            return "remove"
        if column >= self.kind:
            return "before" if column < self.kind + 2 else "after"
        return "name"


def player_rows_picture(
    shown: Sequence[str],
    typed: Sequence[str],
    at: int,
    columns: int,
    glyphs: Glyphs,
    *,
    focused: bool,
) -> Picture:
    """Draw a row for each name that is ``shown``; what was not ``typed`` is pale.

    ``at`` is the row that is edited: it has a cursor if it is ``focused``.
    """
    plan = PlayerRowsPlan(columns)
    return tuple(
        _row(
            seat,
            name,
            plan,
            glyphs,
            typed=seat < len(typed) and bool(typed[seat]),
            edited=focused and seat == at,
        )
        for seat, name in enumerate(shown)
    )


def _row(
    seat: int, name: str, plan: PlayerRowsPlan, glyphs: Glyphs, *, typed: bool, edited: bool
) -> Row:
    for_name = max(LEAST_NAME, plan.kind - SIGN_WIDTH - 1)
    mark = Span(f"{glyphs.turn if edited else ' '} ", "hint")
    kind = kind_of(name)
    cursor = (Span("_", "turn"),) if edited and kind == PERSON else (Span(" "),)
    ink = "newest" if edited else "plain" if typed else "dark"
    written = fit(name if edited and typed else shown_player(name), for_name)
    return (
        mark,
        sign_of(seat, glyphs),
        Span(" "),
        Span(written if typed or not edited else "", ink),
        *cursor,
        Span(" " * (for_name - columns_of(written if typed or not edited else ""))),
        *_kind(kind, glyphs, edited=edited),
        Span(" x" if glyphs is ASCII else " ✕", "dark"),
    )


def _kind(kind: str, glyphs: Glyphs, *, edited: bool) -> Row:
    before, after = ("<", ">") if glyphs is ASCII else ("‹", "›")
    ink = "hint" if edited else "dark"
    words = centred(fit(kind_title(kind), KIND_WIDTH - 4), KIND_WIDTH - 4)
    return (
        Span(f"{before} ", ink),
        Span(words, "plain" if edited else "dark"),
        Span(f" {after}", ink),
    )
