"""A file that is made has its name on the disk before anything relies on it."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from boxctl.journal.disk.private_files import sync_directory
from boxctl.journal.proof.head_signer import HeadSigner, first_key


@pytest.fixture
def synced(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The files and directories that are synced, by their inodes."""
    inodes: list[int] = []
    fsync = os.fsync

    def note(descriptor: int) -> None:
        inodes.append(os.fstat(descriptor).st_ino)
        fsync(descriptor)

    monkeypatch.setattr(os, "fsync", note)
    return inodes


def test_a_directory_is_synced_itself(tmp_path: Path, synced: list[int]) -> None:
    sync_directory(tmp_path)
    assert synced == [tmp_path.stat().st_ino]


def test_a_key_is_on_the_disk_before_it_signs(tmp_path: Path, synced: list[int]) -> None:
    key = first_key(tmp_path / "journal.db")
    assert key.public
    assert synced[-1] == tmp_path.stat().st_ino
    assert (tmp_path / "box.key").stat().st_ino in synced[:-1]


def test_a_box_whose_key_can_be_read_after_all_has_no_trouble_any_more(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    signer = HeadSigner(tmp_path / "journal.db", lambda: "2026-11-24T18:00:00Z")
    with monkeypatch.context() as disk:
        disk.setattr(os, "open", refused)
        assert not signer.prepare()
    assert signer.trouble is not None
    assert signer.trouble.startswith("BX608: ")
    assert signer.prepare()
    assert signer.trouble is None


def refused(*_given: object, **_named: object) -> int:
    raise OSError(28, "No space left on device")
