"""Updates: the old version stays, and comes back when the box does not come up with the new one."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from boxctl.cli.box import service
from boxctl.service.host import ProgramResult
from tests.boxctl.service.conftest import Command
from tests.boxctl.service.pretend_machine import PretendMachine

OLD, NEW = "0.9.0-1", "1.0.0-2"


@pytest.fixture
def wheel(tmp_path: Path) -> Path:
    file = tmp_path / "boxctl_referee-1.0.0-py3-none-any.whl"
    file.write_text("a wheel")
    return file


def journal(machine: PretendMachine, form: int | None = None) -> int:
    """Return the form of the box's journal, after it was set if ``form`` is given."""
    with closing(sqlite3.connect(machine.root / "var/lib/boxctl/journal.db")) as file:
        if form is not None:
            file.execute("CREATE TABLE IF NOT EXISTS entry (body)")
            file.execute(f"PRAGMA user_version = {form}")
            file.commit()
        return int(file.execute("PRAGMA user_version").fetchone()[0])


def test_the_service_changes_to_the_new_version_and_keeps_the_old(
    installed: PretendMachine, boxctl_service: Command, wheel: Path
) -> None:
    journal(installed, form=3)
    status, printed = boxctl_service("update", wheel, "--yes")
    assert status == 0
    assert f"The service runs boxctl {NEW}." in printed
    assert installed.running == NEW
    tree = installed.tree()
    assert tree["opt/boxctl/previous"] == f"versions/{OLD}"
    assert f"opt/boxctl/versions/{OLD}/bin/boxctl" in tree
    assert "opt/boxctl/on-trial" not in tree
    assert "opt/boxctl/state-before-update/journal.db" in tree


def test_a_box_that_does_not_come_up_gets_the_old_version_back(
    installed: PretendMachine, boxctl_service: Command, wheel: Path
) -> None:
    before = installed.tree()
    installed.comes_up = lambda version: version == OLD
    status, printed = boxctl_service("update", wheel, "--yes")
    assert status == 1
    assert f"BX909: the box did not come up with boxctl {NEW} (it ended with a fault); " in printed
    assert f"{OLD} runs again" in printed
    assert installed.running == OLD
    after = installed.tree()
    assert {path for path in after if "state-before-update" not in path} == before.keys()


