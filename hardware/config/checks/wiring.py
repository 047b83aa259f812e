"""Check the tables of box.toml against each other: pins, tiles, lamps, buttons, dice, broker."""

from __future__ import annotations

from collections.abc import Iterator

from groundwork.frozen_dataclass import frozen_dataclass
from groundwork.language import all_of, tr, tr_n
from hardware.config.checks.buses import (
    ReservedPin,
    i2c_contradictions,
    kept_by_spi,
    spi_contradictions,
)
from hardware.config.checks.currents import (
    current_contradictions,
    lamp_contradictions,
    no_such_tiles,
    tiles_of_lamps,
)
from hardware.config.checks.tables import (
    Contradiction,
    KeyPath,
    RawTables,
    default_chip,
    device_contradictions,
    mqtt_contradictions,
)
from hardware.config.pins import I2C_PINS, LAST_PIN, PULLED_UP, ChipName, Pin, is_header, same_line
from hardware.config.tables.levers import EXCEPT, ConnectsTo
from hardware.config.tables.roller import LED_NAMES, PORT
from hardware.devices import BUTTONS

UNREADABLE = object()


@frozen_dataclass
class _UsedPin:
    """A pin in box.toml and what it is for."""

    pin: Pin
    path: KeyPath
    what: str
    tile: int | None = None
    """The tile whose sensor is on the pin."""


def contradictions(found: RawTables) -> Iterator[Contradiction]:
    """Yield everything wrong with the wiring, as far as it could be read."""
    chip = default_chip(found)
    wires = list(_wires(found))
    kept = kept_by_spi(found)
    yield from _counts(found)
    for wire in wires:
        if is_header(chip if wire.pin.chip is None else wire.pin.chip):
            yield from _header_pin(wire, found, kept.get(wire.pin.line))
    yield from _used_twice(wires, chip)
    yield from _exceptions_there(found)
    yield from _hall_switches(found)
    yield from _roll_button(found)
    yield from _one_board(found)
    yield from lamp_contradictions(found)
    yield from device_contradictions(found)
    yield from current_contradictions(found)
    yield from spi_contradictions(found)
    yield from i2c_contradictions(found, _chips(wires, chip))
    yield from mqtt_contradictions(found)


def _wires(found: RawTables) -> Iterator[_UsedPin]:
    for number, pin in enumerate(found.of("tiles").get("pins") or (), start=1):
        if pin is not None:
            yield _UsedPin(pin, ("tiles", "pins"), tr("tile {number}", number=number), tile=number)
    for place in found.lamps():
        pins = found.of(place).get("pins") or ()
        for number, pin in zip(tiles_of_lamps(found.of(place), len(pins)), pins, strict=False):
            if pin is not None:
                yield _UsedPin(pin, (place, "pins"), tr("the lamp of tile {number}", number=number))
    for button in BUTTONS:
        pin = found.of("buttons").get(button)
        if pin is not None:
            yield _UsedPin(pin, ("buttons", button), tr("the button {button}", button=button))
    if (pin := found.of("buzzer").get("pin")) is not None:
        yield _UsedPin(pin, ("buzzer", "pin"), tr("the buzzer"))
    for number, pins in enumerate(found.of("roller").get("leds") or (), start=1):
        for name, pin in zip(LED_NAMES[len(pins)], pins, strict=True):
            if pin is not None:
                yield _UsedPin(
                    pin,
                    ("roller", "leds"),
                    tr("LED {name} of die {number}", name=name, number=number),
                )


def _chips(wires: list[_UsedPin], usual_chip: ChipName) -> dict[ChipName, KeyPath]:
    """Return every chip that is named, with the first place that names it."""
    chips: dict[ChipName, KeyPath] = {usual_chip: ("gpio", "chip")}
    for wire in wires:
        if wire.pin.chip is not None:
            chips.setdefault(wire.pin.chip, wire.path)
    return chips


