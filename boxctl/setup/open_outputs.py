"""Open the devices that light, show or sound, to try them while a box is set up."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from groundwork.clock import monotonic_us
from hardware.config.box_file import BoxFile
from hardware.config.tables.roller import HandTable, PiTable
from hardware.devices import Box, DeviceEvent
from hardware.gpio.open_chip import OpenChips
from hardware.open_box import open_devices

OpenOutputs = Callable[[BoxFile], Box]
"""Opens the devices of a box, dark and silent; closing it darkens them. Raises Fault."""


def open_outputs(box_file: BoxFile, chips: OpenChips | None = None) -> Box:
    """Open the lamps, LEDs of dice, display, buzzer and voice, with the levers beside them.

    ``chips`` replace this machine's. Raises :class:`Fault` BX4xx or BX5xx.
    """
    return open_devices(only_outputs(box_file), monotonic_us, _ignored, chips=chips)


def only_outputs(box_file: BoxFile) -> BoxFile:
    """Return the box without buttons and rollers, which show nothing."""
    dice = box_file.roller if isinstance(box_file.roller, PiTable) else HandTable()
    return replace(box_file, buttons=None, roller=dice)


def only_one(box_file: BoxFile) -> dict[str, BoxFile]:
    """Return the box with one kind of output alone, by the name of its table."""
    bare = replace(box_file, lamps=(), roller=HandTable(), display=None, buzzer=None, voice=None)
    alone = {
        "lamps": replace(bare, lamps=box_file.lamps) if box_file.lamps else None,
        "roller": replace(bare, roller=box_file.roller)
        if isinstance(box_file.roller, PiTable) and box_file.roller.leds
        else None,
        "display": replace(bare, display=box_file.display) if box_file.display else None,
        "buzzer": replace(bare, buzzer=box_file.buzzer) if box_file.buzzer else None,
        "voice": replace(bare, voice=box_file.voice) if box_file.voice else None,
    }
    return {name: box for name, box in alone.items() if box is not None}


def _ignored(_event: DeviceEvent) -> None:
    pass
