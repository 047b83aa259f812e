"""The settings of one line, as data and as gpiod takes them."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from typing import Literal

import gpiod
from gpiod.line import Bias, Direction, Edge, Value

Function = Literal["input", "output"]
Pull = Literal["up", "down", "floating"]
Edges = Literal["both", "rising", "falling"]

FUNCTIONS: tuple[Function, ...] = ("input", "output")
PULLS: dict[Pull, Bias] = {
    "up": Bias.PULL_UP,
    "down": Bias.PULL_DOWN,
    "floating": Bias.DISABLED,
}
EDGES: dict[Edges, Edge] = {"both": Edge.BOTH, "rising": Edge.RISING, "falling": Edge.FALLING}


@dataclass(frozen=True, slots=True)
class LineSettings:
    """The settings of a line.

    ``watched`` asks the kernel to tell of ``edges``; ``bounce`` is the debounce period in seconds,
    done by the kernel, 0 for none. ``high`` is the level of an output from the moment it is one.
    With ``active_low`` levels are inverted everywhere, edges included. ``pull`` None leaves the
    line's bias as it is, which is all that some expanders can do.
    """

    function: Function = "input"
    pull: Pull | None = "floating"
    edges: Edges = "both"
    watched: bool = False
    bounce: float = 0.0
    high: bool = False
    active_low: bool = False

    def for_gpiod(self) -> gpiod.LineSettings:
        """Return these settings as gpiod takes them."""
        if self.function == "output":
            return gpiod.LineSettings(
                direction=Direction.OUTPUT,
                output_value=Value.ACTIVE if self.high else Value.INACTIVE,
                active_low=self.active_low,
            )
        return gpiod.LineSettings(
            direction=Direction.INPUT,
            bias=Bias.AS_IS if self.pull is None else PULLS[self.pull],
            edge_detection=EDGES[self.edges] if self.watched else Edge.NONE,
            debounce_period=timedelta(seconds=self.bounce),
            active_low=self.active_low,
        )
