"""Players who play by themselves are said by a title in the language, and recorded as ever."""

from __future__ import annotations

import io
import re

import pytest

from boxctl.cli import main
from boxctl.presentation.phrases import WRITTEN, shown_player, titles_of
from boxctl.presentation.sound.spoken_phrases import SPOKEN
from boxctl.presentation.ways_to_play import WAYS_TO_PLAY, robot_names
from boxctl.web.page_texts import games
from groundwork.language import known_languages, language, use
from tests.boxctl.cli.test_commands import Captured

LANGUAGES = known_languages()


@pytest.mark.parametrize("code", LANGUAGES)
def test_each_has_a_title_of_its_own(code: str) -> None:
    use(language(code))
    titles = [shown_player(way) for way in WAYS_TO_PLAY]
    assert len({*titles, *WAYS_TO_PLAY}) == 2 * len(WAYS_TO_PLAY)


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize("way", WAYS_TO_PLAY)
def test_two_of_one_kind_are_told_apart(code: str, way: str) -> None:
    use(language(code))
    one, other = robot_names([way, way], [])
    assert shown_player(other) == f"{shown_player(one)} 2"
    assert WRITTEN.name(other) != WRITTEN.name(one)
    assert SPOKEN.name(other) != SPOKEN.name(one)


def test_people_keep_their_names() -> None:
    use(language("de"))
    for name in ("Best", "bestest", "best friend", "Randolph", "human-made", "best ٢"):
        assert shown_player(name) == name
    assert titles_of(["Ann", "best 2", "Player 1"]) == {
        "best 2": "Roboter Bea 2", "Player 1": "Spieler 1",
    }  # fmt: skip


@pytest.mark.parametrize("code", ["fr", "de"])
@pytest.mark.parametrize(
    "ways",
    [
        ("highest-first", "fewest-tiles"),
        ("random", "random 2"),
        pytest.param(("best", "human"), marks=pytest.mark.full),
    ],
)
def test_no_sentence_of_a_match_or_of_its_record_says_what_is_typed(
    code: str, ways: tuple[str, str], capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("cryptography", reason="a record is only replayed if it is signed")
    monkeypatch.setattr("sys.stdin", io.StringIO(""))
    against = ",".join(way.removesuffix(" 2") for way in ways)
    said = []
    for asked in (
        ["play", "--plain", "--demo", "--new", "--seed=7", "--stake=50p", f"--against={against}"],
        ["matches"], ["history"], ["ledger"], ["replay", "last"], ["dispute", "last", "last"],
        ["analyse", "last"],
    ):  # fmt: skip
        main([*asked, "--lang", code])
        said.append(capsys.readouterr().out)
        assert said[-1].strip(), asked
    raw = re.compile(rf"(?<![\w=,])({'|'.join(ways)})\b")
    assert [found for found in map(raw.search, said) if found] == []
    use(language(code))
    for way in ways:
        assert all(shown_player(way) in each for each in said[:2])
        # History and ledger are of people.
        assert not any(shown_player(way) in each for each in said[2:4])


def test_the_page_that_takes_their_names_says_their_titles() -> None:
    use(language("fr"))
    offered = games()
    assert offered["robots"] == list(WAYS_TO_PLAY)
    assert offered["titles"]["best"] == "Robot Bea"
    assert offered["titles"]["random"] == "Robot Rory"
