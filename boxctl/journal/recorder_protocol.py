"""What a table asks of its journal."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol

from boxctl.journal.evidence import Evidence
from boxctl.referee.events import Event
from boxctl.referee.ruling import PutBack, Ruling
from boxctl.rules.ruleset import RuleSet
from boxctl.rules.tiles import TileSet
from hardware.devices import DeviceBack, DeviceLost


class Record(Protocol):
    """Takes down what happens at a table. No call waits; all times are the referee's.

    A ruling may be shown when :attr:`durable` has come to what :attr:`written` was after it.
    """

    @property
    def written(self) -> int:
        """How many entries were given to it."""
        ...

    @property
    def durable(self) -> int:
        """How many of them will outlast a power cut: always the first ones."""
        ...

    @property
    def trouble(self) -> str | None:
        """Why nothing can be made durable at present; None while all is well."""
        ...

    def match_begins(
        self, rules: RuleSet, players: Iterable[str], levers: TileSet, at: int, line: int
    ) -> None:
        """A match begins; ``at`` and ``line`` go on from the match before."""

    def heard(self, event: Event, line: int, evidence: Evidence) -> None:
        """The referee is told of an event."""

    def ruled(self, ruling: Ruling) -> None:
        """The referee has ruled."""

    def device(self, notice: DeviceLost | DeviceBack, at: int) -> None:
        """A device was lost, or answers again."""

    def resumed(self, at: int, levers: TileSet, back: PutBack) -> None:
        """The match goes on after an interruption."""

    def goes_on(self, at: int) -> None:
        """The levers that were to be put right after an interruption are right."""

    def declared(self, at: int, levers: TileSet) -> None:
        """The players say that the levers are right as they stand."""

    def left(self, at: int, why: str) -> None:
        """The match will not be played on."""


class Unrecorded:
    """No journal: everything may be shown at once."""

    written = 0
    durable = 0
    trouble = None

    def match_begins(
        self, rules: RuleSet, players: Iterable[str], levers: TileSet, at: int, line: int
    ) -> None:
        """Do nothing."""

    def heard(self, event: Event, line: int, evidence: Evidence) -> None:
        """Do nothing."""

    def ruled(self, ruling: Ruling) -> None:
        """Do nothing."""

    def device(self, notice: DeviceLost | DeviceBack, at: int) -> None:
        """Do nothing."""

    def resumed(self, at: int, levers: TileSet, back: PutBack) -> None:
        """Do nothing."""

    def goes_on(self, at: int) -> None:
        """Do nothing."""

    def declared(self, at: int, levers: TileSet) -> None:
        """Do nothing."""

    def left(self, at: int, why: str) -> None:
        """Do nothing."""
