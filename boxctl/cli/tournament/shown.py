"""The options that all commands of a tournament have, and how they show it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from boxctl.cli.options import Options
from boxctl.journal.tournament_record import RecordedTournament
from boxctl.presentation.phrases import shown_player
from boxctl.presentation.tournament.document import tournament_as_json
from boxctl.presentation.tournament.table_lines import heading, play_lines, table_lines
from boxctl.tournament.draw import is_over, may_draw
from boxctl.tournament.state import Tournament
from groundwork.language import all_of, tr
from groundwork.printing import print_json, print_lines


def add_place(options: Options) -> None:
    """Add ``--journal``, ``--tournament`` and ``--json``."""
    options.add_chain("--tournament", tr("the tournament of this number (default: the newest)"))


def show(found: RecordedTournament, lines: Iterable[str], *, as_json: bool) -> None:
    """Print these lines about a tournament, or the document of all of it."""
    if as_json:
        print_json(tournament_as_json(found.number, found.state))
    else:
        print_lines(*lines)


def show_next(found: RecordedTournament, *, as_json: bool) -> None:
    """Print what was told has come to: the order of play, or that all is played."""
    show(found, next_lines(found.number, found.state), as_json=as_json)


def next_lines(number: int, cup: Tournament) -> Iterator[str]:
    """Yield the order of play, who has a bye, or the table if all is played."""
    if is_over(cup):
        yield from table_lines(number, cup)
        return
    yield heading(number, cup)
    yield from play_lines(cup)
    if byes := [shown_player(each.one) for each in cup.of_round(cup.round) if each.is_bye]:
        yield tr("Bye: {names}", names=all_of(byes))
    if may_draw(cup):
        yield tr("boxctl tournament next draws round {round}.", round=cup.round + 1)
