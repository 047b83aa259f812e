"""The description of the addresses and of the feed, as OpenAPI, and of all events, as AsyncAPI.

What is sent and answered is described by the types that declare it: those of the state, of the
feed, of an act, and of each answer beside what makes it. The addresses are said where they are
served: see :mod:`boxctl.web.http.served`.
"""

from __future__ import annotations

import types
from dataclasses import MISSING, fields, is_dataclass
from enum import StrEnum
from pkgutil import resolve_name
from typing import (
    Annotated,
    Any,
    Literal,
    NotRequired,
    Union,
    get_args,
    get_origin,
    get_type_hints,
    is_typeddict,
)

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute

from boxctl.web.acting.act_routes import ActRoutes, CoachRoutes
from boxctl.web.acting.our_rules import OurRulesRoutes
from boxctl.web.acting.table_code import Act
from boxctl.web.acting.tonight import TonightRoutes
from boxctl.web.asking.ask_routes import AskRoutes
from boxctl.web.http.address import PhoneRoutes
from boxctl.web.http.app import FEEDS, LiveRoutes
from boxctl.web.http.guard import RefusedAnswer
from boxctl.web.http.served import JSON, Address, addresses_of, routes_of, serves
from boxctl.web.journal.record_routes import RecordRoutes
from boxctl.web.mqtt.commands import PRESS, SWITCHED, CommandName
from boxctl.web.mqtt.discovery import OFFLINE, ONLINE, SaidRuling, Score, TilesByState, Topics
from boxctl.web.page_texts import RuleRoutes
from boxctl.web.state import FORMAT, DataOf, Event, LampSign, LeverPosition


class DocumentRoutes:
    """The descriptions themselves."""

    @property
    def routes(self) -> list[BaseRoute]:
        """The addresses."""
        return routes_of(self)

    @serves(Address("/openapi.json", "This document.", dict[str, object]))
    async def _api(self, _request: Request) -> Response:
        return JSONResponse(api_document())

    @serves(Address("/asyncapi.json", "The feed and the topics of MQTT.", dict[str, object]))
    async def _events(self, _request: Request) -> Response:
        # Few ask for it, and it brings the topics of a broker along.
        return JSONResponse(event_document())


SERVERS = (
    LiveRoutes,
    ActRoutes,
    CoachRoutes,
    RuleRoutes,
    TonightRoutes,
    OurRulesRoutes,
    AskRoutes,
    RecordRoutes,
    PhoneRoutes,
    DocumentRoutes,
)
"""The classes whose methods serve something."""

ADDRESSES = tuple(address for server in SERVERS for address, _method in addresses_of(server))


def api_document() -> Schema:
    """Return the OpenAPI document of format :data:`FORMAT`."""
    known = feed_schemas()
    schema_of(RefusedAnswer, known)
    # Its name in format 1.
    known["Refusal"] = known.pop(RefusedAnswer.__name__)
    refused = _content(JSON, {"$ref": "#/components/schemas/Refusal"})
    paths: Schema = {}
    for address in ADDRESSES:
        paths[address.path] = _operation(address, refused, known)
    return {
        "openapi": "3.1.0",
        "info": {"title": "A table of boxctl", "version": str(FORMAT)},
        "paths": paths,
        "components": {
            "schemas": dict(sorted(known.items())),
            "securitySchemes": {"token": {"type": "http", "scheme": "bearer"}},
        },
    }


def _operation(address: Address, refused: Schema, known: dict[str, Schema]) -> Schema:
    answer = _content(address.content, schema_of(address.answer, known))
    operation: Schema = {
        "summary": address.summary,
        "responses": {
            str(address.status): {"description": address.summary, **answer},
            "default": {"description": "Refused.", **refused},
        },
    }
    if address.sent is None:
        named = [_parameter(part[1:-1]) for part in _parts(address.path) if part[:1] == "{"]
        named += [
            {**_parameter(asked), "in": "query", "required": False} for asked in address.asked
        ]
        return {"get": operation, **({"parameters": named} if named else {})}
    body = _content(JSON, schema_of(address.sent, known))
    operation["requestBody"] = {"required": True, **body}
    if address.acting:
        operation["security"] = [{"token": []}]
    return {"post": operation}


def _parts(path: str) -> list[str]:
    return path.removesuffix(".json").split("/")


def _content(kind: str, schema: Schema) -> Schema:
    return {"content": {kind: {"schema": schema}}}


def _parameter(name: str) -> Schema:
    return {"name": name, "in": "path", "required": True, "schema": {"type": "string"}}


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
                "action": "receive" if name.endswith("_set") else "send",
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
        "mute": {"enum": ["on", "off"]},
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
    for name, (summary, sent) in _COMMANDS.items():
        channels[f"mqtt_{name}_set"] = _channel(TOPICS.command(name), summary, sent)
    return channels


OF_THE_STATE = ("phase", "turn", "remark", "rules", "dice", "troubles")
"""Parts of the state that have a topic of their own, as they are."""

