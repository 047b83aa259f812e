"""What makes a ruling unverified: sensors that tell too little, a roller away, a mere word."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass, replace

from boxctl.journal.evidence import PLAIN, Evidence
from boxctl.referee.ruling import Ruling
from hardware.debounce import Change, Unseen
from hardware.devices import LAMPS, Contact, DeviceBack, DeviceLost, DiceRolled

CHATTER = 1_000_000
"""A contact that was restless for so long, in microseconds, has not just bounced."""

MOST_TIMES = 20
"""So many doubtful times are remembered at most."""

SHOWS_ONLY = frozenset({LAMPS, "display", "voice", "buzzer", "dice LEDs"})
"""What these devices cannot show makes no ruling wrong."""


@dataclass(frozen=True, slots=True)
class _Time:
    """From ``since`` until ``until`` (both included) it is not sure what was first, or was."""

    since: int
    until: int
    why: str


class Doubts:
    """The doubts of one table. ``bump`` is its bump time. Times are those of the box's clock."""

    def __init__(self, bump: int) -> None:
        self._bump = bump
        self._lost: dict[str, str] = {}
        self._heard: dict[int, tuple[str, ...]] = {}
        self._times: deque[_Time] = deque(maxlen=MOST_TIMES)
        self._unseen: dict[Contact, str] = {}

    def device(self, event: DeviceLost | DeviceBack) -> None:
        """A device was lost, or answers again."""
        if event.device in SHOWS_ONLY:
            return
        if isinstance(event, DeviceLost):
            self._lost[event.device] = f"the {event.device} did not answer"
        else:
            self._lost.pop(event.device, None)

    def set_aside(self, number: int) -> None:
        """The lever of this tile stands as people say."""
        self._lost[f"sensor {number}"] = f"the sensor of tile {number} is set aside"

    def trusted(self, number: int) -> None:
        """The sensor of this tile is believed again."""
        self._lost.pop(f"sensor {number}", None)

    def missed(self, unseen: Iterable[Unseen]) -> None:
        """The box was not read in time to see these contacts lie still.

        Within the bump time nothing is missed: a lever that returned so soon has not moved.
        """
        for rest in unseen:
            if isinstance(rest.contact, int) and rest.until - rest.since > self._bump:
                why = f"nobody looked while tile {rest.contact} may have been moved and back"
                self._times.append(_Time(rest.since, rest.until, why))
                self._unseen[rest.contact] = why

    def of_contact(self, change: Change) -> Evidence:
        """What is known of a contact's change."""
        doubts = []
        if change.lasted >= CHATTER:
            doubts.append(f"{_name(change)} chattered for {change.lasted / 1e6:.1f} s")
        if change.unsure:
            why = f"{_name(change)} did not tell when it changed"
            self._times.append(_Time(change.at - change.unsure, change.at + change.unsure, why))
            doubts.append(why)
        if (why_unseen := self._unseen.pop(change.contact, None)) is not None:
            doubts.append(why_unseen)
        return Evidence(change.edges, change.lasted, doubts=tuple(doubts))

    def at(self, time: int, evidence: Evidence) -> Evidence:
        """What an event of this time rests on, with the doubts about that time."""
        if not self._times:
            return evidence
        doubts = [doubtful.why for doubtful in self._times if _is_within(time, doubtful)]
        every = dict.fromkeys([*evidence.doubts, *doubts])
        return replace(evidence, doubts=tuple(every)) if doubts else evidence

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


def _is_within(time: int, doubtful: _Time) -> bool:
    return doubtful.since <= time <= doubtful.until


def _name(change: Change) -> str:
    if isinstance(change.contact, int):
        return f"the sensor of tile {change.contact}"
    return f"the button {change.contact}"
