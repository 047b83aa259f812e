"""Settings that drivers of lamps share: which tiles they light, and how brightly."""

from __future__ import annotations

from hardware.config.declare import Setting
from hardware.config.kinds import tile_numbers, whole_number

TILES = Setting(
    "tiles",
    tile_numbers(),
    "the tiles that these are the lamps of, in the order of the lamps",
    default=None,
    default_says="every tile of the box",
)
BRIGHTNESS = Setting("brightness", whole_number(1, 100), "how bright they are, in percent", 50)
