"""The code is the same all evening, though the program is killed, and nobody else can read it.

Guesses of some take nothing from others, and are too few for six digits.
"""

from __future__ import annotations

import os
import random
import re
import stat
from collections.abc import Callable, Iterable
from pathlib import Path

import pytest

from boxctl.cli import main
from boxctl.web.acting.code_file import (
    GUESSES,
    MOST_SOURCES,
    CodeFile,
    GuessLimits,
    change_code,
    code_being_served,
    path_of_code,
)
from boxctl.web.acting.table_code import CodeCheck, TableCode
from boxctl.web.http.feed_places import THIS_MACHINE, source_of
from tests.support.web.kept_secret import SecretInMemory

URL = "http://192.168.1.5:8765/"


class Evening:
    """A table that is started in the evening that a test names."""

    def __init__(self, journal: Path) -> None:
        self.journal = journal
        self.name = "2026-11-23"
        self.told: list[str] = []

    def starts(self) -> CodeFile:
        return CodeFile(self.journal, lambda: self.name, self.told.append)


@pytest.fixture
def evening(tmp_path: Path) -> Evening:
    return Evening(tmp_path / "state" / "journal.db")


def test_a_table_that_was_killed_has_the_same_code_and_knows_every_phone(evening: Evening) -> None:
    before = TableCode(lambda: 0, evening.starts())
    _, token = before.give(before.code, "192.168.1.20")
    again = TableCode(lambda: 0, evening.starts())
    assert again.code == before.code
    assert again.link_word == before.link_word
    assert again.knows(token, "192.168.1.20")
    assert evening.told == []


def test_the_next_evening_has_another_code(evening: Evening) -> None:
    kept = evening.starts()
    changed: list[str] = []
    code = TableCode(lambda: 0, kept, changed.append)
    before, (_, token) = code.code, code.give(code.code, "x")
    evening.name = "2026-11-24"
    assert not code.knows(token, "x")
    assert changed == [code.code] != [before]
    assert TableCode(lambda: 0, evening.starts()).code == code.code


def test_two_tables_of_one_journal_have_one_code(evening: Evening) -> None:
    one, other = evening.starts(), evening.starts()
    assert one() == other()
    evening.name = "2026-11-24"
    assert one() == other()


def test_nobody_else_can_read_it(evening: Evening) -> None:
    before = os.umask(0)
    try:
        evening.starts()()
    finally:
        os.umask(before)
    status = path_of_code(evening.journal).stat()
    assert stat.S_IMODE(status.st_mode) == 0o600


def test_the_code_is_told_while_the_table_is_served(evening: Evening) -> None:
    assert code_being_served(evening.journal) is None
    kept = evening.starts()
    assert code_being_served(evening.journal) is None, "a table without pages"
    kept.serves(URL)
    found = code_being_served(evening.journal)
    assert found is not None
    assert (found.secret, found.url) == (kept(), URL)
    kept.close()
    assert code_being_served(evening.journal) is None


def test_the_landlord_changes_the_code(evening: Evening) -> None:
    kept = evening.starts()
    assert change_code(evening.journal) is None
    code = TableCode(lambda: 0, kept)
    kept.serves(URL)
    before, (_, token) = code.code, code.give(code.code, "x")
    new = change_code(evening.journal)
    assert new is not None
    assert not code.knows(token, "x")
    assert code.code == new.secret.code
    assert code.give(before, "x")[0] is CodeCheck.WRONG or before == code.code
    assert code_being_served(evening.journal) == new


def test_a_change_within_a_tick_of_the_clock_is_noticed(evening: Evening) -> None:
    kept = evening.starts()
    kept.serves(URL)
    status = path_of_code(evening.journal).stat()
    new = change_code(evening.journal)
    assert new is not None
    os.utime(path_of_code(evening.journal), ns=(status.st_atime_ns, status.st_mtime_ns))
    assert kept() == new.secret


@pytest.mark.parametrize("mode", [0o644, 0o660, 0o606])
def test_a_file_that_others_could_read_counts_for_nothing(evening: Evening, mode: int) -> None:
    before = evening.starts()()
    path_of_code(evening.journal).chmod(mode)
    with pytest.raises(PermissionError):
        code_being_served(evening.journal)
    assert evening.starts()() != before
    assert stat.S_IMODE(path_of_code(evening.journal).stat().st_mode) == 0o600


