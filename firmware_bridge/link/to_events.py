"""Translate what is new on the link into the events of a board."""

from __future__ import annotations

from firmware_bridge.link.commands import CommandOutcome
from firmware_bridge.link.events import (
    BoardDefective,
    BoardState,
    CommandAnswered,
    ContactMoved,
    Excess,
    Gap,
    GapFound,
    LimitExceeded,
    LinkEvent,
    NoiseHeard,
    RollerDown,
    RollerEvent,
    RollerRefused,
    RollerUp,
)
from firmware_bridge.link.frames import WireTally
from firmware_bridge.link.host import HostLink
from firmware_bridge.protocol.constants import (
    AGE_UNIT_MS,
    AGE_UNKNOWN,
    VERSION,
    Cause,
    Defect,
    Task,
)
from firmware_bridge.protocol.messages import (
    Change,
    DefectReport,
    ForeignHello,
    Hello,
    NoiseSamples,
    State,
    Throw,
)
from groundwork.dice import DiceRolled
from groundwork.faults import Fault
from groundwork.language import message, tr

LATE_US = 1_000_000
"""A throw older than this on arrival, in microseconds, is late: the link was down."""


class EventTranslator:
    """Follow the board on ``port`` (named for people). Pure."""

    def __init__(self, port: str, link: HostLink) -> None:
        self._port = port
        self._link = link
        self._up: Hello | None = None
        self._defects = Defect(0)
        self._wire = WireTally(link.counts)

    @property
    def is_up(self) -> bool:
        """Whether the board was reported up, and not gone since."""
        return self._up is not None

    def gone(self, at: int, why: str) -> RollerDown:
        """Return the event that the board is gone, for a reason outside the link."""
        self._up = None
        return RollerDown(at, why)

    def events(self, news: LinkEvent) -> list[RollerEvent]:
        """Return the events that follow from this one of the link."""
        at = news.at
        match news.what:
            case Hello() as hello:
                down = [] if self._up is None else [self.gone(at, _restarted(hello))]
                self._up = hello
                self._defects = Defect(0)
                self._wire.restart()
                return [*down, RollerUp(at, hello)]
            case ForeignHello(version):
                fault = _unknown_version(self._port, version)
                down = [] if self._up is None else [self.gone(at, str(fault))]
                return [*down, RollerRefused(at, fault)]
            case Throw(series, serial, age, values):
                shown = self._shown(values)
                repeated, damaged = self._wire.take()
                return [
                    DiceRolled(
                        at,
                        shown,
                        series,
                        serial,
                        _is_late(age),
                        repeated=repeated,
                        damaged=damaged,
                    )
                ]
            case Change() as change:
                moved = at - (_microseconds(change.age) or 0)
                return [ContactMoved(moved, change.contact, bool(change.on))]
            case State() as state:
                self._wire.hear(state)
                known = state.contacts if self._link.holds_all_of(state) else None
                return [BoardState(at, known, state)]
            case DefectReport(defects=defects):
                news_of = Defect(defects) & ~self._defects
                self._defects |= news_of
                faults = [_defect(self._port, each) for each in Defect if each in news_of]
                return [BoardDefective(at, fault) for fault in faults]
            case NoiseSamples(first=first, samples=samples):
                return [NoiseHeard(at, first, samples)]
            case Gap() as gap:
                return [GapFound(at, gap)]
            case LimitExceeded(what, dropped):
                fault = _limit_exceeded(self._port, what)
                if not dropped:
                    return [BoardDefective(at, fault)]
                self._up = None
                return [RollerRefused(at, fault)]
            case CommandOutcome() as outcome:
                return [CommandAnswered(at, outcome)]

    def _shown(self, values: tuple[int | None, ...]) -> tuple[int | None, ...]:
        sides = self._up.sides if self._up is not None else 0
        return tuple(value if value is not None and value <= sides else None for value in values)


def _is_late(age: int) -> bool:
    """Return whether a throw of this age was thrown while the link was down."""
    known = _microseconds(age)
    return known is None or known > LATE_US


def _microseconds(age: int) -> int | None:
    return None if age == AGE_UNKNOWN else age * AGE_UNIT_MS * 1000


_WHY = {
    Cause.POWER: message("its power was off"),
    Cause.RESET: message("its reset pin was pulled"),
    Cause.BROWN_OUT: message("its supply sagged"),
    Cause.WATCHDOG: message("its firmware hung"),
}


def _restarted(hello: Hello) -> str:
    why = _WHY.get(Cause(hello.cause))
    if why is None:
        return tr("the roller has restarted")
    if not hello.task:
        return tr("the roller has restarted ({why})", why=tr(why))
    task = Task(hello.task).name.lower()
    return tr("the roller has restarted ({why} in {task})", why=tr(why), task=task)


_EXCESS: dict[Excess, str] = {
    "hellos": message(
        "the board on {port} says hello more often than a board restarts, so boxctl "
        "takes from it only as much as an honest one sends; see what is plugged in "
        "there, flash its firmware anew, or take another board"
    ),
    "throws": message(
        "the board on {port} throws more often than dice can be thrown, so boxctl "
        "takes from it only as much as an honest one sends; see what is plugged in "
        "there, flash its firmware anew, or take another board"
    ),
    "changes": message(
        "the board on {port} tells of more changes than levers can make, so boxctl "
        "takes from it only as much as an honest one sends; see what is plugged in "
        "there, flash its firmware anew, or take another board"
    ),
    "states": message(
        "the board on {port} tells its state without being asked, so boxctl "
        "takes from it only as much as an honest one sends; see what is plugged in "
        "there, flash its firmware anew, or take another board"
    ),
    "window": message(
        "the board on {port} sends throws or changes beyond its window, so boxctl "
        "takes from it only as much as an honest one sends; see what is plugged in "
        "there, flash its firmware anew, or take another board"
    ),
}


def _limit_exceeded(port: str, what: Excess) -> Fault:
    return Fault(
        "BX519",
        tr(_EXCESS[what], port=port),
    )


def _defect(port: str, defect: Defect) -> Fault:
    if defect is Defect.STACK:
        return Fault(
            "BX516",
            tr(
                "the firmware of the board on {port} ran out of memory and has started again;"
                " flash the firmware of this boxctl (boxctl firmware flash), or give its pin "
                "table less",
                port=port,
            ),
        )
    return Fault(
        "BX517",
        tr(
            "the lasting memory of the board on {port} wears out; no throw is lost yet, but "
            "take another board soon",
            port=port,
        ),
    )


def _unknown_version(port: str, version: int) -> Fault:
    older = tr("the firmware") if version < VERSION else "boxctl"
    return Fault(
        "BX506",
        tr(
            "the roller on {port} speaks version {version} of the protocol, boxctl version "
            "{known}; bring {older} up to date",
            port=port,
            version=version,
            known=VERSION,
            older=older,
        ),
    )
