"""What is tried of the package in a Debian of another architecture, with the package's Python.

Prints one document of JSON: what commands answered, and how each compiled module was imported.
"""

from __future__ import annotations

import importlib
import json
import platform
import subprocess
import sys
from pathlib import Path

COMMANDS = {
    "version": ["--version"],
    "variants": ["rules", "list"],
    "legal": ["legal", "--open", "1-9", "--throw", "2,4", "--json"],
    "played": ["play", "--demo", "--plain", "--seed", "5"],
    "verified": ["verify", "last"],
    "simulated": ["simulate", "--games", "20", "--seed", "1"],
}

LIBRARIES = ("gpiod", "gpiozero", "serial", "cryptography.fernet", "luma.oled.device",
             "luma.lcd.device", "luma.led_matrix.device", "PIL.Image", "textual.app", "starlette",
             "uvicorn", "wsproto", "paho.mqtt.client", "segno")  # fmt: skip

NEEDS_A_WINDOW = "PIL._imagingtk"
"""What is for programs with windows; the package of Debian that it needs is not needed by us."""


def main() -> None:
    """Try everything, and print what happened."""
    answers = {name: _boxctl(*given) for name, given in COMMANDS.items()}
    compiled = {name: _imported(name) for name in _compiled() if name != NEEDS_A_WINDOW}
    print(
        json.dumps(
            {
                "machine": platform.machine(),
                "answers": answers,
                "compiled": compiled,
                "libraries": {name: _imported(name) for name in LIBRARIES},
            }
        )
    )


def _boxctl(*given: str) -> dict[str, object]:
    ended = subprocess.run(
        ["boxctl", *given], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT, text=True, check=False,
    )  # fmt: skip
    return {"status": ended.returncode, "said": ended.stdout.strip()}


def _compiled() -> list[str]:
    (packages,) = (Path(path) for path in sys.path if path.endswith("site-packages"))
    files = (file.relative_to(packages) for file in packages.rglob("*.so"))
    return sorted(".".join([*file.parts[:-1], file.name.partition(".")[0]]) for file in files
                  if not file.parts[0].endswith(".libs"))  # fmt: skip


def _imported(name: str) -> str:
    try:
        importlib.import_module(name)
    except Exception as error:  # noqa: BLE001 - whatever it is, it is told
        return f"{type(error).__name__}: {error}"
    return "imported"


if __name__ == "__main__":
    main()
