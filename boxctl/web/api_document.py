"""The description of the addresses and of the feed, as OpenAPI, made from the dataclasses."""

from __future__ import annotations

import types
from dataclasses import MISSING, fields, is_dataclass
from enum import StrEnum
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from boxctl.screens.coaching.mode import ASKABLE
from boxctl.web.acting.acts import Act
from boxctl.web.state import FORMAT, TableSnapshot

_PLAIN = {str: "string", int: "integer", float: "number", bool: "boolean", type(None): "null"}

Schema = dict[str, Any]


def api_document() -> Schema:
    """Return the OpenAPI document of format :data:`FORMAT`."""
    known: dict[str, Schema] = {}
    state, act = _schema_of(TableSnapshot, known), _schema_of(Act, known)
    known["Event"] = _event(state, known["TableSnapshot"])
    known["Refusal"] = _object({"code": {"type": "string"}, "text": {"type": "string"}})
    return {
        "openapi": "3.1.0",
        "info": {"title": "A table of boxctl", "version": str(FORMAT)},
        "paths": _paths(state, act),
        "components": {
            "schemas": dict(sorted(known.items())),
            "securitySchemes": {"token": {"type": "http", "scheme": "bearer"}},
        },
    }


_COACH: Schema = {
    "type": "object",
    "properties": {"mode": {"enum": list(ASKABLE)}},
    "required": ["mode"],
}


def _event(state: Schema, fields_of_state: Schema) -> Schema:
    """Return what comes over the feed, one object each: a state, a change, or a sign of life."""
    id = {"type": "string"}
    rulings = {"type": "array", "items": {"$ref": "#/components/schemas/RulingLine"}}
    whole = _object({"event": {"const": "state"}, "id": id, "state": state})
    some = {"type": "object", "properties": fields_of_state["properties"]}
    change = _object(
        {"event": {"const": "change"}, "id": id, "set": some, "rulings": rulings},
        optional=("rulings",),
    )
    return {"oneOf": [whole, change, _object({"event": {"const": "alive"}})]}


def _object(properties: Schema, optional: tuple[str, ...] = ()) -> Schema:
    required = [name for name in properties if name not in optional]
    return {"type": "object", "properties": properties, "required": required}


def _answer(summary: str, schema: Schema, kind: str = "application/json") -> Schema:
    content = {kind: {"schema": schema}}
    return {"summary": summary, "responses": {"200": {"description": summary, "content": content}}}


_PATHS_OF_PAGES: Schema = {
    "/phone.json": {
        "get": _answer(
            "Where phones find the page; empty if only this machine can read it.",
            _object({"url": {"type": "string"}}),
        )
    },
    "/qr.svg": {"get": _answer("That as a QR code.", {"type": "string"}, "image/svg+xml")},
    "/texts.json": {"get": _answer("The words of the pages.", {"type": "object"})},
    "/languages.json": {"get": _answer("The languages, by their codes.", {"type": "object"})},
    "/openapi.json": {"get": _answer("This document.", {"type": "object"})},
    "/asyncapi.json": {"get": _answer("The feed and the topics of MQTT.", {"type": "object"})},
}


def _paths(state: Schema, act: Schema) -> Schema:
    event = {"$ref": "#/components/schemas/Event"}
    whole = _object({"id": {"type": "string"}, "state": state})
    code = _object({"code": {"type": "string"}})
    token = _object({"token": {"type": "string"}})
    return {
        "/state.json": {"get": _answer("The state now.", whole)},
        "/events": {"get": _answer("The feed as server-sent events.", event, "text/event-stream")},
        "/feed.ndjson": {
            "get": _answer("The feed as lines of JSON.", event, "application/x-ndjson")
        },
        "/socket": {"get": _answer("The feed as messages of a WebSocket.", event)},
        "/session": {"post": _taken("Give the table's code for a token.", code, token, "200")},
        "/act": {
            "post": {**_taken("Act.", act, {"type": "object"}, "202"), "security": [{"token": []}]}
        },
        "/coach": {
            "post": {
                **_taken("Ask the coach.", _COACH, {"type": "object"}, "200"),
                "security": [{"token": []}],
            }
        },
        "/show-code": {
            "post": _taken(
                "Have the box show its code.", {"type": "object"}, {"type": "object"}, "202"
            )
        },
        "/rules.json": {"get": _answer("The rules in words.", {"type": "object"})},
        "/games.json": {"get": _answer("What can be played.", {"type": "object"})},
        "/matches.json": {"get": _answer("The newest matches.", {"type": "array"})},
        "/matches/{match}.json": {
            "get": _answer("The state after each ruling.", {"type": "object"}),
            "parameters": [_named("match")],
        },
        "/matches/{match}/record.json": {
            "get": _answer("The signed record.", {"type": "object"}),
            "parameters": [_named("match")],
        },
        "/evening/record.json": {
            "get": _answer("The signed records of the newest evening.", {"type": "object"})
        },
        "/rulings/{ruling}": {
            "get": _answer("What a ruling rests on.", {"type": "object"}),
            "parameters": [_named("ruling"), {**_named("match"), "in": "query", "required": False}],
        },
        **_PATHS_OF_PAGES,
    }


def _taken(summary: str, sent: Schema, answer: Schema, status: str) -> Schema:
    refused = {"schema": {"$ref": "#/components/schemas/Refusal"}}
    return {
        "summary": summary,
        "requestBody": {"required": True, "content": {"application/json": {"schema": sent}}},
        "responses": {
            status: {"description": "Taken.", "content": {"application/json": {"schema": answer}}},
            "default": {"description": "Refused.", "content": {"application/json": refused}},
        },
    }


def _named(name: str) -> Schema:
    return {"name": name, "in": "path", "required": True, "schema": {"type": "string"}}


def _schema_of(kind: Any, known: dict[str, Schema]) -> Schema:
    """Return the schema of a type; that of a dataclass goes into ``known``."""
    if kind in _PLAIN:
        return {"type": _PLAIN[kind]}
    if isinstance(kind, type) and is_dataclass(kind):
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
        return {"anyOf": [_schema_of(each, known) for each in arguments]}
    if origin is tuple and arguments[-1] is Ellipsis:
        return {"type": "array", "items": _schema_of(arguments[0], known)}
    if origin is tuple:
        items = [_schema_of(each, known) for each in arguments]
        return {"type": "array", "prefixItems": items, "items": False}
    raise TypeError(f"no schema for {kind}")


def _schema_of_fields(kind: type, known: dict[str, Schema]) -> Schema:
    hints = get_type_hints(kind)
    properties = {each.name: _schema_of(hints[each.name], known) for each in fields(kind)}
    sent = kind is Act  # What a page sends may leave out what has a default; the box never does.
    optional = [each.name for each in fields(kind) if sent and each.default is not MISSING]
    return {
        **_object(properties, tuple(optional)),
        "description": (kind.__doc__ or "").partition("\n")[0],
    }
