"""A private file is whole on the disk, or the failure is told."""

from __future__ import annotations

import errno
import resource
from pathlib import Path

import pytest

from boxctl.journal.disk.private_files import write_new


def test_a_leftover_of_an_attempt_that_was_cut_short_is_replaced(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_bytes(b"half of somethi")
    write_new(file, b"whole")
    assert file.read_bytes() == b"whole"
    assert file.stat().st_mode & 0o777 == 0o600


def test_a_disk_that_takes_only_a_part_is_a_failure(tmp_path: Path) -> None:
    """The system writes what still fits and calls that a success; only the next write fails."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (4, hard))
    try:
        with pytest.raises(OSError) as caught:
            write_new(tmp_path / "file", b"more than fits")
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    assert caught.value.errno == errno.EFBIG
