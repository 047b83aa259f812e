"""People at a box whose sensors stick and chatter, who tell the truth when they are asked."""

from __future__ import annotations

from random import Random

from boxctl.odds.sampling import AtRandom
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
from boxctl.table.open_table import Audience
from boxctl.table.sensors.quarantine import CHATTERS
from hardware.devices import ButtonName
from hardware.virtual import Wood
from tests.support.tables.virtual_table import SECOND, VirtualTable


class HonestPlayers:
    """Two people whose sensors fail at random: they look at the levers, and answer what is asked.

    ``unmarked`` are the rulings that were not marked though a sensor was in quarantine.
    """

    def __init__(self, name: str, random: Random, wood: Wood) -> None:
        self._random = random
        self._quarantined: set[int] = set()
        self.unmarked: list[Ruling] = []
        self._question: LeverPositionAsked | StuckSensorAsked | None = None
        self._stuck: set[int] = set()
        self._unseen = NO_TILES
        seed = random.randrange(1 << 30)
        audience = Audience(self._heard, self._told)
        self.table = VirtualTable(name, "Ann,Bob", seed=seed, wood=wood, audience=audience)

    def _heard(self, ruling: Ruling) -> None:
        if self._quarantined and not ruling.unverified:
            self.unmarked.append(ruling)

    def _told(self, notice: Notice) -> None:
        if isinstance(notice, LeverPositionAsked | StuckSensorAsked):
            self._question = notice
        elif isinstance(notice, SensorQuarantined):
            self._quarantined.add(notice.tile)
        elif isinstance(notice, SensorTrusted):
            self._quarantined.discard(notice.tile)

    def play_on(self) -> None:
        """Play the match to its end without a mistake."""
        chooser = PolicyPlayer(self._random, AtRandom())
        for _ in range(2000):
            play = self.table.runtime.referee.play
            if play.over:
                return
            self._something_fails()
            if play.throw_awaited:
                count = chooser.choose_dice(play)
                sides = play.rules.dice.sides
                self.table.throws(*(self._random.randint(1, sides) for _ in range(count)))
            elif play.answer is not None and play.answer.move is not None:
                self._press("confirm")
            elif play.answer is not None:
                for number in numbers(chooser.choose_move(play).tiles):
                    self._moves(number)
            self._comes_to_rest()
        raise AssertionError("the match does not end")

    def _something_fails(self) -> None:
        """Let a sensor stick, chatter or work again; mostly nothing."""
        number = self._random.randint(1, self.table.rules.tiles)
        chance = self._random.random()
        if chance < 0.10:
            self.table.wood.stick(number)
            self._stuck.add(number)
        elif chance < 0.16 and self._stuck:
            number = self._random.choice(sorted(self._stuck))
            self._stuck.discard(number)
            self.table.wood.loosen(number, self.table.now)
        elif chance < 0.20 and number not in self._stuck:
            lasting = self._random.choice([CHATTERS // 4, CHATTERS + SECOND, 2 * CHATTERS])
            self.table.wood.chatter(number, self.table.now, lasting)

    def _moves(self, number: int) -> None:
        """Move this lever; something may fail before or after."""
        self._something_fails()
        standing = self.table.wood.levers & tile(number)
        move = self.table.wood.shut if standing else self.table.wood.open
        self.table.until(move(number, self.table.now) + self._random.randint(1, SECOND))
        self._something_fails()

    def _comes_to_rest(self) -> None:
        """Do what is asked, until nothing is asked and everything that was done was seen."""
        for _ in range(100):
            self.table.waits(1500)
            back = self.table.runtime.put_back
            undone = back.open & ~self.table.wood.levers | back.shut & self.table.wood.levers
            if self.table.runtime.paused:
                self._answers()
            elif undone:
                self._moves(self._random.choice(numbers(undone)))
            elif back or not self.all_is_seen:
                self._holds_confirm()
            else:
                return
        raise AssertionError(f"it does not come to rest: {self.table.notices[-10:]}")

    @property
    def all_is_seen(self) -> bool:
        """Whether the book has all levers as they stand."""
        return self.table.runtime.referee.play.levers == self.table.wood.levers

    def _holds_confirm(self) -> None:
        self._unseen = self.table.runtime.referee.play.levers ^ self.table.wood.levers
        self._press("confirm", held=SECOND)

    def _answers(self) -> None:
        assert self._question is not None
        number = self._question.tile
        if self._random.random() < 0.2:
            self._something_fails()
        if isinstance(self._question, LeverPositionAsked):
            stands = bool(self.table.wood.levers & tile(number))
            self._press("new" if stands else "confirm")
        else:
            self._press("confirm" if self._unseen & tile(number) else "new")

    def _press(self, button: ButtonName, held: int = SECOND // 10) -> None:
        self.table.until(self.table.wood.press(button, self.table.now, held) + SECOND // 5)
