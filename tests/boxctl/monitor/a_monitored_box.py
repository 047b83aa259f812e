"""A box whose devices are monitored, on mock pins and in virtual time."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from pathlib import Path

from boxctl.monitor.box_monitor import Report
from boxctl.monitor.open_monitor import monitor_of
from hardware.devices import Contact, DeviceEvent, Manner, Tune
from hardware.open_box import open_devices
from tests.support.chips.box_toml import read
from tests.support.chips.mock_chips import MockChips, MockPin

BOX_TOML = """
[box]
tiles = 3
[rules]
variant = "classic"
set = { tiles = 3 }
[tiles]
driver = "gpio"
pins = [4, 17, "mcp23017:5"]
[[tiles.except]]
tiles = [2]
connects_to = "3v3"
[lamps]
driver = "gpio"
pins = [14, 15, 18]
[buttons]
driver = "gpio"
confirm = 20
roll = 16
[roller]
driver = "pi"
leds = [[5, 6, 13, 19], [26, 21, 12, 7]]
"""

MS = 1_000


class SilentVoice:
    """A voice and a buzzer that remember what they were given."""

    def __init__(self) -> None:
        self.said: list[str] = []
        self.played: list[Tune] = []

    def say(self, words: str, _manner: Manner) -> None:
        """Remember the words."""
        self.said.append(words)

    def play(self, tune: Tune, _manner: Manner) -> None:
        """Remember the tune."""
        self.played.append(tune)

    def check(self, _now: int) -> None:
        """Do nothing: it always answers."""


class MonitoredBox:
    """The monitor of a box, its pins, and all that it has reported."""

    def __init__(self, directory: Path, box_toml: str = BOX_TOML) -> None:
        self.now = 1_000_000
        self.reports: list[Report] = []
        self._events: deque[DeviceEvent] = deque()
        self.box_file = read(directory, box_toml)
        self.chips = MockChips(lambda: self.now)
        self.box = open_devices(
            self.box_file, lambda: self.now, self._events.append, chips=self.chips
        )
        self.monitor = monitor_of(
            self.box_file, self.box, self.box.read(), self.now, self.reports.append
        )

    def moves(self, pin: int | str, *levels: bool, every: int = MS) -> None:
        """Drive a pin to these levels, one after the other, then let it rest."""
        for high in levels:
            self.pin(pin).drive(high=high)
            self.passes(every)
        self.passes(50 * MS)

    def passes(self, microseconds: int) -> None:
        """Let time pass."""
        end = self.now + microseconds
        self._step()
        while self.monitor.due <= end:
            self.now = self.monitor.due
            self._step()
        self.now = end
        self._step()

    def pin(self, pin: int | str) -> MockPin:
        """The pin of this name."""
        return self.chips.pin(pin)

    def lit(self, pins: Sequence[int]) -> list[bool]:
        """Which of these outputs are high."""
        return [self.pin(pin).high for pin in pins]

    def settled(self, contact: Contact) -> bool:
        """What is believed of a contact."""
        return self.monitor.contacts.statistics[contact].settled

    def _step(self) -> None:
        self.monitor.step(self.now, [self._events.popleft() for _ in range(len(self._events))])
