"""A box in memory: levers, buttons and lamps, with the faults of real wood.

Contacts bounce, hands are slow, dice knock tiles, sensors stick or chatter, the kernel loses edges.
All of it follows from a seed and from the times given: the same calls give the same edges.
"""

from __future__ import annotations

from collections.abc import Mapping
from heapq import heappop, heappush
from random import Random

from groundwork.frozen_dataclass import frozen_dataclass
from hardware.devices import BUTTONS, ButtonName, Contact, Edge, EventSink

MILLISECOND = 1000

FALL = 200 * MILLISECOND
"""The time within which all tiles of a box that is knocked over fall, in microseconds."""


@frozen_dataclass
class Wood:
    """The faults of a box. Times are microseconds.

    A contact bounces up to ``bounces`` times, each for up to ``bounce``. A lever takes up to
    ``slowness`` past its sensor and touches it several times. One edge in ``loses_one_in`` is lost
    (0: none).
    """

    bounces: int = 4
    bounce: int = 1500
    slowness: int = 0
    loses_one_in: int = 0


GOOD_WOOD = Wood()


class _VirtualContacts:
    """The levers or the buttons of a virtual box."""

    def __init__(self, shown: dict[Contact, bool]) -> None:
        self.shown = shown

    def read(self) -> Mapping[Contact, bool]:
        """Return the readings of the sensors."""
        return dict(self.shown)


class VirtualLamps:
    """Lamps that remember what they show."""

    def __init__(self) -> None:
        self.lit = 0

    def show(self, lit: int) -> None:
        """Light exactly these."""
        self.lit = lit


class VirtualBox:
    """A box of ``count`` tiles and three buttons; the ``standing`` tiles begin open (all).

    Movements are given with their time (microseconds) and happen when :meth:`advance` reaches it;
    each change of a sensor is handed over as an edge.

    ``on_movement`` gets every movement as soon as it begins, as the one edge of a perfect sensor,
    at the time when the lever lies still.
    """

    def __init__(
        self,
        count: int,
        hand_over: EventSink,
        *,
        standing: int = -1,
        seed: int = 0,
        wood: Wood = GOOD_WOOD,
        on_movement: EventSink | None = None,
    ) -> None:
        self.tiles = _VirtualContacts(
            {n: bool(standing >> (n - 1) & 1) for n in range(1, count + 1)}
        )
        self.buttons = _VirtualContacts(dict.fromkeys(BUTTONS, False))
        self.lamps = VirtualLamps()
        self.wood = wood
        self._hand_over = hand_over
        self._on_movement = on_movement
        self._random = Random(f"wood {seed}")
        self._levers: dict[Contact, bool] = self.tiles.shown | self.buttons.shown
        self._stuck: set[Contact] = set()
        self._chatters_until: dict[Contact, int] = {}
        self._still_at: dict[Contact, int] = {}
        self._coming: list[tuple[int, int, Contact, bool, bool]] = []
        self._order = 0

    # What people and dice do.

    def shut(self, number: int, at: int) -> int:
        """Shut this tile by hand from ``at`` on; return when the lever is still."""
        return self._move(number, at, on=False)

    def open(self, number: int, at: int) -> int:
        """Open this tile by hand from ``at`` on; return when the lever is still."""
        return self._move(number, at, on=True)

    def press(self, button: ButtonName, at: int, held: int = 100 * MILLISECOND) -> int:
        """Press a button for ``held`` microseconds; return when it is still again."""
        return self._move(button, self._move(button, at, on=True) + held, on=False)

    def knock(self, number: int, at: int, away: int) -> int:
        """Knock this tile with a die; it comes back after ``away`` microseconds."""
        stands = self._levers[number]
        at = max(at, self._still_at.get(number, 0))
        self._sensor(at, number, not stands)
        self._lies_still(at, number, not stands)
        self._sensor(at + away, number, stands)
        self._lies_still(at + away, number, stands)
        return at + away

    def knock_over(self, at: int) -> int:
        """Knock the box over: each tile that stands falls, in a drawn order; return when all lie.

        The last one begins to fall within :data:`FALL`.
        """
        falling = [number for number in self.tiles.shown if self._levers[number]]
        self._random.shuffle(falling)
        still = at
        for number in falling:
            still = max(still, self._move(number, at, on=False))
            at += self._random.randint(1, FALL // len(falling))
        return still

    # What wears out.

    def stick(self, contact: Contact) -> None:
        """Freeze the sensor as it is, whatever the lever does."""
        self._stuck.add(contact)

    def loosen(self, contact: Contact, at: int) -> None:
        """Repair the sensor: from ``at`` on it shows its lever."""
        self._stuck.discard(contact)
        self._sensor(at, contact, self._levers[contact])

    def chatter(self, contact: Contact, at: int, lasting: int) -> int:
        """Make the sensor go on and off at random; return when it shows its lever again."""
        end = at + lasting
        self._chatters_until[contact] = max(end, self._chatters_until.get(contact, 0))
        on = not self._levers[contact]
        while at < end:
            self._sensor(at, contact, on)
            at, on = at + self._random.randint(1, 4 * MILLISECOND), not on
        self._sensor(end, contact, self._levers[contact])
        return end

    # Time.

    @property
    def due(self) -> int | None:
        """When a sensor changes next, if one does."""
        return self._coming[0][0] if self._coming else None

    def advance(self, now: int) -> None:
        """Let everything up to now happen, and hand over its edges."""
        while self._coming and self._coming[0][0] <= now:
            at, _order, contact, on, told = heappop(self._coming)
            part = self.tiles if contact in self.tiles.shown else self.buttons
            if contact in self._stuck or part.shown[contact] == on:
                continue
            part.shown[contact] = on
            if told:
                self._hand_over(Edge(at, contact, on))

    @property
    def levers(self) -> int:
        """The tiles that really stand open once all movements have happened."""
        standing = (number for number in self.tiles.shown if self._levers[number])
        return sum(1 << (number - 1) for number in standing if isinstance(number, int))

    def _move(self, contact: Contact, at: int, *, on: bool) -> int:
        if self._levers[contact] == on:
            return at
        self._levers[contact] = on
        at = max(at, self._still_at.get(contact, 0))
        slow = self.wood.slowness and isinstance(contact, int)
        for passing in range(self._random.randint(0, 3) if slow else 0):
            at += self._random.randint(1, self.wood.slowness // 4)
            self._sensor(at, contact, on if passing % 2 == 0 else not on)
        self._sensor(at, contact, on)
        for _ in range(self._random.randint(0, self.wood.bounces)):
            at += self._random.randint(1, self.wood.bounce)
            self._sensor(at, contact, not on)
            at += self._random.randint(1, self.wood.bounce)
            self._sensor(at, contact, on)
        self._lies_still(at, contact, on)
        if at < (end := self._chatters_until.get(contact, 0)):
            self._sensor(end, contact, on)
        return at

    def _lies_still(self, at: int, contact: Contact, on: bool) -> None:
        self._still_at[contact] = at
        if self._on_movement is not None:
            self._on_movement(Edge(at, contact, on))

    def _sensor(self, at: int, contact: Contact, on: bool) -> None:
        lost = self.wood.loses_one_in and self._random.randrange(self.wood.loses_one_in) == 0
        self._order += 1
        heappush(self._coming, (at, self._order, contact, on, not lost))
