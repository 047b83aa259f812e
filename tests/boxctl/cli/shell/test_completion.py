"""Shells complete the commands of boxctl: what is offered, and what each shell makes of it."""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import sys
from collections.abc import Callable
from io import StringIO
from pathlib import Path

import pytest
from argcomplete.finders import CompletionFinder

from boxctl.cli import main
from boxctl.cli.commands import COMMANDS
from boxctl.cli.options import all_options
from boxctl.cli.shell.completion import SHELLS, complete
from boxctl.rules.variants import names
from tests.boxctl.cli.shell.keys_at_a_prompt import completed

ROOT = Path(__file__).parents[4]

Captured = pytest.CaptureFixture[str]
Offered = Callable[[str], list[str]]

TYPED = {
    "boxctl compl": "<boxctl><completion>",
    "boxctl --vers": "<boxctl><--version>",
    "boxctl rules sh": "<boxctl><rules><show>",
    "boxctl rules show luck": "<boxctl><rules><show><lucky-seven>",
    "boxctl rules card luck": "<boxctl><rules><card><lucky-seven>",
    "boxctl firmware fl": "<boxctl><firmware><flash>",
    "boxctl firmware --table roller fl": "<boxctl><firmware><--table><roller><flash>",
    "boxctl play --coa": "<boxctl><play><--coach>",
    "boxctl legal --rules luck": "<boxctl><legal><--rules><lucky-seven>",
    "boxctl legal --rules=luck": "<boxctl><legal><--rules=lucky-seven>",
    "boxctl legal --throw 3,4 --json --rules luck": (
        "<boxctl><legal><--throw><3,4><--json><--rules><lucky-seven>"
    ),
    "boxctl legal --set scor": "<boxctl><legal><--set><scoring=>",
    "boxctl legal --set scoring=mis": "<boxctl><legal><--set><scoring=missionary>",
    "boxctl legal --set=scoring=mis": "<boxctl><legal><--set=scoring=missionary>",
    "boxctl legal --set stake=5 --set scoring=mis": (
        "<boxctl><legal><--set><stake=5><--set><scoring=missionary>"
    ),
    "boxctl legal --lang f": "<boxctl><legal><--lang><fr>",
    "boxctl run --config b": "<boxctl><run><--config><box of ann.toml>",
    "boxctl run --config=b": "<boxctl><run><--config=box of ann.toml>",
    "boxctl service install --conf": "<boxctl><service><install><--config>",
    "boxctl simulate --player bes": "<boxctl><simulate><--player><best>",
    "boxctl play --against high": "<boxctl><play><--against><highest-first>",
    "boxctl explain BX79": "<boxctl><explain><BX796>",
    "boxctl explain BX404 --js": "<boxctl><explain><BX404><--json>",
    "boxctl explain --js": "<boxctl><explain><--json>",
    "boxctl verify b": "<boxctl><verify><box of ann.toml>",
    "boxctl dispute las": "<boxctl><dispute><last>",
    "boxctl dispute 3 las": "<boxctl><dispute><3><last>",
    "boxctl ledger 3 4 las": "<boxctl><ledger><3><4><last>",
}
"""What is typed before Tab, and the words of the line then."""

AT_A_PROMPT = {
    "bash": (["bash", "--norc", "--noprofile", "-i"], "source {script}"),
    "zsh": (
        ["zsh", "-f", "-i"],
        "bindkey -e; autoload -Uz compinit; compinit -D -u; source {script}",
    ),
}


WORDBREAKS = " \t\n\"'><=;|&(:"
"""What bash takes for the ends of words."""

FEW = (
    "boxctl compl",
    "boxctl legal --rules=luck",
    "boxctl legal --set scoring=mis",
    "boxctl run --config b",
)
"""Lines that a real shell is asked to complete: it starts boxctl for each."""


