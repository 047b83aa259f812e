"""``boxctl odds``: what a position is worth, and each of its moves."""

from __future__ import annotations

import argparse
import json
import sys

from boxctl.cli import BadOption
from boxctl.cli.options import Options, chosen_rules, chosen_throw, chosen_tiles, score_made
from boxctl.cli.terminal import heed_lost_interrupts
from boxctl.odds.aims import AIMS, AimName, usual_aim
from boxctl.odds.table_odds import OddsQuery, answer_query
from boxctl.odds.turn import TurnOdds
from boxctl.presentation.answers.odds import Position, odds_document, odds_in_words
from boxctl.presentation.answers.other_players import (
    FIELDS,
    OthersTold,
    field,
    match_table,
    others_to_come,
    score_to_beat,
)
from boxctl.presentation.answers.position import PositionFault
from boxctl.rules.contradictions import check
from boxctl.rules.ruleset import RuleSet
from groundwork.language import tr
from groundwork.printing import print_lines, print_notes, print_over


def run(arguments: list[str]) -> int:
    """Print the value of the position and of its moves; 1 when the throw is void."""
    given = options().parse_args(arguments)

    rules = chosen_rules(given.rules, given.changes)
    check(rules)
    others = others_told(given)
    aim = _aim(rules, given.aim, others)
    try:
        asked = Position(
            given.rules,
            OddsQuery(
                rules,
                aim,
                chosen_tiles(rules, given.open),
                opens=_opens(rules, given.opens),
                beat=score_to_beat(rules, others),
                to_come=others_to_come(rules, others),
                table=match_table(rules, others),
            ),
            None if given.throw is None else chosen_throw(rules, given.throw),
            given.markers,
        )
        asked.check()
    except PositionFault as fault:
        raise BadOption(fault.text) from None

    def answer(odds: TurnOdds) -> list[str]:
        if given.json:
            return [json.dumps(odds_document(asked, odds))]
        return odds_in_words(asked, odds).lines

    progress = _SolvingProgress()
    with heed_lost_interrupts():
        lines = answer_query(asked.question, answer, progress.interrupt_with, progress)
    print_lines(*lines)
    return 1 if asked.void else 0


def options() -> Options:
    """Return the options of the command."""
    options = Options("odds")
    options.add_rules()
    options.add_argument(
        "--open",
        metavar="TILES",
        help=tr("the tiles still to be moved, such as 1-9 (default: all)"),
    )
    options.add_argument(
        "--throw", metavar="DICE", help=tr("such as 2,4 (default: before a throw)")
    )
    options.add_argument(
        "--aim", choices=AIMS, help=tr("what to play for (default: as the rules say)")
    )
    options.add_argument(
        "--opens", action="store_true", help=tr("the player who opens tiles, in a duel")
    )
    options.add_markers(default=0)
    add_table(options)
    options.add_json()
    return options


class _SolvingProgress:
    """Show people who wait for the table of The 300 how much of it is solved."""

    def __init__(self) -> None:
        self._line_is_open = False

    def __call__(self, done: float) -> None:
        if sys.stderr.isatty():
            print_over(tr("solving The 300 … {percent}%", percent=int(done * 100)))
            self._line_is_open = done < 1
            if done == 1:
                print_notes("")

    def interrupt_with(self, notice: str) -> None:
        """Print a notice on a line of its own."""
        if self._line_is_open:
            self._line_is_open = False
            print_notes("")
        print_notes(notice)


def _aim(rules: RuleSet, asked: AimName | None, others: OthersTold) -> AimName:
    told = others.told
    name: AimName = asked or ("win" if told else usual_aim(rules))
    if told and name != "win":
        raise BadOption(
            tr("--aim {name} does not go with {told}: play to win.", name=name, told=field(told[0]))
        )
    if name == "win" and not told and usual_aim(rules) != "win":
        raise BadOption(
            tr(
                "--aim win needs the table: --beat N for the lowest score so far, --to-come N"
                " for how many players are still to play, or both; or --totals and --scores."
            )
        )
    return name


def _opens(rules: RuleSet, opens: bool) -> bool:
    if opens and rules.match != "duel":
        raise BadOption(tr("--opens is for match = duel, but match = {match}.", match=rules.match))
    return opens


def add_table(options: Options) -> None:
    """Add the options for the scores and totals of the others, and for who is still to play."""
    options.add_argument(
        "--beat",
        metavar="N",
        default="",
        help=tr(
            "the lowest score made so far, to win against; with ties = fewest_tiles the tiles left "
            "open, such as 1+9"
        ),
    )
    options.add_argument(
        "--to-come",
        metavar="N",
        type=score_made,
        help=tr("how many players are still to play after"),
    )
    options.add_argument(
        "--totals",
        metavar="N,N",
        default="",
        help=tr(
            "to win a tournament or a knockout: the totals before this round of all who "
            "are still in, in the order of play"
        ),
    )
    options.add_argument(
        "--wins",
        metavar="N,N",
        default="",
        help=tr(
            "to win a match of rounds won: the rounds that each has won before this one, in the "
            "order of play"
        ),
    )
    options.add_argument(
        "--scores",
        metavar="N,N",
        default="",
        help=tr(
            "the scores of this round so far, in the order of play; the next player is asked about"
        ),
    )
    options.add_argument(
        "--rounds-to-come",
        metavar="N",
        type=score_made,
        help=tr("with --totals, where the number of rounds is set: how many follow this one"),
    )
    options.add_argument(
        "--handicap",
        metavar="N,N",
        default="",
        help=tr(
            "the handicaps of all who are still in, in the order of play; other scores are without "
            "them, totals with them (R7.16)"
        ),
    )
    options.add_argument(
        "--roll-off", action="store_true", help=tr("the round is one that plays for a tie")
    )


def others_told(given: argparse.Namespace) -> OthersTold:
    """Return the other players as these options give them."""
    return OthersTold(**{name: getattr(given, name) for name in FIELDS})
