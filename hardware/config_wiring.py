"""What must hold between the tables of box.toml: pins, tiles, lamps, buttons and dice."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from hardware.board import I2C_PINS, LAST_PIN, PULLED_UP, is_header, same_line
from hardware.devices import BUTTONS
from hardware.gpio_pins import AUTO, ChipName, Pin
from hardware.settings_kinds import words

Found = Mapping[str, Mapping[str, Any]]
"""What could be read: of each table, the values of its settings, defaults included.

An optional table that the file does not have is empty here; what is there and could not be read
is missing.
"""

UNREADABLE = object()

Path = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Contradiction:
    """Something wrong with what stands at ``path``; ``others`` are the places it goes against."""

    code: str
    path: Path
    sentence: str
    cure: str
    others: tuple[Path, ...] = ()


@dataclass(frozen=True, slots=True)
class _Wire:
    """A pin that is named in box.toml, and what for."""

    pin: Pin
    path: Path
    what: str


def contradictions(found: Found) -> Iterator[Contradiction]:
    """All that is wrong with the wiring, as far as it could be read."""
    chip = found.get("gpio", {}).get("chip") or AUTO
    wires = list(_wires(found))
    yield from _counts(found)
    for wire in wires:
        if is_header(chip if wire.pin.chip is None else wire.pin.chip):
            yield from _header_pin(wire, found)
    yield from _used_twice(wires, chip)
    yield from _roll_button(found)
    yield from _one_board(found)


def _wires(found: Found) -> Iterator[_Wire]:
    for table, what in (("tiles", "tile {}"), ("lamps", "the lamp of tile {}")):
        pins = found.get(table, {}).get("pins") or ()
        for number, pin in enumerate(pins, start=1):
            if pin is not None:
                yield _Wire(pin, (table, "pins"), what.format(number))
    for button in BUTTONS:
        pin = found.get("buttons", {}).get(button)
        if pin is not None:
            yield _Wire(pin, ("buttons", button), f"the button {button}")


def _counts(found: Found) -> Iterator[Contradiction]:
    tiles = found.get("box", {}).get("tiles")
    for table in ("tiles", "lamps"):
        pins = found.get(table, {}).get("pins")
        if tiles is not None and pins is not None and len(pins) != tiles:
            there = f"there {'is 1 pin' if len(pins) == 1 else f'are {len(pins)} pins'}"
            yield Contradiction(
                "BX309",
                (table, "pins"),
                f"{there} for a box of {tiles} tiles",
                "give one pin for each tile, tile 1 first, or mend box.tiles",
                (("box", "tiles"),),
            )


def _header_pin(wire: _Wire, found: Found) -> Iterator[Contradiction]:
    line = wire.pin.line
    if line > LAST_PIN:
        yield Contradiction(
            "BX306",
            wire.path,
            f"{wire.pin} of {wire.what} is not on the header",
            f"give a BCM number from 0 to {LAST_PIN}",
        )
    if line in I2C_PINS and found.get("gpio", {}).get("i2c", True):
        yield Contradiction(
            "BX308",
            wire.path,
            f"{wire.pin} of {wire.what} is kept by the board for {I2C_PINS[line]}",
            "take another pin, or write i2c = false in [gpio] if the box has nothing on I2C",
        )
    elif line in PULLED_UP and found.get(wire.path[0], {}).get("connects_to") == "3v3":
        yield Contradiction(
            "BX310",
            wire.path,
            f"{wire.pin} of {wire.what} is pulled up by a resistor on the board, "
            "so it is always high",
            "take another pin, or connect the contact to ground",
        )


def _used_twice(wires: list[_Wire], chip: ChipName) -> Iterator[Contradiction]:
    users: dict[tuple[ChipName, int], list[_Wire]] = {}
    for wire in wires:
        users.setdefault(same_line(wire.pin, chip), []).append(wire)
    for first, *others in users.values():
        if others:
            yield Contradiction(
                "BX307",
                first.path,
                f"{first.pin} of {first.what} is also used by "
                + words([other.what for other in others], "and"),
                "give each its own pin",
                tuple(dict.fromkeys(other.path for other in others if other.path != first.path)),
            )


def _roll_button(found: Found) -> Iterator[Contradiction]:
    buttons = found.get("buttons")
    thrower = {"pi": "the Pi", "emulated": "the emulated roller"}.get(
        found.get("roller", {}).get("driver", "")
    )
    if thrower is None or buttons is None or buttons.get("driver") == "usb":
        return
    if not buttons or buttons.get("roll", UNREADABLE) is None:
        yield Contradiction(
            "BX311",
            ("roller", "driver"),
            f"{thrower} is to throw the dice, but the box has no roll button",
            "wire one and name its pin in buttons.roll",
        )


def _one_board(found: Found) -> Iterator[Contradiction]:
    """What is wired to the board of ``[usb]`` has no pins here, and it all hangs together."""
    drivers = {name: found.get(name, {}).get("driver") for name in ("tiles", "lamps", "buttons")}
    tiles = drivers.pop("tiles")
    for name, driver in drivers.items():
        if tiles is not None and driver not in (None, tiles):
            yield Contradiction(
                "BX313",
                (name, "driver"),
                f'{name} with driver = "{driver}" do not go with tiles with driver = "{tiles}"',
                "give both the same driver",
                (("tiles", "driver"),),
            )
    if found.get("roller", {}).get("driver") == "usb" and tiles not in (None, "usb"):
        yield Contradiction(
            "BX313",
            ("roller", "driver"),
            f'the dice of a board with driver = "usb" do not go with tiles with driver = "{tiles}"',
            'write driver = "serial" for a roller on a port of its own',
            (("tiles", "driver"),),
        )
