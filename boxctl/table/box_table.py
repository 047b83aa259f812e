"""A table in the pub: a box from box.toml, its roller, its referee, and the loop over them."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from typing import Self

from boxctl.journal.disk.default_path import usual_place
from boxctl.journal.session import Journal
from boxctl.presentation.notices import Notice
from boxctl.referee import sentences
from boxctl.referee.players import usual_players
from boxctl.rules.contradictions import check
from boxctl.rules.dice import Dice
from boxctl.rules.faults import RuleFault
from boxctl.rules.ruleset import RuleSet
from boxctl.rules.settings import with_settings
from boxctl.rules.variants import variant
from boxctl.table.contact_state import open_tiles
from boxctl.table.doubts import SHOWS_ONLY
from boxctl.table.durable_outbox import Say
from boxctl.table.loop import AllTimed, run
from boxctl.table.outputs import Outputs
from boxctl.table.resume import seat
from boxctl.table.runtime import Runtime, Tell
from boxctl.table.systemd import SystemdNotifier
from groundwork.clock import monotonic_us
from groundwork.faults import Fault
from hardware.config.box_file import BoxFile, RulesTable
from hardware.config.read import RulesProblem, read_box
from hardware.config.tables.usb import OnBoard
from hardware.devices import Box, Contact, DeviceBack, DeviceLost
from hardware.die_faces import SIDES
from hardware.event_inbox import Inbox
from hardware.gpio.lines import OpenChips
from hardware.open_box import open_devices

MOST_FIRST_READINGS = 20
CHANGE_ONE = "change one of the two"
UNCHANGED = "everything stays as it was, as box.toml cannot be used as it is now."


class BoxTable:
    """Everything that ``boxctl run`` holds open, from the start to the end.

    A context manager: entering it opens the journal and the devices and reads the box, leaving it
    darkens the lamps and closes every device, then the journal. Raises :class:`Fault` if one of
    them cannot be had. ``journal`` is the file to record in, by default that of box.toml;
    ``anew`` begins a new match even if one was interrupted. ``chips`` take the place of this
    machine's.

    The display shows what there is to be seen. ``say`` is called with each ruling, ``tell`` with
    all else that happens, ``remark`` with what there is to say of the journal and of box.toml.
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
        service: SystemdNotifier | None = None,
    ) -> None:
        self._box_file = box_file
        self._say = say
        self._tell = tell
        self._remark = remark
        self._journal_file = journal
        self._anew = anew
        self._chips = chips
        self._service = service if service is not None else SystemdNotifier({}, monotonic_us)
        self._inbox = Inbox(monotonic_us)
        self._stopped = False
        self._asked_to_reload = False
        self._away: set[str] = set()
        self._open = ExitStack()

    def __enter__(self) -> Self:
        self._open_all(self._anew)
        return self

    def __exit__(self, *_ended: object) -> None:
        self._service.stopping()
        self._open.close()

    @property
    def put_back(self) -> str:
        """What has to be done before play can begin; empty when nothing has."""
        # Of the runtime one would hear this only once the journal has it.
        back = self._runtime.referee.play.put_back
        return f"to begin, {sentences.make_ready(back)}" if back else ""

    @property
    def goes_on(self) -> bool:
        """Whether a match that was interrupted is gone on with."""
        return self._going_on is not None

    def run(self) -> None:
        """Play until :meth:`stop`.

        Raises :class:`Fault` if the box cannot be opened again as it was, after a :meth:`reload`.
        """
        while not self._stopped:
            self._service.ready()
            run(self._runtime, self._inbox, monotonic_us, self._has_been_asked, self._also)
            if self._asked_to_reload:
                self._asked_to_reload = False
                self._service.reloading()
                self._take_box_file_again()

    def stop(self) -> None:
        """End :meth:`run`; may be called from a signal handler and from any thread."""
        self._stopped = True
        self._inbox.wake()

    def reload(self) -> None:
        """Have box.toml read again; may be called like :meth:`stop`.

        One that is wrong, or cannot be opened, changes nothing, and that is remarked. A match that
        is played goes on by its own rules; those of box.toml count from the next one on.
        """
        self._asked_to_reload = True
        self._inbox.wake()

    def _has_been_asked(self) -> bool:
        return self._stopped or self._asked_to_reload

    def _open_all(self, anew: bool, *, own_rules: bool = False) -> None:
        with ExitStack() as opening:
            file = self._journal_file or _journal_of(self._box_file)
            journal = Journal(file, _name_of(self._box_file))
            opening.callback(journal.close)
            box = opening.enter_context(
                open_devices(
                    self._box_file,
                    monotonic_us,
                    self._inbox.hand_over,
                    journal.found.throws,
                    chips=self._chips,
                )
            )
            known = _first_reading(box)
            self._take_seats(journal, box, known, anew, own_rules=own_rules)
            self._open = opening.pop_all()

    def _take_seats(
        self,
        journal: Journal,
        box: Box,
        known: Mapping[Contact, bool],
        anew: bool,
        *,
        own_rules: bool,
    ) -> None:
        rules, players = _asked_for(self._box_file)
        levers = open_tiles(known)
        seats = seat(journal, rules, players, levers, anew=anew, own_rules=own_rules)
        for remark in seats.remarks:
            self._remark(remark)
        self._going_on = seats.going_on
        record = journal.record(self._box_file.rules.variant, self._inbox.wake, seats.match)
        audience = Outputs(
            box, seats.referee.play, self._say, self._note, can_ask=self._has_confirm
        )
        self._runtime = Runtime(
            box,
            seats.referee,
            known,
            monotonic_us(),
            audience.say,
            audience.tell,
            record,
            seats.going_on,
        )
        audience.follow(self._runtime)
        self._also = AllTimed(self._service, audience)
        self._runtime.followed_by(rules, players)
        if self.put_back and not self.goes_on:
            audience.remind()

    @property
    def _has_confirm(self) -> bool:
        buttons = self._box_file.buttons
        if isinstance(buttons, OnBoard):
            return True
        return buttons is not None and buttons.confirm is not None

    # box.toml, read again.

    def _take_box_file_again(self) -> None:
        before = self._box_file
        try:
            after = read_box(before.path, check_box_file)
        except Fault as fault:
            self._remark_each(fault)
            self._remark(UNCHANGED)
            return
        if after == before:
            self._remark(f"{before.path} says what it said before.")
        elif replace(after, rules=before.rules) == before:
            self._box_file = after
            self._runtime.followed_by(*_asked_for(after))
            self._remark(f"{before.path} was read again: its rules count from the next match.")
        elif self._away:
            # If what it says cannot be opened, what it said before could not be opened either.
            self._remark(
                f"everything stays as it was: {before.path} is not taken while the "
                f"{min(self._away)} does not answer; see to that, or restart boxctl."
            )
        else:
            self._open_anew(after)

    def _note(self, notice: Notice) -> None:
        if isinstance(notice, DeviceLost) and notice.device not in SHOWS_ONLY:
            self._away.add(notice.device)
        elif isinstance(notice, DeviceBack):
            self._away.discard(notice.device)
        self._tell(notice)

    def _open_anew(self, after: BoxFile) -> None:
        before = self._box_file
        self._open.close()
        # What the old devices have told of themselves is not true of the new ones.
        self._inbox.take(monotonic_us())
        self._away.clear()
        self._box_file = after
        try:
            self._open_all(anew=False, own_rules=True)
        except Fault as fault:
            self._remark_each(fault)
            self._inbox.take(monotonic_us())
            self._box_file = before
            self._open_all(anew=False, own_rules=True)
            self._remark(UNCHANGED)
        else:
            self._remark(f"{after.path} was read again, and the box opened as it says.")

    def _remark_each(self, fault: Fault) -> None:
        for line in fault.lines:
            self._remark(line)