def test_one_that_comes_up_and_falls_over_gets_it_back_too(
    installed: PretendMachine, boxctl_service: Command, wheel: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    def falls_over(_seconds: float) -> None:
        if installed.running == NEW:
            installed.process += 1
            installed.restarts += 1

    monkeypatch.setattr(service, "THIS_MACHINE", replace(installed.host, wait=falls_over))
    status, printed = boxctl_service("update", wheel, "--yes")
    assert status == 1
    assert "BX909" in printed
    assert installed.running == OLD


def test_a_record_that_the_old_version_cannot_read_is_put_back(
    installed: PretendMachine, boxctl_service: Command, wheel: Path
) -> None:
    journal(installed, form=3)
    installed.comes_up = lambda version: version == OLD

    def migrate(version: str) -> None:
        if version == NEW:
            journal(installed, form=4)

    installed.while_starting = migrate
    boxctl_service("update", wheel, "--yes")
    assert journal(installed) == 3
    # What the new one has written is not thrown away.
    assert "opt/boxctl/state-of-failed-update/journal.db" in installed.tree()


def test_a_record_that_both_can_read_stays_as_it_was_played(
    installed: PretendMachine, boxctl_service: Command, wheel: Path
) -> None:
    journal(installed, form=3)
    installed.comes_up = lambda version: version == OLD

    def play_on(version: str) -> None:
        if version == NEW:
            with closing(sqlite3.connect(installed.root / "var/lib/boxctl/journal.db")) as file:
                file.execute("INSERT INTO entry VALUES ('a throw')")
                file.commit()

    installed.while_starting = play_on
    boxctl_service("update", wheel, "--yes")
    with closing(sqlite3.connect(installed.root / "var/lib/boxctl/journal.db")) as file:
        assert file.execute("SELECT * FROM entry").fetchall() == [("a throw",)]


def test_the_copy_of_an_earlier_update_is_never_put_back(
    installed: PretendMachine, boxctl_service: Command, wheel: Path
) -> None:
    journal(installed, form=3)
    assert boxctl_service("update", wheel, "--yes")[0] == 0
    journal(installed, form=4)
    installed.fails = ["systemctl stop"]
    assert boxctl_service("update", wheel, "--yes")[0] == 1
    assert journal(installed) == 4


def test_half_a_copy_of_the_record_is_never_put_back(
    installed: PretendMachine, boxctl_service: Command, wheel: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    journal(installed, form=3)
    run = installed.host.run

    def fills_the_disk(command: Sequence[str]) -> ProgramResult:
        if command[0] == "cp":
            Path(command[-1]).mkdir(parents=True)
            return ProgramResult(1, "cp: error writing: No space left on device")
        return run(command)

    host = replace(installed.host, run=fills_the_disk)
    monkeypatch.setattr(service, "THIS_MACHINE", host)
    status, printed = boxctl_service("update", wheel, "--yes")
    assert status == 1
    assert "No space left on device" in printed
    assert journal(installed) == 3
    assert installed.running == OLD
    assert not any("state-before-update" in path for path in installed.tree())


@pytest.mark.parametrize("failing", ["/usr/bin/python3 -m venv", "BOXCTL run --check"])
def test_a_version_that_cannot_be_made_or_refuses_the_box_changes_nothing(
    installed: PretendMachine, boxctl_service: Command, wheel: Path, failing: str
) -> None:
    before = installed.tree()
    program = installed.root / f"opt/boxctl/versions/{NEW}/bin/boxctl"
    installed.fails = [failing.replace("BOXCTL", str(program))]
    status, printed = boxctl_service("update", wheel, "--yes")
    assert status == 1
    assert "BX908: the new version could not be installed" in printed
    assert installed.tree() == before
    assert "systemctl stop boxctl.service" not in installed.commands


def test_two_versions_are_kept_and_no_more(
    installed: PretendMachine, boxctl_service: Command, wheel: Path
) -> None:
    for _ in range(3):
        assert boxctl_service("update", wheel, "--yes")[0] == 0
    versions = {path.name for path in (installed.root / "opt/boxctl/versions").iterdir()}
    assert versions == {"1.0.0-3", "1.0.0-4"}


def test_people_can_go_back_themselves(
    installed: PretendMachine, boxctl_service: Command, wheel: Path
) -> None:
    boxctl_service("update", wheel, "--yes")
    status, printed = boxctl_service("rollback", "--yes")
    assert status == 0
    assert f"The service goes back to boxctl {OLD}." in printed
    assert installed.running == OLD
    assert boxctl_service("rollback", "--yes")[0] == 0
    assert installed.running == NEW


def test_without_an_earlier_version_there_is_no_way_back(
    installed: PretendMachine, boxctl_service: Command
) -> None:
    status, printed = boxctl_service("rollback", "--yes")
    assert status == 2
    assert "BX910: no version before 0.9.0-1 is kept" in printed


class PowerCut(BaseException):
    """The machine has no power any more: nothing is done after it."""


@pytest.mark.parametrize("good", [True, False])
def test_after_a_power_cut_the_next_start_judges_the_update(
    installed: PretendMachine, boxctl_service: Command, wheel: Path, good: bool
) -> None:
    def cut(version: str) -> None:
        if version == NEW:
            raise PowerCut

    installed.while_starting = cut
    with pytest.raises(PowerCut):
        boxctl_service("update", wheel, "--yes")
    assert installed.tree()["opt/boxctl/on-trial"] == f"{OLD}\n"
    assert installed.version == NEW

    installed.while_starting = lambda _version: None
    installed.comes_up = lambda version: good or version == OLD
    status, _ = boxctl_service("finish-update")
    assert status == (0 if good else 1)
    assert installed.running == (NEW if good else OLD)
    assert "opt/boxctl/on-trial" not in installed.tree()
    assert boxctl_service("finish-update") == (0, "")


@pytest.mark.parametrize("number", range(4))
def test_ctrl_c_at_any_step_leaves_a_box_that_runs(
    installed: PretendMachine, boxctl_service: Command, wheel: Path, number: int,
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    steps = 0

    def interrupt(*_: object, **__: object) -> None:
        nonlocal steps
        steps += 1
        if steps == number + 1:
            raise KeyboardInterrupt

    monkeypatch.setattr(service, "_tell", interrupt)
    assert boxctl_service("update", wheel, "--yes")[0] in (0, 130)
    assert installed.running in (OLD, NEW)
    assert installed.running == installed.version


def test_what_is_no_boxctl_is_refused(
    installed: PretendMachine, boxctl_service: Command, tmp_path: Path
) -> None:
    other = tmp_path / "boxctl-3.0-py3-none-any.whl"
    other.write_text("somebody else's program")
    status, printed = boxctl_service("update", other, "--yes")
    assert status == 2
    assert "BX910" in printed
    assert installed.running == OLD


def test_new_units_come_with_a_version_and_go_with_it(
    installed: PretendMachine, boxctl_service: Command, wheel: Path
) -> None:
    def units(version: str, text: str) -> None:
        documents = f"opt/boxctl/versions/{version}/share/doc/boxctl"
        installed.file(f"{documents}/boxctl.service", text)

    old_unit = installed.tree()["etc/systemd/system/boxctl.service"]
    units(OLD, old_unit)
    boxctl_service("update", wheel, "--yes")
    units(NEW, "a new unit")
    boxctl_service("rollback", "--yes")
    boxctl_service("rollback", "--yes")
    assert installed.tree()["etc/systemd/system/boxctl.service"] == "a new unit"
    boxctl_service("rollback", "--yes")
    assert installed.tree()["etc/systemd/system/boxctl.service"] == old_unit
