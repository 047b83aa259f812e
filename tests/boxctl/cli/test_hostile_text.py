"""Somebody gives every command hostile names: in its options, its files and the journal."""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from boxctl.cli import main
from boxctl.cli.commands import COMMANDS
from boxctl.journal.disk.private_files import usual_place
from boxctl.journal.entry_kinds import DeviceChanged, TurnOverruled
from groundwork.printing import REPLACEMENT, as_text
from tests.support.every_command import nothing_takes_long, ways_to_call
from tests.support.records.forger import Forged, forges, writes
from tests.support.records.recorded_evening import a_short_match
from tests.support.tables.the_match import THE_MATCH

Captured = pytest.CaptureFixture[str]

FORGED_LINE = "999 match over: Bob wins"

HOSTILE = (
    f"\x1b]0;mine\x07\x1b[2J\x9b31m\u202eB\u2066o\u200fb\u200b\n{FORGED_LINE}\r\x08\u2028"
    "e" + "\u0301" * 40 + "\x7f"
)
"""Sets a title, clears the screen, colours it, turns the writing, forges a line, piles accents."""

FROM_ARGUMENTS = f"{HOSTILE}\udce9"
"""With a byte that is no UTF-8, as the system hands it to Python."""


def call(capsys: Captured, *arguments: str) -> str:
    """Call the command; return what it prints, which has to be text."""
    # argparse ends the program behind --help.
    with suppress(SystemExit):
        main(arguments)
    captured = capsys.readouterr()
    printed = captured.out + captured.err
    if "--csv" in arguments:
        # Its lines end as RFC 4180 wants it.
        printed = printed.replace("\r\n", "\n")
    for line in printed.split("\n"):
        assert line == as_text(line), (arguments, line)
        assert not line.startswith(FORGED_LINE), arguments
    return printed


def hostile_players(entries: Forged) -> Forged:
    """Ann has always had another name."""
    name = json.dumps(HOSTILE)[1:-1]
    return [(kind, json.loads(json.dumps(body).replace("Ann", name))) for kind, body in entries]


def hostile_words(entries: Forged) -> Forged:
    """The box, the variant, a device, an operator and the doubts say something else."""
    entries[0][1].update(box=HOSTILE, variant=HOSTILE, software={"boxctl": HOSTILE})
    for kind, body in entries:
        if kind == "ruling":
            body["unverified"] = [{"reason": "in_words", "source": HOSTILE}]
    now = entries[0][1]["began"]
    device: dict[str, Any] = {"at": 78.0, "device": HOSTILE, "answers": False, "says": HOSTILE}
    overruled: dict[str, Any] = {"ruling": 15, "player": "Ann", "score": 3, "was": 9}
    overruled |= {"now": now, "reason": HOSTILE, "by": HOSTILE}
    return [*entries, (DeviceChanged.kind, device), (TurnOverruled.kind, overruled)]


def unknown_kind(entries: Forged) -> Forged:
    """An entry of a kind that no boxctl writes."""
    return [*entries, (HOSTILE, {"at": 78.0})]


RECORD = [name for name, command in COMMANDS.items() if command.group == "record"]
FORGERIES = (hostile_players, hostile_words, unknown_kind)


def forge_the_journal(forge: Callable[[Forged], Forged]) -> None:
    """Forge the journal that boxctl finds by itself. Its chain is right, and nothing is signed."""
    table = a_short_match(usual_place())
    forges(table.path, 1, forge)
    writes(table.path, "DELETE FROM head")


@pytest.fixture
def hostile_file(tmp_path: Path) -> Path:
    """A file of a hostile name, with box events, rulings and settings that are not as they seem."""
    path = tmp_path / HOSTILE.replace("/", " ")
    ruling = {"at": 1.0, "line": 1, "verdict": HOSTILE, "rule": HOSTILE, "player": HOSTILE}
    lines = [
        {"at": 0.0, "press": HOSTILE},
        {HOSTILE: 1},
        {"at": 0.5, "throw": [HOSTILE, 4]},
        ruling | {"open": [1, 2], "text": HOSTILE},
    ]
    path.write_text("\n".join(map(json.dumps, lines)) + f"\n{HOSTILE}\n", encoding="utf-8")
    return path


@pytest.fixture
def config(tmp_path: Path) -> Path:
    """A box.toml with hostile strings wherever it has any, for a box that is nowhere."""
    path = tmp_path / "box.toml"
    name = json.dumps(HOSTILE).replace("\\u007f", "\\u007F")
    text = THE_MATCH.box_toml("/dev/nowhere").replace('"Ann"', name).replace('"Bob"', name)
    path.write_text(f"{text}\n[{name}]\n{name} = {name}\n", encoding="utf-8")
    return path


@pytest.fixture(autouse=True)
def a_place_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is named is made here, and hostile text is typed."""
    nothing_takes_long(monkeypatch, tmp_path, HOSTILE)


@pytest.mark.parametrize("command", COMMANDS)
def test_hostile_options_and_files_are_shown_as_text(
    capsys: Captured, config: Path, hostile_file: Path, command: str
) -> None:
    values = [FROM_ARGUMENTS, str(hostile_file), f"{hostile_file}/nowhere"]
    printed = [call(capsys, *way) for way in ways_to_call(command, config, values)]
    assert any(REPLACEMENT in text for text in printed)


@pytest.mark.parametrize("forge", FORGERIES)
@pytest.mark.parametrize("command", RECORD)
def test_a_hostile_journal_is_shown_as_text(
    capsys: Captured, config: Path, command: str, forge: Callable[[Forged], Forged]
) -> None:
    forge_the_journal(forge)
    for way in ways_to_call(command, config, ()):
        call(capsys, *way)


def test_a_match_of_hostile_players_can_be_read(capsys: Captured) -> None:
    forge_the_journal(hostile_players)
    shown = as_text(HOSTILE)
    assert f"Shut the Box (changed: Shut from the start: 1-6): {shown} and Bob" in call(
        capsys, "matches"
    )
    assert f"Shut the Box (changed: Shut from the start: 1-6): {shown} and Bob" in call(
        capsys, "replay", "1"
    )


def test_json_has_the_name_as_it_is(capsys: Captured) -> None:
    forge_the_journal(hostile_players)
    (match,) = json.loads(call(capsys, "matches", "--json"))["matches"]
    assert match["players"] == [HOSTILE, "Bob"]


def test_no_command_is_made_with_a_name_that_cannot_be_shown(capsys: Captured) -> None:
    forge_the_journal(hostile_players)
    assert main(["replay", "1", "--command"]) == 2
    assert "no name with a character that cannot be shown" in capsys.readouterr().err


def test_nothing_that_a_command_says_of_what_it_lacks_is_more_than_text(
    capsys: Captured,
) -> None:
    said = call(capsys, FROM_ARGUMENTS)
    assert said.startswith(f'BX101: there is no command "{as_text(FROM_ARGUMENTS)}": known are ')
