"""Write JSON with an encoder that is made once.

:class:`json.JSONEncoder` makes an encoder for each text. Rulings and entries are short: of the time
that they took to write, that was a quarter.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from json import encoder
from typing import Any

# None in a Python without it.
c_make_encoder = encoder.c_make_encoder  # type: ignore[attr-defined]


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
