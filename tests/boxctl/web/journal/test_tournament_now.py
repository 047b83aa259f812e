"""Pages are told of news of tonight's tournament, whoever tells it, and can ask for all of it."""

from __future__ import annotations

import json
from contextlib import closing
from pathlib import Path
from urllib.error import HTTPError
from urllib.request import urlopen

import pytest

from boxctl.cli import main
from boxctl.web.http.address import WebAddress
from boxctl.web.journal.tournament_now import LOOKS_EVERY, NONE_TONIGHT, TournamentFollower
from boxctl.web.serve import serve_journal
from boxctl.web.snapshots import SnapshotMaker
from tests.boxctl.cli.test_commands import answer
from tests.boxctl.web.test_feed_fits_its_description import schemas_of
from tests.support.records.recorded_evening import a_short_match

pytest.importorskip("starlette")

Captured = pytest.CaptureFixture[str]


class Time:
    """A clock that stands still until a test turns it."""

    now = 0

    def __call__(self) -> int:
        return self.now


@pytest.fixture
def journal(tmp_path: Path) -> Path:
    path = tmp_path / "journal.db"
    a_short_match(path)
    return path


def tournament(journal: Path, *words: str) -> None:
    assert main(["tournament", *words, "--journal", str(journal)]) == 0


def begins(journal: Path) -> None:
    tournament(journal, "begin", "--names", "Ann,Bob,Cas", "--system", "round-robin")


def test_what_another_program_tells_is_news_within_a_second(journal: Path) -> None:
    time = Time()
    follower = TournamentFollower(journal, time)
    follower.look()
    assert follower.news == NONE_TONIGHT
    begins(journal)
    follower.look()
    assert follower.news == NONE_TONIGHT, "it looks once a second"
    seen = []
    for told in (("next",), ("player", "Ann", "away")):
        time.now = follower.due
        follower.look()
        seen.append(follower.news)
        tournament(journal, *told)
    assert [each.tournament for each in seen] == [2, 2]
    assert seen[1].entries == seen[0].entries + 1
    assert follower.due == time.now + LOOKS_EVERY


def test_a_journal_that_nobody_writes_is_not_opened(
    journal: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    time = Time()
    follower = TournamentFollower(journal, time)
    follower.look()
    monkeypatch.setattr("boxctl.web.journal.tournament_now.reading", None)
    time.now = follower.due
    follower.look()


@pytest.mark.parametrize("content", [None, b"no journal"])
def test_a_journal_that_cannot_be_read_has_none(tmp_path: Path, content: bytes | None) -> None:
    path = tmp_path / "journal.db"
    if content is not None:
        path.write_bytes(content * 100)
    follower = TournamentFollower(path, Time())
    follower.look()
    assert follower.news == NONE_TONIGHT


def test_the_pages_get_what_the_command_answers(journal: Path, capsys: Captured) -> None:
    begins(journal)
    tournament(journal, "next")
    capsys.readouterr()
    wanted = answer(capsys, "tournament", "table", "--journal", str(journal))
    with closing(serve_journal(WebAddress(port=0), journal)) as server:
        at = f"http://127.0.0.1:{server.address.port}"
        with urlopen(f"{at}/tournament.json", timeout=60) as told:
            found = json.load(told)
        assert found == wanted
        schemas_of("/tournament.json")[0].validate(found)
        with urlopen(f"{at}/state.json", timeout=60) as told:
            assert json.load(told)["state"]["tournament"]["tournament"] == 2


def test_the_pages_of_a_table_look_in_time(journal: Path) -> None:
    time = Time()
    follower = TournamentFollower(journal, time)
    maker = SnapshotMaker(tuple, time, may_act=False, tournament=follower)
    maker.look()
    begins(journal)
    assert maker.due == follower.due
    time.now = maker.due or 0
    maker.look()
    assert follower.news.tournament == 2


def test_without_a_tournament_there_is_nothing_to_ask_for(journal: Path) -> None:
    with closing(serve_journal(WebAddress(port=0), journal)) as server:
        at = f"http://127.0.0.1:{server.address.port}"
        with pytest.raises(HTTPError, match="404"):
            urlopen(f"{at}/tournament.json", timeout=60)
