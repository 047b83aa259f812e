"""`boxctl analyse`, given what `boxctl referee` reads or what it writes."""

from __future__ import annotations

from pathlib import Path

import pytest

from boxctl.cli import main
from boxctl.presentation.ruling_lines import referee_lines
from boxctl.referee.referee import Referee
from boxctl.rules.variants import variant
from tests.boxctl.cli.test_commands import Captured, answer, refusal
from tests.support.tables.virtual_table import BuildTable

EVENTS = (
    b'{"at": 0, "throw": [3, 5]}\n',
    b'{"at": 1, "shut": 8}\n',
    b"no JSON\n",
    b'{"at": 3, "throw": [1, 4]}\n',
    b'{"at": 4, "shut": 2}\n',
    b'{"at": 5, "shut": 3}\n',
    b'{"at": 6, "throw": [1, 1]}\n',
)


@pytest.fixture
def events(tmp_path: Path) -> str:
    path = tmp_path / "events.jsonl"
    path.write_bytes(b"".join(EVENTS))
    return str(path)


def test_events_and_rulings_come_to_the_same(capsys: Captured, events: str, tmp_path: Path) -> None:
    rulings = tmp_path / "rulings.jsonl"
    referee = Referee(variant("classic"), ["Player 1"])
    rulings.write_text("\n".join(referee_lines(referee, EVENTS)))
    found = answer(capsys, "analyse", events)
    assert found == answer(capsys, "analyse", str(rulings))
    (turn,) = found["turns"]
    assert turn["result"] == 32
    # Lower is better: good luck lowers the score.
    assert turn["expected"] - turn["luck"] - turn["skill"] == pytest.approx(32)
    assert [throw["moved"] for throw in turn["throws"]] == [[8], [2, 3], None]
    assert turn["throws"][1]["best"] == [5]
    assert found["turned"] == 2


def test_people_get_a_table(capsys: Captured, events: str) -> None:
    assert main(["analyse", events, "--aim", "shut"]) == 0
    printed = capsys.readouterr().out
    assert all(text in printed for text in ("5 was best", "no move", "turned", "gave away"))


def test_a_chart_is_drawn(capsys: Captured, events: str, tmp_path: Path) -> None:
    assert main(["analyse", events, "--svg", str(tmp_path / "chart.svg")]) == 0
    assert (tmp_path / "chart.svg").read_text().startswith("<svg")


def test_a_duel(capsys: Captured, events: str) -> None:
    found = answer(capsys, "analyse", events, "--rules", "long-game")
    assert (found["aim"], len(found["turns"])) == ("win", 2)


def test_to_win_against_others(capsys: Captured, events: str) -> None:
    found = answer(capsys, "analyse", events, "--players", "Ann,Bob", "--aim", "win")
    (turn,) = found["turns"]
    assert (found["aim"], turn["player"]) == ("win", "Ann")
    assert turn["expected"] == pytest.approx(0.50087118)
    told = turn["expected"] + turn["luck"] + turn["skill"]
    assert told == pytest.approx(turn["result"], abs=1e-9)


def test_what_cannot_be_analysed_is_one_line(capsys: Captured, events: str, tmp_path: Path) -> None:
    (tmp_path / "odd").write_text('{"verdict": "ready"}')
    unread = refusal(capsys, "analyse", str(tmp_path / "nowhere"))
    assert unread.startswith("BX707") and "name a file that is there" in unread
    unwritten = refusal(capsys, "analyse", events, "--svg", str(tmp_path))
    assert unwritten.startswith("BX707") and "name a file in a folder of yours" in unwritten
    refusal(capsys, "analyse", events, "--aim", "win")
    assert "BX706" in refusal(capsys, "analyse", str(tmp_path / "odd"))


def test_a_recorded_match_tells_its_rules_and_players_itself(
    a_table: BuildTable, capsys: Captured, tmp_path: Path
) -> None:
    table = a_table("two-to-go", "Ann,Bob", journal=True)
    while not table.runtime.referee.play.over:
        if table.runtime.referee.play.put_back:
            table.makes_ready()
        table.throws(1, 1)
        if table.runtime.referee.play.answer is not None:
            table.shuts(2)
    rulings = tmp_path / "rulings.jsonl"
    rulings.write_text("\n".join(kept.text for kept in table.read().of_kind("ruling")))
    journal = ("--journal", str(table.path))
    found = answer(capsys, "analyse", "last", *journal)
    assert found == answer(capsys, "analyse", "1", *journal)
    by_hand = ("--rules", "two-to-go", "--players", "Ann,Bob")
    assert found == answer(capsys, "analyse", str(rulings), *by_hand)
    assert [turn["player"] for turn in found["turns"]] == ["Ann", "Bob"]
    assert "leave --rules" in refusal(capsys, "analyse", "1", *journal, *by_hand)
    assert main(["analyse", "1", *journal]) == 0
    assert "match 1: 2 to go, played for" in capsys.readouterr().out


def test_a_match_that_is_not_there(
    a_table: BuildTable,
    capsys: Captured,
) -> None:
    table = a_table(journal=True)
    assert "BX606" in refusal(capsys, "analyse", "7", "--journal", str(table.path))


@pytest.mark.parametrize("content", [b"", b"root:x:0:0\n", bytes(range(256)), b'{"name": "Ann"}\n'])
def test_a_file_without_a_line_of_a_match(capsys: Captured, tmp_path: Path, content: bytes) -> None:
    (tmp_path / "file").write_bytes(content)
    assert refusal(capsys, "analyse", str(tmp_path / "file")).rstrip() == (
        f"BX706: {tmp_path / 'file'} has no line of a match: give a file that boxctl referee could "
        "read, or what it has written."
    )


def test_a_file_in_which_nobody_throws(capsys: Captured, tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b'{"at": 1}\n')
    said = refusal(capsys, "analyse", str(tmp_path / "file")).rstrip()
    assert said.endswith("nobody has thrown yet, so there is nothing to analyse.")


THROWN_AGAIN = (
    '{"at": 0, "throw": [1, 1]}\n'
    '{"at": 1, "throw": [4, 4]}\n'
    '{"at": 2, "throw": [2, 2]}\n'
    '{"at": 3, "shut": 4}\n'
)


def test_a_double_that_was_or_should_have_been_thrown_again(
    capsys: Captured, tmp_path: Path
) -> None:
    """R5.7: it is told as a choice, never as a throw without a move."""
    path = tmp_path / "events.jsonl"
    path.write_text(THROWN_AGAIN)
    asked = ("analyse", str(path), "--set", "doubles=may_rethrow")
    (turn,) = answer(capsys, *asked)["turns"]
    assert [throw["moved"] for throw in turn["throws"]] == [[], [], [4]]
    assert [throw["best"] for throw in turn["throws"]] == [[], [8], []]
    assert main([*asked, "--svg", str(tmp_path / "chart.svg")]) == 0
    first, second, third = capsys.readouterr().out.splitlines()[3:6]
    assert " 1 1  throw again " in first and "lost" not in first
    assert " 4 4  throw again " in second and second.endswith("8 was best")
    assert " 2 2  4 " in third and "throw again was best" in third
    assert "throw again was best" in (tmp_path / "chart.svg").read_text()
