"""The part of the menu in which a match is put together: its players, its stake, its dice."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.containers import Horizontal, VerticalScroll
from textual.widgets import Input, Static

from boxctl.screens.app.menu.field_hint import FieldHint
from boxctl.screens.app.menu.player_rows import PlayerRows
from groundwork.language import message, tr

FIELDS = (
    ("stake", message("Stake")),
    ("seed", message("Dice")),
)
"""The fields to type in, by id, and their labels. The hint of each has the id ``stake-hint``."""


class MatchPanel(VerticalScroll, can_focus=False):
    """The rows of the players and the fields below them, with the ``stake`` of last time."""

    def __init__(self, rows: PlayerRows, stake: str) -> None:
        super().__init__(id="match")
        self._rows = rows
        self._stake = stake

    def compose(self) -> ComposeResult:
        """Put the players above the fields, and what is wrong below them."""
        yield Static(tr("Who plays"), classes="heading", markup=False)
        yield self._rows
        yield Static("", id="kind", classes="hint", markup=False)
        for id, label in FIELDS:
            with Horizontal(classes="field"):
                yield Static(tr(label), classes="label", markup=False)
                yield Input(self._stake if id == "stake" else "", id=id, compact=True)
                yield FieldHint(f"{id}-hint")
        with Horizontal(classes="field"):
            yield Static(tr("Rules"), classes="label", markup=False)
            yield Static("", id="settings", classes="hint", markup=False)
        yield Static("", id="fault", markup=False)

    def passing_lines(self, *, kind_stays: bool) -> int:
        """Return how many lines of the screen are taken by what comes and goes while one types.

        ``kind_stays`` is whether the line about the kind of a player is never without words.
        """
        passing = ("#fault",) if kind_stays else ("#fault", "#kind")
        shown = (part for part in map(self.query_one, passing) if part.display)
        return max(0, sum(part.outer_size.height for part in shown) - self.max_scroll_y)