def test_a_link_or_a_folder_in_its_place_is_said_and_no_more(
    evening: Evening, tmp_path: Path
) -> None:
    path = path_of_code(evening.journal)
    path.mkdir(parents=True)
    kept = evening.starts()
    assert kept() == kept()
    assert len(evening.told) == 1
    path.rmdir()
    path.symlink_to(tmp_path / "elsewhere")
    kept = evening.starts()
    assert kept() == kept()
    assert len(evening.told) == 2
    assert not (tmp_path / "elsewhere").exists()


def _fifo(path: Path) -> None:
    os.mkfifo(path, 0o600)


def _loop(path: Path) -> None:
    path.symlink_to(path)


def _zeros(path: Path) -> None:
    path.symlink_to("/dev/zero")


def _for_all(path: Path) -> None:
    path.touch(0o644)


PLANTED: tuple[tuple[Callable[[Path], object], str], ...] = (
    (_fifo, "this is no private file"),
    (Path.mkdir, "s a directory|this is no private file"),
    (_loop, "oo many levels of symbolic links"),
    (_zeros, "oo many levels of symbolic links"),
    (_for_all, "this is no private file"),
)
"""What may be in the place of the file, and what is said of it."""


@pytest.mark.parametrize("anew", [False, True], ids=["", "--new"])
@pytest.mark.parametrize(("plant", "why"), PLANTED)
def test_what_is_no_file_of_a_code_is_named(
    evening: Evening,
    capsys: pytest.CaptureFixture[str],
    plant: Callable[[Path], object],
    why: str,
    anew: bool,
) -> None:
    path = path_of_code(evening.journal)
    path.parent.mkdir()
    plant(path)
    assert main(["web", "code", "--journal", str(evening.journal), *["--new"] * anew]) == 2
    said = capsys.readouterr().err
    assert re.fullmatch(rf"BX101: .*cannot be read: {re.escape(str(path))}: .*({why})\.\n", said)
    assert "sudo" not in said


def test_a_file_that_is_taken_away_while_the_table_is_served_comes_back(evening: Evening) -> None:
    kept = evening.starts()
    kept.serves(URL)
    before = kept()
    path_of_code(evening.journal).unlink()
    assert kept() == before
    found = code_being_served(evening.journal)
    assert found is not None
    assert found.secret == before


def test_a_damaged_file_is_a_new_code_and_nothing_worse(evening: Evening) -> None:
    path = path_of_code(evening.journal)
    for seed in range(300):
        chance = random.Random(seed)
        evening.starts()()
        content = bytearray(path.read_bytes())
        for _ in range(chance.randrange(1, 30)):
            content[chance.randrange(200)] = chance.randrange(256)
        path.write_bytes(content[: chance.choice((0, 10, 100, 1024))])
        first, second = evening.starts(), evening.starts()
        assert first() == second()
        assert len(first().code) == 6
    assert evening.told == []


SECOND = 1_000_000
DAY = 24 * 3600 * SECOND
GUEST = "192.168.1.20"


class Door:
    """A table's code, the clock, and who knocks."""

    def __init__(self) -> None:
        self.now, self.evening = 0, 1
        self.code = TableCode(lambda: self.now, SecretInMemory(lambda: self.evening))

    def guesses(self, source: str) -> bool:
        """Whether a wrong code of this source was looked at."""
        check, _ = self.code.give("no code", source)
        assert check is not CodeCheck.RIGHT
        return check is CodeCheck.WRONG

    def lets_in(self, source: str) -> bool:
        check, token = self.code.give(self.code.code, source)
        return check is CodeCheck.RIGHT and self.code.knows(token, source)


@pytest.fixture
def door() -> Door:
    return Door()


def test_a_right_code_is_no_guess(door: Door) -> None:
    """A league night: everybody gives the right code, and every new tab asks again."""
    assert all(door.lets_in(GUEST) for _ in range(200))
    assert all(door.lets_in(f"10.0.0.{number}") for number in range(200))


