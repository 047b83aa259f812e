"""The icons that a browser installs the pages with, drawn from ``icon.svg`` at build time."""

from __future__ import annotations

import re
import struct
import zlib
from dataclasses import dataclass
from math import sqrt
from pathlib import Path
from xml.etree import ElementTree

SIZES = (192, 512)
TOUCH = 180
"""Pixels of the icon on the home screen of an iPhone."""

SAFE = 0.8
"""What of a maskable icon no mask of any device cuts off."""

SAMPLES = 4
"""Each pixel is the mean of so many points across, and down."""

Colour = tuple[int, int, int]


@dataclass(frozen=True)
class Plank:
    """A rectangle of the picture, whose corners may be round."""

    x: float
    y: float
    width: float
    height: float
    radius: float
    colour: Colour

    def across(self, y: float) -> tuple[float, float] | None:
        """Return from where to where it covers a line; None if it does not reach that far."""
        down = abs(y - self.y - self.height / 2) - self.height / 2
        if down > 0:
            return None
        within = max(0.0, down + self.radius)
        cut = self.radius - sqrt(self.radius**2 - within**2)
        return self.x + cut, self.x + self.width - cut


def write_icons(picture: Path, folder: Path) -> None:
    """Write the icons of all sizes beside each other, as PNG."""
    planks, side = _read(picture)
    for size in SIZES:
        (folder / f"icon-{size}.png").write_bytes(_png(planks, side, size))
        whole = _full(planks, side)
        (folder / f"icon-{size}-maskable.png").write_bytes(_png(whole, side, size, SAFE))
    (folder / f"icon-{TOUCH}.png").write_bytes(_png(_full(planks, side), side, TOUCH))


def _read(picture: Path) -> tuple[list[Plank], float]:
    """Return the rectangles of a picture, from the back to the front, and how wide it is.

    Raises ValueError for anything else in it, which would be missing on the icons.
    """
    root = ElementTree.fromstring(picture.read_text(encoding="utf-8"))
    side = float(root.attrib["viewBox"].split()[2])
    planks = []
    for shape in root:
        if not shape.tag.endswith("}rect"):
            raise ValueError(f"{picture.name} has a {shape.tag}, and icons are drawn of rectangles")
        x, y, width, height, radius = (
            float(shape.get(name, "0")) for name in ("x", "y", "width", "height", "rx")
        )
        red, green, blue = (int(pair, 16) for pair in re.findall("..", shape.attrib["fill"][1:]))
        planks.append(Plank(x, y, width, height, radius, (red, green, blue)))
    return planks, side


def _full(planks: list[Plank], side: float) -> list[Plank]:
    """Return the picture with the wood at its back without an edge: the device gives it one."""
    return [Plank(-side, -side, 3 * side, 3 * side, 0, planks[0].colour), *planks[1:]]


def _png(planks: list[Plank], side: float, size: int, scale: float = 1) -> bytes:
    """Return the picture as a file, its middle enlarged by ``scale``."""
    rows = b"".join(b"\0" + _row(planks, side, size, scale, row) for row in range(size))
    header = struct.pack(">IIBBBBB", size, size, 8, 6, 0, 0, 0)
    pieces = ((b"IHDR", header), (b"IDAT", zlib.compress(rows, 9)), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(_chunk(name, data) for name, data in pieces)


def _chunk(name: bytes, data: bytes) -> bytes:
    check = zlib.crc32(name + data)
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", check)


def _row(planks: list[Plank], side: float, size: int, scale: float, row: int) -> bytes:
    lines = [
        _line(planks, side, size, scale, row + (down + 0.5) / SAMPLES) for down in range(SAMPLES)
    ]
    pixels = bytearray()
    for first in range(0, size * SAMPLES, SAMPLES):
        pixels += _mean(planks, b"".join(line[first : first + SAMPLES] for line in lines))
    return bytes(pixels)


def _line(planks: list[Plank], side: float, size: int, scale: float, at: float) -> bytes:
    """Return which plank, from 1, is in front at each point of a line; 0 where there is none."""
    points = size * SAMPLES
    line = bytearray(points)
    for number, plank in enumerate(planks, start=1):
        if covered := plank.across(side * ((at / size - 0.5) / scale + 0.5)):
            first, last = (
                min(points, max(0, round(points * ((x / side - 0.5) * scale + 0.5))))
                for x in covered
            )
            line[first:last] = bytes([number]) * (last - first)
    return bytes(line)


def _mean(planks: list[Plank], points: bytes) -> bytes:
    """Return the red, green, blue and cover of a pixel with these points."""
    seen = [planks[number - 1].colour for number in points if number]
    if not seen:
        return bytes(4)
    mean = [sum(colour[channel] for colour in seen) // len(seen) for channel in range(3)]
    return bytes([*mean, 255 * len(seen) // len(points)])
