"""``boxctl service``: run the box as a service: install, look, take away.

The plan and the state of the service are told in words, or as data.
"""

from __future__ import annotations

import json
import os
import signal
import sys
from argparse import Namespace
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from boxctl.cli.commands import docs_folder
from boxctl.cli.options import Options, path_of_file
from boxctl.service import places
from boxctl.service.host import ServiceHost, ServiceRefusal
from boxctl.service.make_version import remove_others
from boxctl.service.plan_install import (
    InstallOrder,
    InstallPlan,
    check_can_install,
    is_packaged,
    kept_after,
    plan_install,
    plan_uninstall,
    remove,
)
from boxctl.service.port_rule import port_of_board
from boxctl.service.report import ServiceReport, come_up, end_in_words, report_of
from boxctl.service.steps import InstallStep, carry_out
from boxctl.table.check_rules import check_box_file
from groundwork.faults import Fault
from groundwork.language import tr, tr_n
from groundwork.local_time import told_time
from groundwork.printing import print_lines, print_piece
from groundwork.terminal import typed_line
from hardware.config.read import read_box

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


ACTIONS = ("install", "status", "uninstall")

THIS_MACHINE = ServiceHost()


def run(arguments: list[str]) -> int:
    """Do what is asked. Exit status 1 if the service does not run, or a step fails."""
    accepted = options()
    given = accepted.parse_args(arguments)
    _check(accepted, given)
    if given.what == "status":
        return _status(THIS_MACHINE, as_json=given.json)
    if not given.dry_run:
        THIS_MACHINE.check_is_root(given.what)
        # Or the service could not read what a root with a stricter one has made.
        os.umask(0o022)
        # A lost connection must not leave the work half done: it is taken back, as after Ctrl-C.
        for number in (signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, signal.default_int_handler)
    if given.what == "install":
        return _install(THIS_MACHINE, given)
    return _uninstall(THIS_MACHINE, given)


def options() -> Options:
    """Return the options of the command."""
    options = Options("service")
    options.add_argument(
        "what",
        choices=ACTIONS,
        help=tr("install it or another version of it, tell its status, uninstall it"),
    )
    options.add_argument(
        "--config",
        metavar="FILE",
        type=path_of_file,
        help=tr("for install: the box.toml to use (default: that in /etc/boxctl)"),
    )
    options.add_argument(
        "--dry-run", action="store_true", help=tr("show every step and command, and do none")
    )
    options.add_argument("--yes", action="store_true", help=tr("do not ask whether to begin"))
    options.add_argument(
        "--purge",
        action="store_true",
        help=tr("for uninstall: also remove box.toml, the record, the box's key and the user"),
    )
    options.add_argument(
        "--json", action="store_true", help=tr("for status: answer with one JSON document")
    )
    return options


def _check(accepted: Options, given: Namespace) -> None:
    """Refuse options that another action has."""
    for name, actions in (
        ("config", ("install",)),
        ("purge", ("uninstall",)),
        ("json", ("status",)),
        ("dry_run", ("install", "uninstall")),
    ):
        if getattr(given, name) and given.what not in actions:
            option = f"--{name.replace('_', '-')}"
            accepted.error(
                tr("{option} does not go with {action}", option=option, action=given.what)
            )


def _install(host: ServiceHost, given: Namespace) -> int:
    check_can_install(host)
    config = given.config or host.at(places.CONFIG)
    box_file = read_box(config, check_box_file)
    order = InstallOrder(given.config, port_of_board(box_file), Path(docs_folder()))
    plan = plan_install(host, order)
    print_lines(*already_there(plan))
    if plan.steps:
        print_lines(tr("What is to be done:"))
        _show(plan.steps, details=given.dry_run)
    print_lines(tr("Then the service is started, and watched until the box can be played at."))
    if plan.replaced is not None:
        says = tr("If it comes up, boxctl {version} is removed.", version=plan.replaced)
        print_lines(says)
    if given.dry_run:
        return 0
    if not _agreed(given):
        return 1
    carry_out(host, plan.steps, lambda step: print_lines(f"... {step.says}", flush=True))
    print_lines("... " + tr("start the service"), flush=True)
    # One that runs goes on with what it has read until it is started anew.
    why = come_up(host, "restart" if plan.steps else "start")
    if why is not None:
        raise Fault(
            "BX909",
            tr(
                "the service is installed, but the box does not come up: {why}. It is tried again "
                "and again; boxctl doctor --config {file} tells what is missing",
                why=why,
                file=places.CONFIG,
            ),
        )
    remove_others(host)
    return _status(host, as_json=False)


def _uninstall(host: ServiceHost, given: Namespace) -> int:
    steps = plan_uninstall(host, purge=given.purge)
    if is_packaged(host) and (given.purge or not steps):
        verb = "purge" if given.purge else "remove"
        raise ServiceRefusal(
            tr(
                "boxctl was installed by apt here, which removes the service, too: "
                "sudo apt {verb} boxctl-referee",
                verb=verb,
            ),
        )
    kept = kept_after(host, purge=given.purge)
    if not steps:
        print_lines(tr("No service is installed."))
    else:
        print_lines(tr("What is to be done:"))
        _show(steps, details=given.dry_run)
        if kept:
            print_lines(tr("This stays: {paths}", paths=", ".join(kept)))
        if given.dry_run:
            return 0
        if not _agreed(given):
            return 1
        remove(host, steps, lambda step: print_lines(f"... {step.says}", flush=True))
        print_lines(tr("The service is gone."))
        if is_packaged(host):
            says = tr("sudo systemctl enable --now boxctl starts that of the Debian package.")
            print_lines(says)
    return 0


def _status(host: ServiceHost, *, as_json: bool) -> int:
    report = report_of(host)
    if as_json:
        print_lines(json.dumps(report_as_data(report)))
    else:
        print_lines(*report_in_words(report, host.now_s()))
    return 0 if report.runs else 1


def _agreed(given: Namespace) -> bool:
    """Ask whether to begin, unless ``--yes`` is given. Only a terminal can be asked."""
    if given.yes:
        return True
    if not sys.stdin.isatty():
        print_lines(tr("Nothing was done: there is no terminal to ask at; --yes does without."))
        return False
    yes = tr("yes")
    print_piece(tr("Begin? {yes} or no: ", yes=yes))
    answer = typed_line().strip().casefold()
    if answer and yes.casefold().startswith(answer):
        return True
    print_lines(tr("Nothing was done."))
    return False


def _show(steps: Sequence[InstallStep], *, details: bool) -> None:
    for number, step in enumerate(steps, 1):
        print_lines(f"{number:>4}  {step.says}")
        if details:
            print_lines(*(f"        {line}" for line in step.details))
