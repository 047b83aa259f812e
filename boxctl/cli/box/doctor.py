"""``boxctl doctor``: look at everything that a box needs, without playing."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from boxctl.cli.options import Options, path_of_file
from boxctl.doctor.check import CheckResult, Machine, Soundness
from boxctl.doctor.examine import examine
from boxctl.table.check_rules import CONFIG_OF_SERVICE
from groundwork.language import message, tr
from groundwork.printing import print_lines

SOUNDNESS = {
    Soundness.GOOD: message("good"),
    Soundness.DOUBTFUL: message("doubtful"),
    Soundness.BAD: message("bad"),
}

SUBJECTS = {
    "games": message("games"),
    "libraries": message("libraries"),
    "pins": message("pins"),
    "display": message("display"),
    "port": message("port"),
    "board": message("board"),
    "dice": message("dice"),
    "voice": message("voice"),
    "sound": message("sound"),
    "disk": message("disk"),
    "journal": message("journal"),
    "key": message("key"),
    "wear": message("wear"),
    "pages": message("pages"),
    "clock": message("clock"),
    "supply": message("supply"),
    "heat": message("heat"),
    "service": message("service"),
    "running": message("running"),
}
"""The subjects that people read in their language; the others are names, such as I2C."""


def run(arguments: list[str]) -> int:
    """Print a line for each thing that is looked at. Exit status 1 if any is bad."""
    given = options().parse_args(arguments)
    found = list(examine(Machine(), given.config or _of_service(), given.journal))
    if given.json:
        document = {"sound": not _any_bad(found), "checks": [_as_data(each) for each in found]}
        print_lines(json.dumps(document))
    else:
        print_lines(*map(_line, found))
    return 1 if _any_bad(found) else 0


def options() -> Options:
    """Return the options of the command."""
    options = Options("doctor")
    options.add_argument(
        "--config",
        metavar="FILE",
        type=path_of_file,
        help=tr("the box.toml whose devices are looked at (default: that of the service)"),
    )
    options.add_journal_to_read()
    options.add_json()
    return options


def _of_service() -> Path | None:
    """Return the box.toml of the service, if there is one that this user can read."""
    return CONFIG_OF_SERVICE if os.access(CONFIG_OF_SERVICE, os.R_OK) else None


def _any_bad(found: list[CheckResult]) -> bool:
    return any(each.soundness is Soundness.BAD for each in found)


def _line(each: CheckResult) -> str:
    coded = f"{each.code}: {each.says}" if each.code else each.says
    subject = tr(SUBJECTS[each.subject]) if each.subject in SUBJECTS else each.subject
    return f"{tr(SOUNDNESS[each.soundness]):<{_wide(SOUNDNESS)}}{subject:<{_wide(SUBJECTS)}}{coded}"


def _wide(messages: Mapping[Any, str]) -> int:
    """Return the width of a column in which any of these messages stands."""
    return 2 + max(len(tr(each)) for each in messages.values())


def _as_data(each: CheckResult) -> dict[str, Any]:
    return {
        "subject": each.subject,
        "is": each.soundness.value,
        "code": each.code or None,
        "says": each.says,
    }