def _asked_for(box_file: BoxFile) -> tuple[RuleSet, list[str]]:
    """By which rules this box is played, and by whom."""
    rules = rules_of(box_file.rules)
    return rules, players_of(box_file.rules, rules)


def _name_of(box_file: BoxFile) -> str:
    """The box that is played on: another one if its levers are wired otherwise.

    Nobody knows then what the levers have to do with those of before.
    """
    wiring = repr((box_file.box, box_file.gpio, box_file.usb, box_file.tiles))
    return f"{box_file.path.absolute()} wired as {sha256(wiring.encode()).hexdigest()[:12]}"


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


def check_box_file(
    table: RulesTable, wired: int | None, dice_of_leds: int | None
) -> Iterator[RulesProblem]:
    """What the rules have against a box.toml (for :func:`hardware.config.read.read_box`)."""
    try:
        rules = variant(table.variant)
    except RuleFault as fault:
        yield RulesProblem("rules.variant", fault.sentence, fault.cure)
        return
    for name, text in table.settings:
        try:
            rules = with_settings(rules, [(name, text)])
        except RuleFault as fault:
            yield RulesProblem(f"rules.set.{name}", fault.sentence, fault.cure)
    try:
        check(rules, len(players_of(table, rules)))
    except RuleFault as fault:
        yield RulesProblem("rules", fault.sentence, CHANGE_ONE)
    if wired is not None and wired < rules.tiles:
        yield RulesProblem(
            "rules.variant",
            f"{table.variant} is played with {rules.tiles} tiles, but {wired} are wired",
            f"wire {rules.tiles - wired} more, or choose a variant with {wired} tiles or less",
        )
    if dice_of_leds:
        yield from _check_die_leds(table.variant, rules.dice, dice_of_leds)


def _check_die_leds(variant: str, dice: Dice, wired: int) -> Iterator[RulesProblem]:
    """Seven LEDs show a die with six sides, and every die that is thrown needs its own."""
    if dice.sides != SIDES:
        yield RulesProblem(
            "roller.leds",
            f"LEDs show a die with {SIDES} sides, but {variant} is played with one of {dice.sides}",
            f"leave roller.leds out, or choose a variant with dice of {SIDES} sides",
        )
    elif wired < dice.count:
        yield RulesProblem(
            "roller.leds",
            f"{variant} is played with {dice.count} dice, but {wired} have LEDs",
            f"wire {dice.count - wired} more, leave roller.leds out, or choose another variant",
        )


def rules_of(table: RulesTable) -> RuleSet:
    """The rule set that box.toml asks for, which has been checked."""
    return with_settings(variant(table.variant), table.settings)


def players_of(table: RulesTable, rules: RuleSet) -> list[str]:
    """The players that box.toml names, or as many without a name as the match needs."""
    return list(table.players) or usual_players(rules)
