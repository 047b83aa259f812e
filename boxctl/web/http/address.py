"""The addresses and names under which pages are served; the one for phones has a QR code."""

from __future__ import annotations

import ipaddress
import socket
from io import BytesIO
from typing import TypedDict

import segno
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute

from boxctl.web.http.guard import NOT_FOUND
from boxctl.web.http.served import Address, routes_of, serves
from groundwork.faults import Fault, os_reason
from groundwork.frozen_dataclass import frozen_dataclass
from groundwork.language import tr
from hardware.config.kinds import is_possible_host

LOOPBACK = "127.0.0.1"
USUAL_PORT = 8765
OF_EVERYBODY = ("0.0.0.0", "::")
"""Addresses that mean every one of this machine."""


class WebFault(Fault):
    """Pages cannot be served."""


@frozen_dataclass
class WebAddress:
    """A host, as a name or an address without brackets, and a port; 0 is any free one."""

    host: str = LOOPBACK
    port: int = USUAL_PORT

    @property
    def is_loopback(self) -> bool:
        """Whether only this machine can reach it."""
        address = _literal(self.host)
        return self.host == "localhost" if address is None else address.is_loopback

    @property
    def url(self) -> str:
        """The address of the first page, for people on this machine or in its network."""
        return f"http://{in_url(self.reachable)}:{self.port}/"

    @property
    def reachable(self) -> str:
        """The host, or for every address of this machine the one that its network knows."""
        return own_address(self.host) if self.host in OF_EVERYBODY else self.host


def read_address(text: str) -> WebAddress | None:
    """Read ``PORT``, ``HOST:PORT`` or ``[IPV6]:PORT``; None for anything else."""
    host, colon, port = text.rpartition(":")
    if not (port.isascii() and port.isdigit() and len(port) <= 5 and int(port) < 65536):
        return None
    if not colon:
        return WebAddress(port=int(port))
    bare = host.removeprefix("[").removesuffix("]")
    bracketed = bare != host
    if not bare or bracketed != (":" in bare) or not is_possible_host(bare):
        return None
    return WebAddress(bare, int(port))


class Listener:
    """A socket that listens at an address, whose port is known then.

    Raises :class:`WebFault` BX751 if it cannot.
    """

    def __init__(self, address: WebAddress) -> None:
        self.socket = _listening(address)
        self.address = WebAddress(address.host, int(self.socket.getsockname()[1]))


def _listening(address: WebAddress) -> socket.socket:
    try:
        found = socket.getaddrinfo(
            address.host, address.port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )
        family, kind, protocol, _, place = found[0]
        listening = socket.socket(family, kind, protocol)
    except OSError as problem:
        raise _cannot_listen(address, problem) from None
    try:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind(place)
        listening.listen(128)
    except OSError as problem:
        listening.close()
        raise _cannot_listen(address, problem) from None
    return listening


def own_address(host: str) -> str:
    """Return the address under which the network knows this machine, else the loopback's."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    somewhere = "2001:db8::1" if ":" in host else "192.0.2.1"
    try:
        with socket.socket(family, socket.SOCK_DGRAM) as probe:
            # Connecting a datagram socket sends nothing; it only chooses the way out.
            probe.connect((somewhere, 9))
            return str(probe.getsockname()[0])
    except OSError:
        return "::1" if ":" in host else LOOPBACK


def is_own_name(host: str, port: int, also: frozenset[str] = frozenset()) -> bool:
    """Return whether the Host header of a request may name this server.

    A name that an attacker owns can be made to point here (DNS rebinding); an address cannot, nor
    can a name of this machine, its ``.local`` name, or those in ``also``.
    """
    name, _, named_port = host.rpartition(":") if not host.endswith("]") else (host, "", "")
    if not name:
        name, named_port = host, ""
    if named_port and named_port != str(port):
        return False
    name = name.removeprefix("[").removesuffix("]").rstrip(".").lower()
    if _literal(name) is not None or name == "localhost":
        return True
    own = socket.gethostname().lower()
    first = own.partition(".")[0]
    return name in {own, first, f"{first}.local", f"{first}.lan", f"{first}.home", *also}


def in_url(host: str) -> str:
    """Return a host as it stands in an address of the web."""
    return f"[{host}]" if ":" in host else host


def _literal(host: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    try:
        return ipaddress.ip_address(host)
    except ValueError:
        return None


def _cannot_listen(address: WebAddress, problem: OSError) -> WebFault:
    place = f"{in_url(address.host)}:{address.port}"
    return WebFault(
        "BX751",
        tr(
            "pages cannot be served at {place}: {why}; choose another port or host",
            place=place,
            why=os_reason(problem),
        ),
    )


QUIET_ZONE = 2
"""Light modules round the code; the page that shows it has more ground of its own."""

SVG = "image/svg+xml"
_NOT_KEPT = {"cache-control": "no-store"}


class PhoneAddress(TypedDict):
    """Where a phone finds the page; ``url`` is empty if it cannot."""

    url: str


class PhoneRoutes:
    """Where phones find a server at this address, in words and as a QR code.

    The address of this machine is looked up each time, as a network may give it another one.
    """

    def __init__(self, address: WebAddress) -> None:
        self._address = address

    @property
    def routes(self) -> list[BaseRoute]:
        """The addresses."""
        return routes_of(self)

    @serves(
        Address(
            "/phone.json",
            "Where phones find the page; empty if only this machine can read it.",
            PhoneAddress,
        )
    )
    async def _phone(self, _request: Request) -> Response:
        return JSONResponse(PhoneAddress(url=phone_url(self._address)), headers=_NOT_KEPT)

    @serves(Address("/qr.svg", "That as a QR code.", str, content=SVG))
    async def _code(self, _request: Request) -> Response:
        url = phone_url(self._address)
        if not url:
            return NOT_FOUND.response()
        return Response(qr_picture(url), headers=_NOT_KEPT, media_type=SVG)


def phone_url(address: WebAddress) -> str:
    """Return where a phone finds the page; empty for a loopback address, which it cannot reach."""
    return "" if address.is_loopback else address.url


def qr_picture(text: str) -> bytes:
    """Return a QR code of a text as SVG, dark on a clear ground."""
    drawn = BytesIO()
    qr = segno.make_qr(text, error="m")
    qr.save(drawn, kind="svg", border=QUIET_ZONE, xmldecl=False, svgclass=None, lineclass=None)
    return drawn.getvalue()
