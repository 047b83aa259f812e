"""Every command, and every way to call it with one option after the other."""

from __future__ import annotations

import argparse
import io
import signal
from collections.abc import Iterator, Sequence
from importlib import import_module
from pathlib import Path
from threading import Event
from typing import NoReturn

import pytest

from boxctl import cli
from boxctl.cli.box import roller
from boxctl.cli.options import Options
from boxctl.screens.laptop import robots

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
    monkeypatch.setattr(robots, "THINKS", 0)
    monkeypatch.setattr(robots, "FLIPS", 0)
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(typed.encode())))
    monkeypatch.setattr(signal, "signal", lambda *_: None)
    monkeypatch.setattr("boxctl.cli.record.web.Event", OverAtOnce)
    monkeypatch.setenv("PATH", "/nowhere")
