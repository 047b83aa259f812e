"""Run every check, in the order in which faults are best mended, also of the games of the house."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from boxctl.doctor.boot_config import check_overlays
from boxctl.doctor.check import CheckResult, Machine, Soundness, doubtful, good
from boxctl.doctor.check_computer import (
    check_clock,
    check_network,
    check_power,
    check_python,
    check_running,
    check_service,
    check_voice,
    running_boxes,
)
from boxctl.doctor.check_journal import check_journal, check_wear
from boxctl.doctor.check_pins import check_buses, check_pins
from boxctl.doctor.check_port import check_port
from boxctl.doctor.check_radio import check_radio
from boxctl.rules.variants import LookedAtOnce, house_faults, house_names
from boxctl.table.check_rules import check_all_of_box_file, journal_to_read
from groundwork.language import all_of, tr
from hardware.config.box_file import BoxFileFault
from hardware.config.read import read_box


def check_games() -> Iterator[CheckResult]:
    """Check every file of a game of the house; nothing is said where there is none."""
    with LookedAtOnce():
        faults, games = house_faults(), house_names()
    for found in faults.values():
        for fault in found:
            yield doubtful("games", fault.code, fault.text)
    if games and not faults:
        yield good("games", tr("right are the files of {games}", games=all_of(games)))


def examine(machine: Machine, config: Path | None, journal: Path | None) -> Iterator[CheckResult]:
    """Yield the results of all checks; without ``config``, of those that need no box.toml.

    Without ``journal``, the one is checked in which this box records. Nothing is played, written
    or moved.
    """
    box_file = None
    if config is not None:
        try:
            box_file = read_box(config, check_all_of_box_file)
        except BoxFileFault as fault:
            for problem in fault.problems:
                says = f"{problem.place}: {problem.text}"
                yield CheckResult("box.toml", Soundness.BAD, says, problem.code)
        else:
            yield good("box.toml", tr("{file} is right", file=config))
    yield from check_games()
    journal = journal or journal_to_read(config, box_file)
    running = [] if config is None else running_boxes(machine, config)
    yield from check_running(running)
    yield from check_python(machine, box_file)
    yield from check_pins(machine, box_file, is_running=bool(running))
    yield from check_overlays(machine, box_file)
    yield from check_buses(machine, box_file)
    yield from check_port(machine, box_file)
    yield from check_radio(machine, box_file)
    yield from check_voice(machine, box_file)
    yield from check_journal(machine, journal)
    yield from check_wear(machine, box_file, journal)
    yield from check_network(machine, box_file, is_running=bool(running))
    yield from check_clock(machine)
    yield from check_power(machine)
    yield from check_service(machine, is_running=bool(running))
