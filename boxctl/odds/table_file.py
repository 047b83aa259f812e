"""The file that keeps the solved table of "The 300", checked before anything in it is believed.

A head of fixed form, the CRC-32 of each chunk of the table, and the table: doubles, the lowest
byte first. The head has a SHA-256 of itself and of the checksums, so that reading a few worths
costs a few chunks, not a quarter of a gigabyte.
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
"""Changes whenever the same place of a table would mean something else."""

CHUNK = 16 * 1024
DOUBLE = 8
_HEAD = struct.Struct("<12sIIQ")
_DIGEST = 32


class NotBelieved(Exception):
    """The file is not a whole, undamaged table of this version; the text says why."""


def table_path(name: str) -> Path:
    """Where the table of this name is kept: in the cache directory of the XDG specification."""
    cache = os.environ.get("XDG_CACHE_HOME", "")
    # The specification has relative paths ignored.
    directory = Path(cache) if cache.startswith("/") else Path.home() / ".cache"
    return directory / "boxctl" / f"{name}.odds"


class OddsFile(Sequence[float]):
    """The table in a file. A chunk is checked when the first number of it is asked for.

    Raises :class:`OSError` for a file that cannot be opened and :class:`NotBelieved`, at once or
    when a number is asked for, for one that is not to be believed. Close it, or use it in a
    ``with``.
    """

    def __init__(self, path: Path, length: int) -> None:
        with path.open("rb") as file:
            size = os.fstat(file.fileno()).st_size
            if size != _start_of_table(length) + length * DOUBLE:
                raise NotBelieved(f"it has {size} bytes")
            self._map = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
        self._length = length
        self._checked: set[int] = set()
        try:
            self._checksums = self._read_head()
        except NotBelieved:
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
        """Let go of the file."""
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

    def whole(self) -> memoryview:
        """All numbers, every one of them checked, as doubles of this machine."""
        for chunk in range(_chunks(self._length)):
            self._check(chunk)
        numbers = array("d")
        with memoryview(self._map) as file, file[_start_of_table(self._length) :] as table:
            numbers.frombytes(table)
        if sys.byteorder == "big":
            numbers.byteswap()
        return memoryview(numbers)

    def _read_head(self) -> tuple[int, ...]:
        head = self._map[: _HEAD.size]
        if head != _head(self._length):
            raise NotBelieved("it is no table of this version of boxctl")
        chunks = _chunks(self._length)
        end = _HEAD.size + 4 * chunks
        if sha256(self._map[:end]).digest() != self._map[end : end + _DIGEST]:
            raise NotBelieved("its checksums are damaged")
        return struct.unpack_from(f"<{chunks}I", self._map, _HEAD.size)

    def _check(self, chunk: int) -> None:
        if chunk in self._checked:
            return
        start = _start_of_table(self._length) + chunk * CHUNK
        if crc32(self._map[start : start + CHUNK]) != self._checksums[chunk]:
            raise NotBelieved(f"it is damaged near byte {start}")
        self._checked.add(chunk)


def write_odds(path: Path, numbers: memoryview) -> None:
    """Write the table, whole or not at all. ``numbers`` are doubles of this machine.

    Raises :class:`OSError` where it cannot be written.
    """
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
