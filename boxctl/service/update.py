"""Update the service, watch whether the box comes up, and go back to the old version if not."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

from boxctl.service import places
from boxctl.service.faults import ServiceRefusal
from boxctl.service.host import CommandFailed, ServiceHost
from boxctl.service.make_version import VersionSource, VersionStep
from boxctl.service.plan_install import RELOAD_UNITS
from boxctl.service.plan_uninstall import is_packaged
from boxctl.service.report import ServiceReport, end_in_words, report_of
from boxctl.service.steps import replace_file
from boxctl.service.version_shelf import (
    current,
    keep_as_previous,
    previous,
    remove_others,
    switch_to,
)
from groundwork.faults import Fault
from groundwork.language import clauses, tr

WATCH_S = 10
"""For how many seconds a version must run without a restart before it is believed."""

START = ("systemctl", "start", places.UNIT)
STOP = ("systemctl", "stop", places.UNIT)
SYNC = ("sync",)


def update(host: ServiceHost, source: VersionSource, tell: Callable[[str], None]) -> str:
    """Install another version beside the one that runs, switch to it, and return its name.

    ``tell`` is given a line for people before each step. The old version and the record as it was
    before are kept. Raises Fault BX909 if the box does not come up with the new one: the old one
    runs again then; BX908 or BX910 if it could not be installed, which changes nothing.
    """
    before = check_can_update(host)
    step = VersionStep(source)
    tell(step.says)
    try:
        step.do(host)
        _check_config(host, step.name)
    except (OSError, CommandFailed) as failure:
        step.undo(host)
        raise Fault(
            "BX908",
            tr(
                "the new version could not be installed: {why}. Nothing was changed",
                why=failure,
            ),
        ) from failure
    except BaseException:
        step.undo(host)
        raise
    try:
        _change(host, step.name, before, tell)
    finally:
        remove_others(host)
    return step.name


def go_back(host: ServiceHost, tell: Callable[[str], None]) -> str:
    """Switch to the version that ran before, and return its name.

    Raises Fault BX909 if the box does not come up with it, BX910 if none is kept.
    """
    now, before = check_can_update(host), version_to_go_back_to(host)
    _change(host, before, now, tell)
    return before


def version_to_go_back_to(host: ServiceHost) -> str:
    """Return the version that ran before. Raises Fault BX910 if none is kept."""
    now, before = check_can_update(host), previous(host)
    if before is None or before == now:
        raise ServiceRefusal(tr("no version before {version} is kept", version=now))
    return before


def finish_update(host: ServiceHost, tell: Callable[[str], None]) -> None:
    """Judge an update that a power cut has interrupted. Raises Fault BX909 if it went back."""
    before = (host.text(places.ON_TRIAL) or "").strip()
    now = current(host)
    if not before or now is None:
        return
    if now == before and _is_half_restored(host):
        _back(host, before, None)
        return
    # Its units may not have been put there yet.
    _activate(host, now)
    _judge(host, now, before, None, tell)


def come_up(host: ServiceHost) -> str | None:
    """Start the service and watch it; return why it does not come up, None if it does.

    systemd waits with the start until the box can be played at (``Type=notify``).
    """
    started = host.run(START)
    if started.status != 0:
        return _why(report_of(host))
    return keeps_running(host)


def keeps_running(host: ServiceHost) -> str | None:
    """Watch the service for a while; return why it does not keep running, None if it does."""
    first = report_of(host)
    for _second in range(WATCH_S):
        if not first.runs:
            return _why(first)
        host.wait(1.0)
        now = report_of(host)
        if not now.runs or (now.process, now.restarts) != (first.process, first.restarts):
            return _why(now)
    return None


def check_can_update(host: ServiceHost) -> str:
    """Return the version that runs. Raises Fault BX910 if none does, or apt has installed it."""
    if is_packaged(host):
        raise ServiceRefusal(
            tr("boxctl was installed by apt here; update it with sudo apt install FILE"),
        )
    now = current(host)
    if now is None:
        raise ServiceRefusal(tr("no service is installed; boxctl service install sets it up"))
    return now


def _check_config(host: ServiceHost, name: str) -> None:
    """Have the new version read the box.toml. Raises :class:`CommandFailed` if it is wrong."""
    boxctl = str(host.at(f"{places.VERSIONS}/{name}/bin/boxctl"))
    host.succeed((boxctl, "run", "--check", "--config", str(host.at(places.CONFIG))))


def _change(host: ServiceHost, new: str, old: str, tell: Callable[[str], None]) -> None:
    """Switch from one version to another, and back again unless the box comes up.

    The record is copied while nothing writes it: a later version may write it in a form that the
    earlier one cannot read.
    """
    tell(tr("stop the service, and copy its record to {folder}", folder=places.STATE_BEFORE))
    older = previous(host)
    _discard_copy(host)
    try:
        host.succeed(STOP)
        _copy_state(host)
        # The mark below relies on the new version and the copy: they are on the disk before it.
        host.succeed(SYNC)
        # From here on a power cut leaves a mark, by which the next start judges the update. The
        # version before does that, so it has to be found by then.
        keep_as_previous(host, old)
        replace_file(host.at(places.ON_TRIAL), f"{old}\n".encode())
        _activate(host, new)
        _judge(host, new, old, older, tell)
    except (OSError, CommandFailed) as failure:
        _back(host, old, older)
        raise _went_back(host, new, old, str(failure)) from failure
    except KeyboardInterrupt:
        _back(host, old, older)
        raise


def _judge(
    host: ServiceHost, new: str, old: str, older: str | None, tell: Callable[[str], None]
) -> None:
    tell(tr("start {version}, and watch it for {seconds} s", version=new, seconds=WATCH_S))
    why = come_up(host)
    if why is None:
        host.at(places.ON_TRIAL).unlink(missing_ok=True)
        return
    tell(tr("the box does not come up; back to {version}", version=old))
    _back(host, old, older)
    raise _went_back(host, new, old, why)


def _activate(host: ServiceHost, name: str) -> None:
    """Have the service run this version with its own units from the next start on."""
    switch_to(host, name)
    for unit, path in (
        (places.UNIT, places.UNIT_FILE),
        (places.UPDATE_UNIT, places.UPDATE_UNIT_FILE),
    ):
        own = host.at(f"{places.VERSIONS}/{name}/share/doc/boxctl/{unit}")
        there = host.at(path)
        if own.is_file() and (not there.exists() or there.read_bytes() != own.read_bytes()):
            replace_file(there, own.read_bytes())
    host.succeed(RELOAD_UNITS)


def _back(host: ServiceHost, old: str, older: str | None) -> None:
    """Put the old version and its record back, and start it, whatever fails on the way.

    The old version stays the one that judges after a power cut until all of that is done.
    """
    host.run(STOP)
    try:
        _activate(host, old)
        _restore_state(host)
    finally:
        host.run(START)
    host.at(places.ON_TRIAL).unlink(missing_ok=True)
    keep_as_previous(host, older if older != old else None)


def _went_back(host: ServiceHost, new: str, old: str, why: str) -> Fault:
    outcome = (
        tr("{version} runs again", version=old)
        if report_of(host).runs
        else tr("{version} is in place again, but does not run either", version=old)
    )
    return Fault(
        "BX909",
        tr(
            "the box did not come up with boxctl {version} ({why}); {outcome}",
            version=new,
            why=why,
            outcome=outcome,
        ),
    )


def _why(report: ServiceReport) -> str:
    words = end_in_words(report.end) if report.end != "success" else tr("it does not keep running")
    return clauses([words, *(fault.says for fault in report.faults[:1])])


def _discard_copy(host: ServiceHost) -> None:
    """Forget the record of an earlier update, which this one must not put back."""
    copy, unfinished = host.at(places.STATE_BEFORE), host.at(places.STATE_COPY_UNFINISHED)
    failed = host.at(places.STATE_OF_FAILED)
    host.run(("rm", "--recursive", "--force", str(unfinished), str(failed)))
    if copy.is_dir():
        # Under this name it is never put back, even if its removal fails half-way.
        copy.rename(unfinished)
        host.run(("rm", "--recursive", "--force", str(unfinished)))


def _copy_state(host: ServiceHost) -> None:
    """Copy the record; half a copy has another name and is never put back."""
    copy, unfinished = host.at(places.STATE_BEFORE), host.at(places.STATE_COPY_UNFINISHED)
    if not host.at(places.STATE).is_dir():
        return
    try:
        host.succeed(("cp", "--archive", str(host.at(places.STATE)), str(unfinished)))
        unfinished.rename(copy)
    finally:
        if unfinished.exists():
            host.run(("rm", "--recursive", "--force", str(unfinished)))


def _restore_state(host: ServiceHost) -> None:
    """Put the record back as it was if the new version has changed its form.

    Otherwise it stays, with what was played meanwhile. Nothing is thrown away.
    """
    state, copy = host.at(places.STATE), host.at(places.STATE_BEFORE)
    failed = host.at(places.STATE_OF_FAILED)
    half_restored = _is_half_restored(host)
    if not copy.is_dir() or (not half_restored and _forms(state) == _forms(copy)):
        return
    if state.is_dir():
        # If the power was cut below, the service has begun another record meanwhile.
        kept = failed / "after-power-cut" if half_restored else failed
        host.succeed(("mv", str(state), str(kept)))
    # Not copied: the update may have failed because the disk is full.
    host.succeed(("mv", str(copy), str(state)))


def _is_half_restored(host: ServiceHost) -> bool:
    """Whether a power cut came when the record of the new version was away, and ours not back."""
    copy, failed = host.at(places.STATE_BEFORE), host.at(places.STATE_OF_FAILED)
    return copy.is_dir() and failed.is_dir()


def _forms(folder: Path) -> dict[str, int]:
    """Return the version of the form of each database in a folder; -1 if it cannot be read."""
    found = {}
    for file in sorted(folder.rglob("*")):
        if file.is_file() and _begins_as_database(file):
            try:
                with closing(sqlite3.connect(f"{file.as_uri()}?mode=ro", uri=True)) as journal:
                    version = int(journal.execute("PRAGMA user_version").fetchone()[0])
            except sqlite3.Error:
                version = -1
            found[str(file.relative_to(folder))] = version
    return found


def _begins_as_database(file: Path) -> bool:
    with file.open("rb") as opened:
        return opened.read(16) == b"SQLite format 3\0"
