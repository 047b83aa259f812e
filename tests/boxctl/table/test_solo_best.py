"""A solo player is told his best before a match, and what has become of it after."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from boxctl.audit.personal_best import PersonalBest
from boxctl.presentation.match_score import MatchScore
from boxctl.presentation.notice_sentences import notice_sentence
from boxctl.presentation.notices import Notice, SoloBest
from boxctl.presentation.phrases import WRITTEN
from boxctl.presentation.sound.spoken import TableSpeech
from boxctl.presentation.table_view import Awaited, table_view_of
from boxctl.referee.ruling import as_data
from boxctl.rules.ruleset import RuleSet
from boxctl.rules.variants import variant
from boxctl.table.solo_best import SoloBestTeller, at_once
from tests.boxctl.presentation.display.test_pages import shown
from tests.support.records.recorded_evening import SHORT_BOX, play_turns
from tests.support.tables.virtual_table import VirtualTable

SEVEN, FIFTEEN, SHUT = (9, 8), (9,), (9, 8, 7)


class Told:
    """What a table tells of the best; ``before`` is what the journal has."""

    def __init__(self, before: PersonalBest | None, *, players: str = "Ann", match: str = "solo"):
        self.notices: list[Notice] = []
        self.waiting: list[Callable[[], None]] = []
        self.asked: list[str] = []
        self._before = before
        table = VirtualTable("classic", players, down=SHORT_BOX, match=match)
        self.teller = SoloBestTeller(
            self._find, lambda _ruling: None, self.notices.append, lambda: None, self._work
        )
        self.table = table
        self.teller.follow(table.runtime)
        self._passed_on = 0
        self.works()

    def _find(self, rules: RuleSet, player: str) -> PersonalBest | None:
        self.asked.append(player)
        return self._before

    def _work(self, work: Callable[[], None]) -> None:
        self.waiting.append(work)

    def works(self) -> None:
        """What is looked up is found."""
        while self.waiting:
            at_once(self.waiting.pop(0))
        if self.teller.due is not None:
            self.teller.advance(self.teller.due)

    def passes_on(self) -> None:
        for ruling in self.table.rulings[self._passed_on :]:
            self.teller.say(ruling)
        self._passed_on = len(self.table.rulings)

    def plays(self, *tiles: int) -> None:
        play_turns(self.table, tiles)
        self.passes_on()
        self.works()

    def new_match(self) -> None:
        self.table.presses("new")
        self.table.makes_ready()
        self.passes_on()
        self.works()


def test_the_best_is_told_before_and_a_new_one_is_celebrated() -> None:
    told = Told(PersonalBest(15, 3))
    assert told.notices == [SoloBest(15)]
    told.plays(*SEVEN)
    assert told.notices[1:] == [SoloBest(15, 7)]
    assert told.teller.best == PersonalBest(7, 4)


def test_without_a_match_before_the_first_score_is_the_one_to_beat() -> None:
    told = Told(None)
    assert told.notices == []
    told.plays(*FIFTEEN)
    assert told.notices == [SoloBest(None, 15)]


def test_a_table_that_records_nothing_remembers_the_session() -> None:
    told = Told(None)
    told.plays(*SEVEN)
    told.new_match()
    assert told.notices[-1] == SoloBest(7)
    told.plays(*FIFTEEN)
    assert told.notices[-1] == SoloBest(7, 15)


def test_the_journal_is_asked_again_for_each_match() -> None:
    told = Told(PersonalBest(7, 1))
    told.plays(*FIFTEEN)
    told.new_match()
    assert told.asked == ["Ann", "Ann"]


def test_a_slow_disk_is_waited_for_even_past_the_end_of_the_match() -> None:
    told = Told(PersonalBest(15, 1))
    told.plays(*FIFTEEN)
    told.table.presses("new")
    told.table.makes_ready()
    told.passes_on()
    assert told.notices[-1] == SoloBest(15, 15)
    play_turns(told.table, SHUT)
    told.passes_on()
    assert told.notices[-1] == SoloBest(15, 15)
    told.works()
    assert told.notices[-1] == SoloBest(15, 0)


def test_several_players_are_told_nothing() -> None:
    told = Told(PersonalBest(7, 1), players="Ann,Bob", match="single")
    play_turns(told.table, SEVEN, FIFTEEN)
    told.passes_on()
    told.works()
    assert (told.notices, told.asked) == ([], [])


SAID = [
    (SoloBest(7), "your best on this box: 7.", "Your best on this box: seven."),
    (SoloBest(7, 5), "a new best: 5! Your best so far was 7.",
     "A new best: five! Your best so far was seven."),
    (SoloBest(7, 7), "as good as your best on this box: 7.",
     "As good as your best on this box: seven."),
    (SoloBest(7, 9), "your best on this box is still 7.", "Your best on this box is still seven."),
    (SoloBest(None, 9), "your first score on this box: 9 is the one to beat.",
     "Your first score on this box: nine is the one to beat."),
]  # fmt: skip


def test_it_is_written_and_said() -> None:
    for notice, written, said in SAID:
        assert notice_sentence(notice, WRITTEN) == written
        assert TableSpeech(RuleSet()).of_notice(notice) == said


def test_a_digital_score_is_said_digit_by_digit() -> None:
    words = TableSpeech(variant("digital")).of_notice(SoloBest(125))
    assert words == "Your best on this box: one two five."


def test_it_is_on_the_display() -> None:
    table = VirtualTable("classic", "Ann")
    ready = (
        table_view_of(table.runtime.referee.play).after(as_data(table.rulings[0])).told(SoloBest(7))
    )
    score = MatchScore(over=True, winners=("Ann",), result={"Ann": 5})
    over = replace(ready, awaited=Awaited.MATCH_OVER, verdict=None, score=score)
    assert shown(ready, "lcd") == ["Ann: throw | open 1-9"]
    assert shown(ready, "large lcd")[0].endswith("best 7")
    assert shown(ready, "digits") == ["Ann roLL", "bESt 7"]
    assert shown(over.told(SoloBest(7, 5)), "oled") == ["Ann 5 x3 | A NEW BEST!"]
    assert shown(over.told(SoloBest(7, 5)), "digits") == ["Ann = 5", "bESt"]
    assert shown(over.told(SoloBest(7, 9)), "digits") == ["Ann = 5", "bESt 7"]
