"""An update whose power is cut before any one of its steps: some version always comes up."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from boxctl.cli.box import service
from boxctl.service.host import ProgramResult
from boxctl.service.steps import replace_file, replace_link
from tests.boxctl.service.conftest import Command
from tests.boxctl.service.pretend_machine import PretendMachine

OLD, NEW = "0.9.0-1", "1.0.0-2"
OLD_FORM, NEW_FORM = 3, 4

MORE_STEPS_THAN_THERE_ARE = 60


class PowerCut(BaseException):
    """The machine has no power any more: nothing is done after it."""


class Mains:
    """Power that lasts for so many steps: programs, and files that are renamed or removed."""

    def __init__(self, steps: int) -> None:
        self.steps = steps

    def before(self, step: Callable[..., Any]) -> Callable[..., Any]:
        """Return the step, before which the power may be cut."""

        def powered(*given: object, **named: object) -> object:
            if self.steps == 0:
                raise PowerCut
            self.steps -= 1
            return step(*given, **named)

        return powered


def _record(machine: PretendMachine) -> Path:
    return machine.root / "var/lib/boxctl/journal.db"


def _form(machine: PretendMachine, form: int | None = None) -> int:
    with closing(sqlite3.connect(_record(machine))) as file:
        if form is not None:
            file.execute("CREATE TABLE IF NOT EXISTS match (name)")
            file.execute(f"PRAGMA user_version = {form}")
            file.commit()
        return int(file.execute("PRAGMA user_version").fetchone()[0])


def _play(machine: PretendMachine, match: str) -> None:
    with closing(sqlite3.connect(_record(machine))) as file:
        file.execute("INSERT INTO match VALUES (?)", (match,))
        file.commit()


def _played(machine: PretendMachine) -> list[str]:
    with closing(sqlite3.connect(_record(machine))) as file:
        return [name for (name,) in file.execute("SELECT name FROM match")]


def _new_version_writes_its_own_form(machine: PretendMachine, *, good: bool) -> None:
    """Have the old version refuse a record in the form of the new one, which may not come up."""

    def start(version: str) -> None:
        if not _record(machine).exists():
            _record(machine).parent.mkdir()
            _form(machine, OLD_FORM)
        if version == NEW:
            _form(machine, NEW_FORM)

    machine.while_starting = start
    machine.comes_up = lambda version: good if version == NEW else _form(machine) == OLD_FORM


def _started_again(machine: PretendMachine, boxctl_service: Command) -> None:
    """What systemd does when the power is back: both units, the second one if its file is there."""
    machine.running = None
    machine.host.run(("systemctl", "start", "boxctl.service"))
    if (machine.root / "opt/boxctl/on-trial").exists():
        assert (machine.root / "opt/boxctl/previous/bin/boxctl").exists()
        boxctl_service("finish-update")


def test_a_file_is_on_the_disk_before_it_has_its_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    done: list[str] = []
    fsync, renamed = os.fsync, Path.replace

    def note_sync(file: int) -> None:
        done.append(f"sync {Path(f'/proc/self/fd/{file}').readlink().name}")
        fsync(file)

    def note_rename(path: Path, target: Path) -> Path:
        done.append(f"rename {path.name}")
        return renamed(path, target)

    monkeypatch.setattr(os, "fsync", note_sync)
    monkeypatch.setattr(Path, "replace", note_rename)
    replace_file(tmp_path / "mark", b"0.9.0-1")
    assert done == ["sync .mark.new", "rename .mark.new", f"sync {tmp_path.name}"]
    done.clear()
    replace_link(tmp_path / "current", "versions/0.9.0-1")
    assert done == ["rename .current.new", f"sync {tmp_path.name}"]


def test_all_that_an_update_has_made_is_on_the_disk_before_it_is_on_trial(
    installed: PretendMachine, boxctl_service: Command, tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    there: list[bool] = []

    def run(command: Sequence[str]) -> ProgramResult:
        if command[0] == "sync":
            shelf = installed.root / "opt/boxctl"
            assert (shelf / f"versions/{NEW}").is_dir()
            assert (shelf / "state-before-update/journal.db").exists()
            there.append((shelf / "on-trial").exists())
        return installed.run(command)

    _form(installed, OLD_FORM)
    wheel = tmp_path / "boxctl_referee-1.0.0-py3-none-any.whl"
    wheel.write_text("a wheel")
    monkeypatch.setattr(service, "THIS_MACHINE", replace(installed.host, run=run))
    assert boxctl_service("update", wheel, "--yes")[0] == 0
    assert there == [False]


def _cut_after(
    steps: int, machine: PretendMachine, boxctl_service: Command, wheel: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> bool:  # fmt: skip
    """Update with power for so many steps; return whether it was cut before the end."""
    mains = Mains(steps)
    with monkeypatch.context() as powered:
        for name in ("replace", "rename", "unlink"):
            powered.setattr(Path, name, mains.before(getattr(Path, name)))
        host = replace(machine.host, run=mains.before(machine.run))
        powered.setattr(service, "THIS_MACHINE", host)
        try:
            boxctl_service("update", wheel, "--yes")
        except PowerCut:
            return True
    return False


@pytest.mark.parametrize(
    "good", [pytest.param(True, marks=pytest.mark.full), False], ids=["good", "broken"]
)
def test_some_version_comes_up_with_its_record(
    boxctl_service: Command, box_toml: Path, tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch, good: bool,
) -> None:  # fmt: skip
    wheel = tmp_path / "boxctl_referee-1.0.0-py3-none-any.whl"
    wheel.write_text("a wheel")
    for steps in range(MORE_STEPS_THAN_THERE_ARE):
        machine = PretendMachine(tmp_path / f"machine-{steps}")
        monkeypatch.setattr(service, "THIS_MACHINE", machine.host)
        assert boxctl_service("install", "--config", box_toml, "--yes")[0] == 0
        _form(machine, OLD_FORM)
        _play(machine, "before the update")
        _new_version_writes_its_own_form(machine, good=good)
        if not _cut_after(steps, machine, boxctl_service, wheel, monkeypatch):
            break
        _started_again(machine, boxctl_service)
        assert machine.running is not None, f"cut after {steps} steps: {machine.commands[-3:]}"
        assert not (machine.root / "opt/boxctl/on-trial").exists(), steps
        assert _played(machine) == ["before the update"], steps
    else:
        pytest.fail("the update has more steps than that")
    assert machine.running == (NEW if good else OLD)
