"""The option ``--since`` of commands that look through several matches."""

from __future__ import annotations

import argparse
from datetime import datetime

from boxctl.cli.options import Options
from groundwork.language import tr


def add_since(options: Options) -> None:
    """Add ``--since``: a datetime with a time zone, None if it is not given."""
    options.add_argument(
        "--since",
        metavar="TIME",
        type=_time,
        help=tr("the matches from a day or time on, such as 2026-11-21 or 2026-11-21T18:00"),
    )


def _time(text: str) -> datetime:
    """Read a day or a time of this machine's clock, unless it names its time zone."""
    try:
        return datetime.fromisoformat(text).astimezone()
    except (ValueError, OverflowError):
        raise argparse.ArgumentTypeError(
            tr("{text} is no time: write it like 2026-11-21 or 2026-11-21T18:00", text=repr(text))
        ) from None
