"""What befalls the box while people play."""

from __future__ import annotations

from random import Random

from hardware.devices import Contact
from hardware.virtual import Wood
from tests.support.evenings.disk import TROUBLES, Trouble
from tests.support.evenings.evening import SECOND
from tests.support.evenings.world import BETWEEN_PRESSES, World

HOUR = 3600 * SECOND


class Troubles:
    """The troubles of one evening, drawn anew for each thing that people do."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._often = world.evening.troubles
        self._random = Random(f"troubles {world.evening.seed}")
        self._clock = Random(f"clock {world.evening.seed}")
        self._stuck: dict[Contact, int] = {}
        self._good_wood = world.wood.wood
        self._loses_until = 0

    def befall(self) -> None:
        """Let come what comes now, and pass what has lasted long enough."""
        often, chance = self._often, self._random.random
        if self._clock.random() < often.clock_steps:
            self._step_clock()
        if chance() < often.pulls_cable:
            self._pull_cable()
        if chance() < often.restarts_roller:
            self._restart_roller()
        if chance() < often.stalls:
            self._world.stall(self._random.randint(1, self._shortest_stay))
        if chance() < often.cuts:
            self._cut_off()
        for trouble in TROUBLES:
            if chance() < getattr(often, trouble):
                self._trouble_the_disk(trouble)
        if chance() < often.chatters and self._world.power.is_on:
            self._chatter(self._random.randint(1, SECOND))
        if chance() < often.lies:
            self._lie()
        if chance() < often.sticks:
            self._stick()
        self._recover()

    def end(self) -> None:
        """Let every sensor and the disk work again."""
        self._world.disk.recover()
        self._stuck = dict.fromkeys(self._stuck, self._world.now)
        self._loses_until = min(self._loses_until, self._world.now)
        self._recover()

    @property
    def lying(self) -> bool:
        """Whether a sensor is not to be trusted at the moment."""
        return bool(self._stuck) or self._loses_until > 0

    def _step_clock(self) -> None:
        a_little = self._clock.randint(-SECOND, SECOND)
        self._world.set_wall_clock(self._clock.choice((-HOUR, HOUR, a_little)))

    def _pull_cable(self) -> None:
        lasting = self._random.choice((1, 5, 40)) * SECOND
        self._world.tell(f"the roller's cable is out for {lasting / SECOND:g} s")
        self._world.roller.pull_cable(self._world.now, self._world.now + lasting)

    def _restart_roller(self) -> None:
        remembers = self._random.random() < 0.5
        self._world.tell(f"the roller restarts with{'' if remembers else 'out'} its memory")
        self._world.roller.restart(self._world.now, remembers=remembers)

    def _cut_off(self) -> None:
        now, random = self._world.now, self._random
        at = now + random.randint(0, random.choice((1, 30, 300)) * SECOND // 100)
        out = random.choice((SECOND // 10, 60 * SECOND))
        self._world.power.cut(at, at + random.randint(1, out))

    def _trouble_the_disk(self, trouble: Trouble) -> None:
        lasting = self._random.choice((1, 4, 15)) * SECOND
        self._world.tell(f"the disk is {trouble} for {lasting / SECOND:g} s")
        self._world.disk.befall(trouble, self._world.now + lasting)

    @property
    def _shortest_stay(self) -> int:
        """Whatever has moved stays for longer than this, so that a stall cannot hide it."""
        evening, stays = self._world.evening, min(self._world.bump, BETWEEN_PRESSES)
        return stays - evening.quiet - evening.latency - 1

    def _chatter(self, lasting: int) -> None:
        number, now = self._random.randint(1, self._world.evening.wired), self._world.now
        self._world.chatter(number, now, lasting)

    # Sensors that lie.

    def _lie(self) -> None:
        self._random.choice((self._lose_edges, self._chatter_on, self._sleep))()

    def _stick(self) -> None:
        number = self._random.randint(1, self._world.evening.wired)
        self._world.tell(f"the sensor of the {number} sticks")
        self._world.wood.stick(number)
        self._stuck[number] = self._world.now + self._random.randint(1, 20) * SECOND

    def _lose_edges(self) -> None:
        self._world.tell("edges are lost")
        good = self._good_wood
        self._world.wood.wood = Wood(good.bounces, good.bounce, good.slowness, loses_one_in=2)
        self._loses_until = self._world.now + 10 * SECOND

    def _chatter_on(self) -> None:
        number, now = self._random.randint(1, self._world.evening.wired), self._world.now
        self._world.tell(f"the sensor of the {number} chatters")
        self._world.wood.chatter(number, now, self._random.randint(1, 3 * SECOND))

    def _sleep(self) -> None:
        self._world.stall(self._random.randint(1, 2 * SECOND))

    def _recover(self) -> None:
        now = self._world.now
        for contact in [contact for contact, end in self._stuck.items() if end <= now]:
            self._world.tell(f"the sensor of the {contact} works again")
            self._world.wood.loosen(contact, now)
            del self._stuck[contact]
        if 0 < self._loses_until <= now:
            self._world.wood.wood = self._good_wood
            self._loses_until = 0
