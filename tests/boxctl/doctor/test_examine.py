"""A good box raises no alarm; faults put in one at a time are each named with code and cure."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from boxctl.cli import main
from boxctl.cli.box.doctor import SUBJECTS
from boxctl.doctor.check import Machine, Soundness
from boxctl.doctor.check_port import FIRMWARE
from boxctl.doctor.examine import examine
from boxctl.journal.proof.keys import new_secret, path_of_key, write_secret
from boxctl.table import check_rules
from boxctl.table.check_rules import check_box_file, name_of
from firmware_bridge.build_firmware import SOURCES
from hardware.config.read import read_box
from tests.boxctl.doctor.a_workshop import BOOT, BOX, TOWER, Workshop
from tests.boxctl.doctor.faults_put_in import (
    FAULTS,
    a_board_found_by_itself,
    held_by,
    i2c_is_off,
    no_voice_program,
    the_disk_is_nearly_full,
    the_pi_is_hot,
    the_ports_of_two_boards_are_exchanged,
    the_supply_is_weak,
    two_boards,
)
from tests.support.perfect_wood import PERFECT_WOOD
from tests.support.records.worn_box import ageing, record_days, steady
from tests.support.tables.virtual_table import BuildTable


@pytest.fixture
def shop(tmp_path: Path, a_table: BuildTable) -> Workshop:
    """A good box, on which a match has been played."""
    shop = Workshop(tmp_path, Machine())
    shop.machine = Machine(
        root=tmp_path,
        python=(3, 11),
        why_no_import=shop.why_no_import,
        find_program=lambda name: None if name in shop.missing else f"/usr/bin/{name}",
        run=shop.run,
        may_use=shop.may_use,
        is_read_only=lambda _path: shop.read_only,
        free_bytes=lambda _path: shop.free,
        chips=shop.look_at_chips,
        user_of_line=lambda _chip, line: shop.users_of_lines.get(line),
        answers_at=lambda bus, address: (bus, address) in shop.addresses,
        say_hello=shop.say_hello,
        ports=lambda: sorted(shop.boards),
        find_boards=lambda ports, _baud: {port: shop.hello_on(port) for port in ports},
        try_to_listen=shop.try_to_listen,
        try_to_connect=shop.try_to_connect,
    )
    shop.file("etc/boxctl/box.toml", BOX)
    for device in ("i2c-1", "spidev0.0", "ttyACM0"):
        shop.file(f"dev/{device}")
    shop.file("boot/firmware/config.txt", BOOT)
    shop.file("proc/asound/cards", " 0 [Headphones]: bcm2835_headpho - bcm2835 Headphones\n")
    shop.file("proc/812/cmdline", f"/usr/bin/boxctl\0run\0--config\0{shop.config}\0")
    shop.file("proc/device-tree/model", "Raspberry Pi 4 Model B Rev 1.4\0")
    shop.file("proc/locks", "1: POSIX  ADVISORY  WRITE 512 b3:02:1234 0 EOF\n")
    shop.file("sys/class/thermal/thermal_zone0/temp", "48312\n")
    shop.programs = {
        "timedatectl": "yes",
        "vcgencmd": "throttled=0x0",
        "systemctl": "LoadState=loaded\nActiveState=active\nUnitFileState=enabled",
    }
    shop.journal.parent.mkdir(parents=True)
    played = a_table(journal=shop.journal, wood=PERFECT_WOOD)
    played.throws(3, 4)
    played.shuts(7)
    played.close()
    key = path_of_key(shop.journal)
    if not key.exists():
        write_secret(key, new_secret())
    return shop


def test_a_good_box_raises_no_alarm(shop: Workshop) -> None:
    found = shop.found()
    assert [each.says for each in found if each.soundness is not Soundness.GOOD] == []
    assert [each.subject for each in found] == [
        "box.toml", "python", "libraries", "libraries", "pins", "overlays", "i2c", "display", "spi",
        "board", "dice", "voice", "disk", "journal", "key",
        "pages", "broker", "clock", "supply", "heat", "service",
    ]  # fmt: skip


def test_a_machine_that_is_no_pi_and_has_no_box_raises_none(shop: Workshop) -> None:
    shop.programs = {}
    (shop.root / "sys/class/thermal/thermal_zone0/temp").unlink()
    found = list(examine(shop.machine, None, Path("/home/maker/boxctl/journal.db")))
    assert [each.subject for each in found] == ["python", "disk", "journal", "key"]
    assert {each.soundness for each in found} == {Soundness.GOOD}


def test_a_contact_that_gets_worse_is_doubtful_and_one_that_does_not_is_good(
    shop: Workshop,
) -> None:
    box = name_of(read_box(shop.config, check_box_file))
    record_days(shop.journal, 20, {5: steady}, box=box)
    assert [each.says for each in shop.found() if each.subject == "wear"] == [
        "no contact has become worse in 20 matches"
    ]
    record_days(shop.journal, 36, {4: steady, 5: ageing}, box=box)
    assert ("doubtful", "BX410") in shop.alarms()


def test_the_journal_of_the_service_is_looked_at_for_its_box_toml_and_by_root_alone(
    shop: Workshop,
) -> None:
    config = shop.file("etc/boxctl/of-service.toml", BOX)

    def of_journal(mine: Path) -> list[tuple[Soundness, str]]:
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(check_rules, "CONFIG_OF_SERVICE", config)
            found = examine(shop.machine, mine, None)
            return [(each.soundness, each.says) for each in found if each.subject == "journal"]

    ((soundness, says),) = of_journal(config)
    assert (soundness, says) == (
        Soundness.GOOD, "no match is recorded yet in /var/lib/boxctl/journal.db"
    )  # fmt: skip
    assert "/var/lib/boxctl" not in of_journal(shop.config)[0][1]
    shop.forbid("var/lib/boxctl")
    shop.file("var/lib/boxctl/box.ledger")
    ((soundness, says),) = of_journal(config)
    assert soundness is Soundness.DOUBTFUL
    assert says.endswith("look again with sudo")


@pytest.mark.parametrize(
    ("put_in", "soundness", "code", "cure"), FAULTS, ids=[fault[0].__name__ for fault in FAULTS]
)
def test_each_fault_is_named_alone_with_its_code_and_cure(
    shop: Workshop, put_in: Callable[[Workshop], None], soundness: str, code: str, cure: str
) -> None:
    put_in(shop)
    assert shop.alarms() == [(soundness, code)]
    (alarm,) = [each for each in shop.found() if each.soundness is not Soundness.GOOD]
    assert cure in alarm.says


def test_the_port_of_the_pages_is_that_of_the_running_box(shop: Workshop) -> None:
    shop.taken = {8765}
    assert shop.alarms() == []


@pytest.mark.parametrize(
    "command",
    [
        "boxctl\0run\0--check\0--config\0{config}\0",
        "boxctl\0run\0--config\0/elsewhere/box.toml\0",
        "boxctl\0run\0",
        "boxctl\0doctor\0--config\0{config}\0",
        "vim\0boxctl\0run\0--config\0{config}\0",
        "",
    ],
)
def test_other_programs_do_not_play_the_box(shop: Workshop, command: str) -> None:
    shop.file("proc/913/cmdline", command.format(config=shop.config))
    assert shop.alarms() == []


@pytest.mark.parametrize("options", ["-I\0", "-I\0-B\0"])
def test_a_box_whose_python_has_options_plays_it(shop: Workshop, options: str) -> None:
    """The service's own command, and that of the Debian package, begin with them."""
    (shop.root / "proc/812/cmdline").unlink()
    command = f"/opt/venv/bin/python\0{options}/usr/bin/boxctl\0run\0--config\0{shop.config}\0"
    shop.file("proc/913/cmdline", command)
    shop.file("proc/914/cmdline", command)
    assert [each.code for each in shop.found() if each.subject == "running"] == ["BX914"]


