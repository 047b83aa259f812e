"""The file of the solved table of "The 300"; nothing in it is used before it is checked.

A head, the CRC-32 of each chunk, a SHA-256 of both, and the table as little-endian doubles. A few
worths cost a few chunks of 16 KiB, not 256 MiB.
"""

from __future__ import annotations

import mmap
import os
import struct
import sys
from array import array
from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path
from tempfile import NamedTemporaryFile
from types import TracebackType
from typing import Self, overload
from zlib import crc32

MAGIC = b"boxctl odds\n"
VERSION = 1
"""Raise it whenever an index of the table means another position or aim."""

CHUNK = 16 * 1024
DOUBLE = 8
_HEAD = struct.Struct("<12sIIQ")
_DIGEST = 32


class DamagedTable(Exception):
    """The file is not a complete, undamaged table of this version; the text says why."""


def table_path(name: str) -> Path:
    """Return the table's path in the cache directory of the XDG base directory specification."""
    cache = os.environ.get("XDG_CACHE_HOME", "")
    # The specification says to ignore relative paths.
    directory = Path(cache) if cache.startswith("/") else Path.home() / ".cache"
    return directory / "boxctl" / f"{name}.odds"


class TableFile(Sequence[float]):
    """The table in a file, memory-mapped; a chunk is checked before its first number is returned.

    A context manager. Raises :class:`OSError` if the file cannot be opened and
    :class:`DamagedTable`, at once or on reading, if it is damaged. Not thread-safe.
    """

    def __init__(self, path: Path, length: int) -> None:
        with path.open("rb") as file:
            size = os.fstat(file.fileno()).st_size
            if size != _start_of_table(length) + length * DOUBLE:
                raise DamagedTable(f"it has {size} bytes")
            self._map = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
        self._length = length
        self._checked: set[int] = set()
        try:
            self._checksums = self._read_head()
        except DamagedTable:
            self.close()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        raised: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """Unmap the file."""
        self._map.close()

    def __len__(self) -> int:
        return self._length

    @overload
    def __getitem__(self, place: int) -> float: ...
    @overload
    def __getitem__(self, place: slice) -> Sequence[float]: ...
    def __getitem__(self, place: int | slice) -> float | Sequence[float]:
        if isinstance(place, slice):
            return [self[one] for one in range(*place.indices(self._length))]
        if not 0 <= place < self._length:
            raise IndexError(place)
        self._check(place * DOUBLE // CHUNK)
        at = _start_of_table(self._length) + place * DOUBLE
        number: float = struct.unpack_from("<d", self._map, at)[0]
        return number

    def check(self) -> None:
        """Check all chunks: nothing that is read later raises. Raises :class:`DamagedTable`."""
        for chunk in range(_chunks(self._length)):
            self._check(chunk)

    def whole(self) -> memoryview:
        """Check and return all numbers as native doubles: a copy of 256 MiB."""
        self.check()
        numbers = array("d")
        with memoryview(self._map) as file, file[_start_of_table(self._length) :] as table:
            numbers.frombytes(table)
        if sys.byteorder == "big":
            numbers.byteswap()
        return memoryview(numbers)

    def _read_head(self) -> tuple[int, ...]:
        head = self._map[: _HEAD.size]
        if head != _head(self._length):
            raise DamagedTable("it is no table of this version of boxctl")
        chunks = _chunks(self._length)
        end = _HEAD.size + 4 * chunks
        if sha256(self._map[:end]).digest() != self._map[end : end + _DIGEST]:
            raise DamagedTable("its checksums are damaged")
        return struct.unpack_from(f"<{chunks}I", self._map, _HEAD.size)

    def _check(self, chunk: int) -> None:
        if chunk in self._checked:
            return
        start = _start_of_table(self._length) + chunk * CHUNK
        if crc32(self._map[start : start + CHUNK]) != self._checksums[chunk]:
            raise DamagedTable(f"it is damaged near byte {start}")
        self._checked.add(chunk)


def write_table(path: Path, numbers: memoryview) -> None:
    """Write native doubles as a table, atomically. Raises :class:`OSError` if that fails."""
    if sys.byteorder == "big":
        swapped = array("d", numbers.tobytes())
        swapped.byteswap()
        numbers = memoryview(swapped)
    numbers = numbers.cast("B")
    length = len(numbers) // DOUBLE
    checksums = (crc32(numbers[start : start + CHUNK]) for start in range(0, len(numbers), CHUNK))
    head = _head(length) + struct.pack(f"<{_chunks(length)}I", *checksums)
    head += sha256(head).digest()
    path.parent.mkdir(parents=True, exist_ok=True)
    with NamedTemporaryFile(dir=path.parent, prefix=path.name, delete=False) as file:
        try:
            file.write(head.ljust(_start_of_table(length), b"\0"))
            file.write(numbers)
            file.flush()
            os.fsync(file.fileno())
            Path(file.name).replace(path)
        except BaseException:
            Path(file.name).unlink(missing_ok=True)
            raise


def _head(length: int) -> bytes:
    return _HEAD.pack(MAGIC, VERSION, CHUNK, length)


def _chunks(length: int) -> int:
    return -(-length * DOUBLE // CHUNK)


def _start_of_table(length: int) -> int:
    head = _HEAD.size + 4 * _chunks(length) + _DIGEST
    return -(-head // CHUNK) * CHUNK
