"""The program as it is started when the box is switched on."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from boxctl.referee.events import Event
from boxctl.referee.referee import Referee
from boxctl.referee.ruling import Ruling
from boxctl.rules.ruleset import RuleSet
from boxctl.rules.tiles import TileSet
from boxctl.runtime import Runtime, open_tiles
from tests.simulation.roller import RollerDriver

if TYPE_CHECKING:
    from tests.simulation.world import World


@dataclass(frozen=True, slots=True)
class Program:
    """What lives and dies as one process: the runtime, and the driver of its roller."""

    runtime: Runtime
    roller: RollerDriver


Start = Callable[["World"], Program]
"""Switches the program on, in the world as it stands."""


class ListeningReferee(Referee):
    """A referee that says what it hears."""

    def __init__(
        self,
        rules: RuleSet,
        players: Sequence[str],
        levers: TileSet,
        heard: Callable[[Event], None],
    ) -> None:
        super().__init__(rules, players, levers)
        self._heard = heard

    def hear(self, event: Event, line: int = 0) -> list[Ruling]:
        """Hear an event, and say so."""
        self._heard(event)
        return super().hear(event, line)


def start_afresh(world: World) -> Program:
    """The program without any memory."""
    known = world.box.read()
    rules = world.evening.rules
    levers = open_tiles(known) & rules.on_the_box
    referee = ListeningReferee(rules, world.evening.players, levers, world.heard.append)
    runtime = Runtime(world.box, referee, known, world.now, world.show, world.notice)
    return Program(runtime, RollerDriver(world.hand_over, world.now))
