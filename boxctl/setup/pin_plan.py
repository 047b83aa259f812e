"""Propose pins for what is not wired yet."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from boxctl.setup.setup_state import SetupState
from hardware.config.pi_header import SPI_CHIP_SELECTS, SPI_PINS, UART_PINS
from hardware.config.pins import Pin, read_pin

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
