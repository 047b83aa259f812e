"""Whole matches on a box whose sensors stick and chatter, played by people who tell the truth."""

from __future__ import annotations

from random import Random

import pytest

from boxctl.odds.policies import AtRandom
from boxctl.presentation.notices import (
    LeverPositionAsked,
    Notice,
    SensorQuarantined,
    SensorTrusted,
    StuckSensorAsked,
)
from boxctl.referee.ruling import Ruling
from boxctl.rules.tiles import NO_TILES, numbers, tile
from boxctl.simulation.players import PolicyPlayer
from boxctl.table.sensor_quarantine import CHATTERS
from hardware.devices import ButtonName
from hardware.virtual import GOOD_WOOD, Wood
from tests.support.perfect_wood import PERFECT_WOOD
from tests.support.soak import SOAK, chance
from tests.support.tables.box_table import SECOND, BoxTable

# No edge is lost: of a sensor that chatters the box then believes nothing for a moment.
BAD_WOOD = Wood(bounces=8, bounce=2000, slowness=40_000)


class FailingTable(BoxTable):
    """Sensors fail at random; people look at the levers, and answer what they are asked."""

    def __init__(self, name: str, random: Random, wood: Wood, players: str = "Ann,Bob") -> None:
        self.random = random
        self.aside: set[int] = set()
        self.unmarked: list[Ruling] = []
        self.question: LeverPositionAsked | StuckSensorAsked | None = None
        self.stuck: set[int] = set()
        self.unseen = NO_TILES
        super().__init__(name, players, seed=random.randrange(1 << 30), wood=wood)

    def heard(self, ruling: Ruling) -> None:
        super().heard(ruling)
        if self.aside and not ruling.unverified:
            self.unmarked.append(ruling)

    def told(self, notice: Notice) -> None:
        self.notices.append(notice)
        if isinstance(notice, LeverPositionAsked | StuckSensorAsked):
            self.question = notice
        elif isinstance(notice, SensorQuarantined):
            self.aside.add(notice.tile)
        elif isinstance(notice, SensorTrusted):
            self.aside.discard(notice.tile)

    def something_fails(self) -> None:
        """Perhaps; or works again."""
        number = self.random.randint(1, self.rules.tiles)
        chance = self.random.random()
        if chance < 0.10:
            self.wood.stick(number)
            self.stuck.add(number)
        elif chance < 0.16 and self.stuck:
            number = self.random.choice(sorted(self.stuck))
            self.stuck.discard(number)
            self.wood.loosen(number, self.now)
        elif chance < 0.20 and number not in self.stuck:
            lasting = self.random.choice([CHATTERS // 4, CHATTERS + SECOND, 2 * CHATTERS])
            self.wood.chatter(number, self.now, lasting)

    def moves(self, number: int) -> None:
        """A hand moves this lever, and something may fail before or after."""
        self.something_fails()
        standing = self.wood.levers & tile(number)
        move = self.wood.shut if standing else self.wood.open
        self.until(move(number, self.now) + self.random.randint(1, SECOND))
        self.something_fails()

    def comes_to_rest(self) -> None:
        """People do what they are asked, until nothing is asked and all that they did was seen."""
        for _ in range(100):
            self.waits(1500)
            back = self.runtime.put_back
            undone = back.open & ~self.wood.levers | back.shut & self.wood.levers
            if self.runtime.paused:
                self.answers()
            elif undone:
                self.moves(self.random.choice(numbers(undone)))
            elif back or not self.all_is_seen:
                self.holds_confirm()
            else:
                return
        raise AssertionError(f"it does not come to rest: {self.notices[-10:]}")

    @property
    def all_is_seen(self) -> bool:
        return self.runtime.referee.play.levers == self.wood.levers

    def holds_confirm(self) -> None:
        self.unseen = self.runtime.referee.play.levers ^ self.wood.levers
        self.until(self.wood.press("confirm", self.now, held=SECOND) + SECOND // 5)

    def answers(self) -> None:
        assert self.question is not None
        number = self.question.tile
        if self.random.random() < 0.2:
            self.something_fails()
        if isinstance(self.question, LeverPositionAsked):
            stands = bool(self.wood.levers & tile(number))
            self.press_briefly("new" if stands else "confirm")
        else:
            self.press_briefly("confirm" if self.unseen & tile(number) else "new")

    def press_briefly(self, button: ButtonName) -> None:
        self.until(self.wood.press(button, self.now) + SECOND // 5)


def play_on(table: FailingTable) -> None:
    """Play a match to its end without a mistake."""
    chooser = PolicyPlayer(table.random, AtRandom())
    for _ in range(2000):
        play = table.runtime.referee.play
        if play.over:
            return
        table.something_fails()
        if play.throw_awaited:
            count = chooser.choose_dice(play)
            table.throws(*(table.random.randint(1, play.rules.dice.sides) for _ in range(count)))
        elif play.answer is not None and play.answer.move is not None:
            table.press_briefly("confirm")
        elif play.answer is not None:
            for number in numbers(chooser.choose_move(play).tiles):
                table.moves(number)
        table.comes_to_rest()
    raise AssertionError("the match does not end")


@pytest.mark.parametrize("seed", range(2 * SOAK))
@pytest.mark.parametrize(
    "wood", [PERFECT_WOOD, GOOD_WOOD, BAD_WOOD], ids=["perfect", "good", "bad"]
)
@pytest.mark.parametrize("name", ["classic", "subtract", "canoga", "full-house"])
def test_book_and_levers_agree_when_every_question_is_answered(
    name: str, wood: Wood, seed: int
) -> None:
    table = FailingTable(name, chance(f"{name} {seed}"), wood)
    play_on(table)
    assert table.all_is_seen
    assert table.unmarked == []
