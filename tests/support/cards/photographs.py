"""Photographs of a card, as a phone takes them in a pub."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest

TILTS = ((0, 0.5), (4, 1.5), (-7, 2.0), (13, 1.5))
"""How many degrees a card is turned, and the radius of the blur in dots."""


def photographed(card: Path, photo: Path, degrees: float, blur: float) -> Any:
    """Photograph a card on a table: small, tilted, from the side, blurred, noisy, and in JPEG."""
    image_of, filters = (pytest.importorskip(f"PIL.{name}") for name in ("Image", "ImageFilter"))
    random = Random(5)
    with image_of.open(card) as drawn:
        wide, high = drawn.size
        table = image_of.new("L", (wide + 400, high + 400), 90)
        table.paste(drawn.convert("L"), (200, 200))
    turned = table.rotate(degrees, image_of.Resampling.BICUBIC, fillcolor=90)
    wide, high = turned.size
    # From the side: what is farther away is smaller.
    corners = (60, 90, 0, high, wide, high - 40, wide - 140, 0)
    seen = turned.transform(
        (wide, high), image_of.Transform.QUAD, corners, image_of.Resampling.BICUBIC
    )
    seen = seen.resize((wide * 3 // 4, high * 3 // 4)).filter(filters.GaussianBlur(blur))
    noise = image_of.frombytes("L", seen.size, random.randbytes(seen.width * seen.height))
    image_of.blend(seen, noise, 0.15).save(photo, quality=40)
    return image_of.open(photo)
