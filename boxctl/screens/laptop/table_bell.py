"""The sound of a table in a terminal: its bell, at a refusal, a shut box, and at your turn."""

from __future__ import annotations

from collections.abc import Callable

from boxctl.presentation.journal.start_sentences import StartRemark
from boxctl.presentation.notices import Notice
from boxctl.referee.payloads import Verdict
from boxctl.referee.ruling import Ruling

RINGS_AT = (Verdict.VOID, Verdict.REFUSED, Verdict.DISTURBED, Verdict.SHUT_THE_BOX)
"""The rulings that people should look up at, whoever plays."""


class TableBell:
    """Rings where people should look up. ``ring`` does it; ``waits_for_people`` asks the table.

    It is a :class:`TableListener`.
    """

    def __init__(self, ring: Callable[[], object], waits_for_people: Callable[[], bool]) -> None:
        self._ring = ring
        self._waits_for_people = waits_for_people
        self.on = False
        """Whether people want to hear it."""

    def say(self, ruling: Ruling) -> None:
        """Ring at a refusal and a shut box, and as the next turn is that of a person."""
        begins = ruling.verdict == Verdict.TURN_OVER and self._waits_for_people()
        if self.on and (begins or ruling.verdict in RINGS_AT):
            self._ring()

    def tell(self, notice: Notice) -> None:
        """Say nothing of notices: those that matter stay on the screen."""

    def opened(self, remark: StartRemark) -> None:
        """Say nothing of how the table was opened."""

    def remark(self, text: str) -> None:
        """Ring: a key that does nothing is a refusal, too."""
        if self.on:
            self._ring()
