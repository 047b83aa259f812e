"""``boxctl stall close``: the day ends, the best of it wins, and the pot goes on to tomorrow."""

from __future__ import annotations

from boxctl.cli.options import Options, journal_of
from boxctl.cli.stall.shown import add_place, show
from boxctl.cli.stall.terms_options import money, one_currency
from boxctl.journal.stall_record import STALLS
from boxctl.presentation.stall.sheet import sheet_lines
from boxctl.rules.money import Money
from boxctl.stall.day import Day
from boxctl.stall.events import Closed
from groundwork.language import tr


def close(arguments: list[str]) -> int:
    """Record that the day ends, and print its sheet."""
    given = options().parse_args(arguments)

    def decide(day: Day) -> list[Closed]:
        if given.counted is not None:
            one_currency(given.counted, Money(day.terms.go, day.terms.currency))
        return [Closed(counted=None if given.counted is None else given.counted.minor)]

    found = STALLS.tell(journal_of(given), given.stall, decide)
    show(found, sheet_lines(found.number, found.state), as_json=given.json)
    return 0


def options() -> Options:
    """Return the options of the command."""
    options = Options(
        "stall close",
        tr("End the day: the best of it wins, and the pot goes on to the next."),
    )
    options.add_argument(
        "--counted", metavar="AMOUNT", type=money, help=tr("what was found in the tin")
    )
    add_place(options)
    return options
