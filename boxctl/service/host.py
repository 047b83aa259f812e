"""The machine on which the service is installed: its files, accounts, programs and time."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from boxctl.service.places import GROUPS, USER
from groundwork.clock import monotonic_us, unix_s
from groundwork.faults import Fault, os_reason
from groundwork.frozen_dataclass import frozen_dataclass
from groundwork.language import tr
from groundwork.system.programs import OF_SYSTEM, ProgramResult, run_program
from groundwork.system.users import effective_user


class ServiceRefusal(Fault):
    """Nothing was begun: root, a file or an installation is missing (BX910, exit status 2)."""

    command_is_wrong = True

    def __init__(self, sentence: str) -> None:
        super().__init__("BX910", sentence)


PATIENCE_S = 600.0
"""The longest that a program may take, in seconds: compiling on a slow card takes minutes."""

# systemd and the rest print in English; nothing they print depends on a pager. What is in /usr/sbin
# is found after a plain su, too.
SURROUNDINGS = {"LC_ALL": "C.UTF-8", "SYSTEMD_PAGER": "", "SYSTEMD_COLORS": "0", "PATH": OF_SYSTEM}
"""The variables of what is run."""

NOT_FOUND = 127
"""The exit status of a program that is not there or took too long, as shells have it."""


@frozen_dataclass
class ServiceHost:
    """The machine that the service is installed on; by default this one.

    ``root`` is the folder of its files, ``user_id`` the user that asks (-1: that of this process).
    ``run`` runs a program to its end, ``wait`` waits for some seconds. ``now_s`` returns the time
    of day in seconds, ``uptime_us`` the monotonic clock in microseconds.
    """

    root: Path = Path("/")
    user_id: int = -1
    run: Callable[[Sequence[str]], ProgramResult] = lambda command: _run(command)
    wait: Callable[[float], None] = time.sleep
    now_s: Callable[[], float] = unix_s
    uptime_us: Callable[[], int] = monotonic_us

    def at(self, path: str) -> Path:
        """Return where a file of the machine is."""
        return self.root / path.lstrip("/")

    def text(self, path: str) -> str | None:
        """Return the text of a file; None if it cannot be read."""
        try:
            return self.at(path).read_text(encoding="utf-8", errors="replace")
        except OSError:
            return None

    def succeed(self, command: Sequence[str]) -> str:
        """Run a program and return what it printed. Raises :class:`CommandFailed`."""
        ended = self.run(command)
        if ended.status != 0:
            raise CommandFailed(command, ended)
        return ended.output

    def check_is_root(self, action: str) -> None:
        """Raise :class:`ServiceRefusal` (BX910) unless root asks."""
        if (effective_user() if self.user_id < 0 else self.user_id) != 0:
            raise ServiceRefusal(
                tr(
                    "boxctl service {action} changes the system, which only root may; put sudo "
                    "before it, or look first with --dry-run",
                    action=action,
                ),
            )


class CommandFailed(Exception):
    """A program of the system failed; its text is one line for people."""

    def __init__(self, command: Sequence[str], ended: ProgramResult) -> None:
        lines = [line.strip() for line in ended.output.splitlines() if line.strip()]
        why = lines[-1] if lines else tr("exit status {status}", status=ended.status)
        super().__init__(tr("{program} failed ({why})", program=command[0], why=why))


def _run(command: Sequence[str]) -> ProgramResult:
    try:
        return run_program(command, PATIENCE_S, together=True, more=SURROUNDINGS)
    except TimeoutError:
        return ProgramResult(NOT_FOUND, tr("no answer in {seconds} s", seconds=int(PATIENCE_S)))
    except OSError as error:
        return ProgramResult(NOT_FOUND, os_reason(error))


_ID = re.compile(r"[0-9]{1,10}")

FIRST_PERSON = 1000
"""The first user id of people, as Debian has it; a system user has a lower one."""


def user_id(host: ServiceHost) -> int | None:
    """Return the id of the service's user; None if there is no such user."""
    for name, _password, number, *_ in _rows(host, "/etc/passwd"):
        if name == USER and _ID.fullmatch(number):
            return int(number)
    return None


def has_group(host: ServiceHost, group: str) -> bool:
    """Return whether the machine has this group."""
    return any(row[0] == group for row in _rows(host, "/etc/group"))


def groups_to_join(host: ServiceHost) -> tuple[str, ...]:
    """Return the groups of devices that there are and that the user is not in yet."""
    members = {row[0]: row[3].split(",") for row in _rows(host, "/etc/group")}
    return tuple(name for name in GROUPS if name in members and USER not in members[name])


def _rows(host: ServiceHost, path: str) -> list[list[str]]:
    rows = [line.split(":") for line in (host.text(path) or "").splitlines()]
    return [row for row in rows if len(row) >= 4]
