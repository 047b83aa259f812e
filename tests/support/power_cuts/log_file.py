"""The entries of a recording, as the recorder writes them.

Entries before the first LOADED are what the directory held at the start.
"""

from __future__ import annotations

import os
import struct
from dataclasses import dataclass
from enum import IntEnum

_HEADER = struct.Struct("=IIQQII")


class Call(IntEnum):
    """What happened. Numbered as in recorder/recorder.h."""

    LOADED = 1
    CREATED = 2
    WROTE = 3
    CUT_OFF = 4
    GREW = 5
    RENAMED = 6
    LINKED = 7
    REMOVED = 8
    MADE_DIRECTORY = 9
    SYNCING = 10
    SYNCED = 11
    SHOWING = 12
    SHOWN_IN_PART = 13
    MAPPED = 14


@dataclass(frozen=True, slots=True)
class Entry:
    call: Call
    file: int = 0
    """An inode; 0 where a sync is of all files."""
    number: int = 0
    """WROTE: the offset; CUT_OFF, GREW: the length; CREATED: the permissions; syncs and what is
    shown: the same number in the two entries that belong together."""
    name: str = ""
    """Relative to the directory; empty where it is outside."""
    data: bytes = b""
    """What was written or shown; of RENAMED, the second name."""
    process: int = 0


def unpacked(raw: bytes) -> list[Entry]:
    """The entries. One that the end of the program cut short is left out."""
    entries: list[Entry] = []
    start = 0
    while start + _HEADER.size <= len(raw):
        call, process, file, number, first, second = _HEADER.unpack_from(raw, start)
        middle = start + _HEADER.size + first
        end = middle + second
        if end > len(raw):
            break
        name = os.fsdecode(raw[middle - first : middle])
        entries.append(Entry(Call(call), file, number, name, raw[middle:end], process))
        start = end
    return entries


def packed(entry: Entry) -> bytes:
    """The entry as ``unpacked`` reads it."""
    name = os.fsencode(entry.name)
    header = _HEADER.pack(
        entry.call, entry.process, entry.file, entry.number, len(name), len(entry.data)
    )
    return header + name + entry.data
