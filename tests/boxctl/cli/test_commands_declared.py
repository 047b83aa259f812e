"""A command is declared once, and what follows from that is there for every one."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest
from contract_tables import PAGE, with_every_command

from boxctl.cli.commands import COMMANDS, CommandRecord
from boxctl.cli.options import all_options

ROOT = Path(__file__).parents[3]


def test_every_command_has_its_options() -> None:
    found = [options.command for options in all_options()]
    assert len(set(found)) == len(found)
    assert list(dict.fromkeys(command.split()[0] for command in found)) == list(COMMANDS)
    assert {"rules list", "rules show", "rules card"} <= set(found)


def test_every_module_of_a_command_is_declared() -> None:
    declared = {
        f"{command.group}/{name.replace('-', '_')}.py"
        for command in COMMANDS.values()
        for name in (command.name, *command.also)
    }
    folder = ROOT / "boxctl/cli"
    written = {
        str(path.relative_to(folder))
        for path in folder.glob("*/*.py")
        if re.search(r"^def run\(arguments: list\[str\]\) -> int:", path.read_text(), re.MULTILINE)
    }
    assert written <= declared, "give it a CommandRecord in boxctl/cli/commands.py"


@pytest.mark.parametrize("command", COMMANDS.values(), ids=COMMANDS)
def test_what_a_command_does_is_told_in_small_letters_and_as_a_sentence(
    command: CommandRecord,
) -> None:
    assert re.fullmatch(r"[a-z].*[^.]", command.does)
    assert command.sentence == f"{command.does[0].upper()}{command.does[1:]}."


def test_a_command_with_a_hyphen_has_a_module(monkeypatch: pytest.MonkeyPatch) -> None:
    module = ModuleType("boxctl.cli.game.learn_moves")
    monkeypatch.setitem(sys.modules, module.__name__, module)
    command = CommandRecord("learn-moves", "game", "play.md", "learn to play")
    assert command.module is module


def test_the_contracts_have_every_command() -> None:
    page = PAGE.read_text(encoding="utf-8")
    assert page == with_every_command(page), "make man writes the row that is missing"


def test_a_command_without_a_row_gets_one_behind_the_one_before() -> None:
    page = PAGE.read_text(encoding="utf-8")
    (row,) = re.findall(r"^\| `boxctl analyse .*\n", page, re.MULTILINE)
    written = with_every_command(page.replace(row, ""))
    new = (
        "| `boxctl analyse` | show what each throw of a match was worth, and each decision lost |\n"
    )
    assert written == page.replace(row, new)


def test_a_command_is_imported_only_when_it_is_given() -> None:
    modules = [f"boxctl.cli.{command.group}.{name}" for name, command in COMMANDS.items()]
    subprocess.run(
        [
            sys.executable,
            "-c",
            "import sys; from boxctl.cli import main; main(['--help'])\n"
            f"assert not {{'argparse', 'dataclasses', *{modules!r}}} & set(sys.modules)",
        ],
        stdout=subprocess.DEVNULL,
        check=True,
    )
