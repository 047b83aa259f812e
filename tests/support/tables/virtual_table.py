"""A whole box in virtual time: the runtime as it is, the mock box under it, no waiting."""

from __future__ import annotations

from boxctl.presentation.notices import Notice
from boxctl.referee.referee import Referee
from boxctl.referee.ruling import Ruling
from boxctl.rules.settings import with_settings
from boxctl.rules.tiles import numbers, tile_set
from boxctl.rules.variants import variant
from boxctl.table.contact_state import open_tiles
from boxctl.table.runtime import Runtime
from hardware.devices import Box, DeviceEvent, DiceRolled
from hardware.virtual import GOOD_WOOD, VirtualBox, Wood

SECOND = 1_000_000
QUIET = 5_000


class VirtualTable:
    """People at a virtual box. Its clock does not begin at 0, as no real one does."""

    def __init__(
        self,
        name: str = "classic",
        players: str = "Ann",
        *,
        seed: int = 0,
        wood: Wood = GOOD_WOOD,
        wired: int | None = None,
        already_shut: tuple[int, ...] = (),
        **settings: object,
    ) -> None:
        rules = with_settings(variant(name), [(key, str(v)) for key, v in settings.items()])
        self.now = 78 * SECOND
        self.events: list[DeviceEvent] = []
        self.wood = VirtualBox(
            wired or rules.tiles,
            self.events.append,
            standing=~rules.down & ~tile_set(already_shut),
            seed=seed,
            wood=wood,
        )
        self.box = Box(self.wood.tiles, self.wood.buttons, self.wood.lamps, QUIET, QUIET)
        self.rulings: list[Ruling] = []
        self.new: list[Ruling] = []
        self.notices: list[Notice] = []
        self.rules = rules
        self.players = players.split(",")
        self.sit_down()

    def sit_down(self) -> None:
        """A program begins to watch the box."""
        known = self.box.read()
        levers = open_tiles(known) & self.rules.on_the_box
        referee = Referee(self.rules, self.players, levers)
        self.runtime = Runtime(self.box, referee, known, self.now, self.heard, self.told)

    def heard(self, ruling: Ruling) -> None:
        self.rulings.append(ruling)
        self.new.append(ruling)

    def told(self, notice: Notice) -> None:
        self.notices.append(notice)

    def until(self, time: int) -> None:
        """Let the time run to this moment, step by step, as the loop does."""
        while True:
            dues = [due for due in (self.runtime.due, self.wood.due) if due is not None]
            self.now = max(self.now, min([*dues, time]))
            self.wood.advance(self.now)
            taken, self.events[:] = list(self.events), []
            self.runtime.step(self.now, taken)
            if self.now >= time and not self.events:
                return

    def waits(self, milliseconds: float) -> None:
        self.new.clear()
        self.until(self.now + round(milliseconds * 1000))

    def shuts(self, *tiles: int) -> None:
        self.new.clear()
        for number in tiles:
            self.until(self.wood.shut(number, self.now) + SECOND // 2)

    def opens(self, *tiles: int) -> None:
        self.new.clear()
        for number in tiles:
            self.until(self.wood.open(number, self.now) + SECOND // 2)

    def throws(self, *values: int | None) -> None:
        self.new.clear()
        self.events.append(DiceRolled(self.now, values))
        self.until(self.now + SECOND)

    def makes_ready(self) -> None:
        back = self.runtime.referee.play.put_back
        self.opens(*numbers(back.open))
        self.shuts(*numbers(back.shut))

    @property
    def ruled(self) -> list[str]:
        return [f"{ruling.verdict} {ruling.rule}" for ruling in self.new]
