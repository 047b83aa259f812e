"""The drive of an emulated RP2040: a folder with what its boot ROM shows, to copy a file to."""

from __future__ import annotations

from pathlib import Path

from firmware_bridge.port.boot_drive import BOARD, INFO
from firmware_bridge.uf2 import from_uf2

_TOLD = f"UF2 Bootloader v3.0\nModel: Raspberry Pi RP2\nBoard-ID: {BOARD}\n"


def show_drive(folder: Path) -> None:
    """Show what a board shows that waits for a new firmware."""
    folder.mkdir(exist_ok=True)
    (folder / INFO).write_text(_TOLD, encoding="utf-8")


def hide_drive(folder: Path) -> None:
    """Show nothing more: the board runs again."""
    for file in folder.iterdir():
        file.unlink()


def copied_to(folder: Path) -> bytes | None:
    """Return the file that was copied to the drive; None if there is none, or not all of it yet."""
    for file in folder.glob("*.uf2"):
        content = file.read_bytes()
        try:
            from_uf2(content)
        except ValueError:
            continue
        return content
    return None
