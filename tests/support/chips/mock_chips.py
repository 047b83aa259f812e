"""Gpiochips in memory, on the pins of gpiozero's own MockFactory.

A wire can be driven, what a line is held as can be seen, a cable pulled. The factory can hold lines
together, as the one on libgpiod does.
"""

from __future__ import annotations

import errno
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, ExitStack, contextmanager, nullcontext
from threading import RLock
from typing import Any

from gpiozero.pins import Pin, PinInfo
from gpiozero.pins.mock import MockFactory
from gpiozero.pins.mock import MockPin as GpiozeroMockPin

from gpiozero_gpiod.chips import ChipInfo, LineInUse, LineRefused, LineWithoutEdges
from hardware.config.pins import ChipName
from hardware.devices import Clock
from hardware.gpio.gpiod_chips import GpiodChips
from hardware.gpio.open_chip import OpenChip


class MockPin(GpiozeroMockPin):  # type: ignore[misc]  # gpiozero has no types
    """A line and its wire. ``shown`` are the levels that it was given as an output."""

    def __init__(self, factory: MockChipsFactory, info: Any, chip: MockChip, number: int) -> None:
        # Past those of PiPin and MockPin, which take every pin for one of the header.
        Pin.__init__(self)
        self._factory, self._info, self._number = factory, info, number
        self._when_changed_lock, self._when_changed = RLock(), None
        self._function, self._pull, self._state = "input", "floating", False
        self._bounce, self._edges = None, "both"
        self.clear_states()
        self.chip = chip
        self.line = number
        self.edges_lost = 0
        self.shown: list[bool] = []

    @property
    def high(self) -> bool:
        """Its level."""
        return bool(self._state)

    @property
    def held(self) -> str:
        """What a device holds it as: an input, an output, or nothing."""
        return str(self.function) if self.factory.is_reserved(self.info) else ""

    def drive(self, *, high: bool) -> None:
        """Put the wire to 3V3 or to ground."""
        (self.drive_high if high else self.drive_low)()

    def loses(self, edges: int) -> None:
        """Move so many times while nobody can take an edge: the kernel has to drop them."""
        self.edges_lost += edges
        if edges % 2:
            self._state = not self._state

    def _set_state(self, value: float) -> None:
        self.chip.answer()
        super()._set_state(value)
        self.shown.append(self.high)

    def _call_when_changed(self) -> None:
        listener = self.when_changed
        if listener is not None:
            listener((self.factory.clock() * 1000 + 999) / 1e9, int(self._state))

    def _enable_event_detect(self) -> None:
        if self.chip.gives_no_edges:
            raise LineWithoutEdges("no edges") from OSError(errno.ENXIO, "No such device")


class MockChip:
    """A chip; all its lines float high or low as they are pulled until they are driven."""

    def __init__(self, factory: MockChipsFactory, info: ChipInfo) -> None:
        self.info = info
        self.pins = [
            MockPin(factory, factory.info_of(info, line), self, line) for line in range(info.lines)
        ]
        self.users: dict[int, str] = {}
        self.gives_no_edges = False
        self.is_away = False
        self.opened_again = 0

    def answer(self) -> None:
        """Fail if its cable is pulled."""
        if self.is_away:
            raise LineRefused("refused") from OSError(errno.EREMOTEIO, "Remote I/O error")

    def claim(self, line: int) -> None:
        """Fail if another program has this line."""
        if line in self.users:
            raise LineInUse("in use") from OSError(errno.EBUSY, "Device or resource busy")


class MockHeldLines:
    """Lines of one chip that are read, and driven, at one moment."""

    def __init__(self, pins: Sequence[MockPin]) -> None:
        self._pins = pins
        for pin in pins:
            pin.chip.claim(pin.line)
            pin.chip.answer()

    def one_configuration(self) -> AbstractContextManager[None]:
        """Set the lines at once: here each device sets its own."""
        return nullcontext()

    @contextmanager
    def one_reading(self) -> Iterator[None]:
        """Read the lines at once: nothing moves while a test reads them one by one."""
        for pin in self._pins:
            pin.chip.answer()
        yield

    def one_writing(self) -> AbstractContextManager[None]:
        """Drive the lines at once: here each device drives its own."""
        return nullcontext()


class MockChipsFactory(MockFactory):  # type: ignore[misc]  # gpiozero has no types
    """gpiozero's MockFactory with the lines of some chips, which can be held together."""

    def __init__(self, clock: Clock) -> None:
        super().__init__()
        self.clock = clock
        self._infos: dict[str, Any] = {}

    @staticmethod
    def info_of(chip: ChipInfo, line: int) -> Any:
        """What gpiozero knows of a pin."""
        name = f"{chip.label}:{line}"
        return PinInfo(line, name, frozenset({name}), "", 1, 1, frozenset({"gpio"}))

    def plug_in(self, chip: MockChip) -> None:
        """Have the lines of this chip."""
        for pin in chip.pins:
            self.pins[pin.info] = pin
            self._infos[pin.info.name] = pin.info

    def find_pin(self, name: str) -> Iterator[tuple[None, Any]]:
        """The pin of this name: as a board's."""
        if name in self._infos:
            yield None, self._infos[name]

    def is_reserved(self, info: Any) -> bool:
        """Whether a device has this pin."""
        return any(device() is not None for device in self._reservations[info])

    def hold(self, *names: str) -> MockHeldLines:
        """Hold these lines together."""
        return MockHeldLines([self.pin(name) for name in names])

    def let_go(self, held: MockHeldLines) -> None:
        """Give lines that were held together back."""

    def close(self) -> None:
        """Close the devices; the wires stay where they are."""
        for pin in self.pins.values():
            pin.close()

    def _get_board_info(self) -> MockChipsFactory:
        return self


class MockChips:
    """The header of a Raspberry Pi and an expander; ``clock`` dates the edges."""

    def __init__(self, clock: Clock = lambda: 0) -> None:
        self.factory = MockChipsFactory(clock)
        self.header = self._plugged_in(0, "pinctrl-rp1", 54)
        self.expander = self._plugged_in(1, "mcp23017", 16)
        self._looked = False
        self._alone = self(ExitStack())

    def __call__(self, closing: ExitStack) -> GpiodChips:
        """Open these chips, wherever chips are opened."""
        self._looked = False
        return GpiodChips(closing, self._look, lambda: self.factory, self._user_of)

    def open(self, name: ChipName) -> OpenChip:
        """Open the chip of this name, without any closing."""
        return self._alone.open(name)

    def pin(self, pin: int | str) -> MockPin:
        """A pin of the header, or one that is named as in box.toml."""
        _chip, colon, line = str(pin).rpartition(":")
        return (self.expander if colon else self.header).pins[int(line)]

    def _plugged_in(self, number: int, label: str, lines: int) -> MockChip:
        name = f"gpiochip{number}"
        chip = MockChip(self.factory, ChipInfo(f"/dev/{name}", name, label, lines))
        self.factory.plug_in(chip)
        return chip

    def _look(self) -> list[ChipInfo]:
        chips = [self.header, self.expander]
        if self._looked:
            for chip in chips:
                chip.opened_again += chip.is_away
            return [chip.info for chip in chips if not chip.is_away]
        self._looked = True
        return [chip.info for chip in chips]

    def _user_of(self, chip: ChipInfo, line: int) -> str | None:
        users = self.header.users if chip == self.header.info else self.expander.users
        return users.get(line)
