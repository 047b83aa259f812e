"""Start other programs. Nothing else in boxctl starts a process, and a test checks that.

What root starts gets nothing from whoever called it: it runs in ``/``, where only root can have put
a ``json.py``; its environment has no ``PYTHONPATH``, ``PIP_INDEX_URL`` or ``MAKEFLAGS``; and it is
found only in folders that only root can write to. Other users' programs get what these users have
set, such as the sound server of their desktop: they could run anything else as well.
"""

from __future__ import annotations

import os
import stat
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

from groundwork.frozen_dataclass import frozen_dataclass
from groundwork.system.users import is_root

OF_SYSTEM = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"
"""Where the programs of the system are, as systemd has it."""

_KEPT = frozenset({"LANG", "LANGUAGE", "TERM", "TZ"})
_NOTHING: Mapping[str, str] = {}
_UMASK = 0o022
_GROUPS_OF_ROOT = (0, 50)
"""The group of root, and Debian's group staff, which may write to /usr/local."""

RunningProgram = subprocess.Popen[bytes]
"""A program that has been started."""


@frozen_dataclass
class ProgramResult:
    """The exit status of a program, its output, and what it wrote to stderr apart from that."""

    status: int
    output: str
    errors: str = ""


def run_program(
    command: Sequence[str],
    patience_s: float,
    *,
    together: bool = False,
    more: Mapping[str, str] = _NOTHING,
) -> ProgramResult:
    """Run a program to its end and return what became of it; it gets no input.

    With ``together``, the output has stderr, too. ``more`` are variables of its environment. Raises
    OSError if it cannot be started, and TimeoutError, which is one, after ``patience_s`` seconds.
    """
    try:
        ended = subprocess.run(
            _found(command),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT if together else subprocess.PIPE,
            text=True,
            errors="replace",
            timeout=patience_s,
            check=False,
            cwd=_folder(),
            env={**environment(), **more},
            umask=_umask(),
        )
    except subprocess.TimeoutExpired as error:
        raise TimeoutError from error
    return ProgramResult(ended.returncode, ended.stdout, ended.stderr or "")


def run_in_terminal(command: Sequence[str]) -> int:
    """Run a program with the terminal of this one, such as an editor. Return its exit status.

    Raises OSError if it cannot be started.
    """
    return subprocess.run(
        _found(command), check=False, env=environment(), cwd=_folder(), umask=_umask()
    ).returncode


def has_program(name: str) -> bool:
    """Return whether a program of this name can be started."""
    folders = environment().get("PATH", "").split(":")
    return any(os.access(Path(folder, name), os.X_OK) for folder in folders if folder)


def start_with_input(command: Sequence[str]) -> RunningProgram:
    """Start a program that is given input, in a session of its own; its output is left unread.

    Ctrl-C does not reach it, and its children can be killed with it. What it complains of can be
    read. Raises OSError.
    """
    return subprocess.Popen(
        _found(command),
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        # Or a program that hangs would keep GPIO lines in use.
        close_fds=True,
        start_new_session=True,
        cwd=_folder(),
        env=environment(),
        umask=_umask(),
    )


def start_that_answers(command: Sequence[str]) -> RunningProgram:
    """Start a program that is asked on its input and answers on its output. Raises OSError."""
    return subprocess.Popen(
        _found(command),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env=environment(),
        umask=_umask(),
    )


def start_own_module(module: str, *arguments: str) -> RunningProgram:
    """Start a module of boxctl in a Python of its own; its output can be read. Raises OSError.

    It finds what this Python finds, nothing in the working directory, and keeps files where this
    one does.
    """
    places = [path for path in sys.path if path]
    code = (
        f"import sys; sys.path[:] = {places!r}; import runpy; "
        f"runpy.run_module({module!r}, run_name='__main__', alter_sys=True)"
    )
    return subprocess.Popen(
        [sys.executable, "-I", "-c", code, *arguments],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    )


@contextmanager
def spawning_safely() -> Iterator[None]:
    """Have processes that multiprocessing spawns look for no module in the working directory."""
    before = os.environ.get("PYTHONSAFEPATH")
    os.environ["PYTHONSAFEPATH"] = "1"
    try:
        yield
    finally:
        if before is None:
            del os.environ["PYTHONSAFEPATH"]
        else:
            os.environ["PYTHONSAFEPATH"] = before


def environment() -> dict[str, str]:
    """Return the environment of what this user starts."""
    if not is_root():
        return dict(os.environ)
    kept = {name: text for name, text in os.environ.items()
            if name in _KEPT or name.startswith("LC_")}  # fmt: skip
    return {**kept, "HOME": "/root", "PATH": _safe_path(os.environ.get("PATH", OF_SYSTEM))}


def _safe_path(path: str) -> str:
    """Return the folders of a PATH to which only root can write."""
    return ":".join(folder for folder in path.split(":") if _is_roots(folder))


def _is_roots(folder: str) -> bool:
    if not folder.startswith("/"):
        return False
    try:
        status = os.stat(folder)  # noqa: PTH116
    except OSError:
        return False
    may_write = stat.S_IWOTH | (stat.S_IWGRP if status.st_gid not in _GROUPS_OF_ROOT else 0)
    return status.st_uid == 0 and not status.st_mode & may_write


def _found(command: Sequence[str]) -> list[str]:
    """Return the command with the path of its program, which may be named from this folder."""
    program, *rest = command
    return [str(Path(program).absolute()) if "/" in program else program, *rest]


def _folder() -> str | None:
    return "/" if is_root() else None


def _umask() -> int:
    return _UMASK if is_root() else -1
