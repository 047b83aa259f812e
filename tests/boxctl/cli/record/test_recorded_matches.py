"""The commands that read the journal, as other programs meet them."""

from __future__ import annotations

import io
import json
import shlex
from pathlib import Path
from typing import Any

import pytest

from boxctl.cli import main
from boxctl.journal.disk.default_path import usual_place
from boxctl.journal.disk.match_lock import MatchLock
from boxctl.journal.facts import MatchBegan
from boxctl.presentation.record.recorded_rulings import as_contract
from boxctl.rules.ruleset import RuleSet
from groundwork.times import START
from hardware.devices import DeviceLost, DiceRolled
from tests.boxctl.cli.test_commands import answer, refusal
from tests.support.records.forger import writes
from tests.support.records.journals import Bare, JournalAtOnce
from tests.support.records.recorded_evening import (
    SHORT_BOX,
    a_short_match,
    play_to_the_end,
    play_turns,
)
from tests.support.tables.virtual_table import SECOND, BuildTable, VirtualTable

Captured = pytest.CaptureFixture[str]


@pytest.fixture
def table() -> VirtualTable:
    """A match that is over, where boxctl looks for it."""
    return a_short_match(usual_place())


def lines(capsys: Captured, *arguments: str) -> list[Any]:
    """What the command prints, a line of JSON each."""
    assert main(arguments) == 0
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]


def text(capsys: Captured, *arguments: str, status: int = 0) -> str:
    assert main(arguments) == status
    return capsys.readouterr().out


def refused(capsys: Captured, *arguments: str) -> str:
    """The line that is said of a wrong command."""
    return refusal(capsys, *arguments).rstrip("\n")


class TestMatches:
    def test_a_match_that_is_over(self, capsys: Captured, table: VirtualTable) -> None:
        (match,) = answer(capsys, "matches")["matches"]
        assert match == {
            "match": 1,
            "began": "2026-11-21T20:15:00.000Z",
            "box": "the box in the corner",
            "variant": "classic",
            "players": ["Ann", "Bob"],
            "state": "over",
            "scores": {"Ann": 9, "Bob": 7},
            "winners": ["Bob"],
            "payout": {"Ann": -50, "Bob": 50},
            "currency": None,
            "overruled": [],
        }

    def test_how_a_match_that_is_not_over_stands(
        self, capsys: Captured, table: VirtualTable
    ) -> None:
        table.presses("new")
        table.runtime.leave()
        table.starts_again()

        def states() -> list[str]:
            return [match["state"] for match in answer(capsys, "matches")["matches"]]

        assert states() == ["over", "left", "interrupted"]
        writes(table.path, "UPDATE entry SET body = '3' WHERE id = 2000000000")
        assert states() == ["over", "cannot be read", "interrupted"]

    def test_an_overruled_match_is_marked(self, capsys: Captured, table: VirtualTable) -> None:
        assert main(["overrule", "1", "28", "--score", "15", "--reason", "seen"]) == 0
        capsys.readouterr()
        (match,) = answer(capsys, "matches")["matches"]
        assert (match["winners"], match["overruled"]) == (["Ann"], [28])
        assert "Ann wins: Ann 9, Bob 15" in text(capsys, "matches")
        assert "overruled at 28" in text(capsys, "matches")

    def test_people_get_a_line_for_each(self, capsys: Captured, table: VirtualTable) -> None:
        (line,) = text(capsys, "matches").splitlines()
        assert line.split()[:3] == ["1", "2026-11-21", "20:15"]
        assert "over: Bob wins" in line

    def test_a_journal_without_a_match(self, capsys: Captured, tmp_path: Path) -> None:
        (tmp_path / "empty.db").touch()
        assert "no match yet" in text(capsys, "matches", "--journal", str(tmp_path / "empty.db"))


