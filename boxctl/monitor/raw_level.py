"""The level of a contact's wire, before it is called open or pressed. Pure."""

from __future__ import annotations

from enum import StrEnum

from hardware.config.box_file import BoxFile
from hardware.config.tables.gpio import ButtonsTable, TilesTable
from hardware.devices import Contact


class RawLevel(StrEnum):
    """The level of a line, or of a USB board, which tells no more, whether a contact is closed."""

    HIGH = "high"
    LOW = "low"
    CLOSED = "closed"
    BROKEN = "open"


def raw_level(box_file: BoxFile, contact: Contact, on: bool) -> RawLevel:
    """Return the level at which this contact of the box is ``on`` (open, pressed), or is not."""
    tiles, buttons = box_file.tiles, box_file.buttons
    if isinstance(contact, int):
        if isinstance(tiles, TilesTable):
            return _line(on == tiles.levers.of(contact).open_when_high)
        return _contact(on == tiles.levers.of(contact).closed_when_open)
    if isinstance(buttons, ButtonsTable):
        return _line(on == buttons.pressed_when_high)
    return _contact(on)


def _line(high: bool) -> RawLevel:
    return RawLevel.HIGH if high else RawLevel.LOW


def _contact(closed: bool) -> RawLevel:
    return RawLevel.CLOSED if closed else RawLevel.BROKEN
