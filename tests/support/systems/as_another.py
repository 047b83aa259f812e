"""Run ``boxctl`` on Linux as if Python had only what it has on macOS or Windows.

``echo '["rules", "list"]' | python -m tests.support.systems.as_another win32``. Modules and names
that Python lacks there are taken away once the standard library has loaded what it needs of them
itself. That shows what our own code asks for. It does not show how files, locks, signals and
consoles behave there.
"""

from __future__ import annotations

import builtins
import contextlib
import importlib
import io
import json
import os
import select
import selectors
import signal
import socket
import struct
import sys
import time
from types import ModuleType
from typing import Any

# What the standard library and others ask Linux for, they ask before it is taken away.
LOADED_BEFORE = (
    "asyncio", "concurrent.futures.process", "cryptography.hazmat.primitives.asymmetric.ed25519",
    "ctypes", "getpass", "logging", "mmap", "multiprocessing.connection",
    "multiprocessing.popen_spawn_posix", "multiprocessing.resource_tracker",
    "multiprocessing.synchronize", "numba", "pdb", "shutil", "socketserver", "sqlite3", "ssl",
    "subprocess", "tempfile", "textual.app", "textual.drivers.linux_driver", "urllib.request",
    "uvicorn", "webbrowser",
)  # fmt: skip

MODULES = {
    "win32": {
        "_curses", "curses", "fcntl", "gpiod", "gpiozero", "grp", "lgpio", "posix", "pty", "pwd",
        "readline", "resource", "serial", "smbus2", "syslog", "termios", "tty",
    },
    "darwin": {"gpiod", "gpiozero", "lgpio", "serial", "smbus2"},
}  # fmt: skip
"""The modules that are not there, or are only installed on Linux."""

ONLY_LINUX: dict[ModuleType, tuple[str, ...]] = {
    os: (
        "EFD_CLOEXEC", "EFD_NONBLOCK", "O_PATH", "eventfd", "eventfd_read", "eventfd_write",
        "pidfd_open", "sched_setaffinity",
    ),
    select: ("epoll", "EPOLLIN", "EPOLLHUP", "EPOLLERR"),
    socket: ("SOCK_CLOEXEC", "SOCK_NONBLOCK", "TCP_INFO"),
    time: ("CLOCK_BOOTTIME",),
}  # fmt: skip

NOT_ON_WINDOWS: dict[ModuleType, tuple[str, ...]] = {
    os: (
        "O_CLOEXEC", "O_NOCTTY", "O_NOFOLLOW", "O_NONBLOCK", "chown", "fchmod", "fchown", "fork",
        "getegid", "geteuid", "getgid", "getpgid", "getuid", "killpg", "major", "minor", "mkfifo",
        "nice", "openpty", "pread", "pwrite", "register_at_fork", "set_blocking", "statvfs",
        "sync", "ttyname", "uname",
    ),
    select: ("poll", "POLLERR", "POLLHUP", "POLLIN"),
    signal: (
        "SIGCONT", "SIGHUP", "SIGKILL", "SIGTTIN", "SIG_BLOCK", "SIG_SETMASK", "pthread_kill",
        "pthread_sigmask",
    ),
    time: ("clock_gettime_ns", "tzset"),
}  # fmt: skip


def become(system: str) -> None:
    """Take away what Python does not have on ``darwin`` or ``win32``."""
    for name in LOADED_BEFORE:
        try:
            importlib.import_module(name)
        except ImportError:
            continue
    lacking = [ONLY_LINUX, NOT_ON_WINDOWS] if system == "win32" else [ONLY_LINUX]
    if system == "win32":
        sys.modules["msvcrt"] = _msvcrt()
        _new_files_for_everybody()
    else:
        _locks_as_on_macos()
    for of_module in lacking:
        for module, names in of_module.items():
            for name in names:
                if hasattr(module, name):
                    delattr(module, name)
    # What is left for event loops to wait with.
    vars(selectors)["DefaultSelector"] = selectors.SelectSelector
    sys.platform = system
    _refuse(MODULES[system])


def _refuse(modules: set[str]) -> None:
    """Have our own code find none of these modules; others keep those that they have."""
    found = builtins.__import__

    def look(name: str, *more: Any, **named: Any) -> ModuleType:
        asking = (more[0] if more else named.get("globals")) or {}
        ours = str(asking.get("__name__", "")).partition(".")[0] in OURS
        if ours and name.partition(".")[0] in modules:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)
        return found(name, *more, **named)

    builtins.__import__ = look


OURS = ("boxctl", "groundwork", "hardware", "firmware_bridge", "gpiozero_gpiod")


def _msvcrt() -> ModuleType:
    """Stand in for the locks of Windows by those of Linux, which another program sees, too."""
    import fcntl

    module = ModuleType("msvcrt")
    lock, release = 2, 0
    how = {lock: fcntl.LOCK_EX | fcntl.LOCK_NB, release: fcntl.LOCK_UN}

    def locking(file: int, mode: int, length: int) -> None:
        fcntl.lockf(file, how[mode], length, os.lseek(file, 0, os.SEEK_CUR))

    vars(module).update(LK_NBLCK=lock, LK_UNLCK=release, locking=locking)
    return module


def _locks_as_on_macos() -> None:
    """Answer a question about a lock, whose parts macOS has in another order."""
    import fcntl

    ask = fcntl.fcntl

    def asked(file: int, order: int, lock: Any = 0) -> Any:
        if order != fcntl.F_GETLK:
            return ask(file, order, lock)
        start, length, process, kind, whence = struct.unpack("qqihh", lock)
        told = ask(file, order, struct.pack("hhqqi", kind, whence, start, length, process))
        kind, whence, start, length, process = struct.unpack("hhqqi", told)
        return struct.pack("qqihh", start, length, process, kind, whence)

    fcntl.fcntl = asked  # type: ignore[assignment]


def _new_files_for_everybody() -> None:
    """Have new files say nothing of who may read them, as those of Windows."""
    os.umask(0)
    system_open = os.open

    def open_(path: Any, flags: int, mode: int = 0o777, **named: Any) -> int:
        return system_open(path, flags, 0o666 if flags & os.O_CREAT else mode, **named)

    os.open = open_


def main() -> int:
    """Run the commands that follow the name of the system, each a line of JSON on standard input.

    Prints a line of JSON for each: its exit status, and what it has printed.
    """
    (system,) = sys.argv[1:]
    become(system)
    from boxctl.cli import main as run

    for command in sys.stdin.read().splitlines():
        output, notes = io.StringIO(), io.StringIO()
        with contextlib.redirect_stdout(output), contextlib.redirect_stderr(notes):
            sys.stdin = io.StringIO()
            status = run(json.loads(command))
        print(json.dumps([status, output.getvalue(), notes.getvalue()]))
    return 0


if __name__ == "__main__":
    sys.exit(main())
