"""What people do that they should not."""

from __future__ import annotations

from typing import TYPE_CHECKING

from boxctl.rules.tiles import numbers
from hardware.devices import ButtonName
from hardware.virtual import MILLISECOND

if TYPE_CHECKING:
    from tests.support.evenings.people import People


class Mistakes:
    """Mistakes and cheats of the people at a table."""

    def __init__(self, people: People) -> None:
        self._people = people
        self._world = people.world
        self._random = people.random
        self._every = (
            self._turn_any_tile,
            self._turn_any_tile,
            self._touch_a_tile,
            self._sweep,
            self._knock_over,
            self._take_back,
            self._change_the_plan,
            self._throw_anyway,
            self._throw_the_wrong_dice,
            self._press_something,
        )

    def make_one(self) -> None:
        """Make one of them."""
        self._random.choice(self._every)()

    def _any_tile(self) -> int:
        return self._random.randint(1, self._world.evening.wired)

    def _turn_any_tile(self) -> None:
        self._people.wait_for(self._world.turn(self._any_tile(), self._world.now))

    def _touch_a_tile(self) -> None:
        """Turn a tile and turn it back, about as fast as a die would."""
        number = self._any_tile()
        still = self._world.turn(number, self._world.now)
        after = self._random.choice((10, 60, 100, 400)) * MILLISECOND
        self._people.wait_for(self._world.turn(number, still + after))

    def _sweep(self) -> None:
        """An elbow goes over three tiles."""
        first, at, still = self._any_tile(), self._world.now, self._world.now
        for number in range(first, min(first + 3, self._world.evening.wired + 1)):
            still = max(still, self._world.turn(number, at))
            at += self._random.randint(1, 30 * MILLISECOND)
        self._people.wait_for(still)

    def _knock_over(self) -> None:
        """The box falls over: all that stands falls within a fifth of a second."""
        falling = list(numbers(self._world.levers))
        self._random.shuffle(falling)
        at = still = self._world.now
        for number in falling:
            still = max(still, self._world.turn(number, at))
            at += self._random.randint(1, 200 * MILLISECOND // len(falling))
        self._people.wait_for(still)

    def _take_back(self) -> None:
        if moved := self._people.moved:
            number = self._random.choice(numbers(moved))
            self._people.wait_for(self._world.turn(number, self._world.now))

    def _change_the_plan(self) -> None:
        if moves := self._people.memory.moves:
            self._people.plan = self._random.choice(moves).tiles

    def _throw_anyway(self) -> None:
        self._people.throw(self._world.evening.rules.dice.count)

    def _throw_the_wrong_dice(self) -> None:
        self._people.throw(self._random.randint(1, self._world.evening.rules.dice.count + 1))

    def _press_something(self) -> None:
        button: ButtonName = "new" if self._random.random() < 0.3 else "confirm"
        self._people.wait_for(self._world.press(button))
