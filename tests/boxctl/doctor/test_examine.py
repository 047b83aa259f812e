"""A good box raises no alarm; faults put in one at a time are each named with code and cure."""

from __future__ import annotations

import json
import os
import re
import sqlite3
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from boxctl.cli import main
from boxctl.doctor.check_port import FIRMWARE
from boxctl.doctor.check_result import Soundness
from boxctl.doctor.examine import examine
from boxctl.doctor.machine import Machine
from boxctl.journal.proof.keys import new_secret, path_of_key, write_secret
from boxctl.table.check_rules import check_box_file
from boxctl.table.wired_box import name_of
from firmware_bridge.build_firmware import SOURCES
from firmware_bridge.port.port_faults import port_fault
from groundwork.faults import Fault
from hardware.config.read import read_box
from tests.boxctl.doctor.a_workshop import BOOT, BOX, HEADER, Workshop
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
        has_module=shop.has_module,
        find_program=lambda name: None if name in shop.missing else f"/usr/bin/{name}",
        run=shop.run,
        may_use=shop.may_use,
        is_read_only=lambda _path: shop.read_only,
        free_bytes=lambda _path: shop.free,
        chips=shop.look_at_chips,
        answers_at=lambda bus, address: (bus, address) in shop.addresses,
        say_hello=shop.say_hello,
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
    found = list(examine(shop.machine, None, Path("/var/lib/boxctl/journal.db")))
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


def box_toml_is_wrong(shop: Workshop) -> None:
    shop.config.write_text(BOX.replace("confirm = 20", "confirm = 17"))


def python_is_old(shop: Workshop) -> None:
    shop.machine = replace(shop.machine, python=(3, 9))


def gpiod_is_missing(shop: Workshop) -> None:
    shop.missing.add("gpiod")


def luma_is_missing(shop: Workshop) -> None:
    shop.missing.add("luma.oled")


def no_gpiochip(shop: Workshop) -> None:
    shop.chips.clear()


def another_chip(shop: Workshop) -> None:
    shop.chips[:] = [replace(HEADER, label="mcp23017")]


def not_in_the_group_gpio(shop: Workshop) -> None:
    shop.may_open_chips = False


def booted_with(shop: Workshop, line: str) -> None:
    shop.file("boot/firmware/config.txt", f"{BOOT}{line}\n")


def one_wire_has_the_pin_of_tile_1(shop: Workshop) -> None:
    booted_with(shop, "dtoverlay=w1-gpio")


def an_infrared_receiver_has_the_pin_of_confirm(shop: Workshop) -> None:
    booted_with(shop, "dtoverlay=gpio-ir,gpio_pin=20")


def a_sound_card_has_the_pin_of_tile_8(shop: Workshop) -> None:
    shop.file("etc/boxctl/box.toml", BOX.replace("confirm = 20", "confirm = 16"))
    booted_with(shop, "dtoverlay=hifiberry-dac")


def an_expander_s_interrupt_has_the_pin_of_tile_1(shop: Workshop) -> None:
    booted_with(shop, "dtoverlay=mcp23017,addr=0x20")


def written_where_the_pi_does_not_read(shop: Workshop) -> None:
    shop.file("boot/config.txt", "dtparam=spi=on\ndtoverlay=mcp23017,noints\n")


def the_clock_of_spi_changes(shop: Workshop) -> None:
    shop.file("boot/firmware/config.txt", BOOT.replace("core_freq_min=500", ""))


def i2c_is_off(shop: Workshop) -> None:
    (shop.root / "dev/i2c-1").unlink()


def not_in_the_group_i2c(shop: Workshop) -> None:
    shop.forbid("dev/i2c-1")


def the_display_has_another_address(shop: Workshop) -> None:
    shop.addresses = {(1, 0x3D)}


def spi_is_off(shop: Workshop) -> None:
    (shop.root / "dev/spidev0.0").unlink()


def not_in_the_group_spi(shop: Workshop) -> None:
    shop.forbid("dev/spidev0.0")


def the_roller_is_unplugged(shop: Workshop) -> None:
    (shop.root / "dev/ttyACM0").unlink()


def not_in_the_group_dialout(shop: Workshop) -> None:
    shop.forbid("dev/ttyACM0")


