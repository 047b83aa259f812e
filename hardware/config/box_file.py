"""The checked content of box.toml, and the declarations of all its tables."""

from __future__ import annotations

from pathlib import Path

from groundwork.frozen_dataclass import frozen_dataclass
from groundwork.language import is_complete, known_languages, message
from groundwork.limits import MOST_TILES
from hardware.config.declare import Driver, Setting, Table, ValueKind
from hardware.config.device_table import DeviceTable, DisplayTable, DrivenLampTable, RollerTable
from hardware.config.kinds import names, one_of, rule_settings, text, whole_number
from hardware.config.tables.buzzer import GPIO_BUZZER, BuzzerTable
from hardware.config.tables.gpio import (
    GPIO_BUTTONS,
    GPIO_GONE,
    GPIO_LAMPS,
    GPIO_SETTINGS,
    GPIO_TILES,
    ButtonsTable,
    GpioTable,
    LampsTable,
    TilesTable,
)
from hardware.config.tables.hd44780 import HD44780
from hardware.config.tables.max7219 import MAX7219
from hardware.config.tables.max7219_display import MAX7219_DIGITS, MAX7219_MATRIX
from hardware.config.tables.mqtt import MQTT, MqttTable
from hardware.config.tables.oled import SH1106, SSD1306
from hardware.config.tables.roller import EMULATED, HAND, PI, SERIAL, USB_ROLLER
from hardware.config.tables.strip import APA102, WS2812
from hardware.config.tables.usb import (
    USB_BUTTONS,
    USB_LAMPS,
    USB_SETTINGS,
    USB_TILES,
    OnBoard,
    UsbTable,
    UsbTilesTable,
)
from hardware.config.tables.voice import VOICES, VoiceTable
from hardware.config.tables.web import WEB, WebTable

LampTable = LampsTable | DrivenLampTable | OnBoard
"""The lamps of one driver. Those on pins and on the USB board are opened with the tiles."""

LAMP_DRIVERS = (
    GPIO_LAMPS,
    MAX7219,
    WS2812,
    APA102,
    USB_LAMPS,
)

DISPLAYS = (
    MAX7219_DIGITS,
    MAX7219_MATRIX,
    SSD1306,
    SH1106,
    HD44780,
)

ROLLERS = (
    SERIAL,
    PI,
    EMULATED,
    USB_ROLLER,
    HAND,
)


@frozen_dataclass
class BoxSizeTable:
    """The table ``[box]``: how many tiles are wired, and the language, None for the locale's."""

    tiles: int
    language: str | None = None


@frozen_dataclass
class RulesTable:
    """The table ``[rules]``, unchecked: hardware does not know the rules.

    ``settings`` are names and values as text, in the order of the file.
    """

    variant: str
    players: tuple[str, ...] = ()
    settings: tuple[tuple[str, str], ...] = ()


@frozen_dataclass
class JournalTable:
    """The table ``[journal]``: its file, None for the default one."""

    file: str | None


@frozen_dataclass
class BoxFile:
    """A whole box.toml that has passed its checks."""

    path: Path
    box: BoxSizeTable
    rules: RulesTable
    gpio: GpioTable
    usb: UsbTable
    tiles: TilesTable | UsbTilesTable
    lamps: tuple[LampTable, ...]
    buttons: ButtonsTable | OnBoard | None
    roller: RollerTable
    journal: JournalTable | None = None
    display: DisplayTable | None = None
    voice: VoiceTable | None = None
    buzzer: BuzzerTable | None = None
    web: WebTable | None = None
    mqtt: MqttTable | None = None

    def devices(self) -> tuple[DeviceTable, ...]:
        """Return the lamps, the display and the dice that have a driver of their own."""
        tables = (*self.lamps, self.display, self.roller)
        return tuple(table for table in tables if isinstance(table, DeviceTable))


def _rules(variant: str, players: tuple[str, ...], set: tuple[tuple[str, str], ...]) -> RulesTable:
    return RulesTable(variant, players, set)


TABLES = (
    Table(
        "box",
        message("the wood"),
        (
            Driver(
                "",
                "",
                (
                    Setting(
                        "tiles",
                        whole_number(1, MOST_TILES),
                        message("how many tiles are wired; every list of pins begins with tile 1"),
                    ),
                    Setting(
                        "language",
                        # Tells of the complete ones only: docs/box-toml.md is not for translators.
                        ValueKind(
                            one_of(*filter(is_complete, known_languages())).says,
                            one_of(*known_languages()).read,
                        ),
                        message("the language of rulings, voice and display"),
                        default=None,
                        default_says=message("that of the locale"),
                    ),
                ),
                BoxSizeTable,
            ),
        ),
    ),
    Table(
        "rules",
        message("what is played"),
        (
            Driver(
                "",
                "",
                (
                    Setting("variant", text(message("the name of a variant")),
                            message("the variant that is played")),
                    Setting("players", names(), message("who plays, in the order of their seats"),
                            default=(), default_says=message("nobody named")),
                    Setting("set", rule_settings(),
                            message("settings of the rule book that differ from the variant"),
                            default=(), default_says=message("those of the variant")),
                ),
                _rules,
            ),
        ),
    ),
    Table(
        "gpio",
        message("the pins"),
        (Driver("", "", GPIO_SETTINGS, GpioTable, GPIO_GONE),),
        required=False,
    ),
    Table(
        "usb",
        message("the board that has tiles, lamps, buttons or dice with driver = \"usb\""),
        (Driver("", "", USB_SETTINGS, UsbTable),),
        required=False,
    ),
    Table("tiles", message("the sensors of the levers"), (GPIO_TILES, USB_TILES)),
    Table("lamps",
          message("a lamp for each tile; a box without lamps leaves it out, and one with several "
                  "kinds of lamps has a table `[[lamps]]` for each"),
          LAMP_DRIVERS, required=False, several=True),
    Table("buttons", message("the push-buttons; a box without buttons leaves it out"),
          (GPIO_BUTTONS, USB_BUTTONS), required=False),
    Table("display", message("what the table reads; a box without a display leaves it out"),
          DISPLAYS, required=False),
    Table("roller", message("where the dice come from"), ROLLERS),
    Table("voice", message("rulings said aloud; a box without a voice leaves it out"),
          VOICES, required=False),
    Table("buzzer", message("rulings as short tunes; a box without a buzzer leaves it out"),
          (GPIO_BUZZER,), required=False),
    Table(
        "journal",
        message("where everything is recorded"),
        (
            Driver(
                "",
                "",
                (
                    Setting("file", text(message("the path of a file")),
                            message("the file of the journal"),
                            default=None,
                            default_says=message("`journal.db` in the service's state directory, "
                            "or in `~/.local/state/boxctl`")),
                ),
                JournalTable,
            ),
        ),
        required=False,
    ),
    Table("web", message("pages for browsers; a box without them leaves it out"), (WEB,),
          required=False, switches_on=True),
    Table("mqtt",
          message("a broker of MQTT that is told how the table stands; a box without one leaves it "
                  "out"), (MQTT,), required=False, switches_on=True),
)  # fmt: skip
