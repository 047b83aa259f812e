"""Watch that a match can be recorded and signed, and say it where it cannot."""

from __future__ import annotations

from boxctl.journal.recorder import Recorder
from boxctl.presentation.notices import JOURNAL, KEY
from boxctl.table.event_queue import DurableOutbox
from boxctl.table.interruption import Tell
from boxctl.table.states import JournalState, StateMachine, Trigger
from groundwork.times import BoxTime
from hardware.devices import DeviceBack, DeviceLost


class RecordWatch:
    """Watches the journal and the key of one table. Not thread-safe: the table's loop calls it.

    ``machine`` goes to :attr:`JournalState.DOWN` while nothing can be recorded. A key that cannot
    sign is told of and holds nothing up.
    """

    def __init__(
        self, recorder: Recorder, outbox: DurableOutbox, machine: StateMachine, tell: Tell
    ) -> None:
        self._recorder = recorder
        self._outbox = outbox
        self._machine = machine
        self._tell = tell
        self._unsigned: str | None = None

    def look(self, now: BoxTime) -> None:
        """Say what has become durable, and tell what was lost or is back."""
        self._outbox.flush()
        self._look_at_the_journal(now)
        self._look_at_the_key(now)

    def _look_at_the_journal(self, now: BoxTime) -> None:
        journal, trouble = self._machine.state.journal, self._outbox.trouble(now)
        if trouble is not None and journal is JournalState.WRITING:
            self._machine.fire(Trigger.JOURNAL_FAILED)
            self._tell(DeviceLost(now, JOURNAL, trouble))
        elif trouble is None and journal is JournalState.DOWN:
            self._machine.fire(Trigger.JOURNAL_RECOVERED)
            self._tell(DeviceBack(now, JOURNAL, ""))

    def _look_at_the_key(self, now: BoxTime) -> None:
        before, self._unsigned = self._unsigned, self._recorder.unsigned
        if self._unsigned is not None and before is None:
            self._tell(DeviceLost(now, KEY, self._unsigned))
        elif self._unsigned is None and before is not None:
            self._tell(DeviceBack(now, KEY, ""))
