"""``make firmware``: put the images of the firmware where the packages of boxctl take them.

They are in no repository. Of those that are there already and of these sources nothing is compiled.
"""

from __future__ import annotations

import json
import shutil
import sys
from pathlib import Path

from firmware_bridge.build_firmware import Chip, build, tables
from firmware_bridge.images import ENDINGS, IMAGES, LIST, Image, known_of, measured, ready_image
from groundwork.faults import Fault


def write_images(folder: Path = IMAGES) -> list[Image]:
    """Build what is not there yet, remove what is of no table, and return all images.

    Raises Fault BX508 if a compiler is missing, BX509 if something does not build.
    """
    every = [(table, chip) for chip in Chip for table in tables(chip)]
    images = [
        ready_image(table, chip, folder) or _written(measured(build(table, chip=chip)), folder)
        for table, chip in every
    ]
    known = {image.file.name: known_of(image) for image in images}
    (folder / LIST).write_text(json.dumps(known, indent=1) + "\n", encoding="utf-8")
    for other in set(folder.iterdir()) - {folder / LIST, *(image.file for image in images)}:
        other.unlink()
    return images


def _written(image: Image, folder: Path) -> Image:
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / f"{image.table}.{ENDINGS[image.chip]}"
    shutil.copyfile(image.file, file)
    return Image(image.table, image.chip, file, image.flash, image.memory)


def main() -> int:
    """Write them, and print the size of each."""
    try:
        images = write_images()
    except Fault as fault:
        print(f"the images of the firmware cannot be built: {fault}", file=sys.stderr)
        return 1
    for image in images:
        name = f"{image.chip.name.lower()} {image.table}"
        print(f"{name:<22} flash {image.flash:>6}, memory {image.memory:>6} bytes")
    return 0


if __name__ == "__main__":
    sys.exit(main())
