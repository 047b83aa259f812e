"""The options that name a ruling: its number, or the tile, turn, throw and player it is about."""

from __future__ import annotations

from argparse import Namespace

from boxctl.audit.asked_ruling import AskedRuling, asked_ruling
from boxctl.cli import BadOption
from boxctl.cli.options import Options, whole_number
from boxctl.journal.query import ruling_number
from boxctl.journal.recorded_match import RecordedMatch
from groundwork.language import tr


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


def named_ruling(match: RecordedMatch, number: str | None, given: Namespace) -> int | None:
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


def asked_in(given: Namespace) -> AskedRuling:
    """Return what these options say of a ruling."""
    said = vars(given)
    return AskedRuling(said.get("tile"), said["turn"], said.get("throw"), said["player"])
