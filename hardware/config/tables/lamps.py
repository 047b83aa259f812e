"""Settings that drivers of lamps share: which tiles they light, and how brightly."""

from __future__ import annotations

from groundwork.language import message
from hardware.config.declare import Setting
from hardware.config.kinds import tile_numbers, whole_number

TILES = Setting(
    "tiles",
    tile_numbers(),
    message("the tiles that these are the lamps of, in the order of the lamps"),
    default=None,
    default_says=message("every tile of the box"),
)
BRIGHTNESS = Setting(
    "brightness", whole_number(1, 100), message("how bright they are, in percent"), 50
)
