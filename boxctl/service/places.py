"""The files and folders of the service, on a machine with systemd."""

from __future__ import annotations

from boxctl.journal.disk.default_path import OF_SERVICE
from boxctl.table.wired_box import CONFIG_OF_SERVICE

USER = "boxctl"
"""The user of the service, and its own group."""

GROUPS = ("gpio", "dialout", "i2c", "spi", "audio")
"""The groups that may use pins, serial ports, I2C, SPI and sound, as far as a machine has them."""

PROGRAM = "/opt/boxctl"
"""The folder of all versions of the program."""

VERSIONS = f"{PROGRAM}/versions"
CURRENT = f"{PROGRAM}/current"
"""A link to the version that runs."""

PREVIOUS = f"{PROGRAM}/previous"
"""A link to the version that ran before."""

ON_TRIAL = f"{PROGRAM}/on-trial"
"""A file that is there while an update has not proved itself yet."""

COMMAND = f"{CURRENT}/bin/boxctl"
"""The program as the unit starts it."""

COMMAND_FOR_ALL = "/usr/local/bin/boxctl"

CONFIG = str(CONFIG_OF_SERVICE)
STATE = str(OF_SERVICE.parent)
"""The folder of the record and of the box's key."""

STATE_BEFORE = f"{PROGRAM}/state-before-update"
STATE_COPY_UNFINISHED = f"{STATE_BEFORE}.new"
STATE_OF_FAILED = f"{PROGRAM}/state-of-failed-update"

UNIT = "boxctl.service"
UNIT_FILE = f"/etc/systemd/system/{UNIT}"
DROP_INS = f"{UNIT_FILE}.d"
UPDATE_UNIT = "boxctl-update.service"
UPDATE_UNIT_FILE = f"/etc/systemd/system/{UPDATE_UNIT}"

PACKAGED_UNIT_FILE = f"/usr/lib/systemd/system/{UNIT}"
"""The unit of the Debian package, which has user, groups, state folder and program, too."""

PORT_RULE_FILE = "/etc/udev/rules.d/60-boxctl.rules"
PORT_NAME = "boxctl-board"
"""The name of the board's port in ``/dev``."""
