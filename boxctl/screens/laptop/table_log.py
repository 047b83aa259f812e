"""The log of a laptop's table: what was said, won and heard so far."""

from __future__ import annotations

import json
from collections import Counter, deque
from collections.abc import Iterable, Mapping
from typing import Any

from boxctl.journal.facts import EventHeard, Fact, MatchBegan
from boxctl.presentation.english import ENGLISH
from boxctl.presentation.notices import JOURNAL, Notice
from boxctl.presentation.record.recorded_rulings import as_contract
from boxctl.presentation.record.start_remarks import StartRemark
from boxctl.presentation.ruling_lines import write_ruling
from boxctl.presentation.wording import Wording
from boxctl.referee.lines import write_event
from boxctl.referee.payloads import MatchOver
from boxctl.referee.ruling import Ruling
from boxctl.referee.verdict import Verdict
from boxctl.screens.pictures.view_model import LogLine
from hardware.devices import DeviceBack

MOST_KEPT = 400


class TableLog:
    """The log of one session, match after match.

    ``rulings`` are those of the match that is played, as ``boxctl referee`` writes them; ``lines``
    are what the referee heard and said, as lines of JSON; ``purse`` is what each player has won;
    ``told`` counts everything.
    """

    def __init__(self, wording: Wording = ENGLISH) -> None:
        self._wording = wording
        self.log: deque[LogLine] = deque(maxlen=MOST_KEPT)
        self.lines: deque[str] = deque(maxlen=MOST_KEPT)
        self.rulings: list[dict[str, Any]] = []
        self.purse: Counter[str] = Counter()
        self.dice: tuple[int | None, ...] = ()
        self.explained = LogLine("")
        self.matches = 0
        self.told = 0

    @property
    def display(self) -> LogLine:
        """The last line, which the display shows."""
        return self.log[-1] if self.log else LogLine("")

    def show_resumed(self, rulings: Iterable[dict[str, Any]]) -> None:
        """Log the recorded rulings of a match that is resumed."""
        for kept in rulings:
            ruling = as_contract(kept, self._wording)
            self._ruled(ruling, LogLine(str(ruling["text"]), ruling["rule"], ruling["verdict"]))

    def opened(self, remark: StartRemark) -> None:
        """Log what is said when the table is opened."""
        self.remark(self._wording.start_remark(remark))

    def observe(self, fact: Fact) -> None:
        """Note the beginning of a match, and each event that the referee hears."""
        if isinstance(fact, MatchBegan):
            self.rulings.clear()
            self.matches += 1
        elif isinstance(fact, EventHeard):
            self.told += 1
            self.lines.append(f"< {write_event(fact.event)}")

    def say(self, ruling: Ruling) -> None:
        """Log a ruling."""
        line = write_ruling(ruling, self._wording)
        self.lines.append(f"> {line}")
        said = LogLine(self._wording.with_doubts(ruling), ruling.rule, ruling.verdict)
        self._ruled(json.loads(line), said)
        if isinstance(ruling.payload, MatchOver):
            self.purse.update(ruling.payload.payout)

    def tell(self, notice: Notice) -> None:
        """Log a notice; a device that answers again, but the journal, needs no word."""
        if not isinstance(notice, DeviceBack) or notice.device == JOURNAL:
            self.remark(self._wording.notice(notice))

    def remark(self, text: str) -> None:
        """Log a sentence, with a capital."""
        self.told += 1
        self.log.append(LogLine(text[0].upper() + text[1:]))

    def _ruled(self, ruling: Mapping[str, Any], said: LogLine) -> None:
        self.told += 1
        self.rulings.append(dict(ruling))
        self.log.append(said)
        self.explained = said
        if ruling.get("throw") is not None and ruling["verdict"] != Verdict.COMMITTED:
            self.dice = tuple(value if type(value) is int else None for value in ruling["throw"])
