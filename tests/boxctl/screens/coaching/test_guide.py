"""Somebody's first match, guided: what a ruling leads to, on both screens."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from textual.containers import VerticalScroll

from boxctl.cli import BadOption
from boxctl.cli.game.game_to_play import chosen_game
from boxctl.cli.game.play_options import read_options
from boxctl.presentation.sentences.controls import Controls
from boxctl.referee.payloads import Verdict
from boxctl.rules.tiles import tile_set
from boxctl.screens.app.text_screen import TextScreen
from boxctl.screens.coaching.guide import ROBOT, Guide
from boxctl.screens.coaching.lessons import Topic
from boxctl.screens.laptop.game_choice import first_match
from boxctl.screens.plain.plain_game import PlainGame
from tests.support.screens.game_pilot import GamePilot, a_game, in_loop
from tests.support.screens.plain_typist import PlainTypist, typing_at

AS_TOLD = [
    *("", "9", "", "8"),
    *("", "7", "take back", "9 2"),
    *("", "7 6", "why", "", "3"),
    *("", "6 5", "", "4", "throw 1"),
]
"""What the lessons ask for, and the highest tiles where they ask for nothing more."""

KEYS = [
    *("enter", "9", "enter", "8"),
    *("enter", "7", "backspace", "9", "2"),
    # Some key closes the page with the reason.
    *("enter", "7", "6", "question_mark", "x", "enter", "3"),
    *("enter", "6", "5", "enter", "4", "o"),
]
"""The same with keys, each of which also closes the page that asks for it."""

SEATS = f"Ann,{ROBOT}"


def guide_of_asker(controls: Controls, rulings: Any) -> Guide:
    """The guide of somebody who asks for the reason of every ruling."""
    guide = Guide("Ann", controls)
    for count in range(1, len(rulings) + 1):
        guide.explains(rulings[:count])
    return guide


def topics(game: PlainGame) -> list[Topic]:
    rulings = game.table.table_log.rulings
    return [lesson.topic for lesson in guide_of_asker(Controls.WORDS, rulings).lessons(rulings)]


class TestLineByLine:
    def test_whoever_does_as_told_meets_every_topic_in_order(self) -> None:
        with typing_at(players=SEATS, guided=True) as typist:
            typist.types(*AS_TOLD)
            assert topics(typist.game) == list(Topic)
            assert typist.play.over
        assert "What did not come up" not in typist.printed

    def test_the_wrong_move_is_explained_by_the_referee_s_own_ruling(self) -> None:
        with typing_at(players=SEATS, guided=True) as typist:
            typist.types("")
            assert "Type 9, which is wrong." in typist.printed
            told = typist.hears("9")
            assert "That is a ruling: R4.5, tiles that are part of no allowed move." in told
            assert "Press Enter to put it right." in told
            assert "Type 8." in typist.hears("")

    def test_a_slip_is_taken_back_as_long_as_the_move_does_not_add_up(self) -> None:
        with typing_at(players=SEATS, guided=True) as typist:
            typist.types(*AS_TOLD[:5])
            assert "Type 7, as if by mistake." in typist.printed
            assert "The 7 does not make 11 yet." in typist.hears("7")
            told = typist.hears("take back")
            assert "A move may be of several tiles" in told
            assert "Type 9 2." in told

    def test_why_not_is_asked_and_answered_before_anything_is_put_back(self) -> None:
        with typing_at(players=SEATS, guided=True) as typist:
            typist.types(*AS_TOLD[:9])
            assert "Type 7 6, which is wrong." in typist.printed
            assert "Type why." in typist.hears("7 6")
            told = " ".join(typist.hears("why").split())
            assert told.index("Rule R4.5:") < told.index("So it is with every ruling")
            assert "Press Enter to put it right." in told
            rest = typist.hears("")
            assert "7 stays shut" in rest
            assert "Type 3." in rest

    def test_whoever_asks_for_no_reason_goes_on_without(self) -> None:
        with typing_at(players=SEATS, guided=True) as typist:
            typist.types(*AS_TOLD[:9], "7 6")
            told = typist.hears("")
            assert "Type 3." in told
            typist.types("3", "why")
            assert "So it is with every ruling" not in typist.printed

    @given(st.lists(st.sampled_from(["", "take back", "why", *"123456789", "9 2", "7 6"])))
    def test_whatever_is_typed_there_is_a_lesson_and_its_move_is_allowed(
        self, typed: list[str]
    ) -> None:
        with typing_at(players=SEATS, guided=True) as typist:
            typist.types("", *typed)
            play, rulings = typist.play, typist.game.table.table_log.rulings
            told = asked(Guide("Ann", Controls.WORDS), rulings)
            answer = play.answer
            if answer is None or play.put_back or "wrong" in told or "mistake" in told:
                return
            if told.startswith("Type ") and told[5].isdecimal():
                wanted = tile_set(int(word) for word in told[5:-1].split())
                assert any((wanted & ~move.tiles) == 0 for move in answer.moves)

    def test_a_lesson_is_told_once_and_the_end_of_a_turn_before_the_robot_plays(self) -> None:
        with typing_at(players=SEATS, guided=True) as typist:
            typist.types(*AS_TOLD)
            said = typist.printed
        assert said.count("Nine tiles stand.") == 1
        assert "You score what still stands: 1." in said
        turn_end = said.index("your turn is over (R3.6)")
        assert turn_end < said.index("The same referee watches") < said.index("has shut the box!")

    def test_a_slip_changes_none_of_the_throws_that_come(self) -> None:
        slips = ["", "9", "", "7", "1", "", "5", "5", "9 2", ""]
        with typing_at(players=SEATS, guided=True) as typist:
            typist.types(*slips)
            thrown = [
                ruled["throw"]
                for ruled in typist.game.table.table_log.rulings
                if ruled["verdict"] == "throw"
            ]
        assert thrown == [[3, 5], [5, 6], [6, 4]]

    def test_what_did_not_come_up_is_told_at_the_end(self) -> None:
        with typing_at(players=SEATS, guided=True) as typist:
            typist.plays()
            missed = set(Topic) - set(topics(typist.game))
            assert Topic.ONE_DIE in missed
            assert "where only the 1 stands, you may throw one die (R2.2)" in spaced(typist)

    def test_the_next_match_has_real_chance_and_no_lessons(self) -> None:
        with typing_at(players=SEATS, guided=True, seed=3) as typist:
            typist.types(*AS_TOLD)
            told = typist.types("new", "", "")
            assert "Press Enter to throw." not in told
            assert not typist.game.table.guided

    def test_all_of_it_is_read_in_half_of_the_ten_minutes(self) -> None:
        with typing_at(players=SEATS, guided=True) as typist:
            typist.types(*AS_TOLD)
            rulings = typist.game.table.table_log.rulings
        lessons = guide_of_asker(Controls.KEYS, rulings).lessons(rulings)
        read = [line for lesson in lessons for line in lesson.lines]
        read += [str(ruled["text"]) for ruled in rulings]
        words_a_minute = 200
        # The other half is for throws, for hands, and for the robot, who takes its time.
        assert sum(len(line.split()) for line in read) / words_a_minute < 5

    def test_a_match_that_was_left_goes_on_with_its_lesson(self, tmp_path: Path) -> None:
        journal = tmp_path / "journal.db"
        with typing_at(players=SEATS, guided=True, journal_file=journal) as typist:
            typist.types("", "9", "", "8", "quit")
        with typing_at(players=SEATS, guided=True, journal_file=journal) as again:
            assert "8 counts, and stays shut for this turn." in again.printed
            assert "Nine tiles stand." not in again.printed
            again.types(*AS_TOLD[4:])
            assert again.play.over


def spaced(typist: PlainTypist) -> str:
    return " ".join(typist.printed.split())


def asked(guide: Guide, rulings: Any) -> str:
    """What stands beside the box to be done; empty for nothing."""
    return " ".join(line.text for line in guide.now(rulings) if line.part == "asked")


def test_beside_the_box_stands_what_is_to_be_done_now() -> None:
    """Never what an older lesson asked for: whoever did as told then was refused."""
    with typing_at(players=SEATS, guided=True) as typist:
        typist.types(*AS_TOLD)
        rulings = typist.game.table.table_log.rulings
    guide = Guide("Ann", Controls.KEYS)
    seen = set()
    for count in range(1, len(rulings) + 1):
        told, last = asked(guide, rulings[:count]), rulings[count - 1]
        news = len(guide.lessons(rulings[:count])) > len(guide.lessons(rulings[: count - 1]))
        if news or last["player"] != "Ann":
            continue
        seen.add(last["verdict"])
        if last["verdict"] == Verdict.THROW:
            best = max(sorted(move["tiles"], reverse=True) for move in last["moves"])
            assert told == f"Type {' '.join(map(str, best))}."
        elif last["verdict"] == Verdict.COMMITTED:
            assert told == "Press SPACE to throw."
    assert {Verdict.THROW, Verdict.COMMITTED} <= seen


class TestOnTheFullScreen:
    @pytest.mark.parametrize("size", [(80, 24), (40, 12), (120, 40)])
    def test_a_page_says_what_to_do_and_the_key_that_does_it_closes_it(
        self, size: tuple[int, int]
    ) -> None:
        headings: list[str] = []

        @in_loop
        async def play() -> None:
            async with a_game(first_match("Ann"), size=size) as table:
                await table.until(lambda: isinstance(table.screen, TextScreen))
                for key in KEYS:
                    headings.append(heading(table))
                    await table.types(key)
                    table.comes_to_rest()
                headings.append(heading(table))
                while not table.table.play.over:
                    await table.types("x")
                    table.passes(20)
                headings.append(heading(table))

        play()
        assert headings[:5] == [
            "Press SPACE to throw.",
            "Type 9, which is wrong.",
            "Press Enter to put it right.",
            "Type 8.",
            "Press SPACE to throw.",
        ]
        assert "Press O to throw one die." in headings
        assert headings[-1].startswith("N plays again")

    @in_loop
    async def test_a_small_screen_says_that_a_lesson_goes_on_below(self) -> None:
        for size, more in (((40, 12), True), ((80, 24), False)):
            async with a_game(first_match("Ann"), size=size) as table:
                await table.until(lambda: isinstance(table.screen, TextScreen))
                await table.is_laid_out()
                page = table.screen.query_one(VerticalScroll)
                await table.pilot.pause()
                assert ("DOWN: more" in str(page.border_subtitle)) is more

    @in_loop
    async def test_a_robot_waits_for_whoever_reads(self) -> None:
        async with a_game(first_match("Ann")) as table:
            await table.until(lambda: isinstance(table.screen, TextScreen))
            for key in KEYS:
                await table.types(key)
                table.comes_to_rest()
            assert table.table.by_itself
            rulings = len(table.table.table_log.rulings)
            table.passes(60)
            assert len(table.table.table_log.rulings) == rulings

    @in_loop
    async def test_a_key_that_a_lesson_does_not_ask_for_only_closes_its_page(self) -> None:
        """Two dice can never show the 1 that is left: whoever closes the page throws nothing."""
        async with a_game(first_match("Ann")) as table:
            await table.until(lambda: isinstance(table.screen, TextScreen))
            for key in KEYS[:-1]:
                await table.types(key)
                table.comes_to_rest()
            assert heading(table) == "Press O to throw one die."
            before = len(table.table.table_log.rulings)
            await table.types("enter")
            table.comes_to_rest()
            assert heading(table) == ""
            assert len(table.table.table_log.rulings) == before
            await table.types("o")
            table.comes_to_rest()
            assert len(table.table.table_log.rulings) > before


def heading(table: GamePilot) -> str:
    """The heading of the page that lies over the table; empty if there is none."""
    return table.screen._heading if isinstance(table.screen, TextScreen) else ""


class TestTheCommand:
    def test_it_is_the_classic_game_against_one_robot(self) -> None:
        chosen = chosen_game(read_options(["--guided", "--players", "Ann"]))
        assert chosen == first_match("Ann")
        assert chosen.players == ("Ann", ROBOT)

    @pytest.mark.parametrize(
        ("more", "said"),
        [
            (["--rules", "pub"], "--rules does not go with --guided"),
            (["--seed", "3"], "--seed does not go with --guided"),
            (["--set", "tiles=10"], "--set does not go with --guided"),
            (["--demo"], "--demo does not go with --guided"),
            (["--players", "Ann,Bob"], "one person learns at a time"),
        ],
    )
    def test_what_a_first_match_has_settled_is_not_asked(self, more: list[str], said: Any) -> None:
        with pytest.raises(BadOption, match=said):
            chosen_game(read_options(["--guided", *more]))
