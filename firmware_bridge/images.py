"""The images of the firmware that come with boxctl, so that nobody compiles to flash one.

A wheel and the Debian package have them in ``images``, where ``packaging/firmware_images.py`` puts
them. One is taken only for the very sources that it was built from: where those were changed, and
for a pin table of one's own, the firmware is compiled.
"""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

from firmware_bridge.build_firmware import Chip, FirmwareBuild, build, fingerprint, tables
from groundwork.faults import Fault
from groundwork.frozen_dataclass import frozen_dataclass
from groundwork.language import tr
from groundwork.system.programs import run_program

IMAGES = Path(__file__).parent / "images"
"""Where they are, with what is known of each in :data:`LIST`."""

LIST = "images.json"

ENDINGS = {Chip.ATMEGA328P: "hex", Chip.RP2040: "uf2"}
"""The kind of file that each chip is flashed with."""

_SIZE_TOOLS = {Chip.ATMEGA328P: "avr-size", Chip.RP2040: "arm-none-eabi-size"}
_SIZE_SECONDS = 10


@frozen_dataclass
class Image:
    """A file to flash, and the bytes of flash and of memory that its firmware takes."""

    table: str
    chip: Chip
    file: Path
    flash: int
    memory: int


def image_for(
    table: str,
    chip: Chip = Chip.ATMEGA328P,
    *,
    dice: int | None = None,
    sides: int | None = None,
) -> Image:
    """Return the image of this pin table: the one that is there, or one that is built now.

    Raises Fault as :func:`~firmware_bridge.build_firmware.build` does.
    """
    there = ready_image(table, chip) if dice is None and sides is None else None
    return there or measured(build(table, dice=dice, sides=sides, chip=chip))


def ready_image(table: str, chip: Chip, folder: Path | None = None) -> Image | None:
    """Return the image that is there for this table; None if it is of other sources, or damaged."""
    if table not in tables(chip):
        return None
    folder = IMAGES if folder is None else folder
    file = folder / f"{table}.{ENDINGS[chip]}"
    try:
        known = json.loads((folder / LIST).read_text(encoding="utf-8"))[file.name]
        content = file.read_bytes()
    except (OSError, ValueError, KeyError):
        return None
    if known["sources"] != fingerprint(table, chip) or known["sha256"] != _sha256(content):
        return None
    return Image(table, chip, file, known["flash"], known["memory"])


def measured(built: FirmwareBuild) -> Image:
    """Return the image of a build. Raises Fault BX509 if the compiler's tool cannot measure it."""
    ended = run_program([_SIZE_TOOLS[built.chip], str(built.elf)], _SIZE_SECONDS)
    if ended.status != 0:
        raise Fault(
            "BX509",
            tr("the firmware {elf} cannot be measured; build it anew", elf=built.elf),
        )
    text, data, bss = map(int, ended.output.splitlines()[1].split()[:3])
    # An RP2040 copies its firmware into memory, and runs it there.
    memory = data + bss + (text if built.chip is Chip.RP2040 else 0)
    return Image(built.table, built.chip, built.image, text + data, memory)


def known_of(image: Image) -> dict[str, Any]:
    """Return what the list tells of an image."""
    return {
        "sources": fingerprint(image.table, image.chip),
        "sha256": _sha256(image.file.read_bytes()),
        "flash": image.flash,
        "memory": image.memory,
    }


def _sha256(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()