@pytest.mark.parametrize("named", ["/{root}/loop", "loop", "{root}/loop/box.toml", "\0", "~"])
def test_a_process_of_anybody_cannot_break_the_examination(shop: Workshop, named: str) -> None:
    """Whoever calls a process boxctl run may name any file, such as a link to itself."""
    (shop.root / "loop").symlink_to("loop")
    named = named.format(root=shop.root)
    shop.file("proc/913/cmdline", f"boxctl\0run\0--config\0{named}\0")
    (shop.root / "proc/913/cwd").symlink_to(shop.root)
    shop.file("proc/914/cmdline", f"boxctl\0run\0--config={named}\0")
    (shop.root / "proc/914/cwd").symlink_to("cwd")
    assert shop.alarms() == []


def test_a_port_that_is_a_link_to_itself_is_named(shop: Workshop) -> None:
    (shop.root / "dev/ttyACM0").unlink()
    (shop.root / "dev/ttyACM0").symlink_to("ttyACM0")
    assert [(each.subject, each.code) for each in shop.found() if each.code] == [("port", "BX504")]


def test_a_port_that_the_running_box_has_is_no_fault(shop: Workshop) -> None:
    held_by(shop, "/opt/boxctl/.venv/bin/python\0/opt/boxctl/.venv/bin/boxctl\0run\0")
    assert shop.alarms() == []


def test_lines_that_the_running_box_has_are_no_fault(shop: Workshop) -> None:
    shop.users_of_lines = dict.fromkeys((4, 17, 20), "boxctl")
    assert shop.alarms() == []


def test_each_program_that_has_lines_is_told_once(shop: Workshop) -> None:
    shop.users_of_lines = {4: "fan", 17: "fan", 22: "gpiozero", 20: "boxctl"}
    assert [each.says for each in shop.found() if each.subject == "pins"] == [
        'pin 4 of tile 1 is in use by "fan"; end that, or give another pin in box.toml',
        "pin 22 of tile 4 is in use by another program that uses gpiozero; end that, or give "
        "another pin in box.toml",
    ]


def test_exchanged_ports_are_told_in_one_line_with_both_names(shop: Workshop) -> None:
    the_ports_of_two_boards_are_exchanged(shop)
    (told,) = [each.says for each in shop.found() if each.subject == "board"]
    assert told == (
        'the ports in box.toml are exchanged: on /dev/ttyACM0, the port in [usb], "tower" answers, '
        'and on /dev/ttyACM1, the port in [roller], "small box"; exchange the two names'
    )


