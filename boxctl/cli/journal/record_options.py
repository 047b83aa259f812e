"""The options that several commands about the record share, and what they say without a match.

A ruling is named by its number, or by the tile, turn, throw and player that it is about.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from datetime import date, datetime, timedelta
from pathlib import Path
from typing import Any

from boxctl.audit.asked_ruling import AskedRuling, asked_ruling
from boxctl.cli import BadOption
from boxctl.cli.options import Options, whole_number
from boxctl.journal.query import ruling_number
from boxctl.journal.recorded_match import RecordedMatch
from groundwork.clock import utc_now
from groundwork.language import tr
from groundwork.local_time import evening_of, read_time


def no_match_yet(journal: Path) -> str:
    """Say that nothing is wrong, and how the first match comes about."""
    return tr("no match yet in {journal}: boxctl play records the first", journal=journal)


TONIGHT = "tonight"


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
            since = evening_of(utc_now()) if text == TONIGHT else read_time(text)
            setattr(namespace, self.dest, since)
        except ValueError:
            raise argparse.ArgumentError(
                self,
                tr(
                    "{text} is no time: write it like 2026-11-21 or 2026-11-21 18:00, or tonight",
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
        help=tr(
            "the matches from a day or local time on, such as 2026-11-21 or 2026-11-21 18:00; "
            "tonight: since noon, also after midnight"
        ),
    )


NEWEST_EVENING = None, None
"""What ``--evening`` asks for without a day."""


class _DayOfEvening(argparse.Action):
    """Reads the day of an evening: from its noon to the next, by the clock of the place."""

    def __call__(
        self,
        parser: argparse.ArgumentParser,
        namespace: argparse.Namespace,
        values: str | Sequence[Any] | None,
        option_string: str | None = None,
    ) -> None:
        """Keep when it began, and when the next did."""
        text = str(values)
        if values is None:
            setattr(namespace, self.dest, NEWEST_EVENING)
            return
        try:
            since = utc_now() if text == TONIGHT else _last_minute(text)
        except ValueError:
            raise argparse.ArgumentError(
                self,
                tr("{text} is no day: write it like 2026-11-21, or tonight", text=repr(text)),
            ) from None
        since = evening_of(since)
        # The clock may be set on the night between.
        setattr(namespace, self.dest, (since, evening_of(since + timedelta(hours=30))))


def _last_minute(day: str) -> datetime:
    date.fromisoformat(day)
    return read_time(f"{day} 23:59")


def add_evening(options: Options) -> None:
    """Add ``--evening``: two datetimes, :data:`NEWEST_EVENING`, or None if it is not given."""
    options.add_argument(
        "--evening",
        metavar="DATE",
        action=_DayOfEvening,
        nargs="?",
        help=tr(
            "all matches of an evening instead: of a day, such as 2026-11-21, or tonight, from "
            "noon to the next noon (without one: the newest, which a break of six hours begins)"
        ),
    )


def add_turn_and_player(options: Options) -> None:
    """Add ``--turn`` and ``--player``, which name the end of a turn."""
    options.add_argument(
        "--turn",
        metavar="N",
        type=whole_number,
        help=tr("instead of a number: the end of this turn of the match, or of the player"),
    )
    options.add_argument(
        "--player", metavar="NAME", help=tr("instead of a number: in a turn of this player")
    )


def add_what_it_is_about(options: Options) -> None:
    """Add ``--tile``, ``--turn``, ``--throw`` and ``--player``."""
    options.add_argument(
        "--tile",
        metavar="N",
        type=whole_number,
        help=tr("instead of a number: the ruling on a move of this tile"),
    )
    add_turn_and_player(options)
    options.add_argument(
        "--throw",
        metavar="N",
        type=whole_number,
        help=tr("instead of a number: the ruling on this throw of a turn"),
    )


def named_ruling(match: RecordedMatch, number: str | None, given: argparse.Namespace) -> int | None:
    """Return the entry of the ruling that is named by number or by what it is about, if any.

    Raises :class:`BadOption` for both, and :class:`WrongJournal` (BX607, BX616) if none fits or
    several do.
    """
    asked = asked_in(given)
    if not asked.options:
        return None if number is None else ruling_number(match, number)
    if number is not None:
        raise BadOption(
            tr(
                "the ruling {number} and {options}: name it by one of the two.",
                number=number,
                options=asked.options,
            )
        )
    return asked_ruling(match, asked)


def asked_in(given: argparse.Namespace) -> AskedRuling:
    """Return the ruling that these options name."""
    said = vars(given)
    return AskedRuling(said.get("tile"), said["turn"], said.get("throw"), said["player"])
