"""``boxctl stall``: so much a go, a prize for a shut box, a pot that goes on to tomorrow."""

from __future__ import annotations

from boxctl.cli import BadOption, after_word, without_language
from boxctl.cli.commands import page_line
from boxctl.cli.options import Options, whole_number
from boxctl.cli.stall.terms_options import NOTHING, add_terms, money, rate
from groundwork.language import message, tr
from groundwork.printing import print_lines

USAGE = message("""usage: boxctl stall odds --go AMOUNT [--prize AMOUNT] [--best AMOUNT]
                        [--pot AMOUNT] [--shut-rate PERCENT]

odds says beforehand what the stall pays out on average, and how much days vary.
boxctl stall odds --help tells its options.""")


def run(arguments: list[str]) -> int:
    """Do what the first word says."""
    match without_language(arguments):
        case ["odds", *_]:
            from boxctl.cli.stall.stall_odds import odds

            return odds(options().parse_args(after_word(arguments)))
        case ["--help"] | ["-h"] | []:
            print_lines(*tr(USAGE).splitlines(), "", page_line("stall"))
            return 0
        case _:
            raise BadOption(tr("boxctl stall: write boxctl stall odds."))


def options() -> Options:
    """Return the options of the command."""
    options = Options(
        "stall odds", tr("Say what a stall pays out on average, and how much days vary.")
    )
    add_terms(options)
    options.add_argument(
        "--brought",
        metavar="AMOUNT",
        type=money,
        default=NOTHING,
        help=tr("what the pot has from yesterday"),
    )
    options.add_argument(
        "--goes",
        metavar="N",
        type=whole_number,
        default=300,
        help=tr("how many goes the day has (default: 300)"),
    )
    options.add_argument(
        "--shut-rate",
        metavar="PERCENT",
        type=rate,
        help=tr("also for this share of shut boxes, such as 7.4%%"),
    )
    options.add_rules()
    options.add_json()
    return options
