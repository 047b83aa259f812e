"""Root follows its own links and nobody else's."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from groundwork.system.foreign_files import check_links
from groundwork.whole_file import write_whole

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
