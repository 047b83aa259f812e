"""``boxctl key``: the key of a box, shown and exchanged."""

from __future__ import annotations

import io
import os
from collections.abc import Callable
from contextlib import closing
from errno import EIO, EMFILE, ENOSPC
from itertools import count
from pathlib import Path
from shutil import copytree, rmtree
from typing import Any

import pytest

from boxctl.audit.narrate import narrate
from boxctl.cli import main
from boxctl.journal.disk.file import open_to_write
from boxctl.journal.disk.private_files import usual_place
from boxctl.journal.proof import head_signer
from boxctl.journal.proof.head_signer import HeadSigner, finish_rotation, rotate_key
from boxctl.journal.proof.keys import key_beside, new_secret, path_of_key, write_secret
from boxctl.journal.proof.ledger import ledger_signed_by, read_ledger
from boxctl.journal.query import read_sound_match
from tests.boxctl.cli.test_commands import answer
from tests.support.records.journals import EVENING
from tests.support.records.recorded_session import plays_a_match

Captured = pytest.CaptureFixture[str]


@pytest.fixture
def journal() -> Path:
    """A journal with the beginning of a match, where boxctl looks for it."""
    return plays_a_match(usual_place())


def shown(capsys: Captured, *options: str) -> list[str]:
    assert main(["key", *options]) == 0
    return capsys.readouterr().out.splitlines()


def test_the_public_key_is_shown(capsys: Captured, journal: Path) -> None:
    key = key_beside(journal).public.hex()
    assert shown(capsys) == [key]
    assert answer(capsys, "key") == {"key": key, "handovers": []}
    assert len(shown(capsys, "--qr")) > 15


@pytest.mark.parametrize(
    ("encoding", "terminal", "said"),
    [
        ("ascii", False, "There is no QR code: ascii, the encoding of this terminal"),
        ("latin-1", False, "There is no QR code: latin-1, the encoding of this terminal"),
        ("utf-8", True, "There is no QR code: it needs a terminal of 37 columns."),
    ],
)
def test_a_qr_code_that_nobody_could_read_is_not_drawn(
    capsys: Captured,
    journal: Path,
    monkeypatch: pytest.MonkeyPatch,
    encoding: str,
    terminal: bool,
    said: str,
) -> None:
    output = io.TextIOWrapper(io.BytesIO(), encoding, write_through=True)
    monkeypatch.setattr(output, "isatty", lambda: terminal)
    monkeypatch.setattr("sys.stdout", output)
    monkeypatch.setenv("COLUMNS", "20")
    assert main(["key", "--qr"]) == 1
    assert said in capsys.readouterr().err
    assert len(output.buffer.getvalue().splitlines()) == 1


def linked(key: Path) -> None:
    elsewhere = key.with_name("elsewhere")
    key.rename(elsewhere)
    key.symlink_to(elsewhere)


def named_twice(key: Path) -> None:
    key.with_name("elsewhere").hardlink_to(key)


@pytest.mark.parametrize(
    ("name_elsewhere", "said"), [(linked, "it is a link to"), (named_twice, "another name")]
)
def test_a_secret_that_would_stay_under_another_name_is_not_exchanged(
    capsys: Captured, journal: Path, name_elsewhere: Callable[[Path], object], said: str
) -> None:
    before = shown(capsys)
    name_elsewhere(path_of_key(journal))
    assert main(["key", "--rotate"]) == 1
    told = capsys.readouterr().err
    assert told.startswith("BX608") and said in told and told.count("\n") == 1
    assert shown(capsys) == before
    assert not list(journal.parent.glob("box.key-next*"))


def test_where_there_is_no_key_none_is_made(capsys: Captured, tmp_path: Path) -> None:
    assert main(["key", "--journal", str(tmp_path / "journal.db")]) == 1
    assert "there is none yet" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


def test_a_key_is_exchanged_and_what_it_has_signed_holds(capsys: Captured, journal: Path) -> None:
    before = key_beside(journal).public.hex()
    after, said = shown(capsys, "--rotate")
    assert after != before
    assert said.endswith(f": {after[:16]}… followed {before[:16]}…")
    assert path_of_key(journal).stat().st_mode & 0o777 == 0o600
    assert main(["verify", str(journal)]) == 0
    plays_a_match(journal)
    assert main(["verify", str(journal)]) == 0
    second = read_sound_match(journal, "2")
    (entry,) = second.of_kind("key")
    assert (entry.body["key"], entry.body["before"]) == (after, before)
    assert any(
        told.text == f"from here on the key {after[:16]}… signs, after {before[:16]}…, "
        "which has signed that"
        for told in narrate(second)
    )
    assert main(["verify", "1", "--key", before]) == 0
    assert main(["verify", "2", "--key", before]) == 1


