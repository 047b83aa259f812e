"""The description of the addresses and of the feed, as OpenAPI.

What is sent and answered is described by the types that declare it: those of the state, of the
feed, of an act, and of each answer beside what makes it. The addresses are said where they are
served: see :mod:`boxctl.web.http.served`.
"""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute

from boxctl.web.acting.act_routes import ActRoutes, CoachRoutes
from boxctl.web.acting.our_rules import OurRulesRoutes
from boxctl.web.acting.tonight import TonightRoutes
from boxctl.web.asking.ask_routes import AskRoutes
from boxctl.web.http.address import PhoneRoutes
from boxctl.web.http.app import LiveRoutes
from boxctl.web.http.guard import RefusedAnswer
from boxctl.web.http.served import JSON, Address, addresses_of, routes_of, serves
from boxctl.web.journal.record_routes import RecordRoutes
from boxctl.web.page_texts import RuleRoutes
from boxctl.web.schemas import Schema, feed_schemas, schema_of
from boxctl.web.state import FORMAT


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
        from boxctl.web.event_document import event_document

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
