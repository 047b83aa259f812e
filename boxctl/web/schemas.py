"""The schemas of what the feed tells and addresses answer, made of the types that declare it."""

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

from boxctl.web.acting.table_code import Act
from boxctl.web.state import DataOf, Event

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
