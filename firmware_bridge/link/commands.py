"""The host's part of the link: commands repeated until they are answered, and answers to the board.

The board numbers its throws in one count and its changes of levers in another, by go-back-N: it
sends a window of them, and goes back to the oldest when the host reports a gap or does not answer.
The host takes each once and in order; what it answers waits here until it is written.
"""

from __future__ import annotations

from collections import deque
from dataclasses import replace

from firmware_bridge.protocol.constants import (
    RETRANSMIT_LONGEST_MS,
    RETRANSMIT_SHORTEST_MS,
    WINDOW,
    Order,
)
from firmware_bridge.protocol.messages import Answer, ChangeAck, Command, Sendable, ThrowAck
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


class ReceiveWindow:
    """``last`` is the last number taken, ``acknowledged`` the last one that the board may forget.

    A gap is reported once.
    """

    def __init__(self, last: int, acknowledged: int) -> None:
        self.last = last
        self._acknowledged = acknowledged
        self._gap_told = False

    def acknowledge(self, number: int) -> None:
        """Note that the board is told to forget everything up to this number."""
        self._acknowledged = max(self._acknowledged, number)

    def oversteps(self, number: int) -> bool:
        """Return whether the board may not send this number yet."""
        return number > self._acknowledged + WINDOW

    def is_next(self, number: int) -> bool:
        """Return whether this number comes after the last one taken."""
        return number == self.last + 1

    def take(self, number: int) -> bool:
        """Take this number if it is the next one; return whether it was."""
        if not self.is_next(number):
            return False
        self.last = number
        self._gap_told = False
        return True

    def tell_gap(self, number: int) -> bool:
        """Return, once for each gap, that a number before this one is missing."""
        if number <= self.last + 1 or self._gap_told:
            return False
        self._gap_told = True
        return True


class PendingAnswers:
    """At most one answer of each kind, however often the board repeats itself. Not thread-safe.

    Times are microseconds.
    """

    def __init__(self) -> None:
        self._waiting: dict[type[Sendable], Sendable] = {}
        self._due: int | None = None

    @property
    def due(self) -> int | None:
        """When the first of them was to be written; None if none waits."""
        return self._due

    def add(self, answer: Sendable, now: int) -> None:
        """Replace the answer of this kind: an acknowledgement includes earlier ones.

        A gap that was to be reported still is.
        """
        before = self._waiting.get(type(answer))
        if isinstance(answer, ThrowAck | ChangeAck) and isinstance(before, type(answer)):
            answer = replace(answer, again=max(answer.again, before.again))
        self._waiting[type(answer)] = answer
        if self._due is None:
            self._due = now

    def take(self) -> list[Sendable]:
        """Remove and return them."""
        taken = list(self._waiting.values())
        self._waiting.clear()
        self._due = None
        return taken


class Backoff:
    """The time of the next try: ``due`` in microseconds, None while there is nothing to try.

    Has no clock of its own. The first pause is ``shortest``, each later one twice as long, up to
    ``longest``.
    """

    def __init__(self, shortest: int, longest: int) -> None:
        self._shortest = shortest
        self._longest = longest
        self._pause = shortest
        self.due: int | None = None

    def start(self, now: int) -> None:
        """Try at once, and restart with the shortest pause."""
        self.due = now
        self._pause = self._shortest

    def wait(self, now: int) -> None:
        """Try after the shortest pause, and restart with it."""
        self.start(now)
        self.tried(now)

    def stop(self) -> None:
        """Stop trying."""
        self.due = None

    def is_due(self, now: int) -> bool:
        """Return whether it is time to try."""
        return self.due is not None and self.due <= now

    def tried(self, now: int) -> None:
        """Note a try at ``now``; the next one is due after the next pause."""
        self.due = now + self._pause
        self._pause = min(2 * self._pause, self._longest)


def retransmission() -> Backoff:
    """Return the backoff with which both ends repeat what has not been acknowledged.

    The shortest pause covers a frame, its answer at 9600 baud and a USB adapter's latency; the
    longest bounds how long it takes to notice that the line works again.
    """
    return Backoff(RETRANSMIT_SHORTEST_MS * 1000, RETRANSMIT_LONGEST_MS * 1000)
