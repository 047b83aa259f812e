"""What a directory holds, and a directory that holds it."""

from __future__ import annotations

import os
import shutil
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Held:
    """One name in the directory."""

    contents: bytes | bytearray | None
    """None for a directory."""
    permissions: int = 0o644


Image = dict[str, Held]
"""By name relative to the directory; a directory stands before what it holds."""

_built: set[Path] = set()


def read_image(directory: Path) -> Image:
    """What the directory holds; only files and directories."""
    image: Image = {}
    for name, place in _places(directory):
        if place.is_dir():
            image[name] = Held(None, 0o755)
        elif place.is_file():
            image[name] = Held(place.read_bytes(), place.stat().st_mode & 0o7777)
    return image


def inodes(directory: Path) -> dict[str, int]:
    """The inode of every name in the directory, and of itself as "."."""
    found = {name: place.stat().st_ino for name, place in _places(directory)}
    return {".": directory.stat().st_ino} | found


def write_image(image: Image, into: Path) -> None:
    """Make the directory hold this and nothing else.

    What an earlier call left there is removed; ValueError if the directory holds anything else.
    """
    _empty(into)
    for name, held in image.items():
        place = f"{into}/{name}"
        if held.contents is None:
            os.mkdir(place)  # noqa: PTH102, what runs five thousand times
        else:
            file = os.open(place, os.O_CREAT | os.O_EXCL | os.O_WRONLY, held.permissions)
            try:
                rest = memoryview(held.contents)
                while rest:
                    rest = rest[os.write(file, rest) :]
            finally:
                os.close(file)


def _empty(into: Path) -> None:
    into = into.absolute()
    into.mkdir(parents=True, exist_ok=True)
    with os.scandir(into) as found:
        entries = list(found)
    if entries and into not in _built:
        raise ValueError(f"{into} is not empty: a cut is built in a directory of its own")
    _built.add(into)
    for entry in entries:
        if entry.is_dir(follow_symlinks=False):
            shutil.rmtree(entry)
        else:
            os.unlink(entry)  # noqa: PTH108


def _places(directory: Path) -> list[tuple[str, Path]]:
    found = sorted(directory.rglob("*"))
    return [(str(place.relative_to(directory)), place) for place in found if not place.is_symlink()]
