"""Every command in the README, and in the pages that it sends players to, does what it says.

A page's commands are those of its ``sh`` blocks. They are run in order in a home of their own,
where a match has been played: in a shell, or in this process where a shell would only start
``boxctl``.
A command that several pages have is run once. A command that needs a board or a box that is not
there is run as far as it goes without: its options are read, or its box.toml is checked and the
port looked for.
"""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from boxctl.cli import main
from tests.support.screens.terminal import on_terminal

ROOT = Path(__file__).parents[1]

ENVIRONMENT = os.path.relpath(sys.prefix, ROOT)
"""The virtual environment, relative to the checkout: make takes a path with a space for two."""

PAGES = ("README.md", "docs/play.md", "docs/settle-a-dispute.md", "docs/odds.md")

FULL_SCREEN = ("--coach", "--demo", "--watch")
"""Options of ``boxctl play`` that take a terminal."""

ANSWERED_NO = ("boxctl legal --rules two-to-go --throw 1,3 --shut 3+1",)
"""Questions of the pages to which the answer is no: exit status 1."""

NEEDS_A_BOARD = ("boxctl play --roller",)

BOX_ON_A_BOARD_THAT_IS_NOT_THERE = """
[box]
tiles = 9
[rules]
variant = "classic"
[usb]
port = "/dev/serial/by-id/no-such-board"
[tiles]
driver = "usb"
[roller]
driver = "usb"
"""


def commands(page: str) -> list[str]:
    """The lines of the ``sh`` blocks of a page."""
    blocks = re.findall(r"^```sh\n(.*?)^```", (ROOT / page).read_text(), re.MULTILINE | re.DOTALL)
    return [line for block in blocks for line in block.splitlines()]


EVERY_COMMAND = list(dict.fromkeys(command for page in PAGES for command in commands(page)))
"""Each once, in the order of the pages."""


class Shell:
    """A shell in the checkout, with ``boxctl`` of these tests and a home of its own."""

    def __init__(self, home: Path) -> None:
        programs = home / "bin"
        programs.mkdir()
        # What is installed is not to be installed again.
        self._program(
            programs / "make",
            f'{shutil.which("make")} -o "$VENV/.installed" -o "$VENV/.installed-dev" '
            '-o "$VENV/.installed-pi" '
            'VENV="$VENV" "$@"',
        )
        self._program(programs / "boxctl", f'{shlex.quote(sys.executable)} -m boxctl "$@"')
        self.environment = {
            "HOME": str(home),
            "PATH": f"{programs}:{os.environ['PATH']}",
            "PYTHONPATH": str(ROOT),
            "VENV": ENVIRONMENT,
            "LANG": "C.UTF-8",
        }
        self.home = home

    def _program(self, path: Path, command: str) -> None:
        path.write_text(f"#!/bin/sh\nexec {command}\n")
        path.chmod(0o755)

    @property
    def other_journal(self) -> str:
        """Begins a command that plays, so that the last match stays the one that was played."""
        return f"export XDG_STATE_HOME={shlex.quote(str(self.home))}/other; "

    def run(self, command: str, typed: str = "") -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            ["bash", "-c", f"set -o pipefail; {command}"],
            input=typed,
            capture_output=True,
            text=True,
            encoding="utf-8",
            env=self.environment,
            cwd=ROOT,
            check=False,
        )


@pytest.fixture(scope="module")
def shell(tmp_path_factory: pytest.TempPathFactory) -> Shell:
    """A shell whose journal has a match with a wrong move in it."""
    shell = Shell(tmp_path_factory.mktemp("home"))
    played = shell.run("boxctl play --players Ann,Bob --seed 5", "\n9\nq\n")
    assert "9 is more than the 4 you threw" in played.stdout
    return shell


def test_the_pages_have_commands() -> None:
    assert all(commands(page) for page in PAGES)
    assert len(commands("README.md")) >= 15


