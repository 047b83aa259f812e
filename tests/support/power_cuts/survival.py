"""Which part of what was not yet durable a power cut leaves on the disk."""

from __future__ import annotations

import functools
import operator
from collections.abc import Callable
from enum import StrEnum
from random import Random

from tests.support.power_cuts.disk import Change, Disk, File, Length, Name, Write
from tests.support.power_cuts.image import Image

SECTOR = 512
"""Bytes; what a disk writes wholly or not at all."""
PAGE = 4096
"""Bytes; what the kernel hands to a disk at a time."""


class Survivors(StrEnum):
    NOTHING = "nothing"
    """Nothing of it."""
    NAMES = "names"
    """All names, no bytes: a file that was renamed into place is empty."""
    LENGTHS = "lengths"
    """All names and lengths, no bytes: zeros where a file grew."""
    JUNK = "junk"
    """All names and lengths, no bytes: where a file grew, what the disk held there before."""
    BYTES = "bytes"
    """All bytes, no names."""
    FIRST = "first"
    """What was done first, up to some instant."""
    LAST = "last"
    """What was done last, without what led to it."""
    TORN = "torn"
    """All of it, but of the last page that was written only the first sectors."""
    TORN_SECTOR = "torn-sector"
    """All of it, but of the last write the end of a sector is missing: a poor disk."""
    SECTORS = "sectors"
    """Any sectors, names and lengths, in any order."""
    PAGES = "pages"
    """The same by pages."""


LEFT_TO_CHANCE = frozenset(Survivors) - {
    Survivors.NOTHING,
    Survivors.NAMES,
    Survivors.LENGTHS,
    Survivors.BYTES,
}


def worth_trying(disk: Disk) -> list[Survivors]:
    """Those that can differ from each other, and from a killed program, with what is pending."""
    names = [change for change in disk.pending if isinstance(change, Name)]
    bytes_ = [change for change in disk.pending if not isinstance(change, Name)]
    ways = [Survivors.NOTHING]
    if names and bytes_:
        ways += [Survivors.NAMES, Survivors.BYTES]
    if any(len(change.file.live) > len(change.file.kept) for change in bytes_):
        ways += [Survivors.LENGTHS, Survivors.JUNK]
    if len(disk.pending) > 1:
        ways += [Survivors.FIRST, Survivors.LAST]
    if any(isinstance(change, Write) for change in bytes_):
        ways += [Survivors.TORN, Survivors.TORN_SECTOR]
    if len(disk.pending) > 1 or any(_spans_sectors(change) for change in bytes_):
        ways += [Survivors.SECTORS, Survivors.PAGES]
    return ways


def image_of(disk: Disk, survivors: Survivors, chance: Random) -> Image:
    """What the disk holds after the cut; what is left to chance is drawn from ``chance``."""
    pending = disk.pending
    match survivors:
        case Survivors.NOTHING:
            return disk.image((), _kept)
        case Survivors.NAMES:
            return disk.image(pending, _kept)
        case Survivors.BYTES:
            return disk.image((), _live)
        case Survivors.LENGTHS:
            return disk.image(pending, lambda file: _grown(file, bytes))
        case Survivors.JUNK:
            return disk.image(pending, lambda file: _grown(file, chance.randbytes))
        case Survivors.FIRST:
            return _with(disk, pending[: chance.randrange(1, len(pending))])
        case Survivors.LAST:
            return _last(disk, pending[chance.randrange(1, len(pending)) :])
        case Survivors.TORN:
            return _with(disk, _torn(pending, SECTOR, chance))
        case Survivors.TORN_SECTOR:
            return _with(disk, _torn(pending, 1, chance))
        case Survivors.SECTORS:
            return _scattered(disk, SECTOR, chance)
        case Survivors.PAGES:
            return _scattered(disk, PAGE, chance)


def _kept(file: File) -> bytearray:
    return file.kept


def _live(file: File) -> bytearray:
    return file.live


def _grown(file: File, filling: Callable[[int], bytes]) -> bytearray:
    missing = len(file.live) - len(file.kept)
    return file.kept + filling(missing) if missing > 0 else file.kept[: len(file.live)]


def _with(disk: Disk, survivors: list[Change]) -> Image:
    """Just these changes reached the disk, one after the other."""
    changed: dict[File, bytearray] = {}
    for change in survivors:
        if not isinstance(change, Name):
            change.apply(changed.setdefault(change.file, bytearray(change.file.kept)))
    return disk.image(set(survivors), lambda file: changed.get(file, file.kept))


