"""The topics of a table, and what is published under each. Pure.

The topics and what is under them are part of a contract (``docs/mqtt.md``): what is there stays as
it is in one :data:`boxctl.web.state.FORMAT`, which is part of every topic.
"""

from __future__ import annotations

from typing import Literal, TypedDict

from boxctl.view.score_sheet import SheetLine
from boxctl.web.json_data import as_data, as_text
from boxctl.web.state import FORMAT, LeverPosition, RulingLine, TableSnapshot
from groundwork.frozen_dataclass import frozen_dataclass
from groundwork.limits import MOST_TILES

ONLINE, OFFLINE = "online", "offline"

NOTHING = ""
"""The message that takes a retained one away."""


class TilesByState(TypedDict):
    """The tiles whose levers stand so."""

    open: list[int]
    shut: list[int]
    unknown: list[int]


class Score(TypedDict):
    """The score sheet: its columns and lines, who has won, and the pool in words."""

    rounds: tuple[str, ...]
    players: tuple[SheetLine, ...]
    winners: tuple[str, ...]
    pool: str


class SaidRuling(TypedDict):
    """A ruling as it is said: ``sequence`` counts those of this ``run`` of the program."""

    format: Literal[1]
    run: str
    sequence: int
    match: int
    ruling: RulingLine


@frozen_dataclass
class Topics:
    """The topics of one ``box``: a name without ``/``, ``+`` and ``#``."""

    box: str

    @property
    def root(self) -> str:
        """The beginning of all topics, without a slash at its end."""
        return f"boxctl/{FORMAT}/{self.box}"

    @property
    def availability(self) -> str:
        """Whether the box plays: ``online`` or ``offline``. The last will goes here, too."""
        return f"{self.root}/availability"

    @property
    def rulings(self) -> str:
        """The topic of each ruling as it is made."""
        return f"{self.root}/rulings"

    def retained(self, snapshot: TableSnapshot) -> dict[str, str]:
        """Return what is kept under each topic but the availability, for a table at a moment.

        Tiles that the box does not have are taken away, as an earlier box may have had them.
        """
        tiles = {tile.number: tile for tile in snapshot.tiles}

        def standing(state: LeverPosition) -> list[int]:
            return [number for number, tile in tiles.items() if tile.state == state]

        by_state = TilesByState(
            open=standing("open"), shut=standing("shut"), unknown=standing("unknown")
        )
        score = Score(
            rounds=snapshot.rounds,
            players=snapshot.players,
            winners=snapshot.winners,
            pool=snapshot.pool,
        )
        kept = {
            "state": as_text(as_data(snapshot)),
            "phase": snapshot.phase,
            "turn": snapshot.turn,
            "announcement": snapshot.announcement.text,
            "remark": snapshot.remark,
            "doubtful": _on_off(snapshot.doubtful),
            "rules": as_text(as_data(snapshot.rules)),
            "tiles": as_text(by_state),
            "lamps": as_text({str(number): tile.lamp for number, tile in tiles.items()}),
            "dice": as_text(as_data(snapshot.dice)),
            "score": as_text(as_data(score)),
            "troubles": as_text(as_data(snapshot.troubles)),
        }
        for number in range(1, MOST_TILES + 1):
            kept[f"tile/{number}"] = tiles[number].state if number in tiles else NOTHING
        return {f"{self.root}/{topic}": text for topic, text in kept.items()}


def ruling_text(run: str, sequence: int, match: int, ruling: RulingLine) -> str:
    """Return a ruling as it is said: ``sequence`` counts those of this ``run`` of the program."""
    said = SaidRuling(format=FORMAT, run=run, sequence=sequence, match=match, ruling=ruling)
    return as_text(as_data(said))


def _on_off(is_on: bool) -> str:
    return "on" if is_on else "off"
