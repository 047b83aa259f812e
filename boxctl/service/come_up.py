"""Start the service, and watch whether the box comes up and keeps running."""

from __future__ import annotations

from typing import Literal

from boxctl.service import places
from boxctl.service.host import ServiceHost
from boxctl.service.report import ServiceReport, end_in_words, report_of
from groundwork.language import clauses, tr

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