@pytest.mark.parametrize("command", EVERY_COMMAND)
def test_a_command_of_the_documentation_works(
    shell: Shell,
    command: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    if command.startswith(". "):
        assert command == ". .venv/bin/activate"
    elif command == "make test":
        # It is what runs this test.
        assert f"{ENVIRONMENT}/bin/python -m pytest" in done(shell, "make -n test")
    elif command.startswith("boxctl run "):
        check_run(shell, command)
    elif command.startswith(NEEDS_A_BOARD):
        assert "usage: boxctl play" in done(shell, f"{command} --help")
    elif any(option in command for option in FULL_SCREEN):
        check_on_full_screen(shell, command)
    elif "--resume" in command:
        check_resuming(shell, command)
    elif "--guided" in command:
        journal = f"export XDG_STATE_HOME={shlex.quote(str(shell.home))}/guided; "
        assert "Press Enter to throw." in done(shell, journal + command)
    elif "play" in command.split()[:2]:
        assert "your turn: throw" in done(shell, shell.other_journal + command)
    elif "puzzle" in command.split()[:2]:
        assert "What do you shut?" in done(shell, command)
    elif is_plain(command):
        monkeypatch.setenv("HOME", str(shell.home))
        monkeypatch.delenv("XDG_STATE_HOME")
        assert main(shlex.split(command)[1:]) == (command in ANSWERED_NO)
        assert capsys.readouterr().out
    else:
        assert done(shell, command)


def is_plain(command: str) -> bool:
    """Whether a shell would do nothing with it but start ``boxctl`` with its words."""
    return command.startswith("boxctl ") and not re.search(r"[~$|<>&;*`'\"\\]", command)


def done(shell: Shell, command: str) -> str:
    """What the command prints; it has to succeed."""
    ended = shell.run(command)
    assert ended.returncode == 0, ended.stderr
    return ended.stdout


def check_run(shell: Shell, command: str) -> None:
    """The file is checked whole; then the board is looked for, and is not there."""
    (shell.home / "box.toml").write_text(BOX_ON_A_BOARD_THAT_IS_NOT_THERE)
    ended = shell.run(command.replace("box.toml", shlex.quote(f"{shell.home}/box.toml")))
    assert ended.returncode == 1
    assert ended.stderr.startswith("BX501")


def check_resuming(shell: Shell, command: str) -> None:
    """A match that was left goes on; a number of a match that there is not is told."""
    shell.run(f"{shell.other_journal}boxctl play --players Ann,Bob --seed 5", "\n9\nq\n")
    ended = shell.run(shell.other_journal + command)
    if command.split()[-1].isdigit():
        assert ended.returncode == 2
        assert ended.stderr.startswith("BX606")
    else:
        assert "The match goes on where it stood." in ended.stdout


def check_on_full_screen(shell: Shell, command: str) -> None:
    """The screen comes up, and Q leaves it; a match that has begun is asked about."""
    options = command.removeprefix("boxctl ")
    if "ARGS" in command:
        options = re.findall(r'ARGS="(.*)"', command)[0]
        assert f"boxctl play {options}" in shell.run(f"make -n {command[5:]}").stdout
        options = f"play {options}"
    journal = shell.home / ".local/state/boxctl/journal.db"
    if "--watch" not in options:
        journal = shell.home / "other/boxctl/journal.db"
    with on_terminal(*options.split(), "--journal", str(journal)) as terminal:
        terminal.shows("leave")
        terminal.type("q" if "--demo" in options or "--watch" in options else "qq")
        assert terminal.ends() == 0


def test_what_the_page_shows_of_a_referee_is_what_it_writes(shell: Shell) -> None:
    page = "docs/settle-a-dispute.md"
    (shown,) = re.findall(r'"text": "(.*?)"', (ROOT / page).read_text())
    (command,) = (line for line in commands(page) if line.startswith("printf"))
    assert shown in done(shell, command)


def test_what_the_odds_page_shows_is_what_is_printed(shell: Shell) -> None:
    text = (ROOT / "docs/odds.md").read_text()
    command = "boxctl odds --rules pub --open 1-5,8 --throw 5,3"
    assert command in text
    for line in done(shell, command).splitlines():
        assert not line or f"    {line}\n" in text


def test_the_readme_is_short() -> None:
    assert len((ROOT / "README.md").read_text().splitlines()) <= 150
