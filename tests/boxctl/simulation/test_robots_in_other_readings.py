"""The named players in every reading of the rule book: what they choose is allowed."""

from __future__ import annotations

from itertools import islice
from random import Random

import pytest

from boxctl.presentation.ways_to_play import WAYS_TO_PLAY
from boxctl.referee.game import Game
from boxctl.referee.referee import Referee
from boxctl.rules.moves import THROW_AGAIN, Move
from boxctl.rules.setting_kinds import OF_THE_ODDS
from boxctl.rules.settings import SETTINGS, deciding
from boxctl.simulation.players import NamedPlayer, Player, SeatedPlayers, play_match
from tests.support.every_variant import parameter
from tests.support.random_rules import table_with
from tests.support.soak import SOAK

READINGS = [
    (name, value)
    for name in sorted(deciding(*OF_THE_ODDS))
    for value in SETTINGS[name].samples.small[1:]
]
EVENTS = 400
"""Box events of a match that are played at most: some rules have matches without an end."""


class Watched:
    """A player whose every choice has to be one that the referee allows."""

    def __init__(self, player: Player) -> None:
        self._player = player

    def choose_dice(self, play: Game) -> int:
        count = self._player.choose_dice(play)
        assert count in play.counts
        return count

    def choose_move(self, play: Game) -> Move:
        move = self._player.choose_move(play)
        assert play.answer is not None
        assert move in play.answer.moves or (move is THROW_AGAIN and play.may_throw_again)
        return move


@pytest.mark.parametrize("reading", READINGS)
@pytest.mark.parametrize(
    "name", [parameter(name, quick=name in ("best", "random")) for name in WAYS_TO_PLAY]
)
def test_they_play_what_is_allowed(reading: tuple[str, str], name: str) -> None:
    random = Random(f"{reading} {name}")
    for _ in range(2 * SOAK):
        rules, players = table_with(random, reading)
        names = ["Ann", "Bob", "Cid"][:players]
        seated = [Watched(NamedPlayer(name, 0.3).player(rules, random)) for _ in names]
        match = play_match(Referee(rules, names), SeatedPlayers(seated), random)
        verdicts = [ruling.verdict for _event, ruled in islice(match, EVENTS) for ruling in ruled]
        assert "void" not in verdicts
        assert "refused" not in verdicts
