"""``boxctl stall correct``: a go has another score, or its money is given back."""

from __future__ import annotations

from boxctl.cli.options import Options, journal_of, plain_words, score_made, whole_number
from boxctl.cli.stall.shown import add_place, show
from boxctl.journal.stall_record import STALLS
from boxctl.presentation.stall.sheet import sheet_lines
from boxctl.stall.events import GoCorrected
from groundwork.language import tr


def correct(arguments: list[str]) -> int:
    """Record the correction, and print the sheet as it stands now."""
    given = options().parse_args(arguments)
    event = GoCorrected(go=given.go, score=given.score, reason=given.reason, by=given.by)
    found = STALLS.tell(journal_of(given), given.stall, lambda _day: [event])
    show(found, sheet_lines(found.number, found.state), as_json=given.json)
    return 0


def options() -> Options:
    """Return the options of the command."""
    options = Options(
        "stall correct",
        tr("Give a go another score, or the money back; the old one stays in the record."),
    )
    options.add_argument("go", metavar="GO", type=whole_number, help=tr("its number"))
    what = options.add_mutually_exclusive_group(required=True)
    what.add_argument("--score", metavar="N", type=score_made, help=tr("what it scores now"))
    what.add_argument(
        "--void", action="store_true", help=tr("it does not count, and the money is given back")
    )
    options.add_argument(
        "--reason", metavar="TEXT", type=plain_words, required=True, help=tr("why, for the record")
    )
    options.add_argument("--by", metavar="NAME", type=plain_words, help=tr("who corrects it"))
    add_place(options)
    return options
