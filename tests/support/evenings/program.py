"""The program as it is started when the box is switched on."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING

from boxctl.journal.recorder import JournalRecorder
from boxctl.journal.session import Journal
from boxctl.rules.ruleset import RuleSet
from boxctl.table.resume import resume_or_begin
from boxctl.table.runtime import Runtime
from boxctl.table.sensors.contact_state import open_tiles
from hardware.devices import EventSink
from tests.support.evenings.roller import RollerDriver
from tests.support.evenings.writing import Writing

if TYPE_CHECKING:
    from tests.support.evenings.world import World

BOX = "the simulated box"


@dataclass(frozen=True, slots=True)
class Program:
    """What lives and dies as one process: runtime, journal, and the driver of the roller."""

    runtime: Runtime
    roller: RollerDriver
    writing: Writing


Start = Callable[["World"], Program]
"""Switches the program on, in the world as it stands."""


def start_program(
    world: World, rules: RuleSet | None = None, hand_over: EventSink | None = None
) -> Program:
    """The program: it goes on where its journal says that it stood.

    Other ``rules`` than those of the table, and another way to the loop than that of the world
    (``hand_over``), are for programs that err.
    """
    evening, known, now = world.evening, world.box.read(), world.now
    account = world.account
    journal = Journal(world.disk.path, BOX)
    opened = resume_or_begin(
        journal, rules or evening.rules, evening.players, open_tiles(known), anew=False
    )
    journal.close()
    for remark in opened.remarks:
        world.tell(f"    {remark}")
    account.program_begins(opened.referee, opened.match)
    head = opened.match.head if opened.match is not None else None
    chance = Random(f"writing {evening.seed} {now}")
    writing = Writing(world.disk, head, account.records, chance)
    roller = RollerDriver(hand_over or world.hand_over, now, journal.found.throws)
    world.box.kept = lambda series, serial: roller.kept(series, serial, world.now)
    runtime = Runtime(
        world.box,
        opened.referee,
        known,
        now,
        account.shows,
        account.notes,
        JournalRecorder(writing, BOX, evening.name, lambda: world.time_of_day),
        opened.resumption,
    )
    return Program(runtime, roller, writing)
