"""Refuse a request: a status, a code of docs/faults.md and a sentence, as JSON."""

from __future__ import annotations

from typing import TypedDict

from starlette.responses import JSONResponse

from boxctl.presentation.phrases import whole_sentence
from groundwork.frozen_dataclass import frozen_dataclass
from groundwork.language import message, tr


class RefusedAnswer(TypedDict):
    """Why a request is refused: a code of docs/faults.md and a sentence."""

    code: str
    text: str


@frozen_dataclass
class RefusedRequest:
    """``status`` is that of HTTP; ``sentence`` is a message in English."""

    status: int
    code: str
    sentence: str

    def response(self) -> JSONResponse:
        """Return the answer."""
        return refused(self.status, self.code, tr(self.sentence))


def refused(status: int, code: str, sentence: str) -> JSONResponse:
    """Return an answer that refuses; ``sentence`` is in the language of the client.

    A terminal shows such a sentence behind a colon, a page by itself: there it begins and ends.
    """
    headers = {"retry-after": "30"} if status in (429, 503) else {}
    return JSONResponse(RefusedAnswer(code=code, text=whole_sentence(sentence)), status, headers)


FOREIGN = RefusedRequest(
    421,
    "BX752",
    message("this name is not one of this box: open its page by its address, or by its own name"),
)
TOO_MANY = RefusedRequest(
    503, "BX753", message("too many pages are open at once: close one, or try again later")
)
FOREIGN_ORIGIN = RefusedRequest(
    403, "BX752", message("only a page of this box may do that; this request comes from elsewhere")
)
NOT_YET = RefusedRequest(503, "BX753", message("the table is not open yet: try again in a moment"))
NOT_FOUND = RefusedRequest(404, "BX754", message("there is nothing under this address"))
WRONG_METHOD = RefusedRequest(405, "BX754", message("this address takes another method"))
NOT_JSON = RefusedRequest(
    400, "BX755", message("that is no act: send JSON, as the page about the web tells")
)
TOO_LARGE = RefusedRequest(413, "BX755", message("that is too long"))
TOO_SLOW = RefusedRequest(408, "BX755", message("the request took too long to come"))
WRONG_CODE = RefusedRequest(
    403, "BX756", message("this is not the table's code: it is shown at the table, and it changes")
)
NO_CODE = RefusedRequest(401, "BX756", message("give the table's code first"))
TOO_MANY_GUESSES = RefusedRequest(
    429, "BX757", message("too many codes were tried: wait half a minute, then try again")
)
TOO_MANY_ACTS = RefusedRequest(429, "BX757", message("too much at once: wait a moment"))
TOO_LATE = RefusedRequest(
    409, "BX758", message("somebody was faster: the table has gone on, look again")
)
HEAD_TOO_LARGE = RefusedRequest(431, "BX755", message("that is too long"))
NOT_NOW = RefusedRequest(409, "BX758", message("that cannot be done now"))
