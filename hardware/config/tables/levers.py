"""How the sensor of a lever is wired: for all levers of a box, and for those that differ."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from typing import Any, Literal

from groundwork.frozen_dataclass import frozen_dataclass
from hardware.config.declare import Complain, Setting, ValueKind
from hardware.config.kinds import milliseconds, nearest, one_of, shown, tile_numbers, words

Sensor = Literal["reed", "hall", "switch"]
ConnectsTo = Literal["ground", "3v3"]
Resting = Literal["normally_open", "normally_closed"]
Position = Literal["shut", "open"]

DEBOUNCE_MS: dict[Sensor, float] = {"reed": 5, "hall": 2, "switch": 10}
"""Default debounce time of each kind of sensor on a pin, in milliseconds."""

BOARD_DEBOUNCE_MS: float = 5
"""How long every contact on the USB board has to be quiet before the board reports it."""

EXCEPT = "except"
"""The key of the tables ``[[tiles.except]]``."""


@frozen_dataclass
class LeverSensor:
    """The sensor of a lever, and how long it has to be quiet, in milliseconds."""

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
    def closed_when_open(self) -> bool:
        """Whether the contact is closed while the tile is open."""
        return (self.actuated_by == "open") == (self.contact == "normally_open")

    @property
    def open_when_high(self) -> bool:
        """Whether a high line means an open tile."""
        return self.closed_when_open == (self.connects_to == "3v3")


@frozen_dataclass
class LeverSensors:
    """The sensors of all levers: the ``usual`` one, and ``others`` by the number of their tile."""

    usual: LeverSensor
    others: Mapping[int, LeverSensor] = field(default_factory=dict)

    def of(self, tile: int) -> LeverSensor:
        """Return the sensor of this tile."""
        return self.others.get(tile, self.usual)


@frozen_dataclass
class LeverException:
    """A table ``[[tiles.except]]``: its tiles, and the settings that differ there."""

    tiles: tuple[int, ...]
    values: Mapping[str, Any]


CONNECTS_TO = Setting(
    "connects_to",
    one_of("ground", "3v3"),
    "where the closed contact connects the pin: to ground (the pin's pull-up is on) "
    "or to 3V3 (its pull-down is on)",
    default="ground",
)
CONTACT = Setting(
    "contact",
    one_of("normally_open", "normally_closed"),
    "what the contact is at rest, that is without the magnet, or not pressed",
    default="normally_open",
)
QUIET = milliseconds(0.1, 1000)

_SENSOR = Setting("sensor", one_of(*DEBOUNCE_MS), "what senses a lever", default="reed")
_ACTUATED_BY = Setting(
    "actuated_by",
    one_of("shut", "open"),
    "the position of the tile that actuates its sensor",
    default="shut",
)


def _debounce(kind: ValueKind, defaults: Mapping[Sensor, float]) -> Setting:
    return Setting(
        "debounce_ms",
        kind,
        "how long a contact has to be quiet before it is believed, in milliseconds",
        default=None,
        default_says=", ".join(f"{ms:g} for {sensor}" for sensor, ms in defaults.items()),
    )


def _with_exceptions(settings: tuple[Setting, ...]) -> tuple[Setting, ...]:
    return (
        *settings,
        Setting(
            EXCEPT,
            _exceptions(settings),
            "the tiles whose sensor is of another kind, or wired in another way",
            default=(),
            default_says="no such tile",
        ),
    )


def _exceptions(settings: tuple[Setting, ...]) -> ValueKind:
    """Tables with ``tiles`` and any of these settings."""
    keys = [setting.key for setting in settings]
    says = f"tables `[[tiles.except]]`, each with `tiles` and any of {words(keys, 'and')}"

    def read(value: Any, complain: Complain) -> tuple[LeverException, ...] | None:
        if not isinstance(value, list) or not all(isinstance(each, dict) for each in value):
            complain(f"{shown(value)} is not possible", f"give {says}")
            return None
        found = [_exception(settings, table, _Numbered(complain, n))
                 for n, table in enumerate(value, start=1)]  # fmt: skip
        tiles = [tile for each in found for tile in each.tiles]
        for twice in sorted({tile for tile in tiles if tiles.count(tile) > 1}):
            complain(f"tile {twice} is in two of the tables", "name each tile in one table")
        return tuple(found)

    return ValueKind(says, read)


@frozen_dataclass
class _Numbered:
    """Complains of the table with this number, from 1."""

    complain: Complain
    number: int

    def of(self, key: str) -> Complain:
        """Return what complains of a key of the table."""

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
            "[[tiles.except]] has no such key",
            f"did you mean {near}?" if near else f"known are {words(list(known), 'and')}",
            code="BX303",
        )
    if "tiles" not in table:
        numbered.of("tiles")("the key is missing", f"give {known['tiles'].says}", code="BX304")
    values = {key: kind.read(table[key], numbered.of(key))
              for key, kind in known.items() if key in table}  # fmt: skip
    return LeverException(values.pop("tiles", None) or (), values)


PIN_SENSOR_SETTINGS = _with_exceptions(
    (_SENSOR, CONNECTS_TO, CONTACT, _ACTUATED_BY, _debounce(QUIET, DEBOUNCE_MS))
)
"""The settings of sensors on pins."""

BOARD_SENSOR_SETTINGS = _with_exceptions(
    (
        _SENSOR,
        CONTACT,
        _ACTUATED_BY,
        _debounce(
            milliseconds(BOARD_DEBOUNCE_MS, 1000),
            {kind: max(ms, BOARD_DEBOUNCE_MS) for kind, ms in DEBOUNCE_MS.items()},
        ),
    )
)
"""The settings of sensors on the USB board, which connect their pin to ground."""


def lever_sensors(
    values: Mapping[str, Any], shortest_ms: float = 0, connects_to: ConnectsTo = "ground"
) -> LeverSensors:
    """Return the sensors that these values of ``[tiles]`` describe.

    A sensor without a time of its own has that of its kind, at least ``shortest_ms``.
    """
    usual = {"connects_to": connects_to, **{k: v for k, v in values.items() if k != EXCEPT}}

    def sensor(settings: Mapping[str, Any]) -> LeverSensor:
        quiet = settings["debounce_ms"]
        if quiet is None:
            quiet = max(DEBOUNCE_MS[settings["sensor"]], shortest_ms)
        return LeverSensor(**{**settings, "debounce_ms": quiet})

    def other(exception: LeverException) -> LeverSensor:
        # The usual time is that of the usual sensor, not of another kind.
        of_its_kind = {"debounce_ms": None} if "sensor" in exception.values else {}
        return sensor({**usual, **of_its_kind, **exception.values})

    return LeverSensors(
        sensor(usual),
        {tile: other(each) for each in values[EXCEPT] for tile in each.tiles},
    )


def quiet_of_levers(levers: LeverSensors) -> dict[int, int]:
    """Return the debounce times of the levers that are not the usual ones, in microseconds."""
    return {tile: microseconds(sensor.debounce_ms) for tile, sensor in levers.others.items()}


def microseconds(ms: float) -> int:
    """Convert a time of box.toml to that of drivers."""
    return round(ms * 1000)
