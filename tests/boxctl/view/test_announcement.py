"""Announcements: each decisive one is shown for as long as it takes to read."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from boxctl.view.announcement import (
    AT_MOST,
    HELD,
    Announcement,
    AnnouncementKind,
    Announcer,
    announcement_of,
    reading_time,
)
from tests.support.screens.game_pilot import TrayAtOnce, at_table, in_loop

SECOND = 1_000_000

NEXT = Announcement("Bob, your turn: throw two dice.")
NO_MOVE = Announcement("A throw of 1 and 1 cannot be played.", AnnouncementKind.NO_MOVE)
SHUT = Announcement("Ann has shut the box!", AnnouncementKind.SHUT, "Shut the box!")
WON = Announcement("Ann wins.", AnnouncementKind.WON)
QUESTION = Announcement("Is tile 1 the one?", AnnouncementKind.ASKS)
REMARK = Announcement("The match is not over yet.", AnnouncementKind.REFUSED)


def test_what_is_called_out_is_the_box_or_who_has_won() -> None:
    shut = {"verdict": "shut_the_box", "player": "Ann", "text": "Ann has shut the box!"}
    assert announcement_of({**shut, "open": []}).cry == "Shut the box!"
    assert announcement_of({**shut, "open": [1, 2, 3]}).cry == "The box is open!"
    over = {"verdict": "match_over", "text": "Ann wins.", "winners": ["Ann"]}
    assert announcement_of({**over, "payout": {"Ann": 0, "Bob": 0}}).cry == "Ann wins!"
    both = {"winners": ["Ann", "Bob"], "payout": {"Ann": 0, "Bob": 0, "Cy": 0}}
    assert announcement_of({**over, **both}).cry == "Ann and Bob win!"


def test_nobody_calls_out_what_is_no_feat() -> None:
    alone = {
        "verdict": "match_over",
        "text": "Ann has 12.",
        "winners": ["Ann"],
        "payout": {"Ann": 0},
    }
    assert announcement_of(alone).cry == ""
    assert announcement_of({"verdict": "committed", "text": "Ann shuts the 7."}).cry == ""


def test_what_is_decisive_is_read_before_the_next_player_is_called() -> None:
    announcer = Announcer()
    announcer.announce(NO_MOVE, 0)
    announcer.announce(NEXT, 0)
    read = reading_time(NO_MOVE.text)
    announcer.advance(read - 1)
    assert announcer.shown == NO_MOVE
    assert announcer.due == read
    announcer.advance(read)
    assert announcer.shown == NEXT
    assert not announcer.busy(read)


def test_a_longer_sentence_is_shown_for_longer_but_not_for_ever() -> None:
    assert reading_time("short") < reading_time("a sentence of several words")
    assert reading_time("word " * 1000) == AT_MOST


def test_a_shut_box_and_a_win_are_each_read() -> None:
    announcer = Announcer()
    for each in (SHUT, Announcement("Ann scores 0."), WON):
        announcer.announce(each, 0)
    seen = [announcer.shown]
    while announcer.due is not None:
        announcer.advance(announcer.due)
        seen.append(announcer.shown)
    assert seen == [SHUT, WON, WON]


def test_a_key_skips_to_the_last_word() -> None:
    announcer = Announcer()
    for each in (SHUT, WON, NEXT):
        announcer.announce(each, 0)
    announcer.skip(1)
    assert announcer.shown == NEXT
    assert announcer.due is None


def test_a_question_waits_for_nothing_and_nothing_said_by_the_way_hides_it() -> None:
    announcer = Announcer()
    announcer.announce(NO_MOVE, 0)
    announcer.remark(REMARK, 1)
    announcer.announce(QUESTION, 2)
    assert announcer.shown == QUESTION
    announcer.remark(REMARK, 3)
    announcer.advance(60 * SECOND)
    assert announcer.shown == QUESTION


def test_a_question_is_shown_at_once_and_hides_what_is_still_read() -> None:
    announcer = Announcer()
    for announcement in (NO_MOVE, SHUT, NEXT, QUESTION):
        announcer.announce(announcement, 0)
    assert announcer.shown == QUESTION
    announcer.advance(60 * SECOND)
    assert announcer.shown == QUESTION


def test_a_remark_is_gone_when_it_has_been_read_or_something_happens() -> None:
    announcer = Announcer()
    announcer.announce(NEXT, 0)
    announcer.remark(REMARK, 0)
    assert announcer.shown == REMARK
    announcer.advance(reading_time(REMARK.text))
    assert announcer.shown == NEXT
    announcer.remark(REMARK, 0)
    announcer.announce(WON, 1)
    assert announcer.shown == WON


SAID = st.sampled_from([NEXT, NO_MOVE, SHUT, WON, QUESTION, REMARK])


@given(st.lists(st.tuples(SAID, st.integers(0, 3 * SECOND), st.booleans()), max_size=30))
def test_it_always_comes_to_what_was_announced_last(
    said: list[tuple[Announcement, int, bool]],
) -> None:
    announcer, now, last = Announcer(), 0, Announcement("")
    held = 0
    for announcement, later, by_the_way in said:
        now += later
        if by_the_way:
            announcer.remark(REMARK, now)
        else:
            announcer.announce(announcement, now)
            last = announcement
            held += announcement.kind in HELD
    for _ in range(2 * held + 2):
        if announcer.due is None:
            break
        now = max(now, announcer.due)
        announcer.advance(now)
    assert announcer.shown == last
    assert not announcer.busy(now)


class TrayThatShows(TrayAtOnce):
    """A tray whose throws are these, one after the other, and then the last again and again."""

    def __init__(self, *throws: tuple[int, ...]) -> None:
        super().__init__()
        self._throws = list(throws)

    def throw(self, _values: object) -> None:
        super().throw(self._throws.pop(0) if len(self._throws) > 1 else self._throws[0])


@in_loop
async def test_why_a_throw_cannot_be_played_is_shown_with_its_dice() -> None:
    async with at_table(tray=TrayThatShows((1, 1), (1, 1), (3, 4))) as table:
        for key in ("space", "2", "space"):
            await table.press(key)
        assert "A throw of 1 and 1 cannot be played. Ann scores 43." in table.shown
        await table.press("enter")
        assert "Bob, your turn: throw two dice." in table.shown
        assert table.table.table_log.score.dice == (1, 1)
        await table.press("space")
        assert table.table.table_log.score.dice == (3, 4)


@in_loop
async def test_a_key_skips_what_is_read_and_does_what_it_does() -> None:
    async with at_table("even-stevens", tray=TrayThatShows((1, 1), (1, 2), (1, 3))) as table:
        for key in ("space", "2", "space"):
            await table.press(key)
        log = table.table.table_log
        assert log.rulings[-1]["verdict"] == "turn_over"
        assert log.announcer.busy(table.ticker.now())
        await table.pilot.press("enter")
        assert not log.announcer.busy(table.ticker.now())
        table.comes_to_rest()
        assert log.rulings[-1]["verdict"] == "ready"


@in_loop
async def test_the_box_is_shut_on_a_banner_before_the_winner_is_named() -> None:
    shut = {"tiles": "3", "down": "-"}
    async with at_table(tray=TrayThatShows((1, 2), (2, 1)), settings=shut) as table:
        for key in ("space", "3", "space"):
            await table.press(key)
        await table.pilot.press("1", "2")
        table.ticker.passes(SECOND, lambda: table.table.play.over)
        assert table.table.table_log.announcer.shown == SHUT
        table.passes(5)
        assert table.table.table_log.announcer.shown == replace(WON, cry="Ann wins!")


@in_loop
async def test_simulated_players_wait_until_it_has_been_read() -> None:
    tray = TrayThatShows((1, 1))
    async with at_table(tray=tray, players="random,highest-first") as table:
        log = table.table.table_log
        table.ticker.passes(60 * SECOND, lambda: bool(log.rulings) and _ends(log.rulings[-1]))
        ended_at = table.ticker.now()
        read = reading_time(log.announcer.shown.text)
        table.ticker.passes(60 * SECOND, lambda: not _ends(log.rulings[-1]))
        assert table.ticker.now() - ended_at >= read


def _ends(ruling: dict[str, object]) -> bool:
    return ruling["verdict"] == "turn_over"