def test_a_pub_behind_one_address_may_mistype_now_and_then(door: Door) -> None:
    for _guest in range(40):
        assert door.guesses("203.0.113.7")
        assert door.lets_in("203.0.113.7")
        door.now += 60 * SECOND
    assert [door.guesses("203.0.113.7") for _ in range(5)] == 4 * [True] + [False]


@pytest.mark.parametrize("strangers", [1, 4, 5])
def test_a_handful_of_strangers_keeps_no_new_phone_out(door: Door, strangers: int) -> None:
    """They try for an hour, as often as they can; phones come meanwhile, and one mistypes."""
    for second in range(3600):
        for number in range(strangers):
            door.guesses(f"192.168.1.{200 + number}")
        if second % 60 == 30:
            phone = f"192.168.2.{second // 60}"
            if second % 120 == 30:
                assert door.guesses(phone)
            assert door.lets_in(phone)
        door.now += SECOND


def test_every_address_of_a_network_keeps_new_phones_out_for_two_hours_at_most(door: Door) -> None:
    addresses = [f"192.168.1.{number}" for number in range(1, 254)]
    turn = 0
    for _ in range(2 * 3600):
        for _try in range(3):
            door.guesses(addresses[turn % 253])
            turn += 1
        door.now += SECOND
    assert door.lets_in("192.168.1.254")


@pytest.mark.parametrize("from_", [GUEST, "192.168.1.200"])
def test_who_has_the_link_is_let_in_whatever_others_do(door: Door, from_: str) -> None:
    for number in range(1000):
        door.guesses(f"10.{number // 250}.0.{number % 250}")
        door.guesses("192.168.1.200")
    assert not door.lets_in(from_)
    check, token = door.code.give(door.code.link_word, from_)
    assert check is CodeCheck.RIGHT
    assert door.code.knows(token, from_)


def test_this_machine_is_let_in_whatever_others_do(door: Door) -> None:
    for number in range(1000):
        door.guesses(f"10.{number // 250}.0.{number % 250}")
    assert door.lets_in(THIS_MACHINE)


def everywhere() -> Iterable[str]:
    return (f"10.{number // 65536}.{number // 256 % 256}.{number % 256}" for number in range(10**6))


def one_prefix() -> Iterable[str]:
    return (source_of(f"2001:db8::{number:x}") for number in range(10**6))


@pytest.mark.parametrize("sources", [everywhere, one_prefix])
def test_who_guesses_all_day_tries_three_codes_in_a_thousand_at_most(
    door: Door, sources: object
) -> None:
    given = iter(sources())  # type: ignore[operator]
    tried = 0
    while door.now < DAY:
        tried += door.guesses(next(given))
        door.now += 3 * SECOND
    assert tried <= GUESSES.burst + DAY // GUESSES.pause <= 3_000


def test_another_evening_begins_without_blame(door: Door) -> None:
    for _ in range(20):
        door.guesses(GUEST)
    door.evening += 1
    door.now += 1200 * SECOND
    assert [door.guesses(GUEST) for _ in range(9)] == 8 * [True] + [False]


def test_sources_take_bounded_room() -> None:
    limits = GuessLimits(lambda: 0)
    for number in range(2 * MOST_SOURCES):
        limits.was_wrong(str(number))
    assert len(limits._wrong) == MOST_SOURCES


def test_who_has_given_the_code_is_not_held_up_by_guesses(door: Door) -> None:
    _, token = door.code.give(door.code.code, GUEST)
    for number in range(100):
        door.guesses(f"192.0.2.{number}")
    assert door.code.knows(token, GUEST)
    assert not any(
        door.code.knows(wrong, GUEST)
        for wrong in ("", "x", "é", token[:-1], token[1:], token + "A", "A" * len(token), "=" * 40)
    )


def test_a_token_is_of_one_evening(door: Door) -> None:
    _, token = door.code.give(door.code.code, GUEST)
    assert door.code.is_known(GUEST)
    door.evening += 1
    assert not door.code.knows(token, GUEST)
    assert not door.code.is_known(GUEST)
