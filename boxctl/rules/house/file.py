"""Read one file of a house's own variant.

Only a regular file is opened, and nothing that it names.
"""

from __future__ import annotations

import errno
import os
import stat
from pathlib import Path

from boxctl.rules.faults import HouseFault, fault_in
from boxctl.rules.house.folders import name_of
from boxctl.rules.house.text import HouseText, checked
from groundwork.faults import in_a_sentence
from groundwork.frozen_dataclass import frozen_dataclass
from groundwork.language import tr
from groundwork.system.files import read_small_file

MOST_BYTES = 1 << 16
"""The largest file that is read, in bytes; a long one has a fiftieth of it."""


@frozen_dataclass
class HouseFile:
    """A file as it was read: what it says, and the ``faults`` of what is wrong with it.

    There is no ``text`` of a file that cannot be read.
    """

    path: str
    text: HouseText | None
    faults: tuple[HouseFault, ...]

    @property
    def name(self) -> str:
        """The variant's own name."""
        return name_of(self.path)


def read_house_file(path: str) -> HouseFile:
    """Read and check a file as far as it can be without any other."""
    try:
        text = _text_of(path)
    except HouseFault as fault:
        return HouseFile(path, None, (fault,))
    return check_house_text(path, text)


def check_house_text(path: str, text: str) -> HouseFile:
    """Check a text as the file at ``path`` would be, which is not read."""
    return HouseFile(path, *checked(path, text))


def _text_of(path: str) -> str:
    """Return the text of the file. Raises :class:`HouseFault` BX210 or BX211."""
    try:
        status = os.stat(path)  # noqa: PTH116
        if not stat.S_ISREG(status.st_mode):
            # A device is not even opened: some do something when they are.
            raise fault_in(
                path, None, "BX210", tr("this is no file"), tr("give the file of a variant")
            )
        content = read_small_file(Path(path), MOST_BYTES)
    except OSError as problem:
        raise _not_to_be_read(path, problem) from None
    try:
        return content.decode("utf-8-sig").replace("\r\n", "\n")
    except UnicodeDecodeError as problem:
        line = content.count(b"\n", 0, problem.start) + 1
        raise fault_in(
            path, line, "BX211", tr("the text is not UTF-8"), tr("save it as UTF-8")
        ) from None


def too_large(path: str) -> HouseFault:
    """Return the fault of a file of more than :data:`MOST_BYTES` bytes (BX210)."""
    return fault_in(
        path,
        None,
        "BX210",
        tr("the file has more than {most} bytes", most=MOST_BYTES),
        tr("take out what does not belong to the variant"),
    )


def _not_to_be_read(path: str, problem: OSError) -> HouseFault:
    if problem.errno == errno.EFBIG:
        return too_large(path)
    return fault_in(
        path,
        None,
        "BX210",
        tr("the file cannot be read ({why})", why=in_a_sentence(problem)),
        tr("give a file that is there and that you may read"),
    )
