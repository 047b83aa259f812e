"""The colour of each material and part, in 24 bits, in 256 and in 16 colours.

The dark palette is lamplight on oiled wood, the light one pale wood on a sheet of warm paper.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from typing import NamedTuple


class ColourDepth(Enum):
    """The number of colours of a terminal."""

    TRUE = "24-bit"
    XTERM = "256"
    ANSI = "16"


class Tint(NamedTuple):
    """A colour in each depth: ``#rrggbb``, a number of xterm's 256, a number of the 16.

    ``bold`` is for ink only.
    """

    true: str
    xterm: int
    ansi: int
    bold: bool = False


Palette = Mapping[str, Tint]
"""A tint for every name of an ink or a ground."""

_CUBE = (0, 95, 135, 175, 215, 255)


def xterm_rgb(number: int) -> str:
    """Return the colour of a number from 16 to 255 of xterm's 256 colours, as ``#rrggbb``."""
    if number >= 232:
        grey = 8 + 10 * (number - 232)
        return f"#{grey:02x}{grey:02x}{grey:02x}"
    red, rest = divmod(number - 16, 36)
    green, blue = divmod(rest, 6)
    return f"#{_CUBE[red]:02x}{_CUBE[green]:02x}{_CUBE[blue]:02x}"


DARK: Palette = {
    # The page, its panels and lines.
    "page": Tint("#171310", 233, 0),
    "panel": Tint("#221b15", 234, 0),
    "header": Tint("#4a3019", 94, 4),
    "footer": Tint("#2c221a", 235, 0),
    "plaque": Tint("#30261c", 236, 0),
    "plaque-refused": Tint("#64201a", 52, 1),
    "plaque-no-move": Tint("#33304a", 237, 4),
    "plaque-won": Tint("#e5b842", 221, 11),
    "plaque-gleam": Tint("#fff0bd", 230, 15),
    "plaque-doubt": Tint("#4d3c0a", 58, 5),
    "plaque-asks": Tint("#17395c", 24, 4),
    # Words.
    "plain": Tint("#e6dccb", 253, 7),
    "dark": Tint("#a99b85", 144, 7),
    "rule": Tint("#4d3d2c", 239, 8),
    "title": Tint("#f6e7cb", 230, 15, bold=True),
    "turn": Tint("#ffc857", 221, 11, bold=True),
    "hint": Tint("#e8c27a", 222, 11),
    "newest": Tint("#fff4de", 230, 15, bold=True),
    "money": Tint("#8fd694", 114, 10),
    "good": Tint("#8fd694", 114, 10),
    "bad": Tint("#ff9580", 210, 9),
    "said": Tint("#fff4de", 230, 15, bold=True),
    "said-refused": Tint("#ffe9e3", 255, 15, bold=True),
    "said-no-move": Tint("#e9e6ff", 189, 15, bold=True),
    "said-won": Tint("#241503", 234, 0, bold=True),
    "said-doubt": Tint("#fff0bf", 230, 15, bold=True),
    "said-asks": Tint("#e3f1ff", 255, 15, bold=True),
    "seat-1": Tint("#ffc857", 221, 11),
    "seat-2": Tint("#7cc4ff", 117, 14),
    "seat-3": Tint("#8fd694", 114, 10),
    "seat-4": Tint("#ff9eb5", 211, 13),
    "seat-5": Tint("#c9a7ff", 183, 9),
    "seat-6": Tint("#6fd8c8", 80, 15),
    # The frame and what is behind the tiles.
    "frame": Tint("#5f3d23", 94, 3),
    "frame-light": Tint("#81562f", 130, 3),
    "frame-grain": Tint("#553519", 58, 3),
    "frame-edge": Tint("#2c1a0d", 235, 0),
    "back": Tint("#3a2818", 236, 8),
    "brass": Tint("#d4a63c", 136, 11),
    "brass-light": Tint("#ffe9a6", 229, 15),
    "back-shade": Tint("#241810", 234, 0),
    # Lamps and signs.
    "lamp": Tint("#ffe27a", 230, 11, bold=True),
    "lamp-glow": Tint("#7a4f18", 130, 0),
    "lamp-off": Tint("#d8b07a", 230, 15),
    "sign-asked": Tint("#fff1e6", 255, 15, bold=True),
    "sign-asked-ground": Tint("#a32c20", 88, 4),
    "sign-moved": Tint("#ffe7c4", 231, 15, bold=True),
    "sign-sensor": Tint("#241503", 234, 0, bold=True),
    "sign-sensor-ground": Tint("#ffd23f", 221, 11),
    # Tiles: standing, shut, moved in this turn, asked for, not in play.
    "tile": Tint("#c9965a", 179, 3),
    "tile-light": Tint("#e6bf88", 222, 11),
    "tile-grain": Tint("#bf8b4f", 180, 3),
    "tile-shade": Tint("#8a5d30", 94, 3),
    "tile-plate": Tint("#c9965a", 179, 0),
    "tile-number": Tint("#2b1808", 234, 11, bold=True),
    "tile-engraved": Tint("#2b1808", 234, 0),
    "shut": Tint("#70492a", 94, 1),
    "shut-light": Tint("#8d6341", 136, 9),
    "shut-grain": Tint("#684327", 94, 1),
    "shut-shade": Tint("#432a16", 235, 0),
    "shut-plate": Tint("#70492a", 94, 1),
    "shut-number": Tint("#f3deba", 230, 15, bold=True),
    "shut-engraved": Tint("#f3deba", 230, 15),
    "moved": Tint("#8f4a24", 130, 5),
    "moved-light": Tint("#b8713f", 173, 13),
    "moved-grain": Tint("#86431f", 130, 5),
    "moved-shade": Tint("#562a12", 52, 0),
    "moved-plate": Tint("#8f4a24", 130, 5),
    "moved-number": Tint("#ffecd0", 231, 15, bold=True),
    "moved-engraved": Tint("#ffecd0", 231, 15),
    "asked": Tint("#a32c20", 124, 4),
    "asked-light": Tint("#d05a48", 167, 12),
    "asked-grain": Tint("#99281d", 124, 4),
    "asked-shade": Tint("#661811", 52, 0),
    "asked-plate": Tint("#a32c20", 124, 4),
    "asked-number": Tint("#fff3ea", 231, 15, bold=True),
    "asked-engraved": Tint("#fff3ea", 231, 15),
    "idle": Tint("#4b4138", 240, 8),
    "idle-light": Tint("#5d5248", 245, 7),
    "idle-grain": Tint("#463c34", 240, 8),
    "idle-shade": Tint("#302822", 235, 0),
    "idle-plate": Tint("#4b4138", 240, 0),
    "idle-number": Tint("#d5c9b8", 254, 15),
    "idle-engraved": Tint("#d5c9b8", 254, 15),
    # The felt and the dice.
    "felt": Tint("#1f6b46", 22, 2),
    "felt-shade": Tint("#175238", 22, 2),
    "felt-dusk": Tint("#195a3b", 22, 2),
    "felt-shadow": Tint("#113d28", 233, 0),
    "figures": Tint("#fffaf0", 231, 0, bold=True),
    "ivory": Tint("#f1e6cf", 230, 15),
    "ivory-light": Tint("#fffdf6", 231, 15),
    "ivory-shade": Tint("#c9b894", 144, 7),
    "pip": Tint("#2a1c12", 234, 0),
    "die-figure": Tint("#2a1c12", 234, 0, bold=True),
    "spark": Tint("#fff2b0", 229, 15),
    "paper-1": Tint("#ff8a7a", 210, 13),
    "paper-2": Tint("#8fc7ff", 153, 14),
    "paper-3": Tint("#ffd23f", 221, 11),
}


