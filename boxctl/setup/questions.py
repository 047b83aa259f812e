"""The questions of the set-up, as data: in the order in which they are asked."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import islice
from typing import Any

from boxctl.setup.answer_kinds import (
    AnswerKind,
    choice,
    driver_name,
    i2c_address,
    number,
    path,
    pin_list,
    port,
    some_buttons,
    some_names,
    some_tiles,
    spi_place,
    variant_name,
    yes_or_no,
)
from boxctl.setup.line_watch import ABILITY_OF
from boxctl.setup.setup_state import ORDER, SetupState, free_pins, pins_of, proposed
from firmware_bridge.protocol.constants import Ability
from groundwork.frozen_dataclass import frozen_dataclass
from groundwork.language import message
from groundwork.limits import MOST_TILES
from hardware.config.box_file import DISPLAYS, LAMP_DRIVERS, TABLES
from hardware.config.declare import Driver
from hardware.config.device_table import DeviceTable, device_of, driver_named, installed_drivers
from hardware.config.tables.bluetooth_dice import COLOURS, BluetoothDiceTable
from hardware.config.tables.i2c import I2cPlace, OnI2c
from hardware.config.tables.roller import MOST_DICE_OF_LEDS
from hardware.config.tables.sound import VOICES
from hardware.config.tables.spi import OnSpi, SpiPlace
from hardware.devices import BUTTONS

NONE = "none"
_TABLES = {table.name: table for table in TABLES}

LINES_OF_A_DIE = 4
"""The lines proposed for a die, on which opposite LEDs share one."""

USUAL_DICE = 2

VARIANTS = {9: "classic", 10: "ten", 12: "full-house", 24: "the-300"}
"""The variant proposed for a box of so many tiles, or of more."""


@frozen_dataclass
class SetupQuestion:
    """A question: its key in a file of answers, its words, and the kind of its answer.

    ``default`` proposes an answer; the question is asked only if it ``applies``.
    """

    key: str
    asks: str
    kind: AnswerKind
    default: Callable[[SetupState], Any]
    applies: Callable[[SetupState], bool] = lambda _state: True


def answered_device(state: SetupState, table: str) -> type[DeviceTable] | None:
    """Return the device that was answered for this table; None if it is none on a bus."""
    driver = driver_named(_TABLES[table], state[table])
    return None if driver is None else device_of(driver)


def _is_on(table: str, bus: type[OnSpi | OnI2c]) -> Callable[[SetupState], bool]:
    def is_on_bus(state: SetupState) -> bool:
        device = answered_device(state, table)
        return device is not None and issubclass(device, bus)

    return is_on_bus


def _board(state: SetupState) -> str:
    if old := state.old_value("tiles", "driver"):
        return "usb" if old == "usb" else "pi"
    has_levers = any(hello.tiles for hello in state.survey.boards.values())
    return "usb" if has_levers and state.survey.header is None else "pi"


def _port_of_tiles(state: SetupState) -> str:
    found = [port for port, hello in state.survey.boards.items() if hello.tiles]
    return state.old_value("usb", "port") or (found[0] if found else "auto")


def _port_of_dice(state: SetupState) -> str:
    found = [port for port, hello in state.survey.boards.items() if hello.dice]
    return state.old_value("roller", "port") or (found[0] if found else "auto")


def _variant(state: SetupState) -> str:
    fitting = [name for tiles, name in VARIANTS.items() if tiles <= state["tiles"]]
    old = state.old_value("rules", "variant")
    if old and state.old_value("box", "tiles") == state["tiles"]:
        return str(old)
    return fitting[-1] if fitting else "classic"


def _lamps(state: SetupState) -> str:
    if old := state.old_value("lamps", "driver"):
        return str(old)
    if state.on_board:
        return "usb" if state.board is not None and state.board.abilities & Ability.LAMPS else NONE
    if state.old:
        return NONE
    # Nobody installs a driver whose device they do not have.
    if driver := _first_there(installed_drivers(_TABLES["lamps"]), state):
        return driver
    on_header = [pin for pin in islice(free_pins(state), len(ORDER)) if pin.chip is None]
    if state.survey.expanders or 2 * state["tiles"] + len(BUTTONS) <= len(on_header):
        return "gpio"
    return _first_there(LAMP_DRIVERS, state) or NONE


def _first_there(drivers: Iterable[Driver], state: SetupState) -> str:
    """Return the first of these drivers whose device may be there; empty if none may."""
    return next((driver.name for driver in drivers if _may_be_there(driver, state)), "")


def _may_be_there(driver: Driver, state: SetupState) -> bool:
    device = device_of(driver)
    if device is None or not device.may_be_proposed:
        return False
    if issubclass(device, OnI2c):
        return not {*device.as_sold}.isdisjoint(state.survey.addresses)
    return issubclass(device, OnSpi) and bool(state.survey.spi)


def _lamp_pins(state: SetupState) -> Any:
    if state.old_value("lamps", "tiles") is None and (old := state.old_value("lamps", "pins")):
        return proposed(state, state["tiles"], old)
    # Leave the first pins to levers and buttons, which come later.
    wanted = state["tiles"] + len(BUTTONS)
    return proposed(state, wanted + state["tiles"])[wanted:]


def _spi(table: str) -> Callable[[SetupState], SpiPlace]:
    def place(state: SetupState) -> SpiPlace:
        bus, chip = state.old_value(table, "bus"), state.old_value(table, "chip_select")
        if bus is not None or chip is not None:
            return SpiPlace(bus or 0, chip or 0)
        used = None if table == "lamps" else state["lamps_spi"]
        if used is None:
            return state.survey.spi[0] if state.survey.spi else SpiPlace(0, 0)
        lamps = answered_device(state, "lamps")
        if lamps is not None and issubclass(lamps, OnSpi) and lamps.hears_everything:
            return SpiPlace(1 - used.bus, 0)
        return SpiPlace(used.bus, 1 - min(used.chip_select, 1))

    return place


def _display(state: SetupState) -> str:
    if old := state.old_value("display", "driver"):
        return str(old)
    drivers = (*installed_drivers(_TABLES["display"]), *DISPLAYS)
    return _first_there(drivers, state) or NONE


def _i2c(table: str) -> Callable[[SetupState], I2cPlace]:
    def place(state: SetupState) -> I2cPlace:
        if (old := state.old_value(table, "address")) is not None:
            return I2cPlace(state.old_value(table, "bus") or 1, old)
        device = answered_device(state, table)
        usual = device.as_sold if device is not None and issubclass(device, OnI2c) else ()
        found = [I2cPlace(bus, address) for bus, there in state.survey.i2c.items()
                 for address in there if address in usual]  # fmt: skip
        free = [each for each in (*found, *(I2cPlace(1, address) for address in usual))
                if each != state["lamps_address"]]  # fmt: skip
        return free[0] if free else I2cPlace(1, usual[0])

    return place


def _buzzer(state: SetupState) -> str:
    return (state.old_value("buzzer", "kind") or "passive") if state.old.get("buzzer") else NONE


def _buttons(state: SetupState) -> tuple[str, ...]:
    if state.on_board:
        if state.old and not state.old.get("buttons"):
            return ()
        return tuple(name for name, ability in ABILITY_OF.items()
                     if state.board is None or state.board.abilities & ability)  # fmt: skip
    if state.old:
        return tuple(name for name in BUTTONS if state.old_value("buttons", name) is not None)
    return BUTTONS


def _roller(state: SetupState) -> str:
    if old := state.old_value("roller", "driver"):
        return str(old)
    dice = [each for each in state.survey.boards.values() if each.dice]
    if state.on_board:
        return "usb" if state.board is None or state.board.dice else "hand"
    if dice:
        return "serial"
    return "pi" if "roll" in state["buttons"] else "hand"


def has_bluetooth_dice(state: SetupState) -> bool:
    """Return whether the dice that were answered have a radio, and are found by shaking them."""
    device = answered_device(state, "roller")
    return device is not None and issubclass(device, BluetoothDiceTable)


def _has_no_old_dice(state: SetupState) -> bool:
    same = state.old_value("roller", "driver") == state["roller"]
    return not (same and state.old_value("roller", "dice"))


def _dice_count(state: SetupState) -> int:
    return len(state.old_value("roller", "dice") or ()) or USUAL_DICE


def _voice(state: SetupState) -> str:
    if state.old:
        return state.old_value("voice", "driver") or NONE
    return "espeak-ng" if state.survey.has_voice else NONE


def _button_pins(state: SetupState) -> Any:
    names = state["buttons"]
    old = [state.old_value("buttons", name) for name in names]
    return proposed(state, len(names), None if None in old else old)


def _old_leds(state: SetupState) -> Sequence[Any]:
    leds = state.old_value("roller", "leds")
    return leds if isinstance(leds, list) else ()


def _dice_led_pins(state: SetupState) -> Any:
    old = list(pins_of(_old_leds(state)))
    dice: int = state["dice_leds"]
    if old and len(_old_leds(state)) == dice:
        return tuple(old)
    return proposed(state, dice * LINES_OF_A_DIE)


def _on_pins(state: SetupState) -> bool:
    return not state.on_board


def _has_outputs(state: SetupState) -> bool:
    devices = (state["lamps"], state["display"], state["buzzer"], state["voice"])
    return any(device not in (None, NONE) for device in devices) or bool(state["dice_leds"])


def _is_watched(state: SetupState) -> bool:
    """Propose yes where somebody is looking: nothing counts as seen that nobody has seen."""
    return state.is_watched


BEFORE_LEARNING = (
    SetupQuestion("board", message("Where are the levers wired to?"),
                  choice({"pi": message("the pins of this Raspberry Pi, or of an expander on it"),
                          "usb": message("an Arduino with boxctl's firmware, on USB")}), _board),
    SetupQuestion("port", message("On which port is the board?"), port(), _port_of_tiles,
                  lambda state: state.on_board),
    SetupQuestion("tiles", message("How many tiles does the box have (9, 10, 12, 24)?"),
                  number(1, MOST_TILES), lambda state: state.old_value("box", "tiles") or 9),
    SetupQuestion("variant", message("Which game is played on it?"), variant_name(), _variant),
    SetupQuestion("players", message("Who plays (names with commas between, or none)?"),
                  some_names(), lambda state: state.old_value("rules", "players") or ()),
    SetupQuestion("sensor", message("What senses a lever?"),
                  choice({"reed": message("a reed contact, and a magnet in the lever"),
                          "hall": message("a Hall switch, and a magnet in the lever"),
                          "switch": message("a micro switch that the lever presses")}),
                  lambda state: state.old_value("tiles", "sensor") or "reed"),
    SetupQuestion("connects_to", message("Where does a closed contact connect its pin to?"),
                  choice({"ground": message("to ground: the better choice"),
                          "3v3": message("to 3.3 V")}),
                  lambda state: state.old_value("tiles", "connects_to") or "ground",
                  lambda state: _on_pins(state) and state["sensor"] != "hall"),
    SetupQuestion("lamps", message("Which lamps do the tiles have?"),
                  driver_name(_TABLES["lamps"], {NONE: message("no lamps")}), _lamps),
    SetupQuestion("lamps_spi", message("On which SPI bus and chip select are the lamps?"),
                  spi_place(), _spi("lamps"), _is_on("lamps", OnSpi)),
    SetupQuestion("lamps_address", message("At which I2C address are the lamps?"),
                  i2c_address(), _i2c("lamps"), _is_on("lamps", OnI2c)),
    SetupQuestion("display", message("Which display does the box have?"),
                  driver_name(_TABLES["display"], {NONE: message("no display")}), _display),
    SetupQuestion("display_spi", message("On which SPI bus and chip select is the display?"),
                  spi_place(), _spi("display"), _is_on("display", OnSpi)),
    SetupQuestion("display_address", message("At which I2C address is the display?"),
                  i2c_address(), _i2c("display"), _is_on("display", OnI2c)),
    SetupQuestion("buzzer", message("Which buzzer does the box have?"),
                  choice({NONE: message("no buzzer"),
                          "passive": message("a piezo disc or loudspeaker, which plays tones"),
                          "active": message("one that hums by itself when it has current")}),
                  _buzzer),
    SetupQuestion("buttons", message("Which buttons does the box have?"), some_buttons(), _buttons),
    SetupQuestion("lamp_pins", message("On which pins are the lamps, tile 1 first?"),
                  pin_list(), _lamp_pins, lambda state: bool(state["lamps"] == "gpio")),
    SetupQuestion("buzzer_pin", message("On which pin is the buzzer?"), pin_list(),
                  lambda state: proposed(state, 1, state.old_value("buzzer", "pin")),
                  lambda state: state["buzzer"] != NONE),
    SetupQuestion("learn", message("Are the levers wired, so that you can push each of them now?"),
                  yes_or_no(), lambda state: bool(state.old)),
)  # fmt: skip
"""The questions before levers are pushed: they tell which lines are not those of levers."""

AFTER_LEARNING = (
    SetupQuestion("tile_pins", message("On which pins are the levers, tile 1 first?"), pin_list(),
                  lambda state: proposed(state, state["tiles"], state.old_value("tiles", "pins")),
                  lambda state: _on_pins(state) and state.wiring is None),
    SetupQuestion("button_pins", message("On which pins are the buttons, in this order?"),
                  pin_list(), _button_pins,
                  lambda state: _on_pins(state) and state.wiring is None
                  and bool(state["buttons"])),
    SetupQuestion("roller", message("Who throws the dice?"),
                  driver_name(_TABLES["roller"], {
                          "hand": message("people throw real dice, and enter what they show"),
                          "pi": message("the Pi, when the button roll is pressed"),
                          "serial": message("a roller on a port of its own"),
                          "usb": message("the board that has the levers"),
                          "emulated": message("the firmware of a roller, run on this machine")}),
                  _roller),
    SetupQuestion("dice_leds", message("How many dice are shown by LEDs (0 for none)?"),
                  number(0, MOST_DICE_OF_LEDS), lambda state: len(_old_leds(state)),
                  lambda state: bool(state["roller"] == "pi")),
    SetupQuestion("dice_led_pins",
                  message("On which pins are the LEDs of the dice (a, b, c, d of the first die "
                          "first)?"),
                  pin_list(), _dice_led_pins, lambda state: bool(state["dice_leds"])),
    SetupQuestion("roller_port", message("On which port is the roller?"), port(), _port_of_dice,
                  lambda state: bool(state["roller"] == "serial")),
    SetupQuestion("dice_shaken",
                  message("Are the dice here, so that you can shake each of them now?"),
                  yes_or_no(), lambda state: state.is_watched and _has_no_old_dice(state),
                  has_bluetooth_dice),
    SetupQuestion("dice_count", message("How many dice does the set have (1 to 4)?"),
                  number(1, len(COLOURS)), _dice_count,
                  lambda state: bool(state["dice_shaken"])),
    SetupQuestion("voice", message("Which voice does the box have?"),
                  choice({NONE: message("no voice"),
                          **{driver.name: driver.meaning for driver in VOICES}}), _voice),
    SetupQuestion("voice_model", message("Which file is the voice of piper (it ends in .onnx)?"),
                  path(), lambda state: state.old_value("voice", "model") or "voice.onnx",
                  lambda state: bool(state["voice"] == "piper")),
)  # fmt: skip
"""The questions once the wires of levers and buttons are known."""

KEEP_OLD = SetupQuestion(
    "replace",
    message("There is a box.toml already. Replace it once all is known?"),
    yes_or_no(),
    lambda _state: False,
)

AGAIN = SetupQuestion(
    "again",
    message("Mend this, and try all levers again?"),
    yes_or_no(),
    _is_watched,
)


TRY_OUT = SetupQuestion(
    "try_out",
    message("Are lamps, display and sounds wired, so that you can look while each is tried?"),
    yes_or_no(),
    lambda state: state.is_watched and state.wiring is not None,
    _has_outputs,
)

LAMPS_AT_REST = SetupQuestion(
    "lit_at_rest",
    message("All lamps should be dark now. At which tiles is light (none, all, or some)?"),
    some_tiles(),
    lambda _state: (),
)

LAMP_SEEN = tuple(
    SetupQuestion(
        f"lamp_{tile}",
        message("One lamp should be lit now. At which tile is light (none, all, or some)?"),
        some_tiles(),
        lambda state, tile=tile: (tile,) if state.is_watched else (),  # type: ignore[misc]
    )
    for tile in range(1, MOST_TILES + 1)
)
"""The question for the lamp of each tile."""

DICE_SEEN = tuple(
    SetupQuestion(
        f"die_{die}",
        message("Has the next die shown 1, 2, 3, 4, 5 and 6?"),
        yes_or_no(),
        _is_watched,
    )
    for die in range(1, MOST_DICE_OF_LEDS + 1)
)
"""The question for each die."""

DISPLAY_SEEN = SetupQuestion(
    "display_seen", message("Is the display full of digits?"), yes_or_no(), _is_watched
)
BUZZER_HEARD = SetupQuestion(
    "buzzer_heard", message("Have you heard two tones?"), yes_or_no(), _is_watched
)
VOICE_HEARD = SetupQuestion(
    "voice_heard", message("Have you heard the voice?"), yes_or_no(), _is_watched
)
TRY_AGAIN = SetupQuestion(
    "try_again", message("Mend this, and try all of it again?"), yes_or_no(), _is_watched
)

EVERY_QUESTION = (KEEP_OLD, *BEFORE_LEARNING, AGAIN, *AFTER_LEARNING, TRY_OUT, LAMPS_AT_REST,
                  *LAMP_SEEN, *DICE_SEEN, DISPLAY_SEEN, BUZZER_HEARD, VOICE_HEARD,
                  TRY_AGAIN)  # fmt: skip
"""Every question of the set-up, by whose keys a file gives its answers."""
