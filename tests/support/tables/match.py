"""A whole match as steps and rulings: played on mock pins, and on the lines of a real kernel.

In ``topple`` the box is knocked over, and these tiles fall in one act (R4.11); in ``knock`` a die
hits one (R4.7).
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any, Literal

Step = tuple[Literal["throw", "shut", "open", "knock", "topple"], tuple[int, ...]]

Pin = int | str
"""A pin as box.toml has it: of the header, or like ``"mcp23017:3"``."""


@dataclass(frozen=True, slots=True)
class Match:
    """A match, and the box that it is played on.

    A ruling is written as :func:`summary` writes it. A box without lamps has none in ``lamps``.
    """

    variant: str
    players: list[str]
    steps: list[Step]
    rulings: list[str]
    tiles: list[Pin]
    lamps: list[Pin]
    buttons: dict[str, Pin]
    payout: dict[str, int]
    dice: int = 2
    stake: int = 0

    def box_toml(self, port: str) -> str:
        """A box.toml for this match, with the roller on this port."""
        lamps = f'[lamps]\ndriver = "gpio"\npins = {json.dumps(self.lamps)}' if self.lamps else ""
        buttons = "\n".join(f"{name} = {json.dumps(pin)}" for name, pin in self.buttons.items())
        return f"""
[box]
tiles = {len(self.tiles)}
[rules]
variant = "{self.variant}"
players = {json.dumps(self.players)}
set = {{ stake = {self.stake} }}
[tiles]
driver = "gpio"
pins = {json.dumps(self.tiles)}
sensor = "reed"
{lamps}
[buttons]
driver = "gpio"
{buttons}
[roller]
driver = "serial"
port = "{port}"
"""


def summary(ruling: dict[str, Any]) -> str:
    """A ruling in a few words."""
    return f"{ruling['player']} {ruling['verdict']} {ruling['rule']}"
