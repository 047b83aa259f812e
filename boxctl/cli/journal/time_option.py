"""The option ``--since`` of commands that look through several matches."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import Any

from boxctl.cli.options import Options
from groundwork.language import tr
from groundwork.local_time import read_time


class _Time(argparse.Action):
    """Reads a time of day, which may be two words: people paste it as ``boxctl matches`` has it."""

    def __call__(
        self,
        parser: argparse.ArgumentParser,
        namespace: argparse.Namespace,
        values: str | Sequence[Any] | None,
        option_string: str | None = None,
    ) -> None:
        """Keep the time."""
        text = " ".join(values or ())
        try:
            setattr(namespace, self.dest, read_time(text))
        except ValueError:
            raise argparse.ArgumentError(
                self,
                tr(
                    "{text} is no time: write it like 2026-11-21 or 2026-11-21 18:00",
                    text=repr(text),
                ),
            ) from None


def add_since(options: Options) -> None:
    """Add ``--since``: a datetime with a time zone, None if it is not given."""
    options.add_argument(
        "--since",
        metavar="TIME",
        action=_Time,
        nargs="+",
        help=tr("the matches from a day or local time on, such as 2026-11-21 or 2026-11-21 18:00"),
    )