@pytest.mark.parametrize("ports", [("/dev/ttyACM1", "/dev/ttyACM0"), ("auto", "auto")])
def test_two_boards_on_their_own_ports_raise_no_alarm(
    shop: Workshop, ports: tuple[str, str]
) -> None:
    two_boards(shop, *ports)
    assert shop.alarms() == []
    assert [each.says for each in shop.found() if each.subject == "board"] == [
        '"small box" on /dev/ttyACM1 answers, firmware 1.2',
        '"tower" on /dev/ttyACM0 answers, firmware 1.2',
    ]


def test_a_board_that_is_found_by_itself_raises_no_alarm(shop: Workshop) -> None:
    a_board_found_by_itself(shop)
    assert shop.alarms() == []


def test_a_board_that_the_running_box_has_found_is_no_fault(shop: Workshop) -> None:
    a_board_found_by_itself(shop)
    held_by(shop, "/usr/bin/boxctl\0run\0")
    assert shop.alarms() == []
    # It is not asked: that would restart it.
    subjects = [each.subject for each in shop.found()]
    assert "port" in subjects
    assert "board" not in subjects


def test_a_port_that_this_user_may_not_ask_may_be_the_board_s(shop: Workshop) -> None:
    a_board_found_by_itself(shop)
    shop.boards = {"/dev/ttyACM0": TOWER}
    assert shop.alarms() == [("bad", "BX510")]
    shop.forbid("dev/ttyACM0")
    assert shop.alarms() == [("bad", "BX503")]


def test_faults_do_not_hide_each_other(shop: Workshop) -> None:
    for put_in in (i2c_is_off, no_voice_program, the_supply_is_weak, the_disk_is_nearly_full):
        put_in(shop)
    assert [code for _soundness, code in shop.alarms()] == ["BX422", "BX431", "BX903", "BX905"]


@pytest.fixture
def here(shop: Workshop, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The workshop is this machine; the command's options."""
    monkeypatch.setattr("boxctl.cli.box.doctor.Machine", lambda: shop.machine)
    journal = Path("/") / shop.journal.relative_to(shop.root)
    return ["doctor", "--config", str(shop.config), "--journal", str(journal)]


def test_each_thing_has_a_line_and_bad_ones_end_with_status_1(
    shop: Workshop, here: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(here) == 0
    assert {line.split()[0] for line in capsys.readouterr().out.splitlines()} == {"good"}
    shop.programs["timedatectl"] = "no"
    assert main(here) == 0
    assert "doubtful  clock      BX904: the clock is not set" in capsys.readouterr().out
    no_voice_program(shop)
    assert main(here) == 1
    assert "bad       voice      BX431: there is no program" in capsys.readouterr().out


def test_subjects_are_said_in_the_language_of_people_and_stay_in_one_column(
    shop: Workshop, here: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    the_pi_is_hot(shop)
    for code, heat in (("de", "Wärme"), ("fr", "chaleur")):
        assert main([*here, "--lang", code]) == 0
        lines = capsys.readouterr().out.splitlines()
        (told,) = [line for line in lines if heat in line]
        column = told.index("BX906")
        assert all(line[column - 1] == " " != line[column] for line in lines)


def test_every_subject_has_a_word_or_is_a_name(shop: Workshop) -> None:
    subjects = {each.subject for each in shop.found()}
    assert subjects - SUBJECTS.keys() == {
        "box.toml", "python", "overlays", "i2c", "spi", "broker",
    }  # fmt: skip


def test_programs_get_one_document(
    shop: Workshop, here: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    the_pi_is_hot(shop)
    i2c_is_off(shop)
    assert main([*here, "--json"]) == 1
    (line,) = capsys.readouterr().out.splitlines()
    told = json.loads(line)
    assert told["sound"] is False
    alarms = [check for check in told["checks"] if check["is"] != "good"]
    assert [(check["subject"], check["is"], check["code"]) for check in alarms] == [
        ("i2c", "bad", "BX422"),
        ("heat", "doubtful", "BX906"),
    ]


def test_the_newest_firmware_is_the_one_that_comes_with_boxctl() -> None:
    text = (SOURCES / "firmware.h").read_text()
    major, minor = re.findall(r"FIRMWARE_(?:MAJOR|MINOR) (\d+)", text)
    assert divmod(FIRMWARE, 256) == (int(major), int(minor))


def test_a_library_that_is_half_installed_or_too_old_is_told_with_the_reason(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(tmp_path)
    (tmp_path / "gpiod_of_debian_12.py").write_text("class Chip: ...")
    (tmp_path / "gpiod_half.py").write_text("raise OSError('libgpiod.so.3: cannot open')")
    machine = Machine()
    assert machine.why_no_import("gpiod_of_debian_12") is None
    assert machine.why_no_import("gpiod_of_debian_12.line") == (
        "there is no gpiod_of_debian_12.line"
    )
    assert machine.why_no_import("gpiod_half") == "libgpiod.so.3: cannot open"
