"""The content of a box.toml that has passed its checks, and the declarations of all its tables.

The tables of docs/box-toml.md come from these declarations: run
``python -m hardware.config.box_file docs/box-toml.md`` to update the document.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from groundwork.faults import Fault
from groundwork.frozen_dataclass import frozen_dataclass
from groundwork.language import any_of, is_complete, known_languages, message, tr
from groundwork.limits import MOST_TILES
from hardware.config.declare import Driver, Setting, Table, ValueKind
from hardware.config.device_table import DeviceTable, DisplayTable, DrivenLampTable, RollerTable
from hardware.config.kinds import (
    handicaps,
    names,
    one_of,
    rule_settings,
    shown,
    text,
    whole_number,
    yes_no_or_names,
)
from hardware.config.tables.bluetooth_dice import GODICE, PIXELS
from hardware.config.tables.display import HD44780, SH1106, SSD1306
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
from hardware.config.tables.max7219 import MAX7219
from hardware.config.tables.max7219_display import MAX7219_DIGITS, MAX7219_MATRIX
from hardware.config.tables.network import MQTT, WEB, MqttTable, WebTable
from hardware.config.tables.roller import (
    EMULATED,
    HAND,
    PI,
    SERIAL,
    USB_BUTTONS,
    USB_LAMPS,
    USB_ROLLER,
    USB_SETTINGS,
    USB_TILES,
    OnBoard,
    UsbTable,
    UsbTilesTable,
)
from hardware.config.tables.sound import GPIO_BUZZER, VOICES, BuzzerTable, VoiceTable
from hardware.config.tables.strip import APA102, WS2812

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
    GODICE,
    PIXELS,
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

    ``settings`` are names and values as text, ``handicaps`` names of players and numbers as text,
    in the order of the file.
    """

    variant: str
    players: tuple[str, ...] = ()
    settings: tuple[tuple[str, str], ...] = ()
    handicaps: tuple[tuple[str, str], ...] = ()


@frozen_dataclass
class TableTable:
    """The table ``[table]``: whether people may choose the game, or which games, unchecked.

    ``box`` is the name of this box in a tournament on several, None if it has none.
    """

    menu: bool | tuple[str, ...] = True
    box: str | None = None


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
    table: TableTable = TableTable()

    def devices(self) -> tuple[DeviceTable, ...]:
        """Return the lamps, the display and the dice that have a driver of their own."""
        tables = (*self.lamps, self.display, self.roller)
        return tuple(table for table in tables if isinstance(table, DeviceTable))


def _rules(
    variant: str,
    players: tuple[str, ...],
    handicap: tuple[tuple[str, str], ...],
    set: tuple[tuple[str, str], ...],
) -> RulesTable:
    return RulesTable(variant, players, set, handicap)


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
                    Setting("variant", text(message("the name of a variant, or its file")),
                            message("the variant that is played")),
                    Setting("players", names(), message("who plays, in the order of their seats"),
                            default=(), default_says=message("nobody named")),
                    Setting("handicap", handicaps(),
                            message("points added to each turn of a player (R7.16)"),
                            default=(), default_says=message("none")),
                    Setting("set", rule_settings(),
                            message("settings of the rule book that differ from the variant"),
                            default=(), default_says=message("those of the variant")),
                ),
                _rules,
            ),
        ),
    ),
    Table(
        "table",
        message("what people may do at the table"),
        (
            Driver(
                "",
                "",
                (
                    Setting("menu",
                            yes_no_or_names(message("a list of the names of variants")),
                            message("whether people may choose tonight's game at the box, on a "
                            "phone or from Home Assistant, or which games they may choose"),
                            default=True),
                    Setting("box", text(message("a name, as the organiser writes it")),
                            message("the name of this box in a tournament that is held on several"),
                            default=None, default_says=message("none")),
                ),
                TableTable,
            ),
        ),
        required=False,
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


BEGIN = "<!-- The tables below are made by hardware/config/box_file.py -->\n"
END = "<!-- The tables end here -->\n"


def settings_tables() -> str:
    """Return every table of box.toml with its settings, in Markdown."""
    return "\n".join(line for table in TABLES for line in _section(table)) + "\n"


def with_tables(document: str) -> str:
    """Return the document with the text between BEGIN and END replaced."""
    before, _, rest = document.partition(BEGIN)
    _, _, after = rest.partition(END)
    return f"{before}{BEGIN}\n{settings_tables()}\n{END}{after}"


def _section(table: Table) -> Iterator[str]:
    needed = "" if table.required else " May be left out."
    yield f"### `[{table.name}]`: {table.meaning}.{needed}"
    yield ""
    if table.has_driver_key:
        names = any_of(f'`"{driver.name}"`' for driver in table.drivers)
        yield f"`driver` is required: {names}."
        yield ""
    for driver in table.drivers:
        yield from _driver(driver)


def _driver(driver: Driver) -> Iterator[str]:
    if driver.name:
        yield f'`driver = "{driver.name}"`: {driver.meaning}.'
        yield ""
    if driver.settings:
        yield _row("key", "may be", "default", "meaning")
        yield _row("---", "---", "---", "---")
        yield from map(_setting, driver.settings)
        yield ""


def _setting(setting: Setting) -> str:
    return _row(f"`{setting.key}`", setting.kind.says(), _default(setting), setting.meaning)


def _default(setting: Setting) -> str:
    if setting.is_required:
        return "required"
    return setting.default_says or f"`{shown(setting.default)}`"


def _row(*cells: str) -> str:
    return f"| {' | '.join(cells)} |"


def main(paths: Iterable[str]) -> None:
    """Update the tables in these documents."""
    for path in map(Path, paths):
        path.write_text(with_tables(path.read_text(encoding="utf-8")), encoding="utf-8")


@frozen_dataclass
class Problem:
    """One problem. ``line`` counts from 1; None if there is no such line.

    ``key`` is the place in the file, such as ``tiles.pins``; empty for the whole file.
    """

    code: str
    file: str
    line: int | None
    key: str
    sentence: str
    cure: str

    @property
    def place(self) -> str:
        """File, line and key, as far as they are known."""
        line = "" if self.line is None else f":{self.line}"
        return f"{self.file}{line}" + (f": {self.key}" if self.key else "")

    @property
    def text(self) -> str:
        """The problem and its cure."""
        return tr("{sentence}; {cure}", sentence=self.sentence, cure=self.cure)

    def __str__(self) -> str:
        return f"{self.code}: {self.place}: {self.text}"


class BoxFileFault(Fault):
    """A box.toml that cannot be used, with at least one problem, in the order of the file.

    Its text has a line for each problem; ``code`` is that of the first.
    """

    command_is_wrong = True

    def __init__(self, problems: Sequence[Problem]) -> None:
        first = problems[0]
        super().__init__(first.code, f"{first.place}: {first.text}")
        self.problems = tuple(problems)

    def __str__(self) -> str:
        return "\n".join(self.lines)

    @property
    def lines(self) -> tuple[str, ...]:
        """A line for each problem."""
        return tuple(map(str, self.problems))


if __name__ == "__main__":
    main(sys.argv[1:])
