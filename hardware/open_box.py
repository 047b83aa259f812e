"""Open the devices that box.toml names, each with its driver."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import replace
from typing import TYPE_CHECKING

from groundwork.language import tr
from hardware.config.device_table import DrivenLampTable
from hardware.config.tables.roller import EmulatedTable, PiTable, UsbTilesTable
from hardware.devices import Box, Clock, ContactReading, EventSink, Lamps
from hardware.gpio.lines import open_lines
from hardware.lamps.groups import BoxLamps

if TYPE_CHECKING:
    from hardware.buses import Buses
    from hardware.config.box_file import BoxFile
    from hardware.config.tables.sound import BuzzerTable, VoiceTable
    from hardware.gpio.lines import GpioLines
    from hardware.gpio.open_chip import OpenChips
    from hardware.lamps.groups import LampGroup
    from hardware.lamps.retry import DrivenLamps


def open_devices(
    box: BoxFile,
    clock: Clock,
    hand_over: EventSink,
    seen: Mapping[int, int] | None = None,
    *,
    chips: OpenChips | None = None,
    buses: Buses | None = None,
) -> Box:
    """Open the levers, buttons, lamps and dice of this box; closing it closes them all.

    ``hand_over`` gets every event, from any thread. ``seen`` maps a series to its last known
    serial. Report each durable throw to the box as ``kept``, or its roller repeats it. ``chips``
    and ``buses`` replace this machine's. Raises :class:`Fault` BX4xx or
    BX5xx; nothing is left open then.
    """
    with ExitStack() as opening:
        # Find all lines before holding any, so that errors in box.toml are reported first.
        lines = open_lines(box.gpio, opening, chips)
        open_others = _others_found(box, lines, clock, hand_over)
        lamps = _open_lamps(box, clock, hand_over, buses, opening)
        if isinstance(box.roller, EmulatedTable):
            from hardware.dice.emulated_roller import RollButton, open_emulated_roller

            button = RollButton(hand_over)
            box_devices = opening.enter_context(
                _open_box(box, clock, button.hand_over, seen, lines, lamps)
            )
            button.board, roller = open_emulated_roller(
                box.roller, clock, hand_over, opening, keeps=True
            )
            box_devices.kept = roller.kept
            box_devices.tell_button_dice = roller.button_throws
            box_devices.order_throw = roller.roll
        else:
            box_devices = opening.enter_context(
                _open_box(box, clock, hand_over, seen, lines, lamps)
            )
        # The quiet time of the contacts passes while the other devices are opened.
        box_devices.first_reading = ContactReading(box_devices.read(), clock())
        box_devices.watched = (*box_devices.watched, *(group.lamps for group in lamps))
        box_devices.dice_by_hand = box.roller.entered
        if box.roller.opens:
            from hardware.buses import Buses
            from hardware.dice.open import DiceMachine, open_roller

            machine = DiceMachine(buses or Buses(), clock, hand_over, seen)
            open_roller(box.roller, machine, box_devices, opening)
        if box.display is not None:
            from hardware.display.open import open_display

            display = open_display(box.display, clock, hand_over, buses)
            opening.callback(display.close)
            box_devices.display = display
            box_devices.watched = (*box_devices.watched, display)
        for open_other in open_others:
            open_other(box_devices, opening)
        return replace(box_devices, closing=opening.pop_all())


def _open_box(
    box: BoxFile,
    clock: Clock,
    hand_over: EventSink,
    seen: Mapping[int, int] | None,
    lines: GpioLines,
    lamps: Sequence[Lamps],
) -> Box:
    if isinstance(box.tiles, UsbTilesTable):
        from hardware.usb import board_use, open_usb_box

        port, baud, uses = box.usb.port, box.usb.baud, board_use(box)
        box_devices = open_usb_box(port, baud, uses, clock, hand_over, seen, keeps=True)
        return replace(box_devices, lamps=BoxLamps([box_devices.lamps, *lamps]))
    from hardware.gpio.box import open_box

    return open_box(box, clock, hand_over, lamps=lamps, lines=lines)


def _open_lamps(
    box: BoxFile,
    clock: Clock,
    hand_over: EventSink,
    buses: Buses | None,
    opening: ExitStack,
) -> Sequence[LampGroup[DrivenLamps]]:
    if not any(isinstance(table, DrivenLampTable) for table in box.lamps):
        return ()
    from hardware.buses import Buses
    from hardware.lamps.open import open_lamps
    from hardware.lamps.retry import LampMachine

    return open_lamps(box, LampMachine(buses or Buses(), clock, hand_over), opening)


OpenOther = Callable[[Box, ExitStack], None]
"""Opens a device until the stack is closed, and adds it to the box."""


def _others_found(
    box: BoxFile, lines: GpioLines, clock: Clock, hand_over: EventSink
) -> list[OpenOther]:
    """Find the lines of the devices that go with any tiles; return what opens them."""
    found = []
    if isinstance(box.roller, PiTable):
        found.append(_dice_found(box.roller, lines, clock, hand_over))
    if box.buzzer is not None:
        found.append(_buzzer_found(box.buzzer, lines, clock, hand_over))
    if box.voice is not None:
        found.append(_voice_found(box.voice, clock, hand_over))
    return found


def _dice_found(table: PiTable, lines: GpioLines, clock: Clock, hand_over: EventSink) -> OpenOther:
    from hardware.dice.serial_roller import GpioDieLeds, wire_die_leds
    from hardware.dice.virtual_roller import PiDice

    wired = wire_die_leds(table, lines)

    def open_dice(box: Box, opening: ExitStack) -> None:
        leds = GpioDieLeds(wired, table.leds_active == "high", clock, hand_over)
        opening.callback(leds.close)
        box.dice = PiDice(faces=leds)
        box.die_faces = leds if wired else None

    return open_dice


def _buzzer_found(
    table: BuzzerTable, lines: GpioLines, clock: Clock, hand_over: EventSink
) -> OpenOther:
    from hardware.sound.buzzer import GpioBuzzer

    line = lines.line(table.pin, tr("the buzzer"))

    def open_buzzer(box: Box, opening: ExitStack) -> None:
        buzzer = GpioBuzzer(line, table, clock, hand_over)
        opening.callback(buzzer.close)
        box.buzzer = buzzer
        box.watched = (*box.watched, buzzer)

    return open_buzzer


def _voice_found(table: VoiceTable, clock: Clock, hand_over: EventSink) -> OpenOther:
    from hardware.sound.voice import ProgramVoice, missing

    if (fault := missing(table)) is not None:
        raise fault

    def open_voice(box: Box, opening: ExitStack) -> None:
        voice = ProgramVoice(table, clock, hand_over)
        opening.callback(voice.close)
        box.voice = voice
        box.watched = (*box.watched, voice)

    return open_voice
