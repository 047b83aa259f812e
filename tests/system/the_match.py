"""One whole match for two, with the mistakes that people and wood make, as steps and rulings.

The same match is played on gpiozero's mock pins, and on the lines of a real kernel.
"""

from __future__ import annotations

import json
from typing import Any, Literal

Step = tuple[Literal["throw", "shut", "open", "knock", "confirm"], tuple[int, ...]]

PLAYERS = ["Ann", "Bob"]
STAKE = 50

STEPS: list[Step] = [
    ("throw", (3, 4)),
    ("shut", (9,)),  # more than 7
    ("open", (9,)),
    ("shut", (2,)),
    ("open", (2,)),  # thinks again
    ("shut", (1, 6)),
    ("knock", (8,)),  # a die hits a tile: nothing happened
    ("throw", (6, 6)),
    ("shut", (3, 9)),
    ("open", (1,)),  # a tile of the first throw
    ("throw", (1, 1)),  # does not count
    ("shut", (1,)),
    ("throw", (1, 1)),
    ("shut", (2,)),
    ("throw", (1, 2)),  # cannot be played: 24
    ("open", (1, 2, 3, 6, 9)),
    ("throw", (6, 3)),
    ("shut", (9,)),
    ("throw", (6, 2)),
    ("shut", (8,)),
    ("throw", (6, 1)),
    ("shut", (7,)),
    ("throw", (3, 3)),
    ("shut", (6,)),
    ("throw", (4, 1)),
    ("shut", (5,)),
    ("throw", (3, 1)),
    ("shut", (4,)),
    ("throw", (2, 1)),
    ("shut", (3,)),
    ("throw", (1, 1)),
    ("shut", (2,)),
    ("throw", (1,)),  # one die, as only the 1 is open
    ("shut", (1,)),
]

RULINGS = """\
Ann ready R4.9
Ann throw R3.1
Ann refused R4.5
Ann restored R4.5
Ann pending R4.1
Ann taken_back R4.1
Ann pending R4.1
Ann committed R3.1
Ann throw R3.1
Ann pending R4.1
Ann committed R3.1
Ann disturbed R4.3
Ann void R4.6
Ann restored R4.3
Ann throw R3.1
Ann committed R3.1
Ann turn_over R3.6
Bob ready R4.9
Bob throw R3.1
Bob committed R3.1
Bob throw R3.1
Bob committed R3.1
Bob throw R3.1
Bob committed R3.1
Bob throw R3.1
Bob committed R3.1
Bob throw R3.1
Bob committed R3.1
Bob throw R3.1
Bob committed R3.1
Bob throw R3.1
Bob committed R3.1
Bob throw R3.1
Bob committed R3.1
Bob throw R3.1
Bob committed R3.1
Bob shut_the_box R7.1
Bob turn_over R7.1
Bob match_over R7.1
""".splitlines()

PAYOUT = {"Ann": -STAKE, "Bob": STAKE}


def summary(ruling: dict[str, Any]) -> str:
    """A ruling as a line of :data:`RULINGS`."""
    return f"{ruling['player']} {ruling['verdict']} {ruling['rule']}"


def box_toml(port: str, tiles: list[int], lamps: list[int], buttons: dict[str, int]) -> str:
    """A box.toml for this match."""
    named = "\n".join(f"{name} = {pin}" for name, pin in buttons.items())
    return f"""
[box]
tiles = {len(tiles)}
[rules]
variant = "classic"
players = {json.dumps(PLAYERS)}
set = {{ stake = {STAKE} }}
[tiles]
driver = "gpio"
pins = {tiles}
sensor = "reed"
[lamps]
driver = "gpio"
pins = {lamps}
[buttons]
driver = "gpio"
{named}
[roller]
driver = "serial"
port = "{port}"
"""
