"""The address of the table's page for phones, also as a QR code to photograph."""

from __future__ import annotations

from io import BytesIO
from typing import TypedDict

import segno
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Route

from boxctl.web.http.address import WebAddress
from boxctl.web.http.refusals import NOT_FOUND

QUIET_ZONE = 2
"""Light modules round the code; the page that shows it has more ground of its own."""


class PhoneAddress(TypedDict):
    """Where a phone finds the page; ``url`` is empty if it cannot."""

    url: str


def phone_routes(address: WebAddress) -> list[BaseRoute]:
    """Return ``/phone.json`` and ``/qr.svg`` of a server at this address.

    The address of this machine is looked up each time, as a network may give it another one.
    """
    kept = {"cache-control": "no-store"}

    async def phone(_request: Request) -> Response:
        return JSONResponse(PhoneAddress(url=phone_url(address)), headers=kept)

    async def code(_request: Request) -> Response:
        url = phone_url(address)
        if not url:
            return NOT_FOUND.response()
        return Response(qr_picture(url), headers=kept, media_type="image/svg+xml")

    return [Route("/phone.json", phone), Route("/qr.svg", code)]


def phone_url(address: WebAddress) -> str:
    """Return where a phone finds the page; empty for a loopback address, which it cannot reach."""
    return "" if address.is_loopback else address.url


def qr_modules(text: str) -> tuple[str, ...]:
    """Return a QR code of a text as rows, with ``#`` for each dark module, and no margin."""
    qr = segno.make_qr(text, error="l", boost_error=False)
    return tuple("".join("#" if module else " " for module in row) for row in qr.matrix)


def qr_picture(text: str) -> bytes:
    """Return a QR code of a text as SVG, dark on a clear ground."""
    drawn = BytesIO()
    qr = segno.make_qr(text, error="m")
    qr.save(drawn, kind="svg", border=QUIET_ZONE, xmldecl=False, svgclass=None, lineclass=None)
    return drawn.getvalue()
