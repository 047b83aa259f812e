"""Dice that show what is wanted, on the real firmware: a hand in the generator's buffer.

All else is as ever: the button, the health of the noise, the drawing of bytes, the lasting memory,
the link.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from firmware_bridge.build_firmware import SOURCES, FirmwareBuild, address_of
from tests.support.firmware.probed_chip import ProbedChip, ProbedPico

_HASH = 32
(_NOISE,) = re.findall(r"#define NOISE_BLOCK (\d+)", (SOURCES / "generator.h").read_text())
_LEFT, _GATHERED = _HASH, _HASH + 1 + int(_NOISE)
"""Where they are in ``struct generator_buffer``."""


class LoadedDice:
    """The buffer of what the generator has drawn and not given yet."""

    def __init__(self, built: FirmwareBuild, chip: ProbedChip | ProbedPico) -> None:
        self._chip = chip
        self._at = address_of("buffer", built)

    def show(self, values: Sequence[int]) -> None:
        """The next throw shows these, if it is made within 40 ms."""
        # The last byte that was drawn is given first; a die of six shows one more than its byte
        # modulo six. New noise would throw all of it away.
        drawn = bytes(value - 1 for value in reversed(values))
        self._chip.write_memory(self._at, drawn)
        self._chip.write_memory(self._at + _LEFT, bytes([len(drawn)]))
        self._chip.write_memory(self._at + _GATHERED, b"\0")
