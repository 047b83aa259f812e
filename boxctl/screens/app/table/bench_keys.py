"""The keys of the fault bench: be the wood, and cause the trouble of a real box."""

from __future__ import annotations

from abc import abstractmethod
from typing import ClassVar

from textual.binding import BindingType
from textual.screen import Screen

from boxctl.screens.app.letter_key import letter_key
from boxctl.screens.laptop.fault_bench import TOOLS
from boxctl.screens.laptop.laptop_table import LaptopTable


class BenchKeys(Screen[None]):
    """The bench of a screen with a ``table``, drawn anew at each ``beat``."""

    BINDINGS: ClassVar[list[BindingType]] = [
        letter_key("b", "bench"),
        *(letter_key(key, f"tool('{tool}')") for key, tool in zip("usx", TOOLS, strict=True)),
        letter_key("k", "cock_a_die"),
        letter_key("t", "knock_over"),
        letter_key("r", "plug_roller"),
        letter_key("p", "plug"),
    ]

    table: LaptopTable

    @abstractmethod
    def beat(self) -> None:
        """Do what is due, and draw."""

    @abstractmethod
    def now(self) -> int:
        """Return the time in microseconds."""

    def action_bench(self) -> None:
        """Switch the fault bench on or off."""
        self.table.hands.rough = not self.table.hands.rough
        self.table.bench.tool = ""
        self.beat()

    def action_tool(self, tool: str) -> None:
        """Choose the fault that a click causes."""
        if self.table.hands.rough:
            self.table.bench.pick(tool)
            self.beat()

    def action_cock_a_die(self) -> None:
        """Throw with a die that cannot be read."""
        if self.table.hands.rough:
            self.table.bench.cock_a_die(self.now())
            self.beat()

    def action_knock_over(self) -> None:
        """Knock the box over."""
        if self.table.hands.rough:
            self.table.bench.knock_over(self.now())
            self.beat()

    def action_plug_roller(self) -> None:
        """Unplug the roller, or plug it in."""
        if self.table.hands.rough:
            self.table.bench.plug_roller()
            self.beat()

    def action_plug(self) -> None:
        """Pull the plug of the box, or put it back."""
        if not self.table.hands.rough:
            return
        if self.table.session is not None:
            self.table.pull_the_plug()
        else:
            self.table.put_the_plug_back()
        self.beat()
