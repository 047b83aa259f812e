"""Phones and levers act at the same instant: each act counts once, or is refused with words."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random
from typing import Any

import pytest

from boxctl.cli import main
from boxctl.presentation.journal.recorded_entries import sentence_of
from boxctl.web.laptop_feed import BoxFeed
from tests.boxctl.table.throws.test_dice_entry import ByHand
from tests.support import soak
from tests.support.perfect_wood import PERFECT_WOOD
from tests.support.tables.virtual_table import BuildTable
from tests.support.web.served_table import ServedTable, box_feed, served

PHONES = 2
INSTANTS = 30
LIVES = 4
"""How often the program is started, and ends with the power."""

Told = tuple[dict[str, Any], int, dict[str, Any]]
"""What a phone sent, and the status and body that it was answered with."""


@pytest.fixture
def hands() -> Iterator[ThreadPoolExecutor]:
    """One for each phone: they press at the same time."""
    with ThreadPoolExecutor(PHONES) as hands:
        yield hands


class Race:
    """People at one box who all do something at the same instants."""

    def __init__(self, pages: ServedTable, hands: ThreadPoolExecutor, chance: Random) -> None:
        self.pages, self.chance, self._hands = pages, chance, hands
        self.throws = 0
        self.told: list[Told] = []

    def goes_on_for_an_instant(self) -> None:
        """Two phones act on what both have seen, and perhaps a lever moves; then time passes."""
        hands_are_still = self.chance.random() < 0.5
        if hands_are_still:
            self.pages.table.waits(2_500)
        state = self.pages.state
        throws, matches = self._recorded()
        acts = [self._act(state) for _ in range(PHONES)]
        if not hands_are_still:
            self.moves_a_lever()
        told = list(self._hands.map(self._sends, acts))
        self.pages.time += 1_000_000
        self.pages.table.waits(self.chance.choice((1, 30, 400, 2_500)))
        if hands_are_still:
            self.pages.table.waits(2_500)
            now = self._recorded()
            self._counts_once(told, now[0] - throws, now[1] - matches)
        self.told += told

    def _act(self, state: dict[str, Any]) -> dict[str, Any]:
        seen = state["rulings"][-1]["number"] if state["rulings"] else 0
        first, second = self.chance.choices(range(1, 7), k=2)
        what: dict[str, Any] = self.chance.choice(
            [
                {"do": "type_throw", "text": f"{first} {second}"},
                {"do": "confirm"},
                {"do": "new"},
                {"do": "names", "names": ["Cleo", "Dan"]},
                {"do": "type_throw", "text": "7 7"},
                {"do": "throw"},
            ]
        )
        return {**what, "seen": seen}

    def moves_a_lever(self) -> None:
        """One goes down or up, or stays where it is."""
        table = self.pages.table
        tile = self.chance.randrange(1, 10)
        move = self.chance.choice((table.wood.shut, table.wood.open))
        move(tile, table.now)

    def _sends(self, act: dict[str, Any]) -> Told:
        status, body = self.pages.sends("/act", act)
        return act, status, body

    def _recorded(self) -> tuple[int, int]:
        """How many throws were ruled on in all matches, and how many matches have begun."""
        matches = self.pages.state["match"]
        rulings = [each for n in range(1, matches + 1) for each in self.pages.table.read(n).rulings]
        verdicts = [ruling.verdict for ruling in rulings]
        return sum(verdict in ("throw", "no_move", "void") for verdict in verdicts), matches

    def _counts_once(self, told: list[Told], throws: int, matches: int) -> None:
        taken = [act for act, status, _ in told if status == 202]
        assert throws <= any(act["do"] == "type_throw" for act in taken)
        assert matches <= any(act["do"] == "new" for act in taken)
        for _, status, body in told:
            assert status == 202 or (status in (400, 409, 429) and body["code"] and body["text"])


def seeds() -> range:
    return range(4 * min(soak.SOAK, 50))


@pytest.mark.parametrize("seed", seeds())
@pytest.mark.parametrize("name", ["classic", "canoga"])
def test_phones_race_levers(
    a_table: BuildTable, hands: ThreadPoolExecutor, tmp_path: Path, name: str, seed: int
) -> None:
    chance, journal = soak.chance(f"race {name} {seed}"), tmp_path / "journal.db"
    feed = BoxFeed(has_buttons=True)
    table = a_table(
        name, players="Ann,Bob", watcher=feed, wiring=ByHand(), wood=PERFECT_WOOD, journal=journal
    )
    with served(table, box_feed(table, feed)) as pages, pages.listens() as reader:
        assert pages.enters(pages.code.code)[0] == 200
        race = Race(pages, hands, chance)
        for _ in range(INSTANTS):
            race.goes_on_for_an_instant()
        table.waits(5_000)
        last = pages.state
        reader.reads_up_to(pages.server.subscriptions.buffer.last_id)
        assert reader.state == last, "what a page has put together from changes"
        assert last["rulings"][-1]["number"] == len(table.read().rulings)
    table.close()
    assert main(["verify", "--journal", str(journal)]) == 0
    soak.tried("acts of phones that race each other and levers", len(race.told))
    taken = sum(status == 202 for _, status, _ in race.told)
    assert 0 < taken < len(race.told), "some count, and some come too late"


@pytest.mark.parametrize("seed", seeds())
def test_what_phones_have_seen_outlasts_cuts_of_the_power(
    a_table: BuildTable, hands: ThreadPoolExecutor, tmp_path: Path, seed: int
) -> None:
    chance, journal = soak.chance(f"race and cuts {seed}"), tmp_path / "journal.db"
    seen: dict[tuple[int, int], str] = {}
    for life in range(LIVES):
        feed = BoxFeed(has_buttons=True)
        table = a_table(
            "canoga",
            players="Ann,Bob",
            watcher=feed,
            wiring=ByHand(),
            wood=PERFECT_WOOD,
            journal=journal,
            as_left=life > 0,
        )
        with served(table, box_feed(table, feed)) as pages:
            assert pages.enters(pages.code.code)[0] == 200
            race = Race(pages, hands, chance)
            for _ in range(chance.randrange(1, INSTANTS // 2)):
                race.goes_on_for_an_instant()
                match = table.read().number
                seen |= {(match, told["number"]): told["text"] for told in pages.state["rulings"]}
            race.moves_a_lever()
            table.waits(chance.randrange(300))
            table.loses_power()
        soak.tried("acts of phones that race each other and levers", len(race.told))
        table.close()
    assert main(["verify", "--journal", str(journal)]) == 0
    assert len(seen) >= LIVES
    matches = {number for number, _ in seen}
    kept = {number: table.read(number).rulings for number in matches}
    for (match, number), text in seen.items():
        assert text.startswith(sentence_of(kept[match][number - 1])), "a doubt may follow"


def test_two_who_type_the_same_throw_at_once_throw_once(
    a_table: BuildTable, hands: ThreadPoolExecutor
) -> None:
    feed = BoxFeed(has_buttons=True)
    table = a_table(players="Ann,Bob", watcher=feed, wiring=ByHand(), wood=PERFECT_WOOD)
    with served(table, box_feed(table, feed)) as pages:
        pages.enters(pages.code.code)
        for text in (("3 4", "3 4"), ("1 2", "5 6")):
            seen = pages.state["rulings"][-1]["number"]
            acts = [{"do": "type_throw", "text": each, "seen": seen} for each in text]
            told = list(hands.map(lambda act: pages.sends("/act", act)[0], acts))
            assert set(told) <= {202, 409}
            table.new.clear()
            table.waits(2_500)
            throws = [ruled for ruled in table.ruled if ruled.startswith("throw")]
            assert len(throws) == (1 if text[0] == text[1] else 0), "the second is not awaited"
