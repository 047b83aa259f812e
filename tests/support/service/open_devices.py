"""What a program under the restrictions of the service can open and import, as one line of JSON."""

from __future__ import annotations

import errno
import importlib
import json
import os
import tempfile
from pathlib import Path

LIBRARIES = ("gpiod", "gpiozero", "serial", "cryptography.hazmat.bindings._rust", "sqlite3",
             "luma.oled.device", "luma.lcd.device", "luma.led_matrix.device", "spidev", "smbus2",
             "lgpio", "PIL.Image")  # fmt: skip


def _opened(path: Path) -> str:
    try:
        os.close(os.open(path, os.O_RDWR | os.O_NONBLOCK | os.O_NOCTTY))
    except OSError as error:
        return errno.errorcode[error.errno or 0]
    return "open"


def _imported(name: str) -> str:
    try:
        importlib.import_module(name)
    except ModuleNotFoundError:
        return "not installed"
    except (ImportError, OSError, MemoryError) as error:
        return repr(error)
    return "imported"


def main() -> None:
    """Print what was tried, and what came of it."""
    # As hardware.gpio.other_factory has it: lgpio makes a pipe there when it is imported.
    os.environ["LG_WD"] = tempfile.gettempdir()
    found = {path.name.removeprefix("try-"): _opened(path) for path in Path("/dev").glob("try-*")}
    print(json.dumps({"opened": found, "imported": {name: _imported(name) for name in LIBRARIES}}))


if __name__ == "__main__":
    main()