def _counts(found: RawTables) -> Iterator[Contradiction]:
    tiles = found.of("box").get("tiles")
    for place in ("tiles", *found.lamps()):
        values = found.of(place)
        pins, named = values.get("pins"), values.get("tiles")
        wanted = len(named) if named else tiles
        if wanted is None or pins is None or len(pins) == wanted:
            continue
        if named:
            sentence = tr_n(
                "there is 1 pin for {tiles}",
                "there are {count} pins for {tiles}",
                len(pins),
                count=len(pins),
                tiles=tr_n("1 tile", "{count} tiles", wanted, count=wanted),
            )
            cure, other = (
                tr("give one pin for each tile of {place}.tiles", place=place),
                (place, "tiles"),
            )
        else:
            sentence = tr_n(
                "there is 1 pin for a box of {tiles} tiles",
                "there are {count} pins for a box of {tiles} tiles",
                len(pins),
                count=len(pins),
                tiles=tiles,
            )
            cure = tr("give one pin for each tile, tile 1 first, or mend box.tiles")
            other = ("box", "tiles")
        yield Contradiction("BX309", (place, "pins"), sentence, cure, (other,))


def _header_pin(
    wire: _UsedPin, found: RawTables, kept: ReservedPin | None
) -> Iterator[Contradiction]:
    line = wire.pin.line
    if line > LAST_PIN:
        yield Contradiction(
            "BX306",
            wire.path,
            tr("{pin} of {what} is not on the header", pin=wire.pin, what=wire.what),
            tr("give a BCM number from 0 to {last}", last=LAST_PIN),
        )
    if line in I2C_PINS and found.of("gpio").get("i2c", True):
        cure = tr("take another pin, or write i2c = false in [gpio] if the box has nothing on I2C")
        yield _kept_by_board(wire, tr(I2C_PINS[line]), cure)
    elif line in PULLED_UP and _connects_to(wire, found) == "3v3":
        yield Contradiction(
            "BX310",
            wire.path,
            tr(
                "{pin} of {what} is pulled up by a resistor on the board, so it is always high",
                pin=wire.pin,
                what=wire.what,
            ),
            tr("take another pin, or connect the contact to ground"),
        )
    if kept is not None:
        cure = tr("take another pin, or another SPI bus")
        yield _kept_by_board(wire, kept.what, cure, kept.place)


def _kept_by_board(wire: _UsedPin, bus: str, cure: str, *others: KeyPath) -> Contradiction:
    sentence = tr(
        "{pin} of {what} is kept by the board for {spi}", pin=wire.pin, what=wire.what, spi=bus
    )
    return Contradiction("BX308", wire.path, sentence, cure, others)


def _connects_to(wire: _UsedPin, found: RawTables) -> ConnectsTo | None:
    """Return where the contact of this pin connects it; None if the pin has no contact."""
    values = found.of(wire.path[0])
    for exception in values.get(EXCEPT) or ():
        if wire.tile in exception.tiles and "connects_to" in exception.values:
            connects_to: ConnectsTo = exception.values["connects_to"]
            return connects_to
    return values.get("connects_to")


def _exceptions_there(found: RawTables) -> Iterator[Contradiction]:
    """Check that the tiles whose sensor differs are on the box."""
    tiles = found.of("box").get("tiles")
    exceptions = found.of("tiles").get(EXCEPT) or ()
    for number, exception in enumerate(exceptions, start=1):
        path = ("tiles", f"{EXCEPT}[{number}]", "tiles")
        if tiles is not None:
            yield from no_such_tiles(path, exception.tiles, tiles)


