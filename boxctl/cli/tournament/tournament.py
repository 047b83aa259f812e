"""``boxctl tournament``: many matches of two, and the table of all of them."""

from __future__ import annotations

from boxctl.cli import BadOption, after_word, without_language
from boxctl.cli.commands import page_line
from boxctl.cli.options import Options, journal_of
from boxctl.cli.tournament.shown import add_place, show
from groundwork.language import message, tr
from groundwork.printing import print_lines

USAGE = message("""usage: boxctl tournament begin --names NAMES --system SYSTEM [--rounds N]
       boxctl tournament next
       boxctl tournament play [--box NAME]
       boxctl tournament result PAIRING [--winner NAME | --draw | --walkover NAME]
       boxctl tournament player NAME late|away|back|withdrawn
       boxctl tournament correct PAIRING (--winner NAME | --draw) --reason TEXT
       boxctl tournament redraw --reason TEXT
       boxctl tournament table [--rounds] [--json]
       boxctl tournament card --output FILE [--paper a5|a4]

begin names who plays and draws lots; next draws a round and shows the order of
play; play plays the next pairing here and takes its result; result gives the
result of one that was played elsewhere. player says who comes late, goes away,
is back or withdraws; correct mends a result, and redraw takes a round back of
which nothing is played. table shows how it stands, card draws it to be signed
and photographed. boxctl tournament begin --help, and so on, tells the options
of each.""")


def run(arguments: list[str]) -> int:
    """Do what the first word says."""
    match without_language(arguments):
        case ["begin", *_]:
            from boxctl.cli.tournament.tournament_begin import begin

            return begin(after_word(arguments))
        case ["next", *_]:
            from boxctl.cli.tournament.tournament_next import draw_next

            return draw_next(after_word(arguments))
        case ["play", *_]:
            from boxctl.cli.tournament.tournament_play import play

            return play(after_word(arguments))
        case ["result", *_]:
            from boxctl.cli.tournament.tournament_result import decide

            return decide(after_word(arguments))
        case ["player", *_]:
            from boxctl.cli.tournament.tournament_player import change

            return change(after_word(arguments))
        case ["correct", *_]:
            from boxctl.cli.tournament.tournament_correct import correct

            return correct(after_word(arguments))
        case ["redraw", *_]:
            from boxctl.cli.tournament.tournament_redraw import redraw

            return redraw(after_word(arguments))
        case ["card", *_]:
            from boxctl.cli.tournament.tournament_card import write_card

            return write_card(after_word(arguments))
        case ["table", *_]:
            return _table(after_word(arguments))
        case ["--help"] | ["-h"] | []:
            print_lines(*tr(USAGE).splitlines(), "", page_line("tournament"))
            return 0
        case _:
            raise BadOption(
                tr(
                    "boxctl tournament: write boxctl tournament begin, next, play, result, player, "
                    "correct, redraw, table or card."
                )
            )


def _table(arguments: list[str]) -> int:
    """Show how the tournament stands."""
    from boxctl.audit.told.results import overruled_since
    from boxctl.journal.query import reading
    from boxctl.journal.tournament_record import TOURNAMENTS
    from boxctl.presentation.tournament.bracket_lines import bracket_lines
    from boxctl.presentation.tournament.table_lines import round_lines, table_lines
    from boxctl.tournament.events import System

    given = options().parse_args(arguments)
    journal = journal_of(given)
    found = TOURNAMENTS.read(journal, given.tournament)
    rounds = range(1, found.state.round + 1) if given.rounds else ()
    of_rounds = (line for number in rounds for line in ("", *round_lines(found.state, number)))
    with reading(journal) as connection:
        since = overruled_since(
            connection, found.record.journal, found.state, TOURNAMENTS.events_of(found.record)
        )
        overruled = [each.sentence for each in since]
    is_knockout = found.state.system is System.KNOCKOUT and found.state.round > 0
    bracket = ("", *bracket_lines(found.state)) if is_knockout else ()
    lines = (*table_lines(found.number, found.state), *overruled, *bracket, *of_rounds)
    show(found, lines, as_json=given.json)
    return 0


def options() -> Options:
    """Return the options of ``boxctl tournament table``."""
    options = Options("tournament table", tr("Show how the tournament stands."))
    add_place(options)
    options.add_argument("--rounds", action="store_true", help=tr("also the results of each round"))
    return options
