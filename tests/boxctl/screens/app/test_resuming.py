"""A match that was left is taken up: the last one, or any other by its number."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from boxctl.audit.verify_journal import verify_all
from boxctl.journal.faults import JournalFault
from boxctl.journal.query import reading
from boxctl.screens.laptop.unfinished_matches import match_to_resume, unfinished_matches
from tests.support.records.journals import Bare
from tests.support.screens.game_pilot import a_game, at_table, in_loop
from tests.support.screens.plain_typist import PlainTypist, typing_at


async def leaves_a_match(journal: Path, name: str = "classic") -> str:
    """A throw, and the program ends. Return what was said."""
    async with at_table(name, journal_file=journal) as table:
        await table.press("space")
        return table.said


async def leaves_three(journal: Path) -> list[str]:
    return [await leaves_a_match(journal, name) for name in ("classic", "thai", "canoga")]


@in_loop
async def test_they_are_listed_the_newest_first(tmp_path: Path) -> None:
    journal = tmp_path / "journal.db"
    await leaves_three(journal)
    listed = unfinished_matches(journal)
    assert [(match.number, match.chosen.variant) for match in listed] == [
        (3, "canoga"), (2, "thai"), (1, "classic"),
    ]  # fmt: skip
    assert unfinished_matches(journal, most=2) == listed[:2]
    assert match_to_resume(journal, "last") == listed[0]
    assert match_to_resume(journal, "2") == listed[1]


@in_loop
async def test_an_older_one_goes_on_to_its_end_and_everything_still_holds(tmp_path: Path) -> None:
    journal = tmp_path / "journal.db"
    said = await leaves_three(journal)
    found = match_to_resume(journal, "1")
    async with a_game(found.chosen, journal_file=journal, resume=found.number) as table:
        table.comes_to_rest()
        assert said[0] in table.said
        await table.press("b", "p", "p", "b")
        assert table.table.session is not None
        await table.plays()
        await table.press("n")
        await table.press("space")
    assert [match.number for match in unfinished_matches(journal)] == [4, 3, 2]
    with reading(journal) as connection:
        assert verify_all(connection).holds


@in_loop
async def test_one_that_is_being_played_by_another_program_is_neither_listed_nor_resumed(
    tmp_path: Path,
) -> None:
    journal = tmp_path / "journal.db"
    await leaves_three(journal)
    with another_program_plays(journal, 3):
        assert [match.number for match in unfinished_matches(journal)] == [2, 1]
        assert match_to_resume(journal, "last").number == 2
        with pytest.raises(JournalFault, match="BX609: match 3 is being played"):
            match_to_resume(journal, "3")


@in_loop
async def test_one_that_another_program_takes_at_the_last_moment_is_not_replaced_by_a_new_one(
    tmp_path: Path,
) -> None:
    journal = tmp_path / "journal.db"
    await leaves_three(journal)
    found = match_to_resume(journal, "2")
    with another_program_plays(journal, 2):
        async with a_game(found.chosen, journal_file=journal, resume=found.number) as table:
            await table.until(lambda: table.app._exit)
        assert str(table.app.return_value).startswith("BX609: match 2 is being played")
    assert [match.number for match in unfinished_matches(journal)] == [3, 2, 1]


@in_loop
async def test_a_match_that_is_being_played_is_not_said_to_wait(tmp_path: Path) -> None:
    journal = tmp_path / "journal.db"
    await leaves_a_match(journal)
    with another_program_plays(journal, 1):
        async with at_table(players="Cid,Dan", journal_file=journal) as table:
            said = " ".join(table.shown.split())
    assert "Match 1 is played by another program" in said
    assert "can still be played" not in said


@in_loop
async def test_what_cannot_be_resumed_is_said_with_the_reason(tmp_path: Path) -> None:
    journal = tmp_path / "journal.db"
    await leaves_a_match(journal)
    found = match_to_resume(journal, "1")
    async with a_game(found.chosen, journal_file=journal, resume=1) as table:
        table.comes_to_rest()
        await table.plays()
    assert_not_resumed(journal, "1", "BX615: match 1 cannot be resumed: it was played to its end")
    assert_not_resumed(journal, "last", "BX615: no match in the journal")
    assert_not_resumed(journal, "7", 'BX606: there is no match "7"')
    assert_not_resumed(journal, "-1", 'BX606: there is no match "-1"')
    assert_not_resumed(tmp_path / "none.db", "last", "BX601: there is no journal")
    await leaves_a_match(journal, "thai")
    Bare(journal).execute("UPDATE entry SET body = '{}' WHERE match = 2 AND number = 1")
    assert_not_resumed(journal, "2", "BX611: match 2, entry 1")
    assert unfinished_matches(journal) == ()


def test_a_match_that_is_not_there_is_said_in_one_line_and_exit_2(tmp_path: Path) -> None:
    for arguments, said in (
        (["--resume", "9"], "BX601: there is no journal"),
        (["--resume", "--rules", "thai"], "BX101: --rules does not go with --resume"),
        (["--resume", "--set", "tiles=12"], "BX101: --set does not go with --resume"),
    ):
        ended = subprocess.run(
            [
                *(sys.executable, "-m", "boxctl", "play", "--plain", *arguments),
                *("--journal", str(tmp_path / "journal.db")),
            ],
            capture_output=True,
            text=True,
            input="",
            check=False,
        )
        assert ended.returncode == 2
        (line,) = ended.stderr.splitlines()
        assert line.startswith(said)


# Which match goes on, where several wait.


def leaves_by_words(journal: Path, players: str, *lines: str) -> str:
    """Some people sit down, type these lines and leave. Return what was printed."""
    with typing_at(players=players, journal_file=journal) as typist:
        typist.types(*lines)
    return " ".join(typist.printed.split())


def test_the_newest_match_of_these_people_goes_on_whoever_played_since(tmp_path: Path) -> None:
    journal = tmp_path / "journal.db"
    leaves_by_words(journal, "Ann,Bob", "")
    leaves_by_words(journal, "Cid,Dan", "", "give up")
    said = leaves_by_words(journal, "Eve,Fay", "")
    assert "Match 1 can still be played: boxctl play --resume 1 goes on with it." in said
    said = leaves_by_words(journal, "Ann,Bob")
    assert "The match goes on where it stood." in said
    assert "Match 3 can still be played: boxctl play --resume 3 goes on with it." in said
    assert "Match 2" not in said
    said = leaves_by_words(journal, "Gus,Hal")
    assert "Matches 1 and 3 can still be played: boxctl play --resume 3 goes on with" in said


def test_of_many_that_wait_only_the_newest_are_named(tmp_path: Path) -> None:
    journal = tmp_path / "journal.db"
    for player in "Ann", "Bob", "Cid", "Dan", "Eve":
        leaves_by_words(journal, player, "")
    assert "Matches 3, 4 and 5 can still be played" in leaves_by_words(journal, "Fay")


def test_a_match_that_these_people_ended_stands_for_those_before_it(tmp_path: Path) -> None:
    journal = tmp_path / "journal.db"
    leaves_by_words(journal, "Ann,Bob", "")
    with another_program_plays(journal, 1):
        leaves_by_words(journal, "Ann,Bob", "", "give up")
    assert "Ann, your turn" in leaves_by_words(journal, "Ann,Bob")


def test_one_of_several_that_was_tampered_with_is_not_resumed(tmp_path: Path) -> None:
    journal = tmp_path / "journal.db"
    leaves_by_words(journal, "Ann,Bob", "")
    leaves_by_words(journal, "Cid,Dan", "")
    Bare(journal).execute("UPDATE entry SET body = '{}' WHERE match = 1 AND number = 1")
    said = leaves_by_words(journal, "Ann,Bob")
    assert "A match is not resumed, as it was tampered with" in said
    assert "Ann, your turn" in said


@contextmanager
def in_the_dark(journal: Path) -> Iterator[PlainTypist]:
    """Ann and Bob have thrown, and the plug of their box is pulled."""
    with typing_at(players="Ann,Bob", journal_file=journal, bench=True) as typist:
        typist.types("", "pull")
        yield typist


def test_a_box_that_lost_its_power_goes_on_with_its_match_whoever_played_since(
    tmp_path: Path,
) -> None:
    journal = tmp_path / "journal.db"
    with in_the_dark(journal) as typist:
        leaves_by_words(journal, "Cid,Dan", "")
        with another_program_plays(journal, 2):
            said = typist.hears("plug")
        assert "Match 2 is played by another program." in said
        assert "The match goes on where it stood." in said


def test_it_does_so_too_if_a_newer_match_of_the_same_people_was_played(tmp_path: Path) -> None:
    journal = tmp_path / "journal.db"
    with in_the_dark(journal) as typist:
        with another_program_plays(journal, 1):
            assert "Match 1 is played by another program." in leaves_by_words(
                journal, "Ann,Bob", "", "7", "give up"
            )
            assert "Ann, your turn" in leaves_by_words(journal, "Ann,Bob", "")
        said = typist.hears("plug")
        assert "Match 3 can still be played" in said
        assert "The match goes on where it stood. All open." in said


def test_a_box_whose_match_another_program_plays_takes_the_next_that_waits(tmp_path: Path) -> None:
    journal = tmp_path / "journal.db"
    with in_the_dark(journal) as typist, another_program_plays(journal, 1):
        said = typist.hears("plug")
        assert "Match 1 is played by another program." in said
        assert "Ann, your turn" in said
        typist.types("", "pull")
    with in_the_dark(tmp_path / "other.db") as typist:
        with another_program_plays(tmp_path / "other.db", 1):
            leaves_by_words(tmp_path / "other.db", "Ann,Bob", "")
            said = typist.hears("plug")
        assert "Match 1 is played by another program." in said
        assert "The match goes on where it stood." in said


@in_loop
async def test_a_match_that_was_resumed_by_its_number_goes_on_after_the_plug_was_pulled(
    tmp_path: Path,
) -> None:
    journal = tmp_path / "journal.db"
    await leaves_a_match(journal)
    with another_program_plays(journal, 1):
        await leaves_a_match(journal)
    found = match_to_resume(journal, "1")
    async with a_game(found.chosen, journal_file=journal, resume=1, bench=True) as table:
        await table.press("p")
        await table.press("p")
        assert table.table.session is not None
        assert table.table.session.match == 1


def assert_not_resumed(journal: Path, wanted: str, said: str) -> None:
    with pytest.raises(JournalFault) as raised:
        match_to_resume(journal, wanted)
    assert str(raised.value).startswith(said)


PLAYS = """
import sys
from pathlib import Path
from boxctl.journal.disk.match_lock import MatchLock
print(MatchLock(Path(sys.argv[1])).take(int(sys.argv[2])), flush=True)
sys.stdin.read()
"""


@contextmanager
def another_program_plays(journal: Path, number: int) -> Iterator[None]:
    """Another process holds the lock of a match."""
    with subprocess.Popen(
        [sys.executable, "-c", PLAYS, str(journal), str(number)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout is not None
        assert process.stdin is not None
        assert process.stdout.readline() == "True\n"
        yield
        process.stdin.close()
