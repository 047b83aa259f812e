"""Watching a match that was played, from the journal or from a referee's lines."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from boxctl.journal.faults import JournalFault
from boxctl.journal.query import is_match
from boxctl.odds.sampling import AtRandom
from boxctl.presentation.ruling_lines import ruling_as_json, write_ruling
from boxctl.presentation.table_view import recorded_views
from boxctl.referee.fields import PutBack
from boxctl.referee.lines import write_event
from boxctl.referee.referee import Referee
from boxctl.rules.faults import RuleFault
from boxctl.rules.variants import names, variant
from boxctl.screens.app.watch_screen import WatchScreen
from boxctl.screens.laptop.game_choice import GameChoice
from boxctl.screens.laptop.playback import Playback, WatchedMatch, watched_file, watched_match
from boxctl.screens.pictures.build_view import CELEBRATION
from boxctl.simulation.players import PolicyPlayer, play_match
from boxctl.view.announcement import BANNERS, announcement_of
from tests.support.screens.game_pilot import at_table, in_loop, watching
from tests.support.screens.kept_screens import assert_as_kept

ANN_AND_BOB = GameChoice("classic", (), ("Ann", "Bob"))


def lines_of_a_match(name: str, players: list[str], seed: int) -> tuple[list[str], list[str]]:
    """The box events of a match that played itself, and the rulings on them."""
    referee = Referee(variant(name), players)
    events, rulings = [], []
    for event, ruled in play_match(referee, PolicyPlayer(Random(seed), AtRandom()), Random(seed)):
        events += [write_event(event)] if event is not None else []
        rulings += [write_ruling(ruling) for ruling in ruled]
    return events, rulings


def kept(path: Path, lines: list[str]) -> Path:
    path.write_text("".join(f"{line}\n" for line in lines))
    return path


@pytest.mark.parametrize("name", names())
def test_a_file_of_events_and_one_of_rulings_show_the_same(tmp_path: Path, name: str) -> None:
    players = ["Ann", "Bob"]
    events, rulings = lines_of_a_match(name, players, 7)
    chosen = GameChoice(name, (), tuple(players))
    by_events = watched_file(kept(tmp_path / "match", events), chosen)
    by_rulings = watched_file(kept(tmp_path / "match", rulings), chosen)
    assert by_events == by_rulings
    assert by_rulings.views[-1].score.over
    assert len(by_rulings.views) == len(rulings)


@pytest.mark.parametrize("name", names())
def test_the_levers_that_are_watched_stand_as_they_stood(name: str) -> None:
    """Wherever a ruling tells of all levers, they stand as the referee knew them."""
    referee = Referee(variant(name), ["Ann", "Bob"])
    rulings, stood = [], []
    for _event, ruled in play_match(referee, PolicyPlayer(Random(9), AtRandom()), Random(9)):
        for ruling in ruled:
            rulings.append(ruling_as_json(ruling))
            stood.append(referee.play.levers)
    views = recorded_views(variant(name), ("Ann", "Bob"), rulings)
    for view, levers in zip(views, stood, strict=True):
        if view.verdict in ("throw", "pending"):
            assert view.standing == levers


@in_loop
async def test_a_match_plays_by_itself_to_its_end(tmp_path: Path) -> None:
    _events, rulings = lines_of_a_match("classic", ["Ann", "Bob"], 3)
    async with watching(watched_file(kept(tmp_path / "m", rulings), ANN_AND_BOB)) as game:
        assert f"playing  1 of {len(rulings)}" in game.place
        game.ticker.passes(600_000_000)
        assert game.place.startswith(f"the end  {len(rulings)} of {len(rulings)}")
        assert "The match is over" in game.shown


@in_loop
async def test_halt_step_speed_and_the_ends(tmp_path: Path) -> None:
    _events, rulings = lines_of_a_match("classic", ["Ann", "Bob"], 3)
    count = len(rulings)
    async with watching(watched_file(kept(tmp_path / "m", rulings), ANN_AND_BOB)) as game:
        press = game.pilot.press
        await press("space")
        assert game.place.startswith("halted  1 of")
        game.ticker.passes(60_000_000)
        assert game.place.startswith("halted  1 of")
        await press("right", "right", "left")
        assert game.place.startswith("halted  2 of")
        assert_as_kept("watching", game.app.export_screenshot())
        await press("plus", "plus", "plus", "plus")
        assert game.place.endswith("speed x8")
        await press("minus")
        assert game.place.endswith("speed x4")
        await press("end")
        assert game.place.startswith(f"halted  {count} of {count}")
        await press("space")
        assert game.place.startswith("playing  1 of")
        await press("end", "home")
        assert "  1 of" in game.place
        await press("question_mark")
        assert "A turn begins" in game.page
        await press("x", "q")
    assert game.app.return_value is None


@in_loop
async def test_a_capital_letter_leaves_too(tmp_path: Path) -> None:
    _events, rulings = lines_of_a_match("classic", ["Ann", "Bob"], 3)
    async with watching(watched_file(kept(tmp_path / "m", rulings), ANN_AND_BOB)) as game:
        await game.pilot.press("Q")
        assert game.app._exit


@in_loop
async def test_faster_is_faster(tmp_path: Path) -> None:
    _events, rulings = lines_of_a_match("classic", ["Ann"], 3)
    lasted = []
    for keys in ((), ("plus",)):
        watched = watched_file(kept(tmp_path / "m", rulings), GameChoice("classic", (), ("Ann",)))
        async with watching(watched) as game:
            await game.pilot.press(*keys)
            began = game.ticker.now()
            screen = game.app.screen
            assert isinstance(screen, WatchScreen)
            game.ticker.passes(600_000_000, lambda: screen.watching.at_end)  # noqa: B023
            lasted.append(game.ticker.now() - began)
    assert lasted[0] == pytest.approx(2 * lasted[1], rel=0.01)


@in_loop
async def test_a_match_of_the_journal_is_watched_as_it_was_ruled(tmp_path: Path) -> None:
    path = tmp_path / "journal.db"
    async with at_table(journal_file=path, settings={"stake": "50"}) as table:
        for key in ("space", "1", "9"):
            await table.press(key)
        await table.plays()
        ruled = list(table.table.table_log.rulings)
    for wanted in ("1", "last"):
        watched = watched_match(path, wanted)
        assert watched.title == "match 1: Shut the Box"
        assert [announcement_of(ruling).text for ruling in watched.rulings] == [
            r["text"] for r in ruled
        ]
    refused = next(view for view in watched.views if view.verdict == "refused")
    assert refused.back == PutBack(open=1 << 8)
    assert not refused.standing & (1 << 8)
    assert sum(watched.views[-1].score.payout.values()) == 0
    with pytest.raises(JournalFault, match="BX606"):
        watched_match(path, "7")


@pytest.mark.parametrize(
    "lines", [[], ["frog"], ['{"verdict": "ready"}'], ['{"verdict": "error", "line": 1}'], ["[1]"]]
)
def test_a_file_without_a_match_is_said(tmp_path: Path, lines: list[str]) -> None:
    with pytest.raises(RuleFault, match=r"BX706.*no line of a match|BX801.*to be watched"):
        watched_file(kept(tmp_path / "none", lines), ANN_AND_BOB)


def test_a_file_that_cannot_be_read_is_said(tmp_path: Path) -> None:
    with pytest.raises(RuleFault, match="BX707"):
        watched_file(tmp_path / "nowhere", ANN_AND_BOB)


def test_numbers_are_matches_and_all_else_is_files() -> None:
    assert [is_match(name) for name in ("3", "last", "./3", "match.jsonl")] == [
        True, True, False, False,
    ]  # fmt: skip


TWELVE = tuple(f"P{seat}" for seat in range(1, 13))


def watched_match_of(tmp_path: Path, players: tuple[str, ...]) -> WatchedMatch:
    """A classic match of these players that played itself."""
    events, _rulings = lines_of_a_match("classic", list(players), 7)
    return watched_file(kept(tmp_path / "match", events), GameChoice("classic", (), players))


@in_loop
async def test_the_log_of_a_watched_match_scrolls(tmp_path: Path) -> None:
    async with watching(watched_match_of(tmp_path, TWELVE)) as match:
        await match.pilot.press("end")
        assert "PGUP older" in match.shown
        assert "PGDN newer" not in match.shown
        await match.pilot.press("pageup")
        assert "PGDN newer" in match.shown
        await match.pilot.press("pagedown")
        assert "PGDN newer" not in match.shown


def test_a_win_is_celebrated_while_it_is_watched(tmp_path: Path) -> None:
    watched = watched_match_of(tmp_path, ("Ann", "Bob"))
    playback = Playback(watched, 0)
    assert playback.look(0).celebration is None
    playback.go_to_end(0)
    assert playback.look(0).announcement.kind in BANNERS
    assert playback.look(CELEBRATION // 2).celebration == pytest.approx(0.5)
    assert playback.due(CELEBRATION // 2) is not None
    assert playback.look(CELEBRATION).celebration is None
    assert playback.due(CELEBRATION) is None


def test_without_motion_a_watched_win_is_still(tmp_path: Path) -> None:
    playback = Playback(watched_match_of(tmp_path, ("Ann", "Bob")), 0, motion=False)
    playback.go_to_end(0)
    assert playback.look(0).celebration is None
