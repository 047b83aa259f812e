"""gpiozero's own tests of pin factories, on the factory ``gpiod``, inside the virtual Pi.

Its argument is the directory of gpiozero's tests, from its source distribution. Prints a line of
JSON: the outcome of each test.
"""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path

from factory_tests.gpiozero_suite import outcomes

LINES = Path("/run/gpio-sim/pinctrl-bcm2711")


def drive(line: int, high: bool | None) -> None:
    """Drive a line of the simulated chip; a pull that is claimed beats what was driven before."""
    if high is not None:
        (LINES / f"sim_gpio{line}" / "pull").write_text("pull-up" if high else "pull-down")


if __name__ == "__main__":
    os.environ["GPIOZERO_TEST_LOCK"] = "/run/real_pins_lock"
    print(json.dumps(outcomes(Path(sys.argv[1]), drive)))
