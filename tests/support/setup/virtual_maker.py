"""A maker who does what ``boxctl setup`` says, on wood whose wires have mistakes."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from random import Random

from boxctl.setup.answer_sources import AnswerSource, FiledAnswers, ProposedAnswers
from boxctl.setup.dialogue import BoxSetup, SetupResult
from boxctl.setup.learner import Line
from boxctl.setup.learning import open_watch
from boxctl.setup.line_watch import BUTTONS_OF_BOARD, HearBoard, LineWatch
from boxctl.setup.output_trial import open_outputs
from boxctl.setup.setup_state import SetupState
from boxctl.setup.survey import Survey
from firmware_bridge.link.events import RollerEvent, RollerUp
from firmware_bridge.protocol.messages import Hello
from groundwork.limits import MOST_TILES
from hardware.config.pins import Pin
from hardware.devices import BUTTONS, ButtonName, DeviceEvent
from hardware.virtual import GOOD_WOOD, VirtualBox, Wood
from tests.support.chips.mock_chips import MockChips
from tests.support.firmware.emulated import SECOND
from tests.support.setup.miswired import Miswired
from tests.support.setup.miswired_lamps import LookingMaker, MiswiredLamps
from tests.support.tables.emulated_board import LinkedFirmware

MOVES = re.compile(r"(Push down|Put up) tile (\d+)\.|(Hold down|Let go of) the button (\w+)\.")

REACTION = 150_000
"""Microseconds from what is said to what is done."""

HELD = 1_800_000
"""How long a button is held, in microseconds: until it may be let go of, and a little longer."""


class VirtualMaker:
    """Moves levers of virtual wood as it is told; ``drive`` puts a line to a level.

    Time is virtual. The lines of the ``box`` are numbers; ``buttons`` has the line of each button.
    Contacts bounce as ``wood`` does.
    """

    def __init__(
        self,
        box: Miswired,
        drive: Callable[[Line, bool], None],
        buttons: Mapping[str, Line] | None = None,
        seed: int = 0,
        wood: Wood = GOOD_WOOD,
    ) -> None:
        self.now = 0
        self.heard: list[str] = []
        self._box = box
        self._drive = drive
        self._buttons = buttons or {}
        self._random = Random(seed)
        self._wood = VirtualBox(box.tiles, self._changed, seed=seed, wood=wood)
        self.settle()

    def hear(self, line: str) -> None:
        """Hear a line; do soon what it asks for."""
        self.heard.append(line)
        moved = MOVES.search(line)
        if moved is None:
            return
        at = self.now + REACTION
        if moved[2]:
            (self._wood.shut if moved[1] == "Push down" else self._wood.open)(int(moved[2]), at)
        elif moved[3] == "Hold down":
            self._wood.press(_button(moved[4]), at, HELD)

    def pause(self, seconds: float) -> None:
        """Let time pass: levers move, contacts bounce, and what floats floats."""
        self.now += round(seconds * 1_000_000)
        self._wood.advance(self.now)
        self.settle()

    def settle(self) -> None:
        """Put every line where it belongs now."""
        shut = {tile for tile, is_open in self._wood.tiles.read().items()
                if isinstance(tile, int) and not is_open}  # fmt: skip
        for line, high in self._box.levels(shut, self._random).items():
            self._drive(line, high)
        for name, pressed in self._wood.buttons.read().items():
            if str(name) in self._buttons:
                self._drive(self._buttons[str(name)], not pressed)

    def _changed(self, _edge: DeviceEvent) -> None:
        self.settle()


def _button(name: str) -> ButtonName:
    return next(button for button in BUTTONS if button == name)


class BoxOnMockPins:
    """A wooden box on the pins of mock chips: line n of ``box`` is the n-th of ``pins``."""

    def __init__(
        self,
        box: Miswired,
        pins: Sequence[int | str],
        buttons: Mapping[str, int | str] | None = None,
        seed: int = 0,
        wood: Wood = GOOD_WOOD,
    ) -> None:
        self.chips = MockChips(lambda: self.maker.now)
        self._pins = pins
        wired = {name: self._line(pin) for name, pin in (buttons or {}).items()}
        for pin in (buttons or {}).values():
            self.chips.pin(pin).drive(high=True)
        self.maker = VirtualMaker(box, self._drive, wired, seed, wood)

    def set_up(
        self,
        file: Path,
        answers: str,
        survey: Survey | None = None,
        lamps: tuple[MiswiredLamps, Sequence[int | str]] | None = None,
    ) -> SetupResult:
        """Run the set-up with these answers; what they do not answer is as proposed.

        Of ``lamps``, wire n is on the n-th of the pins.
        """
        answered = file.with_name("answers.toml")
        answered.write_text(answers)
        chips = self.chips
        survey = survey or Survey(
            header=chips.header.info, expanders=[chips.expander.info], boards={}
        )
        source: AnswerSource = FiledAnswers(answered, ProposedAnswers())
        if lamps is not None:
            source = LookingMaker(lambda: lamps[0].lit(self._high(lamps[1])), source)
        return BoxSetup(
            file,
            survey,
            source,
            self.maker.hear,
            self._watch,
            2_000_000,
            open_outputs=lambda box_file: open_outputs(box_file, self.chips),
        ).run()

    def _high(self, pins: Sequence[int | str]) -> list[int]:
        """Return which of these pins are driven high, by their places from 1."""
        return [place for place, pin in enumerate(pins, start=1)
                if (line := self.chips.pin(pin)).held == "output" and line.high]  # fmt: skip

    def _watch(self, state: SetupState) -> LineWatch:
        return open_watch(state, self.chips, clock=lambda: self.maker.now, pause=self.maker.pause)

    def _drive(self, line: Line, high: bool) -> None:
        pin = self._pins[line - 1] if isinstance(line, int) else self._name(line)
        self.chips.pin(pin).drive(high=high)

    @staticmethod
    def _line(pin: int | str) -> Line:
        chip, colon, number = str(pin).rpartition(":")
        return Pin(int(number), chip if colon else None)

    @staticmethod
    def _name(line: Pin) -> int | str:
        return line.line if line.chip is None else f"{line.chip}:{line.line}"


class BoxOnFirmware:
    """A wooden box on the real firmware in the emulator; line n of ``box`` is its contact n."""

    def __init__(self, box: Miswired, table: str = "box", seed: int = 0) -> None:
        self._firmware = LinkedFirmware(table, contacts=(1 << MOST_TILES) - 1)
        self._hear: HearBoard | None = None
        self._hellos: list[Hello] = []
        while not self._hellos:
            self._told(self._firmware.run(self._firmware.chip.now + SECOND))
        self.maker: VirtualMaker = VirtualMaker(box, self._drive, dict(BUTTONS_OF_BOARD), seed)

    def set_up(self, file: Path, answers: str) -> SetupResult:
        """Run the set-up with these answers; what they do not answer is as proposed."""
        answered = file.with_name("answers.toml")
        answered.write_text(f'board = "usb"\nport = "/dev/ttyUSB0"\n{answers}')
        survey = Survey(boards={"/dev/ttyUSB0": self._hellos[-1]})
        source = FiledAnswers(answered, ProposedAnswers())
        return BoxSetup(file, survey, source, self.maker.hear, self._watch, 2_000_000).run()

    def _watch(self, state: SetupState) -> LineWatch:
        return open_watch(
            state, open_board=self._open, clock=lambda: self.maker.now, pause=self._pause
        )

    def _open(self, _port: str, hear: HearBoard) -> Callable[[], None]:
        self._hear = hear
        return lambda: None

    def _pause(self, seconds: float) -> None:
        self.maker.pause(seconds)
        self._told(self._firmware.run(self._firmware.chip.now + round(seconds * 1_000_000)))

    def _told(self, events: Sequence[RollerEvent]) -> None:
        for event in events:
            if isinstance(event, RollerUp):
                self._hellos.append(event.hello)
            if self._hear is not None:
                self._hear(event)

    def _drive(self, line: Line, high: bool) -> None:
        # A button is on while its contact is closed, a tile while it is open.
        assert isinstance(line, int)
        self._firmware.chip.contact(line, high != (line in BUTTONS_OF_BOARD.values()))
