"""One evening from its start to its end."""

from __future__ import annotations

from dataclasses import dataclass

from tests.simulation.checks import Broken, Checks, Doubt
from tests.simulation.evening import SECOND, Evening
from tests.simulation.people import People
from tests.simulation.program import Start, start_afresh
from tests.simulation.troubles import Troubles
from tests.simulation.world import Tell, World

MOST_ACTS = 20_000
"""A match in which people have done so much does not end any more."""

TWO_READINGS = 2 * SECOND
"""In this time a lever is found whose every edge was lost."""

LONGEST_TO_REST = 120 * SECOND
"""In this time everything comes to rest: the roller's cable is in again and has told all."""


@dataclass(frozen=True, slots=True)
class Played:
    """What an evening came to: how many ``matches``, ``rulings``, and ``microseconds`` at table."""

    matches: int
    rulings: int
    microseconds: int


def play(
    evening: Evening,
    *,
    start: Start = start_afresh,
    unverified: Doubt | None = None,
    tell: Tell | None = None,
) -> Played:
    """Play an evening. Raises :class:`Broken` as soon as something does not hold."""
    world = World(evening, start, tell)
    people, troubles = People(world), Troubles(world)
    checks = Checks(world, troubles, unverified)
    acts = 0
    while people.memory.matches < evening.matches:
        troubles.befall()
        people.act()
        people.listen()
        checks.hold()
        acts += 1
        if acts > MOST_ACTS:
            raise Broken("the evening does not end")
    troubles.end()
    world.until(world.now + TWO_READINGS)
    world.until(world.now + LONGEST_TO_REST, lambda: world.at_rest and world.roller.idle)
    checks.hold_at_the_end()
    return Played(people.memory.matches, len(world.shown), world.referee_time)
