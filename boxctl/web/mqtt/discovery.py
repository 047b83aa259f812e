"""Messages by which Home Assistant finds a box and shows it without being set up. Pure.

No name of a player and no sentence of the table is part of it: those are values, never templates.
"""

from __future__ import annotations

from typing import Any

from boxctl import __version__
from boxctl.web.json_data import as_text
from boxctl.web.mqtt.topics import NOTHING, OFFLINE, ONLINE, Topics
from boxctl.web.state import TableSnapshot
from groundwork.language import message, tr
from groundwork.limits import MOST_TILES

SENSORS = {
    "turn": (message("Turn"), "mdi:account", "turn"),
    "phase": (message("Phase"), "mdi:progress-clock", "phase"),
    "announcement": (message("Ruling"), "mdi:gavel", "announcement"),
    "remark": (message("What to do"), "mdi:hand-pointing-right", "remark"),
}
"""For each topic that is a text: what people call it, its picture, and the object of its entity."""

TEXT_TEMPLATE = "{{ value[:255] }}"
"""Home Assistant refuses a state of more characters."""

SCORE_TEMPLATE = (
    "{% set known = value_json.players | map(attribute='total') | reject('none') | list %}"
    "{{ known | min if known else none }}"
)

TILE_TEMPLATE = "{{ {'open': 'ON', 'shut': 'OFF'}.get(value, 'None') }}"
"""Home Assistant takes ``None`` for: that is not known."""

DOUBT_TEMPLATE = "{{ value | upper }}"

DICE_TEMPLATE = "{{ value_json['values'] | map('default', '?', true) | join(' ') }}"


class Discovery:
    """The messages by which Home Assistant finds the box of these ``topics``.

    ``prefix`` is where it looks for them.
    """

    def __init__(self, topics: Topics, prefix: str) -> None:
        self._topics = topics
        self._prefix = prefix

    def retained(self, snapshot: TableSnapshot) -> dict[str, str]:
        """Return what is kept under each topic; for tiles that the box does not have, nothing."""
        kept = {}
        for topic, (name, icon, object) in SENSORS.items():
            kept[self._place("sensor", object)] = self._entity(
                object, tr(name), topic, icon=icon, value_template=TEXT_TEMPLATE
            )
        kept[self._place("sensor", "dice")] = self._entity(
            "dice", tr("Dice"), "dice", icon="mdi:dice-multiple", value_template=DICE_TEMPLATE,
            json_attributes_topic=f"{self._topics.root}/dice",
        )  # fmt: skip
        kept[self._place("sensor", "score")] = self._entity(
            "score", tr("Lowest score"), "score", icon="mdi:scoreboard",
            value_template=SCORE_TEMPLATE, json_attributes_topic=f"{self._topics.root}/score",
        )  # fmt: skip
        kept[self._place("binary_sensor", "doubtful")] = self._entity(
            "doubtful", tr("In doubt"), "doubtful", device_class="problem",
            value_template=DOUBT_TEMPLATE,
        )  # fmt: skip
        there = {tile.number for tile in snapshot.tiles}
        for number in range(1, MOST_TILES + 1):
            object = f"tile_{number}"
            kept[self._place("binary_sensor", object)] = (
                self._entity(
                    object, tr("Tile {number}", number=number), f"tile/{number}",
                    device_class="opening", value_template=TILE_TEMPLATE,
                )
                if number in there
                else NOTHING
            )  # fmt: skip
        return kept

    def _place(self, component: str, object: str) -> str:
        return f"{self._prefix}/{component}/boxctl_{self._topics.box}/{object}/config"

    def _entity(self, object: str, name: str, topic: str, **more: str) -> str:
        box = self._topics.box
        entity: dict[str, Any] = {
            "name": name,
            "unique_id": f"boxctl_{box}_{object}",
            "object_id": f"boxctl_{box}_{object}",
            "state_topic": f"{self._topics.root}/{topic}",
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
            },
            "origin": {"name": "boxctl", "sw_version": __version__},
        }
        return as_text(entity)
