"""What is served, said where it is served: routes and their description come from the same words.

:mod:`boxctl.web.api_document` describes what the methods of its ``SERVERS`` serve.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Literal, TypeVar

from starlette.routing import BaseRoute, Route, WebSocketRoute
from starlette.types import Receive, Scope, Send

from boxctl.web.http.guard import WRONG_METHOD
from groundwork.frozen_dataclass import frozen_dataclass

JSON = "application/json"
EVENT = {"$ref": "#/components/schemas/Event"}
"""An answer that is any event of the feed."""


@frozen_dataclass
class Address:
    """An address: what it answers, and what is ``sent`` to it, each a type.

    The name of a type, as ``module:Name``, stands for one that is not imported to serve it.
    One to which something is sent is ``acting`` if it wants the token that the table's code gives.
    ``asked`` are what its query may have. ``status`` is that of an answer, which has the type
    ``content``. It is sent at once, or goes on as a stream, or as the messages of a WebSocket.
    """

    path: str
    summary: str
    answer: Any
    sent: Any = None
    acting: bool = False
    asked: tuple[str, ...] = ()
    status: int = 200
    content: str = JSON
    goes: Literal["at once", "as a stream", "as a WebSocket"] = "at once"


Serves = TypeVar("Serves", bound=Callable[..., object])

_ADDRESSES: dict[Callable[..., object], Address] = {}


def serves(address: Address) -> Callable[[Serves], Serves]:
    """Return a decorator: the method serves this address, if its class returns `routes_of` it."""

    def mark(method: Serves) -> Serves:
        _ADDRESSES[method] = address
        return method

    return mark


def addresses_of(server: type) -> Iterator[tuple[Address, str]]:
    """Yield the addresses that the methods of a class serve, each with the method's name."""
    for name, method in vars(server).items():
        if callable(method) and method in _ADDRESSES:
            yield _ADDRESSES[method], name


def routes_of(server: object) -> list[BaseRoute]:
    """Return the routes of all that the methods of this object serve."""
    return [_route(one, getattr(server, name)) for one, name in addresses_of(type(server))]


def _route(address: Address, serve: Callable[..., Any]) -> BaseRoute:
    if address.goes == "as a WebSocket":
        return WebSocketRoute(address.path, serve)
    if address.goes == "as a stream":
        return Route(address.path, _Stream(serve))
    return Route(address.path, serve, methods=["GET" if address.sent is None else "POST"])


class _Stream:
    """An address whose answer goes on until one side ends it."""

    def __init__(self, serve: Callable[[Scope, Receive, Send], Any]) -> None:
        self._serve = serve

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        # Any other method would be answered without end, too; CONNECT ends in a fault of h11.
        if scope["method"] != "GET":
            await WRONG_METHOD.response()(scope, receive, send)
            return
        await self._serve(scope, receive, send)
