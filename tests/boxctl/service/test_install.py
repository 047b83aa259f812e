"""Install and remove the service: shown first, done whole, or taken back."""

from __future__ import annotations

import io
import os
import sys
from pathlib import Path

import pytest

from boxctl.cli.box import service
from boxctl.service.places import STATE
from tests.boxctl.service.conftest import Command
from tests.boxctl.service.pretend_machine import (
    BOX,
    TRIXIE_ON_A_LAPTOP,
    PretendMachine,
)

UNIT = "boxctl.service"
OLD = "0.9.0-1"


def test_a_fresh_machine_gets_all_of_it(installed: PretendMachine) -> None:
    tree = installed.tree()
    assert tree["opt/boxctl/current"] == "versions/0.9.0-1"
    assert tree["usr/local/bin/boxctl"] == "/opt/boxctl/current/bin/boxctl"
    assert tree["etc/boxctl/box.toml"] == BOX
    assert tree[f"etc/systemd/system/{UNIT}"] == Path(f"docs/{UNIT}").read_text()
    assert "boxctl:x:990" in tree["etc/passwd"]
    assert "gpio:x:4:pi,boxctl" in tree["etc/group"]
    assert installed.enabled == {UNIT}
    assert installed.running == "0.9.0-1"
    assert (installed.root / STATE.lstrip("/")).stat().st_mode & 0o777 == 0o700


def test_every_step_is_shown_before_anything_is_done(
    machine: PretendMachine, boxctl_service: Command, box_toml: Path
) -> None:
    before = machine.tree()
    status, shown = boxctl_service("install", "--config", box_toml, "--dry-run")
    assert status == 0
    assert machine.tree() == before
    # It asks what is enabled, and nothing else.
    assert {line.split()[1] for line in machine.commands} == {"is-enabled"}
    for part in ("useradd --system", "usermod --append --groups gpio", "mode=0700", "/opt/boxctl",
                 "/etc/boxctl/box.toml", "systemctl enable boxctl.service"):  # fmt: skip
        assert part in shown


def test_what_was_shown_is_what_is_done(
    machine: PretendMachine, boxctl_service: Command, box_toml: Path
) -> None:
    machine.plug_in_board()
    _, shown = boxctl_service("install", "--config", box_toml, "--dry-run")
    machine.commands.clear()
    boxctl_service("install", "--config", box_toml, "--yes")
    changing = ("useradd", "usermod", "install", "udevadm", "systemctl enable")
    done = [line for line in machine.commands if line.startswith(changing)]
    assert done
    for line in done:
        assert f" {line}\n" in shown


