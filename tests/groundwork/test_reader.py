"""Whoever reads a page types no command: what pages can show says what can be done there.

A sentence that names a command or an option is said to a terminal only (``for_reader``), says where
the command is given, or is one of those below, which no page shows.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from boxctl.cli.commands import COMMANDS
from groundwork.languages.catalog import read_catalog

ROOT = Path(__file__).parents[2]

SHOWN = (
    *("audit", "browser", "journal", "odds", "presentation"),
    *("referee", "rules", "table", "view", "web"),
)
"""The packages of boxctl whose sentences pages can show."""

MARKS = {"tr", "tr_n", "tr_as", "message"}

COMMAND = re.compile(
    rf"(?<![\w-])--[a-z]|(?<!version of )\bboxctl (?:{'|'.join(COMMANDS)})\b|\bthe command\b"
)
PLACE = ("on a computer", "on any computer", "at the box")

ONLY_AT_A_TERMINAL = {
    "boxctl/audit/match_list.py": "the file that replay and analyse are given",
    "boxctl/odds/match/match_table.py": "lines that odds of matches are asked about by a command",
    "boxctl/rules/variants/__init__.py": "rules edit and rules check, which open a file",
    "boxctl/table/resume.py": "play --resume",
    "boxctl/table/throws/roller_gate.py": "a roller, which is mended where its board is",
    "boxctl/presentation/wiring_sheet/boards.py": "wiring, a command",
    "there is no ruling ": "dispute and replay",
    "entry {entry} of match ": "dispute and replay",
    "no ruling of match ": "dispute and replay",
    "{number} rulings of match ": "dispute and replay",
    "match {match} cannot be resumed": "play --resume",
    "no match in the journal ": "play --resume",
    "the journal is older than its key, or another: it lacks": "head, which signs",
    "nobody can tell whether the journal is older": "head, which signs",
    "no key of this box had signed the end": "head, which signs",
}
"""Modules and beginnings of sentences that no page shows, and what shows them."""


def sentences(path: Path) -> Iterator[tuple[str, bool]]:
    """Yield each message of a module, and whether it is said to a terminal only."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    for_terminals = {
        id(node) for call in calls(tree, {"for_reader"}) for node in ast.walk(call.args[0])
    } | terminal_names(tree)
    for call in calls(tree, MARKS):
        for text in call.args:
            if isinstance(text, ast.Constant) and isinstance(text.value, str):
                yield text.value, id(call) in for_terminals


def terminal_names(tree: ast.Module) -> set[int]:
    """What is assigned to a name that ``for_reader`` is given for a terminal, within a function."""
    found: set[int] = set()
    for function in ast.walk(tree):
        if not isinstance(function, ast.FunctionDef):
            continue
        names = {
            call.args[0].id
            for call in calls(function, {"for_reader"})
            if isinstance(call.args[0], ast.Name)
        }
        for node in ast.walk(function):
            if not isinstance(node, ast.Assign) or not isinstance(node.targets[0], ast.Name):
                continue
            if node.targets[0].id in names:
                found |= {id(each) for each in ast.walk(node.value)}
    return found


def calls(tree: ast.AST, names: set[str]) -> Iterator[ast.Call]:
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name):
            continue
        if node.func.id in names:
            yield node


def names_a_command(text: str) -> bool:
    return bool(COMMAND.search(text)) and not any(place in text for place in PLACE)


def named() -> dict[str, str]:
    """The sentences of pages that name a command, with the module of each."""
    return {
        text: path.relative_to(ROOT).as_posix()
        for package in SHOWN
        for path in (ROOT / "boxctl" / package).rglob("*.py")
        for text, terminal in sentences(path)
        if names_a_command(text) and not terminal
    }


def test_no_sentence_of_a_page_names_a_command() -> None:
    wrong = {
        text: module
        for text, module in named().items()
        if module not in ONLY_AT_A_TERMINAL and not text.startswith(tuple(ONLY_AT_A_TERMINAL))
    }
    assert wrong == {}


def test_what_no_page_shows_is_still_said() -> None:
    found = named()
    unused = [
        key
        for key in ONLY_AT_A_TERMINAL
        if key not in found.values() and not any(text.startswith(key) for text in found)
    ]
    assert unused == []


@pytest.mark.parametrize("code", ["de", "fr"])
def test_a_translation_names_a_command_only_where_the_english_does(code: str) -> None:
    text = (ROOT / "groundwork" / "languages" / f"{code}.po").read_text(encoding="utf-8")
    said = read_catalog(text).messages
    option = re.compile(r"(?<![\w-])--[a-z]")
    wrong = {
        each: told for each, told in said.items() if option.search(told) and not option.search(each)
    }
    assert len(said) > 1000
    assert wrong == {}
