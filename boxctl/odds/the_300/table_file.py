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

from groundwork.language import tr
from groundwork.system.users import usual_folder

MAGIC = b"boxctl odds\n"
VERSION = 1
"""Raise it whenever an index of the table means another position or aim."""

CHUNK = 16 * 1024
DOUBLE = 8
CHECKSUM = 4
DIGEST = 32
"""Bytes of a checksum, and of the digest of the head with all checksums."""

HEAD = struct.Struct("<12sIIQ")


class DamagedTable(Exception):
    """The file is not a complete, undamaged table of this version; the text says why."""


def table_path(name: str) -> Path:
    """Return the table's path in the cache directory of this user."""
    cache = os.environ.get("XDG_CACHE_HOME", "")
    # The specification says to ignore relative paths.
    directory = cache if cache.startswith("/") else usual_folder("cache")
    return Path(directory) / "boxctl" / f"{name}.odds"


class TableFile(Sequence[float]):
    """The table in a file, memory-mapped; a chunk is checked before its first number is returned.

    A context manager. Raises :class:`OSError` if the file cannot be opened and
    :class:`DamagedTable`, at once or on reading, if it is damaged. Not thread-safe.
    """

    def __init__(self, path: Path, length: int) -> None:
        with path.open("rb") as file:
            size = os.fstat(file.fileno()).st_size
            if size != start_of_table(length) + length * DOUBLE:
                raise DamagedTable(tr("it has {size} bytes", size=size))
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
        at = start_of_table(self._length) + place * DOUBLE
        number: float = struct.unpack_from("<d", self._map, at)[0]
        return number

    def check(self) -> None:
        """Check all chunks: nothing that is read later raises. Raises :class:`DamagedTable`."""
        for chunk in range(chunks_in(self._length)):
            self._check(chunk)

    def whole(self) -> memoryview:
        """Check and return all numbers as native doubles: a copy of 256 MiB."""
        self.check()
        with memoryview(self._map) as file, file[start_of_table(self._length) :] as table:
            return native_doubles(table)

    def _read_head(self) -> tuple[int, ...]:
        head = self._map[: HEAD.size]
        if head != head_of(self._length):
            raise DamagedTable(tr("it is no table of this version of boxctl"))
        chunks = chunks_in(self._length)
        end = HEAD.size + CHECKSUM * chunks
        if sha256(self._map[:end]).digest() != self._map[end : end + DIGEST]:
            raise DamagedTable(tr("its checksums are damaged"))
        return struct.unpack_from(f"<{chunks}I", self._map, HEAD.size)

    def _check(self, chunk: int) -> None:
        if chunk in self._checked:
            return
        start = start_of_table(self._length) + chunk * CHUNK
        if crc32(self._map[start : start + CHUNK]) != self._checksums[chunk]:
            raise DamagedTable(tr("it is damaged near byte {start}", start=start))
        self._checked.add(chunk)


def write_table(path: Path, numbers: memoryview) -> None:
    """Write native doubles as a table, atomically. Raises :class:`OSError` if that fails."""
    content = in_file_order(numbers)
    length = len(content) // DOUBLE
    head = head_of(length) + pack_checksums(content)
    head += sha256(head).digest()
    path.parent.mkdir(parents=True, exist_ok=True)
    with NamedTemporaryFile(dir=path.parent, prefix=path.name, delete=False) as file:
        try:
            file.write(head.ljust(start_of_table(length), b"\0"))
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
            # Windows replaces by no file that is open.
            file.close()
            Path(file.name).replace(path)
        except BaseException:
            Path(file.name).unlink(missing_ok=True)
            raise


def head_of(length: int) -> bytes:
    """Return the head of a file with so many doubles."""
    return HEAD.pack(MAGIC, VERSION, CHUNK, length)


def chunks_in(length: int) -> int:
    """Return how many chunks so many doubles take."""
    return -(-length * DOUBLE // CHUNK)


def start_of_table(length: int) -> int:
    """Return the place of the first double in the file, in bytes; a whole number of chunks."""
    head = HEAD.size + CHECKSUM * chunks_in(length) + DIGEST
    return -(-head // CHUNK) * CHUNK


def pack_checksums(content: memoryview) -> bytes:
    """Return the checksums of the chunks of ``content``, as the file has them."""
    starts = range(0, len(content), CHUNK)
    checksums = [crc32(content[start : start + CHUNK]) for start in starts]
    return struct.pack(f"<{len(checksums)}I", *checksums)


def in_file_order(numbers: memoryview) -> memoryview:
    """Return the bytes of native doubles as the file has them: little-endian."""
    if sys.byteorder == "big":
        swapped = array("d", numbers.tobytes())
        swapped.byteswap()
        numbers = memoryview(swapped)
    return numbers.cast("B")


def native_doubles(content: bytes | memoryview) -> memoryview:
    """Return a copy of the doubles of a file in the byte order of this machine."""
    numbers = array("d")
    numbers.frombytes(content)
    if sys.byteorder == "big":
        numbers.byteswap()
    return memoryview(numbers)
