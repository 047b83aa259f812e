"""Shells complete the commands of boxctl: each is asked itself."""

from __future__ import annotations

import shlex
import shutil
import subprocess
from pathlib import Path

import pytest

from boxctl.cli import main
from boxctl.cli.commands import COMMANDS
from boxctl.cli.options import all_options
from boxctl.cli.shell.completed_options import CompletedCommand, completed_command
from boxctl.cli.shell.completion import SHELLS, script_for
from boxctl.rules.variants import names
from tests.boxctl.cli.shell.keys_at_a_prompt import completed

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
    "boxctl explain BX80": "<boxctl><explain><BX801>",
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


def _needs(shell: str) -> None:
    if shutil.which(shell) is None:
        pytest.skip(f"{shell} is not installed here")


def _script(shell: str, folder: Path) -> str:
    """Write the script; return its path, quoted for a shell."""
    path = folder / f"boxctl.{shell}"
    path.write_text(script_for(shell), encoding="utf-8")
    return shlex.quote(str(path))


def _commands() -> list[CompletedCommand]:
    return [completed_command(options) for options in all_options()]


def _flags(command: CompletedCommand) -> set[str]:
    return {flag for option in command.options for flag in option.flags if flag[:2] == "--"}


@pytest.mark.parametrize("shell", AT_A_PROMPT)
def test_tab_completes_what_is_typed(shell: str, tmp_path: Path) -> None:
    _needs(shell)
    folder = tmp_path / "at"
    folder.mkdir()
    (folder / "box of ann.toml").touch()
    program, setup = AT_A_PROMPT[shell]
    setup = setup.format(script=_script(shell, tmp_path))
    assert dict(zip(TYPED, completed(program, setup, list(TYPED), folder), strict=True)) == TYPED


def _asked_of_fish(lines: list[str], folder: Path) -> list[list[str]]:
    """What fish offers for each line, without the descriptions."""
    asks = "; ".join(f"complete -C '{line}'; echo ==" for line in lines)
    told = subprocess.run(
        ["fish", "--no-config", "-c", f"source {_script('fish', folder.parent)}; {asks}"],
        cwd=folder,
        capture_output=True,
        text=True,
        check=True,
    )
    assert told.stderr == ""
    *answers, end = told.stdout.split("==\n")
    assert end == ""
    return [[line.split("\t")[0] for line in answer.splitlines()] for answer in answers]


def test_fish_offers_the_rest_of_what_is_typed(tmp_path: Path) -> None:
    _needs("fish")
    folder = tmp_path / "at"
    folder.mkdir()
    (folder / "box-of-ann.toml").touch()
    asked = {
        line: words.replace("box of ann", "box-of-ann")[:-1].rpartition("<")[2]
        for line, words in TYPED.items()
        if "--set scor" not in line or "=" in line
    }
    found = _asked_of_fish(list(asked), folder)
    # An option whose value may be missing is offered with = and without.
    offered = [{word.rstrip("=") for word in words} for words in found]
    assert dict(zip(asked, offered, strict=True)) == {line: {asked[line]} for line in asked}


def test_bash_offers_every_option_of_every_command(tmp_path: Path) -> None:
    commands = _commands()
    asks = "".join(
        f"COMP_WORDS=(boxctl {command.name} --) COMP_CWORD={len(command.name.split()) + 1}\n"
        '_boxctl; echo "${COMPREPLY[@]}"\n'
        for command in commands
    )
    told = subprocess.run(
        ["bash", "-c", f"source {_script('bash', tmp_path)}\n{asks}"],
        capture_output=True,
        text=True,
        check=True,
    )
    assert told.stderr == ""
    offered = [set(line.split()) for line in told.stdout.splitlines()]
    assert offered == [_flags(command) for command in commands]


def test_fish_offers_every_option_of_every_command(tmp_path: Path) -> None:
    _needs("fish")
    folder = tmp_path / "at"
    folder.mkdir()
    commands = _commands()
    found = _asked_of_fish([f"boxctl {command.name} --" for command in commands], folder)
    offered = [{word.rstrip("=") for word in words} for words in found]
    assert offered == [_flags(command) for command in commands]


@pytest.mark.parametrize("shell", SHELLS)
def test_a_script_names_every_command_and_variant(
    shell: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["completion", shell]) == 0
    script = capsys.readouterr().out
    for word in (*COMMANDS, *names()):
        assert word in script


@pytest.mark.parametrize("shell", SHELLS)
def test_a_shell_reads_descriptions_of_any_language(
    shell: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    _needs(shell)
    assert main(["completion", shell, "--lang", "fr"]) == 0
    script = tmp_path / "script"
    script.write_text(capsys.readouterr().out, encoding="utf-8")
    subprocess.run([shell, "-n", str(script)], check=True)


def test_another_shell_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["completion", "tcsh"]) == 2
    assert "bash" in capsys.readouterr().err
