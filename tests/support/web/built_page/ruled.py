"""What `boxctl referee` rules at each table, in whatever Python this is read by."""

from __future__ import annotations

import json
import sys
from base64 import b64decode
from contextlib import redirect_stderr, redirect_stdout
from io import BytesIO, StringIO
from types import SimpleNamespace

from boxctl.cli import main


def ruled(tables: str) -> str:
    """Return a JSON list: of each table the exit status, and all that was printed.

    ``tables`` is a JSON list of options and the standard input in base 64.
    """
    return json.dumps([_ruled_at(options, b64decode(told)) for options, told in json.loads(tables)])


def _ruled_at(options: list[str], told: bytes) -> tuple[int, list[str]]:
    usual, printed = sys.stdin, StringIO()
    sys.stdin = SimpleNamespace(buffer=BytesIO(told))
    try:
        with redirect_stdout(printed), redirect_stderr(printed):
            status = main(["referee", *options])
    finally:
        sys.stdin = usual
    return status, printed.getvalue().splitlines()