_RETAINED = "How it is: the broker keeps the newest."
_SAID = "What happens: kept by nobody, told at least once."
_TAKEN = "The name of a game that is to be played, where box.toml allows that."
_COMMANDS: dict[CommandName, tuple[str, Schema]] = {
    "players": (
        "The players of the next match, with commas, where box.toml allows that.",
        {"type": "string"},
    ),
    "new": (
        "Begin the next match, or leave one that waits, where box.toml allows that.",
        {"enum": [PRESS]},
    ),
    "hush": ("Cut off the voice, where box.toml allows that.", {"enum": [PRESS]}),
    "mute": ("Voice and sound off, where box.toml allows that.", {"enum": list(SWITCHED)}),
}


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
    """Return the MQTT binding of an operation; empty for a feed of the pages."""
    if channel["summary"] not in (_RETAINED, _SAID):
        return {}
    return {"bindings": {"mqtt": {"qos": 1, "retain": channel["summary"] == _RETAINED}}}


Schema = dict[str, Any]

_PLAIN: dict[Any, Schema] = {
    str: {"type": "string"},
    int: {"type": "integer"},
    float: {"type": "number"},
    bool: {"type": "boolean"},
    type(None): {"type": "null"},
    object: {},
}


def feed_schemas() -> dict[str, Schema]:
    """Return the schemas of what the feed tells, by their names; ``Event`` is any of it."""
    known: dict[str, Schema] = {}
    known["Event"] = schema_of(Event, known)
    return known


def _object(properties: Schema, optional: tuple[str, ...] = ()) -> Schema:
    required = [name for name in properties if name not in optional]
    return {"type": "object", "properties": properties, "required": required}


def schema_of(kind: Any, known: dict[str, Schema]) -> Schema:
    """Return the schema of a type, or of one that is named, or one as it is.

    That of a class goes into ``known``.
    """
    if isinstance(kind, str):
        kind = resolve_name(kind)
    if isinstance(kind, dict):
        return kind
    if kind in _PLAIN:
        return dict(_PLAIN[kind])
    if is_dataclass(kind) or is_typeddict(kind):
        if kind.__name__ not in known:
            known[kind.__name__] = {}
            known[kind.__name__] = _schema_of_fields(kind, known)
        return {"$ref": f"#/components/schemas/{kind.__name__}"}
    if isinstance(kind, type) and issubclass(kind, StrEnum):
        return {"enum": [each.value for each in kind]}
    origin, arguments = get_origin(kind), get_args(kind)
    if origin is Literal:
        return {"enum": list(arguments)}
    if origin in (Union, types.UnionType):
        return _any_of([schema_of(each, known) for each in arguments])
    if origin is NotRequired:
        return schema_of(arguments[0], known)
    if origin is Annotated:
        data = next((each for each in arguments[1:] if isinstance(each, DataOf)), None)
        return schema_of(arguments[0], known) if data is None else _of_data(data, kind, known)
    if origin is dict:
        return {"type": "object", "additionalProperties": schema_of(arguments[1], known)}
    if origin is list or (origin is tuple and arguments[-1] is Ellipsis):
        return {"type": "array", "items": schema_of(arguments[0], known)}
    if origin is tuple:
        items = [schema_of(each, known) for each in arguments]
        return {"type": "array", "prefixItems": items, "items": False}
    raise TypeError(f"no schema for {kind}")


def _any_of(schemas: list[Schema]) -> Schema:
    """Return the schema of any of these; words beside words are one list of words."""
    merged: list[Schema] = []
    for schema in schemas:
        if merged and schema.keys() == merged[-1].keys() == {"enum"}:
            merged[-1] = {"enum": [*merged[-1]["enum"], *schema["enum"]]}
        else:
            merged.append(schema)
    return merged[0] if len(merged) == 1 else {"anyOf": merged}


def _of_data(data: DataOf, kind: Any, known: dict[str, Schema]) -> Schema:
    whole = schema_of(data.kind, known)
    if data.some:
        return {"type": "object", "properties": known[data.kind.__name__]["properties"]}
    is_list = get_origin(get_args(kind)[0]) is list
    return {"type": "array", "items": whole} if is_list else whole


def _schema_of_fields(kind: Any, known: dict[str, Schema]) -> Schema:
    hints = _hints(kind)
    properties = {name: schema_of(each, known) for name, each in hints.items()}
    # What a page sends may leave out what has a default; the box never does.
    sent = fields(kind) if kind is Act else ()
    optional = tuple(each.name for each in sent if each.default is not MISSING)
    optional += getattr(kind, "left_out", ())
    optional += tuple(name for name, each in hints.items() if get_origin(each) is NotRequired)
    return {
        **_object(properties, optional),
        "description": (kind.__doc__ or "").partition("\n")[0],
    }


def _hints(kind: Any) -> dict[str, Any]:
    """Return the types of the fields of a class, in their order."""
    hints = get_type_hints(kind, include_extras=True)
    return {each.name: hints[each.name] for each in fields(kind)} if is_dataclass(kind) else hints