@pytest.fixture
def offered(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Offered:
    """What is offered for a line, in a folder with a box.toml."""
    (tmp_path / "box of ann.toml").touch()
    monkeypatch.chdir(tmp_path)
    # Its channel for what programmers want to see is a file of pytest.
    monkeypatch.setattr(CompletionFinder, "_init_debug_stream", lambda _self: None)

    def ask(line: str) -> list[str]:
        answer = StringIO()
        for name, value in {
            "_ARGCOMPLETE": "1",
            "_ARGCOMPLETE_IFS": "\n",
            "_ARGCOMPLETE_SHELL": "bash",
            "_ARGCOMPLETE_SUPPRESS_SPACE": "1",
            "_ARGCOMPLETE_COMP_WORDBREAKS": WORDBREAKS,
            "COMP_LINE": line,
            "COMP_POINT": str(len(line)),
        }.items():
            monkeypatch.setenv(name, value)
        with pytest.raises(SystemExit) as ended:
            complete(answer)
        assert ended.value.code == 0
        return answer.getvalue().splitlines()

    return ask


@pytest.mark.parametrize("line", TYPED)
def test_the_rest_of_what_is_typed_is_offered(line: str, offered: Offered) -> None:
    *_, last = TYPED[line][1:-1].split("><")
    # bash keeps what is before the last sign that ends a word.
    *_, rest = last.rstrip("=").rpartition("=")
    wanted = rest + "=" * last.endswith("=")
    assert offered(line) == [wanted.replace(" ", r"\ ")]


def test_every_option_of_every_command_is_offered(offered: Offered) -> None:
    for options in all_options():
        flags = {flag for action in options.actions for flag in action.option_strings}
        found = set(offered(f"boxctl {options.command} --"))
        assert found == {flag for flag in flags if flag.startswith("--")}


def test_every_command_and_variant_is_offered(offered: Offered) -> None:
    assert offered("boxctl ") == list(COMMANDS)
    assert offered("boxctl legal --rules ") == list(names())


def test_the_games_of_the_house_are_offered_to_edit_and_to_check(
    offered: Offered, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    assert main(["rules", "save", "The Crown", "--set", "tiles=10"]) == 0
    assert offered("boxctl rules edit the") == ["the-crown"]
    assert offered("boxctl rules check the") == ["the-crown"]


def test_nothing_is_offered_where_nobody_knows_what_comes(offered: Offered) -> None:
    assert offered("boxctl legal --throw ") == []


def _needs(shell: str) -> None:
    if shutil.which(shell) is None:
        pytest.skip(f"{shell} is not installed here")


@pytest.fixture
def at(tmp_path: Path) -> Path:
    """A folder with a box.toml; beside it are the scripts, and a ``boxctl`` that they start."""
    program = tmp_path / "bin/boxctl"
    program.parent.mkdir()
    program.write_text(f'#!/bin/sh\nexec {shlex.quote(sys.executable)} -m boxctl "$@"\n')
    program.chmod(0o755)
    folder = tmp_path / "at"
    folder.mkdir()
    (folder / "box of ann.toml").touch()
    return folder


def _script(shell: str, at: Path, capsys: Captured) -> str:
    """Write the script of a shell; return its path, quoted."""
    assert main(["completion", shell]) == 0
    script = at.parent / "script"
    script.write_text(capsys.readouterr().out, encoding="utf-8")
    return shlex.quote(str(script))


@pytest.fixture
def _boxctl_is_found(at: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", f"{at.parent / 'bin'}:{os.environ['PATH']}")
    monkeypatch.setenv("PYTHONPATH", str(ROOT))


@pytest.mark.usefixtures("_boxctl_is_found")
@pytest.mark.parametrize("shell", AT_A_PROMPT)
def test_tab_completes_what_is_typed(shell: str, at: Path, capsys: Captured) -> None:
    _needs(shell)
    program, setup = AT_A_PROMPT[shell]
    setup = setup.format(script=_script(shell, at, capsys))
    found = completed(program, setup, FEW, at)
    assert found == [TYPED[line] for line in FEW]


@pytest.mark.usefixtures("_boxctl_is_found")
def test_fish_offers_the_rest_of_what_is_typed(at: Path, capsys: Captured) -> None:
    _needs("fish")
    asks = "; ".join(f"complete -C '{line}'; echo ==" for line in FEW)
    told = subprocess.run(
        ["fish", "--no-config", "-c", f"source {_script('fish', at, capsys)}; {asks}"],
        cwd=at,
        capture_output=True,
        text=True,
        check=True,
    )
    assert told.stderr == ""
    words = [line.split("\t")[0] for line in told.stdout.splitlines()]
    assert words == [
        *("completion", "=="),
        *("--rules=lucky-seven", "=="),
        *("scoring=missionary", "=="),
        *("box of ann.toml", "=="),
    ]


@pytest.mark.parametrize("shell", SHELLS)
def test_a_shell_can_read_its_script(shell: str, at: Path, capsys: Captured) -> None:
    _needs(shell)
    _script(shell, at, capsys)
    subprocess.run([shell, "-n", str(at.parent / "script")], check=True)


def test_another_shell_is_refused(capsys: Captured) -> None:
    assert main(["completion", "tcsh"]) == 2
    assert "bash" in capsys.readouterr().err
