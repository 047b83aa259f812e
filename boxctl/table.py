"""A table in the pub: a box from box.toml, its roller, its referee, and the loop over them."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack
from datetime import UTC, datetime
from pathlib import Path
from typing import Self

from boxctl.going_on import seat
from boxctl.journal.opening import Journal
from boxctl.journal.place import usual_place
from boxctl.loop import run
from boxctl.referee import sentences
from boxctl.referee.players import usual_players
from boxctl.rules.contradictions import check
from boxctl.rules.faults import RuleFault
from boxctl.rules.ruleset import RuleSet
from boxctl.rules.settings import with_settings
from boxctl.rules.variants import variant
from boxctl.runtime import Runtime, Tell, open_tiles
from boxctl.showing import Say
from hardware.box_file import BoxFile, RulesTable
from hardware.config import RulesProblem
from hardware.devices import Box, Contact
from hardware.gpio_lines import OpenChips
from hardware.inbox import Inbox
from hardware.opening import open_devices

MOST_FIRST_READINGS = 20


def clock() -> int:
    """The box's clock, that of the kernel's edge times: CLOCK_MONOTONIC in microseconds."""
    return time.monotonic_ns() // 1000


class Table:
    """Everything that ``boxctl run`` holds open, from the start to the end.

    A context manager: entering it opens the journal and the devices and reads the box, leaving it
    darkens the lamps and closes every device, then the journal. Raises :class:`Fault` if one of
    them cannot be had. ``journal`` is the file to record in, by default that of box.toml;
    ``anew`` begins a new match even if one was interrupted. ``chips`` take the place of this
    machine's.

    ``say`` is called with each ruling, ``tell`` with all else that happens, ``remark`` with what
    there is to say of the journal at the start.
    """

    def __init__(
        self,
        box_file: BoxFile,
        say: Say,
        tell: Tell,
        remark: Callable[[str], object],
        *,
        journal: Path | None = None,
        anew: bool = False,
        chips: OpenChips | None = None,
    ) -> None:
        self._box_file = box_file
        self._say = say
        self._tell = tell
        self._remark = remark
        self._journal_file = journal or _journal_of(box_file)
        self._anew = anew
        self._chips = chips
        self._inbox = Inbox(clock)
        self._stopped = False
        self._open = ExitStack()

    def __enter__(self) -> Self:
        with ExitStack() as opening:
            journal = Journal(self._journal_file, _name_of(self._box_file.path))
            opening.callback(journal.close)
            box = opening.enter_context(
                open_devices(
                    self._box_file,
                    clock,
                    self._inbox.hand_over,
                    journal.found.throws,
                    chips=self._chips,
                )
            )
            known = _first_reading(box)
            self._take_seats(journal, box, known)
            self._open = opening.pop_all()
        return self

    def __exit__(self, *_ended: object) -> None:
        self._open.close()

    @property
    def put_back(self) -> str:
        """What has to be done before play can begin; empty when nothing has."""
        back = self._runtime.put_back
        return f"to begin, {sentences.make_ready(back)}" if back else ""

    @property
    def goes_on(self) -> bool:
        """Whether a match that was interrupted is gone on with."""
        return self._going_on is not None

    def run(self) -> None:
        """Play until :meth:`stop`."""
        run(self._runtime, self._inbox, clock, lambda: self._stopped)

    def stop(self) -> None:
        """End :meth:`run`; may be called from a signal handler and from any thread."""
        self._stopped = True
        self._inbox.wake()

    def _take_seats(self, journal: Journal, box: Box, known: Mapping[Contact, bool]) -> None:
        rules = rules_of(self._box_file.rules)
        players = players_of(self._box_file.rules, rules)
        seats = seat(journal, rules, players, open_tiles(known), anew=self._anew)
        for remark in seats.remarks:
            self._remark(remark)
        self._going_on = seats.going_on
        record = journal.record(self._box_file.rules.variant, self._inbox.wake, seats.match)
        self._runtime = Runtime(
            box, seats.referee, known, clock(), self._say, self._tell, record, seats.going_on
        )


def _name_of(path: Path) -> str:
    """The box that this box.toml describes, which is another one once the file is written anew.

    Where pins have been changed, nobody knows what the levers have to do with those of before.
    """
    written = datetime.fromtimestamp(path.stat().st_mtime, UTC)
    return f"{path.absolute()} of {written.isoformat()}"


def _journal_of(box_file: BoxFile) -> Path:
    settings = box_file.journal
    return Path(settings.file) if settings is not None and settings.file else usual_place()


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