def test_a_key_that_was_put_there_without_the_old_one_vouches_for_nothing(
    capsys: Captured, journal: Path
) -> None:
    path_of_key(journal).unlink()
    write_secret(path_of_key(journal), new_secret())
    assert main(["verify", "1"]) == 1
    assert "nothing of it is signed by" in capsys.readouterr().out


def test_keys_are_followed_back_through_several_exchanges(capsys: Captured, journal: Path) -> None:
    keys = [shown(capsys)[0], *(shown(capsys, "--rotate")[0] for _ in range(3))]
    handovers = answer(capsys, "key")["handovers"]
    assert [each["after"] for each in handovers] == keys[:0:-1]
    assert main(["verify", "1"]) == 0


def test_a_program_that_plays_goes_on_with_the_new_key(journal: Path) -> None:
    signer = HeadSigner(journal, lambda: EVENING)
    assert signer.prepare()
    with closing(open_to_write(journal)) as connection:
        signer.seal(connection, read_sound_match(journal, "1").head)
    rotate_key(journal, EVENING)
    signer.remember()
    assert signer.public == b""
    assert signer.prepare()
    assert signer.public == key_beside(journal).public
    ledger = read_ledger(journal)
    assert ledger is not None
    assert len(ledger.handovers) == 1


@pytest.mark.parametrize("cut_before", ["write_ledger", "_finish"])
def test_an_exchange_that_is_cut_short_is_finished_or_undone(
    journal: Path, monkeypatch: pytest.MonkeyPatch, cut_before: str
) -> None:
    class PowerLost(Exception):
        """The power is lost."""

    def cut(*_: object) -> None:
        raise PowerLost

    before = key_beside(journal).public
    with monkeypatch.context() as power:
        power.setattr(head_signer, cut_before, cut)
        if cut_before == "_finish":
            # The first call looks for an exchange to be finished, and finds none.
            power.setattr(head_signer, "_finish", iter_calls(lambda *_: None, cut))
        with pytest.raises(PowerLost):
            rotate_key(journal, EVENING)
    finish_rotation(journal)
    after = key_beside(journal).public
    assert (after == before) == (cut_before == "write_ledger")
    assert not path_of_key(journal).with_name("box.key-next").exists()
    assert main(["verify", str(journal)]) == 0


def iter_calls(*calls: object) -> object:
    waiting = list(calls)
    return lambda *arguments: waiting.pop(0)(*arguments)  # type: ignore[operator]


def test_no_call_that_fails_while_the_key_is_exchanged_loses_a_key(
    journal: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The disk is full, or too many files are open, at one call after the other."""
    old = key_beside(journal).public
    copy, failing = tmp_path / "copy", 0
    while failing < 100:
        failing += 1
        copytree(journal.parent, copy)
        with monkeypatch.context() as disk:
            hit = fails_at(disk, failing, (EIO, EMFILE, ENOSPC)[failing % 3])
            status = main(["key", "--rotate", "--journal", str(copy / journal.name)])
        if not hit:
            break
        finish_rotation(copy / journal.name)
        key = key_beside(copy / journal.name).public
        ledger = ledger_signed_by(copy / journal.name, key)
        assert ledger is not None, (failing, status)
        assert key == old or old in ledger.keys_before(key)
        assert main(["verify", str(copy / journal.name)]) == 0
        rmtree(copy)
    assert 10 < failing < 100


def fails_at(disk: pytest.MonkeyPatch, place: int, reason: int) -> list[str]:
    """This call to the system fails, and no other; the list tells once it has."""
    calls = count(1)
    hit: list[str] = []

    def failing(name: str) -> Callable[..., Any]:
        real = getattr(os, name)

        def call(*arguments: Any, **named: Any) -> Any:
            if next(calls) == place:
                hit.append(name)
                raise OSError(reason, os.strerror(reason))
            return real(*arguments, **named)

        return call

    for name in ("open", "fsync", "link", "rename", "replace", "unlink", "fchown"):
        disk.setattr(os, name, failing(name))
    return hit
