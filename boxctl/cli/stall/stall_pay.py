"""``boxctl stall pay``: what is due is paid."""

from __future__ import annotations

from collections.abc import Sequence

from boxctl.cli.options import Options, journal_of, whole_number
from boxctl.cli.stall.shown import add_place, show
from boxctl.journal.stall_record import STALLS
from boxctl.presentation.stall.sheet import settled_in_words, state_line
from boxctl.stall.day import Day
from boxctl.stall.events import GoSettled
from boxctl.stall.faults import not_due
from groundwork.language import tr


def pay(arguments: list[str]) -> int:
    """Record what is paid, and print it."""
    given = options().parse_args(arguments)
    paid: list[str] = []

    def decide(day: Day) -> Sequence[GoSettled]:
        told = _due(day, given.go)
        paid.extend(settled_in_words(day, each) for each in told)
        return told

    found = STALLS.tell(journal_of(given), given.stall, decide)
    said = paid or [tr("Nothing is due.")]
    show(found, (*said, state_line(found.state)), as_json=given.json)
    return 0


def _due(day: Day, number: int | None) -> Sequence[GoSettled]:
    """Return the payment for this go, or for every go to which something is due."""
    if number is not None:
        due = day.due(day.go(number))
        if not due:
            raise not_due(number)
        return [GoSettled(go=number, amount=due)]
    dues = ((go.number, day.due(go)) for go in day.goes)
    return [GoSettled(go=each, amount=due) for each, due in dues if due > 0]


def options() -> Options:
    """Return the options of the command."""
    options = Options("stall pay", tr("Record that what is due was paid."))
    options.add_argument(
        "go",
        metavar="GO",
        nargs="?",
        type=whole_number,
        help=tr("for this go, also what its player gives back (default: all that is to be paid)"),
    )
    add_place(options)
    return options
