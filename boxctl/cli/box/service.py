"""``boxctl service``: run the box as a service: install, look, update, take away."""

from __future__ import annotations

import json
import signal
import sys
from argparse import Namespace
from collections.abc import Sequence
from pathlib import Path

from boxctl.cli.box.service_words import already_there, report_as_data, report_in_words
from boxctl.cli.options import Options, path_of_file
from boxctl.cli.read_on import folder
from boxctl.service import places
from boxctl.service.faults import ServiceRefusal
from boxctl.service.host import ServiceHost
from boxctl.service.make_version import VersionStep, source_named
from boxctl.service.plan_install import InstallOrder, plan_install
from boxctl.service.plan_uninstall import is_packaged, kept_after, plan_uninstall, remove
from boxctl.service.port_rule import port_of_board
from boxctl.service.report import report_of
from boxctl.service.steps import InstallStep, carry_out
from boxctl.service.update import (
    check_can_update,
    come_up,
    finish_update,
    go_back,
    update,
    version_to_go_back_to,
)
from boxctl.table.check_rules import check_box_file
from groundwork.faults import Fault
from groundwork.language import tr
from groundwork.printing import print_lines, print_piece
from groundwork.terminal import typed_line
from hardware.config.read import read_box

ACTIONS = ("install", "status", "update", "rollback", "uninstall", "finish-update")

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
        # A lost connection must not leave the work half done: it is taken back, as after Ctrl-C.
        for number in (signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, signal.default_int_handler)
    if given.what == "install":
        return _install(THIS_MACHINE, given)
    if given.what == "uninstall":
        return _uninstall(THIS_MACHINE, given)
    return _update(THIS_MACHINE, given)


def options() -> Options:
    """Return the options of the command."""
    options = Options(
        "service", tr("Run the box as a service, which starts with the machine: see to all of it.")
    )
    options.add_argument(
        "what",
        choices=ACTIONS,
        help=tr(
            "install it, tell its status, update boxctl or roll that back, uninstall it; "
            "finish-update is what the machine runs after a power cut"
        ),
    )
    options.add_argument(
        "source",
        nargs="?",
        metavar="SOURCE",
        help=tr(
            "for install and update: a wheel or a checkout of boxctl (default: the one that "
            "answers now)"
        ),
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
        ("source", ("install", "update")),
        ("config", ("install",)),
        ("purge", ("uninstall",)),
        ("json", ("status",)),
        ("dry_run", ("install", "update", "rollback", "uninstall")),
    ):
        if getattr(given, name) and given.what not in actions:
            option = name.upper() if name == "source" else f"--{name.replace('_', '-')}"
            accepted.error(
                tr("{option} does not go with {action}", option=option, action=given.what)
            )


def _install(host: ServiceHost, given: Namespace) -> int:
    config = given.config or host.at(places.CONFIG)
    box_file = read_box(config, check_box_file)
    order = InstallOrder(
        given.config, port_of_board(box_file), source_named(given.source), Path(folder())
    )
    plan = plan_install(host, order)
    print_lines(*already_there(plan))
    if plan.steps:
        print_lines(tr("What is to be done:"))
        _show(plan.steps, details=given.dry_run)
    print_lines(tr("Then the service is started, and watched until the box can be played at."))
    if given.dry_run:
        return 0
    if not _agreed(given):
        return 1
    carry_out(host, plan.steps, lambda step: print_lines(f"... {step.says}", flush=True))
    print_lines("... " + tr("start the service"), flush=True)
    why = come_up(host)
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
    return _status(host, as_json=False)


def _uninstall(host: ServiceHost, given: Namespace) -> int:
    if is_packaged(host):
        verb = "purge" if given.purge else "remove"
        raise ServiceRefusal(
            tr(
                "boxctl was installed by apt here, which removes the service, too: "
                "sudo apt {verb} boxctl-referee",
                verb=verb,
            ),
        )
    steps = plan_uninstall(host, purge=given.purge)
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
    return 0


def _update(host: ServiceHost, given: Namespace) -> int:
    if given.what == "finish-update":
        finish_update(host, _tell)
        return 0
    if given.what == "rollback":
        source, before = None, version_to_go_back_to(host)
        what = [tr("The service goes back to boxctl {version}.", version=before)]
    else:
        source = source_named(given.source)
        check_can_update(host)
        step = VersionStep(source)
        what = [step.says, *(step.details if given.dry_run else ()),
                tr("Then the service changes to it, and is watched.")]  # fmt: skip
    print_lines(*what, tr("If the box does not come up, the version that runs now is put back."))
    if given.dry_run:
        return 0
    if not _agreed(given):
        return 1
    name = go_back(host, _tell) if source is None else update(host, source, _tell)
    print_lines(tr("The service runs boxctl {version}.", version=name))
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


def _tell(words: str) -> None:
    print_lines(f"... {words}", flush=True)
