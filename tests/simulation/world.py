"""Time, wood and roller, and the program among them."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from datetime import UTC, datetime
from heapq import heappop, heappush
from itertools import count
from random import Random

from boxctl.notices import Notice, sentence
from boxctl.referee.events import Event, LeverMoved, Pressed, Thrown
from boxctl.referee.ruling import Ruling
from boxctl.rules.tiles import TileSet
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
from tests.simulation.evening import SECOND, Evening
from tests.simulation.program import Start, start_afresh
from tests.simulation.reading import Reading
from tests.simulation.roller import Name, SimulatedRoller

Tell = Callable[[str], None]

OPENING_TIME = 1_790_000_000 * SECOND
"""What the wall clock shows at the start, in microseconds since 1970."""

BETWEEN_PRESSES = 50 * MILLISECOND
"""No finger presses a button again sooner than this."""

NEVER = 1 << 62

MOST_STEPS_AT_ONCE = 100
"""So often may the loop step within one microsecond before it is taken to spin."""


class World:
    """An evening as it goes on: what there is on the table, and what has really happened.

    ``start`` switches the program on. ``truth`` rules on what hands and dice did, ``shown`` is
    what the program said of it; ``heard`` is what its referee was told. ``taken`` are the throws
    that the program was given, ``lost_and_back`` what it was told of devices, and ``notices`` what
    it said of them. ``tell`` gets a line for all that happens. All times are microseconds on the
    box's clock.
    """

    def __init__(
        self, evening: Evening, start: Start = start_afresh, tell: Tell | None = None
    ) -> None:
        self.evening = evening
        self.now = self.begun = evening.begins
        self._wall_clock_ahead = OPENING_TIME - self.now
        self.shown: list[Ruling] = []
        self.lost_and_back: list[DeviceLost | DeviceBack] = []
        self.notices: list[Notice] = []
        self.heard: list[Event] = []
        self._tell = tell
        self._random = Random(f"world {evening.seed}")
        self._coming: list[tuple[int, int, DeviceEvent]] = []
        self._order = count()
        self._stalled_until = 0
        self._free_at: dict[Contact, int] = {}
        self._let_go: deque[int] = deque()
        self.taken: set[Name] = set()
        self._open_up(start)

    def _open_up(self, start: Start) -> None:
        evening, rules = self.evening, self.evening.rules
        levers = evening.standing & rules.on_the_box
        self.truth = Reading(rules, evening.players, levers)
        self.as_heard = Reading(rules, evening.players, levers)
        self.wood = VirtualBox(
            evening.wired,
            self.hand_over,
            standing=evening.standing,
            seed=evening.seed,
            wood=evening.wood,
            witness=self._has_moved,
        )
        dice = self if evening.own_dice else None
        contacts = self.wood.tiles, self.wood.buttons, self.wood.lamps
        self.box = Box(*contacts, evening.quiet, evening.quiet, dice)
        noise, sides = evening.troubles.noise, rules.dice.sides
        most_dice = rules.dice.count + 1
        self.roller = SimulatedRoller(most_dice, sides, noise, self._random, self.now)
        self.program = start(self)
        self.roller.plug_into(self.program.roller)
        self._runtime_due = self.program.runtime.due

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
        """The sensor of this tile goes on and off; the tile has lain still, and goes on to."""
        at = max(at, self._free_at.get(number, 0) + self.bump)
        self.tell(f"the sensor of the {number} chatters for {lasting / MILLISECOND:g} ms")
        self._free_at[number] = self.wood.chatter(number, at, lasting) + 1
        return self._free_at[number]

    def press(self, button: ButtonName, held: int = 100 * MILLISECOND) -> int:
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
        if self._let_go:
            self._happens(Thrown(self._let_go.popleft(), values))
        return values

    # Time.

    @property
    def wall_clock(self) -> int:
        """Microseconds since 1970, as far as the box knows: it can be set while it runs."""
        return self.now + self._wall_clock_ahead

    def set_wall_clock(self, step: int) -> None:
        """Someone, or the network, sets the wall clock by so many microseconds."""
        self._wall_clock_ahead += step
        shows = datetime.fromtimestamp(self.wall_clock // SECOND, UTC)
        self.tell(f"the wall clock is set to {shows:%Y-%m-%d %H:%M:%S}")

    def until(self, time: int, enough: Callable[[], bool] = lambda: False) -> None:
        """Let time run to this moment or until it is ``enough``, step by step, as the loop does."""
        steps, before = 0, self.now
        while True:
            self.now = max(self.now, min(self._loop_due, self._devices_due, time))
            self.wood.advance(self.now)
            self.roller.advance(self.now)
            if self._loop_due <= self.now:
                self._step()
            elif self.now >= time:
                return
            if enough():
                return
            steps, before = (steps + 1 if self.now == before else 0), self.now
            assert steps < MOST_STEPS_AT_ONCE, "the loop spins"

    def _step(self) -> None:
        runtime = self.program.runtime
        runtime.step(self.now, self._arrived())
        self._runtime_due = runtime.due

    def stall(self, lasting: int) -> None:
        """The loop does not get to run for so long, if it runs now; threads and kernel do."""
        if self.now < self._stalled_until:
            return
        self.tell(f"the loop stalls for {lasting / MILLISECOND:g} ms")
        self._stalled_until = self.now + lasting

    @property
    def at_rest(self) -> bool:
        """Whether everything that has happened is ruled on; throws may be under way."""
        nothing_comes = not self._coming and self.wood.due is None
        return nothing_comes and self.program.runtime.at_rest and self.now >= self._stalled_until

    @property
    def bump(self) -> int:
        """The bump time, in microseconds."""
        return round(self.evening.rules.bump_ms * MILLISECOND)

    @property
    def referee_time(self) -> int:
        """The time as rulings have it."""
        return self.now - self.begun

    @property
    def _loop_due(self) -> int:
        """When the loop wakes: for an event, or for what it has to do by itself."""
        due = self._runtime_due
        if self._coming and self._coming[0][0] < due:
            due = self._coming[0][0]
        return due if due > self._stalled_until else self._stalled_until

    @property
    def _devices_due(self) -> int:
        wood, roller = self.wood.due, self.roller.due
        if wood is None or roller is None:
            return roller or wood or NEVER
        return min(wood, roller)

    def _arrived(self) -> list[DeviceEvent]:
        arrived = []
        while self._coming and self._coming[0][0] <= self.now:
            arrived.append(heappop(self._coming)[2])
        return arrived

    # What the devices hand over, what really happens, and what the program says.

    def hand_over(self, event: DeviceEvent) -> None:
        """An event is on its way to the program."""
        arrives = self.now
        if isinstance(event, Edge):
            arrives += self._random.randint(0, self.evening.latency)
        elif isinstance(event, DiceRolled):
            self._rolled(event)
        else:
            self.lost_and_back.append(event)
        heappush(self._coming, (arrives, next(self._order), event))

    def _rolled(self, event: DiceRolled) -> None:
        name = (event.series, event.serial)
        assert self.roller.throws[name] == event.values, "the roller's cable has changed a throw"
        if name not in self.taken:
            self.taken.add(name)
            # A throw whose frame took long counts from its first byte, but time never goes back.
            judged_to = self.program.runtime.referee.clock + self.begun
            self._happens(Thrown(max(event.at, judged_to), event.values))

    def _has_moved(self, event: DeviceEvent) -> None:
        assert isinstance(event, Edge)
        self._free_at[event.contact] = self._free_from(event)
        if isinstance(event.contact, int):
            self._happens(LeverMoved(event.at, event.contact, event.on))
        elif event.contact != "roll" and event.on:
            self._happens(Pressed(event.at, event.contact))
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

    def _happens(self, event: Event) -> None:
        self.truth.tell(_at(event, event.at - self.begun))

    def show(self, ruling: Ruling) -> None:
        """The program says this to the table."""
        self.shown.append(ruling)
        self.tell(f"    {ruling.verdict}: {ruling.text}  [{ruling.rule}]")

    def notice(self, notice: Notice) -> None:
        """The program says this beside its rulings."""
        self.notices.append(notice)
        self.tell(f"    {sentence(notice)}")

    def tell(self, text: str) -> None:
        """Tell whoever watches."""
        if self._tell is not None:
            self._tell(f"{self.referee_time / SECOND:11.6f}  {text}")

    @property
    def levers(self) -> TileSet:
        """The tiles of the rules that really stand open."""
        return self.wood.levers & self.evening.rules.on_the_box


def _at(event: Event, at: int) -> Event:
    match event:
        case Thrown(values=values):
            return Thrown(at, values)
        case LeverMoved(tile=number, open=open):
            return LeverMoved(at, number, open)
        case Pressed(button=button):
            return Pressed(at, button)
        case _:
            return event
