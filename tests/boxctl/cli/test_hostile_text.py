"""Somebody gives every command hostile names: in its options, its files and the journal."""

from __future__ import annotations

import argparse
import io
import json
import signal
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from threading import Event
from typing import Any, NoReturn

import pytest

from boxctl import cli
from boxctl.cli import COMMANDS, main
from boxctl.cli.box import roller
from boxctl.cli.options import Options
from boxctl.journal.disk.default_path import usual_place
from boxctl.journal.entries import DEVICE, OVERRULED
from boxctl.screens.laptop import robots
from groundwork.shown_text import REPLACEMENT, as_text
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

USUAL = {
    "MATCHES": "last",
    "MATCH": "1",
    "MATCH|FILE": "1",
    "RULING": "last",
    "DICE": "1,2",
    "NAME": "classic",
    "N": "3",
    "TEXT": "seen by all",
}
"""What an option is given, by its metavar, while another one is hostile."""


class ParserReached(Exception):
    """A command is about to parse its arguments with these options."""

    def __init__(self, options: Options) -> None:
        super().__init__()
        self.options = options


def options_of(command: str) -> tuple[list[str], Options]:
    """The options of a command, and the words before them."""
    module = import_module(f"boxctl.cli.{cli._GROUPS[command]}.{command}")

    def reach(self: Options, *_: object) -> NoReturn:
        raise ParserReached(self)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Options, "parse_args", reach)
        for words in ([], ["show"]):
            try:
                module.run(words)
            except ParserReached as reached:
                return [command, *words], reached.options
            except cli.BadOption:
                continue
    raise AssertionError(f"no options of boxctl {command} were found")


def usual(action: argparse.Action, config: Path) -> str:
    """A value that this option takes."""
    if action.choices:
        return str(next(iter(action.choices)))
    if action.dest == "config":
        return str(config)
    return USUAL[str(action.metavar)]


def named(action: argparse.Action, value: str) -> list[str]:
    """The option with its value, so that argparse takes no value for an option."""
    return [f"{action.option_strings[-1]}={value}"] if action.option_strings else [value]


def ways_to_call(command: str, config: Path, values: Sequence[str]) -> Iterator[list[str]]:
    """The command as it is, with each flag, and with each option in turn given each value."""
    words, options = options_of(command)
    taking = [action for action in options._actions if action.nargs != 0]
    needed = [action for action in taking if action.required]
    as_it_is = [part for action in needed for part in named(action, usual(action, config))]
    yield [*words, *as_it_is]
    for action in options._actions:
        if action.nargs == 0:
            yield [*words, *as_it_is, action.option_strings[-1]]
    for action in taking:
        others = [other for other in needed if other is not action]
        before = [part for other in others for part in named(other, usual(other, config))]
        for value in values:
            yield [*words, *before, *named(action, value)]
    yield [*words, *as_it_is, FROM_ARGUMENTS]


def call(capsys: Captured, *arguments: str) -> str:
    """Call the command; return what it prints, which has to be text."""
    # argparse ends the program behind --help.
    with suppress(SystemExit):
        main(arguments)
    captured = capsys.readouterr()
    printed = captured.out + captured.err
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
    return [*entries, (DEVICE, device), (OVERRULED, overruled)]


def unknown_kind(entries: Forged) -> Forged:
    """An entry of a kind that no boxctl writes."""
    return [*entries, (HOSTILE, {"at": 78.0})]


RECORD = [command for command, group in cli._GROUPS.items() if group == "record"]
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


class OverAtOnce(Event):
    """An end that has come before it is waited for: pages are served for no time."""

    def wait(self, timeout: float | None = None) -> bool:
        return True


@pytest.fixture(autouse=True)
def a_place_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is named is made here; no roller answers, robots hurry, and signals stay the tests'."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(roller, "ANSWERS_WITHIN_S", 0.0)
    monkeypatch.setattr(robots, "THINKS", 0)
    monkeypatch.setattr(robots, "FLIPS", 0)
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(HOSTILE.encode())))
    monkeypatch.setattr(signal, "signal", lambda *_: None)
    monkeypatch.setattr("boxctl.cli.record.web.Event", OverAtOnce)
    monkeypatch.setenv("PATH", "/nowhere")


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
    assert f"classic: {shown} and Bob" in call(capsys, "matches")
    assert f"classic: {shown} and Bob" in call(capsys, "replay", "1")


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