def _torn(pending: list[Change], unit: int, chance: Random) -> list[Change]:
    """The last write ends early, at a boundary of ``unit`` bytes within its last page."""
    last = max(i for i, change in enumerate(pending) if isinstance(change, Write))
    write = pending[last]
    assert isinstance(write, Write)
    end = write.start + len(write.data)
    first = max(write.start, (end - 1) // PAGE * PAGE)
    boundaries = range(-(-first // unit) * unit, end, unit)
    stop = max(write.start, chance.choice(boundaries)) if boundaries else write.start
    begun = write.data[: stop - write.start]
    torn = [Write(write.at, write.file, write.start, begun)] if begun else []
    return [*pending[:last], *torn, *pending[last + 1 :]]


def _last(disk: Disk, survivors: list[Change]) -> Image:
    """The sectors that these changes touch are as they were last, all others as they were first."""
    changed: dict[File, bytearray] = {}
    for file, changes in _by_file(disk.pending).items():
        touched = {
            sector
            for change in survivors
            if not isinstance(change, Name) and change.file is file
            for sector in _sectors(change, SECTOR, len(file.live))
        }
        if touched:
            reaches = functools.partial(operator.contains, touched)
            changed[file] = _by_sectors(file, changes, SECTOR, reaches)
            del changed[file][len(file.live) :]
    return disk.image(set(survivors), lambda file: changed.get(file, file.kept))


def _scattered(disk: Disk, unit: int, chance: Random) -> Image:
    """Every sector as it was at some instant since its file's last sync, each at its own."""
    likely = chance.choice((0.1, 0.5, 0.9))
    names = {c for c in disk.pending if isinstance(c, Name) and chance.random() < likely}
    changed: dict[File, bytearray] = {}
    for file, changes in _by_file(disk.pending).items():
        changed[file] = _by_sectors(file, changes, unit, lambda _: chance.random() < likely)
        del changed[file][chance.choice(_lengths(file, changes)) :]
    return disk.image(names, lambda file: changed.get(file, file.kept))


def _by_sectors(
    file: File, changes: list[Write | Length], unit: int, reaches: Callable[[int], bool]
) -> bytearray:
    """The file, as long as it ever was, after those changes that reach each sector.

    A sector that once missed a change keeps what it had: the disk saw no more of it.
    """
    longest = max(_lengths(file, changes))
    contents = bytearray(file.kept).ljust(longest, b"\0")
    missed: set[int] = set()
    for change in changes:
        start, data = _data(change, longest)
        for sector in _sectors(change, unit, longest):
            if sector in missed or not reaches(sector):
                missed.add(sector)
            else:
                low, high = max(start, sector * unit), min(start + len(data), (sector + 1) * unit)
                contents[low:high] = data[low - start : high - start]
    return contents


def _data(change: Write | Length, longest: int) -> tuple[int, bytes]:
    """What the change makes of the bytes it touches, and where; what is cut off becomes zeros."""
    if isinstance(change, Write):
        return change.start, change.data
    return change.length, bytes(max(0, longest - change.length) if change.shortens else 0)


def _sectors(change: Write | Length, unit: int, longest: int) -> range:
    """The sectors that a change touches in a file of that length."""
    start, data = _data(change, longest)
    return range(start // unit, -(-(start + len(data)) // unit)) if data else range(0)


def _by_file(changes: list[Change]) -> dict[File, list[Write | Length]]:
    by_file: dict[File, list[Write | Length]] = {}
    for change in changes:
        if not isinstance(change, Name):
            by_file.setdefault(change.file, []).append(change)
    return by_file


def _lengths(file: File, changes: list[Write | Length]) -> list[int]:
    """The lengths that the file has had since its last sync, in order."""
    lengths = [len(file.kept)]
    for change in changes:
        if isinstance(change, Write):
            lengths.append(max(lengths[-1], change.start + len(change.data)))
        elif change.shortens:
            lengths.append(change.length)
        else:
            lengths.append(max(lengths[-1], change.length))
    return lengths


def _spans_sectors(change: Write | Length) -> bool:
    if isinstance(change, Length):
        return True
    return change.start // SECTOR != (change.start + len(change.data) - 1) // SECTOR
