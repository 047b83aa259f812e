"""What the box's user plants in its folder does nothing to files of root that reads its record."""

from __future__ import annotations

import ast
import io
import os
import re
import socket
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest

from boxctl.cli import main
from boxctl.journal.disk.file import remove_new_parts
from boxctl.journal.disk.private_files import make_private

ROOT = Path(__file__).parents[4]
BOX_USER = 65534
OTHER_USER = 65533

NAMES = ("journal.db", "journal.db-wal", "journal.db-shm", "journal.db-playing", "journal.db-saved",
         "journal.db-saving", "journal.db-saving-wal", "box.key", "box.key-next", "box.ledger",
         "box.ledger-new", "box.ledger-lock")  # fmt: skip

COMMANDS = ("matches", "head last", "verify last", "ledger", "history", "audits",
            "dispute last last", "replay last", "overrule last TURN --score 3 --reason seen", "key",
            "key --rotate", "play --demo --plain --seed 6")  # fmt: skip

only_root = pytest.mark.skipif(os.geteuid() != 0, reason="only root could do any harm")


@pytest.fixture
def state(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Path:
    """The folder of a box's user, with the record of a match."""
    folder = tmp_path / "state"
    folder.mkdir(mode=0o700)
    journal = str(folder / "journal.db")
    assert main(["play", "--demo", "--plain", "--seed", "5", "--journal", journal]) == 0
    assert main(["replay", "last", "--journal", journal]) == 0
    (turn, *_) = re.findall(r"(?m)^ +(\d+) .* scores \d+\.", capsys.readouterr().out)
    (tmp_path / "turn").write_text(turn)
    for path in (folder, *folder.iterdir()):
        os.chown(path, BOX_USER, BOX_USER)
    return folder


@pytest.fixture
def victims(tmp_path: Path) -> Path:
    """Files of root, of each kind that something could be mistaken for."""
    folder = tmp_path / "root"
    folder.mkdir(mode=0o755)
    (folder / "text").write_text("root's own\n" * 100)
    (folder / "secret").write_bytes(bytes(range(32)))
    (folder / "empty").touch()
    with sqlite3.connect(folder / "database") as made:
        made.execute("CREATE TABLE of_root (a)")
    made.close()
    (folder / "secret").chmod(0o600)
    for name in ("text", "empty", "database"):
        (folder / name).chmod(0o644)
    return folder


def look(folder: Path) -> dict[str, tuple[int, int, int, bytes]]:
    return {path.name: (path.stat().st_mode, path.stat().st_uid, path.stat().st_nlink,
                        path.read_bytes()) for path in folder.iterdir()}  # fmt: skip


def plant(place: Path, kind: str, victims: Path) -> None:
    """Put it there, as the box's user could with mv: under the name of a part."""
    place.unlink(missing_ok=True)
    if kind == "fifo":
        os.mkfifo(place)
    elif kind == "loop":
        place.symlink_to(place.name)
    elif kind == "directory":
        place.mkdir()
    elif kind == "socket":
        bound = socket.socket(socket.AF_UNIX)
        # Its path may be too long for a socket.
        folder = os.open(place.parent, os.O_RDONLY)
        bound.bind(f"/proc/self/fd/{folder}/{place.name}")
        os.close(folder)
        bound.close()
    elif kind == "missing":
        place.symlink_to(victims / "made by root")
    elif kind == "device":
        place.symlink_to("/dev/zero")
    else:
        place.symlink_to(victims / kind)
    os.chown(place, BOX_USER, BOX_USER, follow_symlinks=False)


KINDS = ("text", "secret", "empty", "database", "missing", "device", "loop", "fifo", "directory",
         "socket")  # fmt: skip


@only_root
@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize(
    "kinds", [("text", "fifo"), pytest.param(KINDS, marks=pytest.mark.full)], ids=["two", "all"]
)
def test_no_command_of_root_changes_a_file_of_root(
    state: Path, victims: Path, name: str, kinds: tuple[str, ...],
    capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    """Each command on each thing that is planted: it ends, with a sentence if it must."""
    kept = {path.name: path.read_bytes() for path in state.iterdir()}
    before = look(victims)
    for kind in kinds:
        for command in COMMANDS:
            _put_back(state, kept)
            plant(state / name, kind, victims)
            _run(command, state)
            printed = capsys.readouterr()
            assert "Traceback" not in printed.err, (kind, command)
            assert look(victims) == before, (kind, command, printed.err)


@pytest.mark.parametrize("command", COMMANDS)
def test_these_commands_work_where_nothing_is_planted(state: Path, command: str) -> None:
    assert _run(command, state) == 0


def _run(command: str, state: Path) -> int:
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr("sys.stdin", io.StringIO())
        turn = (state.parent / "turn").read_text()
        return main([*command.replace("TURN", turn).split(), "--journal", f"{state}/journal.db"])


def _put_back(state: Path, kept: dict[str, bytes]) -> None:
    for path in state.iterdir():
        if path.is_dir() and not path.is_symlink():
            path.rmdir()
        else:
            path.unlink()
    for name, content in kept.items():
        (state / name).write_bytes(content)
        (state / name).chmod(0o600)
        os.chown(state / name, BOX_USER, BOX_USER)


@only_root
def test_the_mode_of_a_file_behind_a_link_stays(state: Path, victims: Path) -> None:
    """Whoever opens the journal to write takes it from others: the parts, and nothing else."""
    before = look(victims)
    plant(state / "journal.db-wal", "text", victims)
    with pytest.raises(OSError, match=r"this is no file|symbolic links"):
        make_private(state / "journal.db")
    assert look(victims) == before


@only_root
def test_a_second_name_of_a_file_of_root_is_refused(state: Path, victims: Path) -> None:
    before = look(victims)["text"]
    os.link(victims / "text", state / "journal.db-shm")
    with pytest.raises(OSError, match="a file of somebody else"):
        make_private(state / "journal.db")
    (state / "journal.db-shm").unlink()
    assert look(victims)["text"] == before


@only_root
def test_a_file_of_a_third_user_is_refused(state: Path) -> None:
    (state / "journal.db-wal").write_bytes(b"")
    os.chown(state / "journal.db-wal", OTHER_USER, OTHER_USER)
    with pytest.raises(OSError, match="a file of somebody else"):
        make_private(state / "journal.db")


def test_what_a_failed_start_left_is_looked_for_in_place(tmp_path: Path) -> None:
    (tmp_path / "journal.db-wal").touch()
    (tmp_path / "victim").touch()
    (tmp_path / "journal.db-shm").symlink_to("victim")
    remove_new_parts(tmp_path / "journal.db", frozenset())
    assert (tmp_path / "journal.db-wal").exists()


FOLLOWS = {"open", "read_bytes", "read_text", "write_bytes", "write_text", "chmod", "chown",
           "copyfile", "copy", "copy2", "copytree", "touch", "truncate", "utime"}  # fmt: skip

MAY = {
    "private_files.create": {"open"},
    "private_files.write_new": {"open"},
    "private_files.open_in_place": {"open"},
    "private_files._take_from_others": {"open", "chmod"},
    "private_files._take_by_name": {"chmod"},
    "read_only._copy": {"open"},
    "private_files.sync_directory": {"open"},
    "ledger.read_ledger": {"open"},
}
"""The functions that may: they open what they have just made, or in place, or a directory; or a
descriptor. ``_take_by_name`` is for systems that have no other way, and follows no link."""


def test_nothing_else_in_the_record_opens_a_file_by_its_name() -> None:
    found: dict[str, set[str]] = {}
    for file in sorted((ROOT / "boxctl/journal").rglob("*.py")):
        for function, name in calls_in(ast.parse(file.read_text(encoding="utf-8"))):
            if name in FOLLOWS:
                found.setdefault(f"{file.stem}.{function}", set()).add(name)
    assert found == MAY


def calls_in(tree: ast.AST) -> Iterator[tuple[str, str]]:
    """Yield each call of a module, with the function that it is in."""
    functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
    for function in functions:
        for node in ast.walk(function):
            if isinstance(node, ast.Call):
                called = node.func
                name = getattr(called, "attr", getattr(called, "id", ""))
                # These open no file of the system: a journal, a chip.
                own = isinstance(called, ast.Attribute) and isinstance(called.value, ast.Name) and (
                    called.value.id in ("self", "OpenFile"))  # fmt: skip
                if not own:
                    yield function.name, name
