"""The description of the addresses and of the feed, as OpenAPI.

What is sent and answered is described by the types that declare it: those of the state, of the
feed, of an act, and of each answer beside what makes it. Addresses stand here a second time: who
serves them must not import all of these types, which would make a table begin later.
``tests/boxctl/web/test_api_document.py`` holds both lists against each other.
"""

from __future__ import annotations

import types
from dataclasses import MISSING, fields, is_dataclass
from enum import StrEnum
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

from boxctl.audit.record_file import EveningRecord, MatchRecord
from boxctl.web.acting.act_routes import CoachAnswer, CoachQuestion, GivenCode, Nothing, Token
from boxctl.web.acting.rules_form import (
    ChangedRules,
    GameFile,
    NewGame,
    RulesForm,
    SavedGame,
)
from boxctl.web.acting.table_code import Act
from boxctl.web.acting.tonight import TonightGames
from boxctl.web.asking.linked_game import LinkedGame
from boxctl.web.asking.page_answers import EveryAnswer, LegalAnswer, OddsAnswer, ToldAnswers
from boxctl.web.asking.questions import LegalAsked, OddsAsked, ToldAsked
from boxctl.web.http.address import PhoneAddress
from boxctl.web.http.guard import RefusedAnswer
from boxctl.web.journal.record_routes import ListedMatch, Replay
from boxctl.web.journal.replays import RulingBasis
from boxctl.web.page_texts import Games, RulesInWords
from boxctl.web.state import FORMAT, DataOf, Event, StateNow
from groundwork.frozen_dataclass import frozen_dataclass

Schema = dict[str, Any]

JSON = "application/json"
EVENT: Schema = {"$ref": "#/components/schemas/Event"}

_PLAIN: dict[Any, Schema] = {
    str: {"type": "string"},
    int: {"type": "integer"},
    float: {"type": "number"},
    bool: {"type": "boolean"},
    type(None): {"type": "null"},
    object: {},
}


@frozen_dataclass
class Address:
    """An address: what it answers, and what is ``sent`` to it, each a type.

    One to which something is sent is ``acting`` if it wants the token that the table's code gives.
    """

    path: str
    summary: str
    answer: Any
    sent: Any = None
    acting: bool = False
    status: int = 200
    content: str = JSON


FEEDS = (
    Address("/events", "The feed as server-sent events.", EVENT, content="text/event-stream"),
    Address("/feed.ndjson", "The feed as lines of JSON.", EVENT, content="application/x-ndjson"),
    Address("/socket", "The feed as messages of a WebSocket.", EVENT),
)

ADDRESSES = (
    Address("/state.json", "The state now.", StateNow),
    *FEEDS,
    Address("/session", "Give the table's code for a token.", Token, GivenCode),
    Address("/act", "Act.", Nothing, Act, acting=True, status=202),
    Address("/coach", "Ask the coach.", CoachAnswer, CoachQuestion, acting=True),
    Address("/show-code", "Have the box show its code.", Nothing, Nothing, status=202),
    Address("/rules.json", "The rules in words.", RulesInWords),
    Address("/games.json", "What can be played.", Games),
    Address("/tonight.json", "What can be chosen as tonight's game, and why not.", TonightGames),
    Address(
        "/our-rules/settings",
        "The settings of a game as a form, with changes.",
        RulesForm,
        ChangedRules,
        acting=True,
    ),
    Address(
        "/our-rules/save",
        "Save changed rules as a game of the house.",
        SavedGame,
        NewGame,
        acting=True,
        status=201,
    ),
    Address("/ask/legal", "What a throw allows.", LegalAnswer, LegalAsked),
    Address("/ask/every-variant", "Which games allow it.", EveryAnswer, LegalAsked),
    Address("/ask/judge", "What the referee says to what is told.", ToldAnswers, ToldAsked),
    Address("/ask/odds", "What a position is worth.", OddsAnswer, OddsAsked),
    Address("/linked-rules.json", "The rules of a link, in words.", LinkedGame),
    Address("/linked-rules/card.svg", "Their card.", str, content="image/svg+xml"),
    Address("/linked-rules/qr.svg", "A link as a QR code.", str, content="image/svg+xml"),
    Address(
        "/our-rules/file",
        "Save the file of a game that people have written.",
        SavedGame,
        GameFile,
        acting=True,
        status=201,
    ),
    Address("/matches.json", "The newest matches.", list[ListedMatch]),
    Address("/matches/{match}.json", "The state after each ruling.", Replay),
    Address("/matches/{match}/record.json", "The signed record.", MatchRecord),
    Address("/evening/record.json", "The signed records of the newest evening.", EveningRecord),
    Address("/rulings/{ruling}", "What a ruling rests on.", RulingBasis),
    Address(
        "/phone.json",
        "Where phones find the page; empty if only this machine can read it.",
        PhoneAddress,
    ),
    Address("/qr.svg", "That as a QR code.", str, content="image/svg+xml"),
    Address("/texts.json", "The words of the pages.", dict[str, str]),
    Address("/languages.json", "The languages, by their codes.", dict[str, str]),
    Address("/openapi.json", "This document.", dict[str, object]),
    Address("/asyncapi.json", "The feed and the topics of MQTT.", dict[str, object]),
)

_OF_LINK = ("rules", "set")
_IN_QUERY = {
    "/rulings/{ruling}": ("match",),
    "/linked-rules.json": _OF_LINK,
    "/linked-rules/card.svg": _OF_LINK,
    "/linked-rules/qr.svg": ("to",),
}


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


def feed_schemas() -> dict[str, Schema]:
    """Return the schemas of what the feed tells, by their names; ``Event`` is any of it."""
    known: dict[str, Schema] = {}
    known["Event"] = schema_of(Event, known)
    return known


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
            {**_parameter(asked), "in": "query", "required": False}
            for asked in _IN_QUERY.get(address.path, ())
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


def _object(properties: Schema, optional: tuple[str, ...] = ()) -> Schema:
    required = [name for name in properties if name not in optional]
    return {"type": "object", "properties": properties, "required": required}


def schema_of(kind: Any, known: dict[str, Schema]) -> Schema:
    """Return the schema of a type, or one as it is; that of a class goes into ``known``."""
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
