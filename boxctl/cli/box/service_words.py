"""A plan and the state of the service, in words and as data."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from boxctl.service import places
from boxctl.service.plan_install import InstallPlan
from boxctl.service.report import ServiceReport, end_in_words
from groundwork.language import tr, tr_n
from groundwork.local_time import told_time

MINUTE_S = 60
HOUR_S = 3600


def already_there(plan: InstallPlan) -> list[str]:
    """Return a line for each thing that needs nothing to be done, and each remark."""
    there = [tr("there already: {thing}", thing=each) for each in plan.there_already]
    return [*there, *(tr("note: {remark}", remark=each) for each in plan.remarks)]


def report_in_words(report: ServiceReport, now_s: float) -> list[str]:
    """Return how the service is, line by line."""
    if not report.installed:
        return [tr("No service is installed; boxctl service install sets it up.")]
    if not report.known:
        return [tr("systemd could not be asked; put sudo before the command."), *_what_runs(report)]
    return [*_how_it_runs(report, now_s), *_what_runs(report), *_faults(report)]


def report_as_data(report: ServiceReport) -> dict[str, Any]:
    """Return the same for programs; times are ISO 8601 with the zone of this machine."""
    return {
        "installed": report.installed,
        "runs": report.runs,
        "state": report.state,
        "since": None if report.since_s is None else _iso(report.since_s),
        "starts_with_machine": report.starts_with_machine,
        "process": report.process or None,
        "restarts": report.restarts,
        "last_end": report.end or None,
        "version": report.version,
        "faults": [{"time": _iso(each.at_s), "says": each.says} for each in report.faults],
    }


def _how_it_runs(report: ServiceReport, now_s: float) -> list[str]:
    if report.runs and report.since_s is not None:
        lines = [
            tr(
                "The service runs since {time} ({ago}).",
                time=_local(report.since_s),
                ago=_duration(now_s - report.since_s),
            )
        ]
    elif report.state == "activating":
        lines = [tr("The service is being started: the box is not ready yet.")]
    else:
        lines = [tr("The service does not run; sudo systemctl start boxctl starts it.")]
    if report.end not in ("", "success"):
        lines.append(tr("At its last end: {how}.", how=end_in_words(report.end)))
    if report.restarts:
        lines.append(
            tr_n(
                "It was restarted once by itself.",
                "It was restarted {n} times by itself.",
                report.restarts,
                n=report.restarts,
            )
        )
    if not report.starts_with_machine:
        lines.append(
            tr("It does not start with the machine; sudo systemctl enable boxctl changes that.")
        )
    return lines


def _what_runs(report: ServiceReport) -> list[str]:
    lines = []
    if report.version is not None:
        lines.append(tr("It runs boxctl {version}.", version=report.version))
    lines.append(
        tr("The box: {config}. The record: {record}/journal.db",
           config=places.CONFIG, record=places.STATE)
    )  # fmt: skip
    return lines


def _faults(report: ServiceReport) -> list[str]:
    if not report.faults:
        return [tr("Its log names no fault.")]
    lines = [f"  {_local(each.at_s)}  {each.says}" for each in report.faults]
    return [tr("Its last faults (boxctl explain CODE tells more):"), *lines]


def _duration(seconds: float) -> str:
    """Return about how long this is, in its two largest units."""
    whole = max(0, int(seconds))
    days, hours = divmod(whole // HOUR_S, 24)
    minutes = whole // MINUTE_S % 60
    if days:
        return tr("{days} d {hours} h", days=days, hours=hours)
    if hours:
        return tr("{hours} h {minutes} min", hours=hours, minutes=minutes)
    if minutes:
        return tr("{minutes} min", minutes=minutes)
    return tr("{seconds} s", seconds=whole)


def _local(at_s: float) -> str:
    return told_time(datetime.fromtimestamp(at_s, UTC))


def _iso(at_s: float) -> str:
    return datetime.fromtimestamp(at_s).astimezone().isoformat(timespec="seconds")
