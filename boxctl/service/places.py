"""The files and folders of the service, on a machine with systemd."""

from __future__ import annotations

from boxctl.journal.disk.private_files import OF_SERVICE
from boxctl.table.check_rules import CONFIG_OF_SERVICE

USER = "boxctl"
"""The user of the service, and its own group."""

GROUPS = ("gpio", "dialout", "i2c", "spi", "audio")
"""The groups that may use pins, serial ports, I2C, SPI and sound, as far as a machine has them."""

PROGRAM = "/opt/boxctl"
"""The folder of the program."""

VERSIONS = f"{PROGRAM}/versions"
CURRENT = f"{PROGRAM}/current"
"""A link to the version that runs."""

COMMAND = f"{CURRENT}/bin/boxctl"
"""The program as the unit starts it."""

COMMAND_FOR_ALL = "/usr/local/bin/boxctl"

CONFIG = str(CONFIG_OF_SERVICE)
STATE = str(OF_SERVICE.parent)
"""The folder of the record and of the box's key."""

UNIT = "boxctl.service"
UNIT_FILE = f"/etc/systemd/system/{UNIT}"
DROP_INS = f"{UNIT_FILE}.d"

ON_TRIAL = f"{PROGRAM}/on-trial"
"""A file that is there while an update by an earlier boxctl is interrupted."""

PREVIOUS = f"{PROGRAM}/previous"
"""A link to the version to which an earlier boxctl could go back."""

LEFT_BY_EARLIER = (
    ON_TRIAL,
    PREVIOUS,
    f"{PROGRAM}/state-before-update",
    f"{PROGRAM}/state-before-update.new",
    f"{PROGRAM}/state-of-failed-update",
)
"""What an earlier boxctl, which updated itself, has left beside the program."""

EARLIER_UNIT = "boxctl-update.service"
EARLIER_UNIT_FILE = f"/etc/systemd/system/{EARLIER_UNIT}"
"""The unit with which an earlier boxctl judged an interrupted update."""

PACKAGED_UNIT_FILE = f"/usr/lib/systemd/system/{UNIT}"
"""The unit of the Debian package, which has user, groups, state folder and program, too."""

PORT_RULE_FILE = "/etc/udev/rules.d/60-boxctl.rules"
PORT_NAME = "boxctl-board"
"""The name of the board's port in ``/dev``."""
