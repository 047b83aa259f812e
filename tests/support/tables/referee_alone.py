"""A referee to tell situations to: who throws, which levers move, what is ruled."""

from __future__ import annotations

from boxctl.presentation.phrases import WRITTEN
from boxctl.presentation.sentences.ruling import sentence
from boxctl.referee.lines import Button, Event, LeverMoved, Pressed, Thrown, TimePassed
from boxctl.referee.referee import Referee
from boxctl.referee.ruling import Ruling
from boxctl.rules.settings import with_settings
from boxctl.rules.tiles import numbers, tile
from boxctl.rules.variants import variant
from groundwork.times import MatchTime
from tests.support.rulings import of

MILLISECOND = 1000
SECOND = 1_000_000


class RefereeAlone:
    """A referee without box and runtime, so that a test is of its rulings and of nothing else.

    Each thing that people do comes a second after the last and is then decided.
    """

    def __init__(self, name: str = "classic", players: str = "Ann", **settings: object) -> None:
        changes = [(key, str(value)) for key, value in settings.items()]
        self.referee = Referee(with_settings(variant(name), changes), players.split(","))
        self.rulings: list[Ruling] = self.referee.begin()
        self.new = list(self.rulings)

    def throws(self, *values: int | None) -> None:
        """The roller reports a throw."""
        self.happens(Thrown(MatchTime(self.referee.clock + SECOND), values))

    def shuts(self, *tiles: int) -> None:
        """These levers go down, one after the other."""
        for number in tiles:
            self.happens(LeverMoved(MatchTime(self.referee.clock + SECOND), number, open=False))

    def opens(self, *tiles: int) -> None:
        """These levers go up, one after the other."""
        for number in tiles:
            self.happens(LeverMoved(MatchTime(self.referee.clock + SECOND), number, open=True))

    def fall(self, *tiles: int, apart: float = 30) -> None:
        """These levers change sides, so many milliseconds apart, and then nothing happens."""
        at = self.referee.clock + SECOND
        flips: list[Event] = []
        levers = self.referee.levers
        for place, number in enumerate(tiles):
            open = not levers & tile(number)
            levers ^= tile(number)
            moved_at = MatchTime(at + round(place * apart * MILLISECOND))
            flips.append(LeverMoved(moved_at, number, open=open))
        self.hears(*flips, TimePassed(MatchTime(flips[-1].at + 2 * SECOND)))

    def presses(self, button: Button) -> None:
        """Someone presses a button."""
        self.happens(Pressed(MatchTime(self.referee.clock + SECOND), button))

    def waits(self, milliseconds: float) -> None:
        """Nothing happens for a time."""
        self.hears(TimePassed(MatchTime(self.referee.clock + round(milliseconds * MILLISECOND))))

    def makes_ready(self) -> None:
        """The levers are put as the next turn needs them."""
        back = self.referee.play.put_back
        self.opens(*numbers(back.open))
        self.shuts(*numbers(back.shut))

    def happens(self, event: Event) -> None:
        """An event, and time enough for it to be decided."""
        self.hears(event, TimePassed(MatchTime(event.at + SECOND // 2)))

    def hears(self, *events: Event) -> None:
        """Events as they come; :attr:`new` are the rulings on them."""
        self.new = [ruling for event in events for ruling in self.referee.hear(event)]
        self.rulings += self.new

    @property
    def ruled(self) -> list[str]:
        """The verdicts on what happened last, each with its rule."""
        return [f"{ruling.verdict} {ruling.rule}" for ruling in self.new]

    @property
    def asked_back(self) -> list[tuple[int, ...]]:
        """What the last ruling wants stood up, and what laid down."""
        back = of(self.new[-1]).put_back
        assert back is not None
        return [numbers(back.open), numbers(back.shut)]

    @property
    def text(self) -> str:
        """What the last ruling said."""
        return sentence(self.new[-1], WRITTEN)

    def last(self, verdict: str) -> Ruling:
        """The latest ruling of this kind."""
        return next(ruling for ruling in reversed(self.rulings) if ruling.verdict == verdict)
