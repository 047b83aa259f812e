"""What a broker is told of a table: topics, and the messages for Home Assistant's discovery. Pure.

The topics and what is under them are part of a contract (``docs/mqtt.md``): what is there stays
as it is in one :data:`boxctl.web.state.FORMAT`, which is part of every topic. No name of a player
and no sentence of the table is part of a discovery message: those are values, never templates.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any, Literal, TypedDict, get_args

from boxctl import __version__
from boxctl.view.announcement import AnnouncementKind
from boxctl.view.score_sheet import SheetLine
from boxctl.web.reading import as_text
from boxctl.web.state import FORMAT, LeverPosition, Phase, RulingLine, TableSnapshot
from groundwork.frozen_dataclass import frozen_dataclass
from groundwork.language import message, tr
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
    """The score sheet: its columns and lines, who has won, and the pool in words.

    ``titles`` is what people call those of the players whom boxctl has named.
    """

    rounds: tuple[str, ...]
    players: tuple[SheetLine, ...]
    winners: tuple[str, ...]
    pool: str
    titles: dict[str, str]


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

    @property
    def choice(self) -> str:
        """The topic under which the name of a game is taken, if that is allowed."""
        return f"{self.root}/tonight/set"

    def command(self, name: str) -> str:
        """Return the topic under which a command is taken, if that is allowed."""
        return f"{self.root}/{name}/set"

    def retained(self, snapshot: TableSnapshot) -> dict[str, str]:
        """Return the retained message of each topic but the availability, for a table at a moment.

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
            titles=snapshot.titles or {},
        )
        kept = {
            "state": as_text(snapshot),
            "phase": snapshot.phase,
            "turn": snapshot.turn,
            "announcement": snapshot.announcement.text,
            "remark": snapshot.remark,
            "doubtful": _on_off(snapshot.doubtful),
            "mute": _on_off(bool(snapshot.muted)),
            "rules": as_text(snapshot.rules),
            "tiles": as_text(by_state),
            "lamps": as_text({str(number): tile.lamp for number, tile in tiles.items()}),
            "dice": as_text(snapshot.dice),
            "score": as_text(score),
            "tonight": NOTHING if snapshot.tonight is None else snapshot.tonight.game.name,
            "troubles": as_text(snapshot.troubles),
        }
        for number in range(1, MOST_TILES + 1):
            kept[f"tile/{number}"] = tiles[number].state if number in tiles else NOTHING
        return {f"{self.root}/{topic}": text for topic, text in kept.items()}


def ruling_text(run: str, sequence: int, match: int, ruling: RulingLine) -> str:
    """Return a ruling as it is said: ``sequence`` counts those of this ``run`` of the program."""
    said = SaidRuling(format=FORMAT, run=run, sequence=sequence, match=match, ruling=ruling)
    return as_text(said)


def _on_off(is_on: bool) -> str:
    return "on" if is_on else "off"


LONGEST_STATE = 255
"""Home Assistant refuses a state of more characters."""

TEXT_TEMPLATE = f"{{{{ value[:{LONGEST_STATE}] }}}}"

PLAYERS_TEMPLATE = f"{{{{ (value_json.next_players | join(', '))[:{LONGEST_STATE}] }}}}"

TURN_TEMPLATE = (
    "{% set turn = value_json.turn %}{{ (value_json.titles | default({})).get(turn, turn)[:255] }}"
)
"""Whose turn it is, as people call him. The topic ``turn`` has the name as it is recorded."""

SENSORS = {
    "turn": (message("Turn"), "mdi:account", "state", TURN_TEMPLATE),
    "announcement": (message("Ruling"), "mdi:gavel", "announcement", TEXT_TEMPLATE),
    "remark": (message("What to do"), "mdi:hand-pointing-right", "remark", TEXT_TEMPLATE),
}
"""For each text: what people call it, its picture, and the topic and the template it is from."""

RULING_TEMPLATE = (
    "{% set ruling = value_json.ruling %}"
    "{{ {'event_type': ruling.kind, 'verdict': ruling.verdict, 'rule': ruling.rule,"
    " 'player': ruling.player, 'text': ruling.text, 'match': value_json.match} | to_json }}"
)
"""What happened, by the kind of the ruling; the rest are attributes of the event."""

SCORE_TEMPLATE = (
    "{% set totals = value_json.players | map(attribute='total') | reject('none') | list %}"
    "{% set rounds = value_json.players | map(attribute='rounds') | map('last') %}"
    "{% set known = totals or rounds | select('number') | list %}"
    "{{ known | min if known else none }}"
)
"""The lowest total; where rounds are not added up, the lowest score of the newest round."""

TILE_TEMPLATE = "{{ {'open': 'ON', 'shut': 'OFF'}.get(value, 'None') }}"
"""Home Assistant takes ``None`` for: that is not known."""

