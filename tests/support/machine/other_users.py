"""Other users of this machine. Only root can become one."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

STRANGER = 65534

needs_root = pytest.mark.skipif(os.geteuid() != 0, reason="only root can become another user")

_BECOME = f"import os; os.setgroups([]); os.setgid({STRANGER}); os.setuid({STRANGER})\n"

ROOT = Path(__file__).parents[3]


@contextmanager
def public_directory() -> Iterator[Path]:
    """A directory of ours that everybody can look into, unlike those of pytest."""
    with TemporaryDirectory(prefix="boxctl-test-", dir="/tmp") as name:
        directory = Path(name)
        directory.chmod(0o755)
        yield directory


@contextmanager
def program(script: str, *arguments: object, stranger: bool = False) -> Iterator[None]:
    """A program, ours or a stranger's, that goes on running once it has printed a line."""
    # A stranger may not be able to look where Python's own libraries are.
    first = "import fcntl, os, sys\n" + (_BECOME if stranger else "")
    code = f"{first}{script}\nprint(flush=True); input()"
    command = [sys.executable, "-c", code, *map(str, arguments)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as running:
        assert running.stdout is not None
        assert running.stdout.readline() == b"\n"
        try:
            yield
        finally:
            running.kill()


def refusals(paths: list[Path]) -> dict[str, str]:
    """What a stranger is told who opens each of these files to read."""
    code = _BECOME + (
        "import sys\n"
        "for path in sys.argv[1:]:\n"
        "    try: open(path).close()\n"
        "    except OSError as error: print(error.strerror)\n"
        "    else: print('opened')\n"
    )
    command = [sys.executable, "-c", code, *map(str, paths)]
    said = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    return dict(zip((path.name for path in paths), said.splitlines(), strict=True))


_EACH = """
from boxctl.cli import main
def run(arguments):
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        code = main(arguments)
    return code, out.getvalue(), err.getvalue()
"""

Ended = tuple[int, str, str]
"""How a command ended: its status, and what it printed on standard output and standard error."""


def each_as_stranger(warm_up: list[list[str]], commands: list[list[str]]) -> list[Ended]:
    """Run commands of boxctl as a stranger, one after the other in one process.

    Before, the process runs those of ``warm_up`` as we: see :func:`as_stranger`.
    """
    code = (
        "import contextlib, io, json, shutil, sys, tempfile, unicodedata\n"
        f"{_EACH}for given in {warm_up!r}: run(given)\n"
        f"{_BECOME}print(json.dumps([run(given) for given in {commands!r}]))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=ROOT
    )
    return [(status, out, err) for status, out, err in json.loads(done.stdout)]


def each_on_read_only_media(directory: Path, commands: list[list[str]]) -> list[Ended]:
    """Run commands of boxctl in one process while this directory cannot be written to."""
    code = (
        "import contextlib, io, json\n"
        f"{_EACH}print(json.dumps([run(given) for given in {commands!r}]))"
    )
    mounts = (
        f'mount --bind {directory} {directory} && mount -o remount,ro,bind {directory} && exec "$@"'
    )
    done = subprocess.run(
        ["unshare", "--mount", "sh", "-c", mounts, "sh", sys.executable, "-c", code],
        capture_output=True, text=True, check=True, cwd=ROOT,
    )  # fmt: skip
    return [(status, out, err) for status, out, err in json.loads(done.stdout)]


def as_stranger(warm_up: list[str], *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run boxctl as a stranger. Before, it runs with ``warm_up`` as we.

    The stranger may not be able to look where Python and its libraries are.
    """
    code = (
        # What the warm-up does not need: to copy a journal, and to print what is not ASCII.
        "import contextlib, io, shutil, sys, tempfile, unicodedata\n"
        "from boxctl.cli import main\n"
        f"with contextlib.redirect_stdout(io.StringIO()): main({warm_up!r})\n"
        f"{_BECOME}sys.exit(main(sys.argv[1:]))"
    )
    return subprocess.run(
        [sys.executable, "-c", code, *arguments],
        capture_output=True, text=True, check=False, cwd=ROOT,
    )  # fmt: skip
