"""Opens the devices that a box.toml names, each with the driver that it names."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from dataclasses import replace
from typing import TYPE_CHECKING

from hardware.devices import Box, Clock, HandOver, Lamps
from hardware.gpio_settings import LampsTable
from hardware.lamps import BoxLamps
from hardware.roller_settings import EmulatedTable, SerialTable, UsbRollerTable
from hardware.usb_settings import OnBoard

if TYPE_CHECKING:
    from hardware.box_file import BoxFile
    from hardware.display_bus import OpenI2c
    from hardware.gpio_lines import OpenChips
    from hardware.spi import OpenSpiFile


def open_devices(
    box: BoxFile,
    clock: Clock,
    hand_over: HandOver,
    seen: Mapping[int, int] | None = None,
    *,
    chips: OpenChips | None = None,
    spi: OpenSpiFile | None = None,
    i2c: OpenI2c | None = None,
) -> Box:
    """The levers, buttons, lamps and dice of this box; whoever closes the box closes them all.

    ``hand_over`` gets every event. ``seen`` are the throws that were taken before: the last serial
    of each series. Each throw has to be told to the box as ``kept``, or its roller repeats it.
    ``chips`` take the place of this machine's, ``spi`` and ``i2c`` that of its
    buses. Raises :class:`Fault` BX4xx or BX5xx; nothing is left open then.
    """
    with ExitStack() as opening:
        lamps = _open_spi_lamps(box, clock, hand_over, spi, opening)
        if isinstance(box.roller, EmulatedTable):
            from hardware.emulated import RollButton, open_emulated_roller

            button = RollButton(hand_over)
            whole = opening.enter_context(
                _open_box(box, clock, button.hand_over, seen, chips, lamps)
            )
            button.board, roller = open_emulated_roller(
                box.roller, clock, hand_over, opening, keeps=True
            )
            whole.kept = roller.kept
        else:
            whole = opening.enter_context(_open_box(box, clock, hand_over, seen, chips, lamps))
        if isinstance(box.roller, SerialTable):
            from hardware.roller import open_serial_roller

            roller = open_serial_roller(
                box.roller.port, box.roller.baud, clock, hand_over, seen, keeps=True
            )
            opening.callback(roller.close)
            whole.kept = roller.kept
        if box.display is not None:
            from hardware.display import open_display
            from hardware.display_bus import Buses, open_i2c
            from hardware.spi import KernelSpiFile

            buses = Buses(i2c or open_i2c, spi or KernelSpiFile)
            display = open_display(box.display, clock, hand_over, buses)
            opening.callback(display.close)
            whole.display = display
            whole.watched = (*whole.watched, display)
        return replace(whole, closing=opening.pop_all())


def _open_box(
    box: BoxFile,
    clock: Clock,
    hand_over: HandOver,
    seen: Mapping[int, int] | None,
    chips: OpenChips | None,
    lamps: Sequence[Lamps],
) -> Box:
    if isinstance(box.tiles, OnBoard):
        from hardware.usb import Uses, open_usb_box

        uses = Uses(
            tiles=box.box.tiles,
            lamps=any(isinstance(table, OnBoard) for table in box.lamps),
            buttons=box.buttons is not None,
            dice=isinstance(box.roller, UsbRollerTable),
        )
        whole = open_usb_box(box.usb.port, box.usb.baud, uses, clock, hand_over, seen, keeps=True)
        return replace(whole, lamps=BoxLamps([whole.lamps, *lamps]))
    from hardware.gpio import open_box
    from hardware.gpio_lines import KernelChips

    return open_box(box, clock, hand_over, chips or KernelChips, lamps)


def _open_spi_lamps(
    box: BoxFile,
    clock: Clock,
    hand_over: HandOver,
    spi: OpenSpiFile | None,
    opening: ExitStack,
) -> Sequence[Lamps]:
    if all(isinstance(table, LampsTable | OnBoard) for table in box.lamps):
        return ()
    from hardware.spi import KernelSpiFile
    from hardware.spi_lamp_groups import open_spi_lamps
    from hardware.spi_lamps import SpiBus

    return open_spi_lamps(box, SpiBus(spi or KernelSpiFile, clock, hand_over), opening)
