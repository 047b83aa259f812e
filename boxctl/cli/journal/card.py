"""``boxctl card``: the card of a match, to sign, to photograph and to send."""

from __future__ import annotations

from argparse import Namespace
from pathlib import Path

from boxctl.audit.card_of_match import card_of_match, head_for_card, match_for_card
from boxctl.cli.drawing_file import drawing_file, write_drawing
from boxctl.cli.journal.head import sign_head
from boxctl.cli.options import Options
from boxctl.journal.proof.printed_heads import as_text
from boxctl.journal.query import reading
from boxctl.journal.usual_places import place_to_read
from boxctl.presentation.score_card.as_text import card_lines
from boxctl.presentation.score_card.contents import ScoreCard
from boxctl.presentation.score_card.sheet import SHEETS, score_card
from groundwork.language import current, tr
from groundwork.printing import print_lines


def run(arguments: list[str]) -> int:
    """Write the card to the file, or the score sheet to standard output, to be sent."""
    given = options().parse_args(arguments)
    card = _card(given)
    if given.output is None:
        print_lines(*card_lines(card))
        return 0
    write_drawing(given.output, [score_card(card, given.paper)], current().code)
    print_lines(tr("The card of the match is in {file}.", file=given.output))
    return 0


def options() -> Options:
    """Return the options of the command."""
    options = Options("card")
    options.add_argument(
        "match",
        metavar="MATCH",
        nargs="?",
        default="last",
        help=tr("its number, or last for the newest that is over (default: last)"),
    )
    options.add_argument(
        "--output",
        metavar="FILE",
        type=drawing_file,
        help=tr(
            "write the card there, with lines to sign and a code, as .pdf, .png or .svg (default: "
            "the score sheet as text, to be sent)"
        ),
    )
    options.add_argument(
        "--paper", choices=tuple(SHEETS), default="a5", help=tr("how large it is (default: a5)")
    )
    options.add_argument(
        "--given-away",
        action="store_true",
        help=tr("say also how many points each player's choices gave away against best play"),
    )
    options.add_journal_to_read()
    return options


def _card(given: Namespace) -> ScoreCard:
    """Return the card; one to sign has its head signed, if nobody has signed the end yet."""
    journal: Path = given.journal or place_to_read()
    with reading(journal) as connection:
        match = match_for_card(connection, journal, given.match)
        head, is_signed = head_for_card(connection, match)
    if given.output is not None and not is_signed:
        match, signed, _others = sign_head(journal, str(match.number))
        head = as_text(signed)
    return card_of_match(match, head, points_given_away=given.given_away)
