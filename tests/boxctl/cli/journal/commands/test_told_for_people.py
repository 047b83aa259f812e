"""What the commands of the journal tell people has nothing in it that only programs read."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from boxctl.cli import main
from groundwork.language import is_complete, known_languages, language, use
from tests.boxctl.cli.journal.commands.conftest import Captured
from tests.support.tables.virtual_table import VirtualTable

SPOKEN = [code for code in known_languages() if code == "en" or is_complete(code)]

RAW = re.compile(r"[0-9a-fA-F]{33}|\d\d\d\d-\d\d-\d\dT|\d\dZ\b|\b[a-z0-9]+_[a-z0-9_]+\b")
"""More of a key or hash than anybody reads, a time as a record has it, a name of a program."""

COMMANDS = {
    "matches": "matches",
    "replay": "replay",
    "how it stood": "replay --at last",
    "dispute": "dispute",
    "dispute of a move": "dispute --tile 7",
    "dispute that fits several": "dispute --tile 9",
    "dispute that fits none": "dispute --tile 6",
    "dispute of an event": "dispute 1 2",
    "verify": "verify",
    "verify with another key": f"verify 1 --key {64 * 'a'}",
    "verify with another head": f"verify 1 --head {64 * 'a'}",
    "verify with what is no key": f"verify 1 --key {65 * 'a'}",
    "head": "head",
    "history": "history",
    "ledger": "ledger",
    "analyse": "analyse",
    "overrule": "overrule last --player Bob --score 15 --reason seen",
}


@pytest.fixture(autouse=True)
def _english_again() -> Iterator[None]:
    yield
    use(language("en"))


@pytest.mark.parametrize("code", SPOKEN)
@pytest.mark.parametrize("command", COMMANDS.values(), ids=COMMANDS)
def test_no_sentence_has_what_only_programs_read(
    command: str, code: str, capsys: Captured, table: VirtualTable
) -> None:
    main([*command.split(), "--lang", code])
    printed = capsys.readouterr()
    told = [*printed.out.splitlines(), *printed.err.splitlines()]
    sentences = told[:1] if command == "head" else told  # Below it has the head itself.
    assert sentences
    assert [found for line in sentences for found in RAW.findall(line)] == []
