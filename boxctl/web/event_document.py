"""The description of what is told by events, as AsyncAPI: the feed, and the topics of a broker."""

from __future__ import annotations

from boxctl.web.http.app import FEEDS
from boxctl.web.http.served import JSON
from boxctl.web.mqtt.discovery import OFFLINE, ONLINE, SaidRuling, Score, TilesByState, Topics
from boxctl.web.schemas import Schema, feed_schemas, schema_of
from boxctl.web.state import FORMAT, LampSign, LeverPosition

TOPICS = Topics("{box}")


def event_document() -> Schema:
    """Return the AsyncAPI document of format :data:`FORMAT`."""
    schemas = feed_schemas()
    channels = {**_feeds(), **_topics(schemas)}
    return {
        "asyncapi": "3.0.0",
        "info": {"title": "What a table of boxctl tells", "version": str(FORMAT)},
        "defaultContentType": JSON,
        "channels": channels,
        "operations": {
            name: {
                "action": "receive" if channel["summary"] == _TAKEN else "send",
                "channel": {"$ref": f"#/channels/{name}"},
                **_bindings(channel),
            }
            for name, channel in channels.items()
        },
        "components": {"schemas": dict(sorted(schemas.items()))},
    }


def _feeds() -> Schema:
    return {
        feed.path.strip("/").replace(".", "_"): _channel(
            feed.path, feed.summary, feed.answer, content=feed.content
        )
        for feed in FEEDS
    }


def _topics(schemas: dict[str, Schema]) -> Schema:
    text = {"type": "string"}
    table = "#/components/schemas/TableSnapshot"
    kept: dict[str, Schema] = {
        "availability": {"enum": [ONLINE, OFFLINE]},
        "state": {"$ref": table},
        "tile/{number}": schema_of(LeverPosition, schemas),
        "tiles": schema_of(TilesByState, schemas),
        "lamps": schema_of(dict[str, LampSign], schemas),
        "score": schema_of(Score, schemas),
        "doubtful": {"enum": ["on", "off"]},
        **{part: {"$ref": f"{table}/properties/{part}"} for part in OF_THE_STATE},
        "announcement": text,
        "tonight": text,
    }
    channels = {
        _name(topic): _channel(f"{TOPICS.root}/{topic}", _RETAINED, schema)
        for topic, schema in kept.items()
    }
    channels["mqtt_rulings"] = _channel(TOPICS.rulings, _SAID, schema_of(SaidRuling, schemas))
    channels["mqtt_tonight_set"] = _channel(TOPICS.choice, _TAKEN, text)
    return channels


OF_THE_STATE = ("phase", "turn", "remark", "rules", "dice", "troubles")
"""Parts of the state that have a topic of their own, as they are."""

_RETAINED = "How it is: the broker keeps the newest."
_SAID = "What happens: kept by nobody, told at least once."
_TAKEN = "The name of a game that is to be played, where box.toml allows that."


def _name(topic: str) -> str:
    return "mqtt_" + topic.replace("/{number}", "")


def _channel(
    address: str,
    summary: str,
    payload: Schema,
    *,
    content: str | None = None,
) -> Schema:
    message: Schema = {"payload": payload}
    if content is not None:
        message["contentType"] = content
    channel: Schema = {"address": address, "summary": summary, "messages": {"event": message}}
    if "{" in address:
        named = ("box", "number") if "{number}" in address else ("box",)
        channel["parameters"] = {name: {} for name in named}
    return channel


def _bindings(channel: Schema) -> Schema:
    """Return what MQTT has to be told of an operation; nothing for a feed of the pages."""
    if channel["summary"] not in (_RETAINED, _SAID):
        return {}
    return {"bindings": {"mqtt": {"qos": 1, "retain": channel["summary"] == _RETAINED}}}
