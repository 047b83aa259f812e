"""``boxctl tournament play``: play the next pairing here, and take its result."""

from __future__ import annotations

from pathlib import Path

from boxctl.audit.told.results import MatchOfPairing
from boxctl.cli.game.play import run as play_match
from boxctl.cli.game.play_options import refuse_settled
from boxctl.cli.options import Options, journal_of
from boxctl.cli.tournament.shown import add_place, show_next
from boxctl.journal.tournament_record import TOURNAMENTS
from boxctl.presentation.tournament.table_lines import names_of
from boxctl.table.tonight.pairings import begun, with_result
from boxctl.tournament.draw import round_due
from boxctl.tournament.state import RoundPairing, Tournament, next_at
from groundwork.language import tr
from groundwork.printing import print_lines


def play(arguments: list[str]) -> int:
    """Play the match of the next pairing, or go on with it, and record its result.

    A match that was over before its result was taken, because of a power cut, counts at once.
    """
    given, further = options().parse_known_args(arguments)
    refuse_settled("tournament play", further)
    journal = journal_of(given)
    found = TOURNAMENTS.tell(journal, given.tournament, round_due)
    pairing = next_at(found.state, given.box)
    if pairing is None:
        show_next(found, as_json=given.json)
        return 1
    found, resumed = begun(journal, found, pairing)
    pairing = found.state.pairing(pairing.number)
    if pairing.is_open and not (resumed is not None and resumed.over):
        told = _arguments(journal, found.state, pairing, resumed)
        status = play_match([*further, *told])
        if status:
            return status
        found = with_result(journal, found, pairing)
        pairing = found.state.pairing(pairing.number)
    if pairing.is_open:
        print_lines(
            tr(
                "Pairing {number}, {names}, is not decided: boxctl tournament play goes on with "
                "it.",
                number=pairing.number,
                names=names_of(pairing),
            )
        )
    show_next(found, as_json=given.json)
    return 0


def _arguments(
    journal: Path, cup: Tournament, pairing: RoundPairing, resumed: MatchOfPairing | None
) -> list[str]:
    """Return the arguments of ``boxctl play`` for this match."""
    here = ["--journal", str(journal)]
    if resumed is not None:
        return [*here, "--resume", str(resumed.match.number)]
    names = pairing.names
    changes = [f"--set={key}={value}" for key, value in cup.begun.settings.items()]
    handicaps = [
        f"--handicap={name}={cup.entrant(name).handicap}"
        for name in names
        if cup.entrant(name).handicap
    ]
    return [
        *here, "--new", f"--players={','.join(names)}", f"--rules={cup.begun.variant}", *changes,
        *handicaps,
    ]  # fmt: skip


def options() -> Options:
    """Return the options of the command."""
    options = Options(
        "tournament play",
        tr(
            "Play the next pairing in this terminal, and take its result; further options are "
            "those of boxctl play, such as --plain."
        ),
    )
    options.add_argument(
        "--box", metavar="NAME", help=tr("the next at this box (default: at any of them)")
    )
    add_place(options)
    return options
