"""What makes a ruling unverified: a sensor that chattered, a roller out of reach, a mere word."""

from __future__ import annotations

from boxctl.evidence import PLAIN, Evidence
from boxctl.referee.ruling import Ruling
from hardware.devices import DeviceBack, DeviceEvent, DeviceLost, DiceRolled
from hardware.settling import Change

CHATTER = 1_000_000
"""A contact that was restless for so long, in microseconds, has not just bounced."""


class Doubts:
    """The doubts of one table."""

    def __init__(self) -> None:
        self._lost: dict[str, str] = {}
        self._heard: dict[int, tuple[str, ...]] = {}

    def device(self, event: DeviceEvent) -> None:
        """A device was lost, or answers again."""
        if isinstance(event, DeviceLost):
            self._lost[event.device] = f"the {event.device} did not answer"
        elif isinstance(event, DeviceBack):
            self._lost.pop(event.device, None)

    def of_contact(self, change: Change) -> Evidence:
        """What is known of a contact's change."""
        doubts: tuple[str, ...] = ()
        if change.lasted >= CHATTER:
            doubts = (f"{_name(change)} chattered for {change.lasted / 1e6:.1f} s",)
        return Evidence(change.edges, change.lasted, doubts=doubts)

    def of_throw(self, event: DiceRolled) -> Evidence:
        """What is known of a throw that the roller tells of."""
        doubts = ("the throw was made while the roller could not be heard",) if event.late else ()
        return Evidence(series=event.series, serial=event.serial, doubts=doubts)

    def heard(self, line: int, evidence: Evidence) -> None:
        """The event of this line rests on this evidence."""
        if evidence is not PLAIN and evidence.doubts:
            self._heard[line] = evidence.doubts

    def about(self, ruling: Ruling) -> tuple[str, ...]:
        """The doubts about a ruling that is made now; usually there is none."""
        if not self._lost and not self._heard:
            return ()
        return (*self._heard.get(ruling.line, ()), *self._lost.values())

    def new_match(self) -> None:
        """What was heard before is of no more account."""
        self._heard.clear()


def _name(change: Change) -> str:
    if isinstance(change.contact, int):
        return f"the sensor of tile {change.contact}"
    return f"the button {change.contact}"