def held_by(shop: Workshop, command: str) -> None:
    found = (shop.root / "dev/ttyACM0").stat()
    where = f"{os.major(found.st_dev):02x}:{os.minor(found.st_dev):02x}:{found.st_ino}"
    shop.file("proc/locks", f"3: FLOCK  ADVISORY  WRITE 4711 {where} 0 EOF\n")
    shop.file("proc/4711/cmdline", command)


def modem_manager_has_the_port(shop: Workshop) -> None:
    held_by(shop, "/usr/sbin/ModemManager\0")


def the_roller_is_silent(shop: Workshop) -> None:
    shop.board = Fault("BX510", "no board was found; plug it in, or name its port")


def the_port_is_no_serial_port(shop: Workshop) -> None:
    shop.board = port_fault("/dev/ttyACM0", OSError(25, "not a typewriter"))


def firmware_is_old(shop: Workshop) -> None:
    shop.firmware = 0x0101


def the_roller_has_other_dice(shop: Workshop) -> None:
    shop.dice = (1, 20)


def the_port_of_the_pages_is_taken(shop: Workshop) -> None:
    (shop.root / "proc/812/cmdline").unlink()
    shop.taken = {8765}


def the_broker_is_away(shop: Workshop) -> None:
    shop.broker_answers = False


def there_is_no_sound_card(shop: Workshop) -> None:
    shop.file("proc/asound/cards", "--- no soundcards ---\n")


def started_by_hand_beside_the_service(shop: Workshop) -> None:
    shop.file("proc/911/cmdline", f"sudo\0boxctl\0run\0--config\0{shop.config}\0")
    command = f"/opt/venv/bin/python3\0/opt/venv/bin/boxctl\0run\0--config={shop.config}\0"
    shop.file("proc/912/cmdline", command)


def the_card_can_only_be_read(shop: Workshop) -> None:
    shop.read_only = True
    shop.forbid("var/lib/boxctl")


def no_voice_program(shop: Workshop) -> None:
    shop.missing.add("espeak-ng")


def the_journal_s_folder_is_read_only(shop: Workshop) -> None:
    shop.forbid("var/lib/boxctl")


def the_disk_is_nearly_full(shop: Workshop) -> None:
    shop.free = 90_000_000


def the_disk_is_full(shop: Workshop) -> None:
    shop.free = 4096


def the_journal_is_no_journal(shop: Workshop) -> None:
    shop.journal.unlink()
    for part in ("-wal", "-shm"):
        Path(f"{shop.journal}{part}").unlink(missing_ok=True)
    shop.journal.write_text("Shopping list: dice, a box, nine switches. " * 200)


def the_record_was_changed(shop: Workshop) -> None:
    with closing(sqlite3.connect(shop.journal)) as journal, journal:
        triggers = journal.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'")
        for (name,) in triggers.fetchall():
            journal.execute(f"DROP TRIGGER {name}")
        journal.execute("UPDATE entry SET body = replace(body, '[3,4]', '[6,6]')")


def others_may_read_the_key(shop: Workshop) -> None:
    path_of_key(shop.journal).chmod(0o644)


def the_clock_is_not_set(shop: Workshop) -> None:
    shop.programs["timedatectl"] = "no"


def the_supply_is_weak(shop: Workshop) -> None:
    shop.programs["vcgencmd"] = "throttled=0x50001"


def the_supply_was_weak(shop: Workshop) -> None:
    shop.programs["vcgencmd"] = "throttled=0x10000"


def the_supply_was_weak_says_the_kernel(shop: Workshop) -> None:
    del shop.programs["vcgencmd"]
    shop.file("sys/devices/platform/soc/soc:firmware/get_throttled", "10000\n")


def the_pi_is_throttled(shop: Workshop) -> None:
    shop.programs["vcgencmd"] = "throttled=0x4"


def the_pi_is_hot(shop: Workshop) -> None:
    shop.file("sys/class/thermal/thermal_zone0/temp", "84100\n")


def the_service_has_failed(shop: Workshop) -> None:
    shop.programs["systemctl"] = "LoadState=loaded\nActiveState=failed\nUnitFileState=enabled"


def the_service_is_not_enabled(shop: Workshop) -> None:
    shop.programs["systemctl"] = "LoadState=loaded\nActiveState=active\nUnitFileState=disabled"


