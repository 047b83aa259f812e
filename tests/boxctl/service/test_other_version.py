"""Another version is installed over the one that runs: at every instant one of the two starts."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from boxctl.cli.box import service
from boxctl.service import make_version
from boxctl.service.steps import replace_file, replace_link
from tests.boxctl.service.conftest import Command
from tests.boxctl.service.pretend_machine import PretendMachine

OLD, NEW = "0.9.0-1", "1.0.0-2"

MORE_STEPS_THAN_THERE_ARE = 60


@pytest.fixture
def newer(installed: PretendMachine, monkeypatch: pytest.MonkeyPatch) -> PretendMachine:
    """The machine on which a box runs, and a newer boxctl in an environment of its own."""
    monkeypatch.setattr(make_version, "__version__", "1.0.0")
    return installed


def test_the_one_that_is_asked_takes_the_place_of_the_one_that_runs(
    newer: PretendMachine, boxctl_service: Command
) -> None:
    status, printed = boxctl_service("install", "--yes")
    assert status == 0, printed
    assert f"If it comes up, boxctl {OLD} is removed." in printed
    assert newer.running == newer.version == NEW
    assert [each.name for each in (newer.root / "opt/boxctl/versions").iterdir()] == [NEW]


def test_the_same_number_may_be_other_code(
    installed: PretendMachine, boxctl_service: Command
) -> None:
    assert boxctl_service("install", "--yes")[0] == 0
    assert installed.running == "0.9.0-2"


def test_a_box_toml_alone_is_read_at_once(
    installed: PretendMachine, boxctl_service: Command, box_toml: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    monkeypatch.setattr(sys, "prefix", str(installed.root / f"opt/boxctl/versions/{OLD}"))
    box_toml.write_text(box_toml.read_text().replace("classic", "canoga"))
    process = installed.process
    assert boxctl_service("install", "--config", box_toml, "--yes")[0] == 0
    assert installed.version == OLD
    assert installed.process == process + 1


def test_one_that_does_not_come_up_keeps_the_old_one_in_its_folder(
    newer: PretendMachine, boxctl_service: Command
) -> None:
    newer.comes_up = lambda version: version == OLD
    status, printed = boxctl_service("install", "--yes")
    assert status == 1
    assert "BX909" in printed
    assert f"opt/boxctl/versions/{OLD}/bin/boxctl" in newer.tree()


@pytest.mark.parametrize("failing", ["/usr/bin/python3", "BOXCTL --version", "sync"])
def test_one_that_cannot_be_made_changes_nothing(
    newer: PretendMachine, boxctl_service: Command, failing: str
) -> None:
    before = newer.tree()
    program = newer.root / f"opt/boxctl/versions/{NEW}/bin/boxctl"
    newer.fails = [failing.replace("BOXCTL", str(program))]
    status, printed = boxctl_service("install", "--yes")
    assert status == 1
    assert "BX908" in printed
    assert newer.tree() == before
    assert newer.running == OLD


def test_what_an_earlier_boxctl_kept_for_its_updates_goes(
    newer: PretendMachine, boxctl_service: Command
) -> None:
    _updated_by_earlier_boxctl(newer)
    assert boxctl_service("install", "--yes")[0] == 0
    tree = newer.tree()
    assert "etc/systemd/system/boxctl-update.service" not in tree
    assert "opt/boxctl/previous" not in tree
    assert newer.enabled == {"boxctl.service"}
    # A record is not thrown away unasked.
    assert "opt/boxctl/state-before-update/journal.db" in tree


def test_purged_nothing_of_an_earlier_boxctl_is_left(
    newer: PretendMachine, boxctl_service: Command
) -> None:
    _updated_by_earlier_boxctl(newer)
    newer.file("opt/boxctl/on-trial", f"{OLD}\n")
    assert boxctl_service("uninstall", "--purge", "--yes")[0] == 0
    assert [path for path in newer.tree() if "boxctl" in path] == []
    assert newer.enabled == set()


def test_an_update_that_an_earlier_boxctl_has_to_finish_comes_first(
    newer: PretendMachine, boxctl_service: Command
) -> None:
    newer.file("opt/boxctl/on-trial", f"{OLD}\n")
    before = newer.tree()
    status, printed = boxctl_service("install", "--yes")
    assert status == 2
    assert "BX910: an update by an earlier boxctl was interrupted; restart the machine" in printed
    assert newer.tree() == before


def _updated_by_earlier_boxctl(machine: PretendMachine) -> None:
    machine.file("etc/systemd/system/boxctl-update.service", "the earlier unit")
    machine.enabled.add("boxctl-update.service")
    (machine.root / "opt/boxctl/previous").symlink_to("versions/0.8.0-1")
    machine.file("opt/boxctl/versions/0.8.0-1/bin/boxctl", "an earlier program")
    machine.file("opt/boxctl/state-before-update/journal.db", "a record")


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


def test_after_a_power_cut_at_any_step_the_old_or_the_new_one_starts(
    boxctl_service: Command, box_toml: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    started = set()
    for steps in range(MORE_STEPS_THAN_THERE_ARE):
        machine = PretendMachine(tmp_path / f"machine-{steps}")
        monkeypatch.setattr(service, "THIS_MACHINE", machine.host)
        monkeypatch.setattr(make_version, "__version__", "0.9.0")
        assert boxctl_service("install", "--config", box_toml, "--yes")[0] == 0
        _updated_by_earlier_boxctl(machine)
        monkeypatch.setattr(make_version, "__version__", "1.0.0")
        cut = _cut_after(steps, machine, boxctl_service, monkeypatch)
        machine.running = None
        assert machine.host.run(("systemctl", "start", "boxctl.service")).status == 0
        assert (machine.root / "opt/boxctl/current/bin/boxctl").exists(), steps
        started.add(machine.version)
        # It is also what is asked next that goes through.
        assert boxctl_service("install", "--yes")[0] == 0, steps
        assert len(list((machine.root / "opt/boxctl/versions").iterdir())) == 1, steps
        if not cut:
            break
    else:
        pytest.fail("it has more steps than that")
    assert started == {OLD, "1.0.0-2"}


def _cut_after(
    steps: int, machine: PretendMachine, boxctl_service: Command, monkeypatch: pytest.MonkeyPatch
) -> bool:
    """Install with power for so many steps; return whether it was cut before the end."""
    mains = Mains(steps)
    with monkeypatch.context() as powered:
        for name in ("replace", "rename", "unlink"):
            powered.setattr(Path, name, mains.before(getattr(Path, name)))
        host = replace(machine.host, run=mains.before(machine.run))
        powered.setattr(service, "THIS_MACHINE", host)
        try:
            boxctl_service("install", "--yes")
        except PowerCut:
            return True
    return False


def test_a_version_is_on_the_disk_before_the_service_is_led_to_it(
    newer: PretendMachine, boxctl_service: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[tuple[bool, str]] = []

    def run(command: Any) -> Any:
        if command[0] == "sync":
            made = newer.root / f"opt/boxctl/versions/{NEW}/bin/boxctl"
            seen.append((made.exists(), newer.version))
        return newer.run(command)

    monkeypatch.setattr(service, "THIS_MACHINE", replace(newer.host, run=run))
    assert boxctl_service("install", "--yes")[0] == 0
    assert seen == [(True, OLD)]


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
