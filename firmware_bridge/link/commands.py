"""What the host wants of the board: one command at a time, said until it is answered."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass

from firmware_bridge.link.backoff import retransmission
from firmware_bridge.protocol.constants import Order
from firmware_bridge.protocol.messages import Answer, Command


@dataclass(frozen=True)
class CommandOutcome:
    """What became of a command: a number of ``Result``.

    None if the board restarted before it answered: it may or may not have been carried out.
    """

    order: int
    argument: int
    result: int | None


class CommandQueue:
    """The commands of one session. The lamps are a state: only the last of them counts, and a
    board that has restarted is told it anew. Anything else is carried out at most once.
    """

    def __init__(self) -> None:
        self._waiting: deque[tuple[int, int]] = deque()
        self._lamps: int | None = None
        self._boot: int | None = None
        self._number = 0
        self._current: Command | None = None
        self._saying = retransmission()

    @property
    def waiting(self) -> int:
        """How many commands are not answered yet."""
        return len(self._waiting) + int(self._current is not None)

    def give(self, order: int, argument: int) -> None:
        """Say this after what is waiting already."""
        if order == Order.LAMPS:
            self._lamps = argument
            self._waiting = deque(each for each in self._waiting if each[0] != Order.LAMPS)
        self._waiting.append((order, argument))

    def meet(self, boot: int) -> list[CommandOutcome]:
        """A board says hello; gives what nobody will ever know, if it has restarted.

        It may have darkened its lamps meanwhile, so it is told them anew.
        """
        if boot == self._boot:
            self._show_lamps_again()
            return []
        self._boot = boot
        self._number = 0
        lost = self._current
        self._current = None
        self._saying.stop()
        self._show_lamps_again()
        if lost is None or lost.order == Order.LAMPS:
            return []
        return [CommandOutcome(lost.order, lost.argument, None)]

    def _show_lamps_again(self) -> None:
        if self._lamps is not None:
            self.give(Order.LAMPS, self._lamps)

    def answered(self, answer: Answer) -> CommandOutcome | None:
        """What became of the command that this answers, if it is the one under way."""
        current = self._current
        if current is None or (answer.boot, answer.number) != (current.boot, current.number):
            return None
        self._current = None
        self._saying.stop()
        return CommandOutcome(current.order, current.argument, answer.result)

    def outgoing(self, now: int) -> Command | None:
        """The command to say now, if there is one."""
        if self._boot is None:
            return None
        if self._current is None and self._waiting:
            self._number += 1
            self._current = Command(self._boot, self._number, *self._waiting.popleft())
            self._saying.start(now)
        if not self._saying.is_due(now):
            return None
        self._saying.tried(now)
        return self._current

    def next_deadline(self) -> int | None:
        """When ``outgoing`` has something to say; 0 is at once."""
        if self._boot is not None and self._current is None and self._waiting:
            return 0
        return self._saying.due
