"""Try what a box lights, shows and plays while it is set up, and ask what people see and hear.

Each lamp is lit, every face shown; the levers are open beside it.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace

from boxctl.monitor.box_monitor import WORDS_TO_SAY, BoxMonitor
from boxctl.rules.ruleset import Dice
from boxctl.setup.answer_sources import Interview, Say
from boxctl.setup.lamp_findings import (
    LampMistake,
    LampMistakeFound,
    LearnedLamps,
    is_inverted,
    judge_lamps,
    lamp_mistake_in_words,
)
from boxctl.setup.questions import (
    BUZZER_HEARD,
    DICE_SEEN,
    DISPLAY_SEEN,
    LAMP_SEEN,
    LAMPS_AT_REST,
    VOICE_HEARD,
    SetupQuestion,
)
from boxctl.setup.setup_state import SetupState
from groundwork.clock import monotonic_us
from groundwork.faults import Fault
from groundwork.frozen_dataclass import frozen_dataclass
from groundwork.language import tr
from hardware.config.box_file import BoxFile
from hardware.config.tables.roller import SIDES, HandTable, PiTable
from hardware.devices import Box
from hardware.gpio.open_chip import OpenChips
from hardware.open_box import open_devices

OpenOutputs = Callable[[BoxFile], Box]
"""Opens the devices of a box, dark and silent; closing it darkens them. Raises Fault."""


def open_outputs(box_file: BoxFile, chips: OpenChips | None = None) -> Box:
    """Open the lamps, LEDs of dice, display, buzzer and voice, with the levers beside them.

    ``chips`` replace this machine's. Raises :class:`Fault` BX4xx or BX5xx.
    """
    return open_devices(only_outputs(box_file), monotonic_us, _no_matter, chips=chips)


def only_outputs(box_file: BoxFile) -> BoxFile:
    """Return the box without buttons and rollers, which show nothing."""
    dice = box_file.roller if isinstance(box_file.roller, PiTable) else HandTable()
    return replace(box_file, buttons=None, roller=dice)


def only_one(box_file: BoxFile) -> dict[str, BoxFile]:
    """Return the box with one kind of output alone, by the name of its table."""
    bare = replace(box_file, lamps=(), roller=HandTable(), display=None, buzzer=None, voice=None)
    alone = {
        "lamps": replace(bare, lamps=box_file.lamps) if box_file.lamps else None,
        "roller": replace(bare, roller=box_file.roller)
        if isinstance(box_file.roller, PiTable) and box_file.roller.leds
        else None,
        "display": replace(bare, display=box_file.display) if box_file.display else None,
        "buzzer": replace(bare, buzzer=box_file.buzzer) if box_file.buzzer else None,
        "voice": replace(bare, voice=box_file.voice) if box_file.voice else None,
    }
    return {name: box for name, box in alone.items() if box is not None}


FACE_SHOWN_S = 0.7
"""The time for which each face of a die is shown, in seconds."""


@frozen_dataclass
class TrialResult:
    """The lamps (None if they were not tried), and a sentence for each thing that is wrong."""

    lamps: LearnedLamps | None
    wrong: tuple[str, ...]


class OutputTrial:
    """One trial of everything on a box that lights, shows or sounds.

    ``pause`` waits for some seconds.
    """

    def __init__(
        self,
        state: SetupState,
        interview: Interview,
        say: Say,
        open_outputs: OpenOutputs,
        pause: Callable[[float], None] = time.sleep,
    ) -> None:
        self._state = state
        self._interview = interview
        self._say = say
        self._open_outputs = open_outputs
        self._pause = pause
        self._lamps: LearnedLamps | None = None
        self._wrong: list[str] = []

    def run(self, box_file: BoxFile) -> TrialResult:
        """Try everything that this box has; if a device cannot be opened, try the others alone."""
        self._lamps, self._wrong = None, []
        try:
            box = self._open_outputs(box_file)
        except Fault as fault:
            self._say(str(fault))
            self._try_one_by_one(box_file)
        else:
            with box:
                self._try_all(box_file, box)
        return TrialResult(self._lamps, tuple(self._wrong))

    def _try_one_by_one(self, box_file: BoxFile) -> None:
        for name, alone in only_one(box_file).items():
            try:
                box = self._open_outputs(alone)
            except Fault as fault:
                self._wrong.append(tr("[{table}] could not be tried ({code})", table=name,
                                      code=fault.code))  # fmt: skip
            else:
                with box:
                    self._try_all(alone, box)

    def _try_all(self, box_file: BoxFile, box: Box) -> None:
        if box_file.lamps:
            self._try_lamps(box)
        if isinstance(box_file.roller, PiTable):
            self._try_dice(box, len(box_file.roller.leds))
        tried = BoxMonitor(box, box_file.box.tiles, Dice(1, SIDES), {}, monotonic_us(), _no_matter)
        if tried.fill_display():
            self._ask(DISPLAY_SEEN, tr("the display does not show all that it should"))
        if tried.beep():
            self._ask(BUZZER_HEARD, tr("the buzzer is not heard"))
        if tried.speak(tr(WORDS_TO_SAY)):
            self._ask(VOICE_HEARD, tr("the voice is not heard"))

    def _ask(self, question: SetupQuestion, otherwise: str) -> None:
        if not self._interview.ask(question):
            self._wrong.append(f"BX451: {otherwise}")

    def _try_lamps(self, box: Box) -> None:
        tiles = self._state["tiles"]
        box.lamps.show(0)
        at_rest = self._lit(LAMPS_AT_REST)
        every = (1 << tiles) - 1
        seen = {}
        for tile in range(1, tiles + 1):
            alone = 1 << (tile - 1)
            # Lamps with the levels exchanged show what is left dark.
            box.lamps.show(every & ~alone if is_inverted(at_rest, tiles) else alone)
            seen[tile] = self._lit(LAMP_SEEN[tile - 1])
        box.lamps.show(0)
        self._lamps = judge_lamps(at_rest, seen)
        for found in self._lamps.mistakes:
            written = is_written(self._state, found)
            says = lamp_mistake_in_words(found, is_written=written)
            self._say(f"  {says}")
            if not written:
                self._wrong.append(says)

    def _lit(self, question: SetupQuestion) -> list[int]:
        """Return the tiles of this box at which people see light."""
        return [tile for tile in self._interview.ask(question) if tile <= self._state["tiles"]]

    def _try_dice(self, box: Box, dice: int) -> None:
        if box.die_faces is None:
            return
        for die in range(1, dice + 1):
            for face in range(1, SIDES + 1):
                box.die_faces.show([face if each == die else 0 for each in range(1, dice + 1)])
                self._pause(FACE_SHOWN_S)
            self._ask(DICE_SEEN[die - 1], tr("die {die} does not show 1 to 6", die=die))
        box.die_faces.show([])


def is_written(state: SetupState, found: LampMistakeFound) -> bool:
    """Return whether box.toml can say that the lamps are wired so, and nothing has to be mended."""
    if found.mistake is LampMistake.SWAPPED:
        return bool(state["lamps"] != "usb")
    return bool(found.mistake is LampMistake.INVERTED and state["lamps"] == "gpio")


def _no_matter(_report: object) -> None:
    pass
