"""Ctrl-C while the program is still loading what it needs."""

from __future__ import annotations

import signal
import subprocess
import sys
from pathlib import Path

import pytest

import boxctl

INTERRUPTED_AT = """
import signal, sys

module = sys.argv.pop(1)

class Interrupts:
    def find_spec(self, name, path=None, target=None):
        if name == module:
            signal.raise_signal(signal.SIGINT)

signal.signal(signal.SIGINT, signal.default_int_handler)
sys.meta_path.insert(0, Interrupts())
from boxctl.__main__ import main
sys.exit(main())
"""

LEGAL = ("legal", "--throw", "2,4", "--json")


def run(module: str, *command: str) -> subprocess.CompletedProcess[str]:
    """Run a command of boxctl that is interrupted when it imports this module."""
    program = [sys.executable, "-c", INTERRUPTED_AT, module, *command]
    return subprocess.run(program, capture_output=True, text=True, check=False)


@pytest.mark.parametrize(
    ("module", "command"),
    [
        ("boxctl.cli", LEGAL),
        ("groundwork.faults", LEGAL),
        ("boxctl.cli.game.legal", LEGAL),
        ("argparse", LEGAL),
        ("boxctl.rules.moves", LEGAL),
        ("sqlite3", ("matches",)),
        ("boxctl.table.box_table", ("run", "--config", "/dev/null")),
        ("boxctl.odds.turn", ("odds",)),
    ],
)
def test_ctrl_c_while_loading_is_no_traceback(module: str, command: tuple[str, ...]) -> None:
    ended = run(module, *command)
    assert (ended.returncode, ended.stdout, ended.stderr) == (130, "", "")


def test_nothing_that_takes_long_is_loaded_before_ctrl_c_is_heeded() -> None:
    program = "import sys; before = set(sys.modules); import boxctl.__main__; "
    program += "print(*sorted(set(sys.modules) - before))"
    root = Path(boxctl.__file__).parents[1]
    loaded = subprocess.run(
        [sys.executable, "-S", "-c", program], cwd=root, capture_output=True, text=True, check=True
    )
    assert loaded.stdout.split() == ["__future__", "boxctl", "boxctl.__main__", "gc"]


def test_ctrl_c_when_all_is_said_ends_it_at_once() -> None:
    program = "import signal, sys; from boxctl.__main__ import main; sys.argv[1:] = ['--version']; "
    program += "main(); sys.stdout.flush(); signal.raise_signal(signal.SIGINT)"
    ended = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert (ended.returncode, ended.stderr) == (-signal.SIGINT, "")
    assert ended.stdout.startswith("boxctl ")
