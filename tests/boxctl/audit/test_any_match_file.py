"""Whatever a file has, ``boxctl analyse`` and ``--watch`` show a match or say what is wrong."""

from __future__ import annotations

import io
import os
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import pytest
from hypothesis import event, given, settings
from hypothesis import strategies as st

from boxctl.audit import match_list
from boxctl.audit.record_file import is_record_file
from boxctl.cli import main
from boxctl.odds.sampling import AtRandom
from boxctl.presentation.ruling_lines import write_ruling
from boxctl.referee.lines import write_event
from boxctl.referee.referee import Referee
from boxctl.rules.faults import RuleFault
from boxctl.rules.variants import variant
from boxctl.screens.laptop.game_choice import GameChoice
from boxctl.screens.laptop.playback import Playback, watched_file
from boxctl.screens.pictures.picture import ASCII
from boxctl.screens.pictures.sheet_picture import log_rows
from boxctl.screens.pictures.table_picture import table_picture
from boxctl.screens.pictures.table_plan import plan_table
from boxctl.simulation.players import PolicyPlayer, play_match
from boxctl.view.explanation import explanation
from tests.support.hostile import changed_lines
from tests.support.soak import SOAK, tried

CORPUS = sorted((Path(__file__).parent / "corpus").iterdir())


def a_match(name: str, seed: int) -> tuple[list[str], list[str]]:
    """The box events of a short match, and the rulings on them."""
    events, rulings = [], []
    referee, player = Referee(variant(name), ["Ann", "Bob"]), PolicyPlayer(Random(seed), AtRandom())
    for what, ruled in play_match(referee, player, Random(seed)):
        events += [write_event(what)] if what is not None else []
        rulings += [write_ruling(ruling) for ruling in ruled]
    return events[:30], rulings[:30]


MATCHES = {name: a_match(name, 3) for name in ("classic", "long-game", "unlucky-seven")}


def analysed(path: Path, rules: str = "classic", *options: str) -> int:
    """Run ``boxctl analyse``; it prints a match, or one line that says what is wrong."""
    printed, said = io.StringIO(), io.StringIO()
    with redirect_stdout(printed), redirect_stderr(said):
        status = main(["analyse", str(path), "--rules", rules, "--players", "Ann,Bob", *options])
    if status:
        (line,) = said.getvalue().splitlines()
        assert line.startswith("BX")
        assert len(line) < 500
    else:
        assert printed.getvalue()
    return status


def watched(path: Path, rules: str = "classic") -> str:
    """Watch the match to its end and back; return the fault if there is none to be watched."""
    try:
        match = watched_file(path, GameChoice(rules, (), ("Ann", "Bob")))
    except RuleFault as fault:
        return fault.code
    playback, now = Playback(match, 0), 0
    plan = plan_table(match.rules.tiles, 100, 40)
    while not playback.at_end:
        due = playback.due(now)
        assert due is not None and due >= now
        now = due
        playback.advance(now)
        log = log_rows(playback.log, plan.log_columns, plan.log_lines, ASCII)
        table_picture(playback.look(now), plan, log, (), ASCII)
        assert explanation(match.rules, playback.so_far)
    return "watched"


@pytest.mark.parametrize("path", CORPUS, ids=lambda path: path.stem)
def test_a_file_that_ended_in_a_traceback_once(path: Path) -> None:
    analysed(path)
    watched(path)


@settings(max_examples=4 * SOAK)
@given(st.sampled_from(sorted(MATCHES)), st.booleans(), st.data())
def test_any_lines_are_a_match_or_a_fault(name: str, ruled: bool, data: st.DataObject) -> None:
    lines = data.draw(changed_lines(MATCHES[name][ruled]))
    with TemporaryDirectory() as directory:
        path = Path(directory) / "match"
        path.write_text("\n".join(lines), encoding="utf-8", errors="surrogateescape")
        tried("files of a match")
        event(f"analyse {analysed(path, name)}, {watched(path, name)}")


@settings(max_examples=40 * SOAK)
@given(st.binary(max_size=300))
def test_any_bytes_are_a_match_or_a_fault(content: bytes) -> None:
    with TemporaryDirectory() as directory:
        path = Path(directory) / "match"
        path.write_bytes(content)
        tried("files of a match")
        analysed(path)
        watched(path)


def test_a_file_larger_than_any_match_is_not_read(tmp_path: Path) -> None:
    path = tmp_path / "match"
    path.write_bytes(b"\n" * (match_list.MOST_LINES + 1))
    assert watched(path) == "BX707"
    with path.open("wb") as file:
        file.truncate(match_list.MOST_BYTES + 1)
    assert watched(path) == "BX707"
    assert analysed(path) == 2


def test_a_file_without_an_end_is_not_read() -> None:
    assert watched(Path("/dev/zero")) == "BX707"
    assert analysed(Path("/dev/zero")) == 2


def test_a_fifo_that_nobody_writes_to_is_not_waited_for(tmp_path: Path) -> None:
    path = tmp_path / "fifo"
    os.mkfifo(path)
    assert watched(path) == "BX706"
    assert not is_record_file(path)


def test_a_match_can_come_through_a_pipe() -> None:
    read, write = os.pipe()
    with os.fdopen(write, "wb") as pipe:
        pipe.write(b'{"at": 0, "throw": [3, 4]}\n')
    with os.fdopen(read, "rb"):
        assert analysed(Path(f"/dev/fd/{read}")) == 0
