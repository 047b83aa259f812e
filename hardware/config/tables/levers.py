"""Settings of the sensors of levers: of all levers of a box, and of those that differ."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field, replace
from typing import Any, Literal

from groundwork.frozen_dataclass import frozen_dataclass
from groundwork.language import all_of, message, tr
from hardware.config.declare import Complain, Setting, ValueKind
from hardware.config.kinds import (
    milliseconds,
    nearest,
    one_of,
    several_times,
    shown,
    tile_numbers,
    whole_number,
)

Sensor = Literal["reed", "hall", "switch"]
ConnectsTo = Literal["ground", "3v3"]
Resting = Literal["normally_open", "normally_closed"]
Position = Literal["shut", "open"]

DEBOUNCE_MS: dict[Sensor, float] = {"reed": 5, "hall": 2, "switch": 10}
"""Default debounce time of each kind of sensor, in milliseconds."""

MOST_ON_BOARD_MS = 63
"""The longest debounce time that a USB board knows, in milliseconds (``MAX_SETTLE_MS``)."""

EXCEPT = "except"
"""The key of the tables ``[[tiles.except]]``."""


@frozen_dataclass
class LeverSensor:
    """The sensor of a lever on a pin, and how long it has to be quiet, in milliseconds."""

    sensor: Sensor
    connects_to: ConnectsTo
    contact: Resting
    actuated_by: Position
    debounce_ms: float

    @property
    def pull_up(self) -> bool:
        """Whether the line needs its pull-up; if not, it needs its pull-down."""
        return self.connects_to == "ground"

    @property
    def open_when_high(self) -> bool:
        """Whether a high line means an open tile."""
        return _closed_when_open(self.contact, self.actuated_by) == (self.connects_to == "3v3")


@frozen_dataclass
class LeverSensors:
    """The sensors of all levers: the ``usual`` one, and ``others`` by the number of their tile."""

    usual: LeverSensor
    others: Mapping[int, LeverSensor] = field(default_factory=dict)

    def of(self, tile: int) -> LeverSensor:
        """Return the sensor of this tile."""
        return self.others.get(tile, self.usual)


@frozen_dataclass
class BoardSensor:
    """The sensor of a lever on a USB board, where it connects its pin to ground.

    ``debounce_ms`` is how long it has to be quiet; None is the time of the board's pin table.
    ``sensor`` is None where box.toml does not name it.
    """

    contact: Resting = "normally_open"
    actuated_by: Position = "shut"
    debounce_ms: int | None = None
    sensor: Sensor | None = None

    @property
    def closed_when_open(self) -> bool:
        """Whether the contact is closed while the tile is open."""
        return _closed_when_open(self.contact, self.actuated_by)


@frozen_dataclass
class BoardSensors:
    """The sensors of all levers on a USB board, as :class:`LeverSensors`."""

    usual: BoardSensor = BoardSensor()
    others: Mapping[int, BoardSensor] = field(default_factory=dict)

    def of(self, tile: int) -> BoardSensor:
        """Return the sensor of this tile."""
        return self.others.get(tile, self.usual)


def _closed_when_open(contact: Resting, actuated_by: Position) -> bool:
    return (actuated_by == "open") == (contact == "normally_open")


@frozen_dataclass
class LeverException:
    """A table ``[[tiles.except]]``: its tiles, and the settings that differ there."""

    tiles: tuple[int, ...]
    values: Mapping[str, Any]


CONNECTS_TO = Setting(
    "connects_to",
    one_of("ground", "3v3"),
    message(
        "where the closed contact connects the pin: to ground (the pin's pull-up is on) "
        "or to 3V3 (its pull-down is on)"
    ),
    default="ground",
)
CONTACT = Setting(
    "contact",
    one_of("normally_open", "normally_closed"),
    message("what the contact is at rest, that is without the magnet, or not pressed"),
    default="normally_open",
)
QUIET = milliseconds(0.1, 1000)

_SENSOR = Setting("sensor", one_of(*DEBOUNCE_MS), message("what senses a lever"), default="reed")
_DEBOUNCE = message("how long a contact has to be quiet before it is believed, in milliseconds")
_ACTUATED_BY = Setting(
    "actuated_by",
    one_of("shut", "open"),
    message("the position of the tile that actuates its sensor"),
    default="shut",
)


def _with_exceptions(settings: tuple[Setting, ...]) -> tuple[Setting, ...]:
    return (
        *settings,
        Setting(
            EXCEPT,
            _exceptions(settings),
            message("the tiles whose sensor is of another kind, or wired in another way"),
            default=(),
            default_says=message("no such tile"),
        ),
    )


def _exceptions(settings: tuple[Setting, ...]) -> ValueKind:
    """Tables with ``tiles`` and any of these settings."""
    keys = [setting.key for setting in settings]

    def says() -> str:
        return tr(
            "tables `[[tiles.except]]`, each with `tiles` and any of {keys}", keys=all_of(keys)
        )

    def read(value: Any, complain: Complain) -> tuple[LeverException, ...] | None:
        if not isinstance(value, list) or not all(isinstance(each, dict) for each in value):
            complain(
                tr("{value} is not possible", value=shown(value)), tr("give {says}", says=says())
            )
            return None
        found = [_exception(settings, table, _Numbered(complain, n))
                 for n, table in enumerate(value, start=1)]  # fmt: skip
        tiles = [tile for each in found for tile in each.tiles]
        for twice in several_times(tiles):
            complain(
                tr("tile {twice} is in two of the tables", twice=twice),
                tr("name each tile in one table"),
            )
        return tuple(found)

    return ValueKind(says, read)


@frozen_dataclass
class _Numbered:
    """Complains of the table with this number, from 1."""

    complain: Complain
    number: int

    def of(self, key: str) -> Complain:
        """Return a function that reports a problem with a key of the table."""

        def complain(
            sentence: str,
            cure: str,
            *,
            within: tuple[str, ...] = (),
            code: str = "BX305",
            table: int | None = None,
        ) -> None:
            del table  # no value in these tables is itself a list of tables
            self.complain(sentence, cure, within=(key, *within), code=code, table=self.number)

        return complain


def _exception(
    settings: tuple[Setting, ...], table: Mapping[str, Any], numbered: _Numbered
) -> LeverException:
    known = {"tiles": tile_numbers(), **{setting.key: setting.kind for setting in settings}}
    for key in table.keys() - known.keys():
        near = nearest(key, list(known))
        numbered.of(key)(
            tr("[[tiles.except]] has no such key"),
            tr("did you mean {near}?", near=near)
            if near
            else tr("known are {names}", names=all_of(known)),
            code="BX303",
        )
    if "tiles" not in table:
        numbered.of("tiles")(
            tr("the key is missing"), tr("give {says}", says=known["tiles"].says()), code="BX304"
        )
    values = {key: kind.read(table[key], numbered.of(key))
              for key, kind in known.items() if key in table}  # fmt: skip
    return LeverException(values.pop("tiles", None) or (), values)


PIN_SENSOR_SETTINGS = _with_exceptions(
    (
        _SENSOR,
        CONNECTS_TO,
        CONTACT,
        _ACTUATED_BY,
        Setting(
            "debounce_ms",
            QUIET,
            _DEBOUNCE,
            default=None,
            default_says=", ".join(f"{sensor}: {ms:g}" for sensor, ms in DEBOUNCE_MS.items()),
        ),
    )
)
"""The settings of sensors on pins."""

BOARD_SENSOR_SETTINGS = _with_exceptions(
    (
        replace(_SENSOR, default=None, default_says="not told to the board"),
        CONTACT,
        _ACTUATED_BY,
        Setting(
            "debounce_ms",
            whole_number(1, MOST_ON_BOARD_MS),
            _DEBOUNCE,
            default=None,
            default_says=message(
                "as on pins if `sensor` is given, else that of the board's pin table"
            ),
        ),
    )
)
"""The settings of sensors on a USB board, which connect their pin to ground."""


def pin_sensors(values: Mapping[str, Any]) -> LeverSensors:
    """Return the sensors that these values of ``[tiles]`` describe."""
    usual, others = _settled(values)
    return LeverSensors(
        LeverSensor(**usual), {tile: LeverSensor(**other) for tile, other in others.items()}
    )


def board_sensors(values: Mapping[str, Any]) -> BoardSensors:
    """Return the sensors on a board that these values of ``[tiles]`` describe."""
    usual, others = _settled(values)
    return BoardSensors(
        _board_sensor(**usual), {tile: _board_sensor(**other) for tile, other in others.items()}
    )


def _board_sensor(
    sensor: Sensor | None, contact: Resting, actuated_by: Position, debounce_ms: float | None
) -> BoardSensor:
    quiet = None if debounce_ms is None else round(debounce_ms)
    return BoardSensor(contact, actuated_by, quiet, sensor)


def _settled(values: Mapping[str, Any]) -> tuple[dict[str, Any], dict[int, dict[str, Any]]]:
    """Return the settings of the usual sensor, and of each tile that differs.

    A sensor without a time of its own has that of its kind.
    """
    usual = {key: value for key, value in values.items() if key != EXCEPT}

    def timed(settings: Mapping[str, Any]) -> dict[str, Any]:
        quiet = settings["debounce_ms"]
        if quiet is None and settings["sensor"] is not None:
            quiet = DEBOUNCE_MS[settings["sensor"]]
        return {**settings, "debounce_ms": quiet}

    def other(exception: LeverException) -> dict[str, Any]:
        # The usual time is that of the usual sensor, not of another kind.
        of_its_kind = {"debounce_ms": None} if "sensor" in exception.values else {}
        return timed({**usual, **of_its_kind, **exception.values})

    others = {tile: other(each) for each in values[EXCEPT] for tile in each.tiles}
    return timed(usual), others


def quiet_of_levers(levers: LeverSensors) -> dict[int, int]:
    """Return the debounce times of the levers that are not the usual ones, in microseconds."""
    return {tile: microseconds(sensor.debounce_ms) for tile, sensor in levers.others.items()}


def microseconds(ms: float) -> int:
    """Convert a time of box.toml to that of drivers."""
    return round(ms * 1000)
