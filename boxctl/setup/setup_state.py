"""The state of a set-up: the answers so far, what the machine has, and the pins still free.

Pins are proposed for what is not wired yet.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from boxctl.setup.lamp_findings import LearnedLamps
from boxctl.setup.learner import LearnedWiring
from boxctl.setup.survey import Survey
from firmware_bridge.port.find_port import AUTO
from firmware_bridge.protocol.messages import Hello
from hardware.config.pins import SPI_CHIP_SELECTS, SPI_PINS, UART_PINS, Pin, read_pin
from hardware.config.tables.bluetooth_dice import NamedDie


@dataclass(slots=True)
class SetupState:
    """The survey, the values of the old box.toml as TOML has them, and the answers so far.

    ``wiring`` is what was learned by pushing levers, ``lamps`` by lighting lamps, and ``dice`` by
    shaking dice; None if nothing was. ``is_watched``: somebody sits at the terminal.
    """

    survey: Survey
    old: Mapping[str, Any] = field(default_factory=dict)
    answers: dict[str, Any] = field(default_factory=dict)
    wiring: LearnedWiring | None = None
    lamps: LearnedLamps | None = None
    dice: tuple[NamedDie, ...] | None = None
    is_watched: bool = False

    def __getitem__(self, key: str) -> Any:
        """Return the answer to the question of this key; None if it was not asked."""
        return self.answers.get(key)

    def old_value(self, table: str, key: str) -> Any:
        """Return a value of the old box.toml; None if it has none. Of several tables the first."""
        content = self.old.get(table)
        first = content[0] if isinstance(content, list) and content else content
        return first.get(key) if isinstance(first, dict) else None

    @property
    def on_board(self) -> bool:
        """Whether the levers are on a USB board."""
        return bool(self["board"] == "usb")

    @property
    def board(self) -> Hello | None:
        """The hello of the board that has the levers; None if none has answered."""
        if self["port"] == AUTO:
            return next((hello for hello in self.survey.boards.values() if hello.tiles), None)
        return self.survey.boards.get(self["port"])


ORDER = (4, 17, 27, 22, 5, 6, 13, 19, 26, 23, 24, 25, 12, 16, 20, 21, 18, 14, 15, 8, 7, 9, 10, 11)
"""The pins of the header that may be free; first those that no bus ever needs."""

I2C = (2, 3)

EXPANDER = "mcp23017"
"""The expander that is proposed where the header has too few pins."""

LINES_OF_EXPANDER = 16


def pin_value(pin: Pin) -> int | str:
    """Return a pin as box.toml has it."""
    return pin.line if pin.chip is None else f"{pin.chip}:{pin.line}"


def pins_of(values: object) -> Iterator[Pin]:
    """Yield the pins among the values of a list, or of one value, of a box.toml."""
    for value in values if isinstance(values, list | tuple) else [values]:
        if isinstance(value, list):
            yield from pins_of(value)
        else:
            try:
                yield read_pin(value)
            except ValueError:
                continue


def kept_pins(state: SetupState) -> set[int]:
    """Return the pins of the header that the Pi needs for buses and the serial console."""
    kept = {0, 1}
    uses_i2c = bool(state.survey.i2c) or bool(state.survey.expanders)
    if uses_i2c or state.old_value("gpio", "i2c") is not False:
        kept |= set(I2C)
    if state.survey.has_uart:
        kept |= set(UART_PINS)
    buses = {place.bus for place in state.survey.spi}
    buses |= {place.bus for place in (state["lamps_spi"], state["display_spi"]) if place}
    for bus in buses:
        kept |= SPI_PINS[bus].keys() | SPI_CHIP_SELECTS[bus].keys()
    return kept


def used_pins(state: SetupState) -> set[Pin]:
    """Return the pins that the answers so far have given to something."""
    named = ("tile_pins", "lamp_pins", "button_pins", "buzzer_pin", "dice_led_pins")
    found = {pin for key in named for pin in state[key] or () if pin is not None}
    if state.wiring is not None:
        lines = (learned.line for learned in state.wiring.contacts.values())
        found |= {line for line in lines if isinstance(line, Pin)}
    return found


def free_pins(state: SetupState) -> Iterator[Pin]:
    """Yield the pins that may still be given to something: of the header, then of expanders."""
    taken = used_pins(state)
    kept = kept_pins(state)
    yield from (Pin(line) for line in ORDER if line not in kept and Pin(line) not in taken)
    for name in _expanders(state):
        for line in range(LINES_OF_EXPANDER):
            if Pin(line, name) not in taken:
                yield Pin(line, name)


def proposed(state: SetupState, count: int, old: object = None) -> tuple[Pin, ...]:
    """Propose pins for ``count`` wires: the ``old`` ones if there are so many and all are free."""
    taken = used_pins(state)
    before = tuple(pins_of(old)) if old is not None else ()
    if len(before) == count and not taken & {*before}:
        return before
    free = free_pins(state)
    return tuple(next(free) for _ in range(count))


def _expanders(state: SetupState) -> Sequence[str]:
    there = [state.survey.name_of(chip) for chip in state.survey.expanders]
    if there:
        return [*there, *(f"1-{0x20 + number:04x}" for number in range(len(there), 8))]
    # Two of a kind are told apart by their addresses.
    return [EXPANDER, *(f"1-{0x20 + number:04x}" for number in range(1, 8))]