FAULTS: list[tuple[Callable[[Workshop], None], str, str, str]] = [
    (box_toml_is_wrong, "bad", "BX307", "give each its own pin"),
    (python_is_old, "bad", "BX901", "needs 3.11 or newer; install it"),
    (gpiod_is_missing, "bad", "BX401", "make install"),
    (luma_is_missing, "bad", "BX421", "install"),
    (no_gpiochip, "bad", "BX402", "this machine has no GPIO chip"),
    (another_chip, "bad", "BX402", "gpio.chip"),
    (not_in_the_group_gpio, "bad", "BX403", "add it to the group gpio"),
    (one_wire_has_the_pin_of_tile_1, "bad", "BX911", "dtoverlay=w1-gpio in /boot/firmware"),
    (an_infrared_receiver_has_the_pin_of_confirm, "bad", "BX911", "pin 20"),
    (a_sound_card_has_the_pin_of_tile_8, "doubtful", "BX911", "wire another pin"),
    (an_expander_s_interrupt_has_the_pin_of_tile_1, "bad", "BX911", "mcp23017,addr=0x20"),
    (written_where_the_pi_does_not_read, "doubtful", "BX912", "dtoverlay=mcp23017,noints"),
    (the_clock_of_spi_changes, "doubtful", "BX913", "core_freq_min=500"),
    (i2c_is_off, "bad", "BX422", "dtparam=i2c_arm=on"),
    (not_in_the_group_i2c, "bad", "BX423", "usermod -aG i2c"),
    (the_display_has_another_address, "bad", "BX424", "look at its four wires"),
    (spi_is_off, "bad", "BX415", "dtparam=spi=on"),
    (not_in_the_group_spi, "bad", "BX416", "usermod -aG spi"),
    (the_roller_is_unplugged, "bad", "BX501", "plug the roller in"),
    (not_in_the_group_dialout, "bad", "BX503", "usermod -aG dialout"),
    (modem_manager_has_the_port, "bad", "BX502", "process 4711; end it"),
    (the_roller_is_silent, "bad", "BX510", "plug it in"),
    (the_port_is_no_serial_port, "bad", "BX504", "name a serial port"),
    (firmware_is_old, "doubtful", "BX902", "boxctl firmware flash"),
    (the_roller_has_other_dice, "bad", "BX521", "plug in a roller that has such dice"),
    (the_port_of_the_pages_is_taken, "bad", "BX751", "choose another port"),
    (the_broker_is_away, "doubtful", "BX762", "url in [mqtt] is right"),
    (there_is_no_sound_card, "doubtful", "BX432", "aplay -l"),
    (started_by_hand_beside_the_service, "bad", "BX914", "812, 912; end all but one"),
    (the_card_can_only_be_read, "bad", "BX601", "read-only file system"),
    (no_voice_program, "bad", "BX431", "apt install espeak-ng"),
    (the_journal_s_folder_is_read_only, "bad", "BX601", "make its directory one"),
    (the_disk_is_nearly_full, "doubtful", "BX903", "make room on the disk"),
    (the_disk_is_full, "bad", "BX903", "make room on the disk"),
    (the_journal_is_no_journal, "bad", "BX603", "journal"),
    (the_record_was_changed, "bad", "BX611", "boxctl verify"),
    (others_may_read_the_key, "bad", "BX608", "chmod 600"),
    (the_clock_is_not_set, "doubtful", "BX904", "connect the box to a network"),
    (the_supply_is_weak, "bad", "BX905", "take the supply of the Pi"),
    (the_supply_was_weak, "doubtful", "BX905", "take the supply of the Pi"),
    (the_supply_was_weak_says_the_kernel, "doubtful", "BX905", "take the supply of the Pi"),
    (the_pi_is_throttled, "doubtful", "BX906", "give the box air"),
    (the_pi_is_hot, "doubtful", "BX906", "84 °C"),
    (the_service_has_failed, "bad", "BX907", "journalctl -u boxctl"),
    (the_service_is_not_enabled, "doubtful", "BX907", "systemctl enable boxctl"),
]


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


def test_a_port_that_the_running_box_has_is_no_fault(shop: Workshop) -> None:
    held_by(shop, "/opt/boxctl/.venv/bin/python\0/opt/boxctl/.venv/bin/boxctl\0run\0")
    assert shop.alarms() == []


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