def _hall_switches(found: RawTables) -> Iterator[Contradiction]:
    """Check that no Hall switch is said to connect its pin to 3V3: its output pulls to ground."""
    usual = found.of("tiles")
    if usual.get("sensor") == "hall" and usual.get("connects_to") == "3v3":
        yield _hall_to_3v3(("tiles", "connects_to"), ("tiles", "sensor"))
    for number, exception in enumerate(usual.get(EXCEPT) or (), start=1):
        own = exception.values
        if not own.keys() & {"sensor", "connects_to"}:
            continue
        if {**usual, **own}.get("sensor") == "hall" and {**usual, **own}.get(
            "connects_to"
        ) == "3v3":
            paths = [
                ("tiles", f"{EXCEPT}[{number}]", key) if key in own else ("tiles", key)
                for key in ("connects_to", "sensor")
            ]
            yield _hall_to_3v3(*sorted(paths, key=len, reverse=True))


def _hall_to_3v3(path: KeyPath, other: KeyPath) -> Contradiction:
    return Contradiction(
        "BX320",
        path,
        tr("the output of a Hall switch connects the pin to ground, not to 3V3"),
        tr(
            'write connects_to = "ground"; if the output is low without the magnet, also '
            'contact = "normally_closed"'
        ),
        (other,),
    )


def _used_twice(wires: list[_UsedPin], chip: ChipName) -> Iterator[Contradiction]:
    users: dict[tuple[ChipName, int], list[_UsedPin]] = {}
    for wire in wires:
        users.setdefault(same_line(wire.pin, chip), []).append(wire)
    for first, *others in users.values():
        if others:
            yield Contradiction(
                "BX307",
                first.path,
                tr(
                    "{pin} of {what} is also used by {others}",
                    pin=first.pin,
                    what=first.what,
                    others=all_of(other.what for other in others),
                ),
                tr("give each its own pin"),
                tuple(dict.fromkeys(other.path for other in others if other.path != first.path)),
            )


def _roll_button(found: RawTables) -> Iterator[Contradiction]:
    buttons = found.values.get("buttons")
    thrower = {"pi": tr("the Pi"), "emulated": tr("the emulated roller")}.get(
        found.of("roller").get("driver", "")
    )
    if thrower is None or buttons is None or buttons.get("driver") == "usb":
        return
    if not buttons or buttons.get("roll", UNREADABLE) is None:
        yield Contradiction(
            "BX311",
            ("roller", "driver"),
            tr("{thrower} is to throw the dice, but the box has no roll button", thrower=thrower),
            tr("wire one and name its pin in buttons.roll"),
        )


def _one_board(found: RawTables) -> Iterator[Contradiction]:
    """Check that tiles, buttons, lamps and dice agree on being on the board of ``[usb]``."""
    tiles = found.of("tiles").get("driver")
    for name in (*found.lamps(), "buttons"):
        driver = found.of(name).get("driver")
        if driver not in ("gpio", "usb"):
            continue  # Lamps on SPI go with both.
        if tiles is not None and driver != tiles:
            yield Contradiction(
                "BX313",
                (name, "driver"),
                tr(
                    '{name} with driver = "{driver}" do not go with tiles with driver = "{tiles}"',
                    name=name,
                    driver=driver,
                    tiles=tiles,
                ),
                tr("give both the same driver"),
                (("tiles", "driver"),),
            )
    if found.of("roller").get("driver") == "usb" and tiles not in (None, "usb"):
        yield Contradiction(
            "BX313",
            ("roller", "driver"),
            tr(
                'the dice of a board with driver = "usb" do not go with tiles with driver = '
                '"{tiles}"',
                tiles=tiles,
            ),
            tr('write driver = "serial" for a roller on a port of its own'),
            (("tiles", "driver"),),
        )
    port = found.of("roller").get("port")
    if tiles == "usb" and port not in (None, PORT.default) and port == found.of("usb").get("port"):
        yield Contradiction(
            "BX313",
            ("roller", "port"),
            tr("the roller has the port {port}, which is that of the board of [usb]", port=port),
            tr(
                'write driver = "usb" in [roller] if that board throws the dice, or name the port '
                "of the roller"
            ),
            (("usb", "port"),),
        )
