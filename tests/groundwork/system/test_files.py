"""A file that is written anew is the old one or the new one, never a half."""

from __future__ import annotations

import errno
import os
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Barrier

import pytest

from boxctl.cli import main
from groundwork.system import files
from groundwork.system.files import check_links, write_whole
from tests.support.machine.small_disk import small_disk

SOMEBODY = 65534

pytestmark = pytest.mark.skipif(os.geteuid() != 0, reason="only root is protected so")


def link_of(user: int, path: Path, target: Path | str) -> Path:
    path.symlink_to(target)
    os.lchown(path, user, user)
    return path


def test_root_follows_its_own_links(tmp_path: Path) -> None:
    (tmp_path / "there").mkdir()
    check_links(link_of(0, tmp_path / "a", "there") / "file")
    check_links(link_of(0, tmp_path / "b", tmp_path / "a") / ".." / "missing")
    check_links(tmp_path / "missing" / "file")


@pytest.mark.parametrize("place", ["its name", "a folder", "behind root's own", "back and forth"])
def test_it_does_not_follow_those_of_others(tmp_path: Path, place: str) -> None:
    folder = tmp_path / "real"
    folder.mkdir()
    planted = link_of(SOMEBODY, tmp_path / "planted", folder)
    path = {
        "its name": planted,
        "a folder": planted / "file",
        "behind root's own": link_of(0, tmp_path / "own", "planted") / "file",
        "back and forth": tmp_path / "real" / ".." / "planted" / ".." / "file",
    }[place]
    if place == "back and forth":
        # The path itself leads nowhere but here, as people mean it.
        check_links(path)
        return
    with pytest.raises(PermissionError, match="is a link of another user"):
        check_links(path)


def test_links_in_a_circle_are_an_os_error(tmp_path: Path) -> None:
    link_of(0, tmp_path / "a", "b")
    link_of(0, tmp_path / "b", "a")
    with pytest.raises(OSError, match="Too many levels"):
        check_links(tmp_path / "a")


def test_others_follow_what_they_like(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    check_links(link_of(SOMEBODY, tmp_path / "link", "there"))


def test_nothing_is_written_through_a_link_of_somebody_else(tmp_path: Path) -> None:
    victim = tmp_path / "victim"
    victim.write_text("root's own")
    planted = link_of(SOMEBODY, tmp_path / "box.toml", victim)
    with pytest.raises(PermissionError):
        write_whole(planted, b"of a command")
    assert victim.read_text() == "root's own"
    write_whole(link_of(0, tmp_path / "own", victim), b"of a command")
    assert victim.read_text() == "of a command"


@pytest.fixture
def no_room() -> Iterator[None]:
    with small_disk():
        yield


@pytest.mark.usefixtures("no_room")
def test_what_does_not_fit_on_the_disk_leaves_the_file_as_it_was(tmp_path: Path) -> None:
    file = tmp_path / "sheet.svg"
    file.write_text("whole")
    with pytest.raises(OSError, match="File too large"):
        write_whole(file, b"x" * 5000)
    assert file.read_text() == "whole"
    assert list(tmp_path.iterdir()) == [file]


@pytest.mark.usefixtures("no_room")
@pytest.mark.parametrize("ending", ["svg", "pdf"])
def test_so_does_a_drawing(tmp_path: Path, capsys: pytest.CaptureFixture[str], ending: str) -> None:
    file = tmp_path / f"card.{ending}"
    file.write_text("whole")
    assert main(["rules", "card", "thai", "--output", str(file)]) != 0
    assert capsys.readouterr().err.startswith(f"BX707: {file} cannot be written")
    assert file.read_text() == "whole"


def test_a_link_and_permissions_stay(tmp_path: Path) -> None:
    file, link = tmp_path / "file", tmp_path / "link"
    file.write_text("old")
    file.chmod(0o640)
    link.symlink_to("file")
    write_whole(link, b"new")
    assert os.readlink(link) == "file"  # noqa: PTH115
    assert file.read_bytes() == b"new"
    assert file.stat().st_mode & 0o777 == 0o640


def test_a_new_file_has_the_permissions_of_any_other(tmp_path: Path) -> None:
    (tmp_path / "other").write_text("")
    write_whole(tmp_path / "file", b"new")
    assert (tmp_path / "file").stat().st_mode == (tmp_path / "other").stat().st_mode


def test_a_fifo_is_no_file(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "fifo")
    with pytest.raises(OSError, match="this is no file"):
        write_whole(tmp_path / "fifo", b"new")


def test_of_several_who_write_a_new_file_at_once_one_does(tmp_path: Path) -> None:
    file = tmp_path / "crown.toml"
    start = Barrier(8)

    def writes(number: int) -> bool:
        start.wait()
        try:
            write_whole(file, b"%d" % number * 100, over=False)
        except FileExistsError:
            return False
        return True

    with ThreadPoolExecutor(8) as hands:
        wrote = list(hands.map(writes, range(8)))
    assert wrote.count(True) == 1
    assert file.read_bytes() == b"%d" % wrote.index(True) * 100
    assert list(tmp_path.iterdir()) == [file]


def test_a_file_that_comes_while_another_is_written_stays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "crown.toml"

    def comes_first(_path: object) -> None:
        file.write_text("theirs")

    monkeypatch.setattr(files, "check_links", comes_first)
    with pytest.raises(FileExistsError):
        write_whole(file, b"ours", over=False)
    assert file.read_text() == "theirs"
    assert list(tmp_path.iterdir()) == [file]


def test_a_file_system_without_second_names_has_new_files_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuses(_file: object, _name: object) -> None:
        raise OSError(errno.EPERM, os.strerror(errno.EPERM))

    monkeypatch.setattr(os, "link", refuses)
    write_whole(tmp_path / "crown.toml", b"new", over=False)
    assert (tmp_path / "crown.toml").read_bytes() == b"new"
    assert len(list(tmp_path.iterdir())) == 1


def test_a_system_without_links_has_new_files_and_keeps_those_that_are_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "crown.toml"
    monkeypatch.delattr(os, "link")
    write_whole(file, b"new", over=False)
    assert file.read_bytes() == b"new"

    def comes_first(_path: object) -> None:
        file.write_text("theirs")

    file.unlink()
    monkeypatch.setattr(files, "check_links", comes_first)
    with pytest.raises(FileExistsError):
        write_whole(file, b"ours", over=False)
    assert file.read_text() == "theirs"
    assert list(tmp_path.iterdir()) == [file]
