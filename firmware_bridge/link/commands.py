"""The host's commands to the board: one at a time, repeated until it is answered."""

from __future__ import annotations

from collections import deque

from firmware_bridge.link.backoff import retransmission
from firmware_bridge.protocol.constants import Order
from firmware_bridge.protocol.messages import Answer, Command
from groundwork.frozen_dataclass import frozen_dataclass


@frozen_dataclass
class CommandOutcome:
    """The result of a command, a number of ``Result``.

    None if the board restarted before it answered: the command may or may not have been executed.
    """

    order: int
    argument: int
    result: int | None


@frozen_dataclass
class _Wanted:
    """What a command asks for."""

    order: int
    argument: int

    @property
    def sets(self) -> tuple[int, int] | None:
        """The state that this sets, as a key; None if it is something to do once.

        The lamps, the dice of the button, or the time of the contact in the lowest byte.
        """
        match self.order:
            case Order.LAMPS | Order.BUTTON_DICE:
                return self.order, 0
            case Order.SETTLE:
                return self.order, self.argument & 0xFF
            case _:
                return None


class CommandQueue:
    """The commands of one session, in order.

    The lamps, how long each contact has to be still, and how many dice the button throws are
    states: only the last command counts, and it is repeated to a board that has restarted. Any
    other command is executed at most once.
    """

    def __init__(self) -> None:
        self._waiting: deque[_Wanted] = deque()
        self._states: dict[tuple[int, int], _Wanted] = {}
        self._boot: int | None = None
        self._number = 0
        self._current: Command | None = None
        self._saying = retransmission()

    @property
    def waiting(self) -> int:
        """The number of commands without an answer."""
        return len(self._waiting) + int(self._current is not None)

    def give(self, order: int, argument: int) -> None:
        """Queue a command. A newer state of the same thing replaces one that waits."""
        self._queue(_Wanted(order, argument))

    def _queue(self, wanted: _Wanted) -> None:
        state = wanted.sets
        if state is not None:
            # What was said last is said last again.
            self._states.pop(state, None)
            self._states[state] = wanted
            self._waiting = deque(each for each in self._waiting if each.sets != state)
        self._waiting.append(wanted)

    def meet(self, boot: int) -> list[CommandOutcome]:
        """Note the board's hello; return the commands whose outcome a restart has lost.

        The states are sent again: the board may have switched its lamps off meanwhile.
        """
        if boot == self._boot:
            self._give_states_again()
            return []
        self._boot = boot
        self._number = 0
        lost = self._current
        self._current = None
        self._saying.stop()
        self._give_states_again()
        if lost is None or _Wanted(lost.order, lost.argument).sets is not None:
            return []
        return [CommandOutcome(lost.order, lost.argument, None)]

    def _give_states_again(self) -> None:
        for wanted in list(self._states.values()):
            self._queue(wanted)

    def answered(self, answer: Answer) -> CommandOutcome | None:
        """Return the outcome of the current command if this answers it, else None."""
        current = self._current
        if current is None or (answer.boot, answer.number) != (current.boot, current.number):
            return None
        self._current = None
        self._saying.stop()
        return CommandOutcome(current.order, current.argument, answer.result)

    def outgoing(self, now: int) -> Command | None:
        """Return the command to send now, if any."""
        if self._boot is None:
            return None
        if self._current is None and self._waiting:
            self._number += 1
            wanted = self._waiting.popleft()
            self._current = Command(self._boot, self._number, wanted.order, wanted.argument)
            self._saying.start(now)
        if not self._saying.is_due(now):
            return None
        self._saying.tried(now)
        return self._current

    def next_deadline(self) -> int | None:
        """Return when ``outgoing`` is due, in microseconds; 0 is at once, None never."""
        if self._boot is not None and self._current is None and self._waiting:
            return 0
        return self._saying.due
