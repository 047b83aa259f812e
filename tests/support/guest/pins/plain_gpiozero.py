"""A program for gpiozero that knows of nothing else: a button lights a lamp, another lamp glows.

Run in the virtual Pi with GPIOZERO_PIN_FACTORY=gpiod, by a Python that has the pin factory alone.
Prints a line of JSON.
"""

from __future__ import annotations

import json
import sys
import time
from importlib.metadata import distributions
from pathlib import Path
from threading import Event

from gpiozero import LED, PWMLED, Button, Device

LINES = Path("/run/gpio-sim/pinctrl-bcm2711")
PATIENCE_S = 90


def drive(line: int, level: str) -> None:
    """Drive an input from outside: ``up`` or ``down``."""
    (LINES / f"sim_gpio{line}" / "pull").write_text(f"pull-{level}")


def value(line: int) -> str:
    """Read an output from outside."""
    return (LINES / f"sim_gpio{line}" / "value").read_text().strip()


def main() -> None:
    """Press the button once, with bounce, and look at the lamps."""
    lit, dark = Event(), Event()
    with (
        Button(17, bounce_time=0.02) as button,
        LED(27) as lamp,
        PWMLED(18, frequency=50) as glow,
    ):
        presses = []

        def press() -> None:
            lamp.on()
            presses.append(button.is_pressed)
            lit.set()

        def let_go() -> None:
            lamp.off()
            dark.set()

        button.when_pressed, button.when_released = press, let_go
        glow.value = 0.5
        for _ in range(4):
            drive(17, "down")
            drive(17, "up")
        drive(17, "down")
        seen = {"lit": lit.wait(PATIENCE_S) and value(27)}
        drive(17, "up")
        seen["dark"] = dark.wait(PATIENCE_S) and value(27)
        levels: set[str] = set()
        end = time.monotonic() + PATIENCE_S
        while len(levels) < 2 and time.monotonic() < end:
            levels.add(value(18))
            time.sleep(0.001)
    told = {
        "factory": type(Device.pin_factory).__module__,
        "presses": presses,
        "glows": sorted(levels),
        "installed": sorted(found.name.lower() for found in distributions()),
        "sees this project": [name for name in ("boxctl", "hardware") if name in sys.modules],
        **seen,
    }
    print(json.dumps(told))


if __name__ == "__main__":
    main()
