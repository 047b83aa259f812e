"""How the service is, in words and as data."""

from __future__ import annotations

import json
import re

from tests.boxctl.service.conftest import Command
from tests.boxctl.service.pretend_machine import NOW_S, PretendMachine

UNPLUGGED = "boxctl: BX501: the roller's port /dev/ttyACM0 is not there; plug it in"


def test_a_machine_without_it_says_so(boxctl_service: Command) -> None:
    status, printed = boxctl_service("status")
    assert status == 1
    assert printed == "No service is installed; boxctl service install sets it up.\n"


def test_it_tells_since_when_it_runs(installed: PretendMachine, boxctl_service: Command) -> None:
    status, printed = boxctl_service("status")
    assert status == 0
    first, *rest = printed.splitlines()
    assert re.fullmatch(
        r"The service runs since 20\d\d-\d\d-\d\d \d\d:\d\d\+00:00 \(2 h 5 min\)\.", first
    )
    assert rest == [
        "It runs boxctl 0.9.0-1.",
        "The box: /etc/boxctl/box.toml. The record: /var/lib/boxctl/journal.db",
        "Its log names no fault.",
    ]


def test_it_names_its_last_faults_the_newest_first_and_each_once(
    installed: PretendMachine, boxctl_service: Command
) -> None:
    installed.log = [
        (NOW_S - 900, UNPLUGGED),
        (NOW_S - 800, "    3.21  R4.4  Throw first: put the 5 back up."),
        (NOW_S - 700, "boxctl: BX409: the sensor of tile 3 is not to be believed"),
        (NOW_S - 600, UNPLUGGED),
    ]
    _, printed = boxctl_service("status")
    told = printed.splitlines()[-3:]
    assert told[0] == "Its last faults (boxctl explain CODE tells more):"
    assert told[1].endswith(f"  {UNPLUGGED}")
    assert told[2].endswith("BX409: the sensor of tile 3 is not to be believed")


def test_one_that_has_stopped_tells_how_it_ended(
    installed: PretendMachine, boxctl_service: Command
) -> None:
    installed.running = None
    installed.result = "watchdog"
    installed.restarts = 3
    installed.enabled.clear()
    status, printed = boxctl_service("status")
    assert status == 1
    assert printed.startswith(
        "The service does not run; sudo systemctl start boxctl starts it.\n"
        "At its last end: it hung, and the watchdog ended it.\n"
        "It was restarted 3 times by itself.\n"
        "It does not start with the machine; sudo systemctl enable boxctl changes that.\n"
    )


def test_programs_get_the_same_as_data(installed: PretendMachine, boxctl_service: Command) -> None:
    installed.log = [(NOW_S, UNPLUGGED)]
    status, printed = boxctl_service("status", "--json")
    told = json.loads(printed)
    assert status == 0
    assert told["runs"] is True
    assert told["version"] == "0.9.0-1"
    assert told["starts_with_machine"] is True
    assert [each["says"] for each in told["faults"]] == [UNPLUGGED]
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[+-]\d\d:\d\d", told["since"])


def test_a_program_in_the_log_cannot_move_the_cursor(
    installed: PretendMachine, boxctl_service: Command
) -> None:
    installed.log = [(NOW_S, "BX501: \x1b[2J gone")]
    assert "\x1b" not in boxctl_service("status")[1]


def test_where_systemd_cannot_be_asked_that_is_said(
    installed: PretendMachine, boxctl_service: Command
) -> None:
    installed.fails = ["systemctl show", "journalctl"]
    status, printed = boxctl_service("status")
    assert status == 1
    assert printed.startswith("systemd could not be asked; put sudo before the command.\n")


def test_times_that_no_calendar_has_are_left_out(
    installed: PretendMachine, boxctl_service: Command
) -> None:
    installed.log = [(1e20, UNPLUGGED), (-1e11, UNPLUGGED), (NOW_S, UNPLUGGED)]
    status, printed = boxctl_service("status")
    assert status == 0
    assert printed.count(UNPLUGGED) == 1
