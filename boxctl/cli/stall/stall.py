"""``boxctl stall``: so much a go, a prize for a shut box, a pot that goes on to tomorrow."""

from __future__ import annotations

from boxctl.cli import BadOption, after_word, without_language
from boxctl.cli.commands import page_line
from boxctl.cli.options import Options, journal_of
from boxctl.cli.stall.shown import add_place, show
from groundwork.language import message, tr
from groundwork.printing import print_lines

USAGE = message("""usage: boxctl stall odds --go AMOUNT [--prize AMOUNT] [--best AMOUNT]
                        [--pot AMOUNT] [--shut-rate PERCENT]
       boxctl stall begin [--go AMOUNT ...] [--float AMOUNT]
       boxctl stall go [NAME] [--score N | --match N]
       boxctl stall pay [GO]
       boxctl stall correct GO (--score N | --void) --reason TEXT
       boxctl stall sheet [--goes] [--json]
       boxctl stall close [--counted AMOUNT]

odds says beforehand what the stall pays out on average, and how much days vary.
begin begins a day; go takes the money for a go, plays it here and takes its
score; pay records that winners were paid; correct mends a go or gives the money
back. sheet is the cash sheet; close ends the day, and its pot goes on to the
next. boxctl stall odds --help, and so on, tells the options of each.""")


def run(arguments: list[str]) -> int:
    """Do what the first word says."""
    match without_language(arguments):
        case ["odds", *_]:
            from boxctl.cli.stall.stall_odds import odds

            return odds(after_word(arguments))
        case ["begin", *_]:
            from boxctl.cli.stall.stall_begin import begin

            return begin(after_word(arguments))
        case ["go", *_]:
            from boxctl.cli.stall.stall_go import go

            return go(after_word(arguments))
        case ["pay", *_]:
            from boxctl.cli.stall.stall_pay import pay

            return pay(after_word(arguments))
        case ["correct", *_]:
            from boxctl.cli.stall.stall_correct import correct

            return correct(after_word(arguments))
        case ["sheet", *_]:
            return _sheet(after_word(arguments))
        case ["close", *_]:
            from boxctl.cli.stall.stall_close import close

            return close(after_word(arguments))
        case ["--help"] | ["-h"] | []:
            print_lines(*tr(USAGE).splitlines(), "", page_line("stall"))
            return 0
        case _:
            raise BadOption(
                tr(
                    "boxctl stall: write boxctl stall odds, begin, go, pay, correct, sheet or "
                    "close."
                )
            )


def _sheet(arguments: list[str]) -> int:
    """Show the cash sheet of a day."""
    from boxctl.audit.told.results import goes_overruled_since
    from boxctl.journal.query import reading
    from boxctl.journal.stall_record import STALLS
    from boxctl.presentation.stall.sheet import go_lines, sheet_lines

    given = options().parse_args(arguments)
    journal = journal_of(given)
    found = STALLS.read(journal, given.stall)
    with reading(journal) as connection:
        since = goes_overruled_since(
            connection, found.record.journal, found.state, STALLS.events_of(found.record)
        )
        overruled = [each.sentence for each in since]
    goes = go_lines(found.state) if given.goes else ()
    show(found, (*sheet_lines(found.number, found.state), *overruled, *goes), as_json=given.json)
    return 0


def options() -> Options:
    """Return the options of ``boxctl stall sheet``."""
    options = Options("stall sheet", tr("Show the cash sheet of a day at a stall."))
    add_place(options)
    options.add_argument("--goes", action="store_true", help=tr("also a line for each go"))
    return options