DOUBT_TEMPLATE = "{{ value | upper }}"

DICE_TEMPLATE = "{{ value_json['values'] | map('default', '?', true) | join(' ') }}"


class Discovery:
    """The messages by which Home Assistant finds the box of these ``topics``.

    ``prefix`` is where it looks for them, ``page`` the address of the page of the table for whoever
    is in its network; empty without one.
    """

    def __init__(self, topics: Topics, prefix: str, page: str = "") -> None:
        self._topics = topics
        self._prefix = prefix
        self._page = page

    def retained(self, snapshot: TableSnapshot) -> dict[str, str]:
        """Return the retained message of each topic; empty for tiles that the box does not have."""
        announced = dict(
            self._entity("sensor", object, tr(name), topic, icon=icon, value_template=template)
            for object, (name, icon, topic, template) in SENSORS.items()
        )
        announced |= [
            self._entity(
                "sensor", "phase", tr("Phase"), "phase", icon="mdi:progress-clock",
                device_class="enum", options=get_args(Phase),
            ),
            self._entity(
                "sensor", "dice", tr("Dice"), "dice", icon="mdi:dice-multiple",
                value_template=DICE_TEMPLATE, json_attributes_topic=f"{self._topics.root}/dice",
            ),
            self._entity(
                "sensor", "score", tr("Lowest score"), "score", icon="mdi:scoreboard",
                value_template=SCORE_TEMPLATE, json_attributes_topic=f"{self._topics.root}/score",
            ),
            self._entity(
                "event", "rulings", tr("What was ruled"), "rulings", icon="mdi:gavel",
                event_types=list(AnnouncementKind), value_template=RULING_TEMPLATE,
            ),
            self._entity(
                "binary_sensor", "doubtful", tr("In doubt"), "doubtful", device_class="problem",
                value_template=DOUBT_TEMPLATE,
            ),
        ]  # fmt: skip
        there = {tile.number for tile in snapshot.tiles}
        for number in range(1, MOST_TILES + 1):
            place, tile = self._entity(
                "binary_sensor", f"tile_{number}", tr("Tile {number}", number=number),
                f"tile/{number}", device_class="opening", value_template=TILE_TEMPLATE,
            )  # fmt: skip
            announced[place] = tile if number in there else NOTHING
        return announced

    def select(self, games: Sequence[str]) -> dict[str, str]:
        """Return the list from which these games are chosen; nothing is kept if there are none."""
        place, chosen = self._entity(
            "select", "tonight", tr("Tonight's game"), "tonight", icon="mdi:dice-multiple",
            command_topic=self._topics.choice, options=list(games),
        )  # fmt: skip
        return {place: chosen if games else NOTHING}

    def commands(self, allowed: Collection[str]) -> dict[str, str]:
        """Return the commands that are ``allowed`` from there; of the others nothing is kept."""
        told = {
            "players": self._entity(
                "text", "players", tr("The next players, with commas"), "state",
                icon="mdi:account-group", value_template=PLAYERS_TEMPLATE, max=LONGEST_STATE,
                command_topic=self._topics.command("players"),
            ),
            "new": self._entity(
                "button", "new", tr("The next match"), None, icon="mdi:play",
                command_topic=self._topics.command("new"),
            ),
            "hush": self._entity(
                "button", "hush", tr("Silence the voice"), None, icon="mdi:volume-off",
                command_topic=self._topics.command("hush"),
            ),
            "mute": self._entity(
                "switch", "mute", tr("Voice and sound off"), "mute", icon="mdi:volume-mute",
                state_on="on", state_off="off",
                command_topic=self._topics.command("mute"),
            ),
        }  # fmt: skip
        return {
            place: entity if name in allowed else NOTHING for name, (place, entity) in told.items()
        }

    def _entity(
        self, component: str, object: str, name: str, topic: str | None, **more: object
    ) -> tuple[str, str]:
        """Return where an entity is announced, and its announcement. A button has no state."""
        box = self._topics.box
        entity: dict[str, Any] = {
            "name": name,
            "unique_id": f"boxctl_{box}_{object}",
            "default_entity_id": f"{component}.boxctl_{box}_{object}",
            **({} if topic is None else {"state_topic": f"{self._topics.root}/{topic}"}),
            "availability_topic": self._topics.availability,
            "payload_available": ONLINE,
            "payload_not_available": OFFLINE,
            "qos": 1,
            **more,
            "device": {
                "identifiers": [f"boxctl_{box}"],
                "name": box,
                "manufacturer": "boxctl",
                "model": "Shut the Box",
                "sw_version": __version__,
                **({"configuration_url": self._page} if self._page else {}),
            },
            "origin": {"name": "boxctl", "sw_version": __version__},
        }
        return f"{self._prefix}/{component}/boxctl_{box}/{object}/config", as_text(entity)
