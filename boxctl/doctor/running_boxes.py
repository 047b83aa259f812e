"""The processes that play a box."""

from __future__ import annotations

import os
from collections.abc import Sequence
from itertools import dropwhile
from pathlib import Path

from boxctl.doctor.machine import Machine

CONFIG = "--config"


def running_boxes(machine: Machine, config: Path) -> list[int]:
    """Return the processes that run ``boxctl run`` with this box.toml, the lowest number first."""
    found = [
        int(process.name)
        for process in machine.at("/proc").glob("[0-9]*")
        if _plays(machine, process, config)
    ]
    return sorted(found)


def _plays(machine: Machine, process: Path, config: Path) -> bool:
    told = machine.text(f"/proc/{process.name}/cmdline")
    command = _after_boxctl(told.split("\0")) if told else []
    if command[:1] != ["run"] or "--check" in command:
        return False
    for number, word in enumerate(command):
        if word == CONFIG:
            return _is_same(process, "".join(command[number + 1 : number + 2]), config)
        if word.startswith(f"{CONFIG}="):
            return _is_same(process, word.removeprefix(f"{CONFIG}="), config)
    return False


def _after_boxctl(command: Sequence[str]) -> list[str]:
    """Return the arguments of ``boxctl``; empty if this command does not start it itself."""
    # A script is started through Python; sudo and the like start it as a process of its own.
    words = list(command)
    if words and "python" in words[0]:
        words = list(dropwhile(_is_option_of_python, words[1:]))
    if words[:2] == ["-m", "boxctl"]:
        return words[2:]
    is_started = bool(words) and os.path.basename(words[0]) == "boxctl"  # noqa: PTH119
    return words[1:] if is_started else []


def _is_option_of_python(word: str) -> bool:
    return word.startswith("-") and word != "-m"


def _is_same(process: Path, named: str, config: Path) -> bool:
    try:
        # Links of others may lead in a circle, of which realpath makes nothing.
        there = os.path.join(os.path.realpath(process / "cwd"), named)  # noqa: PTH118
        return os.path.realpath(there) == os.path.realpath(config)
    except OSError:
        return False
