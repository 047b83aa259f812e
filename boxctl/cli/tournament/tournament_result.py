"""``boxctl tournament result``: the result of a pairing, from its match or by the organiser."""

from __future__ import annotations

import argparse
from pathlib import Path

from boxctl.audit.told.results import matches_of, played_match
from boxctl.cli import BadOption
from boxctl.cli.options import Options, journal_of, whole_number
from boxctl.cli.tournament.shown import add_place, show_next
from boxctl.journal.query import reading
from boxctl.journal.tournament_record import TOURNAMENTS, RecordedTournament, matches_counted
from boxctl.tournament.events import DecidedBy, PairingDecided
from boxctl.tournament.faults import not_to_be_decided
from groundwork.language import tr


def decide(arguments: list[str]) -> int:
    """Record the result, and print who plays next."""
    given = options().parse_args(arguments)
    journal = journal_of(given)
    found = TOURNAMENTS.read(journal, given.tournament)
    decided = _decided(given, journal, found)
    found = TOURNAMENTS.tell(journal, found.number, lambda _cup: [decided])
    show_next(found, as_json=given.json)
    return 0


def _decided(given: argparse.Namespace, journal: Path, found: RecordedTournament) -> PairingDecided:
    told = given.winner or given.walkover
    if given.record is not None and (told is not None or given.draw):
        raise BadOption(tr("boxctl tournament result: --from FILE says who has won by itself."))
    if told is not None or given.draw:
        if told is not None:
            found.state.entrant(told)
        by = DecidedBy.ORGANISER if given.walkover is None else DecidedBy.WALKOVER
        return PairingDecided(pairing=given.pairing, winner=told, decided_by=by)
    pairing = found.state.pairing(given.pairing)
    counted = {(head.journal, head.match) for head in matches_counted(found.record)}
    if given.record is not None:
        # Only who brings a record along needs what reads one.
        from boxctl.audit.told.result_of_another_box import result_of_record

        proved = result_of_record(given.record, pairing, found.state.system, given.match)
        if proved.match is None or (proved.match.journal, proved.match.match) not in counted:
            return proved
        raise not_to_be_decided(
            tr("match {match} of {path} counts already", match=proved.match.match,
               path=given.record),
            tr("bring the record of the match that the two have played now"),
        )  # fmt: skip
    began = found.began.after["match"] if found.began.after else 0
    with reading(journal) as connection:
        if given.match is not None:
            named = played_match(connection, pairing, given.match)
            matches = [] if named is None else [named]
        else:
            matches = list(matches_of(connection, pairing, pairing.started or began))
    deciding = (
        each
        for each in matches
        if each.decides_in(found.state.system)
        and (each.match.journal, each.match.number) not in counted
    )
    if (first := next(deciding, None)) is None:
        raise not_to_be_decided(
            tr(
                "no match of pairing {number} that has not been counted is over in this journal",
                number=pairing.number,
            ),
            tr("play it with boxctl tournament play, or say who has won with --winner NAME"),
        )
    return first.decision_on(pairing)


def options() -> Options:
    """Return the options of the command."""
    options = Options(
        "tournament result",
        tr("Give the result of a pairing: that of its match here, or the one that is told."),
    )
    options.add_argument(
        "pairing", metavar="PAIRING", type=whole_number, help=tr("its number in the order of play")
    )
    how = options.add_mutually_exclusive_group()
    how.add_argument(
        "--match",
        metavar="N",
        type=whole_number,
        help=tr("that of this match (default: the first that the two have ended)"),
    )
    how.add_argument(
        "--winner", metavar="NAME", help=tr("it was played without a record, and this one has won")
    )
    how.add_argument(
        "--draw", action="store_true", help=tr("it was played without a record, and nobody has won")
    )
    how.add_argument("--walkover", metavar="NAME", help=tr("it was not played: only this one came"))
    options.add_argument(
        "--from",
        dest="record",
        metavar="FILE",
        type=Path,
        help=tr("its match is in this record or journal of another box, which is verified"),
    )
    add_place(options)
    return options
