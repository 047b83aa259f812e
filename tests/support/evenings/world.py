"""Time, wood and roller, the disk, and the program among them."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from datetime import UTC, datetime
from heapq import heappop, heappush
from itertools import count
from pathlib import Path
from random import Random

from boxctl.referee.lines import LeverMoved, Pressed, Thrown
from boxctl.rules.tiles import TileSet
from boxctl.table.runtime import Runtime
from groundwork.times import MatchTime
from hardware.devices import (
    Box,
    ButtonName,
    Contact,
    DeviceBack,
    DeviceEvent,
    DeviceLost,
    DiceRolled,
    Edge,
)
from hardware.virtual import MILLISECOND, VirtualBox
from tests.support.evenings.checks.account import Account, Tell
from tests.support.evenings.disk import Disk
from tests.support.evenings.evening import PRESSED, SECOND, Evening
from tests.support.evenings.power import Power
from tests.support.evenings.program import Program, Start, start_program
from tests.support.evenings.roller import SimulatedRoller
from tests.support.tables.mock_pins import MockPins

OPENING_TIME = 1_790_000_000 * SECOND
"""What the wall clock shows at the start, in microseconds since 1970."""

BETWEEN_PRESSES = 50 * MILLISECOND
"""No finger presses a button again sooner than this."""

NEVER = 1 << 62

MOST_STEPS_AT_ONCE = 100
"""So often may the loop step within one microsecond before it is taken to spin."""


class World:
    """An evening as it goes on: what there is on the table, and what has really happened.

    ``start`` switches the program on; ``power`` cuts it off, and lets another begin: ``when_cut``
    is called with the one that was cut off and how many entries the disk has lied about.
    ``account`` is what the program says, and what is true. ``lost_and_back`` is what it was told
    of devices.
    ``tell`` gets a line for all that happens. With ``pins`` the real drivers read the wood, and
    light its lamps, through the pins of a box.toml. The journal is in ``directory``. All times are
    microseconds on the box's clock.
    """

    def __init__(
        self,
        evening: Evening,
        directory: Path,
        start: Start = start_program,
        tell: Tell | None = None,
        pins: MockPins | None = None,
    ) -> None:
        self.evening = evening
        self._pins = pins
        self.now = self.begun = evening.begins
        self.lost_and_back: list[DeviceLost | DeviceBack] = []
        self.when_cut: Callable[[Program, int], None] = lambda _program, _lied: None
        self._chatters_until = self.now
        self._wall_clock_ahead = OPENING_TIME - self.now
        self._tell = tell
        self._random = Random(f"world {evening.seed}")
        self._coming: list[tuple[int, int, DeviceEvent]] = []
        self._order = count()
        self._stalled_until = 0
        self._free_at: dict[Contact, int] = {}
        self._let_go: deque[int] = deque()
        self.account = Account(evening, lambda: self.now, self.tell)
        self.account.when_it_goes_on = self._slow_hands_wait
        self._set_up(directory)
        self.power = Power(self, start)
        self.power.switch_on()

    def _set_up(self, directory: Path) -> None:
        evening, rules = self.evening, self.evening.rules
        self.wood = VirtualBox(
            evening.wired,
            self.hand_over if self._pins is None else self._pins.take_edge,
            standing=evening.standing,
            seed=evening.seed,
            wood=evening.wood,
            on_movement=self._has_moved,
        )
        dice = self if evening.own_dice else None
        if self._pins is None:
            contacts = self.wood.tiles, self.wood.buttons, self.wood.lamps
            self.box = Box(*contacts, evening.quiet, evening.quiet, dice)
        else:
            self.box = self._pins.connect(self.wood, lambda: self.now, self.hand_over)
            self.box.dice = dice
        noise, sides = evening.troubles.noise, rules.dice.sides
        most_dice = rules.dice.count + 1
        self.roller = SimulatedRoller(most_dice, sides, noise, self._random, self.now)
        self.disk = Disk(directory / "journal.db", Random(f"disk {evening.seed}"))
        self.disk.now = self.now

    # The power.

    @property
    def runtime(self) -> Runtime:
        """The program's runtime, while it is on."""
        return self.power.program.runtime

    def power_goes(self, program: Program) -> None:
        """End the program without warning; what it had not written is lost."""
        self.account.program_ends()
        program.writing.lose_power()
        self.roller.unplug()
        self._coming.clear()
        self._stalled_until = 0
        self._runtime_due = NEVER
        lied = self.disk.lose_power()
        recorded = self.disk.throws
        if lied:
            self.tell(f"{lied} entries were not on the disk, whatever it said")
            self.roller.forgotten |= self.account.taken - recorded
        self.account.finds(recorded)
        self.when_cut(program, lied)

    @property
    def can_start_at(self) -> int:
        """When a program can start: it needs its roller, and a box that does not chatter."""
        return max(self._chatters_until, self.roller.plugged_at)

    def power_is_back(self, program: Program) -> None:
        """The program is there again."""
        self.roller.plug_into(program.roller)
        self._runtime_due = program.runtime.due

    # What people do. Each gives when it is done.

    def turn(self, number: int, at: int) -> int:
        """A hand turns this tile over: an open one down, a shut one up."""
        at = max(at, self._free_at.get(number, 0))
        opening = not self.wood.levers >> (number - 1) & 1
        self.tell(f"{'opens' if opening else 'shuts'} the {number}")
        return (self.wood.open if opening else self.wood.shut)(number, at)

    def knock(self, number: int, at: int, away: int) -> int:
        """A die hits this tile, which comes back.

        Where edges take time, it takes its time too: the edge of its return must not be under way
        when the first is believed.
        """
        away = max(away, 2 * self.evening.quiet) if self.evening.latency else away
        self.tell(f"a die hits the {number} for {away / MILLISECOND:g} ms")
        return self.wood.knock(number, max(at, self._free_at.get(number, 0)), away)

    def chatter(self, number: int, at: int, lasting: int) -> int:
        """Toggle the sensor of this tile although the tile does not move."""
        at = max(at, self._free_at.get(number, 0) + self.bump)
        self.tell(f"the sensor of the {number} chatters for {lasting / MILLISECOND:g} ms")
        self._chatters_until = max(self._chatters_until, at + lasting + 1)
        self._free_at[number] = self.wood.chatter(number, at, lasting) + 1
        return self._free_at[number]

    def press(self, button: ButtonName, held: int = PRESSED) -> int:
        """A button is pressed."""
        self.tell(f"presses {button}")
        return self.wood.press(button, max(self.now, self._free_at.get(button, 0)), held)

    def throw(self, *values: int | None) -> None:
        """Dice are thrown in the roller."""
        self.tell(f"throws {' '.join(str(value or '?') for value in values)}")
        self.roller.throw(values, self.now)

    def roll(self, dice: int, sides: int) -> tuple[int, ...]:
        """The box throws dice, as it was asked to when the roll button was let go."""
        values = tuple(self._random.randint(1, sides) for _ in range(dice))
        # Earlier ones were not to be heard: nothing watched then, or play was paused. Where its
        # edge was lost, nobody knows when the button was let go.
        let_go = [at for at in self._let_go if at + self.evening.quiet <= self.now]
        self.account.truth.happens(Thrown(MatchTime(let_go[-1] if let_go else self.now), values))
        self._let_go = deque(at for at in self._let_go if at + self.evening.quiet > self.now)
        return values

    # Time.

    @property
    def time_of_day(self) -> str:
        """The time of day, as far as the box knows: it can be set while it runs."""
        shows = datetime.fromtimestamp((self.now + self._wall_clock_ahead) / SECOND, UTC)
        return shows.isoformat(timespec="milliseconds")

    def set_wall_clock(self, step: int) -> None:
        """Someone, or the network, sets the wall clock by so many microseconds."""
        self._wall_clock_ahead += step
        self.tell(f"the wall clock is set to {self.time_of_day}")

    def until(self, time: int, enough: Callable[[], bool] = lambda: False) -> None:
        """Let time run to this moment or until it is ``enough``, step by step, as the loop does."""
        steps, before = 0, self.now
        while True:
            self.now = max(self.now, min(self._next_due, time))
            self._let_things_happen()
            if self._loop_due <= self.now:
                self._step()
            elif self.now >= time:
                return
            if enough():
                return
            steps, before = (steps + 1 if self.now == before else 0), self.now
            assert steps < MOST_STEPS_AT_ONCE, "the loop spins"

    def _let_things_happen(self) -> None:
        self.wood.advance(self.now)
        self.roller.advance(self.now)
        self.disk.now = self.now
        if self.power.is_on and self.power.program.writing.advance(self.now):
            self._runtime_due = self.now
        self.power.advance(self.now)

    def _step(self) -> None:
        self.runtime.step(self.now, self._arrived())
        self._runtime_due = self.runtime.due

    def stall(self, lasting: int) -> None:
        """The loop does not get to run for so long, if it runs now; threads and kernel do."""
        if self.now < self._stalled_until or not self.power.is_on:
            return
        self.tell(f"the loop stalls for {lasting / MILLISECOND:g} ms")
        self._stalled_until = self.now + lasting

    @property
    def at_rest(self) -> bool:
        """Whether everything that has happened is ruled on; throws may be under way."""
        nothing_comes = not self._coming and self.wood.due is None
        is_here = self.power.is_on and self.now >= self._stalled_until
        return nothing_comes and is_here and self.runtime.at_rest

    @property
    def bump(self) -> int:
        """The bump time, in microseconds."""
        return round(self.evening.rules.bump_ms * MILLISECOND)

    @property
    def _loop_due(self) -> int:
        """When the loop wakes: for an event, or for what it has to do by itself."""
        due = self._runtime_due
        if not self.power.is_on:
            return NEVER
        if self._coming and self._coming[0][0] < due:
            due = self._coming[0][0]
        return due if due > self._stalled_until else self._stalled_until

    @property
    def _next_due(self) -> int:
        due = self._loop_due
        others = [self.wood.due, self.roller.due, self.power.due]
        others += [self.power.program.writing.due] if self.power.is_on else []
        for other in others:
            if other is not None and other < due:
                due = other
        return due

    def _arrived(self) -> list[DeviceEvent]:
        arrived = []
        while self._coming and self._coming[0][0] <= self.now:
            event = heappop(self._coming)[2]
            if isinstance(event, DeviceLost | DeviceBack):
                self.lost_and_back.append(event)
            arrived.append(event)
        return arrived

    # What the devices hand over, what really happens, and what the program says.

    def hand_over(self, event: DeviceEvent) -> None:
        """An event is on its way to the program."""
        if not self.power.is_listening:
            return
        arrives = self.now
        if isinstance(event, Edge):
            arrives += self._random.randint(0, self.evening.latency)
        elif isinstance(event, DiceRolled):
            self._rolled(event)
        heappush(self._coming, (arrives, next(self._order), event))

    def _rolled(self, event: DiceRolled) -> None:
        name = (event.series, event.serial)
        assert self.roller.throws[name] == event.values, "the roller's cable has changed a throw"
        account = self.account
        if name not in account.taken:
            account.taken.add(name)
            # A throw whose frame took long counts from its first byte, but time never goes back.
            judged_to = account.truth.on_the_clock(self.runtime.referee.clock)
            at = max(event.at, judged_to) if account.truth.watched else event.at
            account.truth.happens(Thrown(MatchTime(at), event.values))

    def _has_moved(self, event: DeviceEvent) -> None:
        assert isinstance(event, Edge)
        self._free_at[event.contact] = self._free_from(event)
        if isinstance(event.contact, int):
            self.account.truth.happens(LeverMoved(MatchTime(event.at), event.contact, event.on))
        elif event.contact != "roll" and event.on == (event.contact == "new"):
            # Confirm counts when it is let go.
            self.account.truth.happens(Pressed(MatchTime(event.at), event.contact))
        elif event.contact == "roll" and not event.on:
            self._let_go.append(event.at)

    def _free_from(self, moved: Edge) -> int:
        """A finger takes its time between two presses, and a slow hand between two movements.

        A slow lever touches its sensor several times on the way; only when its change is decided
        can the sensor tell the next movement from it.
        """
        if not isinstance(moved.contact, int):
            return moved.at + BETWEEN_PRESSES
        return moved.at + (self.bump + 1 if self.evening.wood.slowness else 2 * self.evening.quiet)

    def _slow_hands_wait(self) -> None:
        """A lever that stands otherwise than it did moves as a match goes on.

        Only when that is decided can a sensor that is touched several times tell the next movement.
        """
        if self.evening.wood.slowness:
            decided = self.now + self.bump + 1
            for number in range(1, self.evening.wired + 1):
                self._free_at[number] = max(self._free_at.get(number, 0), decided)

    def tell(self, text: str) -> None:
        """Tell whoever watches."""
        if self._tell is not None:
            self._tell(f"{(self.now - self.begun) / SECOND:11.6f}  {text}")

    @property
    def lit(self) -> TileSet:
        """The tiles whose lamps are lit."""
        return self.wood.lamps.lit if self._pins is None else self._pins.lit

    @property
    def levers(self) -> TileSet:
        """The tiles of the rules that really stand open."""
        return self.wood.levers & self.evening.rules.on_the_box
