"""One evening from its start to its end."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from boxctl.journal.recorded_match import RecordedMatch
from tests.support.evenings.checks.account import Tell
from tests.support.evenings.checks.agreement import Checks
from tests.support.evenings.checks.broken import Broken
from tests.support.evenings.evening import SECOND, Evening
from tests.support.evenings.on_pins import box_on_pins
from tests.support.evenings.people import People
from tests.support.evenings.program import Start, start_program
from tests.support.evenings.troubles import Troubles
from tests.support.evenings.world import World

MOST_ACTS = 20_000
"""A match in which people have done so much does not end any more."""

TWO_READINGS = 2 * SECOND
"""In this time a lever is found whose every edge was lost."""

LONGEST_TO_REST = 120 * SECOND
"""Microseconds in which everything settles: the roller is plugged in and its backlog is sent."""

IN_MEMORY = Path("/dev/shm")
"""Where files are that no disk has to hold, on Linux."""


@dataclass(frozen=True, slots=True)
class Played:
    """What an evening came to.

    So many ``matches`` were played to their end, with so many ``rulings`` shown, in so many
    ``microseconds`` at table, the program having been cut off ``cuts`` times; ``record`` is the
    journal. Where sensors lie, ``wrong`` of ``doubtful`` rulings are neither true nor marked.
    """

    matches: int
    rulings: int
    microseconds: int
    cuts: int
    record: tuple[RecordedMatch, ...]
    doubtful: int
    wrong: int


def play(
    evening: Evening,
    *,
    start: Start = start_program,
    tell: Tell | None = None,
    on_pins: bool = False,
) -> Played:
    """Play an evening, with ``on_pins`` through the drivers of a box on mock pins.

    Raises :class:`Broken` as soon as something does not hold.
    """
    in_memory = IN_MEMORY if IN_MEMORY.is_dir() else None
    with TemporaryDirectory(prefix="evening", dir=in_memory) as directory:
        files = Path(directory)
        pins = box_on_pins(evening, files / "box.toml") if on_pins else None
        return _play(World(evening, files, start, tell, pins))


def _play(world: World) -> Played:
    people, troubles = People(world), Troubles(world)
    checks = Checks(world, troubles)
    acts = 0
    while people.memory.matches < world.evening.matches:
        troubles.befall()
        people.act()
        people.listen()
        checks.hold()
        acts += 1
        if acts > MOST_ACTS:
            raise Broken("the evening does not end")
    troubles.end()
    _come_to_rest(world, people)
    checks.hold_at_the_end()
    return Played(
        people.memory.matches,
        len(world.account.shown),
        world.now - world.begun,
        world.power.cuts,
        checks.record.matches,
        checks.unmarked.all,
        checks.unmarked.wrong,
    )


def _come_to_rest(world: World, people: People) -> None:
    world.until(world.now + TWO_READINGS)
    give_up_at = world.now + LONGEST_TO_REST
    while not (world.power.is_on and world.power.due is None) or world.account.interrupted:
        people.act()
        if world.now > give_up_at:
            raise Broken("the match does not go on")
    world.until(world.now + LONGEST_TO_REST, lambda: _is_quiet(world))


def _is_quiet(world: World) -> bool:
    return world.at_rest and world.roller.idle and world.power.program.writing.idle