class TestReplay:
    def test_rulings_are_the_referee_s_lines(self, capsys: Captured, table: VirtualTable) -> None:
        assert lines(capsys, "replay", "last", "--json") == [
            as_contract(body) for body in table.read().rulings
        ]

    @pytest.mark.parametrize(
        ("name", "settings"),
        [
            ("classic", {"down": SHORT_BOX, "bump_ms": 40}),
            ("canadienne", {"target": 30}),
            ("long-game", {"doubles": "true"}),
            ("the-300", {"take_back": "until_next_throw"}),
            ("twenty-twelve", {"settle_ms": 300, "scoring": "digital"}),
        ],
    )
    def test_the_referee_rules_on_the_events_of_any_match_as_it_was_ruled(
        self,
        a_table: BuildTable,
        capsys: Captured,
        monkeypatch: pytest.MonkeyPatch,
        name: str,
        settings: dict[str, object],
    ) -> None:
        changed: Any = {"already_shut": (2, 9), **settings}
        table = a_table(name, "Ann,Bob", journal=usual_place(), **changed)
        play_to_the_end(table, seed=1)
        table.presses("new")
        play_to_the_end(table, seed=2)
        for number in ("1", "2"):
            command = shlex.split(text(capsys, "replay", number, "--command"))
            events = text(capsys, "replay", number, "--events")
            ruled = text(capsys, "replay", number, "--json")
            stdin = io.TextIOWrapper(io.BytesIO(events.encode()))
            monkeypatch.setattr("sys.stdin", stdin)
            assert text(capsys, *command[1:]) == ruled

    def test_the_doubts_about_a_ruling_are_told_in_one_bracket(
        self, a_table: BuildTable, capsys: Captured
    ) -> None:
        table = a_table("classic", "Ann", journal=usual_place())
        table.events.append(DeviceLost(table.now, "roller", "unplugged"))
        table.events.append(DiceRolled(table.now, (3, 4), 7, 1, late=True))
        table.until(table.now + SECOND)
        late, lost = "the throw was made while the roller could not be heard", "did not answer"
        bracket = f"(unverified: {late}; the roller {lost})"
        assert bracket in text(capsys, "replay", "last").splitlines()[-1]
        assert bracket in text(capsys, "replay", "last", "--at", "last").splitlines()[0]
        ruling = answer(capsys, "replay", "last", "--at", "last")["ruling"]
        assert ruling["unverified"] == [late, f"the roller {lost}"]

    def test_a_name_that_the_referee_cannot_be_told(
        self, a_table: BuildTable, capsys: Captured
    ) -> None:
        a_table("classic", ["Ann, of the corner"], journal=usual_place())
        assert "has a comma" in refusal(capsys, "replay", "last", "--command")

    def test_people_are_told_with_time_and_rule(
        self, capsys: Captured, table: VirtualTable
    ) -> None:
        told = text(capsys, "replay", "1").splitlines()
        assert told[0] == "match 1, begun 2026-11-21T20:15:00.000Z on the box in the corner"
        assert told[1] == "classic: Ann and Bob"
        assert told[3].split() == ["2", "0:00.000", "3", "and", "4", "are", "thrown"]
        assert told[4].split()[:3] == ["3", "0:00.000", "R3.1"]

    def test_with_the_pauses_as_they_were(
        self, capsys: Captured, table: VirtualTable, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        for output in ([], ["--json"], ["--events"]):
            pauses: list[float] = []
            monkeypatch.setattr("time.sleep", pauses.append)
            assert main(["replay", "1", "--speed", "2", *output]) == 0
            assert 4 < sum(pauses) < 5
        capsys.readouterr()

    def test_how_it_stood_at_a_ruling(self, capsys: Captured, table: VirtualTable) -> None:
        state = answer(capsys, "replay", "1", "--at", "5")
        assert (state["player"], state["open"], state["throw"]) == ("Ann", [7, 8, 9], [3, 4])
        assert state["put_back"] == {"open": [9], "shut": []}
        assert state["scores"] == {}
        told = text(capsys, "replay", "1", "--at", "5")
        assert "owed    put the 9 back up" in told

    def test_an_overruling_stands_at_the_end(self, capsys: Captured, table: VirtualTable) -> None:
        for score in ("15", "9"):
            main(["overrule", "1", "28", "--score", score, "--reason", "seen", "--by", "Joe"])
        capsys.readouterr()
        first, second = lines(capsys, "replay", "1", "--json")[-2:]
        assert first["verdict"] == second["verdict"] == "overruled"
        assert (first["result"]["winners"], first["by"]) == (["Ann"], "Joe")
        assert second["result"]["winners"] == ["Ann", "Bob"]
        told = text(capsys, "replay", "1")
        assert "Bob scores 7. (overruled: 9)" in told
        assert told.endswith("with that: Ann and Bob share the win: Ann 9, Bob 9.\n")

    def test_the_end_of_a_match_is_not_shown_without_its_overrulings(
        self, capsys: Captured, table: VirtualTable
    ) -> None:
        stands = "With the overrulings of an operator: Ann wins: Ann 5, Bob 7."
        for shown in (["dispute", "1", "last"], ["replay", "1", "--at", "last"]):
            assert "With the overrulings" not in text(capsys, *shown)
        text(capsys, "overrule", "1", "15", "--score", "5", "--reason", "seen")
        for shown in (["dispute", "1", "last"], ["replay", "1", "--at", "last"]):
            assert stands in text(capsys, *shown)
            assert "With the overrulings" not in text(capsys, *shown[:2], *shown[2:-1], "15")
        assert answer(capsys, "dispute", "1", "last")["result"]["winners"] == ["Ann"]

    @pytest.mark.parametrize("speed", ["0", "-1", "inf", "nan", "fast"])
    def test_a_speed_that_is_none(self, capsys: Captured, table: VirtualTable, speed: str) -> None:
        assert "is not a number above 0" in refusal(capsys, "replay", "1", f"--speed={speed}")


class TestVerify:
    def test_a_match_that_holds(self, capsys: Captured, table: VirtualTable) -> None:
        found = answer(capsys, "verify", "1")
        assert found["holds"]
        (match,) = found["matches"]
        assert (match["entries"], match["broken"], match["differs"]) == (31, None, None)
        assert match["signed"][0]["entries"] == 31

    def test_a_whole_journal(self, capsys: Captured, table: VirtualTable) -> None:
        assert answer(capsys, "verify", str(table.path))["holds"]

    def test_a_match_that_does_not_hold(self, capsys: Captured, table: VirtualTable) -> None:
        writes(table.path, "UPDATE entry SET body = replace(body, '[3,4]', '[4,3]')")
        for what in ("1", str(table.path)):
            found = answer(capsys, "verify", what, status=1)
            assert not found["holds"]
            (match,) = found["matches"]
            assert match["broken"] == {
                "match": 1,
                "entry": 2,
                "why": "this entry is not as it was written",
            }
        assert "match 1, entry 2" in text(capsys, "verify", "1", status=1)

    def test_a_removed_tail_against_what_head_has_printed(
        self, capsys: Captured, table: VirtualTable
    ) -> None:
        printed = text(capsys, "head", "1").split("\n", 1)[1]
        head = answer(capsys, "head", "1")
        for known in (printed, head["text"], head["hash"]):
            assert answer(capsys, "verify", "1", "--head", known)["holds"]
        assert answer(capsys, "verify", "1", "--key", head["key"])["holds"]
        writes(table.path, "DELETE FROM head")
        writes(table.path, "DELETE FROM entry WHERE id = 1000000030")
        assert not answer(capsys, "verify", "1", status=1)["holds"]
        for file in ("box.key", "box.ledger"):
            (table.path.parent / file).unlink()
        assert answer(capsys, "verify", "1")["holds"]
        for known in (printed, head["text"], head["hash"]):
            assert not answer(capsys, "verify", "1", "--head", known, status=1)["holds"]
            assert not answer(capsys, "verify", str(table.path), "--head", known, status=1)["holds"]
        assert not answer(capsys, "verify", "1", "--key", head["key"], status=1)["holds"]

    def test_all_that_head_has_printed_is_a_head(
        self, capsys: Captured, table: VirtualTable
    ) -> None:
        for qr in ([], ["--qr"]):
            printed = text(capsys, "head", "1", *qr).rstrip("\n")
            assert printed.startswith("match 1, classic: Ann and Bob, begun ")
            assert answer(capsys, "verify", "1", "--head", printed)["holds"]

    def test_a_match_that_only_its_head_tells_of(
        self, capsys: Captured, table: VirtualTable
    ) -> None:
        head = answer(capsys, "head", "1")["text"]
        Bare(table.path).execute("DELETE FROM entry")
        found = answer(capsys, "verify", "1", "--head", head, status=1)
        assert found["missing"] == "match 1, of which a head was printed, is missing."

    @pytest.mark.parametrize("wrong", [("--head", "BOXCTL:1"), ("--key", "abc")])
    def test_what_is_no_head(
        self, capsys: Captured, table: VirtualTable, wrong: tuple[str, str]
    ) -> None:
        assert "as boxctl head prints it" in refusal(capsys, "verify", "1", *wrong)

    def test_a_file_that_is_no_journal(self, capsys: Captured, tmp_path: Path) -> None:
        Bare(tmp_path / "songs.db").execute("CREATE TABLE songs (title)")
        assert refusal(capsys, "verify", str(tmp_path / "songs.db")).startswith("BX603")

    @pytest.mark.parametrize("content", [b"root:x:0:0\n" * 50, b"noise" * 1000, bytes(range(256))])
    def test_a_file_that_never_was_one(
        self, capsys: Captured, tmp_path: Path, content: bytes
    ) -> None:
        (tmp_path / "passwd").write_bytes(content)
        assert refused(capsys, "verify", str(tmp_path / "passwd")) == (
            f"BX603: {tmp_path / 'passwd'} is no journal of boxctl: name the right file."
        )

    @pytest.mark.parametrize("damage", [bytes(100), b"noise" * 20])
    def test_a_file_that_is_damaged(
        self, capsys: Captured, table: VirtualTable, damage: bytes
    ) -> None:
        Bare(table.path).execute("PRAGMA wal_checkpoint(TRUNCATE)")
        content = table.path.read_bytes()
        table.path.write_bytes(damage + content[len(damage) :])
        assert main(["verify", str(table.path)]) == 1
        assert capsys.readouterr().err.startswith("BX604")

    @pytest.mark.parametrize("directory", ["/tmp", "/", "", "."])
    def test_a_directory(self, capsys: Captured, directory: str) -> None:
        assert "is a directory: name the file" in refusal(capsys, "verify", directory)


class TestHead:
    def test_it_is_kept_in_the_journal(self, capsys: Captured, table: VirtualTable) -> None:
        head = answer(capsys, "head", "last")
        assert (head["match"], head["entries"]) == (1, 31)
        ((entries, hash),) = Bare(table.path).execute("SELECT entries, hex(hash) FROM head")
        assert (entries, hash.lower()) == (31, head["hash"])

    def test_it_fits_a_narrow_paper(self, capsys: Captured, table: VirtualTable) -> None:
        assert max(map(len, text(capsys, "head", "1").splitlines())) <= 80

    def test_it_is_shown_as_a_qr_code(self, capsys: Captured, table: VirtualTable) -> None:
        shown = text(capsys, "head", "1", "--qr").splitlines()
        code = [line for line in shown if "█" in line]
        assert len(code) > 20
        assert max(map(len, code)) < 80

    def test_what_was_tampered_with_is_not_signed(
        self, capsys: Captured, table: VirtualTable
    ) -> None:
        writes(table.path, "DELETE FROM entry WHERE id = 1000000030")
        assert main(["head", "1"]) == 1
        assert capsys.readouterr().err.startswith("BX611: match 1, entry 30")


class TestDispute:
    def test_people_are_told_what_it_rests_on(self, capsys: Captured, table: VirtualTable) -> None:
        told = text(capsys, "dispute", "1", "5")
        assert "the 9 goes down        3 edges within" in told
        assert "moves: 7 (R3.1)" in told
        assert "R4.5  When S cannot all be part of one allowed move" in told

    def test_programs_are_told_the_same(self, capsys: Captured, table: VirtualTable) -> None:
        found = answer(capsys, "dispute", "1", "9")
        assert found["time"] == "2026-11-21T20:15:02.007Z"
        assert (found["throw"], found["chosen"], found["others"]) == ([3, 4], [7], [])
        assert [event["entry"] for event in found["events"]] == [2, 4, 6, 8]
        assert found["ruling"] == as_contract(table.read().entries[9].body)


class TestOverrule:
    def test_it_is_an_entry_that_is_signed(self, capsys: Captured, table: VirtualTable) -> None:
        found = answer(
            capsys, "overrule", "1", "28", "--score", "15", "--reason", "the 8 bounced back"
        )
        assert (found["entry"], found["was"], found["score"], found["by"]) == (31, 7, 15, None)
        assert found["result"]["winners"] == ["Ann"]
        (match,) = answer(capsys, "verify", "1")["matches"]
        assert match["holds"]
        assert match["signed"][-1]["entries"] == 32

    def test_a_match_that_is_being_played_is_left_alone(
        self, capsys: Captured, table: VirtualTable, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(MatchLock, "take", lambda *_: False)
        assert main(["overrule", "1", "28", "--score", "15", "--reason", "seen"]) == 1
        assert capsys.readouterr().err.startswith("BX609: match 1 is being played")
        assert len(table.read().entries) == 31

    def test_what_cannot_be(self, capsys: Captured, table: VirtualTable) -> None:
        wrong = ("overrule", "1", "27", "--score", "15", "--reason", "seen")
        assert refusal(capsys, *wrong).startswith("BX607")
        wrong = ("overrule", "1", "26", "--score", "15", "--reason", "seen")
        assert refusal(capsys, *wrong).startswith("BX610")
        wrong = ("overrule", "1", "28", "--score", "15", "--reason", " ")
        assert "says nothing" in refusal(capsys, *wrong)

    def test_a_result_that_nobody_can_know(self, a_table: BuildTable, capsys: Captured) -> None:
        table = a_table(
            "classic", "Ann,Bob", down=SHORT_BOX, ties="roll_off", journal=usual_place()
        )
        play_turns(table, (7,), (8,))
        entry = next(k.number for k in table.read().of_kind("ruling") if "score" in k.body)
        status = main(["overrule", "1", str(entry), "--score", "16", "--reason", "seen"])
        assert status == 1
        assert "Ann and Bob tie" in capsys.readouterr().err


@pytest.mark.parametrize("match", ["0", "2", "first", "-1", "9" * 30, "٣", ""])
@pytest.mark.parametrize(
    "command",
    [
        ["replay"],
        ["head"],
        ["dispute", "1"],
        ["overrule", "1", "--score", "1", "--reason", "seen"],
    ],
)
def test_a_match_that_is_not_there(
    capsys: Captured, table: VirtualTable, command: list[str], match: str
) -> None:
    name, *rest = command
    assert refusal(capsys, name, *rest[1:], "--", match, *rest[:1]).startswith("BX606")


@pytest.mark.parametrize("match", ["last", "1"])
@pytest.mark.parametrize("command", ["replay", "head", "verify", "analyse", "dispute", "overrule"])
def test_a_match_where_there_is_none(
    capsys: Captured, tmp_path: Path, command: str, match: str
) -> None:
    (tmp_path / "empty.db").touch()
    further = {"dispute": ["last"], "overrule": ["last", "--score", "1", "--reason", "seen"]}
    said = refused(
        capsys, command, match, *further.get(command, []), "--journal", str(tmp_path / "empty.db")
    )
    assert said == (
        f"BX606: there is no match yet in the journal {tmp_path / 'empty.db'}: play one first, "
        "or name another file with --journal."
    )


@pytest.fixture
def begun(tmp_path: Path) -> Path:
    """A match that was begun, and in which nothing was ruled."""
    path = tmp_path / "begun.db"
    session = JournalAtOnce(path)
    rules = RuleSet()
    session.record("classic", None).append(MatchBegan(rules, ("Ann",), rules.in_play, START, 0))
    session.close()
    return path


@pytest.mark.parametrize("command", [["dispute", "last", "last"], ["replay", "last", "--at", "1"]])
def test_a_match_in_which_nothing_was_ruled(
    capsys: Captured, begun: Path, command: list[str]
) -> None:
    said = refused(capsys, *command, "--journal", str(begun))
    assert said == "BX607: match 1 has no ruling yet: nobody has begun to play it."


def test_a_match_in_which_nobody_has_thrown(capsys: Captured, begun: Path) -> None:
    said = refused(capsys, "analyse", "last", "--journal", str(begun))
    assert said == "BX706: match 1: nobody has thrown yet, so there is nothing to analyse."


@pytest.mark.parametrize(("entry", "nearest"), [("2", 3), ("3", None), ("0", 1), ("4", 5)])
@pytest.mark.parametrize("command", [["dispute", "1"], ["replay", "1", "--at"]])
def test_an_entry_that_is_no_ruling(
    capsys: Captured, table: VirtualTable, command: list[str], entry: str, nearest: int | None
) -> None:
    if nearest is None:
        assert main([*command, entry]) == 0
        return
    assert refused(capsys, *command, entry) == (
        f"BX607: entry {entry} of match 1 is no ruling: the one nearest to it is entry {nearest}, "
        "and boxctl replay 1 shows them all."
    )


@pytest.mark.parametrize("journal", ["", "/", "."])
@pytest.mark.parametrize(
    "command",
    [["matches"], ["ledger"], ["key"], ["verify", "1"], ["head", "1"], ["play", "--plain"]],
)
def test_a_directory_in_place_of_a_journal(
    capsys: Captured, monkeypatch: pytest.MonkeyPatch, command: list[str], journal: str
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO())
    status = main([*command, "--journal", journal])
    said = capsys.readouterr().err
    if command == ["key"]:
        assert (status, said[:5]) == (1, "BX608")
    else:
        assert (status, said) == (
            2,
            f"BX601: {Path(journal)} is a directory: name the file of a journal, such as "
            "journal.db.\n",
        )


@pytest.mark.parametrize(
    "command", [["matches"], ["replay", "1"], ["verify", "1"], ["verify", "./there.db"]]
)
def test_a_journal_that_is_not_there(capsys: Captured, command: list[str]) -> None:
    assert refusal(capsys, *command).startswith("BX601: there is no journal")


@pytest.mark.parametrize("command", [["replay", "1"], ["dispute", "1", "5"]])
def test_nothing_is_told_of_a_match_that_was_tampered_with(
    capsys: Captured, table: VirtualTable, command: list[str]
) -> None:
    writes(table.path, "UPDATE entry SET body = replace(body, 'Ann', 'Eve')")
    assert main(command) == 1
    assert capsys.readouterr().err.startswith("BX611: match 1, entry 0")
