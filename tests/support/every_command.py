"""Every command, and every way to call it with one option after the other."""

from __future__ import annotations

import argparse
import io
import signal
from collections.abc import Iterator, Sequence
from pathlib import Path
from threading import Event

import pytest

from boxctl.cli.box import roller
from boxctl.cli.commands import COMMANDS
from boxctl.cli.options import Options
from boxctl.cli.options import options_of as options_of_command

USUAL = {
    "MATCHES": "last",
    "MATCH": "1",
    "MATCH|FILE": "1",
    "RULING": "last",
    "LINE": "throw 2 3",
    "DICE": "1,2",
    "NAME": "classic",
    "N": "3",
    "AMOUNT": "50p",
    "PERCENT": "7.4%",
    "TEXT": "seen by all",
}
"""What an option is given, by its metavar, while another one is hostile."""


def options_of(command: str) -> tuple[list[str], Options]:
    """The options of a command, and the words before them; of ``rules`` those of ``rules show``."""
    named = {options.command: options for options in options_of_command(COMMANDS[command])}
    usual = (f"{command} {word}" for word in ("show", "table", "sheet"))
    options = next((named[each] for each in usual if each in named), None) or named[command]
    return options.command.split(), options


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
    """The command as it is, with each flag, and with each option in turn given each value.

    The first value is given once more, behind the others.
    """
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
    for value in values[:1]:
        yield [*words, *as_it_is, value]


class OverAtOnce(Event):
    """An end that has come before it is waited for: pages are served for no time."""

    def wait(self, timeout: float | None = None) -> bool:
        return True


def nothing_takes_long(monkeypatch: pytest.MonkeyPatch, folder: Path, typed: str) -> None:
    """No roller answers, robots hurry, and nothing outside of the folder is made or run.

    ``typed`` is what comes from the standard input; signals stay the tests'.
    """
    monkeypatch.chdir(folder)
    monkeypatch.setattr(roller, "ANSWERS_WITHIN_S", 0.0)
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(typed.encode())))
    monkeypatch.setattr(signal, "signal", lambda *_: None)
    monkeypatch.setattr("boxctl.cli.journal.web.Event", OverAtOnce)
    monkeypatch.setenv("PATH", "/nowhere")
