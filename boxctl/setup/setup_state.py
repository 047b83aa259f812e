"""The state of a set-up: the answers so far, and what the machine has."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from boxctl.setup.lamp_findings import LearnedLamps
from boxctl.setup.learner import LearnedWiring
from boxctl.setup.survey import Survey
from firmware_bridge.port.find_port import AUTO
from firmware_bridge.protocol.messages import Hello


@dataclass(slots=True)
class SetupState:
    """The survey, the values of the old box.toml as TOML has them, and the answers so far.

    ``wiring`` is what was learned by pushing levers, and ``lamps`` by lighting lamps; None if
    nothing was. ``is_watched``: somebody sits at the terminal.
    """

    survey: Survey
    old: Mapping[str, Any] = field(default_factory=dict)
    answers: dict[str, Any] = field(default_factory=dict)
    wiring: LearnedWiring | None = None
    lamps: LearnedLamps | None = None
    is_watched: bool = False

    def __getitem__(self, key: str) -> Any:
        """Return the answer to the question of this key; None if it was not asked."""
        return self.answers.get(key)

    def old_value(self, table: str, key: str) -> Any:
        """Return a value of the old box.toml; None if it has none. Of several tables the first."""
        content = self.old.get(table)
        first = content[0] if isinstance(content, list) and content else content
        return first.get(key) if isinstance(first, dict) else None

    @property
    def on_board(self) -> bool:
        """Whether the levers are on a USB board."""
        return bool(self["board"] == "usb")

    @property
    def board(self) -> Hello | None:
        """The hello of the board that has the levers; None if none has answered."""
        if self["port"] == AUTO:
            return next((hello for hello in self.survey.boards.values() if hello.tiles), None)
        return self.survey.boards.get(self["port"])
