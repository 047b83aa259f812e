"""The language that a request asks for: by its address, or by what its browser prefers."""

from __future__ import annotations

from functools import cache
from urllib.parse import parse_qs

from starlette.datastructures import Headers
from starlette.types import Scope

from groundwork.language import Language, is_complete, known_languages, language

OF_THE_BOX = "box"
LONGEST = 200
"""Most characters of ``Accept-Language`` that are read."""


def language_of(scope: Scope) -> Language | None:
    """Return the language that a request asks for; None if it asks for none that is known.

    ``?lang=de`` in the address counts before the header ``Accept-Language``; ``?lang=box`` asks for
    that of the box, whatever the browser prefers.
    """
    asked = parse_qs(scope.get("query_string", b"").decode("latin-1")).get("lang", [""])[-1]
    if asked == OF_THE_BOX:
        return None
    code = known_code(asked) or preferred(Headers(scope=scope).get("accept-language", ""))
    return None if code is None else language(code)


def preferred(accepted: str) -> str | None:
    """Return the code of the language that ``Accept-Language`` likes best; None for none.

    One whose translation has only begun is not meant by it.
    """
    liked: list[tuple[float, str]] = []
    for part in accepted[:LONGEST].split(","):
        tag, _, weight = part.partition(";")
        code, liking = known_code(tag), _weight(weight)
        if code is not None and is_complete(code) and liking > 0:
            liked.append((liking, code))
    # Of those that are liked alike the first one counts.
    return max(liked, key=lambda each: each[0], default=(0.0, None))[1]


def known_code(tag: str) -> str | None:
    """Return the code of a language tag such as ``de-AT``; None if its language is not known."""
    code = tag.strip().partition("-")[0].lower()
    return code if code in _known() else None


def _weight(written: str) -> float:
    name, _, value = written.strip().partition("=")
    if name.strip() != "q":
        return 1.0
    try:
        return float(value)
    except ValueError:
        return 0.0


@cache
def _known() -> tuple[str, ...]:
    return known_languages()
