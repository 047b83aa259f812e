"""``boxctl tournament begin``: name who plays, by which system, and what is played."""

from __future__ import annotations

from secrets import randbelow

from boxctl.cli.options import (
    Options,
    chosen_handicaps,
    chosen_players,
    journal_of,
    key_and_value_pairs,
    whole_number,
)
from boxctl.cli.tournament.shown import next_lines, show
from boxctl.journal.tournament_record import TOURNAMENTS
from boxctl.presentation.phrases import shown_player
from boxctl.presentation.tournament.table_lines import game_of
from boxctl.referee.players import handicaps_by_seat
from boxctl.screens.laptop.game_choice import GameChoice
from boxctl.tournament.events import MOST, Begun, System
from boxctl.tournament.state import Tournament
from groundwork.language import tr

LARGEST_SEED = 1_000_000
"""A seed that is drawn is below this: it can be read out."""


def begin(arguments: list[str]) -> int:
    """Record that it begins, and print who plays in which order."""
    given = options().parse_args(arguments)
    names, system = tuple(chosen_players(given.names)), System(given.system.replace("-", "_"))
    changes = key_and_value_pairs(given.changes)
    handicaps = chosen_handicaps(given.handicap)
    points = handicaps_by_seat(handicaps, names)
    # What two of them cannot play, nobody can: it is said now and not at the first match.
    GameChoice(given.rules, changes, names[:2]).check()
    rounds = given.rounds or (min(len(names), MOST) - 1).bit_length()
    seed = given.seed if given.seed is not None else randbelow(LARGEST_SEED)
    begun = Begun(
        system=system,
        names=names,
        boxes=tuple(chosen_players(given.boxes)),
        rounds=rounds if system is System.SWISS else 0,
        seed=None if given.seeded else seed,
        variant=given.rules,
        settings=dict(changes),
        handicap={name: each for name, each in zip(names, points, strict=False) if each},
    )
    found = TOURNAMENTS.begin(journal_of(given), begun)
    lines = (*next_lines(found.number, found.state), game_of(found.state), _order(found.state))
    show(found, lines, as_json=given.json)
    return 0


def _order(cup: Tournament) -> str:
    """Say in which order the names stand, and how that came about."""
    order = (shown_player(entrant.name) for entrant in cup.entrants)
    numbered = ", ".join(f"{place} {name}" for place, name in enumerate(order, start=1))
    if cup.begun.seed is None:
        return tr("The order as it was told: {names}", names=numbered)
    return tr("The order by lot (seed {seed}): {names}", seed=cup.begun.seed, names=numbered)


def options() -> Options:
    """Return the options of the command."""
    options = Options(
        "tournament begin", tr("Name who plays in a tournament, by which system, and what.")
    )
    options.add_argument(
        "--names",
        metavar="NAMES",
        required=True,
        help=tr("3 to 32 names, with commas between: Ann,Bob,Cas"),
    )
    options.add_argument(
        "--system",
        choices=("round-robin", "knockout", "swiss"),
        required=True,
        help=tr("everybody meets everybody, the loser is out, or equals meet"),
    )
    options.add_argument(
        "--rounds",
        metavar="N",
        type=whole_number,
        help=tr("of a Swiss tournament (default: as many as a knockout has)"),
    )
    order = options.add_mutually_exclusive_group()
    order.add_argument(
        "--seeded",
        action="store_true",
        help=tr("the names stand in the order of their strength (default: lots are drawn)"),
    )
    order.add_argument(
        "--seed", metavar="S", type=int, help=tr("the same lots every time (default: real chance)")
    )
    options.add_argument(
        "--boxes",
        metavar="NAMES",
        default="play",
        help=tr("the boxes in the house, with commas between (default: one)"),
    )
    options.add_rules()
    options.add_handicap()
    options.add_journal_to_read()
    options.add_json()
    return options
