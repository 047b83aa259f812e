"""A throw that was tapped wrongly has ended a turn: on the page somebody overrules its score."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest

from boxctl.cli import main
from boxctl.journal.entry_kinds import TurnOverruled
from boxctl.journal.query import read_sound_match
from tests.support.web.thumb import Thumb, at_the_table


async def loses_a_turn(thumb: Thumb) -> None:
    """Have the throw of this turn end it, as a wrong tap does."""
    if "put_back" in (await thumb.sees())["actions"]:
        await thumb.presses("put_back")
    await thumb.throws(1, 2)


async def overrules(
    thumb: Thumb, score: int, *, by: str = "", reason: str = "6 and 1 were 5 and 1"
) -> None:
    """Give the turn that was over last another score, as the form under Why? does."""
    state = await thumb.sees()
    ended = [line["number"] for line in state["rulings"] if line["verdict"] == "turn_over"]
    answer = await thumb.page.ask(
        "/act",
        {
            "do": "overrule",
            "ruling": ended[-1],
            "score": score,
            "text": reason,
            "names": [by] if by else [],
            "seen": state["rulings"][-1]["number"],
        },
    )
    thumb.told = answer.get("text", "")
    await asyncio.sleep(1)


def line_of(state: dict[str, Any], name: str) -> dict[str, Any]:
    return next(line for line in state["players"] if line["name"] == name)


def begins(thumb: Thumb, **settings: str) -> Any:
    return thumb.begins("full-house", "Ann", "Bob", opening_tile="12", stake="100", **settings)


def test_the_result_the_purse_and_the_card_are_those_of_the_new_score(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    async def story(thumb: Thumb) -> None:
        await begins(thumb)
        await loses_a_turn(thumb)
        assert "overrule" in (await thumb.sees())["actions"]
        await loses_a_turn(thumb)
        state = await thumb.sees()
        assert state["winners"] == ["Ann", "Bob"]
        await overrules(thumb, 20, by="Mia")
        assert thumb.told == ""
        state = await thumb.sees()
        assert state["winners"] == ["Bob"]
        assert line_of(state, "Bob")["rounds"][-1] == 20
        assert [(line["name"], line["won"], line["purse"]) for line in state["evening"]] == [
            ("Bob", 1, 100), ("Ann", 0, -100),
        ]  # fmt: skip
        assert "Overruled by Mia" in await thumb.reads()
        assert any("(overruled: 20)" in line["text"] for line in state["rulings"])
        card = await thumb.page.ask(f"/matches/{state['match']}/card.json", None)
        text = json.dumps(card["text"])
        assert "20" in text
        assert "A turn was overruled" in text

    async def once_more(thumb: Thumb) -> None:
        state = await thumb.sees()
        assert (state["over"], state["winners"]) == (True, ["Bob"])
        assert await thumb.reads() == "Bob wins: Ann 78, Bob 20. Paid out: Ann −100, Bob +100."
        assert [line["won"] for line in state["evening"]] == [1, 0]

    at_the_table(tmp_path, story)
    at_the_table(tmp_path, once_more)
    journal = str(tmp_path / "play.journal")
    match = read_sound_match(tmp_path / "play.journal", "2")
    told = [(made.player, made.was, made.score, made.by) for _, made in match.read(TurnOverruled)]
    assert told == [("Bob", 78, 20, "Mia")]
    assert main(["verify", "--journal", journal]) == 0
    assert main(["replay", "2", "--journal", journal]) == 0
    assert "overruled by Mia" in capsys.readouterr().out


def test_a_match_goes_on_with_the_new_score_and_keeps_it_when_the_tab_is_killed(
    tmp_path: Path,
) -> None:
    async def begin(thumb: Thumb) -> None:
        await begins(thumb)
        await loses_a_turn(thumb)
        await overrules(thumb, 30)
        await overrules(thumb, 31)  # once more: it was 31
        state = await thumb.sees()
        assert (line_of(state, "Ann")["rounds"][-1], state["turn"]) == (31, "Bob")

    async def go_on(thumb: Thumb) -> None:
        state = await thumb.sees()
        assert line_of(state, "Ann")["rounds"][-1] == 31
        assert any(line["text"].endswith("(overruled: 31)") for line in state["rulings"])
        await loses_a_turn(thumb)
        assert (await thumb.sees())["winners"] == ["Ann"]

    at_the_table(tmp_path, begin)
    at_the_table(tmp_path, go_on)
    match = read_sound_match(tmp_path / "play.journal", "2")
    assert [(made.was, made.score) for _, made in match.read(TurnOverruled)] == [(78, 30), (30, 31)]
    assert main(["verify", "--journal", str(tmp_path / "play.journal")]) == 0


def test_rounds_are_added_up_with_the_new_score(tmp_path: Path) -> None:
    async def story(thumb: Thumb) -> None:
        await begins(thumb, match="tournament", target="500")
        await loses_a_turn(thumb)
        await overrules(thumb, 10)
        await loses_a_turn(thumb)
        state = await thumb.sees()
        assert (line_of(state, "Ann")["total"], line_of(state, "Bob")["total"]) == (10, 78)
        await overrules(thumb, 20)  # Bob, whose turn has ended the round
        state = await thumb.sees()
        assert (line_of(state, "Ann")["total"], line_of(state, "Bob")["total"]) == (10, 20)
        await loses_a_turn(thumb)
        await loses_a_turn(thumb)
        state = await thumb.sees()
        assert (line_of(state, "Ann")["total"], line_of(state, "Bob")["total"]) == (88, 98)

    at_the_table(tmp_path, story)
    assert main(["verify", "--journal", str(tmp_path / "play.journal")]) == 0


def test_a_score_that_cannot_be_is_refused_and_nothing_is_recorded(tmp_path: Path) -> None:
    async def story(thumb: Thumb) -> None:
        await begins(thumb)
        await loses_a_turn(thumb)
        await overrules(thumb, 79)
        assert "never 79" in thumb.told
        await overrules(thumb, 0)
        assert "By this score the match would have gone on otherwise" in thumb.told
        assert line_of(await thumb.sees(), "Ann")["rounds"][-1] == 78

    at_the_table(tmp_path, story)
    match = read_sound_match(tmp_path / "play.journal", "2")
    assert not match.overrulings


@pytest.mark.parametrize(
    "wrong",
    [
        {"score": -1}, {"score": 1.5}, {"score": True}, {"score": 10**41}, {"text": ""},
        {"text": " "}, {"text": "a\nb"}, {"text": "x" * 201}, {"names": ["a", "b"]},
        {"names": [""]}, {"names": ["x" * 41]}, {"ruling": "4"}, {"ruling": None},
    ],
)  # fmt: skip
def test_what_is_no_overruling_is_not_read(tmp_path: Path, wrong: dict[str, Any]) -> None:
    async def story(thumb: Thumb) -> None:
        await begins(thumb)
        await loses_a_turn(thumb)
        usual = {"do": "overrule", "ruling": 2, "score": 5, "text": "why", "names": []}
        answer = await thumb.page.ask("/act", {**usual, **wrong})
        assert answer["code"] == "BX755"

    at_the_table(tmp_path, story)


def test_a_ruling_that_ended_no_turn_is_not_overruled(tmp_path: Path) -> None:
    async def story(thumb: Thumb) -> None:
        await begins(thumb)
        await loses_a_turn(thumb)
        for ruling in (0, 1, 99):
            usual = {"do": "overrule", "score": 5, "text": "why", "names": []}
            answer = await thumb.page.ask("/act", {**usual, "ruling": ruling})
            assert answer["code"] == "BX610"

    at_the_table(tmp_path, story)


def test_a_box_on_the_page_has_nothing_to_overrule(tmp_path: Path) -> None:
    async def story(thumb: Thumb) -> None:
        await thumb.begins(taps="")
        assert "overrule" not in (await thumb.sees())["actions"]
        usual = {"do": "overrule", "ruling": 1, "score": 5, "text": "why", "names": []}
        assert (await thumb.page.ask("/act", usual))["code"] == "BX758"

    at_the_table(tmp_path, story)
