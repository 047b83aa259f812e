"""Help and faults are in the language that was asked for, every sentence of them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from boxctl.cli import main
from boxctl.cli.box import firmware, roller
from boxctl.cli.commands import COMMANDS
from boxctl.journal.proof.head_signer import rotate_key
from groundwork.language import is_complete, known_languages, language, use
from groundwork.languages.text_with_english import PLACEHOLDER
from tests.support.records.journals import EVENING
from tests.support.records.signed_records import plays_signed_matches

pytest.importorskip("babel", reason="make dev installs it")

from translation.catalogs import extracted

OTHERS = tuple(code for code in known_languages()[1:] if is_complete(code))

FAULTS = {
    "no such command": ["shuffle"],
    "no such variant": ["rules", "show", "battten"],
    "no such setting": ["legal", "--throw", "2", "--set", "tilles=9"],
    "a value that no setting has": ["legal", "--throw", "2", "--set", "match=chess"],
    "a number that is too large": ["legal", "--throw", "2", "--set", "tiles=99"],
    "settings that contradict": [
        "legal",
        "--throw",
        "2",
        "--set",
        "match=solo",
        "--set",
        "stake=5",
    ],
    "not KEY=VALUE": ["legal", "--throw", "2", "--set", "tiles"],
    "no die": ["legal", "--throw", "two"],
    "no such tile": ["legal", "--throw", "2", "--open", "1-12"],
    "no throw": ["legal"],
    "an unknown option": ["legal", "--throw", "2", "--shake"],
    "an option without its value": ["legal", "--throw"],
    "two players of one name": ["referee", "--players", "Ann,Ann"],
    "no journal": ["matches", "--journal", "/nowhere/journal.db"],
    "no box.toml": ["dark", "--config", "/nowhere/box.toml"],
}


@pytest.fixture(autouse=True)
def _english_again() -> Iterator[None]:
    yield
    use(language("en"))


def _said(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> str:
    with suppress(SystemExit):  # --help ends the program
        main(arguments)
    captured = capsys.readouterr()
    # Options break lines where they like.
    return re.sub(r"\s+", " ", captured.out + captured.err)


@cache
def _english() -> dict[str, str]:
    """Return the messages of the source that are long enough to be told from names.

    Each is a pattern, with the longest part of it that is the same in every sentence.
    """
    found = {}
    for message in extracted():
        for text in (message.id,) if isinstance(message.id, str) else message.id:
            bare = re.sub(r"%\(?\w*\)?s?", "", PLACEHOLDER.sub("", text))
            if len(re.findall(r"[a-z]{2,}", bare)) > 2:
                words = re.sub(r"\s+", " ", text.strip())
                parts = PLACEHOLDER.sub("\0", words).split("\0")
                found[".{1,400}?".join(map(re.escape, parts))] = max(parts, key=len)
    return found


def _english_in(said: str) -> list[str]:
    return [
        pattern for pattern, part in _english().items() if part in said and re.search(pattern, said)
    ]


@pytest.mark.parametrize("code", OTHERS)
@pytest.mark.parametrize("command", [*COMMANDS, ""])
def test_help_has_no_english_sentence(
    command: str, code: str, capsys: pytest.CaptureFixture[str]
) -> None:
    said = _said([*command.split(), "--help", "--lang", code], capsys)
    assert len(said) > 80
    assert _english_in(said) == []


@pytest.mark.parametrize("code", OTHERS)
@pytest.mark.parametrize("what", FAULTS)
def test_a_fault_has_no_english_sentence(
    what: str, code: str, capsys: pytest.CaptureFixture[str]
) -> None:
    in_english = _said(FAULTS[what], capsys)
    said = _said([*FAULTS[what], "--lang", code], capsys)
    assert said[:7] == in_english[:7], "the code stays"
    assert re.match(r"BX\d\d\d: ", said)
    assert said != in_english
    assert _english_in(said) == []


@pytest.mark.parametrize("code", OTHERS)
def test_the_problems_of_a_box_toml_have_no_english_sentence(
    code: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    box = tmp_path / "box.toml"
    box.write_text(
        "[box]\ntiles = 9\nwheels = 4\n"
        '[rules]\nvariant = "classic"\n'
        '[tiles]\ndriver = "gpio"\npins = [17, 17, 99, "x"]\n'
        '[roller]\ndriver = "dice cup"\n[voyce]\n'
    )
    said = _said(["dark", "--config", str(box), "--lang", code], capsys)
    assert said.count("BX3") >= 5
    assert _english_in(said) == []


@pytest.mark.parametrize("code", OTHERS)
@pytest.mark.parametrize("command", [["head", "1"], ["key"], ["history"], ["overrule"]])
def test_what_a_record_tells_has_no_english_sentence(
    command: list[str], code: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    journal = plays_signed_matches(tmp_path / "journal.db", 1)
    if command == ["key"]:
        rotate_key(journal, EVENING)
    if command == ["overrule"]:
        command = ["overrule", "1", "8", "--score", "1", "--reason", "x"]
    said = _said([*command, "--journal", str(journal), "--lang", code], capsys)
    assert len(said) > 60
    assert _english_in(said) == []


BOARD: dict[str, Any] = {
    "port": "/dev/ttyUSB0", "name": "tower", "firmware": "1.2", "dice": 2, "sides": 6, "boot": 3,
    "started": "watchdog", "task": "contacts", "health": "good", "failures": 1, "came": 2,
    "faces": [1, 0, 1, 1, 1, 0], "p": 0.5, "round_trip_ms": 8.2, "frames": 9, "dropped_here": 1,
    "dropped_there": 0, "repeated": 0, "troubles": [], "tiles": 9,
}  # fmt: skip
"""What a roller tells, and a board."""

BUILT: dict[str, Any] = {
    "table": "roller", "firmware": "1.2", "protocol": 1, "hex": "x.hex", "flash": 1, "memory": 2,
    "board": BOARD,
}  # fmt: skip


@pytest.mark.parametrize("code", OTHERS)
@pytest.mark.parametrize("told", ["roller", "firmware"])
def test_what_a_board_tells_has_no_english_sentence(told: str, code: str) -> None:
    use(language(code))
    match told:
        case "roller":
            lines = roller.sentences(BOARD)
        case _:
            lines = firmware.sentences(BUILT)
    said = " ".join(lines)
    assert _english_in(said) == []
    assert not re.search(r"\b(dice|sides|noise|start|samples)\b", said)


@pytest.mark.parametrize("code", OTHERS)
def test_a_changed_setting_is_told_in_other_languages(
    code: str, capsys: pytest.CaptureFixture[str]
) -> None:
    said = _said(["rules", "show", "classic", "--set", "stake=5", "--lang", code], capsys)
    assert "stake = 5 " in said
    assert "instead of" not in said
    assert "Changed" not in said
