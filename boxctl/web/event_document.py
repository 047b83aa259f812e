"""The description of what is told by events, as AsyncAPI: the feed, and the topics of a broker."""

from __future__ import annotations

from typing import Any

from boxctl.web.api_document import api_document
from boxctl.web.mqtt.topics import OFFLINE, ONLINE, Topics
from boxctl.web.state import FORMAT

FEEDS = {
    "/events": ("The feed as server-sent events.", "text/event-stream"),
    "/feed.ndjson": ("The feed as lines of JSON.", "application/x-ndjson"),
    "/socket": ("The feed as messages of a WebSocket.", "application/json"),
}

TOPICS = Topics("{box}")

Schema = dict[str, Any]


def event_document() -> Schema:
    """Return the AsyncAPI document of format :data:`FORMAT`."""
    channels = {**_feeds(), **_topics()}
    schemas = api_document()["components"]["schemas"]
    return {
        "asyncapi": "3.0.0",
        "info": {"title": "What a table of boxctl tells", "version": str(FORMAT)},
        "defaultContentType": "application/json",
        "channels": channels,
        "operations": {
            name: {
                "action": "send",
                "channel": {"$ref": f"#/channels/{name}"},
                **_bindings(channel),
            }
            for name, channel in channels.items()
        },
        "components": {"schemas": schemas},
    }


def _feeds() -> Schema:
    event = {"$ref": "#/components/schemas/Event"}
    return {
        path.strip("/").replace(".", "_"): _channel(path, summary, event, content=content)
        for path, (summary, content) in FEEDS.items()
    }


def _topics() -> Schema:
    text = {"type": "string"}
    table = "#/components/schemas/TableSnapshot"
    numbers = {"type": "array", "items": {"type": "integer"}}
    ruling: Schema = {
        "format": {"const": FORMAT},
        "run": text,
        "sequence": {"type": "integer"},
        "match": {"type": "integer"},
        "ruling": {"$ref": "#/components/schemas/RulingLine"},
    }
    kept: dict[str, Schema] = {
        "availability": {"enum": [ONLINE, OFFLINE]},
        "state": {"$ref": table},
        "tile/{number}": {"enum": ["open", "shut", "unknown"]},
        "tiles": {
            "type": "object",
            "properties": dict.fromkeys(("open", "shut", "unknown"), numbers),
        },
        "lamps": {"type": "object", "additionalProperties": text},
        "score": {"type": "object"},
        "doubtful": {"enum": ["on", "off"]},
        **{part: {"$ref": f"{table}/properties/{part}"} for part in OF_THE_STATE},
        "announcement": text,
    }
    channels = {
        _name(topic): _channel(f"{TOPICS.root}/{topic}", _RETAINED, schema)
        for topic, schema in kept.items()
    }
    said = {"type": "object", "properties": ruling, "required": list(ruling)}
    channels["mqtt_rulings"] = _channel(TOPICS.rulings, _SAID, said)
    return channels


OF_THE_STATE = ("phase", "turn", "remark", "rules", "dice", "troubles")
"""Parts of the state that have a topic of their own, as they are."""

_RETAINED = "How it is: the broker keeps the newest."
_SAID = "What happens: kept by nobody, told at least once."


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
