"""``make test-next``: what is pure is tested with the Pythons that are next.

With a ``python3.14`` of this machine where there is one, otherwise with the CPython 3.14 that runs
on node. The same with 3.15, whose faults are reported and change nothing.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Iterator
from pathlib import Path

from npm_packages import NotToBeHadError, get_npm_packages

ROOT = Path(__file__).parents[2]
HERE = Path(__file__).parent
BUILD = ROOT / "build" / "next-python"

BROWSER_SITE = ROOT / "packaging" / "browser_site"
"""Names the CPython that make browser builds with, too."""

SUPPORTED = "3.14"
TO_COME = "3.15"

TESTS = (
    "tests/boxctl/rules",
    "tests/boxctl/referee",
    "tests/boxctl/presentation",
    "tests/boxctl/cli/test_commands.py",
    "tests/boxctl/cli/test_help.py",
    "tests/boxctl/cli/test_language.py",
    "tests/boxctl/cli/chances",
    "tests/boxctl/cli/game",
    "tests/groundwork",
)
"""Rules, referee, words, every command's help, and the commands that need no box or record."""

CHOSEN = ("-m", "not full and not kernel and not browser", *TESTS)

STACK = 900
"""Megabytes of stack for node: some tests nest as deep as they can."""


def main() -> int:
    """Test with both. Return 0, or 1 if 3.14 fails, or cannot be had where all has to be tested."""
    try:
        status = tested_with(SUPPORTED)
    except NotToBeHadError as why:
        print(f"Nothing was tested with Python {SUPPORTED}: {why}.")
        return 1 if os.environ.get("CI") else 0
    try:
        if tested_with(TO_COME) != 0:
            print(f"Python {TO_COME} is not supported yet: its faults change nothing.")
    except NotToBeHadError as why:
        print(f"Nothing was tested with Python {TO_COME}: {why}.")
    return 1 if status else 0


def tested_with(version: str) -> int:
    """Run the tests and return pytest's exit status. Raises :class:`NotToBeHadError`."""
    print(f"Python {version}:", flush=True)
    native = shutil.which(f"python{version}")
    # It may be a name only, which says that the Python behind it is not there.
    if native is None or run(native, "-c", "import venv") is not None:
        return tested_on_node(version)
    return tested_natively(version, native)


def tested_natively(version: str, python: str) -> int:
    """Test in a virtual environment of its own, with what ``make dev`` installs."""
    environment = BUILD / version
    installed = subprocess.run(
        ["make", "--no-print-directory", f"VENV={environment}", f"PYTHON={python}", "dev"], cwd=ROOT
    )
    if installed.returncode != 0:
        raise NotToBeHadError("its packages could not be installed")
    return subprocess.run(
        [environment / "bin" / "python", "-m", "pytest", "-n", "auto", *CHOSEN], cwd=ROOT
    ).returncode


def tested_on_node(version: str) -> int:
    """Test on node, with the packages of this virtual environment that are Python alone."""
    cpython = get_cpython(version)
    get_hypothesis()
    installed = Path(sysconfig.get_path("purelib"))
    command = [
        *("node", f"--stack-size={STACK * 1000}", str(HERE / "node.mjs")),
        *(str(cpython), str(ROOT)),
        *(f"{BUILD / 'packages'}:{installed}", ",".join(sorted(set(compiled(installed))))),
        *CHOSEN,
    ]
    # Node takes what it is told, and falls where the system gives it less.
    limit = f'ulimit -s {STACK * 1024} && exec "$@"'
    return subprocess.run(["sh", "-c", limit, "sh", *command], cwd=ROOT).returncode


def get_cpython(version: str) -> Path:
    """Get node and the CPython of this version that runs on it; return its folder."""
    if version == SUPPORTED:
        return get_npm_packages(BROWSER_SITE, BUILD / f"node-{version}") / "pyodide"
    return get_npm_packages(HERE, BUILD / f"node-{version}") / "pyodide"


def get_hypothesis() -> None:
    """Get the Hypothesis that is Python alone."""
    said = run(
        *(sys.executable, "-m", "pip", "--disable-pip-version-check", "--quiet", "install"),
        *("--no-deps", "--require-hashes", "--upgrade", "--target", BUILD / "packages"),
        *("-r", HERE / "hypothesis.txt"),
    )
    if said is not None:
        raise NotToBeHadError(f"pip could not install Hypothesis: {said}")


def compiled(packages: Path) -> Iterator[str]:
    """Yield the modules among installed packages that are made for one Python."""
    for library in packages.rglob("*.so"):
        yield library.relative_to(packages).parts[0].partition(".")[0]


def run(*command: str | Path) -> str | None:
    """Run a command. Return None if it succeeds, else the last line of what it said."""
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    said = [*done.stderr.splitlines(), *done.stdout.splitlines()]
    return None if done.returncode == 0 else (said or ["nothing was said"])[-1]


if __name__ == "__main__":
    sys.exit(main())
