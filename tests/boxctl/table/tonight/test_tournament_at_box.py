"""A box at which a tournament is played: results count, and the next two sit down, by themselves.

Time is virtual, and each entry is on the disk at once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from queue import Queue

import pytest

from boxctl.cli import main
from boxctl.journal import told_chain
from boxctl.journal.entry_kinds import ChosenBy
from boxctl.journal.faults import being_told
from boxctl.journal.tournament_record import TOURNAMENTS
from boxctl.presentation.menu_notices import PairingCounted, PairingNext
from boxctl.presentation.notices import Notice
from boxctl.referee.ruling import Ruling
from boxctl.table.box_table import BoxTable
from boxctl.table.check_rules import check_box_file
from boxctl.table.solo_best import at_once
from boxctl.table.tonight import pairings
from boxctl.table.tonight.offers import PlannedMatch, WantedGame, first_lack
from boxctl.table.tonight.pairings import BoxInHouse
from boxctl.table.tonight.tournament_at_box import TournamentAtBox
from boxctl.tournament.events import DecidedBy
from boxctl.tournament.state import RoundPairing, Tournament
from groundwork.clock import monotonic_us, utc_now
from hardware.config.read import DeclaredParts, read_box
from tests.support.chips.box_toml import with_change
from tests.support.chips.mock_chips import MockChips
from tests.support.records.journals import BOX
from tests.support.records.recorded_evening import SHORT_BOX, play_to_the_end
from tests.support.tables.background import playing
from tests.support.tables.virtual_table import VirtualTable

Captured = pytest.CaptureFixture[str]


SOON = 4000
"""Milliseconds within which a box has seen what was told."""


LONG = 60
"""So long, in seconds, a table with threads is waited for before the test is given up."""


def never(_work: Callable[[], None]) -> None:
    """The power goes before the work is done."""


class PubBox(VirtualTable):
    """The box of a pub, whose box.toml says classic for Tom and Una."""

    def __init__(
        self,
        journal: Path,
        name: str | None = None,
        clock: Callable[[], datetime] = utc_now,
        **more: object,
    ) -> None:
        self.name = name
        self.clock = clock
        self.work: Callable[[Callable[[], None]], None] = at_once
        self.told: list[str] = []
        super().__init__("classic", "Tom,Una", journal=journal, **more)  # type: ignore[arg-type]
        self.waits(SOON)

    def sit_down(self) -> None:
        """Start the program, with the tournament as ``boxctl run`` has it."""
        tournament = TournamentAtBox(
            self.path,
            lambda: BoxInHouse(self.name, BOX),
            lambda rules: first_lack(rules, DeclaredParts(self._wired)),
            lambda: PlannedMatch(self.rules, self.request.players, self.request.variant),
            lambda notice: self._told(notice),
            self.told.append,
            lambda: None,
            lambda work: self.work(work),
            self.clock,
        )
        self.request = replace(self.request, of_pairing=tournament.is_of_pairing)
        super().sit_down()
        tournament.follow(self.runtime)
        self.after_step = lambda: tournament.advance(self.now)

    @property
    def playing(self) -> tuple[str, ...]:
        """Who plays."""
        return tuple(self.runtime.referee.play.players)

    def plays_a_match(self, seed: int = 1) -> None:
        """Play the match to its end, and wait for what comes of it."""
        play_to_the_end(self, seed)
        self.waits(SOON)

    def begins_another(self) -> None:
        """Press new."""
        self.presses("new")
        self.waits(SOON)


def tournament(journal: Path, *words: str) -> int:
    return main(["tournament", *words, "--journal", str(journal)])


def begins(journal: Path, system: str = "round-robin", *more: str) -> None:
    named = () if "--names" in more else ("--names", "Ann,Bob,Cas")
    told = ("begin", *named, "--system", system, "--seeded", "--set", f"down={SHORT_BOX}", *more)
    assert tournament(journal, *told) == 0
    assert tournament(journal, "next") == 0


def cup(journal: Path) -> Tournament:
    return TOURNAMENTS.read(journal).state


def played(cup: Tournament) -> list[RoundPairing]:
    return [each for each in cup.pairings if each.result is not None]


@pytest.fixture
def journal(tmp_path: Path) -> Path:
    return tmp_path / "journal.db"


@pytest.fixture
def box(journal: Path) -> Iterator[PubBox]:
    box = PubBox(journal)
    yield box
    box.close()


def test_a_tournament_is_played_at_the_box_without_a_word(journal: Path, box: PubBox) -> None:
    assert box.playing == ("Tom", "Una")
    begins(journal, "round-robin", "--handicap", "Cas=4")
    box.waits(SOON)
    first = cup(journal).pairing(1)
    assert box.playing == first.names, "nothing was thrown in the match of Tom and Una"
    for number in range(1, 4):
        pairing = cup(journal).pairing(number)
        assert box.playing == pairing.names
        given = box.runtime.following.handicap
        assert given == ({"Cas": 4} if "Cas" in pairing.names else {})
        assert pairing.started is None, "nothing is thrown, so the round can be drawn anew"
        box.plays_a_match(seed=number)
        decided = cup(journal).pairing(number)
        assert decided.result is not None
        assert decided.result.decided_by is DecidedBy.MATCH
        told = PairingCounted(number, decided.names, decided.winner)
        assert told in box.notices
        box.begins_another()
    assert box.playing == ("Tom", "Una"), "nothing is left to be played"
    assert tournament(journal, "table") == 0
    assert main(["verify", "2", "--journal", str(journal)]) == 0
    assert not box.told


def test_a_match_that_was_over_as_the_plug_was_pulled_counts(journal: Path, box: PubBox) -> None:
    begins(journal)
    box.waits(SOON)
    # The match ends, and the power goes before its result is taken.
    box.work = lambda work: None if box.runtime.referee.play.over else work()
    box.plays_a_match()
    box.loses_power()
    assert cup(journal).pairing(1).is_open
    box.work = at_once
    box.starts_again()
    box.waits(SOON)
    first = cup(journal).pairing(1)
    assert first.result is not None
    assert first.result.decided_by is DecidedBy.MATCH
    assert box.playing == cup(journal).pairing(2).names
    assert main(["verify", "2", "--journal", str(journal)]) == 0


@pytest.mark.parametrize("menu", [False, True])
@pytest.mark.parametrize("noted", [False, True])
def test_a_match_in_which_the_plug_was_pulled_goes_on_and_counts(
    journal: Path, *, menu: bool, noted: bool
) -> None:
    box = PubBox(journal, menu=menu)
    begins(journal)
    box.waits(SOON)
    if not noted:
        # The power goes before it is noted that the match of the pairing has begun.
        box.work = never
    box.makes_ready()
    box.throws(3, 4)
    box.shuts(7)
    box.waits(SOON)
    pairing = cup(journal).pairing(1)
    assert box.playing == pairing.names
    assert (pairing.started is not None) == noted
    box.loses_power()
    box.work = at_once
    assert "the match goes on where it stood" in " ".join(box.starts_again())
    assert box.playing == pairing.names
    box.waits(SOON)
    box.plays_a_match()
    assert played(cup(journal)) == [cup(journal).pairing(1)]
    assert main(["verify", "2", "--journal", str(journal)]) == 0
    box.close()


@pytest.mark.parametrize(("drawn", "counts"), [("20:00", True), ("20:30", False)])
def test_a_match_that_was_never_noted_counts_if_it_began_after_the_draw(
    journal: Path, monkeypatch: pytest.MonkeyPatch, drawn: str, *, counts: bool
) -> None:
    # The matches of a virtual table begin at 20:15.
    day = "2026-11-21"
    monkeypatch.setattr(told_chain, "time_of_day", lambda: f"{day}T{drawn}:00.000Z")
    box = PubBox(journal, clock=lambda: datetime.fromisoformat(f"{day}T20:40:00Z"))
    begins(journal)
    box.waits(SOON)
    box.work = never
    box.plays_a_match()
    box.loses_power()
    assert cup(journal).pairing(1).started is None
    box.work = at_once
    box.starts_again()
    box.waits(SOON)
    assert played(cup(journal)) == [cup(journal).pairing(1)][:counts]
    assert box.playing == cup(journal).pairing(1 + counts).names
    box.close()


def test_a_result_is_taken_once_nobody_else_tells_something(
    journal: Path, box: PubBox, monkeypatch: pytest.MonkeyPatch
) -> None:
    begins(journal)
    box.waits(SOON)

    def busy(*_about: object) -> None:
        raise being_told(2)

    with monkeypatch.context() as organiser:
        organiser.setattr(pairings, "with_result", busy)
        box.plays_a_match()
    assert not played(cup(journal))
    box.waits(SOON)
    assert len(played(cup(journal))) == 1
    assert not box.told, "it is nothing that people have to see to"


def test_people_may_play_a_friendly_in_between(journal: Path) -> None:
    box = PubBox(journal, menu=True)
    begins(journal)
    box.waits(SOON)
    pairing = cup(journal).pairing(1)
    chooser = box.runtime.chooser
    assert chooser is not None
    chooser.choose(WantedGame("classic", ("Xi", "Yo")), ChosenBy.PHONE)
    box.waits(SOON)
    assert box.playing == ("Xi", "Yo"), "it was chosen after the pairing was"
    box.plays_a_match()
    assert not played(cup(journal)), "it is nobody's of the tournament"
    assert isinstance(box.notices[-1], PairingNext)
    box.begins_another()
    assert box.playing == pairing.names
    box.close()


def test_a_pairing_decided_elsewhere_gives_way_to_the_next(journal: Path, box: PubBox) -> None:
    begins(journal)
    box.waits(SOON)
    assert tournament(journal, "result", "1", "--winner", "Cas") == 0
    box.waits(SOON)
    following = cup(journal).pairing(2)
    assert box.playing == following.names, "its round was drawn, and nothing was thrown before"
    assert PairingNext(2, following.names, begins=True) in box.notices


def test_a_draw_of_a_knockout_is_played_once_more(journal: Path) -> None:
    box = PubBox(journal)
    # Whoever scores the same shares the match.
    begins(journal, "knockout", "--set", "ties=share", "--names", "Ann,Bob,Cas,Dee")
    box.waits(SOON)
    names = box.playing
    for _seat in names:
        box.makes_ready()
        box.throws(1, 1)
    box.waits(SOON)
    assert box.runtime.referee.play.over
    assert not played(cup(journal))
    assert box.notices[-1] == PairingNext(1, names, begins=False)
    box.begins_another()
    assert box.playing == names
    box.close()


def test_each_of_several_boxes_plays_its_own_pairings(journal: Path) -> None:
    box = PubBox(journal, name="back")
    begins(journal, "swiss", "--names", "Ann,Bob,Cas,Dee", "--boxes", "bar,back")
    box.waits(SOON)
    (ours,) = (each for each in cup(journal).pairings if each.box == "back")
    assert box.playing == ours.names
    box.plays_a_match(seed=2)
    assert played(cup(journal)) == [cup(journal).pairing(ours.number)]
    box.begins_another()
    assert box.playing == ("Tom", "Una"), "the other box still plays the round"
    box.close()


@pytest.mark.parametrize("name", [None, "garden"])
def test_a_box_of_another_name_says_so_once_and_plays_none(journal: Path, name: str | None) -> None:
    box = PubBox(journal, name=name)
    begins(journal, "swiss", "--names", "Ann,Bob,Cas,Dee", "--boxes", "bar,back")
    box.waits(SOON)
    box.waits(SOON)
    assert box.playing == ("Tom", "Una")
    assert [told.split(":")[0] for told in box.told] == ["BX460"]
    box.close()


def test_a_game_that_the_box_cannot_play_is_said_once(journal: Path) -> None:
    box = PubBox(journal)
    assert tournament(
        journal, "begin", "--names", "Ann,Bob,Cas", "--system", "swiss", "--set", "tiles=12"
    ) == 0  # fmt: skip
    box.waits(SOON)
    box.waits(SOON)
    assert box.playing == ("Tom", "Una")
    assert [told.split(":")[0] for told in box.told] == ["BX461"]
    assert "needs 12 tiles, and this box has 9" in box.told[0]
    box.close()


def test_boxctl_run_plays_it_in_its_own_threads(tmp_path: Path) -> None:
    notices: Queue[Notice] = Queue()
    rulings: Queue[Ruling] = Queue()
    box_toml = tmp_path / "box.toml"
    serial = '[roller]\ndriver = "serial"\nport = "/dev/ttyACM0"'
    by_hand = with_change(serial, '[roller]\ndriver = "hand"')
    box_toml.write_text(by_hand.replace('"classic"', '"classic"\nset = { tiles = 3 }'))
    journal = tmp_path / "journal.db"
    told = ("begin", "--names", "Ann,Bob,Cas", "--system", "round-robin", "--set", "tiles=3")
    assert tournament(journal, *told) == 0
    table = BoxTable(
        read_box(box_toml, check_box_file),
        rulings.put,
        notices.put,
        lambda _remark: None,
        journal=journal,
        chips=MockChips(monotonic_us),
    )

    def next_told(kind: type[Notice]) -> Notice:
        while not isinstance(told := notices.get(timeout=LONG), kind):
            pass
        return told

    with table, playing(table, LONG):
        begun = next_told(PairingNext)
        assert begun == PairingNext(1, cup(journal).pairing(1).names, begins=True)
        for name in cup(journal).pairing(1).names:
            while (ruled := rulings.get(timeout=LONG)).verdict != "ready" or ruled.player != name:
                pass
            table.type_throw("6 6")
        assert next_told(PairingCounted) == PairingCounted(1, cup(journal).pairing(1).names, None)
        assert next_told(PairingNext) == PairingNext(2, cup(journal).pairing(2).names, False)
    assert main(["verify", "--journal", str(journal)]) == 0
