"""The faults that are put into a workshop one at a time, each with its subject, code and cure."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from pathlib import Path

from boxctl.journal.proof.keys import path_of_key
from firmware_bridge.port.serial_port import no_answer, port_fault
from tests.boxctl.doctor.a_workshop import (
    BIG_BOX,
    BOOT,
    BOX,
    HEADER,
    SMALL_BOX,
    TOWER,
    Workshop,
    a_board,
)


def box_toml_is_wrong(shop: Workshop) -> None:
    shop.config.write_text(BOX.replace("confirm = 20", "confirm = 17"))


def python_is_old(shop: Workshop) -> None:
    shop.machine = replace(shop.machine, python=(3, 9))


def gpiod_is_missing(shop: Workshop) -> None:
    shop.missing.add("gpiod.line")


def luma_is_missing(shop: Workshop) -> None:
    shop.missing.add("luma.oled")


def no_gpiochip(shop: Workshop) -> None:
    shop.chips.clear()


def another_chip(shop: Workshop) -> None:
    shop.chips[:] = [replace(HEADER, label="mcp23017")]


def another_boxctl_has_the_lines(shop: Workshop) -> None:
    (shop.root / "proc/812/cmdline").unlink()
    shop.users_of_lines = dict.fromkeys((4, 17, 27), "boxctl")


def a_fan_has_the_pin_of_confirm(shop: Workshop) -> None:
    shop.users_of_lines = {20: "fan"}


def a_pin_that_the_chip_does_not_have(shop: Workshop) -> None:
    shop.chips[:] = [replace(HEADER, lines=26)]


def not_in_the_group_gpio(shop: Workshop) -> None:
    shop.may_open_chips = False


def booted_with(shop: Workshop, line: str) -> None:
    shop.file("boot/firmware/config.txt", f"{BOOT}{line}\n")


def one_wire_has_the_pin_of_tile_1(shop: Workshop) -> None:
    booted_with(shop, "dtoverlay=w1-gpio")


def a_console_has_the_pin_of_confirm(shop: Workshop) -> None:
    shop.file("etc/boxctl/box.toml", BOX.replace("confirm = 20", "confirm = 15"))
    shop.file("proc/device-tree/model", "Raspberry Pi Zero Rev 1.3")
    booted_with(shop, "core_freq=250")


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


def nothing_is_on_i2c(shop: Workshop) -> None:
    shop.addresses = set()


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


def a_terminal_program_has_the_port(shop: Workshop) -> None:
    """Such as ``cat``: it locks nothing, and takes what the board says."""
    shop.file("proc/4712/cmdline", "screen\0/dev/ttyACM0\0")
    opened = shop.root / "proc/4712/fd/5"
    opened.parent.mkdir()
    opened.symlink_to(shop.root / "dev/ttyACM0")


def the_roller_is_silent(shop: Workshop) -> None:
    shop.board = no_answer("/dev/ttyACM0", 5)


def the_port_is_no_serial_port(shop: Workshop) -> None:
    shop.board = port_fault("/dev/ttyACM0", OSError(25, "not a typewriter"))


def firmware_is_old(shop: Workshop) -> None:
    shop.firmware = 0x0101


def the_roller_has_other_dice(shop: Workshop) -> None:
    shop.boards = {"/dev/ttyACM0": a_board("tower", dice=(1, 20))}


def two_boards(shop: Workshop, of_levers: str, of_dice: str) -> None:
    """Levers on a board at ttyACM1, and a roller at ttyACM0; box.toml names these ports."""
    shop.file("dev/ttyACM1")
    shop.boards = {"/dev/ttyACM0": TOWER, "/dev/ttyACM1": SMALL_BOX}
    text = BOX.replace('port = "/dev/ttyACM0"', f'port = "{of_dice}"')
    text = text.replace('[buttons]\ndriver = "gpio"\nconfirm = 20\n', "")
    on_pins = text[text.index("[tiles]") : text.index("[lamps]")]
    on_board = f'[usb]\nport = "{of_levers}"\n[tiles]\ndriver = "usb"\n'
    shop.config.write_text(text.replace(on_pins, on_board))


def the_ports_of_two_boards_are_exchanged(shop: Workshop) -> None:
    two_boards(shop, "/dev/ttyACM0", "/dev/ttyACM1")


def the_ports_of_two_boards_with_dice_are_exchanged(shop: Workshop) -> None:
    two_boards(shop, "/dev/ttyACM0", "/dev/ttyACM1")
    # That of the roller senses tiles, too: only the other one shows that it is not right.
    shop.boards["/dev/ttyACM0"] = BIG_BOX


def both_tables_name_one_port(shop: Workshop) -> None:
    two_boards(shop, "/dev/ttyACM1", "/dev/serial/by-id/usb-Arduino")
    link = shop.root / "dev/serial/by-id/usb-Arduino"
    link.parent.mkdir(parents=True)
    link.symlink_to(shop.root / "dev/ttyACM1")


def the_port_of_the_roller_is_that_of_a_board_without_dice(shop: Workshop) -> None:
    shop.boards = {"/dev/ttyACM0": SMALL_BOX}


def two_boards_are_fit(shop: Workshop) -> None:
    two_boards(shop, "auto", "/dev/ttyACM0")
    shop.boards["/dev/ttyACM0"] = BIG_BOX


def two_boards_are_alike(shop: Workshop) -> None:
    """The machine names that of the roller by its socket, as another has its identity on USB."""
    two_boards(shop, "/dev/ttyACM1", "/dev/ttyACM0")
    socket = shop.root / "dev/serial/by-path/pci-0000:00:14.0-usb-0:1.2:1.0"
    socket.parent.mkdir(parents=True)
    socket.symlink_to(shop.root / "dev/ttyACM0")
    shop.boards["/dev/serial/by-path/pci-0000:00:14.0-usb-0:1.2:1.0"] = TOWER


def a_board_found_by_itself(shop: Workshop) -> None:
    """One board has all: its port is looked for."""
    two_boards(shop, "auto", "auto")
    text = shop.config.read_text().replace('driver = "serial"\nport = "auto"', 'driver = "usb"')
    shop.config.write_text(text)
    shop.boards = {"/dev/ttyACM0": BIG_BOX}


def no_board_is_found(shop: Workshop) -> None:
    a_board_found_by_itself(shop)
    shop.boards = {}


def an_expander_has_the_address_of_the_display(shop: Workshop) -> None:
    shop.file("etc/boxctl/box.toml", BOX.replace('"ssd1306"', '"hd44780"'))
    shop.addresses = {(1, 0x27)}
    shop.file("sys/bus/i2c/devices/1-0027/name", "mcp23017\n")
    shop.file("sys/bus/i2c/devices/1-0027/driver/uevent")


def a_driver_of_the_kernel_has_the_chip_select(shop: Workshop) -> None:
    spi_is_off(shop)
    drivers = shop.root / "sys/bus/spi/drivers/ads7846"
    drivers.mkdir(parents=True)
    device = shop.root / "sys/bus/spi/devices/spi0.0"
    device.mkdir(parents=True)
    (device / "driver").symlink_to(drivers)


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
    shop.forbid("home/maker/boxctl")


def no_voice_program(shop: Workshop) -> None:
    shop.missing.add("espeak-ng")


def the_journal_s_folder_is_read_only(shop: Workshop) -> None:
    shop.forbid("home/maker/boxctl")


def a_file_is_in_the_place_of_the_journal_s_folder(shop: Workshop) -> None:
    folder = shop.journal.parent
    folder.rename(folder.with_name("moved"))
    folder.write_text("")


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


def the_service_starts_again_and_again(shop: Workshop) -> None:
    shop.programs["systemctl"] = (
        "LoadState=loaded\nActiveState=activating\nSubState=auto-restart\nUnitFileState=enabled"
    )


def the_service_is_stopped(shop: Workshop) -> None:
    (shop.root / "proc/812/cmdline").unlink()
    shop.programs["systemctl"] = (
        "LoadState=loaded\nActiveState=inactive\nSubState=dead\nUnitFileState=enabled"
    )


def the_service_is_not_enabled(shop: Workshop) -> None:
    shop.programs["systemctl"] = "LoadState=loaded\nActiveState=active\nUnitFileState=disabled"


FAULTS: list[tuple[Callable[[Workshop], None], str, str, str]] = [
    (box_toml_is_wrong, "bad", "BX307", "give each its own pin"),
    (python_is_old, "bad", "BX901", "needs 3.11 or newer; install it"),
    (gpiod_is_missing, "bad", "BX401", "[pi]"),
    (luma_is_missing, "bad", "BX421", "install"),
    (no_gpiochip, "bad", "BX402", "this machine has no GPIO chip"),
    (another_chip, "bad", "BX402", "gpio.chip"),
    (another_boxctl_has_the_lines, "bad", "BX404", "another boxctl"),
    (a_fan_has_the_pin_of_confirm, "bad", "BX404", "pin 20 of the button confirm"),
    (a_pin_that_the_chip_does_not_have, "bad", "BX405", "give another pin"),
    (not_in_the_group_gpio, "bad", "BX403", "add the user to the group gpio"),
    (one_wire_has_the_pin_of_tile_1, "bad", "BX911", "dtoverlay=w1-gpio in /boot/firmware"),
    (an_infrared_receiver_has_the_pin_of_confirm, "bad", "BX911", "pin 20"),
    (a_console_has_the_pin_of_confirm, "doubtful", "BX911", "enable_uart=0"),
    (a_sound_card_has_the_pin_of_tile_8, "doubtful", "BX911", "wire another pin"),
    (an_expander_s_interrupt_has_the_pin_of_tile_1, "bad", "BX911", "mcp23017,addr=0x20"),
    (written_where_the_pi_does_not_read, "doubtful", "BX912", "dtoverlay=mcp23017,noints"),
    (the_clock_of_spi_changes, "doubtful", "BX913", "core_freq_min=500"),
    (i2c_is_off, "bad", "BX422", "dtparam=i2c_arm=on"),
    (not_in_the_group_i2c, "bad", "BX423", "usermod -aG i2c"),
    (the_display_has_another_address, "bad", "BX424", "write address = 0x3d in [display]"),
    (nothing_is_on_i2c, "bad", "BX424", "look at its wires"),
    (an_expander_has_the_address_of_the_display, "bad", "BX424", "a mcp23017 at 0x27"),
    (spi_is_off, "bad", "BX415", "dtparam=spi=on"),
    (a_driver_of_the_kernel_has_the_chip_select, "bad", "BX415", "ads7846, a driver of the kernel"),
    (not_in_the_group_spi, "bad", "BX416", "usermod -aG spi"),
    (the_roller_is_unplugged, "bad", "BX501", "plug the roller in"),
    (not_in_the_group_dialout, "bad", "BX503", "usermod -aG dialout"),
    (modem_manager_has_the_port, "bad", "BX502", "process 4711; end it"),
    (a_terminal_program_has_the_port, "bad", "BX502", "process 4712; end it"),
    (the_roller_is_silent, "bad", "BX511", "boxctl firmware flash"),
    (the_port_is_no_serial_port, "bad", "BX504", "name a serial port"),
    (firmware_is_old, "doubtful", "BX902", "boxctl firmware flash"),
    (the_roller_has_other_dice, "bad", "BX521", "plug in a roller that has such dice"),
    (the_ports_of_two_boards_are_exchanged, "bad", "BX523", "exchange the two names"),
    (the_ports_of_two_boards_with_dice_are_exchanged, "bad", "BX523", "exchange the two names"),
    (both_tables_name_one_port, "bad", "BX313", "name the port of the roller"),
    (the_port_of_the_roller_is_that_of_a_board_without_dice, "bad", "BX512", "has no dice"),
    (two_boards_are_fit, "doubtful", "BX523", '"box" on /dev/ttyACM0, "small box" on /dev/ttyACM1'),
    (two_boards_are_alike, "doubtful", "BX523", "/dev/ttyACM0 in [roller] may lead to another"),
    (no_board_is_found, "bad", "BX510", "there is no serial port at all"),
    (the_port_of_the_pages_is_taken, "bad", "BX751", "choose another port"),
    (the_broker_is_away, "doubtful", "BX762", "url in [mqtt] is right"),
    (there_is_no_sound_card, "doubtful", "BX432", "aplay -l"),
    (started_by_hand_beside_the_service, "bad", "BX914", "812, 912; end all but one"),
    (the_card_can_only_be_read, "bad", "BX601", "read-only file system"),
    (no_voice_program, "bad", "BX431", "apt install espeak-ng"),
    (the_journal_s_folder_is_read_only, "bad", "BX601", "make its directory one"),
    (a_file_is_in_the_place_of_the_journal_s_folder, "bad", "BX601", "not a directory"),
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
    (the_service_starts_again_and_again, "bad", "BX907", "journalctl -u boxctl"),
    (the_service_is_stopped, "doubtful", "BX907", "systemctl start boxctl"),
    (the_service_is_not_enabled, "doubtful", "BX907", "systemctl enable boxctl"),
]
