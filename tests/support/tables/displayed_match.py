"""The whole match on a virtual box that has a display, driven without a thread of its own."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from boxctl.presentation.display_presenter import DisplayPresenter
from boxctl.presentation.notices import Notice
from boxctl.referee.referee import Referee
from boxctl.referee.ruling import Ruling
from boxctl.table.contact_state import open_tiles
from boxctl.table.runtime import Runtime
from hardware.devices import Display, Face, Show, TextLine
from tests.support.tables.the_match import THE_MATCH
from tests.support.tables.virtual_table import SECOND, VirtualTable


class DirectDisplay:
    """A display that is driven at once, by whoever shows something."""

    def __init__(self, face: Face, show: Show, seen: Callable[[], None]) -> None:
        self.face = face
        self._show = show
        self._seen = seen

    def show(self, lines: Sequence[TextLine]) -> None:
        self._show(lines)
        self._seen()


class DisplayedTable(VirtualTable):
    """People at a virtual box with a display."""

    def __init__(self, display: Display) -> None:
        self.display = display
        super().__init__(THE_MATCH.variant, ",".join(THE_MATCH.players), stake=THE_MATCH.stake)

    def sit_down(self) -> None:
        known = self.box.read()
        levers = open_tiles(known) & self.rules.on_the_box
        referee = Referee(self.rules, self.players, levers)
        self.announcer = DisplayPresenter(referee.play, self.display)
        self.runtime = Runtime(self.box, referee, known, self.now, self.say, self.tell)
        self.announcer.follow(self.runtime)
        self.announcer.advance(self.now)

    def say(self, ruling: Ruling) -> None:
        self.heard(ruling)
        self.announcer.say(ruling)

    def tell(self, notice: Notice) -> None:
        self.notices.append(notice)
        self.announcer.tell(notice)

    def until(self, time: int) -> None:
        while True:
            dues = [self.runtime.due, self.wood.due, self.announcer.due]
            self.now = max(self.now, min([*(due for due in dues if due is not None), time]))
            self.wood.advance(self.now)
            self.announcer.advance(self.now)
            taken, self.events[:] = list(self.events), []
            self.runtime.step(self.now, taken)
            due = self.announcer.due
            if self.now >= time and not self.events and (due is None or due > self.now):
                return

    def plays_the_match(self, beginning_at: int = 0, ending_at: int | None = None) -> None:
        for kind, values in THE_MATCH.steps[beginning_at:ending_at]:
            if kind == "throw":
                self.throws(*values)
            elif kind == "knock":
                self.wood.shut(values[0], self.now)
                self.wood.open(values[0], self.now)
                self.until(self.now + SECOND)
            elif kind == "shut":
                self.shuts(*values)
            else:
                self.opens(*values)
        self.until(self.now + 20 * SECOND)
