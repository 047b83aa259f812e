"""The parts that a simulated box takes from a box.toml."""

from __future__ import annotations

from boxctl.rules.tiles import TileSet, tile, tile_range, tile_set
from boxctl.screens.laptop.box.simulated_parts import SimulatedParts
from hardware.config.box_file import BoxFile
from hardware.config.tables.gpio import LampsTable
from hardware.config.tables.usb import OnBoard

ON_A_BOARD = 5_000
"""The debounce time of a USB board's levers if box.toml has none, in microseconds."""


def parts_of(box_file: BoxFile) -> SimulatedParts:
    """Return the parts of this box that a simulated one copies."""
    usual, others = _quiet(box_file)
    display = box_file.display.face if box_file.display is not None else None
    quiet_of = tuple(sorted(others.items()))
    return SimulatedParts(_tiles_with_lamps(box_file), usual, quiet_of, display)


def _quiet(box_file: BoxFile) -> tuple[int, dict[int, int]]:
    levers = box_file.tiles.levers
    others = {number: _us(sensor.debounce_ms) for number, sensor in levers.others.items()}
    return _us(levers.usual.debounce_ms), others


def _us(milliseconds: float | None) -> int:
    return ON_A_BOARD if milliseconds is None else round(milliseconds * 1000)


def _tiles_with_lamps(box_file: BoxFile) -> TileSet:
    every = tile_range(box_file.box.tiles)
    lit: TileSet = 0
    for table in box_file.lamps:
        if isinstance(table, LampsTable):
            lit |= sum(tile(number) for number, _pin in table.wired())
        elif isinstance(table, OnBoard) or table.tiles is None:
            lit |= every
        else:
            lit |= tile_set(table.tiles)
    return lit & every
