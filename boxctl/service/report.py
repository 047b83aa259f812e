"""The service as systemd tells: its state and last faults, and whether it comes up when started."""

from __future__ import annotations

import json
import re
from typing import Literal

from boxctl.service import places
from boxctl.service.host import ServiceHost
from boxctl.service.make_version import current
from groundwork.frozen_dataclass import frozen_dataclass
from groundwork.language import clauses, message, tr

PROPERTIES = (
    "LoadState",
    "ActiveState",
    "UnitFileState",
    "MainPID",
    "NRestarts",
    "Result",
    "ActiveEnterTimestampMonotonic",
)
SHOW = ("systemctl", "show", places.UNIT, f"--property={','.join(PROPERTIES)}")

LOG_LINES = 1000
MOST_FAULTS = 5

_CODE = re.compile(r"\bBX\d{3}\b")
_DIGITS = re.compile(r"[0-9]{1,18}")
_YEAR_9999_S = 253_000_000_000

ENDS = {
    "exit-code": message("it ended with a fault"),
    "signal": message("it was killed"),
    "core-dump": message("it crashed"),
    "watchdog": message("it hung, and the watchdog ended it"),
    "timeout": message("it did not become ready, or did not end, in time"),
    "oom-kill": message("the machine had no memory left for it"),
    "protocol": message("it ended before it was ready"),
}
"""The words for each ``Result`` of systemd for a service that did not end by itself."""


@frozen_dataclass
class LoggedFault:
    """A line of the log with a fault code; ``at_s`` is the time of day in seconds."""

    at_s: float
    says: str


@frozen_dataclass
class ServiceReport:
    """The state of the service.

    ``known`` is false where systemd could not be asked; then only ``installed`` and ``version`` are
    right. ``state`` is systemd's word, such as ``active``, and ``end`` its word
    for the last end. ``since_s`` is the time of day in seconds at which it became active.
    ``faults`` are the newest first.
    """

    installed: bool
    known: bool
    state: str
    starts_with_machine: bool
    since_s: float | None
    process: int
    restarts: int
    end: str
    version: str | None
    faults: tuple[LoggedFault, ...]

    @property
    def runs(self) -> bool:
        """Whether the box can be played, which a reload of box.toml does not interrupt."""
        return self.state in ("active", "reloading")


def report_of(host: ServiceHost) -> ServiceReport:
    """Ask systemd and its log, which shows the lines of others only to root and the group adm."""
    told = host.run(SHOW)
    values = dict(line.partition("=")[::2] for line in told.output.splitlines())
    since_us = _number(values.get("ActiveEnterTimestampMonotonic"))
    active = values.get("ActiveState") in ("active", "reloading")
    since_s = host.now_s() - (host.uptime_us() - since_us) / 1e6
    return ServiceReport(
        installed=values.get("LoadState") == "loaded"
        or any(host.at(file).exists() for file in (places.UNIT_FILE, places.PACKAGED_UNIT_FILE)),
        known=told.status == 0,
        state=values.get("ActiveState", ""),
        starts_with_machine=values.get("UnitFileState") == "enabled",
        since_s=since_s if active and since_us and _is_a_time(since_s) else None,
        process=_number(values.get("MainPID")),
        restarts=_number(values.get("NRestarts")),
        end=values.get("Result", ""),
        version=current(host),
        faults=last_faults(host),
    )


def last_faults(host: ServiceHost) -> tuple[LoggedFault, ...]:
    """Return the last lines of the service's log that name a fault, each text once."""
    told = host.run(("journalctl", f"--unit={places.UNIT}", "--output=json", "--no-pager",
                     "--quiet", "--reverse", f"--lines={LOG_LINES}"))  # fmt: skip
    found: dict[str, LoggedFault] = {}
    for line in told.output.splitlines() if told.status == 0 else ():
        try:
            entry = json.loads(line)
            says, at_s = str(entry["MESSAGE"]), int(entry["__REALTIME_TIMESTAMP"]) / 1e6
        except (ValueError, KeyError, TypeError, OverflowError, RecursionError):
            continue
        if _CODE.search(says) and _is_a_time(at_s):
            found.setdefault(says, LoggedFault(at_s, says))
    return tuple(found.values())[:MOST_FAULTS]


def end_in_words(end: str) -> str:
    """Return how the service ended, in words; systemd's own word for what is not known."""
    return tr(ENDS[end]) if end in ENDS else end


def _number(text: str | None) -> int:
    return int(text) if text and _DIGITS.fullmatch(text) else 0


def _is_a_time(at_s: float) -> bool:
    """Return whether a time of day, in seconds, is one that a calendar has."""
    return 0 <= at_s < _YEAR_9999_S


WATCH_S = 10
"""For how many seconds the service must run without a restart before it is believed."""


def come_up(host: ServiceHost, verb: Literal["start", "restart"]) -> str | None:
    """Start the service and watch it; return why it does not come up, None if it does.

    systemd waits with the start until the box can be played at (``Type=notify``).
    """
    started = host.run(("systemctl", verb, places.UNIT))
    if started.status != 0:
        return _why(report_of(host))
    return _keeps_running(host)


def _keeps_running(host: ServiceHost) -> str | None:
    first = report_of(host)
    for _second in range(WATCH_S):
        if not first.runs:
            return _why(first)
        host.wait(1.0)
        now = report_of(host)
        if not now.runs or (now.process, now.restarts) != (first.process, first.restarts):
            return _why(now)
    return None


def _why(report: ServiceReport) -> str:
    words = end_in_words(report.end) if report.end != "success" else tr("it does not keep running")
    return clauses([words, *(fault.says for fault in report.faults[:1])])