def test_a_machine_without_pins_gets_the_groups_that_it_has(
    tmp_path: Path, box_toml: Path, boxctl_service: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    laptop = PretendMachine(tmp_path / "laptop", TRIXIE_ON_A_LAPTOP)
    monkeypatch.setattr(service, "THIS_MACHINE", laptop.host)
    status, printed = boxctl_service("install", "--config", box_toml, "--yes")
    assert status == 0
    joined = [line for line in laptop.commands if line.startswith("usermod")]
    assert joined == [
        "usermod --append --groups dialout boxctl",
        "usermod --append --groups audio boxctl",
    ]
    assert "note: this machine has no group gpio" in printed


def test_the_unit_names_no_group_that_a_machine_may_lack() -> None:
    assert "SupplementaryGroups=" not in Path(f"docs/{UNIT}").read_text()


def test_the_board_gets_a_name_that_does_not_change(
    machine: PretendMachine, boxctl_service: Command, box_toml: Path
) -> None:
    machine.plug_in_board()
    boxctl_service("install", "--config", box_toml, "--yes")
    rule = machine.tree()["etc/udev/rules.d/60-boxctl.rules"].splitlines()[-1]
    assert rule == (
        'SUBSYSTEM=="tty", ATTRS{idVendor}=="2341", ATTRS{idProduct}=="0043", '
        'ATTRS{serial}=="7563331323335150B1D1", SYMLINK+="boxctl-board", GROUP="dialout", '
        'ENV{ID_MM_DEVICE_IGNORE}="1"'
    )
    assert "udevadm control --reload" in machine.commands
    assert "udevadm trigger --subsystem-match=tty" in machine.commands


def test_a_board_that_another_is_just_like_is_named_by_its_socket(
    machine: PretendMachine,
    boxctl_service: Command,
    box_toml: Path,
) -> None:
    machine.plug_in_board(serial="", socket="1-1.2")
    machine.plug_in_board(serial="", socket="1-1.3", port="ttyACM1")
    _, shown = boxctl_service("install", "--config", box_toml, "--yes")
    rule = machine.tree()["etc/udev/rules.d/60-boxctl.rules"].splitlines()[-1]
    assert 'ATTRS{idProduct}=="0043", KERNELS=="1-1.2", SYMLINK+="boxctl-board"' in rule
    assert "as long as it stays in its socket" in shown


def test_another_board_that_has_its_own_number_may_be_plugged_in_anywhere(
    machine: PretendMachine, boxctl_service: Command, box_toml: Path
) -> None:
    machine.plug_in_board()
    machine.plug_in_board(serial="1234", socket="1-1.3", port="ttyACM1")
    boxctl_service("install", "--config", box_toml, "--yes")
    assert "KERNELS" not in machine.tree()["etc/udev/rules.d/60-boxctl.rules"]


def test_a_port_that_is_a_link_to_itself_gets_no_name(
    machine: PretendMachine, boxctl_service: Command, box_toml: Path
) -> None:
    (machine.root / "dev").mkdir()
    (machine.root / "dev/ttyACM0").symlink_to("ttyACM0")
    (machine.root / "sys/class/tty").mkdir(parents=True)
    status, printed = boxctl_service("install", "--config", box_toml, "--dry-run")
    assert status == 0
    assert "boxctl-board" not in printed


@pytest.mark.parametrize("serial", ['1", RUN+="/bin/sh', "*", "[0-9]", "a\\b", "%k", "x" * 100])
def test_a_device_cannot_write_into_the_rule(
    machine: PretendMachine, boxctl_service: Command, box_toml: Path, serial: str
) -> None:
    machine.plug_in_board(serial)
    boxctl_service("install", "--config", box_toml, "--yes")
    rule = machine.tree()["etc/udev/rules.d/60-boxctl.rules"]
    assert "serial" not in rule
    assert 'ATTRS{idProduct}=="0043", SYMLINK' in rule


@pytest.mark.parametrize("strict", [0o077, 0o000])
def test_whatever_root_s_umask_is_the_service_can_read_the_program_and_nobody_write_it(
    machine: PretendMachine, boxctl_service: Command, box_toml: Path, strict: int
) -> None:
    before = os.umask(strict)
    try:
        assert boxctl_service("install", "--config", box_toml, "--yes")[0] == 0
    finally:
        os.umask(before)
    made = [machine.root / "opt/boxctl", machine.root / "etc/boxctl"]
    for path in [each for folder in made for each in (folder, *folder.rglob("*"))]:
        expected = 0o755 if path.is_dir() or path.name == "boxctl" else 0o644
        assert path.stat().st_mode & 0o777 == expected, path


STEPS = (
    "useradd", "usermod --append --groups gpio", "usermod --append --groups audio",
    "install --directory", "/usr/bin/python3 -I -m venv", "udevadm control", "udevadm trigger",
    "sync", "systemctl daemon-reload", "systemctl enable boxctl.service",
)  # fmt: skip


@pytest.mark.parametrize("failing", STEPS)
def test_a_step_that_fails_takes_back_all_that_was_done(
    machine: PretendMachine, boxctl_service: Command, box_toml: Path, failing: str
) -> None:
    machine.plug_in_board()
    before = machine.tree()
    machine.fails = [failing]
    status, printed = boxctl_service("install", "--config", box_toml, "--yes")
    assert status == 1
    assert "BX908: this step failed: " in printed
    assert "failed (no luck today)" in printed
    after = machine.tree()
    assert {**after, "etc/group": ""} == {**before, "etc/group": ""}
    assert "boxctl" not in after["etc/group"]
    assert machine.enabled == set()
    assert machine.running is None


def test_what_cannot_be_taken_back_is_named(
    machine: PretendMachine, boxctl_service: Command, box_toml: Path
) -> None:
    machine.fails = ["systemctl enable", "userdel"]
    status, printed = boxctl_service("install", "--config", box_toml, "--yes")
    assert status == 1
    assert "taken back, except: make the user boxctl, who cannot log in (userdel failed" in printed
    assert "boxctl" in machine.tree()["etc/passwd"]
    assert not (machine.root / "etc/boxctl").exists()


def test_what_is_installed_leaves_nothing_to_be_done_a_second_time(
    installed: PretendMachine, boxctl_service: Command, box_toml: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    monkeypatch.setattr(sys, "prefix", str(installed.root / f"opt/boxctl/versions/{OLD}"))
    before = installed.tree()
    status, printed = boxctl_service("install", "--config", box_toml, "--yes")
    assert status == 0
    assert "What is to be done" not in printed
    assert "there already: boxctl 0.9.0-1" in printed
    assert installed.tree() == before
    assert "systemctl restart boxctl.service" not in installed.commands


def test_another_box_toml_keeps_the_one_before(
    installed: PretendMachine, boxctl_service: Command, box_toml: Path
) -> None:
    box_toml.write_text(BOX.replace("classic", "canoga"))
    status, printed = boxctl_service("install", "--config", box_toml, "--yes")
    assert status == 0
    assert "keep the box.toml that is there as /etc/boxctl/box.toml.before" in printed
    assert installed.tree()["etc/boxctl/box.toml.before"] == BOX
    assert "canoga" in installed.tree()["etc/boxctl/box.toml"]


def test_a_box_toml_that_is_wrong_installs_nothing(
    machine: PretendMachine, boxctl_service: Command, box_toml: Path
) -> None:
    box_toml.write_text(BOX.replace("17", "4"))
    before = machine.tree()
    status, printed = boxctl_service("install", "--config", box_toml, "--yes")
    assert status == 2
    assert "BX307" in printed
    assert machine.tree() == before


@pytest.mark.parametrize("place", ["etc/boxctl/box.toml", "etc/systemd/system/boxctl.service"])
def test_what_is_no_file_is_named_and_not_waited_for(
    machine: PretendMachine, boxctl_service: Command, box_toml: Path, place: str
) -> None:
    (machine.root / place).parent.mkdir(parents=True, exist_ok=True)
    os.mkfifo(machine.root / place)
    status, printed = boxctl_service("install", "--config", box_toml, "--yes")
    assert status == 2
    assert f"BX910: /{place} cannot be read (this is no file); move it away" in printed


def test_another_program_of_that_name_stays(
    machine: PretendMachine, boxctl_service: Command, box_toml: Path
) -> None:
    machine.file("usr/local/bin/boxctl", "somebody else's")
    _, printed = boxctl_service("install", "--config", box_toml, "--yes")
    assert "note: /usr/local/bin/boxctl is another program and stays" in printed
    assert machine.tree()["usr/local/bin/boxctl"] == "somebody else's"
    boxctl_service("uninstall", "--purge", "--yes")
    assert machine.tree()["usr/local/bin/boxctl"] == "somebody else's"


def test_a_box_that_does_not_come_up_leaves_the_service_installed(
    machine: PretendMachine, boxctl_service: Command, box_toml: Path
) -> None:
    machine.comes_up = lambda _version: False
    machine.log = [(1.0, "boxctl: BX501: the roller's port /dev/ttyACM0 is not there")]
    status, printed = boxctl_service("install", "--config", box_toml, "--yes")
    assert status == 1
    assert "BX909: the service is installed, but the box does not come up: it ended with a fault; "\
        "boxctl: BX501: the roller's port" in printed  # fmt: skip
    assert machine.enabled == {UNIT}


def test_it_is_asked_first_and_no_is_no(
    machine: PretendMachine, boxctl_service: Command, box_toml: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    before = machine.tree()
    terminal = io.StringIO("no\n")
    monkeypatch.setattr(terminal, "isatty", lambda: True)
    monkeypatch.setattr("sys.stdin", terminal)
    status, printed = boxctl_service("install", "--config", box_toml)
    assert status == 1
    assert "Begin? yes or no: Nothing was done." in printed
    assert machine.tree() == before


def test_yes_begins(
    machine: PretendMachine, boxctl_service: Command, box_toml: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    terminal = io.StringIO("y\n")
    monkeypatch.setattr(terminal, "isatty", lambda: True)
    monkeypatch.setattr("sys.stdin", terminal)
    assert boxctl_service("install", "--config", box_toml)[0] == 0
    assert machine.running == "0.9.0-1"


def test_without_a_terminal_nothing_is_done_unless_yes_is_said(
    machine: PretendMachine, boxctl_service: Command, box_toml: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    monkeypatch.setattr("sys.stdin", io.StringIO())
    status, printed = boxctl_service("install", "--config", box_toml)
    assert status == 1
    assert "Nothing was done" in printed
    assert machine.running is None


def test_only_root_may_change_the_system(
    machine: PretendMachine, boxctl_service: Command, box_toml: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    from dataclasses import replace

    monkeypatch.setattr(service, "THIS_MACHINE", replace(machine.host, user_id=1000))
    status, printed = boxctl_service("install", "--config", box_toml, "--yes")
    assert status == 2
    assert "BX910" in printed
    assert "sudo" in printed
    assert boxctl_service("install", "--config", box_toml, "--dry-run")[0] == 0


def test_uninstalled_it_keeps_the_box_and_its_record(
    installed: PretendMachine, boxctl_service: Command
) -> None:
    installed.file("var/lib/boxctl/journal.db", "a match")
    status, printed = boxctl_service("uninstall", "--yes")
    assert status == 0
    assert "This stays: /etc/boxctl/box.toml, /var/lib/boxctl" in printed
    tree = installed.tree()
    assert {path for path in tree if "boxctl" in path} == {
        "etc/boxctl", "etc/boxctl/box.toml", "var/lib/boxctl", "var/lib/boxctl/journal.db",
    }  # fmt: skip
    assert installed.running is None
    assert installed.enabled == set()


def test_purged_the_machine_is_as_it_was(
    machine: PretendMachine, boxctl_service: Command, box_toml: Path
) -> None:
    machine.plug_in_board()
    before = machine.tree()
    boxctl_service("install", "--config", box_toml, "--yes")
    machine.file("var/lib/boxctl/journal.db", "a match")
    machine.file("etc/systemd/system/boxctl.service.d/web.conf", "[Service]\nPrivateNetwork=no\n")
    status, printed = boxctl_service("uninstall", "--purge", "--yes")
    assert status == 0
    assert "This stays" not in printed
    assert machine.tree() == before


@pytest.mark.parametrize("number", ["9" * 5_000, "\u00b2", "", "-1"])
def test_a_user_whose_number_is_none_stays(
    machine: PretendMachine, boxctl_service: Command, number: str
) -> None:
    machine.file("etc/passwd", f"boxctl:x:{number}:990::/var/lib/boxctl:/usr/sbin/nologin\n")
    before = machine.tree()
    assert boxctl_service("uninstall", "--purge", "--yes") == (0, "No service is installed.\n")
    assert machine.tree() == before


def test_a_removal_that_fails_does_not_keep_the_others(
    installed: PretendMachine, boxctl_service: Command
) -> None:
    installed.fails = ["systemctl stop boxctl.service"]
    status, printed = boxctl_service("uninstall", "--yes")
    assert status == 1
    assert "BX908: this could not be removed: stop boxctl.service (systemctl failed" in printed
    assert "opt/boxctl" not in installed.tree()


def test_nothing_installed_is_nothing_to_remove(
    machine: PretendMachine, boxctl_service: Command
) -> None:
    before = machine.tree()
    assert boxctl_service("uninstall", "--yes") == (0, "No service is installed.\n")
    assert machine.tree() == before


def test_with_the_debian_package_there_is_nothing_to_install(
    machine: PretendMachine, boxctl_service: Command, box_toml: Path
) -> None:
    machine.file("usr/lib/systemd/system/boxctl.service", "the unit of the package")
    before = machine.tree()
    # Without a box.toml, too, and before the first look at it.
    for given in (("--config", box_toml, "--dry-run"), ("--yes",)):
        status, printed = boxctl_service("install", *given)
        assert status == 2
        assert printed == (
            "BX910: boxctl was installed by apt here, and the service with it; put your "
            "box.toml there and start it: sudo install -D -m 644 box.toml /etc/boxctl/box.toml && "
            "sudo systemctl enable --now boxctl\n"
        )
    for purge, verb in (((), "remove"), (("--purge",), "purge")):
        status, printed = boxctl_service("uninstall", *purge, "--yes")
        assert status == 2
        assert f"sudo apt {verb} boxctl-referee" in printed
    assert machine.tree() == before


def test_the_debian_package_takes_the_place_of_what_was_installed_before(
    installed: PretendMachine, boxctl_service: Command
) -> None:
    installed.file("usr/lib/systemd/system/boxctl.service", "the unit of the package")
    installed.file("var/lib/boxctl/journal.db", "a match")
    status, printed = boxctl_service("install", "--yes")
    assert status == 2
    assert "sudo boxctl service uninstall" in printed
    status, printed = boxctl_service("uninstall", "--yes")
    assert status == 0, printed
    assert "enable --now boxctl starts that of the Debian package" in printed
    assert {path for path in installed.tree() if "boxctl" in path} == {
        "etc/boxctl", "etc/boxctl/box.toml", "var/lib/boxctl", "var/lib/boxctl/journal.db",
        "usr/lib/systemd/system/boxctl.service",
    }  # fmt: skip


@pytest.mark.parametrize(
    "arguments",
    [("status", "--purge"), ("uninstall", "--config", "box.toml"), ("install", "--json"),
     ("status", "--dry-run")],
)  # fmt: skip
def test_an_option_of_another_action_is_refused(
    boxctl_service: Command, arguments: tuple[str, ...]
) -> None:
    status, printed = boxctl_service(*arguments)
    assert status == 2
    assert "does not go with" in printed
