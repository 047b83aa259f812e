"""A table in the pub: a box from box.toml, its roller, its referee, and the loop over them."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping
from contextlib import ExitStack
from typing import Self

from boxctl.referee import sentences
from boxctl.referee.players import usual_players
from boxctl.referee.referee import Referee
from boxctl.rules.contradictions import check
from boxctl.rules.faults import RuleFault
from boxctl.rules.ruleset import RuleSet
from boxctl.rules.settings import with_settings
from boxctl.rules.variants import variant
from boxctl.runtime import Notice, Runtime, Say, open_tiles, run
from hardware.box_file import BoxFile, RulesTable
from hardware.config import RulesProblem
from hardware.devices import Box, Contact
from hardware.gpio import open_box
from hardware.gpio_lines import Factory
from hardware.inbox import Inbox
from hardware.roller import open_serial_roller
from hardware.roller_settings import SerialTable

MOST_FIRST_READINGS = 20


def clock() -> int:
    """The box's clock, that of the kernel's edge times: CLOCK_MONOTONIC in microseconds."""
    return time.monotonic_ns() // 1000


class Table:
    """Everything that ``boxctl run`` holds open, from the start to the end.

    A context manager: entering it opens the devices and reads the box, leaving it darkens the
    lamps and closes every device. Raises :class:`Fault` if a device cannot be had. ``factory``
    takes the place of this machine's GPIO.
    """

    def __init__(
        self, box_file: BoxFile, say: Say, notice: Notice, factory: Factory | None = None
    ) -> None:
        self._box_file = box_file
        self._say = say
        self._notice = notice
        self._factory = factory
        self._inbox = Inbox(clock)
        self._stopped = False
        self._open = ExitStack()

    def __enter__(self) -> Self:
        with ExitStack() as opening:
            box = opening.enter_context(
                open_box(self._box_file, self._inbox.hand_over, factory=self._factory)
            )
            self._open_roller(opening)
            rules = rules_of(self._box_file.rules)
            known = _first_reading(box)
            levers = open_tiles(known) & rules.on_the_box
            self._referee = Referee(rules, players_of(self._box_file.rules, rules), levers)
            self._runtime = Runtime(box, self._referee, known, clock(), self._say, self._notice)
            self._open = opening.pop_all()
        return self

    def __exit__(self, *_ended: object) -> None:
        self._open.close()

    @property
    def put_back(self) -> str:
        """What has to be done before play can begin; empty when nothing has."""
        back = self._referee.play.put_back
        return f"to begin, {sentences.make_ready(back)}" if back else ""

    def run(self) -> None:
        """Play until :meth:`stop`."""
        run(self._runtime, self._inbox, clock, lambda: self._stopped)

    def stop(self) -> None:
        """End :meth:`run`; may be called from a signal handler and from any thread."""
        self._stopped = True
        self._inbox.wake()

    def _open_roller(self, opening: ExitStack) -> None:
        settings = self._box_file.roller
        if isinstance(settings, SerialTable):
            roller = open_serial_roller(settings.port, settings.baud, clock, self._inbox.hand_over)
            opening.callback(roller.close)


def _first_reading(box: Box) -> Mapping[Contact, bool]:
    """Nothing is believed until two readings, a quiet time apart, agree."""
    reading = box.read()
    for _ in range(MOST_FIRST_READINGS):
        time.sleep(max(box.lever_quiet, box.button_quiet) / 1_000_000)
        before, reading = reading, box.read()
        if reading == before:
            break
    return reading


def check_box_file(table: RulesTable, wired: int | None) -> Iterator[RulesProblem]:
    """What the rules have against a box.toml (for :func:`hardware.config.read_box`)."""
    try:
        rules = variant(table.variant)
    except RuleFault as fault:
        yield RulesProblem("rules.variant", *_sentence_and_cure(fault))
        return
    for name, text in table.settings:
        try:
            rules = with_settings(rules, [(name, text)])
        except RuleFault as fault:
            yield RulesProblem(f"rules.set.{name}", *_sentence_and_cure(fault))
    try:
        check(rules, len(players_of(table, rules)))
    except RuleFault as fault:
        yield RulesProblem("rules", *_sentence_and_cure(fault))
    if wired is not None and wired < rules.tiles:
        yield RulesProblem(
            "rules.variant",
            f"{table.variant} is played with {rules.tiles} tiles, but {wired} are wired",
            f"wire {rules.tiles - wired} more, or choose a variant with {wired} tiles or less",
        )


def rules_of(table: RulesTable) -> RuleSet:
    """The rule set that box.toml asks for, which has been checked."""
    return with_settings(variant(table.variant), table.settings)


def players_of(table: RulesTable, rules: RuleSet) -> list[str]:
    """The players that box.toml names, or as many without a name as the match needs."""
    return list(table.players) or usual_players(rules)


def _sentence_and_cure(fault: RuleFault) -> tuple[str, str]:
    sentence, _colon, cure = fault.sentence.rstrip(".").partition(": ")
    return sentence, cure or "change one of the two"
