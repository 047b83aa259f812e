"""Write JSON with an encoder that is made once, and refuse what nests too deep to be read.

:class:`json.JSONEncoder` makes an encoder for each text. Rulings and entries are short: of the time
that they took to write, that was a quarter.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from json import encoder
from typing import Any

# None in a Python without it.
c_make_encoder = encoder.c_make_encoder  # type: ignore[attr-defined]

DEEPEST = 500
"""How deep JSON may nest that somebody else has written; ours nests less than ten deep."""

_STRING = re.compile(r'"(?:[^"\\]|\\.)*"?')


def check_nesting(text: str) -> None:
    """Raise RecursionError if JSON nests deeper than :data:`DEEPEST`. Call it before it is read.

    Python does so itself, but at a depth at which the stack of a browser has ended.
    """
    if text.count("[") + text.count("{") <= DEEPEST:
        return
    depth = 0
    for bracket in re.findall(r"[\[\]{}]", _STRING.sub("", text)):
        depth += 1 if bracket in "[{" else -1
        if depth > DEEPEST:
            raise RecursionError(f"JSON that is more than {DEEPEST} deep")


def json_writer(
    *, ascii_only: bool, between: str = ", ", after_key: str = ": "
) -> Callable[[Any], str]:
    """Return a function that writes data as :class:`json.JSONEncoder` writes them.

    Circular data end in a RecursionError, and what JSON cannot hold in a TypeError.
    """
    plain = json.JSONEncoder(
        ensure_ascii=ascii_only, separators=(between, after_key), check_circular=False
    )
    if c_make_encoder is None:
        return plain.encode
    text = encoder.encode_basestring_ascii if ascii_only else encoder.encode_basestring
    encode = c_make_encoder(None, plain.default, text, None, after_key, between, False, False, True)

    def write(data: Any) -> str:
        return "".join(encode(data, 0))

    return write
