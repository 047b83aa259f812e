"""The values of a box.toml, from the answers and from what was learned."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from boxctl.setup.learner import LearnedContact, LearnedWiring, usual_level
from boxctl.setup.questions import NONE, answered_device, has_bluetooth_dice
from boxctl.setup.setup_state import SetupState, free_pins, pin_value, pins_of
from groundwork.language import current
from hardware.config.pins import Pin
from hardware.config.tables.i2c import I2cPlace, OnI2c
from hardware.config.tables.spi import OnSpi, SpiPlace
from hardware.devices import Contact

Values = dict[str, Any]

FEWEST_TILES = 9
"""The tiles of the smallest box that variants are made for."""

_ASKED = (
    "box",
    "rules",
    "usb",
    "tiles",
    "lamps",
    "buttons",
    "display",
    "roller",
    "voice",
    "buzzer",
)
"""The tables that the questions are about; the others stay as they are."""


def box_values(state: SetupState) -> Values:
    """Return every table for which there is an answer so far.

    Tables and keys of the old box.toml that no question is about are kept.
    """
    # The box speaks as the set-up does: a service may have another locale than who sets it up.
    values: Values = {
        "box": {"language": current().code} | _kept(state, "box"),
        "rules": _rules(state),
    }
    if state["tiles"] is not None:
        values["box"]["tiles"] = state["tiles"]
    values |= {name: old for name, old in state.old.items() if name not in _ASKED}
    if state["port"] is not None:
        values["usb"] = _kept(state, "usb") | {"port": state["port"]}
    values["tiles"] = _tiles(state)
    values["lamps"] = _lamps(state)
    values["buttons"] = _buttons(state)
    values["display"] = _display(state)
    values["roller"] = _roller(state)
    if state["voice"] not in (None, NONE):
        values["voice"] = _of_driver(state, "voice")
        if state["voice_model"]:
            values["voice"]["model"] = state["voice_model"]
    if (buzzer := state["buzzer"]) not in (None, NONE):
        values["buzzer"] = _kept(state, "buzzer") | {"driver": "gpio", "kind": buzzer}
        if state["buzzer_pin"]:
            values["buzzer"]["pin"] = pin_value(state["buzzer_pin"][0])
    return {name: content for name, content in values.items() if content}


def tile_pins(state: SetupState) -> tuple[Pin, ...]:
    """Return the pin of each tile: the learned one, else that of the plan, else a free one."""
    if state.wiring is None:
        return tuple(state["tile_pins"] or ())
    learned = {
        contact: found.line
        for contact, found in state.wiring.contacts.items()
        if isinstance(found.line, Pin)
    }
    planned = dict(enumerate(pins_of(state.old_value("tiles", "pins") or ()), start=1))
    taken = {*learned.values()}
    free = free_pins(state)
    pins = []
    for tile in range(1, state["tiles"] + 1):
        pin = learned.get(tile) or planned.get(tile)
        if pin is None or (tile not in learned and pin in taken):
            pin = next(each for each in free if each not in taken)
        taken.add(pin)
        pins.append(pin)
    return tuple(pins)


def button_pins(state: SetupState) -> dict[str, Pin]:
    """Return the pin of each button that is known."""
    names = state["buttons"] or ()
    if state.wiring is None:
        return dict(zip(names, state["button_pins"] or (), strict=False))
    lines = {name: state.wiring.contacts[name].line
             for name in names if name in state.wiring.contacts}  # fmt: skip
    return {name: line for name, line in lines.items() if isinstance(line, Pin)}


def _kept(state: SetupState, table: str, *others: str) -> Values:
    """Return the table of the old box.toml without the keys that the set-up asks about."""
    old = state.old.get(table)
    return {k: v for k, v in old.items() if k not in others} if isinstance(old, dict) else {}


def _of_driver(state: SetupState, table: str, *others: str) -> Values:
    """Return a table with the driver that was answered; the old keys stay if that is the old one.

    ``others`` are keys that the set-up asks about.
    """
    driver = state[table]
    same = state.old_value(table, "driver") == driver
    return (_kept(state, table, *others) if same else {}) | {"driver": driver}


def _rules(state: SetupState) -> Values:
    name = state["variant"]
    if name is None:
        return {}
    values = _kept(state, "rules", "variant", "players", "set") | {"variant": name}
    if state["players"]:
        values["players"] = list(state["players"])
    settings = (
        state.old_value("rules", "set") if name == state.old_value("rules", "variant") else {}
    )
    # There is no variant for so few tiles: one for more is played with these.
    if state["tiles"] < FEWEST_TILES:
        settings = {**(settings or {}), "tiles": state["tiles"]}
    return values | ({"set": dict(settings)} if settings else {})


def _tiles(state: SetupState) -> Values:
    if state["board"] is None:
        return {}
    values: Values = {"driver": "usb" if state.on_board else "gpio"}
    if not state.on_board and (pins := tile_pins(state)):
        values["pins"] = [pin_value(pin) for pin in pins]
    if state["sensor"] is not None:
        values["sensor"] = state["sensor"]
    if state["connects_to"] is not None:
        values["connects_to"] = state["connects_to"]
    if state.wiring is not None:
        return values | _ways_round(state, state.wiring)
    kept = ("contact", "actuated_by", "debounce_ms", "except")
    return values | {key: old for key in kept if (old := state.old_value("tiles", key)) is not None}


def _ways_round(state: SetupState, wiring: LearnedWiring) -> Values:
    """Return which way round the sensors are: of most, and of the tiles that differ."""
    # A reed contact or a Hall switch is the other way round if its magnet is; a micro switch, if
    # its other contact is wired.
    key, usual, other = (
        ("contact", "normally_open", "normally_closed")
        if state["sensor"] == "switch"
        else ("actuated_by", "shut", "open")
    )
    expected = high_at_rest(state)
    tiles: Mapping[Contact, LearnedContact] = {
        contact: found for contact, found in wiring.contacts.items() if isinstance(contact, int)
    }
    most = usual_level(tiles.values(), expected)
    values: Values = {} if most == expected else {key: other}
    if (quiet := state.old_value("tiles", "debounce_ms")) is not None:
        values["debounce_ms"] = quiet
    differing = [tile for tile, found in tiles.items() if found.high_at_rest != most]
    if differing:
        values["except"] = [{"tiles": differing, key: other if most == expected else usual}]
    return values


def high_at_rest(state: SetupState) -> bool:
    """Return the level of an open tile whose sensor is wired in the usual way."""
    return bool(state["connects_to"] != "3v3")


def _lamps(state: SetupState) -> Any:
    driver = state["lamps"]
    if driver in (None, NONE):
        return {}
    old = state.old.get("lamps")
    if isinstance(old, list) and old and old[0].get("driver") == driver:
        return [_lamps_as_learned(state, dict(table)) for table in old]
    values = _of_driver(state, "lamps", "pins")
    if answered_device(state, "lamps") is not None:
        placed = _placed(state, "lamps")
        return {} if placed is None else _lamps_as_learned(state, values | placed)
    if driver == "gpio" and state["lamp_pins"]:
        values |= {"pins": [pin_value(pin) for pin in state["lamp_pins"]]}
    return _lamps_as_learned(state, values)


def _lamps_as_learned(state: SetupState, values: Values) -> Values:
    """Return a table of lamps with each lamp at the tile where it was seen."""
    driver = values["driver"]
    if state.lamps is None or driver == "usb":
        return values
    if state.lamps.inverted and driver == "gpio":
        values["active"] = "high" if values.get("active") == "low" else "low"
    tiles: list[int] = values.get("tiles") or list(range(1, state["tiles"] + 1))
    all_places = state.lamps.places(state["tiles"])
    places = [all_places[tile] for tile in tiles]
    if places == tiles:
        return values
    if driver == "gpio" and "tiles" not in values:
        pin_at = dict(zip(places, values["pins"], strict=True))
        return values | {"pins": [pin_at[tile] for tile in tiles]}
    return values | {"tiles": places}


def _buttons(state: SetupState) -> Values:
    names = state["buttons"]
    if not names:
        return {}
    if state.on_board:
        return {"driver": "usb"}
    pins = button_pins(state)
    if not pins:
        return {}
    values = _kept(state, "buttons", "confirm", "new", "roll") | {"driver": "gpio"}
    values |= {name: pin_value(pin) for name, pin in pins.items()}
    if state["connects_to"] is not None:
        values["connects_to"] = state["connects_to"]
    if state.wiring is not None:
        resting = {state.wiring.contacts[name].high_at_rest for name in pins}  # type: ignore[index]
        if resting == {not high_at_rest(state)}:
            values["contact"] = "normally_closed"
        else:
            values.pop("contact", None)
    return values


def _display(state: SetupState) -> Values:
    if state["display"] in (None, NONE):
        return {}
    placed = _placed(state, "display")
    return {} if placed is None else _of_driver(state, "display") | placed


def _roller(state: SetupState) -> Values:
    if state["roller"] is None:
        return {}
    values = _of_driver(state, "roller")
    if has_bluetooth_dice(state):
        if state.dice is not None:
            values["dice"] = {die.colour: die.address for die in state.dice}
        # Without a die there is nothing to listen to: people enter what real dice show.
        return values if values.get("dice") else {"driver": "hand"}
    if state["dice_leds"] == 0:
        values.pop("leds", None)
    elif state["dice_leds"] and (pins := state["dice_led_pins"]):
        values["leds"] = [
            [pin_value(pin) for pin in die] for die in _shared_out(pins, state["dice_leds"])
        ]
    return values | ({"port": state["roller_port"]} if state["roller_port"] else {})


def _shared_out(pins: Sequence[Pin], dice: int) -> list[Sequence[Pin]]:
    """Return the pins of each die; what is left over goes to the last, where it is reported."""
    each = max(1, len(pins) // dice)
    return [pins[die * each : (die + 1) * each if die < dice - 1 else None] for die in range(dice)]


def _placed(state: SetupState, table: str) -> Values | None:
    """Return the keys of the place of the device of this table; None if it is not answered yet."""
    device = answered_device(state, table)
    if device is not None and issubclass(device, OnSpi):
        on_spi: SpiPlace | None = state[f"{table}_spi"]
        return None if on_spi is None else {"bus": on_spi.bus, "chip_select": on_spi.chip_select}
    if device is not None and issubclass(device, OnI2c):
        on_i2c: I2cPlace | None = state[f"{table}_address"]
        return None if on_i2c is None else {"bus": on_i2c.bus, "address": on_i2c.address}
    return {}