LIGHT: Palette = {
    # The page, its panels and lines.
    "page": Tint("#f3ecdf", 255, 15),
    "panel": Tint("#e9dfcb", 254, 15),
    "header": Tint("#7d4f28", 94, 4),
    "footer": Tint("#ddcfb6", 253, 7),
    "plaque": Tint("#fffaee", 231, 15),
    "plaque-refused": Tint("#8f2318", 88, 1),
    "plaque-no-move": Tint("#4b4a70", 60, 4),
    "plaque-won": Tint("#e0a92b", 178, 11),
    "plaque-gleam": Tint("#fff0bd", 230, 7),
    "plaque-doubt": Tint("#6b5206", 94, 5),
    "plaque-asks": Tint("#1c4f7d", 24, 4),
    # Words.
    "plain": Tint("#2b2118", 235, 0),
    "dark": Tint("#66563f", 240, 0),
    "rule": Tint("#c4b394", 250, 7),
    "title": Tint("#fff6e6", 231, 15, bold=True),
    "turn": Tint("#8a4700", 58, 4, bold=True),
    "hint": Tint("#7a4300", 58, 4),
    "newest": Tint("#170f08", 233, 0, bold=True),
    "money": Tint("#1d6030", 22, 4),
    "good": Tint("#1d6030", 22, 4),
    "bad": Tint("#a3220f", 88, 1),
    "said": Tint("#1d140c", 233, 0, bold=True),
    "said-refused": Tint("#fff1ec", 255, 15, bold=True),
    "said-no-move": Tint("#f4f3ff", 255, 15, bold=True),
    "said-won": Tint("#241503", 234, 0, bold=True),
    "said-doubt": Tint("#fff4d6", 230, 15, bold=True),
    "said-asks": Tint("#eef6ff", 255, 15, bold=True),
    "seat-1": Tint("#8a4700", 58, 4),
    "seat-2": Tint("#0b558f", 25, 5),
    "seat-3": Tint("#1d6030", 22, 3),
    "seat-4": Tint("#9c1f55", 125, 1),
    "seat-5": Tint("#5b35a3", 54, 8),
    "seat-6": Tint("#07605f", 23, 0),
    # The frame and what is behind the tiles.
    "frame": Tint("#8f5c2d", 94, 3),
    "frame-light": Tint("#b98246", 137, 3),
    "frame-grain": Tint("#855326", 94, 3),
    "frame-edge": Tint("#5f3a18", 58, 0),
    "back": Tint("#7a5633", 94, 8),
    "brass": Tint("#c9962b", 136, 11),
    "brass-light": Tint("#fff0bd", 230, 15),
    "back-shade": Tint("#5a3d22", 58, 0),
    # Lamps and signs.
    "lamp": Tint("#fff3a6", 230, 11, bold=True),
    "lamp-glow": Tint("#7a4f18", 130, 0),
    "lamp-off": Tint("#fff1d8", 230, 15),
    "sign-asked": Tint("#fff1e6", 255, 15, bold=True),
    "sign-asked-ground": Tint("#a32c20", 88, 4),
    "sign-moved": Tint("#ffffff", 231, 15, bold=True),
    "sign-sensor": Tint("#241503", 234, 0, bold=True),
    "sign-sensor-ground": Tint("#ffd23f", 221, 11),
    # Tiles: standing, shut, moved in this turn, asked for, not in play.
    "tile": Tint("#efcd97", 222, 3),
    "tile-light": Tint("#fde8c3", 230, 11),
    "tile-grain": Tint("#e6c188", 223, 3),
    "tile-shade": Tint("#bd9257", 137, 3),
    "tile-plate": Tint("#efcd97", 222, 0),
    "tile-number": Tint("#3a2109", 234, 11, bold=True),
    "tile-engraved": Tint("#3a2109", 234, 0),
    "shut": Tint("#8a5c35", 94, 1),
    "shut-light": Tint("#a57548", 137, 9),
    "shut-grain": Tint("#7d522d", 94, 1),
    "shut-shade": Tint("#5d3b1f", 58, 0),
    "shut-plate": Tint("#8a5c35", 94, 1),
    "shut-number": Tint("#fff3dc", 231, 15, bold=True),
    "shut-engraved": Tint("#fff3dc", 231, 15),
    "moved": Tint("#9a4a20", 130, 5),
    "moved-light": Tint("#c07440", 173, 13),
    "moved-grain": Tint("#90431b", 130, 5),
    "moved-shade": Tint("#62300f", 52, 0),
    "moved-plate": Tint("#9a4a20", 130, 5),
    "moved-number": Tint("#fff1de", 231, 15, bold=True),
    "moved-engraved": Tint("#fff1de", 231, 15),
    "asked": Tint("#b0301f", 124, 4),
    "asked-light": Tint("#d8624e", 167, 12),
    "asked-grain": Tint("#a52b1b", 124, 4),
    "asked-shade": Tint("#741c12", 52, 0),
    "asked-plate": Tint("#b0301f", 124, 4),
    "asked-number": Tint("#fff6f0", 231, 15, bold=True),
    "asked-engraved": Tint("#fff6f0", 231, 15),
    "idle": Tint("#8f8474", 246, 8),
    "idle-light": Tint("#a59a89", 250, 7),
    "idle-grain": Tint("#8c8171", 246, 8),
    "idle-shade": Tint("#6a6052", 242, 0),
    "idle-plate": Tint("#8f8474", 246, 0),
    "idle-number": Tint("#1c1712", 233, 15),
    "idle-engraved": Tint("#1c1712", 233, 15),
    # The felt and the dice.
    "felt": Tint("#2b8253", 29, 2),
    "felt-shade": Tint("#216743", 22, 2),
    "felt-dusk": Tint("#257247", 22, 2),
    "felt-shadow": Tint("#1a5537", 22, 0),
    "figures": Tint("#ffffff", 231, 0, bold=True),
    "ivory": Tint("#fbf4e4", 230, 15),
    "ivory-light": Tint("#ffffff", 231, 15),
    "ivory-shade": Tint("#d3c3a0", 187, 7),
    "pip": Tint("#2a1c12", 234, 0),
    "die-figure": Tint("#2a1c12", 234, 0, bold=True),
    "spark": Tint("#fff6c4", 230, 15),
    "paper-1": Tint("#ffb3a6", 217, 13),
    "paper-2": Tint("#bfe0ff", 153, 14),
    "paper-3": Tint("#ffe27a", 221, 11),
}
